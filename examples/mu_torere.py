"""Mū tōrere, a game of the Māori: eight points in a ring, one in the middle, one of nine empty.

    coupe solve examples/mu_torere.py

A stone goes to the empty point: along the ring from a neighbour, from the middle to anywhere, or
from the ring to the middle if an enemy stands beside it. Whoever cannot move has lost.
No move is ever final, so only the rule that a repeated position is a draw ends most games; well
played it is a draw (Marcia Ascher, "Mu Torere: an analysis of a Maori game", Mathematics
Magazine 60(2), 1987).
"""

from typing import NamedTuple

from coupe import game, u64

RING = 0b0_1111_1111
MIDDLE = 0b1_0000_0000
BOARD = RING | MIDDLE


class State(NamedTuple):
    me: u64
    you: u64


@game(players=("Black", "White"), unit="win")
class MuTorere:
    State = State

    def initial():
        return State(0b0000_1111, 0b1111_0000)

    def moves(s):  # a bit a stone that can go to the empty point
        return mobile(s.me, s.you)

    def play(s, m):
        empty = BOARD & ~(s.me | s.you)
        return State(s.you, s.me ^ empty ^ 1 << m)

    def over(s):
        return mobile(s.me, s.you) == 0

    def at_most(s):
        return 1

    def result(s):
        return -1

    def irreversible(s, m):
        return False

    def name(s, m):
        return str(m + 1)

    def show(s, turn):
        black, white = (s.you, s.me) if turn else (s.me, s.you)
        points = ["B" if black >> p & 1 else "W" if white >> p & 1 else "." for p in range(9)]
        return "{0} {1} {2}\n{7} {8} {3}\n{6} {5} {4}".format(*points)


def mobile(me, you):
    empty = BOARD & ~(me | you)
    return me & (beside(you) if empty == MIDDLE else beside(empty) | MIDDLE)


def beside(points):
    ring = points & RING
    return (ring << 1 | ring >> 7 | ring >> 1 | ring << 7) & RING
