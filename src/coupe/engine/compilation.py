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
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import int64, njit, uint64, void
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from coupe.engine import integers, native, rules
from coupe.engine.cache import published
from coupe.engine.explain import explained
from coupe.engine.integers import python_integers
from coupe.engine.rendering import rendered
from coupe.engine.rules import Rules, native_rules
from coupe.game import Game

COMPILING = threading.RLock()


class Compiled:
    """The native code of one game: entries that take the address of a context."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        self.rules = rules

    @cached_property
    def run(self) -> Callable[[int], int]:
        """The search."""
        entry: Callable[[int], int] = self._entry("run", int64(uint64), aided=True)
        return entry

    @cached_property
    def plain_run(self) -> Callable[[int], int]:
        """The search without table and without ordering of moves."""
        entry: Callable[[int], int] = self._entry("run", int64(uint64), aided=False)
        return entry

    @cached_property
    def census(self) -> Callable[[int], None]:
        """The count of move sequences."""
        entry: Callable[[int], None] = self._entry("run_census", void(uint64), aided=False)
        return entry

    def _entry(self, name: str, signature: Any, aided: bool) -> Any:
        with COMPILING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = rendered(self.rules, aided)
            try:
                return _built(self, name, signature, source, cached=self.rules.cacheable)
            except (NumbaError, NotImplementedError, UnsupportedBytecodeError) as error:
                raise explained(self.game, error) from error
            except Exception:
                # A damaged file in the cache stops Numba with whatever reading it has raised.
                return _built(self, name, signature, source, cached=False)


_compiled: dict[str, Compiled] = {}


def compiled(game: Game) -> Compiled:
    """The native code of a game (its entries are compiled, or loaded, when first asked for)."""
    with COMPILING:
        found = native_rules(game)
        if found.digest not in _compiled:
            _compiled[found.digest] = Compiled(game, found)
        return _compiled[found.digest]


@cache
def _toolchain() -> str:
    own = [Path(module.__file__ or "").read_text("utf-8") for module in (integers, native, rules)]
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    return repr((own, versions))


def _built(compiled: Compiled, name: str, signature: Any, source: str, cached: bool) -> Any:
    """Compile an entry of a game's search, or load it from the cache."""
    found = compiled.rules
    names = {**found.functions, "State": found.constructor}
    return built(compiled.game.title, name, signature, source, found.digest, names, cached)


def built(
    title: str,
    name: str,
    signature: Any,
    source: str,
    digest: str = "",
    names: Mapping[str, Any] | None = None,
    cached: bool = True,
) -> Any:
    """Compile a function of a source, or load it from the cache.

    `names` are what the source uses and does not define; `digest` tells what they depend on.
    """
    depends = source + digest + _toolchain()
    digest = hashlib.sha256(depends.encode()).hexdigest()[:32]
    slug = "".join(letter for letter in title if letter.isalnum())[:40].lower()
    file = published(f"{slug}-{digest}", source) if cached else None
    path = str(file or f"<kernel of {title}>")
    if file is None:
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    # Loading from the cache looks the module up by its name.
    module = python.ModuleType(f"coupe_kernel_{digest}")
    sys.modules[module.__name__] = module
    namespace = module.__dict__
    exec(compile(source, path, "exec"), namespace)
    namespace.update(names or {})
    for key, value in list(namespace.items()):
        if isinstance(value, python.FunctionType) and value.__code__.co_filename == path:
            namespace[key] = njit(
                cache=key == name and file is not None,
                no_cpython_wrapper=key != name,
                no_cfunc_wrapper=True,
                **rules.FAST,
            )(value)
    entry = namespace[name]
    with python_integers():
        entry.compile(signature)
    entry.disable_compile()
    return entry
