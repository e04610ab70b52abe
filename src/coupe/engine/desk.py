"""What a process examines at the moment, in a file that is still there when the process is gone.

>>> import tempfile
>>> from coupe.engine.places import Places
>>> folder = tempfile.TemporaryDirectory()
>>> desk = Desk(Path(folder.name))
>>> desk.asks("moves")
>>> desk.shows("stones=3 turn=1")
>>> left_on(Path(folder.name))
Left(asked='moves', compiled=False, position='stones=3 turn=1')
>>> desk.close()
"""

import faulthandler
import mmap
import struct
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from coupe.game import ARITIES

LOADING, COMPILING = "loading", "compiling"
ASKABLE = (LOADING, COMPILING, *ARITIES)
"""What a process can be busy with: the number of each stands in the first word."""

ASKED = 0
COMPILED = 1
TEXT = 2
HEADER = 128
"""Words before those that compiled code writes."""

WORD = 8

_PATIENCE = {
    LOADING: 10.0,
    COMPILING: 120.0,
    **dict.fromkeys(("name", "parse", "show", "draw", "cells", "read", "write"), 10.0),
}
_PATIENCE_FOR_A_RULE = 2.0
SHORT = 0.2
"""So many seconds after it has started the time need not be started again."""


def patience(asked: str) -> float:
    """After how many seconds without progress this is taken to go on for ever.

    Reading and writing a whole game asks for thousands of names.

    >>> patience("moves")
    2.0
    """
    return _PATIENCE.get(asked, _PATIENCE_FOR_A_RULE)


@dataclass(frozen=True)
class Left:
    """What a process was doing when it ended."""

    asked: str
    compiled: bool
    position: str


class Desk:
    """The side of the process that examines.

    Once `watched` it ends when nothing moves on for too long. The watch is kept by faulthandler:
    it needs no turn of the interpreter, which a rule may hold for ever, and writes down the line
    where the rule was.
    """

    def __init__(self, folder: Path, watched: bool = False) -> None:
        self._file = (folder / "desk").open("w+b")
        self._watch = (folder / "watch").open("wb")
        self._watched = watched
        self._moved_on_at = 0.0
        if watched:
            faulthandler.enable(self._watch)
        self._held: list[mmap.mmap] = []
        self.words = self._mapped(0)

    def _mapped(self, words: int) -> npt.NDArray[np.uint64]:
        self._file.truncate((HEADER + words) * WORD)
        self._held.append(mmap.mmap(self._file.fileno(), 0))
        return np.frombuffer(self._held[-1], np.uint64)

    def make_room(self, words: int) -> None:
        """Have so many words behind the header."""
        self.words = self._mapped(words)

    @property
    def address(self) -> int:
        """Where compiled code finds it."""
        return int(self.words.ctypes.data)

    @property
    def asked(self) -> str:
        """Which function was asked last."""
        return ASKABLE[int(self.words[ASKED])]

    def asks(self, name: str) -> None:
        """Write down which function is asked; whatever was asked before has answered."""
        self.words[ASKED] = ASKABLE.index(name)
        if self._watched and time.monotonic() > self._moved_on_at + SHORT:
            self.moves_on()

    def compiled(self, running: bool) -> None:
        """Write down whether compiled code is about to run."""
        self.words[COMPILED] = running

    def shows(self, position: str) -> None:
        """Write down which position is examined."""
        text = position.encode()[: (HEADER - TEXT) * WORD]
        self.words[TEXT:HEADER].view(np.uint8)[:] = 0
        self.words[TEXT:HEADER].view(np.uint8)[: len(text)] = np.frombuffer(text, np.uint8)

    def moves_on(self, times: float = 1.0) -> None:
        """Something has been done: the time starts again, so many times as long."""
        if self._watched:
            seconds = patience(self.asked) * times
            self._moved_on_at = time.monotonic() + seconds - patience(self.asked)
            try:
                faulthandler.dump_traceback_later(seconds, exit=True, file=self._watch)
            except RuntimeError as error:
                # The watch is a thread, for which there is no room left.
                raise MemoryError(str(error)) from error

    def close(self) -> None:
        """Stop watching."""
        if self._watched:
            faulthandler.cancel_dump_traceback_later()
            faulthandler.disable()
        self._watch.close()
        self._file.close()


def left_on(folder: Path) -> Left:
    """What a process that has ended was doing."""
    found = (folder / "desk").read_bytes()[: HEADER * WORD]
    asked, compiled = struct.unpack_from("=QQ", found)
    text = found[TEXT * WORD :].rstrip(b"\0").decode("utf-8", "ignore")
    return Left(ASKABLE[asked] if asked < len(ASKABLE) else LOADING, bool(compiled), text)
