"""The algorithms side by side on one position: what each visits, against the tree and the minimum.

>>> from coupe import compare, load
>>> comparison = compare(load("tictactoe").start(), 4)
>>> comparison.tree_leaves, {row.value for row in comparison.rows}
(3024, {0})
"""

from dataclasses import dataclass

from coupe.engine import ALGORITHMS, ORDERS, Plan, Search, census
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

    The tree is what minimax would visit; `branching` is the depth-th root of its leaves, from
    which follows `minimum`, the leaves that any proof of the value must visit.
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
    """Run every algorithm on a position, each from scratch."""
    search = Search(position.game, table_mb=table_mb)
    rows = []
    for algorithm in ALGORITHMS:
        for order in ORDERS:
            if algorithm == "minimax" and order == "best":
                continue
            table = order == "best" or algorithm == "mtdf"
            search.forget()
            found = search.run(
                position,
                Plan(depth=depth, nodes=most_nodes, algorithm=algorithm, table=table, order=order),
            )
            done = found.finished
            rows.append(
                Row(
                    algorithm,
                    order,
                    table,
                    found.value if done else None,
                    found.nodes,
                    found.leaves,
                    found.seconds,
                    found.leaves ** (1 / depth),
                )
            )
    counts = census(position, depth, most_nodes)
    nodes = sum(positions for positions, _ended in counts)
    if nodes >= most_nodes:
        return Comparison(depth, tuple(rows), None, None, None, None)
    leaves = sum(ended for _positions, ended in counts[:-1]) + counts[-1][0]
    branching = leaves ** (1 / depth)
    return Comparison(
        depth, tuple(rows), nodes, leaves, branching, minimum_leaves(branching, depth)
    )
