"""The shop of pictures: a run as SVG, PNG, GIF or PDF, and as a deck of slides.

>>> from coupe.blackboard import trace
>>> run = trace("((3 5) (2 9))", "alphabeta")
>>> svg(run).startswith("<svg")
True
>>> svg(run, 10, whole=True).count("</text>") > svg(run, 10).count("</text>")
True

In all of them `index` is a step (None is the end, with the answer), `whole` a slide with the table of
calls and the code instead of the tree alone, `code` the listing shown there, `boards` whether
positions are small boards, `most` how many nodes are drawn at most, and `dark` light on dark.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import sub
from pathlib import Path
from typing import Any

from coupe.blackboard.drawing import Figure, settings
from coupe.blackboard.layout import MOST
from coupe.blackboard.markup import to_svg, to_typst
from coupe.blackboard.scene import scene_of
from coupe.blackboard.shapes import Drawing, Line, Text
from coupe.blackboard.slide import Slides, beside
from coupe.blackboard.tracing import Trace
from coupe.errors import BadFile, BadOption
from coupe.language import _, current, reason_of

FONTS = Path(__file__).parent / "fonts"
EXTENSIONS = ("svg", "png", "pdf", "gif")
PAPERS = {"a4": (595.0, 842.0), "letter": (612.0, 792.0)}
MOST_PAGES = 2_000
MOST_FRAMES = 500
MOST_PIXELS = 16_000


def svg(run: Trace, index: int | None = None, **options: Any) -> str:
    """A step of a run as SVG."""
    return to_svg(drawing(run, index, **options))


def png(run: Trace, index: int | None = None, *, zoom: float = 2, **options: Any) -> bytes:
    """A step of a run as PNG; `zoom` is how many pixels a point has."""
    return rendered(drawing(run, index, **options), zoom)


def pdf(run: Trace, index: int | None = None, *, paper: str = "", **options: Any) -> bytes:
    """A step of a run as a PDF of one page, as large as the picture or of a `paper`: a4, letter."""
    if paper and paper not in PAPERS:
        raise BadOption(
            _("{value} is no {name}; choose one of {known}.").format(
                value=paper, name=_("paper"), known=", ".join(PAPERS)
            )
        )
    picture = drawing(run, index, **options)
    return _compiled([on_paper(picture, paper) if paper else picture], settings(run))


def gif(
    run: Trace, *, every: int = 1, seconds: float = 1.2, zoom: float = 1, whole: bool = True,
    **options: Any,
) -> bytes:  # fmt: skip
    """All steps of a run as an animation that ends with the answer, and begins again.

    every    takes only each so many steps, and every cut
    seconds  how long a step is shown
    """
    try:
        from PIL import Image
    except ImportError:
        raise _missing("pillow") from None
    if not 0.02 <= seconds <= 60:
        raise _outside("seconds", seconds, 0.02, 60)
    drawings = list(_drawings(run, shown_steps(run, every, MOST_FRAMES), whole, options))
    width = max(drawn.width for drawn in drawings)
    height = max(drawn.height for drawn in drawings)
    for drawn in drawings:
        drawn.width, drawn.height = width, height

    def frame(drawn: Drawing) -> Image.Image:
        return Image.open(io.BytesIO(rendered(drawn, zoom))).convert("RGB")

    palette = Image.new("P", (1, 1))
    palette.putpalette(colours(drawings))
    frames = [
        frame(drawn).quantize(palette=palette, dither=Image.Dither.NONE) for drawn in drawings
    ]
    durations = [int(seconds * 1000)] * (len(frames) - 1) + [int(seconds * 4000)]
    found = io.BytesIO()
    frames[0].save(
        found, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0,
        optimize=False, disposal=1,
    )  # fmt: skip
    return found.getvalue()


def slides(run: Trace, *, every: int = 1, **options: Any) -> bytes:
    """A run as a PDF deck: a page for each step, and one for the conclusion."""
    steps = shown_steps(run, every, MOST_PAGES)
    return _compiled(_drawings(run, steps, True, options), settings(run))


def side_by_side(
    left: Trace, right: Trace, left_index: int | None = None, right_index: int | None = None,
    **options: Any,
) -> str:  # fmt: skip
    """Two runs beside each other as SVG, each after a step of its own."""
    drawings = drawing(left, left_index, **options), drawing(right, right_index, **options)
    return to_svg(beside(*drawings, f"{settings(left)} | {settings(right)}"))


def save(run: Trace, path: str | Path, index: int | None = None, **options: Any) -> None:
    """Write a picture of a run into a file, of the kind that its name says."""
    file = Path(path)
    kind = file.suffix.lower().lstrip(".")
    if kind not in EXTENSIONS:
        raise BadOption(
            _("{path} does not end like a picture: write a name that ends in {known}.").format(
                path=str(file)[:80], known=", ".join(f".{known}" for known in EXTENSIONS)
            )
        )
    made: bytes
    if kind == "gif":
        made = gif(run, **options)
    elif kind == "svg":
        made = svg(run, index, **options).encode("utf-8")
    else:
        made = (png if kind == "png" else pdf)(run, index, **options)
    try:
        file.write_bytes(made)
    except OSError as error:
        raise BadFile(
            _("{path} cannot be written: {reason}.").format(
                path=str(file)[:80], reason=reason_of(error)
            )
        ) from error


def drawing(
    run: Trace, index: int | None = None, *, whole: bool = False, code: str = "python",
    boards: bool | None = None, most: int | None = None, dark: bool = False, legend: bool = True,
) -> Drawing:  # fmt: skip
    """The shapes of a picture, before they are written in one form or the other."""
    if most is not None and most < 1:
        raise BadOption(
            _("{name} is {value}; it can be {least} or more.").format(
                name="most", value=most, least=1
            )
        )
    scene = scene_of(run, checked(run, index))
    if whole:
        return Slides(run, code=code, boards=boards, most=most, dark=dark).draw(scene)
    tree = Figure(run, boards=boards, most=most or MOST, dark=dark)
    return tree.captioned(scene, legend=legend)


def checked(run: Trace, index: int | None) -> int | None:
    """The number of a step that there is; a negative one counts from the end."""
    count = len(run.steps)
    if index is None:
        return None
    if not -count <= index < count:
        raise BadOption(
            _("There is no step {index}: the run has the steps 0 to {last}.").format(
                index=index, last=count - 1
            )
            if count
            else _("The run has kept no steps: run it with its steps, or ask for its end.")
        )
    return index % count


def shown_steps(run: Trace, every: int, most: int) -> list[int | None]:
    """Each so many steps, with those of all cuts if there is room, and the end."""
    if every < 1:
        raise BadOption(
            _("{name} is {value}; it can be {least} or more.").format(
                name="every", value=every, least=1
            )
        )
    count = len(run.steps)
    steps = set(range(0, count, every))
    if len(steps) >= most:
        raise BadOption(
            _(
                "{count} steps are too many for one file: show only each so many, every = {every} or more."
            ).format(count=len(steps), every=count // (most - 1) + 1)
        )
    cuts = {run.visits.exit[cut.visit] - 1 for cut in run.cuts} if count else set()
    return [*sorted(steps | cuts if len(steps | cuts) < most else steps), None]


def on_paper(picture: Drawing, paper: str) -> Drawing:
    """The picture on a sheet, which lies on its side where the picture is wide."""
    short, long = PAPERS[paper]
    wide = picture.width > picture.height
    width, height = (long, short) if wide else (short, long)
    margin = 36.0
    scale = min((width - 2 * margin) / picture.width, (height - 2 * margin) / picture.height, 1.4)
    sheet = replace(picture, width=width, height=height, shapes=[])
    sheet.put(picture, (width - picture.width * scale) / 2, margin, scale)
    return sheet


def colours(drawings: Sequence[Drawing]) -> list[int]:
    """The palette that drawings share: their colours, mixed as the edges of the shapes mix them.

    Where all frames have the same palette, a file keeps only what differs between two of them.
    """
    papers: set[str] = {drawn.paper for drawn in drawings}
    fills: set[str] = set()
    inks: set[str] = set()
    for shape in (shape for drawn in drawings for shape in drawn.shapes):
        if isinstance(shape, Text):
            inks.add(shape.fill)
        elif isinstance(shape, Line):
            inks.add(shape.stroke)
        else:
            fills.add(shape.fill)
            inks.add(shape.stroke)
    grounds = [colour for colour in [*sorted(papers), *sorted(fills - papers)] if colour]
    found = list(dict.fromkeys([*grounds, *sorted(inks - {""})]))
    pairs = [(ink, ground) for ground in grounds for ink in found if ink != ground]
    mixed = [_rgb(colour) for colour in found]
    for share in (0.5, 0.25, 0.75):
        for ink, ground in pairs:
            both = zip(_rgb(ink), _rgb(ground), strict=True)
            mix = tuple(round(share * one + (1 - share) * other) for one, other in both)
            # Too near to another one, it would be taken for it.
            if all(max(map(abs, map(sub, mix, other))) > 11 for other in mixed):
                mixed.append(mix)
    return [part for colour in mixed[:256] for part in colour]


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))


def _drawings(
    run: Trace, steps: Sequence[int | None], whole: bool, options: dict[str, Any]
) -> Iterator[Drawing]:
    legend = options.pop("legend", True)
    if whole:
        pages = Slides(run, **options)
        return (pages.draw(scene_of(run, step)) for step in steps)
    options.pop("code", None)
    tree = Figure(run, **options)
    return (tree.captioned(scene_of(run, step), legend=legend) for step in steps)


def rendered(drawn: Drawing, zoom: float) -> bytes:
    """A drawing as the bytes of a PNG file."""
    if not 0.1 <= zoom <= 20:
        raise _outside("zoom", zoom, 0.1, 20)
    try:
        import resvg_py
    except ImportError:
        raise _missing("resvg_py") from None
    zoom = min(zoom, MOST_PIXELS / max(drawn.width, drawn.height))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=to_svg(drawn),
            width=max(round(drawn.width * zoom), 1),
            font_files=[str(file) for file in sorted(FONTS.glob("*.ttf"))],
        )
    )


def _compiled(drawings: Sequence[Drawing] | Iterator[Drawing], title: str) -> bytes:
    try:
        import typst
    except ImportError:
        raise _missing("typst") from None
    markup = to_typst(drawings, title, current())
    fonts = typst.Fonts(include_system_fonts=True, font_paths=[FONTS])
    return typst.compile(markup.encode("utf-8"), font_paths=fonts, format="pdf")


def _missing(package: str) -> BadOption:
    return BadOption(
        _("This needs {package}: install it with pip install 'coupe[export]'.").format(
            package=package
        )
    )


def _outside(name: str, value: float, low: float, high: float) -> BadOption:
    return BadOption(
        _("{name} is {value}; it can be {allowed}.").format(
            name=name, value=value, allowed=_("from {low} to {high}").format(low=low, high=high)
        )
    )
