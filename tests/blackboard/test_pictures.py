"""Pictures of runs: nothing overlaps or leaves the page, every format is what it says it is."""

import io
import json
import re
import zlib
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from coupe import BadFile, BadOption, load
from coupe.blackboard import ALGORITHMS, Trace, grow, read_tree, trace
from coupe.blackboard.drawing import DARK, LIGHT, Figure, Palette
from coupe.blackboard.pictures import (
    PAPERS,
    drawing,
    gif,
    pdf,
    png,
    save,
    shown_steps,
    side_by_side,
    slides,
    svg,
)
from coupe.blackboard.scene import scene_of
from coupe.blackboard.shapes import Drawing, Line, Text
from coupe.blackboard.slide import Slides
from coupe.language import choose

CASES = Path(__file__).parent.parent / "seed_cases"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def run() -> Trace:
    """Alpha-beta on the slides' tree."""
    return trace(
        read_tree(json.loads((CASES / "alphabeta_slides.json").read_text("utf-8"))["tree"])
    )


def texts(drawn: Drawing) -> list[Text]:
    return [shape for shape in drawn.shapes if isinstance(shape, Text)]


def check_can_be_read(drawn: Drawing) -> None:
    """All texts are inside the page, and none is on another."""
    boxes = []
    for text in texts(drawn):
        left, top = text.left, text.y - 0.74 * text.size
        right, bottom = left + text.span, text.y + 0.2 * text.size
        assert left >= -0.5, text
        assert top >= -0.5, text
        assert right <= drawn.width + 0.5, text
        assert bottom <= drawn.height + 0.5, text
        boxes.append((left, top, right, bottom, text.text))
    for one, other in combinations(boxes, 2):
        apart = (
            one[2] <= other[0] + 0.5
            or other[2] <= one[0] + 0.5
            or one[3] <= other[1] + 0.5
            or other[3] <= one[1] + 0.5
        )
        assert apart, (one, other)


def decoded(document: bytes) -> str:
    """The streams of a PDF, so that the maps from its signs to letters can be read."""
    found = []
    for start in re.finditer(rb"stream\r?\n", document):
        try:
            found.append(zlib.decompressobj().decompress(document[start.end() :]))
        except zlib.error:
            continue
    return b"\n".join(found).decode("latin-1")


def pages(document: bytes) -> int:
    return max(int(count) for count in re.findall(rb"/Count (\d+)", document))


def test_every_step_of_the_slides_tree_can_be_read(run: Trace) -> None:
    tree, deck = Figure(run), Slides(run)
    for index in [*range(len(run.steps)), None]:
        scene = scene_of(run, index)
        check_can_be_read(tree.captioned(scene))
        check_can_be_read(deck.draw(scene))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_algorithm_can_be_read(algorithm: str, language: str) -> None:
    found = trace(
        grow(4, (1, 4), seed=5, balanced=False, inner=True), algorithm, order="right", root="min"
    )
    choose(language)
    try:
        for index in [*range(0, len(found.steps), 61), None]:
            check_can_be_read(drawing(found, index))
            check_can_be_read(drawing(found, index, whole=True, dark=True))
    finally:
        choose("en")


