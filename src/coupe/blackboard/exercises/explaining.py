"""Why an answer is wrong, in the words of a teacher: the values that decide are cited.

>>> from coupe.blackboard.exercises.making import make
>>> from coupe.blackboard.exercises.marking import mark
>>> exercise = make("cuts", "((3 5) (2 9))")
>>> mark(exercise, {"cuts": []}).first
'You search G, but after F, C has α = 3 ≥ β = 2: the next siblings of F can no longer change the value of C.'
>>> mark(exercise, {"cuts": ["E", "G"]}).first
'You leave out E, but after D, B has α = −∞ < β = 3: E can still change the value of B.'
"""

from collections.abc import Mapping

from coupe.blackboard.exercises.answers import (
    bound_text,
    minimax_values,
    node_of,
    returned_of,
    window_text,
)
from coupe.blackboard.exercises.exercise import (
    HOW_RETURNED,
    PASS,
    Exercise,
    algorithm_name,
)
from coupe.blackboard.exercises.following import Call, Decision, Follower, Returned, Window
from coupe.blackboard.tree import Node, Value, pretty
from coupe.language import _


def of_value(exercise: Exercise, node: Node, given: Returned, values: Mapping[Node, Value]) -> str:
    """Why a minimax value is wrong, given the values below it."""
    below = {child: values[child] for child in node.children}
    listed = ", ".join(f"{child.name} = {pretty(value)}" for child, value in below.items())
    is_max = exercise.is_max(node)
    right = (max if is_max else min)(below.values())
    fields = {
        "node": node.name,
        "values": listed,
        "right": pretty(right),
        "given": bound_text(given),
    }
    if given[1] != "exact":
        return _("{node}: a minimax value is exact; write {right}, not {given}.").format(**fields)
    if given[0] == (min if is_max else max)(below.values()):
        if is_max:
            return _(
                "{node}: {given} is the smallest of {values}, but MAX moves at {node} and takes the largest, {right}."
            ).format(**fields)
        return _(
            "{node}: {given} is the largest of {values}, but MIN moves at {node} and takes the smallest, {right}."
        ).format(**fields)
    if is_max:
        return _(
            "{node}: MAX moves there, and the largest of {values} is {right}, not {given}."
        ).format(**fields)
    return _(
        "{node}: MIN moves there, and the smallest of {values} is {right}, not {given}."
    ).format(**fields)


def of_window(exercise: Exercise, label: str, given: Window, run: Follower) -> str:
    """Why a window on entry is wrong."""
    call = run.calls[label]
    fields = {
        "node": label,
        "given": window_text(given),
        "right": window_text(run.windows[label]),
    }
    if given[0] >= given[1]:
        return _(
            "{node}: {given} is no window, for α must be smaller than β; it is {right}."
        ).format(**fields)
    if call.parent is None:
        if exercise.algorithm != "mtdf":
            return _(
                "{node}: the search begins there, with the window {right}, not {given}."
            ).format(**fields)
        name, _sign, number = label.rpartition(PASS)
        last = f"{name}{PASS}{int(number) - 1}"
        if int(number) == 1:
            return _(
                "{node}: the first null window ends at the first guess, {guess}: it is {right}, not {given}."
            ).format(guess=pretty(exercise.first_guess), **fields)
        found = run.returned.get(last) or returned_of(exercise, last)
        value = run.given_values.get(last, found[0])
        lower = value >= run.calls[last].window[1]
        returned = bound_text((value, "lower" if lower else "upper"))
        return _(
            "{node}: the pass before has shown {returned}, so the next null window is {right}, not {given}."
        ).format(returned=returned, **fields)
    earlier = _earlier(call)
    fields |= {"parent": call.parent.node.name, "window": window_text(call.parent.window)}
    if not earlier:
        return _(
            "{node}: no other child of {parent} has been searched yet, so it takes over the window of {parent}, {right}, not {given}."
        ).format(**fields)
    return _(
        "{node}: {parent} was entered with {window}, and {earlier}; so {node} gets the window {right}, not {given}."
    ).format(earlier=_said(earlier), **fields)


