"""The search: one routine that is every algorithm, from minimax to principal variation search.

This file is not run as it stands. For each game a copy is rendered beside the compiled code, with
the game's own functions under the names that are only declared here, and compiled by Numba.

A value travels with two bits, packed as `value * 4 + lower * 2 + upper`: whether the value is
proved as a lower bound, and as an upper bound, by lines that all reach the end of the game. Both
together make it exact. All scores are those of the side to move.
"""

from typing import Any

import numpy as np
from numba import carray

from coupe.engine.native import (
    as_whole,
    halves,
    load_bits,
    load_half,
    load_word,
    lowest,
    store_half,
    store_word,
)

moves: Any
play: Any
over: Any
result: Any
evaluate: Any
again: Any
irreversible: Any
symmetry: Any
symmetric_move: Any
at_most: Any
load_state: Any
store_state: Any
is_state: Any
key_of: Any
before: Any

AIDED: bool
LISTED: bool
PASSES: bool
AGAIN: bool
REPEATS: bool
BOUNDED: bool
SYMMETRIES: int
MAX_MOVES: int
HISTORY_SIZE: int

PASS = 65_535
NO_MOVE = 65_534
INFINITY = 32_001
ESTIMATE_LIMIT = 31_999

# The words of a context, the memory of one search thread.
NODES = 0
INNER = 1
LIMIT = 2
FLAGS = 3
DEPTH = 4
ALPHA = 5
BETA = 6
COUNTS = 7
TABLE = 8
TABLE_MASK = 9
AGE = 10
SEED = 11
BUSY = 12
FAULT = 13
LISTS = 14
SCRATCH = 15
LINES = 16
LENGTHS = 17
KILLERS = 18
HISTORY = 19
PATH = 20
PATH_BASE = 21
SEGMENTS = 22
DEPENDS = 23
PATH_KEYS = 24
CLAIMANT = 25
ROOT = 26

CUT = 1
SOFT = 2
NARROW = 4
REMEMBER = 8
ORDER = 16
PROVE = 32
BOUND = 64
PESSIMIST = 128
OPTIMIST = 256

LINE_WIDTH = 128
"""Moves of a principal variation kept during the search; the rest is found again afterwards."""

NO_LEGAL_MOVE = 1
TOO_MANY_MOVES = 2
STOPPED = 1 << 40
"""What a search returns that was told to end, or reached its limit: no value is as large."""

ZERO: Any = np.int64(0)
ONE: Any = np.int64(1)
FAR: Any = np.int64(1 << 40)

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(32)
TURN_KEY = np.uint64(0xD1B54A32D192ED03)

TABLE_DEPTH = 2
"""Nearer to the horizon a position is searched again sooner than it is looked up."""

SYMMETRY_DEPTH = 4
"""From 2, 4, 5 and 8 on, two Othello endings of 19 empties took 98, 81, 79 and 109 million nodes,
and tic-tac-toe 3.7, 5, 7 and 14 thousand."""

LOOK_DEPTH = 3
"""The least depth at which moves are ordered by the evaluation they lead to. From 3, 4 and 5 on,
two Othello endings of 19 empties took 8.8, 9.6 and 12.3 seconds."""

BUSY_DEPTH = 4
BUSY_MASK = np.uint64((1 << 14) - 1)
HISTORY_LIMIT = 1 << 26
HINT_BONUS = 1 << 40
KILLER_BONUS = 1 << 38
LOOK_UNIT = 1 << 20


def mix(word: Any) -> Any:
    """Spread each bit over the whole word; word after word of a state goes through it.

    Combining `(a * K0) ^ (b * K1)` instead made "h8 mine" equal "h8 theirs".
    """
    word = word * MULTIPLIER
    return (word ^ (word >> SHIFT)) * MULTIPLIER


def estimate(s: Any) -> Any:
    """The evaluation, kept strictly inside the range of results."""
    value = as_whole(evaluate(s))
    return min(max(value, -ESTIMATE_LIMIT), ESTIMATE_LIMIT)


