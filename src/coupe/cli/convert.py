"""`coupe convert`: games from one format into another.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["-", "-", "--to", "ggf"], input="f5d6c3")
>>> said.stdout[:12], said.exit_code
('(;GM[Othello', 0)
"""

import io
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from coupe.cli.choices import FileName, GameName, Suggested
from coupe.cli.endings import FAILURE, complain
from coupe.cli.group import argument, option, verb
from coupe.cli.watch import waiting
from coupe.errors import BadFile, BadOption
from coupe.language import _, number, plural

if TYPE_CHECKING:
    from coupe.records import Damage, Note, Record

FORMATS = ("transcript", "ggf", "wthor", "obf", "pgn", "json")
MOST_SAID = 20
"""So many things that are wrong are said; of more, how many they are."""


@verb(
    "convert",
    help="""Write the games of a file in another format.

    IN and OUT are files, or - for stdin and stdout. The formats are transcript (.txt: f5d6c3... or
    4453..., a game a line), ggf, wthor (.wtb, with its .jou and .trn beside it), obf (positions),
    pgn (every game, yours included) and json (which loses nothing). They are known by the names of
    the files, or asked for with --from and --to.

    Each game is played again by its rules. What is damaged is named with its place, what can be
    read is read; a game that the new format cannot hold is named and left out. A game of a FILE.py
    of yours is checked where you name the file with --game: no file of games makes coupe run one.""",
    examples=(
        "coupe convert WTH_2001.wtb games.pgn",
        "coupe convert games.txt - --to ggf",
        "coupe convert mine.pgn mine.json --game my_game.py",
    ),
)
@argument("source", metavar="IN", type=FileName())
@argument("target", metavar="OUT", type=FileName())
@option(
    "--from",
    "origin",
    metavar="FORMAT",
    type=Suggested("format", FORMATS),
    help="The format of IN, where its name does not say it.",
)
@option(
    "--to",
    metavar="FORMAT",
    type=Suggested("format", FORMATS),
    help="The format of OUT, where its name does not say it.",
)
@option(
    "--game",
    metavar="GAME",
    type=GameName(),
    help="The game that IN is of, where it does not say: a name, or a FILE.py of yours.",
)
def command(
    *, source: str, target: str, origin: str | None, to: str | None, game: str | None
) -> int:
    """Convert the games of a file."""
    from coupe import load
    from coupe.cli.carrying import not_written
    from coupe.records import format_named, format_of, save, scan, write

    if target == "-" and to is None:
        raise BadOption(_("Write --to FORMAT: the standard output has no name that says it."))
    chosen = format_named(to) if to is not None else format_of(target)
    if target == "-" and chosen == "wthor":
        raise BadOption(_("WTHOR is three files: write the name of the first, like games.wtb."))
    if "-" not in (source, target) and os.path.realpath(source) == os.path.realpath(target):
        raise BadFile(_("{path} would be lost: write another name for OUT.").format(path=target))
    rules = load(game) if game is not None else None
    content = _incoming() if source == "-" else source
    made = b""
    with waiting(_("Converting {path}...").format(path=os.path.basename(source))):
        _format, found = scan(content, origin, rules)
        stream = _Stream(found)
        if target == "-":
            written = write(stream.records(), chosen)
            refused, made = written.refused, next(iter(written.files.values()))
        else:
            try:
                refused = save(stream.records(), target, chosen)
            except BadFile as error:
                return not_written(error)
    _say(made)
    return _sum_up(source, stream, refused)


def _incoming() -> bytes:
    """What comes in, as bytes: a file of games need not be text."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        content: bytes = sys.stdin.buffer.read()
        return content
    text: str = sys.stdin.read()
    return text.encode("utf-8")


def _say(made: bytes) -> None:
    """Print a file as it would be written, whatever characters the terminal has."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.buffer.write(made)
    else:
        sys.stdout.write(made.decode("utf-8"))
    sys.stdout.flush()


class _Stream:
    """The games of a file as they pass by, and what is wrong with it."""

    def __init__(self, found: "Iterator[Record | Damage]") -> None:
        self.found = found
        self.damage: list[Damage] = []
        self.notes: list[Note] = []
        self.count = 0

    def records(self) -> "Iterator[Record]":
        """The games alone."""
        from coupe.records import Note, Record

        for each in self.found:
            if isinstance(each, Record):
                self.count += 1
                yield each
            elif isinstance(each, Note):
                self.notes.append(each)
            else:
                self.damage.append(each)


def _sum_up(source: str, stream: _Stream, refused: "list[Damage]") -> int:
    """Say what was wrong and how much was done; the exit code for it."""
    wrong = [*stream.damage, *refused]
    for note in stream.notes:
        complain(str(note)[:1000])
    if not wrong and not stream.count:
        complain(_("There is no game in {path}.").format(path=source))
    for each in wrong[:MOST_SAID]:
        complain(str(each)[:1000])
    if len(wrong) > MOST_SAID:
        more = len(wrong) - MOST_SAID
        complain(
            plural("{n} more like this is not shown.", "{n} more like these are not shown.", more)
            .format(n=number(more))
        )  # fmt: skip
    complain(
        _(
            "Games read: {read}, written: {written}, left out: {left}; damaged places: {damaged}."
        ).format(
            read=number(stream.count),
            written=number(stream.count - len(refused)),
            left=number(len(refused)),
            damaged=number(len(stream.damage)),
        )
    )
    return FAILURE if wrong or not stream.count else 0
