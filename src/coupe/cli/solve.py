"""`coupe solve`: the exact value of a position, or of every position of a file.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["tictactoe", "XX.OO...."]).output
>>> print(said.splitlines()[0])
X X 3        X (to move) wins: exact.
"""

from contextlib import closing
from typing import TYPE_CHECKING

import click

from coupe.cli.choices import (
    FileName,
    all_moves_option,
    game_argument,
    json_option,
    position_argument,
    seed_option,
    table_mb_option,
    threads_option,
)
from coupe.cli.display import print_json, report, show_in_one_line
from coupe.cli.endings import INTERRUPTED, complain
from coupe.cli.group import option, verb
from coupe.cli.keeping import Memory, archive_option, memory_for
from coupe.cli.problems import opened, positions
from coupe.cli.watch import Watch
from coupe.cli.words import sentence
from coupe.errors import BadOption, CoupeError
from coupe.language import _

if TYPE_CHECKING:
    from coupe import Analyst, Answer, Game, Position

HOW = ("fresh", "threads", "table_mb", "seed")
"""The options that say how to search: who writes one wants to see it done."""


@verb(
    "solve",
    help="""Search a position to the end of the game: its exact value.

    GAME is a shipped game (coupe games lists them), with its parameters if you like
    (connect4:6x5), or a FILE.py of yours. POSITION is written as the game writes it, or as the
    moves that lead to it; without it, the start of the game. With --file, every position of a
    file is solved in its order: one a line, what follows it on the line is ignored, or JSON,
    {"positions": [{"board": "...", "side": "X"}]}. A line that is no position is named, and the
    others are solved.

    What is proved is kept in the archive, and not proved again: --archive none solves anew, and so
    do --fresh and the options that say how to search.""",
    examples=(
        "coupe solve tictactoe --all-moves",
        "coupe solve connect4:5x4",
        "coupe solve othello --file endgames.txt --json",
        "coupe solve my_game.py",
    ),
)
@game_argument
@position_argument
@option(
    "--file", metavar="FILE", type=FileName(), help="Solve the positions of a file (- for stdin)."
)
@all_moves_option
@option("--fresh", is_flag=True, help="Forget everything from one position to the next.")
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
    file: str | None,
    all_moves: bool,
    fresh: bool,
    threads: int,
    table_mb: int,
    seed: int,
    archive: str | None,
    as_json: bool,
) -> int:
    """Solve one position, or those of a file."""
    from coupe import load

    if file is not None and position:
        raise BadOption(_("Write a position or --file, not both."))
    loaded = load(game)
    where = loaded.position(" ".join(position))

    from coupe import Analyst

    analyst = Analyst(loaded, threads=threads, table_mb=table_mb, seed=seed)
    with closing(memory_for(ctx, HOW, archive)) as memory:
        if file is None:
            return _solve_one(where, analyst, memory, all_moves=all_moves, as_json=as_json)
        return _solve_file(
            loaded, analyst, memory, file, all_moves=all_moves, fresh=fresh, as_json=as_json
        )


def _solve_one(
    where: "Position", analyst: "Analyst", memory: Memory, *, all_moves: bool, as_json: bool
) -> int:
    answer, interrupted = _solve(where, analyst, memory, all_moves=all_moves)
    report(where, answer, as_json)
    memory.say_what_was_known()
    return INTERRUPTED if interrupted else 0


def _solve(
    where: "Position", analyst: "Analyst", memory: Memory, *, all_moves: bool, place: str = ""
) -> "tuple[Answer, bool]":
    """The answer, and whether Ctrl-C has ended the search."""
    known = memory.recall(where, all_moves=all_moves)
    if known is not None:
        return known, False
    with Watch(analyst, where.turn_name, place) as watch:
        answer = analyst.solve(where, all_moves=all_moves, watch=watch)
    memory.remember(where, answer)
    return answer, watch.interrupted


def _solve_file(
    game: "Game",
    analyst: "Analyst",
    memory: Memory,
    file: str,
    *,
    all_moves: bool,
    fresh: bool,
    as_json: bool,
) -> int:
    status = 0
    found = 0
    with opened(file) as lines:
        for place, position in positions(game, lines):
            found += 1
            try:
                if isinstance(position, CoupeError):
                    raise position
                if fresh:
                    analyst.forget()
                answer, interrupted = _solve(
                    position, analyst, memory, all_moves=all_moves, place=place
                )
            except CoupeError as error:
                status = complain(
                    _("{place}: {sentence}").format(place=sentence(place), sentence=error)
                )
                continue
            if interrupted:
                return INTERRUPTED
            if as_json:
                print_json(answer.to_json())
            else:
                show_in_one_line(place, position, answer)
    memory.say_what_was_known()
    if not found:
        status = complain(_("{path} holds no position.").format(path=file))
    return status
