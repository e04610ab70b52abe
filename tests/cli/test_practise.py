"""`coupe practise` as its users type it, line by line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from coupe.archive import Archive, Lesson

Run = Callable[..., Result]

LESSON = Lesson(
    "connect4:4x4", "121212", best="1", value=993, second=0, played="3", origin="Ann - Bob, 7"
)


@pytest.fixture
def kept(tmp_path: Path) -> str:
    """An archive with one position to practise."""
    file = tmp_path / "mine.sqlite"
    with Archive(file) as archive:
        archive.keep_lesson(LESSON)
    return str(file)


def counts(file: str) -> tuple[int, int, int]:
    """How often the lesson was asked and answered rightly, and how often in a row."""
    with Archive(file) as archive:
        (lesson,) = archive.lessons()
    return lesson.asked, lesson.right, lesson.streak


def test_a_right_answer_is_counted_and_the_position_rests(run: Run, kept: str) -> None:
    said = run("practise", "connect4:4x4", "--archive", kept, said="1\n")
    assert "Right: 1." in said.stdout
    assert "Ann - Bob, 7" in said.stdout
    assert counts(kept) == (1, 1, 1)
    later = run("practise", "connect4:4x4", "--archive", kept, said="1\n")
    assert "--all" in later.stdout
    assert counts(kept) == (1, 1, 1)
    again = run("practise", "connect4:4x4", "--archive", kept, "--all", said="1\n")
    assert "Asked 1 times before" in again.stdout
    assert counts(kept) == (2, 2, 2)


def test_a_wrong_answer_comes_back_at_once(run: Run, kept: str) -> None:
    said = run("practise", "connect4:4x4", "--archive", kept, said="3\n")
    assert "No: 1 was the move." in said.stdout
    assert "3 was played" in said.stdout
    assert counts(kept) == (1, 0, 0)
    assert "Right: 1." in run("practise", "connect4:4x4", "--archive", kept, said="1\n").stdout


def test_hints_nonsense_and_leaving_count_nothing(run: Run, kept: str) -> None:
    said = run("practise", "connect4:4x4", "--archive", kept, said="h\nzzz\n\n9\nq\n")
    assert said.exit_code == 0
    assert "One move holds." in said.stdout
    assert "9 is not a legal move here" in said.stdout
    assert counts(kept) == (0, 0, 0)
    ended = run("practise", "connect4:4x4", "--archive", kept, said="")
    assert ended.exit_code == 0
    assert counts(kept) == (0, 0, 0)


def test_with_nothing_to_practise_it_says_how_to_have_something(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "empty.sqlite")
    said = run("practise", "othello", "--archive", file)
    assert said.exit_code == 0
    assert "coupe review othello" in said.stdout
    assert run("practise", "othello", "--archive", "none").exit_code != 0


def test_a_position_that_the_game_no_longer_has_is_left_out(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "mine.sqlite")
    with Archive(file) as archive:
        archive.keep_lesson(Lesson("connect4:4x4", "9999", best="1", value=1, second=0, played="2"))
    said = run("practise", "connect4:4x4", "--archive", file, said="1\n")
    assert said.exit_code == 0
    assert "no longer" in said.stderr
