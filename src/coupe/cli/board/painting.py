"""A board as coloured text, in cells of any size; nothing on it is told by colour alone.

>>> from coupe import load
>>> from coupe.cli.board.squares import Squares
>>> start = load("tictactoe").position("5")
>>> board = Painting(Squares.of(start), Size(3, 1), ascii_only=True)
>>> print(board.paint(start, Marked((0, 0), last=((1, 1),), legal={(0, 1): "2"})).plain)
+---+---+---+
|[ ]| 2 |   |
+---+---+---+
|   |>X<|   |
+---+---+---+
|   |   |   |
+---+---+---+
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rich.text import Text

from coupe.cli.board.squares import Cell, Squares, owner
from coupe.cli.words import signed
from coupe.game import Game
from coupe.position import Position

COLOURS = {
    "black": "#101010", "white": "#ffffff", "yellow": "#ffe14d", "red": "#ff6b5e",
    "blue": "#6fa8ff", "green": "#7ee081",
}  # fmt: skip
OTHERS = ("#8be0ff", "#ffc37a")
FELT, FRAME_OF_STONES, SLATE = "#1e7a46", "#234a9c", "#2b3440"
LINES_ON = {FELT: "#12522e", FRAME_OF_STONES: "#152f66", SLATE: "#56616e"}


class Size(NamedTuple):
    """How wide and high a cell is, and whether lines are drawn between cells."""

    width: int
    height: int
    ruled: bool = True

    def whole(self, squares: Squares) -> tuple[int, int]:
        """The width and height of a board.

        >>> Size(3, 1).whole(Squares(8, 8, tuple("abcdefgh"), tuple("12345678")))
        (35, 18)
        """
        line = int(self.ruled)
        margin = max(map(len, squares.ranks)) + 1 if squares.ranks else 0
        return (
            margin + squares.columns * (self.width + line) + line,
            bool(squares.files) + squares.rows * (self.height + line) + line,
        )


SIZES = (
    Size(15, 7), Size(11, 5), Size(7, 3), Size(5, 1), Size(3, 1), Size(3, 1, False),
)  # fmt: skip


def size_for(squares: Squares, width: int, height: int, widest: int = 3) -> Size:
    """The largest cells with which a board has room; values of `widest` letters go into them.

    >>> size_for(Squares(8, 8), 50, 20), size_for(Squares(3, 3), 50, 20)
    (Size(width=3, height=1, ruled=True), Size(width=11, height=5, ruled=True))
    """
    for size in SIZES:
        if size == Size(5, 1) and widest <= 3:
            continue
        across, down = size.whole(squares)
        if across <= width and down <= height:
            return size
    return SIZES[-1]


@dataclass(frozen=True)
class Marked:
    """What is to be seen on a board beside its pieces."""

    cursor: Cell | None = None
    last: Sequence[Cell] = ()
    legal: Mapping[Cell, str] = field(default_factory=dict)
    values: Mapping[Cell, tuple[int, bool]] = field(default_factory=dict)
    """The value of the best move that lands there, and whether it is proved."""
    turned: bool = False


def background_of(game: Game) -> str:
    """What a board is made of: felt under black and white, a blue frame for yellow and red."""
    names = {name.lower() for name in game.players}
    return FELT if names & {"black", "white"} else FRAME_OF_STONES if "yellow" in names else SLATE


def colour_of(game: Game, side: int) -> str:
    """The colour of a player's pieces."""
    return COLOURS.get(game.players[side].lower(), OTHERS[side])


def disc(game: Game, side: int, ascii_only: bool) -> str:
    """A player's piece in one letter.

    >>> from coupe import load
    >>> disc(load("othello"), 0, False), disc(load("othello"), 0, True), disc(load("tictactoe"), 0, False)
    ('●', 'X', 'X')
    """
    if ascii_only or game.players == ("X", "O"):
        return "XO"[side]
    return "●○"[side]


Inside = Callable[[float, float, float, float], bool]


def _filled(x: float, y: float, _dx: float, _dy: float) -> bool:
    return x * x + y * y <= 1.05


def _ring(x: float, y: float, dx: float, dy: float) -> bool:
    inner = (x / (1 - dx)) ** 2 + (y / (1 - dy)) ** 2
    return x * x + y * y <= 1.05 and inner > 1.0


def _cross(x: float, y: float, dx: float, _dy: float) -> bool:
    return abs(abs(x) - abs(y)) <= max(0.15, 0.45 * dx)


@lru_cache(maxsize=64)
def _shape(inside: Inside, width: int, height: int, letter: str) -> tuple[str, ...]:
    """A shape in half blocks, or in letters."""
    down = 2 * height

    def at(column: int, row: int) -> bool:
        x, y = (2 * column + 1) / width - 1, (2 * row + 1) / down - 1
        return inside(x, y, 2.2 / width, 2.2 / down)

    if letter:
        return tuple(
            "".join(
                letter if at(column, 2 * row) or at(column, 2 * row + 1) else " "
                for column in range(width)
            )
            for row in range(height)
        )
    return tuple(
        "".join(
            " ▀▄█"[at(column, 2 * row) + 2 * at(column, 2 * row + 1)] for column in range(width)
        )
        for row in range(height)
    )


