"""A player that is no person: whatever goes wrong with it, it loses by rule and nothing else stops.

>>> class Broken:
...     name, human = "mine.py:best", False
...     def choose(self, match): return 1 // 0
>>> Guarded(Broken()).choose(None)
Traceback (most recent call last):
    ...
coupe.errors.Forfeit: mine.py:best: ZeroDivisionError: integer division or modulo by zero.
"""

from contextlib import suppress

from coupe.errors import CoupeError, Forfeit
from coupe.play.match import Chosen, Match, Player, Wish, forfeit_of


class Guarded:
    """A player whose every failure is a Forfeit; those that are `spared` go to whoever has asked.

    >>> from coupe import load
    >>> from coupe.play import player_of
    >>> Guarded(player_of("random", load("tictactoe"))).name
    'random'
    """

    human = False
    spared: type[CoupeError] = Forfeit

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name

    def choose(self, match: Match) -> Chosen | Wish:
        """The player's move; Forfeit where it has none to give."""
        try:
            return self.player.choose(match)
        except CoupeError as error:
            if isinstance(error, Forfeit | self.spared):
                raise
            raise forfeit_of(self.name, str(error)) from error
        except Exception as error:
            raise forfeit_of(self.name, words_of(error)) from error

    def stop(self) -> None:
        """Answer soon."""
        self.player.stop()

    def close(self) -> None:
        """Let the player go, whatever it says."""
        with suppress(Exception):
            self.player.close()


def words_of(error: Exception) -> str:
    """An exception that nobody has foreseen.

    >>> words_of(OSError("gone")), words_of(OSError())
    ('OSError: gone', 'OSError')
    """
    return f"{type(error).__name__}: {error}".removesuffix(": ")
