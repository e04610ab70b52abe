"""A game looked at again: what each move has lost, against the best one.

>>> from coupe import load
>>> review = Reviewer(load("tictactoe").position("5 2 1 3 9")).run()
>>> [(move.move, move.loss, move.mark) for move in review.moves]
[('5', 0, ''), ('2', 1, 'blunder'), ('1', 0, ''), ('3', 0, ''), ('9', 0, '')]
>>> review.moves[1].best, review.moves[1].exact
('1', True)

The judging begins at the end of the game, where values can be proved: what the position after a
move is worth is then known before the move is judged. A loss is `exact` where both values are
proved; where both are estimates, they come from one search of all moves to one depth. An estimate
and a proved value are never subtracted: such a loss is None.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from coupe.analysis.answer import Answer, Progress, answer, progress
from coupe.analysis.judgments import Judgment, Review, Worth
from coupe.analysis.marks import Thresholds
from coupe.engine import Found, Plan, Search
from coupe.errors import BadPosition
from coupe.language import _
from coupe.position import Position
from coupe.solvers import search_of

LAST_PLIES = 14
"""So many plies before the end a proof is pressed for."""

LAST_NODES = 200_000_000
"""Positions that the proof of one of the last plies may take; four stones of Connect 4 have taken
its solver 23 to 137 M, one stone 388 M."""

PROOF_NODES = 20_000_000
"""Positions that a proof may take before them."""

SECOND_NODES = 50_000_000
"""Positions that the proof of every move of a mistake may take, to know whether one alone held."""

NODES = 2_000_000
"""Positions that an estimate takes where no depth and no time is asked for."""

NODES_A_SECOND = 20_000_000
"""What work is counted as where time is kept: the same everywhere, so that a review is."""

TABLE_MB = 64


class Memory(Protocol):
    """What keeps analyses from one review to the next, as an archive does."""

    def recall(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        all_moves: bool = False,
    ) -> Answer | None:
        """An analysis that is as good as asked."""
        ...

    def remember(
        self,
        position: Position,
        answer: Answer,
        *,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Keep an analysis, with the limits it was given."""
        ...


@dataclass(frozen=True)
class Judging:
    """How far a review has come: the move at work, and its search."""

    number: int
    count: int
    player: str
    move: str
    progress: Progress


Watcher = Callable[[Judging], None]


class _Stopped(Exception):
    """The review was told to end."""


