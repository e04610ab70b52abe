"""Levels, from a beginner to full strength, for every game.

>>> print(Level.of(0).words)
by chance: any legal move
>>> [level.number for level in LEVELS if level.seconds is not None][0]
13

A level up to 12 is so much work, counted in positions, and plays the same on any machine; above,
it is time. A beginner is weak as people are: the move is there, and it is not seen.
"""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from coupe.analysis import Analyst, Answer
from coupe.errors import BadOption
from coupe.game import PASS, Game
from coupe.language import _, number, plural
from coupe.play.match import Chosen
from coupe.play.players import chosen, dice, make_ready, seconds_of

if TYPE_CHECKING:
    from coupe.play.match import Match
    from coupe.position import Position

ENTRIES_IN_A_MB = 65_536

SEES_WINS = 3
"""From this level on no win in one is missed."""


@dataclass(frozen=True)
class Level:
    """How strong a player is.

    >>> Level.of(12).nodes is not None, Level.of(20).overlooks
    (True, 0.0)

    `overlooks` is the part of the moves that are not seen; `depth`, `nodes` and `seconds` limit the
    search, whichever comes first.
    """

    number: int
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    overlooks: float = 0.0

    @classmethod
    def of(cls, number: int) -> "Level":
        """The level of that number.

        >>> Level.of(21)
        Traceback (most recent call last):
            ...
        coupe.errors.BadOption: level is 21; it can be from 0 (a beginner) to 20 (full strength).
        """
        if not 0 <= number < len(LEVELS):
            raise BadOption(
                _(
                    "level is {value}; it can be from 0 (a beginner) to {most} (full strength)."
                ).format(value=number, most=len(LEVELS) - 1)
            )
        return LEVELS[number]

    @property
    def table_mb(self) -> int:
        """Megabytes for what is remembered while thinking: emptying it must not take long.

        >>> Level.of(5).table_mb, Level.of(12).table_mb, Level.of(20).table_mb
        (1, 4, 64)
        """
        if self.seconds is not None:
            return 64
        return 4 if (self.nodes or 0) > ENTRIES_IN_A_MB // 2 else 1

    @property
    def title(self) -> str:
        """What such a player is called.

        >>> Level.of(2).title, Level.of(20).title
        ('beginner', 'full strength')
        """
        titles = {
            0: _("by chance"),
            1: _("beginner"),
            4: _("novice"),
            7: _("club player"),
            10: _("strong player"),
            13: _("expert"),
            20: _("full strength"),
        }
        return next(titles[first] for first in reversed(titles) if first <= self.number)

    @property
    def words(self) -> str:
        """What a person is told of it.

        >>> Level.of(2).words
        'beginner: looks one move ahead and overlooks 35 % of the moves'
        >>> Level.of(20).words
        'full strength: thinks for 5 seconds a move'
        """
        return _("{title}: {how}").format(title=self.title, how=self._how())

    def _how(self) -> str:
        if self.number == 0:
            return _("any legal move")
        if self.seconds is not None:
            decimals = 0 if self.seconds.is_integer() else 1
            return plural(
                "thinks for {seconds} second a move",
                "thinks for {seconds} seconds a move",
                2 if self.seconds >= 2 else 1,
            ).format(seconds=number(self.seconds, decimals))
        nodes, part = number(self.nodes or 0), round(100 * self.overlooks)
        if self.depth == 1:
            words = _("looks one move ahead and overlooks {part} % of the moves")
        elif self.overlooks:
            words = _("looks at {nodes} positions a move and overlooks {part} % of the moves")
        else:
            words = _("looks at {nodes} positions a move")
        return words.format(nodes=nodes, part=part)


LEVELS = (
    Level(0),
    Level(1, depth=1, overlooks=0.6),
    Level(2, depth=1, overlooks=0.35),
    Level(3, depth=1, overlooks=0.15),
    Level(4, nodes=100, overlooks=0.1),
    Level(5, nodes=200, overlooks=0.05),
    Level(6, nodes=500),
    Level(7, nodes=1_200),
    Level(8, nodes=3_000),
    Level(9, nodes=8_000),
    Level(10, nodes=20_000),
    Level(11, nodes=60_000),
    Level(12, nodes=200_000),
    Level(13, seconds=0.2),
    Level(14, seconds=0.3),
    Level(15, seconds=0.5),
    Level(16, seconds=0.8),
    Level(17, seconds=1.2),
    Level(18, seconds=2.0),
    Level(19, seconds=3.0),
    Level(20, seconds=5.0),
)
"""The levels; two apart differ by 70 Elo or more at Othello and Connect 4 (docs/play.md)."""


class Levelled:
    """Plays a game at a level.

    >>> from coupe import load
    >>> from coupe.play.match import Match
    >>> connect4 = load("connect4")
    >>> player = Levelled("level:3", connect4, Level.of(3), seed=1)
    >>> connect4.start().name(player.choose(Match(connect4.position("112233"), ())).move)
    '4'
    """

    human = False

    def __init__(
        self, name: str, game: Game, level: Level, seed: int = 0, threads: int = 1
    ) -> None:
        self.name = name
        self.game = game
        self.level = level
        self.seed = seed
        timed = level.seconds is not None
        self.analyst = Analyst(game, threads=threads if timed else 1, table_mb=level.table_mb)
        if level.number:
            make_ready(self.analyst)

    def choose(self, match: "Match") -> Chosen:
        """A move as good as the level is."""
        position = match.position
        legal = position.legal_moves
        random = dice(self.seed, position)
        if len(legal) == 1 or self.level.number == 0:
            return Chosen(random.choice(legal))
        if self.level.number >= SEES_WINS:
            winning = win_in_one(position)
            if winning is not None:
                return Chosen(winning)
        if self.level.seconds is None:
            # What was seen before would make the work of a move depend on the moves before it.
            self.analyst.forget()
        answer = self._answer(match)
        if not self.level.overlooks:
            return chosen(position, answer)
        return self._seen(position, answer, random)

    def _answer(self, match: "Match") -> Answer:
        seconds = self.level.seconds
        allowed = seconds_of(match)
        if allowed is not None:
            strongest = self.level is LEVELS[-1]
            seconds = allowed if seconds is None or strongest else min(seconds, allowed)
        return self.analyst.analyse(
            match.position,
            depth=self.level.depth,
            nodes=self.level.nodes,
            seconds=seconds,
            all_moves=self.level.overlooks > 0,
            watch=match.watch,
        )

    def _seen(self, position: "Position", answer: Answer, random: Random) -> Chosen:
        """The best of the moves that are seen; of equals, any."""
        moves = list(answer.moves or ())
        seen = [move for move in moves if random.random() >= self.level.overlooks]
        seen = seen or [random.choice(moves)]
        best = max(move.value for move in seen)
        choice = random.choice([move for move in seen if move.value == best])
        return Chosen(position.parse(choice.move), choice.value, answer)

    def stop(self) -> None:
        """Answer with what has been seen so far."""
        self.analyst.stop()

    def close(self) -> None:
        """Nothing is kept."""


def win_in_one(position: "Position") -> int | None:
    """A move that ends the game with a win for whoever plays it, the one that wins most.

    >>> from coupe import load
    >>> win_in_one(load("connect4").position("121212"))
    3
    """
    best: tuple[int, int] | None = None
    for move in position.legal_moves:
        after = position.after(move)
        if move != PASS and after.over and after.winner == position.turn:
            score = abs(after.result)
            if best is None or score > best[0]:
                best = (score, move)
    return None if best is None else best[1]
