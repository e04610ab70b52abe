"""A run as LaTeX: what the sources say, and that they compile where there is a pdflatex."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from coupe import load
from coupe.blackboard import Trace, grow, trace
from coupe.blackboard.listings import listings_of
from coupe.blackboard.scene import scene_of
from coupe.blackboard.tex import MOST_SLIDES, beamer, text_of, tikz
from coupe.errors import BadOption

PDFLATEX = shutil.which("pdflatex")
LUALATEX = shutil.which("lualatex")
SLIDES = json.loads(
    (Path(__file__).parents[1] / "seed_cases" / "alphabeta_slides.json").read_text("utf-8")
)
TREE = "((3 5) (2 9))"
SHAPES = r"\\coupe(?:node|leaf)\{(\d+)\}"


def slides_run() -> Trace:
    return trace(SLIDES["tree"], "alphabeta")


def compiled(text: str, folder: Path, program: str | None = PDFLATEX) -> int:
    """Compile a document without any complaint; how many pages it has."""
    assert program
    (folder / "run.tex").write_text(text, "utf-8")
    # LuaTeX keeps its fonts in the user's home, which may not be writable.
    cache = {"TEXMFVAR": str(folder / "texmf"), "TEXMFCACHE": str(folder / "texmf")}
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", "run.tex"],
        cwd=folder, capture_output=True, timeout=300, check=False, env={**os.environ, **cache},
    )  # fmt: skip
    output = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, output[-1500:]
    assert "Missing character" not in output
    assert not re.search(r"Overfull \\[hv]box \((?:[5-9]|\d\d+)\.", output)
    pages = re.search(r"Output written on run.pdf \((\d+) pages?", output.replace("\n", " "))
    assert pages
    return int(pages[1])


needs_pdflatex = pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex to compile with")


def test_symbols_are_mathematics_and_what_is_special_is_escaped() -> None:
    assert text_of("α ≥ −∞") == r"$\alpha$ $\geq$ $-\infty$"
    assert text_of(r"a_b & {c} 5% #1 $x$ ~ ^ \y") == (
        r"a\_b \& \{c\} 5\% \#1 \$x\$ \textasciitilde{} \textasciicircum{} \textbackslash{}y"
    )
    assert text_of("élagage Ψ ←") == r"élagage $\Psi$ $\leftarrow$"
    assert text_of("棋") == r"\coupechar{棋}{68CB}"


def test_a_slide_for_each_step_and_one_for_the_conclusion() -> None:
    run = slides_run()
    source = beamer(run, listing="slides")
    assert source.count(r"\begin{frame}") == 129
    assert source.count("\n\\coupeslide{") == 128
    for index in (0, 51, 127):
        scene = scene_of(run, index)
        assert f"{{{text_of(scene.sentence)}}}{{{index + 1}/128}}" in source
    assert text_of(scene_of(run).sentence) in source
    assert len(source) < 60_000


def test_each_node_is_written_once() -> None:
    numbers = re.findall(SHAPES, beamer(slides_run()))
    assert len(numbers) == len(set(numbers)) == 22


def test_the_changes_of_the_slides_add_up_to_the_picture_of_a_step() -> None:
    run = slides_run()
    source = beamer(run)
    frames = source.split(r"\begin{frame}")[1:]
    for index in (0, 30, 51, 90, 127):
        known: dict[str, str] = {}
        for frame in frames[: index + 1]:
            known |= dict(re.findall(r"\\coupeset\{(\d+)\}(.*)", frame))
        plain = "{waiting}{waiting}{}{}"
        now = dict(re.findall(r"^\\coupeset\{(\d+)\}(.*)", tikz(run, index), re.MULTILINE))
        assert {number: said for number, said in known.items() if said != plain} == now


def test_cuts_the_variation_and_what_is_left_out_are_marked() -> None:
    picture = tikz(slides_run())
    assert len(re.findall(r"^\\coupeset.*\{cut\}", picture, re.MULTILINE)) == 5
    assert len(re.findall(r"^\\coupeset.*\{left\}\{cut\}", picture, re.MULTILINE)) == 5
    assert len(re.findall(r"^\\coupeset\{\d+\}\{line\}", picture, re.MULTILINE)) == 5
    assert len(re.findall(r"\{max\}\{[A-Z]\}\{\}$", picture, re.MULTILINE)) == 4
    assert len(re.findall(r"\{min\}\{[A-Z]\}\{\}$", picture, re.MULTILINE)) == 6


def test_a_large_tree_is_collapsed_to_counts() -> None:
    picture = tikz(trace(grow(7, 3, seed=1), "alphabeta"), most=40)
    assert len(re.findall(SHAPES, picture)) == 40
    hidden = re.findall(r"\\coupemore.*\{(\d+)\}$", picture, re.MULTILINE)
    assert 40 + sum(map(int, hidden)) == (3**8 - 1) // 2


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(BadOption, match="no step 999"):
        tikz(trace(TREE), 999)
    run = trace(grow(7, 3, seed=1), "minimax")
    assert len(run.steps) > MOST_SLIDES
    with pytest.raises(BadOption, match="too many for one file"):
        beamer(run)
    assert beamer(run, every=50).count(r"\begin{frame}") < 600


@needs_pdflatex
def test_the_slides_tree_compiles(tmp_path: Path) -> None:
    assert compiled(beamer(slides_run(), listing="slides"), tmp_path) == 129


@needs_pdflatex
def test_names_outside_the_fonts_compile(tmp_path: Path) -> None:
    tree = {
        "name": "A",
        "children": [{"name": "日本語文", "children": [1, 2]}, {"name": "Ł#_日", "value": 3}],
    }
    run = trace(tree)
    assert compiled(tikz(run), tmp_path) == 1
    assert compiled(beamer(run), tmp_path) == len(run.steps) + 1


@needs_pdflatex
@pytest.mark.parametrize("index", [0, 51, None])
def test_a_picture_is_one_page(index: int | None, tmp_path: Path) -> None:
    assert compiled(tikz(slides_run(), index), tmp_path) == 1


@needs_pdflatex
def test_a_picture_goes_into_a_document(tmp_path: Path) -> None:
    macros, _empty, picture = tikz(slides_run(), document=False).partition("\n\n")
    document = rf"\documentclass{{article}}{macros}\begin{{document}}{picture}\end{{document}}"
    assert (
        compiled(document.replace(r"{article}\usepackage", "{article}\n\\usepackage"), tmp_path)
        == 1
    )


@needs_pdflatex
@pytest.mark.parametrize("algorithm", ["mtdf", "deepening", "fail-hard"])
def test_the_slides_of_other_algorithms_compile(algorithm: str, tmp_path: Path) -> None:
    tree = {"name": "A", "value": 1, "children": [3, 5]}
    run = trace(tree, algorithm, first_guess=5)
    listing = listings_of(algorithm)[-1]
    assert compiled(beamer(run, listing=listing), tmp_path) == len(run.steps) + 1


@needs_pdflatex
def test_strange_names_and_positions_compile(tmp_path: Path) -> None:
    tree = {"name": "n_1 & {50%} #\\~^$", "children": [
        {"name": "αβγ Ψ", "value": "1/2"}, {"name": "élagage œ", "value": "-inf"}, {"name": "棋", "value": 3},
    ]}  # fmt: skip
    assert compiled(tikz(trace(tree, "minimax")), tmp_path) == 1
    board = trace(load("tictactoe").position("XX.OO...."), "alphabeta", depth=2)
    assert compiled(tikz(board, 20), tmp_path) == 1


@pytest.mark.skipif(LUALATEX is None, reason="no lualatex to compile with")
def test_lualatex_compiles_it_too(tmp_path: Path) -> None:
    assert compiled(tikz(slides_run(), 51), tmp_path, LUALATEX) == 1
