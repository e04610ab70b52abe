"""`coupe levels`: the levels from 0 to 20, in words.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(command, []).output.splitlines()[2].split()[0]
'0'
"""

from coupe.cli.choices import json_option
from coupe.cli.display import grid, page, print_json
from coupe.cli.group import verb
from coupe.language import _


@verb(
    "levels",
    help="""List the levels, from a beginner to full strength.

    A level up to 12 is so much work a move, and plays the same on any machine; above, it is time.
    level:N is such a player, wherever one is asked for.""",
    examples=("coupe levels", "coupe levels --json"),
)
@json_option
def command(*, as_json: bool) -> None:
    """List the levels."""
    from coupe.play.levels import LEVELS

    if as_json:
        print_json([{**vars(level), "words": level.words} for level in LEVELS])
        return
    from rich.text import Text

    table = grid(_("level"), _("what it does"), right=(0,))
    for level in LEVELS:
        table.add_row(str(level.number), Text(level.words))
    page().print(table)
