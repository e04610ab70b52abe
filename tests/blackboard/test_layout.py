"""The tidy tree: no two boxes overlap, parents stand above their children, the rest is counted."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coupe.blackboard import Node, grow, read_tree
from coupe.blackboard.layout import Extent, Layout, Place, layout

GAP = 4
LEVEL_GAP = 10


def random_tree(count: int, reach: int, seed: int) -> Node:
    """A tree whose every node hangs below one of the last `reach` nodes made before it."""
    random = Random(seed)
    nodes = [Node("0")]
    for number in range(1, count):
        parent = nodes[-random.randint(1, min(len(nodes), reach))]
        nodes.append(parent.add(Node(str(number))))
    return nodes[0]


def rows(placed: Layout) -> list[list[Place]]:
    found: dict[int, list[Place]] = {}
    for place in placed.places:
        found.setdefault(place.depth, []).append(place)
    return list(found.values())


def check_is_tidy(placed: Layout) -> None:
    for row in rows(placed):
        for left, right in pairwise(row):
            assert left.right + GAP <= right.x + 1e-6
    children: dict[int, list[Place]] = {}
    for place in placed.places:
        assert place.x >= -1e-9
        assert place.right <= placed.width + 1e-9
        assert place.bottom <= placed.height + 1e-9
        if place.parent is not None:
            assert place.parent.bottom + LEVEL_GAP <= place.y + 1e-9
            children.setdefault(id(place.parent), []).append(place)
    for place in placed.places:
        below = children.get(id(place), [])
        if below:
            assert place.anchor == pytest.approx((below[0].anchor + below[-1].anchor) / 2)


@given(st.integers(1, 150), st.sampled_from([1, 2, 5, 30, 1000]), st.integers(0, 10_000))
def test_boxes_of_any_widths_never_overlap(count: int, reach: int, seed: int) -> None:
    random = Random(seed)
    tree = random_tree(count, reach, seed)
    extents = {
        node: Extent(random.randint(1, 30), random.randint(1, 30), random.randint(5, 20))
        for node in tree.nodes()
    }
    for most in (1_000, 20):
        check_is_tidy(layout(tree, extents.__getitem__, gap=GAP, level_gap=LEVEL_GAP, most=most))


@pytest.mark.parametrize("reach", [1, 2, 70, 5_000])
def test_deep_and_wide_trees_are_laid_out(reach: int) -> None:
    tree = random_tree(5_000 if reach > 1 else 1_000, reach, 1)
    placed = layout(tree, lambda node: Extent(9, 20, 30), gap=GAP, level_gap=LEVEL_GAP, most=5_000)
    check_is_tidy(placed)


def test_small_subtrees_between_large_ones_stand_evenly() -> None:
    tree = read_tree("((1 2 3 4 5 6 7) 8 9 (1 2 3 4 5 6 7))")
    placed = layout(tree, lambda node: Extent(5, 5, 10))
    at = [placed.of[child].anchor for child in tree.children]
    steps = [right - left for left, right in pairwise(at)]
    assert steps == pytest.approx([steps[0]] * 3)


def test_a_mirrored_tree_has_the_mirrored_layout() -> None:
    tree = random_tree(80, 12, 3)
    placed = layout(tree, lambda node: Extent(5, 5, 10))
    twin = layout(tree.mirrored(), lambda node: Extent(5, 5, 10))
    assert placed.width == pytest.approx(twin.width)
    assert [place.node.name for row in rows(twin) for place in reversed(row)] == [
        place.node.name for row in rows(placed) for place in row
    ]


def test_what_is_not_drawn_is_counted_and_what_ranks_first_is_drawn() -> None:
    tree = grow(6, 3, seed=2)
    line = [tree]
    while line[-1].children:
        line.append(line[-1].children[1])
    placed = layout(
        tree,
        lambda node: Extent(5, 5, 10),
        most=30,
        rank=lambda node: 0 if node in line else 1,
    )
    assert len(placed.of) == 30
    assert set(line) <= set(placed.of)
    assert sum(place.hidden for place in placed.places) + 30 == len(list(tree.nodes()))


def test_a_node_without_rank_is_drawn_only_where_all_are() -> None:
    tree = read_tree("((1 2) (3 4))")
    for most, drawn in ((7, 7), (6, 1)):
        placed = layout(
            tree,
            lambda node: Extent(5, 5, 10),
            most=most,
            rank=lambda node: None if node is not tree else 0,
        )
        assert len(placed.of) == drawn
