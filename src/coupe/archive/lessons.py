"""Positions to practise: those where a reviewed game went wrong and only one move holds.

>>> lesson = Lesson("tictactoe", "XX.OO....", best="3", value=1, second=-1, played="9")
>>> is_due(lesson, "2026-05-04T10:00:00"), lesson.asked
(True, 0)
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from coupe.archive.rows import MOST, clean, now, whole
from coupe.archive.store import Store

DAYS = (1, 3, 7, 16, 35, 80)
"""After how many days a position comes back, once answered rightly so many times in a row."""

FIELDS = "game, position, best, value, second, played, origin, id, asked, right, streak, last"


@dataclass(frozen=True)
class Lesson:
    """A position to practise: its only good move, what that is worth and what the next best is
    worth, what was played, and where it comes from.

    >>> Lesson("tictactoe", "XX.OO....", best="3", value=1, second=-1, played="9").best
    '3'

    `asked`, `right` and `streak` count answers: all, the right ones, those in a row up to `last`.
    """

    game: str
    position: str
    best: str
    value: int
    second: int | None
    played: str
    origin: str = ""
    id: int = 0
    asked: int = 0
    right: int = 0
    streak: int = 0
    last: str = ""


def is_due(lesson: Lesson, moment: str) -> bool:
    """Whether it is time to ask again: at once after a mistake, else later and later."""
    if not lesson.streak:
        return True
    days = DAYS[min(lesson.streak, len(DAYS)) - 1]
    try:
        last = datetime.fromisoformat(lesson.last)
        return datetime.fromisoformat(moment) >= last + timedelta(days=days)
    except (ValueError, TypeError):
        return True


def keep(store: Store, lesson: Lesson) -> int:
    """Keep a lesson, or what is now known of one that is there; its number."""
    with store.transaction() as connection:
        connection.execute(
            "INSERT INTO lesson (game, position, best, value, second, played, origin) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, position) DO UPDATE SET "
            "best = excluded.best, value = excluded.value, second = excluded.second, "
            "played = excluded.played, origin = excluded.origin",
            (
                clean(lesson.game),
                clean(lesson.position),
                clean(lesson.best),
                whole(lesson.value),
                whole(lesson.second),
                clean(lesson.played),
                clean(lesson.origin),
            ),
        )
        row = connection.execute(
            "SELECT id FROM lesson WHERE game = ? AND position = ?",
            (clean(lesson.game), clean(lesson.position)),
        )
        return int(row.fetchone()[0])


def listed(store: Store, game: str | None, *, due: bool) -> list[Lesson]:
    """The lessons of a game, or of all: the longest not asked first."""
    found = store.rows(
        f"SELECT {FIELDS} FROM lesson WHERE game = coalesce(?, game) ORDER BY last, id", (game,)
    )
    lessons = [_lesson(row) for row in found]
    moment = now()
    return [lesson for lesson in lessons if not due or is_due(lesson, moment)]


def _lesson(row: Any) -> Lesson:
    game, position, best, value, second, played, origin, id, asked, right, streak, last = row
    return Lesson(
        game=str(game),
        position=str(position),
        best=str(best),
        value=int(value),
        second=None if second is None else int(second),
        played=str(played),
        origin=str(origin),
        id=int(id),
        asked=int(asked),
        right=int(right),
        streak=int(streak),
        last=str(last),
    )


def answered(store: Store, id: int, right: bool) -> None:
    """Count an answer."""
    if not 0 < id <= MOST:
        return
    with store.transaction() as connection:
        connection.execute(
            "UPDATE lesson SET asked = asked + 1, right = right + ?, "
            "streak = CASE WHEN ? THEN streak + 1 ELSE 0 END, last = ? WHERE id = ?",
            (right, right, now(), id),
        )
