"""Files of earlier versions are brought to this one, or stay as they are."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from coupe.archive import Archive, store
from coupe.archive.schema import ANALYSES_AND_LESSONS, GAMES, VERSION
from tests.archive.conftest import DRAWN, GAME, WON

SLOW = """
import sys
from coupe.archive import Archive, store
from coupe.archive.schema import MIGRATIONS
store.MIGRATIONS = (MIGRATIONS[0], (*MIGRATIONS[1],
    "CREATE TABLE much AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
    "WHERE i < 30000000) SELECT i, hex(randomblob(50)) AS x FROM n",))
print("begins", flush=True)
Archive(sys.argv[1])
"""


def tables(file: Path) -> tuple[int, set[str]]:
    """The version and the tables, as plain SQLite sees them."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        return connection.execute("PRAGMA user_version").fetchone()[0], names


def test_a_file_of_version_1_is_upgraded_with_its_games(old: Path) -> None:
    assert tables(old)[0] == 1
    with Archive(old) as archive:
        assert [archive.game(id) for id in (1, 2, 3)] == [GAME, WON, DRAWN]
        assert archive.count() == (3, 0, 0)
        archive.add(GAME)
    version, names = tables(old)
    assert version == VERSION
    assert {"game", "ply", "analysis", "lesson"} <= names
    with Archive(old) as archive:
        assert archive.count() == (4, 0, 0)


def test_an_upgrade_that_fails_leaves_the_old_file(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = (*ANALYSES_AND_LESSONS, "CREATE NONSENSE")
    monkeypatch.setattr(store, "MIGRATIONS", (GAMES, steps))
    with pytest.raises(ValueError, match="syntax error"):
        Archive(old)
    version, names = tables(old)
    assert (version, "analysis" in names) == (1, False)
    monkeypatch.undo()
    with Archive(old) as archive:
        assert archive.count() == (3, 0, 0)


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.4])
def test_an_upgrade_that_is_killed_leaves_the_old_file(old: Path, seconds: float) -> None:
    child = subprocess.Popen([sys.executable, "-c", SLOW, str(old)], stdout=subprocess.PIPE)
    assert child.stdout is not None
    with child.stdout as said:
        said.readline()
        time.sleep(seconds)
        child.kill()
        child.wait()
    with Archive(old) as archive:
        assert archive.game(1) == GAME
        assert archive.count() == (3, 0, 0)
        assert archive.store.rows("PRAGMA integrity_check") == [("ok",)]
    version, names = tables(old)
    assert (version, "much" in names) == (VERSION, False)


def test_eight_processes_make_the_same_new_file(file: Path) -> None:
    script = "import sys; from coupe.archive import Archive; Archive(sys.argv[1]).close()"
    children = [subprocess.Popen([sys.executable, "-c", script, str(file)]) for _count in range(8)]
    assert [child.wait() for child in children] == [0] * 8
    with Archive(file) as archive:
        assert archive.count() == (0, 0, 0)


def test_where_there_is_no_write_ahead_log_the_old_way_of_writing_serves(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_write_ahead", lambda connection: None)
    with Archive(file) as archive, Archive(file) as other:
        assert archive.store.rows("PRAGMA journal_mode") == [("delete",)]
        archive.add(GAME)
        other.add(WON)
        assert archive.count() == (2, 0, 0)
