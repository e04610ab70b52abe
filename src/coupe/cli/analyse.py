"""`coupe analyse`: the value, the best move and the line of a position, as deep as a limit allows.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["tictactoe", "XX.OO....", "--depth", "2"]).output
>>> print(said.splitlines()[0])
X X 3        X (to move) wins: exact.
"""

import math
from contextlib import closing

import click

from coupe.cli.choices import (
    ALGORITHMS,
    ORDERS,
    Whole,
    all_moves_option,
    depth_option,
    game_argument,
    json_option,
    position_argument,
    seconds_option,
    seed_option,
    table_mb_option,
    threads_option,
)
from coupe.cli.display import report
from coupe.cli.endings import INTERRUPTED
from coupe.cli.group import option, verb
from coupe.cli.keeping import archive_option, memory_for
from coupe.cli.watch import Watch
from coupe.errors import BadOption
from coupe.language import _

DEFAULT_SECONDS = 5.0

HOW = ("nodes", "algorithm", "table", "move_order", "threads", "table_mb", "seed")
"""The options that say how to search, and not how long: who writes one wants to see it done."""


@verb(
    "analyse",
    help="""Find the value, the best move and the line of a position.

    GAME is a shipped game (coupe games lists them), with its parameters if you like
    (connect4:6x5), or a FILE.py of yours. POSITION is written as the game writes it, or as the
    moves that lead to it; without it, the start of the game. The search goes deeper and deeper
    until one of --depth, --seconds and --nodes is reached: without any, 5 seconds. Ctrl-C ends
    it sooner, and prints what it has found.

    What is found is kept in the archive: an analysis that is known already, as deep as it is asked
    for or longer, is not made again. --archive none makes it anew, and so does any option that says
    how to search.""",
    examples=(
        "coupe analyse othello --depth 10",
        "coupe analyse othello f5d6c3d3c4 --seconds 10 --all-moves",
        "coupe analyse connect4:6x5 33 --algorithm mtdf --json",
        "coupe analyse othello --evaluate my_ideas.py:corners",
    ),
)
@game_argument
@position_argument
@depth_option(help="Stop at this depth.")
@seconds_option(help="Stop after this many seconds.")
@option("--nodes", metavar="N", type=Whole(1, 1 << 62), help="Stop after this many positions.")
@option("--infinite", is_flag=True, help="Stop only at Ctrl-C, or at the end of the game.")
@option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="pvs",
    show_default=True,
    help="The algorithm that searches.",
)
@option(
    "--table/--no-table",
    default=True,
    show_default=True,
    help="Remember the positions already searched, or not.",
)
@option(
    "--move-order",
    type=click.Choice(ORDERS),
    default="best",
    show_default=True,
    help="Try moves as the game lists them, or the most promising first.",
)
@option("--evaluate", metavar="FILE.py:f", help="Judge positions with this function of yours.")
@all_moves_option
@threads_option
@table_mb_option
@seed_option
@archive_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    game: str,
    position: tuple[str, ...],
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    infinite: bool,
    algorithm: str,
    table: bool,
    move_order: str,
    evaluate: str | None,
    all_moves: bool,
    threads: int,
    table_mb: int,
    seed: int,
    archive: str | None,
    as_json: bool,
) -> int:
    """Analyse one position."""
    from coupe import load

    limited = depth is not None or seconds is not None or nodes is not None
    if infinite and limited:
        raise BadOption(_("--infinite has no limit: write it without --depth, --seconds, --nodes."))
    if not limited:
        seconds = math.inf if infinite else DEFAULT_SECONDS
    loaded = load(game)
    if evaluate is None:
        where = loaded.position(" ".join(position))
    else:
        from coupe.analysis.evaluation import evaluation_of, try_out

        loaded = loaded.with_evaluation(evaluation_of(evaluate))
        where = loaded.position(" ".join(position))
        try_out(loaded, where)

    memory = memory_for(ctx, HOW, archive)
    with closing(memory):
        known = memory.recall(where, depth=depth, seconds=seconds, all_moves=all_moves)
        if known is not None:
            report(where, known, as_json)
            memory.say_what_was_known()
            return 0

        from coupe import Analyst

        analyst = Analyst(loaded, threads=threads, table_mb=table_mb, seed=seed)
        with Watch(analyst, where.turn_name) as watch:
            answer = analyst.analyse(
                where,
                depth=depth,
                seconds=seconds,
                nodes=nodes,
                algorithm=algorithm,
                table=table,
                move_order=move_order,
                all_moves=all_moves,
                watch=watch,
            )
        report(where, answer, as_json)
        given = None if watch.interrupted else seconds
        memory.remember(where, answer, depth=depth, seconds=given)
    return INTERRUPTED if watch.interrupted and not infinite else 0
