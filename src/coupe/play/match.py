"""A match: two players and a display, each replaceable, and the game between them.

>>> from coupe import load
>>> from coupe.play import player_of
>>> tictactoe = load("tictactoe")
>>> players = (player_of("minimax:9", tictactoe), player_of("random", tictactoe, seed=4))
>>> Match(tictactoe.start(), players).play().result.winner in (0, None)
True
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from coupe.analysis import Answer, Progress
from coupe.errors import Forfeit, IllegalMove
from coupe.game import PASS
from coupe.language import _
from coupe.play.clock import TimeControl
from coupe.position import Position
from coupe.records import Ply, Record, Result, result_of

Watcher = Callable[[Progress], None]


@dataclass(frozen=True)
class Chosen:
    """A move that a player has chosen, and what he thinks of it, if he says.

    >>> Chosen(37).move
    37
    """

    move: int
    value: int | None = None
    answer: Answer | None = None


class Wish(Enum):
    """What a player may answer instead of a move.

    >>> Wish.RESIGN.name
    'RESIGN'

    TIME is what a player answers who is told, while he thinks, that his time is over.
    """

    RESIGN = "resign"
    UNDO = "undo"
    REDO = "redo"
    LEAVE = "leave"
    TIME = "time"


class Player(Protocol):
    """Whoever chooses moves.

    `name` is the WHO that makes the same player again. A player whose `human` is true can take
    moves back. `choose` raises Forfeit when the player cannot go on; `stop`, called from another
    thread, makes it answer soon.
    """

    name: str
    human: bool

    def choose(self, match: "Match") -> Chosen | Wish: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Keeper(Protocol):
    """Who writes a game down as it is played: the archive."""

    def played(self, number: int, ply: Ply) -> None: ...

    def undone(self, kept: int) -> None: ...

    def ended(self, result: Result | None) -> None: ...


class Display:
    """Who shows a game: this one shows nothing.

    >>> Display().began(None) is None
    True
    """

    def began(self, match: "Match") -> None:
        """A game begins, or goes on where it was left."""

    def thinking(self, match: "Match") -> AbstractContextManager[Watcher | None]:
        """While this lasts the side to move chooses; what it gives is told of the search."""
        return _unseen()

    def moved(self, match: "Match", chosen: Chosen) -> None:
        """A move was played (a player who has none passes without being asked)."""

    def went(self, match: "Match") -> None:
        """Moves were taken back, or played again."""

    def refused(self, match: "Match", wish: Wish) -> None:
        """There is nothing to take back, or to play again."""

    def unkept(self, match: "Match", reason: str) -> None:
        """From now on nobody writes the game down, for this reason, a sentence."""

    def ended(self, match: "Match") -> None:
        """The game is over, or left."""


@contextmanager
def _unseen() -> Iterator[Watcher | None]:
    yield None


class Match:
    """One game between two players, from a position on.

    >>> from coupe import load
    >>> from coupe.play import player_of
    >>> othello = load("othello:4x4")
    >>> players = (player_of("random", othello, seed=1), player_of("random", othello, seed=2))
    >>> match = Match(othello.start(), players)
    >>> record = match.play()
    >>> record.result == match.result, record.position() == match.position
    (True, True)

    `plies` are moves that were played before, with their times, where the position is in the midst
    of a game; `thought` are the seconds that were spent on the next one already.
    """

    def __init__(
        self,
        position: Position,
        players: tuple[Player, Player],
        *,
        display: Display | None = None,
        clock: TimeControl | None = None,
        keeper: Keeper | None = None,
        plies: Sequence[Ply] | None = None,
        tags: Mapping[str, str] | None = None,
        thought: float = 0.0,
    ) -> None:
        self.players = players
        self.display = display or Display()
        self.clock = clock or TimeControl()
        self.keeper = keeper
        self.tags = dict(tags or {})
        self.result: Result | None = None
        self.watch: Watcher | None = None
        self.since: float | None = None
        self.thought = thought
        names = position.path[0].names(position.line)
        # One thread plays and another looks on: both parts change at once.
        self._now = (position, list(plies) if plies is not None else [Ply(name) for name in names])
        self._undone: list[Ply] = []
        self._left = False

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._now[0]

    @property
    def plies(self) -> list[Ply]:
        """The moves that were played."""
        return self._now[1]

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.position.turn]

    @property
    def record(self) -> Record:
        """The game so far."""
        position, plies = self._now
        return Record.of(
            position,
            players=(self.players[0].name, self.players[1].name),
            plies=plies,
            result=self.result,
            tags=self.tags,
        )

    def spent(self, side: int) -> list[float]:
        """The seconds that a side has spent on each of its moves."""
        position, plies = self._now
        return [
            ply.seconds
            for before, ply in zip(position.path[:-1], plies, strict=True)
            if before.turn == side and ply.seconds is not None
        ]

    def left(self, side: int) -> float | None:
        """The seconds that a side has for its next move, or for the one it thinks about; None: no
        limit."""
        found, since = self.clock.left(self.spent(side)), self.since
        if found is not None and side == self.position.turn:
            found -= self.thought if since is None else time.monotonic() - since
        return found

    def play(self) -> Record:
        """Play on until the game is over, or a player leaves it.

        May be called again once moves were taken back.
        """
        self._left = False
        self.display.began(self)
        while self.result is None and not self._left:
            if self.position.over:
                self._end(result_of(self.position))
            elif self.position.legal_moves == [PASS]:
                self._play(Chosen(PASS), None)
            else:
                self._ask()
        self.display.ended(self)
        return self.record

    def _ask(self) -> None:
        side = self.position.turn
        choice: Chosen | Wish | Forfeit
        self.since = time.monotonic() - self.thought
        try:
            with self.display.thinking(self) as self.watch:
                choice = self.player.choose(self)
        except Forfeit as failure:
            choice = failure
        finally:
            self.thought = seconds = time.monotonic() - self.since
            self.since = None
        left = self.clock.left(self.spent(side))
        late = left is not None and seconds > left
        match choice:
            case Forfeit():
                # Who is waited for in vain has run out of time first.
                reason = "time" if late else "forfeit"
                self._end(Result(1 - side, None, reason, str(choice)))
            case _ if late or choice is Wish.TIME:
                self._end(Result(1 - side, None, "time"))
            case Wish.LEAVE:
                self._leave()
            case Wish.RESIGN:
                self._end(Result(1 - side, None, "resignation"))
            case Wish.UNDO | Wish.REDO:
                done = self.undo() if choice is Wish.UNDO else self.redo()
                if not done:
                    self.display.refused(self, choice)
            case Chosen():
                if choice.move not in self.position.legal_moves:
                    self._end(Result(1 - side, None, "forfeit", self._illegal(choice.move)))
                else:
                    self._play(choice, round(seconds, 3))

    def _illegal(self, move: int) -> str:
        try:
            self.position.play(move)
        except IllegalMove as error:
            return str(error)
        return ""

    def _play(self, chosen: Chosen, seconds: float | None) -> None:
        ply = Ply(self.position.name(chosen.move), seconds, chosen.value)
        self._undone.clear()
        self._add(ply, chosen.move)
        self.display.moved(self, chosen)

    def _stand(self, position: Position, plies: list[Ply]) -> None:
        self._now = position, plies
        self.thought = 0.0

    def _add(self, ply: Ply, move: int) -> None:
        self._stand(self.position.after(move), [*self.plies, ply])
        if self.keeper is not None:
            self.keeper.played(len(self.plies) - 1, ply)

    def _end(self, result: Result) -> None:
        self.result = result
        if self.keeper is not None:
            self.keeper.ended(result)

    def _leave(self) -> None:
        self._left = True
        if self.keeper is not None:
            self.keeper.ended(None)

    def _is_choice(self, position: Position) -> bool:
        """Whether a person was to choose here."""
        return self.players[position.turn].human and position.legal_moves != [PASS]

    def undo(self) -> bool:
        """Go back to the last choice that a person has made; False where there is none.

        >>> from coupe import load
        >>> from coupe.play import player_of
        >>> tictactoe = load("tictactoe")
        >>> either = player_of("random", tictactoe)
        >>> Match(tictactoe.start(), (either, either)).undo()
        False
        """
        path = self.position.path
        for number in range(len(path) - 2, -1, -1):
            if self._is_choice(path[number]):
                self._undone = self.plies[number:] + self._undone
                self._stand(path[number], self.plies[:number])
                self.result = None
                if self.keeper is not None:
                    self.keeper.undone(number)
                self.display.went(self)
                return True
        return False

    def redo(self) -> bool:
        """Play again what was taken back, up to a person's next choice; False where there is
        nothing."""
        if not self._undone:
            return False
        while self._undone:
            ply = self._undone.pop(0)
            self._add(ply, self.position.parse(ply.move))
            if not self.position.over and self._is_choice(self.position):
                break
        self.display.went(self)
        return True

    def resign(self, side: int) -> None:
        """A side gives up, whosever turn it is.

        >>> from coupe import load
        >>> from coupe.play import player_of
        >>> tictactoe = load("tictactoe")
        >>> either = player_of("random", tictactoe)
        >>> match = Match(tictactoe.start(), (either, either))
        >>> match.resign(0)
        >>> match.result.winner
        1
        """
        self._end(Result(1 - side, None, "resignation"))


def close(players: Sequence[Player]) -> None:
    """Let players go, each once.

    >>> close(())
    """
    for player in {id(player): player for player in players}.values():
        player.close()


def forfeit_of(name: str, what: str) -> Forfeit:
    """The failure of a player, who is named once.

    >>> str(forfeit_of("gtp:other", "it has stopped"))
    'gtp:other: it has stopped.'
    >>> str(forfeit_of("gtp:other", "gtp:other: it has stopped."))
    'gtp:other: it has stopped.'
    """
    named = _("{name}: {reason}.")
    before = named.format(name=name, reason="").rstrip(".")
    return Forfeit(named.format(name=name, reason=what.removeprefix(before).rstrip(".")))