class Painting:
    """Paints positions of one game, in cells of one size."""

    def __init__(self, squares: Squares, size: Size, ascii_only: bool = False) -> None:
        self.squares = squares
        self.size = size
        self.ascii_only = ascii_only

    def paint(self, position: Position, marked: Marked) -> Text:
        """The board."""
        game = position.game
        board = f"on {background_of(game)}"
        line = f"{LINES_ON[background_of(game)]} {board}"
        drawn = position.draw() or []
        text = Text(no_wrap=True, end="")
        rows = list(self._rows(marked))
        text.append(self._files(marked))
        for number, row in enumerate(rows):
            text.append(self._rule(number, line))
            cells = [self._cell(game, drawn, cell, marked) for cell in row]
            middle = (self.size.height - 1) // 2
            for height in range(self.size.height):
                text.append(self._rank(row[0][0] if height == middle else None), style="bold")
                for at, cell in enumerate(cells):
                    if self.size.ruled:
                        text.append("|" if self.ascii_only else "│", style=line)
                    for words, style in cell[height]:
                        text.append(
                            words, style=f"{style} {board}" if " on " not in style else style
                        )
                    if at == len(cells) - 1 and self.size.ruled:
                        text.append("|" if self.ascii_only else "│", style=line)
                text.append("\n")
        text.append(self._rule(len(rows), line))
        text.rstrip()
        return text

    def cell_at(self, x: int, y: int, turned: bool) -> Cell | None:
        """The square that is painted there."""
        ruled = int(self.size.ruled)
        margin = len(self._rank(None))
        column = (x - margin - ruled) // (self.size.width + ruled)
        row = (y - bool(self.squares.files) - ruled) // (self.size.height + ruled)
        if x < margin or not (0 <= row < self.squares.rows and 0 <= column < self.squares.columns):
            return None
        return self.squares.turned((row, column)) if turned else (row, column)

    def _rows(self, marked: Marked) -> Iterator[list[Cell]]:
        for row in range(self.squares.rows):
            cells = [(row, column) for column in range(self.squares.columns)]
            yield [self.squares.turned(cell) for cell in cells] if marked.turned else cells

    def _files(self, marked: Marked) -> Text:
        if not self.squares.files:
            return Text("")
        files = self.squares.files[::-1] if marked.turned else self.squares.files
        ruled = " " if self.size.ruled else ""
        names = "".join(ruled + name.center(self.size.width) for name in files)
        return Text(f"{self._rank(None)}{names}\n", style="bold")

    def _rank(self, row: int | None) -> str:
        if not self.squares.ranks:
            return ""
        width = max(map(len, self.squares.ranks))
        return ("" if row is None else self.squares.ranks[row]).rjust(width) + " "

    def _rule(self, number: int, style: str) -> Text:
        if not self.size.ruled:
            return Text("")
        last = number == self.squares.rows
        left, joint, right, dash = (
            "+++-" if self.ascii_only
            else "┌┬┐─" if number == 0
            else "└┴┘─" if last
            else "├┼┤─"
        )  # fmt: skip
        across = joint.join([dash * self.size.width] * self.squares.columns)
        text = Text(self._rank(None))
        text.append(f"{left}{across}{right}", style=style)
        text.append("" if last else "\n")
        return text

    def _cell(
        self, game: Game, drawn: list[list[str]], cell: Cell, marked: Marked
    ) -> list[list[tuple[str, str]]]:
        """A cell, line by line, in parts with their styles."""
        row, column = cell
        mark = drawn[row][column] if row < len(drawn) and column < len(drawn[row]) else ""
        lines = self._inside(game, mark, cell, marked)
        sides = None
        style = "bold #ffffff"
        if cell == marked.cursor:
            sides = "[]"
            style = "bold #000000 on #ffd75f"
        elif cell in marked.last:
            sides = "><" if self.ascii_only else "▸◂"
            style = "bold #ffd75f"
        found = []
        middle = (self.size.height - 1) // 2
        for number, (words, ink) in enumerate(lines):
            if sides is None or (sides != "[]" and number != middle):
                found.append([(words, ink)])
            else:
                found.append([(sides[0], style), (words[1:-1], ink), (sides[1], style)])
        return found

    def _inside(self, game: Game, mark: str, cell: Cell, marked: Marked) -> list[tuple[str, str]]:
        width, height = self.size.width, self.size.height
        middle = (height - 1) // 2
        blank = [(" " * width, "")] * height
        if cell in marked.values:
            value, proved = marked.values[cell]
            words = signed(value)
            if len(words) > width:
                words = "++" if value > 0 else "--"
            style = "bold underline #ffffff" if proved else "italic #ffffff"
            blank[middle] = (words.center(width), style)
            return blank
        if not mark:
            if cell in marked.legal:
                label = marked.legal[cell] or ("." if self.ascii_only else "·")
                blank[middle] = (label[: width - 2].center(width), "bold #ffe9a8")
            return blank
        side = owner(game, mark)
        if side is None:
            blank[middle] = (mark[:width].center(width), "bold #ffffff")
            return blank
        letter = disc(game, side, self.ascii_only)
        ink = f"bold {colour_of(game, side)}"
        if height < 3:
            blank[middle] = (letter.center(width), ink)
            return blank
        crosses = game.players == ("X", "O")
        shape = _ring if side else _cross if crosses else _filled
        painted = _shape(shape, width - 2, height, letter if self.ascii_only else "")
        return [(f" {line} ", ink) for line in painted]
