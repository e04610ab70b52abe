"""When a search stops, and what it then has."""

import math
import threading
import time
from pathlib import Path

import pytest

from coupe import BadGame, BadOption, BadPosition, Position, load
from coupe.engine import MOST_PLIES, Found, Plan, Search, census

LONG = """\
from typing import NamedTuple
from coupe import game, parameter, u64

LENGTH = parameter("length", 9_999)

class State(NamedTuple):
    {fields}

@game{options}
class Long:
    State = State

    def initial():
        return State(LENGTH{zeros})

    def moves({arguments}):
        {moves}

    def play(s, m):
        return State(s.left - 1{zeros})

    def over(s):
        return s.left == 0

    def result(s):
        return -1
"""


def long_game(
    folder: Path,
    words: int = 0,
    options: str = "",
    arguments: str = "s",
    moves: str = "return 1",
) -> Path:
    """A game in which one move follows the other for ten thousand plies."""
    fields = "\n    ".join(["left: u64", *(f"word_{number}: u64" for number in range(words))])
    file = folder / "long.py"
    file.write_text(
        LONG.format(
            fields=fields,
            zeros=", 0" * words,
            options=options,
            arguments=arguments,
            moves=moves,
        )
    )
    return file


def test_a_number_of_nodes() -> None:
    search = Search(load("othello"))
    start = search.game.start()
    for nodes in (1, 100, 10_000, 1_000_000):
        search.forget()
        found = search.run(start, Plan(nodes=nodes))
        # Whoever is told to end does so at the next position that has plies to go.
        assert found.nodes <= nodes + 100
        assert not found.finished
    assert found.depth >= 5


def test_a_time() -> None:
    search = Search(load("othello"))
    begun = time.perf_counter()
    found = search.run(search.game.start(), Plan(seconds=0.3))
    assert 0.25 < found.seconds <= time.perf_counter() - begun
    assert found.depth >= 5
    assert found.line


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_from_another_thread(threads: int) -> None:
    search = Search(load("othello"), threads)
    timer = threading.Timer(0.3, search.stop)
    timer.start()
    found = search.run(search.game.start(), Plan(seconds=math.inf))
    assert found.depth >= 5
    assert found.seconds < 60


def test_a_watcher_sees_each_depth_at_least_once() -> None:
    seen: list[Found] = []
    search = Search(load("othello"))
    last = search.run(search.game.start(), Plan(depth=9), seen.append)
    depths = [found.depth for found in seen]
    assert depths == sorted(depths)
    assert (seen[-1].depth, seen[-1].value, seen[-1].line) == (9, last.value, last.line)
    assert [found.nodes for found in seen] == sorted(found.nodes for found in seen)


def test_what_a_watcher_raises_ends_the_search() -> None:
    class EnoughError(Exception):
        pass

    def watch(found: Found) -> None:
        raise EnoughError

    search = Search(load("othello"))
    with pytest.raises(EnoughError):
        search.run(search.game.start(), Plan(seconds=math.inf), watch)
    assert search.run(search.game.start(), Plan(depth=3)).depth == 3


def test_a_search_after_a_stopped_one_is_whole() -> None:
    search = Search(load("connect4"), table_mb=1)
    position = search.game.position("444")
    search.run(position, Plan(nodes=5_000))
    expected = Search(load("connect4"), table_mb=1).run(position, Plan(depth=6)).value
    assert search.run(position, Plan(depth=6)).value == expected


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("words", "options", "arguments", "moves"),
    [
        (0, "", "s", "return 1"),
        (29, "", "s", "return 1"),
        (0, "(passes=True)", "s", "return 0"),
        (3, "(max_moves=4)", "s, out", "out[0] = 7\n        return 1"),
    ],
    ids=["a move", "thirty words", "passes", "a list"],
)
def test_the_longest_line(
    tmp_path: Path, threads: int, words: int, options: str, arguments: str, moves: str
) -> None:
    """Ten thousand plies, one call inside the other."""
    game = load(long_game(tmp_path, words, options, arguments, moves))
    search = Search(game, threads, table_mb=1)
    plain = Plan(depth=MOST_PLIES, algorithm="fail-hard", table=threads > 1, order="natural")
    found = search.run(game.start(), plain)
    assert (found.value, found.lower, found.upper) == (1, True, True)
    assert len(found.line) == MOST_PLIES - 1
    counts = census(game.start(), MOST_PLIES)
    assert counts[-2:] == [(1, 1), (0, 0)]


