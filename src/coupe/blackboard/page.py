"""A run as one HTML file that steps in any browser, from disk, with nothing to install.

>>> from coupe.blackboard import trace
>>> page = html(trace("((3 5) (2 9))", "alphabeta"))
>>> page.startswith("<!doctype html>"), "https://" in page
(True, False)

The page holds the tree once, and for each step only what it changes: see `_Recording`.
"""

import json
import re
from html import escape
from importlib.resources import files
from typing import Any

from coupe.blackboard.drawing import (
    DARK,
    HALF,
    LIGHT,
    SIZE,
    SMALL,
    TALL,
    Figure,
    Palette,
    note,
    pass_line,
    settings,
)
from coupe.blackboard.layout import Place
from coupe.blackboard.listings import LISTINGS, listing_of, listings_of
from coupe.blackboard.positions import PositionNode
from coupe.blackboard.scene import SIGNS, Scene, scene_of
from coupe.blackboard.shapes import shortened, width_of
from coupe.blackboard.steps import Frame, Step
from coupe.blackboard.telling import COLUMNS, Told, row_of, walk
from coupe.blackboard.tracing import Trace
from coupe.blackboard.tree import Node, pretty
from coupe.errors import BadOption
from coupe.language import _, current, number

MOST_DRAWN = 3_000
"""Beyond so many nodes, a page draws whole subtrees as one box that counts them."""

MOST_STEPS = 300_000

STATES = {"waiting": "w", "here": "h", "open": "o", "done": "d", "left": "l"}


def html(
    run: Trace, other: Trace | None = None, *, listing: str = "python", most: int = MOST_DRAWN
) -> str:
    """A page that steps through a run, or through two of them side by side.

    listing  the code that is shown first, where an algorithm has it; the others can be chosen
    most     beyond so many nodes, whole subtrees are drawn as one box that counts them
    """
    runs = [run] if other is None else [run, other]
    for each in runs:
        if not len(each.steps):
            raise BadOption(_("The run has no steps to show: record them with steps=True."))
        if len(each.steps) > MOST_STEPS:
            raise BadOption(
                _("The run has {count} steps, and a page holds {most}: ask for less depth.").format(
                    count=number(len(each.steps)), most=number(MOST_STEPS)
                )
            )
    if not any(listing in listings_of(each.algorithm) for each in runs):
        listing_of(run, listing)
    recordings = [_Recording(each, most).data() for each in runs]
    title = " | ".join(f"{each.tree.name}: {settings(each)}" for each in runs)
    data = json.dumps(
        {"runs": recordings, "words": _words()}, ensure_ascii=False, separators=(",", ":")
    )
    data = data.replace("<", "\\u003c")
    assets = files("coupe.blackboard")
    style = _colours() + assets.joinpath("page.css").read_text("utf-8")
    script = assets.joinpath("page.js").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{current()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} · coupe</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"{_controls(max(len(each.steps) for each in runs))}"
        f'<main class="{"two" if other is not None else "one"}">\n'
        f"{''.join(_panel(number, each, listing) for number, each in enumerate(runs))}</main>\n"
        f"{_help()}"
        f'<script type="application/json" id="data">{data}</script>\n'
        f"<script>\n{script}</script>\n</body>\n</html>\n"
    )


def _words() -> dict[str, str]:
    """What the script says."""
    return {
        "step": _("Step {step} of {last}"),
        "end": _("The end, after step {last}"),
        "play": _("Play"),
        "pause": _("Pause"),
        "counts": _("Nodes: {nodes} · leaves: {leaves} · cuts: {cuts}"),
        "at": _("the call at work"),
    }


def _colours() -> str:
    def variables(ink: Palette) -> str:
        names = ("paper", "ink", "soft", "faint", "leaf", "line", "ring", "cut", "marked", "panel")
        known = {name: getattr(ink, name) for name in names}
        known |= {"max": ink.max_fill, "min": ink.min_fill}
        return "".join(f"--{name}:{colour};" for name, colour in known.items())

    return (
        f":root{{color-scheme:light dark;{variables(LIGHT)}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{variables(DARK)}}}}}\n"
        f"@media print{{:root{{{variables(LIGHT)}}}}}\n"
    )


