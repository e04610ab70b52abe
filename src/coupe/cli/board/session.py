"""The game that a screen shows, played in a thread of its own.

>>> from coupe import load
>>> session = Session(Sitting(load("tictactoe").start(), ("random", "random")), [].append)
>>> session.start()
>>> session.wait(60)
>>> session.match.result.reason
'rules'
"""

import threading
from functools import partial

from coupe.cli.board.seats import Called, Seated, Table
from coupe.cli.board.thinking import Changed, Ended, Post, Told
from coupe.cli.sitting import Sitting
from coupe.game import PASS
from coupe.play import Chosen, Match, Wish
from coupe.play.match import close
from coupe.position import Position

PATIENCE = 1.0
"""Seconds given to a player to stop."""

OVERDUE = -0.5
"""Seconds on the clock of a player who is no person when he is told to stop."""


class Session:
    """A game under way: what a person wants is said to its thread, or done here once it has ended."""

    def __init__(self, sitting: Sitting, post: Post) -> None:
        self.sitting = sitting
        self.post = post
        self.table = Table()
        self.match = self._new_match()
        self._thread: threading.Thread | None = None
        self._chosen_in: Position | None = None
        self._late: Position | None = None

    def _new_match(self) -> Match:
        return self.sitting.match(
            partial(Seated, table=self.table), Told(self.post), partial(Called, table=self.table)
        )

    @property
    def going(self) -> bool:
        """Whether somebody is to move."""
        return self.match.result is None

    @property
    def your_turn(self) -> bool:
        """Whether a person is to choose, and has not chosen yet."""
        position = self.match.position
        return (
            self.going
            and not position.over
            and self.match.player.human
            and position.legal_moves != [PASS]
            and self._chosen_in is not position
        )

    def start(self) -> None:
        """Play on."""
        match, table, post = self.match, self.table, self.post

        def play() -> None:
            failure: BaseException | None = None
            try:
                match.play()
            except BaseException as error:
                failure = error
            post(Ended(match, failure))

        self._chosen_in = None
        table.clear()
        self._thread = threading.Thread(target=play, name="game", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Until the game is over."""
        if self._thread is not None:
            self._thread.join(seconds)

    def play(self, move: int) -> None:
        """A person plays a move, if it is a person's turn."""
        if self.your_turn:
            self._chosen_in = self.match.position
            self.table.say(self.match.position, Chosen(move))

    def undo(self) -> None:
        """Take back what a person has played last."""
        self._go(Wish.UNDO)

    def redo(self) -> None:
        """Play again what was taken back."""
        self._go(Wish.REDO)

    def _go(self, wish: Wish) -> None:
        self._chosen_in = None
        if self.going:
            self.table.say(self.match.position, wish)
            self._stop_thinking()
            return
        self.wait(PATIENCE)
        if self.match.undo() if wish is Wish.UNDO else self.match.redo():
            self.start()
        else:
            Told(self.post).refused(self.match, wish)

    def _stop_thinking(self) -> None:
        if not self.match.player.human:
            self.match.player.stop()

    def resign(self) -> None:
        """A person gives up: who is to move, if he is one, else the other."""
        match = self.match
        if self.your_turn:
            self.table.say(match.position, Wish.RESIGN)
            return
        people = [side for side in (0, 1) if match.players[side].human]
        if people and self.going:
            self._leave()
            if match.result is None:
                match.resign(people[0])
            self.post(Changed())

    def renew(self) -> None:
        """Leave this game, and begin another."""
        self.leave()
        self.sitting = self.sitting.again()
        self.table = Table()
        self.match = self._new_match()
        self.start()

    def _leave(self) -> None:
        thread = self._thread
        if thread is not None and thread.is_alive():
            self.table.say(None, Wish.LEAVE)
            self._stop_thinking()
            thread.join(PATIENCE)

    def leave(self) -> None:
        """End the game here; it can be taken up again."""
        self._leave()
        keeper = self.match.keeper
        if keeper is not None and self.match.result is None:
            keeper.ended(None)
        close(self.match.players)

    def tick(self) -> None:
        """Look at the clock: a person whose time is over has lost at once."""
        match, position = self.match, self.match.position
        if match.since is None or not self.going:
            return
        left = match.left(position.turn)
        if left is None:
            return
        if match.player.human and left < 0 and self.your_turn:
            self._chosen_in = position
            self.table.say(position, Wish.TIME)
        elif not match.player.human and left < OVERDUE and self._late is not position:
            self._late = position
            match.player.stop()
