"""A game at the terminal, however it is shown: who plays, its clock, where it is kept.

>>> from coupe import load
>>> seats_of(load("othello"), {"white": "level:3"}, level=None)
('human', 'level:3')
>>> seats_of(load("othello"), {"black": "random"}, level=None)
('random', 'human')
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coupe.cli.endings import complain, sentence_of
from coupe.cli.watch import waiting
from coupe.cli.written import THOUGHT, Kept, unfinished
from coupe.errors import (
    BadArchive,
    BadContent,
    BadGame,
    BadOption,
    BadPosition,
    CoupeError,
)
from coupe.game import Game
from coupe.language import _
from coupe.play import Display, Match, Player, TimeControl, Who, player_of
from coupe.play.conversation import Elsewhere
from coupe.play.guarded import Guarded
from coupe.position import Position, shortened
from coupe.records import Ply
from coupe.records.record import title_of

if TYPE_CHECKING:
    from coupe.archive import Archive

SIDES = ("black", "white", "first", "second")
"""The options that name a player."""

DEFAULT_LEVEL = 5
FEW = 3
"""Games that cannot be gone on with, and are told of."""


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


class AtTable(Guarded):
    """A player at this table: rules that stop are told of, and are not its fault.

    >>> from coupe import load
    >>> AtTable(player_of("random", load("tictactoe"))).name
    'random'
    """

    spared = BadGame


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
    thought: float = 0.0
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @classmethod
    def resumed(cls, archive: "Archive", game: str | None) -> "Sitting":
        """The last game that is not finished, and that can be gone on with."""
        broken: list[str] = []
        for number in unfinished(archive, game):
            try:
                sitting = cls._of(archive, number)
            except BadArchive:
                raise
            except Exception as error:
                broken.append(_no_way_on(archive, number, error))
                continue
            for sentence in broken[:FEW]:
                complain(sentence)
            return sitting
        if not broken:
            raise BadOption(_("No game is unfinished: begin one with `coupe play`."))
        for sentence in broken[1:FEW]:
            complain(sentence)
        raise BadContent(broken[0])

    @classmethod
    def _of(cls, archive: "Archive", number: int) -> "Sitting":
        record = archive.game(number)
        tags = dict(record.tags)
        return cls(
            record.position(),
            record.players,
            TimeControl.read(tags.get("time", "none")),
            int(tags.get("seed", "0")),
            archive,
            number,
            record.moves,
            float(tags.pop(THOUGHT, "0")),
            tags,
        )

    def match(
        self,
        human: Callable[[str], Player] | None = None,
        display: Display | None = None,
        machine: Callable[[Player], Player] = AtTable,
    ) -> Match:
        """The game, ready to be played."""
        tags = {"date": time.strftime("%Y-%m-%d"), **self.tags}
        tags |= {"time": str(self.clock), "seed": str(self.seed)}
        match = Match(
            self.position,
            self._players(human, machine),
            display=display,
            clock=self.clock,
            plies=self.plies,
            tags=tags,
            thought=self.thought,
        )
        if self.archive is not None:
            row = None if self.number is None else self.archive.resume(self.number)
            match.keeper = keeper = Kept(self.archive, match, row)
            if self.thought:
                keeper.thought(0.0)
        return match

    def waiting_for(self) -> AbstractContextManager[None]:
        """While this lasts the terminal says which other program is being waited for."""
        parts = [Who.read(who) for who in self.seats]
        names = [shortened(one.argument) for one in parts if one.kind in ("gtp", "nboard")]
        if not names:
            return nullcontext()
        return waiting(_("Waiting for {program}...").format(program=", ".join(names)))

    def _players(
        self, human: Callable[[str], Player] | None, machine: Callable[[Player], Player]
    ) -> tuple[Player, Player]:
        try:
            return self._player(0, human, machine), self._player(1, human, machine)
        except CoupeError as error:
            if self.archive is None or self.number is None:
                raise
            raise BadOption(_no_way_on(self.archive, self.number, error)) from error

    def _player(
        self,
        side: int,
        human: Callable[[str], Player] | None,
        machine: Callable[[Player], Player],
    ) -> Player:
        player = player_of(self.seats[side], self.game, seed=self.seed, human=human)
        if isinstance(player, Elsewhere):
            player.one_game = True
        return player if player.human else machine(player)

    def again(self) -> "Sitting":
        """A new game between the same players, with other chances."""
        return Sitting(self.game.start(), self.seats, self.clock, self.seed + 1, self.archive)


def _no_way_on(archive: "Archive", number: int, error: Exception) -> str:
    """Why a kept game cannot be taken up again, and what to do then."""
    reason = sentence_of(error)
    if isinstance(error, BadPosition):
        reason = _("its rules have changed since. {reason}").format(reason=reason)
    name = title_of(archive.entry(number).game)
    return _(
        "Game #{id} ({game}) cannot be gone on with: {reason} `coupe archive delete {id}` forgets it."
    ).format(id=number, game=name, reason=reason)
