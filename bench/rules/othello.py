"""Othello as a user writes it: the rules of the C++ yardstick, in its order and with its scores.

Bit 0 is a1, then b1 and so on, row by row.
"""

from typing import NamedTuple

from coupe import PASS, game, popcount, u64

BOARD = (1 << 64) - 1
INNER = 0x7E7E7E7E7E7E7E7E  # without the left and right edges, so that no row runs into the next
DIRECTIONS = (1, -1, 8, -8, 7, -7, 9, -9)


class State(NamedTuple):
    me: u64
    you: u64


def shifted(discs, step):
    return discs << step & BOARD if step > 0 else discs >> -step


def row(start, through, step):
    """The discs of `through` that follow the start, in one direction, without a gap."""
    found = through & shifted(start, step)
    for _ in range(5):
        found |= through & shifted(found, step)
    return found


def enclosable(you, step):
    return you if abs(step) == 8 else you & INNER


def legal(me, you):
    found = 0
    for step in DIRECTIONS:
        found |= shifted(row(me, enclosable(you, step), step), step)
    return found & ~(me | you)


def turned(me, you, disc):
    found = 0
    for step in DIRECTIONS:
        discs = row(disc, enclosable(you, step), step)
        if shifted(discs, step) & me:
            found |= discs
    return found


@game(passes=True, players=("Black", "White"), unit="discs")
class Othello:
    State = State

    def initial():
        return State(0x0000000810000000, 0x0000001008000000)

    def moves(s):
        return legal(s.me, s.you)

    def play(s, m):
        if m == PASS:
            return State(s.you, s.me)
        discs = turned(s.me, s.you, 1 << m)
        return State(s.you & ~discs, s.me | discs | 1 << m)

    def over(s):
        return legal(s.me, s.you) == 0 and legal(s.you, s.me) == 0

    def result(s):
        return popcount(s.me) - popcount(s.you)

    def evaluate(s):
        return popcount(s.me) - popcount(s.you)
