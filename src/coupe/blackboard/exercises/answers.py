"""What a student answers, read from plain data; and the right answer, as plain data.

>>> from coupe.blackboard.exercises.making import make
>>> exercise = make("values", "((3 5) (2 9))")
>>> solution(exercise)["nodes"]
{'B': 3, 'C': 2, 'A': 3}
>>> answer = read_answer(exercise, {"nodes": {"B": "3", "C": "two", "Z": 1}})
>>> answer.values, [fault.sort for fault in answer.faults]
({'B': 3}, ['unreadable', 'unknown', 'missing'])
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coupe.blackboard.exercises.exercise import PASS, Exercise, pair_of
from coupe.blackboard.exercises.following import Returned, Window
from coupe.blackboard.scene import SIGNS
from coupe.blackboard.tree import Node, Value, plain, pretty, value_of
from coupe.errors import BadFile, CoupeError
from coupe.language import _, reason_of

SCHEMA = "coupe.answer/1"
LARGEST_FILE = 5_000_000

KINDS_OF_SIGN = {
    "": "exact", "=": "exact", "≤": "upper", "<=": "upper", "=<": "upper", "<": "upper",
    "≥": "lower", ">=": "lower", "=>": "lower", ">": "lower",
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """Something wrong with an answer, and why.

    `item` is what was asked there: value, window, cut, list, count or move. `sort` is `wrong`,
    `missing`, `unreadable`, or `unknown`: a name that was not asked about, which costs nothing.
    """

    node: str
    item: str
    sort: str
    given: str
    expected: str
    sentence: str

    def to_json(self) -> dict[str, str]:
        """The fault as plain data."""
        return dict(vars(self))


@dataclass
class Answer:
    """What could be read of an answer, and what could not."""

    values: dict[str, Value] = field(default_factory=dict)
    returned: dict[str, Returned] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    cuts: list[str] | None = None
    leaves: list[str] | None = None
    count: int | None = None
    move: str | None = None
    faults: list[Fault] = field(default_factory=list)


def read_json(path: Path) -> Any:
    """What a JSON file holds; BadFile where it cannot be read."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadFile(_("{path} is too large.").format(path=path))
        return json.loads(path.read_text("utf-8"))
    except BadFile:
        raise
    except UnicodeDecodeError as error:
        sentence = _("{path} is no text: write it in UTF-8.").format(path=path)
        raise BadFile(sentence) from error
    except RecursionError as error:
        raise BadFile(_("{path} is nested too deeply.").format(path=path)) from error
    except json.JSONDecodeError as error:
        raise BadFile(
            _("{path} is no JSON: something is wrong at line {line}, column {column}.").format(
                path=path, line=error.lineno, column=error.colno
            )
        ) from error
    except ValueError as error:
        raise BadFile(_("{path} holds a number that is too large.").format(path=path)) from error
    except OSError as error:
        raise BadFile(
            _("{path} cannot be read: {reason}.").format(path=path, reason=reason_of(error))
        ) from error


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """What is wrong with the content of a file names the file.

    >>> with naming("mine.json"):
    ...     Exercise.from_json([])
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: mine.json: This is no exercise: write an object with the schema \
coupe.exercise/1.
    """
    try:
        yield
    except CoupeError as error:
        raise BadFile(
            _("{place}: {sentence}").format(place=visible(str(path)), sentence=error)
        ) from error


def bound_text(returned: Returned) -> str:
    """A returned value with its sign.

    >>> bound_text((9, "upper")), bound_text((3, "exact"))
    ('≤ 9', '3')
    """
    return SIGNS[returned[1]] + pretty(returned[0])


def window_text(window: Window) -> str:
    """A window as it is written on the blackboard."""
    return f"({pretty(window[0])}, {pretty(window[1])})"


