"""`coupe exercise`: what it prints, its files, its exit codes."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from coupe.blackboard.exercises import KINDS
from coupe.cli.endings import ending_of
from coupe.cli.exercise import command
from coupe.cli.group import Verb
from coupe.language import choose

Exercise = Callable[..., Result]


@pytest.fixture
def exercise() -> Exercise:
    """`exercise("new")` is `coupe exercise new`, with the exit code that coupe ends with."""

    def run(*args: str, said: str | None = None) -> Result:
        result = CliRunner().invoke(command, args, input=said, standalone_mode=False)
        if result.exception is not None:
            result.exit_code = ending_of(result.exception)
        elif isinstance(result.return_value, int):
            result.exit_code = result.return_value
        return result

    return run


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_its_solution_and_its_check(
    exercise: Exercise, tmp_path: Path, kind: str
) -> None:
    files = [str(tmp_path / "exercise.json"), str(tmp_path / "answer.json")]
    made = exercise(
        "new", "--kind", kind, "--difficulty", "4", "--out", files[0], "--solution", files[1]
    )
    assert (made.exit_code, made.stdout) == (0, "")
    assert exercise("check", *files).exit_code == 0
    found = json.loads(exercise("check", *files, "--json").stdout)
    assert found["schema"] == "coupe.mark/1"
    assert found["right"]
    Path(files[1]).write_text("{}")
    wrong = exercise("check", *files)
    assert wrong.exit_code == 1
    assert "missing" in wrong.stdout


def test_an_exercise_for_a_person(exercise: Exercise) -> None:
    said = exercise("new", "slides", "--kind", "cuts").stdout
    assert said.startswith("Which nodes does alpha-beta leave out?")
    assert "▽B" in said
    assert "10, " not in said
    returns = exercise("new", "((3 5) (2 9))", "--kind", "returns").stdout
    assert "Windows on entry: A (−∞, ∞), B (−∞, ∞), C (3, ∞)" in returns
    game = exercise("new", "tictactoe", "XX.OO....", "--depth", "2", "--kind", "move").stdout
    assert "Moves: B = 3, C = 6" in game


def test_json_is_one_object(exercise: Exercise) -> None:
    data = json.loads(exercise("new", "--kind", "windows", "--json", "--seed", "4").stdout)
    assert data["schema"] == "coupe.exercise/1"
    assert data["seed"] == 4


def test_asking_explains_and_goes_on_with_the_right_answer(exercise: Exercise) -> None:
    asked = exercise("new", "((3 5) (2 9))", "--ask", said="5\n2\n3\n")
    assert asked.exit_code == 1
    assert "✗ B: 5 is the largest of D = 3, E = 5, but MIN moves at B" in asked.stdout
    assert asked.stdout.count("✓") == 2
    assert "1 error." in asked.stdout
    right = exercise("new", "((3 5) (2 9))", "--ask", said="3\n2\n3\n")
    assert right.exit_code == 0
    assert "All right." in right.stdout
    cuts = exercise("new", "((3 5) (2 9))", "--kind", "cuts", "--ask", said="C → G\n")
    assert cuts.exit_code == 0
    windows = exercise("new", "(3 5)", "--kind", "windows", "--ask", said="(-inf, inf)\n5\n")
    assert windows.exit_code == 0


def test_sheets_and_their_solutions(exercise: Exercise, tmp_path: Path) -> None:
    for name in ("sheet.html", "sheet.tex", "sheet.xml"):
        assert exercise("sheet", "--out", str(tmp_path / name), "--count", "3").exit_code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "sheet-solutions.html", "sheet-solutions.tex", "sheet.html", "sheet.tex", "sheet.xml",
    ]  # fmt: skip


def test_a_sheet_of_given_exercises(exercise: Exercise, tmp_path: Path) -> None:
    file, sheet = str(tmp_path / "mine.json"), tmp_path / "sheet.html"
    exercise("new", "((31 57) (29 93))", "--out", file)
    assert exercise("sheet", file, file, "--out", str(sheet), "--title", "Week 3").exit_code == 0
    text = sheet.read_text("utf-8")
    assert text.count(">93<") == 2
    assert "<h1>Week 3</h1>" in text


@pytest.mark.parametrize("name", list(command.commands))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_and_its_examples(exercise: Exercise, name: str, language: str) -> None:
    choose(language)
    said = exercise(name, "--help")
    assert said.exit_code == 0
    assert max(map(len, said.stdout.splitlines())) <= 80
    verb = command.commands[name]
    assert isinstance(verb, Verb)
    for example in verb.examples:
        words = shlex.split(example)
        assert words[:3] == ["coupe", "exercise", name]
        verb.make_context("coupe", words[3:])


def test_a_class(exercise: Exercise, tmp_path: Path) -> None:
    exercise("new", "(3 5)", "--kind", "move", "--out", str(tmp_path / "exercise.json"))
    (tmp_path / "Ada.json").write_text('{"move": "C"}')
    assert (
        exercise("mark", str(tmp_path), "--csv").stdout == "name,points,of,first error\nAda,1,1,\n"
    )
    (tmp_path / "Bob.json").write_text("{")
    marked = exercise("mark", str(tmp_path), "--csv")
    assert marked.exit_code == 1
    assert "Ada,1,1," in marked.stdout
    assert "Bob.json: " in marked.stderr
    assert exercise("mark", str(tmp_path)).stdout.count("Ada") == 1
    students = json.loads(exercise("mark", str(tmp_path), "--json").stdout)["students"]
    assert [student["damaged"] for student in students] == [False, True]


def test_code(exercise: Exercise, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def minimax(tree, maximising): return 3")
    found = exercise("code", str(file), "--algorithm", "minimax")
    assert found.exit_code == 1
    assert "minimax returns 3; it should return" in found.stdout
    data = json.loads(exercise("code", str(file), "--algorithm", "minimax", "--json").stdout)
    assert data["schema"] == "coupe.code/1"
    assert not data["right"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("new --kind puzzle", "puzzle is no"),
        ("new --difficulty 9", "9 is not a whole number from 1 to 5."),
        ("new slides", "T is unknown, and the search has reached it"),
        ("new nowhere", "nowhere is no tree and no game"),
        ("new --depth 3", "A depth is for a position"),
        ("check nowhere.json a.json", "nowhere.json cannot be read: No such file"),
        ("sheet", "Missing option '--out'"),
        ("sheet --out a.doc", "a sheet is written as .html, .tex, .pdf, .xml."),
        ("mark nowhere", "nowhere is no folder"),
        ("code nowhere.py", "nowhere.py cannot be read: No such file"),
        ("newest", "No verb is called newest: did you mean new?"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    exercise: Exercise, capsys: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    result = exercise(*line.split())
    assert result.exit_code == 2
    assert not result.stdout
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_an_answer_that_cannot_be_read_is_asked_again(exercise: Exercise) -> None:
    values = exercise("new", "((3 5) (2 9))", "--ask", said="foo\n3\n2\n3\n")
    assert values.exit_code == 0
    assert "B: foo is no value; write a number" in values.stdout
    assert values.stdout.count("Value of B?") == 2
    assert "All right." in values.stdout
    cuts = exercise("new", "((3 5) (2 9))", "--kind", "cuts", "--ask", said="Z\nG\n")
    assert cuts.exit_code == 0
    assert exercise("new", "((3 5) (2 9))", "--ask", said="foo\n").exit_code == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"[" * 100_000, "{path} is nested too deeply."),
        (b"\xff\xfe\x00", "{path} is no text: write it in UTF-8."),
        (b'{\n "a":', "{path} is no JSON: something is wrong at line 2, column 6."),
        (b"[]", "{path}: This is no exercise: write an object with the schema coupe.exercise/1."),
    ],
)
def test_a_file_that_holds_no_exercise_is_named(
    exercise: Exercise,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    content: bytes,
    sentence: str,
) -> None:
    file = tmp_path / "exercise.json"
    file.write_bytes(content)
    for line in (
        ("check", str(file), str(file)),
        ("mark", str(tmp_path)),
        ("sheet", str(file), "--out", str(tmp_path / "a.html")),
    ):
        assert exercise(*line).exit_code == 2
        assert sentence.format(path=file) in capsys.readouterr().err


def test_an_answer_that_is_none_is_named(
    exercise: Exercise, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, answer = tmp_path / "exercise.json", tmp_path / "answer.json"
    exercise("new", "(3 5)", "--out", str(file))
    answer.write_text("[]")
    assert exercise("check", str(file), str(answer)).exit_code == 2
    assert f"{answer}: This is no answer" in capsys.readouterr().err
