r"""A sheet of exercises, and its solutions: as a page for a browser, as LaTeX, as PDF.

>>> sheet = Sheet.of("cuts", 3, seed=7)
>>> html(sheet).count("<section"), latex(sheet).count(r"\section*")
(3, 3)
>>> Sheet.of("cuts", 3, seed=7).exercises == sheet.exercises
True
"""

import html as markup
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from coupe.blackboard.exercises.answers import solution, window_of, window_text
from coupe.blackboard.exercises.exercise import Exercise, conventions
from coupe.blackboard.exercises.making import make
from coupe.blackboard.exercises.pictures import picture
from coupe.blackboard.markup import to_svg
from coupe.blackboard.shapes import Drawing, Line, Polygon, Rect, Shape, Text
from coupe.blackboard.telling import conclusion
from coupe.blackboard.tex import CHARACTERS, text_of
from coupe.blackboard.tree import pretty, value_of
from coupe.errors import BadFile, BadOption
from coupe.language import _, current, reason_of

MOST = 100
FONTS = Path(__file__).parents[1] / "fonts"
PAGE_WIDTH = 482.0
"""The width of the text on A4, in points."""

WIDEST = 12
"""How many nodes a lying table has."""

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Sheet:
    """Exercises to be printed together."""

    exercises: tuple[Exercise, ...]
    title: str = ""
    seed: int | None = None

    @classmethod
    def of(
        cls, kinds: str | Sequence[str], count: int, *, seed: int = 0, difficulty: int = 2,
        title: str = "", **options: Any,
    ) -> "Sheet":  # fmt: skip
        """So many random exercises of one kind, or of several in turn."""
        if not 1 <= count <= MOST:
            raise BadOption(
                _("{name} is {value}; it can be {allowed}.").format(
                    name="count",
                    value=count,
                    allowed=_("from {low} to {high}").format(low=1, high=MOST),
                )
            )
        wanted = [kinds] if isinstance(kinds, str) else list(kinds)
        random = Random(f"sheet {seed}")
        made = [
            make(
                wanted[place % len(wanted)],
                seed=random.getrandbits(32),
                difficulty=difficulty,
                **options,
            )
            for place in range(count)
        ]
        return cls(tuple(made), title, seed)

    @property
    def heading(self) -> str:
        """Its title, or a plain one."""
        return self.title or _("Exercises: minimax and alpha-beta")

    def name_of(self, place: int) -> str:
        """The heading of one exercise."""
        return _("Exercise {number}").format(number=place)


def rows_of(exercise: Exercise, solved: bool) -> Rows:
    """The table of answers: its headings, then a row each; what is to be found is empty."""
    right = solution(exercise)
    if exercise.kind == "values":
        found = [(name, _text(right["nodes"][name]) if solved else "") for name in exercise.asked]
        return ((_("node"), _("value")), *found)
    if exercise.kind in ("windows", "returns"):
        rows: list[tuple[str, ...]] = [(_("node"), _("window on entry"), _("value on return"))]
        for label in exercise.asked:
            entry = right["nodes"][label]
            text = entry["value"] if exercise.kind == "windows" else entry
            window = window_text(window_of(exercise, label))
            rows.append(
                (
                    label,
                    window if solved or exercise.kind == "returns" else "",
                    _text(text) if solved else "",
                )
            )
        return tuple(rows)
    if exercise.kind == "cuts":
        names = ", ".join(right["cuts"]) or _("none")
        return ((_("left out by a cut"),), (names if solved else "",))
    if exercise.kind == "leaves":
        rows = [
            tuple(
                {"list": _("leaves evaluated, in order"), "count": _("how many")}[item]
                for item in exercise.asked
            )
        ]
        answers = {"list": ", ".join(right.get("leaves", ())), "count": str(right.get("count", ""))}
        rows.append(tuple(answers[item] if solved else "" for item in exercise.asked))
        return tuple(rows)
    move = right["move"]
    shown = exercise.moves.get(move) or f"{exercise.tree.name} → {move}"
    return ((_("move to play"),), (shown if solved else "",))


