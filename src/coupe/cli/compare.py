"""`coupe compare`: what each algorithm enters to find the same value.

>>> from click.testing import CliRunner
>>> print(CliRunner().invoke(command, ["tictactoe", "--depth", "0"]).exit_code)
2
"""

from typing import TYPE_CHECKING

from coupe.cli.choices import depth_option, game_argument, position_argument, table_mb_option
from coupe.cli.display import grid, page
from coupe.cli.group import verb
from coupe.cli.watch import waiting
from coupe.cli.words import number, seconds, signed
from coupe.language import _

if TYPE_CHECKING:
    from coupe import Comparison


@verb(
    "compare",
    help="""Search one position with every algorithm, and count what each one enters.

    One line for each algorithm, with and without the table of positions already searched, with
    the moves in the order of the game and the most promising first. Leaves are the positions
    where a search evaluates instead of going deeper, or where the game has ended; leaves^(1/d) is
    the branching factor that a search of depth d behaves as if it had.""",
    examples=(
        "coupe compare connect4 --depth 8",
        "coupe compare othello f5d6c3d3c4 --depth 6",
    ),
)
@game_argument
@position_argument
@depth_option(default=6, show_default=True, help="Search exactly this deep.")
@table_mb_option
def command(game: str, position: tuple[str, ...], depth: int, table_mb: int) -> int:
    """Compare the algorithms on one position."""
    from coupe import compare, load

    where = load(game).position(" ".join(position))
    with waiting(_("Searching...")):
        comparison = compare(where, depth, table_mb=table_mb)
    table = grid(
        _("algorithm"),
        _("order"),
        _("table"),
        _("value"),
        _("nodes"),
        _("leaves"),
        _("time"),
        _("leaves\n^(1/d)"),
        right=(3, 4, 5, 6, 7),
    )
    for row in comparison.rows:
        table.add_row(
            row.algorithm,
            row.move_order,
            _("yes") if row.table else _("no"),
            _("gave up") if row.value is None else signed(row.value),
            number(row.nodes),
            number(row.leaves),
            seconds(row.seconds),
            number(row.branching, 2),
        )
    console = page()
    console.print(table)
    console.print()
    for line in _tree(comparison):
        console.print(line, soft_wrap=True)
    return 0


def _tree(comparison: "Comparison") -> list[str]:
    """What the algorithms are to be judged against."""
    if (
        comparison.tree_nodes is None
        or comparison.tree_leaves is None
        or comparison.branching is None
        or comparison.minimum is None
    ):
        return [_("The full tree is too large to be counted.")]
    full = _("Full tree: {nodes} nodes, {leaves} leaves; b = leaves^(1/d) = {b} and d = {d}.")
    least = _(
        "Minimum of a uniform tree, in perfect order and without a table:\n"
        "b^⌈d/2⌉ + b^⌊d/2⌋ - 1 = {minimum} leaves."
    )
    return [
        full.format(
            nodes=number(comparison.tree_nodes),
            leaves=number(comparison.tree_leaves),
            b=number(comparison.branching, 2),
            d=comparison.depth,
        ),
        least.format(minimum=number(comparison.minimum)),
    ]
