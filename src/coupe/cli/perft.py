"""`coupe perft`: how many lines of moves there are, depth by depth.

>>> from click.testing import CliRunner
>>> print(CliRunner().invoke(command, ["tictactoe", "2", "--json"]).output[:40])
{"schema": "coupe.perft/1", "game": "tic
"""

from coupe.cli.choices import MOST_DEPTH, Whole, game_argument, json_option, position_argument
from coupe.cli.display import grid, page, print_json
from coupe.cli.group import argument, verb
from coupe.cli.watch import waiting
from coupe.cli.words import number
from coupe.language import _


@verb(
    "perft",
    help="""Count the lines of moves from a position, depth by depth.

    Positions are counted once for every line that leads to them; finished games are the lines
    that end the game at exactly that depth; leaves are the positions and the lines that have
    ended before. These counts are published for many games, the leaves for Othello, the positions
    for Connect 4: equal ones say that the rules are right.""",
    examples=(
        "coupe perft tictactoe 9",
        "coupe perft othello 8",
        "coupe perft connect4 5 4433 --json",
    ),
)
@game_argument
@argument("depth", metavar="DEPTH", type=Whole(1, MOST_DEPTH))
@position_argument
@json_option
def command(game: str, depth: int, position: tuple[str, ...], as_json: bool) -> int:
    """Count lines of moves."""
    from coupe import load, perft

    where = load(game).position(" ".join(position))
    with waiting(_("Counting...")):
        counts = perft(where, depth)
    positions = sum(count.positions for count in counts)
    finished = sum(count.finished for count in counts)
    if as_json:
        print_json(
            {
                "schema": "coupe.perft/1",
                "game": where.game.spec,
                "position": where.text,
                "depths": [
                    {
                        "depth": count.depth,
                        "positions": count.positions,
                        "finished": count.finished,
                        "leaves": count.leaves,
                    }
                    for count in counts
                ],
                "positions": positions,
                "finished": finished,
            }
        )
        return 0
    table = grid(_("depth"), _("positions"), _("finished games"), _("leaves"), right=(0, 1, 2, 3))
    for count in counts:
        table.add_row(*map(number, (count.depth, count.positions, count.finished, count.leaves)))
    table.add_section()
    table.add_row(_("total"), number(positions), number(finished), style="bold")
    page().print(table)
    return 0