def _text(plain: Any) -> str:
    if isinstance(plain, str) and plain[:1] in "<>":
        sign = {"<": "≤ ", ">": "≥ "}[plain[0]]
        return sign + pretty(value_of(plain[2:].strip()))
    if isinstance(plain, str) and plain[:1] in "≤≥":
        return f"{plain[0]} {pretty(value_of(plain[1:].strip()))}"
    return pretty(value_of(plain))


def shown_solution(exercise: Exercise) -> list[tuple[str, str]]:
    """The right answer in words, a pair a line.

    >>> shown_solution(make("cuts", "((3 5) (2 9))"))
    [('left out by a cut', 'G')]
    """
    rows = rows_of(exercise, True)
    if len(rows[0]) == 1 or exercise.kind == "leaves":
        return list(zip(rows[0], rows[1], strict=True))
    return [(row[0], "  ".join(row[1:])) for row in rows[1:]]


STYLE = """
:root{color-scheme:light}
body{font:16px/1.5 'DejaVu Sans',Verdana,'Segoe UI',Arial,sans-serif;color:#111827;background:#fff;
max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .3rem}h2{font-size:1.15rem;margin:0 0 .4rem}
header{border-bottom:2px solid #111827;margin-bottom:1.5rem;padding-bottom:.6rem}
header p{margin:.2rem 0;color:#4b5563}
section{margin:0 0 2rem;padding-bottom:1rem;border-bottom:1px solid #d1d5db;break-inside:avoid}
.ask{font-weight:600}.rules{color:#4b5563;font-size:.9rem;margin:.3rem 0 .8rem;padding-left:1.2rem}
figure{margin:.5rem 0;overflow-x:auto;text-align:center}
table{border-collapse:collapse;margin:.6rem auto;font-size:.95rem}
td,th{border:1px solid #9ca3af;padding:.25rem .5rem;text-align:center;min-width:2rem;height:1.5em}
.answers{overflow-x:auto}
th{background:#f3f4f6;font-weight:600}td.found{color:#1d4ed8;font-weight:600}
.end{font-size:.95rem}
@media print{body{margin:0;max-width:none;font-size:11pt}section{border:0}}
"""


def html(sheet: Sheet, solved: bool = False) -> str:
    """The sheet, or its solutions, as one page that needs nothing else."""
    esc = markup.escape
    parts = [
        "<!doctype html>",
        f'<html lang="{current()}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{esc(_title(sheet, solved))}</title><style>{STYLE}</style></head><body>",
        f"<header><h1>{esc(_title(sheet, solved))}</h1>",
        *(f"<p>{esc(line)}</p>" for line in _header(sheet, solved)),
        "</header>",
    ]
    for place, exercise in enumerate(sheet.exercises, 1):
        parts.append(f"<section><h2>{esc(sheet.name_of(place))}</h2>")
        parts.append(f'<p class="ask">{esc(exercise.question)}</p>')
        if not solved:
            rules = "".join(f"<li>{esc(rule)}</li>" for rule in conventions(exercise))
            parts.append(f'<ul class="rules">{rules}</ul>')
        parts.append(f"<figure>{to_svg(picture(exercise, solved))}</figure>")
        parts.append(_html_table(exercise, solved))
        if solved:
            parts.append(f'<p class="end">{esc(conclusion(exercise.run))}</p>')
        parts.append("</section>")
    return "\n".join([*parts, "</body></html>"]) + "\n"


def tables_of(exercise: Exercise, solved: bool) -> list[Rows]:
    """The table of answers as it is printed: a table of two columns lies, a dozen nodes wide."""
    head, *body = rows_of(exercise, solved)
    if len(head) != 2 or exercise.kind == "leaves" or len(body) < 3:
        return [(head, *body)]
    found = []
    for first in range(0, len(body), WIDEST):
        found.append(tuple(zip(head, *body[first : first + WIDEST], strict=True)))
    return found


