"""Which function of a game a line of code belongs to, and how a message says so.

>>> from coupe import load
>>> nim = load("connect4")
>>> code = nim.moves.__code__
>>> places_of(nim).where("moves", [(code.co_filename, code.co_firstlineno + 1)]) == place(
...     "Connect4", "moves", code.co_firstlineno + 1)
True
"""

import dis
import linecache
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FunctionType, TracebackType
from typing import Any

from coupe.game import ARITIES, Game, place, place_elsewhere
from coupe.language import _

Frame = tuple[str, int]
"""A file and a line of it."""

LIBRARIES = ("coupe.bits", "coupe.language", "coupe.errors")


@dataclass(frozen=True)
class Function:
    """Where a function is written; `name` is the contract's, if it is one of the contract's.

    `written` is the name that it has where it is written.
    """

    name: str
    written: str
    file: str
    first: int
    last: int
    of_contract: bool


@dataclass(frozen=True)
class Places:
    """The functions of a game and the helpers that they call."""

    title: str
    source: str
    functions: tuple[Function, ...]

    def to_json(self) -> dict[str, Any]:
        """As JSON knows it."""
        return asdict(self)

    @classmethod
    def from_json(cls, known: dict[str, Any]) -> "Places":
        """What `to_json` gave."""
        functions = tuple(Function(**function) for function in known["functions"])
        return cls(known["title"], known["source"], functions)

    def where(self, name: str, frames: Sequence[Frame] = ()) -> str:
        """The words for a line of the function of that name, or of a helper that it calls.

        `frames` are calls under way, the innermost first; those outside the game do not count.
        """
        for file, line in frames:
            function = self.function_at(file, line)
            if function is None:
                continue
            if function.of_contract and function.name == name:
                return self._of_contract(name, line)
            if not function.of_contract:
                return self._helper(function, line, name)
        return self._of_contract(name)

    def _of_contract(self, name: str, line: int = 0) -> str:
        """The words for a function of the contract; for its first line where none is given."""
        for known in self.functions:
            if known.of_contract and known.name == name:
                if _same_file(known.file, self.source):
                    return place(self.title, name, line or known.first)
                return place_elsewhere(known.written, known.file, line or known.first)
        return place(self.title, name, 0)

    def function_at(self, file: str, line: int) -> Function | None:
        """The innermost function that this line of this file is a part of."""
        found = [
            known
            for known in self.functions
            if known.first <= line <= known.last and _same_file(known.file, file)
        ]
        return max(found, key=lambda known: known.first, default=None)

    def name_at(self, frames: Sequence[Frame]) -> str | None:
        """The function of the contract that these calls are in, the innermost if several."""
        for file, line in frames:
            function = self.function_at(file, line)
            if function is not None and function.of_contract:
                return function.name
        return None

    def _helper(self, function: Function, line: int, name: str) -> str:
        caller = self._of_contract(name)
        if _same_file(function.file, self.source):
            return _("{helper} (line {line}), called by {caller},").format(
                helper=function.name, line=line, caller=caller
            )
        return _("{helper} ({file}, line {line}), called by {caller},").format(
            helper=function.name, file=Path(function.file).name, line=line, caller=caller
        )


def places_of(game: Game) -> Places:
    """The places of a game."""
    found: dict[CodeType, Function] = {}
    for name in ARITIES:
        function = getattr(game, name)
        if isinstance(function, FunctionType) and function.__module__ != Game.__module__:
            found[function.__code__] = _written(function.__code__, name, True)
    for name in ARITIES:
        function = getattr(game, name)
        if isinstance(function, FunctionType):
            for helper in helpers_of(function):
                code = helper.__code__
                found.setdefault(code, _written(code, helper.__name__, False))
    return Places(game.title, str(game.source), tuple(found.values()))


def helpers_of(function: FunctionType) -> Iterator[FunctionType]:
    """The functions that a function calls by their names, those that they call, and so on."""
    seen = {function}
    waiting = [function]
    while waiting:
        caller = waiting.pop()
        for name in _names(caller.__code__):
            value = caller.__globals__.get(name)
            if isinstance(value, FunctionType) and value not in seen:
                seen.add(value)
                if value.__module__ not in LIBRARIES:
                    yield value
                    waiting.append(value)


def line_using(function: FunctionType, name: str) -> int:
    """The line of a function that uses a name, its first line where it is not to be seen."""
    for instruction in dis.get_instructions(function):
        spot = instruction.positions
        if instruction.argval == name and spot is not None and spot.lineno is not None:
            return spot.lineno
    return function.__code__.co_firstlineno


def line_of_state(game: Game, field: str = "") -> int:
    """The line of a field of the state, or of its class; 0 where it is not written down.

    >>> from coupe import load
    >>> line_of_state(load("connect4"), "me") == line_of_state(load("connect4")) + 1
    True
    """
    state = game.State
    lines = linecache.getlines(getattr(sys.modules.get(state.__module__), "__file__", None) or "")
    inside = 0
    for number, line in enumerate(lines, 1):
        if re.match(rf"\s*class\s+{state.__name__}\b", line):
            inside = number
        if inside and (not field or re.match(rf"\s+{field}\s*:", line)):
            return number
    return inside


def frames_of(traceback: TracebackType | None) -> list[Frame]:
    """The calls of a traceback, the innermost first."""
    found = []
    while traceback is not None:
        found.append((traceback.tb_frame.f_code.co_filename, traceback.tb_lineno))
        traceback = traceback.tb_next
    return found[::-1]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _written(code: CodeType, name: str, of_contract: bool) -> Function:
    first, last = code.co_firstlineno, _last_line(code)
    return Function(name, code.co_name, code.co_filename, first, last, of_contract)


def _last_line(code: CodeType) -> int:
    lines = [line for _start, _end, line in code.co_lines() if line is not None]
    inner = [_last_line(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return max([code.co_firstlineno, *lines, *inner])


def _same_file(one: str, other: str) -> bool:
    return one == other or os.path.abspath(one) == os.path.abspath(other)
