"""`coupe solve`: the exact value of a position, or of every position of a file.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["tictactoe", "XX.OO...."]).output
>>> print(said.splitlines()[0])
X X 3        X (to move) wins: exact.
"""

from typing import TYPE_CHECKING

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
from coupe.cli.problems import opened, positions
from coupe.cli.watch import Watch
from coupe.cli.words import sentence
from coupe.errors import BadOption, CoupeError
from coupe.language import _

if TYPE_CHECKING:
    from coupe import Analyst, Game


@verb(
    "solve",
    help="""Search a position to the end of the game: its exact value.

    GAME is a shipped game (coupe games lists them), with its parameters if you like
    (connect4:6x5), or a FILE.py of yours. POSITION is written as the game writes it, or as the
    moves that lead to it; without it, the start of the game. With --file, every position of a
    file is solved in its order: one a line, what follows it on the line is ignored, or JSON,
    {"positions": [{"board": "...", "side": "X"}]}. A line that is no position is named, and the
    others are solved.""",
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
@json_option
def command(
    *,
    game: str,
    position: tuple[str, ...],
    file: str | None,
    all_moves: bool,
    fresh: bool,
    threads: int,
    table_mb: int,
    seed: int,
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
    if file is not None:
        return _solve_file(loaded, analyst, file, all_moves=all_moves, fresh=fresh, as_json=as_json)
    with Watch(analyst, where.turn_name) as watch:
        answer = analyst.solve(where, all_moves=all_moves, watch=watch)
    report(where, answer, as_json)
    return INTERRUPTED if watch.interrupted else 0


def _solve_file(
    game: "Game", analyst: "Analyst", file: str, *, all_moves: bool, fresh: bool, as_json: bool
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
                with Watch(analyst, position.turn_name, place) as watch:
                    answer = analyst.solve(position, all_moves=all_moves, watch=watch)
            except CoupeError as error:
                status = complain(
                    _("{place}: {sentence}").format(place=sentence(place), sentence=error)
                )
                continue
            if watch.interrupted:
                return INTERRUPTED
            if as_json:
                print_json(answer.to_json())
            else:
                show_in_one_line(place, position, answer)
    if not found:
        status = complain(_("{path} holds no position.").format(path=file))
    return status
