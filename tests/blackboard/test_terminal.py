"""The text drawing of a tree, and stepping through a run on a screen."""

from io import StringIO
from itertools import pairwise
from random import Random

import pytest

from coupe import load
from coupe.blackboard import ALGORITHMS, Node, Trace, grow, trace, tree_of
from coupe.blackboard.examples import example, examples
from coupe.blackboard.listings import listings_of
from coupe.blackboard.scene import scene_of
from coupe.blackboard.telling import walk
from coupe.blackboard.terminal import Viewer
from coupe.blackboard.text_tree import (
    ROWS_A_PLY,
    Drawing,
    bare_scene,
    bare_tree,
    indented,
    legend,
    plain_text,
    text_tree,
)
from coupe.cli.stepping import by_line
from coupe.errors import BadOption
from coupe.position import Position


@pytest.fixture(scope="module")
def slides() -> Trace:
    return trace(example("slides"), "alphabeta")


def node_of(name: str) -> Node:
    found = example(name)
    assert isinstance(found, Node)
    return found


def drawn(run: Trace, index: int | None = None, width: int = 80) -> str:
    return "\n".join(plain_text(line).rstrip() for line in text_tree(scene_of(run, index), width))


def test_the_slides_tree_fits_an_ordinary_terminal(slides: Trace) -> None:
    text = drawn(slides)
    assert len(text.splitlines()) == 14
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("╫") == 5
    assert [name for name in "TKYΨG" if f"({name})" in text] == list("TKYΨG")
    assert [name for name in "ABDHR" if f"{name}*" in text] == list("ABDHR")
    assert "≤ 9" in text
    assert "≥ 14" in text


def test_the_node_at_work_and_the_windows_are_marked(slides: Trace) -> None:
    text = drawn(slides, 52)
    assert "[▼I]" in text
    assert "(10, ∞)" in text
    assert "△E" in text, "what is not searched yet is hollow"
    assert "[A] here" in legend(scene_of(slides, 52))


def test_nothing_jumps_from_step_to_step(slides: Trace) -> None:
    drawing = Drawing(scene_of(slides, 0))
    for index in (0, 40, 99, None):
        rows = [plain_text(line) for line in drawing.lines(scene_of(slides, index))]
        assert len(rows) == drawing.height
        for name in "ABCDEFG":
            x, y = drawing.place_of(next(node for node in slides.tree.nodes() if node.name == name))
            assert rows[y][x] == name


