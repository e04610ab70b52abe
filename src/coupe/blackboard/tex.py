# ruff: noqa: RUF001 (Greek letters are what is written here)
r"""A run as LaTeX: the tree after a step as a TikZ picture, and all steps as Beamer slides.

>>> from coupe.blackboard import trace
>>> run = trace("((3 5) (2 9))", "alphabeta")
>>> picture = tikz(run)
>>> picture.count("\n\\coupenode{"), picture.count("\n\\coupeleaf{"), picture.count("\n\\coupeedge{")
(3, 4, 6)
>>> beamer(run).count(r"\begin{frame}") == len(run.steps) + 1
True

Nodes, edges and code are written once; a slide says only what it changes of the one before it.
"""

import math
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files

from coupe.blackboard.drawing import note, settings
from coupe.blackboard.layout import MOST, Extent, Place, layout
from coupe.blackboard.listings import line_at, listing_of
from coupe.blackboard.pictures import shown_steps
from coupe.blackboard.positions import PositionNode
from coupe.blackboard.scene import Scene, drawn_nodes, scene_of
from coupe.blackboard.telling import COLUMNS
from coupe.blackboard.tracing import Trace
from coupe.blackboard.tree import Node, pretty
from coupe.errors import BadOption
from coupe.language import _

MOST_SLIDES = 3_000
MOST_CALLS = 9
"""How many calls of the table fit on a slide; of more, the outermost are left out."""

SLIDE_TREE = (258.0, 200.0)
SLIDE_CODE = (172.0, 178.0)
"""The room on a slide, in points."""

SHAPE_HEIGHT, LINE_HEIGHT, CHARACTER = 21.0, 10.5, 5.0
LEAF_HEIGHT = 17.0
HALF = 14.0
IN_SHAPE = 3
"""The longest name that is written inside its triangle."""

SYMBOLS = {
    "−": "-", "∞": r"\infty", "≥": r"\geq", "≤": r"\leq", "→": r"\rightarrow", "←": r"\leftarrow",
    "<": "<", ">": ">", "|": "|", "×": r"\times", "·": r"\cdot", "★": r"\star", "≠": r"\neq",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon",
    "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda",
    "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "ο": "o", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma",
    "ς": r"\varsigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "χ": r"\chi",
    "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta",
    "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma", "Υ": r"\Upsilon", "Φ": r"\Phi",
    "Ψ": r"\Psi", "Ω": r"\Omega",
}  # fmt: skip

ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "\u00a0": "~", "\u202f": r"\,", "’": "'", "…": r"\ldots{}", "–": "--", "—": "---",
    "«": r"\ensuremath{\ll}", "»": r"\ensuremath{\gg}",
}  # fmt: skip

CHARACTERS = r"""\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}
  % a character that the fonts lack is told by its number
  \newcommand\coupechar[2]{{\tiny U+#2}}
\else
  \newcommand\coupechar[2]{#1}
\fi
"""
"""The first lines of a document in which `text_of` is read."""


def tikz(run: Trace, index: int | None = None, *, document: bool = True, most: int = MOST) -> str:
    r"""The tree after a step, or at the end, as LaTeX.

    A document is one page of the size of the picture. Without `document` it is what goes into a
    document of your own: `\input` the first lines, up to the empty one, in its preamble.

    >>> from coupe.blackboard import trace
    >>> tikz(trace("(3 5)", "minimax"), document=False).splitlines()[-1]
    '\\end{tikzpicture}'
    """
    scene = scene_of(run, _known(run, index))
    drawing = _Drawing(run, most)
    sets = "\n".join(drawing.changes(scene))
    width = max(drawing.width, 220)
    words = (settings(run), note(run))
    small = r"\\".join(rf"\footnotesize\color{{coupesoft}}{text_of(line)}" for line in words)
    caption = rf"{text_of(scene.sentence)}\\[2pt]{small}"
    picture = "\n".join(
        (
            r"\begin{tikzpicture}",
            *drawing.lines(),
            rf"\node[anchor=north, text width={width:.0f}pt, align=center, font=\small] at "
            rf"({drawing.middle:.1f}pt,{-drawing.height - 10:.1f}pt) {{{caption}}};",
            r"\end{tikzpicture}",
        )
    )
    if not document:
        return f"{_macros()}\n{sets}\n{picture}\n"
    lines = sum(math.ceil(len(line) * CHARACTER * 1.1 / width) for line in (scene.sentence, *words))
    page = f"paperwidth={width + 24:.0f}pt,paperheight={drawing.height + 12 * lines + 46:.0f}pt"
    return (
        "\\documentclass{article}\n"
        f"\\usepackage[{page},margin=10pt]{{geometry}}\n"
        f"{_macros()}"
        "\\pagestyle{empty}\n\\setlength\\parindent{0pt}\n"
        f"\\begin{{document}}\n\\centering\n{sets}\n{picture}\n\\end{{document}}\n"
    )


