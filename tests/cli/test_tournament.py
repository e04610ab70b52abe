"""`coupe tournament`: a class's contest, with everything that students' programs do."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from coupe.archive import Archive

Run = Callable[..., Result]
STUDENTS = {
    "ann": """\
def best(position):
    for move in position.legal_moves:
        after = position.play(move)
        if after.over and after.winner == position.turn:
            return move
    return position.legal_moves[0]
""",
    "bob": "def best(position): return 1 // 0\n",
    "cleo": "def best(position):\n    while True: pass\n",
    "dan": "def best(position): return 99\n",
}


@pytest.fixture
def students(tmp_path: Path) -> Path:
    folder = tmp_path / "students"
    folder.mkdir()
    for name, code in STUDENTS.items():
        (folder / f"{name}.py").write_text(code)
    return folder


def contest(run: Run, students: Path, *more: str) -> Result:
    return run("tournament", "tictactoe", f"{students}/*.py:best", "--time", "0.5s/move", *more)


def test_a_class_plays_to_the_end_whatever_its_programs_do(run: Run, students: Path) -> None:
    file = students.parent / "table.csv"
    said = contest(run, students, "--csv", str(file), "--json")
    assert said.exit_code == 0
    told = json.loads(said.output)
    assert told["schema"] == "coupe.tournament/1"
    assert told["games"] == told["asked"] == 12
    by_name = {Path(row["player"].split(":")[0]).stem: row for row in told["players"]}
    assert sum(row["points"] for row in told["players"]) == 12
    assert by_name["ann"]["forfeits"] == 0
    for name in ("bob", "cleo", "dan"):
        row = by_name[name]
        assert row["losses"] == row["forfeits"] + row["time_losses"] > 0
    for name, words in {"bob": "ZeroDivisionError", "dan": "99 is not a legal move"}.items():
        assert any(words in failure["detail"] for failure in by_name[name]["failures"])
    assert by_name["cleo"]["time_losses"] == by_name["cleo"]["losses"]
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8"))))
    assert [row["player"] for row in rows] == [row["player"] for row in told["players"]]
    assert [float(row["points"]) for row in rows] == sorted(
        (float(row["points"]) for row in rows), reverse=True
    )
    table = contest(run, students).output
    assert "ann" in table
    assert "Ties are broken" in table
    french = contest(run, students, "--lang", "fr").output
    assert "Les égalités" in french


def test_more_rounds_go_on_where_the_tournament_stopped(run: Run, tmp_path: Path) -> None:
    arguments = ("tournament", "tictactoe", "random", "minimax:2", "--workers", "1")
    archive = ("--archive", str(tmp_path / "mine.sqlite"), "--json")
    run(*arguments, *archive)
    more = run(*arguments, *archive, "--rounds", "2").output
    with Archive(tmp_path / "mine.sqlite") as kept:
        assert len(list(kept.games())) == 4
    whole = run(*arguments, "--archive", "none", "--rounds", "2", "--json").output
    assert json.loads(more) == json.loads(whole)


def test_players_come_from_a_list(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "class.txt"
    file.write_text("# ours\nrandom\n\nlevel:0\n")
    said = run("tournament", "tictactoe", f"@{file}", "--workers", "1", "--json")
    assert {row["player"] for row in json.loads(said.output)["players"]} == {"random", "level:0"}


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("random",), "two players or more"),
        (("random", "random"), "random is there twice"),
        (("random", "human"), "A person cannot play here"),
        (("random", "nowhere.py:best"), "nowhere.py: no such file."),
        (("random", "nowhere/*.py:best"), "No file is called nowhere/*.py."),
        (("random", "@nowhere.txt"), "nowhere.txt cannot be read"),
        (("random", "levle:3"), "did you mean level:3?"),
        ((), "WHO"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(run: Run, players: tuple[str, ...], said: str) -> None:
    result = run("tournament", "tictactoe", *players, "--archive", "none")
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
