"""Threads whose stack is deep enough for the search, which calls itself once a ply.

>>> thread = start_thread(lambda: None, depth=10_000)
>>> thread.join()
"""

import threading
from collections.abc import Callable

from coupe.errors import BadGame
from coupe.game import Game
from coupe.language import _

STACK_BASE = 16 << 20
STACK_A_PLY = 4 << 10
"""The frame of a 30-word state took 1.1 kB."""

PATIENCE = 2.0
"""Seconds for a thread that was told to end. A rule that never returns cannot be stopped: its thread
ends with the process."""

_one_at_a_time = threading.Lock()


def start_thread(target: Callable[[], None], depth: int) -> threading.Thread:
    """A running thread, for lines of this depth."""
    thread = threading.Thread(target=target, daemon=True)
    with _one_at_a_time:
        before = threading.stack_size(STACK_BASE + depth * STACK_A_PLY)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


def stopped(game: Game, error: BaseException) -> BadGame:
    """What an exception in compiled rules is to whoever has asked.

    >>> from coupe import load
    >>> print(stopped(load("tictactoe"), IndexError("tuple index out of range")))
    The compiled rules of TicTacToe stop with IndexError: `coupe check` says where.
    """
    return BadGame(
        _("The compiled rules of {game} stop with {kind}: `coupe check` says where.").format(
            game=game.title, kind=type(error).__name__
        )
    )
