"""The NBoard server: conversations, thinking that is interrupted, lines that nobody should send."""

import io
import re
import subprocess
import sys
import time
from random import Random

import pytest

from coupe import PASS, Position, load
from coupe.play import Chance
from coupe.play.match import Chosen, Match, Wish
from coupe.protocols.nboard import NBoardServer
from coupe.records import Record
from coupe.records.ggf import to_text

GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
"""As the protocol's own description has it."""


@pytest.fixture
def said() -> list[str]:
    """What the server has said."""
    return []


@pytest.fixture
def server(said: list[str]) -> NBoardServer:
    """A server that searches."""
    return NBoardServer(said.append)


def tell(server: NBoardServer, *lines: str) -> None:
    for line in lines:
        server.hear(line)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("junk", "line 1: junk is no game."),
        ("(;GM[Go];)", "This is a game of Go; of GGF, coupe reads Othello."),
        (
            to_text(Record("othello:6x6")),
            "write one game of Othello, on 8x8 squares.",
        ),
    ],
)
def test_a_game_is_refused_with_the_whole_reason(
    server: NBoardServer, said: list[str], text: str, reason: str
) -> None:
    tell(server, f"set game {text}")
    assert len(said) == 1
    assert said[0].startswith("status The game is not understood: ")
    assert reason in said[0]
    assert said[0].endswith(".")


def test_the_conversation_of_the_description(server: NBoardServer, said: list[str]) -> None:
    tell(server, "nboard 2", f"set game {GAME}", "set depth 4", "ping 1", "go")
    server.finish()
    assert said[:4] == [
        "set myname coupe",
        "set myname coupe4",
        "pong 1",
        "status coupe is thinking",
    ]
    assert said[-1] == "status "
    assert re.fullmatch(r"=== [a-h][1-8]/-?\d+\.00/\d+\.\d\d", said[-2])
    assert re.fullmatch(r"nodestats \d+ \d+\.\d\d", said[-3])
    assert all(
        re.match(r"search ([a-h][1-8]|PA)+ -?\d+\.00 0 \d+$|nodestats ", line)
        for line in said[4:-2]
    )
    assert server.position.text == load("othello").position("f5f6d3c5e6f7e7f4").text


def test_moves_are_told_with_and_without_a_word(server: NBoardServer, said: list[str]) -> None:
    tell(server, "move F5/1.0/0.3", "d6", "C3//2", "move d3 0.5 1")
    assert server.position.text == load("othello").position("f5d6c3d3").text
    tell(server, "move a1", "move", "a1")
    assert all(line.startswith("status ") for line in said)
    assert "is not a legal move here" in said[0]


def test_a_hint_says_the_best_moves(server: NBoardServer, said: list[str]) -> None:
    tell(server, "set depth 3", "move f5", "hint 3")
    server.finish()
    found = [
        line.split()[1][:2] for line in said if line.startswith("search ") and line.endswith(" 3")
    ]
    assert {"d6", "f6", "f4"} <= set(found[-3:])
    assert not any(line.startswith("===") for line in said)


def test_the_next_command_ends_the_thinking(server: NBoardServer, said: list[str]) -> None:
    tell(server, "set depth 2", "go")
    server.finish()
    tell(server, "set depth 60", "go")
    time.sleep(0.3)
    tell(server, "ping 5")
    count = len(said)
    assert said[-1] == "pong 5"
    time.sleep(0.2)
    assert len(said) == count
    assert [line for line in said if line.startswith("===")] == [
        line for line in said[: said.index("status ")] if line.startswith("===")
    ]
    tell(server, "go", "move f5", "hint 9", "learn", "go", "set depth 1", "ping 6")
    assert said[-1] == "pong 6"
    assert "learned" in said


def before_a_pass(side: int) -> Position:
    random = Random(side)
    while True:
        position = load("othello").start()
        while not position.over:
            if position.legal_moves == [PASS] and position.turn == side:
                return position
            position = position.play(random.choice(position.legal_moves))


@pytest.mark.parametrize("side", [0, 1])
def test_passes_in_every_direction(server: NBoardServer, said: list[str], side: int) -> None:
    before = before_a_pass(side)
    after = before.play(PASS)
    name = after.name(after.legal_moves[0])
    game = f"set game {to_text(Record.of(before))}"
    tell(server, "set depth 1", game, "go")
    server.finish()
    assert "=== PA" in said
    assert server.position.text == before.text, "go plays nothing"
    tell(server, "move PA")
    assert server.position.text == after.text
    tell(server, game, f"move {name}")
    assert server.position.text == after.play_named(name).text
    tell(server, f"set game {to_text(Record.of(after))}")
    assert server.position.text == after.text
    tell(server, "hint 2")
    server.finish()
    del said[:]
    tell(server, "move PA")
    assert said[0].startswith("status pass is not") or said[0].startswith("status PA is not")