def test_a_game_without_a_move_is_told_so(tmp_path: Path) -> None:
    game = load(long_game(tmp_path, moves="return 0"))
    with pytest.raises(BadGame, match=r"Long.moves \(line 16\) lists no move in a position where"):
        Search(game).run(game.start(), Plan(depth=3))
    with pytest.raises(BadGame, match="lists no move"):
        census(game.start(), 3)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"depth": 0}, "depth is 0; it can be 1 or more"),
        ({"nodes": 0}, "nodes is 0; it can be 1 or more"),
        ({"seconds": 0}, "0 seconds is no time"),
        ({"seconds": math.nan}, "nan seconds is no time"),
        ({"depth": 10_001}, "A depth of 10001 is too much; the most is 10000"),
        ({"algorithm": "alphabeta"}, "alphabeta is not an algorithm; choose one of minimax, fail"),
        ({"order": "random"}, "random is not an order of moves; choose one of natural, best"),
    ],
)
def test_what_cannot_be_planned(plan: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Plan(**plan)  # type: ignore[arg-type]


def test_what_cannot_be_had() -> None:
    game = load("tictactoe")
    with pytest.raises(BadOption, match="0 threads cannot search"):
        Search(game, threads=0)
    with pytest.raises(BadOption, match="A table of 0 MB is too small"):
        Search(game, table_mb=0)
    with pytest.raises(BadOption, match="There is no memory for a table of 1073741824 MB"):
        Search(game, table_mb=1 << 30)


FAULTY = {
    "an index out of bounds": (
        "L[9500 - s.left]",
        "The compiled rules of Long stop with IndexError",
    ),
    "an assertion": (
        "(1 if falls(s) else 0)",
        "The compiled rules of Long stop with AssertionError",
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_rules_that_stop_are_no_answer(tmp_path: Path, name: str) -> None:
    worth, message = FAULTY[name]
    file = long_game(tmp_path, moves="return 1")
    text = file.read_text().replace("return s.left == 0", f"return {worth} == 1 and s.left == 0")
    helper = (
        "L = (1, 1)\n\n\ndef falls(s):\n    assert s.left > 9000\n    return True\n\n\nclass State"
    )
    file.write_text(text.replace("class State", helper, 1))
    game = load(f"{file}:9500")
    with pytest.raises(BadGame, match=message):
        census(game.start(), 1_000)
    for threads in (1, 2):
        with pytest.raises(BadGame, match=message):
            Search(game, threads).run(game.start(), Plan(depth=1_000))


def test_a_list_that_is_too_long_is_told(tmp_path: Path) -> None:
    moves = "for m in range(5):\n            out[m] = m\n        return 5"
    game = load(long_game(tmp_path, 0, "(max_moves=4)", "s, out", moves))
    with pytest.raises(BadGame, match=r"Long.moves \(line 16\) lists more than 4 moves"):
        census(game.start(), 3)


def test_states_that_are_none_are_refused() -> None:
    game = load("tictactoe")
    search = Search(game)
    for state, message in (
        (game.State(1 << 70, 0), "A field of the state is 1180591620717411303424"),
        (game.State(-1 << 64, 0), "every one is a number of 64 bits"),
    ):
        with pytest.raises(BadPosition, match=message):
            search.run(Position(game, state, 0), Plan(depth=1))
    other = load("othello").initial()
    with pytest.raises(BadPosition, match="The position's state is a Discs, and not a Marks"):
        search.run(Position(game, other, 0), Plan(depth=1))
    for turn in (-1, 2, 7):
        with pytest.raises(BadPosition, match=f"The turn is {turn}: write 0 for the first"):
            Position(game, game.initial(), turn)
