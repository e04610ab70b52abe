"""Breakthrough (Dan Troyka, 2000): run one piece to the far row, or take them all.

    coupe solve examples/breakthrough.py
    coupe solve examples/breakthrough.py:5x5

A piece steps one square ahead, straight or diagonally; it takes diagonally only.
With two rows of pieces each, the second player wins on a board of 5x5 (solved by
"Tasmanian Devil", forum of littlegolem.net, December 2006).
"""

from typing import NamedTuple

from coupe import game, lowest, parameter, popcount, u64

WIDTH = parameter("width", 4, at_least=2, at_most=8)
HEIGHT = parameter("height", 5, at_least=4, at_most=8)
BOTTOM = (1 << WIDTH) - 1
TOP = BOTTOM << WIDTH * (HEIGHT - 1)
FILES = "abcdefgh"


class State(NamedTuple):
    me: u64
    you: u64
    ahead: int  # how far a step straight ahead goes: up the board for White, down for Black


@game(max_moves=3 * 2 * WIDTH, players=("White", "Black"))
class Breakthrough:
    State = State

    def initial():
        return State(BOTTOM | BOTTOM << WIDTH, TOP | TOP >> WIDTH, WIDTH)

    def moves(s, out):
        count = 0
        pieces = s.me
        while pieces != 0:
            square = lowest(pieces)
            pieces &= pieces - 1
            for side in range(-1, 2):
                if 0 <= square % WIDTH + side < WIDTH:
                    target = square + s.ahead + side
                    closed = s.me if side != 0 else s.me | s.you
                    if closed & 1 << target == 0:
                        out[count] = square * 64 + target
                        count += 1
        return count

    def play(s, m):
        here, there = 1 << m // 64, 1 << m % 64
        return State(s.you & ~there, s.me ^ here ^ there, -s.ahead)

    def over(s):
        return s.me == 0 or s.you & (BOTTOM if s.ahead > 0 else TOP) != 0

    def at_most(s):
        return 1000

    def result(s):  # the other player has just broken through
        return -1000

    def evaluate(s):
        return popcount(s.me) - popcount(s.you)

    def name(s, m):
        taken = s.you >> m % 64 & 1
        return square_name(m // 64) + "-x"[taken] + square_name(m % 64)

    def draw(s):
        white, black = (s.me, s.you) if s.ahead > 0 else (s.you, s.me)
        return [
            [
                "W" if white >> square & 1 else "B" if black >> square & 1 else ""
                for square in range(row * WIDTH, (row + 1) * WIDTH)
            ]
            for row in reversed(range(HEIGHT))
        ]


def square_name(square):
    return FILES[square % WIDTH] + str(square // WIDTH + 1)
