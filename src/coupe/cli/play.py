"""`coupe play`: a game in the terminal, on a whole screen or line by line.

>>> from click.testing import CliRunner
>>> two = ["tictactoe", "--second", "human", "--archive", "none"]
>>> played = CliRunner().invoke(command, two, input="5\\nq\\n")
>>> print(played.output.split("\\n\\n")[3])
1 2 3
4 X 6
7 8 9
O to move
"""

import os
import random
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from coupe.cli.choices import GameName, Whole
from coupe.cli.endings import complain
from coupe.cli.group import argument, option, verb
from coupe.cli.keeping import archive_of, archive_option, kept_archive
from coupe.cli.stepping import can_show_a_screen
from coupe.errors import BadOption
from coupe.language import _

if TYPE_CHECKING:
    from coupe.archive import Archive
    from coupe.cli.sitting import Sitting

FULL_STRENGTH = 20
SEEDS = 1 << 31


@verb(
    "play",
    help="""Play a game in the terminal, against coupe, another program or a person.

    GAME is a shipped game (coupe games lists them; without one, othello) or a FILE.py of yours.
    You are first and coupe second, at level 5, unless you name the players.

    WHO is human, random, level:N (0 to 20), ALGORITHM:DEPTH (minimax:3), FILE.py:function,
    gtp:COMMAND or nboard:COMMAND.

    Every game is kept as it is played: --resume goes on with the last one that is not finished. On
    the screen, ? shows the keys; through a pipe, or with --lines, the game is played line by
    line.""",
    examples=(
        "coupe play",
        "coupe play connect4 --level 9",
        "coupe play othello --black level:3 --time 5m",
        "coupe play tictactoe --second human",
        "coupe play othello --position f5d6c3",
        "coupe play --resume",
    ),
)
@argument("game", metavar="GAME", type=GameName(), required=False)
@option("--black", metavar="WHO", help="Who plays Black.")
@option("--white", metavar="WHO", help="Who plays White.")
@option("--first", metavar="WHO", help="Who plays first, in any game.")
@option("--second", metavar="WHO", help="Who plays second, in any game.")
@option(
    "--level",
    metavar="N",
    type=Whole(0, FULL_STRENGTH),
    help="How strong coupe plays against you: 0 is a beginner, 20 full strength; else 5.",
)
@option(
    "--time",
    "clock",
    metavar="T",
    help="The time for each player: 5m, 5m+3s (and 3 seconds more each move), 10s/move.",
)
@option("--position", metavar="POSITION", help="Begin there.")
@option("--resume", is_flag=True, help="Go on with the last game that is not finished.")
@option(
    "--seed",
    metavar="N",
    type=Whole(0, (1 << 63) - 1),
    help="The seed of coupe's chances: the same seed, the same play.",
)
@option("--evaluate", metavar="FILE.py:f", help="coupe judges positions with a function of yours.")
@option("--lines", is_flag=True, help="Play line by line, as screen readers like it.")
@option("--ascii", "ascii_only", is_flag=True, help="Draw with plain characters only.")
@archive_option
def command(
    game: str | None,
    black: str | None,
    white: str | None,
    first: str | None,
    second: str | None,
    level: int | None,
    clock: str | None,
    position: str | None,
    resume: bool,
    seed: int | None,
    evaluate: str | None,
    lines: bool,
    ascii_only: bool,
    archive: str | None,
) -> None:
    """Play one game."""
    from coupe import load
    from coupe.cli.sitting import SIDES, Sitting, seats_of, with_evaluation
    from coupe.play import TimeControl

    named = dict(zip(SIDES, (black, white, first, second), strict=True))
    asked = {side: _whole(who) for side, who in named.items() if who is not None}
    if resume:
        kept = _archive_to_resume(archive)
        others = {
            "--level": level, "--time": clock, "--position": position, "--seed": seed,
            "--evaluate": evaluate, **{f"--{side}": who for side, who in named.items()},
        }  # fmt: skip
        given = [name for name, value in others.items() if value is not None]
        if given:
            raise BadOption(
                _(
                    "--resume goes on with the game's own players and clock: leave out {options}."
                ).format(options=" ".join(given))
            )
        sitting = Sitting.resumed(kept, None if game is None else load(_whole(game)).spec)
    else:
        played = load(_whole(game or "othello"))
        seats = seats_of(played, asked, level)
        evaluation = _whole(evaluate or "")
        sitting = Sitting(
            played.position(position or ""),
            (with_evaluation(seats[0], evaluation), with_evaluation(seats[1], evaluation)),
            TimeControl.read(clock or "none"),
            random.randrange(SEEDS) if seed is None else seed,
            archive_of(archive),
        )
    _play(sitting, lines, ascii_only)


def _archive_to_resume(path: str | None) -> "Archive":
    """The archive that is there: to ask for a game makes none."""
    from coupe.archive.store import is_nothing

    if is_nothing(os.environ.get("COUPE_ARCHIVE", "") if path is None else path):
        raise BadOption(_("Without an archive there is no game to resume."))
    return kept_archive(path)


def _play(sitting: "Sitting", lines: bool, ascii_only: bool) -> None:
    if not lines and can_show_a_screen() and sys.stderr.isatty():
        if find_spec("textual") is not None:
            from coupe.cli.board import play_on_screen

            return play_on_screen(sitting, ascii_only or not _shows("●○▸█"))
        complain(
            _("For the full screen, install textual: pip install textual. This is the line mode.")
        )
    from coupe.cli.lines import play_by_line

    return play_by_line(sitting)


def _shows(signs: str) -> bool:
    """Whether the terminal's encoding has these signs."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def _whole(spec: str) -> str:
    """A spec whose file, if it names one, is found from any folder: it is kept with the game.

    >>> _whole("othello:6x6")
    'othello:6x6'
    """
    file, extension, rest = spec.partition(".py")
    path = Path(file + extension)
    return str(path.resolve()) + rest if extension and path.is_file() else spec