def solution(exercise: Exercise) -> dict[str, Any]:
    """The right answer, as plain data."""
    data: dict[str, Any] = {"schema": SCHEMA, "kind": exercise.kind}
    run = exercise.run
    visits = run.visits
    if exercise.kind == "values":
        values = minimax_values(exercise)
        data["nodes"] = {name: plain(values[exercise.by_name[name]]) for name in exercise.asked}
    elif exercise.kind in ("windows", "returns"):
        data["nodes"] = {}
        for label in exercise.asked:
            visit = exercise.visit_of[label]
            text = bound_text(returned_of(exercise, label)).replace("−", "-").replace("∞", "inf")
            if exercise.kind == "returns":
                data["nodes"][label] = text
            else:
                window = [plain(bound) for bound in window_of(exercise, label)]
                data["nodes"][label] = {"window": window, "value": text}
            assert visits.value[visit] is not None
    elif exercise.kind == "cuts":
        data["cuts"] = [node.name for node in cut_children(exercise)]
    elif exercise.kind == "leaves":
        if "list" in exercise.asked:
            data["leaves"] = [node.name for node in evaluated(exercise)]
        if "count" in exercise.asked:
            data["count"] = len(run.leaves)
    else:
        data["move"] = run.line[0].name
    return data


def window_of(exercise: Exercise, label: str) -> Window:
    """The window with which the run enters a node."""
    visit = exercise.visit_of[label]
    low, high = exercise.run.visits.alpha[visit], exercise.run.visits.beta[visit]
    assert low is not None
    assert high is not None
    return low, high


def returned_of(exercise: Exercise, label: str) -> Returned:
    """What a node returns in the run."""
    visit = exercise.visit_of[label]
    value = exercise.run.visits.value[visit]
    assert value is not None
    return value, exercise.run.visits.kind[visit]


def evaluated(exercise: Exercise) -> list[Node]:
    """The leaves that the run evaluates, in their order."""
    return [node for node in exercise.run.visits.node if not node.children]


def cut_children(exercise: Exercise) -> list[Node]:
    """The nodes that cuts leave out at once, in the order of the search."""
    entered = set(exercise.run.visits.node)
    return [
        child
        for node in exercise.in_order()
        if node in entered
        for child in exercise.children(node)
        if child not in entered
    ]


def minimax_values(exercise: Exercise) -> dict[Node, Value]:
    """The minimax value of each node; nothing for a node above an unknown leaf."""
    values: dict[Node, Value] = {}
    for node in exercise.in_order():
        below = [values[child] for child in node.children if child in values]
        if node.children and len(below) == len(node.children):
            values[node] = max(below) if exercise.is_max(node) else min(below)
        elif not node.children and node.value is not None:
            values[node] = node.value
    return values


def read_answer(exercise: Exercise, data: Any) -> Answer:
    """What a student answers. What cannot be read, or is missing, is among its faults."""
    if not isinstance(data, dict):
        raise BadFile(
            _("This is no answer: write an object with the schema {schema}.").format(schema=SCHEMA)
        )
    if data.get("schema", SCHEMA) != SCHEMA:
        raise BadFile(
            _("The answer has the schema {given}: write {schema}.").format(
                given=str(data["schema"])[:40], schema=SCHEMA
            )
        )
    if data.get("kind", exercise.kind) != exercise.kind:
        raise BadFile(
            _(
                "The answer is to an exercise of the kind {given}; this one is of the kind {kind}."
            ).format(given=str(data["kind"])[:40], kind=exercise.kind)
        )
    answer = Answer()
    _Reader(exercise, data, answer).read()
    return answer


