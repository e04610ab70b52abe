"""How coupe starts and stops as a program: fast, light, and quiet when it is cut off."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COUPE = [sys.executable, "-m", "coupe"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")


def fastest(command: list[str]) -> float:
    """The shortest of many runs, in seconds: what else the machine does only makes it longer."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start

    return min(once() for _run in range(15))


def modules_of(*args: str) -> set[str]:
    """The packages that a command line imports."""
    command = [sys.executable, "-X", "importtime", "-m", "coupe", *args]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}


def test_the_version_is_said_fast() -> None:
    assert fastest([*COUPE, "--version"]) <= 6 * fastest([sys.executable, "-c", "pass"])


def test_the_version_needs_nothing_heavy() -> None:
    assert not modules_of("--version") & {"click", "numba", "numpy", "rich", "textual"}


@pytest.mark.parametrize("args", [["--help"], ["games"], ["analyse", "--help"], ["play", "--help"]])
def test_the_compiler_is_imported_only_to_search(args: list[str]) -> None:
    assert not modules_of(*args) & {"numba", "llvmlite"}


def test_a_position_is_refused_before_the_compiler_is_imported() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "coupe", "analyse", "othello", "zz"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "numba" not in done.stderr


@POSIX
def test_ctrl_c_keeps_what_was_printed(tmp_path: Path) -> None:
    """The first position is solved in no time; nobody waits for the second."""
    file = tmp_path / "positions.txt"
    file.write_text("121212\n4\n121212\n")
    process = subprocess.Popen(
        [*COUPE, "solve", "connect4", "--file", str(file), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    rest, said = process.communicate(timeout=30)
    assert '"position": "121212"' in first
    assert process.returncode == 130
    assert not rest
    assert "Traceback" not in said


@POSIX
@pytest.mark.parametrize(("limit", "code"), [("--infinite", 0), ("--seconds=600", 130)])
def test_ctrl_c_ends_a_search_with_what_it_has(limit: str, code: int) -> None:
    for patience in (2, 5, 15, 30):
        process = subprocess.Popen(
            [*COUPE, "analyse", "connect4", limit, "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(patience)
        process.send_signal(signal.SIGINT)
        found, said = process.communicate(timeout=30)
        assert "Traceback" not in said
        # Before the first depth is searched there is nothing to answer with.
        if found:
            break
        assert process.returncode == 130
    assert '"kind": "estimate"' in found
    assert process.returncode == code


ENDLESS = """\
from typing import NamedTuple
from coupe import game, u64

class State(NamedTuple):
    left: u64

def waits(s):
    count = 1
    while s.left == 3 and count > 0:
        count = 1 + count % 1000
    return False

@game
class Endless:
    State = State

    def initial():
        return State(9)

    def moves(s):
        return 6

    def play(s, m):
        return State(s.left - m if s.left > m else 0)

    def over(s):
        return waits(s) or s.left == 0

    def result(s):
        return -1
"""


@POSIX
@pytest.mark.parametrize("verb", [["solve"], ["perft"]])
def test_ctrl_c_ends_what_a_rule_holds_up(verb: list[str], tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    depth = ["9"] if verb == ["perft"] else []
    process = subprocess.Popen(
        [*COUPE, *verb, str(file), *depth],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(8)
    process.send_signal(signal.SIGINT)
    _found, said = process.communicate(timeout=30)
    assert process.returncode in (1, 130)
    assert "Traceback" not in said


@POSIX
def test_a_reader_who_has_seen_enough(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("XX.OO....\n" * 5000)
    process = subprocess.Popen(
        [*COUPE, "solve", "tictactoe", "--file", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith("Line 1: X (to move) wins")
    process.stdout.close()
    assert process.wait(timeout=60) == 1
    assert not process.stderr.read()


@POSIX
@pytest.mark.parametrize("args", [["--version"], ["games"], ["--help"]])
def test_a_full_disk(args: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COUPE, *args], check=False, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "The system refuses: No space left on device.\n"
