"""One run of an algorithm on a tree: its steps, its visits, its answer.

>>> from coupe.blackboard import trace
>>> run = trace("((3 5) (2 9))", "alphabeta")
>>> run.value, run.kind, run.leaves, len(run.cuts)
(3, 'exact', [3, 5, 2], 1)
>>> run.answer
'3, A → B'
"""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from coupe.blackboard.narration import Narrator, Visits, told
from coupe.blackboard.positions import PositionNode, tree_of
from coupe.blackboard.steps import Steps
from coupe.blackboard.tree import (
    MOST_NODES,
    Node,
    Value,
    plain,
    pretty,
    read_tree,
    value_of,
    written,
)
from coupe.errors import BadOption
from coupe.language import _, number
from coupe.position import Position

SCHEMA = "coupe.trace/1"
ALGORITHMS = (
    "minimax",
    "alphabeta",
    "fail-hard",
    "fail-soft",
    "negamax",
    "pvs",
    "mtdf",
    "deepening",
)
ORDERS = ("left", "right", "best", "worst", "game")
WITH_WINDOW = ("alphabeta", "fail-hard", "fail-soft", "negamax", "pvs")
DEFAULT_DEPTH = 3
"""How deep a position is seen as a tree where no depth is given."""


@dataclass(frozen=True)
class Cut:
    """Children left out: the visit of their parent, how many, and why no more of them count."""

    visit: int
    node: Node
    left: int
    alpha: Value
    beta: Value


@dataclass(frozen=True)
class Pass:
    """One search among several: of a null window, or of a depth."""

    first_visit: int
    last_visit: int
    window: tuple[Value, Value]
    value: Value
    leaves: tuple[Value, ...]
    cuts: int
    depth: int