def horizon(context: Any, s: Any, turn: Any, flags: Any) -> Any:
    """What a state is taken for where the depth ends.

    A pessimist takes it for lost by the claimant and an optimist for won, so that what they find
    all the same is proved, even where an estimate equals the value of a draw.
    """
    if flags & (PESSIMIST | OPTIMIST):
        claimant_wins = flags & OPTIMIST != 0
        own = turn == load_word(context, CLAIMANT)
        return ZERO + ESTIMATE_LIMIT if claimant_wins == own else ZERO - ESTIMATE_LIMIT
    return estimate(s)


def search(context: Any, s: Any, left: Any, alpha: Any, beta: Any) -> Any:
    """The value of a state with two plies or more to go, packed with its proofs.

    `left` is twice the plies to go, plus whose turn it is: with one argument for each, calls were
    a tenth slower.
    """
    if load_word(context, NODES) >= load_word(context, LIMIT):
        return ZERO + STOPPED
    depth = left >> 1
    turn = left & 1
    ply = load_word(context, DEPTH) - depth
    store_word(context, INNER, load_word(context, INNER) + 1)
    flags = load_word(context, FLAGS)
    if REPEATS:
        store_word(load_bits(context, DEPENDS), ply, FAR)
    open_window = beta - alpha > 1
    most = ZERO + INFINITY
    if AIDED and BOUNDED and flags & BOUND:
        most = as_whole(at_most(s))
        if most <= alpha:
            return most * 4 + 1

    hint = ZERO + NO_MOVE
    key = np.uint64(0)
    twin = ZERO
    if AIDED and flags & REMEMBER and depth >= TABLE_DEPTH:
        key = key_of(load_bits(context, SEED), s)
        if SYMMETRIES > 1 and depth >= SYMMETRY_DEPTH:
            for k in range(1, SYMMETRIES):
                other = key_of(load_bits(context, SEED), symmetry(s, k))
                if other < key:
                    key = other
                    twin = ZERO + k
        if REPEATS:
            # What a repetition makes of a position depends on how it was reached. A proof does not,
            # as long as it meets no position of the path: but for those before the root, which
            # nobody can avoid any more.
            base = load_word(context, PATH_BASE)
            if flags & PROVE == 0:
                base += ply
            if base:
                key ^= load_bits(load_bits(context, PATH_KEYS), base)
                if turn:
                    key ^= TURN_KEY
        if flags & (PESSIMIST | OPTIMIST):
            key = mix(
                key
                ^ np.uint64((flags & OPTIMIST) * 2 + load_word(context, CLAIMANT) + turn * 4 + 1)
            )
        data = probe(context, key)
        if data != 0:
            known = depth_in(data)
            same = known == depth
            usable = known <= depth or flags & PROVE != 0
            hint = move_in(data)
            if not (flags & NARROW and open_window):
                lower_known = same or (usable and data & 2 != 0)
                upper_known = same or (usable and data & 1 != 0)
                low = lower_in(data)
                high = upper_in(data)
                if lower_known and low >= beta:
                    return (low if flags & SOFT else beta) * 4 + (data & 2)
                if upper_known and high <= alpha:
                    return (high if flags & SOFT else alpha) * 4 + (data & 1)
                if lower_known and upper_known and low == high:
                    return low * 4 + (data & 3)

    mask = np.uint64(0)
    count = ZERO
    listed = LISTED or (AIDED and flags & ORDER != 0)
    if LISTED:
        count = listed_moves(context, s)
    else:
        mask = np.uint64(moves(s))
    if listed:
        count = order(context, s, mask, count, depth, ply, turn, hint, twin, flags)
    forced = (count == 0) if listed else (mask == np.uint64(0))
    if forced and not PASSES:
        store_word(context, FAULT, NO_LEGAL_MOVE)
        return ZERO + STOPPED

    floor = alpha
    best = ZERO - INFINITY
    best_move = ZERO + NO_MOVE
    lower = ZERO
    upper = ONE
    index = ZERO
    cut = False
    put_off = ZERO
    shared = np.uint64(0)
    if AIDED and flags & REMEMBER and depth >= BUSY_DEPTH:
        shared = load_bits(context, BUSY)
    while True:
        if forced:
            if index:
                break
            move = ZERO + PASS
        elif listed:
            if index >= count:
                if put_off == 0 or index >= count + put_off:
                    break
                move = put_off_move(context, ply, index - count)
            else:
                move = pick(context, ply, index, count)
        else:
            if mask == np.uint64(0):
                break
            move = lowest(mask)
            mask &= mask - np.uint64(1)
        busy_at = np.uint64(0)
        if AIDED and shared and listed and not forced:
            busy_at = shared + (mix(key ^ np.uint64(move)) & BUSY_MASK) * np.uint64(8)
            if 0 < index < count and load_bits(busy_at, 0) == key:
                # Another thread is at this move: its result will soon be in the table.
                put_off_later(context, ply, put_off, move)
                put_off += 1
                index += 1
                continue
            store_word(busy_at, 0, key)
        child = play(s, move)
        same_player = AGAIN and again(s, move)
        following = turn if same_player else 1 - turn
        earlier = FAR
        followed = False
        store_word(context, NODES, load_word(context, NODES) + 1)
        if over(child):
            packed = as_whole(result(child)) * 4 + 3
        else:
            if REPEATS:
                leave_path(context, s, move, ply)
                earlier = enter_path(context, child, ply + 1, following)
            if REPEATS and earlier != FAR:
                depends = load_bits(context, DEPENDS)
                store_word(depends, ply, min(load_word(depends, ply), earlier))
                packed = ZERO + 3
            else:
                followed = True
                low = alpha if flags & CUT else ZERO - INFINITY
                high = beta if flags & CUT else ZERO + INFINITY
                if open_window and ply + 1 < LINE_WIDTH:
                    store_word(load_bits(context, LENGTHS), ply + 1, ZERO)
                narrow = AIDED and flags & NARROW != 0 and index > 0 and high - low > 1
                while True:
                    top = low + 1 if narrow else high
                    floor_below = low if same_player else -top
                    roof_below = top if same_player else -low
                    below = left - 2 if same_player else (left - 2) ^ 1
                    if depth == 2:
                        packed = frontier(context, child, below, floor_below, roof_below)
                    else:
                        packed = search(context, child, below, floor_below, roof_below)
                    if packed == STOPPED:
                        if AIDED and busy_at:
                            store_word(busy_at, 0, ZERO)
                        return ZERO + STOPPED
                    if REPEATS:
                        depends = load_bits(context, DEPENDS)
                        least = load_word(depends, ply + 1)
                        store_word(depends, ply, min(load_word(depends, ply), least))
                    value = packed >> 2 if same_player else -(packed >> 2)
                    if not narrow or value <= low or value >= high:
                        break
                    narrow = False
                    store_word(context, NODES, load_word(context, NODES) + 1)
        value = packed >> 2
        proofs = packed & 3
        if not same_player:
            value = -value
            proofs = (proofs >> 1) + (proofs & 1) * 2
        if AIDED and busy_at:
            store_word(busy_at, 0, ZERO)
        index += 1
        upper &= proofs
        if value > best or (value == best and proofs >> 1 > lower):
            best = value
            best_move = move
            lower = proofs >> 1
            if value > floor and value < beta and open_window and ply < LINE_WIDTH:
                keep_line(context, ply, move, followed)
        if value > alpha:
            alpha = value
            if flags & CUT and alpha >= beta:
                cut = True
                break
        if AIDED and best >= most:
            upper = ONE
            break
    low = best
    high = best
    if cut:
        if AIDED and flags & ORDER:
            reward(context, s, best_move, depth, ply, turn)
        upper = ONE if AIDED and best >= most else ZERO
        if flags & SOFT == 0:
            best = beta
            low = beta
        if upper == 0:
            high = ZERO + INFINITY
    elif flags & CUT:
        if flags & SOFT == 0:
            best = alpha
        if best <= floor:
            # Failing low: as a lower bound nothing is proved, or even claimed.
            lower = ZERO
            low = ZERO - INFINITY
            high = best
        else:
            low = best
            high = best
    if AIDED and key:
        remember(context, s, key, twin, low, high, best_move, depth, lower, upper, ply)
    return best * 4 + lower * 2 + upper


