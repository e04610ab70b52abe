"""The page of a run: what it shows after each step, alone and in a browser, without a network."""

import html.parser
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from coupe import load
from coupe.blackboard import ALGORITHMS, Node, Trace, grow, read_tree, trace
from coupe.blackboard.listings import line_at, listing_of, listings_of
from coupe.blackboard.page import _look_of
from coupe.blackboard.page import html as page_of
from coupe.blackboard.scene import scene_of
from coupe.blackboard.telling import conclusion, told, walk
from coupe.errors import BadOption
from coupe.language import choose

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
TREE = "(((3 5 6) (2 9 1)) ((0 4 7) 8) (5 (7 7 2)))"
SLIDES = json.loads(
    (Path(__file__).parents[1] / "seed_cases" / "alphabeta_slides.json").read_text("utf-8")
)


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def a_tree(algorithm: str) -> Node:
    tree = read_tree(TREE)
    for number, node in enumerate(tree.nodes() if algorithm == "deepening" else ()):
        if node.children:
            node.value = number % 5
    return tree


def sentence_of(data: dict[str, Any], step: int) -> str:
    template, *words = data["sentences"][data["sentence"][step]]
    waiting = iter(words)
    return re.sub("\0", lambda _: data["words"][next(waiting)], data["templates"][template])


def rows_of(data: dict[str, Any], step: int) -> list[list[str]]:
    rows: list[list[str]] = []
    stack = data["stack"][step]
    while stack >= 0:
        stack, row = data["stacks"][stack]
        rows.insert(0, data["rows"][row])
    return rows


def assert_says_all(run: Trace) -> None:
    """The recorded changes come to what `scene_of` and `told` say of every step."""
    data = data_of(page_of(run))["runs"][0]
    nodes = list(scene_of(run).seen)
    by_name = {}
    now = [0] * len(data["nodes"])
    for number, made in enumerate(data["nodes"]):
        by_name[made[5] or made[4]] = number
    assert len(by_name) == len(nodes)
    for each in walk(run):
        step = each.step.index
        changes = data["changes"][step]
        for at in range(0, len(changes), 2):
            now[changes[at]] = changes[at + 1]
        scene = scene_of(run, step)
        for node in nodes:
            shown = data["looks"][now[by_name[node.name]]]
            assert shown == list(_look_of(scene, node)), (step, node)
        assert sentence_of(data, step) == scene.sentence
        assert rows_of(data, step) == [list(row) for row in scene.rows]
        for name in listings_of(run.algorithm):
            listing = listing_of(run, name)
            place = data["statement"][step]
            assert data["listings"][name]["at"][place // 2][place % 2] == line_at(
                run, listing, step
            )
    assert data["cuts"] == [each.step.index for each in walk(run) if each.is_cut]
    assert data["conclusion"] == conclusion(run)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("root", ["max", "min"])
def test_each_step_of_the_page_shows_the_scene_after_it(algorithm: str, root: str) -> None:
    assert_says_all(trace(a_tree(algorithm), algorithm, root=root))


@pytest.mark.parametrize("order", ["right", "best"])
def test_in_other_orders_too(order: str) -> None:
    assert_says_all(trace(TREE, "pvs", order=order))


def test_each_step_back_undoes_what_it_has_done() -> None:
    run = trace(grow(4, 3, seed=7), "fail-soft")
    data = data_of(page_of(run))["runs"][0]
    for change in data["changes"]:
        assert len(set(change[::2])) == len(change) / 2


def test_a_position_is_shown_with_its_moves() -> None:
    run = trace(load("tictactoe").position("XX.OO...."), depth=2)
    names = {node[5] for node in data_of(page_of(run))["runs"][0]["nodes"]}
    assert names >= {"", "3", "6", "7", "8", "9"}


def test_a_large_tree_is_collapsed_to_counts() -> None:
    run = trace(grow(7, 3, seed=1), "alphabeta")
    data = data_of(page_of(run, most=200))["runs"][0]
    hidden = sum(int(node[4].lstrip("+")) for node in data["nodes"] if node[0] == "more")
    assert len([node for node in data["nodes"] if node[0] != "more"]) == 200
    assert hidden + 200 == (3**8 - 1) // 2


