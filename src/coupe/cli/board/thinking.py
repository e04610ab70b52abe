"""What the screen is told: what happens in the game, and the answers to questions about a position.

>>> from coupe import load
>>> heard = []
>>> questions = Questions(Advisor(load("tictactoe")), heard.append)
>>> questions.ask("hint", load("tictactoe").position("XX.OO...."))
>>> questions.wait()
>>> heard[0].answer.best
'3'
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from textual.message import Message

from coupe.cli.advice import HINT_SECONDS, Advisor
from coupe.cli.endings import sentence_of
from coupe.cli.lines import said
from coupe.cli.written import why_unkept
from coupe.game import PASS
from coupe.language import _
from coupe.play import Chosen, Display, Match, Wish
from coupe.position import Position

if TYPE_CHECKING:
    from coupe import Answer, Progress
    from coupe.play.match import Watcher

GLANCE = 0.2
"""Seconds for the bar that says who is ahead."""

Post = Callable[[Message], object]


class Changed(Message):
    """Something has happened in the game: it is told in words, or may be seen."""

    def __init__(self, words: str = "", value: tuple[Position, int, str] | None = None) -> None:
        super().__init__()
        self.words = words
        self.value = value


class Ended(Message):
    """The game is over or left; or its rules have failed."""

    def __init__(self, match: Match, failure: BaseException | None) -> None:
        super().__init__()
        self.match = match
        self.failure = failure


class Answered(Message):
    """A question about a position is answered, perhaps for the first of several times."""

    def __init__(self, kind: str, position: Position, answer: "Answer") -> None:
        super().__init__()
        self.kind = kind
        self.position = position
        self.answer = answer


class Told(Display):
    """Tells the screen what happens in the game, from the game's own thread."""

    def __init__(self, post: Post) -> None:
        self.post = post

    @contextmanager
    def thinking(self, match: Match) -> Iterator["Watcher | None"]:
        """What a player who is no person sees ahead is told as he thinks."""
        position = match.position
        self.post(Changed())

        def watch(progress: "Progress") -> None:
            self.post(Changed(value=(position, progress.value, "estimate")))

        yield None if match.player.human else watch

    def moved(self, match: Match, chosen: Chosen) -> None:
        """A move, in words unless a person has played it."""
        before = match.position.previous
        assert before is not None
        if before.legal_moves == [PASS]:
            words = _("{player} has no legal move, and passes.")
            self.post(Changed(words.format(player=_(before.turn_name))))
        elif match.players[before.turn].human:
            self.post(Changed())
        else:
            known = chosen.answer is not None and chosen.value is not None
            value = (before, chosen.value or 0, chosen.answer.kind if chosen.answer else "")
            words = said(before, Chosen(chosen.move))
            self.post(Changed(words, value if known else None))

    def went(self, match: Match) -> None:
        """Moves were taken back, or played again."""
        self.post(Changed())

    def refused(self, match: Match, wish: Wish) -> None:
        """There is nothing to take back, or to play again."""
        if wish is Wish.UNDO:
            self.post(Changed(_("There is no move of yours to undo.")))
        else:
            self.post(Changed(_("There is no move to play again.")))

    def unkept(self, match: Match, reason: str) -> None:
        """From now on nobody writes the game down."""
        self.post(Changed(why_unkept(reason)))


class Questions:
    """Asks about positions, one at a time: a new question ends the one before."""

    def __init__(self, advisor: Advisor, post: Post) -> None:
        self.advisor = advisor
        self.post = post
        self._number = 0
        self._one_at_a_time = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, kind: str, position: Position) -> None:
        """`hint`, `values` of all moves, or a `glance`."""
        self.stop()
        self._thread = threading.Thread(
            target=self._answer, args=(self._number, kind, position), name=kind, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """No answer is wanted any more."""
        self._number += 1
        self.advisor.stop()

    def wait(self, seconds: float | None = None) -> None:
        """Until the question is answered."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _answer(self, number: int, kind: str, position: Position) -> None:
        with self._one_at_a_time:
            if number != self._number:
                return
            try:
                for answer in self._answers(kind, position):
                    if number != self._number:
                        return
                    self.post(Answered(kind, position, answer))
            except Exception as error:
                # Whatever fails here, the game goes on.
                self.post(Changed(sentence_of(error)))

    def _answers(self, kind: str, position: Position) -> Iterator["Answer"]:
        if kind == "values":
            yield from self.advisor.values(position)
        else:
            seconds = GLANCE if kind == "glance" else HINT_SECONDS
            yield self.advisor.answer(position, seconds=seconds)
