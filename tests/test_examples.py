"""The games under `examples/`: small, sound, and worth what others have proved of them."""

import ast
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from coupe import Analyst, Game, Position, analyse, load, solve
from coupe.game import ARITIES, COMPILED

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))
MOST_LINES = 40

# G. Irving, J. Donkers, J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000: won, lost
# or drawn by the first player, for 1, 2, 3, ... seeds a pit.
KALAH = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWW", 5: "DD"}


def rules_of(file: Path) -> list[str]:
    """The lines of a file that say how the game is played, without its notation and evaluation."""
    tree = ast.parse(file.read_text("utf-8"))
    helpers = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    rules = [name for name in COMPILED if name != "evaluate"]
    apart: set[int] = set()
    used = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in ARITIES and node.name not in rules:
            apart.update(range(node.lineno, (node.end_lineno or 0) + 1))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in helpers and node.lineno not in apart:
            used.add(node.id)
    for node in tree.body:
        prose = isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)
        if prose or (isinstance(node, ast.FunctionDef) and node.name not in used):
            apart.update(range(node.lineno, (node.end_lineno or 0) + 1))
    lines = enumerate(file.read_text("utf-8").splitlines(), 1)
    return [line for number, line in lines if line.strip() and number not in apart]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rules_are_short(file: Path) -> None:
    assert len(rules_of(file)) <= MOST_LINES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_analysis_has_a_line_that_can_be_played(file: Path) -> None:
    position = load(file).start()
    answer = analyse(position, depth=6)
    for move in answer.line:
        position = position.play_named(move)
    assert len(answer.line) >= 6


@pytest.mark.parametrize(("pits", "results"), KALAH.items())
def test_kalah_is_worth_what_is_published(pits: int, results: str) -> None:
    for seeds, result in enumerate(results, 1):
        value = solve(load(f"{EXAMPLES / 'kalah.py'}:{pits}x{seeds}").start()).value
        assert "LDW"[(value > 0) - (value < 0) + 1] == result


@pytest.mark.parametrize("pile", [1, 4, 21, 60])
def test_nim_is_lost_on_multiples_of_four(pile: int) -> None:
    answer = solve(load(f"{EXAMPLES / 'nim.py'}:pile={pile}").start())
    assert (answer.value, answer.kind) == (1 if pile % 4 else -1, "exact")
    if pile % 4:
        assert answer.best == str(pile % 4)


def test_mu_torere_is_a_draw_by_repetition() -> None:
    position = load(EXAMPLES / "mu_torere.py").start()
    answer = solve(position)
    assert (answer.value, answer.kind) == (0, "exact")
    for move in answer.line:
        position = position.play_named(move)
    assert position.repeated
    assert position.winner is None


def retrograde(game: Game, states: list[Any]) -> dict[Any, int]:
    """What each state is worth if play may go on for ever, which is a draw: from the ends back."""
    children = {
        state: [game.play(state, move) for move in game.legal_moves(state)]
        for state in states
        if not game.over(state)
    }
    worth = {state: game.result(state) for state in states if game.over(state)}
    while True:
        settled = {}
        for state in children.keys() - worth.keys():
            values = [-worth[child] for child in children[state] if child in worth]
            if 1 in values or (values and len(values) == len(children[state])):
                settled[state] = max(values)
        if not settled:
            return {state: worth.get(state, 0) for state in states}
        worth |= settled


def test_every_position_of_mu_torere() -> None:
    game = load(EXAMPLES / "mu_torere.py")
    states = [
        game.State(me, (1 << 9) - 1 - (1 << empty) - me)
        for empty in range(9)
        for points in combinations(set(range(9)) - {empty}, 4)
        for me in [sum(1 << point for point in points)]
    ]
    worth = retrograde(game, states)
    assert len(worth) == 630
    assert set(worth.values()) == {-1, 0, 1}
    analyst = Analyst(game, table_mb=1)
    for state, value in worth.items():
        if not game.over(state):
            answer = analyst.solve(Position(game, state, 0))
            assert (answer.value, answer.kind) == (value, "exact")


def won(game: Game, state: Any) -> bool:
    """Whether the side to move wins, by plain recursion."""

    @cache
    def wins(state: Any) -> bool:
        if game.over(state):
            return bool(game.result(state) > 0)
        return not all(wins(game.play(state, move)) for move in game.legal_moves(state))

    return wins(state)


@pytest.mark.parametrize("size", ["2x4", "3x4", "2x5", "2x6", "4x4"])
def test_small_boards_of_breakthrough(size: str) -> None:
    game = load(f"{EXAMPLES / 'breakthrough.py'}:{size}")
    answer = solve(game.start())
    assert (answer.value > 0, answer.kind) == (won(game, game.initial()), "exact")
