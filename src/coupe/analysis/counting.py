"""Perft: how many sequences of moves there are, the classic test of a game's rules.

Published counts differ in what they do with a game that ends before the depth: those of Connect 4
count it no more (`positions`), those of Othello still count it as a leaf (`leaves`).

>>> from coupe import load, perft
>>> [count.positions for count in perft(load("othello").start(), 5)]
[4, 12, 56, 244, 1396]
"""

from dataclasses import dataclass
from itertools import accumulate

from coupe.engine import MOST_PLIES, census
from coupe.errors import BadOption
from coupe.language import _
from coupe.position import Position


@dataclass(frozen=True)
class Count:
    """Sequences of `depth` moves: how many, and how many of them have ended the game.

    >>> from coupe import load, perft
    >>> perft(load("tictactoe").start(), 6)[-1]
    Count(depth=6, positions=54720, finished=5328, leaves=56160)

    `leaves` are those of the tree of that depth: the sequences that have ended the game before,
    and all those of `depth` moves.
    """

    depth: int
    positions: int
    finished: int
    leaves: int


def perft(position: Position, depth: int) -> list[Count]:
    """The counts for 1 to `depth` moves.

    >>> from coupe import load, perft
    >>> [count.positions for count in perft(load("connect4").start(), 3)]
    [7, 49, 343]
    """
    if not 1 <= depth <= MOST_PLIES:
        raise BadOption(
            _("{name} is {value}; it can be {allowed}.").format(
                name="depth",
                value=depth,
                allowed=_("from {low} to {high}").format(low=1, high=MOST_PLIES),
            )
        )
    counts = census(position, depth)
    ended = list(accumulate(finished for _positions, finished in counts))
    return [
        Count(ply, positions, finished, positions + ended[ply - 1])
        for ply, (positions, finished) in enumerate(counts)
        if ply
    ]
