"""The process in which `check` has a game examined: nothing that its rules do reaches the caller.

What it finds it writes, line by line, to a file in a folder that it is given.

>>> DONE, FINDING
('done', 'finding')
"""

import json
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from coupe.engine.desk import LOADING, Desk
from coupe.engine.examination import Examination
from coupe.engine.notation import read_back
from coupe.engine.overflow import Watching
from coupe.engine.places import Places
from coupe.engine.rehearsal import Played, rehearse
from coupe.engine.watched import Fault, Watched, shown
from coupe.errors import BadFile, BadGame, CoupeError
from coupe.games.loading import load
from coupe.language import _

DONE, FINDING, PLACES, REFUSED, BROKEN = "done", "finding", "places", "refused", "broken"
"""What a line of the report can be."""

REPORT = "report"
MOST_MEMORY = 4 << 30
MOST_WATCHED = 100
FEWEST_WON = 10
FEWEST_ENDED = 20


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
        except (BadGame, BadFile) as error:
            raise Fault(str(error)) from error
        except CoupeError as error:
            self.writes(REFUSED, [type(error).__name__, str(error)])
            return
        self.places = rules.places
        self.writes(PLACES, rules.places.to_json())
        played = rehearse(rules, games, seed)
        self._wrong_side(rules, played)
        try:
            read_back(rules, played.lines)
        except Fault as fault:
            # Its notation may be wrong, its rules are examined all the same.
            self.writes(FINDING, [True, str(fault)])
        _watch_shifts(rules, played)
        for careful in (True, False):
            examination = Examination(rules, careful)
            for answers in played.answers:
                examination.compare(answers)

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


def _watch_shifts(rules: Watched, played: Played) -> None:
    """Fault where a rule shifts by more than the 64 bits that there are.

    What compiled code then gives is left to chance: it may be what Python gives, this time.
    """
    watching = Watching(rules.game)
    for answers in played.answers[:MOST_WATCHED]:
        rules.looks_at(answers.state, answers.turn)
        for name, arguments in answers.questions(rules.game):
            rules.desk.asks(name)
            for overflow in watching.overflows(name, arguments):
                if overflow.kind == "shift":
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
