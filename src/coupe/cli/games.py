"""`coupe games`: the games that are shipped.

>>> from click.testing import CliRunner
>>> "connect4" in CliRunner().invoke(command, []).output
True
"""

from coupe.cli.display import page
from coupe.cli.group import verb
from coupe.language import _


@verb(
    "games",
    help="""List the games that are shipped.

    Parameters are written after the name: connect4:6x5, or connect4:width=6. A game of yours is
    the path of its file: my_game.py, my_game.py:6x5.""",
    examples=("coupe games",),
)
def command() -> int:
    """List the games."""
    from rich.table import Table
    from rich.text import Text

    from coupe import load, shipped

    table = Table.grid(padding=(0, 3, 0, 0))
    for name in shipped():
        game = load(name)
        players = _("{first} against {second}").format(
            first=_(game.players[0]), second=_(game.players[1])
        )
        given = " ".join(f"{key}={value}" for key, value in game.parameters.items())
        table.add_row(Text(name, style="bold"), _(game.doc.partition("\n")[0]))
        table.add_row("", Text("   ".join(filter(None, (players, given))), style="dim"))
    page().print(table)
    return 0
