"""What is asked from Python, and what is answered."""

import json
from dataclasses import fields

import pytest

from coupe import (
    ALGORITHMS,
    Analyst,
    Answer,
    BadOption,
    GameOver,
    Progress,
    analyse,
    compare,
    load,
    solve,
)

KINDS = {"exact", "lower", "upper", "estimate"}


def test_an_answer_has_every_field_of_the_schema() -> None:
    answer = analyse(load("othello").start(), depth=4, all_moves=True)
    data = answer.to_json()
    assert data.pop("schema") == "coupe.analysis/1"
    assert list(data) == [field.name for field in fields(Answer)]
    assert json.loads(json.dumps(data)) == data
    assert data["kind"] in KINDS
    assert len(data["moves"]) == 4
    assert "moves" not in analyse(load("othello").start(), depth=2).to_json()


def test_the_position_of_an_answer_is_read_back() -> None:
    for spec, text in (("othello", "f5d6c3"), ("connect4:6x5", "3343"), ("tictactoe", "X...O....")):
        game = load(spec)
        answer = analyse(game.position(text), depth=2)
        again = load(answer.game).position(answer.position)
        assert again.state == game.position(text).state
        assert again.turn_name == answer.turn


def test_a_score_is_that_of_the_side_to_move() -> None:
    connect4 = load("connect4")
    winning = solve(connect4.position("121212"))
    losing = solve(connect4.position("44556"))
    assert winning.turn == "Yellow"
    assert winning.value > 0
    assert losing.turn == "Red"
    assert losing.value < 0


def test_every_move_is_valued_for_the_side_that_plays_it() -> None:
    answer = solve(load("tictactoe").position("XX.OO...."), all_moves=True)
    assert answer.moves is not None
    assert {move.move: move.value for move in answer.moves} == {
        "3": 1,
        "6": 0,
        "7": -1,
        "8": -1,
        "9": -1,
    }
    assert {move.kind for move in answer.moves} == {"exact"}
    assert [move.value for move in answer.moves] == sorted(
        (move.value for move in answer.moves), reverse=True
    )


def test_connect4_of_five_by_four_and_others_of_known_value() -> None:
    """Small boards are drawn (J. Tromp's table of Connect 4 on boards of other sizes)."""
    for spec in ("connect4:4x4", "connect4:5x4", "connect4:4x5"):
        assert solve(load(spec).start()).value == 0


def test_othello_of_four_by_four_is_lost_by_the_first_player() -> None:
    """By 3 discs to 11, the two empty squares to the winner."""
    answer = solve(load("othello:4x4").start())
    assert (answer.value, answer.kind) == (-10, "exact")


def test_an_analyst_keeps_what_it_has_seen_until_it_forgets() -> None:
    game = load("connect4")
    analyst = Analyst(game, table_mb=4)
    first = analyst.analyse(game.start(), depth=9).nodes
    again = analyst.analyse(game.start(), depth=9).nodes
    analyst.forget()
    fresh = analyst.analyse(game.start(), depth=9).nodes
    assert again < min(first, fresh)


def test_an_analyst_knows_one_game() -> None:
    with pytest.raises(BadOption, match="This analyst knows connect4, not othello"):
        Analyst(load("connect4")).analyse(load("othello").start(), depth=1)


def test_an_analyst_refuses_another_evaluation() -> None:
    game = load("connect4")
    other = game.with_evaluation(lambda s: 99)
    analyst = Analyst(game, table_mb=1)
    assert analyst.analyse(load("connect4").start(), depth=1).value == 0
    with pytest.raises(BadOption, match="knows connect4 with other rules or another evaluation"):
        analyst.analyse(other.start(), depth=1)


def test_an_analysis_without_limits_ends() -> None:
    answer = analyse(load("othello").start())
    assert 0.5 < answer.seconds < 30


def test_progress_is_in_names_of_moves() -> None:
    seen: list[Progress] = []
    analyse(load("othello").start(), depth=6, watch=seen.append)
    assert seen[-1].depth == 6
    assert seen[-1].line[0] in ("d3", "c4", "f5", "e6")
    assert seen[-1].nodes > 0


def test_a_comparison_of_all_algorithms() -> None:
    comparison = compare(load("connect4").position("4433"), 5)
    assert {row.algorithm for row in comparison.rows} == set(ALGORITHMS)
    assert len({row.value for row in comparison.rows}) == 1
    minimax = next(row for row in comparison.rows if row.algorithm == "minimax")
    assert (minimax.nodes, minimax.leaves) == (comparison.tree_nodes, comparison.tree_leaves)
    plain = [row for row in comparison.rows if row.algorithm == "fail-hard"]
    assert all(row.leaves < minimax.leaves for row in plain)


def test_a_comparison_deeper_than_the_longest_game() -> None:
    position = load("tictactoe").position("XX.OO....")
    deep, deepest = compare(position, 12), compare(position, 5)
    assert (deep.depth, deep.tree_leaves) == (deepest.depth, deepest.tree_leaves) == (5, 73)
    assert (deep.branching, deep.minimum) == (deepest.branching, deepest.minimum)
    assert [row.branching for row in deep.rows] == pytest.approx(
        [row.leaves ** (1 / 5) for row in deep.rows]
    )
    with pytest.raises(BadOption, match="depth is 0"):
        compare(position, 0)
    with pytest.raises(GameOver):
        compare(load("tictactoe").position("XXXOO...."), 12)


def test_a_comparison_gives_up_on_what_is_too_large() -> None:
    comparison = compare(load("othello").start(), 8, most_nodes=1_000)
    assert comparison.tree_nodes is None
    assert any(row.value is None for row in comparison.rows)
