"""Analyses that were made: kept, so that none is made twice.

>>> as_good({"proved": 0, "depth": 8, "seconds": 1.0}, depth=7, seconds=None)
True
>>> as_good({"proved": 0, "depth": 8, "seconds": 1.0}, depth=9, seconds=5.0)
False
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from coupe.archive.rows import clean, kept_spec, now, whole
from coupe.archive.store import Store
from coupe.game import Game
from coupe.position import Position

if TYPE_CHECKING:
    from coupe.analysis import Answer

FIELDS = ("proved", "depth", "seconds", "answer")


_known: "WeakKeyDictionary[Game, str]" = WeakKeyDictionary()


def rules_of(game: Game) -> str:
    """What tells a game's rules and evaluation from any other's: an edited file has others."""
    from coupe.engine.rules import native_rules

    if game not in _known:
        _known[game] = native_rules(game).digest
    return _known[game]


def place_of(position: Position) -> str:
    """What tells a position from another of the same game: how it was reached only where a
    repetition can end the game."""
    history = [(tuple(state), turn) for state, turn in position.history]
    told = repr((tuple(position.state), position.turn, history))
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def as_good(row: Mapping[str, Any], *, depth: int | None, seconds: float | None) -> bool:
    """Whether a kept analysis serves for one with these limits."""
    if row["proved"]:
        return True
    return (depth is not None and row["depth"] >= depth) or (
        seconds is not None and row["seconds"] >= seconds
    )


def is_proved(answer: "Answer") -> bool:
    """Whether nothing of an answer can be found better."""
    kinds = {answer.kind, *(move.kind for move in answer.moves or ())}
    return kinds == {"exact"}


def recall(
    store: Store,
    position: Position,
    *,
    depth: int | None,
    seconds: float | None,
    all_moves: bool,
) -> "Answer | None":
    """The best kept analysis that serves, if any."""
    from coupe.analysis import Answer

    found = store.rows(
        f"SELECT {', '.join(FIELDS)} FROM analysis "
        "WHERE rules = ? AND position = ? AND all_moves >= ? "
        "ORDER BY proved DESC, depth DESC, seconds DESC",
        (rules_of(position.game), place_of(position), all_moves),
    )
    for values in found:
        row = dict(zip(FIELDS, values, strict=True))
        try:
            if as_good(row, depth=depth, seconds=seconds):
                answer = Answer.from_json(json.loads(row["answer"]))
                moves = answer.moves if all_moves else None
                return replace(answer, game=position.game.spec, position=position.text, moves=moves)
        except (ValueError, TypeError, RecursionError):
            continue  # A damaged analysis is made anew.
    return None


def remember(
    store: Store,
    position: Position,
    answer: "Answer",
    *,
    depth: int | None,
    seconds: float | None,
) -> None:
    """Keep an analysis, in the place of those that it is at least as good as."""
    rules, place = rules_of(position.game), place_of(position)
    given = min(answer.seconds if seconds is None else seconds, 1e15)
    proved, all_moves = is_proved(answer), answer.moves is not None
    with store.transaction() as connection:
        connection.execute(
            "DELETE FROM analysis WHERE rules = ? AND position = ? AND all_moves <= ? "
            "AND (? OR (NOT proved AND depth <= ? AND seconds <= ?))",
            (rules, place, all_moves, proved, answer.depth, given),
        )
        connection.execute(
            "INSERT INTO analysis VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                rules,
                place,
                kept_spec(answer.game),
                clean(answer.position),
                all_moves,
                proved,
                answer.kind,
                answer.depth,
                whole(depth),
                given,
                clean(json.dumps(answer.to_json(), ensure_ascii=False)),
                now(),
            ),
        )
