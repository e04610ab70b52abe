"""`coupe analyse`, `solve`, `compare`, `perft`, `games`, `check`, `bench`: what they answer."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import coupe
from coupe import Finding

EXAMPLES = Path(__file__).parents[2] / "examples"

Run = Callable[..., Result]

FIELDS = [
    "schema",
    "game",
    "position",
    "turn",
    "algorithm",
    "value",
    "unit",
    "kind",
    "best",
    "line",
    "depth",
    "nodes",
    "seconds",
    "cpu_seconds",
]


def test_an_analysis_as_json(run: Run) -> None:
    result = run("analyse", "tictactoe", "XX.OO....", "--depth", "3", "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert list(answer) == FIELDS
    assert answer["schema"] == "coupe.analysis/1"
    assert (answer["game"], answer["position"], answer["turn"]) == ("tictactoe", "XX.OO....", "X")
    assert (answer["value"], answer["best"], answer["line"]) == (1, "3", ["3"])


def test_every_move_as_json(run: Run) -> None:
    answer = json.loads(run("solve", "tictactoe", "XX.OO....", "--all-moves", "--json").stdout)
    assert [*FIELDS, "moves"] == list(answer)
    assert {move["move"]: move["value"] for move in answer["moves"]} == {
        "3": 1, "6": 0, "7": -1, "8": -1, "9": -1,
    }  # fmt: skip
    assert {move["kind"] for move in answer["moves"]} == {"exact"}
    assert answer["moves"][0]["line"] == ["3"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_json_is_in_english_in_every_language(run: Run, language: str) -> None:
    line = ("solve", "othello:4x4", "--json", "--lang", language)
    answer = json.loads(run(*line).stdout)
    assert (answer["turn"], answer["unit"], answer["kind"]) == ("Black", "discs", "exact")


def test_an_analysis_in_words(run: Run) -> None:
    result = run("analyse", "tictactoe", "XX.OO....", "--depth", "9", "--algorithm", "fail-hard")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[0] == "X X 3        X (to move) wins: exact."
    assert lines[2] == "7 8 9        best move  3"
    assert lines[3] == "X to move    line       3"
    assert lines[-1] == "             algorithm  fail-hard"


def test_an_analysis_in_french(run: Run) -> None:
    line = ("solve", "tictactoe", "XX.OO....", "--all-moves", "--lang", "fr")
    text = run(*line).stdout
    assert "X (au trait) gagne\u00a0: exact." in text
    assert "meilleur coup  3" in text
    assert "nœuds" in text
    assert "exacte" in text


@pytest.mark.parametrize("algorithm", coupe.ALGORITHMS)
def test_every_algorithm_with_and_without_its_aids(run: Run, algorithm: str) -> None:
    for aids in (["--table", "--move-order", "best"], ["--no-table", "--move-order", "natural"]):
        line = ["analyse", "tictactoe", "X...O....", "--depth", "7", "--json", *aids]
        answer = json.loads(run(*line, "--algorithm", algorithm).stdout)
        assert (answer["value"], answer["algorithm"]) == (0, algorithm)


def test_the_lists_of_the_command_line_are_those_of_the_engine() -> None:
    from coupe.cli import choices

    assert choices.ALGORITHMS == coupe.ALGORITHMS
    assert choices.ORDERS == coupe.ORDERS


def test_an_evaluation_of_ones_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ideas.py"
    file.write_text("CENTRE = 16\ndef centre(s):\n    return 3 if s.me & CENTRE else -3\n")
    line = ["analyse", "tictactoe", "--depth", "1", "--json", "--evaluate"]
    assert json.loads(run(*line, f"{file}:centre").stdout)["value"] == 3
    file.write_text("CENTRE = 16\ndef centre(s):\n    return 5 if s.me & CENTRE else -5\n")
    assert json.loads(run(*line, f"{file}:centre").stdout)["value"] == 5
    result = run(*line, f"{file}:center")
    assert result.exit_code == 2
    assert f"{file} has no function center; it has centre." in result.stderr


IDEAS = """\
def broken(s):
    return 1 // (s.me & 16)

