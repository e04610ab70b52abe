"""A game that is being written down, and the rows of one that is whole.

>>> import tempfile
>>> from coupe.archive import Archive
>>> with tempfile.TemporaryDirectory() as folder, Archive(f"{folder}/mine.sqlite") as archive:
...     kept = archive.begin(Record("connect4"))
...     kept.ended(Result(1, None, "resignation"))
...     archive.game(kept.id).result.reason
'resignation'
"""

from sqlite3 import Connection

from coupe.archive.rows import COLUMNS, clean, digest_of, entry_of, now, row_of, row_of_ply, whole
from coupe.archive.store import Store
from coupe.records import Ply, Record, Result


class Kept:
    """A game that is written down as it is played: a move is on the disk before the next one.

    >>> import tempfile
    >>> from coupe.archive import Archive
    >>> with tempfile.TemporaryDirectory() as folder, Archive(f"{folder}/mine.sqlite") as archive:
    ...     kept = archive.begin(Record("othello", players=("human", "random")))
    ...     kept.played(0, Ply("f5"))
    ...     kept.undone(0)
    ...     archive.entry(kept.id).moves
    0
    """

    def __init__(self, store: Store, id: int) -> None:
        self.store = store
        self.id = id

    def played(self, number: int, ply: Ply) -> None:
        """The move of that number was played; those that came after are taken back."""
        with self.store.transaction() as connection:
            _keep_moves(connection, self.id, number)
            connection.execute(
                "INSERT INTO ply (game, number, move, seconds, value, comment) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                row_of_ply(self.id, number, ply),
            )
            _touch(connection, self.id, number + 1)

    def undone(self, kept: int) -> None:
        """Moves were taken back: so many are left."""
        with self.store.transaction() as connection:
            _keep_moves(connection, self.id, kept)
            _touch(connection, self.id, kept)

    def ended(self, result: Result | None) -> None:
        """The game is over; None: it was left, and may go on."""
        winner = score = reason = None
        detail = ""
        if result is not None:
            winner, score = result.winner, whole(result.score)
            reason, detail = clean(result.reason), clean(result.detail)
        with self.store.transaction() as connection:
            connection.execute(
                "UPDATE game SET winner = ?, score = ?, reason = ?, detail = ?, changed = ?, "
                "digest = NULL WHERE id = ?",
                (winner, score, reason, detail, now(), self.id),
            )


def _keep_moves(connection: Connection, id: int, kept: int) -> None:
    connection.execute("DELETE FROM ply WHERE game = ? AND number >= ?", (id, kept))


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
