"""Files that are no archive, damaged or from the future: a sentence, and not a byte changed."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from coupe import load
from coupe.archive import Archive
from coupe.archive.schema import VERSION
from coupe.archive.store import default_path
from coupe.errors import BadArchive, BadFile, BadOption

HEADER = 100


def refused(file: Path) -> str:
    """What is said of a file that is refused, and left as it was."""
    before = file.read_bytes()
    beside = sorted(file.parent.iterdir())
    with pytest.raises(BadArchive) as caught:
        Archive(file)
    assert file.read_bytes() == before
    assert sorted(file.parent.iterdir()) == beside
    return str(caught.value)


def test_a_file_that_is_something_else_is_refused(file: Path) -> None:
    for content in (b"a letter", b"SQLite format 3\0", os.urandom(5000), b"\0" * 4096):
        file.write_bytes(content)
        assert "is not an archive of coupe" in refused(file)


def test_the_database_of_another_program_is_refused(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE game (id INTEGER)")
    assert "is not an archive of coupe" in refused(file)


def test_an_archive_from_the_future_is_refused(full: Path) -> None:
    with closing(sqlite3.connect(full)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert f"version {VERSION + 1}" in refused(full)


def test_an_archive_that_a_later_coupe_is_using_is_refused(full: Path) -> None:
    with closing(sqlite3.connect(full)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        assert full.with_name(full.name + "-wal").exists()
        before = full.read_bytes()
        with pytest.raises(BadArchive, match="later coupe"):
            Archive(full)
        assert full.read_bytes() == before


def test_an_archive_that_was_cut_is_refused(full: Path) -> None:
    content = full.read_bytes()
    for size in (50, 100, 5000, len(content) - 4096, len(content) - 1):
        full.write_bytes(content[:size])
        refused(full)


def test_an_empty_file_is_a_new_archive(file: Path) -> None:
    file.touch()
    with Archive(file) as archive:
        assert archive.count() == (0, 0, 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and devices with names")
def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", "/dev/null", "a\0b", "/dev/null/x", "x" * 5000):
        with pytest.raises(BadFile):
            Archive(path)


@pytest.mark.skipif(
    getattr(os, "getuid", int)() == 0, reason="root, and Windows, may write anywhere"
)
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadFile, match="cannot be used"):
        Archive(tmp_path / "mine.sqlite")


def test_no_archive_is_made_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUPE_ARCHIVE", "none")
    with pytest.raises(BadOption, match="keeps nothing"):
        Archive()


Damage = Callable[[bytearray, Random], None]


def flip(content: bytearray, random: Random) -> None:
    """Some bytes are others."""
    for _count in range(random.choice((1, 1, 2, 8, 40))):
        content[random.randrange(len(content))] = random.randrange(256)


def flip_header(content: bytearray, random: Random) -> None:
    """The first bytes of the file, or of a page, are others."""
    page = random.randrange(len(content) // 4096) * 4096
    for _count in range(random.choice((1, 2, 5))):
        content[page + random.randrange(HEADER)] = random.randrange(256)


def cut(content: bytearray, random: Random) -> None:
    """The end is missing."""
    del content[random.randrange(1, len(content)) :]


def blank(content: bytearray, random: Random) -> None:
    """A part is empty."""
    at = random.randrange(len(content))
    size = min(random.choice((10, 500, 4096)), len(content) - at)
    content[at : at + size] = bytes(size)


def repeat(content: bytearray, random: Random) -> None:
    """A page stands in the place of another."""
    pages = len(content) // 4096
    one, other = random.randrange(pages) * 4096, random.randrange(1, pages) * 4096
    content[other : other + 4096] = content[one : one + 4096]


def edit(content: bytearray, random: Random) -> None:
    """A word that we wrote is another."""
    words = (b"connect4", b"tictactoe", b"rules", b"Ann", b'"event"', b"{", b"2026", b"coupe.ana")
    word = random.choice(words)
    at = content.find(word, random.randrange(len(content)))
    if at >= 0:
        content[at : at + len(word)] = bytes(random.randrange(256) for _byte in word)


TICTACTOE = load("tictactoe")
POSITION = TICTACTOE.position("XX.OO....")


def look_into(file: Path, closely: bool = True) -> bool:
    """Read all that an archive holds; whether it was refused at once."""
    try:
        archive = Archive(file)
    except BadArchive:
        return True
    with archive:
        looks: tuple[Callable[[], object], ...] = (
            lambda: list(archive.games()),
            lambda: list(archive.games(text="a", player="ann", finished=False)),
            lambda: [archive.game(id) for id in (1, 2, 3)],
            lambda: archive.unfinished("connect4"),
            lambda: archive.lessons(due=True),
            lambda: archive.recall(POSITION, depth=1, all_moves=True),
            lambda: list(archive.games(position=POSITION)),
        )
        for look in looks if closely else looks[:-2]:
            with suppress(BadArchive, BadOption):
                look()
    return False


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_archive_is_read_or_refused_and_left(full: Path, seed: int) -> None:
    whole = full.read_bytes()
    random = Random(seed)
    count = 0
    for number in range(270):
        content = bytearray(whole)
        random.choice((flip, flip, flip_header, cut, blank, repeat, edit))(content, random)
        full.write_bytes(content)
        for end in ("-wal", "-shm", "-journal"):
            full.with_name(full.name + end).unlink(missing_ok=True)
        if look_into(full, closely=number % 4 == 0):
            count += 1
            assert full.read_bytes() == content
            assert [file.name for file in full.parent.iterdir()] == [full.name]
    assert count > 50


def test_a_damaged_log_beside_the_archive_stops_nothing(full: Path) -> None:
    beside = full.with_name(full.name + "-wal")
    for seed in range(30):
        random = Random(seed)
        with Archive(full) as archive:
            archive.add(archive.game(1))
            log = bytearray(beside.read_bytes())
        flip(log, random)
        beside.write_bytes(log)
        assert not look_into(full)


def test_the_path_in_the_environment_is_read_as_a_shell_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COUPE_ARCHIVE", " ~/x.sqlite ")
    assert default_path() == tmp_path / "x.sqlite"
    monkeypatch.setenv("COUPE_ARCHIVE", "  ")
    assert default_path().name == "archive.sqlite"
    monkeypatch.setenv("COUPE_ARCHIVE", "NONE")
    with pytest.raises(BadOption, match="keeps nothing"):
        default_path()


def test_looking_into_an_archive_that_is_not_there_makes_none(tmp_path: Path) -> None:
    with Archive(tmp_path / "no" / "mine.sqlite", make=False) as archive:
        assert list(archive.games()) == []
    assert list(tmp_path.iterdir()) == []
