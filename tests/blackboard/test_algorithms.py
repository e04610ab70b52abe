"""Every algorithm of the textbook against minimax, on random trees."""

import math
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest

from coupe.blackboard import ALGORITHMS, Node, Trace, grow, read_tree, trace
from coupe.blackboard.telling import walk
from coupe.blackboard.tree import Value
from coupe.errors import BadOption, UnknownValue

TREES = 10_000
SHARES = 8
"""The random trees are shared out over so many tests, which run side by side."""


def random_tree(seed: int, **settings: Any) -> Node:
    random = Random(seed)
    values = random.choice([(0, 9), (-100, 100), (0, 1)])
    return grow(
        depth=random.randint(1, 4),
        branching=(random.randint(1, 2), random.randint(2, 4)),
        values=values,
        seed=seed,
        balanced=random.random() < 0.5,
        **settings,
    )


def minimax(node: Node, depth: int, maximises: bool) -> Value:
    """In six lines, and apart from the textbook's."""
    if depth == 0 or not node.children:
        assert node.value is not None
        return node.value
    values = [minimax(child, depth - 1, not maximises) for child in node.children]
    return max(values) if maximises else min(values)


def height(node: Node) -> int:
    return 1 + max(map(height, node.children)) if node.children else 0


def holds(run: Trace) -> None:
    """What a run says of each node it has left is true, and what a cut leaves out was not visited."""
    visits = run.visits
    plies = {run.tree: run.depth}
    for visit in range(len(visits)):
        node, value, kind = visits.node[visit], visits.value[visit], visits.kind[visit]
        assert value is not None
        if run.algorithm != "deepening":
            if node.parent is not None and node is not run.tree:
                plies[node] = plies[node.parent] - 1
            truth = minimax(node, plies[node], run.maximises(node))
            assert kind != "exact" or value == truth
            assert kind != "lower" or truth >= value
            assert kind != "upper" or truth <= value
    if run.passes:
        return
    for cut in run.cuts:
        searched = [
            visits.node[visit] for visit in range(len(visits)) if visits.parent[visit] == cut.visit
        ]
        assert len(set(searched)) + cut.left == len(cut.node.children)
        assert cut.alpha >= cut.beta
    visited = set(visits.node)
    assert all(node.parent in visited for node in visited if node is not run.tree)


@pytest.mark.parametrize("share", range(SHARES))
def test_every_algorithm_finds_the_value_of_minimax(share: int) -> None:
    for seed in range(share, TREES, SHARES):
        tree = random_tree(seed, inner=True)
        root = ("max", "min")[seed % 2]
        depth = height(tree) if seed % 3 else max(1, height(tree) - 1)
        truth = minimax(tree, depth, root == "max")
        algorithm = ALGORITHMS[seed // SHARES % len(ALGORITHMS)]
        for name in ALGORITHMS:
            run = trace(
                tree,
                name,
                root=root,
                depth=depth,
                strict=seed % 5 == 0,
                order=("left", "right", "best", "worst")[seed % 4],
                first_guess=seed % 21 - 10,
                passes=("fail-soft", "fail-hard")[seed // 2 % 2],
                steps=False,
            )
            assert (run.value, run.kind) == (truth, "exact"), (seed, name)
            if name == algorithm:
                holds(run)


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "deepening"])
def test_right_to_left_is_left_to_right_of_the_mirrored_tree(algorithm: str) -> None:
    for seed in range(300):
        tree = random_tree(seed)
        right = trace(tree, algorithm, order="right")
        left = trace(tree.mirrored(), algorithm)
        assert right.leaves == left.leaves
        assert [node.name for node in right.visits.node] == [node.name for node in left.visits.node]
        assert [told.sentence for told in islice(walk(right), 40)] == [
            told.sentence for told in islice(walk(left), 40)
        ]


@pytest.mark.parametrize("algorithm", ["alphabeta", "fail-hard", "fail-soft", "negamax", "pvs"])
def test_windows_give_bounds(algorithm: str) -> None:
    for seed in range(300):
        tree = random_tree(seed)
        random = Random(seed)
        low = random.randint(-20, 20)
        window = (low, low + random.randint(1, 10))
        root = ("max", "min")[seed % 2]
        run = trace(tree, algorithm, window=window, root=root)
        holds(run)
        truth = minimax(tree, height(tree), root == "max")
        assert (run.kind == "exact") <= (run.value == truth)
        assert (run.kind == "exact") >= (window[0] < truth < window[1])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_line_leads_to_the_value(algorithm: str) -> None:
    for seed in range(300):
        tree = random_tree(seed, inner=True)
        run = trace(tree, algorithm, root=("max", "min")[seed % 2])
        node = tree
        for step in run.line:
            assert step.parent is node
            node = step
        assert node.value == run.value
        assert not node.children


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "mtdf"])
def test_fractions(algorithm: str) -> None:
    tree = read_tree("((1/2 1/3) (0.25 7))")
    run = trace(tree, algorithm, depth=2) if algorithm != "deepening" else None
    assert run is None or run.value == Fraction(1, 3)


def test_null_windows_are_as_narrow_as_the_smallest_gap() -> None:
    run = trace("((1/2 1/3) (1/4 7))", "mtdf")
    assert run.value == Fraction(1, 3)
    assert {high - low for low, high in (found.window for found in run.passes)} == {Fraction(1, 12)}
    assert trace("((1 30) (20 70))", "mtdf").passes[0].window == (-1, 0)


