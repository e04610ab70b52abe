"""A game's own functions, made native: the same code, with what it calls replaced by what compiles.

>>> from coupe import load
>>> native = native_rules(load("connect4"))
>>> native.fields
('u64', 'u64')
"""

import dis
import hashlib
import sys
import types as python
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numba import njit

from coupe import bits
from coupe.engine import native
from coupe.engine.places import line_of_state, line_using, places_of
from coupe.errors import BadGame
from coupe.game import COMPILED, Game, place
from coupe.language import _

FAST = {"error_model": "numpy", "boundscheck": False, "nogil": True}
CAREFUL = {"error_model": "python", "boundscheck": True, "nogil": True}

NATIVE: dict[Any, Any] = {
    bits.popcount: native.popcount,
    bits.lowest: native.lowest,
    bits.highest: native.highest,
    bits.byteswap: native.byteswap,
    bits.bitreverse: native.bitreverse,
}


@dataclass(frozen=True)
class Rules:
    """What the kernel needs of a game."""

    fields: tuple[str, ...]
    functions: dict[str, Any]
    constants: dict[str, Any]
    constructor: Any
    digest: str
    cacheable: bool


def fields_of(game: Game) -> tuple[str, ...]:
    """`u64` or `int` for each field of the state, in order.

    >>> from coupe import load
    >>> fields_of(load("othello"))
    ('u64', 'u64')
    """
    state = game.State
    try:
        hints = get_type_hints(state, include_extras=True)
    except Exception as error:
        raise BadGame(
            _("{where}: the types of its fields cannot be read: {reason}.").format(
                where=place(game.title, "State", line_of_state(game)), reason=error
            )
        ) from error
    found = []
    for name in state._fields:
        hint = hints.get(name)
        if get_origin(hint) is Annotated and get_args(hint)[1] == "u64":
            found.append("u64")
        elif hint in (int, bool):
            found.append("int")
        else:
            raise BadGame(
                _("{where}: the field {field} is neither u64 nor int: write {field}: u64.").format(
                    where=place(game.title, "State", line_of_state(game, name)), field=name
                )
            )
    return tuple(found)


def native_rules(game: Game, careful: bool = False) -> Rules:
    """The functions of a game, ready to be called from compiled code.

    `careful` gives the build that raises on a division by zero or an index out of bounds, instead
    of the fast one.
    """
    return _Translation(game, careful).rules()


class _Translation:
    def __init__(self, game: Game, careful: bool) -> None:
        self.game = game
        self.fields = fields_of(game)
        self.options = CAREFUL if careful else FAST
        self.known: dict[Any, Any] = {}
        self.under_way: list[Any] = []
        self.translating = ""
        self.digest = hashlib.sha256()
        self.cacheable = True
        self.state = self._state_constructor()

    def rules(self) -> Rules:
        game = self.game
        constants = {
            "LISTED": game.fills_list,
            "PASSES": game.passes,
            "AGAIN": game.again is not None,
            "BOUNDED": game.at_most is not None,
            "REPEATS": game.irreversible is not None,
            "SYMMETRIES": game.symmetries if game.symmetry is not None else 1,
            "MAX_MOVES": game.max_moves if game.fills_list else 64,
            "HISTORY_SIZE": 65_536 if game.fills_list else 64,
        }
        functions = {}
        for name in COMPILED:
            function = getattr(game, name)
            self._absorb(name)
            self.translating = name
            if function is not None:
                functions[name] = self.native(function)
        self._absorb(constants, self.fields, self.options)
        return Rules(
            fields=self.fields,
            functions=functions,
            constants=constants,
            constructor=self.state,
            digest=self.digest.hexdigest(),
            cacheable=self.cacheable,
        )

    def _absorb(self, *values: Any) -> None:
        for value in values:
            self.digest.update(repr(value).encode() + b"\0")

    def _state_constructor(self) -> Any:
        """`State(...)` that turns what it is given into the types of the fields.

        This is what lets rules be written with plain integers: in compiled code an operation of a
        u64 and a number gives a signed one, with the right bits.
        """
        state = self.game.State
        names = state._fields
        parameters = [
            f"{name}={state._field_defaults[name]!r}" if name in state._field_defaults else name
            for name in names
        ]
        values = [
            f"{'as_bits' if field == 'u64' else 'as_whole'}({name})"
            for name, field in zip(names, self.fields, strict=True)
        ]
        source = f"def State({', '.join(parameters)}):\n    return _State({', '.join(values)})\n"
        self._absorb(source)
        namespace: dict[str, Any] = {
            "_State": state,
            "as_bits": native.as_bits,
            "as_whole": native.as_whole,
        }
        exec(source, namespace)
        return self._jit(namespace["State"])

    def _jit(self, function: Any) -> Any:
        return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **self.options)(function)

    def native(self, function: python.FunctionType) -> Any:
        """The compiled form of one plain function, and of all that it calls."""
        if function in self.known:
            if function in self.under_way:
                # Loaded from the cache, compiled code that calls itself in a circle crashes.
                self.cacheable = False
            return self.known[function]
        code = function.__code__
        self._absorb(function.__name__, _fingerprint(code), function.__defaults__)
        namespace = dict(function.__globals__)
        cells = tuple(
            python.CellType(self._translated(name, cell.cell_contents))
            for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)
        )
        copy = python.FunctionType(
            code, namespace, function.__name__, function.__defaults__, cells or None
        )
        copy.__kwdefaults__ = function.__kwdefaults__
        compiled = self._jit(copy)
        self.known[function] = compiled
        self.under_way.append(function)
        for name in sorted(set(_global_names(code))):
            if name in namespace:
                namespace[name] = self._translated(name, namespace[name])
        self.under_way.pop()
        return compiled

    def _translated(self, name: str, value: Any) -> Any:
        if value is self.game.State:
            return self.state
        if isinstance(value, python.FunctionType):
            self._absorb(name)
            return NATIVE[value] if value in NATIVE else self.native(value)
        if isinstance(value, np.ndarray):
            self._absorb(name, value.dtype, value.shape)
            self.digest.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, (int, float, str, bytes, tuple, frozenset, type(None))):
            self._absorb(name, value)
        elif isinstance(value, (python.ModuleType, python.BuiltinFunctionType, type)):
            self._absorb(name, value.__name__)
            self.cacheable &= _never_edited(value)
        elif isinstance(value, (list, dict, set)):
            raise BadGame(
                _(
                    "{where}: {name} is a {kind}, which compiled rules cannot read: "
                    "write a tuple (of numbers) instead."
                ).format(where=self._where(name), name=name, kind=type(value).__name__)
            )
        else:
            self._absorb(name)
            self.cacheable = False
        return value

    def _where(self, name: str) -> str:
        """The words for the place where the function that is being translated uses a name."""
        places = places_of(self.game)
        if not self.under_way:
            return places.where(self.translating)
        user = self.under_way[-1]
        return places.where(self.translating, [(user.__code__.co_filename, line_using(user, name))])


def _fingerprint(code: python.CodeType) -> Any:
    constants = tuple(
        _fingerprint(value) if isinstance(value, python.CodeType) else value
        for value in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars


def _global_names(code: python.CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield instruction.argval
    for value in code.co_consts:
        if isinstance(value, python.CodeType):
            yield from _global_names(value)


def _never_edited(value: Any) -> bool:
    home = value.__name__ if isinstance(value, python.ModuleType) else value.__module__
    return str(home).partition(".")[0] in {*sys.stdlib_module_names, "numpy"}
