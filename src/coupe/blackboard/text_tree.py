"""A tree as text: from the top down where it fits, else indented, one node a line.

>>> from coupe.blackboard import trace
>>> from coupe.blackboard.scene import scene_of
>>> for line in text_tree(scene_of(trace("((3 5) (2 9))", "alphabeta"))):
...     print(plain_text(line).rstrip())
        ▲A*
         3
    ┌────┴────┐
   ▼B*       ▼C
    3        ≤ 2
 ┌──┴─┐    ┌──┴─╫
 D*   E    F   (G)
 3    5    2    9

MAX moves at ▲, MIN at ▼; ╫ is a cut, (G) was left out, * marks the principal variation.
"""

from collections.abc import Callable
from typing import NamedTuple

from coupe.blackboard.layout import Extent, Layout, Place, layout
from coupe.blackboard.narration import Narrator, told
from coupe.blackboard.positions import PositionNode
from coupe.blackboard.scene import Scene, Seen
from coupe.blackboard.tracing import Trace
from coupe.blackboard.tree import MOST_DEPTH, Node, pretty
from coupe.language import _, plural

Run = tuple[str, str]
"""Some characters and the name of their style, "" for none."""

Line = list[Run]

ROWS_A_PLY = 3
LONGEST_NAME = 12
MOST_IN_FULL = 1_500
"""How many nodes a drawing from the top down has at most; the others are counted."""

ASCII = str.maketrans(
    {
        "−": "-", "∞": "inf", "≤": "<=", "≥": ">=", "→": "->", "…": "...", "α": "alpha",
        "β": "beta", "▲": "^", "▼": "v", "△": "^", "▽": "v", "╫": "//", "─": "-", "│": "|",
        "┌": "+", "┐": "+", "┬": "+", "┴": "+", "┼": "+", "├": "|", "└": "`", "▶": ">",
        "\u00a0": " ", "\u202f": " ", "«": '"', "»": '"', "·": "-", "←": "<-", "—": "-", "\u2013": "-", "\u2019": "'",
    }
)  # fmt: skip
"""How characters are written where only ASCII is understood."""


def ascii_of(text: str) -> str:
    """A text in ASCII alone, as well as it goes.

    >>> ascii_of("α = −∞, élagage")
    'alpha = -inf, elagage'
    """
    from unicodedata import normalize

    plain = normalize("NFKD", text.translate(ASCII))
    return "".join(
        letter if letter.isascii() else "?"
        for letter in plain
        if not "\u0300" <= letter <= "\u036f"
    )


def plain_text(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _style in line)


def text_tree(
    scene: Scene, width: int = 80, ascii_only: bool = False, most_lines: int = 80
) -> list[Line]:
    """The tree after a step, from the top down where that is not wider than `width`, else indented."""
    if len(scene.seen) <= MOST_IN_FULL:
        for gap in (2, 1):
            drawing = Drawing(scene, gap=gap, ascii_only=ascii_only)
            if drawing.width <= width:
                return drawing.lines(scene)
    return indented(scene, ascii_only, most_lines)


def bare_tree(
    tree: Node, width: int = 80, ascii_only: bool = False, most_lines: int = 80
) -> list[Line]:
    """A tree that nobody has searched; inner nodes show the values of their own, if they have any.

    >>> from coupe.blackboard import read_tree
    >>> for line in bare_tree(read_tree("((3 5) ?)")):
    ...     print(plain_text(line).rstrip())
         △A
    <BLANKLINE>
       ┌──┴─┐
      ▽B    C
            ?
     ┌─┴──┐
     D    E
     3    5
    """
    return text_tree(bare_scene(tree), width, ascii_only, most_lines)


def bare_scene(tree: Node) -> Scene:
    """The scene of a tree before any search; MAX moves at its root."""

    def maximises(node: Node) -> bool:
        return node.turn == 0

    narrator = Narrator("minimax", told("minimax", False), lambda n: n.children, maximises, 1)
    run = Trace(
        tree, "minimax", narrator, 0, order="left", window=None, root="max", depth=MOST_DEPTH,
        strict=False, first_guess=0,
    )  # fmt: skip
    return Scene(run, -1, {node: Seen(node, maximises(node)) for node in tree.nodes()})


def legend(scene: Scene, ascii_only: bool = False) -> str:
    """What the marks of the drawing say.

    >>> from coupe.blackboard import trace
    >>> from coupe.blackboard.scene import scene_of
    >>> legend(scene_of(trace("((3 5) (2 9))", "minimax")))
    '▲ MAX   ▼ MIN   * principal variation'
    """
    seen = scene.seen.values()
    words = ["▲ MAX", "▼ MIN"]
    if not scene.at_end:
        words.append(_("[A] here"))
    if any(one.kind == "upper" and one.value is not None for one in seen):
        words.append(_("≤ upper bound"))
    if any(one.kind == "lower" and one.value is not None for one in seen):
        words.append(_("≥ lower bound"))
    if any(one.cut for one in seen):
        words.append(_("╫ cut"))
    if any(one.state == "left" for one in seen):
        words.append(_("(A) left out"))
    if any(one.on_line for one in seen):
        words.append(_("* principal variation"))
    line = "   ".join(words)
    return ascii_of(line) if ascii_only else line


