"""A game's search, compiled once and kept on disk.

The kernel is rendered to a file of its own for each game, whose name is a digest of all that the
compiled code depends on: the rules, what they call, the constants they use, the kernel itself and
the versions of the compiler. So an edit anywhere makes another file, and nothing stale is loaded.

>>> from coupe import load
>>> compiled(load("connect4")) is compiled(load("connect4"))
True
"""

import hashlib
import linecache
import platform
import sys
import threading
import types as python
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import int64, njit, uint64, void
from numba.core.errors import NumbaError

from coupe.engine import integers, kernel, native, rules
from coupe.engine.cache import published
from coupe.engine.explain import explained
from coupe.engine.integers import python_integers
from coupe.game import Game

COMPILING = threading.RLock()


@dataclass(frozen=True)
class Compiled:
    """The native code of one game: entries that take the address of a context."""

    game: Game
    rules: rules.Rules
    source: str
    path: Path | None

    @cached_property
    def run(self) -> Callable[[int], int]:
        """The search."""
        return self._entry("run", int64(uint64))

    @cached_property
    def census(self) -> Callable[[int], None]:
        """The count of move sequences."""
        return self._entry("run_census", void(uint64))

    def _entry(self, name: str, signature: Any) -> Any:
        with COMPILING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return _built(self, name, signature)
            except NumbaError as error:
                raise explained(self.game, error) from error


_compiled: dict[str, Compiled] = {}


def compiled(game: Game) -> Compiled:
    """The native code of a game (its entries are compiled, or loaded, when first asked for)."""
    with COMPILING:
        found = rules.native_rules(game)
        if found.digest not in _compiled:
            source = _frame(found) + _kernel_source()
            digest = hashlib.sha256((found.digest + _toolchain()).encode()).hexdigest()
            slug = "".join(letter for letter in game.title if letter.isalnum())[:40].lower()
            path = published(f"{slug}-{digest[:32]}", source) if found.cacheable else None
            _compiled[found.digest] = Compiled(game, found, source, path)
        return _compiled[found.digest]


@cache
def _kernel_source() -> str:
    return Path(kernel.__file__).read_text("utf-8")


@cache
def _toolchain() -> str:
    own = [Path(module.__file__ or "").read_text("utf-8") for module in (integers, kernel, native, rules)]
    own.append(Path(__file__).read_text("utf-8"))
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    return repr((own, versions))


def _frame(found: rules.Rules) -> str:
    """What the kernel needs to know of the fields of this game's state."""
    bits = [f"as_bits(s[{place}])" for place in range(len(found.fields))]
    loads = [
        f"{'load_bits' if field == 'u64' else 'load_word'}(address, at + {place})"
        for place, field in enumerate(found.fields)
    ]
    words = len(found.fields) + 1
    turn = words - 1
    mixing = "\n".join(f"    key = mix(key ^ {word})" for word in bits)
    storing = "\n".join(f"    store_word(address, at + {i}, {word})" for i, word in enumerate(bits))
    equal = " and ".join(
        f"load_bits(address, at + {place}) == {word}" for place, word in enumerate(bits)
    )
    return f"""\
from coupe.engine.native import as_bits, load_bits, load_word, store_word


def key_of(seed, s):
    key = seed
{mixing}
    return key


def load_state(address, at):
    at = at * {words}
    return State({", ".join(loads)}), load_word(address, at + {turn})


def store_state(address, at, s, turn):
    at = at * {words}
{storing}
    store_word(address, at + {turn}, turn)


def is_state(address, at, s, turn):
    at = at * {words}
    return {equal} and load_word(address, at + {turn}) == turn


def before(address, at):
    s, turn = load_state(address, at)
    key = key_of(TURN_KEY, s)
    return mix(key) if turn else key


"""


def _built(compiled: Compiled, name: str, signature: Any) -> Any:
    """Compile an entry, or load it from the cache."""
    found = compiled.rules
    path = str(compiled.path or f"<kernel of {compiled.game.title}>")
    if compiled.path is None:
        linecache.cache[path] = (len(compiled.source), None, compiled.source.splitlines(True), path)
    # Loading from the cache looks the module up by its name.
    module = python.ModuleType(f"coupe_kernel_{found.digest[:32]}")
    sys.modules[module.__name__] = module
    namespace = module.__dict__
    namespace.update(found.constants)
    exec(compile(compiled.source, path, "exec"), namespace)
    namespace.update(found.functions, State=found.constructor)
    for key, value in list(namespace.items()):
        if isinstance(value, python.FunctionType) and value.__code__.co_filename == path:
            namespace[key] = njit(
                cache=key == name and compiled.path is not None,
                no_cpython_wrapper=key != name,
                no_cfunc_wrapper=True,
                **rules.FAST,
            )(value)
    entry = namespace[name]
    with python_integers():
        entry.compile(signature)
    entry.disable_compile()
    return entry
