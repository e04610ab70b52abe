"""`coupe review` as its users type it."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

from coupe import load
from coupe.archive import Archive
from coupe.records import Record

Run = Callable[..., Result]

LOST = ("tictactoe", "5", "2", "1", "3", "9")


def test_a_review_is_a_table_with_totals_and_a_chart_within_eighty_columns(run: Run) -> None:
    said = run("review", *LOST)
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert any("?? blunder" in line and "draw → loses" in line for line in lines)
    assert any(line.startswith("O ") and "0.5" in line for line in lines)
    assert "█ proved" in said.stdout
    assert max(map(len, lines)) <= 80


def test_plain_characters_are_enough(run: Run) -> None:
    said = run("review", *LOST, "--ascii")
    assert said.stdout.isascii()
    assert "####" in said.stdout


def test_a_review_speaks_french(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = run("review", *LOST, "--lang", "fr")
    assert said.exit_code == 0
    assert "coup" in said.stdout


def test_json_is_one_document_of_the_schema(run: Run) -> None:
    told = json.loads(run("review", *LOST, "--json").stdout)
    assert told["schema"] == "coupe.review/1"
    assert [move["loss"] for move in told["moves"]] == [0, 1, 0, 0, 0]


def test_charts_are_pictures(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "chart.svg", tmp_path / "chart.png"
    assert run("review", *LOST, "--chart", str(svg)).exit_code == 0
    assert ElementTree.fromstring(svg.read_text("utf-8")).tag.endswith("svg")
    pytest.importorskip("resvg_py")
    assert run("review", *LOST, "--chart", str(png)).exit_code == 0
    assert png.read_bytes().startswith(b"\x89PNG")


def test_games_come_from_the_archive_and_from_files(run: Run, tmp_path: Path) -> None:
    record = Record.of(load("tictactoe").position("5 2 1 3 9"), players=("Ann", "Bob"))
    file = tmp_path / "mine.sqlite"
    with Archive(file) as archive:
        number = archive.add(record)
    said = run("review", "tictactoe", f"#{number}", "--archive", str(file))
    assert "Ann - Bob" in said.stdout
    wrong = run("review", "connect4", f"#{number}", "--archive", str(file))
    assert wrong.exit_code != 0
    assert "tictactoe" in wrong.stderr
    games = tmp_path / "games.txt"
    games.write_text("f5d6\nf5f6\n")
    several = run("review", "othello", str(games), "--depth", "2", "--archive", "none")
    assert "2 games" in several.stderr
    one = run("review", "othello", str(games), "--number", "2", "--depth", "2", "--archive", "none")
    assert one.exit_code == 0
    both = run(
        "review", "othello", str(games), "--number", "all", "--depth", "2", "--json",
        "--archive", "none",
    )  # fmt: skip
    assert len(both.stdout.splitlines()) == 2


@pytest.mark.parametrize(
    "args",
    [
        ("tictactoe",),
        ("tictactoe", "#99999999999999999999"),
        ("tictactoe", "5", "5"),
        ("tictactoe", "XX.OO...."),
        ("tictactoe", "5", "--number", "2"),
        ("tictactoe", "5", "--thresholds", "3,1"),
        ("tictactoe", "5", "--chart", "chart.txt"),
        ("tictactoe", "5", "--depth", "2", "--seconds", "1"),
        ("tictactoe", "5", "--chart", "/nowhere/at/all.svg"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(run: Run, args: tuple[str, ...]) -> None:
    said = run("review", *args)
    assert said.exit_code != 0
    assert said.exception is not None
    assert not isinstance(said.exception, (AssertionError, TypeError, KeyError, IndexError))


def test_mistakes_with_one_good_move_become_lessons(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.sqlite"
    run("review", "connect4:4x4", "1212123", "--archive", str(file))
    with Archive(file) as archive:
        lessons = archive.lessons("connect4:4x4")
    assert [(lesson.best, lesson.played) for lesson in lessons][-1:] == [("1", "3")]
    run("review", "connect4:4x4", "1212123", "--archive", str(file))
    with Archive(file) as archive:
        assert len(archive.lessons("connect4:4x4")) == len(lessons)
