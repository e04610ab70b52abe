"""A game at the terminal, however it is shown: who plays, its clock, where it is kept.

>>> from coupe import load
>>> seats_of(load("othello"), {"white": "level:3"}, level=None)
('human', 'level:3')
>>> seats_of(load("othello"), {"black": "random"}, level=None)
('random', 'human')
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from coupe.cli.endings import complain
from coupe.errors import BadContent, BadFile, BadGame, BadOption, CoupeError, Forfeit
from coupe.game import Game
from coupe.language import _
from coupe.play import Chosen, Display, Match, Player, TimeControl, Who, Wish, player_of
from coupe.play.match import forfeit_of
from coupe.position import Position, shortened
from coupe.records import Ply, Record, Result
from coupe.records.record import title_of

if TYPE_CHECKING:
    from coupe import Analyst, Answer
    from coupe.archive import Archive
    from coupe.play.match import Keeper, Watcher

SIDES = ("black", "white", "first", "second")
"""The options that name a player."""

DEFAULT_LEVEL = 5
HINT_SECONDS = 1.0
LONGER_AND_LONGER = (0.1, 0.3, 1.0, 3.0, 10.0)
"""Seconds after which the values of all moves are said, each time better."""


def seats_of(game: Game, asked: Mapping[str, str], level: int | None) -> tuple[str, str]:
    """Who plays first and second: WHO for each, out of what the options ask.

    >>> from coupe import load
    >>> seats_of(load("connect4"), {"white": "human"}, level=None)
    Traceback (most recent call last):
        ...
    coupe.errors.BadOption: Connect4 has no White: its players are Yellow, who is first, and Red: \
write --first or --second.
    """
    seats: dict[int, str] = {}
    for side, who in asked.items():
        seat = _seat(game, side)
        if seat in seats:
            raise BadOption(
                _("Two options name {player}: write one.").format(player=_(game.players[seat]))
            )
        seats[seat] = who
    first = seats.get(0, "human")
    people = first == "human"
    if level is not None and (1 in seats or not people):
        raise BadOption(
            _("--level is for the second player, who is named: write {who} there instead.").format(
                who=f"level:{level}"
            )
        )
    machine = f"level:{DEFAULT_LEVEL if level is None else level}"
    return first, seats.get(1, machine if people else "human")


def _seat(game: Game, side: str) -> int:
    if side in ("first", "second"):
        return int(side == "second")
    names = [name.lower() for name in game.players]
    if side in names:
        return names.index(side)
    raise BadOption(
        _(
            "{game} has no {side}: its players are {first}, who is first, and {second}: "
            "write --first or --second."
        ).format(
            game=_(game.title),
            side=_(side.capitalize()),
            first=_(game.players[0]),
            second=_(game.players[1]),
        )
    )


def told(who: str) -> str:
    """A player as a person is told of him.

    >>> told("level:5"), told("human"), told("/home/ann/mine.py:best"), told("minimax:3")
    ('level 5', 'a person', 'mine.py:best', 'minimax:3')
    """
    parts = Who.read(who)
    if parts.kind == "human":
        return _("a person")
    if parts.kind == "level":
        words = _("level {level}").format(level=parts.argument)
        return f"{words} @{title_of(parts.evaluation)}" if parts.evaluation else words
    if parts.kind == "random":
        return _("any legal move")
    if parts.kind in ("gtp", "nboard"):
        return shortened(parts.argument)
    return title_of(who)


def with_evaluation(who: str, evaluation: str) -> str:
    """The player that judges with this evaluation, if it is one that can.

    >>> with_evaluation("level:5", "mine.py:f"), with_evaluation("human", "mine.py:f")
    ('level:5@mine.py:f', 'human')
    """
    parts = Who.read(who)
    outside = parts.kind in ("human", "random", "function", "gtp", "nboard")
    if outside or parts.evaluation or not evaluation:
        return who
    return f"{who}@{evaluation}"


class Guarded:
    """A player that is no person: whatever goes wrong with it, it forfeits.

    >>> class Broken:
    ...     name, human = "mine.py:best", False
    ...     def choose(self, match): return 1 // 0
    >>> Guarded(Broken()).choose(None)
    Traceback (most recent call last):
        ...
    coupe.errors.Forfeit: mine.py:best: ZeroDivisionError: integer division or modulo by zero.
    """

    human = False

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name

    def choose(self, match: Match) -> Chosen | Wish:
        """The player's move; Forfeit where it has none to give."""
        try:
            return self.player.choose(match)
        except (Forfeit, BadGame):
            raise
        except CoupeError as error:
            raise forfeit_of(self.name, str(error)) from error
        except Exception as error:
            raise forfeit_of(self.name, f"{type(error).__name__}: {error}") from error

    def stop(self) -> None:
        """Answer soon."""
        self.player.stop()

    def close(self) -> None:
        """Let the player go."""
        self.player.close()


