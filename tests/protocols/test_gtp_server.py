"""The GTP server: conversations as they are recorded, and lines that nobody should send."""

import io
import re
import subprocess
import sys
from random import Random

import pytest

from coupe import PASS, Game, Position, load
from coupe.play import Chance, Player, TimeControl, player_of
from coupe.play.match import Chosen, Match, Wish
from coupe.protocols.gtp import GtpServer


def by_chance(game: Game) -> Player:
    return Chance("random", 1)


@pytest.fixture
def server() -> GtpServer:
    """An Othello server that plays by chance."""
    return GtpServer(load("othello"), by_chance)


def conversation(server: GtpServer, text: str) -> None:
    """Lines that begin with > are sent; what follows each is what is answered."""
    for part in re.split(r"^\s*> ?", text.strip(), flags=re.MULTILINE)[1:]:
        said, _newline, expected = part.partition("\n")
        answered = server.answer(said)
        lines = [line.strip() for line in expected.strip().splitlines()]
        if lines == ["(nothing)"]:
            assert answered is None, said
            continue
        assert answered is not None, said
        assert answered.endswith("\n\n")
        assert "\n\n" not in answered[:-2], "an empty line ends an answer"
        assert [line.strip() for line in answered.strip().splitlines()] == lines, said


def test_a_conversation(server: GtpServer) -> None:
    conversation(
        server,
        """
        > protocol_version
        = 2
        > 1 name
        =1 coupe
        > 20 known_command genmove
        =20 true
        > known_command fly
        = false
        > boardsize 8
        =
        > boardsize 19
        ? unacceptable size
        > komi 6.5
        =
        > komi
        ? syntax error
        > clear_board
        =
        >
        (nothing)
        > # a comment alone
        (nothing)
        > 7 play\tblack  F5  # with a comment
        =7
        > play b d6
        ? wrong colour
        > play white a1
        ? illegal move
        > play red d6
        ? syntax error
        > play white
        ? syntax error
        > PLAY white d6
        ? unknown command
        > play w d6
        =
        > showboard
        =
          a b c d e f g h
        1 . . . . . . . .
        2 . . . . . . . .
        3 . . . . . . . .
        4 . . . O X . . .
        5 . . . O X X . .
        6 . . . O . . . .
        7 . . . . . . . .
        8 . . . . . . . .
        Black
        > undo
        =
        > undo
        =
        > 3 undo
        ?3 cannot undo
        > final_score
        ? game not over
        > time_settings 300 0 0
        =
        > time_settings x
        ? syntax error
        > time_left b 290 0
        =
        > time_left b nan 0
        ? syntax error
        > set_game Go
        ? unacceptable game
        > set_game Othello
        =
        > fly
        ? unknown command
        > 12
        ?12 unknown command
        > 99 quit
        =99
        """,
    )
    assert server.ended


def test_connect_4_is_spoken_too(server: GtpServer) -> None:
    conversation(
        server,
        """
        > set_game connect4
        =
        > play b 4
        =
        > play Red 4
        =
        > coupe-position 121212
        =
        > play b 1
        =
        > genmove w
        ? game over
        > final_score
        = B+993
        > coupe-position 129
        ? Move 3: 9 is not a legal move; the legal moves are 1 2 3 4 5 6 7.
        > set_game connect4:1x1
        ? width is 1; it can be from 3 to 16.
        > set_game nowhere.py
        ? unacceptable game
        """,
    )


def before_a_pass(side: int) -> Position:
    """A position in which a side has to pass."""
    random = Random(side)
    while True:
        position = load("othello").start()
        while not position.over:
            if position.legal_moves == [PASS] and position.turn == side:
                return position
            position = position.play(random.choice(position.legal_moves))


@pytest.mark.parametrize("side", [0, 1])
def test_passes_in_every_direction(server: GtpServer, side: int) -> None:
    position = before_a_pass(side)
    me, you = "bw"[side], "wb"[side]
    text = position.text

    def begin() -> None:
        assert server.answer(f"coupe-position {text}") == "=\n\n"

    begin()
    assert server.answer(f"genmove {me}") == "= PASS\n\n"
    assert server.position.turn != side
    begin()
    assert server.answer(f"play {me} pass") == "=\n\n"
    assert server.answer("undo") == "=\n\n"
    assert server.position.turn == side
    assert server.answer(f"play {me} d3") == "? illegal move\n\n"
    begin()
    name = position.play(PASS).name(position.play(PASS).legal_moves[0])
    assert server.answer(f"play {you} {name}") == "=\n\n", "the pass is implied"
    begin()
    assert re.fullmatch(r"= [a-h][1-8]\n\n", server.answer(f"genmove {you}") or "")
    begin()
    assert re.fullmatch(r"= [a-h][1-8]\n\n", server.answer(f"reg_genmove {you}") or "")
    assert server.position.text == text
    assert server.answer(f"play {you} pass") == "? illegal move\n\n"


