"""`coupe nboard`: coupe as an engine of NBoard, and of what else speaks its protocol.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, [], input="nboard 2\\nset depth 2\\nping 1\\n").output
>>> said.splitlines()
['set myname coupe', 'set myname coupe2', 'pong 1']
"""

import click

from coupe.cli.engine import clock_option, commands, level_option, player_option, player_wanted
from coupe.cli.group import verb


@verb(
    "nboard",
    help="""Be an engine of NBoard, or of another program that speaks its protocol: Othello.

    The other program starts this command, and says what to do on its input. coupe looks as deep as
    it is told, for 30 seconds at most; with --level or --player, that player chooses the moves. It
    stops thinking when it is told the next thing.""",
    examples=(
        "coupe nboard",
        "coupe nboard --level 8",
        "coupe nboard --time 5s/move",
        "coupe nboard --player pvs:8",
    ),
)
@level_option
@player_option
@clock_option
def command(level: int | None, player: str | None, time: str) -> None:
    """Answer commands until the input ends."""
    wanted = player_wanted(level, player) if level is not None or player is not None else None

    from coupe.play import TimeControl, player_of
    from coupe.protocols.nboard import NBoardServer

    clock = TimeControl.read(time)
    server = NBoardServer(
        click.echo,
        (lambda game: player_of(wanted, game)) if wanted is not None else None,
        clock if str(clock) != "none" else None,
    )
    server.serve(commands())
