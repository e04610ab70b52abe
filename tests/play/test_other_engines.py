"""`gtp:COMMAND` and `nboard:COMMAND` as players: engines that die, hang and talk nonsense."""

import os
import shlex
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from coupe import PASS, BadOption, load
from coupe.errors import Forfeit
from coupe.play import Match, TimeControl, Wish, player_of
from coupe.play.conversation import Conversation, Elsewhere, Failed
from coupe.play.gtp import GtpPlayer
from coupe.play.match import Chosen
from coupe.play.nboard import NBoardPlayer

Making = Callable[..., Elsewhere]

GTP = """
    import os, sys, time
    def say(text): print(text, flush=True)
    moves = iter({moves!r})
    log = open(__file__ + ".log", "a")
    for line in sys.stdin:
        log.write(line); log.flush()
        word = line.split()[0]
        if word == "list_commands": say("= play\\ngenmove\\nboardsize\\n{known}\\n")
        elif word == "genmove":
            {genmove}
        elif word in {refused!r}: say("? not today\\n")
        elif word == "quit": say("= \\n"); break
        else: say("= \\n")
    """

NBOARD = """
    import os, sys, time
    def say(text): print(text, flush=True)
    moves = iter({moves!r})
    log = open(__file__ + ".log", "a")
    for line in sys.stdin:
        log.write(line); log.flush()
        word = line.split()[0]
        if word == "ping": say("status x"); say(line.replace("ping", "pong").strip())
        elif word == "go":
            say("status thinking"); say("nodestats 3 0.1"); say("search f5 1.0 0 3")
            {genmove}
        elif word == "quit": break
    """

ANSWERS = {"gtp": 'say("= " + next(moves) + "\\n")', "nboard": 'say("=== " + next(moves))'}


@pytest.fixture
def making(tmp_path: Path) -> Iterator[Making]:
    """`making("gtp", genmove="...")` plays an engine that does this when it is asked for a move."""
    made: list[Elsewhere] = []

    def player(
        kind: str,
        genmove: str = "",
        *,
        moves: tuple[str, ...] = (),
        known: str = "",
        refused: tuple[str, ...] = (),
        game: str = "othello",
        body: str = "",
        one_game: bool = True,
    ) -> Elsewhere:
        file = tmp_path / f"engine{len(made)}.py"
        text = textwrap.dedent(body or {"gtp": GTP, "nboard": NBOARD}[kind])
        if not body:
            text = text.format(
                genmove=genmove or ANSWERS[kind], moves=moves, known=known, refused=refused
            )
        file.write_text(text)
        found = player_of(f"{kind}:{shlex.quote(sys.executable)} {file}", load(game))
        assert isinstance(found, Elsewhere)
        found.one_game = one_game
        made.append(found)
        return found

    yield player
    for one in made:
        one.close()


def choice(player: Elsewhere, position: str = "", clock: str = "10s/move") -> Chosen | Wish:
    where = player.game.position(position)
    return player.choose(Match(where, (player, player), clock=TimeControl.read(clock)))


def heard(tmp_path: Path, number: int = 0) -> list[str]:
    """What an engine was told."""
    return (tmp_path / f"engine{number}.py.log").read_text().splitlines()


def test_gtp_tells_the_new_moves_alone(making: Making, tmp_path: Path) -> None:
    player = making("gtp", moves=("d6", "C3"))
    assert choice(player, "f5", "none") == Chosen(43)
    found = choice(player, "f5d6c4d3", "none")
    assert found == Chosen(18)
    assert heard(tmp_path) == [
        "list_commands",
        "boardsize 8",
        "clear_board",
        "play b f5",
        "genmove w",
        "play b c4",
        "play w d3",
        "genmove b",
    ]


def test_gtp_tells_a_game_anew_that_goes_elsewhere(making: Making, tmp_path: Path) -> None:
    player = making("gtp", moves=("d6", "f4"))
    choice(player, "f5")
    choice(player, "f5")
    assert [line for line in heard(tmp_path)[2:] if "time" not in line] == [
        *("clear_board", "play b f5", "genmove w"),
        *("clear_board", "play b f5", "genmove w"),
    ]


def test_gtp_tells_the_time(making: Making, tmp_path: Path) -> None:
    player = making("gtp", moves=("d6", "f4"), known="time_settings\\ntime_left")
    choice(player, "f5", "60s+1s")
    choice(player, "f5", "5s/move")
    told = [line for line in heard(tmp_path) if "time" in line]
    assert told[0] == "time_settings 60 0 0"
    assert told[1] in ("time_left w 60 0", "time_left w 59 0")
    assert told[2] == "time_settings 0 5 1"
    assert told[3] in ("time_left w 5 1", "time_left w 4 1")


def test_gtp_passes_are_told_and_may_be_refused(making: Making, tmp_path: Path) -> None:
    random, passed = Random(5), None
    while passed is None:
        position = load("othello").start()
        while not position.over and passed is None:
            position = position.play(random.choice(position.legal_moves))
            passed = position if position.move == PASS else None
    name = passed.name(passed.legal_moves[0])
    player = making("gtp", moves=(name,))
    found = player.choose(Match(passed, (player, player)))
    assert found == Chosen(passed.legal_moves[0])
    assert any(line.endswith(" pass") for line in heard(tmp_path))


