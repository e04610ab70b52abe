"""A player elsewhere."""

from coupe.game import Game
from coupe.play.match import Chosen, Match


class NBoardPlayer:
    human = False

    def __init__(self, name: str, game: Game, argument: str) -> None:
        self.name = name

    def choose(self, match: Match) -> Chosen:
        raise NotImplementedError

    def stop(self) -> None: ...

    def close(self) -> None: ...
