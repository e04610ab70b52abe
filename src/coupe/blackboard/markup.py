"""A drawing written down: as SVG, and as the markup that typst makes a PDF of.

>>> from coupe.blackboard.shapes import Drawing, Text
>>> text = to_svg(Drawing(30, 20, [Text(2, 12, "α < β", 10, "#000000")], title="a window"))
>>> text.splitlines()[-2]
'<text x="2" y="12" font-size="10" fill="#000000">α &lt; β</text>'
"""

import json
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from coupe.blackboard.shapes import FONT, MONO, Circle, Drawing, Line, Polygon, Shape, Text

SANS_STACK = f"'{FONT}', Verdana, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
MONO_STACK = f"'{MONO}', Consolas, Menlo, monospace"


def to_svg(drawing: Drawing) -> str:
    """The drawing as SVG that stands by itself, and shrinks to the width of a page."""
    width, height = _short(drawing.width), _short(drawing.height)
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" style="max-width:100%;height:auto" role="img" '
        f'lang="{drawing.language}" font-family="{SANS_STACK}" xml:space="preserve">',
        f"<title>{_clean(drawing.title)}</title>",
    ]
    if drawing.description:
        head.append(f"<desc>{_clean(drawing.description)}</desc>")
    head.append(f'<rect width="{width}" height="{height}" fill="{drawing.paper}"/>')
    return "\n".join([*head, *(_svg_shape(shape) for shape in drawing.shapes), "</svg>"]) + "\n"


def _svg_shape(shape: Shape) -> str:
    if isinstance(shape, Text):
        more = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
        more += ' font-weight="700"' if shape.bold else ""
        more += f' font-family="{MONO_STACK}"' if shape.mono else ""
        return (
            f'<text x="{_short(shape.x)}" y="{_short(shape.y)}" font-size="{_short(shape.size)}" '
            f'fill="{shape.fill}"{more}>{_clean(shape.text)}</text>'
        )
    if isinstance(shape, Line):
        return (
            f'<line x1="{_short(shape.x1)}" y1="{_short(shape.y1)}" x2="{_short(shape.x2)}" '
            f'y2="{_short(shape.y2)}"{_svg_pen("", shape.stroke, shape.width, shape.dash)}/>'
        )
    if isinstance(shape, Circle):
        pen = _svg_pen(shape.fill or "none", shape.stroke, shape.width, ())
        return f'<circle cx="{_short(shape.x)}" cy="{_short(shape.y)}" r="{_short(shape.r)}"{pen}/>'
    pen = _svg_pen(shape.fill or "none", shape.stroke, shape.width, shape.dash)
    if isinstance(shape, Polygon):
        points = " ".join(f"{_short(x)},{_short(y)}" for x, y in shape.points)
        return f'<polygon points="{points}"{pen}/>'
    radius = f' rx="{_short(shape.radius)}"' if shape.radius else ""
    return (
        f'<rect x="{_short(shape.x)}" y="{_short(shape.y)}" width="{_short(shape.w)}" '
        f'height="{_short(shape.h)}"{radius}{pen}/>'
    )


def _svg_pen(fill: str, stroke: str, width: float, dash: Sequence[float]) -> str:
    words = f' fill="{fill}"' if fill else ""
    if stroke:
        words += f' stroke="{stroke}" stroke-width="{_short(width)}"'
        if dash:
            words += f' stroke-dasharray="{" ".join(map(_short, dash))}"'
    return words


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if number % 1 else str(int(number))


def _clean(text: str) -> str:
    """The text without what XML does not allow, and with what it reserves escaped."""
    return escape("".join(letter for letter in text if letter >= " " or letter in "\n\t"))


