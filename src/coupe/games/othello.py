"""Othello: enclose the other's discs, and they are yours; whoever cannot must pass.

>>> from coupe import load
>>> position = load("othello").position("f5d6c3")
>>> print(position.show())
  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . X . . . . .
4 . . . X X . . .
5 . . . O X X . .
6 . . . O . . . .
7 . . . . . . . .
8 . . . . . . . .
>>> position.turn_name
'White'

Bit 0 is a1, then b1 and so on, row by row. Black starts.
"""

from typing import NamedTuple

from coupe.bits import bitreverse, popcount, squares, u64
from coupe.errors import BadOption, BadPosition, IllegalMove
from coupe.game import PASS, game, parameter
from coupe.games.board import FILES, Board, Colour, Move, Square
from coupe.language import _

__all__ = [
    "Board",
    "Colour",
    "Discs",
    "Move",
    "Othello",
    "Square",
    "disc_difference",
    "legal_moves",
    "played",
]

WIDTH = parameter("width", 8, at_least=4, at_most=8)
HEIGHT = parameter("height", 8, at_least=4, at_most=8)

if WIDTH % 2 or HEIGHT % 2:
    raise BadOption(
        _("A board of {width}x{height} has no middle: width and height must be even.").format(
            width=WIDTH, height=HEIGHT
        )
    )

SQUARES = WIDTH * HEIGHT
BOARD = (1 << SQUARES) - 1
TOP = (1 << WIDTH) - 1
LEFT = BOARD // TOP
BOTTOM = TOP << (SQUARES - WIDTH)
RIGHT = LEFT << (WIDTH - 1)

# Where a disc can be enclosed: not on the first and last squares of a line. A ray that stays inside
# never goes round the edge, nor does it meet the sign that bit 63 can be in compiled code.
ACROSS = BOARD & ~(LEFT | RIGHT)
ALONG = BOARD & ~(TOP | BOTTOM)
INNER = ACROSS & ALONG

CORNERS = (TOP | BOTTOM) & (LEFT | RIGHT)
NOT_LEFT, NOT_RIGHT, NOT_BOTTOM = BOARD & ~LEFT, BOARD & ~RIGHT, BOARD & ~BOTTOM

# The middle is what e5 is on a board of 8x8: Black is on d5 and e4, White on e5 and d4.
MIDDLE = SQUARES // 2 + WIDTH // 2
BLACK_START = 1 << MIDDLE - 1 | 1 << MIDDLE - WIDTH
WHITE_START = 1 << MIDDLE | 1 << MIDDLE - WIDTH - 1

# The squares whose column is 1, 2, ... more than their row.
DIAGONALS = tuple(
    sum(1 << row * WIDTH + row + ahead for row in range(min(HEIGHT, WIDTH - ahead)))
    for ahead in range(1, WIDTH)
)
DIAGONAL = sum(1 << row * (WIDTH + 1) for row in range(min(WIDTH, HEIGHT)))


class Discs(NamedTuple):
    me: u64
    you: u64


