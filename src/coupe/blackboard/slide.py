"""One step of a run as a whole slide: tree, table of calls, code, and the sentence.

>>> from coupe.blackboard import trace
>>> from coupe.blackboard.scene import scene_of
>>> from coupe.blackboard.shapes import Text
>>> run = trace("((10 12) (9 ?))", "alphabeta")
>>> page = slide(scene_of(run, 3))
>>> page.width, page.height
(960, 540)
>>> "step 4 of 41" in [shape.text for shape in page.shapes if isinstance(shape, Text)]
True
"""

from collections.abc import Sequence

from coupe.blackboard.drawing import (
    LIGHT,
    Figure,
    described,
    note,
    palette_of,
    pass_line,
    settings,
)
from coupe.blackboard.layout import MOST
from coupe.blackboard.listings import listing_of
from coupe.blackboard.scene import Scene, scene_of
from coupe.blackboard.shapes import (
    Drawing,
    Line,
    Polygon,
    Rect,
    Shape,
    Text,
    shortened,
    width_of,
    wrapped,
)
from coupe.blackboard.telling import COLUMNS
from coupe.blackboard.tracing import Trace
from coupe.blackboard.tree import pretty
from coupe.language import _, current, plural

WIDTH, HEIGHT = 960, 540
MARGIN = 24.0
MOST_ENLARGED = 1.5
SMALLEST = 0.55
"""How far a tree may be reduced before fewer of its nodes are drawn."""

FEWER_AND_FEWER = (MOST, 100, 70, 50, 35, 25)

Area = tuple[float, float, float, float]
"""Left, top, width and height."""


def slide(
    scene: Scene, *, code: str = "python", boards: bool | None = None, most: int | None = None,
    dark: bool = False,
) -> Drawing:  # fmt: skip
    """A step, or the conclusion, on a page as wide as a screen.

    code    which listing is shown, one of `listings.LISTINGS`
    most    how many nodes are drawn; else as many as can be read
    """
    return Slides(scene.run, code=code, boards=boards, most=most, dark=dark).draw(scene)


