"""`coupe bench`: the signature of the search, in nodes.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(command, ["--help"]).exit_code
0
"""

from coupe.cli.choices import json_option
from coupe.cli.display import grid, page, print_json
from coupe.cli.group import verb
from coupe.cli.watch import waiting
from coupe.cli.words import number
from coupe.language import _


@verb(
    "bench",
    help="""Count the nodes of fixed searches: the signature of this version.

    Fixed positions of every shipped game, at fixed depths, with one thread. The same total means
    that the search does exactly what it did; another total means that it does not.""",
    examples=("coupe bench", "coupe bench --json"),
)
@json_option
def command(as_json: bool) -> int:
    """Print the signature."""
    from coupe import signature

    with waiting(_("Searching...")):
        nodes = signature()
    total = sum(nodes.values())
    if as_json:
        print_json({"schema": "coupe.bench/1", "nodes": nodes, "total": total})
        return 0
    table = grid(_("search"), _("nodes"), right=(1,))
    for search, count in nodes.items():
        table.add_row(search, number(count))
    table.add_section()
    table.add_row(_("total"), number(total), style="bold")
    page().print(table)
    return 0
