"""The SQLite file of an archive: found, checked before it is touched, upgraded, opened.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     store = Store(Path(folder, "mine.sqlite"))
...     version = store.rows("PRAGMA user_version")[0][0]
...     store.close()
>>> version == VERSION
True
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import Any, NoReturn
from urllib.parse import quote

from coupe.archive.schema import APPLICATION, MIGRATIONS, VERSION
from coupe.errors import BadArchive, BadFile, BadOption
from coupe.language import _, reason_of

NOTHING = "none"
"""The archive that keeps nothing, whatever its case."""

MAGIC = b"SQLite format 3\0"
PATIENCE = 60.0
"""Seconds that one process waits for another's write to end."""

MOST_CHECKED = 8 << 20
"""Bytes up to which a file is checked whole each time it is opened: some 20 ms."""

ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises: the second where its own words quote bytes that are no text."""

OF_THE_SYSTEM = ("locked", "readonly", "unable to open", "disk", "full", "busy")
"""Words of SQLite's that blame the system, not what the file holds."""


def is_nothing(path: str) -> bool:
    """Whether a path stands for no archive at all.

    >>> is_nothing("None"), is_nothing("./none")
    (True, False)
    """
    return path.strip().lower() == NOTHING


def default_path() -> Path:
    """Where the user's archive is: COUPE_ARCHIVE, else in the user's data folder.

    >>> default_path().suffix
    '.sqlite'
    """
    chosen = os.environ.get("COUPE_ARCHIVE", "").strip()
    if is_nothing(chosen):
        raise BadOption(
            _("COUPE_ARCHIVE is {none}, which keeps nothing: write --archive FILE.").format(
                none=NOTHING
            )
        )
    if chosen:
        return Path(os.path.expanduser(chosen))
    from platformdirs import user_data_path

    return user_data_path("coupe", appauthor=False) / "archive.sqlite"


class Store:
    """An open archive file: transactions, and rows; every error of SQLite's is a sentence.

    It may be used from several threads, one transaction at a time. Where `make` is false a file
    that is not there is not made either: the store is empty, and what is written to it is lost.
    """

    def __init__(self, path: Path, *, make: bool = True) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._in_memory = not make and not os.path.lexists(path)
        if not self._in_memory:
            _check_before_opening(path)
        self._connection = self._opened()

    def _opened(self) -> sqlite3.Connection:
        with self._in_plain_words():
            connection = _connect(self.path, "memory" if self._in_memory else "rwc")
            try:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA synchronous = NORMAL")
                _upgrade(connection, self.path)
                _write_ahead(connection)
            except BaseException:
                connection.close()
                raise
        return connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is kept, or nothing of it."""
        with self._lock, self._in_plain_words():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds."""
        with self._lock, self._in_plain_words():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        try:
            yield
        except ERRORS as error:
            _refuse(self.path, error)

    def close(self) -> None:
        """Close the file."""
        with self._lock, self._in_plain_words():
            self._connection.close()


def _connect(path: Path, mode: str = "rwc") -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
    # A damaged file may hold what is no text.
    connection.text_factory = lambda held: held.decode("utf-8", "replace")
    connection.create_function("folded", 1, lambda text: str(text).casefold(), deterministic=True)
    return connection


def _refuse(path: Path, error: Exception) -> NoReturn:
    said = _reason(error)
    of_the_system = any(word in said for word in OF_THE_SYSTEM) and "malformed" not in said
    # What we have asked wrongly says nothing of the file.
    if of_the_system or isinstance(error, sqlite3.ProgrammingError) or "FOREIGN KEY" in said:
        raise BadFile(
            _("The archive {path} cannot be used: {reason}.").format(path=path, reason=said)
        ) from error
    is_damaged(path, said, error)


def _reason(error: Exception) -> str:
    if "closed database" in str(error):
        return _("it is closed")
    return str(error) if isinstance(error, sqlite3.Error) else _("it holds what is no text")


