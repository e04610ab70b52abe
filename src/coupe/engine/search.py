"""A search at work: deepening, windows, threads, limits, and what it has found so far.

>>> from coupe import load
>>> connect4 = load("connect4")
>>> found = Search(connect4).run(connect4.position("121212"), Plan(depth=1))
>>> found.value, found.line
(993, [3])
"""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from coupe.engine import kernel
from coupe.engine.compilation import Compiled, compiled
from coupe.engine.memory import UNLIMITED, Context, Table
from coupe.engine.threads import PATIENCE, start_thread, stopped
from coupe.errors import BadGame, BadOption, BadPosition, GameOver
from coupe.game import Game
from coupe.language import _
from coupe.position import Position

ALGORITHMS = ("minimax", "fail-hard", "fail-soft", "pvs", "mtdf")
ORDERS = ("natural", "best")

MOST_PLIES = 10_000
"""No game is longer, so no search is deeper."""

FIRST_ASPIRATION = 4
"""The first depth whose window is opened around the value of the one before."""

_SWITCHES = {
    "minimax": 0,
    "fail-hard": kernel.CUT,
    "fail-soft": kernel.CUT | kernel.SOFT,
    "pvs": kernel.CUT | kernel.SOFT | kernel.NARROW | kernel.BOUND,
    "mtdf": kernel.CUT | kernel.SOFT | kernel.BOUND,
}


