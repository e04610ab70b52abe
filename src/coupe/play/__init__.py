"""Play: players, levels, clocks, and the game between two of them."""

from coupe.play.clock import TimeControl
from coupe.play.levels import LEVELS, Level, Levelled
from coupe.play.match import Chosen, Display, Keeper, Match, Player, Wish
from coupe.play.players import Chance, Searcher
from coupe.play.who import Who, player_of

__all__ = [
    "LEVELS",
    "Chance",
    "Chosen",
    "Display",
    "Keeper",
    "Level",
    "Levelled",
    "Match",
    "Player",
    "Searcher",
    "TimeControl",
    "Who",
    "Wish",
    "player_of",
]
