"""Othello: the rules against a board of lists, texts, passes, ends, and the report's types."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from coupe import BadOption, BadPosition, IllegalMove, Position, load
from coupe.games.othello import (
    Board,
    Colour,
    Move,
    Square,
    disc_difference,
    legal_moves,
    played,
)

OTHELLO = load("othello")
START = "---------------------------OX------XO---------------------------"

Grid = list[list[str]]


def turned(rows: Grid, row: int, column: int, mark: str) -> list[tuple[int, int]]:
    """The squares that a disc turns, walked to in each direction."""
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            passed: list[tuple[int, int]] = []
            r, c = row + down, column + right
            while (down or right) and 0 <= r < len(rows) and 0 <= c < len(rows[0]):
                if rows[r][c] == mark:
                    found += passed
                    break
                if rows[r][c] == "":
                    break
                passed.append((r, c))
                r, c = r + down, c + right
    return found


def names_of_moves(rows: Grid, mark: str) -> list[str]:
    return [
        "abcdefgh"[column] + str(row + 1)
        for row in range(len(rows))
        for column in range(len(rows[0]))
        if rows[row][column] == "" and turned(rows, row, column, mark)
    ]


@pytest.mark.parametrize("spec", ["othello", "othello:6x6", "othello:4x4", "othello:8x4"])
def test_the_rules_against_a_board_of_lists(spec: str, walk: Any) -> None:
    game = load(spec)
    for position in walk(game, 12, 14):
        rows, mark = position.draw(), "XO"[position.turn]
        mine, theirs = names_of_moves(rows, mark), names_of_moves(rows, "OX"[position.turn])
        assert position.over == (not mine and not theirs)
        if position.over:
            continue
        assert [position.name(move) for move in position.legal_moves] == (mine or ["pass"])
        for move in position.legal_moves:
            after = [list(row) for row in rows]
            if mine:
                [(row, column)] = game.cells(position.state, move)
                for r, c in [(row, column), *turned(rows, row, column, mark)]:
                    after[r][c] = mark
            assert position.play(move).draw() == after


def test_the_result_gives_the_empties_to_the_winner(walk: Any) -> None:
    endings = [position for position in walk(OTHELLO, 60, 15) if position.over]
    with_empties = 0
    for position in endings:
        text = position.text
        mine, theirs = (text[:64].count(mark) for mark in (text[65], "XO".replace(text[65], "")))
        empties = 64 - mine - theirs
        with_empties += empties > 0
        bonus = 0 if mine == theirs else empties if mine > theirs else -empties
        assert position.result == mine - theirs + bonus
        assert disc_difference(position.state) == mine - theirs
    assert with_empties


def test_the_start() -> None:
    start = OTHELLO.start()
    assert start.text == START + " X"
    assert start.turn_name == "Black"
    assert [start.name(move) for move in start.legal_moves] == ["d3", "c4", "f5", "e6"]
    assert load("othello:6x6").start().text == "--------------OX----XO-------------- X"
    assert load("othello:4x4").start().text == "-----OX--XO----- X"
    assert load("othello:6x8").start().text == "-" * 20 + "OX----XO" + "-" * 20 + " X"


def test_the_shortest_win() -> None:
    """Nine moves after which White has no disc left."""
    position = OTHELLO.position("e6f4e3f6g5d6e7f5c5")
    assert position.over
    assert position.result == -64
    assert position.winner == 0


@pytest.mark.parametrize(
    "text",
    [
        START + " X",
        START + "X",
        START + " *",
        START + " b",
        START + " Black",
        START.replace("-", ".") + "\nX",
        START.replace("X", "*").lower() + " x",
        " ".join(START[row : row + 8] for row in range(0, 64, 8)) + " X",
        "",
    ],
)
def test_ways_to_write_the_start(text: str) -> None:
    assert OTHELLO.position(text) == OTHELLO.start()


@pytest.mark.parametrize("side", ["O", "o", "W", "white"])
def test_white_to_move(side: str) -> None:
    position = OTHELLO.position(f"{START} {side}")
    assert position.turn_name == "White"
    assert position.state == OTHELLO.State(*reversed(OTHELLO.initial()))


@pytest.mark.parametrize("text", ["f5d6c3", "F5D6C3", "f5 d6 c3", "f5,D6;c3"])
def test_ways_to_write_a_transcript(text: str) -> None:
    expected = OTHELLO.start().play_named("f5").play_named("d6").play_named("c3")
    assert OTHELLO.position(text) == expected


def test_passes_written_or_implied(walk: Any) -> None:
    passing = [position for position in walk(OTHELLO, 60, 16) if position.over]
    passing = [position for position in passing if 65535 in position.line][:5]
    assert len(passing) == 5
    for position in passing:
        names = OTHELLO.start().names(position.line)
        for word in ("pass", "--", "PS", "pa", ""):
            written = "".join(word if name == "pass" else name for name in names)
            assert OTHELLO.position(written).line == position.line


def test_a_player_who_must_pass_may_do_nothing_else() -> None:
    position = OTHELLO.position("XO" + "-" * 62 + " O")
    assert position.legal_moves == [65535]
    assert position.play_named("pass").turn_name == "Black"
    with pytest.raises(IllegalMove, match="d3 is not a legal move here; the legal moves are pass"):
        position.play_named("d3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (START, "whose turn"),
        (START[1:] + " X", "has 64 squares; .* has 63"),
        (START + "-- X", "has 66"),
        ("Q" + START[1:] + " X", "Q"),
        ("X?" + START[2:] + " X", "\\? on b1 is not a disc"),
        (START + " Z", "Z is not a colour"),
        ("f5d6a1", "Move 3: a1 is not a legal move"),
        ("f5d6f5", "Move 3: f5 is not a legal move"),
        ("e6f4e3f6g5d6e7f5c5 a1", "Move 10 \\(a1\\) comes after the end"),
        ("me=1 you=2 turn=1", "is not a legal move"),
    ],
)
def test_what_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        OTHELLO.position(text)


@pytest.mark.parametrize("spec", ["othello:7x7", "othello:6x5"])
def test_a_board_has_a_middle(spec: str) -> None:
    with pytest.raises(BadOption, match="must be even"):
        load(spec)


@pytest.mark.parametrize("spec", ["othello:2x2", "othello:10x8", "othello:8x0"])
def test_a_board_has_a_size(spec: str) -> None:
    with pytest.raises(BadOption, match="it can be from 4 to 8"):
        load(spec)


def greedy(position: Position, evaluate: Callable[[Any], int]) -> Position:
    """After the move that leaves the other the worst estimate."""
    return min(
        (position.play(move) for move in position.legal_moves),
        key=lambda after: 100 * after.result if after.over else evaluate(after.state),
    )


def test_the_evaluation_plays_better_than_counting_discs() -> None:
    random = Random(18)
    points = 0.0
    for number in range(16):
        position = OTHELLO.start()
        while not position.over:
            if len(position.line) < 6:
                position = position.play(random.choice(position.legal_moves))
            else:
                ours = position.turn == number % 2
                position = greedy(position, OTHELLO.evaluate if ours else disc_difference)
        points += 0.5 if position.winner is None else position.winner == number % 2
    assert points >= 12


def test_moves_as_the_report_has_them(walk: Any) -> None:
    for position in walk(OTHELLO, 3, 17):
        text, side = position.text.split()
        board, colour = Board.read(text), Colour.marked(side)
        moves = legal_moves(board, colour)
        assert [str(move.square) for move in moves] == [
            position.name(move) for move in position.legal_moves if move != 65535
        ]
        for move in moves:
            assert str(played(board, move)) == position.play_named(str(move.square)).text[:64]


def test_a_move_that_encloses_nothing_is_refused() -> None:
    board = Board.read(START)
    with pytest.raises(IllegalMove, match="X a1 encloses no disc"):
        played(board, Move(Square.named("a1"), Colour.BLACK))
    with pytest.raises(BadPosition, match="d4 has a disc already"):
        played(board, Move(Square.named("d4"), Colour.BLACK))
    with pytest.raises(BadPosition, match="6x6 is not one of 8x8"):
        legal_moves(Board(0, 0, 6, 6), Colour.BLACK)
