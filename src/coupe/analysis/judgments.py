"""What is thought of the moves of a game: a value before and after, a loss, a mark, totals.

>>> Worth(3, "lower").for_other()
Worth(value=-3, kind='upper')
"""

from dataclasses import dataclass
from typing import Any

from coupe.analysis.marks import MARKS, Thresholds
from coupe.position import Position

SCHEMA = "coupe.review/1"

SWAPPED = {"lower": "upper", "upper": "lower"}


@dataclass(frozen=True)
class Worth:
    """A value for a player, and what is proved of it.

    >>> Worth(3, "lower").for_other()
    Worth(value=-3, kind='upper')
    """

    value: int
    kind: str

    @property
    def estimated(self) -> bool:
        """Whether nothing of it is proved."""
        return self.kind == "estimate"

    def for_other(self) -> "Worth":
        """The same for the other player."""
        return Worth(-self.value, SWAPPED.get(self.kind, self.kind))

    def to_json(self) -> dict[str, Any]:
        """The fields as plain data."""
        return {"value": self.value, "kind": self.kind}


@dataclass(frozen=True)
class Judgment:
    """A move that was judged; values are those of the player who moved.

    >>> from coupe import load
    >>> from coupe.analysis.review import Reviewer
    >>> judged = Reviewer(load("connect4:4x4").position("1212123")).run().moves[-1]
    >>> judged.move, judged.before, judged.best, judged.line[:1]
    ('3', Worth(value=993, kind='exact'), '1', ('1',))

    `before` is what the best move was worth and `after` what the played one was; `loss` is None
    where these cannot be compared. `second` is what the second-best move was worth, looked for
    where the loss is a mistake or worse.
    """

    number: int
    player: int
    move: str
    forced: bool
    before: Worth
    after: Worth
    loss: int | None
    best: str
    line: tuple[str, ...]
    depth: int
    mark: str = ""
    second: Worth | None = None

    @property
    def exact(self) -> bool:
        """Whether the loss is proved."""
        return self.before.kind == self.after.kind == "exact"

    @property
    def estimated(self) -> bool:
        """Whether the loss is an estimate, be it in part."""
        return self.before.estimated or self.after.estimated

    def to_json(self) -> dict[str, Any]:
        """The fields as plain data."""
        return {
            "number": self.number,
            "player": self.player + 1,
            "move": self.move,
            "forced": self.forced,
            "before": self.before.to_json(),
            "after": self.after.to_json(),
            "loss": self.loss,
            "exact": self.exact,
            "best": self.best,
            "line": list(self.line),
            "second": None if self.second is None else self.second.to_json(),
            "mark": self.mark,
            "depth": self.depth,
        }


@dataclass(frozen=True)
class Totals:
    """What a player has lost in all, forced moves apart.

    >>> Totals(moves=4, proved=3, loss=6, estimated=1, estimated_loss=2, marks={}).mean
    2.0
    """

    moves: int
    proved: int
    loss: int
    estimated: int
    estimated_loss: int
    marks: dict[str, int]

    @classmethod
    def of(cls, judged: list[Judgment]) -> "Totals":
        """The totals of some moves."""
        free = [move for move in judged if not move.forced]
        sure = [move for move in free if not move.estimated and move.loss is not None]
        guessed = [move for move in free if move.estimated and move.loss is not None]
        return cls(
            moves=len(free),
            proved=len(sure),
            loss=sum(move.loss or 0 for move in sure),
            estimated=len(guessed),
            estimated_loss=sum(move.loss or 0 for move in guessed),
            marks={mark: sum(move.mark == mark for move in free) for mark in MARKS},
        )

    @property
    def mean(self) -> float | None:
        """The mean loss of the proved moves."""
        return self.loss / self.proved if self.proved else None

    @property
    def estimated_mean(self) -> float | None:
        """The mean loss of the others."""
        return self.estimated_loss / self.estimated if self.estimated else None

    @property
    def share(self) -> float | None:
        """The part of the moves whose loss is proved."""
        return self.proved / self.moves if self.moves else None

    def to_json(self) -> dict[str, Any]:
        """The fields as plain data."""
        return {
            "moves": self.moves,
            "proved": self.proved,
            "loss": self.loss,
            "mean_loss": self.mean,
            "estimated": self.estimated,
            "estimated_loss": self.estimated_loss,
            "estimated_mean_loss": self.estimated_mean,
            "share_proved": self.share,
            "marks": dict(self.marks),
        }


@dataclass(frozen=True)
class Review:
    """The judgments of a game's moves; where the review was stopped, those of its last moves.

    >>> from coupe import load
    >>> from coupe.analysis.review import Reviewer
    >>> review = Reviewer(load("tictactoe").position("5 2 1 3 9")).run()
    >>> review.finished, review.totals[1].marks["blunder"], review.to_json()["schema"]
    (True, 1, 'coupe.review/1')
    """

    position: Position
    thresholds: Thresholds
    moves: tuple[Judgment, ...]
    finished: bool
    depth: int | None = None
    seconds: float | None = None

    @property
    def totals(self) -> tuple[Totals, Totals]:
        """What each player has lost."""
        first, second = ([m for m in self.moves if m.player == player] for player in (0, 1))
        return Totals.of(first), Totals.of(second)

    @property
    def lessons(self) -> tuple[Judgment, ...]:
        """The mistakes where only one move held: any other was a mistake too."""
        return tuple(
            move
            for move in self.moves
            if move.mark in ("mistake", "blunder")
            and move.second is not None
            and move.second.estimated == move.before.estimated
            and move.before.value - move.second.value >= self.thresholds.mistake
        )

    def to_json(self) -> dict[str, Any]:
        """The review as plain data, in the schema that docs/review.md documents."""
        game = self.position.game
        return {
            "schema": SCHEMA,
            "game": game.spec,
            "start": self.position.path[0].text,
            "players": list(game.players),
            "unit": game.unit,
            "thresholds": {
                "inaccuracy": self.thresholds.inaccuracy,
                "mistake": self.thresholds.mistake,
                "blunder": self.thresholds.blunder,
            },
            "depth": self.depth,
            "seconds": self.seconds,
            "finished": self.finished,
            "moves": [move.to_json() for move in self.moves],
            "totals": [totals.to_json() for totals in self.totals],
        }
