"""What a word of the command line stands for: a tree, or a position of a game.

>>> str(subject("((3 5) (2 9))"))
'((3 5) (2 9))'
>>> subject("connect4", ("44",)).turn_name
'Yellow'
"""

import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from coupe.blackboard import Node, read_tree, tree_of
from coupe.blackboard.examples import example, examples
from coupe.blackboard.tree import value_of
from coupe.cli.problems import opened
from coupe.errors import BadOption, BadTree
from coupe.games.loading import load, shipped
from coupe.language import _
from coupe.position import Position

STANDARD_INPUT = "-"


def subject(given: str, position: Sequence[str] = ()) -> Node | Position:
    """The tree or position that is meant: a tree's text, its file or name, or a game and a position.

    The text of a tree needs no quotes where the shell leaves its brackets alone.
    """
    if not given.strip() or given.lstrip()[0] in "([{":
        return read_tree(" ".join([given, *position]))
    name = given.partition(":")[0]
    if given.endswith(".py") or name.endswith(".py") or name in shipped():
        return load(given).position(" ".join(position))
    if position:
        raise BadOption(
            _("{tree} is a tree, and only a game has positions: leave out {position}.").format(
                tree=given, position=" ".join(position)[:40]
            )
            if _is_tree(given)
            else _unknown(given)
        )
    if given == STANDARD_INPUT:
        with opened(given) as file:
            return read_tree(_text(file.read()))
    if given in examples():
        return example(given)
    if _is_leaf(given) and not Path(given).is_file():
        return read_tree(given)
    if _is_tree(given):
        return read_tree(Path(given))
    raise BadTree(_unknown(given))


def tree_only(given: str) -> Node:
    """The tree that is meant, where a position would be of no use."""
    found = subject(given)
    return tree_of(found, 2) if isinstance(found, Position) else found


def _is_tree(given: str) -> bool:
    """Whether a tree is meant, by its name or by its file's."""
    return (
        given == STANDARD_INPUT
        or given in examples()
        or os.sep in given
        or Path(given).suffix in (".json", ".txt")
        or Path(given).is_file()
    )


def _is_leaf(given: str) -> bool:
    """Whether a lone value is meant: a tree that is one leaf."""
    try:
        value_of(given)
    except ValueError:
        return False
    return True


def _text(text: str) -> str:
    """What came in, if it can be a tree: never the name of a file."""
    if text.strip() and not re.match(r"\s*[([{]", text) and not _is_leaf(text.strip()):
        raise BadTree(
            _("What comes in is no tree, but {text}: write one, like ((3 5) (2 9)).").format(
                text=text.split(maxsplit=1)[0][:20]
            )
        )
    return text


def _unknown(given: str) -> str:
    near = get_close_matches(given.lower(), [*examples(), *shipped()], 1)
    if near:
        return _("{name} is no tree and no game: did you mean {near}?").format(
            name=given[:40], near=near[0]
        )
    return _(
        "{name} is no tree and no game: write a tree like '((3 5) (2 9))', a file, or one of {known}."
    ).format(name=given[:40], known=", ".join([*examples(), *shipped()]))


def speaks_ascii_only(asked: bool) -> bool:
    """Whether only ASCII is to be printed: because it was asked for, or the stream knows no more."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    return asked or not encoding.startswith("utf")
