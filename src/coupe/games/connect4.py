"""Connect 4: stones fall down the columns; four in a row, in any direction, win.

>>> from coupe import load
>>> position = load("connect4").position("4433")
>>> print(position.show())
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . R R . . .
. . Y Y . . .
1 2 3 4 5 6 7
>>> position.play_named("2").play_named("1").play_named("5").winner
0

A column takes HEIGHT + 1 bits, the lowest for its bottom square; the highest stays empty, so that
a shift never carries a stone into the next column. Columns come from the left.
"""

from typing import NamedTuple

from coupe.bits import popcount, squares, u64
from coupe.errors import BadOption, BadPosition
from coupe.game import game, parameter
from coupe.language import _

WIDTH = parameter("width", 7, at_least=3, at_most=16)
HEIGHT = parameter("height", 6, at_least=3, at_most=15)
ROW = parameter("row", 4, at_least=3, at_most=6)
TWO = parameter("two", 10, at_least=0, at_most=1000)
THREE = parameter("three", 20, at_least=0, at_most=1000)
FOUR = parameter("four", 100, at_least=0, at_most=1000)

UP = HEIGHT + 1
if WIDTH * UP > 64:
    raise BadOption(
        _(
            "A board of {width}x{height} is too large: width * (height + 1) is {found}, and it can "
            "be 64 at most."
        ).format(width=WIDTH, height=HEIGHT, found=WIDTH * UP)
    )

LAST = ROW - 2 if ROW <= 4 else ROW - 4
DIRECTIONS = (1, UP - 1, UP, UP + 1)
COLUMN = (1 << HEIGHT) - 1
BOTTOM = sum(1 << UP * column for column in range(WIDTH))
BOARD = BOTTOM * COLUMN
CLOSEST_WIN = 1000 - WIDTH * HEIGHT
NAMES = "123456789abcdefg"


class Stones(NamedTuple):
    me: u64  # the stones of the side to move
    all: u64


@game(symmetries=2, players=("Yellow", "Red"), transcripts=True)
class Connect4:
    State = Stones

    def initial() -> Stones:
        return Stones(0, 0)

    def moves(s: Stones) -> int:
        return (s.all + BOTTOM) & BOARD

    def play(s: Stones, m: int) -> Stones:
        return Stones(s.me ^ s.all, s.all | 1 << m)

    def over(s: Stones) -> bool:
        return aligned(s.me ^ s.all) or s.all == BOARD

    def result(s: Stones) -> int:
        return -1000 + popcount(s.all) if aligned(s.me ^ s.all) else 0

    def evaluate(s: Stones) -> int:
        worth = alignments(s.me) - alignments(s.me ^ s.all)
        return max(1 - CLOSEST_WIN, min(CLOSEST_WIN - 1, worth))

    def at_most(s: Stones) -> int:  # a win with the next stone
        return 999 - popcount(s.all)

    def symmetry(s: Stones, k: int) -> Stones:
        return Stones(mirrored(s.me), mirrored(s.all)) if k == 1 else s

    def symmetric_move(m: int, k: int) -> int:
        return (WIDTH - 1 - m // UP) * UP + m % UP if k == 1 else m

    def name(s: Stones, m: int) -> str:
        return NAMES[m // UP]

    def read(text: str) -> tuple[Stones, int] | None:
        if not set(text.upper()) & set("YRJXO.-"):
            return None
        return from_rows(text)

    def write(s: Stones, turn: int) -> str:
        return "/".join("".join(stone or "." for stone in row) for row in rows(s, turn))

    def show(s: Stones, turn: int) -> str:
        lines = [" ".join(stone or "." for stone in row) for row in rows(s, turn)]
        return "\n".join([*lines, " ".join(NAMES[:WIDTH])])

    def draw(s: Stones, turn: int) -> list[list[str]]:
        return rows(s, turn)

    def cells(s: Stones, m: int) -> list[tuple[int, int]]:
        return [(HEIGHT - 1 - m % UP, m // UP)]


def aligned(stones: int) -> bool:
    """Whether ROW of these stones are in a row."""
    for step in DIRECTIONS:
        runs = stones & stones >> step
        if ROW > 4:
            runs &= runs >> 2 * step
        if runs & runs >> LAST * step:
            return True
    return False


def alignments(stones: int) -> int:
    """What the runs of these stones are worth; a run is as long as it can be, blocked or not."""
    worth = 0
    for step in DIRECTIONS:
        two = stones & stones >> step
        three = two & two >> step
        four = three & three >> step
        worth += TWO * popcount(two & ~(two << step) & ~three)
        worth += THREE * popcount(three & ~(three << step) & ~four)
        worth += FOUR * popcount(four & ~(four << step))
    return worth


def win_or_loss(s: Stones) -> int:
    """The evaluation that knows nothing but wins and losses."""
    return 0


def mirrored(stones: int) -> int:
    found = 0
    for column in range(WIDTH):
        found |= (stones >> UP * column & COLUMN) << UP * (WIDTH - 1 - column)
    return found


def rows(s: Stones, turn: int) -> list[list[str]]:
    """The stones from the top row to the bottom, Y, R or nothing."""
    yellow = s.me if turn == 0 else s.me ^ s.all
    return [
        [
            ("Y" if yellow >> m & 1 else "R") if s.all >> m & 1 else ""
            for m in range(row, UP * WIDTH, UP)
        ]
        for row in reversed(range(HEIGHT))
    ]


def from_rows(text: str) -> tuple[Stones, int]:
    """The position of a text of rows: `......./......./.../..YR...`, from the top."""
    marks = "".join(text.split()).replace("/", "").upper()
    if len(marks) not in (WIDTH * HEIGHT, WIDTH * HEIGHT + 1):
        raise BadPosition(
            _("A board of {width}x{height} has {squares} squares; {text} has {found}.").format(
                width=WIDTH,
                height=HEIGHT,
                squares=WIDTH * HEIGHT,
                text=text if len(text) <= 40 else text[:40] + "...",
                found=len(marks),
            )
        )
    stones = [0, 0]
    for place, mark in enumerate(marks[: WIDTH * HEIGHT]):
        colour = colour_of(mark)
        if colour >= 0:
            stones[colour] |= 1 << place % WIDTH * UP + HEIGHT - 1 - place // WIDTH
    yellow, red = stones
    both = yellow | red
    if both & ~(both << 1 | BOTTOM):
        raise BadPosition(_("A stone hangs in the air: the rows are written from the top."))
    turn = popcount(yellow) - popcount(red)
    if turn not in (0, 1):
        raise BadPosition(
            _(
                "{yellow} yellow and {red} red stones cannot be: Yellow starts and they take turns."
            ).format(yellow=popcount(yellow), red=popcount(red))
        )
    side = marks[WIDTH * HEIGHT :]
    if side and colour_of(side) != turn:
        raise BadPosition(
            _("{player} is to move: the stones say so, and the text says {side}.").format(
                player=_(("Yellow", "Red")[turn]), side=side
            )
        )
    last = stones[1 - turn]
    tops = squares(last & ~(both >> 1))
    if aligned(stones[turn]) or (
        aligned(last) and all(aligned(last ^ 1 << square) for square in tops)
    ):
        raise BadPosition(_("This cannot be: a stone was played after the end of the game."))
    return Stones(stones[turn], both), turn


def colour_of(mark: str) -> int:
    """0 for Yellow, 1 for Red, -1 for an empty square."""
    if mark not in "YJXRO.-":
        raise BadPosition(
            _("{found} is not a square of Connect 4: write Y, R or a point.").format(found=mark)
        )
    return 0 if mark in "YJX" else 1 if mark in "RO" else -1
