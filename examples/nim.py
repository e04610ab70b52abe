"""Nim with a single pile: take one, two or three stones; whoever takes the last one wins.

    coupe solve examples/nim.py
    coupe solve examples/nim.py:pile=30

The theory is as old as Bouton ("Nim, a game with a complete mathematical theory", Annals of
Mathematics 3, 1901): leave a multiple of four, so the player to move loses when the pile is one.
"""

from typing import NamedTuple

from coupe import game, parameter, u64

PILE = parameter("pile", 21, at_least=1, at_most=60)
TAKE = parameter("take", 3, at_least=1, at_most=9)


class State(NamedTuple):
    stones: u64


@game(unit="win")
class Nim:
    State = State

    def initial():
        return State(PILE)

    def moves(s):  # bit m is set where m stones can be taken
        return ((2 << TAKE) - 2) & ((2 << s.stones) - 1)

    def play(s, m):
        return State(s.stones - m)

    def over(s):
        return s.stones == 0

    def at_most(s):
        return 1

    def result(s):  # the other player has just taken the last stone
        return -1

    def show(s):
        return "|" * s.stones + f" ({s.stones})"
