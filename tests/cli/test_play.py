"""`coupe play`: what a person at the terminal reads and may write."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from coupe.cli.group import coupe

Run = Callable[..., Result]

MUST_PASS = "OX" + "-" * 62 + " X"
"""Black has no move; White then takes the only black disc there is."""


def test_a_board_and_a_way_out(run: Run) -> None:
    result = run("play", said="q\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("Othello: you play Black, coupe plays White.")
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
    result = run("play", "tictactoe", "--side", "both", said="1\n4\n2\n5\n3\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("TicTacToe: X against O. Write a move, or ? for help.\n")
    assert result.stdout.endswith("\nX X X\nO O 6\n7 8 9\n\nX wins.\n")


def test_coupe_against_itself(run: Run) -> None:
    result = run("play", "tictactoe", "--side", "none", "--depth", "9")
    assert result.exit_code == 0
    assert result.stdout.startswith("TicTacToe: coupe plays both X and O.\n")
    assert "A draw: exact.   depth 9" in result.stdout
    assert "the only move." in result.stdout
    assert result.stdout.endswith("A draw.\n")


def test_coupe_moves_first_when_you_are_second(run: Run) -> None:
    result = run("play", "tictactoe", "--side", "second", "--depth", "1", said="q\n")
    assert "you play O, coupe plays X" in result.stdout
    assert "\nX plays " in result.stdout
    assert result.stdout.endswith("O> q\n")


def test_a_bad_line_is_answered_and_changes_nothing(run: Run) -> None:
    lines = ["z9", "", "xyzzy " * 100, "\ufffd", "99999999999999999999", "--help", "5"]
    result = run("play", "tictactoe", "--side", "both", said="\n".join([*lines, "5", "q", ""]))
    assert result.exit_code == 0
    assert "z9 is not a legal move here; the legal moves are 1 2 3 4 5 6 7 8 9.\n" in result.stdout
    assert "Write a move, or ? for help.\n" in result.stdout
    assert result.stdout.count("\n1 2 3\n4 X 6\n7 8 9\n") == 1
    assert "5 is not a legal move here" in result.stdout


def test_bytes_that_are_no_text() -> None:
    result = CliRunner().invoke(coupe, ["play", "tictactoe"], input=b"\xff\xfe\x00\nq\n")
    assert result.exit_code == 0


def test_help_and_moves(run: Run) -> None:
    played = ("play", "tictactoe", "--side", "both", "--position", "XOXOX....")
    result = run(*played, said="?\nm\nq\n")
    assert "u   undo your last move" in result.stdout
    assert result.stdout.endswith("O> m\n6 7 8 9\nO> q\n")


def test_undo_goes_back_to_your_last_choice(run: Run) -> None:
    result = run("play", "tictactoe", "--depth", "1", said="u\n5\nu\nm\nq\n")
    assert "There is no move of yours to undo.\n" in result.stdout
    assert result.stdout.endswith("X> m\n1 2 3 4 5 6 7 8 9\nX> q\n")


def test_a_hint_does_not_play(run: Run) -> None:
    result = run("play", "tictactoe", "--position", "XX.OO....", said="h\nm\nq\n")
    assert "Hint: 3.   X wins: exact.   depth " in result.stdout
    assert result.stdout.endswith("X> m\n3 6 7 8 9\nX> q\n")


def test_a_pass_is_announced(run: Run) -> None:
    result = run("play", "othello", "--side", "both", "--position", MUST_PASS, said="c1\n")
    assert "\nBlack has no legal move, and passes.\n" in result.stdout
    assert result.stdout.endswith("\nWhite wins by 64 discs.\n")


def test_a_finished_game(run: Run) -> None:
    result = run("play", "tictactoe", "--position", "XXXOO....")
    assert result.exit_code == 0
    assert result.stdout.endswith("\nX X X\nO O 6\n7 8 9\n\nX wins.\n")


def test_in_french(run: Run) -> None:
    played = ("play", "othello", "--side", "both", "--position", MUST_PASS, "--lang", "fr")
    result = run(*played, said="z9\nc1\n")
    assert result.stdout.startswith("Othello\u00a0: Noir contre Blanc. Écrivez un coup, ou ?")
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
    result = run("play", str(file), "--side", "both", said="h\nq\n")
    assert result.stdout.endswith("Second wins (+1 point).\n")
