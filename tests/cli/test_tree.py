"""`coupe tree` and `coupe traverse`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from coupe.blackboard import grow, read_tree

Run = Callable[..., Result]
TRAVERSAL = Path(__file__).parents[1] / "seed_cases" / "tree_traversal.json"


@pytest.mark.parametrize("order", ["depth", "breadth"])
def test_the_traversals_of_the_course(run: Run, order: str) -> None:
    expected = json.loads(TRAVERSAL.read_text("utf-8"))[f"{order}_first"]
    data = json.loads(run("traverse", str(TRAVERSAL), "--order", order, "--json").stdout)
    assert data["schema"] == "coupe.traversal/1"
    assert data["values"] == expected
    shown = run("traverse", "traversal", "--order", order).stdout
    assert shown.splitlines()[0].endswith(": " + " ".join(map(str, expected)))
    assert len(data["waiting"]) == 8
    assert data["waiting"][-1] == []


def test_the_queue_is_shown(run: Run) -> None:
    data = json.loads(run("traverse", "traversal", "--order", "breadth", "--json").stdout)
    assert data["waiting"][:3] == [["2", "3", "4"], ["3", "4"], ["4", "5", "6"]]
    assert "queue after it" in run("traverse", "traversal", "--order", "breadth").stdout
    assert "stack after it" in run("traverse", "traversal").stdout


def test_a_random_tree_is_the_same_for_the_same_seed(run: Run) -> None:
    line = ("tree", "random", "--depth", "4", "--branching", "2-4", "--values", "-5", "5")
    first = run(*line, "--seed", "3", "--unbalanced").stdout
    assert first == run(*line, "--seed", "3", "--unbalanced").stdout
    assert first != run(*line, "--seed", "4", "--unbalanced").stdout
    assert first.strip() == str(grow(4, (2, 4), (-5, 5), 3, balanced=False))


def test_a_random_tree_as_json(run: Run) -> None:
    data = json.loads(run("tree", "random", "--inner", "--json").stdout)
    assert all(node.value is not None for node in read_tree(data).nodes())


def test_a_tree_is_shown(run: Run) -> None:
    shown = run("tree", "show", "slides").stdout
    assert "△A" in shown
    assert "22 nodes, 12 leaves from 5 to 14, 5 of them unknown, 4 plies." in shown
    assert run("tree", "show", "slides", "--ascii").stdout.isascii()
    data = json.loads(run("tree", "show", "((3 5) 2)", "--json").stdout)
    assert str(read_tree(data)) == "((3 5) 2)"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("tree rndom", "No verb is called rndom: did you mean random?"),
        ("tree grow", "No verb is called grow; the verbs are random, show."),
        ("tree random --branching 4-x", "4-x is no number of children: write one like 2"),
        ("tree random --branching 0", "branching is 0-0; it can be from 1 to 100."),
        ("tree random --values 5 1", "The values go from 5 to 1: write the smaller one first."),
        ("tree random --depth 40", "Such a tree has more than 200,000 nodes"),
        ("tree show sldes", "sldes is no tree and no game: did you mean slides?"),
        ("traverse slides --order sideways", "'sideways' is not one of 'depth', 'breadth'."),
    ],
)
def test_a_mistake_is_told_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert not result.stdout
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("verb", ["random", "show"])
def test_the_verbs_of_the_verb_have_help_and_examples(run: Run, verb: str) -> None:
    result = run("tree", verb, "--help")
    assert result.exit_code == 0
    assert f"\nExamples:\n  coupe tree {verb}" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_seed_is_that_of_the_tree(run: Run) -> None:
    said = run("tree", "random", "--help").stdout
    assert "The same seed gives the same tree." in said
    assert "keys of positions" not in said
