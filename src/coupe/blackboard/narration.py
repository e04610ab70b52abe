"""The textbook's algorithms, run so that each of their statements is a step.

The source of `textbook` is read, and a call is put behind each of its statements that has a word.

>>> [statement.word for statement in told("minimax", strict=False).statements[:3]]
['test', 'leaf', 'start']
"""

import ast
import inspect
import io
import math
import tokenize
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from coupe.blackboard import textbook
from coupe.blackboard.steps import Frame, Statement, Steps
from coupe.blackboard.tree import Node, Value
from coupe.errors import BadOption, UnknownValue
from coupe.language import _
from coupe.language import number as as_written

MOST_STEPS = 3_000_000
MOST_PASSES = 10_000
STRICTER = {ast.Lt: ast.LtE, ast.GtE: ast.Gt, ast.LtE: ast.Lt, ast.Gt: ast.GtE}
"""The comparisons that decide on a cut, as they are where only a larger value cuts."""

CUT_TESTS = ("cut?", "loop")


@dataclass(frozen=True)
class Told:
    """The functions of the textbook, ready to be run, and their statements."""

    code: Any
    statements: list[Statement]
    sources: dict[str, list[str]]


@cache
def told(algorithm: str, strict: bool, passes: str = "fail_soft") -> Told:
    """The textbook with a call behind each statement; `strict` cuts on > instead of ≥.

    `passes` is the function that MTD(f) searches its null windows with.
    """
    source = inspect.getsource(textbook).replace("g = fail_soft(", f"g = {passes}(")
    words: dict[int, list[str]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.line.strip() != token.string:
            words[token.start[0]] = token.string.lstrip("# ").split(", ")
    tree = ast.parse(source)
    wanted = {"mtdf": ("mtdf", passes), "deepening": ("deepening", "remembering")}
    names = wanted.get(algorithm, (algorithm.replace("-", "_"),))
    functions = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names
    ]
    writer = _Writer(words, strict)
    sources = {}
    for function in functions:
        writer.function = function
        if strict:
            _Stricter(words).visit(function)
        sources[function.name] = _shown(function, source, words, strict)
        writer.visit(function)
    module = ast.fix_missing_locations(ast.Module([*functions], []))
    return Told(compile(module, "textbook", "exec"), writer.statements, sources)


def _shown(
    function: ast.FunctionDef, source: str, words: dict[int, list[str]], strict: bool
) -> list[str]:
    """The lines of a function as they are shown: without words, types and `else` that only indents."""
    lines = []
    end = function.end_lineno or function.lineno
    for number in range(function.lineno, end + 1):
        line = source.splitlines()[number - 1].partition("  #")[0].rstrip()
        if number == function.lineno:
            line = line.replace(": Any", "").replace(" -> Any", "")
        if strict and any(word in CUT_TESTS for word in words.get(number, [])):
            line = _stricter_text(line)
        lines.append(line)
    return lines


def _stricter_text(line: str) -> str:
    for before, after in (
        ("α < β", "α <= β"),
        (">= β", "> β"),
        ("<= α:", "< α:"),
        ("best < β", "best <= β"),
        ("best > α", "best >= α"),
    ):
        if before in line:
            return line.replace(before, after)
    return line


class _Stricter(ast.NodeTransformer):
    def __init__(self, words: dict[int, list[str]]) -> None:
        self.words = words

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        operation = type(node.ops[0])
        if any(word in CUT_TESTS for word in self.words.get(node.lineno, [])):
            node.ops[0] = STRICTER[operation]()
        return node


