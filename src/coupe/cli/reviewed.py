"""A review as a person reads it: a table of the moves, totals, a chart of blocks.

>>> from coupe import load
>>> from coupe.analysis.review import review
>>> print(blocks(review(load("tictactoe").position("5 2 1 3 9")), ascii_only=True))
X wins +   ####
           ####
           ####
           ####
even   0  -----
<BLANKLINE>
<BLANKLINE>
<BLANKLINE>
O wins -
move      1   5
           ?
           ?
"""

from typing import TYPE_CHECKING

from coupe.analysis.chart import SIGNS, Bar, bars, counts_nothing, limit_of, mark_name
from coupe.cli.display import grid, page
from coupe.cli.words import move_name, moves, number, signed
from coupe.language import _

if TYPE_CHECKING:
    from rich.table import Table

    from coupe.analysis.judgments import Judgment, Review, Totals, Worth

HALF = 4
"""Rows of the chart above the middle, and below it."""

WIDE, AT_ONCE = 80, 64
"""Letters in a row of the chart, and moves beside each other in it; a longer game has several."""

LONGEST_NAME = 12
"""Letters of a player's name beside the chart."""

FULL, PARTS, SHADE = "█", "▁▂▃▄▅▆▇", "░"
SHOWN_LINE = 8
"""Moves of a better line that are printed."""


def show_review(review: "Review", title: str, ascii_only: bool) -> None:
    """Print a review."""
    from rich.text import Text

    console = page()
    console.print(Text(title, style="bold"), soft_wrap=True)
    if not review.moves:
        return
    tables = _table(review, ascii_only), _totals(review)
    if ascii_only:
        for table in tables:
            table.box = None
    console.print(tables[0])
    for line in _better_lines(review):
        console.print(Text(line), soft_wrap=True)
    console.print()
    console.print(tables[1])
    console.print()
    print(blocks(review, ascii_only))
    key = (
        _("# proved, : estimated; ? below: mistake, ? twice: blunder")
        if ascii_only
        else _("█ proved, ░ estimated; ? below: mistake, ? twice: blunder")
    )
    print(key)


def _table(review: "Review", ascii_only: bool) -> "Table":
    from rich.text import Text

    table = grid(
        _("no."), _("player"), _("move"), _("value"), _("loss"), _("better"), _("mark"), "",
        right=(0, 3, 4),
    )  # fmt: skip
    arrow = "->" if ascii_only else "→"
    for move in review.moves:
        before, after = (_value(review, worth) for worth in (move.before, move.after))
        table.add_row(
            str(move.number),
            Text(_(review.position.game.players[move.player])[:8]),
            Text(move_name(move.move)),
            before if before == after else f"{before} {arrow} {after}",
            "" if move.forced else "-" if move.loss is None else number(move.loss),
            Text("" if move.loss == 0 else move_name(move.best)),
            _mark(move),
            _kind(move),
        )
    return table


def _value(review: "Review", worth: "Worth") -> str:
    """A value in the width of a column; where only the winner counts, a proved one in a word."""
    if not counts_nothing(review):
        more = {"lower": ">=", "upper": "<="}.get(worth.kind, "")
        return more + signed(worth.value)
    sure = worth.kind == "exact" or (worth.kind == "lower") == (worth.value > 0)
    if worth.estimated or not sure:
        return signed(worth.value)
    return _("won") if worth.value > 0 else _("lost") if worth.value < 0 else _("draw")


def _mark(move: "Judgment") -> str:
    return f"{SIGNS[move.mark]} {mark_name(move.mark)}" if move.mark else ""


def _kind(move: "Judgment") -> str:
    if move.forced:
        return _("forced")
    return _("proved") if move.exact else _("estimated") if move.estimated else _("bounds")


def _better_lines(review: "Review") -> list[str]:
    """The better line of each mistake."""
    found = []
    for move in review.moves:
        if move.mark in ("mistake", "blunder"):
            shown = moves(move.line[:SHOWN_LINE]) + (" ..." if len(move.line) > SHOWN_LINE else "")
            words = _("{number}. {sign} {move}: better {line}")
            found.append(
                words.format(
                    number=move.number, sign=SIGNS[move.mark], move=move_name(move.move), line=shown
                )
            )
    return found