def test_when_the_game_is_over(server: NBoardServer, said: list[str]) -> None:
    tell(server, f"set game (;GM[Othello]TY[8]BO[8 {'*' * 63}- *];)", "hint 1", "go")
    server.finish()
    assert said[-2:] == ["=== PA", "status "]


def test_what_is_not_understood_changes_nothing(server: NBoardServer, said: list[str]) -> None:
    tell(server, "move f5")
    text = server.position.text
    for line in (
        *(
            "fly me",
            "set",
            "set game",
            "set game (;GM[Go];)",
            "set depth",
            "set depth 0",
            "set contempt 3",
        ),
        *(
            "set depth x",
            "set game (;GM[Othello]B[A1];)",
            "hint x",
            "analyze",
            f"set game {GAME}{GAME}",
        ),
        *("", "   ", "set game (;GM[Othello]TY[6]BO[6 --------------O*----*O-------------- *];)"),
    ):
        tell(server, line)
        assert server.position.text == text, line
    server.finish()
    assert all(re.match(r"status |search |nodestats ", line) for line in said)
    assert "status Unknown command: fly." in said


def test_a_player_may_answer(said: list[str]) -> None:
    server = NBoardServer(said.append, lambda game: Chance("random", 2))
    tell(server, "set depth 30", "go")
    server.finish()
    assert re.fullmatch(r"=== [a-h][1-8]", said[-2])


class Endless:
    """A player that thinks until it is stopped."""

    name = "endless"
    human = False

    def __init__(self) -> None:
        self.stopped = False

    def choose(self, match: Match) -> Chosen | Wish:
        while not self.stopped:
            time.sleep(0.01)
        self.stopped = False
        return Chosen(match.position.legal_moves[0])

    def stop(self) -> None:
        self.stopped = True

    def close(self) -> None: ...


def test_a_player_is_stopped_too(said: list[str]) -> None:
    server = NBoardServer(said.append, lambda game: Endless())
    tell(server, "go", "ping 1", "go", "quit")
    assert [line for line in said if line[:3] in ("===", "pon")] == ["pong 1"]
    assert server.ended


def test_lines_that_are_no_text_and_lines_without_end(
    server: NBoardServer, said: list[str]
) -> None:
    stream = io.BytesIO(b"\xff\xfe\n" + b"x" * 250_000 + b"\nping 3\r\n" + b"set depth 1\ngo\n")
    server.serve(stream)
    assert "pong 3" in said
    assert "status This line is too long." in said
    assert any(line.startswith("=== ") for line in said), "the last go is answered"


WORDS = [
    "set",
    "game",
    "depth",
    "move",
    "hint",
    "go",
    "ping",
    "learn",
    "analyze",
    "nboard",
    "f5",
    "d6",
    "PA",
    "3",
    "0",
    "-1",
    "x",
    "1e9",
    "(;GM[Othello]",
    "B[f5]",
    "W[d6]",
    "BO[8",
    ";)",
    "[",
    "]",
    "contempt",
    "\t",
    "\x00",
    "\x1b",
    "é",
    "TY[8]",
    "RE[?]",
    "(",
    ";",
    "F5/1/2",
    "/",
]


def test_thousands_of_lines_that_nobody_should_send(said: list[str]) -> None:
    server = NBoardServer(said.append, lambda game: Chance("random", 2))
    random = Random(4)
    for _line in range(2_500):
        if random.random() < 0.2:
            line = "".join(
                chr(random.choice((random.randrange(256), 0x1F600, 10))) for _ in range(30)
            )
        else:
            line = " ".join(random.choice(WORDS) for _word in range(random.randint(1, 6)))
        if not line.strip().startswith("hint"):
            tell(server, line)
    server.finish()
    assert all("\n" not in line and "\r" not in line for line in said)


def test_the_verb_speaks_nothing_but_the_protocol() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "coupe", "nboard", "--level", "2"],
        input=b"nboard 2\nset depth 3\nping 1\n\xff\ngo\n",
        capture_output=True,
        timeout=120,
        check=True,
    )
    lines = told.stdout.decode().splitlines()
    assert lines[:3] == ["set myname coupe", "set myname coupe3", "pong 1"]
    assert any(line.startswith("=== ") for line in lines)
    assert told.stderr == b""
