"""A run on the screen, a step at a time: the tree, the table of calls, the code, the sentence.

>>> from coupe.blackboard import trace
>>> view = Viewer(trace("((3 5) (2 9))", "alphabeta"))
>>> view.next_cut()
>>> view.sentence
'α = 3 ≥ β = 2: the next siblings of F can no longer change the value of C.'
>>> for line in view.table():
...     print(plain_text(line).rstrip())
n  h(n)  f  p  α   β   MaxJ.
A        C  2  3   ∞   yes
C        G  1  3   2   no

What is drawn here are lines of text with the names of their styles, for whoever prints them.
"""

from bisect import bisect_left, bisect_right
from functools import cached_property
from textwrap import wrap

from coupe.blackboard.drawing import pass_line, settings
from coupe.blackboard.listings import line_at, listing_of
from coupe.blackboard.positions import PositionNode
from coupe.blackboard.scene import Scene, scene_of
from coupe.blackboard.telling import COLUMNS, Row, told
from coupe.blackboard.text_tree import Drawing, Line, ascii_of, legend, plain_text
from coupe.blackboard.tracing import Trace
from coupe.blackboard.tree import pretty
from coupe.errors import BadOption
from coupe.language import _

__all__ = ["Viewer", "heading", "plain_text"]

LEAST_ROWS_BELOW = 6
"""Rows kept for the table and the code, where the screen is low."""

MOST_ON_SCREEN = 400
LONGEST_IN_TABLE = 14
TENTH = 10


