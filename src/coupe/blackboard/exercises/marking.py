"""Marking an answer node by node, each knock-on error forgiven.

What is right, or follows from what the student has found before, is no error:

- values: a node is right if it has its minimax value, or the largest (smallest) of the values that
  the student gives to its children;
- windows, returns: a window or a returned value is right if it is that of the search, or the one
  that the search has when it goes on with the student's own windows and values;
- cuts: at each child the search decides whether it is left out. A decision is right if it is that of
  the search, or that of the search in which all other children are left out as the student says.
  Leaving out several siblings in a row, or searching several that are cut, is one error; what is
  marked below a node that should have been left out is not looked at;
- leaves: a list is judged as the cuts it stands for, then its order; the count is right if it is
  that of the search or that of the student's list;
- move: the one that the algorithm plays.

>>> from coupe.blackboard.exercises.making import make
>>> found = mark(make("values", "((3 5) (2 9))"), {"nodes": {"B": 5, "C": 2, "A": 5}})
>>> found.points, found.of, found.first
(2, 3, 'B: 5 is the largest of D = 3, E = 5, but MIN moves at B and takes the smallest, 3.')
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from coupe.blackboard.exercises import explaining
from coupe.blackboard.exercises.answers import (
    Answer,
    Fault,
    bound_text,
    evaluated,
    minimax_values,
    read_answer,
    returned_of,
    window_of,
    window_text,
)
from coupe.blackboard.exercises.exercise import Exercise
from coupe.blackboard.exercises.following import Decision, Follower
from coupe.blackboard.tree import Node, Value, pretty
from coupe.language import _

SCHEMA = "coupe.mark/1"


@dataclass(frozen=True)
class Mark:
    """What an answer is worth: its points, of how many, and its errors in the order of the search."""

    exercise: Exercise
    points: int
    of: int
    faults: tuple[Fault, ...]

    @property
    def errors(self) -> list[Fault]:
        """The faults that cost a point."""
        return [fault for fault in self.faults if fault.sort != "unknown"]

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def first(self) -> str:
        """The explanation of the first error; nothing where there is none."""
        return self.faults[0].sentence if self.faults else ""

    def to_json(self) -> dict[str, Any]:
        """The mark as plain data."""
        return {
            "schema": SCHEMA,
            "kind": self.exercise.kind,
            "right": self.right,
            "points": self.points,
            "of": self.of,
            "first": self.first,
            "faults": [fault.to_json() for fault in self.faults],
        }


def mark(exercise: Exercise, data: Any) -> Mark:
    """Mark an answer, given as plain data.

    >>> from coupe.blackboard.exercises.making import make
    >>> mark(make("cuts", "((3 5) (2 9))"), {"cuts": ["G"]}).right
    True
    """
    answer = read_answer(exercise, data)
    wrong = _JUDGES[exercise.kind](exercise, answer)
    faults = [*answer.faults, *wrong]
    order = order_of(exercise)
    faults.sort(key=lambda f: (f.sort == "unknown", order(f.node, f.item)))
    of = points_of(exercise)
    whole = {
        fault.item for fault in faults if not fault.node and fault.sort in ("missing", "unreadable")
    }
    lost = sum(1 for fault in faults if fault.sort != "unknown")
    if "cut" in whole:
        lost = of
    elif "list" in whole:
        lost += of - len(exercise.asked)
    return Mark(exercise, max(0, of - lost), of, tuple(faults))


def points_of(exercise: Exercise) -> int:
    """How many points an exercise gives."""
    cuts = max(1, len(exercise.run.cuts))
    return {
        "values": len(exercise.asked),
        "windows": 2 * len(exercise.asked),
        "returns": len(exercise.asked),
        "cuts": cuts,
        "leaves": (cuts if "list" in exercise.asked else 0) + ("count" in exercise.asked),
        "move": 1,
    }[exercise.kind]


def order_of(exercise: Exercise) -> Callable[[str, str], tuple[int, int, int]]:
    """When something asked about a node is known in the search; what is no node comes last.

    >>> from coupe.blackboard.exercises.making import make
    >>> order = order_of(make("windows", "((3 5) (2 9))"))
    >>> order("A", "window") < order("B", "value") < order("C", "window") < order("A", "value")
    True
    """
    entry: dict[str, int] = {}
    leave: dict[str, int] = {}
    clock = 0
    waiting: list[tuple[Node, bool]] = [(exercise.tree, False)]
    while waiting:
        node, entered = waiting.pop()
        clock += 1
        if entered:
            leave[node.name] = clock
            continue
        entry[node.name] = clock
        waiting.append((node, True))
        waiting += [(child, False) for child in reversed(exercise.children(node))]

    def place(node: str, item: str) -> tuple[int, int, int]:
        name, number = node, 0
        if name not in entry:
            name, _sign, text = name.rpartition("#")
            number = int(text) if text.isdigit() else 0
        if name not in entry:
            return 1, 0, 0
        times = leave if item == "value" else entry
        return 0, number, times[name]

    return place


def _judge_values(exercise: Exercise, answer: Answer) -> list[Fault]:
    truth = minimax_values(exercise)
    own: dict[Node, Value] = {}
    faults = []
    for node in exercise.in_order():
        if not node.children:
            own[node] = truth[node]
            continue
        below = [own[child] for child in node.children]
        follows = max(below) if exercise.is_max(node) else min(below)
        given = answer.values.get(node.name)
        if given is None:
            own[node] = follows
            continue
        own[node] = given
        if given not in (follows, truth[node]) or answer.returned[node.name][1] != "exact":
            faults.append(
                Fault(
                    node.name, "value", "wrong", bound_text(answer.returned[node.name]), pretty(follows),
                    explaining.of_value(exercise, node, answer.returned[node.name], own),
                )
            )  # fmt: skip
    return faults


def _judge_windows(exercise: Exercise, answer: Answer) -> list[Fault]:
    given_windows = {
        label: window for label, window in answer.windows.items() if window[0] < window[1]
    }
    if exercise.kind == "returns":
        given_windows = {label: window_of(exercise, label) for label in exercise.asked}
    own = Follower(exercise, given_windows, answer.values).follow()
    truth = Follower(exercise).follow()
    faults = []
    for label in exercise.asked:
        window = answer.windows.get(label)
        right = window_of(exercise, label)
        if window is not None and window not in (own.windows.get(label), right):
            seen = own if label in own.windows else truth
            faults.append(
                Fault(
                    label, "window", "wrong", window_text(window), window_text(seen.windows[label]),
                    explaining.of_window(exercise, label, window, seen),
                )
            )  # fmt: skip
        returned = answer.returned.get(label)
        if returned is not None and returned not in (
            own.returned.get(label),
            returned_of(exercise, label),
        ):
            seen = own if label in own.returned else truth
            faults.append(
                Fault(
                    label, "value", "wrong", bound_text(returned), bound_text(seen.returned[label]),
                    explaining.of_returned(exercise, label, returned, seen),
                )
            )  # fmt: skip
    return faults


def _judge_cuts(exercise: Exercise, answer: Answer) -> list[Fault]:
    if answer.cuts is None:
        return []
    marked = set(answer.cuts)
    return _judge_decisions(exercise, lambda node: node.name in marked, "cut")


def _judge_leaves(exercise: Exercise, answer: Answer) -> list[Fault]:
    faults: list[Fault] = []
    listed = answer.leaves
    if listed is not None:
        names = set(listed)
        faults += _judge_decisions(exercise, lambda node: node.name not in names, "list")
        order = [node.name for node in exercise.in_order() if node.name in names]
        if listed != order:
            faults.append(
                Fault(
                    "", "list", "wrong", ", ".join(listed), ", ".join(order),
                    explaining.of_order(listed, order),
                )
            )  # fmt: skip
    count = len(evaluated(exercise))
    if (
        answer.count is not None
        and answer.count != count
        and (listed is None or answer.count != len(listed))
    ):
        faults.append(
            Fault(
                "", "count", "wrong", str(answer.count), str(count if listed is None else len(listed)),
                explaining.of_count(exercise, answer.count, count, listed),
            )
        )  # fmt: skip
    return faults


def _judge_decisions(
    exercise: Exercise, leaves_out: Callable[[Node], bool], item: str
) -> list[Fault]:
    """Each decision at a child, that of the student against that of the search."""
    out: dict[Node, bool] = {}
    for node in exercise.in_order():
        below = bool(node.children) and all(out[child] for child in node.children)
        out[node] = below or ((item == "cut" or not node.children) and leaves_out(node))
    run = Follower(exercise, left_out=lambda node: out[node]).follow()
    truth = {found.child: found for found in Follower(exercise).follow().decisions}
    judged = {found.child for found in run.decisions}
    decisions = list(run.decisions)
    for child, found in truth.items():
        searched = not any(out[node] for node in child.path[1:-1])
        if child not in judged and searched:
            decisions.append(Decision(child, found.after, found.should, out[child], found.bounds))
    wrong: dict[Node, Decision] = {}
    for found in decisions:
        right = truth.get(found.child)
        if found.did != found.should and (right is None or found.did != right.should):
            wrong[found.child] = found
    faults = []
    for child, found in wrong.items():
        assert child.parent is not None
        siblings = exercise.children(child.parent)
        before = siblings[siblings.index(child) - 1] if child is not siblings[0] else None
        if before in wrong and wrong[before].did == found.did:
            continue
        words = (_("left out"), _("searched"))
        faults.append(
            Fault(
                child.name, item, "wrong", words[not found.did], words[found.did],
                explaining.of_decision(exercise, found, item),
            )
        )  # fmt: skip
    return faults


def _judge_move(exercise: Exercise, answer: Answer) -> list[Fault]:
    right = exercise.run.line[0].name
    if answer.move is None or answer.move == right:
        return []
    return [
        Fault(
            exercise.tree.name, "move", "wrong", explaining.move_name(exercise, answer.move),
            explaining.move_name(exercise, right), explaining.of_move(exercise, answer.move, right),
        )
    ]  # fmt: skip


_JUDGES: dict[str, Callable[[Exercise, Answer], list[Fault]]] = {
    "values": _judge_values,
    "windows": _judge_windows,
    "returns": _judge_windows,
    "cuts": _judge_cuts,
    "leaves": _judge_leaves,
    "move": _judge_move,
}