def frontier(context: Any, s: Any, left: Any, alpha: Any, beta: Any) -> Any:
    """The value of a state one ply before the depth ends, packed with its proofs.

    Its children are settled on the spot, in natural order: a call for each of them halved the
    speed.
    """
    flags = load_word(context, FLAGS)
    turn = left & 1
    ply = load_word(context, DEPTH) - 1
    store_word(context, INNER, load_word(context, INNER) + 1)
    mask = np.uint64(0)
    count = ZERO
    if LISTED:
        count = listed_moves(context, s)
    else:
        mask = np.uint64(moves(s))
    forced = (count == 0) if LISTED else (mask == np.uint64(0))
    if forced and not PASSES:
        store_word(context, FAULT, NO_LEGAL_MOVE)
        return ZERO + STOPPED
    if REPEATS:
        store_word(load_bits(context, DEPENDS), ply, FAR)
    floor = alpha
    best = ZERO - INFINITY
    best_move = ZERO + NO_MOVE
    lower = ZERO
    upper = ONE
    index = ZERO
    cut = False
    while True:
        if forced:
            if index:
                break
            move = ZERO + PASS
        elif LISTED:
            if index >= count:
                break
            move = np.int64(load_half(load_bits(context, SCRATCH), index))
        else:
            if mask == np.uint64(0):
                break
            move = lowest(mask)
            mask &= mask - np.uint64(1)
        index += 1
        child = play(s, move)
        same_player = AGAIN and again(s, move)
        settled = ONE
        if over(child):
            value = as_whole(result(child))
        else:
            earlier = FAR
            if REPEATS:
                leave_path(context, s, move, ply)
                earlier = enter_path(context, child, ply + 1, turn if same_player else 1 - turn)
            if REPEATS and earlier != FAR:
                depends = load_bits(context, DEPENDS)
                store_word(depends, ply, min(load_word(depends, ply), earlier))
                value = ZERO
            else:
                value = horizon(context, child, turn if same_player else 1 - turn, flags)
                settled = ZERO
        if not same_player:
            value = -value
        upper &= settled
        if value > best or (value == best and settled > lower):
            best = value
            best_move = move
            lower = settled
        if value > alpha:
            alpha = value
            if flags & CUT and alpha >= beta:
                cut = True
                break
    most_reached = ZERO
    if AIDED and BOUNDED and flags & BOUND and best >= as_whole(at_most(s)):
        most_reached = ONE
    store_word(context, NODES, load_word(context, NODES) + index)
    if cut:
        return (best if flags & SOFT else beta) * 4 + lower * 2 + most_reached
    if best > floor:
        if beta - floor > 1 and ply < LINE_WIDTH:
            store_half(load_bits(context, LINES), ply * LINE_WIDTH, best_move)
            store_word(load_bits(context, LENGTHS), ply, ONE)
        return best * 4 + lower * 2 + (upper | most_reached)
    return (best if flags & SOFT else floor) * 4 + (upper | most_reached)