def beamer(run: Trace, *, listing: str = "python", every: int = 1, most: int = MOST) -> str:
    """Slides, one for each step and one for the conclusion: tree, table of calls, code, sentence.

    every  takes only each so many steps, and every cut

    >>> from coupe.blackboard import trace
    >>> beamer(trace("(3 5)", "minimax"), listing="course").splitlines()[0]
    '\\\\documentclass[aspectratio=169,10pt]{beamer}'
    """
    count = len(run.steps)
    steps = [index for index in shown_steps(run, every, MOST_SLIDES) if index is not None]
    code = listing_of(run, listing)
    drawing = _Drawing(run, most)
    calls = min(max(place.depth for place in drawing.places) + 3, MOST_CALLS + 1)
    room = SLIDE_TREE[1] - 10.5 * calls
    scale = min(SLIDE_TREE[0] / drawing.width, room / drawing.height, 1.2)
    slides = []
    for index in steps:
        scene = scene_of(run, index)
        slides += [
            r"\begin{frame}[plain]",
            *drawing.changes(scene),
            rf"\coupeslide{{{line_at(run, code, index) + 1}}}{{{_rows(scene)}}}"
            rf"{{{text_of(scene.sentence)}}}{{{index + 1}/{count}}}",
            r"\end{frame}",
        ]
    end = scene_of(run)
    slides += [
        r"\begin{frame}[plain]",
        *drawing.changes(end),
        rf"\coupeend{{{_passes(run)}}}{{{text_of(end.sentence)}}}",
        r"\end{frame}",
    ]
    return "\n".join(
        (
            r"\documentclass[aspectratio=169,10pt]{beamer}",
            _macros().rstrip(),
            files("coupe.blackboard").joinpath("slides.tex").read_text("utf-8").rstrip(),
            rf"\newcommand\coupecode{{{_code(code.lines)}}}",
            rf"\newcommand\coupehead{{{' & '.join(map(text_of, COLUMNS))}}}",
            rf"\newcommand\coupenote{{{text_of(settings(run))}\\{text_of(note(run))}}}",
            rf"\newcommand\coupetree{{\scalebox{{{scale:.3f}}}{{\begin{{tikzpicture}}",
            *drawing.lines(),
            r"\end{tikzpicture}}}",
            r"\begin{document}",
            *slides,
            r"\end{document}",
            "",
        )
    )


def text_of(text: str) -> str:
    r"""A text as LaTeX writes it, in any fonts: symbols as mathematics, what is special escaped.

    >>> text_of("α ≥ 9 & β_1 = −∞")
    '$\\alpha$ $\\geq$ 9 \\& $\\beta$\\_1 = $-\\infty$'
    """
    found = ""
    for character in text:
        if character in SYMBOLS:
            written = f"${SYMBOLS[character]}$"
        elif character in ESCAPES:
            written = ESCAPES[character]
        elif character.isascii() or "\u00c0" <= character <= "\u017f":
            written = character if character.isprintable() else " "
        else:
            written = rf"\coupechar{{{character if character.isprintable() else ' '}}}{{{ord(character):X}}}"
        found += written
    return found.replace("$$", "")


def length_of(text: str) -> int:
    """How many letters wide a text is; a character told by its number takes four.

    >>> length_of("Ada"), length_of("日")
    (3, 4)
    """
    return len(text) + 3 * text_of(text).count(r"\coupechar{")


def name_of(node: Node) -> str:
    """What is written at a node: its name; of a position the move that leads to it."""
    return node.edge if isinstance(node.edge, str) else node.name


def drawn_children(run: Trace) -> dict[Node, list[Node]]:
    """The children of each node that a picture may show."""
    drawn = set(drawn_nodes(run))
    found: dict[Node, list[Node]] = {}
    for node in drawn:
        below = node.children
        found[node] = below if below and below[0] in drawn else []
    return found


