"""Where the nodes of a tree stand: a tidy tree without overlaps, in plain geometry for every view.

>>> from coupe.blackboard import read_tree
>>> placed = layout(read_tree("((3 5) 2)"), lambda node: Extent(10, 10, 20), gap=4, level_gap=10)
>>> [(place.node.name, place.x, place.y) for place in placed.places]
[('A', 24.0, 0.0), ('B', 12.0, 30.0), ('D', 0.0, 60.0), ('E', 24.0, 60.0), ('C', 36.0, 30.0)]
>>> placed.width, placed.height
(56.0, 80.0)

The unit is the caller's: points for a picture, characters for a terminal.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coupe.blackboard.tree import Node

MOST = 150
"""How many nodes are drawn where nothing else is asked for; the rest are counted."""


class Extent(NamedTuple):
    """The room a node takes: left and right of the point where its edges meet, and in height."""

    left: float
    right: float
    height: float


@dataclass(slots=True)
class Place:
    """The box of a node, `x` and `y` being its upper left corner; its edges meet at `anchor`.

    Where `hidden` is not 0, the box stands for that many nodes below `node` that are not drawn.
    """

    node: Node
    depth: int
    parent: "Place | None"
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    anchor: float = 0
    hidden: int = 0

    @property
    def right(self) -> float:
        """The right edge of the box."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge of the box."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """All boxes, depth first, with the place of each node that is drawn."""

    places: list[Place]
    of: dict[Node, Place]
    width: float
    height: float


Children = Callable[[Node], Sequence[Node]]


def layout(
    root: Node,
    extent: Callable[[Node], Extent],
    children: Children = lambda node: node.children,
    *,
    gap: float = 8,
    level_gap: float = 30,
    most: int = MOST,
    rank: Callable[[Node], int | None] = lambda node: 0,
    stub: Callable[[int], Extent] | None = None,
) -> Layout:
    """Place a tree, in time linear in its nodes, however deep it is.

    extent     the room that a node takes
    children   the children of a node, in the order they are drawn in
    gap        the least distance of two boxes beside each other
    level_gap  the distance of two rows of nodes
    most       beyond so many nodes, whole subtrees are drawn as one box that counts them
    rank       which nodes are drawn first then: those of the smallest rank, the highest in the tree;
               those of rank None are not
    stub       the room of a box that counts so many nodes

    >>> from coupe.blackboard import grow
    >>> placed = layout(grow(8, 2, seed=1), lambda node: Extent(5, 5, 10), most=40)
    >>> len(placed.of), sum(place.hidden for place in placed.places)
    (40, 471)
    """
    below = _counted(root, children)
    drawn = _chosen(root, children, below, most, rank)
    places, rows = _places(root, children, drawn, below)
    count = len(places)
    extents = [
        (stub or _narrow_stub)(place.hidden) if place.hidden else extent(place.node)
        for place in places
    ]
    offsets = [0.0] * count
    _spread(rows, extents, offsets, gap)
    heights: list[float] = []
    for index, place in enumerate(places):
        left, right, height = extents[index]
        place.width, place.height = left + right, height
        if place.depth == len(heights):
            heights.append(height)
        else:
            heights[place.depth] = max(heights[place.depth], height)
        place.anchor = offsets[index] + (place.parent.anchor if place.parent else 0)
        place.x = place.anchor - left
    tops = [0.0]
    for height in heights:
        tops.append(tops[-1] + height + level_gap)
    for place in places:
        place.y = tops[place.depth]
    start = min(place.x for place in places)
    for place in places:
        place.x -= start
        place.anchor -= start
    return Layout(
        places,
        {place.node: place for place in places if not place.hidden},
        max(place.right for place in places),
        tops[-1] - level_gap,
    )


def _narrow_stub(count: int) -> Extent:
    half = 4.0 * (len(str(count)) + 3)
    return Extent(half, half, 16)


def _counted(root: Node, children: Children) -> dict[Node, int]:
    """How many nodes each subtree has, its root included."""
    order = [root]
    parents: list[int] = [-1]
    for index, node in enumerate(order):
        for child in children(node):
            order.append(child)
            parents.append(index)
    counts = [1] * len(order)
    for index in range(len(order) - 1, 0, -1):
        counts[parents[index]] += counts[index]
    return dict(zip(order, counts, strict=True))


