"""What the compiler says of a game's rules, in one plain sentence."""

from coupe.errors import BadGame
from coupe.game import Game


def explained(game: Game, error: Exception) -> BadGame:
    """The error of the contract that stands behind one of the compiler's."""
    return BadGame(str(error))
