"""The native search with the same algorithm enters the nodes that the blackboard enters."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from coupe import Game, load
from coupe.blackboard import trace
from coupe.engine import Found, Plan, Search
from coupe.engine import search as native

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = (
    "tictactoe",
    "connect4",
    "connect4:5x4,row=3",
    "othello",
    "othello:6x6",
    *sorted(str(file) for file in EXAMPLES.glob("*.py")),
)
TWINS = {
    "minimax": ("minimax",),
    "fail-hard": ("fail-hard", "alphabeta"),
    "fail-soft": ("fail-soft", "negamax"),
    "pvs": ("pvs",),
    "mtdf": ("mtdf",),
}
"""Each algorithm of the engine, with those of the textbook that search the same tree."""


@pytest.fixture(params=GAMES, ids=lambda spec: Path(spec).stem)
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def without_its_line(run: Any, position: Any, depth: int, found: Found) -> Found:
    """MTD(f) finds its line by one more search, which is no part of the algorithm."""
    return found


def test_the_same_nodes(game: Game, walk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native._Run, "_whole_line", without_its_line)
    search = Search(game, table_mb=1)
    positions = [position for position in walk(game, 12, 21) if not position.over]
    for number, position in enumerate(Random(3).sample(positions, min(10, len(positions)))):
        depth = 2 + number % 3
        for algorithm, names in TWINS.items():
            plan = Plan(depth=depth, algorithm=algorithm, table=False, order="natural")
            found = search.run(position, plan)
            guess = game.evaluate(position.state)
            for name in names:
                run = trace(position, name, depth=depth, first_guess=guess, steps=False)
                assert (run.value, run.nodes) == (found.value, found.nodes), (name, position.text)


def test_the_yardstick_once_more() -> None:
    from coupe.games.connect4 import win_or_loss

    connect4 = load("connect4").with_evaluation(win_or_loss)
    assert trace(connect4.start(), "fail-hard", depth=8, steps=False).nodes == 12_574
