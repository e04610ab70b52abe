"""A file of positions to solve: one a line, or JSON.

>>> from coupe import load
>>> [text for where, text in positions(load("connect4"), ["# two", "", "4433 12", "44"])]
['4433', '44']
"""

import io
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any, TextIO

from coupe import Game
from coupe.errors import BadFile
from coupe.language import _
from coupe.position import shortened


@contextmanager
def opened(path: str) -> Iterator[TextIO]:
    """The file of that path, or what comes in for `-`; BadFile where it cannot be read.

    Bytes that are no text spoil their line, not the file.
    """
    if path == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        yield sys.stdin
        return
    with ExitStack() as stack:
        try:
            file = stack.enter_context(open(path, encoding="utf-8", errors="replace"))
        except (OSError, ValueError) as error:
            raise BadFile(
                _("{path} cannot be read: {reason}.").format(
                    path=path, reason=getattr(error, "strerror", None) or str(error)
                )
            ) from error
        yield file


def positions(game: Game, lines: Iterable[str]) -> Iterator[tuple[str, str | BadFile]]:
    """Where each position stands in the file, and its text, or why it has none.

    A file that opens with `{` is JSON. In any other each line is a position, followed by anything:
    the first word is the position, and so are the next ones where the game writes its positions in
    several words (Othello's board and side). Empty lines and lines that start with # say nothing.
    """
    rest = iter(lines)
    shape = game.start().text.split()
    for count, line in enumerate(rest, 1):
        words = line.removeprefix("\ufeff").replace(";", " ").split()
        if not words or words[0].startswith("#"):
            continue
        if words[0].startswith("{"):
            yield from _of_json("".join(chain([line.removeprefix("\ufeff")], rest)))
            return
        yield _("line {count}").format(count=count), _first_words(words, shape)


def _first_words(words: list[str], shape: list[str]) -> str:
    if "=" in words[0]:
        return " ".join(word for word in words if "=" in word)
    several = len(shape) > 1 and len(words[0]) == len(shape[0])
    return " ".join(words[: len(shape) if several else 1])


def _of_json(text: str) -> Iterator[tuple[str, str | BadFile]]:
    try:
        document: Any = json.loads(text)
        problems = list(document["positions"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadFile(
            _(
                "The JSON is not a list of problems: write "
                '{{"positions": [{{"board": "...", "side": "X"}}]}}.'
            ).format()
        ) from error
    for count, problem in enumerate(problems, 1):
        yield _("position {count}").format(count=count), _board_of(problem)


def _board_of(problem: Any) -> str | BadFile:
    if isinstance(problem, dict) and isinstance(problem.get("board"), str):
        return f"{problem['board']} {problem.get('side') or ''}".strip()
    return BadFile(
        _('{problem} is not a problem: write {{"board": "...", "side": "X"}}.').format(
            problem=shortened(json.dumps(problem, ensure_ascii=False))
        )
    )
