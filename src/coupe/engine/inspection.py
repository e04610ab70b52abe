"""The process in which `check` has a game examined: nothing that its rules do reaches the caller.

What it finds it writes, line by line, to a file in a folder that it is given.

>>> DONE, FINDING
('done', 'finding')
"""

import json
import os
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from coupe.engine.desk import LOADING, Desk
from coupe.engine.examination import Examination
from coupe.engine.notation import read_back
from coupe.engine.overflow import Watching
from coupe.engine.places import Places, helpers_of, line_using
from coupe.engine.rehearsal import Played, rehearse
from coupe.engine.watched import Fault, Watched, shown
from coupe.errors import BadContent, BadGame, CoupeError
from coupe.game import COMPILED, MAX_SCORE
from coupe.games.loading import load
from coupe.language import _, number, plural

DONE, FINDING, PLACES, REFUSED, BROKEN = "done", "finding", "places", "refused", "broken"
"""What a line of the report can be."""

REPORT = "report"
MOST_MEMORY = 4 << 30
MOST_WATCHED = 100
FEWEST_WON = 10
FEWEST_ENDED = 20
MOST_SECONDS = 5.0
"""For each of the looks that come after the random games."""

SLOWER_WHEN_WATCHED = 100


def main(folder: str, spec: str, games: int, seed: int) -> None:
    """Examine a game, and end the process."""
    _limit_memory()
    with open(Path(folder) / REPORT, "w", encoding="utf-8") as file:
        inspection = _Inspection(Path(folder), file)
        try:
            inspection.run(spec, games, seed)
        except Fault as fault:
            inspection.writes(FINDING, [True, str(fault)])
        except (MemoryError, OSError) as error:
            inspection.writes(FINDING, [True, inspection.exhausted(error)])
        except BaseException:
            inspection.writes(BROKEN, traceback.format_exc())
        else:
            inspection.desk.close()
        inspection.writes(DONE, None)
    # What a rule has started, a thread say, is not waited for.
    os._exit(0)


class _Inspection:
    def __init__(self, folder: Path, file: Any) -> None:
        self.desk = Desk(folder, watched=True)
        self.file = file
        self.places: Places | None = None

    def writes(self, kind: str, value: Any) -> None:
        """Add a line to the report."""
        self.file.write(json.dumps([kind, value]) + "\n")
        self.file.flush()

    def exhausted(self, error: BaseException) -> str:
        """The sentence for a process that a rule has left without memory, threads or files."""
        asked = self.desk.asked
        return _("{where} uses up what the process has ({reason}): a rule only computes.").format(
            where=self.places.where(asked) if self.places else asked, reason=error
        )

    def run(self, spec: str, games: int, seed: int) -> None:
        """One thing after the other, until one is wrong."""
        self.desk.asks(LOADING)
        self.desk.moves_on()
        try:
            rules = Watched(load(spec), self.desk)
        except (BadGame, BadContent) as error:
            raise Fault(str(error)) from error
        except CoupeError as error:
            self.writes(REFUSED, [type(error).__name__, str(error)])
            return
        self.places = rules.places
        self.writes(PLACES, rules.places.to_json())
        played = rehearse(rules, games, seed)
        if not played.in_time:
            self._slow(rules, played)
        self._wrong_side(rules, played)
        # Whatever is wrong with these, the rules are examined all the same.
        for look in (_prints, _reads_back):
            try:
                look(rules, played)
            except Fault as fault:
                self.writes(FINDING, [True, str(fault)])
        _watch_shifts(rules, played)
        for careful in (True, False):
            examination = Examination(rules, careful)
            until = time.monotonic() + MOST_SECONDS
            for answers in played.answers:
                examination.compare(answers)
                if time.monotonic() > until:
                    break
        _outranks(rules, played)

    def _slow(self, rules: Watched, played: Played) -> None:
        """A warning where the games that could be played in time are too few to say much."""
        self.writes(
            FINDING,
            [
                False,
                plural(
                    "{where} is slow: {seconds} s a call in Python, so there was time for {count} "
                    "random game only; do less in it, or check a smaller board.",
                    "{where} is slow: {seconds} s a call in Python, so there was time for {count} "
                    "random games only; do less in it, or check a smaller board.",
                    len(played.lines),
                ).format(
                    where=rules.where(rules.slowest),
                    seconds=number(rules.seconds_a_call(rules.slowest), 3),
                    count=len(played.lines),
                ),
            ],
        )

    def _wrong_side(self, rules: Watched, played: Played) -> None:
        """A warning where whoever moves last always loses, or where nobody ever wins."""
        scores = played.last_movers_scores
        won = [score for score in scores if score != 0]
        if len(scores) >= FEWEST_ENDED and not won:
            self.writes(
                FINDING,
                [
                    False,
                    _(
                        "{where} returned 0 in all {count} random games: "
                        "does it tell a won game from a draw?"
                    ).format(where=rules.where("result"), count=len(scores)),
                ],
            )
        if len(won) >= FEWEST_WON and max(won) < 0 and not rules.game.misere:
            self.writes(
                FINDING,
                [
                    False,
                    _(
                        "{where} makes whoever moved last lose, in all {count} random games that "
                        "were won: it returns the score of the side to move, which is the other "
                        "player; if completing a line does lose, write @game(misere=True)."
                    ).format(where=rules.where("result"), count=len(won)),
                ],
            )