class _Parser(html.parser.HTMLParser):
    """Opens and closes every element, and keeps the ids and the labels."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag not in ("meta", "input", "link", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_stands_alone(language: str) -> None:
    choose(language)
    try:
        run = trace(SLIDES["tree"], "alphabeta")
        page = page_of(run, trace(SLIDES["tree"], "alphabeta", window=(9, 11)))
    finally:
        choose(None)
    parser = _Parser()
    parser.feed(page)
    assert parser.open == []
    assert len(set(parser.ids)) == len(parser.ids)
    assert f'<html lang="{language}">' in page
    assert re.findall(r"https?://[^\"']+", page) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\bsrc=|@import|url\(|fetch\(|<link", page)
    assert 'aria-live="polite"' in page


def test_a_name_cannot_break_out_of_the_page() -> None:
    evil = "</script><i>"
    page = page_of(trace({"name": evil, "children": [1, 2]}, "minimax"))
    assert evil not in page
    assert "<i>" not in page
    data = data_of(page)["runs"][0]
    assert evil in sentence_of(data, 0)
    assert rows_of(data, 0)[0][0] == evil


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(BadOption, match="no steps to show"):
        page_of(trace(TREE, "alphabeta", steps=False))
    with pytest.raises(BadOption, match="no listing slides"):
        page_of(trace(TREE, "minimax"), listing="slides")


def test_a_long_run_makes_a_small_page() -> None:
    run = trace(grow(7, 4, seed=3), "alphabeta")
    page = page_of(run)
    assert len(page) < 60 * len(run.steps) + 400_000


def dumped(page: Path, step: str, tmp_path: Path) -> str:
    """The page as Chromium has it after its script has run."""
    assert CHROMIUM
    done = subprocess.run(
        [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom",
            f"{page.as_uri()}#step={step}",
        ],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return html.unescape(done.stdout)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to open the page in")
def test_in_a_browser_from_disk_a_step_is_shown(tmp_path: Path) -> None:
    run = trace(SLIDES["tree"], "alphabeta")
    page = tmp_path / "page.html"
    page.write_text(page_of(run), "utf-8")
    shown = dumped(page, "52", tmp_path)
    here = told(run, 51)
    assert f">{here.sentence}</p>" in shown
    body = shown.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = re.findall(r"<t[hd][^>]*>([^<]*)</t", body)
    assert cells == [cell for row in here.rows for cell in row]
    listing = listing_of(run)
    line = re.search(r'<li class="here" aria-current="step">([^<]*<?[^/]*)</li>', shown)
    assert line
    assert line[1] == listing.lines[line_at(run, listing, 51)]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to open the page in")
def test_in_a_browser_two_runs_rest_at_their_ends(tmp_path: Path) -> None:
    run, other = (trace(TREE, algorithm) for algorithm in ("minimax", "alphabeta"))
    page = tmp_path / "page.html"
    page.write_text(page_of(run, other), "utf-8")
    shown = dumped(page, "end", tmp_path)
    for each, part in zip((run, other), shown.split('id="run1"'), strict=True):
        assert f">{conclusion(each)}</p>" in part
        assert part.count('class="edge l cut"') == len(each.cuts)
        assert part.count('class="node d on"') == 1 + len(each.line)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to open the page in")
@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (["ArrowRight", "ArrowRight", "ArrowLeft"], 1),
        (["c"], 0),
        (["c", "c"], 1),
        (["End", "C", "C"], -2),
        (["End", "ArrowLeft"], 127),
        (["End", "Home"], 0),
    ],
)
def test_in_a_browser_keys_step(keys: list[str], step: int, tmp_path: Path) -> None:
    run = trace(SLIDES["tree"], "alphabeta")
    if "c" in keys or "C" in keys:
        step = [each.step.index for each in walk(run) if each.is_cut][step]
    press = "".join(
        f"document.dispatchEvent(new KeyboardEvent('keydown',{{key:'{key}'}}));" for key in keys
    )
    page = tmp_path / "page.html"
    text = page_of(run).replace("</body>", f"<script>{press}</script></body>")
    page.write_text(text, "utf-8")
    shown = dumped(page, "1", tmp_path)
    assert f">{told(run, step).sentence}</p>" in shown
    assert f">Step {step + 1} of 128<" in shown
