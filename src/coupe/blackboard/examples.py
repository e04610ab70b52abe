"""Trees and positions that come with coupe, by name: those of the courses, and of the horizon.

>>> from coupe.blackboard import trace
>>> trace(example("slides")).answer
'10, A → B'
>>> [trace(example("horizon"), depth=depth).answer for depth in (1, 2)]
['1, White → Qxb7', '0, White → Nf3']

At the horizon a queen takes a pawn, and whoever looks no further does not see her taken.
"""

from difflib import get_close_matches
from functools import cache
from pathlib import Path

from coupe.blackboard.tree import Node, read_tree
from coupe.errors import BadTree
from coupe.language import _
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

    >>> str(example("binary"))
    '(((1 13) (15 10)) ((2 16) (8 19)))'
    """
    if name not in examples():
        near = get_close_matches(name, examples(), 1)
        if near:
            raise BadTree(
                _("{name} is no tree that comes with coupe: did you mean {near}?").format(
                    name=name[:40], near=near[0]
                )
            )
        raise BadTree(
            _("{name} is no tree that comes with coupe; those are {known}.").format(
                name=name[:40], known=", ".join(examples())
            )
        )
    if name in POSITIONS:
        from coupe.games.loading import load

        game, text = POSITIONS[name]
        return load(game).position(text)
    (file,) = FOLDER.glob(f"{name}.*")
    return read_tree(file)
