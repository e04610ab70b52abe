"""`coupe tournament`: everyone plays everyone, a class's contest.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["tictactoe", "minimax:9", "random", "--workers", "1"])
>>> said.output.splitlines()[2].split()[1]
'minimax:9'
"""

import csv
import io
from collections.abc import Sequence
from contextlib import ExitStack
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

from coupe.cli.choices import FileName, Whole, game_argument, json_option, seed_of
from coupe.cli.display import grid, page, print_json
from coupe.cli.endings import INTERRUPTED
from coupe.cli.group import argument, option, verb
from coupe.cli.keeping import archive_of, archive_option
from coupe.cli.problems import opened
from coupe.cli.serial import (
    Progress,
    again_option,
    clock_of,
    details,
    evaluate_option,
    lost,
    openings_option,
    terminable,
    time_option,
    told_of_openings,
    told_of_unfinished,
    with_evaluation,
    workers_option,
)
from coupe.cli.words import number
from coupe.errors import BadFile, BadOption
from coupe.language import _, printable

if TYPE_CHECKING:
    from rich.console import Console

    from coupe.play.standing import Side
    from coupe.play.tournament import Row, Table, Tournament

BESIDES = 44
"""Columns of the terminal that the table takes besides the names and the points against each."""


@verb(
    "tournament",
    help="""Let everyone play everyone: a class's contest.

    WHO is written as for coupe match: random, level:N, ALGORITHM:DEPTH, FILE.py:function,
    gtp:COMMAND, nboard:COMMAND. students/*.py:best stands for the function of every such file, and
    @FILE for the players of a file, one a line.

    Everyone meets everyone once a round, with both colours, from the same opening. Who crashes,
    hangs, or plays what is no move loses that game. A win is a point, a draw half a point; ties are
    broken by the games between those tied, then by the points of those who were beaten.

    Every game is kept in the archive as it is played. The same command goes on where it stopped,
    or only prints the table; with more --rounds it plays the rest; --again plays all anew.""",
    examples=(
        'coupe tournament connect4 "class/*.py:best" level:2 --rounds 5 --csv all.csv',
        "coupe tournament othello level:3 level:5 minimax:2 --seed 7",
        "coupe tournament my_game.py @class.txt --time 2s/move",
    ),
)
@game_argument
@argument("players", metavar="WHO", nargs=-1, required=True)
@option(
    "--rounds",
    metavar="N",
    type=Whole(1, 10_000),
    default=1,
    show_default=True,
    help="How often everyone meets everyone.",
)
@openings_option
@seed_of(help="The seed of the openings and of whatever the players leave to chance.")
@time_option("10s/move")
@option("--csv", "csv_file", metavar="FILE", type=FileName(), help="Write the table to this file.")
@workers_option
@evaluate_option
@again_option
@archive_option
@json_option
def command(
    *,
    game: str,
    players: tuple[str, ...],
    rounds: int,
    openings: str,
    seed: int,
    time: str,
    csv_file: str | None,
    workers: int | None,
    evaluate: str | None,
    again: bool,
    archive: str | None,
    as_json: bool,
) -> int:
    """Play a tournament."""
    from coupe import load
    from coupe.play.tournament import Tournament

    loaded = load(game)
    everyone = [with_evaluation(who, evaluate) for who in everyone_of(players)]
    check(everyone)
    with ExitStack() as stack:
        keeping = archive_of(archive)
        if keeping is not None:
            stack.enter_context(keeping)
        contest = Tournament(
            loaded,
            everyone,
            rounds=rounds,
            openings=openings,
            seed=seed,
            clock=clock_of(time),
            archive=keeping,
            again=again,
        )
        status = _run(contest, workers)
        table = contest.table
        told_of_openings(contest.openings, 2 * rounds)
    if csv_file is not None:
        from coupe.cli.exporting import write

        write(csv_file, lambda: csv_of(table).encode("utf-8"))
    if as_json:
        print_json({**table.to_json(), "game": loaded.spec, "series": contest.key})
    else:
        show(page(), table)
    if table.games < table.asked:
        told_of_unfinished(table.games, table.asked, keeping is not None)
    return status


def _run(contest: "Tournament", workers: int | None) -> int:
    with Progress(_("Getting ready...")) as progress, terminable():
        try:
            contest.run(
                workers=workers,
                seen=lambda over, asked: progress.say(
                    _("{games} of {asked} games").format(games=number(over), asked=number(asked))
                ),
            )
        except KeyboardInterrupt:
            return INTERRUPTED
    return 0


def everyone_of(players: Sequence[str]) -> list[str]:
    """The players that are asked for: patterns and lists stand for those they name.

    >>> everyone_of(["random", "level:3"])
    ['random', 'level:3']
    """
    found: list[str] = []
    for who in players:
        if who.startswith("@"):
            with opened(who[1:]) as lines:
                listed = [line.removeprefix("\ufeff").strip() for line in lines]
            found += everyone_of(
                [line for line in listed if line and not line.startswith(("#", "@"))]
            )
        else:
            found += _expanded(who)
    return found