class Reviewer:
    """Judges the moves that led to a position; may be stopped from another thread or a signal.

    With a memory, each position is remembered as soon as it is searched: a review that was stopped
    goes on from there, and a second one searches nothing. Without `depth` or `seconds` an estimate
    takes the same number of positions on any machine.

    >>> from coupe import load
    >>> Reviewer(load("othello").start())
    Traceback (most recent call last):
        ...
    coupe.errors.BadPosition: There is no move to review: write those of a game.
    """

    def __init__(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        memory: Memory | None = None,
        thresholds: Thresholds | None = None,
    ) -> None:
        if position.previous is None:
            raise BadPosition(_("There is no move to review: write those of a game."))
        self.position = position
        self.depth = depth
        self.seconds = seconds
        self.memory = memory
        self.thresholds = thresholds or Thresholds.of(position.game)
        self.searches = 0
        self._path = position.path
        self._search: Search | None = None
        self._stopped = False
        self._watch: Watcher | None = None
        self._at = 0

    def stop(self) -> None:
        """End the review under way: it answers with the moves judged so far."""
        self._stopped = True
        if self._search is not None:
            self._search.stop()

    def run(self, watch: Watcher | None = None) -> Review:
        """Judge the moves, the last one first."""
        self._watch = watch
        self._stopped = False
        judged: list[Judgment] = []
        count = len(self._path) - 1
        try:
            worth = self._worth_at_the_end()
            for index in reversed(range(count)):
                self._at = index
                judged.append(self._judgment(index, worth))
                worth = judged[-1].before
        except _Stopped:
            pass
        return Review(
            self.position,
            self.thresholds,
            tuple(reversed(judged)),
            len(judged) == count,
            self.depth,
            self.seconds,
        )

    def _worth_at_the_end(self) -> Worth:
        """What the last position is worth for whoever would move there."""
        last = self.position
        self._at = len(self._path) - 1
        if last.over:
            return Worth(last.result, "exact")
        found = self._proof(last, PROOF_NODES) or self._estimate(last, PROOF_NODES)
        return Worth(found.value, found.kind)

    def _judgment(self, index: int, following: Worth) -> Judgment:
        """Judge a move, given what the position after it is worth for whoever moves there."""
        here, there = self._path[index], self._path[index + 1]
        assert there.move is not None
        name = here.name(there.move)
        after = following if here.turn == there.turn else following.for_other()
        plain = Judgment(index + 1, here.turn, name, True, after, after, 0, name, (name,), 0)
        if len(here.legal_moves) == 1:
            return plain
        tried = 0
        found = None
        if after.kind == "exact":
            near = index >= len(self._path) - 1 - LAST_PLIES
            tried = LAST_NODES if near else PROOF_NODES
            found = self._proof(here, tried)
        if found is None:
            found = self._estimate(here, tried)
            after = next(
                Worth(move.value, move.kind) for move in found.moves or () if move.move == name
            )
        before = Worth(found.value, found.kind)
        judged = replace(
            plain,
            forced=False,
            before=before,
            after=after,
            loss=_loss(before, after),
            best=found.best or name,
            line=found.line,
            depth=found.depth,
        )
        if judged.loss == 0:
            return replace(judged, best=name, line=found.line if found.best == name else (name,))
        judged = replace(judged, mark=self._mark(judged))
        if judged.mark in ("mistake", "blunder"):
            found = self._with_every_move(here, found)
            judged = replace(
                judged, best=found.best or name, line=found.line, depth=found.depth,
                second=_second(found),
            )  # fmt: skip
        return judged

    def _mark(self, judged: Judgment) -> str:
        """What the loss is called.

        Between an estimate and a proved value only who wins is compared: it is never more than a
        mistake, for the estimate may be wrong.
        """
        if judged.loss is not None:
            return self.thresholds.mark(judged.loss)
        before, after = judged.before, judged.after
        if _sign(after.value) < _sign(before.value) or (before.estimated and after.value < 0):
            return "mistake"
        return "inaccuracy" if after.estimated and before.value > 0 else ""

    def _with_every_move(self, here: Position, found: Answer) -> Answer:
        """The same answer with the values of all moves, where so much work finds them."""
        if found.moves is not None:
            return found
        every = self._searched(
            here,
            Plan(prove=True, all_moves=True, nodes=SECOND_NODES),
            seconds=SECOND_NODES / NODES_A_SECOND,
        )
        proved = all(move.kind == "exact" for move in every.moves or ())
        return every if proved else found

    def _proof(self, here: Position, nodes: int) -> Answer | None:
        """The proved answer in a position, where so much work finds it."""
        found = self._recalled(here, None, nodes / NODES_A_SECOND, False)
        if found is None:
            found = self._run(here, Plan(prove=True, nodes=nodes))
            if found.kind == "exact":
                self._remember(here, found, None, nodes / NODES_A_SECOND)
        return found if found.kind == "exact" else None

    def _estimate(self, here: Position, tried: int) -> Answer:
        """The value of every move, searched as was asked; `tried` is what a proof has taken."""
        nodes = NODES if self.depth is None and self.seconds is None else None
        seconds = self.seconds
        if seconds is None and self.depth is None:
            seconds = NODES / NODES_A_SECOND
        return self._searched(
            here,
            Plan(depth=self.depth, seconds=self.seconds, nodes=nodes, all_moves=True),
            seconds=seconds,
            given=max(seconds or 0.0, tried / NODES_A_SECOND),
        )

    def _searched(
        self, here: Position, plan: Plan, seconds: float | None, given: float | None = None
    ) -> Answer:
        """A search of all moves, or what is remembered of one."""
        found = self._recalled(here, plan.depth, seconds, True)
        if found is None:
            found = self._run(here, plan)
            self._remember(here, found, plan.depth, seconds if given is None else given)
        return found

    def _recalled(
        self, here: Position, depth: int | None, seconds: float | None, all_moves: bool
    ) -> Answer | None:
        if self._stopped:
            raise _Stopped
        if self.memory is None:
            return None
        found = self.memory.recall(here, depth=depth, seconds=seconds, all_moves=all_moves)
        if found is None and depth is not None and depth > 1:
            # A search ends before its depth where the best move is proved.
            found = self.memory.recall(here, depth=1, all_moves=all_moves)
            found = found if found is not None and found.kind == "exact" else None
        return found

    def _remember(
        self, here: Position, found: Answer, depth: int | None, seconds: float | None
    ) -> None:
        if self.memory is not None:
            self.memory.remember(here, found, depth=depth, seconds=seconds)

    def _run(self, here: Position, plan: Plan) -> Answer:
        """A search that knows of no other: a review that goes on must find what a whole one does."""
        self._search = search_of(here.game, table_mb=TABLE_MB)
        if self._stopped:
            raise _Stopped
        self.searches += 1
        found = self._search.run(here, plan, self._shown if self._watch is not None else None)
        if self._stopped:
            raise _Stopped
        return answer(here, plan.algorithm, found)

    def _shown(self, found: Found) -> None:
        here = self._path[self._at]
        count = len(self._path) - 1
        move = self._path[self._at + 1].move if self._at < count else None
        if self._watch is not None:
            self._watch(
                Judging(
                    min(self._at + 1, count),
                    count,
                    here.turn_name,
                    "" if move is None else here.name(move),
                    progress(here, found),
                )
            )


def review(
    position: Position,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    memory: Memory | None = None,
    thresholds: Thresholds | None = None,
    watch: Watcher | None = None,
) -> Review:
    """Judge the moves that led to a position.

    >>> from coupe import load
    >>> judged = review(load("tictactoe").position("5 2 1 3 9"))
    >>> [totals.marks["blunder"] for totals in judged.totals]
    [0, 1]
    """
    reviewer = Reviewer(
        position, depth=depth, seconds=seconds, memory=memory, thresholds=thresholds
    )
    return reviewer.run(watch)


def _loss(before: Worth, after: Worth) -> int | None:
    """How much less a move was worth than the best; None between an estimate and a proved value."""
    if before == after:
        return 0
    if before.estimated != after.estimated:
        return None
    return max(0, before.value - after.value)


def _second(found: Answer) -> Worth | None:
    """What the second-best move is worth."""
    others = [move for move in found.moves or () if move.move != found.best]
    return Worth(others[0].value, others[0].kind) if others else None


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
