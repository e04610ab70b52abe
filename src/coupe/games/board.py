"""The abstract data types of Othello: colour, square, move, and the board that discs lie on.

>>> board = Board().place(Square.named("d4"), Colour.BLACK)
>>> board.at(Square.named("d4")).name
'BLACK'
>>> board.turn(Square.named("d4")).at(Square.named("d4")).name
'WHITE'
>>> board.clear(Square.named("d4")) == Board()
True

They know nothing of the rules: any disc may lie on any square. An operation whose precondition
does not hold raises BadPosition.
"""

from dataclasses import dataclass, replace
from enum import Enum

from coupe.errors import BadPosition
from coupe.language import _

FILES = "abcdefgh"
LARGEST = len(FILES)


class Colour(Enum):
    """The colour of a disc, and of the player whose disc it is.

    >>> Colour.BLACK.other.value
    'O'
    """

    BLACK = "X"
    WHITE = "O"

    @property
    def other(self) -> "Colour":
        """The colour on the other face."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @classmethod
    def marked(cls, mark: str) -> "Colour":
        """The colour that a letter stands for: X, B or * is Black; O or W is White.

        >>> Colour.marked("*").name
        'BLACK'
        """
        letter = mark.upper()
        if letter in ("X", "B", "*", "BLACK"):
            return Colour.BLACK
        if letter in ("O", "W", "WHITE"):
            return Colour.WHITE
        raise BadPosition(
            _("{mark} is not a colour: write X for Black or O for White.").format(
                mark=mark[:10] or "''"
            )
        )


@dataclass(frozen=True, order=True)
class Square:
    """A square, by its row from the top and its column from the left, both from 0.

    >>> str(Square(row=4, column=5))
    'f5'
    """

    row: int
    column: int

    def __post_init__(self) -> None:
        if not (0 <= self.row < LARGEST and 0 <= self.column < LARGEST):
            raise BadPosition(
                _("Row {row}, column {column} is not a square: both go from 0 to {last}.").format(
                    row=self.row, column=self.column, last=LARGEST - 1
                )
            )

    @classmethod
    def named(cls, name: str) -> "Square":
        """The square of a name like f5, in either case.

        >>> Square.named("F5")
        Square(row=4, column=5)
        """
        file, rank = name[:1].lower(), name[1:]
        if len(name) != 2 or file not in FILES or rank not in "12345678":
            raise BadPosition(
                _("{name} is not a square: write a letter and a number, like f5.").format(
                    name=name[:10] or "''"
                )
            )
        return cls(int(rank) - 1, FILES.index(file))

    def __str__(self) -> str:
        return f"{FILES[self.column]}{self.row + 1}"


@dataclass(frozen=True)
class Move:
    """A disc of a colour, put on a square.

    >>> str(Move(Square.named("f5"), Colour.BLACK))
    'X f5'
    """

    square: Square
    colour: Colour

    def __str__(self) -> str:
        return f"{self.colour.value} {self.square}"


@dataclass(frozen=True)
class Board:
    """Discs on the squares of a board; no operation changes a board, it gives another one.

    `black` and `white` have a bit a square: bit 0 is a1, then b1, and so on, row by row.

    >>> Board(black=1).is_empty(Square.named("b1"))
    True
    """

    black: int = 0
    white: int = 0
    width: int = LARGEST
    height: int = LARGEST

    def __post_init__(self) -> None:
        if not (1 <= self.width <= LARGEST and 1 <= self.height <= LARGEST):
            raise BadPosition(
                _("A board of {width}x{height} cannot be: both go from 1 to {most}.").format(
                    width=self.width, height=self.height, most=LARGEST
                )
            )
        beyond = min(self.black, self.white) < 0 or (self.black | self.white) >> (
            self.width * self.height
        )
        if beyond or self.black & self.white:
            raise BadPosition(
                _("A square has one disc at most, and every disc lies on a square of the board.")
            )

    def is_empty(self, square: Square) -> bool:
        """Whether no disc lies there."""
        return not (self.black | self.white) & self._bit(square)

    def at(self, square: Square) -> Colour:
        """The colour of the disc that lies there; there must be one."""
        self._must_have_disc(square)
        return Colour.BLACK if self.black & self._bit(square) else Colour.WHITE

    def place(self, square: Square, colour: Colour) -> "Board":
        """With one more disc, on an empty square."""
        if not self.is_empty(square):
            raise BadPosition(
                _("{square} has a disc already: clear it first.").format(square=square)
            )
        bit = self._bit(square)
        if colour is Colour.BLACK:
            return replace(self, black=self.black | bit)
        return replace(self, white=self.white | bit)

    def clear(self, square: Square) -> "Board":
        """Without the disc that lies there; there must be one."""
        self._must_have_disc(square)
        bit = self._bit(square)
        return replace(self, black=self.black & ~bit, white=self.white & ~bit)

    def turn(self, square: Square) -> "Board":
        """With the disc that lies there turned over; there must be one."""
        self._must_have_disc(square)
        bit = self._bit(square)
        return replace(self, black=self.black ^ bit, white=self.white ^ bit)

    def squares(self) -> list[Square]:
        """Every square of the board: a1, b1, and so on, row by row.

        >>> [str(square) for square in Board(width=2, height=2).squares()]
        ['a1', 'b1', 'a2', 'b2']
        """
        return [Square(row, column) for row in range(self.height) for column in range(self.width)]

    @classmethod
    def read(cls, text: str, width: int = LARGEST, height: int = LARGEST) -> "Board":
        """The board of a text, a letter a square, row by row; blanks count for nothing.

        >>> board = Board.read("X- -O", 2, 2)
        >>> board.at(Square.named("b2")).name
        'WHITE'
        """
        marks = "".join(text.split())
        board = cls(0, 0, width, height)
        squares = board.squares()
        if len(marks) != len(squares):
            raise BadPosition(
                _("A board of {width}x{height} has {squares} squares; {text} has {found}.").format(
                    width=width,
                    height=height,
                    squares=len(squares),
                    text=marks if len(marks) <= 40 else marks[:40] + "...",
                    found=len(marks),
                )
            )
        for square, mark in zip(squares, marks, strict=True):
            if mark not in "-.":
                board = board.place(square, _colour_on(square, mark))
        return board

    def __str__(self) -> str:
        """The text that `read` reads back.

        >>> str(Board(black=1, white=8, width=2, height=2))
        'X--O'
        """
        return "".join(
            "-" if self.is_empty(square) else self.at(square).value for square in self.squares()
        )

    def _bit(self, square: Square) -> int:
        if square.row >= self.height or square.column >= self.width:
            raise BadPosition(
                _("{square} is not on a board of {width}x{height}.").format(
                    square=square, width=self.width, height=self.height
                )
            )
        return 1 << square.row * self.width + square.column

    def _must_have_disc(self, square: Square) -> None:
        if self.is_empty(square):
            raise BadPosition(_("{square} is empty: there is no disc.").format(square=square))


def _colour_on(square: Square, mark: str) -> Colour:
    if mark.upper() not in "XB*OW":
        raise BadPosition(
            _("{mark} on {square} is not a disc: write X for Black, O for White or -.").format(
                mark=mark, square=square
            )
        )
    return Colour.marked(mark)
