"""What the results of a series say: the score, the Elo difference, how sure they are.

>>> tally = Tally((10, 20, 30))
>>> tally.score.value, round(tally.elo.value)
(0.6666666666666666, 120)
>>> Sprt(0, 70).verdict((0, 10, 60, 90, 40)), Sprt(0, 70).verdict((1, 4, 10, 4, 1))
(True, None)

Counts are how often each score came up, from the worst to the best, evenly spaced from 0 to 1:
(losses, draws, wins) of single games, or of pairs of games, each opening once with either colour,
(0, 1/2, 1, 3/2, 2 points). The two games of a pair resemble each other: counted apart they would
seem surer, or less sure, than they are.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

from coupe.errors import BadOption
from coupe.language import _
from coupe.position import shortened

SURE = NormalDist().inv_cdf(0.975)
"""A value is within so many standard errors in 95 cases of 100."""

LEAST = 1e-3
"""What a score that never came up counts for: without it no mean could be reached beyond those
that did."""

MOST_ELO = 2000.0


@dataclass(frozen=True)
class Estimate:
    """A value, and the two it lies between in 95 cases of 100.

    >>> Estimate(0.5, 0.4, 0.6).error
    0.1
    """

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half of what lies between the two."""
        return round((self.high - self.low) / 2, 9)


@dataclass(frozen=True)
class Tally:
    """How often each score came up, and what follows from it.

    >>> Tally((0, 0, 10)).score
    Estimate(value=1.0, low=0.6612, high=1.0)
    """

    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many games, or pairs of games."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean score; a half where nothing was played."""
        return _mean(self.counts) if self.total else 0.5

    @property
    def _inner(self) -> float:
        """The mean score, kept half a game away from all won and all lost."""
        edge = 0.5 / (self.total + 1)
        return min(max(self.mean, edge), 1 - edge)

    @property
    def _variance(self) -> float:
        """The variance of one score.

        One more score, as uncertain as can be, is counted on both sides of the comparison with
        scores that are only 0 or 1: a few equal results do not prove that all will be equal.
        """
        mean, inner = self.mean, self._inner
        spread = sum(
            count * (at - mean) ** 2
            for count, at in zip(self.counts, scores(self.counts), strict=True)
        )
        part = (spread + 0.25) / (self.total * mean * (1 - mean) + 0.25)
        return part * inner * (1 - inner)

    @property
    def _interval(self) -> tuple[float, float]:
        """Wilson's interval.

        It is that of a score that can only be 0 or 1; where the scores vary less, by draws or within
        pairs, there are as many more games as it takes to vary so little.
        """
        mean = self._inner
        games = self.total * mean * (1 - mean) / self._variance
        squared = SURE**2 / games
        middle = (mean + squared / 2) / (1 + squared)
        half = math.sqrt(mean * (1 - mean) * squared + squared**2 / 4) / (1 + squared)
        return middle - half, middle + half

    @property
    def score(self) -> Estimate:
        """The mean score.

        >>> Tally((0, 0, 0)).score
        Estimate(value=0.5, low=0.0, high=1.0)
        """
        if not self.total:
            return Estimate(0.5, 0.0, 1.0)
        low, high = self._interval
        return Estimate(self.mean, min(round(low, 4), self.mean), max(round(high, 4), self.mean))

    @property
    def elo(self) -> Estimate:
        """The Elo difference that the score and its interval stand for.

        A side that has won all is rated as if it had drawn one game, or pair of games, more, so
        that no number is endless.

        >>> Tally((0, 0, 10)).elo
        Estimate(value=528.9, low=116.2, high=941.6)
        """
        if not self.total:
            return Estimate(0.0, -MOST_ELO, MOST_ELO)
        low, high = self._interval
        # With zero added, what rounds to minus zero is zero.
        return Estimate(*(round(elo_of(at), 1) + 0.0 for at in (self._inner, low, high)))

    @property
    def superiority(self) -> float:
        """How likely it is that the first is the stronger, where nothing was known before.

        >>> round(Tally((10, 20, 30)).superiority, 4), Tally((5, 1, 5)).superiority
        (0.9997, 0.5)
        """
        if not self.total:
            return 0.5
        return NormalDist().cdf((self._inner - 0.5) * math.sqrt(self.total / self._variance))


def scores(counts: Sequence[int]) -> list[float]:
    """The scores that counts stand for.

    >>> scores((1, 2, 3))
    [0.0, 0.5, 1.0]
    """
    return [number / (len(counts) - 1) for number in range(len(counts))]


