"""The tree of an exercise as a picture: with room for the answers, or with the answers.

>>> from coupe.blackboard.exercises.making import make
>>> exercise = make("values", "((3 5) (2 9))")
>>> texts = [shape.text for shape in picture(exercise).shapes if isinstance(shape, Text)]
>>> texts
['A', 'B', '3', 'D', '5', 'E', 'C', '2', 'F', '9', 'G']
>>> solved = picture(exercise, solved=True)
>>> [shape.text for shape in solved.shapes if isinstance(shape, Text) and shape.bold]
['A', '3', 'B', '3', 'C', '2']
"""

from coupe.blackboard.exercises.answers import (
    bound_text,
    cut_children,
    evaluated,
    minimax_values,
    returned_of,
    window_of,
    window_text,
)
from coupe.blackboard.exercises.exercise import Exercise
from coupe.blackboard.layout import Extent, Layout, Place, layout
from coupe.blackboard.shapes import (
    DASHED,
    Drawing,
    Line,
    Polygon,
    Rect,
    Shape,
    Text,
    shortened,
    width_of,
)
from coupe.blackboard.tree import Node, pretty
from coupe.language import _, current

HALF, TALL = 18.0, 31.0
SIZE, SMALL = 11.0, 9.0
GAP, LEVEL_GAP = 8.0, 30.0
MARGIN = 6.0
LONGEST = 84.0
"""The room of the longest name."""

INK, SOFT, FAINT = "#111827", "#4b5563", "#9ca3af"
MAX_FILL, MIN_FILL, LEAF_FILL = "#dbeafe", "#fde8c8", "#f3f4f6"
ANSWER = "#1d4ed8"
CUT = "#b91c1c"


def picture(exercise: Exercise, solved: bool = False) -> Drawing:
    """The tree: names, the values of the leaves, and room for the answers; or the answers."""
    return _Picture(exercise, solved).draw()


