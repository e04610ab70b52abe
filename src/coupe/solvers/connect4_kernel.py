"""The search of Connect 4 alone: rendered with the size of the board, and compiled by Numba.

A score is half the number of stones by which a win comes before the board is full, as it is common
for this game: 1 for a win with one's last stone, 2 with the one before, negative for a loss. The
side to move never has a win at once: whoever calls has looked.
"""

from typing import Any

import numpy as np

from coupe.engine.native import as_bits, as_whole, load_word, lowest, popcount, store_word

WIDTH = 7
HEIGHT = 6

# The words of a context.
NODES, LIMIT, TABLE, LOG, MOVES, WORDS = 0, 1, 2, 3, 4, 5

STOPPED: Any = np.int64(10_000)
ZERO: Any = np.int64(0)
ONE: Any = np.int64(1)

UP = HEIGHT + 1
STONES = WIDTH * HEIGHT
COLUMN = (1 << HEIGHT) - 1
BOTTOM = sum(1 << UP * column for column in range(WIDTH))
BOARD = BOTTOM * COLUMN
LOWER = BOTTOM * sum(1 << row for row in range(0, HEIGHT, 2))  # the first, third, ... rows
UPPER = BOARD & ~LOWER
SLANTED, RISING = UP - 1, UP + 1

IN_ORDER = np.array(sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH)), np.int64)
"""The columns, from the middle outwards."""

THREAT, AT_ONCE = 4, 2
"""What a move is tried for: a threat counts double when it does not have to be answered at once.
Against counting them alike it takes 8 % fewer positions."""


def wins(mine: Any, all: Any) -> Any:
    """The empty squares with which these stones make four in a row."""
    found = mine << 1 & mine << 2 & mine << 3
    pairs = mine << UP & mine << 2 * UP
    found |= pairs & (mine << 3 * UP | mine >> UP)
    pairs = mine >> UP & mine >> 2 * UP
    found |= pairs & (mine >> 3 * UP | mine << UP)
    pairs = mine << SLANTED & mine << 2 * SLANTED
    found |= pairs & (mine << 3 * SLANTED | mine >> SLANTED)
    pairs = mine >> SLANTED & mine >> 2 * SLANTED
    found |= pairs & (mine >> 3 * SLANTED | mine << SLANTED)
    pairs = mine << RISING & mine << 2 * RISING
    found |= pairs & (mine << 3 * RISING | mine >> RISING)
    pairs = mine >> RISING & mine >> 2 * RISING
    found |= pairs & (mine >> 3 * RISING | mine << RISING)
    return found & (BOARD ^ all)


def four(stones: Any) -> Any:
    """Whether four of these are in a row."""
    pairs = stones & stones >> 1
    if pairs & pairs >> 2 != 0:
        return True
    pairs = stones & stones >> UP
    if pairs & pairs >> 2 * UP != 0:
        return True
    pairs = stones & stones >> SLANTED
    if pairs & pairs >> 2 * SLANTED != 0:
        return True
    pairs = stones & stones >> RISING
    return pairs & pairs >> 2 * RISING != 0


def mirrored(stones: Any) -> Any:
    found = ZERO
    for column in range(WIDTH):
        found |= (stones >> UP * column & (1 << UP) - 1) << UP * (WIDTH - 1 - column)
    return found


def key_of(me: Any, all: Any) -> Any:
    """A number for a position and its mirror image, spread over 64 bits without any collision."""
    key = as_bits(me + all)
    other = as_bits(mirrored(me + all))
    key = min(key, other)
    key = (key ^ key >> as_bits(31)) * as_bits(0x7FB5D329728EA185)
    key = (key ^ key >> as_bits(27)) * as_bits(0x81DADEF4BC2DD44D)
    return key ^ key >> as_bits(33)


