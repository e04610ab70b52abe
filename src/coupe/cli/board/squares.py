"""The squares of a board: where a move lands, whose a piece is, what the rows and columns are called.

>>> from coupe import load
>>> othello = load("othello").start()
>>> squares = Squares.of(othello)
>>> squares.rows, squares.columns, squares.files[:3], squares.ranks[:3]
(8, 8, ('a', 'b', 'c'), ('1', '2', '3'))
>>> squares.moves(othello)[4, 5] == [othello.parse("f5")]
True
"""

from collections.abc import Sequence
from dataclasses import dataclass

from coupe.game import PASS, Game
from coupe.position import Position

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MARKS = ("XB*", "OW")
"""The marks of the first player and of the second, where the players' names do not say."""

Cell = tuple[int, int]


def owner(game: Game, mark: str) -> int | None:
    """Whose piece a mark stands for; None where it is another thing.

    >>> from coupe import load
    >>> owner(load("othello"), "X"), owner(load("connect4"), "R"), owner(load("connect4"), "7")
    (0, 1, None)
    """
    names = [name[:1].upper() for name in game.players]
    asked = mark.upper()
    if names[0] != names[1] and asked in names:
        return names.index(asked)
    found = [side for side in (0, 1) if len(asked) == 1 and asked in MARKS[side]]
    return found[0] if found else None


def cells_of(position: Position, move: int) -> list[Cell]:
    """The squares of a move, where it lands last; those that change, if the game does not say.

    >>> from coupe import load
    >>> cells_of(load("connect4").start(), 21)
    [(5, 3)]
    """
    if move == PASS:
        return []
    game = position.game
    if game.cells is not None:
        return [(int(row), int(column)) for row, column in game.cells(position.state, move)]
    before, after = position.draw(), position.after(move).draw()
    if before is None or after is None:
        return []
    changed = [
        (row, column)
        for row, (old, new) in enumerate(zip(before, after, strict=False))
        for column, (was, is_now) in enumerate(zip(old, new, strict=False))
        if was != is_now
    ]
    return sorted(changed, key=lambda cell: bool(after[cell[0]][cell[1]]))


@dataclass(frozen=True)
class Squares:
    """The squares of a game's board.

    `files` are what the columns are called, `ranks` the rows, where the names of moves say it. On a
    board where stones `fall`, a move is a column.
    """

    rows: int
    columns: int
    files: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    fall: bool = False

    @classmethod
    def of(cls, position: Position) -> "Squares | None":
        """The board of a position; None where the game does not draw itself.

        >>> from coupe import load
        >>> Squares.of(load("connect4").start()).files
        ('1', '2', '3', '4', '5', '6', '7')
        >>> Squares.of(load("connect4").start()).fall, Squares.of(load("tictactoe").start()).files
        (True, ())
        """
        drawn = position.draw()
        if not drawn or not any(drawn):
            return None
        rows, columns = len(drawn), max(map(len, drawn))
        start = position.game.start()
        landing = {move: cells_of(start, move) for move in start.legal_moves}
        ends = {move: cells[-1] for move, cells in landing.items() if cells}
        if len(ends) == columns == len({column for _row, column in ends.values()}) and (
            len({row for row, _column in ends.values()}) == 1
        ):
            by_column = {column: start.name(move) for move, (_row, column) in ends.items()}
            return cls(rows, columns, tuple(by_column[at] for at in range(columns)), (), True)
        if columns <= len(LETTERS):
            named = [(start.name(move).lower(), cells) for move, cells in landing.items() if cells]
            for ranks in (range(1, rows + 1), range(rows, 0, -1)):
                found = cls(rows, columns, tuple(LETTERS[:columns]), tuple(map(str, ranks)))
                if named and all(
                    all(found.name(cell) in name for cell in cells) for name, cells in named
                ):
                    return found
        return cls(rows, columns)

    def name(self, cell: Cell) -> str:
        """What a square is called.

        >>> Squares(8, 8, tuple("abcdefgh"), tuple("12345678")).name((4, 5)), Squares(3, 3).name((0, 0))
        ('f5', '1, 1')
        """
        row, column = cell
        if self.files:
            return self.files[column] + (self.ranks[row] if self.ranks else "")
        return f"{row + 1}, {column + 1}"

    def moves(self, position: Position) -> dict[Cell, list[int]]:
        """The legal moves by their squares."""
        found: dict[Cell, list[int]] = {}
        for move in position.legal_moves:
            for cell in self.cells(position, move):
                found.setdefault(cell, []).append(move)
        return found

    def landings(self, position: Position) -> dict[Cell, list[int]]:
        """The legal moves by the squares where they land."""
        found: dict[Cell, list[int]] = {}
        for move in position.legal_moves:
            for cell in self.cells(position, move)[-1:]:
                found.setdefault(cell, []).append(move)
        return found

    def cells(self, position: Position, move: int) -> Sequence[Cell]:
        """The squares of a move that are on the board."""
        return [
            (row, column)
            for row, column in cells_of(position, move)
            if 0 <= row < self.rows and 0 <= column < self.columns
        ]

    def turned(self, cell: Cell) -> Cell:
        """Where a square is seen from the other side: stones fall down from there, too.

        >>> Squares(8, 8).turned((0, 1))
        (7, 6)
        """
        row, column = cell
        return row if self.fall else self.rows - 1 - row, self.columns - 1 - column


def pieces(position: Position) -> list[int] | None:
    """How many pieces each player has on the board, where it shows them.

    >>> from coupe import load
    >>> pieces(load("othello").position("f5"))
    [4, 1]
    """
    drawn = position.draw()
    if drawn is None:
        return None
    owners = [owner(position.game, mark) for row in drawn for mark in row if mark]
    return [owners.count(side) for side in (0, 1)] if any(o is not None for o in owners) else None
