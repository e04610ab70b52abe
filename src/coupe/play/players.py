"""The players that coupe brings: by chance, and by an algorithm to a depth.

>>> from coupe import load
>>> from coupe.play.match import Match
>>> tictactoe = load("tictactoe")
>>> either = Searcher("minimax:9", tictactoe, "minimax", 9)
>>> Match(tictactoe.start(), (either, either)).play().result.winner is None
True
"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from coupe.analysis import Analyst
from coupe.game import Game
from coupe.play.match import Chosen

if TYPE_CHECKING:
    from coupe.analysis import Answer
    from coupe.play.match import Match
    from coupe.position import Position

TABLE_MB = 16
"""Enough for a search of a few seconds; it is emptied before each move."""


class Chance:
    """Plays any legal move; which one follows from the seed and the moves played.

    >>> from coupe import load
    >>> from coupe.play.match import Match
    >>> connect4 = load("connect4")
    >>> first, second = Chance("random", 1), Chance("random", 2)
    >>> games = [Match(connect4.start(), (first, second)).play() for _game in range(2)]
    >>> games[0].names == games[1].names
    True
    """

    human = False

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed

    def choose(self, match: "Match") -> Chosen:
        """Any legal move."""
        position = match.position
        return Chosen(dice(self.seed, position).choice(position.legal_moves))

    def stop(self) -> None:
        """Nothing is under way."""

    def close(self) -> None:
        """Nothing is kept."""


class Searcher:
    """Searches each position to one depth with one algorithm, as the report's own player does.

    >>> from coupe import load
    >>> from coupe.play.match import Match
    >>> tictactoe = load("tictactoe")
    >>> match = Match(tictactoe.position("XX.OO...."), ())
    >>> Searcher("minimax:2", tictactoe, "minimax", 2).choose(match).move
    2
    """

    human = False

    def __init__(self, name: str, game: Game, algorithm: str, depth: int) -> None:
        self.name = name
        self.algorithm = algorithm
        self.depth = depth
        self.analyst = Analyst(game, table_mb=TABLE_MB)
        make_ready(self.analyst, self._settings)

    @property
    def _settings(self) -> dict[str, Any]:
        plain = self.algorithm == "minimax"
        return {
            "algorithm": self.algorithm,
            "table": not plain,
            "move_order": "natural" if plain else "best",
        }

    def choose(self, match: "Match") -> Chosen:
        """The best move that the algorithm sees."""
        self.analyst.forget()
        answer = self.analyst.analyse(
            match.position,
            depth=self.depth,
            seconds=seconds_of(match),
            watch=match.watch,
            **self._settings,
        )
        return chosen(match.position, answer)

    def stop(self) -> None:
        """Answer with what has been seen so far."""
        self.analyst.stop()

    def close(self) -> None:
        """Nothing is kept."""


def make_ready(analyst: Analyst, settings: Mapping[str, Any] | None = None) -> None:
    """Search a first position, so that compiling and loading are not on a player's clock.

    >>> from coupe import load
    >>> make_ready(Analyst(load("tictactoe"), table_mb=1))
    """
    start = analyst.game.start()
    if not start.over:
        analyst.analyse(start, depth=1, **(settings or {}))


def dice(seed: int, position: "Position") -> Random:
    """Chance that follows from a seed and the moves played: a game taken up again goes on alike.

    >>> from coupe import load
    >>> dice(1, load("othello").start()).random() == dice(1, load("othello").start()).random()
    True
    """
    return Random(f"{seed} {position.line}")


def chosen(position: "Position", answer: "Answer") -> Chosen:
    """The move that an answer says is the best."""
    return Chosen(position.parse(answer.best or ""), answer.value, answer)


SHARE = 20
"""With a clock, a move may take this part of what is left, and the increment."""

SAFETY = 0.1
"""Seconds kept back: the clock runs while an answer is on its way."""


def seconds_of(match: "Match", share: int = SHARE) -> float | None:
    """How long an engine may think about the next move, by the clock; None: as it likes.

    >>> from coupe import load
    >>> from coupe.play.clock import TimeControl
    >>> from coupe.play.match import Match
    >>> start = load("othello").start()
    >>> seconds_of(Match(start, (), clock=TimeControl.read("60s+1s")))
    3.9
    >>> seconds_of(Match(start, ())) is None
    True
    """
    left = match.left(match.position.turn)
    if left is None:
        return None
    if match.clock.per_move is None:
        left = min(left, left / share + match.clock.increment)
    return max(0.01, left - min(SAFETY, left / 4))