@dataclass(frozen=True)
class Plan:
    """How to search, and when to stop.

    `prove` searches to the end of the game; `seconds` and `nodes` end any search with the last
    depth that was finished.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    algorithm: str = "pvs"
    table: bool = True
    order: str = "best"
    all_moves: bool = False
    prove: bool = False

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise BadOption(
                _("{name} is not an algorithm; choose one of {known}.").format(
                    name=self.algorithm, known=", ".join(ALGORITHMS)
                )
            )
        if self.order not in ORDERS:
            raise BadOption(
                _("{name} is not an order of moves; choose one of {known}.").format(
                    name=self.order, known=", ".join(ORDERS)
                )
            )
        for name, value, least in (("depth", self.depth, 1), ("nodes", self.nodes, 1)):
            if value is not None and value < least:
                raise BadOption(
                    _("{name} is {value}; it can be {least} or more.").format(
                        name=name, value=value, least=least
                    )
                )
        if self.depth is not None and self.depth > MOST_PLIES:
            raise BadOption(
                _("A depth of {depth} is too much; the most is {most}.").format(
                    depth=self.depth, most=MOST_PLIES
                )
            )
        if self.seconds is not None and not self.seconds > 0:
            raise BadOption(
                _("{seconds} seconds is no time; write more than 0.").format(seconds=self.seconds)
            )

    @property
    def switches(self) -> int:
        """The kernel's flags.

        What the rules know of the best that can be reached cuts with the table only: without it a
        search enters what the textbook's enters.
        """
        known = _SWITCHES[self.algorithm]
        return (
            (known if self.table else known & ~kernel.BOUND)
            | (kernel.REMEMBER if self.table else 0)
            | (kernel.ORDER if self.order == "best" else 0)
            | (kernel.PROVE if self.prove else 0)
        )

    @property
    def aided(self) -> bool:
        """Whether the kernel is asked for more than plain minimax or alpha-beta."""
        return self.table or self.order == "best" or self.algorithm in ("pvs", "mtdf")

    @property
    def deepens(self) -> bool:
        """Whether depth 1, 2, 3, ... are searched in turn.

        A search of one fixed depth in natural order, or without a table, would gain nothing by it.
        """
        return self.depth is None or self.prove or (self.table and self.order == "best")


@dataclass(frozen=True)
class Valued:
    """A value with what is proved of it, for the side to move."""

    value: int
    lower: bool
    upper: bool
    line: list[int]


@dataclass(frozen=True)
class Found(Valued):
    """What a search has found, and what it took; `algorithm` where it is not the one planned."""

    depth: int = 0
    nodes: int = 0
    leaves: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    moves: dict[int, Valued] | None = None
    finished: bool = True
    algorithm: str = ""


Watcher = Callable[[Found], None]


class _Stopped(Exception):
    """The search was told to end, or has reached a limit."""


@dataclass
class _Job:
    """A state, a depth and a window, on which all threads work until one is done."""

    position: Position
    depth: int
    alpha: int
    beta: int
    switches: int
    packed: int = 0
    winner: Context | None = None
    failure: BadGame | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Search:
    """A search of one game; it keeps its table from one run to the next."""

    def __init__(self, game: Game, threads: int = 1, table_mb: int = 64, seed: int = 0) -> None:
        if threads < 1:
            raise BadOption(
                _("{count} threads cannot search; write 1 or more.").format(count=threads)
            )
        self.game = game
        self.seed = seed
        self.table = Table(table_mb)
        self.native: Compiled = compiled(game)
        self.contexts = [
            Context(self.native.rules.constants, self.table, len(self.native.rules.fields))
            for _thread in range(threads)
        ]
        self.halted = False
        self.halted_at = 0.0
        self.halted_at_cpu = 0.0
        self.started = 0.0
        self._ready: dict[bool, Callable[[int], int]] = {}

    def _entry(self, position: Position, aided: bool) -> Callable[[int], int]:
        """The compiled search, called once so that its first call is not counted as search."""
        if aided not in self._ready:
            entry = self.native.run if aided else self.native.plain_run
            for context in self.contexts:
                context.make_room(0, len(position.history))
                context.place(position)
                context.signed[kernel.DEPTH] = 0
            self._on_a_thread(lambda: [entry(context.address) for context in self.contexts])
            self._ready[aided] = entry
        return self._ready[aided]

    def knows(self, game: Game) -> bool:
        """Whether a game has the rules and the evaluation that are searched here."""
        return game is self.game or compiled(game) is self.native

    def _on_a_thread(self, call: Callable[[], object]) -> None:
        """Wait for compiled code on another thread: on this one it would not hear Ctrl-C."""
        failures: list[BaseException] = []
        done = threading.Event()

        def run() -> None:
            try:
                call()
            except BaseException as error:
                failures.append(error)
            finally:
                done.set()

        start_thread(run, 1)
        while not done.wait(0.2):
            pass
        for error in failures:
            raise stopped(self.game, error) from error

    @property
    def nodes(self) -> int:
        """Positions entered so far by the run under way, or by the last one."""
        return sum(int(context.signed[kernel.NODES]) for context in self.contexts)

    def stop(self) -> None:
        """End the run under way: it answers with what it has. May be called from any thread."""
        self.halted = True
        self.halted_at = time.perf_counter()
        self.halted_at_cpu = time.process_time()
        for context in self.contexts:
            context.signed[kernel.LIMIT] = 0

    def forget(self) -> None:
        """Empty the table."""
        self.table.forget()

    def run(self, position: Position, plan: Plan, watch: Watcher | None = None) -> Found:
        """Search a position as planned.

        The search is on a thread of its own, so that Ctrl-C is heard at once; `watch` is called on
        the caller's thread after each depth, and about five times a second.
        """
        if position.over:
            raise GameOver(_("The game is over: there is nothing to search."))
        if not isinstance(position.state, self.game.State):
            raise BadPosition(
                _("The position's state is a {kind}, and not a {state}.").format(
                    kind=type(position.state).__name__, state=self.game.State.__name__
                )
            )
        entry = self._entry(position, plan.aided)
        self.halted = False
        self.table.grow_old()
        for context in self.contexts:
            context.begin(self.seed, busy=len(self.contexts) > 1)
            if plan.nodes is not None:
                context.signed[kernel.LIMIT] = min(
                    UNLIMITED, math.ceil(plan.nodes / len(self.contexts))
                )
        run = _Run(self, entry, position, plan)
        deepest = plan.depth or MOST_PLIES
        self.started = time.perf_counter()
        worker = start_thread(run.deepen, deepest)
        try:
            run.wait(watch)
        except BaseException:
            self.stop()
            worker.join(PATIENCE)
            raise
        worker.join()
        if run.failure is not None:
            raise run.failure
        return run.found


class _Run:
    """One run of a search: what its worker thread does, and what it shows meanwhile."""

    def __init__(
        self, search: Search, entry: Callable[[int], int], position: Position, plan: Plan
    ) -> None:
        self.search = search
        self.entry = entry
        self.position = position
        self.plan = plan
        self.done = threading.Event()
        self.news = threading.Event()
        self.failure: BaseException | None = None
        self.helper_seconds: list[float] = []
        self.found = Found(
            value=max(-kernel.ESTIMATE_LIMIT, min(kernel.ESTIMATE_LIMIT, int(
                search.game.evaluate(position.state)
            ))),
            lower=False,
            upper=False,
            line=[],
            finished=False,
        )  # fmt: skip

    def wait(self, watch: Watcher | None) -> None:
        """Until the worker is done, pass on its news and keep the time limit."""
        start = time.perf_counter()
        seconds = self.plan.seconds
        end = math.inf if seconds is None else start + seconds
        shown: Found | None = None
        while not self.done.is_set():
            left = max(0.0, end - time.perf_counter())
            patience = 0.2 if self.search.halted else min(0.2, left)
            (self.done if watch is None else self.news).wait(patience)
            now = time.perf_counter()
            if now >= end and not self.search.halted:
                self.search.stop()
            if self.search.halted and self._is_deaf(now):
                raise BadGame(
                    _(
                        "The search of {game} does not stop: one of its rules never returns; "
                        "`coupe check` says which."
                    ).format(game=self.search.game.title)
                )
            self.news.clear()
            if watch is not None and self.found.depth:
                shown = self.found
                watch(self._with_totals(shown))
        if watch is not None and self.found is not shown and self.found.depth:
            watch(self.found)

    def _is_deaf(self, now: float) -> bool:
        """Whether the worker goes on though it was told to stop long ago.

        On a machine with more to do than it can, it may not have had its turn since: what it has
        worked counts, too.
        """
        worked = time.process_time() - self.search.halted_at_cpu
        return now > self.search.halted_at + PATIENCE and worked > PATIENCE / 2

    def _with_totals(self, found: Found) -> Found:
        nodes = self.search.nodes
        inner = sum(int(context.signed[kernel.INNER]) for context in self.search.contexts)
        return replace(
            found,
            nodes=nodes,
            leaves=nodes - inner,
            seconds=time.perf_counter() - self.search.started,
            cpu_seconds=time.thread_time() + sum(self.helper_seconds),
        )

    def deepen(self) -> None:
        """The worker: one depth after the other, until a limit or a proof."""
        try:
            self._deepen()
        except _Stopped:
            pass
        except BaseException as error:
            self.failure = error
        finally:
            self.found = self._with_totals(self.found)
            self.done.set()
            self.news.set()

    def _deepen(self) -> None:
        plan = self.plan
        deepest = plan.depth or MOST_PLIES
        depth = 1 if plan.deepens else deepest
        while True:
            if plan.all_moves:
                found = self._all_moves(depth)
            else:
                found = self._valued(self.position, depth, self.found)
            last = depth >= deepest or (found.lower and found.upper)
            if plan.prove and found.moves is not None:
                last = all(move.lower and move.upper for move in found.moves.values())
            self.found = replace(found, depth=depth, finished=last)
            self.news.set()
            if last:
                break
            depth += 1

    def _all_moves(self, depth: int) -> Found:
        known = self.found.moves or {}
        moves = {}
        for move in self.position.legal_moves:
            child = self.position.play(move)
            sign = 1 if child.turn == self.position.turn else -1
            if child.over:
                moves[move] = Valued(sign * child.result, True, True, [move])
                continue
            if depth == 1:
                value = self._leaf(child)
                moves[move] = Valued(sign * value, False, False, [move])
                continue
            before = known.get(move)
            if before is not None and before.lower and before.upper:
                moves[move] = before
                continue
            guess = None if before is None else Found(
                sign * before.value, before.lower, before.upper, before.line[1:], depth=depth - 1
            )  # fmt: skip
            found = self._valued(child, depth - 1, guess)
            lower, upper = (found.lower, found.upper)[::sign]
            moves[move] = Valued(sign * found.value, lower, upper, [move, *found.line])
        best = max(moves.values(), key=lambda found: (found.value, found.lower))
        return Found(
            best.value,
            best.lower,
            all(found.upper for found in moves.values()),
            best.line,
            moves=moves,
        )

    def _leaf(self, position: Position) -> int:
        self.search.contexts[0].signed[kernel.NODES] += 1
        found = int(self.search.game.evaluate(position.state))
        return max(-kernel.ESTIMATE_LIMIT, min(kernel.ESTIMATE_LIMIT, found))

    def _valued(self, position: Position, depth: int, before: Found | None) -> Found:
        plan = self.plan
        if plan.algorithm == "mtdf":
            found = self._mtdf(position, depth, before)
        elif plan.algorithm == "pvs" and plan.deepens and before and depth >= FIRST_ASPIRATION:
            found = self._aspire(position, depth, before)
        else:
            found = self._window(position, depth, -kernel.INFINITY, kernel.INFINITY)
        found = self._whole_line(position, depth, found)
        if plan.prove and self.search.game.irreversible is not None:
            found = self._claims(position, depth, found)
        return found

    def _claims(self, position: Position, depth: int, found: Found) -> Found:
        """Prove a value that is as good as an estimate: both bounds, by a pessimist and an optimist.

        In a game of repetitions most values are draws, which the search does not tell from the
        evaluation of an even position; it would take any line for as good as a proved one.
        """
        value = found.value
        switches = self.plan.switches
        if not found.lower:
            claim = self._window(position, depth, value - 1, value, switches | kernel.PESSIMIST)
            found = replace(found, lower=claim.value >= value)
        if found.lower and not found.upper:
            claim = self._window(position, depth, value, value + 1, switches | kernel.OPTIMIST)
            found = replace(found, upper=claim.value <= value)
        if found.lower and found.upper:
            proof = self._window(position, depth, value - 1, value + 1, switches | kernel.PESSIMIST)
            found = replace(found, line=proof.line)
        return found

    def _mtdf(self, position: Position, depth: int, before: Found | None) -> Found:
        """Null windows that close in on the value, from the one before."""
        low, high = -kernel.INFINITY, kernel.INFINITY
        lower = upper = False
        value = before.value if before is not None else 0
        while low < high:
            beta = value + 1 if value == low else value
            found = self._window(position, depth, beta - 1, beta)
            value = found.value
            if value < beta:
                high, upper = value, found.upper
            else:
                low, lower = value, found.lower
        return Found(value, lower, upper, [])

    def _aspire(self, position: Position, depth: int, before: Found) -> Found:
        """A window around the value before, opened wider on the side that fails."""
        margin = 8 + abs(before.value) // 16
        low = max(-kernel.INFINITY, before.value - margin)
        high = min(kernel.INFINITY, before.value + margin)
        while True:
            found = self._window(position, depth, low, high)
            margin *= 4
            if found.value <= low and low > -kernel.INFINITY:
                low = max(-kernel.INFINITY, found.value - margin)
            elif found.value >= high and high < kernel.INFINITY:
                high = min(kernel.INFINITY, found.value + margin)
            else:
                return found

    def _whole_line(self, position: Position, depth: int, found: Found) -> Found:
        """The found value with a line that leads all the way to it.

        A cut by the table ends a line early. Around a known value, a principal variation search,
        whose open nodes are not cut by the table, finds the rest.
        """
        line = found.line
        if self.plan.algorithm == "pvs" and len(line) < kernel.LINE_WIDTH:
            return found
        while not self._leads(position, line, depth):
            at = position
            for move in line:
                at = at.play(move)
            sign = 1 if at.turn == position.turn else -1
            value = sign * found.value
            plan = replace(self.plan, algorithm="pvs")
            rest = self._window(at, depth - len(line), value - 1, value + 1, plan.switches)
            if not rest.line:
                break
            line = [*line, *rest.line]
        return replace(found, line=line)

    def _leads(self, position: Position, line: list[int], depth: int) -> bool:
        for move in line:
            position = position.play(move)
        return position.over or len(line) >= depth

    def _window(
        self, position: Position, depth: int, alpha: int, beta: int, switches: int | None = None
    ) -> Found:
        """The value within a window, by all threads on one table."""
        job = _Job(
            position, depth, alpha, beta, self.plan.switches if switches is None else switches
        )
        contexts = self.search.contexts
        if not job.switches & kernel.REMEMBER:
            contexts = contexts[:1]
        for context in contexts:
            context.make_room(depth, len(position.history))
            context.place(position)
            context.signed[kernel.DEPTH] = depth
            context.signed[kernel.ALPHA] = alpha
            context.signed[kernel.BETA] = beta
            context.signed[kernel.FLAGS] = job.switches
            context.signed[kernel.CLAIMANT] = position.turn
        limits = [int(context.signed[kernel.LIMIT]) for context in contexts]
        helpers = [
            start_thread(partial(self._help, job, context), depth) for context in contexts[1:]
        ]
        self._work(job, contexts[0])
        for helper in helpers:
            helper.join()
        if job.failure is not None:
            raise job.failure
        for context in contexts:
            context.raise_fault(self.search.game)
        if job.winner is None:
            raise _Stopped
        if helpers:
            for context, limit in zip(contexts, limits, strict=True):
                context.signed[kernel.LIMIT] = limit
        if self.search.halted:
            raise _Stopped
        value, lower, upper = job.packed >> 2, bool(job.packed & 2), bool(job.packed & 1)
        return Found(value, lower, upper, job.winner.line())

    def _help(self, job: _Job, context: Context) -> None:
        self._work(job, context)
        self.helper_seconds.append(time.thread_time())

    def _work(self, job: _Job, context: Context) -> None:
        try:
            packed = self.entry(context.address)
        except Exception as error:
            with job.lock:
                job.failure = stopped(self.search.game, error)
            self.search.stop()
            return
        if packed == kernel.STOPPED:
            return
        with job.lock:
            if job.winner is None:
                job.packed, job.winner = packed, context
                for other in self.search.contexts:
                    if other is not context:
                        other.signed[kernel.LIMIT] = 0