@dataclass
class Sitting:
    """What a game is begun with, or goes on from.

    >>> from coupe import load
    >>> Sitting(load("tictactoe").start(), ("random", "random"), seed=1).match().play().result.reason
    'rules'
    """

    position: Position
    seats: tuple[str, str]
    clock: TimeControl = field(default_factory=TimeControl)
    seed: int = 0
    archive: "Archive | None" = None
    number: int | None = None
    plies: Sequence[Ply] | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @classmethod
    def resumed(cls, archive: "Archive", game: str | None) -> "Sitting":
        """The last game that is not finished."""
        number = archive.unfinished(game)
        if number is None:
            raise BadOption(_("No game is unfinished: begin one with `coupe play`."))
        record = archive.game(number)
        return cls(
            record.position(),
            record.players,
            TimeControl.read(record.tags.get("time", "none")),
            int(record.tags.get("seed", "0")),
            archive,
            number,
            record.moves,
            record.tags,
        )

    def match(
        self,
        human: Callable[[str], Player] | None = None,
        display: Display | None = None,
        machine: Callable[[Player], Player] = Guarded,
    ) -> Match:
        """The game, ready to be played."""
        tags = {"date": time.strftime("%Y-%m-%d"), **self.tags}
        tags |= {"time": str(self.clock), "seed": str(self.seed)}
        match = Match(
            self.position,
            (self._player(0, human, machine), self._player(1, human, machine)),
            display=display,
            clock=self.clock,
            plies=self.plies,
            tags=tags,
        )
        if self.archive is not None:
            kept = None if self.number is None else self.archive.resume(self.number)
            match.keeper = Kept(self.archive, match, kept)
        return match

    def _player(
        self,
        side: int,
        human: Callable[[str], Player] | None,
        machine: Callable[[Player], Player],
    ) -> Player:
        player = player_of(self.seats[side], self.game, seed=self.seed, human=human)
        return player if player.human else machine(player)

    def again(self) -> "Sitting":
        """A new game between the same players, with other chances."""
        return Sitting(self.game.start(), self.seats, self.clock, self.seed + 1, self.archive)


class Kept:
    """Keeps a game in the archive, from its first move on; an archive that fails stops no game."""

    def __init__(self, archive: "Archive", match: Match, keeper: "Keeper | None") -> None:
        self.archive = archive
        self.match = match
        self.keeper = keeper
        self.failure = ""

    @property
    def is_kept(self) -> bool:
        """Whether the game can be taken up again."""
        return self.keeper is not None and not self.failure

    def played(self, number: int, ply: Ply) -> None:
        """A move more."""
        if self.keeper is None:
            self._try(self._begin)
        else:
            self._try(partial(self.keeper.played, number, ply))

    def undone(self, kept: int) -> None:
        """So many moves are left."""
        if self.keeper is not None:
            self._try(partial(self.keeper.undone, kept))

    def ended(self, result: Result | None) -> None:
        """The game is over, or left."""
        if self.keeper is None and result is not None:
            self._try(self._begin)
        if self.keeper is not None:
            self._try(partial(self.keeper.ended, result))

    def _begin(self) -> None:
        self.keeper = self.archive.begin(self.match.record)

    def _try(self, write: Callable[[], None]) -> None:
        if self.failure:
            return
        try:
            write()
        except (CoupeError, OSError) as error:
            self.failure = str(error)


def say_how_to_resume(match: Match) -> None:
    """Tell on the error stream what became of a game that was left."""
    keeper = match.keeper
    if not isinstance(keeper, Kept):
        return
    if keeper.failure:
        complain(_("The game is not kept: {reason}").format(reason=keeper.failure))
    elif keeper.is_kept and match.result is None:
        complain(_("The game is kept: coupe play --resume takes it up again."))


class Advisor:
    """Says what moves are worth; knows what the archive knows, and tells it what is new.

    >>> from coupe import load
    >>> Advisor(load("tictactoe")).answer(load("tictactoe").position("XX.OO....")).best
    '3'
    """

    def __init__(self, game: Game, archive: "Archive | None" = None) -> None:
        self.game = game
        self.archive = archive
        self._analyst: Analyst | None = None
        self._stopped = False

    def stop(self) -> None:
        """End what is under way, with what has been seen so far."""
        self._stopped = True
        if self._analyst is not None:
            self._analyst.stop()

    def answer(
        self,
        position: Position,
        *,
        seconds: float = HINT_SECONDS,
        all_moves: bool = False,
        watch: "Watcher | None" = None,
    ) -> "Answer":
        """The best move, after so long; with `all_moves` the value of each."""
        self._stopped = False
        if self.archive is not None:
            known = self.archive.recall(position, seconds=seconds, all_moves=all_moves)
            if known is not None:
                return known
        if self._analyst is None:
            from coupe import Analyst

            self._analyst = Analyst(self.game)
        answer = self._analyst.analyse(position, seconds=seconds, all_moves=all_moves, watch=watch)
        if self.archive is not None and not self._stopped:
            self.archive.remember(position, answer, seconds=seconds)
        return answer

    def values(self, position: Position) -> Iterator["Answer"]:
        """The value of every legal move, better and better, until all are proved."""
        for seconds in LONGER_AND_LONGER:
            answer = self.answer(position, seconds=seconds, all_moves=True)
            yield answer
            if self._stopped or all(move.kind == "exact" for move in answer.moves or ()):
                return


def save(record: Record, path: str) -> None:
    """Write a game to a new file, in the format that its name says.

    >>> save(Record("connect4"), __file__)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: ... is there already: write another name.
    """
    from coupe.records.formats import format_of, write
    from coupe.records.formats import save as write_to

    target = Path(path).expanduser()
    if os.path.lexists(target):
        raise BadFile(_("{path} is there already: write another name.").format(path=path))
    for refused in write([record], format_of(str(target))).refused:
        raise BadContent(refused.sentence)
    write_to([record], target)
