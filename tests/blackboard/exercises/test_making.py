"""Setting exercises: the same for the same seed, from any tree or position, and back from JSON."""

import json
from typing import Any

import pytest

from coupe import load
from coupe.blackboard.exercises import KINDS, Exercise, make, mark, solution
from coupe.blackboard.exercises.exercise import ALGORITHMS
from coupe.blackboard.exercises.making import DIFFICULTIES, LEVELS
from coupe.errors import BadFile, BadOption, BadTree, CoupeError, UnknownValue


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_an_exercise_comes_back_from_its_json(kind: str, difficulty: int) -> None:
    made = make(kind, seed=11, difficulty=difficulty)
    text = json.dumps(made.to_json())
    assert text == json.dumps(make(kind, seed=11, difficulty=difficulty).to_json())
    back = Exercise.from_json(json.loads(text))
    assert json.dumps(back.to_json()) == text
    assert solution(back) == solution(made)


def test_difficulties_grow() -> None:
    assert [len(make("cuts", seed=1, difficulty=d).nodes) for d in (1, 3, 5)] == sorted(
        len(make("cuts", seed=1, difficulty=d).nodes) for d in (1, 3, 5)
    )
    hard = [make("windows", seed=seed, difficulty=5) for seed in range(40)]
    assert {"mtdf", "fail-hard", "fail-soft", "alphabeta"} == {found.algorithm for found in hard}
    assert {"left", "right"} == {found.order for found in hard}
    assert {"max", "min"} == {found.root for found in hard}
    assert any(found.window is not None for found in hard)
    for level in LEVELS.values():
        assert level.nodes[0] <= level.nodes[1] <= 48


@pytest.mark.parametrize("kind", KINDS)
def test_every_algorithm_of_a_kind_can_be_asked_about(kind: str) -> None:
    for algorithm in ALGORITHMS[kind]:
        made = make(
            kind, "(((3 1/2) (-2 9)) ((0 7) 4))", algorithm=algorithm, order="right", root="min"
        )
        assert mark(made, solution(made)).right


def test_a_position_of_a_game_is_a_tree_with_moves() -> None:
    made = make("move", load("tictactoe").position("XX.OO...."), depth=2)
    assert made.moves["B"] == "3"
    assert mark(made, {"move": "3"}).right
    back = Exercise.from_json(made.to_json())
    assert mark(back, {"move": "3"}).right
    assert "MAX plays 3, which" in mark(back, {"move": "9"}).first


def test_a_player_who_moves_again_is_kept() -> None:
    data = {
        "schema": "coupe.exercise/1",
        "kind": "values",
        "tree": [[3, 5], [2, 9]],
        "again": ["B"],
    }
    made = Exercise.from_json(data)
    assert solution(made)["nodes"] == {"B": 5, "C": 2, "A": 5}
    assert solution(Exercise.from_json(made.to_json())) == solution(made)


def test_what_cannot_be_asked_is_said() -> None:
    with pytest.raises(BadOption, match="kind cuts cannot ask about minimax"):
        make("cuts", "(3 5)", algorithm="minimax")
    with pytest.raises(BadOption, match="Nothing can be asked about D; choose among B, C, A"):
        make("values", "((3 5) (2 9))", asked=("D",))
    with pytest.raises(BadOption, match="500 at most"):
        make("values", [[1] * 300, [2] * 300])
    with pytest.raises(BadTree, match="single leaf"):
        make("values", {"name": "A", "value": 3})
    with pytest.raises(UnknownValue, match="E is unknown"):
        make("values", "((3 ?) 2)")
    with pytest.raises(BadOption, match="difficulty is 6"):
        make("values", difficulty=6)
    with pytest.raises(BadOption, match="α < β"):
        make("cuts", "(3 5)", window=(4, 3))
    with pytest.raises(BadOption, match="puzzle is no"):
        make("puzzle")


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"schema": "coupe.exercise/1"}, {"schema": "coupe.exercise/1", "tree": "/etc/passwd"},
     {"schema": "coupe.exercise/1", "tree": [1, 2]}, {"schema": "coupe.exercise/1", "tree": [1, 2], "kind": 3},
     {"schema": "coupe.exercise/1", "tree": [1, 2], "kind": "cuts", "window": [3]},
     {"schema": "coupe.exercise/1", "tree": [1, 2], "kind": "cuts", "asked": "A"},
     {"schema": "coupe.exercise/1", "tree": [1, 2], "kind": "cuts", "colour": "red"},
     {"schema": "coupe.exercise/1", "tree": [1, []], "kind": "cuts"},
     {"schema": "coupe.exercise/1", "tree": [1, 2], "kind": "cuts", "window": [5, 2]}],
)  # fmt: skip
def test_damaged_exercises_are_refused_in_words(data: Any) -> None:
    with pytest.raises((BadFile, CoupeError)) as caught:
        Exercise.from_json(data)
    assert str(caught.value).endswith(".")
