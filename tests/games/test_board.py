"""The report's abstract data types: every axiom, every precondition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coupe import BadPosition
from coupe.games.othello import Board, Colour, Move, Square

colours = st.sampled_from(Colour)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    discs, black = (draw(st.integers(0, (1 << width * height) - 1)) for _half in range(2))
    return Board(discs & black, discs & ~black, width, height)


@st.composite
def a_square(draw: st.DrawFn) -> tuple[Board, Square]:
    board = draw(boards())
    return board, draw(st.sampled_from(board.squares()))


@st.composite
def an_empty_square(draw: st.DrawFn) -> tuple[Board, Square]:
    board, square = draw(a_square())
    return (board if board.is_empty(square) else board.clear(square)), square


@st.composite
def a_disc(draw: st.DrawFn) -> tuple[Board, Square]:
    board, square = draw(an_empty_square())
    return board.place(square, draw(colours)), square


# A colour.


@given(colours)
def test_the_other_of_the_other(colour: Colour) -> None:
    assert colour.other != colour
    assert colour.other.other == colour


@given(colours)
def test_a_colour_is_read_from_its_mark(colour: Colour) -> None:
    assert Colour.marked(colour.value) == colour
    assert Colour.marked(colour.name.title()) == colour


@pytest.mark.parametrize("mark", ["", "-", "Z", "XX", "blackish"])
def test_no_other_mark_is_a_colour(mark: str) -> None:
    with pytest.raises(BadPosition, match="is not a colour"):
        Colour.marked(mark)


# A square.


@given(st.integers(0, 7), st.integers(0, 7))
def test_a_square_has_the_row_and_the_column_it_was_made_of(row: int, column: int) -> None:
    square = Square(row, column)
    assert (square.row, square.column) == (row, column)
    assert Square.named(str(square)) == Square.named(str(square).upper()) == square


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (8, 0), (0, 8)])
def test_a_square_is_on_the_largest_board(row: int, column: int) -> None:
    with pytest.raises(BadPosition, match="is not a square"):
        Square(row, column)


@pytest.mark.parametrize("name", ["", "a", "1a", "a0", "a9", "i1", "a10", "a1 ", "²1", "a²"])
def test_no_other_name_is_a_square(name: str) -> None:
    with pytest.raises(BadPosition, match="is not a square"):
        Square.named(name)


# A move.


@given(st.builds(Square, st.integers(0, 7), st.integers(0, 7)), colours)
def test_a_move_has_the_square_and_the_colour_it_was_made_of(
    square: Square, colour: Colour
) -> None:
    move = Move(square, colour)
    assert (move.square, move.colour) == (square, colour)
    assert str(move) == f"{colour.value} {square}"


# A board: what each operation does.


@given(st.integers(1, 8), st.integers(1, 8))
def test_a_new_board_is_empty(width: int, height: int) -> None:
    board = Board(0, 0, width, height)
    assert len(board.squares()) == width * height
    assert all(board.is_empty(square) for square in board.squares())


@given(an_empty_square(), colours)
def test_placed_there_it_is_there(where: tuple[Board, Square], colour: Colour) -> None:
    board, square = where
    after = board.place(square, colour)
    assert not after.is_empty(square)
    assert after.at(square) == colour


@given(an_empty_square(), colours)
def test_clear_undoes_place(where: tuple[Board, Square], colour: Colour) -> None:
    board, square = where
    assert board.place(square, colour).clear(square) == board


@given(a_disc())
def test_place_undoes_clear(where: tuple[Board, Square]) -> None:
    board, square = where
    assert board.clear(square).is_empty(square)
    assert board.clear(square).place(square, board.at(square)) == board


@given(a_disc())
def test_turned_it_has_the_other_colour(where: tuple[Board, Square]) -> None:
    board, square = where
    assert board.turn(square).at(square) == board.at(square).other
    assert board.turn(square).turn(square) == board


@given(an_empty_square(), colours)
def test_to_turn_is_to_place_the_other(where: tuple[Board, Square], colour: Colour) -> None:
    board, square = where
    assert board.place(square, colour).turn(square) == board.place(square, colour.other)


@given(a_disc(), colours)
def test_the_other_squares_stay(where: tuple[Board, Square], colour: Colour) -> None:
    board, square = where
    cleared = board.clear(square)
    for after in (board.turn(square), cleared, cleared.place(square, colour)):
        for other in board.squares():
            if other != square:
                assert after.is_empty(other) == board.is_empty(other)
                assert board.is_empty(other) or after.at(other) == board.at(other)


@given(boards())
def test_the_order_of_placing_does_not_matter(board: Board) -> None:
    again = Board(0, 0, board.width, board.height)
    for square in reversed(board.squares()):
        if not board.is_empty(square):
            again = again.place(square, board.at(square))
    assert again == board


@given(boards())
def test_a_board_is_read_back_from_its_text(board: Board) -> None:
    assert Board.read(str(board), board.width, board.height) == board
    assert Board.read(str(board).lower().replace("-", "."), board.width, board.height) == board


# A board: what each operation needs.


@given(a_disc(), colours)
def test_place_needs_an_empty_square(where: tuple[Board, Square], colour: Colour) -> None:
    board, square = where
    with pytest.raises(BadPosition, match=f"^{square} has a disc already: clear it first.$"):
        board.place(square, colour)


@given(an_empty_square())
def test_at_clear_and_turn_need_a_disc(where: tuple[Board, Square]) -> None:
    board, square = where
    for operation in (board.at, board.clear, board.turn):
        with pytest.raises(BadPosition, match=f"^{square} is empty: there is no disc.$"):
            operation(square)


@given(boards(), st.builds(Square, st.integers(0, 7), st.integers(0, 7)), colours)
def test_every_operation_needs_a_square_of_the_board(
    board: Board, square: Square, colour: Colour
) -> None:
    if square in board.squares():
        return
    for operation in (board.is_empty, board.at, board.clear, board.turn):
        with pytest.raises(BadPosition, match=f"^{square} is not on a board of"):
            operation(square)
    with pytest.raises(BadPosition, match=f"^{square} is not on a board of"):
        board.place(square, colour)


@pytest.mark.parametrize(
    ("black", "white", "width", "height"),
    [
        (1, 1, 8, 8),
        (1 << 64, 0, 8, 8),
        (0, 1 << 36, 6, 6),
        (-1, 0, 8, 8),
        (0, 0, 9, 8),
        (0, 0, 8, 0),
    ],
)
def test_no_board_is_like_that(black: int, white: int, width: int, height: int) -> None:
    with pytest.raises(BadPosition):
        Board(black, white, width, height)


@pytest.mark.parametrize("text", ["", "X" * 63, "X" * 65, "?" + "-" * 63])
def test_no_text_is_like_that(text: str) -> None:
    with pytest.raises(BadPosition):
        Board.read(text)
