"""The algorithms, as the textbooks write them; this is the code that runs, and that is shown.

Nothing here prints, counts or draws: `narration` runs these functions so that each statement is a
step. The word after a statement's `#` says what kind of step it is.

`terminal(n)`, `h(n)`, `first_child(n)`, `next_child(n, f)`, `is_max(n)` and `same_player(n, f)` ask
about a tree. `gap` is the smallest difference of two values: 1 where all are whole numbers.

>>> from coupe.blackboard import trace
>>> trace("((3 5) (2 9))", "alphabeta").value
3
"""

from typing import Any

terminal: Any
h: Any
first_child: Any
next_child: Any
is_max: Any
same_player: Any
try_first: Any
recall: Any
store: Any
inf: Any
gap: Any


def minimax(n: Any, p: Any) -> Any:
    if p == 0 or terminal(n):  # test
        return h(n), []  # leaf
    best, line = None, []  # start
    f = first_child(n)  # first
    while f:  # loop
        value, rest = minimax(f, p - 1)  # call, value
        if best is None or (value > best if is_max(n) else value < best):  # better
            best, line = value, [f, *rest]  # update
        f = next_child(n, f)  # next
    return best, line  # return


def alphabeta(n: Any, p: Any, α: Any, β: Any) -> Any:
    if p == 0 or terminal(n):  # test
        return h(n)  # leaf
    f = first_child(n)  # first
    if is_max(n):  # side
        while f and α < β:  # loop
            α = max(α, alphabeta(f, p - 1, α, β))  # call, update
            f = next_child(n, f)  # next
        return α  # return
    else:
        while f and α < β:  # loop
            β = min(β, alphabeta(f, p - 1, α, β))  # call, update
            f = next_child(n, f)  # next
        return β  # return


def fail_hard(n: Any, p: Any, α: Any, β: Any) -> Any:
    if p == 0 or terminal(n):  # test
        return h(n)  # leaf
    f = first_child(n)  # first
    if is_max(n):  # side
        while f:  # loop
            value = fail_hard(f, p - 1, α, β)  # call, value
            if value >= β:  # cut?
                return β  # cut
            α = max(α, value)  # update
            f = next_child(n, f)  # next
        return α  # return
    else:
        while f:  # loop
            value = fail_hard(f, p - 1, α, β)  # call, value
            if value <= α:  # cut?
                return α  # cut
            β = min(β, value)  # update
            f = next_child(n, f)  # next
        return β  # return


def fail_soft(n: Any, p: Any, α: Any, β: Any) -> Any:
    if p == 0 or terminal(n):  # test
        return h(n)  # leaf
    f = first_child(n)  # first
    if is_max(n):  # side
        best = -inf  # start
        while f:  # loop
            value = fail_soft(f, p - 1, max(α, best), β)  # call, value
            best = max(best, value)  # update
            if best >= β:  # cut?
                return best  # cut
            f = next_child(n, f)  # next
        return best  # return
    else:
        best = inf  # start
        while f:  # loop
            value = fail_soft(f, p - 1, α, min(β, best))  # call, value
            best = min(best, value)  # update
            if best <= α:  # cut?
                return best  # cut
            f = next_child(n, f)  # next
        return best  # return


def negamax(n: Any, p: Any, α: Any, β: Any) -> Any:
    if p == 0 or terminal(n):  # test
        return h(n) if is_max(n) else -h(n)  # leaf
    best = -inf  # start
    f = first_child(n)  # first
    while f:  # loop
        if same_player(n, f):  # player
            value = negamax(f, p - 1, α, β)  # call, value
        else:
            value = -negamax(f, p - 1, -β, -α)  # call, value
        best = max(best, value)  # update
        α = max(α, best)  # window
        if best >= β:  # cut?
            return best  # cut
        f = next_child(n, f)  # next
    return best  # return


def pvs(n: Any, p: Any, α: Any, β: Any) -> Any:
    if p == 0 or terminal(n):  # test
        return h(n) if is_max(n) else -h(n)  # leaf
    best = -inf  # start
    f = first_child(n)  # first
    top = β  # wide
    while f:  # loop
        if same_player(n, f):  # player
            value = pvs(f, p - 1, α, top)  # call, value
        else:
            value = -pvs(f, p - 1, -top, -α)  # call, value
        if top < β and α < value < β and p > 1 and not terminal(f):  # again?
            if same_player(n, f):  # player
                value = pvs(f, p - 1, α, β)  # call, value
            else:
                value = -pvs(f, p - 1, -β, -α)  # call, value
        best = max(best, value)  # update
        α = max(α, best)  # window
        if best >= β:  # cut?
            return best  # cut
        f = next_child(n, f)  # next
        top = min(α + gap, β)  # narrow
    return best  # return


def mtdf(n: Any, p: Any, g: Any) -> Any:
    low, high = -inf, inf  # bounds
    while low < high:  # bounded
        β = g + gap if g == low else g  # null window
        g = fail_soft(n, p, β - gap, β)  # pass, found
        if g < β:  # which
            high = g  # upper
        else:
            low = g  # lower
    return g  # answer


def deepening(n: Any, p: Any) -> Any:
    d = 0  # begin
    while d < p:  # deeper
        d = d + 1  # depth
        g = remembering(n, d, -inf, inf)  # pass, found
    return g  # answer


def remembering(n: Any, p: Any, α: Any, β: Any) -> Any:
    known = recall(n, p, α, β)  # recall
    if known is not None:  # known?
        return known  # known
    if p == 0 or terminal(n):  # test
        return h(n)  # leaf
    try_first(n)  # order
    f = first_child(n)  # first
    if is_max(n):  # side
        best = -inf  # start
        while f and best < β:  # loop
            value = remembering(f, p - 1, max(α, best), β)  # call, value
            best = max(best, value)  # update
            f = next_child(n, f)  # next
    else:
        best = inf  # start
        while f and best > α:  # loop
            value = remembering(f, p - 1, α, min(β, best))  # call, value
            best = min(best, value)  # update
            f = next_child(n, f)  # next
    store(n, p, α, β, best)  # store
    return best  # return
