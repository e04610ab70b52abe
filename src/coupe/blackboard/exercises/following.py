"""The search of an exercise, run once more with what a student has found in the place of the truth.

So each answer can be judged given the student's own earlier answers. The code that runs is the
textbook's.

>>> from coupe.blackboard.exercises.making import make
>>> exercise = make("windows", "((3 5) (2 9))")
>>> Follower(exercise).follow().windows["C"]
(3, inf)
>>> Follower(exercise, values={"B": 4}).follow().windows["C"]
(4, inf)
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from coupe.blackboard import textbook
from coupe.blackboard.exercises.exercise import PASS, Exercise
from coupe.blackboard.narration import kind_of
from coupe.blackboard.tracing import gap_of, room_for
from coupe.blackboard.tree import Node, Value

MOST_PASSES = 200

Window = tuple[Value, Value]
Returned = tuple[Value, str]
"""A value, and `exact`, `lower` or `upper`."""


@dataclass
class Call:
    """A node as it is searched: its window, and what its children have returned so far.

    `nothing` is known of it where its value is unknown, or the student leaves out all below it;
    what lies above is `tainted` then: what it returns shows nothing about the student.
    """

    node: Node
    is_max: bool
    window: Window
    parent: "Call | None" = None
    returned: list[tuple[Node, Value]] = field(default_factory=list)
    cut: bool = False
    nothing: bool = False
    tainted: bool = False

    @property
    def bounds(self) -> Window:
        """α and β as they are now."""
        low, high = self.window
        values = [value for _child, value in self.returned]
        if self.is_max:
            return max([low, *values]), high
        return low, min([high, *values])

    @property
    def open(self) -> bool:
        """Whether another child can still change the node's value."""
        low, high = self.bounds
        return low < high


@dataclass(frozen=True)
class Decision:
    """Whether a child is left out: by the algorithm, and by the student."""

    child: Node
    after: Node | None
    should: bool
    did: bool
    bounds: Window


class _TooManyPasses(Exception):
    pass