class Trace:
    """What a run has done, complete enough to draw it from this alone.

    >>> from coupe.blackboard import trace
    >>> run = trace("((3 5) (2 9))", "mtdf")
    >>> run.value, run.nodes, [found.window for found in run.passes]
    (3, 9, [(-1, 0), (3, 4)])
    """

    def __init__(
        self, tree: Node, algorithm: str, narrator: Narrator, returned: Any, *,
        order: str, window: tuple[Value, Value] | None, root: str, depth: int, strict: bool,
        first_guess: Value,
    ) -> None:  # fmt: skip
        self.tree = tree
        self.algorithm = algorithm
        self.order = order
        self.window = window
        self.root = root
        self.depth = depth
        self.strict = strict
        self.first_guess = first_guess
        self.steps: Steps = narrator.steps
        self.visits: Visits = narrator.visits
        self.leaves: list[Value] = narrator.leaves
        self.sources = narrator.sources
        self._ordered = narrator.ordered
        self._marks = narrator.passes
        self._line: list[Node] | None = None
        if isinstance(returned, tuple):
            returned, self._line = returned
        self.signed = narrator.signed
        signed = self.signed and not self.maximises(tree)
        self.value: Value = -returned if signed else returned

    def maximises(self, node: Node) -> bool:
        """Whether MAX moves at a node."""
        return (node.turn == 0) == (self.root == "max")

    def children(self, node: Node) -> list[Node]:
        """The children of a node in the order of this run, if it is one of all nodes alike."""
        return self._ordered(node)

    @property
    def kind(self) -> str:
        """What is known of the value: `exact`, `lower` or `upper`."""
        if self.algorithm in ("mtdf", "deepening"):
            return "exact"
        return self.visits.kind[0]

    @property
    def nodes(self) -> int:
        """How many nodes were entered; one entered twice counts twice."""
        return len(self.visits)

    @cached_property
    def followed_by(self) -> dict[int, list[int]]:
        """For each visit, the visits of its children, in their order."""
        found: dict[int, list[int]] = {}
        for visit, parent in enumerate(self.visits.parent):
            found.setdefault(parent, []).append(visit)
        return found

    @cached_property
    def cuts(self) -> list[Cut]:
        """The cuts, in their order; each left out at least one child."""
        found = []
        visits = self.visits
        for visit in sorted(
            (visit for visit in range(len(visits)) if visits.left[visit]),
            key=lambda visit: (visits.exit[visit], -visit),
        ):
            node = visits.node[visit]
            value = visits.reached[visit]
            alpha, beta = visits.alpha[visit], visits.beta[visit]
            assert alpha is not None
            assert beta is not None
            if self.maximises(node):
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            found.append(Cut(visit, node, visits.left[visit], alpha, beta))
        return found

    @cached_property
    def cut_at(self) -> dict[int, Cut]:
        """The cuts by the visit of the node where they are made."""
        return {cut.visit: cut for cut in self.cuts}

    @cached_property
    def passes(self) -> list[Pass]:
        """The searches that a run of MTD(f) or of deepening is made of; else none."""
        found = []
        ends = [*self._marks[1:], (len(self.visits), len(self.leaves))][: len(self._marks)]
        for depth, ((visit, leaf), (end, last_leaf)) in enumerate(
            zip(self._marks, ends, strict=True), 1
        ):
            visits = self.visits
            value = visits.value[visit]
            alpha, beta = visits.alpha[visit], visits.beta[visit]
            assert value is not None
            assert alpha is not None
            assert beta is not None
            cuts = sum(1 for cut in self.cuts if visit <= cut.visit < end)
            found.append(
                Pass(
                    visit,
                    end,
                    (alpha, beta),
                    value,
                    tuple(self.leaves[leaf:last_leaf]),
                    cuts,
                    depth if self.algorithm == "deepening" else self.depth,
                )
            )
        return found

    @cached_property
    def line(self) -> list[Node]:
        """The nodes of the principal variation after the root; the first is the move to play."""
        if self._line is not None:
            return self._line
        visits = self.visits
        visit = self._deciding_visit()
        found: list[Node] = []
        while True:
            following = visits.best[visit]
            if following < 0:
                # No child was better than what the node began with, but one may be as good.
                equal = (
                    child
                    for child in self.followed_by.get(visit, [])
                    if visits.value[child] == visits.value[visit]
                )
                following = next(equal, -1)
            if following < 0:
                break
            visit = following
            found.append(visits.node[visit])
        if not found:
            found = [node for node in self.visits.node if node.parent is self.tree][:1]
        return found

    def _deciding_visit(self) -> int:
        """The visit of the root that shows the value: for MTD(f) the one that proves a move."""
        if not self.passes:
            return 0
        good = ("exact", "lower" if self.maximises(self.tree) else "upper")
        proving = [
            found.first_visit
            for found in self.passes
            if self.visits.kind[found.first_visit] in good or self.algorithm == "deepening"
        ]
        return proving[-1] if proving else self.passes[-1].first_visit

    @property
    def answer(self) -> str:
        """The value and the move that it stands for: `10, A → B`."""
        if not self.line:
            return written(self.value)
        move = self.line[0]
        name = (
            f"{self.tree.name} → {move.name}" if not isinstance(move, PositionNode) else move.edge
        )
        sign = {"exact": "", "lower": "≥ ", "upper": "≤ "}[self.kind]
        return f"{sign}{pretty(self.value)}, {name}"

    @cached_property
    def leaves_in_tree(self) -> int | None:
        """How many leaves minimax would evaluate; None where they are too many to be counted."""
        count, waiting, seen = 0, [(self.tree, self.depth)], 0
        while waiting:
            node, left = waiting.pop()
            seen += 1
            if seen > MOST_NODES:
                return None
            if left == 0 or not node.children:
                count += 1
            else:
                waiting += [(child, left - 1) for child in node.children]
        return count

    def to_json(self, steps: bool = True) -> dict[str, Any]:
        """The run as plain data, as docs/trace.md documents it."""
        from coupe.blackboard.telling import step_to_json

        window = self.window or (-math.inf, math.inf)
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "algorithm": self.algorithm,
            "order": self.order,
            "window": [plain(bound) for bound in window],
            "root": self.root,
            "depth": self.depth,
            "value": plain(self.value),
            "kind": self.kind,
            "answer": self.answer,
            "line": [node.edge for node in self.line],
            "nodes": self.nodes,
            "leaves": [plain(value) for value in self.leaves],
            "leaves_in_tree": self.leaves_in_tree,
            "cuts": len(self.cuts),
            "passes": [
                {
                    "window": [plain(bound) for bound in found.window],
                    "value": plain(found.value),
                    "depth": found.depth,
                    "leaves": [plain(value) for value in found.leaves],
                    "cuts": found.cuts,
                }
                for found in self.passes
            ],
        }
        if steps:
            data["steps"] = [step_to_json(self, index) for index in range(len(self.steps))]
        return data

    def _repr_svg_(self) -> str:
        """In a notebook a trace shows itself as a picture of its end."""
        from coupe.blackboard.pictures import svg

        return svg(self)