class _Writer(ast.NodeTransformer):
    """Puts the calls in."""

    def __init__(self, words: dict[int, list[str]], strict: bool) -> None:
        self.words = words
        self.strict = strict
        self.statements: list[Statement] = []
        self.function: ast.FunctionDef | None = None

    def _number(self, line: int, word: str) -> ast.Constant:
        assert self.function is not None
        self.statements.append(Statement(self.function.name, line - self.function.lineno, word))
        return ast.Constant(len(self.statements) - 1)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        given = [argument.arg for argument in node.args.args]
        for argument in node.args.args:
            argument.annotation = None
        node.returns = None
        entered = _call("_enter", ast.Constant(node.name), _values(given))
        node.body.insert(0, ast.Expr(entered))
        return node

    def _tested(self, node: Any) -> Any:
        word = self.words[node.lineno][0]
        node.test = _call("_test", self._number(node.lineno, word), node.test)
        self.generic_visit(node)
        return node

    visit_If = _tested  # noqa: N815 (the names that ast looks for)
    visit_While = _tested  # noqa: N815

    def visit_Return(self, node: ast.Return) -> ast.Return:
        word = self.words[node.lineno][0]
        node.value = _call(
            "_return", self._number(node.lineno, word), node.value or ast.Constant(None)
        )
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        if node.lineno not in self.words:
            return node
        number = self._number(node.lineno, self.words[node.lineno][0])
        return [node, ast.Expr(_call("_done", number))]

    def visit_Assign(self, node: ast.Assign) -> Any:
        words = self.words[node.lineno]
        made: list[ast.stmt] = []
        if len(words) == 2:
            made.append(ast.Expr(_call("_calls", self._number(node.lineno, words[0]))))
        target = node.targets[0]
        names = [
            element.id
            for element in (target.elts if isinstance(target, ast.Tuple) else [target])
            if isinstance(element, ast.Name)
        ]
        number = self._number(node.lineno, words[-1])
        returns = ast.Constant(len(words) == 2)
        return [*made, node, ast.Expr(_call("_sets", number, _values(names), returns))]


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _values(names: list[str]) -> ast.Dict:
    return ast.Dict(
        [ast.Constant(name) for name in names], [ast.Name(name, ast.Load()) for name in names]
    )


@dataclass
class Visits:
    """Every entry into a node: one number each, in the order of entry.

    `exit` is the step after which the node has been left, -1 while it has not. `value` is MAX's;
    `left` counts the children that a cut has left out, because of the value `reached`; `best` is the
    visit of the best child.
    """

    node: list[Node] = field(default_factory=list)
    alpha: list[Value | None] = field(default_factory=list)
    beta: list[Value | None] = field(default_factory=list)
    value: list[Value | None] = field(default_factory=list)
    reached: dict[int, Value] = field(default_factory=dict)
    kind: list[str] = field(default_factory=list)
    parent: "array[int]" = field(default_factory=lambda: array("i"))
    best: "array[int]" = field(default_factory=lambda: array("i"))
    enter: "array[int]" = field(default_factory=lambda: array("i"))
    exit: "array[int]" = field(default_factory=lambda: array("i"))
    left: "array[int]" = field(default_factory=lambda: array("i"))
    turn: "array[int]" = field(default_factory=lambda: array("i"))

    def __len__(self) -> int:
        return len(self.node)


Ordering = Callable[[Node], list[Node]]

SIGNED = ("negamax", "pvs")
"""The algorithms whose values are those of the side to move."""