def far(s):
    return 100_000

def half(s):
    return s.me / 2

def wrong(s, t):
    return 0

def missing(s):
    return s.mine

def lost(s):
    return (1, 2)[s.me]
"""


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("broken", 1, "broken (ideas.py, line 2) divides by zero in the position ........."),
        ("far", 1, "far (ideas.py, line 4) returns 100000 in the position .........: a score is f"),
        ("half", 1, "half (ideas.py, line 7) returns 0.0 (float) and not a whole number: write"),
        (
            "missing",
            1,
            "missing (ideas.py, line 14) uses mine, which is no field of Marks: did you",
        ),
        ("lost", 1, "lost (ideas.py, line 17) goes out of the bounds of a list or tuple in the p"),
        ("wrong", 2, "wrong (ideas.py, line 10) takes 2 arguments: write def wrong(s): and return"),
    ],
)
def test_what_is_wrong_with_an_evaluation(
    run: Run, tmp_path: Path, name: str, code: int, sentence: str
) -> None:
    (tmp_path / "ideas.py").write_text(IDEAS, "utf-8")
    line = ["analyse", "tictactoe", "--depth", "3", "--evaluate", f"{tmp_path}/ideas.py:{name}"]
    result = run(*line)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


def test_a_file_with_bad_lines(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_bytes(
        b"\xef\xbb\xbfXX.OO.... and what follows\n# a remark\n\nnonsense\nXXXOO....\n\xff\n.........\n"
    )
    result = run("solve", "tictactoe", "--file", str(file), "--json")
    assert result.exit_code == 1
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["position"] for answer in answers] == ["XX.OO....", "........."]
    complaints = result.stderr.splitlines()
    assert [complaint.partition(":")[0] for complaint in complaints] == [
        "Line 4",
        "Line 5",
        "Line 6",
    ]
    assert complaints[1] == "Line 5: The game is over: there is nothing to search."


def test_a_file_of_json(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions.json"
    board = "OOOO" + "OXXO" + "OXXO" + "OX.."
    problems = [{"board": board, "side": "X"}, {"bord": board}, 5, {"board": board, "side": "O"}]
    file.write_text(json.dumps({"positions": problems}, indent=1))
    result = run("solve", "othello:4x4", "--file", str(file), "--json", "--fresh")
    assert result.exit_code == 1
    turns = [json.loads(line)["turn"] for line in result.stdout.splitlines()]
    assert turns == ["Black", "White"]
    assert result.stderr.startswith('Position 2: {"bord": ')
    assert (
        'is not a problem: write {"board": "...", "side": "X"}.\nPosition 3: 5 is' in result.stderr
    )


NO_LIST = (
    'The JSON is not a list of problems: write {"positions": [{"board": "...", "side": "X"}]}.'
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "- holds no position."),
        ("# nothing\n\n", "- holds no position."),
        ('{"positions": ', NO_LIST),
        ('{"problems": []}', NO_LIST),
        ('{"positions": "abc"}', NO_LIST),
        ('{"positions": {"a": 1}}', NO_LIST),
        ("[1]", NO_LIST),
        ("\n[\n1,\n2]\n", NO_LIST),
        ('{"positions": []}', "- holds no position."),
    ],
)
def test_files_without_positions(run: Run, text: str, sentence: str) -> None:
    result = run("solve", "tictactoe", "--file", "-", said=text)
    assert result.exit_code == 1
    assert result.stderr == sentence + "\n"


PROBLEMS = [
    ("tictactoe", "XX.OO....", "X", "X"),
    ("tictactoe", "XX.OO....", "x", "X"),
    ("tictactoe", "XX./OO./...", None, "X"),
    ("tictactoe", "XX.OO....", "O", "X is to move: the board says so, and the side is O."),
    ("tictactoe", "XX.OO....", "red", "red is no side of tictactoe: write X or O."),
    ("tictactoe", "XX.O+....", "X", "+ is not a square of tic-tac-toe: write X, O or a point."),
    ("connect4:4x4", "1122", "X", "Yellow"),
    ("connect4:4x4", "1122", "yellow", "Yellow"),
    ("connect4:4x4", "112", "R", "Red"),
    ("connect4:4x4", "..../..../..../Y...", "Red", "Red"),
    ("connect4:4x4", "..../..../..../Y...", "o", "Red"),
    ("connect4:4x4", "1122", "Red", "Yellow is to move: the board says so, and the side is Red."),
    ("othello:4x4", "-----OX--XO-----", "black", "Black"),
    ("othello:4x4", "-----OX--XO-----", "WHITE", "White"),
    ("othello:4x4", "-----OX--XO-----", "b", "Black"),
    ("othello:4x4", "-----OX--XO-----", "O", "White"),
    ("othello:4x4", "-----OX--XO----- O", "White", "White"),
    ("othello:4x4", "-----OX--XO----- O", "X", "White is to move: the board says so, and the"),
    ("othello:4x4", "-----OX--XO-----", "green", "green is not a colour: write X for Black or O"),
    ("othello:4x4", "-----OX--XO-----", None, "The board does not say whose turn it is: write X"),
    ("othello:4x4", "-----OX--XO-----", 1, "{'board': '-----OX--XO-----', 'side': 1} is not a pr"),
    (f"{EXAMPLES / 'nim.py'}", "stones=3 turn=2", "X", "Second is to move: the board says so"),
    (f"{EXAMPLES / 'nim.py'}", "stones=3 turn=2", "Second", "Second"),
    (f"{EXAMPLES / 'nim.py'}", "stones=3", "Second", "Second"),
    (f"{EXAMPLES / 'kalah.py'}:2x1", "12", "north", "North"),
    (
        f"{EXAMPLES / 'kalah.py'}:2x1",
        "12",
        "s",
        "North is to move: the board says so, and the side",
    ),
]


@pytest.mark.parametrize(("spec", "board", "side", "expected"), PROBLEMS)
def test_the_side_of_a_problem(
    run: Run, spec: str, board: str, side: str | None, expected: str
) -> None:
    problem = {"board": board} if side is None else {"board": board, "side": side}
    said = json.dumps({"positions": [problem]})
    result = run("solve", spec, "--file", "-", "--json", said=said)
    if " " in expected:
        assert result.exit_code == 1
        assert result.stderr.startswith(f"Position 1: {expected}".replace("'", '"'))
        assert result.stderr.count("\n") == 1
    else:
        assert result.exit_code == 0
        assert json.loads(result.stdout)["turn"] == expected


def test_sides_have_their_names_in_the_language_spoken(run: Run) -> None:
    said = json.dumps({"positions": [{"board": "-----OX--XO-----", "side": "blanc"}]})
    line = ("solve", "othello:4x4", "--file", "-", "--json", "--lang", "fr")
    assert json.loads(run(*line, said=said).stdout)["turn"] == "White"
    assert run(*line[:-2], said=said).exit_code == 1


def test_a_file_in_words(run: Run) -> None:
    result = run("solve", "tictactoe", "--file", "-", said="XX.OO....\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("Line 1: X (to move) wins: exact.   best move 3   ")
    french = run("solve", "tictactoe", "--file", "-", "--lang", "fr", said="XX.OO....\n")
    assert french.stdout.startswith("Ligne 1\u00a0: X (au trait) gagne\u00a0: exact.   meilleur")


def test_every_move_of_a_file_in_words(run: Run) -> None:
    line = ("solve", "tictactoe", "--file", "-", "--all-moves")
    text = run(*line, said="XX.OO....\n").stdout
    assert text.endswith("   moves 3 +1, 6 0, 7 -1, 8 -1, 9 -1\n")
    assert text.count("\n") == 1


def test_perft(run: Run) -> None:
    lines = run("perft", "tictactoe", "9").stdout.splitlines()
    assert lines[0].split() == ["depth", "positions", "finished", "games", "leaves"]
    assert lines[9].split() == ["8", "200,448", "72,576", "255,168"]
    assert lines[-1].split() == ["total", "549,945", "255,168"]
    counts = json.loads(run("perft", "tictactoe", "2", "X........", "--json").stdout)
    assert counts == {
        "schema": "coupe.perft/1",
        "game": "tictactoe",
        "position": "X........",
        "depths": [
            {"depth": 1, "positions": 8, "finished": 0, "leaves": 8},
            {"depth": 2, "positions": 56, "finished": 0, "leaves": 56},
        ],
        "positions": 64,
        "finished": 0,
    }


def test_a_comparison(run: Run) -> None:
    text = run("compare", "tictactoe", "--depth", "4").stdout
    rows = [line.split() for line in text.splitlines()]
    assert {row[0] for row in rows if row} >= set(coupe.ALGORITHMS)
    assert ["minimax", "natural", "no", "0", "3,610", "3,024"] in [row[:6] for row in rows]
    assert "Full tree: 3,610 nodes, 3,024 leaves; b = leaves^(1/d) = 7.42 and d = 4.\n" in text
    assert "Minimum of a uniform tree, in perfect order and without a table:\n" in text
    assert "b^⌈d/2⌉ + b^⌊d/2⌋ - 1 = 109 leaves.\n" in text
    assert max(map(len, text.splitlines())) <= 80


def test_games(run: Run) -> None:
    text = run("games").stdout
    for name in coupe.shipped():
        assert name in text
    assert "Yellow against Red   width=7 height=6" in text


@pytest.mark.parametrize(
    ("findings", "code", "printed"),
    [
        ([], 0, "file.py: no fault found.\n"),
        ([Finding(False, "It looks [odd].")], 0, "warning: It looks [odd].\n"),
        (
            [Finding(False, "It looks odd."), Finding(True, "It is wrong.")],
            1,
            "warning: It looks odd.\nerror: It is wrong.\n",
        ),
    ],
)
def test_findings(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    findings: list[Finding],
    code: int,
    printed: str,
) -> None:
    monkeypatch.setattr(coupe, "check", lambda file, *, seed: findings)
    result = run("check", "file.py")
    assert (result.exit_code, result.stdout) == (code, printed)


def test_a_fault_is_found(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(
        "from coupe import game\n@game\nclass Mine:\n    def initial(): return 0\n",
        encoding="utf-8",
    )
    result = run("check", str(file))
    assert result.exit_code == 1
    assert (
        result.stdout == "error: Mine (line 2) has no State: write State = State, a NamedTuple.\n"
    )


def test_the_signature(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coupe, "signature", lambda: {"one": 1000, "other": 234})
    assert json.loads(run("bench", "--json").stdout) == {
        "schema": "coupe.bench/1",
        "nodes": {"one": 1000, "other": 234},
        "total": 1234,
    }
    assert run("bench").stdout.splitlines()[-1].split() == ["total", "1,234"]


def test_moves_written_apart_are_one_position(run: Run, tmp_path: Path) -> None:
    game = str(Path(__file__).parents[2] / "examples" / "breakthrough.py") + ":3x4"
    file = tmp_path / "positions.txt"
    file.write_text("a2xb3 a3-a2 b1xa2\na2xb3 a3-a2 # b1xa2\n")
    found = [
        json.loads(line)
        for line in run("solve", game, "--file", str(file), "--json").stdout.splitlines()
    ]
    assert [answer["position"] for answer in found] == ["a2xb3 a3-a2 b1xa2", "a2xb3 a3-a2"]
    assert found[0]["value"] == -1000
    plain = run("solve", "connect4", "--file", "-", "--json", said="121212 9\n121212 1\n")
    assert [json.loads(line)["position"] for line in plain.stdout.splitlines()] == ["121212"] * 2
    othello = run("solve", "othello:4x4", "--file", "-", "--json", said="b1 a1 d3 +3\n")
    assert (
        coupe.load("othello:4x4").position("b1a1d3").text == json.loads(othello.stdout)["position"]
    )
