"""A series: two players, many games, varied openings, each with both colours.

>>> from coupe import load
>>> series = Series(load("tictactoe"), ("minimax:9", "random"), games=4, seed=1, archive=None)
>>> standing = series.run(workers=1)
>>> standing.games, standing.losses
(4, 0)
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from coupe.game import Game
from coupe.language import current
from coupe.play.clock import TimeControl
from coupe.play.levels import Level
from coupe.play.openings import Openings
from coupe.play.standing import Outcome, Standing
from coupe.play.statistics import Sprt
from coupe.play.who import FUNCTION, LEVEL, Who
from coupe.play.worker import Settings, Task
from coupe.play.workers import Ended, played
from coupe.position import Position
from coupe.records import start_of

if TYPE_CHECKING:
    from coupe.archive import Archive

USUAL_GAMES = 100
Seen = Callable[[Standing], None]


class Series:
    """Two players who play each other, as a command line or a program asks for it.

    The same series goes on where it was left: its games are in the archive under its `key`, which
    says everything that they depend on. `again` plays it anew, under another.

    >>> from coupe import load
    >>> one, two = (Series(load("othello"), ("level:1", "level:2"), seed=seed, archive=None)
    ...             for seed in (1, 2))
    >>> one.key == two.key
    False
    """

    def __init__(
        self,
        game: Game,
        players: tuple[str, str],
        *,
        games: int = USUAL_GAMES,
        openings: str = "random",
        seed: int = 0,
        clock: TimeControl | None = None,
        sprt: Sprt | None = None,
        archive: "Archive | None" = None,
        again: bool = False,
    ) -> None:
        self.game = game
        self.players = (str(Who.read(players[0])), str(Who.read(players[1])))
        self.games = games
        self.seed = seed
        self.clock = clock or TimeControl()
        self.sprt = sprt
        self.archive = archive
        self.openings = Openings.read(openings, game, seed)
        self.outcomes: dict[int, Outcome] = {}
        asked = [game.spec, *map(strength_of, self.players), openings, seed, str(self.clock)]
        files = [game.spec, *map(file_of, self.players), openings]
        self.key = key_of(archive, digest("match", asked, files), again)

    @property
    def standing(self) -> Standing:
        """What the games that are over say: those up to the one that decides the test, if any."""
        return Standing.of(self.players, self.outcomes, self.games, self.sprt)

    def run(self, *, workers: int | None = None, seen: Seen | None = None) -> Standing:
        """Play what is left to play; `seen` is told whenever a game has ended.

        Ctrl-C leaves the games that have not ended in the archive, to be gone on with.
        """
        begun = self._remembered()
        standing = self.standing
        if seen is not None:
            seen(standing)
        if not standing.decided:
            settings = settings_of(self.game, self.clock, self.archive)
            with closing(played(list(self._tasks(begun)), settings, workers=workers)) as games:
                for ended in games:
                    self.outcomes[ended.task.number] = outcome_of(ended)
                    standing = self.standing
                    if seen is not None:
                        seen(standing)
                    if standing.decided:
                        break
        return standing

    def _remembered(self) -> dict[int, int]:
        """Take over the games that are in the archive; where those are that are not over."""
        found, begun = remembered(self.archive, self.key)
        self.outcomes.update(found)
        return begun

    def _tasks(self, begun: dict[int, int]) -> Iterator[Task]:
        openings = self.openings.first((self.games + 1) // 2)
        for number in range(self.games):
            if number in self.outcomes:
                continue
            one, other = self.players
            yield task_of(
                number,
                (other, one) if number % 2 else (one, other),
                openings[number // 2],
                seed=self.seed,
                series=self.key,
                kept=begun.get(number),
                event=f"{one} - {other}",
            )


def task_of(
    number: int,
    players: tuple[str, str],
    opening: Position,
    *,
    seed: int,
    series: str,
    kept: int | None,
    event: str,
) -> Task:
    """A game of a series, whose chance follows from the series' seed and its number.

    >>> from coupe import load
    >>> opening = load("tictactoe").position("5")
    >>> task_of(0, ("random", "random"), opening, seed=1, series="", kept=None, event="").moves
    ('5',)
    """
    first = opening.path[0]
    names = tuple(first.names(opening.line))
    return Task(
        number,
        players,
        seed=int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:4]),
        start=start_of(first),
        moves=names,
        series=series,
        kept=kept,
        tags={"event": event, "round": str(number + 1), "opening": str(len(names))},
    )


def settings_of(game: Game, clock: TimeControl, archive: "Archive | None") -> Settings:
    """How the processes play the games of a series."""
    path = None if archive is None else str(archive.path)
    return Settings(game.spec, str(clock), path, current())


def outcome_of(ended: Ended) -> Outcome:
    """What a game that has just ended comes to."""
    return Outcome(ended.task.players, ended.result, ended.moves)


def remembered(archive: "Archive | None", series: str) -> tuple[dict[int, Outcome], dict[int, int]]:
    """The games of a series that are over, by number; where those are kept that are not."""
    over: dict[int, Outcome] = {}
    begun: dict[int, int] = {}
    if archive is not None:
        # Newest first: of games that two runs have played at once, the oldest is the one.
        for entry in archive.games(series=series):
            if entry.result is not None:
                over[entry.number] = Outcome(entry.players, entry.result, entry.moves)
            else:
                begun[entry.number] = entry.id
    return over, begun


def file_of(who: str) -> str:
    """The file that a player is made of, or its evaluation; empty where there is none.

    >>> file_of("mine.py:best"), file_of("level:3@ideas.py:corners"), file_of("random")
    ('mine.py', 'ideas.py', '')
    """
    read = Who.read(who)
    named = read.argument if read.kind == FUNCTION else read.evaluation
    return named.rpartition(":")[0]


def strength_of(who: str) -> str:
    """A player, and what a level is at present: another strength is another player.

    >>> strength_of("random"), strength_of("level:0").startswith("level:0 Level(")
    ('random', True)
    """
    read = Who.read(who)
    return f"{who} {Level.of(int(read.argument))}" if read.kind == LEVEL else who


def digest(kind: str, asked: Sequence[object], files: Sequence[str]) -> str:
    """A short text that differs where what is asked does, or what the files hold.

    >>> digest("match", ["othello", 1], []) == digest("match", ["othello", 2], [])
    False
    """
    found = hashlib.sha256(json.dumps([kind, *asked]).encode())
    for name in files:
        path = Path(name if name.endswith(".py") else name.rpartition(":")[0] or name)
        if path.is_file():
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{kind}-{found.hexdigest()[:16]}"


def key_of(archive: "Archive | None", base: str, again: bool) -> str:
    """The key of the last time that a series was played; of the next time, with `again`.

    >>> key_of(None, "match-0", again=True)
    'match-0-1'
    """
    times = 0
    while archive is not None and any(archive.games(series=f"{base}-{times + 1}", limit=1)):
        times += 1
    return f"{base}-{times + again if times else 1}"
