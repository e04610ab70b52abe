"""What the verbs that play many games share: their options, their progress, the table of a match.

>>> with_evaluation("level:3", "ideas.py:corners"), with_evaluation("random", "ideas.py:corners")
('level:3@ideas.py:corners', 'random')
"""

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

from coupe.cli.choices import Decorator, Whole
from coupe.cli.display import grid
from coupe.cli.endings import complain
from coupe.cli.group import option
from coupe.cli.watch import status_of
from coupe.cli.words import number, signed
from coupe.language import _, plural, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from coupe import Game
    from coupe.play.clock import TimeControl
    from coupe.play.openings import Openings
    from coupe.play.standing import Outcome, Side, Standing

FEW = 5
"""Failures that are told in full."""

openings_option: Decorator = option(
    "--openings",
    metavar="OPENINGS",
    default="random",
    show_default=True,
    help="random, random:PLIES, start, or a FILE of positions or lines of moves, one a line.",
)
workers_option: Decorator = option(
    "--workers", metavar="N", type=Whole(1, 1024), help="Games played at once (else one a core)."
)
evaluate_option: Decorator = option(
    "--evaluate",
    metavar="FILE.py:f",
    help="Engines that have no evaluation of their own judge with this function of yours.",
)
again_option: Decorator = option(
    "--again", is_flag=True, help="Play all games anew; those that were played stay."
)


