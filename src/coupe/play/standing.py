"""How a series stands: won, drawn, lost, and what that is worth.

>>> from coupe.records import Result
>>> won, lost = Result(0, 1, "rules"), Result(1, -1, "rules")
>>> games = {0: Outcome(("a", "b"), won, 9), 1: Outcome(("b", "a"), lost, 8)}
>>> standing = Standing.of(("a", "b"), games, 2)
>>> standing.wins, standing.mean_length, standing.tally.counts
(2, 8.5, (0, 0, 0, 0, 1))
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from coupe.play.statistics import Sprt, Tally
from coupe.records import Result

SCHEMA = "coupe.match/1"


@dataclass(frozen=True)
class Outcome:
    """A game that is over: who played, first and second, how it ended, after how many moves.

    >>> Outcome(("a", "b"), Result(1, None, "time"), 30).result.winner
    1
    """

    players: tuple[str, str]
    result: Result
    moves: int

    def points(self, side: int) -> float:
        """What a side has made: 1, 1/2 or 0."""
        winner = self.result.winner
        return 0.5 if winner is None else float(winner == side)


@dataclass
class Side:
    """Games played as one side: as Black, say.

    >>> Side(wins=1, draws=1).points
    1.5
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def points(self) -> float:
        """A point a win, half a point a draw."""
        return self.wins + self.draws / 2

    @property
    def games(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses

    @property
    def turned(self) -> "Side":
        """The same games as the other player sees them."""
        return Side(self.losses, self.draws, self.wins)

    def add(self, points: float) -> None:
        """Count one more game."""
        if points == 1:
            self.wins += 1
        elif points == 0:
            self.losses += 1
        else:
            self.draws += 1


@dataclass
class Standing:
    """How a series stands for the first of its players.

    `sides` are the games in which that player moves first, and second; `failures` are the games
    that a player has lost otherwise than on the board, and `reasons` how many of each for either.
    Where the test is decided, games beyond the pair that decides it do not count, whoever has
    played them at the same time.

    >>> Standing.of(("a", "b"), {}, 10).games
    0
    """

    players: tuple[str, str]
    asked: int
    sides: tuple[Side, Side]
    tally: Tally
    sprt: Sprt | None = None
    pairs: Tally = field(default_factory=lambda: Tally((0,) * 5))
    verdict: bool | None = None
    lengths: list[int] = field(default_factory=list)
    failures: list[tuple[int, Outcome]] = field(default_factory=list)
    reasons: tuple[Counter[str], Counter[str]] = field(
        default_factory=lambda: (Counter(), Counter())
    )

    @classmethod
    def of(
        cls,
        players: tuple[str, str],
        outcomes: Mapping[int, Outcome],
        asked: int,
        sprt: Sprt | None = None,
    ) -> "Standing":
        """How things stand after these games, which are known by their numbers from 0 on."""
        counted = sorted(number for number in outcomes if number < asked)
        pairs, decided_by, verdict = _tested(outcomes, asked, sprt)
        if decided_by is not None:
            counted = [number for number in counted if number <= decided_by]
        standing = cls(players, asked, (Side(), Side()), Tally((0, 0, 0)), sprt, pairs, verdict)
        both = [0] * 5
        for number in counted:
            outcome = outcomes[number]
            first = number % 2  # The first player moves first in the games of even numbers.
            standing.sides[first].add(outcome.points(first))
            standing.lengths.append(outcome.moves)
            if outcome.result.reason in ("time", "forfeit") and outcome.result.winner is not None:
                standing.failures.append((number, outcome))
                loser = 1 - outcome.result.winner
                standing.reasons[loser ^ first][outcome.result.reason] += 1
            if number % 2 and number - 1 in outcomes:
                both[_points_of_pair(outcomes, number // 2)] += 1
        single = (standing.losses, standing.draws, standing.wins)
        standing.tally = Tally(tuple(both) if 2 * sum(both) == len(counted) > 0 else single)
        return standing

    @property
    def whole(self) -> Side:
        """The games of both sides."""
        return Side(self.wins, self.draws, self.losses)

    @property
    def wins(self) -> int:
        """Games that the first player has won."""
        return sum(side.wins for side in self.sides)

    @property
    def draws(self) -> int:
        """Games that nobody has won."""
        return sum(side.draws for side in self.sides)

    @property
    def losses(self) -> int:
        """Games that the first player has lost."""
        return sum(side.losses for side in self.sides)

    @property
    def games(self) -> int:
        """Games that count."""
        return sum(side.games for side in self.sides)

    @property
    def decided(self) -> bool:
        """Whether the test is over."""
        return self.verdict is not None

    @property
    def llr(self) -> float | None:
        """The test's log-likelihood ratio."""
        return None if self.sprt is None else self.sprt.llr(self.pairs.counts)

    @property
    def mean_length(self) -> float:
        """The mean number of moves of a game, its opening's with them."""
        return sum(self.lengths) / len(self.lengths) if self.lengths else 0.0

    def to_json(self) -> dict[str, Any]:
        """What a program reads, of schema coupe.match/1."""
        score, elo = self.tally.score, self.tally.elo
        found: dict[str, Any] = {
            "schema": SCHEMA,
            "players": list(self.players),
            "games": self.games,
            "asked": self.asked,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "first": vars(self.sides[0]),
            "second": vars(self.sides[1]),
            "score": {"value": score.value, "low": score.low, "high": score.high},
            "elo": {"value": elo.value, "low": elo.low, "high": elo.high},
            "superiority": round(self.tally.superiority, 4),
            "pairs": list(self.pairs.counts),
            "mean_length": round(self.mean_length, 2),
            "forfeits": [reasons["forfeit"] for reasons in self.reasons],
            "time_losses": [reasons["time"] for reasons in self.reasons],
            "failures": [
                {
                    "game": number + 1,
                    "reason": outcome.result.reason,
                    "detail": outcome.result.detail,
                }
                for number, outcome in self.failures
            ],
            "sprt": None,
        }
        if self.sprt is not None:
            low, high = self.sprt.bounds
            found["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "llr": round(self.llr or 0.0, 3),
                "low": low,
                "high": high,
                "verdict": {None: None, True: "elo1", False: "elo0"}[self.verdict],
            }
        return found


def _points_of_pair(outcomes: Mapping[int, Outcome], pair: int) -> int:
    """The half points of the first player in both games of a pair."""
    return round(2 * sum(outcomes[2 * pair + first].points(first) for first in (0, 1)))


def _tested(
    outcomes: Mapping[int, Outcome], asked: int, sprt: Sprt | None
) -> tuple[Tally, int | None, bool | None]:
    """The pairs that are over from the first on, without a gap; the game that decides the test, and
    what it finds. Which games end first does not matter so."""
    counts = [0] * 5
    for pair in range(asked // 2):
        if 2 * pair not in outcomes or 2 * pair + 1 not in outcomes:
            break
        counts[_points_of_pair(outcomes, pair)] += 1
        verdict = sprt.verdict(counts) if sprt is not None else None
        if verdict is not None:
            return Tally(tuple(counts)), 2 * pair + 1, verdict
    return Tally(tuple(counts)), None, None
