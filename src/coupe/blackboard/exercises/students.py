"""A student's own minimax or alpha-beta, tried on random trees in a process apart.

The student writes `minimax(tree, maximising)` or `alphabeta(tree, alpha, beta, maximising)`. A tree is
a list of trees, or a number: a leaf. MAX moves at the root. `evaluate(leaf)` is there too: it gives
the number back, and keeps which leaves are evaluated, in their order.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     file = Path(folder) / "mine.py"
...     _count = file.write_text("def minimax(tree, maximising): return 0")
...     found = examine(file, "minimax")
>>> found.right, found.sentence.partition(": ")[2]
(False, 'minimax returns 0; it should return 4.')
"""

import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from coupe.blackboard.exercises.exercise import Exercise, one_of
from coupe.blackboard.exercises.following import Decision, Follower
from coupe.blackboard.tracing import Trace, trace
from coupe.blackboard.tree import Node, pretty, read_tree
from coupe.errors import BadFile, BadOption
from coupe.language import _, plural, reason_of
from coupe.processes import APART, end

SCHEMA = "coupe.code/1"
ALGORITHMS = ("minimax", "alphabeta")
HEADERS = {
    "minimax": "def minimax(tree, maximising):",
    "alphabeta": "def alphabeta(tree, alpha, beta, maximising):",
}
MOST_ARGUMENTS = {"minimax": 2, "alphabeta": 4}
MOST_TREES = 2_000
MEGABYTES = 2_048
SECONDS = 60
PATIENCE = 3.0
"""No single tree takes a right function so many seconds."""


@dataclass(frozen=True)
class Finding:
    """What is to be said of a student's file: of the first tree where it departs, if it does."""

    right: bool
    sentence: str
    remarks: tuple[str, ...] = ()
    tree: Node | None = None
    number: int | None = None
    line: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "schema": SCHEMA,
            "right": self.right,
            "sentence": self.sentence,
            "remarks": list(self.remarks),
            "tree": str(self.tree) if self.tree is not None else None,
            "number": self.number,
            "line": self.line,
        }


def trees_from(seed: int, count: int) -> list[Node]:
    """Random trees with ties, negative values and unequal depths, the smallest first.

    >>> [str(tree) for tree in trees_from(1, 200)[8:100:50]]
    ['(-2 -7)', '((-1 (-6 2 -9) -1) ((-5 4) 1))']
    """
    random = Random(f"code {seed}")
    made: list[tuple[int, int, list[Any]]] = []
    for place in range(count):
        leaves = 1 + place * 24 // count + random.randint(0, 1) if place > 3 else 1
        tree = _grown(random, leaves, 0)
        data = tree if isinstance(tree, list) else [tree]
        made.append((str(data).count(",") + 1, str(data).count("["), data))
    made.sort(key=lambda one: one[:2])
    return [read_tree(data) for _leaves, _lists, data in made]


def _grown(random: Random, leaves: int, depth: int) -> Any:
    """Nested lists with so many leaves."""
    if leaves == 1 and (depth == 0 or random.random() < 0.85 or depth > 5):
        return random.randint(-9, 9)
    if depth > 5:
        return [random.randint(-9, 9) for _leaf in range(leaves)]
    parts = random.randint(1 if leaves == 1 else 2, min(leaves, 4)) if leaves > 1 else 1
    cuts = sorted(random.sample(range(1, leaves), parts - 1))
    bounds = [0, *cuts, leaves]
    return [_grown(random, after - before, depth + 1) for before, after in pairwise(bounds)]


def nested(tree: Node) -> Any:
    """A tree as a student's function gets it.

    >>> nested(read_tree("((3 5) 2)"))
    [[3, 5], 2]
    """
    return [nested(child) for child in tree.children] if tree.children else tree.value


def examine(
    path: str | os.PathLike[str],
    algorithm: str = "alphabeta",
    *,
    seed: int = 0,
    trees: int = 200,
    patience: float = PATIENCE,
) -> Finding:
    """Run a student's file on so many random trees, and say where it departs, and why."""
    one_of("algorithm", algorithm, ALGORITHMS)
    if not 1 <= trees <= MOST_TREES:
        raise BadOption(
            _("{name} is {value}; it can be {allowed}.").format(
                name="trees",
                value=trees,
                allowed=_("from {low} to {high}").format(low=1, high=MOST_TREES),
            )
        )
    file = Path(path).absolute()
    try:
        file.open("rb").close()
    except OSError as error:
        raise BadFile(
            _("{path} cannot be read: {reason}.").format(path=path, reason=reason_of(error))
        ) from error
    made = trees_from(seed, trees)
    with tempfile.TemporaryDirectory(prefix="coupe-code-", ignore_cleanup_errors=True) as folder:
        there = Path(folder)
        (there / "trees.json").write_text(json.dumps([nested(tree) for tree in made]), "utf-8")
        code = _run(there, file, algorithm, patience)
        return _Judge(there, file, algorithm, made, code, patience).finding()