@game(
    passes=True,
    symmetries=8 if WIDTH == HEIGHT else 4,
    players=("Black", "White"),
    unit="discs",
)
class Othello:
    State = Discs

    def initial() -> Discs:
        return Discs(BLACK_START, WHITE_START)

    def moves(s: Discs) -> int:
        return enclosing(s.me, s.you)

    def play(s: Discs, m: int) -> Discs:
        if m == PASS:
            return Discs(s.you, s.me)
        turned = enclosed(s.me, s.you, 1 << m)
        return Discs(s.you ^ turned, s.me | turned | 1 << m)

    def over(s: Discs) -> bool:
        return enclosing(s.me, s.you) == 0 and enclosing(s.you, s.me) == 0

    def result(s: Discs) -> int:
        mine, yours = popcount(s.me), popcount(s.you)
        if mine > yours:
            return SQUARES - 2 * yours
        return 2 * mine - SQUARES if mine < yours else 0

    def evaluate(s: Discs) -> int:
        empty = BOARD & ~(s.me | s.you)
        near_empty, near_corner = around(empty), around(empty & CORNERS)
        halves = (
            2 * (popcount(enclosing(s.me, s.you)) - popcount(enclosing(s.you, s.me)))
            + 16 * (popcount(s.me & CORNERS) - popcount(s.you & CORNERS))
            + 7 * (popcount(s.you & near_corner) - popcount(s.me & near_corner))
            + 2 * (popcount(s.you & near_empty) - popcount(s.me & near_empty))
            + disc_difference(s)
        )
        score = halves // 2 if halves > 0 else -(-halves // 2)
        return max(1 - SQUARES, min(SQUARES - 1, score))

    def symmetry(s: Discs, k: int) -> Discs:
        if k & 1:
            s = Discs(upside_down(s.me), upside_down(s.you))
        if k & 2:
            s = Discs(half_turned(s.me), half_turned(s.you))
        if k & 4:
            s = Discs(transposed(s.me), transposed(s.you))
        return s

    def symmetric_move(m: int, k: int) -> int:
        if m == PASS:
            return m
        row, column = m // WIDTH, m % WIDTH
        if k & 1:
            row = HEIGHT - 1 - row
        if k & 2:
            row, column = HEIGHT - 1 - row, WIDTH - 1 - column
        return column * WIDTH + row if k & 4 else row * WIDTH + column

    def name(s: Discs, m: int) -> str:
        return str(square_of(m))

    def read(text: str) -> tuple[Discs, int] | None:
        marks = text.upper()
        if not marks or marks[0] not in "XO*BW-." or any(mark.isdigit() for mark in marks):
            return None
        words = text.split()
        side = words.pop() if len(words) > 1 and len(words[-1]) != WIDTH else ""
        discs = "".join(words)
        if not side and len(discs) == SQUARES + 1:
            side, discs = discs[-1], discs[:-1]
        board = Board.read(discs, WIDTH, HEIGHT)
        if not side:
            raise BadPosition(_("The board does not say whose turn it is: write X or O after it."))
        colour = Colour.marked(side)
        return state_of(board, colour), 0 if colour is Colour.BLACK else 1

    def write(s: Discs, turn: int) -> str:
        return f"{board_of(s, turn)} {'XO'[turn]}"

    def show(s: Discs, turn: int) -> str:
        lines = [" ".join([" ", *FILES[:WIDTH]])]
        for number, row in enumerate(drawn(s, turn), 1):
            lines.append(" ".join([str(number), *(mark or "." for mark in row)]))
        return "\n".join(lines)

    def draw(s: Discs, turn: int) -> list[list[str]]:
        return drawn(s, turn)

    def cells(s: Discs, m: int) -> list[tuple[int, int]]:
        return [] if m == PASS else [(m // WIDTH, m % WIDTH)]


def rising(start: int, through: int, step: int) -> int:
    """The squares of `through` reached from the start, `step` further at a time: up to six."""
    run = through & start << step
    run |= through & run << step
    pairs = through & through << step
    run |= pairs & run << 2 * step
    return run | pairs & run << 2 * step


def falling(start: int, through: int, step: int) -> int:
    """The same, towards a1."""
    run = through & start >> step
    run |= through & run >> step
    pairs = through & through >> step
    run |= pairs & run >> 2 * step
    return run | pairs & run >> 2 * step


def enclosing(me: int, you: int) -> int:
    """The empty squares where a disc of mine encloses some of yours."""
    across, along, inner = you & ACROSS, you & ALONG, you & INNER
    found = rising(me, across, 1) << 1 | falling(me, across, 1) >> 1
    found |= rising(me, along, WIDTH) << WIDTH | falling(me, along, WIDTH) >> WIDTH
    found |= rising(me, inner, WIDTH - 1) << WIDTH - 1 | falling(me, inner, WIDTH - 1) >> WIDTH - 1
    found |= rising(me, inner, WIDTH + 1) << WIDTH + 1 | falling(me, inner, WIDTH + 1) >> WIDTH + 1
    return found & BOARD & ~(me | you)


def enclosed(me: int, you: int, disc: int) -> int:
    """Your discs that lie between this disc and mine."""
    across, along, inner = you & ACROSS, you & ALONG, you & INNER
    return (
        ended_above(rising(disc, across, 1), me, 1)
        | ended_below(falling(disc, across, 1), me, 1)
        | ended_above(rising(disc, along, WIDTH), me, WIDTH)
        | ended_below(falling(disc, along, WIDTH), me, WIDTH)
        | ended_above(rising(disc, inner, WIDTH - 1), me, WIDTH - 1)
        | ended_below(falling(disc, inner, WIDTH - 1), me, WIDTH - 1)
        | ended_above(rising(disc, inner, WIDTH + 1), me, WIDTH + 1)
        | ended_below(falling(disc, inner, WIDTH + 1), me, WIDTH + 1)
    )


def ended_above(run: int, me: int, step: int) -> int:
    """The run if a disc of mine ends it, else nothing."""
    return run if run << step & me != 0 else 0


def ended_below(run: int, me: int, step: int) -> int:
    return run if run >> step & me != 0 else 0


def around(these: int) -> int:
    """These squares and their neighbours."""
    # Masked after each shift: whatever sign or 65th bit has come in goes out again.
    beside = these | these << 1 & NOT_LEFT | these >> 1 & NOT_RIGHT
    return (beside | beside << WIDTH | beside >> WIDTH & NOT_BOTTOM) & BOARD


def disc_difference(s: Discs) -> int:
    """The evaluation that counts discs and nothing else."""
    return popcount(s.me) - popcount(s.you)


def upside_down(discs: int) -> int:
    found = 0
    for row in range(HEIGHT):
        found |= (discs >> WIDTH * row & TOP) << WIDTH * (HEIGHT - 1 - row)
    return found


def half_turned(discs: int) -> int:
    return bitreverse(discs) >> 64 - SQUARES


def transposed(discs: int) -> int:
    found = 0
    found |= discs & DIAGONAL
    for ahead in range(1, WIDTH):
        diagonal = DIAGONALS[ahead - 1]
        step = ahead * (WIDTH - 1)
        found |= (discs & diagonal) << step | discs >> step & diagonal
    return found


def square_of(m: int) -> Square:
    return Square(m // WIDTH, m % WIDTH)


def number_of(square: Square) -> int:
    return square.row * WIDTH + square.column


def board_of(s: Discs, turn: int) -> Board:
    """The board of a state, whose side to move is Black (turn 0) or White."""
    black, white = (s.you, s.me) if turn else (s.me, s.you)
    return Board(int(black), int(white), WIDTH, HEIGHT)


def state_of(board: Board, colour: Colour) -> Discs:
    """The state of a board on which this colour is to move."""
    if (board.width, board.height) != (WIDTH, HEIGHT):
        raise BadPosition(
            _("A board of {width}x{height} is not one of {wanted}.").format(
                width=board.width, height=board.height, wanted=f"{WIDTH}x{HEIGHT}"
            )
        )
    black = colour is Colour.BLACK
    return Discs(*((board.black, board.white) if black else (board.white, board.black)))


def drawn(s: Discs, turn: int) -> list[list[str]]:
    board = board_of(s, turn)
    return [
        ["" if board.is_empty(square) else board.at(square).value for square in row]
        for row in ([Square(row, column) for column in range(WIDTH)] for row in range(HEIGHT))
    ]


def legal_moves(board: Board, colour: Colour) -> list[Move]:
    """The moves of a colour on a board; none when it must pass.

    >>> board = Board.read("-" * 27 + "OX------XO" + "-" * 27)
    >>> [str(move) for move in legal_moves(board, Colour.BLACK)]
    ['X d3', 'X c4', 'X f5', 'X e6']
    """
    found = squares(Othello.moves(state_of(board, colour)))
    return [Move(square_of(m), colour) for m in found]


def played(board: Board, move: Move) -> Board:
    """The board after a move: the disc is placed, those that it encloses are turned.

    >>> board = Board.read("-" * 27 + "OX------XO" + "-" * 27)
    >>> played(board, Move(Square.named("f5"), Colour.BLACK)).at(Square.named("e5")).name
    'BLACK'
    """
    s = state_of(board, move.colour)
    after = board.place(move.square, move.colour)
    turned = enclosed(s.me, s.you, 1 << number_of(move.square))
    if not turned:
        raise IllegalMove(_("{move} encloses no disc.").format(move=move))
    for m in squares(turned):
        after = after.turn(square_of(m))
    return after