TYPST_HEAD = """
#set document(title: {title})
#set text(font: ({sans}, "DejaVu Sans Mono"), lang: {language}, top-edge: "baseline", bottom-edge: "baseline", hyphenate: false)
#let at(x, y, body) = place(top + left, dx: x * 1pt, dy: y * 1pt, body)
#let pen(s, w, d) = if s == none {{ none }} else {{ stroke(paint: rgb(s), thickness: w * 1pt, dash: d) }}
#let ink(f) = if f == none {{ none }} else {{ rgb(f) }}
#let t(x, y, s, size, f, side: left, w: "regular", font: {sans}) = {{
  let room = 4000
  let off = if side == left {{ 0 }} else if side == right {{ room }} else {{ room / 2 }}
  at(x - off, y, box(width: room * 1pt, align(side, text(size: size * 1pt, fill: rgb(f), weight: w, font: (font, "DejaVu Sans Mono"), s))))
}}
#let l(x, y, u, v, s, w, d) = place(top + left, line(start: (x * 1pt, y * 1pt), end: (u * 1pt, v * 1pt), stroke: pen(s, w, d)))
#let p(f, s, w, d, ..ps) = place(top + left, polygon(fill: ink(f), stroke: pen(s, w, d), ..ps.pos().map(q => (q.at(0) * 1pt, q.at(1) * 1pt))))
#let r(x, y, w, h, f, s, b, d, o) = at(x, y, rect(width: w * 1pt, height: h * 1pt, fill: ink(f), stroke: pen(s, b, d), radius: o * 1pt))
#let c(x, y, o, f, s, w) = at(x - o, y - o, circle(radius: o * 1pt, fill: ink(f), stroke: pen(s, w, none)))
"""


def to_typst(drawings: Iterable[Drawing], title: str, language: str) -> str:
    """The drawings as typst markup, each on a page of its own size."""
    head = TYPST_HEAD.format(
        title=_quoted(title), language=_quoted(language), sans=_quoted(FONT)
    ).strip()
    pages = []
    for drawing in drawings:
        size = f"width: {_short(drawing.width)}pt, height: {_short(drawing.height)}pt"
        shapes = "\n".join(f"#{_typst_shape(shape)}" for shape in drawing.shapes)
        pages.append(f'#page({size}, margin: 0pt, fill: rgb("{drawing.paper}"))[\n{shapes}\n]')
    return head + "\n" + "\n".join(pages)


def _typst_shape(shape: Shape) -> str:
    if isinstance(shape, Text):
        more = {"start": "", "middle": ", side: center", "end": ", side: right"}[shape.anchor]
        more += ', w: "bold"' if shape.bold else ""
        more += f", font: {_quoted(MONO)}" if shape.mono else ""
        return (
            f"t({_short(shape.x)}, {_short(shape.y)}, {_quoted(shape.text)}, "
            f'{_short(shape.size)}, "{shape.fill}"{more})'
        )
    if isinstance(shape, Line):
        ends = ", ".join(_short(place) for place in (shape.x1, shape.y1, shape.x2, shape.y2))
        return f"l({ends}, {_typst_pen(shape.stroke, shape.width, shape.dash)})"
    fill = f'"{shape.fill}"' if shape.fill else "none"
    if isinstance(shape, Circle):
        place = f"{_short(shape.x)}, {_short(shape.y)}, {_short(shape.r)}"
        stroke = f'"{shape.stroke}"' if shape.stroke else "none"
        return f"c({place}, {fill}, {stroke}, {_short(shape.width)})"
    pen = _typst_pen(shape.stroke, shape.width, shape.dash)
    if isinstance(shape, Polygon):
        points = ", ".join(f"({_short(x)}, {_short(y)})" for x, y in shape.points)
        return f"p({fill}, {pen}, {points})"
    place = ", ".join(_short(place) for place in (shape.x, shape.y, shape.w, shape.h))
    return f"r({place}, {fill}, {pen}, {_short(shape.radius)})"


def _typst_pen(stroke: str, width: float, dash: Sequence[float]) -> str:
    if not stroke:
        return "none, 0, none"
    dashes = f"({', '.join(_short(length) + 'pt' for length in dash)})" if dash else "none"
    return f'"{stroke}", {_short(width)}, {dashes}'


def _quoted(text: str) -> str:
    return json.dumps("".join(letter for letter in text if letter >= " "), ensure_ascii=False)