def trace(
    tree: "Node | Position | str | Path | Sequence[Any] | dict[str, Any]",
    algorithm: str = "alphabeta",
    *,
    order: str | Sequence[int] = "left",
    window: tuple[Any, Any] | None = None,
    root: str = "max",
    depth: int | None = None,
    strict: bool = False,
    first_guess: Any = 0,
    passes: str = "fail-soft",
    steps: bool = True,
) -> Trace:
    """Run an algorithm on a tree, or on a position seen as one, and record each statement.

    order        how the children of every node are tried: left, right, best, worst or game (as they
                 are, the last to first, by their minimax values, as the game lists them), or a list
                 of indices
    window       α and β at the root, for alpha-beta in its forms
    root         max or min: who moves at the root
    depth        how many plies; else to the leaves (of a position, three)
    strict       cut on > instead of ≥
    first_guess  where MTD(f) begins
    passes       what MTD(f) searches its null windows with: fail-soft or fail-hard
    steps        False records no steps, only what they come to

    >>> trace([[3, 5], [2, 9]], "mtdf").value
    3
    """
    _known("algorithm", algorithm, ALGORITHMS)
    _known("root", root, ("max", "min"))
    _known("passes", passes, ("fail-soft", "fail-hard"))
    if depth is not None and depth < 0:
        raise BadOption(
            _("{name} is {value}; it can be {least} or more.").format(
                name="depth", value=depth, least=0
            )
        )
    if isinstance(tree, Position):
        depth = DEFAULT_DEPTH if depth is None else depth
        node: Node = tree_of(tree, depth, root)
    else:
        node = tree if isinstance(tree, Node) else read_tree(tree)
    is_position = isinstance(node, PositionNode)
    height = depth if is_position and depth is not None else _height(node)
    plies = height if depth is None else depth

    def maximises(n: Node) -> bool:
        return (n.turn == 0) == (root == "max")

    with room_for(plies):
        gap: Value = 1 if is_position else gap_of(node, algorithm)
        ordered = _ordering(node, order, maximises, plies)
        functions = told(algorithm, strict, passes.replace("-", "_"))
        narrator = Narrator(algorithm, functions, ordered, maximises, gap, steps)
        bounds = _window(window, algorithm)
        arguments: list[Any] = [node, plies]
        if algorithm in WITH_WINDOW:
            low, high = bounds or (-math.inf, math.inf)
            signed = narrator.signed and not maximises(node)
            arguments += [-high, -low] if signed else [low, high]
        guess = _value(first_guess, _("the first guess"))
        if algorithm == "mtdf":
            if not math.isfinite(guess):
                raise BadOption(
                    _("MTD(f) begins with a finite first guess, not {value}.").format(
                        value=pretty(guess)
                    )
                )
            arguments.append(guess)
        if algorithm == "deepening" and plies == 0:
            raise BadOption(_("Deepening begins at depth 1; the depth is 0."))
        returned = narrator.run(*arguments)
    return Trace(
        node, algorithm, narrator, returned, order=order if isinstance(order, str) else ",".join(map(str, order)),
        window=bounds, root=root, depth=plies, strict=strict, first_guess=guess,
    )  # fmt: skip


def _known(name: str, value: str, known: Sequence[str]) -> None:
    from difflib import get_close_matches

    if value in known:
        return
    near = get_close_matches(str(value), known, 1)
    if near:
        raise BadOption(
            _("{value} is no {name}: did you mean {near}?").format(
                value=value, name=_(name), near=near[0]
            )
        )
    raise BadOption(
        _("{value} is no {name}; choose one of {known}.").format(
            value=value, name=_(name), known=", ".join(known)
        )
    )


def _value(given: Any, what: str) -> Value:
    try:
        value = value_of(given)
    except ValueError:
        value = None
    if value is None:
        raise BadOption(
            _("{what} is {value}: write a number, a fraction, inf or -inf.").format(
                what=what, value=str(given)[:40]
            )
        )
    return value


