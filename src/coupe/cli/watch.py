"""A search as it runs: its progress for whoever watches, Ctrl-C for whoever has seen enough.

>>> class Still:
...     def stop(self): pass
>>> with Watch(Still(), "Black") as watch:
...     watch.interrupted
False
"""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from coupe.cli.words import moves, number, seconds, signed, speed
from coupe.language import _

if TYPE_CHECKING:
    from rich.status import Status

    from coupe import Progress


SAME_KEYSTROKE = 0.5
"""Seconds within which a second signal is the first one's echo: `timeout` sends two."""


class Stoppable(Protocol):
    """What Ctrl-C stops."""

    def stop(self) -> None: ...


class Watch:
    """Shows the progress of a search on the terminal's error stream.

    The first Ctrl-C after the first progress report stops the search, which then answers with what
    it has; before that, and the second time, it raises KeyboardInterrupt.
    """

    def __init__(self, search: Stoppable, player: str, place: str = "") -> None:
        self.search = search
        self.player = player
        self.place = place
        self.interrupted = False
        self._interrupted_at = 0.0
        self._seen = False
        self._status: Status | None = None
        self._before: Any = None

    def __enter__(self) -> "Watch":
        self._status = status_of(_("Getting ready..."))
        if self._status is not None:
            self._status.start()
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self._status is not None:
            self._status.stop()

    def __call__(self, progress: "Progress") -> None:
        self._seen = True
        if self._status is not None:
            from rich.markup import escape

            words = (
                self.place,
                _("depth {depth}").format(depth=progress.depth),
                _("{value} for {player}").format(
                    value=signed(progress.value), player=_(self.player)
                ),
                moves(progress.line[:4]) + (" ..." if len(progress.line) > 4 else ""),
                _("{nodes} nodes").format(nodes=number(progress.nodes)),
                seconds(progress.seconds),
                speed(progress.nodes, progress.seconds),
            )
            self._status.update(escape("   ".join(word for word in words if word)))

    def _interrupt(self, signum: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if not self._seen or (self.interrupted and now - self._interrupted_at > SAME_KEYSTROKE):
            raise KeyboardInterrupt
        if not self.interrupted:
            self.interrupted = True
            self._interrupted_at = now
            self.search.stop()


def status_of(words: str) -> "Status | None":
    """What turns on the terminal while one waits; nothing where nobody looks."""
    if not sys.stderr.isatty():
        return None
    from rich.console import Console

    return Console(stderr=True, highlight=False).status(words)


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Say on the terminal's error stream what one waits for.

    >>> with waiting("Counting..."):
    ...     1 + 1
    2
    """
    status = status_of(words)
    if status is None:
        yield
    else:
        with status:
            yield