def test_gtp_sets_a_position_up_where_the_engine_can(making: Making, tmp_path: Path) -> None:
    board = "-" * 27 + "XO------OX" + "-" * 27 + " X"
    player = making("gtp", moves=("c4",), known="coupe-position")
    with pytest.raises(Forfeit):
        choice(player, board)
    assert f"coupe-position {load('othello').position(board).text}" in heard(tmp_path)
    with pytest.raises(BadOption, match="can only begin at the start of the game"):
        choice(making("gtp"), board)


def test_gtp_asks_which_game_is_played(making: Making, tmp_path: Path) -> None:
    assert choice(making("gtp", moves=("4",), known="set_game", game="connect4")) == Chosen(21)
    assert "set_game connect4" in heard(tmp_path)
    with pytest.raises(BadOption, match="it knows no command set_game"):
        making("gtp", game="connect4")
    with pytest.raises(BadOption, match="does not play connect4: not today"):
        making("gtp", known="set_game", refused=("set_game",), game="connect4")
    with pytest.raises(BadOption, match="does not play Othello: not today"):
        making("gtp", refused=("boardsize",))


def test_gtp_resigns(making: Making) -> None:
    assert choice(making("gtp", moves=("resign",))) is Wish.RESIGN


def test_nboard_is_given_the_whole_game(making: Making, tmp_path: Path) -> None:
    player = making("nboard", moves=("D6/-1.5/0.2", "f4 2.00 0.1"))
    assert choice(player, "f5") == Chosen(43, -2)
    assert choice(player, "f5") == Chosen(29, 2)
    told = heard(tmp_path)
    assert told[:3] == ["nboard 2", "set depth 12", "ping 1"]
    assert told[3].startswith("set game (;GM[Othello]")
    assert "B[f5]" in told[3]


