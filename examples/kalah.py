"""Kalah: sow the seeds of a pit; a last seed in your store, and it is your turn again.

    coupe solve examples/kalah.py
    coupe analyse examples/kalah.py:6x4 --depth 20

A last seed in an empty pit of your own is captured with whatever lies opposite, be it nothing.
The game ends as soon as one side is empty; each player keeps what lies on their own side.
These are the rules of Irving, Donkers and Uiterwijk ("Solving Kalah", ICGA Journal 23(3), 2000),
who solved it for many sizes: with 3 pits and 4 seeds the first player wins, with 6 and 4 by 10.
"""

from typing import NamedTuple

from coupe import game, parameter, u64

PITS = parameter("pits", 3, at_least=1, at_most=6)
SEEDS = parameter("seeds", 4, at_least=1, at_most=9)
FIELDS = (1 << 8 * PITS) - 1


class State(NamedTuple):
    me: u64  # eight bits a pit, from the left; the store comes after the last
    you: u64


@game(players=("South", "North"), unit="seeds")
class Kalah:
    State = State

    def initial():
        return State(FIELDS // 255 * SEEDS, FIELDS // 255 * SEEDS)

    def moves(s):
        found = 0
        for pit in range(PITS):
            if seeds(s.me, pit) > 0:
                found |= 1 << pit
        return found

    def play(s, m):
        me, you, hand = s.me, s.you, seeds(s.me, m)
        me -= hand << 8 * m
        for step in range(1, hand + 1):
            place = (m + step) % (2 * PITS + 1)  # the other player's store is passed over
            if place <= PITS:
                me += 1 << 8 * place
            else:
                you += 1 << 8 * (place - PITS - 1)
        if place < PITS and seeds(me, place) == 1:
            taken = seeds(you, PITS - 1 - place)
            you -= taken << 8 * (PITS - 1 - place)
            me += ((taken + 1) << 8 * PITS) - (1 << 8 * place)
        return State(me, you) if place == PITS else State(you, me)

    def again(s, m):
        return (m + seeds(s.me, m)) % (2 * PITS + 1) == PITS

    def over(s):
        return s.me & FIELDS == 0 or s.you & FIELDS == 0

    def result(s):
        return s.me % 255 - s.you % 255  # the sums of their bytes: 256 is 1 modulo 255

    def evaluate(s):
        return seeds(s.me, PITS) - seeds(s.you, PITS)

    def name(s, m):
        return str(m + 1)

    def show(s, turn):
        far, near = (s.me, s.you) if turn else (s.you, s.me)
        rows = [[seeds(side, pit) for pit in range(PITS + 1)] for side in (far, near)]
        return "\n".join(
            "".join(f"{count:4}" for count in row) for row in (rows[0][::-1], [""] + rows[1])
        )


def seeds(side, pit):
    return side >> 8 * pit & 255