def listed_moves(context: Any, s: Any) -> Any:
    """Have the rules list their moves; how many there are."""
    out = carray(halves(load_bits(context, SCRATCH)), 65_536)
    count = as_whole(moves(s, out))
    if count > MAX_MOVES:
        store_word(context, FAULT, TOO_MANY_MOVES)
        store_word(context, LIMIT, ZERO)
        return ZERO + MAX_MOVES
    return count


def depth_in(data: Any) -> Any:
    """The depth an entry of the table was searched to."""
    return np.int64(data >> np.uint64(8) & np.uint64(255))


def move_in(data: Any) -> Any:
    """The best move of an entry."""
    return np.int64(data >> np.uint64(16) & np.uint64(65_535))


def upper_in(data: Any) -> Any:
    """The upper bound of an entry."""
    return np.int64(data >> np.uint64(32) & np.uint64(65_535)) - 32_768


def lower_in(data: Any) -> Any:
    """The lower bound of an entry."""
    return np.int64(data >> np.uint64(48)) - 32_768


def slot_of(context: Any, key: Any) -> Any:
    """The address of the bucket of a key: two entries of two words."""
    return load_bits(context, TABLE) + (key & load_bits(context, TABLE_MASK)) * np.uint64(32)


def probe(context: Any, key: Any) -> Any:
    """What the table knows of a key; 0 when nothing.

    The key is stored mixed with the data, so that an entry half written by another thread is not
    taken for one.
    """
    slot = slot_of(context, key)
    data = load_bits(slot, 1)
    if load_bits(slot, 0) ^ data == key:
        return data
    data = load_bits(slot, 3)
    if load_bits(slot, 2) ^ data == key:
        return data
    return np.uint64(0)


