"""Positions: turn, history, texts, and what is said of moves and texts that are wrong."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coupe import (
    PASS,
    BadPosition,
    CoupeError,
    Game,
    GameOver,
    IllegalMove,
    Position,
    game,
    load,
    u64,
)

CONNECT4 = load("connect4")


class Ring(NamedTuple):
    at: u64
    left: u64


@game(players=("North", "South"))
class Steps:
    """A walk on a ring of eleven places; a step of three can never be taken back."""

    State = Ring

    def initial() -> Ring:
        return Ring(0, 3)

    def moves(s: Ring) -> int:
        return 0b100_0000_0010 | (8 if s.left else 0)

    def play(s: Ring, m: int) -> Ring:
        return Ring((s.at + m) % 11, s.left - (m == 3))

    def over(s: Ring) -> bool:
        return s.left == 0

    def result(s: Ring) -> int:
        return -1

    def irreversible(s: Ring, m: int) -> bool:
        return m == 3


STEPS: Game = Steps  # type: ignore[assignment]


def test_a_position_that_comes_back_is_a_draw() -> None:
    position = STEPS.start().play(1).play(10)
    assert position.repeated
    assert position.over
    assert position.result == 0
    assert position.winner is None
    assert position.legal_moves == []
    with pytest.raises(GameOver):
        position.play(1)


def test_what_cannot_be_taken_back_empties_the_history() -> None:
    position = STEPS.start().play(1)
    assert len(position.history) == 1
    assert position.play(3).history == []
    assert position.play(3).play(1).history == [(position.play(3).state, 0)]
    assert STEPS.start().play(3).play(3).play(3).result == -1


def test_the_same_place_with_the_other_to_move_is_no_repetition() -> None:
    position = STEPS.start()
    for _step in range(22):
        assert not position.repeated
        position = position.play(1)
    assert position.repeated


def test_positions_are_values() -> None:
    one, other = CONNECT4.position("4433"), CONNECT4.position("3344")
    assert one == other
    assert hash(one) == hash(other)
    assert one != CONNECT4.position("443")
    assert one != "4433"
    assert STEPS.start() != STEPS.start().play(1).play(10)
    assert repr(one) == "<position connect4 '4433'>"


def test_a_move_changes_nothing_in_place() -> None:
    start = CONNECT4.start()
    start.play_named("4")
    assert start == CONNECT4.start()
    assert start.line == []


def test_a_text_of_fields() -> None:
    alone = Position(STEPS, Ring(5, 2), 1)
    assert alone.text == "at=5 left=2 turn=2"
    assert STEPS.position(alone.text) == alone
    assert STEPS.position("turn=2 left=2 at=0x5") == alone
    assert alone.play(3).text == "at=8 left=1 turn=1"


@pytest.mark.parametrize(
    "text",
    ["at=5", "at=5 left=2", "at=5 left=2 turn=3", "at=5 left=2 turn=1 x=1", "at=x left=2 turn=1",
     "at=5 left=2 turn", "at=99999999999999999999 left=1 turn=1", "at=5=5 left=2 turn=1"],
)  # fmt: skip
def test_a_wrong_text_of_fields(text: str) -> None:
    with pytest.raises(BadPosition, match=r"write at=... left=... turn=1"):
        STEPS.position(text)


def test_moves_of_several_letters_are_written_apart() -> None:
    position = STEPS.start().play(1).play(1)
    assert position.text == "1 1"
    assert STEPS.position(position.text).line == [1, 1]
    assert STEPS.position("10").line == [10]
    assert STEPS.start().play(10).text == "10"


@given(st.lists(st.sampled_from([1, 3, 10]), max_size=12))
def test_a_transcript_is_read_back(moves: list[int]) -> None:
    position = STEPS.start()
    for move in moves:
        if position.over:
            break
        position = position.play(move)
    assert STEPS.position(position.text).line == position.line


def test_names_of_moves() -> None:
    start = load("othello").start()
    assert start.names([37, 43, 18]) == ["f5", "d6", "c3"]
    assert start.name(PASS) == "pass"
    assert STEPS.start().name(10) == "10"
    assert CONNECT4.start().parse(" 4 ") == 21


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("8", "8 is not a legal move here; the legal moves are 1 2 3 4 5 6 7."),
        ("", "'' is not a legal move here"),
        ("4 4", "4 4 is not a legal move here"),
        ("pass", "pass is not a legal move here"),
        ("x" * 100, "x" * 40 + " is not a legal move here"),
    ],
)
def test_a_wrong_name(move: str, message: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        CONNECT4.start().play_named(move)
    assert str(caught.value).startswith(message)


def test_a_wrong_move() -> None:
    with pytest.raises(IllegalMove, match="3 is not a legal move here; the legal moves are 0 7 14"):
        CONNECT4.start().play(3)


def test_nothing_is_played_after_the_end() -> None:
    over = CONNECT4.position("1212121")
    for attempt in (lambda: over.play(0), lambda: over.play_named("1"), lambda: over.parse("1")):
        with pytest.raises(GameOver, match="The game is over"):
            attempt()
    with pytest.raises(GameOver, match="not over yet"):
        _ = CONNECT4.start().result


def test_every_error_is_a_value_error_of_coupe() -> None:
    for kind in (IllegalMove, GameOver, BadPosition):
        assert issubclass(kind, CoupeError)
        assert issubclass(kind, ValueError)


def test_an_endless_text() -> None:
    with pytest.raises(BadPosition, match="100001 characters is too long"):
        CONNECT4.position("4" * 100_001)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for name in ("tictactoe", "connect4", "othello"):
        try:
            position = load(name).position(text)
        except BadPosition:
            pass
        else:
            assert load(name).position(position.text).state == position.state


@given(st.text("XYROB.-*/ 1fpasé=", max_size=80))
def test_any_text_that_looks_right_is_read_or_refused(text: str) -> None:
    test_any_text_is_read_or_refused.hypothesis.inner_test(text)  # type: ignore[attr-defined]


def test_a_reader_that_raises_a_value_error() -> None:
    def read(text: str) -> Any:
        raise ValueError("one letter is missing.")

    changed = Game.__new__(Game)
    changed.__dict__.update(STEPS.__dict__, read=read)
    with pytest.raises(
        BadPosition, match=r"^abc is not a position of Steps: one letter is missing.$"
    ):
        changed.position("abc")


PINS = """\
from typing import NamedTuple
from coupe import game, u64

class State(NamedTuple):
    pins: u64

@game
class Pins:
    State = State

    def initial():
        return State((1 << 12) - 1)

    def moves(s):
        return s.pins

    def play(s, m):
        return State(s.pins & ~(1 << m))

    def over(s):
        return s.pins == 0

    def result(s):
        return -1

    def name(s, m):
        return str(m + 1)
"""


def test_a_word_beside_others_is_one_move(tmp_path: Path) -> None:
    """`12` after 12 is gone is not 1 and 2."""
    file = tmp_path / "pins.py"
    file.write_text(PINS)
    pins = load(file)
    assert pins.position("12").line == [11]
    assert pins.position("12 1 2").line == [11, 0, 1]
    with pytest.raises(BadPosition, match="Move 2: 12 is not a legal move; the legal moves are"):
        pins.position("12 12")
    assert load("othello").position("f5d6 c3").line == load("othello").position("f5d6c3").line