class _Drawing:
    """The tree of a run with its places, and what has been said of its nodes so far."""

    def __init__(self, run: Trace, most: int) -> None:
        self.run = run
        self.children = children = drawn_children(run)
        visited = set(run.visits.node)
        self.long = any(
            length_of(name_of(node)) > IN_SHAPE for node, below in children.items() if below
        )
        window = 0.0
        if any(alpha is not None for alpha in run.visits.alpha):
            window = CHARACTER / 2 * max(
                len(f"({pretty(alpha)}, {pretty(beta)})")
                for alpha, beta in zip(run.visits.alpha, run.visits.beta, strict=True)
            )  # fmt: skip

        def extent(node: Node) -> Extent:
            name = (
                CHARACTER / 2 * length_of(name_of(node))
                if length_of(name_of(node)) > IN_SHAPE
                else 0.0
            )
            if not children[node]:
                half = max(self._half(node), name)
                return Extent(half, half, LEAF_HEIGHT + LINE_HEIGHT)
            half = max(HALF, name, window)
            height = SHAPE_HEIGHT + LINE_HEIGHT * (1 + self.long + (window > 0))
            return Extent(half, half, height)

        placed = layout(
            run.tree,
            extent,
            lambda node: children[node],
            gap=4,
            level_gap=13,
            most=most,
            rank=lambda node: 0 if node in visited else 1,
        )
        self.places = placed.places
        self.numbers = {
            place.node: number for number, place in enumerate(self.places) if not place.hidden
        }
        self.width, self.height = placed.width, placed.height
        self._said: dict[int, str] = {}

    def _half(self, node: Node) -> float:
        """Half the width of the box of a leaf."""
        return max(10.0, (CHARACTER * len(pretty(node.value)) + 7) / 2)

    @cached_property
    def middle(self) -> float:
        """Half way between the left and the right edge."""
        return self.width / 2

    def lines(self) -> list[str]:
        """The edges and nodes, without what changes."""
        found = [rf"\setlength\coupedrop{{{LINE_HEIGHT if self.long else 0:.1f}pt}}"]
        for number, place in enumerate(self.places):
            if place.parent is not None:
                found.append(
                    rf"\coupeedge{{{number}}}{self._at(place.parent, SHAPE_HEIGHT)}{self._at(place)}"
                )
        for number, place in enumerate(self.places):
            if place.hidden:
                found.append(rf"\coupemore{{{number}}}{self._at(place)}{{{place.hidden}}}")
                continue
            if not self.children[place.node]:
                known = "?" if isinstance(place.node, PositionNode) else pretty(place.node.value)
                found.append(
                    rf"\coupeleaf{{{number}}}{self._at(place)}{{{self._half(place.node):.1f}}}"
                    rf"{{{text_of(name_of(place.node))}}}{{{text_of(known)}}}"
                )
                continue
            side = "max" if self.run.maximises(place.node) else "min"
            name = text_of(name_of(place.node))
            names = (
                f"{{{name}}}{{}}"
                if length_of(name_of(place.node)) <= IN_SHAPE
                else f"{{}}{{{name}}}"
            )
            found.append(rf"\coupenode{{{number}}}{self._at(place)}{{{side}}}{names}")
        return found

    def _at(self, place: Place, down: float = 0) -> str:
        return f"{{{place.anchor:.1f}}}{{{-place.y - down:.1f}}}"

    def changes(self, scene: Scene) -> Iterator[str]:
        """What is different from the last scene that was asked for."""
        for number, place in enumerate(self.places):
            if place.hidden:
                continue
            seen = scene.seen[place.node]
            state = "line" if seen.on_line else seen.state
            edge = {"left": "left", "line": "line", "waiting": "waiting"}.get(state, "done")
            above = place.node.parent
            if seen.state == "left" and above is not None and scene.seen[above].cut:
                edge = "cut"
            label = seen.label
            if seen.on_line and self.children[place.node]:
                label = f"★ {label}"
            said = f"{{{state}}}{{{edge}}}{{{text_of(label)}}}{{{text_of(seen.window_label)}}}"
            if self._said.get(number, "{waiting}{waiting}{}{}") != said:
                self._said[number] = said
                yield rf"\coupeset{{{number}}}{said}"


def _known(run: Trace, index: int | None) -> int | None:
    if index is not None and not 0 <= index < len(run.steps):
        raise BadOption(
            _("There is no step {index}: the run has the steps 0 to {last}.").format(
                index=index, last=len(run.steps) - 1
            )
        )
    return index


def _macros() -> str:
    return CHARACTERS + files("coupe.blackboard").joinpath("tree.tex").read_text("utf-8")


def _rows(scene: Scene) -> str:
    """The table of calls; the last row is the call at work."""
    rows = [" & ".join(map(text_of, row)) for row in scene.rows]
    if len(rows) > MOST_CALLS:
        rows = [r"\ldots" + " &" * (len(COLUMNS) - 1), *rows[-MOST_CALLS + 1 :]]
    if rows:
        rows[-1] = rf"\coupelast {rows[-1]}"
    return r"\\".join(rows)


def _passes(run: Trace) -> str:
    """The table of the passes, where a run is made of several."""
    if not run.passes:
        return ""
    deepening = run.algorithm == "deepening"
    heads = [_("depth") if deepening else _("window"), _("value"), _("leaves"), _("cuts")]
    rows = [" & ".join(map(text_of, heads)) + r"\\ \hline"]
    for found in run.passes:
        window = f"({pretty(found.window[0])}, {pretty(found.window[1])})"
        first = str(found.depth) if deepening else window
        cells = (first, pretty(found.value), str(len(found.leaves)), str(found.cuts))
        rows.append(" & ".join(map(text_of, cells)) + r"\\")
    return rf"\begin{{tabular}}{{rrrr}}{''.join(rows)}\end{{tabular}}"


def _code(lines: tuple[str, ...]) -> str:
    """The lines of the code, numbered from 1, at the size that fits."""
    longest = max(map(len, lines)) + 5
    width = 5.6 * longest
    scale = min(SLIDE_CODE[0] / width, SLIDE_CODE[1] / (11.6 * len(lines)), 1)
    written = []
    for number, line in enumerate(lines, 1):
        text = line.lstrip()
        indent = 5.25 * (len(line) - len(text))
        written.append(rf"\coupeline{{{number}}}{{{indent:.1f}}}{{{text_of(text)}}}")
    inner = "\n".join(written)
    return (
        rf"\scalebox{{{scale:.3f}}}{{\begin{{minipage}}{{{width:.0f}pt}}"
        f"\n{inner}\n"
        r"\end{minipage}}"
    )