def _window(window: tuple[Any, Any] | None, algorithm: str) -> tuple[Value, Value] | None:
    if window is None:
        return None
    if algorithm not in WITH_WINDOW:
        raise BadOption(
            _("{algorithm} takes no window; those that do are {known}.").format(
                algorithm=algorithm, known=", ".join(WITH_WINDOW)
            )
        )
    low, high = (_value(bound, name) for bound, name in zip(window, "αβ", strict=True))
    if low >= high:
        raise BadOption(
            _("The window has α = {alpha} and β = {beta}: α must be smaller than β.").format(
                alpha=pretty(low), beta=pretty(high)
            )
        )
    return low, high


def _height(tree: Node) -> int:
    deepest = 0
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + 1) for child in node.children]
    return deepest


def gap_of(tree: Node, algorithm: str) -> Value:
    """The smallest difference of two values: the width of a null window."""
    values = {node.value for node in tree.nodes() if node.value is not None}
    if algorithm in ("mtdf", "pvs"):
        for node in tree.nodes():
            if isinstance(node.value, float):
                raise BadOption(
                    _(
                        "{node} is worth {value}, and a null window has two finite bounds: give it a finite value, or take {other}."
                    ).format(node=node.name, value=pretty(node.value), other="fail-soft")
                )
    if all(isinstance(value, int) for value in values):
        return 1
    finite = sorted(value for value in values if not isinstance(value, float))
    return min((after - before for before, after in pairwise(finite)), default=Fraction(1))


def _ordering(
    tree: Node, order: str | Sequence[int], maximises: Callable[[Node], bool], depth: int
) -> Callable[[Node], list[Node]]:
    """How the children of a node are ordered."""
    if not isinstance(order, str):
        wanted = list(order)
    elif order in ("left", "game"):
        return lambda n: n.children
    elif order == "right":
        return lambda n: n.children[::-1]
    elif order in ("best", "worst"):
        values = _minimax_values(tree, maximises, depth)

        def by_value(n: Node) -> list[Node]:
            first_high = maximises(n) == (order == "best")
            return sorted(n.children, key=lambda child: values.get(child, 0), reverse=first_high)

        return by_value
    else:
        try:
            wanted = [int(part) for part in order.replace(",", " ").split()]
        except ValueError:
            _known("order", order, ORDERS)
            raise
    if len(set(wanted)) < len(wanted) or min(wanted, default=0) < 0 or not wanted:
        raise BadOption(
            _(
                "The order {order} is no list of children: write each index once, counted from 0, like 2,0,1."
            ).format(order=",".join(map(str, wanted)) or "''")
        )

    widest = 0 if isinstance(tree, PositionNode) else _widest(tree)
    if 0 < widest <= max(wanted):
        raise BadOption(
            _(
                "The order {order} names the child {index}, and no node has so many children."
            ).format(order=",".join(map(str, wanted)), index=max(wanted))
        )

    def listed(n: Node) -> list[Node]:
        children = n.children
        first = [children[index] for index in wanted if index < len(children)]
        return first + [child for child in children if child not in first]

    return listed


def _widest(tree: Node) -> int:
    return max(len(node.children) for node in tree.nodes())


def _minimax_values(tree: Node, maximises: Callable[[Node], bool], depth: int) -> dict[Node, Value]:
    """The value of every node, for the orders that need them all."""
    order: list[tuple[Node, int]] = [(tree, depth)]
    for node, left in order:
        if len(order) > MOST_NODES:
            raise BadOption(
                _(
                    "The tree has more than {most} nodes: take a smaller one, or search it natively."
                ).format(most=number(MOST_NODES))
            )
        if left:
            order += [(child, left - 1) for child in node.children]
    values: dict[Node, Value] = {}
    for node, left in reversed(order):
        if left and node.children:
            known = [values[child] for child in node.children]
            values[node] = max(known) if maximises(node) else min(known)
        elif node.value is None:
            raise BadOption(
                _(
                    "The best order needs all values, and {node} is unknown: give it one, or take another order."
                ).format(node=node.name)
            )
        else:
            values[node] = node.value
    return values


@contextmanager
def room_for(depth: int) -> Iterator[None]:
    """Let the textbook's recursion go so deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1_000 + 20 * depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
