"""Games by name and by file: specs, fresh modules, and what is said of those that cannot be had."""

import inspect
import os
import sys
import traceback
from pathlib import Path

import pytest

from coupe import BadContent, BadFile, BadGame, BadOption, CoupeError, UnknownGame, load, shipped
from coupe.games import loading

NIM = """
from typing import NamedTuple
from coupe import game, parameter, u64

PILE = parameter("pile", 5, at_least=1, at_most=60)
TAKE = parameter("take", 2, at_least=1)

class State(NamedTuple):
    stones: u64

@game
class Nim:
    State = State
    def initial(): return State(PILE)
    def moves(s): return ((2 << TAKE) - 2) & ((2 << s.stones) - 1)
    def play(s, m): return State(s.stones - m)
    def over(s): return s.stones == 0
    def result(s): return -1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my nim.py"
    path.write_text(NIM, "utf-8")
    return path


def test_every_shipped_game_loads() -> None:
    assert shipped() == ["tictactoe", "connect4", "othello"]
    for name in shipped():
        assert load(name).spec == name
        assert load(name) is load(name)
        assert load(name).doc is not None


def test_the_default_parameters_give_the_imported_module() -> None:
    from coupe.games import connect4, othello

    for spec in ("connect4", "connect4:", "connect4:7x6", "connect4:row=4", " connect4 "):
        assert load(spec) is vars(connect4)["Connect4"]
    assert load("othello:8x8") is vars(othello)["Othello"]
    assert load("othello").State is othello.Discs


@pytest.mark.parametrize(
    ("given", "spec", "values"),
    [
        ("connect4:6x5", "connect4:6x5", (6, 5, 4)),
        ("connect4:6X5", "connect4:6x5", (6, 5, 4)),
        ("connect4:width=6,height=5", "connect4:6x5", (6, 5, 4)),
        ("connect4:height=5, width=6", "connect4:6x5", (6, 5, 4)),
        ("connect4:6", "connect4:width=6", (6, 6, 4)),
        ("connect4:height=5", "connect4:7x5", (7, 5, 4)),
        ("connect4:6x5x3", "connect4:6x5,row=3", (6, 5, 3)),
        ("connect4:6x5,row=3", "connect4:6x5,row=3", (6, 5, 3)),
        ("connect4:row=3", "connect4:row=3", (7, 6, 3)),
    ],
)
def test_parameters(given: str, spec: str, values: tuple[int, ...]) -> None:
    game = load(given)
    assert game.spec == spec
    assert tuple(game.parameters.values())[:3] == values
    assert load(game.spec) is game
    assert len(game.start().legal_moves) == values[0]


def test_two_sizes_do_not_touch_each_other() -> None:
    small, ordinary = load("othello:6x6"), load("othello")
    assert len(small.start().text) == 36 + 2
    assert len(ordinary.start().text) == 64 + 2
    assert small.State is not ordinary.State


@pytest.mark.parametrize(
    ("spec", "kind", "message"),
    [
        ("conect4", UnknownGame, "conect4 is not a game coupe knows: did you mean connect4?"),
        ("Othello", UnknownGame, "Othello is not a game coupe knows: did you mean othello?"),
        ("xyz", UnknownGame, "write tictactoe, connect4, othello, or the path of a .py file."),
        ("", UnknownGame, "'' is not a game coupe knows"),
        ("connect4:width=six", BadOption, "connect4: six is not a number"),
        ("connect4:6xx5", BadOption, "connect4: '' is not a number"),
        ("connect4:6x5.5", BadOption, "5.5 is not a number"),
        ("connect4:²", BadOption, "² is not a number"),
        ("connect4:widht=6", BadOption, "connect4 has no parameter widht: did you mean width?"),
        ("connect4:pile=6", BadOption, "connect4 has no parameter pile; it has width, height,"),
        ("tictactoe:pile=6", BadOption, "tictactoe has no parameter pile: it has none."),
        ("tictactoe:3x3", BadOption, "tictactoe was given parameters; it has none."),
        ("othello:6x6x6", BadOption, "othello was given too many parameters; it has width, height"),
        ("connect4:6,width=7", BadOption, "connect4: width is given twice."),
        ("connect4:width=6,width=7", BadOption, "connect4: width is given twice."),
        ("connect4:height=5, height=5", BadOption, "connect4: height is given twice."),
        ("connect4:2x5", BadOption, "width is 2; it can be from 3 to 16."),
        ("nowhere/x.py", UnknownGame, "nowhere/x.py: no such file."),
        ("x.py:5x5", UnknownGame, "x.py: no such file."),
    ],
)
def test_what_is_said_of_a_wrong_spec(spec: str, kind: type[CoupeError], message: str) -> None:
    with pytest.raises(kind) as caught:
        load(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "name", "chosen"),
    [
        (r"C:\games\nim.py", r"C:\games\nim.py", ""),
        (r"C:\games\nim.py:30", r"C:\games\nim.py", "30"),
        ("C:/games/nim.py:pile=30", "C:/games/nim.py", "pile=30"),
        ("C:nim.py", "C:nim.py", ""),
        ("a:b/nim.py", "a:b/nim.py", ""),
        ("nim.py:6x5,row=3", "nim.py", "6x5,row=3"),
    ],
)
def test_a_drive_is_not_a_parameter(spec: str, name: str, chosen: str) -> None:
    assert loading._split(spec) == (name, chosen)


def test_a_file(file: Path) -> None:
    game = load(file)
    assert game.title == "Nim"
    assert game.spec == str(file)
    assert game.source == file.resolve()
    assert game.position("122").over
    assert load(f"{file}:7x3").initial().stones == 7
    assert load(f"{file}:7x3").spec == f"{file}:7x3"
    assert load(f"{file}:take=3").spec == f"{file}:5x3"
    assert load(f"{file}:pile=9").spec == f"{file}:pile=9"


def test_a_file_of_the_working_directory(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    assert load(file.name).spec == file.name
    with pytest.raises(UnknownGame, match=r"did you mean my nim.py?"):
        load("my nim")
    with pytest.raises(UnknownGame, match=r"my nin.py: no such file; did you mean my nim.py?"):
        load("my nin.py")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("pil=3", "has no parameter pil: did you mean pile?"),
        ("1x2x3", "was given too many parameters; it has pile, take"),
        ("61", "pile is 61; it can be from 1 to 60."),
        ("take=0", "take is 0; it can be 1 or more."),
    ],
)
def test_wrong_parameters_of_a_file(file: Path, parameters: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        load(f"{file}:{parameters}")


def test_a_file_is_read_again_after_an_edit(file: Path) -> None:
    before = load(file)
    stamp = file.stat()
    file.write_text(NIM.replace('"pile", 5', '"pile", 6'), "utf-8")
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert (before.initial().stones, load(file).initial().stones) == (5, 6)


def test_neighbours_are_imported_and_read_again(tmp_path: Path) -> None:
    path, neighbour = tmp_path / "own.py", tmp_path / "some_neighbour.py"
    path.write_text("from some_neighbour import FIVE\n" + NIM.replace("5,", "FIVE,"), "utf-8")
    for pile in (5, 6, 7):
        neighbour.write_text(f"FIVE = {pile}\n", "utf-8")
        os.utime(neighbour, ns=(10**18, 10**18))
        assert load(path).initial().stones == pile
    assert str(tmp_path) not in sys.path
    assert not list(tmp_path.glob("__pycache__"))


def test_stale_bytecode_of_a_neighbour_is_not_used(tmp_path: Path) -> None:
    import py_compile

    path, neighbour = tmp_path / "own.py", tmp_path / "other_neighbour.py"
    path.write_text("from other_neighbour import FIVE\n" + NIM.replace("5,", "FIVE,"), "utf-8")
    neighbour.write_text("FIVE = 5\n", "utf-8")
    os.utime(neighbour, ns=(10**18, 10**18))
    py_compile.compile(str(neighbour))
    neighbour.write_text("FIVE = 6\n", "utf-8")
    os.utime(neighbour, ns=(10**18, 10**18))
    assert load(path).initial().stones == 6


def test_neighbours_of_two_folders_are_not_mixed_up(tmp_path: Path) -> None:
    for number in (3, 4):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "same_name.py").write_text(f"FIVE = {number}\n", "utf-8")
        (folder / "own.py").write_text(
            "from same_name import FIVE\n" + NIM.replace("5,", "FIVE,"), "utf-8"
        )
    assert [load(tmp_path / str(n) / "own.py").initial().stones for n in (3, 4)] == [3, 4]


def test_the_parameters_of_a_file_are_its_own(tmp_path: Path) -> None:
    """What a file imports does not take the numbers that the file was given."""
    path = tmp_path / "own.py"
    path.write_text("import coupe.games.othello\n" + NIM.replace("pile", "width"), "utf-8")
    saved = {name: sys.modules.pop(name) for name in list(sys.modules) if ".othello" in name}
    try:
        assert load(f"{path}:width=6").initial().stones == 6
        assert sys.modules["coupe.games.othello"].__dict__["WIDTH"] == 8
    finally:
        sys.modules.update(saved)


def test_tracebacks_show_the_lines_as_they_were_read(file: Path) -> None:
    game = load(file)
    file.write_text("# something else\n" * 40, "utf-8")
    with pytest.raises(AttributeError) as caught:
        game.over(None)
    assert "def over(s): return s.stones == 0" in "".join(traceback.format_exception(caught.value))
    assert "s.stones == 0" in inspect.getsource(game.over)


@pytest.mark.parametrize(
    ("source", "kind", "message"),
    [
        ("x = 1\nx = = 2\n", BadContent, "own.py, line 2: invalid syntax."),
        ("x = 1\n  y = 2\n", BadFile, "own.py, line 2: unexpected indent."),
        (
            "\n\nx = y\n",
            BadFile,
            "own.py, line 3: it stops with NameError: name 'y' is not defined",
        ),
        ("import no_such_module_here\n", BadFile, "line 1: it stops with ModuleNotFoundError"),
        ("def f():\n    1 / 0\nf()\n", BadFile, "line 2: it stops with ZeroDivisionError"),
        ("import sys\nsys.exit(3)\n", BadFile, "own.py, line 2: it stops with SystemExit: 3."),
        ("x = 1\0", BadFile, "own.py, line 1: source code string cannot contain null bytes."),
        (
            "from coupe import *\n",
            BadGame,
            "own.py defines no game: write its rules in a class marked @game.",
        ),
        ("", BadGame, "own.py defines no game: write its rules in a class marked @game."),
        ("from coupe.games.othello import Othello\n", BadGame, "defines no game"),
        (NIM.replace("@game", ""), BadGame, "defines no game: write @game above the class Nim."),
        (NIM + NIM[NIM.index("@game") :].replace("Nim", "Nom"), BadGame, "2 games (Nim, Nom)"),
        (NIM.replace("def over", "def ovre"), BadGame, "did you mean over?"),
    ],
)
def test_what_is_said_of_a_file_without_a_game(
    tmp_path: Path, source: str, kind: type[CoupeError], message: str
) -> None:
    path = tmp_path / "own.py"
    path.write_text(source, "utf-8")
    with pytest.raises(kind) as caught:
        load(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_said_of_a_neighbour(tmp_path: Path) -> None:
    path, neighbour = tmp_path / "own.py", tmp_path / "bad_neighbour.py"
    path.write_text("import bad_neighbour\n" + NIM, "utf-8")
    neighbour.write_text("x = (\n", "utf-8")
    with pytest.raises(BadFile, match=r"bad_neighbour.py, line 1: '\(' was never closed."):
        load(path)
    neighbour.write_text("x = 1\nx.y\n", "utf-8")
    with pytest.raises(BadFile, match=r"bad_neighbour.py, line 2: it stops with AttributeError"):
        load(path)


def test_a_file_may_import_another_game(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("from coupe.games.othello import Othello\n" + NIM + "Alias = Nim\n", "utf-8")
    assert load(path).title == "Nim"


def test_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(BadFile, match=r"folder.py cannot be read: ") as caught:
        load(tmp_path / "folder.py")
    assert not isinstance(caught.value, BadContent)
    (tmp_path / "latin.py").write_bytes(b"# caf\xe9\n")
    with pytest.raises(BadFile, match=r"latin.py, line 1: "):
        load(tmp_path / "latin.py")


def test_the_examples_load() -> None:
    examples = Path(__file__).parents[2] / "examples"
    for path in sorted(examples.glob("*.py")):
        game = load(path)
        assert game.start().legal_moves
        assert load(game.spec).parameters == game.parameters
