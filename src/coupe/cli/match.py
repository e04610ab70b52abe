"""`coupe match`: a series between two players.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(
...     command, ["tictactoe", "minimax:9", "random", "--games", "2", "--workers", "1", "--json"])
>>> '"losses": 0' in said.output
True
"""

from contextlib import ExitStack

from coupe.cli.choices import Whole, game_argument, json_option, seed_of
from coupe.cli.display import page, print_json
from coupe.cli.endings import INTERRUPTED
from coupe.cli.group import argument, option, verb
from coupe.cli.keeping import archive_of, archive_option
from coupe.cli.serial import (
    Progress,
    again_option,
    clock_of,
    evaluate_option,
    openings_option,
    show_standing,
    terminable,
    time_option,
    told_of_openings,
    told_of_unfinished,
    with_evaluation,
    workers_option,
)
from coupe.language import _


@verb(
    "match",
    help="""Play a series between two players: who is stronger, and how sure that is.

    WHO is random, level:N (coupe levels lists them), ALGORITHM:DEPTH (minimax:3),
    FILE.py:function (a function of yours, position in, move out), gtp:COMMAND or nboard:COMMAND;
    level:N@FILE.py:f and ALGORITHM:DEPTH@FILE.py:f judge positions with a function of yours.

    Each opening is played twice, with either colour. The table says how many games each has won,
    the score, the Elo difference with the interval it is in in 95 cases of 100, and what was lost
    by time or failure. With --sprt the series ends as soon as it is sure enough.

    Every game is kept in the archive as it is played. The same command goes on where it stopped,
    or only prints the table; with more --games it plays the rest; --again plays all anew.""",
    examples=(
        "coupe match connect4 level:6 level:4 --games 200",
        "coupe match othello level:8 minimax:3 --sprt 0,70 --seed 7",
        "coupe match tictactoe mine.py:best random --time 1s/move",
        'coupe match othello level:9 "gtp:edax -gtp" --openings openings.txt --json',
    ),
)
@game_argument
@argument("first", metavar="WHO")
@argument("second", metavar="WHO")
@option(
    "--games",
    metavar="N",
    type=Whole(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@openings_option
@seed_of(help="The seed of the openings and of whatever the players leave to chance.")
@time_option(None)
@option(
    "--sprt",
    metavar="E0,E1",
    help="Stop once the test accepts an Elo difference of E1 rather than E0, or rejects it.",
)
@workers_option
@evaluate_option
@again_option
@archive_option
@json_option
def command(
    *,
    game: str,
    first: str,
    second: str,
    games: int,
    openings: str,
    seed: int,
    time: str | None,
    sprt: str | None,
    workers: int | None,
    evaluate: str | None,
    again: bool,
    archive: str | None,
    as_json: bool,
) -> int:
    """Play a series."""
    from coupe import load
    from coupe.play.match import close
    from coupe.play.series import Series
    from coupe.play.statistics import Sprt
    from coupe.play.who import player_of

    test = None if sprt is None else Sprt.read(sprt)
    loaded = load(game)
    players = (with_evaluation(first, evaluate), with_evaluation(second, evaluate))
    # What is wrong with a player is said before a hundred games are lost for it.
    for who in players:
        close([player_of(who, loaded)])
    with ExitStack() as stack:
        keeping = archive_of(archive)
        if keeping is not None:
            stack.enter_context(keeping)
        series = Series(
            loaded,
            players,
            games=games,
            openings=openings,
            seed=seed,
            clock=clock_of(time),
            sprt=test,
            archive=keeping,
            again=again,
        )
        status = 0
        with Progress(_("Getting ready...")) as progress, terminable():
            try:
                series.run(workers=workers, seen=progress.standing)
            except KeyboardInterrupt:
                status = INTERRUPTED
        standing = series.standing
        told_of_openings(series.openings, games)
    if as_json:
        print_json({**standing.to_json(), "game": loaded.spec, "series": series.key})
    else:
        show_standing(page(), loaded, standing)
    if standing.games < games and not standing.decided:
        told_of_unfinished(standing.games, games, keeping is not None)
    return status
