"""Archives to try things on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coupe.archive import Archive, Lesson
from coupe.archive.kept import insert
from coupe.archive.schema import APPLICATION, GAMES
from coupe.records import Ply, Record, Result


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where an archive may be made."""
    return tmp_path / "mine.sqlite"


@pytest.fixture
def archive(file: Path) -> Iterator[Archive]:
    """An empty archive."""
    with Archive(file) as made:
        yield made


GAME = Record(
    "connect4",
    (Ply("4", 1.5, 3, "the centre"), Ply("4"), Ply("3")),
    players=("Ann", "level:3"),
    tags={"date": "2026-05-04", "event": "Été"},
)
WON = Record(
    "tictactoe",
    tuple(map(Ply, "51273")),
    players=("Bob", "Ann"),
    result=Result(0, 1, "rules"),
    tags={"date": "1999"},
)
DRAWN = Record(
    "othello:4x4", players=("Zoé", "Bob"), result=Result(None, 0, "agreement"), tags={"round": "3"}
)


@pytest.fixture
def old(file: Path) -> Path:
    """A file of version 1, with three games."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for step in GAMES:
            connection.execute(step)
        for record in (GAME, WON, DRAWN):
            insert(connection, record, "", 0, "2026-05-04", ours=True)
        connection.execute("PRAGMA user_version = 1")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    return file


@pytest.fixture
def full(file: Path) -> Path:
    """A file with something in every table."""
    from coupe import load, solve

    with Archive(file) as archive:
        for record in (GAME, WON, DRAWN):
            archive.add(record)
        position = load("tictactoe").position("XX.OO....")
        archive.remember(position, solve(position, all_moves=True))
        lesson = Lesson("tictactoe", "XX.OO....", best="3", value=1, second=-1, played="9")
        archive.keep_lesson(lesson)
        assert archive.count() == (3, 1, 1)
    return file
