"""`coupe traverse`: all nodes of a tree, in depth or in breadth, with those that wait.

>>> from click.testing import CliRunner
>>> print(CliRunner().invoke(command, ["((3 5) 2)", "--order", "breadth"]).output.split("\\n")[0])
In breadth: A B C D E
"""

import click

from coupe.blackboard import Node, PositionNode
from coupe.blackboard.traversal import ORDERS
from coupe.blackboard.tree import plain
from coupe.cli.choices import json_option, tree_argument
from coupe.cli.display import grid, page, print_json
from coupe.cli.group import option, verb
from coupe.cli.trees import tree_only
from coupe.language import _

SCHEMA = "coupe.traversal/1"


@verb(
    "traverse",
    help="""Go through all nodes of a tree, in depth or in breadth.

    At each node stand those that wait: in depth on a stack, its top first; in breadth in a queue.
    TREE is written as for coupe trace.""",
    examples=(
        "coupe traverse traversal --order depth",
        "coupe traverse slides --order breadth",
        "coupe traverse tree.json --json",
    ),
)
@tree_argument
@option(
    "--order",
    type=click.Choice(tuple(ORDERS)),
    default="depth",
    show_default=True,
    help="Children first, or neighbours first.",
)
@json_option
def command(tree: str, order: str, as_json: bool) -> int:
    """Go through a tree."""
    visits = list(ORDERS[order](tree_only(tree)))
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "order": order,
                "nodes": [visit.node.name for visit in visits],
                "values": [_value(visit.node) for visit in visits],
                "waiting": [[node.name for node in visit.waiting] for visit in visits],
            }
        )
        return 0
    console = page()
    words = _("In depth: {nodes}") if order == "depth" else _("In breadth: {nodes}")
    between = ", " if any(" " in visit.node.name for visit in visits) else " "
    nodes = between.join(visit.node.name for visit in visits)
    console.print(words.format(nodes=nodes), markup=False)
    console.print()
    table = grid(
        _("step"),
        _("node"),
        _("value"),
        _("stack after it") if order == "depth" else _("queue after it"),
        right=(0, 2),
    )
    for count, visit in enumerate(visits, 1):
        waiting = between.join(node.name for node in visit.waiting)
        value = _value(visit.node)
        shown = "" if value is None else str(value)
        table.add_row(str(count), visit.node.name, shown, waiting or "-")
    console.print(table)
    return 0


def _value(node: Node) -> int | str | None:
    """The value of a node, if it has one; a position would first have to be evaluated."""
    if isinstance(node, PositionNode) or node.value is None:
        return None
    return plain(node.value)
