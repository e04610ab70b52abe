"""The stream of steps of one run: what each executed statement changed, forwards and backwards.

>>> from coupe.blackboard import trace
>>> steps = trace("(3 5)", "minimax").steps
>>> len(steps)
21
>>> [frame["n"].name for frame in steps.stack(6)]
['A', 'B']
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from coupe.blackboard.tree import Node

Frame = dict[str, Any]
"""The variables of one call, by name: `n` is its node."""

Change = tuple[Any, ...]
"""`("set", name, old, new)`, `("push", frame)` or `("pop", frame)`."""

KEYFRAME_EVERY = 256


class Statement(NamedTuple):
    """A statement of an algorithm: its function, its line in that function, and its word."""

    function: str
    line: int
    word: str


@dataclass(frozen=True, slots=True)
class Step:
    """One executed statement; `truth` is what a test has found."""

    index: int
    statement: Statement
    node: Node
    changes: tuple[Change, ...]
    truth: bool | None


class Steps:
    """All steps, kept as reversible changes, with the whole stack of calls every so often."""

    def __init__(self, statements: list[Statement]) -> None:
        self.statements = statements
        self._statement_of = array("B")
        self._truth = array("b")
        self._nodes: list[Node] = []
        self._changes: list[tuple[Change, ...]] = []
        self._keyframes: list[list[Frame]] = []

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, index: int) -> Step:
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        truth = self._truth[index]
        return Step(
            index,
            self.statements[self._statement_of[index]],
            self._nodes[index],
            self._changes[index],
            None if truth < 0 else bool(truth),
        )

    def __iter__(self) -> Iterator[Step]:
        return (self[index] for index in range(len(self)))

    def word(self, index: int) -> str:
        """The kind of a step, by its word."""
        return self.statements[self._statement_of[index]].word

    def add(
        self, statement: int, node: Node, changes: tuple[Change, ...], truth: int, live: list[Frame]
    ) -> None:
        """Record a step; `live` is the stack as it is after it."""
        self._statement_of.append(statement)
        self._truth.append(truth)
        self._nodes.append(node)
        self._changes.append(changes)
        if len(self._nodes) % KEYFRAME_EVERY == 1:
            self._keyframes.append([dict(frame) for frame in live])

    def add_change(self, change: Change) -> None:
        """The last step has changed one thing more."""
        self._changes[-1] = (*self._changes[-1], change)
        if len(self._nodes) % KEYFRAME_EVERY == 1:
            apply(self._keyframes[-1], change)

    def stack(self, index: int) -> list[Frame]:
        """The calls under way after a step, the outermost first."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        nearest = index // KEYFRAME_EVERY
        stack = [dict(frame) for frame in self._keyframes[nearest]]
        for step in range(nearest * KEYFRAME_EVERY + 1, index + 1):
            self.forward(stack, step)
        return stack

    def forward(self, stack: list[Frame], index: int) -> None:
        """Make of the stack before a step the one after it."""
        for change in self._changes[index]:
            apply(stack, change)

    def backward(self, stack: list[Frame], index: int) -> None:
        """Make of the stack after a step the one before it."""
        for change in reversed(self._changes[index]):
            undo(stack, change)


def apply(stack: list[Frame], change: Change) -> None:
    """Change the stack."""
    if change[0] == "set":
        stack[-1][change[1]] = change[3]
    elif change[0] == "push":
        stack.append(dict(change[1]))
    else:
        stack.pop()


def undo(stack: list[Frame], change: Change) -> None:
    """Take a change of the stack back."""
    if change[0] == "set":
        stack[-1][change[1]] = change[2]
    elif change[0] == "push":
        stack.pop()
    else:
        stack.append(dict(change[1]))