class Viewer:
    """Where one stands in a run, and what is to be seen there.

    `at` goes from 0, the first step, to the number of steps, which is the conclusion.
    """

    def __init__(self, run: Trace, code: str = "python", ascii_only: bool = False) -> None:
        if not len(run.steps):
            raise BadOption(_("This run has recorded no steps: make it again with its steps."))
        self.run = run
        self.ascii_only = ascii_only
        self.listing = listing_of(run, code)
        self.last = len(run.steps)
        self.at = 0
        self._scenes: dict[int, Scene] = {}
        self._drawings: dict[int, Drawing] = {}

    def go(self, step: int) -> None:
        """Stand at a step, or at the nearest one that there is."""
        self.at = max(0, min(step, self.last))

    def move(self, steps: int) -> None:
        """Go so many steps forward, or back."""
        self.go(self.at + steps)

    def next_cut(self) -> None:
        """Go to the next cut, if there is one."""
        place = bisect_right(self.cuts, self.at)
        if place < len(self.cuts):
            self.at = self.cuts[place]

    def previous_cut(self) -> None:
        """Go back to the last cut before, if there is one."""
        place = bisect_left(self.cuts, self.at)
        if place:
            self.at = self.cuts[place - 1]

    @cached_property
    def cuts(self) -> list[int]:
        """The steps at which children are left out."""
        found = []
        for cut in self.run.cuts:
            step = self.run.visits.exit[cut.visit]
            while step and not told(self.run, step).is_cut:
                step -= 1
            found.append(step)
        return sorted(found)

    @property
    def scene(self) -> Scene:
        """What is to be seen here."""
        if self.at not in self._scenes:
            if len(self._scenes) > TENTH:
                self._scenes.clear()
            self._scenes[self.at] = scene_of(self.run, self.at if self.at < self.last else None)
        return self._scenes[self.at]

    @property
    def sentence(self) -> str:
        """What the step does."""
        return self._said(self.scene.sentence)

    @property
    def where(self) -> str:
        """Which step it is, of how many."""
        if self.at == self.last:
            return self._said(_("the end: {last} steps").format(last=self.last))
        return self._said(_("step {at} of {last}").format(at=self.at + 1, last=self.last))

    def _said(self, text: str) -> str:
        return ascii_of(text) if self.ascii_only else text

    @cached_property
    def _widths(self) -> list[int]:
        """How wide the columns of the table are, whatever the step."""
        visits = self.run.visits
        shown = {*visits.alpha, *visits.beta, *visits.value} - {None}
        bound = max((len(self._said(pretty(value))) for value in shown), default=1)
        if self.run.signed:
            bound += 1
        names = max(len(node.name) for node in self.scene.seen)
        names = min(names, LONGEST_IN_TABLE)
        least = [len(self._said(column)) for column in COLUMNS]
        wanted = [names, bound, names, len(str(self.run.depth)), bound, bound, 3]
        return [max(pair) for pair in zip(least, wanted, strict=True)]

    def table(self) -> list[Line]:
        """The calls under way, the outermost first."""
        lines: list[Line] = [[(self._row(Row(*COLUMNS)), "heading")]]
        rows = self.scene.rows
        for row in rows:
            lines.append([(self._row(row), "here" if row is rows[-1] else "")])
        return lines

    def _row(self, row: Row) -> str:
        cells = []
        for text, width in zip(row, self._widths, strict=True):
            said = self._said(text)
            if len(said) > width:
                said = self._more + said[1 - width :]
            cells.append(said.ljust(width))
        return self._said("  ".join(cells))

    def code(self) -> tuple[list[str], int]:
        """The code, and its line of this step; -1 at the end."""
        lines = [self._said(line) for line in self.listing.lines]
        if self.at == self.last:
            return lines, -1
        return lines, line_at(self.run, self.listing, self.at)

    def code_line(self) -> str:
        """The line of this step alone."""
        lines, here = self.code()
        return lines[here].strip() if here >= 0 else ""

    def frame(self, width: int, height: int) -> list[Line]:
        """A whole screen: exactly `height` lines, none longer than `width`."""
        top = self._spread(self._said(heading(self.run)), self.where, width)
        sentence: list[Line] = [
            [(line.ljust(width), "sentence")] for line in wrap(self.sentence, width)[:2]
        ]
        if len(sentence) < 2:
            sentence.append([(self._remark(), "pale")])
        room = height - 3
        below = self._below_rows()
        drawing = self._drawing(width)
        tree_rows = max(1, min(drawing.height, room - min(below, LEAST_ROWS_BELOW)))
        lines = [top, *self._tree(drawing, width, tree_rows)]
        room -= tree_rows
        if room > below:
            lines.append([(self._said("─" * width), "pale")])
            room -= 1
        lines += [self._clipped(line, width) for line in sentence]
        lines += self._beside(width, room)
        return (lines + [[("", "")] for _row in range(height)])[:height]

    def _remark(self) -> str:
        """What else is to be known: the pass under way, whose windows the table shows."""
        words = [pass_line(self.scene)]
        if self.run.signed:
            words.append(_("In the table, α and β are those of the player who moves."))
        return self._said("   ".join(word for word in words if word))

    def _below_rows(self) -> int:
        return max(len(self.listing.lines), self.run.depth + 2)

    def _drawing(self, width: int) -> Drawing:
        """The tree's drawing: one for all steps, unless the tree is too large to be drawn whole."""
        known = self._drawings.get(width)
        if known is not None:
            return known
        for gap in (2, 1):
            drawing = Drawing(self.scene, gap, self.ascii_only, MOST_ON_SCREEN)
            if drawing.width <= width or not drawing.complete:
                break
        if drawing.complete:
            self._drawings = {width: drawing}
        return drawing

    def _tree(self, drawing: Drawing, width: int, height: int) -> list[Line]:
        """The part of the tree around the node of this step."""
        scene = self.scene
        here = self.run.tree if scene.told is None else scene.told.step.node
        x, y = drawing.place_of(here)
        margin = max(0, width - drawing.width) // 2
        left = max(0, min(x - width // 2, drawing.width - width)) - margin
        top = max(0, min(y - height // 2, drawing.height - height))
        return drawing.lines(scene, left, top, width, height)

    def _beside(self, width: int, height: int) -> list[Line]:
        """The table of calls, and the code beside it."""
        if height < 1:
            return []
        table = self.table()
        if self.at == self.last:
            table = self._conclusion()
        elif len(table) > height:
            table = [table[0], *table[len(table) - height + 1 :]] if height > 1 else table[-1:]
        columns = max(
            sum(self._widths) + 2 * len(COLUMNS), *(len(plain_text(line)) + 2 for line in table)
        )
        code = self._code_rows(max(0, width - columns - 2), height)
        lines: list[Line] = []
        for row in range(height):
            left = table[row] if row < len(table) else []
            line = [*left, (" " * (columns - len(plain_text(left))), "")]
            if row < len(code):
                line += code[row]
            lines.append(self._clipped(line, width))
        return lines

    @property
    def _more(self) -> str:
        """What stands for the rest of a text that is too long."""
        return "~" if self.ascii_only else "…"

    def _spread(self, left: str, right: str, width: int) -> Line:
        """One text at the left, one at the right."""
        room = width - len(right) - 2
        if len(left) > room:
            left = left[: max(0, room - 1)] + self._more
        gap = " " * (width - len(left) - len(right))
        return self._clipped([(left, "heading"), (gap, ""), (right, "heading")], width)

    def _clipped(self, line: Line, width: int) -> Line:
        """No more of a line than there is room for."""
        found: Line = []
        for text, style in line:
            if len(text) > width:
                found.append((text[: width - 1] + self._more if width else "", style))
                break
            found.append((text, style))
            width -= len(text)
        return found

    def _conclusion(self) -> list[Line]:
        return [[(mark, "")] for mark in legend(self.scene, self.ascii_only).split("   ")]

    def _code_rows(self, width: int, height: int) -> list[Line]:
        lines, here = self.code()
        if max(map(len, lines)) > width:
            lines = [_narrower(line) for line in lines]
        first = max(0, min(here - height // 2, len(lines) - height))
        rows: list[Line] = []
        for number in range(first, min(first + height, len(lines))):
            arrow = self._said("▶ ") if number == here else "  "
            style = "here" if number == here else "code"
            rows.append([(arrow, style), (lines[number], style)])
        return rows


def heading(run: Trace) -> str:
    """What was run, and whose values they are.

    >>> from coupe.blackboard import trace
    >>> heading(trace("((3 5) (2 9))", "alphabeta"))
    "alphabeta · left to right: MAX moves at A, values are MAX's"
    """
    words = settings(run).split(" · ")
    if run.window is None:
        # The whole window is no news, and the line is short.
        words = [word for word in words if "∞" not in word]
    if isinstance(run.tree, PositionNode):
        words.append(_("depth {depth}").format(depth=run.depth))
    said = _("{words}: {side} moves at {node}, values are MAX's")
    if run.signed:
        said = _("{words}: {side} moves at {node}, values are MAX's, in the code the mover's")
    return said.format(words=" · ".join(words), side=run.root.upper(), node=run.tree.name)


def _narrower(line: str) -> str:
    """A line of code with half its indentation."""
    text = line.lstrip(" ")
    return " " * ((len(line) - len(text)) // 2) + text
