"""The stream of steps: to any point, forwards and backwards."""

import tracemalloc
from random import Random

import pytest

from coupe.blackboard import ALGORITHMS, grow, trace
from coupe.blackboard.steps import KEYFRAME_EVERY, Frame
from coupe.blackboard.telling import step_to_json, told, walk


def same(one: list[Frame], other: list[Frame]) -> bool:
    """Whether two stacks are alike; a variable without a value is as good as none."""
    return [{key: value for key, value in frame.items() if value is not None} for frame in one] == [
        {key: value for key, value in frame.items() if value is not None} for frame in other
    ]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_to_any_step_and_back(algorithm: str) -> None:
    run = trace(grow(depth=5, branching=3, seed=1, inner=True), algorithm)
    steps = run.steps
    assert len(steps) > 2 * KEYFRAME_EVERY
    stack = steps.stack(0)
    for index in range(1, len(steps)):
        steps.forward(stack, index)
        if index % 97 == 0 or index == len(steps) - 1:
            assert same(stack, steps.stack(index))
    for index in range(len(steps) - 1, 0, -1):
        steps.backward(stack, index)
        if index % 89 == 0:
            assert same(stack, steps.stack(index - 1))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_step_is_told_in_one_sentence(algorithm: str) -> None:
    run = trace(grow(depth=3, branching=2, seed=2, inner=True), algorithm)
    for step in walk(run):
        assert step.sentence.endswith(".")
        assert "{" not in step.sentence
        assert "None" not in step.sentence
        assert step_to_json(run, step.step.index)["do"] == step.word
    assert told(run, -1).step.index == len(run.steps) - 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_steps_left_out_change_nothing(algorithm: str) -> None:
    tree = grow(depth=4, branching=(1, 4), seed=3, inner=True)
    one, other = (trace(tree, algorithm, steps=steps) for steps in (True, False))
    assert len(other.steps) == 0
    first, second = one.to_json(steps=False), other.to_json(steps=False)
    assert first == second


def test_a_hundred_thousand_steps_fit_in_thirty_megabytes() -> None:
    tree = grow(depth=8, branching=3, values=(0, 1000))
    tracemalloc.start()
    try:
        run = trace(tree, "minimax")
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held / len(run.steps) * 100_000 < 30e6


def test_an_index_outside_is_refused() -> None:
    run = trace("(1 2)")
    for index in (len(run.steps), -1):
        with pytest.raises(IndexError):
            run.steps.stack(index)
    random = Random(1)
    for _time in range(20):
        index = random.randrange(len(run.steps))
        assert run.steps[index].index == index