def _expanded(who: str) -> list[str]:
    """The players of a pattern of files, or the one player."""
    pattern, _colon, function = who.rpartition(":")
    if not pattern.endswith(".py") or "@" in pattern or not set(pattern) & set("*?["):
        return [who]
    if Path(pattern).is_file():
        return [who]
    files = sorted(glob(pattern))
    if not files:
        raise BadOption(_("No file is called {pattern}.").format(pattern=pattern))
    return [f"{file}:{function}" for file in files]


def check(players: Sequence[str]) -> None:
    """Refuse what is no player, or a file that is not there, before anything is played.

    >>> check(["random", "nowhere.py:best"])
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: nowhere.py: no such file.
    """
    from coupe.play.series import file_of
    from coupe.play.who import HUMAN, Who

    for player in players:
        if Who.read(player).kind == HUMAN:
            raise BadOption(_("A person cannot play here: write another player."))
        file = file_of(player)
        if file and not Path(file).is_file():
            raise BadFile(_("{path}: no such file.").format(path=file))


def short_names(players: Sequence[str]) -> dict[str, str]:
    """The players' names as a table has them: as short as tells them apart.

    >>> short_names(["class/ann.py:best", "class/bob.py:best", "random"])
    {'class/ann.py:best': 'ann', 'class/bob.py:best': 'bob', 'random': 'random'}
    >>> short_names(["one/ann.py:best", "two/ann.py:best"])
    {'one/ann.py:best': 'one/ann.py:best', 'two/ann.py:best': 'two/ann.py:best'}
    """
    from coupe.play.who import FUNCTION, Who

    def shorter(player: str, with_function: bool) -> str:
        if Who.read(player).kind != FUNCTION:
            return player
        file, _colon, function = player.rpartition(":")
        name = file.replace("\\", "/").rpartition("/")[2]
        return f"{name}:{function}" if with_function else name.removesuffix(".py")

    for with_function in (False, True):
        names = [shorter(player, with_function) for player in players]
        if len(set(names)) == len(names):
            return dict(zip(players, names, strict=True))
    return {player: player for player in players}


def points(value: float) -> str:
    """Points, with their half.

    >>> points(3.5), points(0.5), points(2.0)
    ('3½', '½', '2')
    """
    whole, half = divmod(round(2 * value), 2)
    return (str(whole) if whole or not half else "") + "½" * half


def show(console: "Console", table: "Table") -> None:
    """The table of a tournament, and why games were lost otherwise than on the board."""
    from rich.text import Text

    names = short_names([row.player for row in table.rows])
    widest = max(map(len, names.values()))
    crossed = console.width >= BESIDES + widest + 5 * len(table.rows)
    crossing = [str(place) for place in range(1, len(table.rows) + 1)] if crossed else []
    headings = ("", _("player"), _("points"), "+", "=", "-", _("failed"), *crossing)
    whole = grid(*headings, right=(0, *range(2, len(headings))))
    for row in table.rows:
        whole.add_row(
            str(row.place),
            Text(printable(names[row.player])),
            points(row.whole.points),
            *(number(count) for count in (row.whole.wins, row.whole.draws, row.whole.losses)),
            number(row.reasons.total()) if row.reasons else "",
            *(_against(row, other) for other in table.rows if crossed),
        )
    console.print(whole)
    console.print()
    if len({row.whole.points for row in table.rows}) < len(table.rows):
        console.print(
            _(
                "Ties are broken by the games between those tied, then by the points of those who "
                "were beaten; who is still equal shares the place."
            )
        )
    for row in table.rows:
        if row.failures:
            told = [failure for failure in row.failures if failure[1].result.detail]
            for sentence in [*lost(names[row.player], row.reasons), *details(told, 1)]:
                console.print(Text(printable(sentence)))


def _against(row: "Row", other: "Row") -> str:
    met = row.against.get(other.player)
    return "·" if other is row else points(met.points) if met is not None else ""


def csv_of(table: "Table") -> str:
    """The table as a spreadsheet reads it: a line a player, then the points against each.

    >>> from coupe.play.tournament import Table
    >>> print(csv_of(Table.of(("a", "b"), {}, 2)).splitlines()[1])
    1,a,0.0,0,0,0,0,0,0,0.0,0.0,,
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            *("place", "player", "points", "games", "wins", "draws", "losses"),
            *("forfeits", "time_losses", "between_tied", "beaten"),
            *(row.player for row in table.rows),
        ]
    )
    for row in table.rows:
        side: Side = row.whole
        writer.writerow(
            [
                *(row.place, row.player, side.points, side.games),
                *(side.wins, side.draws, side.losses),
                *(row.reasons["forfeit"], row.reasons["time"], row.between, row.beaten),
                *(
                    row.against[other.player].points if other.player in row.against else ""
                    for other in table.rows
                ),
            ]
        )
    return text.getvalue()
