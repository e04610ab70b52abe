"""Boards as bits: plain Python here, one machine instruction each when a game is compiled.

>>> popcount(0b1011), lowest(0b1000), highest(0b1001)
(3, 3, 3)
>>> squares(0b10010)
[1, 4]
"""

from typing import Annotated, TypeAlias

u64: TypeAlias = Annotated[int, "u64"]
"""The type of a field of 64 bits in a game's State.

>>> from typing import NamedTuple
>>> class State(NamedTuple):
...     me: u64
...     you: u64
>>> State(1 << 63, 0).me == 1 << 63
True
"""

ALL = (1 << 64) - 1


def popcount(bits: int) -> int:
    """How many bits are set.

    >>> popcount(0xFF)
    8
    """
    return (bits & ALL).bit_count()


def lowest(bits: int) -> int:
    """The index of the lowest bit set; 64 when there is none.

    >>> lowest(0b0110)
    1
    """
    bits &= ALL
    return (bits & -bits).bit_length() - 1 if bits else 64


def highest(bits: int) -> int:
    """The index of the highest bit set; -1 when there is none.

    >>> highest(0b0110)
    2
    """
    return (bits & ALL).bit_length() - 1


def byteswap(bits: int) -> int:
    """The eight bytes in reverse order: an 8x8 board turned upside down.

    >>> hex(byteswap(0x01))
    '0x100000000000000'
    """
    return int.from_bytes((bits & ALL).to_bytes(8, "little"), "big")


def bitreverse(bits: int) -> int:
    """The 64 bits in reverse order: an 8x8 board turned by half a turn.

    >>> bitreverse(1) == 1 << 63
    True
    """
    return int(format(bits & ALL, "064b")[::-1], 2)


def squares(bits: int) -> list[int]:
    """The indices of the bits set, lowest first (not for rules: it is never compiled).

    >>> squares(0b101)
    [0, 2]
    """
    bits &= ALL
    found = []
    while bits:
        found.append(lowest(bits))
        bits &= bits - 1
    return found