@pytest.mark.parametrize(
    "tree",
    [
        '{"name": "the root of it all", "children": [{"name": "somewhere far away", "value": 123456}, '
        '{"name": "W", "children": ["-1234567/89", "inf"]}]}',
        "((((((((((1 2))))))))) 2)",
        "(" + "(3) " * 30 + ")",
    ],
)
def test_long_names_and_strange_trees_can_be_read(tree: str) -> None:
    found = trace(tree, "fail-soft")
    for index in (5, len(found.steps) // 2, None):
        check_can_be_read(drawing(found, index))
        check_can_be_read(drawing(found, index, whole=True))


@pytest.mark.parametrize(
    ("game", "position"),
    [("tictactoe", "XX.OO...."), ("connect4", None), ("othello", None)],
)
@pytest.mark.parametrize("boards", [True, False])
def test_positions_are_boards_or_triangles_with_the_names_of_moves(
    game: str, position: str | None, boards: bool
) -> None:
    rules = load(game)
    start = rules.position(position) if position else rules.start()
    found = trace(start, "alphabeta", depth=2)
    for index in (3, 20, None):
        check_can_be_read(drawing(found, index, boards=boards))
    shown = [text.text for text in texts(drawing(found, boards=boards))]
    assert {start.name(move) for move in start.legal_moves} <= set(shown)


def test_a_cut_is_a_double_bar_at_every_child_left_out(run: Trace) -> None:
    def bars(index: int | None) -> int:
        shapes = Figure(run).draw(scene_of(run, index)).shapes
        return sum(isinstance(shape, Line) and shape.stroke == LIGHT.cut for shape in shapes)

    assert bars(None) == 2 * sum(cut.left for cut in run.cuts) == 10
    assert (bars(50), bars(51)) == (0, 2)


def test_the_layout_is_the_same_at_every_step(run: Trace) -> None:
    tree = Figure(run)
    assert len({id(tree.place(scene_of(run, index))) for index in range(len(run.steps))}) == 1


def test_a_node_at_work_is_drawn_even_in_a_tree_that_is_too_large() -> None:
    found = trace(grow(7, 3, seed=3), "alphabeta")
    tree = Figure(found, most=25)
    for index in range(0, len(found.steps), 97):
        scene = scene_of(found, index)
        assert scene.told is not None
        placed = tree.place(scene)
        assert scene.told.step.node in placed.of
        hidden = sum(place.hidden for place in placed.places)
        assert hidden + len(placed.of) == len(scene.seen)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_texts_and_signs_have_contrast(palette: Palette) -> None:
    grounds = (palette.paper, palette.leaf, palette.max_fill, palette.min_fill)
    for ground in (*grounds, palette.marked, palette.panel):
        assert contrast(palette.ink, ground) >= 4.5
    assert contrast(palette.soft, palette.paper) >= 4.5
    assert contrast(palette.soft, palette.panel) >= 4.5
    for sign in (palette.faint, palette.line, palette.ring, palette.cut):
        assert contrast(sign, palette.paper) >= 3


@pytest.mark.parametrize("options", [{}, {"whole": True}, {"dark": True}, {"legend": False}])
def test_svg_stands_by_itself_and_says_what_it_shows(run: Trace, options: dict[str, Any]) -> None:
    text = svg(run, 51, **options)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert root.get("viewBox")
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text
    assert description is not None
    assert "α = 10 ≥ β = 9" in (description.text or "")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert {"A", "I", "10"} <= {found.text for found in root.iter(f"{SVG}text")}


def test_names_are_escaped() -> None:
    tree = read_tree({"name": "A", "children": [{"name": '"B"', "value": 1}]})
    tree.name = "<A> & \u0007"
    found = trace(tree, "minimax")
    ElementTree.fromstring(svg(found))
    assert pdf(found, 0).startswith(b"%PDF")


def test_a_run_without_steps_has_a_picture_of_its_end() -> None:
    found = trace("((3 5) (2 9))", steps=False)
    assert "3, A → B" in svg(found, whole=True)
    with pytest.raises(BadOption, match="no steps"):
        svg(found, 0)


def test_png_is_as_large_as_asked(run: Trace) -> None:
    image = Image.open(io.BytesIO(png(run, 3, whole=True, zoom=0.5)))
    assert image.size == (480, 270)


def test_the_deck_has_a_page_for_each_step_and_its_letters_are_text(run: Trace) -> None:
    document = slides(run)
    assert pages(document) == 129
    maps = decoded(document)
    for letter in "αβ−∞≥≤→":
        assert f"<{ord(letter):04X}>" in maps


def test_a_figure_goes_on_a_sheet_of_paper(run: Trace) -> None:
    document = pdf(run, paper="a4")
    assert pages(document) == 1
    found = re.search(rb"/MediaBox ?\[0 0 (\d+) (\d+)", document)
    assert found is not None
    assert sorted(map(int, found.groups())) == sorted(map(int, PAPERS["a4"]))


def test_the_animation_shows_all_steps_it_is_asked_for() -> None:
    found = trace("((3 5) (2 9))", "alphabeta")
    image = Image.open(io.BytesIO(gif(found, zoom=0.3)))
    assert getattr(image, "n_frames", 1) == len(found.steps) + 1
    image = Image.open(io.BytesIO(gif(found, every=7, whole=False)))
    assert getattr(image, "n_frames", 1) <= len(shown_steps(found, 7, 500))


def test_every_so_many_steps_come_with_those_of_the_cuts(run: Trace) -> None:
    shown = shown_steps(run, 50, 500)
    assert shown[-1] is None
    cuts = {index for index in shown if index is not None and index % 50}
    assert len(cuts) == len(run.cuts)
    assert all(index is None or index < len(run.steps) for index in shown)


def test_two_runs_stand_side_by_side(run: Trace) -> None:
    other = trace(run.tree, order="left", algorithm="fail-soft")
    root = ElementTree.fromstring(side_by_side(run, other, 51))
    names = [found.text for found in root.iter(f"{SVG}text")]
    assert names.count("A") == 2


@pytest.mark.parametrize("name", ["a.svg", "a.PNG", "a.pdf", "a.gif"])
def test_a_file_is_of_the_kind_that_its_name_says(tmp_path: Path, name: str) -> None:
    save(trace("(3 5)", "minimax"), tmp_path / name)
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "gif": b"GIF8"}
    assert (tmp_path / name).read_bytes().startswith(starts[name[-3:].lower()])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda run, path: save(run, path / "a.bmp"), ".svg, .png, .pdf, .gif"),
        (lambda run, path: svg(run, 128), "no step 128: the run has the steps 0 to 127"),
        (lambda run, path: svg(run, most=0), "most is 0"),
        (lambda run, path: slides(run, every=0), "every is 0"),
        (lambda run, path: gif(run, seconds=0), "seconds is 0"),
        (lambda run, path: png(run, zoom=50), "zoom is 50"),
        (lambda run, path: pdf(run, paper="a9"), "a9"),
        (lambda run, path: svg(run, whole=True, code="basic"), "basic"),
    ],
)
def test_what_cannot_be_drawn_is_refused(run: Trace, tmp_path: Path, call: Any, words: str) -> None:
    with pytest.raises(BadOption, match=re.escape(words)):
        call(run, tmp_path)


def test_a_file_that_cannot_be_written_is_named(run: Trace, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be written"):
        save(run, tmp_path / "nowhere" / "a.svg")


@pytest.mark.parametrize(("package", "call"), [("typst", slides), ("resvg_py", png), ("PIL", gif)])
def test_a_missing_package_is_named(
    run: Trace, monkeypatch: pytest.MonkeyPatch, package: str, call: Any
) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(BadOption, match=r"coupe\[export\]"):
        call(run)


def test_a_notebook_shows_a_trace_as_its_picture(run: Trace) -> None:
    assert run._repr_svg_() == svg(run)
