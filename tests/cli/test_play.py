"""`coupe play`: what a person at the terminal reads and may write."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from coupe import BadOption, load
from coupe.archive import Archive
from coupe.cli.group import coupe
from coupe.cli.lines import Lines
from coupe.cli.sitting import Sitting
from coupe.play import Chosen, Match, TimeControl, Wish
from coupe.records import Ply, Record

Run = Callable[..., Result]

MUST_PASS = "OX" + "-" * 62 + " X"
"""Black has no move; White then takes the only black disc there is."""


def test_a_board_and_a_way_out(run: Run) -> None:
    result = run("play", said="q\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("Othello: you play Black, level 5 plays White.")
    assert "\n4 . . . O X . . .\n" in result.stdout
    assert "\nBlack to move\n" in result.stdout
    assert result.stdout.endswith("\nBlack> q\n")


@pytest.mark.parametrize("way_out", ["q", "quit", "exit", "Q"])
def test_ways_to_quit(run: Run, way_out: str) -> None:
    assert run("play", "tictactoe", said=f"{way_out}\n").exit_code == 0


def test_the_end_of_the_input_is_a_way_out(run: Run) -> None:
    result = run("play", "tictactoe", said="")
    assert result.exit_code == 0
    assert not result.stderr


def test_two_people(run: Run) -> None:
    result = run("play", "tictactoe", "--second", "human", said="1\n4\n2\n5\n3\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("TicTacToe: X against O. Write a move, or ? for help.\n")
    assert result.stdout.endswith("\nX X X\nO O 6\n7 8 9\n\nX wins.\n")


def test_coupe_against_itself(run: Run) -> None:
    result = run("play", "tictactoe", "--first", "minimax:9", "--second", "minimax:9")
    assert result.exit_code == 0
    assert result.stdout.startswith("TicTacToe: X is minimax:9, O is minimax:9.\n")
    assert "A draw: exact.   depth 9" in result.stdout
    assert "the only move." in result.stdout
    assert result.stdout.endswith("A draw.\n")


def test_coupe_moves_first_when_you_are_second(run: Run) -> None:
    result = run("play", "tictactoe", "--first", "level:1", said="q\n")
    assert "you play O, level 1 plays X" in result.stdout
    assert "\nX plays " in result.stdout
    assert result.stdout.endswith("O> q\n")


def test_a_bad_line_is_answered_and_changes_nothing(run: Run) -> None:
    lines = ["z9", "", "xyzzy " * 100, "\ufffd", "99999999999999999999", "--help", "5"]
    result = run("play", "tictactoe", "--second", "human", said="\n".join([*lines, "5", "q", ""]))
    assert result.exit_code == 0
    assert "z9 is not a legal move here; the legal moves are 1 2 3 4 5 6 7 8 9.\n" in result.stdout
    assert "Write a move, or ? for help.\n" in result.stdout
    assert result.stdout.count("\n1 2 3\n4 X 6\n7 8 9\n") == 1
    assert "5 is not a legal move here" in result.stdout


def test_bytes_that_are_no_text() -> None:
    result = CliRunner().invoke(coupe, ["play", "tictactoe"], input=b"\xff\xfe\x00\nq\n")
    assert result.exit_code == 0


def test_help_and_moves(run: Run) -> None:
    played = ("play", "tictactoe", "--second", "human", "--position", "XOXOX....")
    result = run(*played, said="?\nm\nq\n")
    assert "u        undo your move" in result.stdout
    assert result.stdout.endswith("O> m\n6 7 8 9\nO> q\n")


def test_undo_goes_back_to_your_last_choice(run: Run) -> None:
    result = run("play", "tictactoe", "--level", "1", said="u\n5\nu\nm\nq\n")
    assert "There is no move of yours to undo.\n" in result.stdout
    assert result.stdout.endswith("X> m\n1 2 3 4 5 6 7 8 9\nX> q\n")


def test_a_hint_does_not_play(run: Run) -> None:
    result = run("play", "tictactoe", "--position", "XX.OO....", said="h\nm\nq\n")
    assert "Hint: 3.   X wins: exact.   depth " in result.stdout
    assert result.stdout.endswith("X> m\n3 6 7 8 9\nX> q\n")


def test_a_pass_is_announced(run: Run) -> None:
    result = run("play", "othello", "--second", "human", "--position", MUST_PASS, said="c1\n")
    assert "\nBlack has no legal move, and passes.\n" in result.stdout
    assert result.stdout.endswith("\nWhite wins by 64 discs.\n")


def test_a_finished_game(run: Run) -> None:
    result = run("play", "tictactoe", "--position", "XXXOO....")
    assert result.exit_code == 0
    assert result.stdout.endswith("\nX X X\nO O 6\n7 8 9\n\nX wins.\n")


def test_in_french(run: Run) -> None:
    played = ("play", "othello", "--second", "human", "--position", MUST_PASS, "--lang", "fr")
    result = run(*played, said="z9\nc1\n")
    assert result.stdout.startswith("Othello\u00a0: Noir contre Blanc. Écrivez un coup, ou\u00a0?")
    assert "\nNoir n'a aucun coup permis, et passe.\n" in result.stdout
    assert "z9 n'est pas un coup permis ici" in result.stdout
    assert result.stdout.endswith("\nBlanc gagne de 64 pions.\n")


def test_names_of_moves_come_before_commands(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letters.py"
    file.write_text(
        "from typing import NamedTuple\n"
        "from coupe import game, u64\n"
        "class State(NamedTuple):\n"
        "    left: u64\n"
        "@game\n"
        "class Letters:\n"
        "    State = State\n"
        "    def initial(): return State(2)\n"
        "    def moves(s): return 3\n"
        "    def play(s, m): return State(s.left - 1)\n"
        "    def over(s): return s.left == 0\n"
        "    def result(s): return -1\n"
        "    def name(s, m): return 'hq'[m]\n"
    )
    result = run("play", str(file), "--second", "human", said="h\nq\n")
    assert result.stdout.endswith("Second wins (+1 point).\n")


def test_the_values_of_all_moves(run: Run) -> None:
    result = run("play", "tictactoe", "--position", "XX.OO....", said="a\nq\n")
    assert "\n3: +1, exact\n" in result.stdout


def test_undo_is_undone(run: Run) -> None:
    result = run("play", "tictactoe", "--second", "human", said="r\n5\nu\nr\nm\nq\n")
    assert "There is no move to play again.\n" in result.stdout
    assert result.stdout.endswith("O> m\n1 2 3 4 6 7 8 9\nO> q\n")


def test_to_resign(run: Run) -> None:
    result = run("play", "othello", said="resign\n")
    assert result.stdout.endswith("White wins: Black has resigned.\n")


def test_a_game_is_saved_and_nothing_is_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    result = run("play", "tictactoe", "--second", "human", said=f"5\ns {file}\ns {file}\ns\nq\n")
    assert f"Saved in {file}.\n" in result.stdout
    assert "is there already: write another name.\n" in result.stdout
    assert "Write the name of a file after it: s game.json\n" in result.stdout
    assert '"5"' in file.read_text("utf-8")


def test_a_game_is_resumed_with_its_players_clock_and_seed(run: Run) -> None:
    first = run(
        "play", "tictactoe", "--first", "level:2", "--time", "1h", "--seed", "7", said="q\n"
    )
    assert "coupe play --resume" in first.stderr
    again = run("play", "--resume", said="q\n")
    assert again.stdout.startswith("TicTacToe: you play O, level 2 plays X.")
    assert "\nO (59:59)> q\n" in again.stdout or "\nO (1:00:00)> q\n" in again.stdout


def test_what_cannot_be_resumed_is_said(run: Run) -> None:
    assert "No game is unfinished" in run("play", "--resume").stderr
    assert "leave out --time." in run("play", "--resume", "--time", "5m").stderr
    nowhere = run("play", "--resume", "--archive", "none")
    assert nowhere.exit_code == 2
    assert "Without an archive" in nowhere.stderr


def test_to_ask_for_a_game_to_resume_makes_no_archive(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "no" / "such" / "games.sqlite"
    result = run("play", "--resume", "--archive", str(file))
    assert result.exit_code == 2
    assert "no such file" in result.stderr
    assert not (tmp_path / "no").exists()


ONE_MOVE = """
from typing import NamedTuple
from coupe import game, u64
class State(NamedTuple):
    left: u64
