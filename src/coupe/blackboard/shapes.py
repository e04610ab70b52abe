"""The plain shapes that every picture is made of, in points, and how wide a text is.

>>> drawing = Drawing(20, 10, [Line(0, 0, 20, 10, "#000000")])
>>> drawing.shapes[0].moved(5, 0, 2)
Line(x1=5, y1=0, x2=45, y2=20, stroke='#000000', width=2, dash=())
"""

from dataclasses import dataclass, field, replace

FONT = "DejaVu Sans"
MONO = "DejaVu Sans Mono"

Dash = tuple[float, ...]
DASHED: Dash = (3, 2.5)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float = 1
    dash: Dash = ()

    def moved(self, dx: float, dy: float, scale: float) -> "Line":
        """The same, enlarged and then moved."""
        return replace(
            self,
            x1=self.x1 * scale + dx,
            y1=self.y1 * scale + dy,
            x2=self.x2 * scale + dx,
            y2=self.y2 * scale + dy,
            width=self.width * scale,
            dash=tuple(length * scale for length in self.dash),
        )


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline; without a fill or a stroke where that is empty."""

    points: tuple[tuple[float, float], ...]
    fill: str = ""
    stroke: str = ""
    width: float = 1
    dash: Dash = ()

    def moved(self, dx: float, dy: float, scale: float) -> "Polygon":
        """The same, enlarged and then moved."""
        return replace(
            self,
            points=tuple((x * scale + dx, y * scale + dy) for x, y in self.points),
            width=self.width * scale,
            dash=tuple(length * scale for length in self.dash),
        )


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, with round corners where `radius` is not 0."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    stroke: str = ""
    width: float = 1
    radius: float = 0
    dash: Dash = ()

    def moved(self, dx: float, dy: float, scale: float) -> "Rect":
        """The same, enlarged and then moved."""
        return replace(
            self,
            x=self.x * scale + dx,
            y=self.y * scale + dy,
            w=self.w * scale,
            h=self.h * scale,
            width=self.width * scale,
            radius=self.radius * scale,
            dash=tuple(length * scale for length in self.dash),
        )


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc."""

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 1

    def moved(self, dx: float, dy: float, scale: float) -> "Circle":
        """The same, enlarged and then moved."""
        return replace(
            self,
            x=self.x * scale + dx,
            y=self.y * scale + dy,
            r=self.r * scale,
            width=self.width * scale,
        )


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `y` is its baseline, and `x` the point of its `anchor`."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "start"
    bold: bool = False
    mono: bool = False

    def moved(self, dx: float, dy: float, scale: float) -> "Text":
        """The same, enlarged and then moved."""
        return replace(self, x=self.x * scale + dx, y=self.y * scale + dy, size=self.size * scale)

    @property
    def span(self) -> float:
        """How wide it is."""
        return width_of(self.text, self.size, self.bold, self.mono)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - self.span * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]


Shape = Line | Polygon | Rect | Circle | Text


@dataclass
class Drawing:
    """A picture: its size, its shapes from the back to the front, and what it says in words."""

    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)
    title: str = ""
    description: str = ""
    paper: str = "#ffffff"
    language: str = "en"

    def put(self, other: "Drawing", dx: float, dy: float, scale: float = 1) -> None:
        """Draw another picture into this one."""
        self.shapes += [shape.moved(dx, dy, scale) for shape in other.shapes]


# The widths of the letters of the font, for one point of size, rounded up to a twentieth.
WIDTHS = {
    0.3: "'IJijlî",
    0.35: " ,./:;\\|·\u00a0",
    0.4: "()-[]ft",
    0.45: "!r",
    0.5: '"*_`',
    0.55: "?cszç",
    0.6: "FLkvxy",
    0.65: "$0123456789EPSTYabdeghnopqu{}β«»éèêàôù",
    0.7: "ABCKRVXZα",
    0.75: "NU",
    0.8: "&DGHOQ",
    0.85: "#+<=>^w~−∞≥≤→×",
    0.9: "M",
    1.0: "%@Wm…",
}
WIDTH = {letter: width for width, letters in WIDTHS.items() for letter in letters}


def width_of(text: str, size: float, bold: bool = False, mono: bool = False) -> float:
    """How wide a text is, never less than in the font.

    >>> width_of("α = 10", 10) < width_of("α = 10", 10, bold=True)
    True
    """
    if mono:
        return 0.603 * size * len(text)
    width = sum(WIDTH.get(letter, 1.0) for letter in text)
    return width * size * (1.13 if bold else 1.0)


def shortened(text: str, room: float, size: float, bold: bool = False, mono: bool = False) -> str:
    """The text, cut to a width with … at its end.

    >>> shortened("a very long name", 50, 10)
    'a very l…'
    """
    if width_of(text, size, bold, mono) <= room:
        return text
    while text and width_of(text + "…", size, bold, mono) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """The text in lines of a width, broken at its spaces.

    >>> wrapped("one two three", 50, 10)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
