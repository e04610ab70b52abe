"""`coupe match` and `coupe levels`: the table, its numbers, what is wrong with what was typed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from coupe import records
from coupe.archive import Archive
from coupe.cli.serial import details
from coupe.play.standing import Outcome

Run = Callable[..., Result]
SMALL = ("match", "tictactoe", "minimax:9", "random", "--games", "4", "--workers", "1")


def test_a_match_is_told_in_a_table(run: Run) -> None:
    said = run(*SMALL, "--sprt", "0,70")
    assert said.exit_code == 0
    for words in ("minimax:9", "as X", "Score of minimax:9", "Elo difference", "undecided so far"):
        assert words in said.output


def test_a_finished_match_is_told_again_without_being_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(*SMALL)
    monkeypatch.setattr("subprocess.Popen", None)
    assert run(*SMALL).output == first.output


def test_json_has_every_number_and_does_not_depend_on_the_workers(run: Run) -> None:
    told = []
    for workers in ("1", "2"):
        arguments = ("--archive", "none", "--seed", "3", "--games", "4", "--json")
        said = run(*SMALL[:-2], *arguments, "--workers", workers)
        told.append(json.loads(said.output))
    assert told[0] == told[1]
    assert told[0]["schema"] == "coupe.match/1"
    assert told[0]["wins"] + told[0]["draws"] + told[0]["losses"] == told[0]["games"] == 4
    assert sum(told[0]["pairs"]) == 2
    assert told[0]["elo"]["low"] <= told[0]["elo"]["value"] <= told[0]["elo"]["high"]


def test_every_game_is_kept_with_its_players(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.sqlite"
    run(*SMALL, "--archive", str(file))
    with Archive(file) as archive:
        players = [entry.players for entry in archive.games(finished=True)]
    assert sorted(players) == [("minimax:9", "random")] * 2 + [("random", "minimax:9")] * 2


def test_few_openings_are_said_to_be_repeated(run: Run) -> None:
    said = run(*SMALL[:-4], "--games", "20", "--workers", "1", "--openings", "random:1")
    assert "There are only 9 different openings (length: 1)" in said.stderr


def test_a_match_is_told_in_french(run: Run) -> None:
    said = run(*SMALL, "--lang", "fr")
    assert said.exit_code == 0
    assert "gagnées" in said.output
    assert "Différence Elo\u00a0:" in said.output


def student(folder: Path, name: str, body: str) -> str:
    file = folder / f"{name}.py"
    file.write_text(f"import os\ndef best(position):\n    {body}\n")
    return f"{file}:best"


def test_failures_are_told_apart_with_their_reasons(run: Run, tmp_path: Path) -> None:
    bad = student(tmp_path, "bad", "return 77")
    said = run("match", "tictactoe", bad, "random", "--games", "2", "--workers", "1", "--json")
    told = json.loads(said.output)
    assert told["forfeits"] == [2, 0]
    assert "77 is not a legal move" in told["failures"][0]["detail"]
    # The games are in the archive: they are told again.
    table = run("match", "tictactoe", bad, "random", "--games", "2", "--workers", "1").output
    assert "failed in 2 games, and lost them." in table


def test_a_file_that_cannot_be_run_is_said_before_anything_is_played(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "eve.py"
    file.write_text("def best(position) return 1\n")
    said = run("match", "tictactoe", f"{file}:best", "random", "--games", "2")
    assert said.exit_code == 1
    assert "eve.py, line 1" in said.stderr


@pytest.mark.slow
def test_an_evaluation_is_given_to_the_engines(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ideas.py"
    file.write_text("def flat(s): return 0\n")
    arguments = ("match", "tictactoe", "minimax:1", "random", "--games", "2", "--workers", "1")
    said = run(*arguments, "--evaluate", f"{file}:flat", "--json")
    assert json.loads(said.output)["players"] == [f"minimax:1@{file}:flat", "random"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("match", "tictactoe", "random"), "WHO"),
        (("match", "tictactoe", "random", "level:99"), "level:99 is not a player"),
        (("match", "tictactoe", "random", "human"), "A person cannot play here"),
        (("match", "tictactoe", "random", "nowhere.py:f"), "no such file"),
        (("match", "tictactoe", "random", "level:3@nowhere.py:f"), "no such file"),
        (("match", "tictactoe", "random", "random", "--sprt", "7"), "7 is not a test"),
        (("match", "tictactoe", "random", "random", "--time", "soon"), "soon is not a clock"),
        (("match", "tictactoe", "random", "random", "--games", "0"), "0 is not a whole number"),
        (("match", "tictactoe", "random", "random", "--openings", "x"), "x is no openings"),
        (("match", "tictactoe", "random", "random", "--evaluate", "x"), ""),
        (("match", "nim", "random", "random"), "nim is not a game"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    run: Run, arguments: tuple[str, ...], said: str
) -> None:
    result = run(*arguments, "--archive", "none", *(["--games", "1"] if not said else []))
    assert result.exit_code in ((0,) if not said else (2,))
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) <= 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_levels_are_listed_in_words(run: Run, language: str) -> None:
    lines = run("levels", "--lang", language).output.splitlines()
    assert [line.split()[0] for line in lines[2:]] == [str(level) for level in range(21)]


def test_the_levels_are_listed_for_programs(run: Run) -> None:
    told: list[dict[str, Any]] = json.loads(run("levels", "--json").output)
    assert [level["number"] for level in told] == list(range(21))
    assert all(level["words"] for level in told)


def test_no_control_character_of_a_failure_reaches_the_terminal() -> None:
    result = records.Result(1, None, "forfeit", "mine.py:best: \x1b[31mred.")
    (sentence,) = details([(0, Outcome(("a", "b"), result, 0))])
    assert sentence.isprintable()
