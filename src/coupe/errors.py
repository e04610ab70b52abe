"""The errors a user can cause, each a type of its own and one plain sentence.

>>> from coupe import load, IllegalMove
>>> try:
...     load("connect4").start().play_named("9")
... except IllegalMove as error:
...     print(error)
9 is not a legal move here; the legal moves are 1 2 3 4 5 6 7.
"""


class CoupeError(ValueError):
    """Anything that is wrong with what coupe was given.

    >>> from coupe import CoupeError, load
    >>> try:
    ...     load("connect4:2x2")
    ... except CoupeError as error:
    ...     print(error)
    width is 2; it can be from 3 to 16.
    """


class BadGame(CoupeError):
    """A class that does not keep the contract of a game.

    >>> from coupe import game
    >>> game(players=("White", "White"))(type("Mine", (), {}))
    Traceback (most recent call last):
        ...
    coupe.errors.BadGame: Mine: players is ('White', 'White'); write the names of both, different \
ones: players=("White", "Black").
    """


class UnknownGame(CoupeError):
    """No game of that name, or no such file.

    >>> from coupe import load
    >>> load("nowhere.py")
    Traceback (most recent call last):
        ...
    coupe.errors.UnknownGame: nowhere.py: no such file.
    """


class BadPosition(CoupeError):
    """A text that is not a position of the game.

    >>> from coupe import load
    >>> load("tictactoe").position("XXX......")
    Traceback (most recent call last):
        ...
    coupe.errors.BadPosition: 3 X and 0 O cannot be: X starts and they take turns, so there are \
as many X as O, or one more.
    """


class IllegalMove(CoupeError):
    """A move that the rules do not allow in this position.

    >>> from coupe import load
    >>> load("othello").start().play_named("a1")
    Traceback (most recent call last):
        ...
    coupe.errors.IllegalMove: a1 is not a legal move here; the legal moves are d3 c4 f5 e6.
    """


class GameOver(CoupeError):
    """A move or a search asked of a finished game.

    >>> from coupe import load
    >>> load("connect4").position("1212121").play_named("3")
    Traceback (most recent call last):
        ...
    coupe.errors.GameOver: The game is over: no move can be played.
    """


class BadOption(CoupeError):
    """An option, limit or parameter outside what can be done.

    >>> from coupe import analyse, load
    >>> analyse(load("othello").start(), depth=0)
    Traceback (most recent call last):
        ...
    coupe.errors.BadOption: depth is 0; it can be 1 or more.
    """


class BadFile(CoupeError):
    """A file that cannot be read, or a line of it.

    >>> import tempfile
    >>> from coupe import load
    >>> with tempfile.TemporaryDirectory(suffix=".py") as folder:
    ...     load(folder)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: ... cannot be read: Is a directory.
    """


class BadContent(BadFile):
    """A file that can be read, and does not hold what it should.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from coupe import load
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.py")
    ...     _length = file.write_text("from coupe import")
    ...     load(file)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coupe.errors.BadContent: ...mine.py, line 1: ...
    """


class BadArchive(BadContent):
    """A file that is no archive of games, is damaged, or comes from a later coupe.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from coupe.archive import Archive
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.sqlite")
    ...     _length = file.write_text("a letter to my aunt")
    ...     Archive(file)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coupe.errors.BadArchive: ...mine.sqlite is not an archive of coupe...
    """


class Forfeit(CoupeError):
    """A player that has lost by rule: it has died, hung, or answered what is no move.

    >>> from coupe.play.match import forfeit_of
    >>> raise forfeit_of("gtp:other", "it has stopped")
    Traceback (most recent call last):
        ...
    coupe.errors.Forfeit: gtp:other: it has stopped.
    """


class BadTree(CoupeError):
    """A text, file or data that is not a tree to search.

    >>> from coupe.blackboard import read_tree
    >>> read_tree("((3 5) (2 9)) x")
    Traceback (most recent call last):
        ...
    coupe.errors.BadTree: Character 15 of the tree, x, comes after its last bracket: write one tree.
    """


class UnknownValue(CoupeError):
    """An algorithm has reached a node whose value is not known.

    >>> from coupe.blackboard import trace
    >>> trace("((? 5) (2 9))", "minimax")
    Traceback (most recent call last):
        ...
    coupe.errors.UnknownValue: D is unknown, and the search has reached it: give it a value.
    """
