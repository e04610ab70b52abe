"""`coupe archive export` and `import`: games out of the archive, and into it.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(export, ["games.xyz"]).exit_code
1
"""

import errno
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coupe.cli.choices import FileName
from coupe.cli.endings import FAILURE, complain
from coupe.cli.filters import counting, filters, ids_argument, ids_of
from coupe.cli.group import argument, option, verb
from coupe.cli.keeping import archive_option, archive_to_fill, kept_archive
from coupe.cli.words import number
from coupe.errors import BadArchive, BadFile, CoupeError
from coupe.language import _, plural, printable

if TYPE_CHECKING:
    from coupe import Game
    from coupe.archive import Archive

MOST_COMPLAINTS = 20
OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What no other way of asking mends."""


@verb(
    "export",
    help="""Write kept games into a file, in the format that its name asks for.

    OUT ends with the format: .json, .jsonl, .pgn, .ggf, .wtb, ... (coupe convert --help lists
    them). The games are those of the IDs, else those that the options choose, else all.""",
    examples=(
        "coupe archive export mine.json",
        "coupe archive export last.ggf 12 13",
        "coupe archive export 2026.pgn --game othello --since 2026",
    ),
)
@argument("out", metavar="OUT", type=FileName())
@ids_argument
@filters
@archive_option
def export(*, out: str, ids: tuple[int, ...], archive: str | None, **asked: Any) -> int:
    """Write games into a file."""
    from coupe.records import format_of, save
    from coupe.records.saving import check_folder

    format_of(out)
    check_folder(out)
    with kept_archive(archive) as kept:
        records = [kept.game(id) for id in ids_of(kept, ids, asked)[::-1]]
    if not records:
        return complain(_("There is no such game to write."))
    try:
        refused = save(records, out)
    except BadFile as error:
        return not_written(error)
    status = complain_of(out, refused)
    count = len(records) - len(refused)
    if not count:
        return complain(_("{path} was not written: no game would be in it.").format(path=out))
    said = plural("{n} game was written to {path}.", "{n} games were written to {path}.", count)
    complain(said.format(n=number(count), path=out))
    return status


def not_written(error: BadFile) -> int:
    """Say that a file was not written: FAILURE where that is the disk's fault, else it is raised.

    >>> not_written(BadFile("There is no such folder."))
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: There is no such folder.
    """
    if isinstance(error.__cause__, OSError) and error.__cause__.errno in OF_THE_DISK:
        return complain(str(error))
    raise error


def complain_of(path: str, damage: Sequence[Any]) -> int:
    """Say what is wrong with a file; the exit code for it."""
    for one in damage[:MOST_COMPLAINTS]:
        at_all = str(one).startswith((f"{printable(path)}: ", f"{printable(path)} "))
        complain(str(one) if at_all else _("{place}: {sentence}").format(place=path, sentence=one))
    more = len(damage) - MOST_COMPLAINTS
    if more > 0:
        complain(
            plural("{path}: {n} more like these.", "{path}: {n} more like these.", more).format(
                path=path, n=number(more)
            )
        )
    return FAILURE if damage else 0


@verb(
    "import",
    help="""Bring games into the archive from files of any format that coupe reads.

    A game that is there already is not added again. What cannot be read is named, and the rest is
    kept; Ctrl-C keeps what is already in. --game says which game the files are of, where they do
    not say it, and makes coupe check them by the rules of a FILE.py of yours.""",
    examples=(
        "coupe archive import WTH_1999.wtb",
        "coupe archive import *.ggf *.pgn",
        "coupe archive import students.json --game nim.py",
    ),
)
@argument("files", metavar="FILE", nargs=-1, required=True, type=FileName())
@option("--game", metavar="GAME", help="The game that the files are of.")
@archive_option
def bring(*, files: tuple[str, ...], game: str | None, archive: str | None) -> int:
    """Bring games in."""
    from coupe.games.loading import load

    loaded = load(game) if game is not None else None
    with archive_to_fill(archive) as kept:
        arrival = Arrival(kept, loaded)
        try:
            with counting(_("{count} games added, {total} there already...")) as watch:
                for file in files:
                    arrival.of(file, watch)
        finally:
            arrival.say()
    return arrival.status


class Arrival:
    """Games that come into an archive, file after file."""

    def __init__(self, archive: "Archive", game: "Game | None") -> None:
        self.archive = archive
        self.game = game
        self.status = 0
        self.added = self.known = 0

    def of(self, file: str, watch: Callable[[int, int], None]) -> None:
        """Bring in the games of a file, and say what is wrong with it."""
        from coupe.records import Damage, Note, Record, scan

        damage: list[Damage] = []
        notes: list[Note] = []
        before = self.added, self.known
        failed = False

        def records() -> Iterator[Record]:
            for found in scan(Path(file), game=self.game)[1]:
                if isinstance(found, Note):
                    notes.append(found)
                elif isinstance(found, Damage):
                    damage.append(found)
                elif found.moves or found.result is not None:
                    yield found

        def count(added: int, known: int) -> None:
            self.added, self.known = before[0] + added, before[1] + known
            watch(self.added, self.known)

        try:
            self.archive.bring(records(), ours=self.game is not None, watch=count)
        except BadArchive:
            raise
        except CoupeError as error:
            self.status = complain_of(file, [error])
            failed = True
        finally:
            complain_of(file, notes)
            self.status = complain_of(file, damage) or self.status
        if before == (self.added, self.known) and not damage and not failed:
            self.status = complain(_("There is no game in {path}.").format(path=file))

    def say(self) -> None:
        """How many have come."""
        said = plural("{n} game was added to {path}", "{n} games were added to {path}", self.added)
        there = plural("{n} was there already", "{n} were there already", self.known)
        complain(
            _("{added}; {there}.").format(
                added=said.format(n=number(self.added), path=self.archive.path),
                there=there.format(n=number(self.known)),
            )
        )