def time_option(default: str | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--time T`, of itself so much."""
    return option(
        "--time",
        metavar="T",
        default=default,
        show_default=default is not None,
        help="The clock: 5m for the game, 5m+3s, 10s/move, or none.",
    )


def clock_of(time: str | None) -> "TimeControl":
    """The clock that `--time` asks for."""
    from coupe.play.clock import TimeControl

    return TimeControl() if time is None else TimeControl.read(time)


def with_evaluation(who: str, evaluate: str | None) -> str:
    """A player who judges with a function, if it is an engine that has none."""
    from dataclasses import replace

    from coupe.engine import ALGORITHMS
    from coupe.play.who import LEVEL, Who

    read = Who.read(who)
    if evaluate is None or read.evaluation or read.kind not in (LEVEL, *ALGORITHMS):
        return str(read)
    return str(replace(read, evaluation=evaluate))


def told_of_openings(openings: "Openings", games: int) -> None:
    """Say where there are fewer openings than pairs of games."""
    if openings.distinct is not None and openings.plies and openings.distinct < (games + 1) // 2:
        complain(
            plural(
                "There is only {count} different opening (length: {plies}): it is played more than twice.",
                "There are only {count} different openings (length: {plies}): they are played more than twice.",
                openings.distinct,
            ).format(count=number(openings.distinct), plies=openings.plies)
        )


class Progress:
    """One line on the terminal's error stream while games are played.

    >>> with Progress("Getting ready...") as progress:
    ...     progress.say("3 games")
    """

    def __init__(self, words: str) -> None:
        self._words = words
        self._status: Status | None = None

    def __enter__(self) -> "Progress":
        self._status = status_of(self._words)
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def say(self, words: str) -> None:
        """Show this from now on."""
        if self._status is not None:
            from rich.markup import escape

            self._status.update(escape(words))

    def standing(self, standing: "Standing") -> None:
        """Show how a match stands."""
        if self._status is not None:
            self.say(in_one_line(standing))


@contextmanager
def terminable() -> Iterator[None]:
    """Whoever ends the program from outside interrupts it as Ctrl-C does: what there is, is told.

    >>> try:
    ...     with terminable():
    ...         signal.raise_signal(signal.SIGTERM)
    ... except KeyboardInterrupt:
    ...     print("stopped")
    stopped
    """

    def interrupt(signum: int, frame: FrameType | None) -> None:
        # `timeout` sends two.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def in_one_line(standing: "Standing") -> str:
    """How a match stands, in one line.

    >>> from coupe.play.standing import Standing
    >>> in_one_line(Standing.of(("a", "b"), {}, 10))
    '0 of 10 games   +0 =0 -0'
    """
    parts = [
        _("{games} of {asked} games").format(
            games=number(standing.games), asked=number(standing.asked)
        ),
        f"+{standing.wins} ={standing.draws} -{standing.losses}",
    ]
    if standing.games:
        elo = standing.tally.elo
        parts.append(f"Elo {rounded(elo.value)} ± {number(elo.error)}")
    if standing.sprt is not None:
        low, high = standing.sprt.bounds
        parts.append(f"LLR {number(standing.llr or 0.0, 2)} [{number(low, 2)}, {number(high, 2)}]")
    return "   ".join(parts)


def rounded(value: float) -> str:
    """A difference with its sign, without decimals.

    >>> rounded(-12.4), rounded(0.2)
    ('-12', '0')
    """
    return signed(round(value))


def percent(part: float) -> str:
    """A part of one as a person reads it.

    >>> percent(0.625)
    '62.5 %'
    """
    return f"{number(100 * part, 1)} %"


def show_standing(console: "Console", game: "Game", standing: "Standing") -> None:
    """The table of a match, and what it says."""
    from rich.text import Text

    first, second = standing.players
    table = grid(
        "", _("games"), _("wins"), _("draws"), _("losses"), _("score"), right=(1, 2, 3, 4, 5)
    )
    rows: list[tuple[str, Side]] = [(first, standing.whole)]
    rows += [
        ("  " + _("as {player}").format(player=_(game.players[side])), standing.sides[side])
        for side in (0, 1)
    ]
    rows.append((second, standing.whole.turned))
    for name, side in rows:
        table.add_row(
            Text(printable(name)),
            *(number(count) for count in (side.games, side.wins, side.draws, side.losses)),
            percent(side.points / side.games) if side.games else "-",
        )
    console.print(table)
    console.print()
    for sentence in sentences(standing):
        console.print(Text(printable(sentence)))


def told_of_unfinished(games: int, asked: int, kept: bool) -> None:
    """Say, on the error stream, that not all games were played."""
    if kept:
        words = _("{games} of {asked} games were played: the same command goes on.")
    else:
        words = _("{games} of {asked} games were played.")
    complain(words.format(games=number(games), asked=number(asked)))


def sentences(standing: "Standing") -> list[str]:
    """What a match says, in sentences.

    >>> from coupe.play.standing import Standing
    >>> sentences(Standing.of(("a", "b"), {}, 10))
    ['No game has ended yet.']
    """
    if not standing.games:
        return [_("No game has ended yet.")]
    first = standing.players[0]
    score, elo = standing.tally.score, standing.tally.elo
    found = [
        _("Score of {player}: {score}, between {low} and {high} in 95 cases of 100.").format(
            player=first,
            score=percent(score.value),
            low=percent(score.low),
            high=percent(score.high),
        ),
        _("Elo difference: {elo}, between {low} and {high}.").format(
            elo=rounded(elo.value), low=rounded(elo.low), high=rounded(elo.high)
        ),
        _("Likelihood that {player} is the stronger: {part}.").format(
            player=first, part=percent(standing.tally.superiority)
        ),
        _("Mean length of a game: {moves} moves.").format(moves=number(standing.mean_length, 1)),
    ]
    if standing.sprt is not None:
        found.append(_test(standing))
    return found + failures(standing)


def _test(standing: "Standing") -> str:
    sprt = standing.sprt
    assert sprt is not None
    low, high = sprt.bounds
    if standing.verdict is None:
        words = _(
            "SPRT {elo0} to {elo1} Elo: undecided so far (LLR {llr}; rejected at {low}, accepted at "
            "{high})."
        )
    elif standing.verdict:
        words = _(
            "SPRT {elo0} to {elo1} Elo: accepted after {games} games (LLR {llr}): {elo1} or more is "
            "likelier than {elo0} or less."
        )
    else:
        words = _(
            "SPRT {elo0} to {elo1} Elo: rejected after {games} games (LLR {llr}): {elo0} or less is "
            "likelier than {elo1} or more."
        )
    return words.format(
        elo0=f"{sprt.elo0:g}",
        elo1=f"{sprt.elo1:g}",
        llr=number(standing.llr or 0.0, 2),
        low=number(low, 2),
        high=number(high, 2),
        games=number(standing.games),
    )


def failures(standing: "Standing") -> list[str]:
    """What was lost otherwise than on the board, and why: the first few."""
    found = []
    for player, reasons in zip(standing.players, standing.reasons, strict=True):
        found += lost(player, reasons)
    told = [(number_, outcome) for number_, outcome in standing.failures if outcome.result.detail]
    return found + details(told)


def lost(player: str, reasons: Mapping[str, int]) -> list[str]:
    """How many games a player has lost on time, and by failures.

    >>> lost("ann", {"time": 1, "forfeit": 2})
    ['ann lost 1 game on time.', 'ann failed in 2 games, and lost them.']
    """
    late, failed = reasons.get("time", 0), reasons.get("forfeit", 0)
    on_time = plural(
        "{player} lost {count} game on time.", "{player} lost {count} games on time.", late
    )
    by_failing = plural(
        "{player} failed in {count} game, and lost it.",
        "{player} failed in {count} games, and lost them.",
        failed,
    )
    return [
        words.format(player=player, count=number(count))
        for words, count in ((on_time, late), (by_failing, failed))
        if count
    ]


def details(failures: "list[tuple[int, Outcome]]", few: int = FEW) -> list[str]:
    """The first few failures, each in its own words."""
    found = [
        _("  Game {count}: {sentence}").format(
            count=game + 1, sentence=printable(outcome.result.detail)
        )
        for game, outcome in failures[:few]
    ]
    if len(failures) > few:
        found.append("  ...")
    return found
