"""A talk with a child process, line by line, each answer within a time; and a player behind one.

>>> import sys
>>> talk = Conversation([sys.executable, "-c", "print(input()[::-1])"])
>>> talk.allow(30)
>>> talk.say("olleh")
>>> talk.hear()
'hello'
>>> talk.hear()
Traceback (most recent call last):
    ...
coupe.play.conversation.Failed: it has ended (exit code 0)
>>> talk.close()
"""

import queue
import shlex
import signal
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO

from coupe.errors import BadOption
from coupe.game import Game
from coupe.language import _, number, reason_of
from coupe.play.match import Chosen, Match, Wish, forfeit_of
from coupe.position import shortened
from coupe.processes import APART, end

MOST_CHARACTERS = 1 << 20
"""No protocol has longer lines; a process that writes one is not answering."""

MOST_LINES = 50_000
"""An engine may report as it thinks, and not so much before one answer."""

WAITING_LINES = 1_000
"""So many lines wait to be heard; a process that writes more waits itself."""

LAST_WORDS = 2_000
"""Characters that are kept of what it says on its error stream."""

GRACE = 0.5
"""Seconds after its time is over in which an answer is still heard: the clock judges it."""

FAREWELL = 1.0
"""Seconds that a process has to end by itself once it is told to."""

TICK = 0.1


class Failed(Exception):
    """What a child process does instead of answering, as the end of a sentence."""


class Interrupted(Exception):
    """Nobody waits for the answer any more."""


class Conversation:
    """A child process that is told lines, and answers with lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self._heard: queue.Queue[bytes | None] = queue.Queue(WAITING_LINES)
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._words = bytearray()
        self._until = self._seconds = 0.0
        self._lines = 0
        self._ended = False
        self._interrupted = False
        try:
            self.process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **APART,
            )
        except (OSError, ValueError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else str(error)
            raise Failed(
                _("{program} cannot be started: {reason}").format(
                    program=shortened(command[0]), reason=reason
                )
            ) from error
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._read, self.process.stdout),
                (self._keep_words, self.process.stderr),
                (self._write, self.process.stdin),
            )
        ]
        for thread in self._threads:
            thread.start()

    def _read(self, pipe: BinaryIO) -> None:
        with pipe, suppress(OSError, ValueError):
            while line := pipe.readline(MOST_CHARACTERS):
                self._put(line)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        while not self._ended:
            with suppress(queue.Full):
                self._heard.put(line, timeout=TICK)
                return

    def _keep_words(self, pipe: BinaryIO) -> None:
        with pipe, suppress(OSError, ValueError):
            while chunk := pipe.read1(1 << 16):  # type: ignore[attr-defined]
                self._words += chunk
                del self._words[:-LAST_WORDS]

    def _write(self, pipe: BinaryIO) -> None:
        # A thread of its own: whoever does not read lets the pipe fill up, and a write wait.
        with suppress(OSError, ValueError), pipe:
            while (line := self._said.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def allow(self, seconds: float) -> None:
        """All that is heard from now on has to be there within so many seconds."""
        self._seconds = seconds
        self._until = time.monotonic() + seconds
        self._lines = 0

    def say(self, line: str) -> None:
        """Tell it a line; this never waits."""
        self._said.put(f"{line}\n".encode("utf-8", "replace"))

    def hear(self) -> str:
        """The next line that it says; Failed where it says none."""
        while True:
            if self._interrupted:
                raise Interrupted
            left = self._until - time.monotonic()
            try:
                line = self._heard.get(timeout=max(0.0, min(TICK, left)))
                break
            except queue.Empty:
                if left <= 0:
                    raise Failed(
                        _("it does not answer within {seconds} s").format(
                            seconds=told_seconds(self._seconds)
                        )
                    ) from None
        if line is None:
            self._heard.put(None)
            raise Failed(self.death())
        self._lines += 1
        if self._lines > MOST_LINES or time.monotonic() > self._until + GRACE:
            raise Failed(_("it writes without end, and no answer"))
        if len(line) >= MOST_CHARACTERS:
            raise Failed(
                _("it writes a line of more than {count} characters").format(count=MOST_CHARACTERS)
            )
        return line.decode("utf-8", "replace").rstrip("\r\n")

    @property
    def last_words(self) -> str:
        """The end of what it has said on its error stream."""
        return bytes(self._words).decode("utf-8", "replace")

    def death(self) -> str:
        """How it has ended, as the end of a sentence."""
        try:
            code = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return _("it has closed its output")
        self._threads[1].join(FAREWELL)
        how = _("exit code {code}").format(code=code)
        if code < 0:
            with suppress(ValueError):
                how = signal.Signals(-code).name
        words = [line.strip() for line in self.last_words.splitlines() if line.strip()]
        if not words:
            return _("it has ended ({how})").format(how=how)
        return _("it has ended ({how}), with the words: {words}").format(
            how=how, words=plain(words[-1])
        )

    def interrupt(self, wanted: bool = True) -> None:
        """Whoever waits for an answer waits no longer; may be called from any thread."""
        self._interrupted = wanted

    def close(self, last: str | None = None) -> None:
        """Say a last line, and end the process: it has a moment to do so itself."""
        if last is not None:
            self.say(last)
        self._said.put(None)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End the process at once, and all that it has started."""
        self._ended = True
        self._said.put(None)
        end(self.process)


