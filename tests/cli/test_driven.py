"""`coupe play` in a real terminal, driven from outside: both modes, to the end of the game."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from coupe import load
from coupe.archive import Archive
from coupe.game import PASS
from tests.cli.games_to_drive import NAMES, games

pty = pytest.importorskip("pty")
pytest.importorskip("textual")

PATIENCE = 40.0
LONG = "othello with passes"
NORMAL_SCREEN = b"\x1b[?1049l"
ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>]|\x1b\][^\x07]*\x07")


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, archive: Path, *arguments: str, term: str) -> None:
        self.master, slave = pty.openpty()
        subprocess.run(["stty", "rows", "24", "cols", "80"], stdin=slave, check=False)
        environment = {**os.environ, "TERM": term, "COUPE_ARCHIVE": str(archive)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "coupe", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""
        self.raw = b""

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.master, text.encode())

    def until(self, words: str) -> None:
        """Read until these words have come up since they were last waited for."""
        end = time.monotonic() + PATIENCE
        while words not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            assert self._read(0.5) or self.process.poll() is None, self.seen[-2000:]
        self.seen = self.seen.partition(words)[2]

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            came = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.raw += came
        self.seen += ESCAPES.sub(b"", came).decode("utf-8", "replace")
        return bool(came)

    def end_by(self, number: int) -> int:
        """Send a signal, once more where it fell between a prompt and the reading; the exit code."""
        self.process.send_signal(number)
        again = time.monotonic() + PATIENCE / 4
        while self.process.poll() is None and time.monotonic() < again:
            self._read(0.05)
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.end()

    def end(self) -> int:
        """Read to the end; the exit code."""
        limit = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < limit, self.seen[-2000:]
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.returncode

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        with suppress(OSError):
            os.close(self.master)


Start = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Start]:
    """`terminal("othello", term="dumb")` is `coupe play othello` at a plain terminal."""
    started = []

    def start(*arguments: str, term: str = "xterm-256color") -> Terminal:
        started.append(Terminal(tmp_path / "games.sqlite", *arguments, term=term))
        return started[-1]

    yield start
    for one in started:
        one.close()


def is_kept(folder: Path, moves: list[str], finished: bool = True) -> None:
    """The archive has this game, passes beside its moves."""
    with Archive(folder / "games.sqlite") as archive:
        (entry,) = archive.games()
        record = archive.game(entry.id)
    assert [name for name in record.names if name != "pass"] == moves
    assert (record.result is not None) is finished


@pytest.mark.parametrize("name", NAMES)
def test_a_game_to_the_end_on_the_screen(terminal: Start, tmp_path: Path, name: str) -> None:
    game, moves, end = games(tmp_path)[name]
    screen = terminal(game, "--second", "human")
    position = load(game).start()
    screen.until(f"{position.turn_name} to move")
    if name == LONG:
        screen.type("e")  # else each position is judged, for the bar
    for move in moves:
        screen.type(f"m{move}\r")
        position = position.play_named(move)
        passed = position.legal_moves == [PASS]
        position = position.play(PASS) if passed else position
        if not position.over:
            screen.until("passes. " * passed + f"{position.turn_name} to move")
    screen.until(end)
    screen.type("q")
    assert screen.end() == 0
    assert "Traceback" not in screen.seen
    is_kept(tmp_path, moves)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_to_the_end_line_by_line(terminal: Start, tmp_path: Path, name: str) -> None:
    game, moves, end = games(tmp_path)[name]
    lines = terminal(game, "--second", "human", term="dumb")
    for move in moves:
        lines.until("> ")
        lines.type(f"{move}\r")
    lines.until(end)
    assert lines.end() == 0
    is_kept(tmp_path, moves)


def test_a_killed_game_is_taken_up_again_where_it_was_and_ended_from_outside(
    terminal: Start, tmp_path: Path
) -> None:
    screen = terminal("tictactoe", "--second", "human", "--time", "5m")
    screen.until("X to move")
    screen.type("m5\r")
    screen.until("O to move")
    screen.type("m1\r")
    screen.until("X to move")
    screen.process.send_signal(signal.SIGKILL)
    screen.end()
    is_kept(tmp_path, ["5", "1"], finished=False)
    lines = terminal("--resume", term="dumb")
    lines.until("X (4:5")
    lines.type("3\r")
    lines.until("O (")
    assert lines.end_by(signal.SIGTERM) == 130
    is_kept(tmp_path, ["5", "1", "3"], finished=False)


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_ctrl_c_leaves_cleanly_and_says_how_to_go_on(
    terminal: Start, tmp_path: Path, term: str
) -> None:
    game = terminal("tictactoe", "--second", "human", term=term)
    game.until("X to move")
    game.type("m5\r" if term != "dumb" else "5\r")
    game.until("O to move")
    game.type("\x03")
    assert (game.end_by(signal.SIGINT) if term == "dumb" else game.end()) == 130
    assert "coupe play --resume" in game.seen
    assert "Traceback" not in game.seen
    is_kept(tmp_path, ["5"], finished=False)


def test_a_screen_that_is_ended_from_outside_gives_the_terminal_back(terminal: Start) -> None:
    game = terminal("tictactoe", "--second", "human")
    game.until("X to move")
    game.process.send_signal(signal.SIGHUP)
    assert game.end() == 130
    assert NORMAL_SCREEN in game.raw
    assert "Traceback" not in game.seen


@pytest.mark.slow
def test_a_window_that_is_closed_ends_the_game(terminal: Start, tmp_path: Path) -> None:
    game = terminal("tictactoe", "--second", "human")
    game.until("X to move")
    game.type("m5\r")
    game.until("O to move")
    os.close(game.master)
    game.process.send_signal(signal.SIGHUP)
    game.process.wait(PATIENCE)
    is_kept(tmp_path, ["5"], finished=False)
