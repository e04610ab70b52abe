"""Compiled arithmetic on plain integers, against Python's."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import int64, njit, uint64

from coupe import bits
from coupe.bits import ALL
from coupe.engine import native
from coupe.engine.integers import python_integers

words = st.integers(0, ALL) | st.sampled_from([0, 1, ALL, 1 << 63, (1 << 63) - 1])
shifts = st.integers(0, 63)


def clear_lowest(a: int) -> int:
    count = 0
    while a:
        a &= a - 1
        count += 1
    return count


def count_down(a: int) -> int:
    found = 0
    for index in range(64):
        if a >> index & 1:
            found = found | 1 << index
    return found


ON_A_WORD: dict[str, Callable[[int], int]] = {
    "& number": lambda a: a & 0x7F,
    "number &": lambda a: -2 & a,
    "& ~": lambda a: a & ~3,
    "| bit 63": lambda a: (a | 1 << 63) >> 1,
    "^ number": lambda a: (a ^ 1) >> 1,
    "~ and >>": lambda a: (~a & 0xFFFF_FFFF_FFFF_FFFF) >> 60,
    "// number": lambda a: a // 3,
    "% number": lambda a: a % 7,
    "compare": lambda a: int(a > 1 << 62),
    "clear the lowest": clear_lowest,
    "a variable that grows": count_down,
    "mask of a shift": lambda a: a << 1 & 0xFFFF_FFFF_FFFF_FFFF,
    "isolate": lambda a: a & -a,
}


@cache
def compiled(name: str) -> Any:
    with python_integers():
        return njit([uint64(uint64)])(ON_A_WORD[name])


@pytest.mark.parametrize("name", ON_A_WORD)
@given(a=words)
def test_operations_with_numbers(name: str, a: int) -> None:
    assert int(compiled(name)(a)) == ON_A_WORD[name](a)


@cache
def shifted() -> Any:
    with python_integers():
        return njit([uint64(uint64, int64)])(lambda a, n: (a >> n) ^ (1 << n) | a << n)


@given(a=words, n=shifts)
@example(a=1 << 63, n=63)
def test_shifts(a: int, n: int) -> None:
    assert int(shifted()(a, n)) == ((a >> n) ^ (1 << n) | a << n) & ALL


INSTRUCTIONS = ("popcount", "lowest", "highest", "byteswap", "bitreverse")


@cache
def instruction(name: str) -> Any:
    function = getattr(native, name)
    returned = uint64 if name in ("byteswap", "bitreverse") else int64
    return njit([returned(uint64)])(lambda a: function(a))  # noqa: PLW0108 (no function: an intrinsic)


@pytest.mark.parametrize("name", INSTRUCTIONS)
@given(a=words)
def test_instructions_on_bits(name: str, a: int) -> None:
    assert int(instruction(name)(a)) == getattr(bits, name)(a)


def test_nothing_is_changed_for_others() -> None:
    """Outside, a number and a u64 make what Numba makes of them."""
    with python_integers():
        pass
    plain = njit(lambda a: a & 1)
    plain(5)
    with pytest.raises(ZeroDivisionError), python_integers():
        raise ZeroDivisionError
    assert plain.overloads[(int64,)].signature.return_type == int64
