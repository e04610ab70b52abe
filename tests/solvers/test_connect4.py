"""Connect 4's solver: right scores, lines that lead to them, limits, and a second process.

The positions of `data/connect4.txt` are lines of Pascal Pons's benchmark sets: the moves, then the
score, which is half the number of stones that a win comes before the board is full.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from coupe import Analyst, Game, Position, load, solve
from coupe.engine import Found, Plan, Search
from coupe.solvers import search_of
from coupe.solvers.connect4 import Connect4Search

Walk = Callable[[Game, int, int], Iterator[Position]]

KNOWN = [
    (moves, int(score))
    for moves, score in map(
        str.split, Path(__file__).with_name("data").joinpath("connect4.txt").open()
    )
]
PROOF = Plan(prove=True)


def end_of(position: Position, line: list[int]) -> int:
    """The score at the end of a line, for the side to move at its beginning."""
    last = position
    for move in line:
        last = last.play(move)
    assert last.over
    return last.result if last.turn == position.turn else -last.result


def test_known_scores_and_lines_that_lead_to_them() -> None:
    game = load("connect4")
    search = Connect4Search(game)
    for moves, score in KNOWN:
        position = game.position(moves)
        found = search.run(position, PROOF)
        assert found.lower
        assert found.upper
        assert found.value == search.value_of(score, len(moves)), moves
        assert end_of(position, found.line) == found.value


@pytest.mark.parametrize("spec", ["4x4", "5x4", "4x5", "6x4", "5x5", "3x7", "7x3"])
def test_every_move_on_other_boards_is_what_the_general_engine_finds(spec: str, walk: Walk) -> None:
    game = load(f"connect4:{spec}")
    solver, general = Connect4Search(game), Search(game, table_mb=8)
    plan = Plan(prove=True, all_moves=True)
    stones = game.parameters["width"] * game.parameters["height"]
    middle = [p for p in walk(game, 40, 3) if not p.over and len(p.line) >= stones // 2 - 2]
    for position in Random(1).sample(middle, min(25, len(middle))):
        found, wanted = solver.run(position, plan), general.run(position, plan)
        assert found.moves is not None
        assert wanted.moves is not None
        values = {move: valued.value for move, valued in wanted.moves.items()}
        assert {move: valued.value for move, valued in found.moves.items()} == values
        assert found.value == wanted.value
        for valued in found.moves.values():
            assert end_of(position, valued.line) == valued.value


def test_a_board_of_64_bits(walk: Walk) -> None:
    game = load("connect4:8x7")
    solver, general = Connect4Search(game), Search(game, table_mb=8)
    late = [p for p in walk(game, 200, 2) if not p.over and len(p.line) >= 40]
    assert len(late) > 10
    for position in late[:20]:
        assert solver.run(position, PROOF).value == general.run(position, PROOF).value


def test_who_is_lost_stops_a_threat_all_the_same() -> None:
    assert solve(load("connect4").position("44332")).line == ("1", "5")


def test_a_limit_of_positions_ends_the_proof_with_what_is_known() -> None:
    game = load("connect4")
    found = Connect4Search(game).run(game.position("44"), Plan(prove=True, nodes=1000))
    assert not (found.lower and found.upper)
    assert found.line


def test_a_proof_is_stopped_from_another_thread() -> None:
    game = load("connect4:8x7")
    search = Connect4Search(game)
    search.run(game.start(), Plan(prove=True, nodes=1))
    seen: list[Found] = []
    timer = threading.Timer(0.5, search.stop)
    timer.start()
    found = search.run(game.start(), PROOF, seen.append)
    assert not (found.lower and found.upper)
    assert seen


def test_what_is_forgotten_is_searched_again() -> None:
    game = load("connect4")
    search = Connect4Search(game)
    position = game.position("274552224131661")
    search.forget()
    first = search.run(position, PROOF).nodes
    assert search.run(position, PROOF).nodes < first
    search.forget()
    assert search.run(position, PROOF).nodes == first


def test_four_in_a_row_is_the_solvers_and_other_lengths_are_not() -> None:
    assert isinstance(search_of(load("connect4:6x5")), Connect4Search)
    assert not isinstance(search_of(load("connect4:row=5")), Connect4Search)
    assert not isinstance(search_of(load("tictactoe")), Connect4Search)


def test_an_answer_names_the_solver() -> None:
    game = load("connect4")
    analyst = Analyst(game, table_mb=1)
    assert analyst.solve(game.position("32164625")).algorithm == "solver"
    assert analyst.analyse(game.position("32164625"), depth=2).algorithm == "pvs"


def test_it_answers_in_a_second_process() -> None:
    script = (
        "from coupe import load, solve\n"
        "print(solve(load('connect4').position('2252576253462244111563365343671351')).value)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout
        for _time in range(2)
    }
    assert len(answers) == 1