def _controls(last: int) -> str:
    buttons = (
        ("start", "⇤", _("Start"), "Home"),
        ("cutback", "←‖", _("Previous cut"), "C"),
        ("back", "←", _("Back"), "←"),
        ("play", "▶", _("Play"), _("space")),
        ("forward", "→", _("Forward"), "→"),
        ("cut", "‖→", _("Next cut"), "c"),
        ("end", "⇥", _("End"), "End"),
    )
    made = "".join(
        f'<button type="button" id="{name}" title="{escape(words)} ({escape(key)})">'
        f'<span aria-hidden="true">{sign}</span><span class="words">{escape(words)}</span></button>'
        for name, sign, words, key in buttons
    )
    speeds = "".join(
        f'<option value="{speed}"{" selected" if speed == 1 else ""}>{shown}/s</option>'
        for speed, shown in ((0.5, "½"), (1, "1"), (2, "2"), (4, "4"), (10, "10"))
    )
    return (
        f'<nav aria-label="{escape(_("Steps"))}">\n<div class="buttons">{made}</div>\n'
        f'<label class="slide"><span id="number"></span>'
        f'<input id="slider" type="range" min="0" max="{last}" step="1" value="0"></label>\n'
        f'<label>{escape(_("Speed"))} <select id="speed">{speeds}</select></label>\n</nav>\n'
    )


def _panel(number: int, run: Trace, listing: str) -> str:
    choice = "".join(
        f'<option value="{name}"{" selected" if name == listing else ""}>'
        f"{escape(listing_of(run, name).title)}</option>"
        for name in LISTINGS
        if name in listings_of(run.algorithm)
    )
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in COLUMNS)
    heading = "h1" if number == 0 else "h2"
    return (
        f'<section class="run" id="run{number}" aria-labelledby="title{number}">\n'
        f'<header><{heading} id="title{number}">{escape(settings(run))}</{heading}>'
        f"<p>{escape(note(run))}</p></header>\n"
        f'<p class="sentence" role="status" aria-live="polite"></p>\n'
        f'<figure><p class="pass"></p><div class="scroll" tabindex="0" role="group" '
        f'aria-label="{escape(_("The tree"))}"></div>'
        f'{_legend(run)}<figcaption class="counts"></figcaption></figure>\n'
        f'<div class="side"><div class="calls"><table><caption>{escape(_("Calls under way"))}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody></tbody></table></div>\n"
        f'<div class="code"><label>{escape(_("Code"))} <select class="listing">{choice}</select></label>'
        f"<ol></ol></div></div>\n</section>\n"
    )


def _legend(run: Trace) -> str:
    """The signs explained."""
    signs = [
        ('<polygon class="shape max" points="9,2 16,14 2,14"/>', _("MAX moves")),
        ('<polygon class="shape min" points="2,2 16,2 9,14"/>', _("MIN moves")),
        ('<rect class="ring" x="3" y="2" width="12" height="12" rx="3"/>', _("at work")),
        ('<rect class="faint" x="3" y="2" width="12" height="12" rx="2"/>', _("not searched yet")),
        ('<line class="variation" x1="1" y1="8" x2="17" y2="8"/>', _("principal variation")),
    ]
    if run.visits.alpha and run.visits.alpha[0] is not None:
        cut = '<path class="bars" d="M7,2V14M11,2V14"/>'
        box = '<rect class="pale" x="3" y="2" width="12" height="12" rx="2"/>'
        signs.insert(4, (box, _("left out")))
        signs.insert(4, (f'<line class="pale" x1="1" y1="8" x2="17" y2="8"/>{cut}', _("cut")))
    items = "".join(
        f'<li><svg viewBox="0 0 18 16" aria-hidden="true">{sign}</svg>{escape(words)}</li>'
        for sign, words in signs
    )
    return f'<ul class="legend" aria-label="{escape(_("Legend"))}">{items}</ul>'


def _help() -> str:
    keys = (
        ("←", _("Back")), ("→", _("Forward")), ("Home", _("Start")), ("End", _("End")),
        ("c", _("Next cut")), ("C", _("Previous cut")), (_("space"), _("Play")),
    )  # fmt: skip
    shown = " ".join(
        f"<span><kbd>{escape(key)}</kbd> {escape(words)}</span>" for key, words in keys
    )
    return f'<footer><p aria-label="{escape(_("Keys"))}">{shown}</p></footer>\n'


