"""The archive: every game as it is played, every analysis, what is to be practised.

>>> import tempfile
>>> from coupe import load
>>> from coupe.records import Ply, Record
>>> with tempfile.TemporaryDirectory() as folder, Archive(Path(folder, "mine.sqlite")) as archive:
...     kept = archive.begin(Record("connect4", players=("human", "level:3")))
...     kept.played(0, Ply("4"))
...     archive.game(kept.id).names, archive.unfinished("connect4") == kept.id
(('4',), True)
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from coupe.archive import analyses, lessons, searching
from coupe.archive.kept import Kept, fill_digests, has_no_game, insert
from coupe.archive.lessons import Lesson
from coupe.archive.rows import (
    COLUMNS,
    MOST,
    Entry,
    digest_of,
    entry_of,
    kept_spec,
    now,
    ply_of,
)
from coupe.archive.store import Store, default_path, is_damaged
from coupe.errors import CoupeError
from coupe.position import Position
from coupe.records import Record, start_of

if TYPE_CHECKING:
    from coupe.analysis import Answer

AT_ONCE = 250
"""Games that an import writes in one transaction."""

Watcher = Callable[[int, int], None]
"""Told how far something long has come, in two numbers."""


class Archive:
    """One file of games, analyses and lessons; several processes may have it open at once.

    `path` None is COUPE_ARCHIVE, else a file in the user's data folder. BadArchive where the file
    is something else, is damaged or comes from a later coupe: then it is left as it is. Where
    `make` is false an archive that is not there is empty, and is not made.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, make: bool = True) -> None:
        self.path = default_path() if path is None else Path(path)
        self.store = Store(self.path, make=make)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.store.close()

    def begin(self, record: Record, *, series: str = "", number: int = 0) -> "Kept":
        """Keep a game that begins, or goes on: what there is of it is at once on the disk."""
        return Kept(self.store, self.add(record, series=series, number=number), record.names)

    def resume(self, id: int) -> "Kept":
        """Go on with a kept game; BadOption where there is none of that number."""
        return Kept(self.store, id, self.game(id).names)

    def add(self, record: Record, *, series: str = "", number: int = 0) -> int:
        """Keep a whole game in one transaction; its number in the archive."""
        if "date" not in record.tags:
            record = replace(record, tags={**record.tags, "date": now()[:10]})
        with self.store.transaction() as connection:
            return insert(connection, record, series, number, now(), ours=True)

    def bring(
        self,
        records: Iterable[Record],
        *,
        ours: bool = False,
        watch: Watcher | None = None,
    ) -> tuple[int, int]:
        """Keep games that come from elsewhere, but none that is here: how many were, and were not.

        `ours`: whoever brings them vouches for the rules that they name, which are then run. Some
        hundreds of them are one transaction: what was done before an interruption stays. `watch`
        is told the same two numbers on the way.
        """
        brought = known = 0
        arriving = iter(records)
        ended = False
        while not ended:
            waiting: list[Record] = []
            try:
                waiting.extend(islice(arriving, AT_ONCE))
                ended = len(waiting) < AT_ONCE
            finally:
                new = self._bring(waiting, ours)
                brought, known = brought + new, known + len(waiting) - new
                if watch is not None:
                    watch(brought, known)
        return brought, known

    def _bring(self, records: Sequence[Record], ours: bool) -> int:
        brought = 0
        if not records:
            return brought
        with self.store.transaction() as connection, self._readable():
            fill_digests(connection)
            for record in records:
                digest = digest_of(record)
                known = connection.execute("SELECT 1 FROM game WHERE digest = ?", (digest,))
                if known.fetchone() is None:
                    began = record.tags.get("date", "").replace(".", "-")
                    insert(connection, record, "", 0, began, ours=ours, digest=digest)
                    brought += 1
        return brought

    def entry(self, id: int) -> Entry:
        """What is known of a kept game; BadOption where there is none of that number."""
        found = []
        if isinstance(id, int) and 0 < id <= MOST:
            found = self.store.rows(f"SELECT {COLUMNS} FROM game WHERE id = ?", (id,))
        if not found:
            raise has_no_game(id)
        with self._readable():
            return entry_of(found[0])

    def game(self, id: int) -> Record:
        """A kept game; BadOption where there is none of that number.

        >>> import tempfile
        >>> from coupe.records import Record
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Archive(Path(folder, "mine.sqlite")) as archive:
        ...         archive.game(7)
        Traceback (most recent call last):
            ...
        coupe.archive.kept.Gone: The archive has no game 7: coupe archive list shows those it has.
        """
        entry = self.entry(id)
        found = self.store.rows(
            "SELECT move, seconds, value, comment FROM ply WHERE game = ? ORDER BY number", (id,)
        )
        with self._readable():
            return Record(
                entry.game,
                tuple(ply_of(row) for row in found),
                entry.start,
                entry.players,
                entry.result,
                entry.tags,
            )

    def games(
        self,
        *,
        game: str | None = None,
        player: str | None = None,
        since: str | None = None,
        until: str | None = None,
        winner: str | int | None = None,
        finished: bool | None = None,
        position: Position | None = None,
        text: str | None = None,
        series: str | None = None,
        shortest: int | None = None,
        longest: int | None = None,
        limit: int | None = None,
        watch: Watcher | None = None,
    ) -> Iterator[Entry]:
        """The kept games that are as asked, the last one kept first.

        `game` without parameters stands for the game with any. `player` is a part of a name;
        `winner` is 0, 1, `draw`, or a part of the winner's name. `since` and `until` are dates, or
        beginnings of dates (`2026-05`). `position` must have occurred, in any of its symmetric
        forms; the first such search looks at every game, and says so to `watch`. `text` is a part
        of a tag or a name; `shortest` and `longest` are counts of moves.
        """
        searching.check_possible(since, until, shortest, longest, limit)
        keys: list[int] = []
        start = None
        if position is not None:
            searching.key_games(self.store, position.game, watch)
            keys = searching.keys_of(position)
            game = position.game.spec
            start = start_of(Position(position.game, position.state, position.turn))
        where, values = searching.conditions(
            game=game and kept_spec(game),
            player=player,
            since=since,
            until=until,
            winner=winner,
            finished=finished,
            keys=keys,
            start=start,
            text=text,
            series=series,
            shortest=shortest,
            longest=longest,
        )
        query = f"SELECT {COLUMNS} FROM game WHERE {where} ORDER BY id DESC"
        if limit is not None:
            query += f" LIMIT {min(limit, MOST)}"
        for row in self.store.rows(query, values):
            with self._readable():
                entry = entry_of(row)
            yield entry

    def count(self) -> tuple[int, int, int]:
        """How many games, analyses and lessons there are."""
        query = "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM analysis)"
        games, analyses, lessons = self.store.rows(f"{query}, (SELECT count(*) FROM lesson)")[0]
        return int(games), int(analyses), int(lessons)

    def delete(self, ids: Iterable[int]) -> int:
        """Forget games; how many there were."""
        gone = 0
        with self.store.transaction() as connection:
            for id in ids:
                if 0 < id <= MOST:
                    gone += connection.execute("DELETE FROM game WHERE id = ?", (id,)).rowcount
        return gone

    def unfinished(self, game: str | None = None) -> int | None:
        """The number of the last game that was left in the midst, series apart; None: no such."""
        query, values = "SELECT id FROM game WHERE reason IS NULL AND series = '' AND ours", []
        if game is not None:
            query += " AND game = ?"
            values.append(kept_spec(game))
        found = self.store.rows(f"{query} ORDER BY changed DESC, id DESC LIMIT 1", values)
        return int(found[0][0]) if found else None

    def recall(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        all_moves: bool = False,
    ) -> "Answer | None":
        """An analysis that is as good as what is asked for, if one was made: else None.

        A proved one always is; an estimate is where it has reached the depth, or was given the
        seconds.
        """
        return analyses.recall(
            self.store, position, depth=depth, seconds=seconds, all_moves=all_moves
        )

    def remember(
        self,
        position: Position,
        answer: "Answer",
        *,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Keep an analysis, with the limits it was given; worse ones of the position go.

        `seconds` are those it could have taken, had it not been stopped: None for those it took.
        """
        analyses.remember(self.store, position, answer, depth=depth, seconds=seconds)

    def keep_lesson(self, lesson: Lesson) -> int:
        """Keep a position to practise, or what is now known of it; its number."""
        return lessons.keep(self.store, replace(lesson, game=kept_spec(lesson.game)))

    def lessons(self, game: str | None = None, *, due: bool = False) -> list[Lesson]:
        """The positions to practise, those of a game or of all; `due`: those whose turn it is."""
        with self._readable():
            return lessons.listed(self.store, game and kept_spec(game), due=due)

    def answered(self, id: int, right: bool) -> None:
        """A lesson was asked, and answered rightly or not."""
        lessons.answered(self.store, id, right)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """A row that cannot be what we wrote means that the file is damaged."""
        try:
            yield
        except CoupeError:
            raise
        except (ValueError, TypeError, RecursionError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            is_damaged(self.path, reason, error)