def _outranks(rules: Watched, played: Played) -> None:
    """Fault where an estimate is larger than any result that is to be expected.

    Beyond the largest result seen there may be others: as much larger as those seen differ.
    """
    won = [abs(score) for score in played.last_movers_scores if score != 0]
    if len(won) < FEWEST_WON:
        return
    most = max([2 * max(won) - min(won), *(abs(bound) for bound in played.bounds)])
    judged = [answers for answers in played.answers if not answers.over]
    highest = max(judged, key=lambda answers: abs(answers.score), default=None)
    if highest is None or abs(highest.score) <= most:
        return
    rules.looks_at(highest.state, highest.turn)
    raise Fault(
        _(
            "{where} returns {found}{at}, and {result} never more than {most} in {count} random "
            "games: the estimate would outrank a win that is proved, so keep it from {least} to "
            "{most}, or make a win worth more, up to {limit}."
        ).format(
            where=rules.where("evaluate"),
            found=highest.score,
            at=rules.at(),
            result=rules.where("result"),
            most=max(won),
            least=-max(won),
            count=len(played.lines),
            limit=MAX_SCORE,
        )
    )


def _prints(rules: Watched, played: Played) -> None:
    """Fault where a rule prints: a search asks it millions of times."""
    for name in COMPILED:
        function = getattr(rules.game, name)
        if not isinstance(function, FunctionType):
            continue
        for user in (function, *helpers_of(function)):
            if "print" in user.__code__.co_names and "print" not in user.__globals__:
                spot = (user.__code__.co_filename, line_using(user, "print"))
                raise Fault(
                    _("{where} prints, and a rule only computes: leave print out.").format(
                        where=rules.places.where(name, [spot])
                    )
                )


def _reads_back(rules: Watched, played: Played) -> None:
    """Fault where the notation of the games is not read back."""
    read_back(rules, played.lines, until=time.monotonic() + MOST_SECONDS)


def _watch_shifts(rules: Watched, played: Played) -> None:
    """Fault where a rule shifts by more than the 64 bits that there are.

    What compiled code then gives is left to chance: it may be what Python gives, this time.
    """
    watching = Watching(rules.game)
    until = time.monotonic() + MOST_SECONDS
    for answers in played.answers[:MOST_WATCHED]:
        rules.looks_at(answers.state, answers.turn)
        for name, arguments in answers.questions(rules.game):
            if time.monotonic() > until:
                return
            rules.desk.asks(name)
            rules.desk.moves_on(SLOWER_WHEN_WATCHED)
            for overflow in watching.overflows(name, arguments):
                if overflow.kind == "shift":
                    forgets = rules.forgets_the_pass(name, arguments)
                    if forgets is not None:
                        raise Fault(forgets)
                    where = rules.places.where(name, [(overflow.file, overflow.line)])
                    raise Fault(
                        _(
                            "{where} shifts by {value}{at}, in {expression}, and a compiled number "
                            "has 64 bits: test the number before."
                        ).format(
                            where=where,
                            value=shown(overflow.value),
                            at=rules.at(),
                            expression=overflow.expression,
                        )
                    )


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if sys.platform == "linux":
            _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
