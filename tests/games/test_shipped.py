"""What holds of every shipped game, whatever its size."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from coupe import PASS, Game, GameOver, IllegalMove, Position, load
from coupe.bits import ALL

SPECS = [
    "tictactoe",
    "connect4",
    "connect4:6x5",
    "connect4:5x4,row=3",
    "connect4:16x3",
    "connect4:9x6,row=5",
    "connect4:8x7,row=6",
    "othello",
    "othello:6x6",
    "othello:4x4",
    "othello:8x6",
    "othello:4x8",
]


@pytest.fixture(params=SPECS)
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def test_states_stay_within_64_bits(game: Game, walk: Any) -> None:
    for position in walk(game, 10, 1):
        assert all(0 <= field <= ALL for field in position.state)


def test_a_text_is_read_back(game: Game, walk: Any) -> None:
    for position in walk(game, 10, 2):
        again = game.position(position.text)
        assert (again.state, again.turn) == (position.state, position.turn)
        assert again.text == position.text


def test_a_position_without_a_past_is_read_back(game: Game, walk: Any) -> None:
    for position in walk(game, 10, 3):
        alone = Position(game, position.state, position.turn)
        again = game.position(alone.text)
        assert (again.state, again.turn) == (position.state, position.turn)


def test_moves_are_read_by_their_names(game: Game, walk: Any) -> None:
    for position in walk(game, 5, 4):
        names = [position.name(move) for move in position.legal_moves]
        assert len(set(names)) == len(names)
        assert [position.parse(name.upper()) for name in names] == position.legal_moves


def test_a_transcript_leads_to_the_same_position(game: Game, walk: Any) -> None:
    for position in walk(game, 3, 5):
        names = game.start().names(position.line)
        for transcript in ("".join(names), " ".join(names).upper()):
            assert game.position(transcript).state == position.state
        without_passes = game.position("".join(name for name in names if name != "pass"))
        if position.move != PASS:
            assert without_passes.line == position.line


def test_symmetry_commutes_with_the_rules(game: Game, walk: Any) -> None:
    assert game.symmetry is not None
    assert game.symmetric_move is not None
    for position in walk(game, 2, 6):
        state = position.state
        seen = set()
        for k in range(game.symmetries):
            twin = game.symmetry(state, k)
            seen.add(twin)
            assert game.over(twin) == game.over(state)
            assert game.result(twin) == game.result(state)
            assert game.evaluate(twin) == game.evaluate(state)
            moves = position.legal_moves
            images = [game.symmetric_move(move, k) for move in moves]
            assert position.over or sorted(images) == game.legal_moves(twin)
            for move, image in zip(moves, images, strict=True):
                assert game.play(twin, image) == game.symmetry(game.play(state, move), k)
        assert state in seen


def test_symmetries_differ(game: Game, walk: Any) -> None:
    assert game.symmetry is not None
    most = max(
        len({game.symmetry(position.state, k) for k in range(game.symmetries)})
        for position in walk(game, 5, 7)
    )
    assert most == game.symmetries


def test_an_estimate_is_smaller_than_a_win(game: Game, walk: Any) -> None:
    wins = [abs(position.result) for position in walk(game, 40, 8) if position.over]
    closest = min(win for win in wins if win)
    most = {"discs": 8 * 8 - 1, "points": closest, "win": closest}[game.unit]
    for position in walk(game, 10, 8):
        assert abs(game.evaluate(position.state)) <= most


def test_an_evaluation_is_that_of_the_side_to_move(game: Game, walk: Any) -> None:
    for position in walk(game, 10, 9):
        me, other = position.state
        theirs = other if game.State._fields[1] == "you" else other ^ me
        swapped = (
            game.State(theirs, me) if game.State._fields[1] == "you" else game.State(theirs, other)
        )
        assert game.evaluate(swapped) == -game.evaluate(position.state)


def test_the_drawing_changes_where_a_move_is_clicked(game: Game, walk: Any) -> None:
    assert game.cells is not None
    for before, after in pairwise(walk(game, 3, 10)):
        if after.previous is not before:
            continue
        rows, changed = before.draw(), after.draw()
        for row, column in game.cells(before.state, after.move):
            assert rows[row][column] == ""
            assert changed[row][column] == changed_by(before)


def changed_by(position: Position) -> str:
    return {"X": "X", "O": "O", "Yellow": "Y", "Red": "R", "Black": "X", "White": "O"}[
        position.turn_name
    ]


def test_what_is_not_legal_is_refused(game: Game, walk: Any) -> None:
    for position in walk(game, 2, 11):
        legal = position.legal_moves
        for move in (*range(-1, 66), PASS):
            if move not in legal:
                with pytest.raises(GameOver if position.over else IllegalMove):
                    position.play(move)


def test_show_draws_every_row(game: Game) -> None:
    position = game.start()
    rows = position.draw()
    assert rows is not None
    assert len({len(row) for row in rows}) == 1
    assert len(position.show().splitlines()) >= len(rows)


def games_by_length(game: Game, state: Any) -> dict[int, int]:
    """How many games end after so many moves, by plain recursion over the states."""

    @cache
    def count(state: Any) -> tuple[tuple[int, int], ...]:
        if game.over(state):
            return ((0, 1),)
        total: dict[int, int] = {}
        for move in game.legal_moves(state):
            for length, games in count(game.play(state, move)):
                total[length + 1] = total.get(length + 1, 0) + games
        return tuple(sorted(total.items()))

    return dict(count(state))


def sequences(game: Game, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if game.over(state):
        return 0
    return sum(
        sequences(game, game.play(state, move), depth - 1) for move in game.legal_moves(state)
    )


def test_tictactoe_has_255168_games() -> None:
    game = load("tictactoe")
    games = games_by_length(game, game.initial())
    assert games == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
    assert sum(games.values()) == 255_168


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("tictactoe", [9, 72, 504, 3024, 15120]),
        ("connect4", [7, 49, 343, 2401, 16807]),
        ("othello", [4, 12, 56, 244, 1396, 8200]),
    ],
)
def test_perft(spec: str, counts: list[int]) -> None:
    game = load(spec)
    found = [sequences(game, game.initial(), depth) for depth in range(1, len(counts) + 1)]
    assert found == counts