def test_after_the_end_both_pass(server: GtpServer) -> None:
    server.answer("coupe-position " + "X" * 63 + "- X")
    assert server.answer("genmove b") == "= PASS\n\n"
    assert server.answer("play w pass") == "=\n\n"
    assert server.answer("genmove w") == "= PASS\n\n"
    assert server.answer("final_score") == "= B+64\n\n"
    assert server.answer("play b h8") == "? illegal move\n\n"
    assert server.answer("undo") == "=\n\n"


class Told:
    """A player that notes the time that it is given."""

    name = "told"
    human = False

    def __init__(self) -> None:
        self.left: list[float | None] = []
        self.answer: Wish | None = None

    def choose(self, match: Match) -> Chosen | Wish:
        self.left.append(match.left(match.position.turn))
        return self.answer or Chosen(match.position.legal_moves[0])

    def stop(self) -> None: ...

    def close(self) -> None: ...


def test_the_time_that_is_told_counts() -> None:
    player = Told()
    server = GtpServer(load("othello"), lambda game: player, TimeControl.read("7s/move"))
    for line in (
        *("genmove b", "time_settings 0 30 10", "genmove w"),
        *("time_left b 12.5 0", "genmove b", "time_settings 0 0 0", "genmove w"),
        *("time_settings 100 0 0", "genmove b"),
    ):
        assert (server.answer(line) or "")[0] == "=", line
    assert player.left[:4] == [7.0, 3.0, 12.5, None]
    assert 99 < (player.left[4] or 0) <= 100
    player.answer = Wish.RESIGN
    assert server.answer("genmove w") == "= resign\n\n"


def test_a_player_that_fails_is_an_error_and_no_end() -> None:
    from coupe.play.match import forfeit_of

    class Failing(Told):
        def choose(self, match: Match) -> Chosen | Wish:
            raise forfeit_of("x", "it has died")

    server = GtpServer(load("othello"), lambda game: Failing())
    assert server.answer("genmove b") == "? x: it has died.\n\n"
    assert server.answer("name") == "= coupe\n\n"


WORDS = [
    "play",
    "genmove",
    "undo",
    "clear_board",
    "showboard",
    "final_score",
    "set_game",
    "coupe-position",
    "time_left",
    "list_games",
    "time_settings",
    "boardsize",
    "komi",
    "known_command",
    "reg_genmove",
    "b",
    "w",
    "black",
    "white",
    "pass",
    "f5",
    "d6",
    "c3",
    "4",
    "-1",
    "1e400",
    "nan",
    "connect4",
    "othello:4x4",
    "tictactoe",
    "Othello",
    "#",
    "\t",
    "\x00",
    "\x1b",
    "é",
    "9999999999999",
    "=",
    "?",
    "resign",
    "X",
    "O",
]


def test_thousands_of_lines_that_nobody_should_send(server: GtpServer) -> None:
    random = Random(4)
    for _line in range(3_000):
        if random.random() < 0.2:
            line = "".join(
                chr(random.choice((random.randrange(256), 0x1F600, 10))) for _ in range(30)
            )
        else:
            line = " ".join(random.choice(WORDS) for _word in range(random.randint(1, 5)))
        said = server.answer(line)
        assert said is None or re.fullmatch(r"[=?][0-9]{0,10}( [^\0]*)?\n\n", said), line
        assert said is None or "\n\n" not in said[:-2]


def test_lines_that_are_no_text_and_lines_without_end(server: GtpServer) -> None:
    said: list[str] = []
    stream = io.BytesIO(b"\xff\xfe\n" + b"x" * 250_000 + b"\nname\r\n" + b"play " + b"b " * 40_000)
    server.serve(stream, said.append)
    assert said == [
        "? unknown command\n\n",
        "? line too long\n\n",
        "= coupe\n\n",
        "? illegal move\n\n",
    ]


def test_the_verb_speaks_nothing_but_the_protocol() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "coupe", "gtp", "connect4", "--level", "2"],
        input=b"1 genmove b\n2 genmove w\n\xff\n3 quit\n4 name\n",
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert re.fullmatch(
        rb"=1 [1-7]\n\n=2 [1-7]\n\n\? unknown command\n\n=3\n\n",
        told.stdout.replace(b"\r\n", b"\n"),
    )
    assert told.stderr == b""


def test_levels_and_players_are_refused_before_anything_is_answered() -> None:
    from click.testing import CliRunner

    from coupe.cli.group import coupe

    for arguments, words in (
        (["--level", "3", "--player", "random"], "not both"),
        (["--level", "21"], "from 0 to 20"),
        (["--player", "human"], "A person cannot play here"),
        (["--player", "levle:3"], "did you mean level:3?"),
        (["conect4"], "did you mean connect4?"),
        (["--time", "soon"], "is not a clock"),
    ):
        found = CliRunner().invoke(coupe, ["gtp", *arguments], input="name\n")
        assert found.exit_code == 2
        assert words in found.stderr
        assert found.stdout == ""


def test_a_player_of_the_second_colour_that_is_black() -> None:
    game = load("othello")
    swapped = load("othello").with_evaluation(game.evaluate)
    swapped.players = ("White", "Black")
    server = GtpServer(swapped, by_chance)
    assert server.answer("play w f5") == "=\n\n"
    assert player_of("random", swapped).name == "random"
