"""What the tests of the games share."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from coupe import Game, Position

Walk = Callable[[Game, int, int], Iterator[Position]]


@pytest.fixture(scope="session")
def walk() -> Walk:
    """`walk(game, count, seed)`: the positions of so many games played at random."""

    def played(game: Game, count: int, seed: int) -> Iterator[Position]:
        random = Random(seed)
        for _game in range(count):
            position = game.start()
            yield position
            while not position.over:
                position = position.play(random.choice(position.legal_moves))
                yield position

    return played