@pytest.mark.parametrize("seed", range(20))
def test_labels_do_not_touch(seed: int) -> None:
    tree = grow(4, (1, 4), (-99, 99), seed, balanced=False)
    run = trace(tree, Random(seed).choice(["alphabeta", "minimax", "pvs", "fail-hard"]))
    for index in (0, len(run.steps) // 2, None):
        scene = scene_of(run, index)
        drawing = Drawing(scene)
        rows = [plain_text(line) for line in drawing.lines(scene)]
        for ply in range(0, drawing.height, ROWS_A_PLY):
            places = [drawing.place_of(node) for node in tree.nodes()]
            columns = sorted(x for x, y in places if y == ply)
            names = rows[ply].split()
            assert len(names) == len(columns)
            assert all(right - left >= 2 for left, right in pairwise(columns))


def test_a_wide_tree_is_indented_and_says_the_same() -> None:
    run = trace(example("course"), "fail-soft")
    wide, narrow = drawn(run, width=200), drawn(run, width=60)
    assert narrow.splitlines()[0] == "▲A*  17"
    assert max(map(len, narrow.splitlines())) <= 60
    for node in run.tree.nodes():
        assert node.name in wide
        assert node.name in narrow
    assert wide.count("╫") == narrow.count("╫") == sum(cut.left for cut in run.cuts)


def test_a_large_tree_is_counted_where_it_is_not_drawn() -> None:
    scene = scene_of(trace(grow(7, 3), "minimax"))
    lines = [plain_text(line) for line in indented(scene, most_lines=40)]
    assert len(lines) < 80
    assert "more nodes" in "\n".join(lines)
    small = Drawing(scene, most=100)
    assert not small.complete
    assert small.width < 1_000


def test_only_ascii_where_nothing_else_is_understood(slides: Trace) -> None:
    for index in (60, None):
        scene = scene_of(slides, index)
        for width in (80, 30):
            text = "\n".join(plain_text(line) for line in text_tree(scene, width, ascii_only=True))
            assert text.isascii()
            assert "//" in text
        assert legend(scene, ascii_only=True).isascii()
    view = Viewer(slides, "slides", ascii_only=True)
    view.next_cut()
    assert all(plain_text(line).isascii() for line in view.frame(80, 24))


def test_a_tree_before_any_search() -> None:
    horizon = "\n".join(plain_text(line) for line in bare_tree(node_of("horizon")))
    assert "△White" in horizon
    assert "−8" in horizon, "inner nodes show the values of their own"
    scene = bare_scene(node_of("slides"))
    assert not [seen for seen in scene.seen.values() if seen.state != "waiting"]


@pytest.mark.parametrize("name", examples())
def test_every_example_can_be_searched(name: str) -> None:
    found = example(name)
    run = trace(found, "alphabeta", depth=2 if isinstance(found, Position) else None)
    assert run.line


@pytest.mark.parametrize(
    ("name", "depth", "moves"),
    [("horizon", 1, ("Qxb7", "Nf3")), ("horizon-othello", 2, ("h1", "g1"))],
)
def test_the_best_move_flips_beyond_the_horizon(
    name: str, depth: int, moves: tuple[str, str]
) -> None:
    for algorithm in ("minimax", "alphabeta", "mtdf"):
        found = [
            trace(example(name), algorithm, depth=plies).answer for plies in (depth, depth + 1)
        ]
        assert [answer.split()[-1] for answer in found] == list(moves)


def test_the_frame_fills_the_screen_exactly(slides: Trace) -> None:
    view = Viewer(slides)
    for width, height in ((80, 24), (140, 45), (40, 12), (20, 6)):
        for at in (0, 51, 128):
            view.go(at)
            lines = view.frame(width, height)
            assert len(lines) == height
            assert max(len(plain_text(line)) for line in lines) <= width


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_step_of_every_algorithm_has_a_screen(algorithm: str) -> None:
    run = trace(grow(3, (1, 3), seed=4, inner=True), algorithm)
    for code in listings_of(algorithm):
        view = Viewer(run, code)
        for at in range(view.last + 1):
            view.go(at)
            text = "\n".join(plain_text(line) for line in view.frame(120, 40))
            assert view.sentence[:40] in text
            assert at == view.last or view.code_line() in text


def test_to_the_cuts_and_back(slides: Trace) -> None:
    view = Viewer(slides)
    assert view.cuts == [told.step.index for told in walk(slides) if told.is_cut]
    visited = []
    for _cut in range(len(view.cuts) + 1):
        view.next_cut()
        visited.append(view.at)
    assert visited == [*view.cuts, view.cuts[-1]]
    view.previous_cut()
    assert view.at == view.cuts[-2]
    view.go(10**9)
    assert view.at == view.last == 128
    view.move(-1000)
    assert view.at == 0


def test_backwards_shows_what_forwards_showed(slides: Trace) -> None:
    view = Viewer(slides)
    forwards = []
    for at in range(view.last + 1):
        view.go(at)
        forwards.append(view.frame(80, 24))
    for at in range(view.last, -1, -1):
        view.go(at)
        assert view.frame(80, 24) == forwards[at]


def test_a_run_without_steps_cannot_be_stepped_through() -> None:
    with pytest.raises(BadOption, match="has recorded no steps"):
        Viewer(trace("(3 5)", steps=False))


def test_a_position_steps_with_its_moves() -> None:
    run = trace(tree_of(load("tictactoe").position("XX.OO...."), 2), "alphabeta")
    view = Viewer(run)
    view.go(view.last)
    text = "\n".join(plain_text(line) for line in view.frame(100, 30))
    assert "3*" in text


def test_commands_by_line(slides: Trace) -> None:
    said: list[str] = []
    by_line(Viewer(slides), StringIO("\nc\nb\n60\nC\nC\ns\nt\ndance\ne\n"), said.append)
    heads = [line.partition(":")[0] for line in said if line.startswith(("step", "the end"))]
    assert heads == [
        "step 1 of 128", "step 2 of 128", "step 52 of 128", "step 51 of 128", "step 60 of 128",
        "step 52 of 128", "step 1 of 128", "the end",
    ]  # fmt: skip
    assert "There is no further cut." in said
    assert any(line.startswith("Enter or n next") for line in said)
