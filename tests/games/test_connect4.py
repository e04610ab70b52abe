"""Connect 4: the deck's evaluation, wins in every direction, texts and what they refuse."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coupe import BadOption, BadPosition, Game, Position, load
from coupe.games.connect4 import win_or_loss

CONNECT4 = load("connect4")
DECK = json.loads(
    (Path(__file__).parents[1] / "seed_cases" / "connect_four_evaluation.json").read_text("utf-8")
)


def runs_of(rows: list[list[str]], colour: str) -> Counter[int]:
    """How many maximal runs of each length, found square by square."""
    height, width = len(rows), len(rows[0])
    found: Counter[int] = Counter()

    def there(row: int, column: int) -> bool:
        return 0 <= row < height and 0 <= column < width and rows[row][column] == colour

    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if there(row, column) and not there(row - down, column - right):
                    length = 1
                    while there(row + length * down, column + length * right):
                        length += 1
                    found[length] += 1
    return found


def worth(game: Game, runs: Counter[int]) -> int:
    weights = game.parameters
    longer = sum(count for length, count in runs.items() if length >= 4)
    return runs[2] * weights["two"] + runs[3] * weights["three"] + longer * weights["four"]


def yellow_value(game: Game, position: Position) -> int:
    value = game.evaluate(position.state)
    return value if position.turn == 0 else -value


def test_the_example_of_the_deck() -> None:
    example = DECK["example"]
    position = CONNECT4.position(example["moves"])
    rows = position.draw()
    assert rows is not None
    for colour, letter in (("yellow", "Y"), ("red", "R")):
        runs = runs_of(rows, letter)
        assert {str(length): runs[length] for length in runs if length > 1} == example[colour]
    assert {str(n): CONNECT4.parameters[name] for n, name in ((2, "two"), (3, "three"))} == DECK[
        "weights"
    ]
    assert yellow_value(CONNECT4, position) == example["value"]


def test_the_other_scale_of_the_deck() -> None:
    game = load("connect4:two=3,three=0,four=20")
    assert yellow_value(game, game.position(DECK["example"]["moves"])) == 3 - 2 * 3
    assert yellow_value(game, game.position("1212121")) == 20 + 0 * 3 - 3 * 0 - 0


@pytest.mark.parametrize(
    "spec", ["connect4", "connect4:6x5,two=3,three=7", "connect4:9x6,row=6", "connect4:16x3"]
)
def test_alignments_against_a_count_square_by_square(spec: str, walk: Any) -> None:
    game = load(spec)
    for position in walk(game, 40, 12):
        rows = position.draw()
        value = worth(game, runs_of(rows, "Y")) - worth(game, runs_of(rows, "R"))
        assert yellow_value(game, position) == value


def test_the_end_against_a_count_square_by_square(walk: Any) -> None:
    for spec in ("connect4", "connect4:5x4,row=3", "connect4:9x6,row=5", "connect4:8x7,row=6"):
        game = load(spec)
        row = game.parameters["row"]
        for position in walk(game, 60, 13):
            rows = position.draw()
            winner = None
            for player, colour in enumerate("YR"):
                if max(runs_of(rows, colour), default=0) >= row:
                    winner = player
            full = all(square for line in rows for square in line)
            assert position.over == (winner is not None or full)
            if position.over:
                assert position.winner == winner
                stones = sum(bool(square) for line in rows for square in line)
                assert position.result == (0 if winner is None else stones - 1000)


def test_an_estimate_never_outranks_a_win() -> None:
    game = load("connect4:two=1000,three=1000,four=1000")
    assert yellow_value(game, game.position("443322 5")) < 1000 - 42


def test_the_evaluation_of_wins_and_losses() -> None:
    assert win_or_loss(CONNECT4.position("44").state) == 0


def test_rows_are_read_as_the_moves_are() -> None:
    rows = "......./......./......./......./..RR.../..YY..."
    position = CONNECT4.position(rows)
    assert position.state == CONNECT4.position("3344").state
    assert position.turn_name == "Yellow"
    assert position.text == rows
    assert CONNECT4.position(rows.lower().replace("/", "\n")) == position
    assert CONNECT4.position(rows.replace("Y", "X").replace("R", "O") + " X") == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8", "Move 1: 8 is not a legal move; the legal moves are 1 2 3 4 5 6 7"),
        ("1111111", "Move 7: 1 is not a legal move"),
        ("12121213", "Move 8 \\(3\\) comes after the end of the game"),
        ("./././Y", "has 42 squares"),
        ("." * 41 + "Z", "Z is not a square"),
        ("." * 34 + "Y" + "." * 7, "hangs in the air"),
        ("." * 41 + "R", "0 yellow and 1 red"),
        ("." * 40 + "YY", "2 yellow and 0 red"),
        ("." * 41 + "Y" + " Y", "Red is to move"),
        ("." * 28 + "RRR...." + "YYYY..R", "after the end"),
        ("." * 28 + "RRRRYYY" + "YYYYRRR", "after the end"),
        ("." * 21 + "YYYY..." + "RRRYRR." + "YYYYRRR", "after the end"),
    ],
)
def test_what_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        CONNECT4.position(text)


def test_two_lines_by_one_stone_can_be() -> None:
    position = CONNECT4.position("." * 28 + "RRR.RRR" + "YYYYYYY")
    assert position.over


def test_the_board_must_fit_in_64_bits() -> None:
    assert load("connect4:8x7").start().legal_moves == list(range(0, 64, 8))
    with pytest.raises(BadOption, match="9x7 is too large: width \\* \\(height \\+ 1\\) is 72"):
        load("connect4:9x7")


def test_columns_beyond_nine_are_letters() -> None:
    game = load("connect4:16x3")
    names = [game.start().name(move) for move in game.start().legal_moves]
    assert "".join(names) == "123456789abcdefg"
    random = Random(3)
    position = game.start()
    for _ply in range(12):
        position = position.play(random.choice(position.legal_moves))
    assert game.position(position.text.upper()) == position


def test_the_longest_game_is_a_draw() -> None:
    position = CONNECT4.position("121212212121343434434343565656656565777777")
    assert position.over
    assert position.winner is None
    assert position.result == 0
