"""Openings: distinct, fit to play from, the same for a seed."""

from pathlib import Path

import pytest

from coupe import load
from coupe.errors import BadContent, BadFile, BadOption
from coupe.play.levels import win_in_one
from coupe.play.openings import Openings
from coupe.records import Ply, Record
from coupe.records.formats import save


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello:6x6", "othello"])
def test_random_openings_are_distinct_and_nobody_has_won_in_them(name: str) -> None:
    game = load(name)
    found = Openings.read("random", game, seed=5).first(8)
    assert len({(position.state, position.turn) for position in found}) == 8
    assert not any(position.over or win_in_one(position) is not None for position in found)


def test_a_seed_gives_the_same_openings_and_more_of_them_begin_alike() -> None:
    game = load("connect4")
    few = Openings.read("random", game, seed=1).first(5)
    assert Openings.read("random", game, seed=1).first(9)[:5] == few
    assert Openings.read("random", game, seed=2).first(5) != few


def test_openings_that_do_not_suffice_are_played_again() -> None:
    openings = Openings.read("random:1", load("tictactoe"), seed=1)
    found = openings.first(20)
    assert (openings.distinct, found[9:18], found[18:]) == (9, found[:9], found[:2])


def test_a_line_that_is_longer_than_any_game_is_made_shorter() -> None:
    openings = Openings.read("random:99", load("tictactoe"), seed=1)
    assert openings.first(1)[0].over is False
    assert 1 <= openings.plies < 9


def test_the_start_is_an_opening() -> None:
    assert [position.line for position in Openings.read("start", load("othello")).first(3)] == [
        [],
        [],
        [],
    ]


def test_a_file_holds_lines_and_positions(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    board = load("othello").position("f5d6").text
    file.write_text(f"# mine\n\nf5 d6 c3\nf5d6\n{board}\n1. f5 f6\n")
    found = Openings.read(str(file), load("othello")).first(4)
    assert [len(position.line) for position in found] == [3, 2, 0, 2]
    assert found[1].state == found[2].state


def test_a_file_of_games_in_another_format_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    save([Record("connect4", (Ply("4"), Ply("4"))), Record("connect4", (Ply("1"),))], file)
    found = Openings.read(str(file), load("connect4")).first(2)
    assert [position.text for position in found] == ["44", "1"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("44\n4x", "line 2"),
        ("1212121", "the game is over there"),
        ("# nothing\n", "holds no position"),
        ("\0\1\2", "."),
    ],
)
def test_a_file_that_is_no_openings_is_refused_with_its_place(
    tmp_path: Path, content: str, said: str
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(content)
    with pytest.raises(BadContent, match=said):
        Openings.read(str(file), load("connect4"))


@pytest.mark.parametrize("text", ["", "randm", "random:", "random:0", "random:x", "starts"])
def test_what_is_no_openings_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is no openings"):
        Openings.read(text, load("connect4"))


@pytest.mark.parametrize("text", ["./nowhere.txt", ".", "/"])
def test_a_file_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        Openings.read(text, load("connect4"))