def parity(me: Any, you: Any, playable: Any, your_wins: Any) -> Any:
    """The most that the side to move can score against one who only ever answers in the same
    column; STOPPED where that says nothing.

    Answering so takes every second square of each column, as long as each has an even number of
    empty squares; or all but one, where the one who answers has a threat that ends it.
    """
    empty = BOARD ^ (me | you)
    odd = ZERO
    rest = playable
    while rest != 0:
        square = rest & -rest
        rest ^= square
        left = HEIGHT - lowest(square) % UP
        if left & 1 != 0:
            if odd != 0:
                return STOPPED
            odd = square
    if odd == 0:
        # Each column's lower squares of a pair fall to the side to move, the upper to the other.
        lower = empty & (UPPER if HEIGHT & 1 else LOWER)
        if four(me | lower):
            return STOPPED
        return ZERO - 1 if four(you | empty & ~lower) else ZERO
    column = COLUMN << lowest(odd) // UP * UP
    threats = your_wins & column & (LOWER if HEIGHT & 1 == 0 else UPPER) & ~odd
    if threats == 0:
        return STOPPED
    threat = threats & -threats
    below = threat - 1 & column & empty
    others = empty & ~column
    taken = others & (UPPER if HEIGHT & 1 else LOWER) | below & (
        UPPER if HEIGHT & 1 == 0 else LOWER
    )
    if four(me | taken):
        return STOPPED
    before = STONES - HEIGHT + lowest(threat) % UP
    return -((STONES + 1 - before) // 2)


def search(context: Any, me: Any, all: Any, count: Any, alpha: Any, beta: Any) -> Any:
    """The score of the side to move, in this window; STOPPED at the limit of positions."""
    nodes = load_word(context, NODES) + 1
    store_word(context, NODES, nodes)
    if nodes > load_word(context, LIMIT):
        return STOPPED
    you = me ^ all
    playable = (all + BOTTOM) & BOARD
    your_wins = wins(you, all)
    forced = playable & your_wins
    safe = playable
    if forced != 0:
        if forced & forced - 1 != 0:
            return -((STONES - count) // 2)
        safe = forced
    safe &= ~(your_wins >> 1)
    if safe == 0:
        return -((STONES - count) // 2)
    if count >= STONES - 2:
        return ZERO
    least = -((STONES - 2 - count) // 2)
    most = (STONES - 1 - count) // 2
    if most > 0 and not four(me | BOARD ^ all):
        most = ZERO
    if least < 0 and not four(you | BOARD ^ all):
        least = ZERO
    if most > alpha:
        bound = parity(me, you, playable, your_wins)
        if bound != STOPPED and bound < most:
            most = bound
    if least > alpha:
        alpha = least
        if alpha >= beta:
            return alpha
    if most < beta:
        beta = most
        if alpha >= beta:
            return beta
    table = load_word(context, TABLE)
    log = load_word(context, LOG)
    key = key_of(me, all)
    entry = key & as_bits((1 << log) - 1)
    tag = as_bits(key >> as_bits(log))
    known = as_bits(load_word(table, entry))
    low, high = ZERO - 100, ZERO + 100
    if known >> as_bits(16) == tag and known != as_bits(0):
        low = np.int64(known >> as_bits(8) & as_bits(255)) - 100
        high = np.int64(known & as_bits(255)) - 100
        if low > alpha:
            alpha = low
            if alpha >= beta:
                return alpha
        if high < beta:
            beta = high
            if alpha >= beta:
                return beta
    # The moves to try, the best first, packed as worth * 64 + square.
    listed = load_word(context, MOVES) + np.int64(count * WIDTH * 8)
    found = ZERO
    for place in range(WIDTH):
        move = safe & COLUMN << IN_ORDER[place] * UP
        if move == 0:
            continue
        mine = me | move
        after = wins(mine, all | move)
        then = playable ^ move | move << 1 & BOARD
        at_once = after & then
        can = at_once if at_once != 0 else then
        if at_once & at_once - 1 != 0 or can & ~(after >> 1) == 0:
            # Two wins at once, or one above the square that has to be taken, or above every one.
            return np.int64((STONES + 1 - (count + 2)) // 2)
        worth = THREAT * popcount(after) - AT_ONCE * (at_once != 0)
        packed = worth * 64 + lowest(move)
        at = found
        while at > 0 and load_word(listed, at - 1) // 64 < worth:
            store_word(listed, at, load_word(listed, at - 1))
            at -= 1
        store_word(listed, at, packed)
        found += 1
    # Without such a move no win comes before the one after.
    most = np.int64((STONES + 1 - (count + 4)) // 2)
    if most < 0:
        most = ZERO
    if most < beta:
        beta = most
        if alpha >= beta:
            return beta
    for place in range(found):
        move = ONE << (load_word(listed, place) & 63)
        other = key_of(you, all | move)
        known = as_bits(load_word(table, other & as_bits((1 << log) - 1)))
        if known >> as_bits(16) == other >> as_bits(log) and known != as_bits(0):
            bound = 100 - np.int64(known & as_bits(255))
            if bound > alpha:
                alpha = bound
                if alpha >= beta:
                    return alpha
    start = alpha
    best = ZERO - 100
    for place in range(found):
        move = ONE << (load_word(listed, place) & 63)
        # A second signature of a function that calls itself crashes when it is loaded again.
        score = search(
            context,
            as_whole(you),
            as_whole(all | move),
            as_whole(count + 1),
            as_whole(-beta),
            as_whole(-alpha),
        )
        if score == STOPPED:
            return STOPPED
        score = -score
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    break
    known = as_bits(load_word(table, entry))
    if known >> as_bits(16) != tag or known == as_bits(0):
        low, high = ZERO - 100, ZERO + 100
    if best > start and best > low:
        low = best
    if best < beta and best < high:
        high = best
    store_word(
        table,
        entry,
        tag << as_bits(16) | as_bits(low + 100) << as_bits(8) | as_bits(high + 100),
    )
    return best


def run(context: Any, me: Any, all: Any, count: Any, alpha: Any, beta: Any) -> Any:
    """What Python calls."""
    return search(context, me, all, count, alpha, beta)