class Follower:
    """One run. What it finds is what was to be found, given what the student had before.

    windows    the windows that the student gives to nodes: they are searched with these
    values     the values that the student gives to nodes: these are what they return
    left_out   whether the student leaves a node out; without it, what the algorithm leaves out
    """

    def __init__(
        self,
        exercise: Exercise,
        windows: Mapping[str, Window] | None = None,
        values: Mapping[str, Value] | None = None,
        left_out: Callable[[Node], bool] | None = None,
    ) -> None:
        self.exercise = exercise
        self.given_windows = dict(windows or {})
        self.given_values = dict(values or {})
        self.left_out = left_out
        self.windows: dict[str, Window] = {}
        self.returned: dict[str, Returned] = {}
        self.calls: dict[str, Call] = {}
        self.decisions: list[Decision] = []
        self._stack: list[Call] = []
        self._passes = 0

    def follow(self) -> "Follower":
        """Run it."""
        exercise = self.exercise
        namespace: dict[str, Any] = {
            "inf": math.inf,
            "max": max,
            "min": min,
            "gap": gap_of(exercise.tree, exercise.algorithm),
            "terminal": lambda n: not n.children,
            "is_max": exercise.is_max,
            "same_player": lambda n, f: n.turn == f.turn,
            "h": self._h,
            "first_child": self._first,
            "next_child": self._next,
        }
        for name in ("minimax", "alphabeta", "fail_hard", "fail_soft", "negamax", "mtdf"):
            code = getattr(textbook, name).__code__
            plain = FunctionType(code, namespace, name)
            namespace[name] = plain if name == "mtdf" else self._followed(name, plain)
        depth = 10**6
        arguments: list[Any] = [exercise.tree, depth]
        if exercise.algorithm == "mtdf":
            arguments.append(exercise.first_guess)
        elif exercise.algorithm != "minimax":
            low, high = exercise.window or (-math.inf, math.inf)
            signed = exercise.algorithm == "negamax" and not exercise.is_max(exercise.tree)
            arguments += [-high, -low] if signed else [low, high]
        try:
            with room_for(len(exercise.nodes)):
                namespace[exercise.algorithm.replace("-", "_")](*arguments)
        except _TooManyPasses:
            pass
        return self

    def _followed(self, name: str, function: Any) -> Any:
        """A function of the textbook, in which the student's answers replace what it has found."""
        signed = name == "negamax"

        def followed(n: Node, p: int, alpha: Value = -math.inf, beta: Value = math.inf) -> Any:
            is_max = self.exercise.is_max(n)
            turned = signed and not is_max
            window = (-beta, -alpha) if turned else (alpha, beta)
            parent = self._stack[-1] if self._stack else None
            label = self._label(n, parent)
            known = not any(call.tainted for call in self._stack)
            if known:
                self.windows[label] = window
            window = self.given_windows.get(label, window)
            call = Call(n, is_max, window, parent)
            self.calls[label] = call
            self._stack.append(call)
            bounds = () if name == "minimax" else window
            found = function(n, p, *((-window[1], -window[0]) if turned else bounds))
            self._stack.pop()
            self._leave(call)
            value: Value
            if call.nothing:
                value, call.tainted = self._worthless(n), True
            else:
                value = found[0] if name == "minimax" else -found if turned else found
            if known and not call.tainted:
                kind = kind_of(value, *window) if n.children and bounds else "exact"
                self.returned[label] = (value, kind)
            if label in self.given_values:
                value, call.tainted = self.given_values[label], False
            if parent is not None:
                parent.returned.append((n, value))
                parent.tainted = parent.tainted or call.tainted
            if name == "minimax":
                return value, []
            return -value if turned else value

        return followed

    def _label(self, n: Node, parent: Call | None) -> str:
        if self.exercise.algorithm != "mtdf":
            return n.name
        if parent is None:
            self._passes += 1
            if self._passes > MOST_PASSES:
                raise _TooManyPasses
        return f"{n.name}{PASS}{self._passes}"

    def _worthless(self, n: Node) -> Value:
        """What changes nothing for the parent of a node of which nothing is known."""
        parent = n.parent
        return -math.inf if parent is None or self.exercise.is_max(parent) else math.inf

    def _h(self, n: Node) -> Value:
        if n.value is None:
            self._stack[-1].nothing = True
            return 0
        return n.value

    def _out(self, node: Node) -> bool:
        return self.left_out is not None and self.left_out(node)

    def _decide(self, call: Call, child: Node, should: bool, did: bool) -> None:
        after = call.returned[-1][0] if call.returned else None
        self.decisions.append(Decision(child, after, should, did, call.bounds))

    def _first(self, n: Node) -> Node | None:
        return self._search_on(self._stack[-1], self.exercise.children(n))

    def _next(self, n: Node, f: Node) -> Node | None:
        call = self._stack[-1]
        children = self.exercise.children(n)
        rest = children[children.index(f) + 1 :]
        if self._may_cut and not call.open:
            return rest[0] if rest else None
        return self._search_on(call, rest)

    @property
    def _may_cut(self) -> bool:
        return self.exercise.algorithm != "minimax"

    def _search_on(self, call: Call, rest: list[Node]) -> Node | None:
        """The next child that the student searches, where the algorithm searches the next one."""
        for child in rest:
            did = self._out(child)
            self._decide(call, child, False, did)
            if not did:
                return child
        if rest and not call.returned:
            call.nothing = True
        return None

    def _leave(self, call: Call) -> None:
        """Judge what comes after a cut."""
        searched = [child for child, _value in call.returned]
        if not call.node.children or call.open or not self._may_cut or not searched:
            return
        children = self.exercise.children(call.node)
        rest = children[children.index(searched[-1]) + 1 :]
        call.cut = bool(rest)
        for child in rest:
            did = True if self.left_out is None else self._out(child)
            self._decide(call, child, True, did)
