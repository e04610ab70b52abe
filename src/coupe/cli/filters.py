"""Which kept games a verb is about: the options that choose them, and what they ask.

>>> side_of("Black", None), side_of("first", None), side_of("draw", None), side_of("Ann", None)
(0, 0, 'draw', 'Ann')
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import TYPE_CHECKING, Any

from coupe.cli.choices import Decorator, GameName, Whole
from coupe.cli.endings import complain
from coupe.cli.group import argument, option
from coupe.cli.words import number
from coupe.errors import BadOption
from coupe.language import _
from coupe.position import shortened

if TYPE_CHECKING:
    from coupe import Game
    from coupe.archive import Archive, Entry

MOST_MOVES = 100_000
MOST_IDS = (1 << 63) - 1

ids_argument: Decorator = argument("ids", metavar="ID", nargs=-1, type=Whole(1, MOST_IDS))

FILTERS: tuple[Decorator, ...] = (
    option("--game", metavar="GAME", type=GameName(), help="Games of this game only."),
    option("--player", metavar="NAME", help="Games that somebody of this name has played."),
    option(
        "--winner",
        metavar="WHO",
        help="Games won by this colour (or first, second), or by somebody of this name; draw.",
    ),
    option("--since", metavar="DATE", help="Games of this date or later: 2026, 2026-05, ..."),
    option("--until", metavar="DATE", help="Games of this date or earlier."),
    option("--finished/--unfinished", default=None, help="Games that are over, or that are not."),
    option("--series", metavar="NAME", help="Games of this series."),
    option(
        "--min-moves",
        metavar="N",
        type=Whole(0, MOST_MOVES),
        help="Games of so many moves or more.",
    ),
    option(
        "--max-moves",
        metavar="N",
        type=Whole(0, MOST_MOVES),
        help="Games of so many moves or fewer.",
    ),
    option(
        "--position",
        metavar="POSITION",
        help="Games in which this position has occurred (or a mirror image of it), written as "
        "the game writes it, or as the moves that lead to it; needs --game.",
    ),
    option("--text", metavar="TEXT", help="Games with this text in a name, an event, a place, ..."),
)


def filters(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose games."""
    return reduce(lambda whole, part: part(whole), reversed(FILTERS), command)


def is_asked(**asked: Any) -> bool:
    """Whether any of the options chooses.

    >>> is_asked(game=None, finished=False)
    True
    """
    return any(value is not None for value in asked.values())


def chosen(
    archive: "Archive",
    *,
    game: str | None,
    player: str | None,
    winner: str | None,
    since: str | None,
    until: str | None,
    finished: bool | None,
    series: str | None,
    min_moves: int | None,
    max_moves: int | None,
    position: str | None,
    text: str | None,
    limit: int | None = None,
) -> "Iterator[Entry]":
    """The games that the options ask for, the last one kept first."""
    from coupe.games.loading import load

    if position is not None and game is None:
        raise BadOption(_("--position is written as a game writes it: name it with --game."))
    loaded = load(game) if game is not None else None
    asked = loaded.position(position) if loaded is not None and position is not None else None
    side = None if winner is None else side_of(winner, loaded)
    if isinstance(side, str) and side != "draw" and not any(archive.games(winner=side, limit=1)):
        complain(
            _("Nobody called {name} has won a game here: write a name, {colours}, first, second or draw.")
            .format(name=shortened(side) or "''", colours=", ".join(map(_, colours_of(loaded))))
        )  # fmt: skip
    with counting(_("Looking at the positions of game {count} of {total}...")) as watch:
        yield from archive.games(
            game=game if loaded is None or ":" not in loaded.spec else loaded.spec,
            player=player,
            since=since,
            until=until,
            winner=side,
            finished=finished,
            position=asked,
            text=text,
            series=series,
            shortest=min_moves,
            longest=max_moves,
            limit=limit,
            watch=watch,
        )


def colours_of(game: "Game | None") -> list[str]:
    """What the players may be called, of a game or of all that come with coupe.

    >>> colours_of(None)[:2]
    ['X', 'O']
    """
    from coupe.games.loading import load, shipped

    known = [game] if game is not None else map(load, shipped())
    return list(dict.fromkeys(name for one in known for name in one.players))


def side_of(winner: str, game: "Game | None") -> int | str:
    """Who is meant as the winner: a side, nobody (`draw`), or a name.

    Without a game the colours are those of the games that come with coupe.
    """
    from coupe.games.loading import load, shipped

    asked = winner.strip().casefold()
    if asked in ("draw", _("draw").casefold()):
        return "draw"
    if asked in ("first", "second"):
        return int(asked == "second")
    for known in [game] if game is not None else map(load, shipped()):
        for side, name in enumerate(known.players):
            if asked in (name.casefold(), _(name).casefold()):
                return side
    return winner


def ids_of(archive: "Archive", ids: Sequence[int], asked: dict[str, Any]) -> list[int]:
    """The numbers of the games that are asked for, the last one kept first."""
    if ids and is_asked(**asked):
        raise BadOption(_("Write the IDs of games, or options that choose them, not both."))
    return sorted(set(ids), reverse=True) or [entry.id for entry in chosen(archive, **asked)]


@contextmanager
def counting(words: str) -> "Iterator[Callable[[int, int], None]]":
    """Say on the terminal's error stream how far something long has come.

    >>> with counting("Reading {count} of {total}") as say:
    ...     say(1, 2)
    """
    if not sys.stderr.isatty():
        yield lambda count, total: None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False).status("") as status:
        yield lambda count, total: status.update(
            words.format(count=number(count), total=number(total))
        )