def _totals(review: "Review") -> "Table":
    from rich.text import Text

    table = grid(
        _("player"), _("moves"), _("proved"), _("loss"), _("mean"), _("estimated"), _("loss"),
        _("mean"), "?!", "?", "??", right=tuple(range(1, 11)),
    )  # fmt: skip
    for player, totals in zip(review.position.game.players, review.totals, strict=True):
        table.add_row(Text(_(player)), *_cells(totals))
    return table


def _cells(totals: "Totals") -> list[str]:
    def mean(value: float | None) -> str:
        return "-" if value is None else number(value, 1)

    return [
        number(totals.moves),
        number(totals.proved),
        number(totals.loss),
        mean(totals.mean),
        number(totals.estimated),
        number(totals.estimated_loss),
        mean(totals.estimated_mean),
        *(number(totals.marks[mark]) for mark in SIGNS if mark),
    ]


def blocks(review: "Review", ascii_only: bool = False) -> str:
    """The chart in letters, a column a move: up is good for the first player."""
    shown = bars(review)
    heads = _heads(review)
    wide = max(len(_("move")), *(len(words) for words, _sign in heads.values()))
    narrow = max(len(sign) for _words, sign in heads.values())
    at_once = min(AT_ONCE, WIDE - wide - narrow - 3)
    parts = [shown[at : at + at_once] for at in range(0, len(shown), at_once)]
    edges = {level: f"{words:{wide}} {sign:>{narrow}}  " for level, (words, sign) in heads.items()}
    edge = " " * (wide + narrow + 3)
    return "\n\n".join("\n".join(_rows(part, edges, edge, ascii_only)) for part in parts)


def _heads(review: "Review") -> dict[int, tuple[str, str]]:
    """What stands beside the top, the middle and the bottom of the chart."""
    first, second = (_(player)[:LONGEST_NAME] for player in review.position.game.players)
    limit = limit_of(review)
    if limit is None:
        top, bottom = (
            (_("{player} wins").format(player=player), sign)
            for player, sign in ((first, "+"), (second, "-"))
        )
    else:
        top, bottom = (first, f"+{limit}"), (second, f"+{limit}")
    return {HALF: top, 0: (_("even"), "0"), -HALF: bottom}


def _rows(part: "list[Bar]", edges: dict[int, str], edge: str, ascii_only: bool) -> list[str]:
    """The rows of a part of the chart, with what stands beside some of them."""
    rows = [
        edges.get(level, edge) + "".join(_cell(bar, level, ascii_only) for bar in part)
        for level in range(HALF, -HALF - 1, -1)
    ]
    scale = [" "] * len(part)
    for at, bar in enumerate(part):
        text = str(bar.number)
        if (at == 0 or bar.number % 10 == 0 or at == len(part) - 1) and all(
            letter == " " for letter in scale[max(0, at - len(text)) : at + 1]
        ):
            start = max(0, at + 1 - len(text))
            scale[start : start + len(text)] = text
    rows.append(f"{_('move'):{len(edge)}}{''.join(scale)}")
    for least in ("?", "??"):
        signs = "".join("?" if bar.sign in ("?", "??")[least == "??" :] else " " for bar in part)
        rows.append(edge + signs)
    rows = [row.rstrip() for row in rows]
    while not rows[-1]:
        rows.pop()
    return rows


def _cell(bar: "Bar", level: int, ascii_only: bool) -> str:
    """The letter of a bar at a level: 4 the top, 0 the middle, -4 the bottom."""
    if level == 0:
        return "-" if ascii_only else "─"
    reach = bar.height * HALF if level > 0 else -bar.height * HALF
    filled = reach - (abs(level) - 1)
    if filled < (0.5 if ascii_only or not bar.proved or level < 0 else 1 / 16):
        return " "
    if ascii_only:
        return "#" if bar.proved else ":"
    if not bar.proved:
        return SHADE
    if filled >= 1 or level < 0:
        return FULL
    return PARTS[min(int(filled * 8), 6)]
