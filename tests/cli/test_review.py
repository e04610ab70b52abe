"""`coupe review` as its users type it."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

from coupe import load
from coupe.analysis import review as reviewing
from coupe.archive import Archive
from coupe.records import Record

Run = Callable[..., Result]

LOST = ("tictactoe", "5", "2", "1", "3", "9")
NIM = str(Path(__file__).parents[2] / "examples" / "nim.py")


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that would take long are given up early."""
    for name in ("LAST_NODES", "PROOF_NODES", "SECOND_NODES"):
        monkeypatch.setattr(reviewing, name, 200_000)


def test_a_review_is_a_table_with_totals_and_a_chart_within_eighty_columns(run: Run) -> None:
    said = run("review", *LOST)
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert any("?? blunder" in line and "draw → lost" in line for line in lines)
    assert any(line.startswith("O ") and "0.5" in line for line in lines)
    assert "█ proved" in said.stdout
    assert max(map(len, lines)) <= 80


def test_plain_characters_are_enough(run: Run) -> None:
    said = run("review", *LOST, "--ascii")
    assert said.stdout.isascii()
    assert "####" in said.stdout


def test_a_review_speaks_french(run: Run) -> None:
    said = run("review", *LOST, "--lang", "fr")
    assert said.exit_code == 0
    values = [line.split()[3:-1] for line in said.stdout.splitlines() if line.endswith(" prouvé")]
    assert [value[:3] for value in values] == [
        ["nulle", "0"], ["nulle", "→", "perd"], ["gagne", "0"], ["perd", "0"], ["gagne", "0"],
    ]  # fmt: skip


def test_the_chart_cuts_no_word_beside_it(run: Run) -> None:
    start = load(NIM).start()
    moves = start.names(start.legal_moves[:1])
    said = run("review", NIM, *moves, "--lang", "fr")
    edges = [line[:15].rstrip() for line in said.stdout.splitlines() if " gagne " in line[:15]]
    assert edges == ["Premier gagne +", "Second gagne  -"]


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


def test_a_file_that_is_not_there_is_not_taken_for_moves(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path)
    for name in ("nofile.ggf", "NOFILE.JSON", str(tmp_path / "nofile"), "/nowhere/at/all"):
        said = run("review", "othello", name)
        assert said.exit_code == 2
        assert said.stderr == f"{name}: no such file.\n"
    said = run("review", "othello", folder)
    assert said.exit_code == 2
    assert said.stderr == f"{folder} cannot be read: Is a directory.\n"
    assert "Move 1: zz is not" in run("review", "othello", "zz").stderr


def test_games_of_another_game_in_a_file_are_named(run: Run, tmp_path: Path) -> None:
    def told(spec: str, *moves: str) -> str:
        return json.dumps({"schema": "coupe.game/1", "game": spec, "moves": moves}) + "\n"

    other = tmp_path / "other.json"
    for moves in (["1-2"], ["1", "2"]):
        other.write_text(told("/elsewhere/kayles.py", *moves))
        said = run("review", "tictactoe", str(other))
        assert said.exit_code == 2
        assert said.stderr == f"{other}: This is a game of kayles.py, not of tictactoe.\n"
    both = tmp_path / "both.json"
    both.write_text(told("/elsewhere/kayles.py", "1", "2") + told("tictactoe", "5", "2", "1"))
    said = run("review", "tictactoe", str(both), "--json")
    assert said.stderr == f"{both}: games of kayles.py are left out.\n"
    assert [move["move"] for move in json.loads(said.stdout)["moves"]] == ["5", "2", "1"]
    mine = tmp_path / "mine.json"
    start = load(NIM).start()
    mine.write_text(told("/elsewhere/nim.py", *start.names(start.legal_moves[:1])))
    assert run("review", NIM, str(mine)).exit_code == 0


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
