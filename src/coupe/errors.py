"""The errors a user can cause, each a type of its own and one plain sentence.

>>> from coupe import load, IllegalMove
>>> try:
...     load("connect4").start().play_named("9")
... except IllegalMove as error:
...     print(error)
9 is not a legal move here; the legal moves are 1 2 3 4 5 6 7.
"""


class CoupeError(ValueError):
    """Anything that is wrong with what coupe was given."""


class BadGame(CoupeError):
    """A class that does not keep the contract of a game."""


class UnknownGame(CoupeError):
    """No game of that name, or no such file."""


class BadPosition(CoupeError):
    """A text that is not a position of the game."""


class IllegalMove(CoupeError):
    """A move that the rules do not allow in this position."""


class GameOver(CoupeError):
    """A move or a search asked of a finished game."""


class BadOption(CoupeError):
    """An option, limit or parameter outside what can be done."""


class BadFile(CoupeError):
    """A file that cannot be read, or a line of it."""


class BadTree(CoupeError):
    """A text, file or data that is not a tree to search."""


class UnknownValue(CoupeError):
    """An algorithm has reached a node whose value is not known."""
