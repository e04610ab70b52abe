"""Levels: what each of them promises."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from coupe import Answer, BadOption, Game, Position, load
from coupe.play import LEVELS, Level, Levelled, Match, TimeControl, player_of
from coupe.play.levels import SEES_WINS, win_in_one

Walk = Callable[[Game, int, int], Iterator[Position]]

GAMES = ("tictactoe", "connect4", "othello", "examples/breakthrough.py")
COUNTED = [level for level in LEVELS if level.seconds is None]


def reply(player: Levelled, position: Position) -> int:
    choice = player.choose(Match(position, (player, player)))
    return choice.move


def test_there_are_levels_from_0_to_20_each_described_in_words_of_its_own() -> None:
    assert [level.number for level in LEVELS] == list(range(21))
    assert len({level.words for level in LEVELS}) == 21


def test_levels_up_to_12_are_counted_in_work_and_those_above_in_time() -> None:
    assert [level.number for level in COUNTED] == list(range(13))
    assert all(level.nodes or level.depth for level in COUNTED[1:])
    seconds = [level.seconds or 0.0 for level in LEVELS[13:]]
    assert seconds == sorted(set(seconds))


@pytest.mark.parametrize("number", [-1, 21, 1000])
def test_another_level_is_refused(number: int) -> None:
    with pytest.raises(BadOption, match="from 0"):
        Level.of(number)


@pytest.mark.parametrize("spec", GAMES)
def test_from_level_3_no_win_in_one_is_missed(spec: str, walk: Walk) -> None:
    game = load(spec)
    wins = [
        position
        for position in walk(game, 60 if spec != "othello" else 12, 3)
        if not position.over and win_in_one(position) is not None
    ][:40]
    assert len(wins) > 3
    for level in LEVELS[SEES_WINS:]:
        player = Levelled("any", game, level, seed=level.number)
        for position in wins:
            after = position.after(reply(player, position))
            assert after.over
            assert after.winner == position.turn


def test_below_level_3_a_win_in_one_is_missed_at_times() -> None:
    position = load("connect4").position("121212")
    found = {
        reply(Levelled("any", position.game, Level.of(1), seed=seed), position)
        for seed in range(30)
    }
    assert win_in_one(position) in found
    assert len(found) > 1


@pytest.mark.parametrize("number", range(13))
def test_a_level_counted_in_work_plays_the_same_again(number: int, walk: Walk) -> None:
    for spec in ("connect4", "othello"):
        game = load(spec)
        positions = [p for p in walk(game, 1, number) if not p.over][:: 6 if number < 12 else 15]
        one = Levelled("any", game, Level.of(number), seed=5)
        forward = [reply(one, position) for position in positions]
        other = Levelled("any", game, Level.of(number), seed=5, threads=2)
        assert forward == [reply(other, position) for position in reversed(positions)][::-1]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_top_level_never_loses_at_tictactoe(seat: int) -> None:
    game = load("tictactoe")
    player = Levelled("level:20", game, Level.of(20))
    known: dict[tuple[object, int], int] = {}
    waiting = [game.start()]
    ends = 0
    while waiting:
        position = waiting.pop()
        if position.over:
            ends += 1
            assert position.winner in (None, seat)
        elif position.turn == seat:
            key = (position.state, position.turn)
            if key not in known:
                known[key] = reply(player, position)
            waiting.append(position.after(known[key]))
        else:
            waiting += [position.after(move) for move in position.legal_moves]
    assert ends > 50


def test_a_game_with_passes_and_another_size() -> None:
    game = load("othello:4x4")
    players = (player_of("level:2", game, seed=3), player_of("level:5", game, seed=4))
    match = Match(game.start(), players)
    match.play()
    assert match.result is not None
    assert match.result.reason == "rules"


def test_a_move_after_which_the_same_side_plays_again() -> None:
    game = load("examples/kalah.py")
    players = (player_of("level:4", game, seed=1), player_of("level:6", game, seed=2))
    record = Match(game.start(), players).play()
    assert record.result is not None
    assert record.position().over


@pytest.mark.parametrize(
    ("number", "clock", "most"),
    [
        (20, "1s/move", 0.9),
        (20, "100s", 5.0),
        (20, "600s", 30.0),
        (13, "600s", 0.2),
        (5, "2s", 0.1),
    ],
)
def test_a_level_thinks_no_longer_than_the_clock_allows(
    number: int, clock: str, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("connect4")
    player = Levelled("any", game, Level.of(number))
    asked = []
    analyse = player.analyst.analyse

    def noted(position: Position, **limits: Any) -> Answer:
        asked.append(limits["seconds"])
        return analyse(position, **{**limits, "seconds": 0.01})

    monkeypatch.setattr(player.analyst, "analyse", noted)
    player.choose(Match(game.start(), (player, player), clock=TimeControl.read(clock)))
    assert 0 < asked[0] <= most
