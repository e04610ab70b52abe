"""What the verbs share by which coupe is another program's engine.

>>> player_wanted(5, None), player_wanted(None, "minimax:3"), player_wanted(None, None)
('level:5', 'minimax:3', 'level:20')
"""

import io
import sys
from typing import BinaryIO

from coupe.cli.choices import Decorator, Whole
from coupe.cli.group import option
from coupe.errors import BadOption
from coupe.language import _

STRONGEST = 20

level_option: Decorator = option(
    "--level", metavar="N", type=Whole(0, STRONGEST), help="Play at this level."
)
player_option: Decorator = option(
    "--player", metavar="WHO", help="Play as this player does (minimax:3, FILE.py:function, ...)."
)
clock_option: Decorator = option(
    "--time",
    metavar="T",
    default="none",
    show_default=True,
    help="The clock, where the other program gives none: 5m, 5m+3s, 10s/move, none.",
)


def player_wanted(level: int | None, player: str | None) -> str:
    """The WHO that the options ask for: full strength, where they ask for nothing."""
    if level is not None and player is not None:
        raise BadOption(_("Write --level or --player, not both."))
    return player or f"level:{STRONGEST if level is None else level}"


def commands() -> BinaryIO:
    """What the other program sends; nothing, where it has closed the stream."""
    return getattr(sys.stdin, "buffer", io.BytesIO())