class _Recording:
    """A run as the script reads it.

    Each step says which nodes look different after it, with numbers of `looks`; the stack of calls
    is a number of `stacks`, each one a row on top of another stack; sentences are templates with
    words filled in. All of them are kept once.
    """

    def __init__(self, run: Trace, most: int) -> None:
        self.run = run
        self.end = scene_of(run)
        self.places = Figure(run, boards=False, most=most).place(self.end).places
        self.number = {place.node: at for at, place in enumerate(self.places) if not place.hidden}
        self.stubs = self._stubs()
        self.looks = _Numbers()
        self.rows = _Numbers()
        self.stacks = _Numbers()
        self.sentences = _Sentences({node.name for node in self.number})
        self.now = [self.looks[("w", "", "", "", 0, 0)]] * len(self.places)

    def data(self) -> dict[str, Any]:
        """All of it, as plain data."""
        run = self.run
        numbers = {statement: at for at, statement in enumerate(run.steps.statements)}
        changes, stacks, statements, sentences, cuts, leaves = [], [], [], [], [], []
        seen = _Looks(run)
        calls: list[int] = []
        for told in walk(run):
            step = told.step
            changes.append(self._differences(seen.after(told)))
            stacks.append(self._stack(calls, step, told.stack))
            side = 0 if run.maximises(step.node) else 1
            statements.append(2 * numbers[step.statement] + side)
            sentences.append(self.sentences.number(told.sentence))
            if told.is_cut:
                cuts.append(step.index)
            if told.word == "leaf":
                leaves.append(step.index)
        end = self.end
        changes.append(self._differences({node: _look_of(end, node) for node in end.seen}))
        listings = [listing_of(run, name) for name in listings_of(run.algorithm)]
        return {
            "nodes": [self._node(place) for place in self.places],
            "looks": self.looks.all,
            "changes": changes,
            "rows": self.rows.all,
            "stacks": self.stacks.all,
            "stack": stacks,
            "statement": statements,
            "sentence": sentences,
            "sentences": self.sentences.found.all,
            "templates": self.sentences.templates.all,
            "words": self.sentences.words.all,
            "cuts": cuts,
            "leaves": leaves,
            "enters": list(run.visits.enter),
            "passes": [
                (run.visits.enter[found.first_visit], pass_line(Scene(run, run.visits.enter[found.first_visit])))
                for found in run.passes
            ],
            "listings": {
                listing.name: {
                    "lines": listing.lines,
                    "at": [
                        [
                            listing.line_of(statement, side) if statement in listing.places else 0
                            for side in (True, False)
                        ]
                        for statement in run.steps.statements
                    ],
                }
                for listing in listings
            },
            "conclusion": end.sentence,
            "size": [round(max(place.right for place in self.places), 1), round(max(place.bottom for place in self.places), 1)],
        }  # fmt: skip

    def _stubs(self) -> dict[Node, int]:
        """The box that stands for each child that is not drawn."""
        found = {}
        for at, place in enumerate(self.places):
            if place.hidden:
                for child in place.node.children:
                    if child not in self.number:
                        found[child] = at
        return found

    def _node(self, place: Place) -> list[Any]:
        """Kind, place, parent and texts of a node; numbers of places stand for parents."""
        x, y = round(place.anchor, 1), round(place.y, 1)
        above = self.number[place.parent.node] if place.parent is not None else -1
        if place.hidden:
            return ["more", x, y, above, f"+{place.hidden}", "", "", round(place.width, 1)]
        node = place.node
        of_position = isinstance(node, PositionNode) and node is not self.run.tree
        caption = str(node.edge) if of_position else ""
        if not self._has_children(place):
            value = pretty(node.value)
            wide = max(22.0, width_of(value, SIZE) + 9)
            shown = "?" if isinstance(node, PositionNode) else value
            name = "" if of_position else shortened(node.name, 90, SMALL)
            return ["leaf", x, y, above, name, caption, shown, round(wide, 1)]
        kind = "max" if self.run.maximises(node) else "min"
        name = "" if of_position else shortened(node.name, 90, SMALL, bold=True)
        fits = width_of(name, SIZE, bold=True) <= 20
        return [kind, x, y, above, name, caption, "" if fits else name, 2 * HALF]

    def _has_children(self, place: Place) -> bool:
        return place.height >= TALL and self._inner(place.node)

    def _inner(self, node: Node) -> bool:
        depth, here = 0, node
        while here is not self.run.tree and here.parent is not None:
            depth, here = depth + 1, here.parent
        return depth < self.run.depth and bool(node.children)

    def _differences(self, looks: "dict[Node, tuple[Any, ...]]") -> list[int]:
        found = []
        for node, look in looks.items():
            at = self.number.get(node)
            if at is None:
                at = self.stubs.get(node)
                if at is None:
                    continue
            number = self.looks[look if node in self.number else (look[0], "", "", "", 0, 0)]
            if self.now[at] != number:
                self.now[at] = number
                found += [at, number]
        return found

    def _stack(self, calls: list[int], step: Step, stack: list[Frame]) -> int:
        """The number of the stack after a step, of which only the top may have changed."""
        del calls[len(stack) :]
        if any(change[0] == "push" for change in step.changes) or not calls:
            while len(calls) < len(stack) - 1:
                calls.append(self._on(calls, stack[len(calls)]))
        del calls[len(stack) - 1 :]
        calls.append(self._on(calls, stack[-1]))
        return calls[-1]

    def _on(self, calls: list[int], frame: Frame) -> int:
        row = self.rows[tuple(row_of(self.run, frame))]
        return self.stacks[(calls[-1] if calls else -1, row)]


