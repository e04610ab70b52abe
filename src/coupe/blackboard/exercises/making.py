"""Setting an exercise: on a tree or a position that is given, or on a random tree.

>>> exercise = make("cuts", seed=3, difficulty=1)
>>> exercise.to_json() == make("cuts", seed=3, difficulty=1).to_json()
True
>>> str(make("values", "((3 5) (2 9))").tree)
'((3 5) (2 9))'
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from coupe.blackboard.exercises.exercise import ALGORITHMS, KINDS, Exercise, one_of
from coupe.blackboard.growing import grow
from coupe.blackboard.positions import PositionNode, tree_of
from coupe.blackboard.tracing import DEFAULT_DEPTH
from coupe.blackboard.tree import Node, Value, named, read_tree, value_of
from coupe.errors import BadOption
from coupe.language import _
from coupe.position import Position

DIFFICULTIES = range(1, 6)
MOST_SEED = (1 << 63) - 1
MOST_TRIES = 400


@dataclass(frozen=True)
class Level:
    """What the random trees of a difficulty are like."""

    depth: int
    branching: tuple[int, int]
    values: tuple[int, int]
    balanced: bool
    nodes: tuple[int, int]
    cuts: int
    ties: bool = False
    turned: bool = False
    tight: bool = False


LEVELS = {
    1: Level(2, (2, 3), (0, 9), True, (7, 13), 1),
    2: Level(3, (2, 2), (0, 20), True, (15, 15), 2),
    3: Level(3, (2, 3), (-9, 20), False, (16, 30), 2),
    4: Level(4, (2, 3), (-12, 12), False, (20, 36), 3, ties=True, turned=True),
    5: Level(5, (2, 3), (-9, 9), False, (26, 40), 3, ties=True, turned=True, tight=True),
}
"""Depth, size, unequal depths, negative values; then ties, right to left, MIN at the root; then
narrow windows, MTD(f) and its null windows."""

ASKED_AT_MOST = 8
"""About so many nodes a random exercise on windows asks."""


def make(
    kind: str = "values",
    tree: "Node | Position | str | Path | Sequence[Any] | dict[str, Any] | None" = None,
    *,
    seed: int = 0,
    difficulty: int = 2,
    algorithm: str | None = None,
    order: str | None = None,
    root: str | None = None,
    window: tuple[Any, Any] | None = None,
    depth: int | None = None,
    first_guess: Any = None,
    asked: Sequence[str] = (),
) -> Exercise:
    """An exercise of a kind, on a tree, on a position seen to a depth, or from a seed.

    Without a tree, `difficulty` (1 to 5) and `seed` decide on the tree, and on what is not given.

    >>> make("move", seed=1, difficulty=5).root in ("max", "min")
    True
    """
    one_of("kind", kind, KINDS)
    given: dict[str, Any] = {"algorithm": algorithm, "order": order, "root": root}
    if window is not None:
        given["window"] = tuple(_bound(bound) for bound in window)
        low, high = given["window"]
        if low >= high:
            raise BadOption(_("The window needs α < β: write the smaller one first."))
    if first_guess is not None:
        given["first_guess"] = _bound(first_guess)
    given = {name: value for name, value in given.items() if value is not None}
    if tree is not None:
        fixed, moves, again = frozen(tree, depth, root or "max")
        return Exercise(fixed, kind, moves=moves, again=again, asked=tuple(asked), **given)
    if depth is not None:
        raise BadOption(_("A depth is for a position: a random tree has that of its difficulty."))
    if difficulty not in DIFFICULTIES:
        raise BadOption(
            _("{name} is {value}; it can be {allowed}.").format(
                name="difficulty",
                value=difficulty,
                allowed=_("from {low} to {high}").format(low=1, high=5),
            )
        )
    if not 0 <= seed <= MOST_SEED:
        raise BadOption(
            _("{name} is {value}; it can be {least} or more.").format(
                name="seed", value=seed, least=0
            )
        )
    return _random(kind, seed, difficulty, given, tuple(asked))


def _bound(given: Any) -> Value:
    try:
        value = value_of(given)
    except ValueError:
        value = None
    if value is None:
        raise BadOption(
            _("{value} is no bound: write a number, a fraction, inf or -inf.").format(
                value=str(given)[:40]
            )
        )
    return value


def frozen(
    tree: "Node | Position | str | Path | Sequence[Any] | dict[str, Any]",
    depth: int | None = None,
    root: str = "max",
) -> tuple[Node, dict[str, str], tuple[str, ...]]:
    """A copy of a tree as an exercise has it: values at leaves alone, letters for positions.

    With it, the moves that lead to its nodes, and the nodes where the same player moves again.
    """
    if isinstance(tree, Position):
        source: Node = tree_of(tree, DEFAULT_DEPTH if depth is None else depth, root)
    else:
        source = tree if isinstance(tree, Node) else read_tree(tree)
    positions = isinstance(source, PositionNode)
    copy = Node("" if positions else source.name)
    pairs = [(source, copy)]
    for node, twin in pairs:
        if len(pairs) > 10_000:
            raise BadOption(_("The tree is too large for an exercise: ask for less depth."))
        if not node.children:
            twin.value = node.value
        for child in node.children:
            pairs.append((child, twin.add(Node("" if positions else child.name))))
    named(copy)
    moves = {twin.name: str(node.edge) for node, twin in pairs if node.parent and positions}
    again = tuple(
        twin.name
        for node, twin in pairs
        if node.parent is not None and node is not source and node.turn == node.parent.turn
    )
    return copy, moves, again


def _random(
    kind: str, seed: int, difficulty: int, given: dict[str, Any], asked: tuple[str, ...]
) -> Exercise:
    """The first of many random exercises that is worth setting."""
    random = Random(f"{kind} {difficulty} {seed}")
    level = LEVELS[difficulty]
    best: Exercise | None = None
    for _try in range(MOST_TRIES):
        chosen = {**_choices(kind, level, random), **given}
        tree = _tree(level, random)
        if not level.nodes[0] <= sum(1 for _node in tree.nodes()) <= level.nodes[1]:
            continue
        if level.tight and "window" not in given:
            chosen.update(_tight(kind, chosen["algorithm"], tree, random, given))
        found = Exercise(tree, kind, seed=seed, difficulty=difficulty, asked=asked, **chosen)
        best = best or found
        if worth_setting(found, level, random):
            best = found
            break
    assert best is not None
    if kind in ("windows", "returns") and not asked:
        return _asking(best, random)
    return best


def _choices(kind: str, level: Level, random: Random) -> dict[str, Any]:
    chosen = {
        "algorithm": ALGORITHMS[kind][0]
        if not level.turned
        else _any_algorithm(kind, level, random),
        "order": random.choice(("left", "right")) if level.turned else "left",
        "root": random.choice(("max", "min")) if level.turned else "max",
    }
    if kind == "move" and not level.turned:
        chosen["algorithm"] = "alphabeta" if level.depth > 2 else "minimax"
    return chosen


def _any_algorithm(kind: str, level: Level, random: Random) -> str:
    known = ["minimax"] if kind == "values" else ["alphabeta", "fail-hard", "fail-soft"]
    if level.tight and kind in ("windows", "returns"):
        known.append("mtdf")
    return random.choice(known)


def _tree(level: Level, random: Random) -> Node:
    tree = grow(
        level.depth, level.branching, level.values, random.getrandbits(32), balanced=level.balanced
    )
    if level.ties:
        leaves = list(tree.leaves())
        for _tie in range(max(1, len(leaves) // 5)):
            random.choice(leaves).value = random.choice(leaves).value
    return tree


def _tight(
    kind: str, algorithm: str, tree: Node, random: Random, given: dict[str, Any]
) -> dict[str, Any]:
    """A narrow window, or a first guess, near the values of the leaves."""
    values = [leaf.value for leaf in tree.leaves() if leaf.value is not None]
    near = random.choice(values)
    if algorithm == "mtdf":
        return {} if "first_guess" in given else {"first_guess": near}
    if algorithm == "minimax" or kind in ("move", "values") or random.random() < 0.3:
        return {}
    low = near - random.randint(0, 4)
    return {"window": (low, low + random.choice((1, 1, 3, 6)))}


def worth_setting(exercise: Exercise, level: Level, random: Random) -> bool:
    """Whether a student has something to find in it."""
    run = exercise.run
    first = exercise.children(exercise.tree)[0]
    if exercise.kind == "move":
        return run.line[0] is not first and run.kind == "exact"
    if exercise.kind == "values":
        return run.line[0] is not first or random.random() < 0.5
    if exercise.algorithm == "mtdf":
        return 2 <= len(run.passes) <= 4
    narrow = exercise.window is not None and not math.isinf(exercise.window[0])
    wanted = 1 if exercise.algorithm == "minimax" else max(1, level.cuts - narrow)
    if exercise.algorithm != "minimax" and len(run.cuts) < wanted:
        return False
    if exercise.kind not in ("windows", "returns"):
        return True
    visits = run.visits
    inner = [visit for visit in range(len(visits)) if visits.node[visit].children]
    windows = {(visits.alpha[visit], visits.beta[visit]) for visit in inner}
    signs = {visits.kind[visit] for visit in inner}
    return len(inner) >= 3 and len(signs) > 1 and (len(windows) > 2 or exercise.kind == "returns")


def _asking(exercise: Exercise, random: Random) -> Exercise:
    """The same exercise, asking about some of the nodes: the root, cut nodes, and others."""
    labels = list(exercise.asked)
    if len(labels) <= ASKED_AT_MOST:
        return exercise
    cut = {exercise.label(found.visit) for found in exercise.run.cuts}
    roots = [
        label
        for label in labels
        if exercise.run.visits.node[exercise.visit_of[label]] is exercise.tree
    ]
    wanted = {*roots, *sorted(cut, key=labels.index)[:3]}
    others = [label for label in labels if label not in wanted]
    random.shuffle(others)
    wanted.update(others[: max(0, ASKED_AT_MOST - len(wanted))])
    return Exercise(
        exercise.tree, exercise.kind, exercise.algorithm, exercise.order, exercise.root,
        exercise.window, exercise.first_guess, tuple(label for label in labels if label in wanted),
        exercise.seed, exercise.difficulty, exercise.moves, exercise.again,
    )  # fmt: skip
