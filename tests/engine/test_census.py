"""Perft, compiled, against published counts."""

import json
from pathlib import Path
from typing import Any

import pytest

from coupe import BadOption, Game, load, perft

EXAMPLES = Path(__file__).parents[2] / "examples"
SEED_CASES = Path(__file__).parents[1] / "seed_cases"

CONNECT4 = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]


def test_othello_to_depth_10() -> None:
    published = json.loads((SEED_CASES / "othello_perft.json").read_text())["pass_is_one_ply"]
    counts = perft(load("othello").start(), 10)
    assert [count.leaves for count in counts] == published[:10]


def test_connect4_to_depth_8() -> None:
    counts = perft(load("connect4").start(), 8)
    assert [count.positions for count in counts] == CONNECT4


def test_connect4_has_238_positions_after_3_plies() -> None:
    positions = {load("connect4").start().state}
    game = load("connect4")
    for _ply in range(3):
        positions = {game.play(s, m) for s in positions for m in game.legal_moves(s)}
    assert len(positions) == 238


def test_all_games_of_tictactoe() -> None:
    counts = perft(load("tictactoe").start(), 9)
    assert sum(count.finished for count in counts) == 255_168
    assert counts[-1].leaves == 255_168
    assert [count.finished for count in counts[4:]] == [1440, 5328, 47952, 72576, 127872]


def interpreted(game: Game, depth: int) -> list[int]:
    """The same counts, by plain Python."""
    counts = [0] * (depth + 1)

    def count(state: Any, ply: int) -> None:
        counts[ply] += 1
        if ply < depth and not game.over(state):
            for move in game.legal_moves(state):
                count(game.play(state, move), ply + 1)

    count(game.initial(), 0)
    return counts[1:]


@pytest.mark.parametrize(
    ("spec", "depth"),
    [("othello:4x4", 12), (EXAMPLES / "kalah.py", 6), (EXAMPLES / "breakthrough.py", 4)],
    ids=["passes", "turns kept", "lists of moves"],
)
def test_counted_by_plain_python(spec: str | Path, depth: int) -> None:
    game = load(spec)
    counts = perft(game.start(), depth)
    assert [count.positions for count in counts] == interpreted(game, depth)


@pytest.mark.parametrize("depth", [0, -1, 10_001])
def test_a_depth_that_cannot_be(depth: int) -> None:
    with pytest.raises(BadOption, match=f"depth is {depth}; it can be from 1 to 10000"):
        perft(load("tictactoe").start(), depth)