def _chosen(
    root: Node,
    children: Children,
    below: dict[Node, int],
    most: int,
    rank: Callable[[Node], int | None],
) -> set[Node] | None:
    """The nodes that are drawn; None where all are."""
    if below[root] <= most:
        return None
    drawn: set[Node] = set()
    number = 0
    waiting = [(0, 0, number, root)]
    while waiting and len(drawn) < most:
        _rank, depth, _number, node = heapq.heappop(waiting)
        drawn.add(node)
        for child in children(node):
            first = rank(child)
            if first is not None:
                number += 1
                heapq.heappush(waiting, (first, depth + 1, number, child))
    drawn.add(root)
    return drawn


def _places(
    root: Node, children: Children, drawn: set[Node] | None, below: dict[Node, int]
) -> tuple[list[Place], list[list[int]]]:
    """The places, parents first, depth first, still without geometry; the children of each."""
    places: list[Place] = []
    rows: list[list[int]] = []
    waiting: list[tuple[Node, int, int]] = [(root, -1, 0)]
    while waiting:
        node, above, hidden = waiting.pop()
        parent = places[above] if above >= 0 else None
        index = len(places)
        places.append(Place(node, parent.depth + 1 if parent else 0, parent, hidden=hidden))
        rows.append([])
        if above >= 0:
            rows[above].append(index)
        if hidden:
            continue
        found: list[tuple[Node, int, int]] = []
        for child in children(node):
            if drawn is None or child in drawn:
                found.append((child, index, 0))
            elif found and found[-1][2]:
                found[-1] = (node, index, found[-1][2] + below[child])
            else:
                found.append((node, index, below[child]))
        waiting.extend(reversed(found))
    return places, rows


class _Contour:
    """The outline of a subtree by level, the lowest level first, with all numbers off by `base`."""

    __slots__ = ("base", "lefts", "rights")

    def __init__(self) -> None:
        self.base = 0.0
        self.lefts: list[float] = []
        self.rights: list[float] = []


def _spread(rows: list[list[int]], extents: list[Extent], offsets: list[float], gap: float) -> None:
    """Find how far each place is from its parent, from the leaves up.

    Two neighbours are compared only as deep as the shallower one goes, so that every level of every
    subtree is looked at once.
    """
    contours: list[_Contour | None] = [None] * len(rows)
    for index in range(len(rows) - 1, -1, -1):
        left, right, _height = extents[index]
        found = _joined(rows[index], contours, offsets, gap) if rows[index] else _Contour()
        found.lefts.append(-left - found.base)
        found.rights.append(right - found.base)
        contours[index] = found


def _joined(
    row: list[int], contours: list[_Contour | None], offsets: list[float], gap: float
) -> _Contour:
    """Set the children of a node beside each other, and their parent above the middle."""
    whole = contours[row[0]]
    assert whole is not None
    at = [0.0] * len(row)
    # Those between two children that touch deep down are moved to be evenly apart: the speed at
    # which the move grows from child to child, and what it loses where it ends.
    speeds, ends = [0.0] * len(row), [0.0] * len(row)
    visible = [(len(whole.lefts), 0)]
    for number in range(1, len(row)):
        child = contours[row[number]]
        assert child is not None
        shared = min(len(whole.lefts), len(child.lefts))
        apart = child.base - whole.base
        shift: float | None = None
        rights, lefts = whole.rights, child.lefts
        for level in range(1, shared + 1):
            needed = rights[-level] - lefts[-level] - apart + gap
            if shift is None:
                shift = needed
            elif needed > shift:
                while visible[-1][0] < level:
                    visible.pop()
                pushing = visible[-1][1]
                between = number - pushing
                if between > 1:
                    more = needed - shift
                    speeds[pushing + 1] += more / between
                    speeds[number] -= more / between
                    ends[number] -= more - more / between
                shift = needed
        assert shift is not None
        at[number] = shift
        whole = _merged(whole, child, shift, shared)
        while visible and visible[-1][0] <= len(child.lefts):
            visible.pop()
        visible.append((len(child.lefts), number))
    moved = speed = 0.0
    for number in range(len(row)):
        speed += speeds[number]
        moved += speed + ends[number]
        at[number] += moved
    middle = (at[0] + at[-1]) / 2
    for number, index in enumerate(row):
        offsets[index] = at[number] - middle
        contours[index] = None
    whole.base -= middle
    return whole


def _merged(whole: _Contour, child: _Contour, shift: float, shared: int) -> _Contour:
    """The outline of both; the longer one is kept, and changed as far as the shorter one goes."""
    child.base += shift
    if len(child.lefts) > len(whole.lefts):
        more = whole.base - child.base
        for level in range(1, shared + 1):
            child.lefts[-level] = whole.lefts[-level] + more
        return child
    more = child.base - whole.base
    for level in range(1, shared + 1):
        whole.rights[-level] = child.rights[-level] + more
    return whole