def remember(
    context: Any, s: Any, key: Any, twin: Any, low: Any, high: Any,
    move: Any, depth: Any, low_proved: Any, high_proved: Any, ply: Any,
) -> Any:  # fmt: skip
    """Put a result into the table, with what an earlier one still adds to it."""
    if REPEATS and load_word(context, FLAGS) & PROVE:
        depends = load_bits(context, DEPENDS)
        if load_word(depends, ply) < ply:
            return
        store_word(depends, ply, FAR)
    if SYMMETRIES > 1 and twin and move < NO_MOVE:
        move = as_whole(symmetric_move(move, twin))
    slot = slot_of(context, key)
    first = load_bits(slot, 1)
    second = load_bits(slot, 3)
    age = load_bits(context, AGE)
    at = np.uint64(0)
    old = np.uint64(0)
    if load_bits(slot, 0) ^ first == key:
        old = first
    elif load_bits(slot, 2) ^ second == key:
        old = second
        at = np.uint64(2)
    elif depth < depth_in(first) and (first >> np.uint64(2) & np.uint64(63)) == age:
        at = np.uint64(2)
    if old:
        known = depth_in(old)
        if known <= depth or load_word(context, FLAGS) & PROVE != 0:
            if low < lower_in(old) and (known == depth or old & 2 != 0):
                low = lower_in(old)
                low_proved = np.int64(old >> np.uint64(1) & np.uint64(1))
            if high > upper_in(old) and (known == depth or old & 1 != 0):
                high = upper_in(old)
                high_proved = np.int64(old & np.uint64(1))
        if move == NO_MOVE:
            move = move_in(old)
    if depth > 254:
        # The depth no longer fits: only what is proved stays true at any depth.
        depth = ZERO + 255
        if low_proved == 0:
            low = ZERO - INFINITY
        if high_proved == 0:
            high = ZERO + INFINITY
    data = (
        np.uint64(low + 32_768) << np.uint64(48)
        | np.uint64(high + 32_768) << np.uint64(32)
        | np.uint64(move) << np.uint64(16)
        | np.uint64(depth) << np.uint64(8)
        | age << np.uint64(2)
        | np.uint64(low_proved * 2 + high_proved)
    )
    base = slot + at * np.uint64(8)
    store_word(base, 0, key ^ data)
    store_word(base, 1, data)