def _run(folder: Path, file: Path, algorithm: str, patience: float) -> int | None:
    """Let the child run until it ends, or for as long as it may; None where it had to be ended."""
    script = Path(__file__).with_name("student_side.py")
    arguments = [str(folder), str(file), algorithm, str(MEGABYTES), str(SECONDS), str(patience)]
    work = folder / "work"
    work.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-E", "-s", "-P", str(script), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=work,
        **APART,
    )
    try:
        return process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        return None
    finally:
        end(process)


class _Judge:
    """Compares what the child has written with what the textbook says."""

    def __init__(
        self,
        folder: Path,
        file: Path,
        algorithm: str,
        trees: list[Node],
        code: int | None,
        patience: float,
    ) -> None:
        self.name = file.name
        self.file = file
        self.algorithm = algorithm
        self.trees = trees
        self.code = code
        self.patience = patience
        self.report = _lines(folder / "report")
        self.watch = _text(folder / "watch")
        self.remarks: list[str] = []
        self.place = next((line for line in self.report if "needed" in line), {})

    def finding(self) -> Finding:
        """The first departure, else that there is none."""
        printed = 0
        for said in self.report:
            if said.get("loading"):
                return self._not_loaded(said)
            if "tree" in said:
                number = said["tree"]
                if not isinstance(number, int) or not 0 <= number < len(self.trees):
                    continue
                found = self._judge(number, said)
                if found is not None:
                    return found
                printed = printed or int(said.get("printed") or 0)
        if printed:
            self.remarks.append(
                _("{file}, line {line}: prints; leave print out of what you hand in.").format(
                    file=self.name, line=printed
                )
            )
        done = next((said for said in self.report if said.get("done")), None)
        if done is None:
            return self._ended()
        words = plural(
            "{file}: {name} is right on {n} tree.",
            "{file}: {name} is right on {n} trees.",
            len(self.trees),
        )
        return Finding(
            True,
            words.format(file=self.name, name=self.algorithm, n=len(self.trees)),
            tuple(self.remarks),
        )

    def _wrong(self, sentence: str, number: int | None = None, line: int | None = None) -> Finding:
        tree = self.trees[number] if number is not None else None
        if number is not None:
            sentence = _("Tree {number}, {tree}: {sentence}").format(
                number=number + 1, tree=tree, sentence=sentence
            )
        return Finding(False, sentence, tuple(self.remarks), tree, number, line)

    def _not_loaded(self, said: dict[str, Any]) -> Finding:
        if said.get("missing"):
            return self._wrong(
                _("{file} defines no function {name}: write {header}").format(
                    file=self.name, name=self.algorithm, header=HEADERS[self.algorithm]
                )
            )
        return self._wrong(self._error(said), None, said.get("line"))

    def _error(self, said: dict[str, Any]) -> str:
        """An exception of the student's code, in a sentence."""
        kind, line = str(said.get("error")), said.get("line") or 0
        where = _("{file}, line {line}").format(file=self.name, line=line) if line else self.name
        message = str(said.get("message") or "").rstrip(".")
        if kind == "Forbidden":
            return _forbidden(message).format(where=where)
        fields = {"where": where, "kind": kind, "message": message or "-", "name": self.algorithm}
        sentence = {
            "RecursionError": _(
                "{where}: {name} calls itself without end; give it a case for leaves."
            ),
            "MemoryError": _("{where}: takes more memory than there is."),
            "SystemExit": _("{where}: ends the program; return the value instead."),
            "EOFError": _("{where}: waits for input; take the tree that is given."),
            "TooMuchOutput": _("{where}: prints without end; leave print out."),
        }.get(kind, _("{where}: {kind}: {message}."))
        return sentence.format(**fields)

    def _ended(self) -> Finding:
        """The child has ended before its work was done."""
        judged = [said["tree"] for said in self.report if isinstance(said.get("tree"), int)]
        number = (max(judged) + 1 if judged else 0) if self.place else None
        if number is not None and number >= len(self.trees):
            number = None
        line = self._watched_line()
        where = _("{file}, line {line}").format(file=self.name, line=line) if line else self.name
        if self.watch.startswith("Timeout"):
            sentence = _(
                "{where}: does not come to an end; after {seconds:g} seconds it is still there."
            )
            return self._wrong(sentence.format(where=where, seconds=self.patience), number, line)
        if self.code is None or (self.code < 0 and -self.code in (signal.SIGXCPU, signal.SIGKILL)):
            sentence = _("{where}: takes more time than there is, {seconds} seconds for all trees.")
            return self._wrong(sentence.format(where=where, seconds=SECONDS), number, line)
        sentence = _("{where}: ends the whole process ({reason}); return the value instead.")
        reason = _("exit code {code}").format(code=self.code)
        if self.code < 0:
            with suppress(ValueError):
                reason = signal.Signals(-self.code).name
        return self._wrong(sentence.format(where=where, reason=reason), number, line)

    def _watched_line(self) -> int | None:
        name = str(self.file).encode("ascii", "backslashreplace").decode()
        found = re.findall(r'File "(.*)", line (\d+) in ', self.watch)
        return next((int(line) for file, line in found if file == name), None)

    def _judge(self, number: int, said: dict[str, Any]) -> Finding | None:
        line = self.place.get("line")
        if "error" in said:
            if self._wrong_arguments(said):
                return self._wrong(
                    _("{file}, line {line}: write {header}").format(
                        file=self.name, line=line, header=HEADERS[self.algorithm]
                    ),
                    None,
                    line,
                )
            return self._wrong(self._error(said), number, said.get("line"))
        tree = self.trees[number]
        run = trace(tree, self.algorithm, steps=False)
        value = said.get("value")
        if not isinstance(value, int | float) or isinstance(value, bool):
            return self._wrong_type(number, str(said.get("type")), run)
        departure = self._judge_leaves(run, said) if self.algorithm == "alphabeta" else ""
        if value != run.value:
            sentence = _("{name} returns {given}; it should return {right}.").format(
                name=self.algorithm, given=_shown(value), right=pretty(run.value)
            )
            departure = f"{sentence} {departure}".strip()
        return self._wrong(departure, number, line) if departure else None

    def _wrong_arguments(self, said: dict[str, Any]) -> bool:
        needed, count = self.place.get("needed"), self.place.get("arguments")
        most = MOST_ARGUMENTS[self.algorithm]
        return not said.get("line") and (
            not isinstance(needed, int) or needed > most or not isinstance(count, int) or count < 1
        )

    def _wrong_type(self, number: int, kind: str, run: Trace) -> Finding:
        line = self.place.get("line")
        fields = {
            "file": self.name,
            "line": line,
            "name": self.algorithm,
            "right": pretty(run.value),
        }
        if kind == "NoneType":
            sentence = _(
                "{file}, line {line}: {name} returns nothing; it should return {right}. Is a return missing?"
            )
        else:
            sentence = _(
                "{file}, line {line}: {name} returns a {kind}; it should return the number {right}."
            )
        return self._wrong(sentence.format(kind=kind, **fields), number, line)

    def _judge_leaves(self, run: Trace, said: dict[str, Any]) -> str:
        """Where the leaves that the student evaluates depart from ours; empty where they do not."""
        given = said.get("leaves")
        if not given:
            if not self.remarks:
                self.remarks.append(
                    _(
                        "No leaf was seen: call evaluate(leaf) for the value of a leaf, and the cuts are looked at too."
                    )
                )
            return ""
        leaves = [node for node in run.visits.node if not node.children]
        right = [leaf.value for leaf in leaves]
        if given == right:
            return ""
        at = next(
            (
                place
                for place, pair in enumerate(zip(given, right, strict=False))
                if pair[0] != pair[1]
            ),
            min(len(given), len(right)),
        )
        return self._departure(run, given, leaves, at)

    def _departure(self, run: Trace, given: list[Any], leaves: list[Node], at: int) -> str:
        """The first leaf where the student's search departs, and why."""
        misplaced = self._misplaced(run, given, leaves[at] if at < len(leaves) else None)
        if misplaced:
            return misplaced
        exercise = Exercise(run.tree, "cuts")
        decisions = Follower(exercise).follow().decisions
        strict = trace(run.tree, "alphabeta", strict=True, steps=False)
        hint = ""
        if given == strict.leaves:
            hint = " " + _("(You cut where α > β; cut where α ≥ β.)")
        if at >= len(given):
            return self._left_out(run, decisions, leaves[at])
        after = leaves[at - 1] if at else None
        every = list(run.tree.leaves())
        follows = every[every.index(after) + 1] if after in every[:-1] else every[0]
        cut = _cut_above(decisions, follows)
        if follows.value == given[at] and cut is not None:
            low, high = cut.bounds
            assert cut.child.parent is not None
            why = _("after {after}, {node} has α = {alpha} ≥ β = {beta}, and {child} is cut").format(
                after=cut.after.name if cut.after else "", node=cut.child.parent.name,
                child=cut.child.name, alpha=pretty(low), beta=pretty(high),
            )  # fmt: skip
            return (
                _("{name} evaluates {leaf}, too many: {why}.").format(
                    name=self.algorithm, leaf=self._leaf(run, follows), why=why
                )
                + hint
            )
        if at >= len(leaves):
            return _("{name} evaluates {given} after the last leaf, {leaf}.").format(
                name=self.algorithm, given=_shown(given[at]), leaf=self._leaf(run, leaves[-1])
            )
        return self._left_out(run, decisions, leaves[at]) + hint

    def _misplaced(self, run: Trace, given: list[Any], expected: Node | None) -> str:
        """What no search from left to right evaluates: a leaf again, or one after a later one."""
        every = list(run.tree.leaves())
        there = Counter(leaf.value for leaf in every)
        for value, count in Counter(given).items():
            if not there[value]:
                return ""
            if count > there[value]:
                return _(
                    "{name} evaluates a leaf more than once: leaves of value {value} in the tree: {there}, evaluations of them: {count}."
                ).format(name=self.algorithm, value=_shown(value), there=there[value], count=count)
        rest = iter(every)
        if all(any(leaf.value == value for leaf in rest) for value in given):
            return ""
        # Only a value that stands once in the tree tells which leaf it is.
        known = {leaf.value: place for place, leaf in enumerate(every) if there[leaf.value] == 1}
        places = [known[value] for value in given if value in known]
        pairs = [
            (place, later)
            for index, place in enumerate(places)
            for later in places[index + 1 :]
            if later < place
        ]
        if not pairs:
            return _(
                "{name} evaluates {values}, which is not the order of the tree: children are searched from left to right."
            ).format(name=self.algorithm, values=", ".join(map(_shown, given[:12])))
        first, later = next((pair for pair in pairs if every[pair[1]] is expected), pairs[0])
        return _(
            "{name} evaluates {leaf} before {earlier}: children are searched from left to right."
        ).format(
            name=self.algorithm,
            leaf=self._leaf(run, every[first]),
            earlier=self._leaf(run, every[later]),
        )

    def _left_out(self, run: Trace, decisions: list[Decision], leaf: Node) -> str:
        sentence = _("{name} leaves out {leaf}, which has to be evaluated.").format(
            name=self.algorithm, leaf=self._leaf(run, leaf)
        )
        path = set(leaf.path)
        last = [found for found in decisions if found.child in path and found.after is not None]
        if not last:
            return sentence
        found = last[-1]
        assert found.child.parent is not None
        assert found.after is not None
        return _("{sentence} After {after}, {node} has α = {alpha} < β = {beta}: no cut.").format(
            sentence=sentence, after=found.after.name, node=found.child.parent.name,
            alpha=pretty(found.bounds[0]), beta=pretty(found.bounds[1]),
        )  # fmt: skip

    def _leaf(self, run: Trace, leaf: Node) -> str:
        every = list(run.tree.leaves())
        return _("{leaf} = {value} (leaf {place} of {count})").format(
            leaf=leaf.name, value=pretty(leaf.value), place=every.index(leaf) + 1, count=len(every)
        )


def _forbidden(what: str) -> str:
    return {
        "commands": _("{where}: starts other programs, which is not allowed here."),
        "files": _("{where}: writes or removes files, which is not allowed here."),
        "network": _("{where}: uses the network, which is not allowed here."),
    }.get(what, _("{where}: does what is not allowed here."))


def _cut_above(decisions: list[Decision], leaf: Node) -> Decision | None:
    """The decision by which a leaf is left out."""
    path = set(leaf.path)
    return next((found for found in decisions if found.should and found.child in path), None)


def _shown(value: Any) -> str:
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        value = int(value)
    return str(value).replace("-", "−").replace("inf", "∞")[:30]


def _lines(file: Path) -> list[dict[str, Any]]:
    found = []
    for line in _text(file).splitlines():
        with suppress(ValueError, RecursionError):
            said = json.loads(line)
            if isinstance(said, dict):
                found.append(said)
    return found


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
