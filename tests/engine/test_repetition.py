"""A position that comes back is a draw: proofs that are kept must not depend on how one got there."""

from random import Random
from typing import Any

import pytest

from coupe import Analyst, Game, Position, load

WANDERING = '''
from typing import NamedTuple
from coupe import game

PLACES = 10
ENDS = 2


class State(NamedTuple):
    at: int
    map: int


def drawn(s, number):
    return ((s.map * 131 + s.at * 37 + number * 17 + 7) * 2654435761 >> 13) % 1009


@game(max_moves=3)
class Wandering:
    """From place to place on a random map; the last three places end the game."""

    State = State

    def initial():
        return State(0, 0)

    def moves(s, out):
        for m in range(3):
            out[m] = m
        return 3

    def play(s, m):
        return State(drawn(s, m) % PLACES, s.map)

    def again(s, m):
        return s.map % 2 != 0 and drawn(s, 10 + m) % 6 == 0

    def irreversible(s, m):
        return False

    def over(s):
        return s.at >= PLACES - ENDS

    def result(s):
        return drawn(s, 30) % 11 - 5

    def evaluate(s):
        return drawn(s, 31) % 5 - 2
'''


@pytest.fixture(scope="module")
def wandering(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("games") / "wandering.py"
    file.write_text(WANDERING)
    return load(file)


def truth(position: Position) -> int:
    """The value for the side to move, by every line there is."""
    game = position.game

    def value(state: Any, turn: int, earlier: frozenset[Any]) -> int:
        if game.over(state):
            return game.result(state)
        if (state, turn) in earlier:
            return 0
        found = []
        for move in game.legal_moves(state):
            same = game.moves_again(state, move)
            worth = value(
                game.play(state, move), turn if same else 1 - turn, earlier | {(state, turn)}
            )
            found.append(worth if same else -worth)
        return max(found)

    return value(position.state, position.turn, frozenset(position.history))


def wanderings(game: Game, map_number: int) -> list[Position]:
    """Positions on the same map, with different pasts."""
    random = Random(map_number)
    start = Position(game, game.State(0, map_number), 0)
    found = [start]
    for _walk in range(6):
        position = start
        for _step in range(random.randint(1, 4)):
            if not position.over:
                position = position.play(random.choice(position.legal_moves))
            if not position.over:
                found.append(position)
    random.shuffle(found)
    return found


MAPS = range(60, 160)
"""On map 76 a proof that was kept for one past was false for another."""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_table_that_several_positions_share(wandering: Game, threads: int) -> None:
    shared = Analyst(wandering, threads=threads, table_mb=1)
    solved = 0
    for map_number in MAPS:
        for position in wanderings(wandering, map_number):
            answer = shared.solve(position)
            assert (answer.value, answer.kind) == (truth(position), "exact")
            solved += 1
    assert solved > 500


def test_an_estimate_after_a_proof_and_a_proof_after_an_estimate(wandering: Game) -> None:
    shared = Analyst(wandering, table_mb=1)
    for map_number in MAPS[:30]:
        for number, position in enumerate(wanderings(wandering, map_number)):
            worth = truth(position)
            answers = [
                shared.analyse(position, depth=2 + number),
                shared.solve(position, all_moves=number % 2 == 0),
                shared.analyse(position, depth=3),
            ]
            for answer in answers:
                assert answer.kind != "exact" or answer.value == worth
                assert answer.kind != "lower" or answer.value <= worth
                assert answer.kind != "upper" or answer.value >= worth
            assert answers[1].value == worth