class Narrator:
    """Runs one algorithm and records it."""

    def __init__(
        self, algorithm: str, told: Told, ordered: Ordering, maximises: Callable[[Node], bool],
        gap: Value, keep_steps: bool = True,
    ) -> None:  # fmt: skip
        self.algorithm = algorithm
        self.sources = told.sources
        self.steps = Steps(told.statements)
        self.visits = Visits()
        self.stack: list[Frame] = []
        self.leaves: list[Value] = []
        self.passes: list[tuple[int, int]] = []
        self.ordered = ordered
        self.maximises = maximises
        self.keep_steps = keep_steps
        self.signed = algorithm in SIGNED
        self._words = [statement.word for statement in told.statements]
        self._table: dict[Any, tuple[int, Value, Value]] = {}
        self._best_of: dict[Any, Any] = {}
        self._orders: list[tuple[list[Node], int]] = []
        self._last_visit = -1
        self.namespace: dict[str, Any] = {
            "inf": math.inf,
            "gap": gap,
            "terminal": lambda n: not n.children,
            "is_max": maximises,
            "same_player": lambda n, f: n.turn == f.turn,
            "h": self._h,
            "first_child": self._first_child,
            "next_child": self._next_child,
            "try_first": self._try_first,
            "recall": self._recall,
            "store": self._store,
            "_enter": self._enter,
            "_test": self._test if keep_steps else lambda number, truth: truth,
            "_return": self._return,
            "_done": self._done,
            "_calls": self._calls,
            "_sets": self._sets,
        }
        exec(told.code, self.namespace)

    def run(self, *arguments: Any) -> Any:
        """Run the algorithm from the root."""
        return self.namespace[self.algorithm.replace("-", "_")](*arguments)

    def _add(self, number: int, changes: tuple[Any, ...] = (), truth: int = -1) -> None:
        if self.keep_steps:
            if len(self.steps) >= MOST_STEPS:
                raise BadOption(
                    _(
                        "The run has more than {most} steps: ask for less depth, or leave the steps out."
                    ).format(most=as_written(MOST_STEPS))
                )
            self.steps.add(number, self.stack[-1]["n"], changes, truth, self.stack)

    def _enter(self, name: str, given: dict[str, Any]) -> None:
        frame: Frame = {"function": name, **given}
        node: Node = frame["n"]
        if name in ("mtdf", "deepening"):
            frame["visit"] = -1
        else:
            visits = self.visits
            alpha, beta = given.get("α"), given.get("β")
            if self.signed and not self.maximises(node):
                alpha, beta = -given["β"], -given["α"]
            frame["visit"] = len(visits)
            parent = self.stack[-1]["visit"] if self.stack else -1
            visits.node.append(node)
            visits.alpha.append(alpha)
            visits.beta.append(beta)
            visits.value.append(None)
            visits.kind.append("")
            visits.parent.append(parent)
            visits.best.append(-1)
            visits.enter.append(len(self.steps) - 1)
            visits.exit.append(-1)
            visits.left.append(0)
            visits.turn.append(node.turn)
        if self.keep_steps and self.stack:
            self.steps.add_change(("push", dict(frame)))
        elif self.keep_steps:
            self.first_frame = dict(frame)
        self.stack.append(frame)
        self._orders.append(([], 0))

    def _test(self, number: int, truth: Any) -> Any:
        self._add(number, (), 1 if truth else 0)
        return truth

    def _calls(self, number: int) -> None:
        if self._words[number] == "pass":
            self.passes.append((len(self.visits), len(self.leaves)))
            if len(self.passes) > MOST_PASSES:
                raise BadOption(
                    _(
                        "MTD(f) has made {most} passes: with fail-hard it makes one for each step from "
                        "its first guess to the value, so begin nearer, or take fail-soft."
                    ).format(most=as_written(MOST_PASSES))
                )
        self._add(number)

    def _done(self, number: int) -> None:
        changes: tuple[Any, ...] = ()
        if self._words[number] == "order":
            changes = (("set", "put first", None, self.stack[-1].get("put first")),)
        self._add(number, changes)

    def _sets(self, number: int, values: dict[str, Any], returned: bool) -> None:
        changes: list[Any] = []
        if returned:
            changes.append(("pop", self.stack.pop()))
            self._orders.pop()
        frame = self.stack[-1]
        word = self._words[number]
        better = word == "update" and any(
            frame.get(name) != value for name, value in values.items() if name != "line"
        )
        for name, value in values.items():
            changes.append(("set", name, frame.get(name), value))
            frame[name] = value
        if better:
            self.visits.best[frame["visit"]] = self._last_visit
        self._add(number, tuple(changes))

    def _return(self, number: int, value: Any) -> Any:
        frame = self.stack[-1]
        changes: tuple[Any, ...] = (("set", "returned", None, value),)
        if "h" in frame:
            changes = (("set", "h", None, frame["h"]), *changes)
        frame["returned"] = value
        visit = frame["visit"]
        if visit >= 0:
            self._leave(visit, frame, value[0] if isinstance(value, tuple) else value, number)
        self._add(number, changes)
        return value

    def _leave(self, visit: int, frame: Frame, value: Any, number: int) -> None:
        visits = self.visits
        node: Node = frame["n"]
        if self.signed and not self.maximises(node):
            value = -value
        visits.value[visit] = value
        alpha, beta = visits.alpha[visit], visits.beta[visit]
        visits.exit[visit] = len(self.steps)
        word = self._words[number]
        order, place = self._orders[-1]
        if word == "cut":
            visits.best[visit] = self._last_visit
        if order and word in ("cut", "return"):
            # After a cut in the middle of a turn the last child tried is the one at `place`.
            visits.left[visit] = len(order) - place - (1 if word == "cut" else 0)
        if visits.left[visit]:
            # Fail-hard returns the bound, not what was beyond it.
            clipped = frame["function"] == "fail_hard"
            visits.reached[visit] = frame["value"] if clipped else value
        if "h" in frame:
            visits.kind[visit] = "exact"
        elif alpha is not None and alpha == beta:
            visits.kind[visit] = self._kind_by_children(visit, value, word == "cut")
        else:
            visits.kind[visit] = kind_of(value, alpha, beta)
        self._last_visit = visit

    def _kind_by_children(self, visit: int, value: Value, cut: bool) -> str:
        """What a value says that was returned for the empty window (α, α).

        Where only a larger value cuts there are such windows, and the value falls on both bounds.
        """
        visits = self.visits
        is_max = self.maximises(visits.node[visit])
        children = [
            (visits.value[child], visits.kind[child])
            for child in range(visit + 1, len(visits))
            if visits.parent[child] == visit
        ]
        reached = "upper" if not is_max else "lower"
        bounded = "lower" if not is_max else "upper"
        sign = 1 if is_max else -1
        reaches = any(
            found is not None and kind != bounded and sign * found >= sign * value
            for found, kind in children
        )
        bounds = (
            not cut
            and not visits.left[visit]
            and all(
                found is not None and kind != reached and sign * found <= sign * value
                for found, kind in children
            )
        )
        if reaches:
            return "exact" if bounds else reached
        return bounded

    def _h(self, n: Node) -> Value:
        value = n.value
        if value is None:
            if n.children:
                raise UnknownValue(
                    _(
                        "{node} has no value of its own, and the depth ends there: give it one, or search deeper."
                    ).format(node=n.name)
                )
            raise UnknownValue(
                _("{node} is unknown, and the search has reached it: give it a value.").format(
                    node=n.name
                )
            )
        self.stack[-1]["h"] = value
        self.leaves.append(value)
        return value

    def _first_child(self, n: Node) -> Node:
        order, _place = self._orders[-1]
        if not order:
            order = self.ordered(n)
        self._orders[-1] = (order, 0)
        return order[0]

    def _next_child(self, n: Node, f: Node) -> Node | None:
        order, place = self._orders[-1]
        self._orders[-1] = (order, place + 1)
        return order[place + 1] if place + 1 < len(order) else None

    def _try_first(self, n: Node) -> None:
        order = list(self.ordered(n))
        known = self._best_of.get(n.key)
        for child in order:
            if known is not None and child.edge == known:
                order.remove(child)
                order.insert(0, child)
                self.stack[-1]["put first"] = child
                break
        self._orders[-1] = (order, 0)

    def _recall(self, n: Node, p: int, alpha: Value, beta: Value) -> Value | None:
        found = self._table.get((n.key, p, n.turn))
        if found is None:
            return None
        _depth, low, high = found
        if low >= beta or low == high:
            return low
        return high if high <= alpha else None

    def _store(self, n: Node, p: int, alpha: Value, beta: Value, best: Value) -> None:
        _depth, low, high = self._table.get((n.key, p, n.turn), (p, -math.inf, math.inf))
        if best > alpha or alpha == -math.inf:
            low = max(low, best)
        if best < beta or beta == math.inf:
            high = min(high, best)
        self._table[n.key, p, n.turn] = (p, low, high)
        best_visit = self.visits.best[self.stack[-1]["visit"]]
        if best_visit >= 0:
            self._best_of[n.key] = self.visits.node[best_visit].edge


def kind_of(value: Value, alpha: Value | None, beta: Value | None) -> str:
    """What a value returned for a window says of the true one.

    >>> kind_of(5, 3, 8), kind_of(3, 3, 8), kind_of(8, 3, 8), kind_of(-math.inf, -math.inf, 0)
    ('exact', 'upper', 'lower', 'exact')
    """
    if alpha is not None and value <= alpha and alpha > -math.inf:
        return "upper"
    if beta is not None and value >= beta and beta < math.inf:
        return "lower"
    return "exact"