def _is_answer(exercise: Exercise, row: int, column: int, columns: int) -> bool:
    """Whether a cell of a printed table is to be found by the student."""
    if exercise.kind in ("cuts", "leaves", "move"):
        return row > 0
    if exercise.kind == "values":
        return row > 0 and column > 0
    return row > 0 and column == columns - 1 if exercise.kind == "returns" else row > 0 < column


def _is_heading(exercise: Exercise, row: int, column: int) -> bool:
    return row == 0 or (column == 0 and exercise.kind in ("values", "windows", "returns"))


def _html_table(exercise: Exercise, solved: bool) -> str:
    lines = ['<div class="answers">']
    for rows in tables_of(exercise, solved):
        lines.append("<table>")
        for row, cells in enumerate(rows):
            lines.append("<tr>")
            for column, cell in enumerate(cells):
                tag = "th" if _is_heading(exercise, row, column) else "td"
                found = _is_answer(exercise, row, column, len(cells))
                start = f'<{tag} class="found">' if found else f"<{tag}>"
                lines.append(f"{start}{markup.escape(cell)}</{tag}>")
            lines.append("</tr>")
        lines.append("</table>")
    return "".join([*lines, "</div>"])


def _title(sheet: Sheet, solved: bool) -> str:
    return f"{sheet.heading} — {_('solutions')}" if solved else sheet.heading


def _header(sheet: Sheet, solved: bool) -> list[str]:
    lines = []
    if not solved:
        lines.append(_("Name: ______________________________    Date: ______________"))
    lines.append(
        _("▲ MAX moves, ▼ MIN moves. Values are those of the leaves, below them their names.")
    )
    if sheet.seed is not None:
        lines.append(_("Seed {seed}").format(seed=sheet.seed))
    return lines


def latex(sheet: Sheet, solved: bool = False) -> str:
    """The sheet, or its solutions, as a LaTeX document that pdfLaTeX and LuaLaTeX compile."""
    parts = [
        r"\documentclass[a4paper,11pt]{article}",
        CHARACTERS.rstrip(),
        r"\usepackage[margin=2cm]{geometry}",
        r"\usepackage{amssymb}",
        r"\usepackage{tikz}",
        r"\setlength\parindent{0pt}\setlength\parskip{4pt}",
        r"\renewcommand\arraystretch{1.3}",
        r"\begin{document}",
        rf"\begin{{center}}\Large\bfseries {text_of(_title(sheet, solved))}\end{{center}}",
    ]
    for line in _header(sheet, solved):
        said = text_of(line.replace("▲", "△").replace("▼", "▽").replace("_", ""))
        said = said.replace(r"\coupechar{△}{25B3}", r"$\blacktriangle$")
        said = said.replace(r"\coupechar{▽}{25BD}", r"$\blacktriangledown$")
        if "___" in line:
            first, last = (text_of(part.strip()) for part in line.replace("_", "").split("    "))
            said = rf"{first} \hrulefill\quad {last} \rule{{3cm}}{{.4pt}}"
        parts.append(said + r"\par")
    for place, exercise in enumerate(sheet.exercises, 1):
        parts += _latex_exercise(sheet, place, exercise, solved)
    return "\n".join([*parts, r"\end{document}", ""])


def _latex_exercise(sheet: Sheet, place: int, exercise: Exercise, solved: bool) -> list[str]:
    drawn = picture(exercise, solved)
    parts = [
        r"\par\filbreak\vbox{\hsize\textwidth",
        rf"\section*{{{text_of(sheet.name_of(place))}}}",
        rf"\textbf{{{text_of(exercise.question)}}}\par",
    ]
    if not solved:
        parts.append(rf"{{\small {text_of(' '.join(conventions(exercise)))}\par}}")
    parts.append(rf"\begin{{center}}\resizebox{{{min(drawn.width, PAGE_WIDTH):.0f}pt}}{{!}}{{%")
    parts += [tikz(drawn) + "}", r"\par\medskip", _latex_table(exercise, solved), r"\end{center}"]
    if solved:
        parts.append(text_of(conclusion(exercise.run)) + r"\par")
    return [*parts, "}"]


