"""Each step of each algorithm stands on the right line of each listing, on the side that moves."""

import re

import pytest

from coupe.blackboard import ALGORITHMS, Node, Trace, read_tree, trace
from coupe.blackboard.listings import LISTINGS, Listing, line_at, listing_of, listings_of
from coupe.errors import BadOption

TREE = "(((3 5 6) (2 9 1)) ((0 4 7) (8 2 3)) ((5 6 1) (7 7 2)))"

FRENCH = {
    "test": "si p = 0 ou ",
    "leaf": "retourner (h|évaluer)",
    "start": "m ← ",
    "first": "premier|pour chaque",
    "side": "si (n est MAX|MaxJ.|MAX joue)",
    "loop": "tant que|pour chaque",
    "call": r"\(f, p − 1|\(plateau, p − 1",
    "value": r"v ← .*\(f, p − 1|déjouer",
    "better": "si m = rien ou v [<>] m",
    "update": "(m|α|β) ← ",
    "next": "suivant|pour chaque",
    "cut?": "si [vm] [≥≤] [αβ] alors",
    "cut": "retourner [αβm]",
    "return": "retourner [αβm]",
    "player": "même joueur",
    "wide": "haut ← β",
    "again?": "haut < β et α < v < β",
    "window": "α ← max",
    "narrow": "haut ← min",
    "bounds": "bas ← −∞",
    "bounded": "bas < haut",
    "null window": "β ← g",
    "pass": "g ← ",
    "found": "g ← ",
    "which": "g < β",
    "upper": "haut ← g",
    "lower": "bas ← g",
    "answer": "retourner g",
    "begin": "d ← 0",
    "deeper": "d < p",
    "depth": r"d ← d \+ 1",
    "recall": "v ← valeur en mémoire",
    "known?": "si v existe",
    "known": "retourner v",
    "order": "ranger",
    "store": "mettre m en mémoire",
}

SIDED = {
    "alphabeta": (r"α (=|←) max\(", r"β (=|←) min\("),
    "fail-hard": (r"α (=|←) max\(", r"β (=|←) min\("),
    "fail-soft": (r"(best|m) (=|←) max\(", r"(best|m) (=|←) min\("),
}
"""What the update of MAX and of MIN looks like."""


def tree_for(algorithm: str) -> Node:
    """The tree; for deepening, which stops above the leaves, with values inside as well."""
    tree = read_tree(TREE)
    if algorithm == "deepening":
        for number, node in enumerate(tree.nodes()):
            if node.children:
                node.value = number % 5
    return tree


def runs(algorithm: str) -> list[Trace]:
    runs = [trace(tree_for(algorithm), algorithm, root=root) for root in ("max", "min")]
    if algorithm == "mtdf":
        runs.append(trace(TREE, algorithm, passes="fail-hard"))
    return runs


CASES = [(algorithm, name) for algorithm in ALGORITHMS for name in listings_of(algorithm)]


@pytest.mark.parametrize(("algorithm", "name"), [case for case in CASES if case[1] != "python"])
def test_each_step_stands_on_the_line_that_says_it(algorithm: str, name: str) -> None:
    for run in runs(algorithm):
        listing = listing_of(run, name)
        for index, step in enumerate(run.steps):
            line = listing.lines[line_at(run, listing, index)]
            assert re.search(FRENCH[step.statement.word], line), (step.statement, line)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_in_python_each_step_stands_on_its_own_statement(algorithm: str) -> None:
    for run in runs(algorithm):
        listing = listing_of(run)
        for index, step in enumerate(run.steps):
            function, number, _word = step.statement
            line = listing.lines[line_at(run, listing, index)]
            assert line == run.sources[function][number].replace(
                "fail_soft(n, p, β - gap", "fail_hard(n, p, β - gap" if _hard(run) else "fail_soft(n, p, β - gap"
            )  # fmt: skip


def _hard(run: Trace) -> bool:
    return any(step.statement.function == "fail_hard" for step in run.steps)


@pytest.mark.parametrize(("algorithm", "name"), [case for case in CASES if case[0] in SIDED])
def test_a_step_of_max_stands_in_the_part_of_max(algorithm: str, name: str) -> None:
    run = trace(TREE, algorithm)
    listing = listing_of(run, name)
    otherwise = next(
        number for number, line in enumerate(listing.lines) if line.strip() in ("sinon", "else:")
    )
    seen = set()
    for index, step in enumerate(run.steps):
        is_max = run.maximises(step.node)
        line = line_at(run, listing, index)
        word = step.statement.word
        if word in ("loop", "call", "next", "cut?", "cut", "return"):
            assert (line < otherwise) is is_max
            seen.add(is_max)
        if word == "update":
            assert re.search(SIDED[algorithm][not is_max], listing.lines[line])
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["course", "handout"])
def test_the_comparison_of_minimax_is_that_of_the_player(name: str) -> None:
    run = trace(TREE, "minimax")
    listing = listing_of(run, name)
    for index, step in enumerate(run.steps):
        if step.statement.word == "better":
            sign = ">" if run.maximises(step.node) else "<"
            assert f"v {sign} m" in listing.lines[line_at(run, listing, index)]


def test_the_second_search_of_pvs_stands_on_its_own_lines() -> None:
    run = trace(TREE, "pvs")
    listing = listing_of(run, "course")
    calls = {
        line_at(run, listing, i) for i, s in enumerate(run.steps) if s.statement.word == "call"
    }
    assert {listing.lines[line].strip() for line in calls} == {
        "v ← −pvs(f, p − 1, −haut, −α)", "v ← −pvs(f, p − 1, −β, −α)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("algorithm", "name", "shown"),
    [
        ("alphabeta", "python", "while f and α <= β:"),
        ("alphabeta", "course", "tant que f existe et α ≤ β faire"),
        ("alphabeta", "slides", "tant que f existe et α ≤ β faire"),
        ("alphabeta", "handout", "tant que coup existe et α ≤ β faire"),
        ("fail-hard", "course", "si v < α alors"),
        ("fail-soft", "handout", "si m > β alors"),
        ("mtdf", "course", "si m > β alors"),
        ("deepening", "course", "tant que f existe et m ≥ α faire"),
    ],
)
def test_a_strict_run_shows_the_strict_comparison(algorithm: str, name: str, shown: str) -> None:
    strict = listing_of(trace(tree_for(algorithm), algorithm, strict=True), name)
    assert shown in [line.strip() for line in strict.lines]
    assert shown not in [line.strip() for line in listing_of(runs(algorithm)[0], name).lines]


@pytest.mark.parametrize(("algorithm", "name"), CASES)
def test_a_listing_shows_no_words_of_steps(algorithm: str, name: str) -> None:
    listing: Listing = listing_of(runs(algorithm)[0], name)
    assert name in LISTINGS
    assert listing.title
    assert not any("#" in line or line != line.rstrip() for line in listing.lines)


def test_a_listing_that_an_algorithm_lacks_is_refused_with_those_it_has() -> None:
    with pytest.raises(BadOption, match="pvs has no listing slides; choose one of python, course"):
        listing_of(trace(TREE, "pvs"), "slides")
