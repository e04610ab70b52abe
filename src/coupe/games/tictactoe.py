"""Tic-tac-toe: three in a row, on nine squares numbered 1 to 9 row by row.

>>> from coupe import load
>>> position = load("tictactoe").position("X.O/.X./O..")
>>> print(position.show())
X 2 O
4 X 6
O 8 9
>>> position.play_named("9").winner
0
"""

from typing import NamedTuple

from coupe.bits import popcount, u64
from coupe.errors import BadPosition
from coupe.game import game
from coupe.language import _

BOARD = 0b111_111_111
LEFT = 0b001_001_001
TOP = 0b000_000_111
FALLING = 0b100_010_001
RISING = 0b001_010_100

NAMES = "123456789"


class Marks(NamedTuple):
    me: u64
    you: u64


@game(symmetries=8, players=("X", "O"), unit="win")
class TicTacToe:
    State = Marks

    def initial() -> Marks:
        return Marks(0, 0)

    def moves(s: Marks) -> int:
        return BOARD ^ (s.me | s.you)

    def play(s: Marks, m: int) -> Marks:
        return Marks(s.you, s.me | 1 << m)

    def over(s: Marks) -> bool:
        return three(s.you) or s.me | s.you == BOARD

    def result(s: Marks) -> int:
        return -1 if three(s.you) else 0

    def at_most(s: Marks) -> int:
        return 1

    def symmetry(s: Marks, k: int) -> Marks:
        if k & 1:
            s = Marks(upside_down(s.me), upside_down(s.you))
        if k & 2:
            s = Marks(mirrored(s.me), mirrored(s.you))
        if k & 4:
            s = Marks(transposed(s.me), transposed(s.you))
        return s

    def symmetric_move(m: int, k: int) -> int:
        row, column = m // 3, m % 3
        if k & 1:
            row = 2 - row
        if k & 2:
            column = 2 - column
        return column * 3 + row if k & 4 else row * 3 + column

    def name(s: Marks, m: int) -> str:
        return NAMES[m]

    def parse(s: Marks, text: str) -> int:
        column, row = tuple(text.lower())
        return "123".index(row) * 3 + "abc".index(column)

    def read(text: str) -> tuple[Marks, int] | None:
        squares = "".join(text.split()).replace("/", "").upper()
        if not set(squares) & set("XO.-"):
            return None
        wrong = sorted(set(squares) - set("XO.-"))
        if wrong:
            raise BadPosition(
                _("{found} is not a square of tic-tac-toe: write X, O or a point.").format(
                    found=wrong[0]
                )
            )
        if len(squares) != 9:
            raise BadPosition(
                _("A board of tic-tac-toe has 9 squares; {text} has {found}.").format(
                    text=text[:40], found=len(squares)
                )
            )
        x, o = (sum(1 << m for m in range(9) if squares[m] == mark) for mark in "XO")
        turn = popcount(x) - popcount(o)
        if turn not in (0, 1):
            raise BadPosition(
                _(
                    "{x} X and {o} O cannot be: X starts and they take turns, so there are as many "
                    "X as O, or one more."
                ).format(x=popcount(x), o=popcount(o))
            )
        state = Marks(o, x) if turn else Marks(x, o)
        if three(state.me):
            raise BadPosition(
                _("{text} cannot be: a move was played after three in a row.").format(
                    text=text[:40]
                )
            )
        return state, turn

    def write(s: Marks, turn: int) -> str:
        return "".join(marks(s, turn, "........."))

    def show(s: Marks, turn: int) -> str:
        found = marks(s, turn, NAMES)
        return "\n".join(" ".join(found[row : row + 3]) for row in (0, 3, 6))

    def draw(s: Marks, turn: int) -> list[list[str]]:
        found = marks(s, turn, [""] * 9)
        return [found[row : row + 3] for row in (0, 3, 6)]

    def cells(s: Marks, m: int) -> list[tuple[int, int]]:
        return [(m // 3, m % 3)]


def three(marks: int) -> bool:
    across = marks & marks >> 1 & marks >> 2 & LEFT
    down = marks & marks >> 3 & marks >> 6 & TOP
    return across | down != 0 or marks & FALLING == FALLING or marks & RISING == RISING


def upside_down(marks: int) -> int:
    return marks << 6 & 0b111_000_000 | marks & 0b000_111_000 | marks >> 6


def mirrored(marks: int) -> int:
    return marks << 2 & 0b100_100_100 | marks & 0b010_010_010 | marks >> 2 & LEFT


def transposed(marks: int) -> int:
    return (
        marks & FALLING
        | (marks & 0b000_100_010) << 2
        | (marks & 0b010_001_000) >> 2
        | (marks & 0b000_000_100) << 4
        | (marks & 0b001_000_000) >> 4
    )


def marks(s: Marks, turn: int, free: str | list[str]) -> list[str]:
    x, o = (s.you, s.me) if turn else (s.me, s.you)
    return ["X" if x >> m & 1 else "O" if o >> m & 1 else free[m] for m in range(9)]
