"""Sheets: nothing is given away, the same seed gives the same bytes, other programs read them."""

import base64
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from coupe.blackboard.exercises import KINDS, Sheet, make, picture, save, solution
from coupe.blackboard.exercises.moodle import xml
from coupe.blackboard.exercises.sheets import html, latex, rows_of, typst_source
from coupe.blackboard.shapes import Text
from coupe.errors import BadFile, BadOption
from coupe.language import choose


def sheet(difficulty: int = 4) -> Sheet:
    return Sheet.of(KINDS, len(KINDS), seed=5, difficulty=difficulty)


def test_the_same_seed_gives_the_same_sheet() -> None:
    for write in (html, latex, typst_source):
        assert write(sheet()) == write(sheet())
        assert write(sheet(), True) == write(sheet(), True)
        assert write(sheet()) != write(sheet(), True)
    assert xml(sheet()) == xml(sheet())


@pytest.mark.parametrize("kind", KINDS)
def test_the_tree_of_an_exercise_gives_no_answer_away(kind: str) -> None:
    exercise = make(kind, "((30 50) (20 90))")
    bare = [shape.text for shape in picture(exercise).shapes if isinstance(shape, Text)]
    leaves = {"30", "50", "20", "90"}
    names = set("ABCDEFG")
    windows = {"(−∞, ∞)", "(30, ∞)"} if kind == "returns" else set()
    assert set(bare) == leaves | names | windows
    assert len([text for text in bare if text in leaves]) == 4
    assert picture(exercise).shapes != picture(exercise, True).shapes
    rows = rows_of(exercise, False)
    assert all(not row[-1] for row in rows[1:])
    assert all(all(row) for row in rows_of(exercise, True))


def test_both_languages(tmp_path: Path) -> None:
    choose("fr")
    assert 'lang="fr"' in html(sheet())
    choose("en")
    assert "<h2>Exercise 1</h2>" in html(sheet())
    assert "http" not in html(sheet()).replace("http://www.w3.org/2000/svg", "")


def test_moodle_gets_a_picture_and_the_right_answers() -> None:
    made = sheet()
    quiz = ElementTree.fromstring(xml(made))
    questions = [q for q in quiz.findall("question") if q.get("type") == "cloze"]
    assert len(questions) == len(made.exercises)
    for question, exercise in zip(questions, made.exercises, strict=True):
        text = question.findtext("questiontext/text") or ""
        file = question.find("questiontext/file")
        assert file is not None
        assert base64.b64decode(file.text or "").startswith(b"<svg")
        assert "@@PLUGINFILE@@/tree.svg" in text
        fields = re.findall(r"\{1:(NUMERICAL|SHORTANSWER|MULTICHOICE):(.*?)(?<!\\)\}", text)
        assert fields
        assert all("=" in field for _kind, field in fields)
        if exercise.kind == "values":
            right = solution(exercise)["nodes"].values()
            assert [field for _kind, field in fields] == [f"={value}:0" for value in right]


def test_pdf(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    save(sheet(5), tmp_path / "sheet.pdf", solved=True)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_latex_compiles(tmp_path: Path) -> None:
    for solved in (False, True):
        save(sheet(), tmp_path / "sheet.tex", solved)
        subprocess.run(
            ["pdflatex", "-interaction=batchmode", "-halt-on-error", "sheet.tex"],
            cwd=tmp_path, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip


def test_what_cannot_be_made_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"\.html, \.tex, \.pdf, \.xml"):
        save(sheet(1), tmp_path / "sheet.doc")
    with pytest.raises(BadFile, match="cannot be written"):
        save(sheet(1), tmp_path / "nowhere" / "sheet.html")
    with pytest.raises(BadOption, match="count is 0"):
        Sheet.of("cuts", 0)


def test_names_that_mean_something_to_html_latex_and_moodle_do_no_harm() -> None:
    tree = {
        "name": "<b>&_%#$",
        "children": [{"name": "{x}~=}", "value": 1}, {"name": "]]>", "value": 2}],
    }
    exercises = tuple(make(kind, tree) for kind in ("values", "cuts", "leaves", "move"))
    made = Sheet(exercises, title="<script>")
    assert "<script>" not in html(made)
    assert "<b>" not in html(made, True)
    ElementTree.fromstring(xml(made))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex to compile with")
@pytest.mark.parametrize("solved", [False, True])
def test_names_outside_the_fonts_compile(tmp_path: Path, solved: bool) -> None:
    tree = {
        "name": "A",
        "children": [{"name": "日", "children": [1, 2]}, {"name": "Ł", "value": 3}],
    }
    text = latex(Sheet((make("windows", tree),)), solved)
    (tmp_path / "sheet.tex").write_text(text, "utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"],
        cwd=tmp_path, capture_output=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-1500:]