def of_returned(exercise: Exercise, label: str, given: Returned, run: Follower) -> str:
    """Why a returned value is wrong."""
    call = run.calls[label]
    right, kind = run.returned[label]
    alpha, beta = call.window
    fields = {
        "node": label,
        "given": bound_text(given),
        "right": bound_text((right, kind)),
        "value": pretty(right),
        "window": window_text(call.window),
        "alpha": pretty(alpha),
        "beta": pretty(beta),
    }
    if given[0] == right:
        if kind == "lower":
            return _(
                "{node}: {value} is the right number, but it is not below β = {beta}, so MAX gets {value} or more there: write {right}, not {given}."
            ).format(**fields)
        if kind == "upper":
            return _(
                "{node}: {value} is the right number, but it is not above α = {alpha}, so MAX gets {value} or less there: write {right}, not {given}."
            ).format(**fields)
        return _(
            "{node}: {value} is the right number, and inside the window {window} it is exact: write {right}, not {given}."
        ).format(**fields)
    node = node_of(exercise, label)
    fields |= {"side": "MAX" if exercise.is_max(node) else "MIN", "said": _said(call.returned)}
    if call.cut:
        low, high = call.bounds
        sentence = _(
            "{node}: {side} moves there, and it was entered with {window}; {said}, and α = {low} ≥ β = {high} cuts what follows. So it returns {right}, not {given}."
        ).format(low=pretty(low), high=pretty(high), **fields)
    else:
        sentence = _(
            "{node}: {side} moves there, and it was entered with {window}; {said}. So it returns {right}, not {given}."
        ).format(**fields)
    if right not in [value for _child, value in call.returned]:
        sentence += " " + _(HOW_RETURNED[exercise.algorithm])
    return sentence


def of_decision(exercise: Exercise, found: Decision, item: str) -> str:
    """Why a child should have been searched, or left out."""
    parent = found.child.parent
    assert parent is not None
    fields = {
        "child": found.child.name,
        "node": parent.name,
        "after": found.after.name if found.after is not None else "",
        "alpha": pretty(found.bounds[0]),
        "beta": pretty(found.bounds[1]),
    }
    if found.did and exercise.algorithm == "minimax":
        return _("You leave out {child}, but minimax leaves nothing out.").format(**fields)
    if found.did and found.after is None:
        return _(
            "You leave out {child}, but no child of {node} has been searched before it: nothing can be cut yet."
        ).format(**fields)
    if found.did:
        return _(
            "You leave out {child}, but after {after}, {node} has α = {alpha} < β = {beta}: {child} can still change the value of {node}."
        ).format(**fields)
    if item == "list" and found.child.children:
        return _(
            "You evaluate leaves below {child}, but after {after}, {node} has α = {alpha} ≥ β = {beta}: the next siblings of {after} can no longer change the value of {node}."
        ).format(**fields)
    return _(
        "You search {child}, but after {after}, {node} has α = {alpha} ≥ β = {beta}: the next siblings of {after} can no longer change the value of {node}."
    ).format(**fields)


def of_order(listed: list[str], order: list[str]) -> str:
    """Why the order of the leaves is wrong."""
    place = next(
        index for index, pair in enumerate(zip(listed, order, strict=True)) if pair[0] != pair[1]
    )
    return _(
        "The order of your list is not that of the search: {right} comes before {given}."
    ).format(right=order[place], given=listed[place])


def of_count(exercise: Exercise, given: int, count: int, listed: list[str] | None) -> str:
    """Why a number of leaves is wrong."""
    if listed is not None:
        return _("You count {given} leaves, but your list has {count}.").format(
            given=given, count=len(listed)
        )
    return _("{algorithm} evaluates {count} leaves, not {given}: {names}.").format(
        algorithm=algorithm_name(exercise.algorithm).capitalize(), count=count, given=given,
        names=", ".join(node.name for node in exercise.run.visits.node if not node.children),
    )  # fmt: skip


def move_name(exercise: Exercise, name: str) -> str:
    """A move as the exercise writes it: the game's name of it, or A → B."""
    return exercise.moves.get(name) or f"{exercise.tree.name} → {name}"


def of_move(exercise: Exercise, given: str, right: str) -> str:
    """Why a move is not the one to play."""
    values = minimax_values(exercise)
    names = exercise.by_name
    fields = {
        "given": move_name(exercise, given),
        "right": move_name(exercise, right),
        "side": "MAX" if exercise.is_max(exercise.tree) else "MIN",
    }
    mine, best = values.get(names[given]), values.get(names[right])
    if mine is None or best is None:
        return _("{side} plays {right}, which is worth {value}, not {given}.").format(
            value=bound_text((exercise.run.value, exercise.run.kind)), **fields
        )
    fields |= {"mine": pretty(mine), "best": pretty(best)}
    if mine == best:
        return _(
            "{given} is worth {mine}, as much as {right}, but {right} is searched first, and an equal value does not replace it."
        ).format(**fields)
    if exercise.is_max(exercise.tree):
        return _("MAX plays {right}, which is worth {best}; {given} is only worth {mine}.").format(
            **fields
        )
    return _("MIN plays {right}, which is worth {best}; {given} is worth {mine}, too much.").format(
        **fields
    )


def _earlier(call: Call) -> list[tuple[Node, Value]]:
    """What the siblings searched before it have returned."""
    assert call.parent is not None
    found = []
    for child, value in call.parent.returned:
        if child is call.node:
            break
        found.append((child, value))
    return found


def _said(returned: list[tuple[Node, Value]]) -> str:
    return ", ".join(
        _("{node} has returned {value}").format(node=node.name, value=pretty(value))
        for node, value in returned
    )
