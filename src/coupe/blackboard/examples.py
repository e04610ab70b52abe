"""Trees and positions that come with coupe, by name: those of the courses, and of the horizon.

>>> from coupe.blackboard import trace
>>> trace(example("slides")).answer
'10, A → B'
>>> [trace(example("horizon"), depth=depth).answer for depth in (1, 2)]
['1, White → Qxb7', '0, White → Nf3']

At the horizon a queen takes a pawn, and whoever looks no further does not see her taken.
"""

from functools import cache
from pathlib import Path

from coupe.blackboard.tree import Node, read_tree
from coupe.position import Position

FOLDER = Path(__file__).parent / "trees"

POSITIONS = {
    "horizon-othello": (
        "othello",
        "XXXXXO--OOOOOOOXOOXOXOOXOOOXXXOXOOOOOXOXOOOOOXO-OOXOOXOOOOOOOXO- X",
    ),
}
"""Positions: two plies deep the corner h1 is Black's best move, three plies deep it is g1."""


@cache
def examples() -> list[str]:
    """The names of the trees and positions that come with coupe.

    >>> examples()
    ['binary', 'course', 'handout', 'horizon', 'horizon-othello', 'slides', 'traversal']
    """
    return sorted([*POSITIONS, *(file.stem for file in FOLDER.iterdir())])


def example(name: str) -> Node | Position:
    """The tree or position of a name, which is one of `examples()`.

    slides           the tree of the slides that animate alpha-beta, with leaves that nobody knows
    handout          the tree of the handout on windows and MTD(f), four plies of two and three moves
    course           the course's tree of three moves and three plies
    binary           the course's tree of two moves and three plies
    traversal        the course's tree to go through in depth and in breadth
    horizon          a queen that takes a pawn, which two plies refuse and one does not
    horizon-othello  a corner that two plies take and three do not
    """
    if name in POSITIONS:
        from coupe.games.loading import load

        game, text = POSITIONS[name]
        return load(game).position(text)
    (file,) = FOLDER.glob(f"{name}.*")
    return read_tree(file)
