"""Tic-tac-toe: its texts and what they refuse; every position there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coupe import BadPosition, Position, load
from coupe.bits import squares

TICTACTOE = load("tictactoe")
LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def reachable() -> dict[str, Position]:
    found = {}
    waiting = [TICTACTOE.start()]
    while waiting:
        position = waiting.pop()
        if position.text not in found:
            found[position.text] = position
            waiting += [position.play(move) for move in position.legal_moves]
    return found


REACHABLE = reachable()


def test_there_are_5478_positions() -> None:
    assert len(REACHABLE) == 5478


def test_the_end_of_every_position() -> None:
    for position in REACHABLE.values():
        x, o = (
            {square for square, mark in enumerate(position.text) if mark == letter}
            for letter in "XO"
        )
        winner = (
            0
            if any(line <= x for line in LINES)
            else 1
            if any(line <= o for line in LINES)
            else None
        )
        assert position.over == (winner is not None or len(x | o) == 9)
        if position.over:
            assert position.winner == winner
            assert position.result == (0 if winner is None else -1)


@given(st.text("XO.", min_size=9, max_size=9))
def test_a_board_is_read_if_and_only_if_it_can_be_reached(text: str) -> None:
    if text in REACHABLE:
        assert TICTACTOE.position(text) == REACHABLE[text]
    else:
        with pytest.raises(BadPosition):
            TICTACTOE.position(text)


def test_every_reachable_board_is_read() -> None:
    for text, position in REACHABLE.items():
        assert TICTACTOE.position(text) == position


@pytest.mark.parametrize("text", ["x-o/-x-/o--", "X.O .X. O..", "x.o\n.x.\no..", "XOX O X"])
def test_other_ways_to_write(text: str) -> None:
    if text == "XOX O X":
        with pytest.raises(BadPosition, match="9 squares"):
            TICTACTOE.position(text)
    else:
        assert TICTACTOE.position(text).text == "X.O.X.O.."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X.Z......", "Z is not a square"),
        ("X........X", "9 squares"),
        ("XX.......", "2 X and 0 O cannot be"),
        ("O........", "0 X and 1 O cannot be"),
        ("XXX.OO.O.", "after three in a row"),
        ("OOOXXX...", "after three in a row"),
        ("OOOXX.XX.", "after three in a row"),
    ],
)
def test_what_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        TICTACTOE.position(text)


def test_moves_by_number_and_by_square() -> None:
    start = TICTACTOE.start()
    assert [start.parse(str(number)) for number in range(1, 10)] == list(range(9))
    assert [start.parse(file + rank) for rank in "123" for file in "ABC"] == list(range(9))
    assert TICTACTOE.position("5 1 9").text == "O...X...X"
    assert squares(TICTACTOE.position("519").state.you) == [4, 8]


def test_show_numbers_the_free_squares() -> None:
    assert TICTACTOE.position("519").show() == "O 2 3\n4 X 6\n7 8 X"
