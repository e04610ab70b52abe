"""The algorithms side by side on one position: what each visits, against the tree and the minimum.

>>> from coupe import compare, load
>>> comparison = compare(load("tictactoe").start(), 4)
>>> comparison.tree_leaves, {row.value for row in comparison.rows}
(3024, {0})
"""

from dataclasses import dataclass

from coupe.engine import ALGORITHMS, ORDERS, Found, Plan, Search, census
from coupe.position import Position

MOST_NODES = 200_000_000
"""Where a row gives up: about two seconds of plain search."""


@dataclass(frozen=True)
class Row:
    """One algorithm with one order of moves; `value` is None where it gave up."""

    algorithm: str
    move_order: str
    table: bool
    value: int | None
    nodes: int
    leaves: int
    seconds: float
    branching: float


@dataclass(frozen=True)
class Comparison:
    """All algorithms on one position, to one depth.

    >>> from coupe import compare, load
    >>> comparison = compare(load("tictactoe").position("XX.OO...."), 12)
    >>> comparison.depth, comparison.tree_leaves, comparison.minimum < comparison.tree_leaves
    (5, 73, True)

    The tree is what minimax would visit; where every line of it ends sooner, `depth` is that of
    the longest. `branching` is the depth-th root of its leaves, from which follows `minimum`, the
    leaves that any proof of the value must visit where no table tells it of positions met before.
    """

    depth: int
    rows: tuple[Row, ...]
    tree_nodes: int | None
    tree_leaves: int | None
    branching: float | None
    minimum: float | None


def minimum_leaves(branching: float, depth: int) -> float:
    """What alpha-beta visits with perfect order (Knuth and Moore, 1975).

    >>> minimum_leaves(3, 3)
    11
    """
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


def compare(
    position: Position, depth: int, *, table_mb: int = 64, most_nodes: int = MOST_NODES
) -> Comparison:
    """Run every algorithm on a position, each from scratch.

    >>> from coupe import compare, load
    >>> row = compare(load("connect4").start(), 3).rows[0]
    >>> row.algorithm, row.leaves
    ('minimax', 343)
    """
    search = Search(position.game, table_mb=table_mb)
    runs = []
    for algorithm in ALGORITHMS:
        for order in ORDERS:
            if algorithm == "minimax" and order == "best":
                continue
            table = order == "best" or algorithm == "mtdf"
            plan = Plan(
                depth=depth, nodes=most_nodes, algorithm=algorithm, table=table, order=order
            )
            search.forget()
            runs.append((plan, search.run(position, plan)))
    counts = census(position, depth, most_nodes)
    nodes = sum(positions for positions, _ended in counts)
    counted = nodes < most_nodes
    if counted:
        counts = [count for count in counts if count[0]]
        depth = len(counts) - 1
    rows = tuple(_row(plan, found, depth) for plan, found in runs)
    if not counted:
        return Comparison(depth, rows, None, None, None, None)
    leaves = sum(ended for _positions, ended in counts[:-1]) + counts[-1][0]
    branching = leaves ** (1 / depth)
    return Comparison(depth, rows, nodes, leaves, branching, minimum_leaves(branching, depth))


def _row(plan: Plan, found: Found, depth: int) -> Row:
    return Row(
        plan.algorithm,
        plan.order,
        plan.table,
        found.value if found.finished else None,
        found.nodes,
        found.leaves,
        found.seconds,
        found.leaves ** (1 / depth),
    )
