"""Trees: how they are written, what is refused, and in which words."""

import json
import math
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coupe import BadFile, BadOption, CoupeError, GameOver, load
from coupe.blackboard import Node, grow, read_tree, trace, tree_of
from coupe.blackboard.tree import MOST_DEPTH, MOST_NODES
from coupe.errors import BadTree

values = st.integers(-50, 50) | st.sampled_from(["1/2", "-7/3", "inf", "-inf", None])
trees = st.recursive(values, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25)


@given(trees)
def test_a_text_is_read_back(data: Any) -> None:
    tree = read_tree(data if isinstance(data, list) else [data])
    again = read_tree(str(tree))
    assert str(again) == str(tree)
    assert [leaf.value for leaf in again.leaves()] == [leaf.value for leaf in tree.leaves()]


@given(trees)
def test_json_is_read_back(data: Any) -> None:
    tree = read_tree(data if isinstance(data, list) else [data])
    again = read_tree(json.dumps(tree.to_json()))
    assert again.to_json() == tree.to_json()


@given(st.text("()[]{}0123456789?-/. \"',:ainfΨ", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(CoupeError):
        read_tree(text)


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    file.write_text("((3 5) (2 9))\n")
    assert str(read_tree(file)) == str(read_tree(str(file))) == "((3 5) (2 9))"
    file.write_text('{"what": 1, "tree": [[3, 5], [2, 9]]}')
    assert str(read_tree(file)) == "((3 5) (2 9))"


def test_values() -> None:
    tree = read_tree("(1 -2 1/2 0.25 inf -inf ? +∞)")
    assert [leaf.value for leaf in tree.leaves()] == [
        1,
        -2,
        Fraction(1, 2),
        Fraction(1, 4),
        math.inf,
        -math.inf,
        None,
        math.inf,
    ]


def test_a_value_alone_is_a_tree() -> None:
    assert read_tree("5").value == read_tree(5).value == 5
    assert trace("5", "alphabeta").answer == "5"


def test_letters_from_top_to_bottom_beside_given_names() -> None:
    tree = read_tree({"children": [{"name": "B", "children": [1, 2]}, 3]})
    assert [node.name for node in tree.nodes()] == ["A", "B", "D", "E", "C"]


def looped() -> list[Any]:
    data: list[Any] = [1]
    data.append([2, data])
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "The tree is empty: write one, like"),
        ("((3 5)", "The tree ends with 1 brackets open: write \\) for each"),
        ("(3 5))", "Character 6 of the tree, \\), comes after its last bracket"),
        ("(3 () 5)", "Character 5 of the tree closes a node without children"),
        ("(3 x 5)", "Character 4 of the tree, x, is not a value: write a number, 1/2, inf"),
        ("(3 1/0)", "is not a value"),
        ("(3 nan)", "is not a value"),
        ("[3, [], 5]", "The node at 1 .* is an empty list: write a value, or its children"),
        ("[3, NaN]", "The node at 1 .* has the value nan: write a number"),
        ("[3, 1e999]", None),
        ("[3, true]", "has the value True"),
        ('[3, {"nam": "B"}]', "The node at 1 .* has nam: a node has name, value and children"),
        ('{"name": "A", "children": 3}', "The node A has children that are no list"),
        ('[{"name": "B"}, {"name": "B"}]', "Two nodes are called B: give each its own name"),
        ('{"name": 3}', "has a name that is no short text"),
        ('{"name": "x\\u001b[31m"}', "has a name that is no short text"),
        ("[3, 5", "The JSON of the tree cannot be read, line 1, column 6"),
        ("[" * 100_000, "The JSON of the tree cannot be read, it is nested too deeply"),
        (looped(), "contains itself: a tree has no cycle"),
        ("(" * (MOST_DEPTH + 2), "The tree is deeper than 1000 plies"),
    ],
)
def test_what_is_refused(data: Any, message: str | None) -> None:
    if message is None:
        assert read_tree(data).children[1].value == math.inf
        return
    with pytest.raises(BadTree, match=message) as caught:
        read_tree(data)
    assert "\n" not in str(caught.value)


