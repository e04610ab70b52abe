"""`coupe archive`: the games that were kept: listed, shown, searched, written out, brought in.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(command, ["list"]).exit_code
0
"""

import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from coupe.cli.carrying import bring, export
from coupe.cli.choices import Whole, json_option
from coupe.cli.display import grid, page, print_json
from coupe.cli.endings import complain
from coupe.cli.filters import MOST_IDS, chosen, filters, ids_argument, ids_of, is_asked
from coupe.cli.group import argument, option, verb, verb_with_verbs
from coupe.cli.keeping import archive_option, kept_archive
from coupe.cli.words import ended, moves, number, signed
from coupe.errors import BadOption, CoupeError
from coupe.language import _, plural, printable

if TYPE_CHECKING:
    from coupe.archive import Archive, Entry
    from coupe.records import Record

LISTED = 20
PLAYERS = 3
"""The column that may take several lines."""

WIDTH = 78

limit_option = option(
    "--limit", metavar="N", type=Whole(1, MOST_IDS), default=LISTED, show_default=True,
    help="List so many games at most.",
)  # fmt: skip


@verb(
    "list",
    help="""List the games that were kept, the last one first.""",
    examples=(
        "coupe archive list",
        "coupe archive list --limit 100 --json",
        "coupe archive list --archive class.sqlite",
    ),
)
@limit_option
@archive_option
@json_option
def list_games(*, limit: int, archive: str | None, as_json: bool) -> None:
    """List the last games."""
    with kept_archive(archive) as kept:
        show_list(kept, kept.games(limit=limit + 1), limit, as_json)


