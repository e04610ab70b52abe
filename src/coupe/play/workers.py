"""Games played on all cores, each in a process apart.

>>> from coupe.play.worker import Settings, Task
>>> tasks = [Task(number, ("random", "random"), seed=number) for number in range(2)]
>>> sorted(ended.task.number for ended in played(tasks, Settings("tictactoe"), workers=1))
[0, 1]
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from coupe.errors import BadGame
from coupe.language import _
from coupe.play.clock import TimeControl
from coupe.play.match import forfeit_of
from coupe.play.worker import Settings, Task, result_read
from coupe.processes import APART, end
from coupe.records import Result

GRACE = 60.0
"""Seconds beyond its clock that a process may be silent for: it may have rules to compile."""

FAREWELL = 2.0
"""Seconds that a process has to let its players go."""

MANY_MOVES = 200
TICK = 0.5


@dataclass(frozen=True)
class Ended:
    """A game that has ended.

    >>> Ended(Task(0, ("random", "random"), seed=1), Result(None, 0, "rules"), 9).moves
    9
    """

    task: Task
    result: Result
    moves: int


class _Worker:
    """One process, seen from here."""

    def __init__(self, settings: Settings, heard: "queue.SimpleQueue[Any]") -> None:
        self.task: Task | None = None
        self.side: int | None = None
        self.kept: int | None = None
        self.since = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "coupe.play.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            **APART,
        )
        self._write(asdict(settings))
        threading.Thread(target=self._listen, args=(heard,), daemon=True).start()

    def _listen(self, heard: "queue.SimpleQueue[Any]") -> None:
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):
            for line in self.process.stdout:
                heard.put((self, json.loads(line)))
        heard.put((self, None))

    def _write(self, fields: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        # A process that has died is noticed where it is listened to.
        with suppress(OSError, ValueError):
            self.process.stdin.write(json.dumps(fields) + "\n")
            self.process.stdin.flush()

    def take(self, task: Task) -> None:
        """Give it a game to play."""
        self.task, self.side, self.kept = task, None, task.kept
        self.since = time.monotonic()
        self._write(asdict(task))

    def dismiss(self) -> None:
        """Tell it to end."""
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):
            self.process.stdin.close()

    def end(self) -> None:
        """End it, once it was told to, with whatever is left of it."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        end(self.process)


def cores() -> int:
    """How many games can be played at once.

    >>> cores() > 0
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def played(
    tasks: Sequence[Task], settings: Settings, *, workers: int | None = None
) -> Generator[Ended, None, None]:
    """Play games, and give each as it ends, in whatever order they do.

    A process that dies, or is silent for much longer than its clock allows, has its game taken up
    again, once; the second time the player who was thinking loses by rule. A file that cannot be
    loaded is tried no more: its player loses the games that are left. Closing the iterator ends the
    processes.
    """
    waiting = deque(tasks)
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    crew: list[_Worker] = []
    died: set[int] = set()
    absent: dict[str, str] = {}
    patience = _patience(TimeControl.read(settings.clock))
    try:
        for _count in range(min(workers or cores(), len(waiting))):
            crew.append(_Worker(settings, heard))
            crew[-1].take(waiting.popleft())
        while any(worker.task is not None for worker in crew):
            try:
                worker, message = heard.get(timeout=TICK)
            except queue.Empty:
                _end_silent(crew, patience)
                continue
            worker.since = time.monotonic()
            if worker.task is None:
                continue
            task = worker.task
            if message is None:
                end(worker.process)
                crew.remove(worker)
                fresh = _Worker(settings, heard)
                crew.append(fresh)
                if task.number in died:
                    yield _lost_by(worker, settings)
                    worker = fresh
                else:
                    died.add(task.number)
                    fresh.take(replace(task, kept=worker.kept, absent=absent))
                    continue
            elif "failed" in message:
                raise BadGame(message["failed"])
            elif "result" in message:
                absent.update(message["absent"])
                yield Ended(task, result_read(message["result"]), message["moves"])
            else:
                worker.side, worker.kept = message["side"], message["kept"]
                continue
            worker.task = None
            if waiting:
                worker.take(replace(waiting.popleft(), absent=absent))
    finally:
        for worker in crew:
            worker.dismiss()
        for worker in crew:
            worker.end()


def _patience(clock: TimeControl) -> float | None:
    """How long a process may say nothing; None: as long as it likes, for so may the players."""
    if clock.per_move is not None:
        return clock.per_move + GRACE
    if clock.total is not None:
        return clock.total + MANY_MOVES * clock.increment + GRACE
    return None


def _end_silent(crew: Sequence[_Worker], patience: float | None) -> None:
    for worker in crew:
        if patience is None or worker.task is None:
            continue
        if time.monotonic() - worker.since > patience:
            end(worker.process)


def _lost_by(worker: _Worker, settings: Settings) -> Ended:
    """The game that two processes have died of, lost by whoever was thinking."""
    task = worker.task
    assert task is not None
    if worker.side is None:
        raise BadGame(
            _("Game {number} could not be played: the process that plays it stops.").format(
                number=task.number + 1
            )
        )
    failure = forfeit_of(task.players[worker.side], _("the process in which it plays has stopped"))
    result = Result(1 - worker.side, None, "forfeit", str(failure))
    moves = len(task.moves)
    if settings.archive is not None and worker.kept is not None:
        from coupe.archive import Archive, Gone

        with suppress(Gone), Archive(settings.archive) as archive:
            moves = len(archive.game(worker.kept).moves)
            archive.resume(worker.kept).ended(result)
    return Ended(task, result, moves)
