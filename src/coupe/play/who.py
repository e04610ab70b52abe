"""WHO plays, as it is written: `human`, `level:5`, `minimax:3`, `mine.py:best`, `gtp:COMMAND`.

>>> Who.read("minimax:3")
Who(kind='minimax', argument='3', evaluation='')
>>> Who.read("level:5@ideas.py:corners").evaluation
'ideas.py:corners'
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from coupe.analysis.evaluation import evaluation_of, try_out
from coupe.engine import ALGORITHMS, MOST_PLIES
from coupe.errors import BadOption
from coupe.game import Game
from coupe.language import _
from coupe.play.levels import LEVELS, Level, Levelled
from coupe.play.match import Player
from coupe.play.players import Chance, Searcher
from coupe.position import shortened

HUMAN, RANDOM, LEVEL, FUNCTION, GTP, NBOARD = (
    "human", "random", "level", "function", "gtp", "nboard",
)  # fmt: skip


@dataclass(frozen=True)
class Who:
    """A player as it is written, in its parts.

    >>> str(Who.read("gtp:edax -gtp -level 5"))
    'gtp:edax -gtp -level 5'
    """

    kind: str
    argument: str = ""
    evaluation: str = ""

    @classmethod
    def read(cls, text: str) -> "Who":
        """The player that a text says.

        >>> Who.read("levle:5")
        Traceback (most recent call last):
            ...
        coupe.errors.BadOption: levle:5 is not a player: did you mean level:5?
        """
        wanted = text.strip()
        kind, _colon, argument = wanted.partition(":")
        if kind in (GTP, NBOARD):
            if not argument.strip():
                raise BadOption(
                    _("{name} needs a command: write {name}:COMMAND.").format(name=kind)
                )
            return cls(kind, argument.strip())
        wanted, at, evaluation = wanted.partition("@")
        if at and not evaluation:
            raise BadOption(
                _("{name} is not a player: after @ write FILE.py:evaluation.").format(
                    name=shortened(text)
                )
            )
        kind, _colon, argument = wanted.partition(":")
        if re.search(r"\.py:[^:/\\]+$", wanted) and not at:
            return cls(FUNCTION, wanted)
        if kind in (HUMAN, RANDOM) and not argument and not at:
            return cls(kind)
        if kind == LEVEL:
            Level.of(_number(argument, text, LEVEL, 0, len(LEVELS) - 1))
            return cls(kind, argument, evaluation)
        if kind in ALGORITHMS:
            _number(argument, text, kind, 1, MOST_PLIES)
            return cls(kind, argument, evaluation)
        kinds = [HUMAN, RANDOM, LEVEL, GTP, NBOARD, *ALGORITHMS]
        near = get_close_matches(kind, kinds, 1)
        if near and near[0] != kind:
            raise BadOption(
                _("{name} is not a player: did you mean {near}?").format(
                    name=shortened(text), near=near[0] + wanted[len(kind) :]
                )
            )
        raise BadOption(
            _(
                "{name} is not a player: write human, random, level:N, ALGORITHM:DEPTH (minimax:3), "
                "FILE.py:function, gtp:COMMAND or nboard:COMMAND."
            ).format(name=shortened(text) or "''")
        )

    def __str__(self) -> str:
        if self.kind == FUNCTION:
            return self.argument
        told = f"{self.kind}:{self.argument}" if self.argument else self.kind
        return f"{told}@{self.evaluation}" if self.evaluation else told


def _number(text: str, whole: str, kind: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not low <= int(text) <= high:
        raise BadOption(
            _("{name} is not a player: after {kind}: write a number from {low} to {high}.").format(
                name=shortened(whole), kind=kind, low=low, high=high
            )
        )
    return int(text)


def player_of(
    who: "Who | str",
    game: Game,
    *,
    seed: int = 0,
    threads: int = 1,
    human: Callable[[str], Player] | None = None,
) -> Player:
    """The player that a text says, for a game.

    >>> from coupe import load
    >>> player_of("level:4", load("connect4"), seed=1).name
    'level:4'

    `human` makes the player who is a person, out of his name.
    """
    who = Who.read(who) if isinstance(who, str) else who
    name = str(who)
    if who.evaluation:
        game = game.with_evaluation(evaluation_of(who.evaluation))
        try_out(game, game.start())
    match who.kind:
        case "human":
            if human is None:
                raise BadOption(_("A person cannot play here: write another player."))
            return human(name)
        case "random":
            return Chance(name, seed)
        case "level":
            return Levelled(name, game, Level.of(int(who.argument)), seed, threads)
        case "function":
            from coupe.play.functions import FunctionPlayer

            return FunctionPlayer(name, game, who.argument)
        case "gtp":
            from coupe.play.gtp import GtpPlayer

            return GtpPlayer(name, game, who.argument)
        case "nboard":
            from coupe.play.nboard import NBoardPlayer

            return NBoardPlayer(name, game, who.argument)
    return Searcher(name, game, who.kind, int(who.argument))