def test_a_number_of_ten_million_nodes_is_refused() -> None:
    with pytest.raises(BadTree, match="The tree has more than 200,000 nodes"):
        read_tree(f"({'1 ' * (MOST_NODES + 1)})")
    with pytest.raises(BadOption, match="Such a tree has more than 200,000 nodes"):
        grow(depth=24, branching=2)


def test_what_is_no_file() -> None:
    with pytest.raises(BadFile, match=r"nowhere.json cannot be read: .*; write a tree, like"):
        read_tree("nowhere.json")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "minmax"}, "minmax is no algorithm: did you mean minimax"),
        ({"algorithm": "a*"}, "a\\* is no algorithm; choose one of minimax, alphabeta"),
        ({"order": "sideways"}, "sideways is no order; choose one of left, right"),
        ({"order": [0, 0]}, "The order 0,0 is no list of children"),
        ({"order": "1,-2"}, "The order 1,-2 is no list of children"),
        ({"root": "mini"}, "mini is no root: did you mean min"),
        ({"window": (3, 3)}, "The window has α = 3 and β = 3: α must be smaller than β"),
        ({"window": ("x", 3)}, "α is x: write a number, a fraction, inf or -inf"),
        ({"window": (1, 3), "algorithm": "minimax"}, "minimax takes no window; those that do"),
        ({"depth": -1}, "depth is -1; it can be 0 or more"),
        ({"depth": 1}, None),
        ({"algorithm": "mtdf", "first_guess": "inf"}, "MTD\\(f\\) begins with a finite first"),
        ({"algorithm": "deepening", "depth": 0}, "Deepening begins at depth 1"),
    ],
)
def test_options_that_are_refused(options: dict[str, Any], message: str | None) -> None:
    message = message or "B has no value of its own, and the depth ends there: give it one"
    with pytest.raises(CoupeError, match=message):
        trace("((3 5) (2 9))", **options)


def test_the_best_order_needs_all_values() -> None:
    with pytest.raises(BadOption, match="The best order needs all values, and G is unknown"):
        trace("((3 5) (2 ?))", order="best")


def test_a_deep_chain_can_be_searched() -> None:
    text = "(" * MOST_DEPTH + "7" + ")" * MOST_DEPTH
    assert trace(text, "alphabeta").value == 7


@given(st.integers(0, 1000), st.booleans(), st.booleans())
def test_random_trees_are_the_same_for_a_seed(seed: int, balanced: bool, inner: bool) -> None:
    first, second = (
        grow(depth=3, branching=(1, 3), seed=seed, balanced=balanced, inner=inner)
        for _time in range(2)
    )
    assert first.to_json() == second.to_json()
    if balanced:
        assert len({len(leaf.path) for leaf in first.leaves()}) == 1
    assert all((node.value is not None) == (inner or not node.children) for node in first.nodes())


def test_a_position_is_a_tree_for_who_moves_at_its_root() -> None:
    position = load("othello").start()
    highest, lowest = (tree_of(position, 1, root) for root in ("max", "min"))
    assert [child.value for child in highest.children] == [
        -child.value for child in lowest.children if child.value is not None
    ]
    assert [child.edge for child in highest.children] == ["d3", "c4", "f5", "e6"]
    assert highest.children[0].board() is not None


def test_who_moves_comes_from_the_game() -> None:
    kalah = load(f"{Path(__file__).parents[2] / 'examples' / 'kalah.py'}:3x3")
    tree = tree_of(kalah.start(), 2)
    assert {child.edge: child.turn for child in tree.children} == {"1": 0, "2": 1, "3": 1}


def test_a_finished_game_is_no_tree() -> None:
    with pytest.raises(GameOver, match="there is nothing to search"):
        trace(load("tictactoe").position("14253"))


def test_a_node_stands_for_itself() -> None:
    assert repr(Node("A")) == "<node A>"
