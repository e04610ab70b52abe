"""How games are written as rows, and read back.

>>> clean("a\\ud800b")
'a?b'
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from coupe.records import Ply, Record, Result

MOST = (1 << 63) - 1
"""The largest number that SQLite holds."""

COLUMNS = (
    "id, game, start, first, second, began, winner, score, reason, detail, tags, series, number, "
    "ours, plies"
)


@dataclass(frozen=True)
class Entry:
    """What is known of a kept game without reading its moves, whose count is `moves`.

    A game that is not `ours` was imported: a file of rules that it names is not to be run unasked.

    >>> Entry(id=1, game="othello", players=("Ann", "level:3"), moves=12).result is None
    True
    """

    id: int
    game: str
    players: tuple[str, str]
    moves: int
    start: str = ""
    began: str = ""
    result: Result | None = None
    series: str = ""
    number: int = 0
    tags: Mapping[str, str] = field(default_factory=dict)
    ours: bool = True


def now() -> str:
    """The time, as rows have it: the local one, and its distance from Greenwich."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def clean(text: str) -> str:
    """A text that SQLite can hold."""
    return text.encode("utf-8", "replace").decode()


def whole(number: int | None) -> int | None:
    """A number that SQLite can hold, or None."""
    return number if number is not None and -MOST <= number <= MOST else None


def kept_spec(spec: str) -> str:
    """A game's spec that is good from any folder.

    >>> kept_spec("connect4:6x5"), os.path.isabs(kept_spec("nim.py:3"))
    ('connect4:6x5', True)
    """
    name, colon, chosen = spec.rpartition(":")
    if not colon or chosen.endswith(".py") or "/" in chosen or os.sep in chosen:
        name, colon, chosen = spec, "", ""
    if name.endswith(".py") or "/" in name or os.sep in name:
        name = os.path.abspath(name)
    return clean(name + colon + chosen)


def digest_of(record: Record) -> str:
    """What makes a game the same as another, whatever file it comes from."""
    result = record.result and (record.result.winner, record.result.score, record.result.reason)
    parts = (
        kept_spec(record.game),
        record.start,
        record.names,
        record.players,
        record.tags.get("date", ""),
        result,
    )
    return hashlib.blake2b(repr(parts).encode("utf-8", "replace"), digest_size=16).hexdigest()


def tags_written(tags: Mapping[str, str]) -> str:
    """Tags as their column holds them.

    >>> tags_written({"time": "5m"})
    '{"time": "5m"}'
    """
    return clean(json.dumps(dict(tags), ensure_ascii=False))


def row_of(record: Record, series: str, number: int, began: str, ours: bool) -> dict[str, Any]:
    """The row of a game, without its moves."""
    result = record.result
    return {
        "game": kept_spec(record.game),
        "start": clean(record.start),
        "first": clean(record.players[0]),
        "second": clean(record.players[1]),
        "began": clean(began),
        "changed": now(),
        "winner": result and result.winner,
        "score": result and whole(result.score),
        "reason": result and clean(result.reason),
        "detail": clean(result.detail) if result else "",
        "tags": tags_written(record.tags),
        "series": clean(series),
        "number": number,
        "ours": ours,
        "plies": len(record.moves),
    }


def row_of_ply(game: int, number: int, ply: Ply) -> tuple[Any, ...]:
    """The row of a move."""
    return game, number, clean(ply.move), ply.seconds, whole(ply.value), clean(ply.comment)


def entry_of(row: Any) -> Entry:
    """The entry of a row with COLUMNS; ValueError where it cannot be."""
    id_, game, start, first, second, began, winner, score, reason, detail, tags = row[:11]
    series, number, ours, moves = row[11:]
    result = None
    if reason is not None:
        if winner not in (0, 1, None):
            raise ValueError("winner")
        score = None if score is None else int(score)
        result = Result(winner, score, str(reason), str(detail))
    held = json.loads(tags)
    if not isinstance(held, dict):
        raise ValueError("tags")
    return Entry(
        id=int(id_),
        game=str(game),
        players=(str(first), str(second)),
        moves=int(moves),
        start=str(start),
        began=str(began),
        result=result,
        series=str(series),
        number=int(number),
        tags={str(name): str(value) for name, value in held.items()},
        ours=bool(ours),
    )


def ply_of(row: Any) -> Ply:
    """The move of a row: move, seconds, value, comment."""
    move, seconds, value, comment = row
    return Ply(
        str(move),
        None if seconds is None else float(seconds),
        None if value is None else int(value),
        str(comment),
    )
