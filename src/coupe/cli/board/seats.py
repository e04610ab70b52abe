"""Who sits at the board: a person who chooses on the screen, and a player that can be called away.

>>> from coupe import load
>>> start = load("tictactoe").start()
>>> table = Table()
>>> table.say(start, Chosen(4))
>>> Seated("human", table).choose(Match(start, ())).move
4
"""

from queue import Empty, SimpleQueue

from coupe.cli.sitting import AtTable
from coupe.errors import Forfeit
from coupe.play import Chosen, Match, Player, Wish
from coupe.position import Position

Said = tuple[Position | None, Chosen | Wish]


class Table:
    """What the screen tells the game, from one thread to the other."""

    def __init__(self) -> None:
        self._said: SimpleQueue[Said] = SimpleQueue()

    def say(self, position: Position | None, choice: Chosen | Wish) -> None:
        """What is chosen in a position; None: in any."""
        self._said.put((position, choice))

    def clear(self) -> None:
        """Forget what was said."""
        self._said = SimpleQueue()

    def wait(self, position: Position) -> Chosen | Wish:
        """What is chosen here, as soon as it is."""
        while True:
            asked, choice = self._said.get()
            if asked is None or asked is position:
                return choice

    def heard(self, position: Position) -> Chosen | Wish | None:
        """What was said meanwhile, if anything."""
        while True:
            try:
                asked, choice = self._said.get_nowait()
            except Empty:
                return None
            if asked is None or asked is position:
                return choice


class Seated:
    """A person at the screen."""

    human = True

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.table = table

    def choose(self, match: Match) -> Chosen | Wish:
        """Wait until the person has chosen."""
        return self.table.wait(match.position)

    def stop(self) -> None:
        """The screen says it."""

    def close(self) -> None:
        """Nothing is kept."""


class Called(AtTable):
    """A player who lets his move be when something else is wanted meanwhile."""

    def __init__(self, player: Player, table: Table) -> None:
        super().__init__(player)
        self.table = table

    def choose(self, match: Match) -> Chosen | Wish:
        """The player's move, or what was said while he thought."""
        try:
            chosen = super().choose(match)
        except Forfeit:
            said = self.table.heard(match.position)
            if said is None:
                raise
            return said
        return self.table.heard(match.position) or chosen
