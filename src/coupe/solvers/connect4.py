"""Connect 4 solved: how soon a position is won or lost, proved, far sooner than by the engine.

>>> from coupe import load
>>> from coupe.engine import Plan
>>> game = load("connect4")
>>> found = Connect4Search(game).run(game.position("32164625"), Plan(prove=True))
>>> found.value, found.lower, found.upper
(979, True, True)
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import int64, uint64

from coupe.engine import Found, Plan, Search, Valued
from coupe.engine.compilation import built
from coupe.engine.memory import UNLIMITED
from coupe.engine.search import Watcher
from coupe.engine.threads import start_thread
from coupe.game import Game
from coupe.position import Position
from coupe.solvers import connect4_kernel as kernel

SOLVER = "solver"
"""The name of its algorithm, in an answer."""

TABLE_MB = 64
SECOND_THOUGHTS = 100_000
"""Positions that the general engine looks at where a proof was stopped, and nothing is known."""


class _Stopped(Exception):
    """The limit of positions is reached, or the search was told to end."""


@cache
def _entry(width: int, height: int) -> Callable[..., int]:
    """The compiled search for one size of the board."""
    source = Path(kernel.__file__).read_text("utf-8")
    for name, default, value in (("WIDTH", kernel.WIDTH, width), ("HEIGHT", kernel.HEIGHT, height)):
        source = source.replace(f"\n{name} = {default}\n", f"\n{name} = {value}\n", 1)
    signature = int64(uint64, int64, int64, int64, int64, int64)
    entry: Callable[..., int] = built(f"connect4 {width}x{height}", "run", signature, source)
    return entry


@cache
def _table(width: int, height: int) -> Any:
    """What is known of positions of this size; it holds for every search of this process."""
    return np.zeros(TABLE_MB << 17, np.uint64)


class Connect4Search(Search):
    """Proves with the solver; whatever else is asked for, as in any game.

    >>> from coupe import load
    >>> game = load("connect4:5x4")
    >>> Connect4Search(game).run(game.start(), Plan(prove=True)).value
    0
    """

    def __init__(self, game: Game, threads: int = 1, table_mb: int = 64, seed: int = 0) -> None:
        super().__init__(game, threads, table_mb, seed)
        self.width = game.parameters["width"]
        self.height = game.parameters["height"]
        self.stones = self.width * self.height
        self._words = np.zeros(kernel.WORDS, np.int64)
        self._lists = np.zeros((self.stones + 1) * self.width, np.int64)
        self._words[kernel.MOVES] = self._lists.ctypes.data
        self._proving = False

    def stop(self) -> None:
        """End the run under way; it answers with what it has."""
        super().stop()
        self._words[kernel.LIMIT] = 0

    def forget(self) -> None:
        """Empty the tables."""
        super().forget()
        _table(self.width, self.height).fill(0)

    @property
    def nodes(self) -> int:
        """Positions entered so far by the run under way, or by the last one."""
        return int(self._words[kernel.NODES]) if self._proving else super().nodes

    def run(self, position: Position, plan: Plan, watch: Watcher | None = None) -> Found:
        """Search a position as planned."""
        if not plan.prove or position.over:
            return super().run(position, plan, watch)
        table = _table(self.width, self.height)
        self._words[kernel.TABLE] = table.ctypes.data
        self._words[kernel.LOG] = len(table).bit_length() - 1
        self._words[kernel.NODES] = 0
        self._words[kernel.LIMIT] = UNLIMITED if plan.nodes is None else plan.nodes
        entry = _entry(self.width, self.height)
        self.halted = False
        self._proving = True
        started = time.perf_counter()
        proof = _Proof(self, entry, position, plan.all_moves)
        done = threading.Event()
        worker = start_thread(lambda: _until(done, proof.run), self.stones)
        try:
            while not done.wait(0.2):
                if plan.seconds is not None and time.perf_counter() - started > plan.seconds:
                    self.stop()
                if watch is not None:
                    watch(self._told(proof, started))
        except BaseException:
            self.stop()
            raise
        finally:
            worker.join()
            self._proving = False
        if proof.failure is not None:
            raise proof.failure
        found = self._told(proof, started)
        if proof.finished or found.lower or found.upper:
            if watch is not None:
                watch(found)
            return found
        stopped = replace(plan, prove=False, nodes=SECOND_THOUGHTS, seconds=None)
        estimate = super().run(position, stopped)
        return replace(
            estimate,
            nodes=estimate.nodes + found.nodes,
            seconds=estimate.seconds + found.seconds,
            cpu_seconds=estimate.cpu_seconds + found.cpu_seconds,
            finished=False,
        )

    def _told(self, proof: "_Proof", started: float) -> Found:
        """What is proved so far."""
        return replace(
            proof.found,
            depth=self.stones - proof.count,
            nodes=int(self._words[kernel.NODES]),
            seconds=time.perf_counter() - started,
            cpu_seconds=proof.cpu_seconds,
            algorithm=SOLVER,
        )

    def value_of(self, score: int, count: int) -> int:
        """A score of the solver, with so many stones on the board, as the rules count it.

        >>> from coupe import load
        >>> search = Connect4Search(load("connect4"))
        >>> search.value_of(18, 6), search.value_of(-18, 5), search.value_of(0, 5)
        (993, -993, 0)
        """
        if score == 0:
            return 0
        winner_moves = count if score > 0 else count + 1
        before = self.stones + 1 - 2 * abs(score)
        before -= (before - winner_moves) % 2
        return 999 - before if score > 0 else before - 999


def _until(done: threading.Event, call: Callable[[], None]) -> None:
    try:
        call()
    finally:
        done.set()


class _Proof:
    """The proof of one position: windows that close in on its score."""

    def __init__(
        self, search: Connect4Search, entry: Callable[..., int], position: Position, all_moves: bool
    ) -> None:
        self.search = search
        self.entry = entry
        self.position = position
        self.all_moves = all_moves
        self.count = int(position.state.all).bit_count()
        self.found = Found(0, False, False, [])
        self.finished = False
        self.failure: BaseException | None = None
        self.cpu_seconds = 0.0

    def run(self) -> None:
        """Prove the value, and where it is asked for, that of every move."""
        try:
            self._prove()
            self.finished = True
        except _Stopped:
            pass
        except BaseException as error:
            self.failure = error
        finally:
            self.cpu_seconds = time.thread_time()

    def _prove(self) -> None:
        if self.all_moves:
            self._every_move()
            return
        score = self._score(self.position, shown=True)
        line = self._line(self.position, score)
        self.found = Found(self._value(self.position, score), True, True, line)

    def _every_move(self) -> None:
        moves: dict[int, Valued] = {}
        for move in self.position.legal_moves:
            child = self.position.after(move)
            if child.over:
                moves[move] = Valued(-child.result, True, True, [move])
                continue
            score = self._score(child)
            line = [move, *self._line(child, score)]
            moves[move] = Valued(-self._value(child, score), True, True, line)
        best = max(moves.values(), key=lambda found: found.value)
        self.found = Found(best.value, True, True, best.line, moves=moves)

    def _value(self, position: Position, score: int) -> int:
        return self.search.value_of(score, int(position.state.all).bit_count())

    def _score(self, position: Position, shown: bool = False) -> int:
        """The score of a position that is not over."""
        stones, count = self.search.stones, int(position.state.all).bit_count()
        if self._winning(position) is not None:
            return (stones + 1 - count) // 2
        low, high = -((stones - count) // 2), (stones - 1 - count) // 2
        while low < high:
            middle = (low + high) // 2
            # The sign first, then halves: a win or a loss near the end is far more common.
            if middle <= 0 and -(-low // 2) < middle:
                middle = -(-low // 2)
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            if self._at_most(position, middle):
                high = middle
            else:
                low = middle + 1
            if shown and (low > 0 or high < 0):
                proved = low if low > 0 else high
                value = self._value(position, proved)
                self.found = Found(value, low > 0, high < 0, [])
        return low

    def _at_most(self, position: Position, score: int) -> bool:
        """Whether a position is worth no more than this; no win is there at once."""
        state = position.state
        count = int(state.all).bit_count()
        if count == self.search.stones:
            return score >= 0
        found = self.entry(
            self.search._words.ctypes.data, int(state.me), int(state.all), count, score, score + 1
        )
        if found == kernel.STOPPED:
            raise _Stopped
        return bool(found <= score)

    def _winning(self, position: Position) -> int | None:
        """A move that makes four in a row."""
        for move in position.legal_moves:
            if four_after(position, move):
                return move
        return None

    def _line(self, position: Position, score: int) -> list[int]:
        """Best moves for both, from a position of this score to the end of the game."""
        line = []
        while not position.over:
            move = self._best(position, score)
            line.append(move)
            position = position.after(move)
            score = -score
        return line

    def _best(self, position: Position, score: int) -> int:
        """A move that keeps the score."""
        winning = self._winning(position)
        if winning is not None:
            return winning
        middle = self.search.width // 2 * (self.search.height + 1)
        moves = sorted(position.legal_moves, key=lambda move: abs(move - middle))
        count = int(position.state.all).bit_count()
        if score == -((self.search.stones - count) // 2):
            # Every move loses at once: whoever plays one that stops a threat has at least seen it.
            other = Position(position.game, position.state._replace(
                me=position.state.me ^ position.state.all
            ), 1 - position.turn)  # fmt: skip
            blocks = (move for move in position.legal_moves if four_after(other, move))
            return next(blocks, moves[0])
        for move in moves[:-1]:
            after = position.after(move)
            if after.over:
                return move
            if self._winning(after) is None and self._at_most(after, -score):
                return move
        return moves[-1]


def four_after(position: Position, move: int) -> bool:
    """Whether a move makes four in a row.

    >>> from coupe import load
    >>> four_after(load("connect4").position("121212"), 3)
    True
    """
    after = position.after(move)
    return after.over and after.result < 0
