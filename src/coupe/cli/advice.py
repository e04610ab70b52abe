"""What moves are worth, for whoever plays and asks: a hint, the value of every move.

>>> from coupe import load
>>> Advisor(load("tictactoe")).answer(load("tictactoe").position("XX.OO....")).best
'3'
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from coupe.game import Game
from coupe.position import Position

if TYPE_CHECKING:
    from coupe import Analyst, Answer
    from coupe.archive import Archive
    from coupe.play.match import Watcher

HINT_SECONDS = 1.0
LONGER_AND_LONGER = (0.1, 0.3, 1.0, 3.0, 10.0)
"""Seconds after which the values of all moves are said, each time better."""


class Advisor:
    """Says what moves are worth; knows what the archive knows, and tells it what is new.

    >>> from coupe import load
    >>> Advisor(load("tictactoe")).answer(load("tictactoe").position("XX.OO....")).best
    '3'
    """

    def __init__(self, game: Game, archive: "Archive | None" = None) -> None:
        self.game = game
        self.archive = archive
        self._analyst: Analyst | None = None
        self._stopped = False

    def stop(self) -> None:
        """End what is under way, with what has been seen so far."""
        self._stopped = True
        if self._analyst is not None:
            self._analyst.stop()

    def answer(
        self,
        position: Position,
        *,
        seconds: float = HINT_SECONDS,
        all_moves: bool = False,
        watch: "Watcher | None" = None,
    ) -> "Answer":
        """The best move, after so long; with `all_moves` the value of each."""
        self._stopped = False
        if self.archive is not None:
            known = self.archive.recall(position, seconds=seconds, all_moves=all_moves)
            if known is not None:
                return known
        if self._analyst is None:
            from coupe import Analyst

            self._analyst = Analyst(self.game)
        answer = self._analyst.analyse(position, seconds=seconds, all_moves=all_moves, watch=watch)
        if self.archive is not None and not self._stopped:
            self.archive.remember(position, answer, seconds=seconds)
        return answer

    def values(self, position: Position) -> Iterator["Answer"]:
        """The value of every legal move, better and better, until all are proved."""
        for seconds in LONGER_AND_LONGER:
            answer = self.answer(position, seconds=seconds, all_moves=True)
            yield answer
            if self._stopped or all(move.kind == "exact" for move in answer.moves or ()):
                return
