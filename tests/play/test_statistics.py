"""The score, the Elo difference and the sequential test, against what is known and simulated."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coupe.errors import BadOption
from coupe.play.statistics import MOST_ELO, Sprt, Tally, elo_of, score_of

COUNTS = st.one_of(st.tuples(*[st.integers(0, 400)] * 3), st.tuples(*[st.integers(0, 400)] * 5))
# How likely each score of a pair is: dull games, sharp games, games that Black wins.
KINDS = ((0.05, 0.2, 0.5, 0.2, 0.05), (0.2, 0.1, 0.4, 0.1, 0.2), (0.1, 0.0, 0.8, 0.0, 0.1))


def tilted(parts: tuple[float, ...], elo: float) -> list[float]:
    """Parts with the mean of that Elo difference, found by trying: no code is shared."""
    wanted, low, high = score_of(elo), -50.0, 50.0
    for _step in range(100):
        tilt = (low + high) / 2
        weights = [part * math.exp(tilt * at / 4) for at, part in enumerate(parts)]
        mean = sum(at / 4 * weight for at, weight in enumerate(weights)) / sum(weights)
        low, high = (tilt, high) if mean < wanted else (low, tilt)
    return [weight / sum(weights) for weight in weights]


def drawn(parts: list[float], pairs: int, random: Random) -> tuple[int, ...]:
    found = random.choices(range(5), parts, k=pairs)
    return tuple(found.count(at) for at in range(5))


def test_equals_are_not_apart_by_minus_zero() -> None:
    assert str(Tally((1, 0, 1)).elo.value) == str(Tally((1, 2, 2, 2, 1)).elo.value) == "0.0"


@given(COUNTS)
def test_every_number_is_finite_and_the_value_lies_in_its_interval(counts: tuple[int, ...]) -> None:
    tally = Tally(counts)
    assert 0 <= tally.score.low <= tally.score.value <= tally.score.high <= 1
    assert -MOST_ELO <= tally.elo.low <= tally.elo.value <= tally.elo.high <= MOST_ELO
    assert 0 <= tally.superiority <= 1
    assert math.isfinite(Sprt(-10, 50).llr(counts))


@given(COUNTS)
def test_the_other_player_sees_the_same_numbers_the_other_way_round(
    counts: tuple[int, ...],
) -> None:
    one, other = Tally(counts), Tally(counts[::-1])
    assert one.elo.value == pytest.approx(-other.elo.value, abs=0.11)
    assert one.elo.low == pytest.approx(-other.elo.high, abs=0.11)
    assert one.superiority == pytest.approx(1 - other.superiority, abs=1e-9)
    assert Sprt(0, 30).llr(counts) == pytest.approx(-Sprt(-30, 0).llr(counts[::-1]), abs=1e-4)


def test_the_interval_of_games_without_draws_is_wilson_s() -> None:
    # Wilson's interval of 60 of 100, as tables have it.
    score = Tally((40, 0, 60)).score
    assert (score.low, score.high) == pytest.approx((0.5020, 0.6906), abs=2e-4)


def test_known_elo_differences() -> None:
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.5) == 0
    assert score_of(400) == pytest.approx(10 / 11)


def test_pairs_that_always_give_one_point_are_surer_than_single_games() -> None:
    assert Tally((0, 0, 50, 0, 0)).elo.error < Tally((50, 0, 50)).elo.error / 4


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("elo", [-60, 0, 100])
def test_the_interval_holds_the_truth_in_95_cases_of_100(
    kind: tuple[float, ...], elo: float
) -> None:
    random = Random(elo)
    parts = tilted(kind, elo)
    held = 0
    for _series in range(200):
        estimate = Tally(drawn(parts, 100, random)).elo
        held += estimate.low <= elo <= estimate.high
    assert 0.91 <= held / 200 <= 0.99


def test_the_ratio_of_games_won_or_lost_is_the_plain_one() -> None:
    zero, one = score_of(0), score_of(70)
    plain = 30 * math.log((1 - one) / (1 - zero)) + 50 * math.log(one / zero)
    assert Sprt(0, 70).llr((30, 0, 0, 0, 50)) == pytest.approx(plain, abs=0.01)


def test_the_ratio_is_near_the_normal_one_where_there_are_many_games() -> None:
    counts = (300, 1200, 3000, 1300, 320)
    total = sum(counts)
    mean = sum(at / 4 * count for at, count in enumerate(counts)) / total
    spread = sum((at / 4 - mean) ** 2 * count for at, count in enumerate(counts)) / total
    zero, one = score_of(0), score_of(5)
    normal = total * (one - zero) * (2 * mean - zero - one) / (2 * spread)
    assert Sprt(0, 5).llr(counts) == pytest.approx(normal, rel=0.01)


def test_the_likeliest_distribution_is_likelier_than_others_with_its_mean() -> None:
    """The ratio is built of two maxima: the best of many distributions on a grid comes near."""
    counts = (4, 0, 9)
    for elo in (0, 70):
        mean = score_of(elo)
        best = max(
            4 * math.log(low) + 9 * math.log(high)
            for step in range(1, 4000)
            for high in [step / 4000]
            for middle in [2 * (mean - high)]
            for low in [1 - high - middle]
            if low > 0 and middle >= 0
        )
        free = 4 * math.log(4 / 13) + 9 * math.log(9 / 13)
        # The ratio to the free maximum, by way of the mean that was seen.
        seen = elo_of(Tally(counts).mean)
        found = Sprt(elo, seen).llr(counts) if elo < seen else -Sprt(seen, elo).llr(counts)
        assert found == pytest.approx(free - best, abs=0.02)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("true", [0, 70])
def test_the_test_is_wrong_in_5_cases_of_100(kind: tuple[float, ...], true: float) -> None:
    random = Random(7)
    sprt = Sprt(0, 70)
    parts = tilted(kind, true)
    wrong = 0
    for _series in range(80):
        counts = [0] * 5
        verdict = None
        while verdict is None:
            counts[random.choices(range(5), parts)[0]] += 1
            verdict = sprt.verdict(counts)
        wrong += verdict is not (true == 70)
    assert wrong / 80 <= 0.1


@pytest.mark.parametrize("text", ["", "70", "70,0", "5,5", "a,b", "0,99999", "0,1,2", "nan,3"])
def test_what_is_no_test_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadOption, match="write two Elo differences"):
        Sprt.read(text)


def test_a_test_is_read_as_people_write_it() -> None:
    assert Sprt.read(" -5 , 2.5") == Sprt(-5, 2.5)
