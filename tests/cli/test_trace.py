"""`coupe trace`: the cases of the source documents through the command line, files, mistakes."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from coupe.blackboard import trace

Run = Callable[..., Result]
SEED_CASES = Path(__file__).parents[1] / "seed_cases"
FIELDS = [
    "schema", "algorithm", "order", "window", "root", "value", "kind", "line", "nodes", "leaves",
    "cuts", "passes", "steps",
]  # fmt: skip


def case(name: str) -> Any:
    return json.loads((SEED_CASES / f"{name}.json").read_text("utf-8"))


def traced(run: Run, *line: str) -> Any:
    result = run("trace", *line, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_lines_that_the_course_prints(run: Run) -> None:
    given = case("minimax_binary_depth3")
    printed = run("trace", "binary", "--algorithm", "minimax", "--plain", "--lang", "en").stdout
    lines = printed.splitlines()
    assert lines[0] == "Coups : [0, 0, 0] score : 1"
    assert [int(line.split()[-1]) for line in lines[:-1]] == given["leaves_in_order"]
    assert lines[-1] == "Coups à jouer (16, [1, 0, 1])"


def test_sixteen_leaves_of_twenty_seven(run: Run) -> None:
    given = case("alphabeta_ternary_depth3")
    printed = run("trace", "course", "--algorithm", "fail-soft", "--plain").stdout.splitlines()
    assert printed[:-1] == [
        f"Coups : {leaf['moves']} score : {leaf['score']}" for leaf in given["evaluated"]
    ]
    assert printed[-1] == f"Coups à jouer ({given['value']}, {given['principal_variation']})"


@pytest.mark.parametrize("search", case("alphabeta_window_tree")["searches"])
def test_the_windows_of_the_handout(run: Run, search: dict[str, Any]) -> None:
    line = ["handout", "--algorithm", "fail-hard", "--no-steps"]
    line += ["--order", "left" if search["order"].startswith("left") else "right"]
    if search["alpha"] is not None:
        line += ["--window", str(search["alpha"]), str(search["beta"])]
    data = traced(run, *line)
    assert data["value"] == search["value"]
    assert len(data["leaves"]) == search.get("leaves", len(data["leaves"]))
    assert data["leaves"] == search.get("evaluated", data["leaves"])
    assert data["cuts"] == search.get("cuts", data["cuts"])


@pytest.mark.parametrize("guess", [-100, 0, 2, 3, 100])
def test_the_passes_of_mtdf(run: Run, guess: int) -> None:
    line = ["handout", "--algorithm", "mtdf", "--first-guess", str(guess), "--no-steps"]
    assert len(traced(run, *line)["passes"]) == 2
    hard = traced(run, *line, "--passes", "fail-hard")
    assert len(hard["passes"]) == (4 - guess if guess <= 2 else guess - 1)
    assert set(hard["passes"][0]) >= {"window", "value", "leaves", "cuts"}


def test_the_fields_of_the_json(run: Run) -> None:
    data = traced(run, "slides")
    assert [field for field in FIELDS if field not in data] == []
    assert data["schema"] == "coupe.trace/1"
    assert data["window"] == ["-inf", "inf"]
    assert (data["value"], data["kind"], data["line"]) == (10, "exact", [0, 0, 0, 2])
    assert len(data["steps"]) == 128
    assert "steps" not in traced(run, "slides", "--no-steps")


def test_moves_and_infinities_in_the_json(run: Run) -> None:
    data = traced(run, "tictactoe", "XX.OO....", "--depth", "2", "--no-steps")
    assert data["line"][0] == "3"
    data = traced(run, "((inf 3) (-inf 2))", "--algorithm", "minimax")
    assert data["leaves"] == ["inf", 3, "-inf", 2]
    assert data["value"] == 3


@pytest.mark.parametrize("tree", ["((3 5) (2 9))", "[[3,5],[2,9]]", "((3,5),(2,9))"])
def test_a_tree_in_every_form(run: Run, tmp_path: Path, tree: str) -> None:
    file = tmp_path / "tree.txt"
    file.write_text(tree)
    expected = trace("((3 5) (2 9))", steps=False).to_json(steps=False)
    assert traced(run, tree, "--no-steps") == expected
    assert traced(run, str(file), "--no-steps") == expected
    assert json.loads(run("trace", "-", "--json", "--no-steps", said=tree).stdout) == expected


def test_a_game_of_ones_own(run: Run) -> None:
    game = min((Path(__file__).parents[2] / "examples").glob("*.py"))
    assert traced(run, str(game), "--depth", "2", "--no-steps")["depth"] == 2


def test_the_answer_for_a_person(run: Run) -> None:
    shown = run("trace", "slides").stdout
    assert "MAX moves at A, values are MAX's" in shown
    assert "╫" in shown
    assert "A is worth 10 to MAX: play A → B." in shown
    assert re.search(r"leaves, in order +11 12 10 9 14 7 5\n", shown)
    assert "\x1b" not in shown
    passes = run("trace", "handout", "--algorithm", "mtdf").stdout
    assert re.search(r"1 +\(−1, 0\) +≥ 2 +6 +4", passes)
    assert re.search(r"2 +\(2, 3\) +≤ 2 +6 +9", passes)


def test_a_step_for_a_person(run: Run) -> None:
    shown = run("trace", "slides", "--at", "52", "--code", "slides").stdout
    assert "step 52 of 128: α = 10 ≥ β = 9: the next siblings of S can no longer" in shown
    assert "▶         tant que f existe et α < β faire" in shown


def test_two_runs_side_by_side(run: Run) -> None:
    shown = run("trace", "handout", "--algorithm", "fail-hard", "--beside", "right").stdout
    assert re.search(r"leaves +11 +23", shown)
    assert re.search(r"cuts +9 +3", shown)
    flipped = run("trace", "horizon-othello", "--depth", "2", "--beside", "depth=3").stdout
    assert "The move changes: 14, h1; 18, g1." in flipped


@pytest.mark.parametrize("beside", [(), ("--beside", "fail-soft:right")])
@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_files(run: Run, tmp_path: Path, suffix: str, beside: tuple[str, ...]) -> None:
    file = tmp_path / f"tree.{suffix}"
    result = run("trace", "((3 5) (2 9))", "--out", str(file), *beside)
    assert result.exit_code == 0, result.stderr
    text = file.read_text("utf-8").lower()
    assert text.startswith({"svg": "<svg", "html": "<!doctype html>"}[suffix])
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("option", "name", "start"),
    [
        ("--out", "a.png", b"\x89PNG"),
        ("--out", "a.gif", b"GIF8"),
        ("--out", "a.PDF", b"%PDF"),
        ("--out", "a.tex", b"\\documentclass"),
        ("--slides", "a.pdf", b"%PDF"),
        ("--slides", "a.tex", b"\\documentclass[aspectratio=169,10pt]{beamer}"),
    ],
)
def test_files_of_other_kinds(
    run: Run, tmp_path: Path, option: str, name: str, start: bytes
) -> None:
    file = tmp_path / name
    result = run("trace", "(3 5)", "--algorithm", "minimax", option, str(file))
    assert result.exit_code == 0, result.stderr
    assert file.read_bytes().startswith(start)


def test_a_file_is_written_whole_or_not_at_all(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.svg"
    file.write_text("before")

    def full(*_names: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("coupe.cli.exporting.os.replace", full)
    result = run("trace", "(3 5)", "--out", str(file))
    assert result.exit_code == 2
    assert "cannot be written: No space left on device." in result.stderr
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("(3 5)", "--window", "3", "3"), "The window has α = 3 and β = 3: α must be smaller"),
        (("(3 5)", "--window", "x", "3"), "α is x: write a number"),
        (("(3 5)", "--depth", "-1"), "-1 is not a whole number from 0 to 10000."),
        (("(3 nan)",), "Character 4 of the tree, nan, is not a value"),
        (("[3, NaN]",), "has the value nan: write a number"),
        (('{"name":"A","children":[{"name":"A","value":1}]}',), "Two nodes are called A"),
        (("((3 5)",), "The tree ends with 1 brackets open: write ) for each."),
        (("",), "The tree is empty: write one, like ((3 5) (2 9))."),
        (("[3,",), "The JSON of the tree cannot be read, line 1, column 4"),
        (
            ("slides", "--algorithm", "alfabeta"),
            "alfabeta is no algorithm: did you mean alphabeta?",
        ),
        (("slides", "--algorithm", "minimax"), "T is unknown, and the search has reached it"),
        (("slides", "--order", "lft"), "lft is no order: did you mean left?"),
        (("(3 5)", "--order", "0,0"), "The order 0,0 is no list of children"),
        (("(3 inf)", "--algorithm", "mtdf"), "C is worth ∞, and a null window has two finite"),
        (("sldes",), "sldes is no tree and no game: did you mean slides?"),
        (("slides", "e4"), "slides is a tree, and only a game has positions: leave out e4."),
        (("nowhere.json",), "nowhere.json cannot be read: No such file"),
        (("nowhere.py",), "nowhere.py: no such file."),
        (("slides", "--out", "a.jpg"), "a.jpg does not say what to make: let it end in .svg"),
        (("slides", "--slides", "a.svg"), "a.svg does not say what to make: let it end in .pdf"),
        (("slides", "--out", "nowhere/a.svg"), "there is no folder nowhere."),
        (("slides", "--at", "129"), "There is no step 129: the run has 128."),
        (("slides", "--json", "--step"), "--step and --json do not go together: choose one."),
        (("slides", "--no-steps"), "--no-steps is for JSON: write --json too"),
        (("slides", "--first-guess", "0"), "alphabeta takes no --first-guess; only mtdf does."),
        (
            ("slides", "--algorithm", "pvs", "--passes", "fail-hard"),
            "pvs takes no --passes; only mtdf does.",
        ),
        (("slides", "--every", "5", "--out", "a.svg"), "--every is for many steps in one file"),
        (("slides", "--every", "5"), "--every is for many steps in one file"),
        (("slides", "--every", "0", "--slides", "a.pdf"), "0 is not a whole number from 1"),
        (("slides", "--no-steps", "--plain"), "--plain needs the steps: leave out --no-steps."),
        (
            ("slides", "--beside", "rigth"),
            "rigth is no algorithm and no order: did you mean right?",
        ),
        (("slides", "--beside", "depth=x"), "depth=x has no whole number"),
        (("slides", "--beside", "right", "--json"), "leave out --json."),
        (("slides", "--code", "handbook"), "alphabeta has no listing handbook; choose one of"),
        (("-", "--step"), "What comes in cannot be both the tree and the commands"),
        (("tictactoe", "XXXOO...."), "The game is over: there is nothing to search."),
    ],
)
def test_a_mistake_is_told_in_one_sentence(run: Run, line: tuple[str, ...], sentence: str) -> None:
    result = run("trace", *line)
    assert result.exit_code == 2
    assert not result.stdout
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_too_many_steps_say_what_to_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coupe.blackboard.narration.MOST_STEPS", 100)
    result = run("trace", "slides", "--json")
    assert result.exit_code == 2
    assert "ask for less depth, or leave the steps out" in result.stderr
    assert run("trace", "slides", "--json", "--no-steps").exit_code == 0


def test_steps_by_line_where_there_is_no_terminal(run: Run) -> None:
    result = run("trace", "slides", "--step", "--code", "course", said="c\nq\n")
    assert result.exit_code == 0
    assert "step 52 of 128: α = 10 ≥ β = 9" in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_steps_with_the_keys_on_a_terminal() -> None:
    import pty

    screen, keys = pty.openpty()
    environment = {
        **os.environ,
        "TERM": "xterm",
        "COUPE_LANG": "en",
        "COLUMNS": "80",
        "LINES": "24",
    }
    with subprocess.Popen(
        [sys.executable, "-c", "from coupe.cli import main; main()", "trace", "slides", "--step"],
        stdin=keys, stdout=keys, stderr=keys, env=environment, close_fds=True,
    ) as process:  # fmt: skip
        os.close(keys)
        seen = ""

        def until(text: str) -> None:
            nonlocal seen
            seen, last = "", time.monotonic() + 20
            while text not in seen and time.monotonic() < last:
                if select.select([screen], [], [], 0.2)[0]:
                    seen += os.read(screen, 1 << 16).decode("utf-8", "replace")
            assert text in seen

        until("step 1 of 128")
        for typed, expected in (
            (b"\x1b[C", "step 2 of 128"), (b"n", "step 52 of 128"), (b"\x1b[D", "step 51 of 128"),
            (b"\x1b[6~", "step 61 of 128"), (b"N", "step 52 of 128"), (b"\x1b[F", "the end"),
            (b"g60\r", "step 60 of 128"), (b"?", "next step"), (b" ", "step 60 of 128"),
            (b"\x1b[H", "step 1 of 128"),
        ):  # fmt: skip
            os.write(screen, typed)
            until(expected)
        process.send_signal(signal.SIGINT)
        last = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < last:
            if select.select([screen], [], [], 0.2)[0]:
                try:
                    os.read(screen, 1 << 16)
                except OSError:
                    break
        assert process.wait(10) == 130
    os.close(screen)


@pytest.mark.parametrize("value", ["5", "1/2"])
def test_a_lone_value_is_a_tree(run: Run, value: str) -> None:
    for line, said in (((value,), None), (("-",), value + "\n")):
        result = run("trace", *line, "--json", said=said)
        assert result.exit_code == 0, result.stderr
        assert str(json.loads(result.stdout)["value"]) == value


def test_what_only_mtdf_takes_is_good_where_the_second_run_is_mtdf(run: Run) -> None:
    line = ("trace", "(3 5)", "--beside", "mtdf", "--first-guess", "3")
    assert "first guess 3" in run(*line).stdout


def test_long_runs_are_made_shorter(run: Run, tmp_path: Path) -> None:
    tree = tmp_path / "tree.txt"
    tree.write_text(run("tree", "random", "--depth", "7", "--seed", "1").stdout)
    for option, name in (("--out", "long.gif"), ("--slides", "long.pdf")):
        long = run("trace", str(tree), "--algorithm", "minimax", option, str(tmp_path / name))
        assert long.exit_code == 2
        assert "steps are too many for one file: write --every" in long.stderr
    slides = tmp_path / "short.tex"
    assert run("trace", str(tree), "--every", "100", "--slides", str(slides)).exit_code == 0
    assert slides.read_text("utf-8").count(r"\begin{frame}") < 60
    short = tmp_path / "short.gif"
    assert run("trace", "(3 5)", "--every", "5", "--out", str(short)).exit_code == 0
    assert short.read_bytes()[:4] == b"GIF8"
