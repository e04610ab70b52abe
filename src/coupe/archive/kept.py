"""A game that is being written down, and the rows of one that is whole.

>>> import tempfile
>>> from coupe.archive import Archive
>>> with tempfile.TemporaryDirectory() as folder, Archive(f"{folder}/mine.sqlite") as archive:
...     kept = archive.begin(Record("connect4"))
...     kept.ended(Result(1, None, "resignation"))
...     archive.game(kept.id).result.reason
'resignation'
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from sqlite3 import Connection

from coupe.archive.rows import (
    COLUMNS,
    clean,
    digest_of,
    entry_of,
    now,
    row_of,
    row_of_ply,
    tags_written,
    whole,
)
from coupe.archive.store import Store
from coupe.errors import BadOption
from coupe.language import _
from coupe.position import shortened
from coupe.records import Ply, Record, Result


class Gone(BadOption):
    """A kept game that is not there, or not as it was left.

    >>> import tempfile
    >>> from coupe.archive import Archive
    >>> with tempfile.TemporaryDirectory() as folder, Archive(f"{folder}/mine.sqlite") as archive:
    ...     kept = archive.begin(Record("connect4"))
    ...     _count = archive.delete([kept.id])
    ...     kept.played(0, Ply("4"))
    Traceback (most recent call last):
        ...
    coupe.archive.kept.Gone: The archive has no game 1: coupe archive list shows those it has.
    """


class Kept:
    """A game that is written down as it is played: a move is on the disk before the next one.

    Gone where somebody else has deleted the game or gone on with it, BadOption where the move is
    not the next one: then nothing is written.

    >>> import tempfile
    >>> from coupe.archive import Archive
    >>> with tempfile.TemporaryDirectory() as folder, Archive(f"{folder}/mine.sqlite") as archive:
    ...     kept = archive.begin(Record("othello", players=("human", "random")))
    ...     kept.played(0, Ply("f5"))
    ...     kept.undone(0)
    ...     archive.entry(kept.id).moves
    0
    """

    def __init__(self, store: Store, id: int, names: Sequence[str] = ()) -> None:
        self.store = store
        self.id = id
        self._names = [clean(name) for name in names]

    def played(self, number: int, ply: Ply) -> None:
        """The move of that number, the next one, was played."""
        if number != len(self._names):
            raise BadOption(
                _("Game {id} goes on with the move of number {count}, not with {number}.").format(
                    id=self.id, count=len(self._names), number=number
                )
            )
        with self._as_it_was_left() as connection:
            connection.execute(
                "INSERT INTO ply (game, number, move, seconds, value, comment) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                row_of_ply(self.id, number, ply),
            )
            _touch(connection, self.id, number + 1)
        self._names.append(clean(ply.move))

    def undone(self, kept: int) -> None:
        """Moves were taken back: so many are left."""
        if not 0 <= kept <= len(self._names):
            raise BadOption(
                _("The moves of game {id} are {count}: {kept} of them cannot be left.").format(
                    id=self.id, count=len(self._names), kept=kept
                )
            )
        with self._as_it_was_left() as connection:
            connection.execute("DELETE FROM ply WHERE game = ? AND number >= ?", (self.id, kept))
            _touch(connection, self.id, kept)
        del self._names[kept:]

    def ended(self, result: Result | None) -> None:
        """The game is over; None: it was left, and may go on."""
        winner = score = reason = None
        detail = ""
        if result is not None:
            winner, score = result.winner, whole(result.score)
            reason, detail = clean(result.reason), clean(result.detail)
        with self._as_it_was_left() as connection:
            connection.execute(
                "UPDATE game SET winner = ?, score = ?, reason = ?, detail = ?, changed = ?, "
                "digest = NULL WHERE id = ?",
                (winner, score, reason, detail, now(), self.id),
            )

    def tagged(self, tags: Mapping[str, str]) -> None:
        """What is known of the game besides its moves."""
        with self._as_it_was_left() as connection:
            connection.execute(
                "UPDATE game SET tags = ?, changed = ?, digest = NULL WHERE id = ?",
                (tags_written(tags), now(), self.id),
            )

    @contextmanager
    def _as_it_was_left(self) -> Iterator[Connection]:
        """A transaction on a game that nobody else has changed meanwhile."""
        with self.store.transaction() as connection:
            if not connection.execute("SELECT 1 FROM game WHERE id = ?", (self.id,)).fetchone():
                raise has_no_game(self.id)
            there = connection.execute(
                "SELECT move FROM ply WHERE game = ? ORDER BY number", (self.id,)
            )
            if [str(name) for (name,) in there] != self._names:
                raise Gone(
                    _("Game {id} was gone on with elsewhere: here it is not kept any more.").format(
                        id=self.id
                    )
                )
            yield connection


def has_no_game(id: object) -> Gone:
    """What is said where an archive has no game of that number.

    >>> str(has_no_game(7))
    'The archive has no game 7: coupe archive list shows those it has.'
    """
    return Gone(
        _("The archive has no game {id}: coupe archive list shows those it has.").format(
            id=shortened(str(id))
        )
    )


def _touch(connection: Connection, id: int, plies: int) -> None:
    connection.execute(
        "UPDATE game SET plies = ?, keyed = min(keyed, ?), changed = ?, digest = NULL, "
        "winner = NULL, score = NULL, reason = NULL, detail = '' WHERE id = ?",
        (plies, plies - 1, now(), id),
    )


def insert(
    connection: Connection,
    record: Record,
    series: str,
    number: int,
    began: str,
    *,
    ours: bool,
    digest: str | None = None,
) -> int:
    """Write the rows of a game; its number."""
    row = {**row_of(record, series, number, began, ours), "digest": digest}
    names = ", ".join(row)
    marks = ", ".join(f":{name}" for name in row)
    id = connection.execute(f"INSERT INTO game ({names}) VALUES ({marks})", row).lastrowid
    assert id is not None
    connection.executemany(
        "INSERT INTO ply (game, number, move, seconds, value, comment) VALUES (?, ?, ?, ?, ?, ?)",
        (row_of_ply(id, place, ply) for place, ply in enumerate(record.moves)),
    )
    return id


def fill_digests(connection: Connection) -> None:
    """Give a digest to the games that were played here since the last time."""
    fresh = connection.execute(f"SELECT {COLUMNS} FROM game WHERE digest IS NULL").fetchall()
    for row in fresh:
        entry = entry_of(row)
        names = connection.execute(
            "SELECT move FROM ply WHERE game = ? ORDER BY number", (entry.id,)
        ).fetchall()
        record = Record(
            entry.game,
            tuple(Ply(str(name)) for (name,) in names),
            entry.start,
            entry.players,
            entry.result,
            entry.tags,
        )
        connection.execute("UPDATE game SET digest = ? WHERE id = ?", (digest_of(record), entry.id))
