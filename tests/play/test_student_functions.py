"""`FILE.py:function` as a player: what it may do, and what makes it lose."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from coupe import BadContent, BadOption, IllegalMove, UnknownGame, load
from coupe.errors import BadFile, Forfeit
from coupe.play import Match, TimeControl, Wish, player_of
from coupe.play import functions as student_functions
from coupe.play.function_side import told_of
from coupe.play.functions import FunctionPlayer
from coupe.play.match import Chosen

Making = Callable[..., FunctionPlayer]


@pytest.fixture
def making(tmp_path: Path) -> Iterator[Making]:
    """`making("return 3")` plays what the body of `move(position)` returns."""
    made: list[FunctionPlayer] = []

    def player(
        body: str,
        game: str = "tictactoe",
        header: str = "",
        whole: str = "",
        *,
        one_game: bool = True,
    ) -> FunctionPlayer:
        file = tmp_path / "mine.py"
        body = textwrap.indent(textwrap.dedent(body).strip(), "    ")
        file.write_text(whole or f"{header}\ndef move(position):\n{body}\n", "utf-8")
        made.append(FunctionPlayer("mine.py:move", load(game), f"{file}:move"))
        made[-1].one_game = one_game
        return made[-1]

    yield player
    for one in made:
        one.close()


def choice(player: FunctionPlayer, position: str = "", clock: str = "none") -> Chosen | Wish:
    where = player.game.position(position)
    return player.choose(Match(where, (player, player), clock=TimeControl.read(clock)))


def test_a_number_or_a_name_is_a_move(making: Making) -> None:
    assert choice(making("return 4")) == Chosen(4)
    assert choice(making("return '5'")) == Chosen(4)
    assert choice(making("return 'F5'", "othello")) == Chosen(37)


def test_whatever_counts_as_a_whole_number_is_a_move(making: Making) -> None:
    assert choice(making("return numpy.int64(4)", header="import numpy")) == Chosen(4)


def test_the_position_is_the_one_in_play_with_its_past(making: Making) -> None:
    player = making(
        "assert position.line == [37, 43], position.line\nreturn position.legal_moves[0]", "othello"
    )
    assert isinstance(choice(player, "f5d6"), Chosen)
    player = making("assert position.text == '8/8', position.text", "othello")
    with pytest.raises(Forfeit, match=r"AssertionError: -{5,}"):
        choice(player, "-" * 27 + "OX------XO" + "-" * 27 + " O")


def test_a_second_argument_is_the_time_left(making: Making) -> None:
    whole = "def move(position, seconds):\n    return 8 if seconds is None else int(seconds)\n"
    player = making("", whole=whole)
    assert choice(player) == Chosen(8)
    found = choice(player, clock="5s/move")
    assert isinstance(found, Chosen)
    assert found.move in (4, 5)


def test_the_game_may_be_a_file_too(making: Making, tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "examples" / "nim.py"
    player = making("return position.legal_moves[-1]", str(source))
    match = Match(player.game.start(), (player, player_of("random", player.game)))
    assert match.play().result is not None
    assert match.result is not None
    assert match.result.reason == "rules"


def test_what_it_imports_is_paid_once(making: Making) -> None:
    player = making("global count\ncount += 1\nreturn count", header="count = -1")
    assert [choice(player), choice(player)] == [Chosen(0), Chosen(1)]


def test_it_prints_as_much_as_it_likes_and_reads_nothing(making: Making) -> None:
    body = """
        print("=" * 300_000)
        os.write(1, b"f5" * 50_000)
        sys.stdin.close()
        return 4
        """
    player = making(body, header="import os, sys")
    assert choice(player) == Chosen(4)
    assert choice(player) == Chosen(4)


def test_a_whole_game_between_two_functions(making: Making) -> None:
    player = making("return position.legal_moves[0]", "othello")
    record = Match(player.game.start(), (player, player)).play()
    assert record.result is not None
    assert record.result.reason == "rules"


BAD = {
    "return 99": "99 is not a legal move here; the legal moves are 0 1 2 3 4 5 6 7 8.",
    "return 'z9'": "z9 is not a legal move here; the legal moves are 1 2 3 4 5 6 7 8 9.",
    "return 'x' * 10_000_000": "mine.py, line 2: it returns '" + "x" * 36 + "...'; return",
    "pass": "mine.py, line 2: it returns nothing: a return is missing.",
    "return True": "mine.py, line 2: it returns True; return a move's number or name.",
    "x = 1\nreturn x // 0": "mine.py, line 4: ZeroDivisionError: integer division or modulo by zero.",
    "raise SystemExit(3)": "mine.py, line 3: it ends the program; return a move instead.",
    "return move(position)": "mine.py, line 3: it calls itself without end.",
    "return input()": "mine.py, line 3: it waits for input; take the position that is given.",
    "return bytearray(1 << 40)": "mine.py, line 3: it takes more memory than there is.",
    "raise ValueError('a\\nb\\x1b[2J' + 'c' * 9000)": "mine.py, line 3: ValueError: a b?[2Jccc",
    "class Odd:\n    def __index__(self): raise OSError\nreturn Odd()": "it returns Odd;",
    "class Odd(Exception):\n    def __str__(self): raise OSError\nraise Odd": "mine.py, line 5: Odd.",
    "import os\nos._exit(7)": "it has ended (exit code 7).",
    "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)": "it has ended (SIGSEGV)",
    "import os\nos.closerange(0, 100)\nreturn 4": "it has ended",
}


@pytest.mark.parametrize("body", BAD)
def test_what_is_no_move_loses_in_a_sentence(making: Making, body: str) -> None:
    player = making(body)
    with pytest.raises(Forfeit) as failure:
        choice(player)
    told = str(failure.value)
    assert told.startswith("mine.py:move: ")
    assert BAD[body] in told
    assert "\n" not in told
    assert len(told) < 400


def test_what_is_neither_a_number_nor_a_name_is_told_by_its_kind() -> None:
    told = {repr(value)[:20]: told_of(value) for value in (4.0, [4], None, True, 1 << 5000)}
    assert told["4.0"] == {"type": "float", "value": "4.0"}
    assert told["[4]"] == {"type": "list", "value": ""}
    assert told["None"] == {"type": "NoneType", "value": "None"}
    assert told["True"] == {"type": "bool", "value": "True"}
    assert told["14124670321394260368"]["type"] == "int"
    assert told_of(10**60)["value"] == "1" + "0" * 35 + "..."
    assert told_of(-1) == {"move": -1}


LOOPS = {
    "while True: pass": "mine.py, line 3: after 0.2 s it is still there.",
    "return sum(range(10 ** 15))": "mine.py, line 3: after 0.2 s it is still there.",
    "return '(a+)+b' and re.match('(a+)+b', 'a' * 60)": "after 0.2 s it is still there.",
    "while True: print('x' * 1000)": "mine.py, line 3: after 0.2 s it is still there.",
    "while True:\n    try: time.sleep(9)\n    except BaseException: pass": "mine.py, line 4: after",
    "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 60))\nwhile True: pass": "line 4: after",
}


@pytest.mark.parametrize("body", LOOPS)
def test_what_does_not_come_to_an_end_is_ended(making: Making, body: str) -> None:
    player = making(body, header="import re, signal, time")
    with pytest.raises(Forfeit) as failure:
        choice(player, clock="0.2s/move")
    assert LOOPS[body] in str(failure.value)


def test_without_a_clock_a_move_has_a_limit_too(
    making: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(student_functions, "PATIENCE", 0.3)
    with pytest.raises(Forfeit, match=r"after 0\.3 s"):
        choice(making("while True: pass"))


def test_after_a_forfeit_the_next_game_is_played(making: Making) -> None:
    body = "if not position.line: return 99\nreturn position.legal_moves[0]"
    player = making(body, one_game=False)
    other = player_of("random", player.game)
    first = Match(player.game.start(), (player, other)).play()
    second = Match(player.game.start(), (other, player)).play()
    assert first.result is not None
    assert (first.result.winner, first.result.reason) == (1, "forfeit")
    assert first.result.detail.startswith("mine.py:move: 99 is not a legal move")
    assert second.result is not None
    assert second.result.reason == "rules"


def test_a_copy_of_the_process_says_nothing_in_its_place(making: Making) -> None:
    player = making("os.fork()\nreturn position.legal_moves[0]", header="import os")
    record = Match(player.game.start(), (player, player_of("random", player.game))).play()
    assert record.result is not None


def test_whoever_stops_it_leaves_the_game(making: Making) -> None:
    import threading

    player = making("while True: pass")
    timer = threading.Timer(0.2, player.stop)
    timer.start()
    assert choice(player) is Wish.LEAVE
    timer.join()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"nowhere\.py: no such file\."):
        FunctionPlayer("x", load("othello"), f"{tmp_path}/nowhere.py:best")
    with pytest.raises(BadFile, match="Is a directory"):
        FunctionPlayer("x", load("othello"), f"{tmp_path}:best")
    with pytest.raises(BadOption, match="does not name a function"):
        FunctionPlayer("x", load("othello"), "best")


WHOLE = {
    "def other(position): return 1": (BadOption, "has no function move; it has other."),
    "move = 3": (BadOption, "has no function: write def move(position): and return"),
    "def move(): return 1": (BadOption, "takes 0 arguments: write def move(position): or"),
    "def move(a, b, c): return 1": (BadOption, "takes 3 arguments"),
    "def move(position:\n": (BadContent, "mine.py, line 1: "),
    "import nothing_of_that_name": (BadContent, "it stops with ModuleNotFoundError"),
    "raise SystemExit": (BadContent, "it stops with SystemExit"),
    "raise KeyboardInterrupt": (BadContent, "mine.py, line 1: KeyboardInterrupt."),
    "import os; os._exit(3)": (BadContent, "it has ended (exit code 3)"),
    "\0": (BadContent, "mine.py"),
}


@pytest.mark.parametrize("whole", WHOLE)
def test_a_file_that_is_no_player_is_refused_at_once(making: Making, whole: str) -> None:
    kind, words = WHOLE[whole]
    with pytest.raises(kind) as refusal:
        making("", whole=whole)
    assert words in str(refusal.value)


def test_a_file_that_never_ends_loading(making: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(student_functions, "LOADING", 0.7)
    with pytest.raises(
        BadContent, match=r"mine\.py, line 1: after 0\.7 s it is still being loaded"
    ):
        making("", whole="while True: pass")


def test_a_game_that_no_other_process_can_load(making: Making) -> None:
    tictactoe = load("tictactoe").with_evaluation(lambda s: 0)
    tictactoe.spec = "Mine"
    with pytest.raises(UnknownGame, match="Mine is not a game coupe knows"):
        FunctionPlayer("x", tictactoe, f"{__file__}:making")


def test_three_arguments_are_good_where_one_has_a_default(making: Making) -> None:
    whole = "def move(position, seconds=None, depth=3):\n    return depth\n"
    assert choice(making("", whole=whole)) == Chosen(3)


def test_who_is_written_as_the_issue_has_it(tmp_path: Path) -> None:
    file = tmp_path / "ann.py"
    file.write_text("def best(position): return position.legal_moves[0]\n")
    player = player_of(f"{file}:best", load("connect4"))
    assert (player.name, player.human) == (f"{file}:best", False)
    player.close()
    player.close()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")
def test_when_we_are_killed_the_child_ends(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import os\nopen(os.path.dirname(__file__) + '/pid', 'w').write(str(os.getpid()))\n"
        "def move(position):\n    while True: pass\n"
    )
    script = (
        "from coupe import load\nfrom coupe.play import Match, player_of\n"
        f"player = player_of({str(file) + ':move'!r}, load('tictactoe'))\n"
        "print('ready', flush=True)\n"
        "Match(load('tictactoe').start(), (player, player)).play()\n"
    )
    ours = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert ours.stdout is not None
    assert ours.stdout.readline() == b"ready\n"
    child = int((tmp_path / "pid").read_text())
    time.sleep(0.3)
    ours.kill()
    ours.wait()
    ours.stdout.close()
    for _moment in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        if "Z" in _state(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child has outlived us")


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def test_an_illegal_move_names_the_legal_ones() -> None:
    with pytest.raises(IllegalMove):
        load("tictactoe").start().play(99)
