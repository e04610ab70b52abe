"""Analyses are kept, and answer where they are as good as what is asked for."""

from dataclasses import replace
from pathlib import Path

import pytest

from coupe import Answer, analyse, load, solve
from coupe.archive import Archive
from coupe.position import Position


@pytest.fixture(scope="module")
def position() -> Position:
    return load("connect4").position("44")


@pytest.fixture(scope="module")
def estimate(position: Position) -> Answer:
    return analyse(position, depth=4)


def test_an_estimate_serves_for_less_depth_or_less_time(
    archive: Archive, position: Position, estimate: Answer
) -> None:
    assert archive.recall(position, depth=1) is None
    archive.remember(position, estimate, depth=4, seconds=2.0)
    assert archive.recall(position, depth=4) == estimate
    assert archive.recall(position, depth=3) == estimate
    assert archive.recall(position, seconds=2.0) == estimate
    assert archive.recall(position, depth=9, seconds=1.0) == estimate
    assert archive.recall(position, depth=5) is None
    assert archive.recall(position, seconds=2.5) is None
    assert archive.recall(position) is None
    assert archive.recall(position, depth=4, all_moves=True) is None


def test_a_stopped_search_is_known_for_what_it_has_reached(
    archive: Archive, position: Position, estimate: Answer
) -> None:
    archive.remember(position, replace(estimate, seconds=0.25), depth=20)
    assert archive.recall(position, depth=20) is None
    assert archive.recall(position, depth=4) is not None
    assert archive.recall(position, seconds=0.2) is not None
    assert archive.recall(position, seconds=0.3) is None


def test_a_proof_serves_always(archive: Archive) -> None:
    position = load("tictactoe").position("XX.OO....")
    answer = solve(position, all_moves=True)
    archive.remember(position, answer)
    assert archive.recall(position, depth=99, all_moves=True) == answer
    assert archive.recall(position) == replace(answer, moves=None)


def test_values_of_moves_that_are_no_proof_do_not_serve_for_one(archive: Archive) -> None:
    position = load("tictactoe").position("XX.OO....")
    answer = solve(position, all_moves=True)
    assert answer.moves is not None
    open_ = replace(answer.moves[-1], kind="estimate")
    archive.remember(position, replace(answer, moves=(*answer.moves[:-1], open_)))
    assert archive.recall(position, all_moves=True) is None


def test_the_best_that_is_known_answers(
    archive: Archive, position: Position, estimate: Answer
) -> None:
    deeper = replace(estimate, depth=9)
    for answer in (estimate, deeper, estimate):
        archive.remember(position, answer, seconds=1.0)
    assert archive.recall(position, depth=2) == deeper
    archive.remember(position, replace(estimate, kind="exact"))
    assert archive.count()[1] == 1


def test_moves_in_another_order_lead_to_the_same_answer(archive: Archive) -> None:
    position = load("connect4").position("123")
    answer = analyse(position, depth=2)
    archive.remember(position, answer)
    same = load("connect4").position("321")
    assert archive.recall(same, depth=2) == replace(answer, position="321")
    assert archive.recall(load("connect4").position("12"), depth=2) is None


def test_where_a_repetition_ends_the_game_the_way_matters(
    archive: Archive, estimate: Answer
) -> None:
    game = load("examples/mu_torere.py")
    straight = game.start()
    moves = iter(range(4))
    around = straight
    for _move in moves:
        around = around.play(around.legal_moves[0])
    apart = Position(game, around.state, around.turn)
    archive.remember(around, estimate)
    assert archive.recall(around, depth=2) is not None
    assert archive.recall(apart, depth=2) is None


def test_other_rules_or_another_evaluation_know_nothing(
    archive: Archive, position: Position, estimate: Answer
) -> None:
    archive.remember(position, estimate)
    game = load("connect4").with_evaluation(lambda s: 3)
    assert archive.recall(game.position("44"), depth=1) is None


def test_an_edited_file_makes_its_analyses_forgotten(
    archive: Archive, estimate: Answer, tmp_path: Path
) -> None:
    source = Path("examples/nim.py").read_text("utf-8")
    file = tmp_path / "nim.py"
    file.write_text(source, "utf-8")
    position = load(file).start()
    archive.remember(position, estimate)
    assert archive.recall(load(file).start(), depth=1) is not None
    changed = source.replace("return -1", "return -7").replace("return 1", "return 7")
    assert changed != source
    file.write_text(changed, "utf-8")
    assert archive.recall(load(file).start(), depth=1) is None
