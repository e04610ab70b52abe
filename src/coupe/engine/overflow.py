"""Where a rule leaves what 64 bits can hold: the usual reason why it differs when compiled.

>>> from coupe import load
>>> connect4 = load("connect4")
>>> found = Watching(connect4).overflows("play", (connect4.initial(), 64))
>>> found[0].expression, found[0].kind
('1 << m', 'shift')
"""

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any

from coupe.bits import ALL
from coupe.engine.places import LIBRARIES
from coupe.engine.watched import shown
from coupe.game import Game
from coupe.language import _

_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Pow": operator.pow,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
}

_REASONS = {
    "shift": "{expression} (line {line}) shifts by {value}, and a compiled number has 64 bits: "
    "test the number before",
    "large": "{expression} (line {line}) is {value}, and a compiled number has 64 bits: "
    "cut it with & before it grows",
    "negative": "{expression} (line {line}) is {value}, and compiled the difference of two u64 is "
    "never negative: compare them before, or declare the fields int",
    "signed": "{expression} (line {line}) is {value}, and compiled a sum, difference or product is "
    "negative from 2**63 on: cut it with & (2**64 - 1)",
}


@dataclass(frozen=True)
class Overflow:
    """An operation that compiled numbers do otherwise."""

    kind: str
    expression: str
    file: str
    line: int
    value: int

    @property
    def reason(self) -> str:
        """The words for it."""
        return _(_REASONS[self.kind]).format(
            expression=self.expression, line=self.line, value=shown(self.value)
        )


class Watching:
    """The functions of a game, run so that each of their operations is looked at."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rewriting = _Rewriting()

    def overflows(self, name: str, arguments: tuple[Any, ...]) -> list[Overflow]:
        """The operations of a function, or of its helpers, that compiled numbers do otherwise.

        Those that may do no harm, because a larger number is only taken from a smaller one or the
        bits beyond 64 are cut off afterwards, come last.
        """
        found = self._rewriting.found
        found.clear()
        try:
            function = self._rewriting.of(getattr(self.game, name))
            if name == "moves" and self.game.fills_list:
                arguments = (*arguments, [0] * 65_536)
            function(*arguments)
        except Exception:
            # It explains what it can: a function without a source, say, is run as it is.
            pass
        return sorted(found, key=lambda overflow: list(_REASONS).index(overflow.kind))


class _Rewriting(ast.NodeTransformer):
    """Makes of each operation of a function a call that looks at its result."""

    def __init__(self) -> None:
        self.found: list[Overflow] = []
        self.known: dict[FunctionType, FunctionType] = {}

    def of(self, function: FunctionType) -> FunctionType:
        """The same function, and all that it calls, with every operation watched."""
        if function in self.known:
            return self.known[function]
        if function.__closure__ or function.__module__ in LIBRARIES:
            return function
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
        ast.increment_lineno(tree, first - 1)
        if not isinstance(tree.body[0], ast.FunctionDef):
            return function
        tree.body[0].decorator_list = []
        file = function.__code__.co_filename
        watched = ast.fix_missing_locations(self.visit(tree))
        namespace = {**function.__globals__, "_operation": partial(self._operation, file)}
        exec(compile(watched, file, "exec"), namespace)
        copy = namespace[function.__name__]
        assert isinstance(copy, FunctionType)
        self.known[function] = copy
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                namespace[name] = self.of(value)
        return copy

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        operation = type(node.op).__name__
        expression, line = ast.unparse(node), node.lineno
        self.generic_visit(node)
        if operation not in _OPERATIONS:
            return node
        about = [ast.Constant(value) for value in (operation, expression, line)]
        watched = ast.Name("_operation", ast.Load())
        return ast.Call(watched, [*about, node.left, node.right], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        read = ast.Name(node.target.id, ast.Load())
        value = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
        written = ast.copy_location(ast.Assign([node.target], value), node)
        found: ast.AST = self.visit(ast.fix_missing_locations(written))
        return found

    def _operation(
        self, file: str, operation: str, expression: str, line: int, left: Any, right: Any
    ) -> Any:
        value = _OPERATIONS[operation](left, right)
        if not isinstance(value, int):
            return value
        if operation in ("LShift", "RShift") and right > 63:
            self.found.append(Overflow("shift", expression, file, line, right))
        elif not -(1 << 63) <= value <= ALL:
            self.found.append(Overflow("large", expression, file, line, value))
        elif operation == "Sub" and value < 0 <= min(left, right):
            self.found.append(Overflow("negative", expression, file, line, value))
        elif operation in ("Add", "Sub", "Mult", "Pow") and value >= 1 << 63:
            self.found.append(Overflow("signed", expression, file, line, value))
        return value