def is_damaged(path: Path, reason: str, error: Exception | None = None) -> NoReturn:
    """Refuse a file that is not as it was written.

    >>> is_damaged(Path("mine.sqlite"), "malformed")
    Traceback (most recent call last):
        ...
    coupe.errors.BadArchive: The archive mine.sqlite is damaged (malformed): it was left as it is.
    """
    raise BadArchive(
        _("The archive {path} is damaged ({reason}): it was left as it is.").format(
            path=path, reason=reason
        )
    ) from error


def _check_before_opening(path: Path) -> None:
    """Make the folder, and look at the file as mere bytes, then as a reader: nothing is written to
    one that is refused."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            found = path.stat()
        except FileNotFoundError:
            return
        if not S_ISREG(found.st_mode):
            raise BadFile(_("{path} is not a file: the archive is one.").format(path=path))
        with path.open("rb") as file:
            header = file.read(100)
    except BadFile:
        raise
    except (OSError, ValueError) as error:
        raise BadFile(
            _("The archive {path} cannot be used: {reason}.").format(
                path=str(path)[:200], reason=reason_of(error)
            )
        ) from error
    if not header:
        return
    if (
        len(header) < 100
        or header[:16] != MAGIC
        or int.from_bytes(header[68:72], "big") != APPLICATION
    ):
        raise BadArchive(
            _("{path} is not an archive of coupe: it was left as it is.").format(path=path)
        )
    _check_version(path, int.from_bytes(header[60:64], "big"))
    _check_as_reader(path)


def _check_version(path: Path, version: int) -> None:
    if version > VERSION:
        raise BadArchive(
            _(
                "The archive {path} was made by a later coupe (version {found}, this one knows "
                "{known}): it was left as it is."
            ).format(path=path, found=version, known=VERSION)
        )


def _check_as_reader(path: Path) -> None:
    """What SQLite itself finds wrong, without the right to write.

    Where nobody has the file open it is read as one that cannot change, which leaves no other file
    beside it; if somebody did open it meanwhile, what was seen wrong may be his writing: look again.
    """
    log, journal = (path.with_name(path.name + end) for end in ("-wal", "-journal"))
    for _attempt in range(5):
        if journal.exists():
            return  # A transaction that was cut: only a writer can undo it.
        before = _seen(path)
        shared = log.exists()
        try:
            said = _read_through(path, "ro" if shared else "ro&immutable=1")
            if said == "ok":
                return
            error = None
        except ERRORS as wrong:
            if shared and any(word in str(wrong) for word in OF_THE_SYSTEM):
                return  # A folder that cannot be written, perhaps: opening it will say so.
            said, error = _reason(wrong), wrong
        if _seen(path) == before and log.exists() == shared:
            break
    if error is not None:
        _refuse(path, error)
    is_damaged(path, said.splitlines()[-1])


def _is_cut(path: Path) -> bool:
    """Whether a file is shorter than its header says; only nobody's changes are all in the file."""
    with path.open("rb") as file:
        header = file.read(100)
    size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    return path.stat().st_size < pages * (65536 if size == 1 else size)


def _seen(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _read_through(path: Path, mode: str) -> str:
    """What SQLite says of a file: `ok`, or what is wrong."""
    if mode != "ro" and _is_cut(path):
        return _("it is shorter than it says")
    with closing(_connect(path, mode)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        _check_version(path, version)
        connection.execute("SELECT count(*) FROM game WHERE id < 0").fetchone()
        if path.stat().st_size > MOST_CHECKED:
            return "ok"
        return str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])


def _upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the file to this version, in one transaction."""
    if _version(connection) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        _check_version(path, version)
        for number, steps in enumerate(MIGRATIONS[version:], version + 1):
            for step in steps:
                connection.execute(step)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Readers and a writer at once, where the file system can; else they take turns."""
    for _attempt in range(20):
        if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            return
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                return
        time.sleep(0.05)