def kids(scene: Scene, node: Node) -> list[Node]:
    """The children that are to be drawn, from left to right."""
    if isinstance(node, PositionNode) and node.left == 0:
        return []
    return [child for child in node.children if child in scene.seen]


def short(node: Node) -> str:
    """The name of a node in a drawing: of a position only the move that leads to it."""
    name = node.edge if isinstance(node, PositionNode) and node.parent else node.name
    text = str(name)
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


class Label(NamedTuple):
    """What is written at a node: its mark and name, and its value or window."""

    name: str
    value: str
    style: str
    value_style: str


def label_of(scene: Scene, seen: Seen, inner: bool) -> Label:
    """What is written at a node, and in which style."""
    searched = seen.state in ("done", "open", "here")
    mark = ("▲△" if seen.is_max else "▼▽")[0 if searched else 1] if inner else ""
    name = mark + short(seen.node)
    value, value_style = seen.label, "value"
    if seen.state == "here":
        name = f"[{name}]"
    elif seen.state == "left":
        name = f"({name})"
    if seen.on_line:
        name += "*"
    if not value and inner:
        value, value_style = seen.window_label, "window"
    if not value and _shows_its_own(scene, seen.node, inner):
        value, value_style = pretty(seen.node.value), "pale"
    style = "line" if seen.on_line else seen.state
    if seen.state in ("left", "waiting"):
        style = value_style = "pale"
    elif seen.on_line:
        value_style = "line"
    return Label(name, value, style, value_style)


def _shows_its_own(scene: Scene, node: Node, inner: bool) -> bool:
    """Whether a node shows its value before it is searched; a position would first be evaluated."""
    if isinstance(node, PositionNode):
        return False
    return not inner or (node.value is not None and not len(scene.run.visits))