def order(
    context: Any, s: Any, mask: Any, count: Any, depth: Any,
    ply: Any, turn: Any, hint: Any, twin: Any, flags: Any,
) -> Any:  # fmt: skip
    """List the moves of a state with their promise, packed so that the largest is the first to try.

    Equal promise leaves the natural order.
    """
    row = load_bits(context, LISTS) + np.uint64(ply * (MAX_MOVES * 2 + 1) * 8)
    scratch = load_bits(context, SCRATCH)
    history = load_bits(context, HISTORY) + np.uint64(turn * HISTORY_SIZE * 8)
    killers = load_bits(context, KILLERS)
    index = ZERO
    while True:
        if LISTED:
            if index >= count:
                break
            move = np.int64(load_half(scratch, index))
        else:
            if mask == np.uint64(0):
                break
            move = lowest(mask)
            mask &= mask - np.uint64(1)
        store_word(row, index, move)
        index += 1
    count = index
    for place in range(count):
        move = load_word(row, place)
        promise = ZERO
        if AIDED and flags & ORDER:
            seen = move
            if SYMMETRIES > 1 and twin:
                seen = as_whole(symmetric_move(move, twin))
            if seen == hint:
                promise = ZERO + HINT_BONUS
            else:
                promise = load_word(history, move)
                if depth >= LOOK_DEPTH:
                    store_word(context, NODES, load_word(context, NODES) + 1)
                    child = play(s, move)
                    value = as_whole(result(child)) if over(child) else estimate(child)
                    if AGAIN and again(s, move):
                        promise += value * LOOK_UNIT
                    else:
                        promise -= value * LOOK_UNIT
                if move == np.int64(load_half(killers, ply * 2)):
                    promise += KILLER_BONUS
                elif move == np.int64(load_half(killers, ply * 2 + 1)):
                    promise += KILLER_BONUS - 1
        store_word(row, place, promise * 65_536 + (65_535 - move))
    return count


def pick(context: Any, ply: Any, index: Any, count: Any) -> Any:
    """The most promising move not yet tried."""
    row = load_bits(context, LISTS) + np.uint64(ply * (MAX_MOVES * 2 + 1) * 8)
    at = index
    best = load_word(row, index)
    if AIDED and load_word(context, FLAGS) & ORDER:
        for other in range(index + 1, count):
            promise = load_word(row, other)
            if promise > best:
                best = promise
                at = ZERO + other
        if at != index:
            store_word(row, at, load_word(row, index))
            store_word(row, index, best)
    return 65_535 - (best & 65_535)


def put_off_later(context: Any, ply: Any, at: Any, move: Any) -> Any:
    """Leave a move for when the others have been searched."""
    row = load_bits(context, LISTS) + np.uint64((ply * (MAX_MOVES * 2 + 1) + MAX_MOVES) * 8)
    store_word(row, at, move)


def put_off_move(context: Any, ply: Any, at: Any) -> Any:
    """A move left for later."""
    row = load_bits(context, LISTS) + np.uint64((ply * (MAX_MOVES * 2 + 1) + MAX_MOVES) * 8)
    return load_word(row, at)


def reward(context: Any, s: Any, move: Any, depth: Any, ply: Any, turn: Any) -> Any:
    """A move has cut: try it earlier elsewhere."""
    if move == PASS:
        return
    killers = load_bits(context, KILLERS)
    if np.int64(load_half(killers, ply * 2)) != move:
        store_half(killers, ply * 2 + 1, np.int64(load_half(killers, ply * 2)))
        store_half(killers, ply * 2, move)
    history = load_bits(context, HISTORY) + np.uint64(turn * HISTORY_SIZE * 8)
    store_word(history, move, min(load_word(history, move) + depth * depth, HISTORY_LIMIT))


def keep_line(context: Any, ply: Any, move: Any, followed: Any) -> Any:
    """The principal variation from here: this move, then the child's where it was searched."""
    lines = load_bits(context, LINES)
    lengths = load_bits(context, LENGTHS)
    here = ply * LINE_WIDTH
    there = (ply + 1) * LINE_WIDTH
    store_half(lines, here, move)
    length = ZERO
    if followed and ply + 1 < LINE_WIDTH:
        length = min(load_word(lengths, ply + 1), LINE_WIDTH - 1)
        for place in range(length):
            store_half(lines, here + place + 1, np.int64(load_half(lines, there + place)))
    store_word(lengths, ply, length + 1)


