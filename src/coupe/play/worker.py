"""The process in which games of a series are played: `python -m coupe.play.worker`.

>>> task = Task(3, ("random", "random"), seed=1, start="", moves=("5", "1"))
>>> Task(**json.loads(json.dumps(asdict(task)))) == task
True

It reads how to play, then a task a line, and writes a line of JSON whenever a player begins to
think and when a game has ended. When nobody writes to it any more it ends at once, and lets go of
the players: what was played is in the archive.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, TextIO

from coupe.errors import CoupeError
from coupe.game import Game
from coupe.games.loading import load
from coupe.language import choose
from coupe.play.clock import TimeControl
from coupe.play.conversation import Elsewhere
from coupe.play.guarded import Guarded, words_of
from coupe.play.levels import Levelled
from coupe.play.match import Chosen, Display, Match, Player, Watcher, Wish, close, forfeit_of
from coupe.play.players import Searcher
from coupe.play.who import FUNCTION, Who, player_of
from coupe.records import Ply, Record, Result

if TYPE_CHECKING:
    from coupe.archive import Archive


PARENT = os.getppid()


@dataclass(frozen=True)
class Settings:
    """How all games of a series are played.

    >>> Settings("othello").clock
    'none'
    """

    game: str
    clock: str = "none"
    archive: str | None = None
    language: str = "en"


@dataclass(frozen=True)
class Task:
    """A game to play: who, from which moves on, and where it is kept if it has begun.

    `absent` are the players that an earlier game has found not to load, and why.

    >>> Task(0, ("random", "level:3"), seed=1).kept is None
    True
    """

    number: int
    players: tuple[str, str]
    seed: int
    start: str = ""
    moves: tuple[str, ...] = ()
    series: str = ""
    kept: int | None = None
    tags: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # JSON has lists alone.
        object.__setattr__(self, "players", tuple(self.players))
        object.__setattr__(self, "moves", tuple(self.moves))

    def record(self, game: Game) -> Record:
        """The game as it begins."""
        plies = tuple(Ply(move) for move in self.moves)
        return Record(game.spec, plies, self.start, self.players, tags=self.tags)


class Watched(Guarded):
    """A player of a worker: where nobody waits for the game any more, its process ends.

    >>> Watched(player_of("random", load("tictactoe"))).name
    'random'
    """

    def choose(self, match: Match) -> Chosen | Wish:
        """What the player chooses; Forfeit where it fails."""
        choice = super().choose(match)
        if os.getppid() != PARENT:
            # An orphan: somebody else may have taken up this game by now.
            os._exit(1)
        return choice


class Absent:
    """A player that could not even be made: it loses by rule at its first move.

    >>> Absent("mine.py:best", "mine.py: no such file.").human
    False
    """

    human = False

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason

    def choose(self, match: Match) -> Chosen | Wish:
        """No move: Forfeit."""
        raise forfeit_of(self.name, self.reason)

    def stop(self) -> None:
        """Nothing is under way."""

    def close(self) -> None:
        """Nothing is kept."""


class _Told(Display):
    """Tells who begins to think."""

    def __init__(self, worker: "Worker", task: Task, kept: int | None) -> None:
        self._worker = worker
        self._told = {"number": task.number, "kept": kept}

    def thinking(self, match: Match) -> AbstractContextManager[Watcher | None]:
        self._worker.tell(**self._told, side=match.position.turn)
        return nullcontext()


class Worker:
    """Plays the games it is given."""

    def __init__(self, settings: Settings, told: TextIO) -> None:
        self.settings = settings
        self.game = load(settings.game)
        self.clock = TimeControl.read(settings.clock)
        self.archive = _archive(settings.archive)
        self.players: tuple[Player, ...] = ()
        self._engines: dict[tuple[str, int], Levelled | Searcher] = {}
        self._told = told

    def tell(self, **fields: Any) -> None:
        """A line to whoever has given the task."""
        print(json.dumps(fields), file=self._told, flush=True)

    def play(self, task: Task) -> None:
        """Play one game, or what is left of it; anew where it was deleted meanwhile."""
        try:
            self._play(task)
        except CoupeError as error:
            from coupe.archive import Gone

            if not isinstance(error, Gone):
                raise
            self.play(replace(task, kept=None))

    def _play(self, task: Task) -> None:
        record = task.record(self.game)
        kept = None
        if self.archive is not None:
            if task.kept is None:
                kept = self.archive.begin(record, series=task.series, number=task.number)
            else:
                record = self.archive.game(task.kept)
                kept = self.archive.resume(task.kept)
        one, other = (self._player(task, side) for side in (0, 1))
        self.players = (one, other)
        try:
            match = Match(
                record.position(self.game),
                (one, other),
                display=_Told(self, task, kept.id if kept is not None else None),
                clock=self.clock,
                keeper=kept,
                plies=record.moves,
                tags=record.tags,
            )
            result = match.play().result
        finally:
            close(self.players)
        assert result is not None
        absent = {
            player.name: player.reason
            for player in self.players
            # An engine that did not start may start the next time; a file stays what it is.
            if isinstance(player, Absent) and Who.read(player.name).kind == FUNCTION
        }
        self.tell(number=task.number, result=asdict(result), moves=len(match.plies), absent=absent)

    def _player(self, task: Task, side: int) -> Player:
        name = task.players[side]
        if name in task.absent:
            return Absent(name, task.absent[name])
        try:
            return Watched(self._made(side, name, task.seed))
        except CoupeError as error:
            return Absent(name, str(error))
        except Exception as error:
            return Absent(name, words_of(error))

    def _made(self, side: int, name: str, seed: int) -> Player:
        """A player for one game; an engine is made once, for its evaluation takes time to try."""
        engine = self._engines.get((name, side))
        if engine is None:
            player = player_of(name, self.game, seed=seed)
            if isinstance(player, Levelled | Searcher):
                self._engines[name, side] = player
            elif isinstance(player, Elsewhere):
                player.one_game = True
            return player
        if isinstance(engine, Levelled):
            engine.seed = seed
        return engine


def _archive(path: str | None) -> "Archive | None":
    if path is None:
        return None
    from coupe.archive import Archive

    return Archive(path)


def result_read(fields: dict[str, Any]) -> Result:
    """The result that a worker tells.

    >>> result_read({"winner": 0, "score": None, "reason": "time", "detail": ""}).winner
    0
    """
    return Result(**fields)


def work(lines: TextIO, told: TextIO) -> None:
    """Play the tasks that come, one a line after the settings, until no more can come.

    >>> import io
    >>> lines = [asdict(Settings("tictactoe")), asdict(Task(7, ("random", "minimax:9"), seed=1))]
    >>> told = io.StringIO()
    >>> work(io.StringIO("".join(json.dumps(line) + "\\n" for line in lines)), told)
    >>> json.loads(told.getvalue().splitlines()[-1])["result"]["winner"]
    1
    """
    settings = Settings(**json.loads(next(lines)))
    choose(settings.language)
    worker: Worker | None = None
    for line in lines:
        task = Task(**json.loads(line))
        try:
            worker = worker or Worker(settings, told)
            CURRENT[:] = [worker]
            worker.play(task)
        except Exception as error:
            sentence = str(error) if isinstance(error, CoupeError) else repr(error)
            print(json.dumps({"number": task.number, "failed": sentence}), file=told, flush=True)


CURRENT: list[Worker] = []
"""Whose players are let go when the process has to end in the midst of a game."""


class _Lines:
    """The lines of a stream, read ahead: its end is seen at once, and ends the process."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        return self._queue.get()

    def _read(self) -> None:
        for line in self._stream:
            self._queue.put(line)
        players: Sequence[Player] = [player for worker in CURRENT for player in worker.players]
        with suppress(Exception):
            close(players)
        os._exit(0)


def main() -> None:
    """Work for the process that has started this one."""
    told = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # What a game or a player prints is for nobody.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    work(_Lines(sys.stdin), told)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
