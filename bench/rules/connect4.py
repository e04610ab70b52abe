"""Connect 4 as a user writes it: the rules of the C++ yardstick, in its order and with its scores."""

from typing import NamedTuple

from coupe import game, popcount, u64

BOTTOM = sum(1 << 7 * column for column in range(7))
BOARD = BOTTOM * 63


class State(NamedTuple):
    me: u64  # the stones of the side to move
    all: u64


def four(stones):
    for step in (1, 6, 7, 8):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


@game
class Connect4:
    State = State

    def initial():
        return State(0, 0)

    def moves(s):
        return (s.all + BOTTOM) & BOARD

    def play(s, m):
        return State(s.me ^ s.all, s.all | (1 << m))

    def over(s):
        return four(s.me ^ s.all) or s.all == BOARD

    def result(s):
        return -1000 + popcount(s.all) if four(s.me ^ s.all) else 0
