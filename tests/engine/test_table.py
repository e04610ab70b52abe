"""The table of positions, and the keys under which they stand in it."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numba import njit

from coupe import Game, Position, load
from coupe.bits import ALL
from coupe.engine import Plan, Search, kernel
from coupe.engine.memory import Table

Walk = Callable[[Game, int, int], Iterator[Position]]

SEEDS = (np.uint64(1), np.uint64(Table(1).seed(1)))


@pytest.fixture(scope="module")
def keys() -> Any:
    """The keys of states of two words, as the kernel mixes them: word after word."""
    mix = njit(kernel.mix)

    @njit  # type: ignore[untyped-decorator]
    def all_keys(seed: Any, words: Any) -> Any:
        found = np.empty(len(words), np.uint64)
        for place in range(len(words)):
            key = mix(seed ^ words[place, 0])
            found[place] = mix(key ^ words[place, 1])
        return found

    return all_keys


def flipped(state: tuple[int, int], places: tuple[int, ...]) -> list[int]:
    words = list(state)
    for place in places:
        words[place // 64] ^= 1 << place % 64
    return words


@pytest.mark.parametrize("seed", SEEDS)
def test_no_flip_of_one_or_two_bits_leaves_the_key(keys: Any, seed: np.uint64) -> None:
    """A sum of words that are mixed apart made "h8 mine" equal "h8 theirs"."""
    for state in ((0, 0), (0x0000_0008_1000_0000, 0x0000_0010_0800_0000), (ALL, 1)):
        changes = [(), *((place,) for place in range(128)), *combinations(range(128), 2)]
        words = np.array([flipped(state, places) for places in changes], np.uint64)
        found = keys(seed, words)
        assert len(set(found.tolist())) == len(changes)


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_spread_over_the_buckets(keys: Any, seed: np.uint64) -> None:
    """Neighbouring states fall into as many buckets as chance would have them."""
    words = np.array([(me, you) for me in range(256) for you in range(256)], np.uint64)
    buckets = 1 << 16
    filled = len(set((keys(seed, words) & np.uint64(buckets - 1)).tolist()))
    assert 0.60 * buckets < filled < 0.66 * buckets  # 1 - 1/e of them: 0.632


def test_as_many_buckets_as_fit() -> None:
    assert [Table(megabytes).words.nbytes >> 20 for megabytes in (1, 2, 3, 4)] == [1, 2, 2, 4]


def test_what_is_forgotten_is_not_found() -> None:
    game = load("connect4")
    search = Search(game, table_mb=4)
    first, second = (search.run(game.start(), Plan(depth=8)).nodes for _time in range(2))
    search.forget()
    assert second < first
    assert search.run(game.start(), Plan(depth=8)).nodes > second


def test_a_table_that_has_forgotten_is_as_a_new_one(walk: Walk) -> None:
    """Stale entries, or other keys, would change what a search of so many positions finds."""
    game = load("othello")
    used = Search(game, table_mb=1)
    plan = Plan(nodes=30_000)
    for position in [*walk(game, 2, 5)][8:100:9]:
        used.run(position, plan)
        used.forget()
        found, fresh = used.run(position, plan), Search(game, table_mb=1).run(position, plan)
        assert (found.nodes, found.value, found.line) == (fresh.nodes, fresh.value, fresh.line)


def test_entries_grow_old_and_none_is_lost_for_it() -> None:
    """The age has six bits; it comes round."""
    game = load("connect4")
    search = Search(game, table_mb=1)
    position = game.position("4444")
    values = {search.run(position, Plan(depth=5)).value for _time in range(150)}
    assert len(values) == 1
