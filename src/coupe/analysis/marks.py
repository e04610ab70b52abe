"""What a loss is called: an inaccuracy, a mistake or a blunder, in points of the game.

>>> from coupe import load
>>> Thresholds.of(load("othello"))
Thresholds(inaccuracy=2, mistake=4, blunder=8)
>>> Thresholds.of(load("tictactoe")).mark(1)
'blunder'
"""

from dataclasses import dataclass
from random import Random

from coupe.errors import BadOption
from coupe.game import Game
from coupe.language import _
from coupe.position import Position

SHARES = {"inaccuracy": 32, "mistake": 16, "blunder": 8}
"""Each mark begins at this part of the most that a game can be won by.

At Othello, 64 discs, these are 2, 4 and 8 discs: a move, a good one, an edge. Where only the winner
counts, any loss is the whole game. At Connect 4 a win later than need be stays below all of them,
and a win or a draw thrown away is above.
"""

MARKS = tuple(SHARES)
"""From the least to the worst."""

COUNTS_NOTHING = ("win", "points")
"""The units of games whose result is not what stands on the board."""

PLAYOUTS, LONGEST_PLAYOUT = 12, 300


@dataclass(frozen=True)
class Thresholds:
    """From how many points on a loss has which mark.

    >>> Thresholds(2, 4, 8).mark(5), Thresholds(2, 4, 8).mark(1)
    ('mistake', '')
    """

    inaccuracy: int
    mistake: int
    blunder: int

    @classmethod
    def of(cls, game: Game) -> "Thresholds":
        """Those that the scale of a game's results gives.

        >>> from coupe import load
        >>> Thresholds.of(load("connect4"))
        Thresholds(inaccuracy=32, mistake=63, blunder=125)
        """
        scale = most_of(game)
        return cls(*(max(1, -(-scale // part)) for part in SHARES.values()))

    @classmethod
    def read(cls, text: str) -> "Thresholds":
        """Those that a person writes.

        >>> Thresholds.read("1,3,6").blunder
        6
        >>> Thresholds.read("3,1")
        Traceback (most recent call last):
            ...
        coupe.errors.BadOption: 3,1 are no thresholds: write three whole numbers, none below the \
one before, like 2,4,8.
        """
        try:
            found = [int(part) for part in text.split(",")]
        except ValueError:
            found = []
        if len(found) != len(SHARES) or found != sorted(found) or found[0] < 1:
            raise BadOption(
                _(
                    "{text} are no thresholds: write three whole numbers, none below the one "
                    "before, like 2,4,8."
                ).format(text=text[:40] or "''")
            )
        return cls(*found)

    def mark(self, loss: int) -> str:
        """The mark of a loss; empty where it is none."""
        marks = [mark for mark in MARKS if loss >= getattr(self, mark)]
        return marks[-1] if marks else ""


def most_of(game: Game) -> int:
    """The most that a game can be won by: as its rules say, as its board has room, or as some games
    played by chance show.

    >>> from coupe import load
    >>> most_of(load("othello:6x6")), most_of(load("tictactoe"))
    (36, 1)
    """
    start = game.start()
    if game.at_most is not None:
        return max(1, int(game.at_most(start.state)))
    most = 1
    grid = start.draw() if game.unit not in COUNTS_NOTHING else None
    if grid is not None:
        most = sum(len(row) for row in grid)
    random = Random(0)
    for _playout in range(PLAYOUTS):
        most = max(most, abs(_played_out(start, random)))
    return most


def _played_out(position: Position, random: Random) -> int:
    """The result of a game of chance; 0 where it is too long."""
    for _ply in range(LONGEST_PLAYOUT):
        if position.over:
            return position.result
        position = position.after(random.choice(position.legal_moves))
    return 0