class _Looks:
    """What `scene_of` shows of each node, step after step, without looking at all nodes each time."""

    def __init__(self, run: Trace) -> None:
        self.run = run
        self.known: dict[Node, tuple[str, str, bool]] = {}
        self.calls: dict[Node, Frame] = {}
        self.here = run.tree
        self.entered = 0
        self.left: dict[int, list[int]] = {}
        for visit, step in enumerate(run.visits.exit):
            self.left.setdefault(step, []).append(visit)
        self.first_of_pass = {found.first_visit for found in run.passes}

    def after(self, told: Told) -> dict[Node, tuple[Any, ...]]:
        """The looks of the nodes that may have changed with a step."""
        visits, index, node = self.run.visits, told.step.index, told.step.node
        changed: dict[Node, None] = {self.here: None, node: None}
        while self.entered < len(visits) and visits.enter[self.entered] <= index:
            if self.entered in self.first_of_pass:
                changed.update(dict.fromkeys(self.known))
                self.known.clear()
            entered = visits.node[self.entered]
            cut = self.known.get(entered, ("", "", False))[2]
            self.known[entered] = ("open", "", cut)
            changed[entered] = None
            self.entered += 1
        for visit in self.left.get(index, ()):
            self._leave(visit, changed)
        if told.is_cut:
            self._cut(told.stack[-1]["visit"], changed)
        for change in told.step.changes:
            if change[0] == "pop":
                self.calls.pop(change[1]["n"], None)
                changed[change[1]["n"]] = None
        for frame in told.stack if index == 0 else told.stack[-2:]:
            if frame["visit"] >= 0:
                self.calls[frame["n"]] = frame
                changed[frame["n"]] = None
        self.here = node
        return {each: self._look(each) for each in changed}

    def _leave(self, visit: int, changed: dict[Node, None]) -> None:
        visits = self.run.visits
        node, value = visits.node[visit], visits.value[visit]
        self.known[node] = ("done", SIGNS[visits.kind[visit]] + pretty(value), False)
        changed[node] = None
        if visits.left[visit] > 0:
            self._cut(visit, changed)

    def _cut(self, visit: int, changed: dict[Node, None]) -> None:
        """The children that a cut leaves out, with all below them."""
        visits = self.run.visits
        node = visits.node[visit]
        state, label, _cut = self.known[node]
        self.known[node] = (state, label, True)
        searched = {visits.node[child] for child in self.run.followed_by.get(visit, [])}
        waiting = [child for child in node.children if child not in searched]
        while waiting:
            child = waiting.pop()
            if self._drawn(child):
                _state, label, cut = self.known.get(child, ("", "", False))
                self.known[child] = ("left", label, cut)
                changed[child] = None
                waiting += child.children

    def _drawn(self, node: Node) -> bool:
        """Whether a node is not deeper than the run goes."""
        return len(node.path) - len(self.run.tree.path) <= self.run.depth

    def _look(self, node: Node) -> tuple[Any, ...]:
        state, label, cut = self.known.get(node, ("waiting", "", False))
        low = high = ""
        frame = self.calls.get(node)
        if frame is not None:
            state = "open"
            if "α" in frame and "returned" not in frame:
                window = (frame["α"], frame["β"])
                if self.run.signed and not self.run.maximises(node):
                    window = (-frame["β"], -frame["α"])
                low, high = map(pretty, window)
        if node is self.here:
            state = "here"
        return (STATES[state], label, low, high, int(cut), 0)


def _look_of(scene: Scene, node: Node) -> tuple[Any, ...]:
    """The look of a node in a scene."""
    seen = scene.seen[node]
    low, high = map(pretty, seen.window) if seen.window is not None else ("", "")
    return (STATES[seen.state], seen.label, low, high, int(seen.cut), int(seen.on_line))


class _Numbers:
    """Things kept once, each with its number.

    >>> numbers = _Numbers()
    >>> numbers["a"], numbers["b"], numbers["a"], numbers.all
    (0, 1, 0, ['a', 'b'])
    """

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._number: dict[Any, int] = {}

    def __getitem__(self, thing: Any) -> int:
        number = self._number.get(thing)
        if number is None:
            number = self._number[thing] = len(self.all)
            self.all.append(thing)
        return number


class _Sentences:
    """Sentences as templates and the words that fill them: values and names of nodes."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.found, self.templates, self.words = _Numbers(), _Numbers(), _Numbers()
        self._known: dict[str, int] = {}

    def number(self, sentence: str) -> int:
        """The number of a sentence."""
        number = self._known.get(sentence)
        if number is None:
            filled: list[int] = []

            def slot(match: re.Match[str]) -> str:
                word = match[0]
                if word in self.names or re.search(r"[\d∞]", word):
                    filled.append(self.words[word])
                    return "\0"
                return word

            template = re.sub(r"[^\s(),.:;]+", slot, sentence)
            number = self.found[(self.templates[template], *filled)]
            self._known[sentence] = number
        return number
