"""Compiled code, in the process that compiles it and in those that load it from the cache."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from coupe import load
from coupe.engine import cache
from coupe.engine.compilation import compiled
from coupe.engine.rendering import rendered
from coupe.engine.rules import native_rules

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = (
    "tictactoe",
    "connect4",
    "connect4:6x5",
    "othello",
    "othello:6x6",
    *sorted(str(file) for file in EXAMPLES.glob("*.py")),
)

ASK = """
import json, sys
import coupe
start = coupe.load(sys.argv[1]).start()
plain = coupe.analyse(start, depth=4, algorithm="fail-hard", table=False, move_order="natural")
both = coupe.analyse(start, depth=5, threads=2)
one = coupe.analyse(start, depth=5)
found = [plain.value, plain.nodes, both.value, one.value, one.nodes, one.line]
print(json.dumps([*found, *[count.positions for count in coupe.perft(start, 4)]]))
"""

SOLVE = """
import sys
import coupe
print(coupe.solve(coupe.load(sys.argv[1]).start()).value)
"""

PILE = """\
from typing import NamedTuple
from coupe import game, u64
from beside import WORTH, worth

MOST = 2

class State(NamedTuple):
    stones: u64

def lost(s):
    return -1

@game
class Pile:
    State = State

    def initial():
        return State(4)

    def moves(s):
        return ((2 << MOST) - 2) & ((2 << s.stones) - 1)

    def play(s, m):
        return State(s.stones - m)

    def over(s):
        return s.stones == 0

    def result(s):
        return lost(s) * worth(s) * WORTH
"""
BESIDE = """\
WORTH = 1

def worth(s):
    return 10
"""


def asked(folder: Path, spec: str, script: str = ASK, **environment: str) -> Any:
    """What a new process answers, with its compiled code in that folder."""
    done = subprocess.run(
        [sys.executable, "-c", script, spec],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "COUPE_CACHE": str(folder), **environment},
    )
    return json.loads(done.stdout)


def files_in(folder: Path) -> Mapping[Path, int]:
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: Path(spec).stem)
def test_a_second_process_loads_what_the_first_compiled(spec: str, tmp_path: Path) -> None:
    first = asked(tmp_path, spec)
    written = files_in(tmp_path)
    assert {file.suffix for file in written} == {".py", ".nbi", ".nbc"}
    assert asked(tmp_path, spec) == first
    assert files_in(tmp_path) == written


@pytest.fixture
def pile(tmp_path: Path) -> Path:
    (tmp_path / "beside.py").write_text(BESIDE)
    file = tmp_path / "pile.py"
    file.write_text(PILE)
    return file


EDITS = {
    "a number in a rule": ("pile.py", "return State(4)", "return State(3)", -10),
    "a rule": ("pile.py", "return s.stones == 0", "return s.stones <= 1", -10),
    "a helper": ("pile.py", "return -1", "return -3", 30),
    "a constant": ("pile.py", "MOST = 2", "MOST = 3", -10),
    "a helper in another file": ("beside.py", "return 10", "return 20", 20),
    "a constant in another file": ("beside.py", "WORTH = 1", "WORTH = 4", 40),
}
"""A file, what is written in it, what is written instead, and the value then."""


def test_no_edit_leaves_a_stale_result(pile: Path) -> None:
    """The next process sees each edit and its undoing, though the files are no newer for it."""
    folder = pile.parent / "cache"
    assert asked(folder, str(pile), SOLVE) == 10
    for name, before, after, value in EDITS.values():
        file = pile.parent / name
        text = file.read_text()
        times = (file.stat().st_atime_ns, file.stat().st_mtime_ns)
        assert before in text
        file.write_text(text.replace(before, after))
        os.utime(file, ns=times)
        assert asked(folder, str(pile), SOLVE) == value
        file.write_text(text)
        os.utime(file, ns=times)
    assert asked(folder, str(pile), SOLVE) == 10


def test_an_edit_of_the_engine_is_another_file() -> None:
    rules = native_rules(load("connect4"))
    assert rendered(rules, aided=True) != rendered(rules, aided=False)
    assert "def search(" in rendered(rules, aided=True)


def test_parameters_are_other_rules() -> None:
    digests = {native_rules(load(spec)).digest for spec in GAMES}
    assert len(digests) == len(GAMES)


def test_the_same_rules_are_compiled_once() -> None:
    connect4 = load("connect4")
    assert compiled(connect4) is compiled(load("connect4"))
    assert compiled(connect4) is not compiled(connect4.with_evaluation(lambda s: 0))


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    """Not the cache, nor the home, nor any temporary folder."""
    nowhere = str(tmp_path / "file" / "folder")
    (tmp_path / "file").touch()
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "TMPDIR", "TEMP", "TMP"), nowhere)
    assert asked(tmp_path / "cache", "tictactoe") == asked(Path(nowhere), "tictactoe", **places)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("content", [b"", b"\x80\x04nonsense"])
def test_a_damaged_cache(suffix: str, content: bytes, tmp_path: Path) -> None:
    first = asked(tmp_path, "tictactoe")
    damaged = list(tmp_path.rglob(f"*{suffix}"))
    assert damaged
    for file in damaged:
        file.write_bytes(content)
    assert asked(tmp_path, "tictactoe") == first


def test_a_rendered_file_that_was_changed_is_written_again(tmp_path: Path) -> None:
    first = asked(tmp_path, "tictactoe")
    for file in tmp_path.rglob("kernel.py"):
        file.write_text("1 / 0\n")
    assert asked(tmp_path, "tictactoe") == first


def test_two_processes_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ASK, "tictactoe"]
    environment = {**os.environ, "COUPE_CACHE": str(tmp_path)}
    processes = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        for _process in range(3)
    ]
    said = {process.communicate()[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(said) == 1


def test_the_oldest_leave_a_full_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(cache, "MOST_GAMES", 3)
    for number in range(5):
        file = cache.published(f"game-{number}", "x = 1\n")
        assert file is not None
        os.utime(file.parent, (number, number))
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["game-2", "game-3", "game-4"]


def test_a_folder_that_others_may_write_is_not_trusted(tmp_path: Path) -> None:
    """What is loaded from it is run."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    script = "from coupe.engine.cache import cache_folder; print(cache_folder())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "COUPE_CACHE": str(shared), "XDG_CACHE_HOME": str(tmp_path / "mine")},
    )
    assert done.stdout.strip().startswith(str(tmp_path / "mine"))
