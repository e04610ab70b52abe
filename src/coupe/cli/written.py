"""How a game that is played is written down: move by move in the archive, or whole in a file.

>>> from coupe.archive import Archive
>>> list(unfinished(Archive("nowhere.sqlite", make=False), None))
[]
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from coupe.cli.endings import complain
from coupe.errors import BadContent, BadFile, CoupeError
from coupe.language import _
from coupe.play import Match
from coupe.records import Ply, Record, Result

if TYPE_CHECKING:
    from coupe.archive import Archive
    from coupe.archive.kept import Kept as Row

THOUGHT = "thought"
"""The tag of a game that was left: the seconds spent on the move that was not made."""


def unfinished(archive: "Archive", game: str | None) -> Iterator[int]:
    """The games that may be gone on with: the last one that was played, then those before it."""
    last = archive.unfinished(game)
    if last is None:
        return
    yield last
    spec = None if game is None else archive.entry(last).game
    for entry in archive.games(game=spec, finished=False, series=""):
        if entry.ours and entry.id != last and spec in (None, entry.game):
            yield entry.id


class Kept:
    """Keeps a game in the archive, from its first move on; an archive that fails stops no game."""

    def __init__(self, archive: "Archive", match: Match, row: "Row | None") -> None:
        self.archive = archive
        self.match = match
        self.row = row
        self.failure = ""

    @property
    def is_kept(self) -> bool:
        """Whether the game can be taken up again."""
        return self.row is not None and not self.failure

    def played(self, number: int, ply: Ply) -> None:
        """A move more."""
        self._move(self._begin if self.row is None else partial(self.row.played, number, ply))

    def undone(self, kept: int) -> None:
        """So many moves are left."""
        if self.row is not None:
            self._move(partial(self.row.undone, kept))

    def ended(self, result: Result | None) -> None:
        """The game is over, or left: then the time spent on the next move is written down too."""
        if self.row is None and result is not None:
            self._try(self._begin)
        if self.row is not None:
            self._try(partial(self.row.ended, result))
            if result is None and self.match.left(0) is not None:
                self._try(partial(self.thought, round(self.match.thought, 3)))

    def thought(self, seconds: float) -> None:
        """Write down the time spent on a move that was not made."""
        tags = {name: text for name, text in self.match.tags.items() if name != THOUGHT}
        if seconds:
            tags[THOUGHT] = str(seconds)
        if self.row is not None:
            self.row.tagged(tags)

    def _begin(self) -> None:
        self.row = self.archive.begin(self.match.record)

    def _move(self, write: Callable[[], None]) -> None:
        before = self.failure
        self._try(write)
        if self.failure != before:
            self.match.display.unkept(self.match, self.failure)

    def _try(self, write: Callable[[], None]) -> None:
        if self.failure:
            return
        try:
            write()
        except (CoupeError, OSError) as error:
            self.failure = str(error)


def why_unkept(reason: str) -> str:
    """That a game is not written down any more, and why.

    >>> why_unkept("The disk is full.")
    'The game is not kept: The disk is full.'
    """
    return _("The game is not kept: {reason}").format(reason=reason)


def say_how_to_resume(match: Match) -> None:
    """Tell on the error stream what became of a game that was left."""
    keeper = match.keeper
    if not isinstance(keeper, Kept):
        return
    if keeper.failure:
        complain(why_unkept(keeper.failure))
    elif keeper.is_kept and match.result is None:
        complain(_("The game is kept: coupe play --resume takes it up again."))


def save(record: Record, path: str) -> None:
    """Write a game to a new file, in the format that its name says.

    >>> save(Record("connect4"), __file__)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: ... is there already: write another name.
    """
    from coupe.records.formats import format_of, write
    from coupe.records.formats import save as write_to

    target = Path(path).expanduser()
    if os.path.lexists(target):
        raise BadFile(_("{path} is there already: write another name.").format(path=path))
    for refused in write([record], format_of(str(target))).refused:
        raise BadContent(refused.sentence)
    write_to([record], target)