class _Picture:
    def __init__(self, exercise: Exercise, solved: bool) -> None:
        self.exercise = exercise
        self.solved = solved
        run = exercise.run
        self.entered = set(run.visits.node)
        self.cut = set(cut_children(exercise)) if exercise.kind in ("cuts", "leaves") else set()
        self.line = {run.tree, *run.line} if exercise.kind in ("values", "move") else set()
        self.beside = {node: self._answer(node) for node in exercise.nodes if node.children}
        self.numbers = (
            {node: place for place, node in enumerate(evaluated(exercise), 1)}
            if exercise.kind == "leaves"
            else {}
        )

    def _answer(self, node: Node) -> tuple[str, str]:
        """The window and the value that stand beside a node in the solution."""
        exercise = self.exercise
        if node.name not in exercise.asked:
            return "", ""
        if exercise.kind == "values":
            return "", pretty(minimax_values(exercise)[node])
        if node.name not in exercise.visit_of:
            return "", ""
        window = window_text(window_of(exercise, node.name))
        return window, bound_text(returned_of(exercise, node.name))

    def draw(self) -> Drawing:
        placed = self._placed()
        exercise = self.exercise
        drawing = Drawing(
            placed.width + 2 * MARGIN, placed.height + 2 * MARGIN, language=current(),
            title=_("The tree of the exercise"), description=str(exercise.tree),
        )  # fmt: skip
        tree = Drawing(placed.width, placed.height)
        for place in placed.places:
            if place.parent is not None:
                tree.shapes += self._edge(place.parent, place)
        for place in placed.places:
            tree.shapes += self._node(place)
        drawing.put(tree, MARGIN, MARGIN)
        return drawing

    def _placed(self) -> Layout:
        return layout(
            self.exercise.tree,
            self._extent,
            gap=GAP,
            level_gap=LEVEL_GAP,
            most=len(self.exercise.nodes),
        )

    def _extent(self, node: Node) -> Extent:
        move = self.exercise.moves.get(node.name, "")
        if not node.children:
            wide = max(
                width_of(pretty(node.value), SIZE) + 10,
                min(width_of(node.name, SMALL), LONGEST),
                width_of(move, SMALL) + 4,
                22.0,
            )
            return Extent(wide / 2, wide / 2, 34 + (11 if self.numbers else 0))
        window, value = self.beside[node]
        asked = bool(window or value)
        wide = max(
            width_of(window, SMALL), width_of(value, SIZE, bold=True), 24.0 if asked else 0.0
        )
        if not _fits(node.name):
            wide = max(wide, min(width_of(node.name, SMALL, bold=True), LONGEST))
        half = max(HALF, width_of(move, SMALL) / 2 + 2)
        return Extent(half, max(half, HALF + (2 + wide if wide else 0)), TALL)

    def _edge(self, above: Place, below: Place) -> list[Shape]:
        x1, y1, x2, y2 = above.anchor, above.y + TALL, below.anchor, below.y
        shapes: list[Shape] = []
        child = below.node
        pale = self.solved and self.cut and child not in self.entered
        if self.solved and child in self.line and above.node in self.line:
            shapes.append(Line(x1, y1, x2, y2, ANSWER, 3))
        else:
            shapes.append(Line(x1, y1, x2, y2, FAINT if pale else SOFT, 1, DASHED if pale else ()))
        if self.solved and child in self.cut:
            shapes += _bars(x1, y1, x2, y2)
        move = self.exercise.moves.get(child.name, "")
        if move:
            x, y = x1 + (x2 - x1) * 0.68, y1 + (y2 - y1) * 0.68
            wide = width_of(move, SMALL) + 3
            shapes.append(Rect(x - wide / 2, y - 6.5, wide, 11, "#ffffff"))
            shapes.append(Text(x, y + 2.5, move, SMALL, INK, "middle"))
        return shapes

    def _node(self, place: Place) -> list[Shape]:
        node, x, y = place.node, place.anchor, place.y
        pale = self.solved and self.cut and node not in self.entered
        ink, dash = (FAINT, DASHED) if pale else (INK, ())
        if not node.children:
            value = pretty(node.value)
            wide = max(22.0, width_of(value, SIZE) + 10)
            name = shortened(node.name, LONGEST, SMALL)
            number = self.numbers.get(node) if self.solved else None
            shapes: list[Shape] = [
                Rect(
                    x - wide / 2, y, wide, 19, LEAF_FILL if not pale else "#ffffff", ink, 1, 2, dash
                ),
                Text(x, y + 13.5, value, SIZE, ink, "middle"),
                Text(x, y + 29, name, SMALL, ink, "middle"),
            ]
            if number is not None:
                shapes.append(Text(x, y + 41, f"({number})", SMALL, ANSWER, "middle", bold=True))
            return shapes
        is_max = self.exercise.is_max(node)
        points = (
            ((x, y), (x + HALF, y + TALL), (x - HALF, y + TALL))
            if is_max
            else ((x - HALF, y), (x + HALF, y), (x, y + TALL))
        )
        fill = "#ffffff" if pale else MAX_FILL if is_max else MIN_FILL
        shapes = [Polygon(points, fill, ink, 1.2, dash)]
        fits = _fits(node.name)
        if fits:
            base = y + (TALL - 6 if is_max else 13.5)
            shapes.append(Text(x, base, node.name, SIZE, ink, "middle", bold=True))
        else:
            name = shortened(node.name, LONGEST, SMALL, bold=True)
            shapes.append(Text(x + HALF + 2, y + 7, name, SMALL, ink, bold=True))
        shapes += self._beside(node, x + HALF + 2, y + (9 if not fits else 0))
        return shapes

    def _beside(self, node: Node, x: float, y: float) -> list[Shape]:
        """The answer, or a line to write it on; a window that is given stands there too."""
        window, value = self.beside[node]
        if not value:
            return []
        shapes: list[Shape] = []
        if window and (self.solved or self.exercise.kind == "returns"):
            colour = ANSWER if self.exercise.kind == "windows" else SOFT
            shapes.append(Text(x, y + 9, window, SMALL, colour))
        elif window:
            shapes.append(Line(x, y + 10, x + 24, y + 10, FAINT, 0.8))
        if self.solved:
            shapes.append(Text(x, y + 23, value, SIZE, ANSWER, bold=True))
        else:
            shapes.append(Line(x, y + 25, x + 24, y + 25, FAINT, 0.8))
        return shapes


def _fits(name: str) -> bool:
    return width_of(name, SIZE, bold=True) <= 1.15 * HALF


def _bars(x1: float, y1: float, x2: float, y2: float) -> list[Shape]:
    """The double bar of a cut, across an edge."""
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1.0)
    along = ((x2 - x1) / length, (y2 - y1) / length)
    across = (-along[1], along[0])
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    return [
        Line(
            x + along[0] * off - across[0] * 6, y + along[1] * off - across[1] * 6,
            x + along[0] * off + across[0] * 6, y + along[1] * off + across[1] * 6, CUT, 1.8,
        )
        for off in (-2.0, 2.0)
    ]  # fmt: skip
