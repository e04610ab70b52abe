"""Marking: exactly the errors made are found, and what follows from them is forgiven."""

import math
from random import Random
from typing import Any

import pytest

from coupe.blackboard.exercises import KINDS, Exercise, make, mark, solution
from coupe.blackboard.exercises.answers import minimax_values, read_bound
from coupe.blackboard.exercises.following import Follower
from coupe.blackboard.exercises.making import DIFFICULTIES
from coupe.blackboard.tree import Node, Value, plain

ROUNDS = 1_000


def wrong_number(random: Random, *right: Value) -> int:
    return random.choice([number for number in range(-30, 31) if number not in right])


def values_with_errors(exercise: Exercise, k: int, random: Random, carried: bool) -> Any:
    """k wrong values; those above follow from them (`carried`) or stay those of the tree."""
    truth = minimax_values(exercise)
    chosen = random.sample(exercise.asked, min(k, len(exercise.asked)))
    own: dict[Node, Value] = {}
    for node in exercise.in_order():
        if not node.children:
            own[node] = truth[node]
            continue
        below = [own[child] for child in node.children]
        follows = max(below) if exercise.is_max(node) else min(below)
        own[node] = follows if carried else truth[node]
        if node.name in chosen:
            own[node] = wrong_number(random, follows, truth[node])
    nodes = {node.name: plain(value) for node, value in own.items() if node.children}
    return len(chosen), {"nodes": nodes}


def windows_with_errors(exercise: Exercise, k: int, random: Random, carried: bool) -> Any:
    """k wrong windows or values; later ones follow from them or stay those of the search."""
    right = solution(exercise)["nodes"]
    items = [(label, "value") for label in right]
    if exercise.kind == "windows":
        items += [(label, "window") for label in right]
    chosen = set(random.sample(items, min(k, len(items))))
    windows: dict[str, Any] = {}
    values: dict[str, Any] = {}
    texts: dict[str, str] = {}
    fixed = Follower(exercise).follow()
    if exercise.kind == "returns":
        windows = {label: fixed.windows[label] for label in right}
    for label, item in _events(exercise, items):
        run = Follower(exercise, windows, values).follow()
        if item == "window":
            follows = run.windows.get(label, fixed.windows[label])
            windows[label] = follows if carried else fixed.windows[label]
            if (label, item) in chosen:
                low = wrong_number(random, follows[0], fixed.windows[label][0])
                windows[label] = (low, low + random.randint(1, 9))
            continue
        value, kind = run.returned.get(label, fixed.returned[label])
        if not carried:
            value, kind = fixed.returned[label]
        if (label, item) in chosen:
            value = wrong_number(random, run.returned.get(label, (0,))[0], fixed.returned[label][0])
        values[label] = value
        texts[label] = {"exact": "", "lower": ">= ", "upper": "<= "}[kind] + str(plain(value))
    if exercise.kind == "returns":
        return len(chosen), {"nodes": texts}
    nodes = {
        label: {"window": [plain(bound) for bound in windows[label]], "value": texts[label]}
        for label in right
    }
    return len(chosen), {"nodes": nodes}