def told_seconds(seconds: float) -> str:
    """A number of seconds as a message has it.

    >>> told_seconds(10.0), told_seconds(0.25)
    ('10', '0.2')
    """
    short = round(seconds, 1)
    return number(short, 0 if short.is_integer() else 1)


def plain(text: str) -> str:
    """A text from elsewhere as a message can carry it: on one line, printable and short.

    >>> plain("a\\x1b[2J b" + "!" * 300)[:9], len(plain("a" * 300))
    ('a?[2J b!!', 203)
    """
    words = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return words if len(words) <= 200 else words[:200] + "..."


def command_of(name: str, text: str) -> list[str]:
    """The words of a command, quoted as in a shell.

    >>> command_of("gtp", "'my engine' -gtp")
    ['my engine', '-gtp']
    """
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise BadOption(
            _(
                "{text} is not a command: a quote is open, or there is nothing; write {name}:COMMAND."
            ).format(text=shortened(text) or "''", name=name)
        )
    return words


class Elsewhere(ABC):
    """A player in a child process, which loses by rule where it fails, and plays the next game."""

    human = False

    farewell: str | None = None
    """The line that tells the child to end."""

    one_game = False
    """Whether this player ends with its game: where it fails then, no other child is started."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self.game = game
        self._talk: Conversation | None = None

    @abstractmethod
    def begin(self) -> Conversation:
        """A child that is ready for a game; Failed where it is not."""

    @abstractmethod
    def ask(self, talk: Conversation, match: Match) -> Chosen | Wish:
        """The move that the child chooses; Failed where it does not."""

    def open(self) -> None:
        """Start the child; BadOption where it cannot play."""
        try:
            self._talk = self.begin()
        except Failed as failure:
            raise BadOption(str(forfeit_of(self.name, str(failure)))) from failure

    def choose(self, match: Match) -> Chosen | Wish:
        """The move that the child chooses, if it does so in its time."""
        try:
            if self._talk is None:
                self._talk = self.begin()
            self._talk.interrupt(False)
            return self.ask(self._talk, match)
        except Interrupted:
            self._drop()
            return Wish.LEAVE
        except Failed as failure:
            self._drop()
            # At once: the next game's clock has not to wait for it.
            if not self.one_game:
                with suppress(Failed):
                    self._talk = self.begin()
            raise forfeit_of(self.name, str(failure)) from failure
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._talk is not None:
            self._talk.kill()
            self._talk = None

    def stop(self) -> None:
        """Nobody waits for the move any more: the game is left."""
        talk = self._talk
        if talk is not None:
            talk.interrupt()

    def close(self) -> None:
        """End the child."""
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.close(self.farewell)


def time_allowed(match: Match, patience: float) -> float:
    """How long to wait for a move: what the clock leaves, or as long as anybody would.

    >>> from coupe import load
    >>> time_allowed(Match(load("tictactoe").start(), ()), 60.0)
    60.0
    """
    left = match.left(match.position.turn)
    return patience if left is None else max(0.0, left) + GRACE