def _latex_table(exercise: Exercise, solved: bool) -> str:
    found = []
    for rows in tables_of(exercise, solved):
        columns = "|".join("p{.8\\linewidth}" if len(rows[0]) == 1 else "c" for _cell in rows[0])
        if exercise.kind == "leaves" and len(rows[0]) == 2:
            columns = "p{.65\\linewidth}|c"
        lines = [rf"\begin{{tabular}}{{|{columns}|}}\hline"]
        for row in rows:
            cells = (text_of(cell) or r"\rule{1.6em}{0pt}" for cell in row)
            lines.append(" & ".join(cells) + r"\\\hline")
        found.append("\n".join([*lines, r"\end{tabular}"]))
    return "\\par\\smallskip\n".join(found)


def tikz(drawing: Drawing) -> str:
    """A drawing as a TikZ picture."""
    colours: dict[str, str] = {}

    def colour(code: str) -> str:
        name = f"coupe{code.strip('#')}"
        red, green, blue = (int(code[at : at + 2], 16) for at in (1, 3, 5))
        colours[name] = rf"\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}"
        return name

    lines = [_tikz_shape(shape, colour) for shape in drawing.shapes]
    return "\n".join(
        [*colours.values(), r"\begin{tikzpicture}[x=1pt,y=-1pt]", *lines, r"\end{tikzpicture}"]
    )


def _tikz_shape(shape: Shape, colour: Any) -> str:
    if isinstance(shape, Text):
        anchor = {"start": "base west", "middle": "base", "end": "base east"}[shape.anchor]
        weight = r"\bfseries\boldmath" if shape.bold else ""
        return (
            rf"\node[anchor={anchor},inner sep=0pt,text={colour(shape.fill)},"
            rf"font=\fontsize{{{shape.size:.1f}}}{{{shape.size:.1f}}}\selectfont{weight}] at "
            rf"({shape.x:.1f},{shape.y:.1f}) {{{text_of(shape.text)}}};"
        )
    if isinstance(shape, Line):
        dash = ",dashed" if shape.dash else ""
        return (
            rf"\draw[{colour(shape.stroke)},line width={shape.width:.1f}pt{dash}] "
            rf"({shape.x1:.1f},{shape.y1:.1f}) -- ({shape.x2:.1f},{shape.y2:.1f});"
        )
    options = []
    if getattr(shape, "fill", ""):
        options.append(f"fill={colour(shape.fill)}")
    if shape.stroke:
        options.append(f"draw={colour(shape.stroke)},line width={shape.width:.1f}pt")
    if isinstance(shape, Polygon):
        if shape.dash:
            options.append("dashed")
        points = " -- ".join(f"({x:.1f},{y:.1f})" for x, y in shape.points)
        return rf"\path[{','.join(options)}] {points} -- cycle;"
    if isinstance(shape, Rect):
        if shape.dash:
            options.append("dashed")
        return (
            rf"\path[{','.join(options)},rounded corners={shape.radius:.1f}pt] "
            rf"({shape.x:.1f},{shape.y:.1f}) rectangle ({shape.x + shape.w:.1f},{shape.y + shape.h:.1f});"
        )
    return rf"\path[{','.join(options)}] ({shape.x:.1f},{shape.y:.1f}) circle ({shape.r:.1f}pt);"


TYPST_HEAD = """
#set document(title: {title})
#set page(paper: "a4", margin: 2cm, numbering: "1 / 1")
#set text(font: "DejaVu Sans", size: 9.5pt, lang: {language})
#set par(leading: 0.55em)
#set table(stroke: 0.5pt + rgb("#9ca3af"), inset: 5pt, align: center + horizon)
#let found(body) = text(fill: rgb("#1d4ed8"), weight: "bold", body)
"""