def _room_of(run: Trace, node: Node, inner: bool, bound: int) -> Extent:
    """How many characters a node may need left and right of its middle, whatever the step."""
    name = len(short(node)) + (1 if inner else 0)
    if inner:
        value = bound + 3 if run.algorithm == "minimax" else 2 * bound + 4
    else:
        value = bound if isinstance(node, PositionNode) else len(pretty(node.value))
    left = max(name // 2 + 1, value // 2)
    right = max(name - name // 2, value - value // 2 - 1) + 1
    return Extent(left, right, ROWS_A_PLY - 1)


def _placed(scene: Scene, extent: Callable[[Node], Extent], gap: int, most: int) -> Layout:
    """The tree laid out; where it has too many nodes the way to the current one is drawn first."""
    here = set() if scene.told is None else set(scene.told.step.node.path)

    def rank(node: Node) -> int:
        return 0 if node in here else 1 if scene.seen[node].on_line else 2

    return layout(
        scene.run.tree,
        extent,
        lambda node: kids(scene, node),
        gap=gap,
        level_gap=1,
        most=most,
        rank=rank,
        stub=lambda count: Extent(len(str(count)) // 2 + 1, len(str(count)) // 2 + 2, 1),
    )


class Drawing:
    """A tree from the top down; the same places at every step, so that nothing jumps."""

    def __init__(
        self, scene: Scene, gap: int = 2, ascii_only: bool = False, most: int = MOST_IN_FULL
    ) -> None:
        self.ascii_only = ascii_only
        bound = self._longest_bound(scene.run)
        placed = _placed(
            scene,
            lambda node: _room_of(scene.run, node, bool(kids(scene, node)), bound),
            gap,
            most,
        )
        self.width = int(placed.width) + 1
        self.height = ROWS_A_PLY * (1 + max(place.depth for place in placed.places)) - 1
        self.complete = not any(place.hidden for place in placed.places)
        self._places = placed.places
        self._below: dict[Node, list[Place]] = {}
        for place in placed.places:
            if place.parent is not None:
                self._below.setdefault(place.parent.node, []).append(place)
        self._of = placed.of

    def _longest_bound(self, run: Trace) -> int:
        visits = run.visits
        shown = {*visits.alpha, *visits.beta, *visits.value} - {None}
        return max((len(self._said(pretty(value))) for value in shown), default=1)

    def _said(self, text: str) -> str:
        return ascii_of(text) if self.ascii_only else text

    def place_of(self, node: Node) -> tuple[int, int]:
        """Where the middle of a node's name stands."""
        place = self._of[node]
        return int(place.anchor), place.depth * ROWS_A_PLY

    def lines(
        self,
        scene: Scene,
        left: int = 0,
        top: int = 0,
        width: int | None = None,
        height: int | None = None,
    ) -> list[Line]:
        """The drawing after a step, or what a window on it shows."""
        canvas = _Canvas(left, top, width or self.width, height or self.height)
        for place in self._places:
            y = place.depth * ROWS_A_PLY
            if top - ROWS_A_PLY <= y <= top + canvas.height:
                if place.hidden:
                    text = self._said(f"+{place.hidden}")
                    canvas.put(int(place.anchor) - len(text) // 2, y, text, "pale")
                else:
                    self._draw_node(canvas, scene, place)
        return canvas.lines()

    def _draw_node(self, canvas: "_Canvas", scene: Scene, place: Place) -> None:
        x, y = self.place_of(place.node)
        below = self._below.get(place.node, [])
        label = label_of(scene, scene.seen[place.node], bool(below))
        bare = self._said(label.name).strip("[]()*")
        at = x - len(bare) // 2 - (1 if label.name[0] in "[(" else 0)
        canvas.put(at, y, self._said(label.name), label.style)
        value = self._said(label.value)
        canvas.put(x - len(value) // 2, y + 1, value, label.value_style)
        if below:
            self._draw_edges(canvas, scene, place, below)

    def _draw_edges(
        self, canvas: "_Canvas", scene: Scene, place: Place, below: list[Place]
    ) -> None:
        x, y = self.place_of(place.node)
        columns = [int(child.anchor) for child in below]
        pale = scene.seen[place.node].state in ("left", "waiting")
        style = "pale" if pale else "edge"
        y += ROWS_A_PLY - 1
        canvas.put(columns[0], y, self._said("─") * (columns[-1] - columns[0] + 1), style)
        canvas.put(x, y, self._said("┴" if len(below) > 1 else "│"), style)
        for child, column in zip(below, columns, strict=True):
            sign = "┌" if child is below[0] else "┐" if child is below[-1] else "┬"
            if column == x:
                sign = "┼" if len(below) > 1 else "│"
            if not child.hidden and is_cut_off(scene, child.node):
                canvas.put(column, y, self._said("╫"), "cut")
            else:
                canvas.put(column, y, self._said(sign), style)


def is_cut_off(scene: Scene, child: Node) -> bool:
    """Whether a cut has left out this very child, not only what is above it."""
    above = scene.seen.get(child.parent) if child.parent else None
    return scene.seen[child].state == "left" and above is not None and above.state != "left"


class _Canvas:
    """Characters in rows, seen through a window."""

    def __init__(self, left: int, top: int, width: int, height: int) -> None:
        self.left, self.top, self.width, self.height = left, top, width, height
        self._letters = [[" "] * width for _row in range(height)]
        self._styles = [[""] * width for _row in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write from a place on; what is outside the window is lost."""
        row = y - self.top
        if not 0 <= row < self.height:
            return
        for column, letter in enumerate(text, x - self.left):
            if 0 <= column < self.width:
                self._letters[row][column] = letter
                self._styles[row][column] = style

    def lines(self) -> list[Line]:
        """The rows, each as a few runs of one style."""
        found = []
        for letters, styles in zip(self._letters, self._styles, strict=True):
            line: Line = []
            first = 0
            for column in range(1, self.width + 1):
                if column == self.width or styles[column] != styles[first]:
                    line.append(("".join(letters[first:column]), styles[first]))
                    first = column
            found.append(line)
        return found


def indented(scene: Scene, ascii_only: bool = False, most_lines: int = 80) -> list[Line]:
    """One node a line, below its parent and further to the right.

    >>> from coupe.blackboard import trace
    >>> from coupe.blackboard.scene import scene_of
    >>> for line in indented(scene_of(trace("((3 5) (2 9))", "alphabeta"))):
    ...     print(plain_text(line).rstrip())
    ▲A*  3
    ├─ ▼B*  3
    │  ├─ D*  3
    │  └─ E  5
    └─ ▼C  ≤ 2
       ├─ F  2
       └╫ (G)  9
    """
    said = ascii_of if ascii_only else str
    found: list[Line] = []
    placed = _placed(scene, lambda node: Extent(1, 1, 1), 1, most_lines)
    last = {place.parent.node: place for place in placed.places if place.parent}
    befores: dict[Node, str] = {}
    for place in placed.places:
        joint, before, is_last = "", "", True
        if place.parent is not None:
            is_last = last[place.parent.node] is place
            before = befores[place.parent.node]
            joint = "└" if is_last else "├"
        if place.hidden:
            words = plural("{n} more node", "{n} more nodes", place.hidden).format(n=place.hidden)
            found.append([(said(f"{before}{joint}─ "), "edge"), (said(f"… {words}"), "pale")])
            continue
        befores[place.node] = before + (("   " if is_last else "│  ") if joint else "")
        inner = bool(kids(scene, place.node))
        label = label_of(scene, scene.seen[place.node], inner)
        style = "pale" if label.style == "pale" else "edge"
        if joint and is_cut_off(scene, place.node):
            joint, style = joint + "╫ ", "cut"
        elif joint:
            joint += "─ "
        line = [(said(before), "edge"), (said(joint), style), (said(label.name), label.style)]
        if label.value:
            line += [("  ", ""), (said(label.value), label.value_style)]
        found.append(line)
    return found
