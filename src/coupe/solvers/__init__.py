"""What one game deserves beyond the general engine.

>>> from coupe import load
>>> type(search_of(load("connect4"))).__name__, type(search_of(load("othello"))).__name__
('Connect4Search', 'Search')
"""

from coupe.engine import Search
from coupe.game import SHIPPED, Game


def search_of(game: Game, threads: int = 1, table_mb: int = 64, seed: int = 0) -> Search:
    """The search of a game: one that proves with the game's own solver, where it has one.

    >>> from coupe import load
    >>> type(search_of(load("connect4:row=3"))).__name__
    'Search'
    """
    if game.module.startswith(f"{SHIPPED}connect4") and game.parameters["row"] == 4:
        from coupe.solvers.connect4 import Connect4Search

        return Connect4Search(game, threads, table_mb, seed)
    return Search(game, threads, table_mb, seed)
