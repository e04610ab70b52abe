"""`--archive FILE`: where games and analyses are kept.

>>> archive_of("none") is None
True
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from coupe.cli.choices import Decorator, FileName
from coupe.cli.endings import complain
from coupe.cli.group import option
from coupe.errors import BadFile, BadOption
from coupe.language import _, number, plural

if TYPE_CHECKING:
    from coupe import Answer, Position
    from coupe.archive import Archive

COMMANDLINE = click.core.ParameterSource.COMMANDLINE

archive_option: Decorator = option(
    "--archive",
    metavar="FILE",
    type=FileName(),
    help="Keep games and analyses in this file (else COUPE_ARCHIVE, else your own); none: nowhere.",
)


def archive_of(path: str | None) -> "Archive | None":
    """The archive that is asked for; None where nothing is to be kept.

    A file that is named and cannot be used is an error. The user's own is only missed, in a
    sentence: who plays or analyses can do without it.
    """
    from coupe.archive import Archive
    from coupe.archive.store import is_nothing

    if is_nothing(os.environ.get("COUPE_ARCHIVE", "") if path is None else path):
        return None
    if path is not None:
        return Archive(path)
    try:
        return Archive()
    except BadFile as error:
        complain(_("{sentence} Nothing is kept.").format(sentence=error))
        return None


def archive_to_fill(path: str | None) -> "Archive":
    """The archive that is asked for, which there must be.

    >>> archive_to_fill("none")
    Traceback (most recent call last):
        ...
    coupe.errors.BadOption: none keeps nothing: write --archive FILE.
    """
    from coupe.archive import Archive

    _keeps_something(path)
    return Archive(path)


def _keeps_something(path: str | None) -> None:
    from coupe.archive.store import NOTHING, is_nothing

    if path is not None and is_nothing(path):
        raise BadOption(_("{none} keeps nothing: write --archive FILE.").format(none=NOTHING))


def kept_archive(path: str | None) -> "Archive":
    """The archive that is asked for, to look into: no file is made here, and the user's own is
    empty where there is none yet.

    >>> kept_archive("nowhere.sqlite")
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: nowhere.sqlite: no such file.
    """
    from coupe.archive import Archive

    _keeps_something(path)
    if path is not None and not os.path.exists(path):
        raise BadFile(_("{path}: no such file.").format(path=path))
    return Archive(path, make=False)


class Memory:
    """The analyses that are known; without an archive, or with one that fails, there are none.

    >>> from coupe import load
    >>> Memory(None).recall(load("othello").start(), seconds=1.0) is None
    True
    """

    def __init__(self, archive: "Archive | None") -> None:
        self.archive = archive
        self.recalled = 0

    def recall(
        self,
        position: "Position",
        *,
        depth: int | None = None,
        seconds: float | None = None,
        all_moves: bool = False,
    ) -> "Answer | None":
        """What is known of a position, if it is as good as what is asked for."""
        if self.archive is None or position.over:
            return None
        try:
            found = self.archive.recall(position, depth=depth, seconds=seconds, all_moves=all_moves)
        except BadFile as error:
            self._fails(error)
            return None
        self.recalled += found is not None
        return found

    def remember(
        self,
        position: "Position",
        answer: "Answer",
        *,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Keep what was found."""
        if self.archive is None:
            return
        try:
            self.archive.remember(position, answer, depth=depth, seconds=seconds)
        except BadFile as error:
            self._fails(error)

    def _fails(self, error: BadFile) -> None:
        complain(_("{sentence} Nothing is kept.").format(sentence=error))
        self.archive = None

    def say_what_was_known(self) -> None:
        """Tell on the error stream that the archive has answered, and how to search anew."""
        if self.recalled:
            said = plural(
                "{n} answer was known from the archive: --archive none searches anew.",
                "{n} answers were known from the archive: --archive none searches anew.",
                self.recalled,
            )
            complain(said.format(n=number(self.recalled)))

    def close(self) -> None:
        """Close the archive."""
        if self.archive is not None:
            self.archive.close()


def memory_for(ctx: click.Context, how: Sequence[str], path: str | None) -> Memory:
    """The memory of a verb: none where one of these options, which say how to search, is written."""
    written = [name for name in how if ctx.get_parameter_source(name) is COMMANDLINE]
    return Memory(None if written else archive_of(path))
