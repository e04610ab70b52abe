"""An exercise: a tree, a search of it, and what a student is to find out about that search.

>>> exercise = Exercise(read_tree("((3 5) (2 9))"), "cuts")
>>> exercise.question
'Which nodes does alpha-beta leave out? Name the children that are cut.'
>>> Exercise.from_json(exercise.to_json()) == exercise
True
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from coupe.blackboard.tracing import Trace, trace
from coupe.blackboard.tree import Node, Value, plain, pretty, read_tree, value_of
from coupe.errors import BadFile, BadOption, BadTree, CoupeError
from coupe.language import _

SCHEMA = "coupe.exercise/1"
KINDS = ("values", "windows", "returns", "cuts", "leaves", "move")
MOST_NODES = 500
"""A larger tree is no exercise for a person."""

ALGORITHMS = {
    "values": ("minimax",),
    "windows": ("alphabeta", "fail-hard", "fail-soft", "negamax", "mtdf"),
    "returns": ("alphabeta", "fail-hard", "fail-soft", "negamax", "mtdf"),
    "cuts": ("alphabeta", "fail-hard", "fail-soft", "negamax"),
    "leaves": ("alphabeta", "fail-hard", "fail-soft", "negamax", "minimax"),
    "move": ("minimax", "alphabeta", "fail-hard", "fail-soft", "negamax", "mtdf"),
}
"""The algorithms about which each kind of exercise can ask; the first is the usual one."""

HOW_RETURNED = {
    "alphabeta": "A MAX node returns its α, a MIN node its β, as they are when the node is left, even outside the window on entry.",
    "fail-hard": "An inner node never returns a value outside its window: α or β instead.",
    "fail-soft": "A node returns the best value found, even outside its window.",
    "negamax": "A node returns the best value found, even outside its window; windows and values are written as MAX's.",
    "mtdf": "A node returns the best value found, even outside its window.",
}

ORDERS = ("left", "right")
PASS = "#"
"""What stands between the name of a node and the number of the pass of MTD(f)."""


@dataclass(frozen=True, eq=False)
class Exercise:
    """What is asked about one search of one tree.

    `asked` are the nodes asked about, for windows and returns; `count` and `list`, for leaves.
    `again` are the nodes where the same player moves as at their parent. `moves` are the moves that
    lead to nodes that are positions.
    """

    tree: Node
    kind: str
    algorithm: str = ""
    order: str = "left"
    root: str = "max"
    window: tuple[Value, Value] | None = None
    first_guess: Value = 0
    asked: tuple[str, ...] = ()
    seed: int | None = None
    difficulty: int | None = None
    moves: dict[str, str] = field(default_factory=dict)
    again: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        one_of("kind", self.kind, KINDS)
        if not self.algorithm:
            object.__setattr__(self, "algorithm", ALGORITHMS[self.kind][0])
        known = ALGORITHMS[self.kind]
        if self.algorithm not in known:
            raise BadOption(
                _(
                    "An exercise of the kind {kind} cannot ask about {algorithm}; choose {known}."
                ).format(kind=self.kind, algorithm=str(self.algorithm)[:40], known=", ".join(known))
            )
        one_of("order", self.order, ORDERS)
        one_of("root", self.root, ("max", "min"))
        if len(self.nodes) > MOST_NODES:
            raise BadOption(
                _(
                    "The tree has {count} nodes; an exercise has {most} at most: take a smaller one."
                ).format(count=len(self.nodes), most=MOST_NODES)
            )
        if not self.tree.children:
            raise BadTree(_("The tree is a single leaf: there is nothing to ask about it."))
        self._take_turns()
        run = self.run
        if not self.asked:
            object.__setattr__(self, "asked", self._all_that_can_be_asked(run))
        else:
            known_names = self._all_that_can_be_asked(run)
            for name in self.asked:
                if name not in known_names:
                    raise BadOption(
                        _("Nothing can be asked about {name}; choose among {known}.").format(
                            name=str(name)[:40], known=", ".join(known_names)
                        )
                    )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exercise) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.kind, self.algorithm, str(self.tree)))

    def _take_turns(self) -> None:
        """Say at each node who moves there: the tree is this exercise's own."""
        for node in self.nodes:
            if node.parent is not None:
                same = node.name in self.again
                node.turn = node.parent.turn if same else 1 - node.parent.turn

    @cached_property
    def nodes(self) -> list[Node]:
        """All nodes, depth first from left to right."""
        found: list[Node] = []
        for node in self.tree.nodes():
            found.append(node)
            if len(found) > MOST_NODES:
                break
        return found

    @cached_property
    def by_name(self) -> dict[str, Node]:
        """The nodes by their names."""
        return {node.name: node for node in self.nodes}

    @cached_property
    def run(self) -> Trace:
        """The search that is asked about."""
        with_window = self.window if self.algorithm not in ("minimax", "mtdf") else None
        return trace(
            self.tree,
            self.algorithm,
            order=self.order,
            window=with_window,
            root=self.root,
            first_guess=self.first_guess,
            steps=False,
        )

    def children(self, node: Node) -> list[Node]:
        """The children of a node in the order in which they are searched."""
        return node.children[::-1] if self.order == "right" else node.children

    def is_max(self, node: Node) -> bool:
        """Whether MAX moves at a node."""
        return (node.turn == 0) == (self.root == "max")

    def in_order(self) -> Iterator[Node]:
        """All nodes, each after those below it, in the order of the search."""
        waiting: list[tuple[Node, bool]] = [(self.tree, False)]
        while waiting:
            node, entered = waiting.pop()
            if entered or not node.children:
                yield node
            else:
                waiting.append((node, True))
                waiting += [(child, False) for child in reversed(self.children(node))]

    def label(self, visit: int) -> str:
        """The name of a node that the run has entered, with its pass where there are several."""
        name = self.run.visits.node[visit].name
        for number, found in enumerate(self.run.passes, 1):
            if found.first_visit <= visit < found.last_visit:
                return f"{name}{PASS}{number}"
        return name

    @cached_property
    def visit_of(self) -> dict[str, int]:
        """The visit of each node that the run has entered, by its label."""
        return {self.label(visit): visit for visit in range(len(self.run.visits))}

    def _all_that_can_be_asked(self, run: Trace) -> tuple[str, ...]:
        if self.kind == "leaves":
            return ("list", "count")
        if self.kind == "values":
            return tuple(node.name for node in self.in_order() if node.children)
        if self.kind in ("windows", "returns"):
            nodes = run.visits.node
            return tuple(label for label, visit in self.visit_of.items() if nodes[visit].children)
        return ()

    @property
    def question(self) -> str:
        """What is asked, in one sentence."""
        return question(self)

    def to_json(self) -> dict[str, Any]:
        """The exercise as plain data, without its answer; docs/exercises.md documents it."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "kind": self.kind,
            "algorithm": self.algorithm,
            "order": self.order,
            "root": self.root,
        }
        if self.window is not None:
            data["window"] = [plain(bound) for bound in self.window]
        if self.algorithm == "mtdf":
            data["first_guess"] = plain(self.first_guess)
        if self.asked:
            data["asked"] = list(self.asked)
        for name, value in (("seed", self.seed), ("difficulty", self.difficulty)):
            if value is not None:
                data[name] = value
        if self.moves:
            data["moves"] = dict(self.moves)
        if self.again:
            data["again"] = list(self.again)
        data["tree"] = self.tree.to_json()
        return data

    @classmethod
    def from_json(cls, data: Any) -> "Exercise":
        """The exercise that plain data stand for."""
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise BadFile(
                _("This is no exercise: write an object with the schema {schema}.").format(
                    schema=SCHEMA
                )
            )
        allowed = {"schema", *cls.__dataclass_fields__}
        wrong = [key for key in data if key not in allowed]
        if wrong or "tree" not in data:
            raise BadFile(
                _("An exercise has no field {name}.").format(name=str(wrong[0])[:40])
                if wrong
                else _("The exercise has no tree: write one under tree.")
            )
        given = {"kind": None, **data}
        del given["schema"], given["tree"]
        try:
            return cls(read_tree(_no_path(data["tree"])), **_typed(given))
        except CoupeError as error:
            raise BadFile(_("The exercise cannot be set: {reason}").format(reason=error)) from error


def _no_path(tree: Any) -> Any:
    """A tree from a file never names another file."""
    if isinstance(tree, str) and not tree.strip().startswith(("(", "[", "{")):
        raise BadTree(_("Write the tree itself, like ((3 5) (2 9))."))
    return tree


def _typed(given: dict[str, Any]) -> dict[str, Any]:
    """The fields of an exercise, each of its own type."""
    made: dict[str, Any] = {}
    for name, value in given.items():
        good: Any
        if name in ("kind", "algorithm", "order", "root"):
            good = value if isinstance(value, str) else None
        elif name in ("asked", "again"):
            texts = isinstance(value, list) and all(isinstance(part, str) for part in value)
            good = tuple(value) if texts else None
        elif name == "moves":
            good = value if _texts_only(value) else None
        elif name == "window":
            good = pair_of(value)
        elif name == "first_guess":
            good = _value_or_none(value)
        else:
            good = value if isinstance(value, int) and not isinstance(value, bool) else None
        if good is None:
            raise BadFile(_("{value} is no good {name}.").format(value=str(value)[:40], name=name))
        made[name] = good
    return made


def _texts_only(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _value_or_none(given: Any) -> Value | None:
    try:
        return value_of(given)
    except ValueError:
        return None


def pair_of(given: Any) -> tuple[Value, Value] | None:
    """The window that a pair or a text stands for; None where it stands for none.

    >>> pair_of(["-inf", 3]), pair_of("(-∞, 3)"), pair_of("3")
    ((-inf, 3), (-inf, 3), None)
    """
    if isinstance(given, str):
        text = re.sub(r"[()\[\]]", "", given).strip()
        for sign in (";", ",", " "):
            parts = [part for part in text.split(sign) if part.strip()]
            if len(parts) == 2:
                given = parts
                break
    if not isinstance(given, list | tuple) or len(given) != 2:
        return None
    low, high = (_value_or_none(bound) for bound in given)
    return None if low is None or high is None else (low, high)


def one_of(name: str, value: Any, known: tuple[str, ...]) -> None:
    """Refuse a choice that does not exist."""
    if value not in known:
        raise BadOption(
            _("{value} is no {name}; choose one of {known}.").format(
                value=str(value)[:40], name=_(name), known=", ".join(known)
            )
        )


def algorithm_name(algorithm: str) -> str:
    """How an algorithm is called in a sentence.

    >>> algorithm_name("alphabeta"), algorithm_name("mtdf")
    ('alpha-beta', 'MTD(f)')
    """
    return {
        "alphabeta": _("alpha-beta"),
        "mtdf": "MTD(f)",
        "fail-hard": _("alpha-beta (fail-hard)"),
        "fail-soft": _("alpha-beta (fail-soft)"),
    }.get(algorithm, algorithm)


def question(exercise: Exercise) -> str:
    """What is asked, in one sentence."""
    algorithm = algorithm_name(exercise.algorithm)
    match exercise.kind:
        case "values":
            return _("Write the minimax value of every inner node.")
        case "windows":
            return _(
                "Write, for each node named, the window (α, β) with which {algorithm} enters it, and the value it returns."
            ).format(algorithm=algorithm)
        case "returns":
            return _(
                "Write, for each node named, the value that {algorithm} returns for the window given."
            ).format(algorithm=algorithm)
        case "cuts":
            return _(
                "Which nodes does {algorithm} leave out? Name the children that are cut."
            ).format(algorithm=algorithm)
        case "leaves":
            if exercise.asked == ("count",):
                return _("How many leaves does {algorithm} evaluate?").format(algorithm=algorithm)
            return _(
                "Which leaves does {algorithm} evaluate, in their order, and how many?"
            ).format(algorithm=algorithm)
    return _("Which move does {algorithm} play at {node}?").format(
        algorithm=algorithm, node=exercise.tree.name
    )


def conventions(exercise: Exercise) -> list[str]:
    """What has to be known to answer, a sentence each."""
    root = exercise.tree.name
    side = "MAX" if exercise.is_max(exercise.tree) else "MIN"
    found = [_("{side} moves at {node}; all values are MAX's.").format(side=side, node=root)]
    if exercise.again:
        found.append(
            _("The same player moves again at {nodes}.").format(nodes=", ".join(exercise.again))
        )
    if exercise.kind == "values":
        return found
    found.append(
        _("The children of a node are searched from right to left.")
        if exercise.order == "right"
        else _("The children of a node are searched from left to right.")
    )
    if exercise.algorithm == "mtdf":
        found.append(
            _(
                "MTD(f) begins with the first guess {guess}; its passes are fail-soft, and {node}#2 is {node} in the second pass."
            ).format(guess=pretty(exercise.first_guess), node=root)
        )
    elif exercise.algorithm != "minimax":
        low, high = exercise.window or (-math.inf, math.inf)
        found.append(
            _(
                "{node} is entered with the window ({alpha}, {beta}); a node is cut where α ≥ β."
            ).format(node=root, alpha=pretty(low), beta=pretty(high))
        )
    if exercise.kind in ("windows", "returns"):
        found.append(_(HOW_RETURNED[exercise.algorithm]))
        found.append(
            _("Write 3 for a value that is exact, ≤ 3 for an upper bound, ≥ 3 for a lower bound.")
        )
    elif exercise.kind == "move":
        found.append(_("Of moves that are equally good, the one searched first is played."))
    return found