class _Reader:
    def __init__(self, exercise: Exercise, data: dict[str, Any], answer: Answer) -> None:
        self.exercise = exercise
        self.data = data
        self.answer = answer

    def read(self) -> None:
        match self.exercise.kind:
            case "values" | "windows" | "returns":
                self._read_nodes()
            case "cuts":
                self.answer.cuts = self._names("cuts", "cut")
            case "leaves":
                if "list" in self.exercise.asked:
                    self.answer.leaves = self._names("leaves", "list")
                    self._check_leaves()
                if "count" in self.exercise.asked:
                    self._read_count()
            case _:
                self._read_move()

    def _fault(self, node: str, item: str, sort: str, given: Any, sentence: str) -> None:
        self.answer.faults.append(Fault(node, item, sort, shown(given), "", sentence))

    def _read_nodes(self) -> None:
        nodes = self.data.get("nodes", {})
        if not isinstance(nodes, dict):
            self._fault(
                "",
                "nodes",
                "unreadable",
                nodes,
                _("nodes is no object: write a node's name and its answer for each."),
            )
            nodes = {}
        seen: set[str] = set()
        for given_name, given in nodes.items():
            label = self._label(given_name)
            if label is None:
                self._fault(
                    shown(given_name), "value", "unknown", given,
                    _("{node} is not asked about; the nodes are {known}.").format(
                        node=shown(given_name), known=", ".join(self.exercise.asked)
                    ),
                )  # fmt: skip
            elif label not in seen:
                seen.add(label)
                self._read_node(label, given)
        for label in self.exercise.asked:
            if label not in seen:
                self._read_node(label, None)

    def _label(self, given: Any) -> str | None:
        text = str(given).strip()
        if text in self.exercise.asked:
            return text
        near = [label for label in self.exercise.asked if label.lower() == text.lower()]
        return near[0] if len(near) == 1 else None

    def _read_node(self, label: str, given: Any) -> None:
        if self.exercise.kind == "windows":
            entry = given if isinstance(given, dict) else {}
            if given is not None and not isinstance(given, dict):
                self._fault(
                    label,
                    "window",
                    "unreadable",
                    given,
                    _('{node}: write {{"window": [α, β], "value": ...}}.').format(node=label),
                )
                self._fault(
                    label,
                    "value",
                    "unreadable",
                    given,
                    _('{node}: write {{"window": [α, β], "value": ...}}.').format(node=label),
                )
                return
            self._read_window(label, entry.get("window"))
            self._read_value(label, entry.get("value"))
        else:
            self._read_value(label, given)

    def _read_window(self, label: str, given: Any) -> None:
        if empty(given):
            self._fault(
                label,
                "window",
                "missing",
                "",
                _("The window of {node} is missing.").format(node=label),
            )
            return
        window = pair_of(given)
        if window is None:
            self._fault(
                label, "window", "unreadable", given,
                _("{node}: {given} is no window; write two bounds, like (−∞, 3).").format(
                    node=label, given=shown(given)
                ),
            )  # fmt: skip
            return
        self.answer.windows[label] = window

    def _read_value(self, label: str, given: Any) -> None:
        if empty(given):
            self._fault(
                label,
                "value",
                "missing",
                "",
                _("The value of {node} is missing.").format(node=label),
            )
            return
        returned = read_bound(given)
        if returned is None:
            self._fault(
                label, "value", "unreadable", given,
                _("{node}: {given} is no value; write a number, a fraction, inf or -inf.").format(
                    node=label, given=shown(given)
                ),
            )  # fmt: skip
            return
        self.answer.returned[label] = returned
        self.answer.values[label] = returned[0]

    def _names(self, name: str, item: str) -> list[str] | None:
        """The names of nodes in a list; each unknown one is told."""
        given = self.data.get(name)
        if isinstance(given, str):
            sign = r"[,;]" if re.search("[,;]", given) else r"(?<!→)(?<!->)\s+(?!→|->)"
            given = [part for part in re.split(sign, given.strip()) if part.strip()]
        if given is None:
            self._fault(
                "", item, "missing", "",
                _("The answer is missing: write a list of names under {name}, [] for none.").format(name=name),
            )  # fmt: skip
            return None
        if not isinstance(given, list | tuple):
            self._fault(
                "", item, "unreadable", given, _("{name} is no list of names.").format(name=name)
            )
            return None
        if given and all(self._node(part) is None and _is_value(part) for part in given):
            self._fault(
                "", item, "unreadable", given,
                _("{name}: write names, not values.").format(name=name),
            )  # fmt: skip
            return None
        found: list[str] = []
        for part in given:
            node = self._node(part)
            if node is None and len(given) == 1 and part in ("-", "∅", "0"):
                continue
            if node is None:
                self._fault(
                    shown(part), item, "unknown", part,
                    _("No node of the tree is called {node}.").format(node=shown(part)),
                )  # fmt: skip
            elif item == "cut" and node is self.exercise.tree:
                self._fault(
                    node.name, item, "unknown", part,
                    _("{node} is the root, which cannot be cut.").format(node=node.name),
                )  # fmt: skip
            elif node.name not in found:
                found.append(node.name)
            elif item == "list":
                self._fault(
                    node.name, item, "unknown", part,
                    _("{node} stands twice in your list.").format(node=node.name),
                )  # fmt: skip
        return found

    def _node(self, given: Any) -> Node | None:
        """A node by its name, or by the edge that leads to it: C → G."""
        if not isinstance(given, str):
            return None
        names = self.exercise.by_name
        text = given.strip()
        for name in (text, re.split(r"→|->", text)[-1].strip()):
            if name in names:
                return names[name]
            near = [node for known, node in names.items() if known.lower() == name.lower()]
            if len(near) == 1:
                return near[0]
        return None

    def _check_leaves(self) -> None:
        for name in list(self.answer.leaves or ()):
            if self.exercise.by_name[name].children:
                assert self.answer.leaves is not None
                self.answer.leaves.remove(name)
                self._fault(
                    name, "list", "unknown", name, _("{node} is no leaf.").format(node=name)
                )

    def _read_count(self) -> None:
        given = self.data.get("count")
        if empty(given):
            self._fault("", "count", "missing", "", _("The number of leaves is missing."))
            return
        returned = read_bound(given)
        if returned is None or not isinstance(returned[0], int) or returned[0] < 0:
            self._fault(
                "", "count", "unreadable", given,
                _("{given} is no number of leaves.").format(given=shown(given)),
            )  # fmt: skip
            return
        self.answer.count = returned[0]

    def _read_move(self) -> None:
        given = self.data.get("move")
        root = self.exercise.tree
        if empty(given):
            self._fault(root.name, "move", "missing", "", _("The move is missing."))
            return
        node = self._node(given)
        for child in root.children:
            if self.exercise.moves.get(child.name) == given or (
                node is child and isinstance(given, str)
            ):
                self.answer.move = child.name
                return
        self._fault(
            root.name, "move", "unreadable", given,
            _("{given} is no move at {node}; choose among {known}.").format(
                given=shown(given), node=root.name,
                known=", ".join(self.exercise.moves.get(child.name, child.name) for child in root.children),
            ),
        )  # fmt: skip