class Slides:
    """The slides of a run, all laid out alike."""

    def __init__(
        self, run: Trace, *, code: str = "python", boards: bool | None = None, most: int | None = None,
        dark: bool = False,
    ) -> None:  # fmt: skip
        self.run = run
        wide = WIDTH - 2 * MARGIN
        across: Area = (MARGIN, 72, wide, 222)
        beside: Area = (MARGIN, 72, 440, 400)
        end = scene_of(run)
        for count in [most] if most else FEWER_AND_FEWER:
            self.figure = Figure(run, boards=boards, most=count, dark=dark)
            tree = self.figure.draw(end)
            if max(_scale(tree, beside), _scale(tree, across)) >= SMALLEST:
                break
        self.ink = palette_of(dark)
        self.listing = listing_of(run, code)
        # A tall tree stands beside the rest, a wide one above it.
        self.tall = _scale(tree, beside) > 1.15 * _scale(tree, across)
        self.tree_area = beside
        if not self.tall:
            self.tree_area = (MARGIN, 72, wide, tree.height * _scale(tree, across) + 4)

    def draw(self, scene: Scene) -> Drawing:
        """One page."""
        ink = self.ink
        page = Drawing(WIDTH, HEIGHT, paper=ink.paper, language=current())
        page.title = self._heading(scene)
        page.description = described(scene)
        self._head(page, scene)
        self._tree(page, scene)
        if self.tall:
            x, wide = MARGIN + 464, WIDTH - 2 * MARGIN - 464
            foot = self._sentence(page, scene, (x, 72, wide, 56))
            height = self._left(page, scene, (x, foot + 8, wide, 150))
            self._code(page, scene, (x, height + 12, wide, 476 - height))
        else:
            foot = 72 + self.tree_area[3] + 8
            foot = self._sentence(page, scene, (MARGIN, foot, WIDTH - 2 * MARGIN, 30)) + 8
            room = 488 - foot
            self._left(page, scene, (MARGIN, foot, 452, room))
            self._code(page, scene, (MARGIN + 470, foot, WIDTH - 2 * MARGIN - 470, room))
        self._foot(page, scene)
        return page

    def _heading(self, scene: Scene) -> str:
        if scene.at_end:
            return _("Conclusion: {answer}").format(answer=self.run.answer)
        return settings(self.run)

    def _head(self, page: Drawing, scene: Scene) -> None:
        ink, count = self.ink, len(self.run.steps)
        number = (
            plural("{n} step", "{n} steps", count).format(n=count)
            if scene.at_end
            else _("step {number} of {all}").format(number=scene.index + 1, all=count)
        )
        right = WIDTH - MARGIN
        page.shapes.append(Text(right, 36, number, 13, ink.soft, "end"))
        room = WIDTH - 2 * MARGIN - width_of(number, 13) - 16
        heading = shortened(self._heading(scene), room, 18, bold=True)
        page.shapes.append(Text(MARGIN, 37, heading, 18, ink.ink, bold=True))
        parts = [pass_line(scene), settings(self.run) if scene.at_end else "", note(self.run)]
        if self.run.signed:
            parts.append(_("In the table, α and β are those of the player who moves."))
        line = " · ".join(part.rstrip(".") for part in parts if part)
        page.shapes.append(Text(MARGIN, 55, shortened(line, 912, 11), 11, ink.soft))
        page.shapes.append(Line(MARGIN, 63, right, 63, ink.faint, 0.8))

    def _tree(self, page: Drawing, scene: Scene) -> None:
        tree = self.figure.draw(scene)
        left, top, width, height = self.tree_area
        scale = _scale(tree, self.tree_area)
        page.put(
            tree,
            left + (width - tree.width * scale) / 2,
            top + (height - tree.height * scale) / 2,
            scale,
        )

    def _sentence(self, page: Drawing, scene: Scene, area: Area) -> float:
        """The sentence in a band; where the band ends."""
        x, y, width, height = area
        size = 14.0
        lines = wrapped(scene.sentence, width - 24, size, bold=True)
        while len(lines) * (size + 4) > height + 14 and size > 9:
            size -= 1
            lines = wrapped(scene.sentence, width - 24, size, bold=True)
        height = max(height, len(lines) * (size + 4) + 10)
        page.shapes += [
            Rect(x, y, width, height, self.ink.panel, radius=3),
            Rect(x, y, 5, height, self.ink.ring),
        ]
        base = y + (height - len(lines) * (size + 4)) / 2 + size
        for line in lines:
            page.shapes.append(Text(x + 14, base, line, size, self.ink.ink, bold=True))
            base += size + 4
        return y + height

    def _left(self, page: Drawing, scene: Scene, area: Area) -> float:
        """The table of calls, or at the end what the run has come to; where it ends."""
        return self._summary(page, area) if scene.at_end else self._calls(page, scene, area)

    def _calls(self, page: Drawing, scene: Scene, area: Area) -> float:
        x, y, width, height = area
        rows = [list(row) for row in scene.rows]
        room = max(int((height - 36) / 15), 1)
        hidden = len(rows) - room
        title = _("Calls under way")
        if hidden > 0:
            rows = rows[-room:]
            title = _("Calls under way (the {count} outermost are not shown)").format(count=hidden)
        return self._table(page, (x, y, width, height), title, COLUMNS, rows, mark_last=True)

    def _summary(self, page: Drawing, area: Area) -> float:
        run, ink = self.run, self.ink
        x, y, width, height = area
        if run.passes:
            room = max(int((height - 36) / 15), 1)
            rows = [
                [
                    str(number),
                    f"({pretty(found.window[0])}, {pretty(found.window[1])})",
                    pretty(found.value),
                    str(found.depth),
                    str(len(found.leaves)),
                    str(found.cuts),
                ]
                for number, found in enumerate(run.passes, 1)
            ][-room:]
            columns = (_("pass"), "(α, β)", _("value"), "p", _("leaves"), _("cuts"))
            y = self._table(page, area, _("Passes"), columns, rows) + 14
        else:
            page.shapes.append(Text(x, y + 12, _("Answer"), 11, ink.soft, bold=True))
            size = max(min(24.0, 24 * width / width_of(run.answer, 24, bold=True)), 12.0)
            answer = shortened(run.answer, width, size, bold=True)
            page.shapes.append(Text(x, y + 40, answer, size, ink.ink, bold=True))
            leaves = ", ".join(pretty(value) for value in run.leaves[:200])
            words = _("Leaves in the order evaluated: {leaves}").format(leaves=leaves)
            y += 64
            for line in wrapped(words, width, 11)[:4]:
                page.shapes.append(Text(x, y, line, 11, ink.ink))
                y += 15
        return y

    def _table(
        self, page: Drawing, area: Area, title: str, columns: Sequence[str],
        rows: Sequence[Sequence[str]], mark_last: bool = False,
    ) -> float:  # fmt: skip
        ink = self.ink
        x, y, width, _height = area
        size, high = 11.0, 15.0
        wants = [
            max(width_of(text, size, bold=True) for text in column) + 18
            for column in zip(columns, *rows, strict=True)
        ]
        least = [34.0] * len(columns)
        spare = width - 14 - sum(least)
        more = [max(want - low, 0) for want, low in zip(wants, least, strict=True)]
        share = min(1.0, spare / sum(more)) if sum(more) else 0.0
        rest = (spare - share * sum(more)) / len(columns) if share == 1.0 else 0.0
        widths = [
            low + extra * share + min(rest, 26) for low, extra in zip(least, more, strict=True)
        ]
        full = sum(widths) + 14
        shapes: list[Shape] = [Text(x, y + 11, title, 11, ink.soft, bold=True)]
        top = y + 18
        shapes.append(Rect(x, top, full, high, ink.panel))
        if mark_last and rows:
            base = top + high * len(rows)
            shapes.append(Rect(x, base, full, high, ink.marked))
            shapes.append(_pointer(x + 4, base + 3.5, ink.ring))
        for number, row in enumerate([columns, *rows]):
            at = x + 14
            base = top + high * number
            bold = number == 0 or (mark_last and number == len(rows))
            for text, wide in zip(row, widths, strict=True):
                shown = shortened(text, wide - 4, size, bold)
                shapes.append(
                    Text(at + wide / 2, base + 11.2, shown, size, ink.ink, "middle", bold)
                )
                at += wide
            shapes.append(Line(x, base + high, x + full, base + high, ink.faint, 0.5))
        page.shapes += shapes
        return top + high * (len(rows) + 1)

    def _code(self, page: Drawing, scene: Scene, area: Area) -> None:
        ink = self.ink
        x, y, width, height = area
        lines = list(self.listing.lines)
        marked = -1
        if scene.told is not None:
            step = scene.told.step
            marked = self.listing.line_of(step.statement, self.run.maximises(step.node))
        title = self.listing.title[:1].upper() + self.listing.title[1:]
        page.shapes.append(Text(x, y + 11, title, 11, ink.soft, bold=True))
        y, height = y + 18, height - 18
        longest = max(len(line) for line in lines)
        size = min(11.0, (width - 24) / (0.603 * longest), max(height / len(lines) / 1.28, 8.0))
        high = size * 1.28
        room = max(int(height / high), 1)
        first = min(max(marked - room // 2, 0), max(len(lines) - room, 0))
        shown = lines[first : first + room]
        page.shapes.append(Rect(x, y, width, high * len(shown) + 4, ink.panel, radius=3))
        for number, line in enumerate(shown, first):
            base = y + 2 + high * (number - first)
            if number == marked:
                page.shapes += [
                    Rect(x, base, width, high, ink.marked),
                    _pointer(x + 4, base + high / 2 - 4, ink.ring),
                ]
            page.shapes.append(
                Text(
                    x + 16,
                    base + high * 0.76,
                    line.replace(" ", "\u00a0"),
                    size,
                    ink.ink,
                    bold=number == marked,
                    mono=True,
                )
            )

    def _foot(self, page: Drawing, scene: Scene) -> None:
        shapes, _height = self.figure.legend(MARGIN, 510, WIDTH - 2 * MARGIN, scene)
        page.shapes.append(Line(MARGIN, 500, WIDTH - MARGIN, 500, self.ink.faint, 0.8))
        page.shapes += shapes


def beside(left: Drawing, right: Drawing, title: str) -> Drawing:
    """Two pictures beside each other, with a line between them."""
    gap = 24.0
    page = Drawing(
        left.width + gap + right.width,
        max(left.height, right.height),
        title=title,
        description=f"{left.description} {right.description}",
        paper=left.paper,
        language=left.language,
    )
    page.put(left, 0, 0)
    page.put(right, left.width + gap, 0)
    middle = left.width + gap / 2
    page.shapes.append(Line(middle, 12, middle, page.height - 12, LIGHT.faint, 0.8))
    return page


def _scale(tree: Drawing, area: Area) -> float:
    return min(area[2] / tree.width, area[3] / tree.height, MOST_ENLARGED)


def _pointer(x: float, y: float, colour: str) -> Polygon:
    return Polygon(((x, y), (x + 7, y + 4), (x, y + 8)), colour)
