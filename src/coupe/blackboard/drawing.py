"""The tree of a run after a step, as plain shapes in points.

>>> from coupe.blackboard import trace
>>> run = trace("((10 12) (9 ?))", "alphabeta")
>>> picture = figure(scene_of(run))
>>> [shape.text for shape in picture.shapes if isinstance(shape, Text)][:8]
['A', '10', 'B', '10', '10', 'D', '12', 'E']

MAX is a triangle that points up, MIN one that points down, a leaf a box with its value. Nothing is
told by colour alone: what is pale is also dashed or thin, a cut is a double bar, the principal
variation is thick and has stars, and the node at work has a ring.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from coupe.blackboard.layout import MOST, Extent, Layout, Place, layout
from coupe.blackboard.positions import PositionNode
from coupe.blackboard.scene import SIGNS, Scene, Seen, drawn_nodes, scene_of
from coupe.blackboard.shapes import (
    DASHED,
    Circle,
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
from coupe.blackboard.tracing import Pass, Trace
from coupe.blackboard.tree import Node, pretty
from coupe.language import _, current, plural

__all__ = ["DARK", "LIGHT", "Figure", "Palette", "figure", "note", "scene_of", "settings"]


@dataclass(frozen=True)
class Palette:
    """The colours of a picture; each text has a contrast of 4.5 or more with what is below it."""

    paper: str
    ink: str
    soft: str
    faint: str
    leaf: str
    max_fill: str
    min_fill: str
    line: str
    ring: str
    cut: str
    marked: str
    panel: str
    discs: tuple[str, str]


LIGHT = Palette(
    paper="#ffffff", ink="#111827", soft="#5b6472", faint="#8a93a0", leaf="#f3f4f6",
    max_fill="#dbeafe", min_fill="#fde8c8", line="#1d4ed8", ring="#c2410c", cut="#b91c1c",
    marked="#fff1b8", panel="#f6f7f9", discs=("#1f2937", "#ffffff"),
)  # fmt: skip
DARK = Palette(
    paper="#14181f", ink="#eceff4", soft="#a3adba", faint="#737e8d", leaf="#232a34",
    max_fill="#1e3a5f", min_fill="#4d3413", line="#8ab4ff", ring="#ffa366", cut="#ff9a9a",
    marked="#4a4216", panel="#1c222b", discs=("#05070a", "#e5e9f0"),
)  # fmt: skip

HALF = 19.0
TALL = 33.0
SIZE = 11.0
SMALL = 9.5
GAP = 9.0
LEVEL_GAP = 32.0
LABEL_GAP = 9.0
RING = 4.5
BOARD_HEAD, BOARD_FOOT = 18.0, 19.0
FEW = 60
"""Up to so many nodes, positions are drawn as boards where nothing else is asked for."""

DISCS = {"othello": ("X", "O"), "connect4": ("R", "Y")}
"""The games whose pieces are discs, with the letters of the dark one and the light one."""


def figure(
    scene: Scene,
    *,
    boards: bool | None = None,
    most: int = MOST,
    dark: bool = False,
    legend: bool = True,
) -> Drawing:
    """The tree alone, with what its values mean below, and a legend.

    boards  whether nodes that are positions are small boards; else where there are few
    most    beyond so many nodes, whole subtrees are drawn as one box that counts them
    dark    light on dark
    """
    return Figure(scene.run, boards=boards, most=most, dark=dark).captioned(scene, legend=legend)


def palette_of(dark: bool) -> Palette:
    """The colours on dark or on white."""
    return DARK if dark else LIGHT


def settings(run: Trace) -> str:
    """What was run, in a line.

    >>> from coupe.blackboard import trace
    >>> settings(trace("(1 2)"))
    'alphabeta · left to right · window (−∞, ∞)'
    """
    order = {
        "left": _("left to right"),
        "right": _("right to left"),
        "best": _("best first"),
        "worst": _("worst first"),
        "game": _("in the game's order"),
    }.get(run.order, _("in the order {order}").format(order=run.order.replace(",", " ")))
    words = [run.algorithm, order]
    if run.visits.alpha and run.visits.alpha[0] is not None and not run.passes:
        low, high = run.visits.alpha[0], run.visits.beta[0]
        words.append(_("window ({low}, {high})").format(low=pretty(low), high=pretty(high)))
    if run.algorithm == "mtdf":
        words.append(_("first guess {value}").format(value=pretty(run.first_guess)))
    if run.strict:
        words.append(_("cuts only on >"))
    return " · ".join(words)


def note(run: Trace) -> str:
    """Whose the values are, and who moves at the root: what every picture says."""
    words = (
        _("All values are MAX's; MAX moves at the root.")
        if run.root == "max"
        else _("All values are MAX's; MIN moves at the root.")
    )
    if run.signed:
        words += " " + _("In the code and its table they are those of the side to move.")
    return words


def pass_line(scene: Scene) -> str:
    """Which of several searches is shown; nothing where there is only one."""
    run = scene.run
    begun = [
        found
        for found in run.passes
        if scene.at_end or run.visits.enter[found.first_visit] <= scene.index
    ]
    if not begun:
        return ""
    last: Pass = begun[-1]
    window = f"({pretty(last.window[0])}, {pretty(last.window[1])})"
    words = (
        _("Pass {number} of {all}, depth {depth}, window {window}")
        if run.algorithm == "deepening"
        else _("Pass {number} of {all}, window {window}")
    )
    return words.format(number=len(begun), all=len(run.passes), window=window, depth=last.depth)


class Figure:
    """The drawn tree of a run: laid out once, drawn after any step."""

    def __init__(
        self, run: Trace, *, boards: bool | None = None, most: int = MOST, dark: bool = False
    ) -> None:
        self.run = run
        self.most = most
        self.ink = palette_of(dark)
        self.nodes = drawn_nodes(run)
        self._known = set(self.nodes)
        self._of_position = isinstance(run.tree, PositionNode)
        if boards is None:
            boards = self._of_position and len(self.nodes) <= FEW
        self.boards = boards and self._of_position and run.tree.board() is not None
        self._visited = set(run.visits.node)
        self._shown = self._laid_out(frozenset(run.line))

    def place(self, scene: Scene) -> Layout:
        """Where the nodes stand; the same for all steps, as long as all nodes are drawn."""
        here = self._here(scene)
        if here is None or here in self._shown.of or here not in self._known:
            return self._shown
        return self._laid_out(frozenset([*self.run.line, *here.path]))

    def draw(self, scene: Scene) -> Drawing:
        """The tree after a step."""
        placed = self.place(scene)
        drawing = Drawing(placed.width, placed.height, paper=self.ink.paper)
        # What is bold or marked lies above what is not.
        for place in sorted(placed.places, key=lambda place: _weight(scene, place)):
            if place.parent is not None:
                drawing.shapes += self._edge(scene, place.parent, place)
        for place in placed.places:
            if place.hidden:
                drawing.shapes += self._stub(place)
            else:
                drawing.shapes += self._node(scene.seen[place.node], place)
        return drawing

    def captioned(self, scene: Scene, legend: bool = True) -> Drawing:
        """The tree with a margin, and what it means below."""
        margin = 14.0
        tree = self.draw(scene)
        width = max(tree.width, 330.0) + 2 * margin
        drawing = Drawing(width, 0, paper=self.ink.paper, language=current())
        drawing.title = f"{self.run.tree.name}: {settings(self.run)}"
        drawing.description = described(scene)
        drawing.put(tree, (width - tree.width) / 2, margin)
        y = margin + tree.height + 24
        lines = [settings(self.run), pass_line(scene), *([scene.sentence] if scene.at_end else [])]
        for text in [line for line in [*lines, note(self.run)] if line]:
            for line in wrapped(text, width - 2 * margin, SMALL):
                drawing.shapes.append(Text(margin, y, line, SMALL, self.ink.soft))
                y += 13
        if legend:
            shapes, height = self.legend(margin, y + 2, width - 2 * margin, scene)
            drawing.shapes += shapes
            y += height
        drawing.height = y + margin - 8
        return drawing

    def legend(
        self, x: float, y: float, width: float, scene: Scene | None = None
    ) -> tuple[list[Shape], float]:
        """The signs explained, in as many rows as they need, and the height of these."""
        ink = self.ink
        shapes: list[Shape] = []
        items: list[tuple[str, Callable[[float, float], list[Shape]]]] = [
            (_("MAX moves"), lambda x, y: [_triangle(x, y, 7, 12, True, ink.max_fill, ink.ink)]),
            (_("MIN moves"), lambda x, y: [_triangle(x, y, 7, 12, False, ink.min_fill, ink.ink)]),
        ]
        if scene is None or not scene.at_end:
            items.append(
                (_("at work"), lambda x, y: [Circle(x, y + 6, 6, "", ink.ring, 2.2)]),
            )
        if self.run.visits.alpha and self.run.visits.alpha[0] is not None:
            items.append(
                (
                    _("cut"),
                    lambda x, y: [
                        Line(x - 8, y + 6, x + 8, y + 6, ink.faint, 1, DASHED),
                        *_bars(x - 8, y + 6, x + 8, y + 6, ink.cut),
                    ],
                )
            )
            items.append(
                (_("left out"), lambda x, y: [Rect(x - 7, y, 14, 12, "", ink.faint, 1, 2, DASHED)])
            )
        if scene is None or not scene.at_end:
            items.append(
                (_("not searched yet"), lambda x, y: [Rect(x - 7, y, 14, 12, "", ink.faint, 1, 2)])
            )
        if scene is None or scene.at_end:
            items.append(
                (
                    _("principal variation"),
                    lambda x, y: [
                        Line(x - 9, y + 6, x + 9, y + 6, ink.line, 3),
                        _star(x, y + 6, 6, ink),
                    ],
                )
            )
        at = x
        top = y
        for words, draw in items:
            wide = 22 + width_of(words, SMALL) + 14
            if at + wide - 14 > x + width and at > x:
                at, y = x, y + 17
            shapes += draw(at + 9, y)
            shapes.append(Text(at + 22, y + 9.5, words, SMALL, ink.soft))
            at += wide
        return shapes, y - top + 17

    def _here(self, scene: Scene) -> Node | None:
        return scene.told.step.node if scene.told is not None else None

    def _children(self, node: Node) -> list[Node]:
        """The children that are drawn, in the order of the tree."""
        if not node.children or node.children[0] not in self._known:
            return []
        return node.children

    def _laid_out(self, keep: frozenset[Node]) -> Layout:
        def rank(node: Node) -> int | None:
            if node in keep:
                return 0
            return 1 if node in self._visited else None

        placed = layout(
            self.run.tree,
            self._extent,
            self._children,
            gap=GAP,
            level_gap=LEVEL_GAP,
            most=self.most,
            rank=rank,
            stub=_stub_extent,
        )
        # The edges of a wide tree would be nearly level.
        more = min(max(placed.width / 24, LEVEL_GAP), 3 * LEVEL_GAP) - LEVEL_GAP
        for place in placed.places:
            place.y += more * place.depth
        return replace(placed, height=placed.height + more * max(p.depth for p in placed.places))

    @cached_property
    def _labels(self) -> dict[Node, float]:
        """The room that the values returned by each node need."""
        visits = self.run.visits
        widest: dict[Node, float] = {}
        for visit, node in enumerate(visits.node):
            value = visits.value[visit]
            if value is not None:
                text = SIGNS[visits.kind[visit]] + pretty(value)
                widest[node] = max(widest.get(node, 0), width_of(text, SIZE, bold=True))
        return widest

    @cached_property
    def _bound(self) -> str:
        """The longest number that a window may show; empty where there are no windows."""
        visits = self.run.visits
        if not visits.alpha or visits.alpha[0] is None:
            return ""
        known = {*visits.value, *visits.alpha, *visits.beta} - {None}
        return max((pretty(value) for value in known), key=lambda text: width_of(text, SIZE))

    def _extent(self, node: Node) -> Extent:
        leaf = not self._children(node)
        above = self._caption(node)
        label = self._labels.get(node, 0)
        if self.boards:
            window = width_of(f"({self._bound}, {self._bound})", SMALL) if not leaf else 0
            half = max(self._board_size[0], label, window if self._bound else 0) / 2
            half = max(half, (width_of(above, SMALL) + 16) / 2)
            return Extent(half, half, BOARD_HEAD + self._board_size[1] + BOARD_FOOT)
        if leaf:
            name = width_of(above or node.name, SMALL)
            half = max(22.0, width_of(self._value(node), SIZE) + 9, min(name, 90), label) / 2
            return Extent(half, half, 20 + 16)
        beside = max(label, width_of(f"α {self._bound}", SMALL) if self._bound else 0)
        if not above and not _fits(node.name):
            beside = max(beside, min(width_of(node.name, SMALL, bold=True), 90))
        half = max(HALF, width_of(above, SMALL) / 2)
        right = HALF + LABEL_GAP + beside if beside else HALF
        return Extent(half, max(half, right), TALL + (13 if above else 0))

    def _caption(self, node: Node) -> str:
        """What stands above a node: the move that leads to a position."""
        if not self._of_position:
            return ""
        return str(node.edge) if node.parent is not None and node is not self.run.tree else ""

    def _value(self, node: Node) -> str:
        """The value in the box of a leaf: of a position only once it has been evaluated."""
        if self._of_position and node not in self._visited:
            return "?"
        return pretty(node.value)

    @cached_property
    def _board_size(self) -> tuple[float, float]:
        grid = self.run.tree.board() or [[""]]
        cell = self._cell
        return cell * len(grid[0]), cell * len(grid)

    @property
    def _cell(self) -> float:
        grid = self.run.tree.board() or [[""]]
        return 13.0 if len(grid[0]) <= 4 else 8.5

    def _top(self, place: Place) -> tuple[float, float]:
        return place.anchor, place.y

    def _foot(self, place: Place) -> tuple[float, float]:
        if self.boards:
            return place.anchor, place.bottom
        return place.anchor, place.y + TALL + (13 if self._caption(place.node) else 0)

    def _edge(self, scene: Scene, above: Place, below: Place) -> list[Shape]:
        ink = self.ink
        x1, y1 = self._foot(above)
        x2, y2 = self._top(below)
        parent = scene.seen[above.node]
        if below.hidden:
            children = self._hidden_children(scene, below)
            left = any(seen.state == "left" for seen in children)
            pale = all(seen.state in ("left", "waiting") for seen in children)
            return [
                Line(x1, y1, x2, y2, ink.faint if pale else ink.ink, 1, DASHED),
                *(_bars(x1, y1, x2, y2, ink.cut) if left and parent.cut else []),
            ]
        seen = scene.seen[below.node]
        if seen.on_line and parent.on_line:
            star = _star((x1 + x2) / 2, (y1 + y2) / 2, 7, ink)
            return [Line(x1, y1, x2, y2, ink.line, 3.6), star]
        if seen.state == "left":
            edge = Line(x1, y1, x2, y2, ink.faint, 1, DASHED)
            return [edge, *(_bars(x1, y1, x2, y2, ink.cut) if parent.cut else [])]
        if seen.state == "waiting":
            return [Line(x1, y1, x2, y2, ink.faint, 1)]
        return [Line(x1, y1, x2, y2, ink.ink, 1.5)]

    def _hidden_children(self, scene: Scene, stub: Place) -> list[Seen]:
        drawn = self.place(scene).of
        return [scene.seen[child] for child in self._children(stub.node) if child not in drawn]

    def _stub(self, place: Place) -> list[Shape]:
        ink = self.ink
        count, words = _hidden(place.hidden)
        return [
            Rect(place.x, place.y, place.width, 30, ink.paper, ink.faint, 1, 7, DASHED),
            Text(place.anchor, place.y + 12.5, count, SMALL, ink.soft, "middle", bold=True),
            Text(place.anchor, place.y + 24, words, SMALL, ink.soft, "middle"),
        ]

    def _node(self, seen: Seen, place: Place) -> list[Shape]:
        leaf = not self._children(seen.node)
        if self.boards:
            return self._board(seen, place, leaf)
        if leaf:
            return self._leaf(seen, place)
        return self._inner(seen, place)

    def _pen(self, seen: Seen) -> tuple[str, str, float, tuple[float, ...]]:
        """The colour of the text, of the outline, its width and its dashes."""
        if seen.on_line:
            return self.ink.ink, self.ink.line, 2.6, ()
        if seen.state == "left":
            return self.ink.soft, self.ink.faint, 1, DASHED
        if seen.state == "waiting":
            return self.ink.soft, self.ink.faint, 1, ()
        return self.ink.ink, self.ink.ink, 1.5, ()

    def _fill(self, seen: Seen, leaf: bool = False) -> str:
        if seen.state in ("left", "waiting") and not seen.on_line:
            return self.ink.paper
        if leaf:
            return self.ink.leaf
        return self.ink.max_fill if seen.is_max else self.ink.min_fill

    def _leaf(self, seen: Seen, place: Place) -> list[Shape]:
        text, outline, width, dash = self._pen(seen)
        caption = self._caption(seen.node)
        value = self._value(seen.node)
        wide = max(22.0, width_of(value, SIZE) + 9)
        x, y = place.anchor - wide / 2, place.y + (13 if caption else 0)
        done = seen.state == "done"
        shapes: list[Shape] = [
            Rect(x, y, wide, 20, self._fill(seen, True), outline, width, 2, dash),
            Text(place.anchor, y + 14, value, SIZE, text, "middle", bold=done),
        ]
        if seen.state == "here":
            shapes.insert(0, Rect(x - 4, y - 4, wide + 8, 28, "", self.ink.ring, 2.6, 6))
        if caption:
            shapes.append(Text(place.anchor, place.y + 9.5, caption, SMALL, text, "middle"))
        else:
            name = shortened(seen.node.name, 90, SMALL)
            shapes.append(Text(place.anchor, y + 33, name, SMALL, self.ink.soft, "middle"))
        return shapes

    def _inner(self, seen: Seen, place: Place) -> list[Shape]:
        text, outline, width, dash = self._pen(seen)
        caption = self._caption(seen.node)
        x, y = place.anchor, place.y + (13 if caption else 0)
        shapes: list[Shape] = []
        if seen.state == "here":
            shapes.append(_ring(x, y, seen.is_max, self.ink.ring))
        fill = self._fill(seen)
        shapes.append(_triangle(x, y, HALF, TALL, seen.is_max, fill, outline, width, dash))
        right = x + HALF + LABEL_GAP
        beside: list[tuple[str, float, bool, str]] = []
        name = seen.node.name
        if caption:
            shapes.append(Text(x, place.y + 9.5, caption, SMALL, text, "middle"))
        elif _fits(name):
            base = y + TALL - 5 if seen.is_max else y + 14
            shapes.append(Text(x, base, name, SIZE, text, "middle", bold=seen.state != "left"))
        else:
            beside.append((shortened(name, 90, SMALL, bold=True), SMALL, True, text))
        if seen.window is not None:
            low, high = pretty(seen.window[0]), pretty(seen.window[1])
            beside += [(f"α {low}", SMALL, False, text), (f"β {high}", SMALL, False, text)]
        elif seen.label:
            beside.append((seen.label, SIZE, True, text))
        # Beside the wide end: the foot of MAX, the head of MIN.
        base = y + TALL - 2 - 11.5 * (len(beside) - 1) if seen.is_max else y + 10
        for words, size, bold, colour in beside:
            shapes.append(Text(right, base, words, size, colour, bold=bold))
            base += 11.5
        return shapes

    def _board(self, seen: Seen, place: Place, leaf: bool) -> list[Shape]:
        text, outline, width, dash = self._pen(seen)
        ink = self.ink
        wide, tall = self._board_size
        x, y = place.anchor - wide / 2, place.y + BOARD_HEAD
        caption = self._caption(seen.node)
        at = place.anchor - width_of(caption, SMALL) / 2
        sign = _triangle(
            at - 1 if caption else at, place.y + 2, 5, 8.5, seen.is_max,
            self._fill(seen), outline, 1,
        )  # fmt: skip
        shapes: list[Shape] = [sign]
        if caption:
            shapes.append(Text(at + 7, place.y + 10, caption, SMALL, text))
        if seen.state == "here":
            shapes.append(Rect(x - 3.5, y - 3.5, wide + 7, tall + 7, "", ink.ring, 2.6, 4))
        fill = self._fill(seen, leaf)
        shapes.append(Rect(x, y, wide, tall, fill, outline, width, 1, dash))
        shapes += self._cells(seen.node, x, y, ink.faint, text)
        label = seen.window_label or seen.label
        if label:
            bold = not seen.window_label
            size = SIZE if bold else SMALL
            shapes.append(
                Text(place.anchor, place.bottom - 3, label, size, text, "middle", bold=bold)
            )
        return shapes

    def _cells(self, node: Node, x: float, y: float, grid: str, text: str) -> list[Shape]:
        cell = self._cell
        rows = node.board() or []
        wide, tall = self._board_size
        shapes: list[Shape] = [
            Line(x, y + cell * row, x + wide, y + cell * row, grid, 0.5)
            for row in range(1, len(rows))
        ]
        shapes += [
            Line(x + cell * column, y, x + cell * column, y + tall, grid, 0.5)
            for column in range(1, len(rows[0]) if rows else 0)
        ]
        game = node.position.game.title.lower() if isinstance(node, PositionNode) else ""
        dark, light = DISCS.get(game, ("", ""))
        for row, cells in enumerate(rows):
            for column, piece in enumerate(cells):
                middle = x + cell * (column + 0.5), y + cell * (row + 0.5)
                if piece and piece in (dark, light):
                    colour = self.ink.discs[0 if piece == dark else 1]
                    edge = self.ink.ink if piece == dark else self.ink.soft
                    shapes.append(Circle(*middle, cell * 0.38, colour, edge, 0.8))
                elif piece:
                    size = cell * 0.78
                    shapes.append(
                        Text(middle[0], middle[1] + size * 0.36, piece, size, text, "middle", True)
                    )
        return shapes


def described(scene: Scene) -> str:
    """The picture in words, for those who do not see it."""
    words = [settings(scene.run), pass_line(scene), note(scene.run), scene.sentence]
    nodes = [
        f"{seen.node.name}: {seen.window_label or seen.label}"
        for seen in scene.seen.values()
        if seen.window is not None or (seen.label and seen.node.children)
    ]
    return ". ".join(word.rstrip(".") for word in [*words, ", ".join(nodes[:80])] if word) + "."


def _weight(scene: Scene, place: Place) -> int:
    seen = scene.seen[place.node]
    if seen.on_line and not place.hidden:
        return 2
    return 0 if place.hidden or seen.state in ("left", "waiting") else 1


def _hidden(count: int) -> tuple[str, str]:
    """What a box says that stands for so many nodes: `+ 37`, and `nodes`."""
    return f"+ {count}", plural("node", "nodes", count)


def _stub_extent(count: int) -> Extent:
    half = max(width_of(text, SMALL, bold=True) for text in _hidden(count)) / 2 + 5
    return Extent(half, half, 30)


def _fits(name: str) -> bool:
    """Whether a name can be read inside a triangle."""
    return width_of(name, SIZE, bold=True) <= 20


def _triangle(
    x: float, y: float, half: float, tall: float, up: bool, fill: str, stroke: str,
    width: float = 1.2, dash: tuple[float, ...] = (),
) -> Polygon:  # fmt: skip
    points = (
        ((x, y), (x + half, y + tall), (x - half, y + tall))
        if up
        else ((x - half, y), (x + half, y), (x, y + tall))
    )
    return Polygon(points, fill, stroke, width, dash)


def _ring(x: float, y: float, up: bool, colour: str) -> Polygon:
    """A second outline around a triangle, everywhere at the same distance."""
    slope = math.hypot(HALF, TALL)
    above = RING * slope / HALF
    half = HALF + RING * (slope + HALF) / TALL
    top, foot = (y - above, y + TALL + RING) if up else (y - RING, y + TALL + above)
    return _triangle(x, top, half, foot - top, up, "", colour, 2.6)


def _bars(x1: float, y1: float, x2: float, y2: float, colour: str) -> list[Shape]:
    """Two short bars across an edge, nearer to its lower end, where edges are further apart."""
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    along = (x2 - x1) / length, (y2 - y1) / length
    shapes: list[Shape] = []
    for off in (-2.2, 2.2):
        x = x1 + 0.6 * (x2 - x1) + along[0] * off
        y = y1 + 0.6 * (y2 - y1) + along[1] * off
        shapes.append(
            Line(
                x - along[1] * 6.5,
                y + along[0] * 6.5,
                x + along[1] * 6.5,
                y - along[0] * 6.5,
                colour,
                2,
            )
        )
    return shapes


def _star(x: float, y: float, radius: float, ink: Palette) -> Polygon:
    points = []
    for corner in range(10):
        size = radius if corner % 2 == 0 else radius * 0.45
        angle = math.pi * corner / 5
        points.append((x + size * math.sin(angle), y - size * math.cos(angle)))
    return Polygon(tuple(points), ink.line, ink.paper, 1)