def empty(given: Any) -> bool:
    """Whether nothing was answered.

    >>> empty(None), empty(" "), empty("?"), empty(0)
    (True, True, True, False)
    """
    return given is None or (isinstance(given, str) and given.strip() in ("", "?"))


def visible(text: str) -> str:
    """A text on one line: a sign stands for every character that cannot be seen.

    >>> visible("Ada\\n\\x1b[1mBob\u202e")
    'Ada␊␛[1mBob�'
    """
    return "".join(map(_sign_of, text))


def _sign_of(character: str) -> str:
    code = ord(character)
    if code < 32:
        return chr(0x2400 + code)
    unseen = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return "\N{REPLACEMENT CHARACTER}" if unseen else character


def shown(given: Any) -> str:
    """A given thing in a sentence, in its first 40 characters."""
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False, default=str)
    text = visible(text)
    return text if len(text) <= 40 else text[:39] + "…"


def _is_value(given: Any) -> bool:
    """Whether a value stands where a name is asked for; 0 alone may stand for nothing."""
    return not empty(given) and given != "0" and read_bound(given) is not None


def read_bound(given: Any) -> Returned | None:
    """A value with its sign; None where it is neither a number nor a text of one.

    >>> read_bound("≤ 9"), read_bound(">=1/2"), read_bound(4), read_bound("four")
    ((9, 'upper'), (Fraction(1, 2), 'lower'), (4, 'exact'), None)
    >>> read_bound({"value": 3, "kind": "upper"})
    (3, 'upper')
    """
    kind = "exact"
    if isinstance(given, dict):
        kind, given = given.get("kind", "exact"), given.get("value")
        if not isinstance(kind, str) or kind not in SIGNS:
            return None
    elif isinstance(given, str):
        found = re.fullmatch(r"\s*([≤≥<>=]{0,2})\s*(.*?)\s*", given, re.DOTALL)
        if found is None or found[1] not in KINDS_OF_SIGN:
            return None
        kind, given = KINDS_OF_SIGN[found[1]], found[2]
    try:
        value = value_of(given)
    except ValueError:
        return None
    return None if value is None else (value, kind)


def node_of(exercise: Exercise, label: str) -> Node:
    """The node of a label, whatever the pass."""
    node = exercise.by_name.get(label)
    return node if node is not None else exercise.by_name[label.rpartition(PASS)[0]]
