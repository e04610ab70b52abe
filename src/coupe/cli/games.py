"""`coupe games`: the games that are shipped.

>>> from click.testing import CliRunner
>>> "connect4" in CliRunner().invoke(command, []).output
True
"""

from coupe.cli.display import grid, page
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
    from coupe import load, shipped

    table = grid(_("game"), _("players"), _("parameters"), _("what it is"))
    for name in shipped():
        game = load(name)
        table.add_row(
            name,
            ", ".join(_(player) for player in game.players),
            " ".join(f"{key}={value}" for key, value in game.parameters.items()) or "-",
            _(game.doc.splitlines()[0]) if game.doc else "",
        )
    page().print(table)
    return 0
