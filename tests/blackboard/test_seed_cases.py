"""The cases of the source documents, to the letter."""

import json
from pathlib import Path
from typing import Any

import pytest

from coupe.blackboard import breadth_first, depth_first, read_tree, trace
from coupe.blackboard.telling import walk
from coupe.blackboard.tree import plain

SEED_CASES = Path(__file__).parents[1] / "seed_cases"


def case(name: str) -> Any:
    return json.loads((SEED_CASES / f"{name}.json").read_text("utf-8"))


def test_both_traversals() -> None:
    given = case("tree_traversal")
    tree = read_tree(given["tree"])
    assert [visit.node.value for visit in depth_first(tree)] == given["depth_first"]
    assert [visit.node.value for visit in breadth_first(tree)] == given["breadth_first"]
    seen: list[Any] = []
    assert len(list(breadth_first(tree, lambda node: seen.append(node.value)))) == len(seen) == 8


def test_minimax_of_the_binary_tree() -> None:
    given = case("minimax_binary_depth3")
    run = trace(given["tree"], "minimax")
    assert run.value == given["value"]
    assert [node.edge for node in run.line] == given["principal_variation"]
    assert run.leaves == given["leaves_in_order"]


@pytest.mark.parametrize("algorithm", ["alphabeta", "fail-hard", "fail-soft", "negamax"])
def test_sixteen_leaves_of_twenty_seven(algorithm: str) -> None:
    given = case("alphabeta_ternary_depth3")
    run = trace(given["tree"], algorithm)
    assert run.value == given["value"]
    assert [node.edge for node in run.line] == given["principal_variation"]
    evaluated = [
        {"moves": [step.edge for step in node.path[1:]], "score": node.value}
        for node in run.visits.node
        if not node.children
    ]
    assert evaluated == given["evaluated"]
    assert (len(run.leaves), run.leaves_in_tree) == (16, 27)


def test_the_tables_of_the_slides() -> None:
    given = case("alphabeta_slides")
    run = trace(given["tree"], "alphabeta")
    tables = [
        [
            [
                frame["n"].name,
                frame.get("h"),
                frame["f"].name if frame.get("f") is not None else None,
                frame["p"],
                plain(frame["α"]),
                plain(frame["β"]),
                run.maximises(frame["n"]),
            ]
            for frame in told.stack
        ]
        for told in walk(run)
    ]
    assert len(tables) == 128
    following = iter(tables)
    for frame in given["frames"]:
        assert frame in following
    assert run.answer == f"{given['value']}, {given['best']}"
    assert [node.name for node in run.visits.node if not node.children] == given["evaluated"]
    visited = set(run.visits.node)
    never = {node.name for node in run.tree.nodes() if node not in visited}
    assert never == set(given["never_visited"])


def test_the_reason_of_a_cut_of_the_slides() -> None:
    run = trace(case("alphabeta_slides")["tree"], "alphabeta")
    reasons = [told.sentence for told in walk(run) if told.is_cut]
    assert len(reasons) == len(run.cuts) == 5
    assert reasons[0] == (
        "α = 10 ≥ β = 9: the next siblings of S can no longer change the value of I."
    )


WINDOWS = case("alphabeta_window_tree")


@pytest.mark.parametrize("search", WINDOWS["searches"], ids=str)
def test_the_searches_of_the_handout(search: dict[str, Any]) -> None:
    window = None if search["alpha"] is None else (search["alpha"], search["beta"])
    order = search["order"].partition(" ")[0]
    run = trace(WINDOWS["tree"], "fail-hard", window=window, order=order)
    assert run.value == search["value"]
    if window is None:
        assert (len(run.leaves), len(run.cuts)) == (search["leaves"], search["cuts"])
        assert run.kind == "exact"
    else:
        assert (">=" in search["meaning"], "<=" in search["meaning"]) == (
            run.kind == "lower",
            run.kind == "upper",
        )
    if "evaluated" in search:
        assert run.leaves == search["evaluated"]


@pytest.mark.parametrize("algorithm", ["alphabeta", "fail-hard", "fail-soft"])
def test_the_work_of_null_windows(algorithm: str) -> None:
    for windows, work in WINDOWS["null_window_work"].items():
        for text in windows.split(" and "):
            low, high = text.strip("()").split(",")
            run = trace(WINDOWS["tree"], algorithm, window=(low, high))
            assert (len(run.leaves), len(run.cuts)) == (work["leaves"], work["cuts"])


@pytest.mark.parametrize("guess", range(-100, 101))
def test_the_passes_of_mtdf(guess: int) -> None:
    soft = trace(WINDOWS["tree"], "mtdf", first_guess=guess, steps=False)
    hard = trace(WINDOWS["tree"], "mtdf", first_guess=guess, passes="fail-hard", steps=False)
    assert soft.value == hard.value == WINDOWS["minimax"]
    assert len(soft.passes) == 2
    assert len(hard.passes) == (4 - guess if guess <= 2 else guess - 1)
