"""A game as it was played: who, from where, every move, how it ended.

>>> from coupe import load
>>> record = Record.of(load("connect4").position("1212121"), players=("Ann", "level:3"))
>>> record.names, record.result
(('1', '2', '1', '2', '1', '2', '1'), Result(winner=0, score=993, reason='rules', detail=''))
>>> record.position().text
'1212121'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coupe.errors import BadPosition, CoupeError
from coupe.game import Game
from coupe.games.loading import load
from coupe.language import _
from coupe.position import Position, shortened

REASONS = ("rules", "repetition", "resignation", "time", "forfeit", "agreement")
"""How a game ends: played out, by a repeated position, given up, out of time, by a player that
has failed (died, hung, answered what is no move), by agreement."""


@dataclass(frozen=True)
class Ply:
    """A move as it was played: its name, and what is known of it.

    >>> Ply("f5", seconds=1.5).move
    'f5'

    `value` is the score that whoever played the move gave it, for himself, in the game's unit.
    """

    move: str
    seconds: float | None = None
    value: int | None = None
    comment: str = ""


@dataclass(frozen=True)
class Result:
    """How a game ended: who won (None is a draw), by how much and why.

    >>> Result(winner=1, score=None, reason="time")
    Result(winner=1, score=None, reason='time', detail='')

    `score` is the first player's, in the game's unit; None where nothing was counted. `detail` is
    what a failed player has done, in a sentence.
    """

    winner: int | None
    score: int | None
    reason: str
    detail: str = ""


@dataclass(frozen=True)
class Record:
    """A game as it was played, whatever the format it comes from or goes to.

    >>> from coupe import load
    >>> Record("othello", moves=(Ply("f5"), Ply("d6"))).position().turn_name
    'Black'

    `game` is what `coupe.load` reads; `start` the text of the first position, empty for the game's
    own. A record without a result is a game that is not finished. `tags` hold what else is known:
    `date`, `event`, `place`, `round`, `time` (the clock), ...
    """

    game: str
    moves: tuple[Ply, ...] = ()
    start: str = ""
    players: tuple[str, str] = ("", "")
    result: Result | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        position: Position,
        *,
        players: tuple[str, str] = ("", ""),
        plies: Sequence[Ply] | None = None,
        result: Result | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> "Record":
        """The record of the game that led to a position; its result, where the rules say it.

        >>> from coupe import load
        >>> Record.of(load("tictactoe").position("5 1")).names
        ('5', '1')
        """
        first = position.path[0]
        if plies is None:
            plies = [Ply(name) for name in first.names(position.line)]
        if result is None and position.over:
            result = result_of(position)
        return cls(
            position.game.spec, tuple(plies), start_of(first), players, result, dict(tags or {})
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves."""
        return tuple(ply.move for ply in self.moves)

    def first_position(self, game: Game | None = None) -> Position:
        """Where the game began; `game` spares loading it anew."""
        game = game or load(self.game)
        return game.position(self.start) if self.start else game.start()

    def position(self, game: Game | None = None) -> Position:
        """The position after the last move, each move checked against the rules.

        >>> Record("othello", moves=(Ply("a1"),)).position()
        Traceback (most recent call last):
            ...
        coupe.errors.BadPosition: Move 1: a1 is not a legal move here; the legal moves are \
d3 c4 f5 e6.
        """
        position = self.first_position(game)
        for number, ply in enumerate(self.moves, 1):
            try:
                position = position.play_named(ply.move)
            except CoupeError as error:
                raise BadPosition(
                    _("Move {count}: {reason}").format(count=number, reason=error)
                ) from error
        return position


def start_of(first: Position) -> str:
    """How a record writes the position that a game begins with: nothing for the game's own start.

    >>> from coupe import load
    >>> start_of(load("othello").start())
    ''
    """
    game = first.game
    own = first.state == game.initial() and first.turn == 0
    return "" if own else first.text


def result_of(position: Position) -> Result:
    """How the rules end a game in this position.

    >>> from coupe import load
    >>> result_of(load("tictactoe").position("XXXOO....")).score
    1
    """
    score = position.result if position.turn == 0 else -position.result
    ended = bool(position.game.over(position.state))
    return Result(position.winner, score, "rules" if ended else "repetition")


def title_of(spec: str) -> str:
    """A game's spec as a person is shown it: a file without its folders.

    >>> title_of("/home/ann/games/nim.py:3x4"), title_of("connect4:6x5")
    ('nim.py:3x4', 'connect4:6x5')
    """
    return shortened(spec.replace("\\", "/").rpartition("/")[2])
