"""What the tests share: random games, and how the property tests run."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import settings

from coupe import Game, Position

# No clock, for machines are slow at times, and no files left behind.
settings.register_profile("coupe", deadline=None, database=None)
settings.load_profile("coupe")

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