@game
class Stones:
    State = State
    def initial(): return State(9)
    def moves(s): return 7
    def play(s, m): return State(s.left - m - 1)
    def over(s): return s.left < 3
    def result(s): return -1
"""


def test_a_game_that_cannot_be_gone_on_with_is_told_and_the_next_is_taken_up(
    run: Run, tmp_path: Path
) -> None:
    changed, gone = tmp_path / "changed.py", tmp_path / "gone.py"
    for file, move in ((changed, "2"), (gone, "1")):
        file.write_text(ONE_MOVE)
        assert run("play", str(file), "--second", "human", said=f"{move}\nq\n").exit_code == 0
    changed.write_text(ONE_MOVE.replace("return 7", "return 1"))
    gone.unlink()
    alone = run("play", "--resume")
    assert alone.exit_code == 1
    assert "Game #1 (changed.py) cannot be gone on with: its rules have changed" in alone.stderr
    assert "Game #2 (gone.py) cannot be gone on with: " in alone.stderr
    assert "`coupe archive delete 2` forgets it." in alone.stderr
    with Archive() as archive:
        archive.begin(Record("tictactoe", (Ply("5"),), players=("human", "human")))
        archive.begin(Record(str(gone), (Ply("1"),), players=("human", "human")))
    again = run("play", "--resume", said="q\n")
    assert again.exit_code == 0
    assert again.stdout.startswith("TicTacToe: X against O.")
    assert "Game #4 (gone.py)" in again.stderr


class Scripted:
    """A person who does what a list says."""

    name, human = "human", True

    def __init__(self, *said: str) -> None:
        self.said = list(said)

    def choose(self, match: Match) -> Chosen | Wish:
        return Chosen(match.position.parse(self.said.pop(0))) if self.said else Wish.LEAVE

    def stop(self) -> None: ...

    def close(self) -> None: ...


def test_time_that_was_spent_before_leaving_is_not_given_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now = iter(range(0, 1000, 3))
    monkeypatch.setattr("coupe.play.match.time.monotonic", lambda: float(next(now)))
    start, clock = load("tictactoe").start(), TimeControl.read("60s")
    with Archive(tmp_path / "games.sqlite") as archive:
        person = Scripted("5")
        Sitting(start, ("human", "human"), clock, archive=archive).match(lambda name: person).play()
        sitting = Sitting.resumed(archive, None)
        assert sitting.thought == 3.0
        match = sitting.match(lambda name: Scripted())
        assert (match.left(0), match.left(1)) == (57.0, 57.0)
        assert "thought" not in {**archive.game(1).tags, **match.tags}


def test_a_game_that_is_gone_on_with_elsewhere_is_told_of_at_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    start = load("tictactoe").start()
    with Archive(tmp_path / "games.sqlite") as archive:
        seats = ("human", "human")
        person = Scripted("5")
        Sitting(start, seats, archive=archive).match(lambda name: person).play()
        here, there = Scripted("1"), Scripted("2")
        one = Sitting.resumed(archive, None).match(lambda name: here, Lines(seats))
        other = Sitting.resumed(archive, None).match(lambda name: there)
        other.play()
        assert not capsys.readouterr().err
        one.play()
    assert capsys.readouterr().err.count("was gone on with elsewhere") == 1


def test_an_engine_that_does_not_speak_is_waited_for_aloud_and_not_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("coupe.play.gtp.HANDSHAKE", 0.1)
    sleeper = f"{sys.executable} -c 'input(); input()'"
    said: list[str] = []

    def waiting(words: str) -> AbstractContextManager[None]:
        said.append(words)
        return nullcontext()

    monkeypatch.setattr("coupe.cli.sitting.waiting", waiting)
    sitting = Sitting(load("othello").start(), (f"gtp:{sleeper}", "human"))
    with (
        pytest.raises(BadOption, match=r"does not answer within 0\.1 s"),
        sitting.waiting_for(),
    ):
        sitting.match(lambda name: Scripted())
    assert said[0].startswith("Waiting for ")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("connect4", "--black", "random"), "Connect4 has no Black: its players are Yellow"),
        (("othello", "--black", "random", "--first", "human"), "Two options name Black"),
        (("othello", "--white", "random", "--level", "3"), "write level:3 there instead."),
        (("othello", "--white", "levle:5"), "did you mean level:5?"),
        (("othello", "--time", "soon"), "soon is not a clock"),
        (("othello", "--level", "21"), "21 is not a whole number from 0 to 20."),
    ],
)
def test_bad_options_are_said_in_one_sentence(
    run: Run, options: tuple[str, ...], words: str
) -> None:
    result = run("play", *options)
    assert result.exit_code == 2
    assert words in result.stderr
    assert not result.stdout


def test_white_first_is_the_first_player(run: Run) -> None:
    breakthrough = str(Path(__file__).parents[2] / "examples" / "breakthrough.py")
    result = run("play", breakthrough, "--white", "random", said="q\n")
    assert result.stdout.startswith("Breakthrough: you play Black, any legal move plays White.")
