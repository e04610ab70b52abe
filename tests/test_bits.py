"""Bits: each helper against its plainest definition, on any 64 bits."""

from hypothesis import given
from hypothesis import strategies as st

from coupe.bits import bitreverse, byteswap, highest, lowest, popcount, squares

words = st.integers(0, (1 << 64) - 1)


@given(words)
def test_against_the_list_of_squares(word: int) -> None:
    found = [square for square in range(64) if word >> square & 1]
    assert squares(word) == found
    assert popcount(word) == len(found)
    assert lowest(word) == min(found, default=64)
    assert highest(word) == max(found, default=-1)


@given(words)
def test_turning_the_board(word: int) -> None:
    assert squares(bitreverse(word)) == sorted(63 - square for square in squares(word))
    assert squares(byteswap(word)) == sorted(square ^ 56 for square in squares(word))


@given(st.integers(-(1 << 63), (1 << 64) - 1))
def test_only_the_lowest_64_bits_count(number: int) -> None:
    word = number % (1 << 64)
    for function in (popcount, lowest, highest, byteswap, bitreverse):
        assert function(number) == function(word)
    assert squares(number) == squares(word)
