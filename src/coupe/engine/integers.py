"""Plain integers in compiled rules: 64 bits that behave, as far as they can, like Python's numbers.

Left to itself the compiler makes a signed number of a u64 combined with a literal, so that `>>`
then copies bit 63, and a floating one of a variable that is now signed, now not (`bits &= bits - 1`
in a loop). While a game is compiled these rules hold instead:

- `&`, `|` and `^` of a u64 and a number give a u64, and so does every `<<`;
- `//` and `%` of a u64 by a number give a u64;
- a variable that holds now a u64, now a number, is a u64;
- `+`, `-` and `*` of a u64 and a number give a number, which may be negative.

>>> from numba import njit, uint64
>>> def clear_lowest(bits):
...     count = 0
...     while bits:
...         bits &= bits - 1
...         count += 1
...     return count
>>> with python_integers():
...     compiled = njit([(uint64,)])(clear_lowest)
>>> int(compiled(2**63 + 1))
2
"""

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typing import signature
from numba.core.typing.templates import builtin_registry

U64, NUMBER = types.uint64, types.int64


_U64_RESULTS = {
    operator.and_: [(U64, NUMBER), (NUMBER, U64)],
    operator.or_: [(U64, NUMBER), (NUMBER, U64)],
    operator.xor: [(U64, NUMBER), (NUMBER, U64)],
    operator.lshift: [(NUMBER, NUMBER), (NUMBER, U64)],
    operator.floordiv: [(U64, NUMBER)],
    operator.mod: [(U64, NUMBER)],
}
_IN_PLACE = {
    operator.iand: operator.and_,
    operator.ior: operator.or_,
    operator.ixor: operator.xor,
    operator.ilshift: operator.lshift,
    operator.ifloordiv: operator.floordiv,
    operator.imod: operator.mod,
}


def _templates() -> Iterator[tuple[Any, list[tuple[Any, Any]]]]:
    for function, function_type in builtin_registry.globals:
        wanted = _U64_RESULTS.get(_IN_PLACE.get(function, function))
        if wanted is not None:
            for template in function_type.templates:
                if hasattr(template, "cases"):
                    yield template, wanted


def _unify(self: Any, typingctx: Any, other: Any) -> Any:
    if {types.unliteral(self), types.unliteral(other)} == {U64, NUMBER}:
        return U64
    return _numba_unify(self, typingctx, other)


_numba_unify = types.Number.unify


@contextmanager
def python_integers() -> Iterator[None]:
    """While this lasts nothing else is compiled, and these rules hold."""
    with global_compiler_lock:
        before = [(template, template.cases, wanted) for template, wanted in _templates()]
        for template, cases, wanted in before:
            template.cases = [
                signature(U64, *case.args) if case.args in wanted else case for case in cases
            ]
        types.Number.unify = _unify
        try:
            yield
        finally:
            types.Number.unify = _numba_unify
            for template, cases, _wanted in before:
                template.cases = cases