def test_nboard_depth_is_written_before_the_command(making: Making, tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(
        "import sys\nfor line in sys.stdin:\n"
        "    open(__file__ + '.log', 'a').write(line)\n"
        "    if 'ping' in line: print(line.replace('ping', 'pong'), flush=True)\n"
    )
    who = f"nboard:depth=7 {shlex.quote(sys.executable)} {tmp_path / 'x.py'}"
    player_of(who, load("othello")).close()
    assert "set depth 7\n" in (tmp_path / "x.py.log").read_text()


def test_nboard_begins_anywhere(making: Making, tmp_path: Path) -> None:
    board = "-" * 27 + "XO------OX" + "-" * 27 + " O"
    assert choice(making("nboard", moves=("c4",)), board) == Chosen(26)
    assert any("BO[8 " in line and line.count("[f5]") == 0 for line in heard(tmp_path))


FAILURES = {
    "sys.exit(3)": "it has ended (exit code 3)",
    "print('no eval.dat', file=sys.stderr); sys.exit(1)": "(exit code 1), with the words: no eval.dat.",
    "os.abort()": "it has ended (SIGABRT)",
    "say('= z9\\n' if WORD else '=== z9')": "z9 is not a legal move here",
    "say('= \\n' if WORD else '===')": "'' is not a legal move here",
    "say('= pass\\n' if WORD else '=== PA')": "is not a legal move here",
    "sys.stdout.write('x' * 3_000_000); say('')": "it writes a line of more than 1048576 characters.",
    "sys.stdout.buffer.write(bytes(range(256)) * 9); say(''); time.sleep(9)": "within 1.2 s",
    "time.sleep(60)": "it does not answer within 1.2 s.",
    "os.close(1); time.sleep(60)": "it has closed its output.",
    "os.write(2, b'e' * 3_000_000); say('= z9\\n' if WORD else '=== z9')": "z9 is not a legal move",
    "time.sleep(1.4); say('= f5\\n' if WORD else '=== f5')": "it does not answer within 1.2 s.",
}


@pytest.mark.parametrize(
    ("genmove", "kind"),
    [
        # Both are heard by the same conversation: once each is enough where one is in a hurry.
        pytest.param(genmove, kind, marks=[pytest.mark.slow] * (at % 2 == (kind == "gtp")))
        for at, genmove in enumerate(FAILURES)
        for kind in ("gtp", "nboard")
    ],
)
def test_an_engine_that_fails_loses_in_a_sentence(making: Making, kind: str, genmove: str) -> None:
    player = making(kind, genmove.replace("WORD", str(kind == "gtp")))
    with pytest.raises(Forfeit) as failure:
        choice(player, clock="0.7s/move" if "within" in FAILURES[genmove] else "none")
    told = str(failure.value)
    assert told.startswith(f"{kind}:")
    assert FAILURES[genmove] in told
    assert "\n" not in told


@pytest.mark.parametrize("kind", ["gtp", "nboard"])
def test_an_engine_that_writes_without_end_loses(making: Making, kind: str) -> None:
    player = making(kind, "while True: say('status x')")
    with pytest.raises(
        Forfeit, match=r"it writes without end, and no answer|does not answer within"
    ):
        choice(player, clock="3s/move")


@pytest.mark.parametrize("kind", ["gtp", "nboard"])
def test_after_a_forfeit_the_engine_plays_the_next_game(making: Making, kind: str) -> None:
    player = making(kind, moves=("a1", "f5"), one_game=False)
    with pytest.raises(Forfeit):
        choice(player)
    with pytest.raises(Forfeit):
        choice(player)
    assert player._talk is not None


def test_a_refused_move_and_a_refused_answer(making: Making) -> None:
    with pytest.raises(Forfeit, match="it refuses the legal move f5: not today"):
        choice(making("gtp", refused=("play",)), "f5")
    with pytest.raises(Forfeit, match="it refuses clear_board: not today"):
        choice(making("gtp", refused=("clear_board",)), "f5")
    with pytest.raises(Forfeit, match="it refuses to choose a move: lost"):
        choice(making("gtp", "say('? lost\\n')"))


@pytest.mark.parametrize("kind", ["gtp", "nboard"])
def test_whoever_stops_an_engine_leaves_the_game(making: Making, kind: str) -> None:
    player = making(kind, "time.sleep(60)")
    timer = threading.Timer(0.3, player.stop)
    timer.start()
    assert choice(player, clock="none") is Wish.LEAVE
    timer.join()


@pytest.mark.parametrize("kind", ["gtp", "nboard"])
def test_a_command_that_is_none(making: Making, kind: str) -> None:
    othello = load("othello")
    with pytest.raises(BadOption, match="no-such-engine cannot be started: No such file"):
        player_of(f"{kind}:no-such-engine -x", othello)
    with pytest.raises(BadOption, match="is not a command: a quote is open"):
        player_of(f"{kind}:engine 'x", othello)
    with pytest.raises(BadOption, match="it has ended"):
        making(kind, body="import sys; sys.exit(2)")
    with pytest.raises(BadOption, match="needs a command"):
        player_of(f"{kind}: ", othello)


@pytest.mark.parametrize("kind", ["gtp", "nboard"])
def test_an_engine_ends_with_its_player_and_all_that_it_has_started(
    making: Making, kind: str, tmp_path: Path
) -> None:
    body = """
        import signal, subprocess, sys
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        open(__file__ + ".pid", "w").write(str(other.pid))
        for line in sys.stdin:
            print("= \\n" if "ping" not in line else line.replace("ping", "pong"), flush=True)
        import time; time.sleep(600)
        """
    player = making(kind, body=body)
    child = int(next(tmp_path.glob("*.pid")).read_text())
    player.close()
    for _moment in range(100):
        try:
            os.kill(child, 0)
            state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return
        if state == "Z":
            return
        time.sleep(0.05)
    pytest.fail("it is still there")


PIECES = [
    *(
        "=",
        "? ",
        "= f5",
        "=== ",
        "f5",
        "pass",
        "PA",
        "/1.5/",
        "pong 1",
        "resign",
        "\x1b[2J",
        "é" * 9,
    ),
    *("=1 d3", " ", "", "0x41", "nan", "1e999", "-", "status", "\x00", "z" * 900, "99", "\u2028"),
]


class Babbling(Conversation):
    """An engine that says anything at all, without a process."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def allow(self, seconds: float) -> None: ...

    def say(self, line: str) -> None: ...

    def hear(self) -> str:
        self.count += 1
        if self.count > 40:
            raise Failed("it has ended")
        return "".join(self.random.choice(PIECES) for _piece in range(self.random.randint(0, 4)))


@pytest.mark.parametrize("kind", [GtpPlayer, NBoardPlayer])
def test_thousands_of_answers_are_a_move_or_a_failure(kind: type[Elsewhere]) -> None:
    random = Random(3)
    othello = load("othello")
    position = othello.position("f5")
    player = kind.__new__(kind)
    Elsewhere.__init__(player, "x", othello)
    failures = 0
    for _answer in range(1_500):
        vars(player).update(_known=frozenset(), _start="", _played=["f5"], _clock="", _pings=0)
        try:
            found = player.ask(Babbling(random), Match(position, (player, player)))
        except Failed:
            failures += 1
        else:
            assert found is Wish.RESIGN or (
                isinstance(found, Chosen) and found.move in position.legal_moves
            )
    assert failures > 1_000


@pytest.mark.skipif("COUPE_EDAX" not in os.environ, reason="COUPE_EDAX names no command")
@pytest.mark.parametrize("kind", ["gtp", "nboard"])
def test_edax_plays_to_the_end_with_both_colours(kind: str) -> None:
    othello = load("othello")
    edax = player_of(f"{kind}:{os.environ['COUPE_EDAX']} -{kind}", othello)
    ours = player_of("level:4", othello)
    for players in ((edax, ours), (ours, edax)):
        record = Match(othello.start(), players).play()
        assert record.result is not None
        assert record.result.reason == "rules"
    edax.close()