def _mean(counts: Sequence[float]) -> float:
    return sum(count * number / (len(counts) - 1) for number, count in enumerate(counts)) / sum(
        counts
    )


def elo_of(score: float) -> float:
    """The Elo difference of a mean score: a logistic curve.

    >>> round(elo_of(0.6), 1), elo_of(1.0)
    (70.4, 2000.0)
    """
    if score <= 0 or score >= 1:
        return math.copysign(MOST_ELO, score - 0.5)
    return max(-MOST_ELO, min(MOST_ELO, -400 * math.log10(1 / score - 1)))


def score_of(elo: float) -> float:
    """The mean score of an Elo difference.

    >>> round(score_of(70), 3), score_of(0)
    (0.599, 0.5)
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Sprt:
    """Two suppositions about the Elo difference, tested as the games are played.

    After each pair the test has found for `elo1` (True), for `elo0` (False) or not yet (None); it
    finds for the wrong one in a part `alpha` (elo0 is true) or `beta` (elo1 is true) of all tests.

    It is the generalised sequential test of Michel Van den Bergh ("A practical introduction to the
    GSPRT", which Stockfish's fishtest uses): the likelihood of the results under each supposition
    is the most that any distribution of the five scores with that mean gives them. With part q of
    the pairs at score a, that distribution is q / (1 + t (a - mean)): t is Lagrange's multiplier,
    the root of the sum of q (a - mean) / (1 + t (a - mean)).

    >>> Sprt(0, 70).bounds
    (-2.944, 2.944)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @classmethod
    def read(cls, text: str) -> "Sprt":
        """The test that a text says: `0,70`.

        >>> Sprt.read("70,0")
        Traceback (most recent call last):
            ...
        coupe.errors.BadOption: 70,0 is not a test: write two Elo differences, the lower one \
first, like 0,70.
        """
        number = r"\s*([+-]?[0-9]{1,4}(?:\.[0-9]{1,3})?)\s*"
        found = re.fullmatch(f"{number}[,;:]{number}", text)
        if not found or not -MOST_ELO < float(found[1]) < float(found[2]) < MOST_ELO:
            raise BadOption(
                _(
                    "{text} is not a test: write two Elo differences, the lower one first, like 0,70."
                ).format(text=shortened(text) or "''")
            )
        return cls(float(found[1]), float(found[2]))

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the test finds for elo0, above the second for elo1."""
        low, high = self.beta / (1 - self.alpha), (1 - self.beta) / self.alpha
        return round(math.log(low), 3), round(math.log(high), 3)

    def llr(self, counts: Sequence[int]) -> float:
        """The logarithm of how much likelier the results are if elo1 is true than if elo0 is.

        >>> round(Sprt(0, 70).llr((10, 20, 40, 30, 20)), 2)
        1.71
        """
        return log_likelihood_ratio(tuple(counts), score_of(self.elo0), score_of(self.elo1))

    def verdict(self, counts: Sequence[int]) -> bool | None:
        """True: elo1; False: elo0; None: more games are needed."""
        llr = self.llr(counts)
        low, high = self.bounds
        return True if llr >= high else False if llr <= low else None


@lru_cache(1 << 16)
def log_likelihood_ratio(counts: tuple[int, ...], mean0: float, mean1: float) -> float:
    """How much likelier the counts are with mean1 than with mean0, each at its best.

    >>> log_likelihood_ratio((0, 0, 0), 0.5, 0.6)
    0.0
    """
    if not sum(counts):
        return 0.0
    known = [count or LEAST for count in counts]
    tilted0, tilted1 = (_tilted(known, mean) for mean in (mean0, mean1))
    return sum(
        count * (math.log(one) - math.log(zero))
        for count, zero, one in zip(known, tilted0, tilted1, strict=True)
    )


def _tilted(counts: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with a mean, counts being what came up."""
    total = sum(counts)
    parts = [count / total for count in counts]
    apart = [number / (len(counts) - 1) - mean for number in range(len(counts))]
    # Each part stays positive between these two; the sum falls all the way from one to the other.
    low, high = -1 / apart[-1], -1 / apart[0]
    for _step in range(200):
        multiplier = (low + high) / 2
        if multiplier in (low, high):
            break
        slope = sum(
            part * at / (1 + multiplier * at) for part, at in zip(parts, apart, strict=True)
        )
        if slope > 0:
            low = multiplier
        else:
            high = multiplier
    return [part / (1 + multiplier * at) for part, at in zip(parts, apart, strict=True)]
