"""How a game names its moves, writes and shows its positions: whatever it writes, it must read.

>>> import tempfile
>>> from pathlib import Path
>>> from coupe import load
>>> from coupe.engine.desk import Desk
>>> folder = tempfile.TemporaryDirectory()
>>> rules = Watched(load("tictactoe"), Desk(Path(folder.name)))
>>> read_back(rules, [[4, 0, 8]])
"""

import math
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from coupe.engine.kinds import is_whole
from coupe.engine.places import frames_of
from coupe.engine.watched import Fault, Watched, shown
from coupe.errors import CoupeError, IllegalMove
from coupe.game import PASS
from coupe.language import _
from coupe.position import Position

MOST_GAMES = 3
MOST_PLIES = 60
MOST_CELLS = 1000
ODD_TEXTS = ("", "?", "0", "zz9", "e2 e4", "-1", "99999999999999999999", "é")


def read_back(rules: Watched, lines: Sequence[Sequence[int]], until: float = math.inf) -> None:
    """Look at the notation of the positions of some games; Fault where it fails.

    No position is looked at after that time.
    """
    if rules.game.write is not None and rules.game.read is None:
        raise Fault(
            _("{where} writes positions, and nothing reads them: add def read(text).").format(
                where=rules.where("write")
            )
        )
    _odd_texts(rules, rules.game.start())
    for line in lines[:MOST_GAMES]:
        position = rules.game.start()
        for move in line[:MOST_PLIES]:
            if time.monotonic() > until:
                return
            _look_at(rules, position)
            position = position.play(move)
        _look_at(rules, position)
        _texts(rules, position)


