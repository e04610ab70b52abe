"""`coupe gtp`: coupe as the engine of another front end, through GTP.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["othello"], input="1 name\\nplay b f5\\nquit\\n").output
>>> said.split("\\n\\n")[:3]
['=1 coupe', '=', '=']
"""

from typing import TYPE_CHECKING

import click

from coupe.cli.choices import GameName
from coupe.cli.engine import clock_option, commands, level_option, player_option, player_wanted
from coupe.cli.group import argument, verb

if TYPE_CHECKING:
    from coupe import Game
    from coupe.play import Player


@verb(
    "gtp",
    help="""Be the engine of another program, through GTP, the Go Text Protocol.

    The other program starts this command, and says what to do on its input: coupe knows GAME (else
    othello) and, by set_game, every other that comes with it. Moves have the names that coupe
    gives them; list_commands says what else there is. Without --level and --player, coupe plays at
    full strength, and takes the time that it is given.""",
    examples=(
        "coupe gtp",
        "coupe gtp othello --level 5",
        "coupe gtp connect4 --player minimax:6",
        "coupe gtp my_game.py --time 5s/move",
    ),
)
@argument("game", metavar="GAME", type=GameName(), default="othello")
@level_option
@player_option
@clock_option
def command(game: str, level: int | None, player: str | None, time: str) -> None:
    """Answer commands until the input ends."""
    wanted = player_wanted(level, player)

    from coupe import load
    from coupe.play import TimeControl, player_of
    from coupe.protocols.gtp import GtpServer

    def player_for(loaded: "Game") -> "Player":
        return player_of(wanted, loaded)

    server = GtpServer(load(game), player_for, TimeControl.read(time))
    server.serve(commands(), lambda said: click.echo(said, nl=False))