def typst_source(sheet: Sheet, solved: bool = False) -> str:
    """The sheet as typst markup."""
    parts = [
        TYPST_HEAD.format(
            title=_quoted(_title(sheet, solved)), language=_quoted(current())
        ).strip(),
        f'#text(size: 15pt, weight: "bold", {_quoted(_title(sheet, solved))})',
        *(
            f'#block(above: 0.7em, text(fill: rgb("#4b5563"), {_quoted(line)}))'
            for line in _header(sheet, solved)
        ),
        "#line(length: 100%, stroke: 1pt)",
    ]
    for place, exercise in enumerate(sheet.exercises, 1):
        drawn = picture(exercise, solved)
        image = _quoted(to_svg(drawn))
        width = min(drawn.width, PAGE_WIDTH)
        inside = [
            f'#text(size: 12pt, weight: "bold", {_quoted(sheet.name_of(place))})',
            f'#text(weight: "bold", {_quoted(exercise.question)})',
        ]
        if not solved:
            rules = _quoted(" ".join(conventions(exercise)))
            inside.append(f'#text(size: 8.5pt, fill: rgb("#4b5563"), {rules})')
        inside.append(f'#align(center, image(bytes({image}), format: "svg", width: {width:.0f}pt))')
        inside.append(f"#align(center, {_typst_table(exercise, solved)})")
        if solved:
            inside.append(f"#text({_quoted(conclusion(exercise.run))})")
        body = "\n\n".join(inside)
        parts.append(f"#block(breakable: false, above: 1.6em)[\n{body}\n]")
    return "\n\n".join(parts) + "\n"


def _typst_table(exercise: Exercise, solved: bool) -> str:
    found = []
    for rows in tables_of(exercise, solved):
        columns = "(80%,)" if len(rows[0]) == 1 else str(len(rows[0]))
        if exercise.kind == "leaves" and len(rows[0]) == 2:
            columns = "(65%, auto)"
        cells = []
        for row, texts in enumerate(rows):
            for column, cell in enumerate(texts):
                text = f"text({_quoted(cell)})"
                if not cell:
                    text = "box(height: 1em, width: 1.8em)"
                elif _is_heading(exercise, row, column):
                    text = f"strong({text})"
                elif _is_answer(exercise, row, column, len(texts)):
                    text = f"found({text})"
                cells.append(text)
        found.append(f"table(columns: {columns}, {', '.join(cells)})")
    return f"stack(dir: ttb, spacing: 6pt, {', '.join(found)})"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def pdf(sheet: Sheet, solved: bool = False) -> bytes:
    """The sheet, or its solutions, as PDF on A4."""
    try:
        import typst
    except ImportError:
        raise BadOption(
            _("This needs {package}: install it with pip install 'coupe[export]'.").format(
                package="typst"
            )
        ) from None
    source = typst_source(sheet, solved)
    fonts = typst.Fonts(include_system_fonts=True, font_paths=[FONTS])
    made: bytes = typst.compile(source.encode("utf-8"), font_paths=fonts, format="pdf")
    return made


def solutions_path(path: Path) -> Path:
    """Where the solutions of a sheet are written: beside it.

    >>> solutions_path(Path("sheet.pdf")).name
    'sheet-solutions.pdf'
    """
    return path.with_name(f"{path.stem}-solutions{path.suffix}")


def save(sheet: Sheet, path: str | Path, solved: bool = False) -> None:
    """Write the sheet, or its solutions: .html, .tex, .pdf; Moodle's questions as .xml."""
    from coupe.blackboard.exercises.moodle import xml

    file = Path(path)
    makers: dict[str, Callable[[Sheet, bool], str | bytes]] = {
        ".html": html,
        ".tex": latex,
        ".pdf": pdf,
    }
    suffix = file.suffix.lower()
    if suffix == ".xml":
        made: str | bytes = xml(sheet)
    elif suffix in makers:
        made = makers[suffix](sheet, solved)
    else:
        raise BadOption(
            _("{path}: a sheet is written as {known}.").format(
                path=str(file)[:80], known=".html, .tex, .pdf, .xml"
            )
        )
    try:
        file.write_bytes(made.encode("utf-8") if isinstance(made, str) else made)
    except OSError as error:
        raise BadFile(
            _("{path} cannot be written: {reason}.").format(
                path=str(file)[:80], reason=reason_of(error)
            )
        ) from error
