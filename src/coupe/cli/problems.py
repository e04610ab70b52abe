"""A file of positions to solve: one a line, or JSON.

>>> from coupe import load
>>> found = positions(load("connect4"), ["# two", "", "4433 12", "44"])
>>> [(where, position.text) for where, position in found if isinstance(position, Position)]
[('line 3', '4433'), ('line 4', '44')]
"""

import io
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from typing import Any, TextIO

from coupe import Game, Position
from coupe.errors import BadContent, BadFile, BadPosition, CoupeError
from coupe.language import _, reason_of
from coupe.position import shortened

MARKS = ("XB*", "OW")
"""The letters that stand for the first player and for the second, where their names do not say."""


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
                    path=path or "''", reason=reason_of(error)
                )
            ) from error
        yield file


def positions(game: Game, lines: Iterable[str]) -> Iterator[tuple[str, Position | CoupeError]]:
    """Where each position stands in the file, and the position, or what is wrong with it.

    A file that opens with `{` is JSON. In any other each line is a position, followed by anything:
    the first word is the position, and so are the next ones where the game writes its positions in
    several words (Othello's board and side, or moves like a2-a3 one after the other). Empty lines and
    lines that start with # say nothing.
    """
    rest = iter(lines)
    start = game.start().text
    for count, line in enumerate(rest, 1):
        words = line.removeprefix("\ufeff").replace(";", " ").split()
        if not words or words[0].startswith("#"):
            continue
        if words[0].startswith("{") or (words[0].startswith("[") and start[:1] != "["):
            yield from _of_json(game, "".join(chain([line.removeprefix("\ufeff")], rest)))
            return
        where = _("line {count}").format(count=count)
        try:
            yield where, _at_the_start_of(words, game, start.split())
        except CoupeError as error:
            yield where, error


def _at_the_start_of(words: list[str], game: Game, shape: list[str]) -> Position:
    """The position that a line begins with."""
    if "=" in words[0]:
        return game.position(" ".join(word for word in words if "=" in word))
    if len(shape) > 1 and len(words[0]) == len(shape[0]):
        return game.position(" ".join(words[: len(shape)]))
    position = game.position(words[0])
    start = game.start()
    if position.line and any(len(start.name(move)) > 1 for move in start.legal_moves):
        # Moves of several letters are written apart. A digit after digits may be a score.
        with suppress(CoupeError):
            for word in words[1:]:
                position = position.play_named(word)
    return position


def _of_json(game: Game, text: str) -> Iterator[tuple[str, Position | CoupeError]]:
    document: Any = None
    with suppress(ValueError, RecursionError):
        document = json.loads(text)
    problems = document.get("positions") if isinstance(document, dict) else None
    if not isinstance(problems, list):
        raise BadContent(
            _(
                "The JSON is not a list of problems: write "
                '{{"positions": [{{"board": "...", "side": "X"}}]}}.'
            ).format()
        )
    for count, problem in enumerate(problems, 1):
        where = _("position {count}").format(count=count)
        try:
            yield where, _position(game, problem)
        except CoupeError as error:
            yield where, error


def _position(game: Game, problem: Any) -> Position:
    board = problem.get("board") if isinstance(problem, dict) else None
    side = (problem.get("side") or "") if isinstance(problem, dict) else ""
    if not isinstance(board, str) or not isinstance(side, str):
        raise BadContent(
            _('{problem} is not a problem: write {{"board": "...", "side": "X"}}.').format(
                problem=shortened(json.dumps(problem, ensure_ascii=False))
            )
        )
    return position_of(game, board.strip(), side.strip())


def position_of(game: Game, board: str, side: str) -> Position:
    """The position of a board and the side to move, which many boards say themselves.

    >>> from coupe import load
    >>> position_of(load("tictactoe"), "XX.OO....", "x").turn_name
    'X'
    >>> position_of(load("othello:4x4"), "-----OX--XO-----", "white").turn_name
    'White'
    >>> position_of(load("connect4"), "44", "Red")
    Traceback (most recent call last):
        ...
    coupe.errors.BadPosition: Yellow is to move: the board says so, and the side is Red.
    """
    if not side:
        return game.position(board)
    turn = _turn(game, side)
    alone = _read(game, board)
    together = [_read(game, text) for text in _with_side(game, board, side, turn)]
    read = [found for found in together if isinstance(found, Position)]
    if turn is None and read:
        return read[0]
    found = next(iter(read), together[0]) if isinstance(alone, CoupeError) else alone
    if isinstance(found, CoupeError):
        raise alone if turn is not None and isinstance(alone, CoupeError) else found
    if turn is None:
        raise BadPosition(
            _("{side} is no side of {game}: write {first} or {second}.").format(
                side=shortened(side),
                game=game.spec,
                first=_(game.players[0]),
                second=_(game.players[1]),
            )
        )
    if found.turn != turn:
        raise BadPosition(
            _("{player} is to move: the board says so, and the side is {side}.").format(
                player=_(found.turn_name), side=side
            )
        )
    return found


def _turn(game: Game, side: str) -> int | None:
    """Which player a side names: by the name, in either language, by its first letter or a mark."""
    asked = side.casefold()
    names = [name.casefold() for name in game.players]
    said = [_(name).casefold() for name in game.players]
    marks = [letters.casefold() for letters in MARKS]
    initials = [[name[0] for name in both] for both in (names, said)]
    for known in (names, said, *initials, marks):
        fitting = [turn for turn in (0, 1) if _is_one_of(asked, known[turn], known is marks)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _is_one_of(asked: str, known: str, letters: bool) -> bool:
    return asked == known or (letters and len(asked) == 1 and asked in known)


def _with_side(game: Game, board: str, side: str, turn: int | None) -> list[str]:
    """The texts that a game may read the board and the side from."""
    found = [f"{board} {side}"]
    if turn is not None:
        name = game.players[turn]
        found += [f"{board} {name}", f"{board} {name[0]}", f"{board} turn={turn + 1}"]
    return found


def _read(game: Game, text: str) -> Position | CoupeError:
    """The position that a text stands for, or why it stands for none."""
    try:
        return game.position(text)
    except CoupeError as error:
        return error
