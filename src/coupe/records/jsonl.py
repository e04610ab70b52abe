"""A game as JSON that loses nothing, schema `coupe.game/1`: an object a line, or a list of them.

>>> record = Record("connect4", (Ply("4", seconds=1.5), Ply("4")), players=("Ann", "Bob"))
>>> print(to_text(record))
{"schema": "coupe.game/1", "game": "connect4", "start": "", "players": ["Ann", "Bob"], \
"moves": [{"move": "4", "seconds": 1.5}, "4"], "result": null, "tags": {}}
>>> list(read(to_text(record))) == [record]
True
"""

import json
import math
import re
from json import JSONDecodeError, JSONDecoder
from typing import Any

from coupe.errors import BadContent
from coupe.game import Game
from coupe.language import _
from coupe.position import shortened
from coupe.records.reading import Damage, Found, Ply, Record, checked, clean
from coupe.records.record import REASONS, Result

SCHEMA = "coupe.game/1"
LARGEST = 1 << 53
"""No number of a record is beyond what every reader of JSON can hold."""

_BETWEEN = re.compile(r"[\s,\]\[]*")
_MARKS = re.compile(r"[,\]\[]")
_NEXT = re.compile(r'\{\s*"schema"\s*:')


def to_json(record: Record) -> dict[str, Any]:
    """A record as JSON's objects, lists, texts and numbers.

    >>> to_json(Record("nim.py", (Ply("3"),)))["moves"]
    ['3']
    """
    result = record.result
    return {
        "schema": SCHEMA,
        "game": record.game,
        "start": record.start,
        "players": list(record.players),
        "moves": [_told(ply) for ply in record.moves],
        "result": result
        and {
            "winner": result.winner,
            "score": result.score,
            "reason": result.reason,
            "detail": result.detail,
        },
        "tags": dict(record.tags),
    }


def _told(ply: Ply) -> str | dict[str, Any]:
    told: dict[str, Any] = {"move": ply.move}
    if ply.seconds is not None:
        told["seconds"] = ply.seconds
    if ply.value is not None:
        told["value"] = ply.value
    if ply.comment:
        told["comment"] = ply.comment
    return told if len(told) > 1 else ply.move


def from_json(data: Any) -> Record:
    """The record that JSON tells; nothing is checked by the rules of its game.

    >>> from_json({"schema": "coupe.game/2"})
    Traceback (most recent call last):
        ...
    coupe.errors.BadContent: The schema is coupe.game/2, and this coupe reads coupe.game/1.
    """
    if not isinstance(data, dict) or "schema" not in data:
        raise _bad(data, '{"schema": "coupe.game/1", "game": ..., "moves": [...]}')
    if data["schema"] != SCHEMA:
        raise BadContent(
            _("The schema is {found}, and this coupe reads {wanted}.").format(
                found=shortened(str(data["schema"])), wanted=SCHEMA
            )
        )
    players = data.get("players", ["", ""])
    if not isinstance(players, list) or len(players) != 2:
        raise _bad(players, '"players": ["", ""]')
    moves = data.get("moves", [])
    if not isinstance(moves, list):
        raise _bad(moves, '"moves": ["f5", ...]')
    tags = data.get("tags", {})
    if not isinstance(tags, dict):
        raise _bad(tags, '"tags": {"date": "..."}')
    return Record(
        _text(data.get("game", "")),
        tuple(_ply(move) for move in moves),
        _text(data.get("start", "")),
        (_text(players[0]), _text(players[1])),
        _result(data.get("result")),
        {_text(name): _text(value) for name, value in tags.items()},
    )


def to_text(record: Record) -> str:
    """A record on one line."""
    return json.dumps(to_json(record), ensure_ascii=False)


def read(text: str, game: Game | None = None) -> Found:
    """The games of a text, wherever each begins."""
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), "").strip()
    if first.startswith("{") and first.endswith("}"):
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield from _of_line(line, number, game)
        return
    yield from _of_document(text, game)


def _of_line(line: str, number: int, game: Game | None) -> Found:
    place = _("line {count}").format(count=number)
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        yield Damage(place, _no_json(error))
        return
    yield from _of_data(data, place, game)


def _of_document(text: str, game: Game | None) -> Found:
    """The objects of a document, one after the other, in a list or not."""
    decoder = JSONDecoder()
    at, line, counted, size = 0, 1, 0, len(text)
    listed = apart = False
    while True:
        between = _BETWEEN.match(text, at)
        assert between is not None
        at = between.end()
        for mark in _MARKS.findall(between[0]):
            listed = mark == "[" or (listed and mark == ",")
            apart = True
        line += text.count("\n", counted, at)
        counted = at
        place = _("line {count}").format(count=line)
        if at >= size:
            if listed:
                yield Damage(place, _("The list is not closed: write ] at its end."))
            return
        if listed and not apart:
            yield Damage(place, _("There is no comma between this game and the one before it."))
        apart = False
        try:
            data, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            yield Damage(place, _no_json(error))
            reached = error.pos if isinstance(error, JSONDecodeError) else size
            following = _NEXT.search(text, max(at + 1, reached))
            if following is None:
                return
            at = following.start()
            listed = False
            continue
        yield from _of_data(data, place, game)


def _of_data(data: Any, place: str, game: Game | None) -> Found:
    try:
        record = from_json(data)
        if game is None and not record.game.strip():
            raise _bad(record.game, '"game": "othello"')
    except BadContent as error:
        yield Damage(place, str(error))
        return
    yield from checked(place, record, game)


def _no_json(error: Exception) -> str:
    if isinstance(error, JSONDecodeError):
        return _("This is not JSON: {reason} (character {count}).").format(
            reason=error.msg, count=error.colno
        )
    return _("This is not JSON: {reason}.").format(reason=_("it is nested too deep or too long"))


def _ply(move: Any) -> Ply:
    if isinstance(move, str):
        return Ply(clean(move))
    if not isinstance(move, dict):
        raise _bad(move, '"f5"')
    seconds, value = move.get("seconds"), move.get("value")
    if seconds is not None and not (_is_number(seconds, int | float) and seconds >= 0):
        raise _bad(seconds, '"seconds": 1.5')
    if value is not None and not _is_number(value, int):
        raise _bad(value, '"value": 3')
    return Ply(_text(move.get("move")), seconds, value, _text(move.get("comment", "")))


def _result(data: Any) -> Result | None:
    if data is None:
        return None
    form = '"result": {"winner": 0, "score": 12, "reason": "rules", "detail": ""}'
    if not isinstance(data, dict) or data.get("reason") not in REASONS:
        raise _bad(data, form)
    winner, score = data.get("winner"), data.get("score")
    if isinstance(winner, bool) or winner not in (None, 0, 1):
        raise _bad(winner, form)
    if score is not None and not _is_number(score, int):
        raise _bad(score, form)
    return Result(winner, score, data["reason"], _text(data.get("detail", "")))


def _is_number(value: Any, kind: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, kind):
        return False
    return abs(value) <= LARGEST if isinstance(value, int) else math.isfinite(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _bad(value, '"..."')
    return clean(value)


def _bad(value: Any, form: str) -> BadContent:
    found = clean(json.dumps(value, ensure_ascii=False))
    return BadContent(
        _("{found} is not what a game has here: write {form}.").format(
            found=shortened(found), form=form
        )
    )