def enter_path(context: Any, s: Any, ply: Any, turn: Any) -> Any:
    """Put a state on the path; the ply of the same position before it, or FAR when there is none."""
    base = load_word(context, PATH_BASE)
    path = load_bits(context, PATH)
    at = base + ply
    found = FAR
    for earlier in range(load_word(load_bits(context, SEGMENTS), at), at):
        if is_state(path, earlier, s, turn):
            found = earlier - base
    store_state(path, at, s, turn)
    return found


def leave_path(context: Any, s: Any, move: Any, ply: Any) -> Any:
    """Before a move is searched: how far back a repetition can reach from the position after it."""
    at = load_word(context, PATH_BASE) + ply
    segments = load_bits(context, SEGMENTS)
    keys = load_bits(context, PATH_KEYS)
    if irreversible(s, move):
        store_word(segments, at + 1, at + 1)
        store_word(keys, at + 1, ZERO)
    else:
        store_word(segments, at + 1, load_word(segments, at))
        store_word(keys, at + 1, load_bits(keys, at) ^ before(load_bits(context, PATH), at))


def run(context: Any) -> Any:
    """Search the state at ROOT, within the limits that stand in the context."""
    root, turn = load_state(context + np.uint64(ROOT * 8), 0)
    store_word(load_bits(context, LENGTHS), 0, ZERO)
    store_word(context, NODES, load_word(context, NODES) + 1)
    depth = load_word(context, DEPTH)
    if over(root):
        return as_whole(result(root)) * 4 + 3
    if REPEATS and enter_path(context, root, ZERO, turn) != FAR:
        return ZERO + 3
    if depth <= 0:
        return horizon(context, root, turn, load_word(context, FLAGS)) * 4
    alpha = load_word(context, ALPHA)
    beta = load_word(context, BETA)
    left = depth * 2 + turn
    if depth == 1:
        return frontier(context, root, left, alpha, beta)
    return search(context, root, left, alpha, beta)


def census(context: Any, s: Any, depth: Any, ply: Any, turn: Any) -> Any:
    """Count the sequences of moves by their length: all of them, and those that end the game."""
    counts = load_bits(context, COUNTS)
    store_word(counts, ply * 2, load_word(counts, ply * 2) + 1)
    nodes = load_word(context, NODES) + 1
    store_word(context, NODES, nodes)
    if over(s) or (REPEATS and enter_path(context, s, ply, turn) != FAR):
        store_word(counts, ply * 2 + 1, load_word(counts, ply * 2 + 1) + 1)
        return
    if depth <= 0 or nodes >= load_word(context, LIMIT):
        return
    mask = np.uint64(0)
    count = ZERO
    if LISTED:
        count = listed_moves(context, s)
        order(context, s, mask, count, depth, ply, turn, ZERO, ZERO, ZERO)
    else:
        mask = np.uint64(moves(s))
    forced = (count == 0) if LISTED else (mask == np.uint64(0))
    if forced and not PASSES:
        store_word(context, FAULT, NO_LEGAL_MOVE)
        store_word(context, LIMIT, ZERO)
        return
    index = ZERO
    while True:
        if forced:
            if index:
                break
            move = ZERO + PASS
        elif LISTED:
            if index >= count:
                break
            move = pick(context, ply, index, count)
        else:
            if mask == np.uint64(0):
                break
            move = lowest(mask)
            mask &= mask - np.uint64(1)
        index += 1
        child = play(s, move)
        following = turn if AGAIN and again(s, move) else 1 - turn
        if REPEATS:
            leave_path(context, s, move, ply)
        census(context, child, depth - 1, ply + 1, following)


def run_census(context: Any) -> Any:
    """Count from the state at ROOT."""
    root, turn = load_state(context + np.uint64(ROOT * 8), 0)
    census(context, root, load_word(context, DEPTH), ZERO, turn)
