"""Positions to practise: kept once, asked again later and later."""

from dataclasses import replace

from coupe.archive import Archive, Lesson
from coupe.archive.lessons import DAYS, is_due

LESSON = Lesson("tictactoe", "XX.OO....", best="3", value=1, second=-1, played="9", origin="game 3")


def test_a_lesson_is_kept_once(archive: Archive) -> None:
    id = archive.keep_lesson(LESSON)
    archive.answered(id, right=False)
    assert archive.keep_lesson(replace(LESSON, played="8", second=None)) == id
    assert archive.lessons("tictactoe") == [
        replace(LESSON, played="8", second=None, id=id, asked=1, last=archive.lessons()[0].last)
    ]
    assert archive.lessons("connect4") == []


def test_a_right_answer_puts_the_next_question_off(archive: Archive) -> None:
    id = archive.keep_lesson(LESSON)
    assert len(archive.lessons(due=True)) == 1
    archive.answered(id, right=True)
    archive.answered(id, right=True)
    assert archive.lessons(due=True) == []
    [known] = archive.lessons()
    assert (known.asked, known.right, known.streak) == (2, 2, 2)
    archive.answered(id, right=False)
    [known] = archive.lessons(due=True)
    assert (known.asked, known.right, known.streak) == (3, 2, 0)


def test_the_time_between_questions_grows() -> None:
    for streak, days in enumerate(DAYS, 1):
        known = replace(LESSON, streak=streak, last="2026-01-01T10:00:00+00:00")
        assert is_due(known, "2026-12-31T10:00:00+00:00")
        assert is_due(known, f"2026-01-0{1 + days}T10:00:00+00:00") if days < 9 else True
        assert not is_due(known, "2026-01-01T11:00:00+00:00")


def test_an_answer_to_no_lesson_changes_nothing(archive: Archive) -> None:
    archive.answered(7, right=True)
    archive.answered(1 << 90, right=True)
    assert archive.lessons() == []