@verb(
    "search",
    help="""Search the games that were kept.

    TEXT is a part of a player's name, an event, a place or anything else that is known of a game;
    the options say more, and a game is found if it is as all of them ask. --position finds the
    games in which a position has occurred, however it was reached: the first such search looks
    at every game, those that follow are at once.""",
    examples=(
        "coupe archive search Tastet --since 1999 --winner White",
        "coupe archive search --game othello --position f5d6c3d3c4",
        "coupe archive search --game connect4 --unfinished --json",
    ),
)
@argument("words", metavar="TEXT", nargs=-1)
@filters
@limit_option
@archive_option
@json_option
def search(
    *,
    words: tuple[str, ...],
    text: str | None,
    limit: int,
    archive: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """List the games that are as asked."""
    if words and text is not None:
        raise BadOption(_("Write the text once: as it is, or with --text."))
    if words:
        text = " ".join(words)
    with kept_archive(archive) as kept:
        found = chosen(kept, text=text, limit=limit + 1, **asked)
        show_list(kept, found, limit, as_json)


def show_list(archive: "Archive", entries: "Iterator[Entry]", limit: int, as_json: bool) -> None:
    """So many games, as a table or as a line of JSON each."""
    found = list(entries)
    if as_json:
        for entry in found[:limit]:
            print_json(entry_to_json(entry))
        return
    if found:
        page().print(table_of(found[:limit]))
    else:
        complain(_("No such game in {path}.").format(path=archive.path))
    if len(found) > limit:
        complain(_("There are more: --limit lists them."))


def table_of(entries: "Sequence[Entry]") -> Any:
    """The games as a table of 80 columns."""
    from rich.text import Text

    from coupe.records import title_of

    table = grid("ID", _("date"), _("game"), _("players"), _("result"), _("moves"), right=(0, 5))
    for place, column in enumerate(table.columns):
        column.no_wrap = place != PLAYERS
    for entry in entries:
        players = " - ".join(short_name(name) for name in entry.players)
        table.add_row(
            str(entry.id),
            Text(printable(entry.began[:10]) or "-"),
            Text(title_of(entry.game)),
            Text(players),
            short_result(entry),
            number(entry.moves),
        )
    return table


def short_name(name: str) -> str:
    """A player's name, without the folders of its file.

    >>> short_name("/home/ann/mine.py:best"), short_name("Ann/Bob"), short_name("")
    ('mine.py:best', 'Ann/Bob', '?')
    """
    from coupe.records import title_of

    of_a_file = ".py:" in name or name.startswith(("gtp:", "nboard:"))
    return (title_of(name) if of_a_file else printable(name)) or "?"


def short_result(entry: "Entry") -> str:
    """A result in a few signs: that of the first player, and by how much.

    >>> from coupe.archive import Entry
    >>> from coupe.records import Result
    >>> short_result(Entry(1, "othello", ("Ann", "Bob"), 60, result=Result(0, 12, "rules")))
    '1-0 (+12)'
    """
    result = entry.result
    if result is None:
        return _("unfinished")
    if result.winner is None:
        return _("draw")
    found = "1-0" if result.winner == 0 else "0-1"
    return f"{found} ({signed(result.score)})" if result.score else found


def entry_to_json(entry: "Entry") -> dict[str, Any]:
    """What is known of a kept game, as plain data."""
    result = entry.result
    return {
        "id": entry.id,
        "game": entry.game,
        "start": entry.start,
        "players": list(entry.players),
        "began": entry.began,
        "result": result
        and {
            "winner": result.winner,
            "score": result.score,
            "reason": result.reason,
            "detail": result.detail,
        },
        "moves": entry.moves,
        "series": entry.series,
        "number": entry.number,
        "tags": dict(entry.tags),
    }


@verb(
    "show",
    help="""Show a kept game: who played, the board at the end, the moves, the result.

    ID is the number that coupe archive list gives. The rules of a game that was imported and
    names a FILE.py are not run, unless you say --rules FILE.py yourself.""",
    examples=("coupe archive show 12", "coupe archive show 12 --json"),
)
@argument("id", metavar="ID", type=Whole(1, MOST_IDS))
@option("--rules", metavar="GAME", help="The game whose rules show the board.")
@archive_option
@json_option
def show(*, id: int, rules: str | None, archive: str | None, as_json: bool) -> int:
    """Show one game."""
    from coupe.records.jsonl import to_json

    with kept_archive(archive) as kept:
        entry, record = kept.entry(id), kept.game(id)
    if as_json:
        print_json({**to_json(record), "id": id, "began": entry.began})
        return 0
    return show_record(entry, record, rules)


def show_record(entry: "Entry", record: "Record", rules: str | None) -> int:
    """A game for a person; FAILURE where its rules no longer play it."""
    from coupe.games.loading import load
    from coupe.records import title_of

    game = position = None
    status = 0
    try:
        if rules is not None or entry.ours or ".py" not in record.game:
            game = load(rules or record.game)
            position = record.position(game)
        else:
            complain(
                _("{file} was imported, and is not run: --rules {file} shows the board.").format(
                    file=title_of(record.game)
                )
            )
    except CoupeError as error:
        status = complain(printable(str(error)))
    began = entry.began[:16].replace("T", " ")
    head = "   ".join(filter(None, [f"{entry.id}", title_of(record.game), began, entry.series]))
    print(printable(head))
    colours = game.players if game is not None else ("1", "2")
    for colour, name in zip(colours, record.players, strict=True):
        print(_("{colour}: {name}").format(colour=_(colour), name=short_name(name)))
    for tag, value in record.tags.items():
        if tag != "date":
            print(printable(_("{colour}: {name}").format(colour=tag, name=value)))
    if position is not None:
        print(f"\n{position.show()}\n")
    print(textwrap.fill(printable(moves(record.names)), WIDTH, break_on_hyphens=False))
    if record.result is None:
        print(_("The game is not finished."))
    elif game is not None:
        print(printable(ended(record.result, game)))
    else:
        print(short_result(entry))
    return status


@verb(
    "delete",
    help="""Forget games: those of the IDs, or those that the options choose.

    It says how many they are, and asks, unless --yes. Analyses and lessons stay.""",
    examples=(
        "coupe archive delete 12 13",
        "coupe archive delete --game tictactoe --unfinished --yes",
    ),
)
@ids_argument
@filters
@option("--yes", is_flag=True, help="Do not ask.")
@archive_option
def delete(*, ids: tuple[int, ...], yes: bool, archive: str | None, **asked: Any) -> int:
    """Forget games."""
    if not ids and not is_asked(**asked):
        raise BadOption(_("Which games? Write their IDs, or options that choose them."))
    with kept_archive(archive) as kept:
        found = ids_of(kept, ids, asked)
        for id in ids:
            kept.entry(id)
        if not found:
            complain(_("No such game in {path}.").format(path=kept.path))
            return 0
        asking = plural("Delete {n} game for ever?", "Delete {n} games for ever?", len(found))
        if not yes and not agreed(asking.format(n=number(len(found)))):
            return complain(_("Nothing was deleted."))
        gone = kept.delete(found)
    complain(
        plural("{n} game was deleted.", "{n} games were deleted.", gone).format(n=number(gone))
    )
    return 0


def agreed(question: str) -> bool:
    """Whether the answer is yes, in the language spoken or in English."""
    print(f"{question} [{_('y/N')}] ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline().strip().casefold()
    return answer in {"y", "yes", _("yes").casefold(), _("yes").casefold()[:1]}


@click.pass_context
def summary(ctx: click.Context) -> None:
    """Without a verb: where the archive is, and what it holds."""
    if ctx.invoked_subcommand is not None:
        return
    with kept_archive(None) as kept:
        games, analyses, lessons = kept.count()
        path = kept.path
    counts = (
        plural("{n} game", "{n} games", games).format(n=number(games)),
        plural("{n} analysis", "{n} analyses", analyses).format(n=number(analyses)),
        plural("{n} lesson", "{n} lessons", lessons).format(n=number(lessons)),
    )
    print(_("The archive is {path}").format(path=path))
    print("   ".join(counts))
    print(f"\n{ctx.get_help()}")


command = verb_with_verbs(
    "archive",
    list_games,
    show,
    search,
    export,
    bring,
    delete,
    help="""What coupe remembers: the games that were played, with every move, and every analysis.

    It is one SQLite file of yours: coupe archive says where. A game is in it from its first move
    on, so that nothing is lost where a program or a machine stops. COUPE_ARCHIVE or --archive FILE
    name another file, --archive none keeps nothing.""",
    examples=(
        "coupe archive",
        "coupe archive list",
        "coupe archive show 12",
        "coupe archive import WTH_1999.wtb",
    ),
)
command.callback = summary
command.invoke_without_command = True
command.no_args_is_help = False