def _look_at(rules: Watched, position: Position) -> None:
    rules.looks_at(position.state, position.turn)
    if not position.over:
        _names(rules, position)
    _pictures(rules, position)
    if len(position.line) in (0, 1, MOST_PLIES // 2):
        _texts(rules, position)


def _names(rules: Watched, position: Position) -> None:
    names: dict[str, int] = {}
    for move in position.legal_moves:
        if move == PASS:
            continue
        asked = position.game.name is not None
        name = rules.ask("name", position.state, move) if asked else position.name(move)
        if name in names:
            raise Fault(
                _(
                    "{where} gives the name {name} to both moves {one} and {other}{at}: "
                    "each move needs a name of its own."
                ).format(
                    where=rules.where("name"), one=names[name], other=move, name=name, at=rules.at()
                )
            )
        names[name] = move
    for name, move in names.items():
        _reads(rules, position, name, move)


def _reads(rules: Watched, position: Position, name: str, move: int) -> None:
    try:
        found: int | None = position.parse(name)
    except IllegalMove:
        found = None
    if found != move:
        raise Fault(
            _(
                "{where} gives the move {move} the name {name}{at}, which cannot be read back: "
                "a name is not empty and has no spaces around it."
            ).format(where=rules.where("name"), move=move, name=repr(name), at=rules.at())
        )
    if position.game.parse is None:
        return
    found = _parsed(rules, position, name)
    if found is not None and found != move:
        raise Fault(
            _("{where} reads {name} as {found}{at}, and it names the move {move}.").format(
                where=rules.where("parse"),
                name=name,
                found=shown(found),
                at=rules.at(),
                move=move,
            )
        )


def _parsed(rules: Watched, position: Position, text: str) -> Any:
    """What `parse` makes of a text, None where it refuses it as it should."""
    assert position.game.parse is not None
    rules.desk.asks("parse")
    try:
        return position.game.parse(position.state, text)
    except ValueError:
        return None
    except BaseException as error:
        raise Fault(_not_refused(rules, "parse", text, error)) from error


def _not_refused(rules: Watched, name: str, text: str, error: BaseException) -> str:
    return _(
        "{where} stops with {kind} for the text {text}: raise ValueError for what it cannot read."
    ).format(
        where=rules.places.where(name, frames_of(error.__traceback__)),
        kind=type(error).__name__,
        text=repr(text),
    )


def _odd_texts(rules: Watched, position: Position) -> None:
    """What nobody should write, and somebody will."""
    rules.looks_at(position.state, position.turn)
    for text in ODD_TEXTS:
        if position.game.parse is not None and not position.over:
            _parsed(rules, position, text)
        if position.game.read is not None:
            rules.desk.asks("read")
            try:
                found = position.game.read(text)
            except ValueError:
                continue
            except BaseException as error:
                raise Fault(_not_refused(rules, "read", text, error)) from error
            if found is not None and not _is_read(rules, found):
                raise Fault(
                    _(
                        "{where} returns {found} for the text {text}: return State(...), turn, or "
                        "None for what is not a position."
                    ).format(where=rules.where("read"), found=shown(found), text=repr(text))
                )


def _is_read(rules: Watched, found: Any) -> bool:
    return (
        isinstance(found, tuple)
        and len(found) == 2
        and type(found[0]) is rules.game.State
        and found[1] in (0, 1)
    )


def _pictures(rules: Watched, position: Position) -> None:
    for name in ("show", "write"):
        function = getattr(position.game, name)
        if function is not None:
            seen = (position.state, position.turn)[: function.__code__.co_argcount]
            rules.ask(name, *seen)
    rows = None if position.game.draw is None else _rows(rules, position)
    if position.game.cells is None or position.over:
        return
    for move in position.legal_moves:
        if move != PASS:
            _touches(rules, position, move, rows)


def _rows(rules: Watched, position: Position) -> Sequence[Sequence[str]]:
    """The board that `draw` gives."""
    draw = position.game.draw
    assert draw is not None
    seen = (position.state, position.turn)[: draw.__code__.co_argcount]
    found = _items(_asked(rules, "draw", lambda: draw(*seen)))
    rows = None if found is None else [_items(row) for row in found]
    if not rows or any(
        row is None or any(not isinstance(cell, str) for cell in row) for row in rows
    ):
        raise Fault(
            _("{where} must return rows of texts, one text for each cell of the board.").format(
                where=rules.where("draw")
            )
        )
    return [row for row in rows if row is not None]


def _items(value: Any) -> list[Any] | None:
    """What a list, tuple or the like holds; None for another value."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else None


def _touches(
    rules: Watched, position: Position, move: int, rows: Sequence[Sequence[str]] | None
) -> None:
    cells = position.game.cells
    assert cells is not None
    found = _asked(rules, "cells", lambda: cells(position.state, move))
    listed = _items(found)
    touched = None if listed is None else [_items(cell) for cell in listed]
    if touched is None or any(
        cell is None or len(cell) != 2 or not all(map(is_whole, cell)) for cell in touched
    ):
        raise Fault(
            _(
                "{where} returns {found}{at}: return the cells that the move touches, each as a "
                "row and a column, both counted from 0, as in [(0, 2)]."
            ).format(where=rules.where("cells"), found=shown(found), at=rules.at(move))
        )
    if rows is None:
        return
    for cell in map(tuple, listed or ()):
        if not (0 <= cell[0] < len(rows) and 0 <= cell[1] < len(rows[cell[0]])):
            raise Fault(
                _(
                    "{where} names the cell {cell}{at}, which draw does not have: a cell is a row "
                    "and a column, both counted from 0."
                ).format(where=rules.where("cells"), cell=shown(cell), at=rules.at(move))
            )


def _texts(rules: Watched, position: Position) -> None:
    """A position, with its moves and without them, is the same when read back from its text."""
    bare = Position(position.game, position.state, position.turn)
    for written in (position, bare):
        name = "write" if position.game.write is not None else "name"
        text = _asked(rules, name, lambda written=written: written.text)
        name = "read" if position.game.read is not None else name
        try:
            found = _asked(rules, name, lambda text=text: position.game.position(text))
        except CoupeError as error:
            raise Fault(
                _(
                    "{where}: a position is written as {text}, which is not read back{at}: {reason}"
                ).format(where=_notation(rules), text=repr(text), at=rules.at(), reason=str(error))
            ) from error
        if (found.state, found.turn) != (position.state, position.turn):
            raise Fault(
                _(
                    "{where}: a position is written as {text}, which is read back as another{at}: "
                    "write what read understands, and every field of it."
                ).format(where=_notation(rules), text=repr(text), at=rules.at())
            )


def _notation(rules: Watched) -> str:
    """The words for what reads a position or, where the game leaves that to coupe, writes it."""
    for name in ("read", "write", "name"):
        if getattr(rules.game, name) is not None:
            return rules.where(name)
    return rules.game.title


def _asked(rules: Watched, name: str, question: Any) -> Any:
    rules.desk.asks(name)
    try:
        return question()
    except CoupeError:
        raise
    except BaseException as error:
        frames = frames_of(sys.exc_info()[2])
        raise Fault(rules.mishap(rules.places.name_at(frames) or name, error)) from error
