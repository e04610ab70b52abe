"""A review as a picture: what the position was worth after each move, for the first player.

>>> from coupe import load
>>> from coupe.analysis.review import review
>>> drawing = chart(review(load("tictactoe").position("5 2 1 3 9")), "A game")
>>> drawing.title, drawing.description.splitlines()[0]
('A game', 'What the position was worth after each move, for X: up is good for X, down for O.')

A proved value is a filled bar, an estimate an empty one with a dashed edge. Where only the winner
counts, a proved win is a bar of full height, and estimates, which are in another unit, stay below.
"""

from dataclasses import dataclass

from coupe.analysis.judgments import Judgment, Review
from coupe.analysis.marks import COUNTS_NOTHING
from coupe.blackboard.drawing import LIGHT
from coupe.blackboard.shapes import DASHED, Drawing, Line, Rect, Text
from coupe.language import _, current

SIGNS = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""How players write what they think of a move."""

HIGHEST_ESTIMATE = 0.6
"""How high the largest estimate is beside a proved win, in a game where only the winner counts."""

LEFT, TOP, ROOM, FOOT, HALF = 52.0, 46.0, 660.0, 44.0, 105.0


@dataclass(frozen=True)
class Bar:
    """A move in a chart: how high its bar is, from -1 to 1, and whether that is proved.

    >>> Bar(3, -0.5, True, "??").sign
    '??'
    """

    number: int
    height: float
    proved: bool
    sign: str


def counts_nothing(review: Review) -> bool:
    """Whether only the winner counts, so that estimates are in another unit than results."""
    return review.position.game.unit in COUNTS_NOTHING


def bars(review: Review) -> list[Bar]:
    """The bars of a review's chart.

    >>> from coupe import load
    >>> from coupe.analysis.review import review
    >>> [bar.height for bar in bars(review(load("tictactoe").position("5 2 1 3 9")))]
    [0.0, 1.0, 1.0, 1.0, 1.0]
    """
    values = [(_for_first(move), move.after.estimated) for move in review.moves]
    winner_only = counts_nothing(review)
    most = max([abs(value) for value, guess in values if guess or not winner_only] or [1]) or 1

    def height(value: int, guess: bool) -> float:
        if not winner_only:
            return value / most
        if guess:
            return HIGHEST_ESTIMATE * value / most
        return float((value > 0) - (value < 0))

    return [
        Bar(move.number, height(value, guess), not guess, SIGNS[move.mark])
        for move, (value, guess) in zip(review.moves, values, strict=True)
    ]


def limit_of(review: Review) -> int | None:
    """The value at the top of the chart; None where that is a win, of whatever size."""
    if counts_nothing(review):
        return None
    return max([abs(move.after.value) for move in review.moves] or [1]) or 1


def _for_first(move: Judgment) -> int:
    return move.after.value if move.player == 0 else -move.after.value


def chart(review: Review, title: str) -> Drawing:
    """The chart of a review."""
    first, second = (_(player) for player in review.position.game.players)
    shown = bars(review)
    count = len(review.position.path) - 1
    ink = LIGHT
    drawing = Drawing(LEFT + ROOM + 14, TOP + 2 * HALF + FOOT, language=current())
    drawing.title = title
    drawing.description = description(review)
    middle = TOP + HALF
    limit = limit_of(review)
    top = _("a win") if limit is None else f"+{limit}"
    bottom = _("a loss") if limit is None else f"-{limit}"
    shapes = drawing.shapes
    shapes.append(Text(LEFT, 20, title, 13, ink.ink, bold=True))
    shapes.append(
        Text(
            LEFT,
            35,
            _("up: {first}, down: {second}").format(first=first, second=second),
            9.5,
            ink.soft,
        )
    )
    for y, words in ((middle - HALF, top), (middle, "0"), (middle + HALF, bottom)):
        shapes.append(Line(LEFT, y, LEFT + ROOM, y, ink.faint, 0.6, () if y == middle else DASHED))
        shapes.append(Text(LEFT - 6, y + 3.5, words, 9.5, ink.soft, "end"))
    step = ROOM / max(count, 1)
    wide = min(step * 0.78, 26.0)
    for bar in shown:
        x = LEFT + (bar.number - 0.5) * step
        tall = max(abs(bar.height) * HALF, 1.5)
        y = middle - tall if bar.height >= 0 else middle
        if bar.proved:
            shapes.append(Rect(x - wide / 2, y, wide, tall, ink.line, ink.line, 0.8))
        else:
            shapes.append(Rect(x - wide / 2, y, wide, tall, ink.paper, ink.line, 0.8, 0, (2, 1.6)))
        if bar.sign in ("?", "??"):
            beyond = y - 3 if bar.height >= 0 else y + tall + 9
            shapes.append(Text(x, beyond, bar.sign, 9, ink.cut, "middle", bold=True))
    every = next(gap for gap in (1, 5, 10, 20, 50, 100, 1000, 10_000) if gap * step >= 22)
    foot = middle + HALF + 22
    for number in [1, *range(every, count + 1, every)][every == 1 :]:
        shapes.append(
            Text(LEFT + (number - 0.5) * step, foot, str(number), 8.5, ink.soft, "middle")
        )
    _legend(drawing, foot + 15)
    return drawing


def _legend(drawing: Drawing, y: float) -> None:
    ink = LIGHT
    drawing.shapes += [
        Rect(LEFT, y - 8, 10, 9, ink.line, ink.line, 0.8),
        Text(LEFT + 15, y, _("proved"), 9.5, ink.soft),
        Rect(LEFT + 95, y - 8, 10, 9, ink.paper, ink.line, 0.8, 0, (2, 1.6)),
        Text(LEFT + 110, y, _("estimated"), 9.5, ink.soft),
        Text(LEFT + 205, y, "?", 10, ink.cut, bold=True),
        Text(LEFT + 215, y, _("mistake"), 9.5, ink.soft),
        Text(LEFT + 295, y, "??", 10, ink.cut, bold=True),
        Text(LEFT + 313, y, _("blunder"), 9.5, ink.soft),
    ]


def description(review: Review) -> str:
    """The chart in words, for whoever does not see it."""
    first, second = (_(player) for player in review.position.game.players)
    lines = [
        _(
            "What the position was worth after each move, for {first}: up is good for {first}, "
            "down for {second}."
        ).format(first=first, second=second)
    ]
    for move in review.moves:
        if move.mark:
            words = _("Move {number}, {player} {move}: {mark}, {best} was better.")
            lines.append(
                words.format(
                    number=move.number,
                    player=_(review.position.game.players[move.player]),
                    move=move.move,
                    mark=mark_name(move.mark),
                    best=move.best,
                )
            )
    return "\n".join(lines)


def mark_name(mark: str) -> str:
    """The name of a mark in the language spoken.

    >>> mark_name("blunder")
    'blunder'
    """
    names = {"inaccuracy": _("inaccuracy"), "mistake": _("mistake"), "blunder": _("blunder")}
    return names[mark]
