"""A tournament: everyone plays everyone, with both colours, as many rounds as are asked for.

>>> from coupe import load
>>> contest = Tournament(load("tictactoe"), ("minimax:9", "random", "level:0"), archive=None)
>>> table = contest.run(workers=1)
>>> table.rows[0].player, table.games
('minimax:9', 6)
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

from coupe.errors import BadOption
from coupe.game import Game
from coupe.language import _
from coupe.play.clock import TimeControl
from coupe.play.openings import Openings
from coupe.play.series import (
    digest,
    file_of,
    key_of,
    outcome_of,
    remembered,
    settings_of,
    strength_of,
    task_of,
)
from coupe.play.standing import Outcome, Side
from coupe.play.who import Who
from coupe.play.worker import Task
from coupe.play.workers import played

if TYPE_CHECKING:
    from coupe.archive import Archive

SCHEMA = "coupe.tournament/1"


@dataclass
class Row:
    """What a player has made: against everyone, and against each.

    `between` are the points made against those who have as many points, `beaten` the points of
    those who were beaten and half of those drawn with.

    >>> Row("random").whole.points
    0.0
    """

    player: str
    whole: Side = field(default_factory=Side)
    against: dict[str, Side] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, Outcome]] = field(default_factory=list)
    between: float = 0.0
    beaten: float = 0.0
    place: int = 1

    @property
    def worth(self) -> tuple[float, float, float]:
        """What places are given by."""
        return self.whole.points, self.between, self.beaten


@dataclass(frozen=True)
class Table:
    """How a tournament stands: a row for each player, the best first.

    >>> Table.of(("a", "b"), {}, 2).rows[1].place
    1
    """

    rows: tuple[Row, ...]
    games: int
    asked: int

    @classmethod
    def of(cls, players: Sequence[str], outcomes: Mapping[int, Outcome], asked: int) -> "Table":
        """How things stand after these games, which are known by their numbers from 0 on."""
        rows = {player: Row(player) for player in players}
        counted = sorted(number for number in outcomes if number < asked)
        for number in counted:
            outcome = outcomes[number]
            for side, player in enumerate(outcome.players):
                row = rows[player]
                row.whole.add(outcome.points(side))
                other = row.against.setdefault(outcome.players[1 - side], Side())
                other.add(outcome.points(side))
                lost = outcome.result.winner == 1 - side
                if lost and outcome.result.reason in ("time", "forfeit"):
                    row.reasons[outcome.result.reason] += 1
                    row.failures.append((number, outcome))
        _placed(rows)
        ordered = sorted(rows.values(), key=lambda row: row.place)
        return cls(tuple(ordered), len(counted), asked)

    def to_json(self) -> dict[str, Any]:
        """What a program reads, of schema coupe.tournament/1."""
        return {
            "schema": SCHEMA,
            "games": self.games,
            "asked": self.asked,
            "players": [
                {
                    "place": row.place,
                    "player": row.player,
                    "points": row.whole.points,
                    "games": row.whole.games,
                    **vars(row.whole),
                    "between": row.between,
                    "beaten": row.beaten,
                    "forfeits": row.reasons["forfeit"],
                    "time_losses": row.reasons["time"],
                    "failures": [
                        {
                            "game": number + 1,
                            "reason": outcome.result.reason,
                            "detail": outcome.result.detail,
                        }
                        for number, outcome in row.failures
                    ],
                    "against": {other: vars(side) for other, side in row.against.items()},
                }
                for row in self.rows
            ],
        }


def _placed(rows: Mapping[str, Row]) -> None:
    """Give everyone a place: by points, then by points between those tied, then by the points of
    those beaten; whoever is still equal shares it."""
    for row in rows.values():
        row.beaten = float(
            sum(rows[other].whole.points * side.points for other, side in row.against.items())
        )
        row.between = float(
            sum(
                side.points
                for other, side in row.against.items()
                if rows[other].whole.points == row.whole.points
            )
        )
    ordered = sorted(rows.values(), key=lambda row: row.worth, reverse=True)
    place = 1
    for _worth, tied in groupby(ordered, key=lambda row: row.worth):
        sharing = list(tied)
        for row in sharing:
            row.place = place
        place += len(sharing)


class Tournament:
    """Players who all play each other, with the same openings; goes on where it was left.

    >>> from coupe import load
    >>> Tournament(load("othello"), ("random", "random"))
    Traceback (most recent call last):
        ...
    coupe.errors.BadOption: random is there twice: write each player once.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        *,
        rounds: int = 1,
        openings: str = "random",
        seed: int = 0,
        clock: TimeControl | None = None,
        archive: "Archive | None" = None,
        again: bool = False,
    ) -> None:
        self.game = game
        self.players = tuple(str(Who.read(player)) for player in players)
        for player, times in Counter(self.players).items():
            if times > 1:
                raise BadOption(
                    _("{name} is there twice: write each player once.").format(name=player)
                )
        if len(self.players) < 2:
            raise BadOption(_("A tournament needs two players or more."))
        self.rounds = rounds
        self.seed = seed
        self.clock = clock or TimeControl()
        self.archive = archive
        self.openings = Openings.read(openings, game, seed)
        self.outcomes: dict[int, Outcome] = {}
        self.pairings = list(combinations(self.players, 2))
        asked = [game.spec, *map(strength_of, self.players), openings, seed, str(self.clock)]
        files = [game.spec, *map(file_of, self.players), openings]
        self.key = key_of(archive, digest("tournament", asked, files), again)

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return 2 * len(self.pairings) * self.rounds

    @property
    def table(self) -> Table:
        """How the tournament stands."""
        return Table.of(self.players, self.outcomes, self.games)

    def run(
        self, *, workers: int | None = None, seen: Callable[[int, int], None] | None = None
    ) -> Table:
        """Play what is left to play; `seen` is told how many games are over, of how many."""
        over, begun = remembered(self.archive, self.key)
        self.outcomes.update(over)
        settings = settings_of(self.game, self.clock, self.archive)
        with closing(played(list(self._tasks(begun)), settings, workers=workers)) as games:
            for ended in games:
                self.outcomes[ended.task.number] = outcome_of(ended)
                if seen is not None:
                    seen(len(self.outcomes), self.games)
        return self.table

    def _tasks(self, begun: Mapping[int, int]) -> Iterator[Task]:
        """The games that are left, round by round: more rounds only add games at the end."""
        openings = self.openings.first(self.rounds)
        for number in range(self.games):
            if number not in self.outcomes:
                meeting, second = divmod(number, 2)
                round_, pairing = divmod(meeting, len(self.pairings))
                one, other = self.pairings[pairing]
                yield task_of(
                    number,
                    (other, one) if second else (one, other),
                    openings[round_],
                    seed=self.seed,
                    series=self.key,
                    kept=begun.get(number),
                    event="tournament",
                )
