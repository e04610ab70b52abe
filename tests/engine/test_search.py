"""Every algorithm finds what minimax finds, as the textbook writes it, in plain Python."""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coupe import Game, GameOver, Position, load
from coupe.engine import ALGORITHMS, ORDERS, Found, Plan, Search
from coupe.games.connect4 import win_or_loss
from coupe.games.othello import disc_difference

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = (
    "tictactoe",
    "connect4",
    "connect4:5x4,row=3",
    "othello",
    "othello:6x6",
    *sorted(str(file) for file in EXAMPLES.glob("*.py")),
)
POSITIONS = 250
DEPTHS = (1, 2, 3)
HASH_SEEDS = (0, 1)


@pytest.fixture(params=GAMES, ids=lambda spec: Path(spec).stem)
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def minimax(game: Game, state: Any, turn: int, depth: int, earlier: frozenset[Any]) -> int:
    """The value for the side to move; a position that comes back is a draw."""
    if game.over(state):
        return game.result(state)
    if (state, turn) in earlier:
        return 0
    if depth == 0:
        return game.evaluate(state)
    values = []
    for move in game.legal_moves(state):
        kept = earlier
        if game.irreversible is not None:
            kept = frozenset() if game.irreversible(state, move) else earlier | {(state, turn)}
        same = game.moves_again(state, move)
        following = turn if same else 1 - turn
        value = minimax(game, game.play(state, move), following, depth - 1, kept)
        values.append(value if same else -value)
    return max(values)


def value_of(position: Position, depth: int) -> int:
    earlier = frozenset(position.history)
    return minimax(position.game, position.state, position.turn, depth, earlier)


def unfinished(walk: Any, game: Game, count: int, seed: int) -> list[Position]:
    """So many different positions of random games, in which there is something to search."""
    found: dict[Any, Position] = {}
    for position in walk(game, 10 * count, seed):
        if not position.over:
            found.setdefault((position.state, position.turn, tuple(position.history)), position)
        if len(found) == 4 * count:
            break
    return Random(seed).sample(list(found.values()), min(count, len(found)))


def replayed(position: Position, line: list[int], depth: int) -> int:
    """The value that a line leads to, for the side to move where it begins."""
    at = position
    for move in line:
        at = at.play(move)
    value = at.result if at.over else position.game.evaluate(at.state)
    assert at.over or len(line) >= depth
    return value if at.turn == position.turn else -value


def replays(position: Position, found: Found) -> bool:
    return replayed(position, found.line, found.depth) == found.value


@pytest.mark.parametrize("threads", [1, 2])
def test_every_algorithm_finds_the_value_of_minimax(game: Game, threads: int, walk: Any) -> None:
    known = [
        (position, depth, value_of(position, depth))
        for number, position in enumerate(unfinished(walk, game, POSITIONS, threads))
        for depth in [DEPTHS[number % len(DEPTHS)]]
    ]
    for seed in HASH_SEEDS:
        search = Search(game, threads, table_mb=1, seed=seed)
        for algorithm, table in product(ALGORITHMS, (False, True)):
            for number, (position, depth, value) in enumerate(known):
                order = ORDERS[number % 2]
                search.forget()
                found = search.run(
                    position, Plan(depth=depth, algorithm=algorithm, table=table, order=order)
                )
                how = (algorithm, table, order, seed, position.text, depth)
                assert found.value == value, how
                assert replays(position, found), how


def test_a_table_that_is_kept_changes_no_value(game: Game, walk: Any) -> None:
    """What was found at other depths and in other positions is still true."""
    search = Search(game, table_mb=1)
    for position in unfinished(walk, game, 60, 3):
        for depth, algorithm in zip((3, 1, 2), ("pvs", "mtdf", "fail-soft"), strict=True):
            found = search.run(position, Plan(depth=depth, algorithm=algorithm))
            if not (found.lower and found.upper):
                assert found.value == value_of(position, depth)
            assert replays(position, found)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:4x4,row=3", "othello:4x4"])
def test_what_is_said_to_be_proved_is_true(spec: str, walk: Any) -> None:
    game = load(spec)
    search = Search(game, table_mb=1)
    kinds = set()
    for position in unfinished(walk, game, 150, 4):
        if len(position.line) < 6 and spec != "tictactoe":
            continue
        truth = value_of(position, 16)
        for depth, algorithm in product((1, 2, 4), ALGORITHMS):
            found = search.run(position, Plan(depth=depth, algorithm=algorithm))
            kinds.add((found.lower, found.upper))
            assert not found.lower or truth >= found.value
            assert not found.upper or truth <= found.value
        assert search.run(position, Plan(prove=True)).value == truth
    assert (True, True) in kinds
    assert (False, False) in kinds


def test_the_values_of_all_moves(game: Game, walk: Any) -> None:
    search = Search(game, table_mb=1)
    for position in unfinished(walk, game, 25, 5):
        found = search.run(position, Plan(depth=3, all_moves=True))
        assert found.moves is not None
        assert sorted(found.moves) == sorted(position.legal_moves)
        for move, valued in found.moves.items():
            child = position.play(move)
            sign = 1 if child.turn == position.turn else -1
            depth = 0 if child.over else 2
            exact = valued.lower and valued.upper
            assert exact or valued.value == sign * value_of(child, depth)
            assert valued.line[0] == move
            assert replayed(position, valued.line, 1) == valued.value
        assert found.value == max(valued.value for valued in found.moves.values())


YARDSTICK = (
    ("connect4", win_or_loss, 8, 0, 12_574),
    ("connect4", win_or_loss, 12, 0, 3_189_800),
    ("othello", disc_difference, 9, 5, 27_970),
    ("othello", disc_difference, 10, -2, 102_386),
)
"""The value and the nodes of plain fail-hard alpha-beta written by hand in C++."""


@pytest.mark.parametrize(("spec", "evaluate", "depth", "value", "nodes"), YARDSTICK)
def test_plain_alphabeta_enters_the_nodes_of_the_yardstick(
    spec: str, evaluate: Any, depth: int, value: int, nodes: int
) -> None:
    game = load(spec).with_evaluation(evaluate)
    plan = Plan(depth=depth, algorithm="fail-hard", table=False, order="natural")
    found = Search(game).run(game.start(), plan)
    assert (found.value, found.nodes) == (value, nodes)


def test_minimax_enters_every_node_of_the_tree() -> None:
    game = load("tictactoe")
    plan = Plan(depth=9, algorithm="minimax", table=False, order="natural")
    found = Search(game).run(game.start(), plan)
    assert (found.value, found.nodes, found.leaves) == (0, 549_946, 255_168)


def test_the_root_is_a_node_too() -> None:
    game = load("connect4")
    found = Search(game).run(game.start(), Plan(depth=1, table=False, order="natural"))
    assert (found.nodes, found.leaves) == (8, 7)


def test_a_finished_game_is_not_searched() -> None:
    game = load("tictactoe")
    with pytest.raises(GameOver, match="there is nothing to search"):
        Search(game).run(game.position("14253"), Plan(depth=1))


def test_one_thread_enters_the_same_nodes_each_time() -> None:
    game = load("othello")
    searches = [Search(game, table_mb=4) for _time in range(2)]
    assert len({search.run(game.start(), Plan(depth=8)).nodes for search in searches}) == 1
