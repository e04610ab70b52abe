from typing import NamedTuple
from coupe import PASS, game, popcount, u64

INNER = 0x7E7E7E7E7E7E7E7E
BOARD = (1 << 64) - 1

class State(NamedTuple):
    me: u64
    you: u64

def rising(start, through, step):
    found = through & start << step
    for _ in range(5):
        found |= through & found << step
    return found

def falling(start, through, step):
    found = through & start >> step
    for _ in range(5):
        found |= through & found >> step
    return found

def legal(me, you):
    found = 0
    for step in (1, 7, 8, 9):
        through = you if step == 8 else you & INNER
        found |= rising(me, through, step) << step | falling(me, through, step) >> step
    return found & BOARD & ~(me | you)

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
        turned = 0
        for step in (1, 7, 8, 9):
            through = s.you if step == 8 else s.you & INNER
            line = rising(1 << m, through, step)
            if line << step & s.me:
                turned |= line
            line = falling(1 << m, through, step)
            if line >> step & s.me:
                turned |= line
        return State(s.you & ~turned, s.me | turned | 1 << m)

    def over(s):
        return legal(s.me, s.you) == 0 and legal(s.you, s.me) == 0

    def result(s):
        return popcount(s.me) - popcount(s.you)

    def evaluate(s):
        return popcount(s.me) - popcount(s.you)
