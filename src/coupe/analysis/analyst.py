"""Who is asked for an answer: one analyst a game, who keeps what he has seen in a table.

>>> from coupe import Analyst, load
>>> connect4 = load("connect4")
>>> analyst = Analyst(connect4, table_mb=1)
>>> analyst.analyse(connect4.position("4455"), depth=3).best in ("3", "6")
True
"""

from collections.abc import Callable

from coupe.analysis.answer import Answer, Progress, answer, progress
from coupe.engine import Found, Plan
from coupe.errors import BadOption
from coupe.game import Game
from coupe.language import _
from coupe.position import Position
from coupe.solvers import search_of

Watcher = Callable[[Progress], None]

DEFAULT_SECONDS = 1.0


class Analyst:
    """Searches positions of one game; may be stopped from another thread or a signal handler.

    >>> from coupe import Analyst, load
    >>> tictactoe = load("tictactoe")
    >>> analyst = Analyst(tictactoe, table_mb=1)
    >>> analyst.solve(tictactoe.position("XX.OO....")).best
    '3'
    """

    def __init__(self, game: Game, *, threads: int = 1, table_mb: int = 64, seed: int = 0) -> None:
        self.game = game
        self._search = search_of(game, threads, table_mb, seed)

    def analyse(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        algorithm: str = "pvs",
        table: bool = True,
        move_order: str = "best",
        all_moves: bool = False,
        watch: Watcher | None = None,
    ) -> Answer:
        """Search to a depth, for a time, or for a number of nodes, whichever ends first.

        With no limit at all it lasts a second; `seconds=float("inf")` lasts until it is stopped or
        the value is proved.
        """
        if depth is None and seconds is None and nodes is None:
            seconds = DEFAULT_SECONDS
        plan = Plan(
            depth=depth,
            seconds=seconds,
            nodes=nodes,
            algorithm=algorithm,
            table=table,
            order=move_order,
            all_moves=all_moves,
        )
        return self._answer(position, plan, watch)

    def solve(
        self, position: Position, *, all_moves: bool = False, watch: Watcher | None = None
    ) -> Answer:
        """Search until the value is proved.

        >>> from coupe import load
        >>> tictactoe = load("tictactoe")
        >>> Analyst(tictactoe, table_mb=1).solve(tictactoe.start()).value
        0
        """
        return self._answer(position, Plan(prove=True, all_moves=all_moves), watch)

    def stop(self) -> None:
        """End the search under way; it answers with what it has."""
        self._search.stop()

    def forget(self) -> None:
        """Begin the next search with an empty table."""
        self._search.forget()

    def _answer(self, position: Position, plan: Plan, watch: Watcher | None) -> Answer:
        if position.game.spec != self.game.spec:
            raise BadOption(
                _("This analyst knows {known}, not {asked}.").format(
                    known=self.game.spec, asked=position.game.spec
                )
            )
        if not self._search.knows(position.game):
            raise BadOption(
                _(
                    "This analyst knows {known} with other rules or another evaluation: "
                    "make one of the position's own game."
                ).format(known=self.game.spec)
            )

        def show(found: Found) -> None:
            if watch is not None:
                watch(progress(position, found))

        found = self._search.run(position, plan, show if watch is not None else None)
        return answer(position, plan.algorithm, found)


def analyse(
    position: Position,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    algorithm: str = "pvs",
    table: bool = True,
    move_order: str = "best",
    threads: int = 1,
    table_mb: int = 64,
    seed: int = 0,
    all_moves: bool = False,
    watch: Watcher | None = None,
) -> Answer:
    """The best move and the value of a position, searched within limits.

    >>> from coupe import analyse, load
    >>> answer = analyse(load("othello").start(), depth=1)
    >>> answer.kind, answer.depth, answer.nodes
    ('estimate', 1, 5)
    """
    analyst = Analyst(position.game, threads=threads, table_mb=table_mb, seed=seed)
    return analyst.analyse(
        position,
        depth=depth,
        seconds=seconds,
        nodes=nodes,
        algorithm=algorithm,
        table=table,
        move_order=move_order,
        all_moves=all_moves,
        watch=watch,
    )


def solve(
    position: Position,
    *,
    threads: int = 1,
    table_mb: int = 64,
    seed: int = 0,
    all_moves: bool = False,
    watch: Watcher | None = None,
) -> Answer:
    """The proved value of a position: the score at the end of the game when both play perfectly.

    >>> from coupe import load, solve
    >>> solve(load("tictactoe").position("XX.OO....")).best
    '3'
    """
    analyst = Analyst(position.game, threads=threads, table_mb=table_mb, seed=seed)
    return analyst.solve(position, all_moves=all_moves, watch=watch)