@pytest.mark.parametrize("algorithm", ["mtdf", "pvs"])
def test_null_windows_refuse_infinite_leaves(algorithm: str) -> None:
    with pytest.raises(BadOption, match=r"^E is worth −∞, and a null window has two finite bounds"):
        trace("((1 -inf) (2 3))", algorithm)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "fail-hard", "fail-soft", "negamax"])
def test_infinite_leaves(algorithm: str) -> None:
    assert trace("((1 -inf) (2 inf))", algorithm).value == 2
    lost = trace("((-inf 3) (-inf 4))", algorithm)
    assert lost.value == -math.inf
    assert lost.line[0].name == "B"


def test_an_unknown_leaf_stops_who_reaches_it() -> None:
    with pytest.raises(UnknownValue, match=r"^G is unknown, and the search has reached it"):
        trace("((10 12) (9 ?))", "minimax")
    assert trace("((10 12) (9 ?))", "alphabeta").value == 10


def test_strict_cuts_leave_less_out() -> None:
    assert trace("((3 5) (3 9))", "fail-soft").leaves == [3, 5, 3]
    assert trace("((3 5) (3 9))", "fail-soft", strict=True).leaves == [3, 5, 3, 9]


def test_a_list_of_children_is_an_order() -> None:
    assert trace("(1 2 3)", "minimax", order=[2, 0]).leaves == [3, 1, 2]
    assert trace("(1 2 3)", "minimax", order="2,0,1").leaves == [3, 1, 2]
    best = trace("((3 5) (7 9) (1 2))", "alphabeta", order="best")
    assert best.leaves == [7, 9, 3, 1]


def test_a_table_saves_what_comes_again() -> None:
    from coupe import load

    position = load("tictactoe").position("XX.OO....")
    run = trace(position, "deepening", depth=4)
    assert run.value == 1
    assert [found.depth for found in run.passes] == [1, 2, 3, 4]
    assert len(run.leaves) < len(trace(position, "minimax", depth=4).leaves)


def children_worth(tree: Node, maximises: bool) -> dict[str, Value]:
    depth = height(tree)
    return {child.name: minimax(child, depth - 1, not maximises) for child in tree.children}


@pytest.mark.parametrize("passes", ["fail-soft", "fail-hard"])
@pytest.mark.parametrize("root", ["max", "min"])
def test_mtdf_names_a_move_that_is_worth_the_value(root: str, passes: str) -> None:
    for seed in range(400):
        tree = random_tree(seed)
        for guess in (seed % 21 - 10, Fraction(2 * seed % 9 + 1, 2)):
            run = trace(tree, "mtdf", root=root, passes=passes, first_guess=guess, steps=False)
            assert children_worth(tree, root == "max")[run.line[0].name] == run.value


def test_mtdf_does_not_go_on_for_ever() -> None:
    with pytest.raises(BadOption, match="MTD\\(f\\) has made 10,000 passes: with fail-hard"):
        trace("((3 5) (2 9))", "mtdf", passes="fail-hard", first_guess=10**6, steps=False)
    assert trace("((3 5) (2 9))", "mtdf", first_guess=10**6, steps=False).value == 3


def sentences(tree: str, algorithm: str, **options: Any) -> list[str]:
    return [told.sentence for told in walk(trace(tree, algorithm, **options))]


def test_what_is_said_of_a_bound_is_said_as_a_bound() -> None:
    said = sentences("((3 5) (2 9))", "negamax")
    assert "C is worth 2 or less to A." in said
    assert "MIN moves at C: it returns" not in " ".join(said)
    assert "MIN moves at D" not in " ".join(said)
    assert "C is searched with the window (−∞, −3), seen by MIN." in said
    assert (
        "For MIN, α = −2 ≥ β = −3: the next siblings of F can no longer change the value of C."
        in said
    )
    assert "MIN moves at B: it returns −h(B) = −3." in sentences("(3 5)", "negamax")


def test_what_is_said_where_nothing_is_cut() -> None:
    assert "No cut: 5 < β = 7." in sentences("(5 9)", "fail-hard", window=(6, 7))
    assert "No cut: 5 ≤ β = 5." in sentences("(5 9)", "fail-hard", window=(4, 5), strict=True)
    strict = sentences("(4 5)", "fail-hard", window=(1, 3), strict=True)
    assert any(sentence.startswith("α = 4 > β = 3:") for sentence in strict)


def test_deepening_says_what_is_tried_first() -> None:
    tree = grow(depth=3, branching=2, seed=4, inner=True)
    said = [told.sentence for told in walk(trace(tree, "deepening"))]
    assert "Nothing is known of A: its children keep their order." in said
    assert any("it is tried first" in sentence for sentence in said)
    assert "A pass from A with the window (−∞, ∞), 1 ply deep." in said


def test_the_line_goes_on_where_no_child_is_better() -> None:
    for algorithm in ("fail-hard", "fail-soft", "negamax", "alphabeta"):
        for root in ("max", "min"):
            run = trace([[math.inf]], algorithm, root=root)
            assert [node.edge for node in run.line] == [0, 0]
    run = trace([[3]], "mtdf", root="min", first_guess=3, passes="fail-hard")
    assert [node.edge for node in run.line] == [0, 0]


def test_an_order_of_children_that_no_node_has_is_refused() -> None:
    with pytest.raises(BadOption, match="The order 7,8 names the child 8, and no node has so many"):
        trace("(1 2)", "minimax", order="7,8")