def _events(exercise: Exercise, items: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The items in the order in which the search knows them."""
    visits = exercise.run.visits
    times: dict[tuple[str, str], float] = {}
    for label, visit in exercise.visit_of.items():
        last = visit
        for later in range(visit + 1, len(visits)):
            if visits.parent[later] >= visit:
                last = later
            else:
                break
        times[label, "window"] = visit - 0.5
        times[label, "value"] = last + 0.5 - visit * 1e-6
    return sorted(items, key=lambda item: times[item])


def cuts_with_errors(exercise: Exercise, k: int, random: Random, carried: bool) -> Any:
    """k children searched though cut, or cut though to be searched, none near another."""
    truth = {found.child: found.should for found in Follower(exercise).follow().decisions}
    flipped: list[Node] = []
    out = {child for child, should in truth.items() if should}
    candidates = list(truth)
    random.shuffle(candidates)
    for child in candidates:
        if len(flipped) == k:
            break
        assert child.parent is not None
        first = exercise.children(child.parent)[0] is child
        near = any(
            child in other.path or other in child.path or other.parent is child.parent
            for other in flipped
        )
        if first or near:
            continue
        tried = out ^ {child}
        run = {
            found.child: found.should
            for found in Follower(exercise, left_out=tried.__contains__).follow().decisions
        }
        if all(run.get(node, truth[node]) == truth[node] for node in (*flipped, child)):
            flipped.append(child)
            out = tried
    if carried:
        out = _carried(exercise, flipped, out)
    return len(flipped), out


def _carried(exercise: Exercise, flipped: list[Node], out: set[Node]) -> set[Node]:
    """The student goes on from the errors: every other decision is that of their own search."""
    before = out
    for _round in range(50):
        run = Follower(exercise, left_out=out.__contains__).follow()
        wrong = [
            found.child
            for found in run.decisions
            if found.did != found.should and found.child not in flipped
        ]
        if not wrong:
            made = {found.child for found in run.decisions if found.did != found.should}
            return out if made == set(flipped) else before
        out = out ^ {wrong[0]}
    return before


def leaves_of(exercise: Exercise, out: set[Node]) -> list[str]:
    return [
        node.name
        for node in exercise.in_order()
        if not node.children and not any(above in out for above in node.path)
    ]


def with_errors(exercise: Exercise, k: int, random: Random, carried: bool) -> tuple[int, Any]:
    """An answer with k errors, or as many as the exercise has room for."""
    if exercise.kind == "values":
        return values_with_errors(exercise, k, random, carried)  # type: ignore[no-any-return]
    if exercise.kind in ("windows", "returns"):
        return windows_with_errors(exercise, k, random, carried)  # type: ignore[no-any-return]
    if exercise.kind == "move":
        names = [child.name for child in exercise.tree.children]
        right = exercise.run.line[0].name
        k = min(k, 1)
        return k, {"move": random.choice([n for n in names if n != right]) if k else right}
    k, out = cuts_with_errors(exercise, k, random, carried and exercise.kind == "cuts")
    if exercise.kind == "cuts":
        tops = [n.name for n in out if not any(above in out for above in n.path[:-1])]
        random.shuffle(tops)
        return k, {"cuts": tops}
    listed = leaves_of(exercise, out)
    count = len(listed)
    if random.random() < 0.3:
        k, count = k + 1, len(listed) + len(exercise.run.leaves) + 1
    if len(listed) > 1 and random.random() < 0.3:
        k, listed = k + 1, listed[::-1]
    return k, {"leaves": listed, "count": count}


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_exercises_are_marked_on_exactly_their_errors(kind: str) -> None:
    random = Random(kind)
    made = 0
    for seed in range(ROUNDS // len(KINDS) + 1):
        exercise = make(kind, seed=seed, difficulty=random.choice(DIFFICULTIES))
        k, answer = with_errors(exercise, random.randint(0, 4), random, random.random() < 0.5)
        found = mark(exercise, answer)
        assert len(found.faults) == k, (exercise.to_json(), answer, found.to_json())
        assert found.points == max(0, found.of - k)
        assert all(fault.sentence for fault in found.faults)
        made += k
    assert made > (50 if kind == "move" else 150)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_solution_is_right(kind: str, difficulty: int) -> None:
    for seed in range(10):
        exercise = make(kind, seed=seed, difficulty=difficulty)
        found = mark(exercise, solution(exercise))
        assert found.right, found.faults
        assert found.points == found.of > 0


def test_what_follows_from_an_error_is_no_other_error() -> None:
    exercise = make("values", "((3 5) (2 9))")
    for above in (3, 4):
        found = mark(exercise, {"nodes": {"B": 4, "C": 2, "A": above}})
        assert [fault.node for fault in found.faults] == ["B"]
    found = mark(exercise, {"nodes": {"B": 4, "C": 2, "A": 9}})
    assert [fault.node for fault in found.faults] == ["B", "A"]


def test_cutting_too_much_is_as_wrong_as_cutting_too_little() -> None:
    exercise = make("cuts", "((3 5) (2 9) (4 1))")
    for cuts, points in ((["H"], 1), ([], 0), (["H", "E"], 0), (["C"], 0)):
        found = mark(exercise, {"cuts": list(cuts)})
        assert (found.points, found.of) == (points, 1), cuts


def test_every_leaf_below_one_forgotten_cut_is_one_error() -> None:
    exercise = make("leaves", "((3 5) (2 9 8 7))")
    names = [leaf.name for leaf in exercise.tree.leaves()]
    found = mark(exercise, {"leaves": names, "count": 6})
    assert [fault.node for fault in found.faults] == ["G"]
    assert "α = 3 ≥ β = 2" in found.first


@pytest.mark.parametrize(
    ("kind", "answer", "sentence"),
    [
        ("values", {"nodes": {"B": 5}}, "B: 5 is the largest of D = 3, E = 5, but MIN moves"),
        ("values", {"nodes": {"B": 3, "C": 2, "A": 2}}, "A: 2 is the smallest of B = 3, C = 2"),
        ("values", {"nodes": {"B": 7}}, "B: MIN moves there, and the smallest of D = 3, E = 5 is 3, not 7"),
        ("values", {"nodes": {"B": "<= 3"}}, "B: a minimax value is exact; write 3, not ≤ 3"),
        ("windows", {"nodes": {"C": {"window": [2, "inf"]}}}, "B has returned 3; so C gets the window (3, ∞), not (2, ∞)"),
        ("windows", {"nodes": {"C": {"window": [3, 3]}}}, "(3, 3) is no window, for α must be smaller"),
        ("windows", {"nodes": {"C": {"value": "2"}}}, "not above α = 3, so MAX gets 2 or less there: write ≤ 2, not 2"),
        ("windows", {"nodes": {"C": {"value": "9"}}}, "α = 3 ≥ β = 2 cuts what follows. So it returns ≤ 2, not 9."),
        ("returns", {"nodes": {"B": "≥ 3"}}, "inside the window (−∞, ∞) it is exact: write 3, not ≥ 3"),
        ("leaves", {"leaves": ["D", "E", "F"], "count": 4}, "You count 4 leaves, but your list has 3."),
        ("leaves", {"leaves": ["E", "D", "F"], "count": 3}, "D comes before E"),
        ("move", {"move": "C"}, "MAX plays A → B, which is worth 3; A → C is only worth 2."),
    ],
)  # fmt: skip
def test_an_error_is_explained(kind: str, answer: Any, sentence: str) -> None:
    found = mark(make(kind, "((3 5) (2 9))"), answer)
    assert any(sentence in fault.sentence for fault in found.errors), found.faults


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "strange",
    [{}, {"nodes": 3}, {"nodes": {"A": [], "B": True, "C": "NaN", "Z": 1, "D": {"x": 1}}},
     {"nodes": {"A": {"window": "((", "value": {}}, "C": {"window": [1], "value": "1/0"}}},
     {"nodes": {"A": {"value": 3, "kind": {}}}, "cuts": 3, "leaves": {}, "count": "many", "move": []},
     {"cuts": [1, None, "A", "Z", "A"], "leaves": ["A", 3, "D", "D"], "count": -1, "move": "D"},
     {"cuts": ["A", "B", "C"], "leaves": [], "count": 1e30, "move": {"to": "B"}},
     {"cuts": "G, ?", "leaves": "D E F", "count": True, "move": ""}],
)  # fmt: skip
def test_nothing_that_is_answered_crashes(kind: str, strange: Any) -> None:
    found = mark(make(kind, "((3 5) (2 9))"), strange)
    assert found.faults
    assert all(fault.sentence for fault in found.faults)
    assert 0 <= found.points <= found.of


def test_missing_unknown_and_unreadable_answers_are_each_told() -> None:
    found = mark(make("values", "((3 5) (2 9))"), {"nodes": {"B": "two", "A": 3, "Z": 1}})
    assert [(fault.node, fault.sort) for fault in found.faults] == [
        ("B", "unreadable"),
        ("C", "missing"),
        ("Z", "unknown"),
    ]
    assert (found.points, found.of) == (1, 3)


def test_unknown_leaves_that_are_never_reached_do_no_harm() -> None:
    exercise = make("cuts", "((3 5) (2 ?) (1 ?))")
    assert mark(exercise, {"cuts": ["H", "J"]}).right
    for cuts in (["H"], ["J"], [], ["H", "J", "E"], ["B"], ["B", "C", "D"], ["F"]):
        assert not mark(exercise, {"cuts": cuts}).right
    windows = make("windows", "((3 5) (2 ?) (1 ?))")
    answer = solution(windows)
    answer["nodes"]["B"] = {"window": ["-inf", "inf"], "value": "1"}
    assert [fault.node for fault in mark(windows, answer).faults] == ["B"]


def test_infinite_values_are_answered_in_words_or_signs() -> None:
    exercise = make("values", [[math.inf, "-inf"], [2, 3]])
    for text in ("-inf", "−∞", "-∞"):
        assert mark(exercise, {"nodes": {"B": text, "C": 2, "A": 2}}).right
    assert read_bound("=") is None


def test_the_root_cannot_be_cut() -> None:
    exercise = make("cuts", "((3 5) (2 9) ((1 8) 7))")
    found = mark(exercise, {"cuts": ["A"]})
    assert "A is the root, which cannot be cut." in [fault.sentence for fault in found.faults]
    with_root = {"cuts": ["A", *solution(exercise)["cuts"]]}
    assert mark(exercise, with_root).points == mark(exercise, with_root).of


def test_values_where_names_are_asked_for() -> None:
    exercise = make("leaves", "((3 5) (2 9))")
    for leaves in ([3, 5, 2], "3, 5, 2"):
        found = mark(exercise, {"leaves": leaves, "count": 6})
        assert found.first == "leaves: write names, not values."
        assert found.points == 0
    assert mark(exercise, {"leaves": [3, 5, 2], "count": 3}).points == 1
    assert mark(make("cuts", "((3 5) (2 9))"), {"cuts": [9]}).first == (
        "cuts: write names, not values."
    )
    assert mark(make("cuts", "((2 9) (3 5))"), {"cuts": ["0"]}).right
