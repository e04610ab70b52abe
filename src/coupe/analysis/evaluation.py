"""`--evaluate FILE.py:f`: a function of a file, to judge a game's positions with.

>>> evaluation_of("corners")
Traceback (most recent call last):
    ...
coupe.errors.BadOption: corners does not name a function: write --evaluate FILE.py:function.
"""

import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FunctionType

from coupe.errors import BadGame, BadOption
from coupe.game import Game, place_elsewhere
from coupe.games.loading import function_of, module_of
from coupe.language import _
from coupe.position import Position

MOST_POSITIONS = 200
MOST_SECONDS = 2.0


def evaluation_of(spec: str) -> FunctionType:
    """The function that `FILE.py:f` names."""
    file, colon, name = spec.rpartition(":")
    if not colon or not file or not name.isidentifier():
        raise BadOption(
            _("{spec} does not name a function: write --evaluate FILE.py:function.").format(
                spec=spec
            )
        )
    function = function_of(module_of(file), name)
    if isinstance(function, list):
        raise BadOption(
            _("{path} has no function {name}; it has {known}.").format(
                path=file, name=name, known=", ".join(function) or "-"
            )
        )
    code = function.__code__
    if code.co_argcount != 1:
        raise BadOption(
            _("{where} takes {found} arguments: write def {name}(s): and return a score.").format(
                where=place_elsewhere(name, code.co_filename, code.co_firstlineno),
                found=code.co_argcount,
                name=name,
            )
        )
    return function


def try_out(game: Game, position: Position) -> None:
    """Ask a game's evaluation about positions that come up by chance, in plain Python.

    BadGame names the line where it stops, or answers what is no score: compiled, it could do
    neither.

    >>> from coupe import load
    >>> wild = load("othello").with_evaluation(lambda s: 100_000)
    >>> try_out(wild, wild.start())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coupe.errors.BadGame: <lambda> (..., line 1) returns 100000 in the position ...
    """
    from coupe.engine.desk import Desk
    from coupe.engine.watched import Fault, Watched

    random = Random(0)
    until = time.monotonic() + MOST_SECONDS
    with TemporaryDirectory(prefix="coupe-evaluate-", ignore_cleanup_errors=True) as folder:
        desk = Desk(Path(folder))
        rules = Watched(game, desk)
        here = position
        try:
            for _count in range(MOST_POSITIONS):
                if here.over:
                    here = position if here is not position else game.start()
                if here.over or time.monotonic() > until:
                    break
                rules.looks_at(here.state, here.turn)
                rules.score("evaluate", here.state)
                after = here.after(random.choice(here.legal_moves))
                here = Position(game, after.state, after.turn)
        except Fault as fault:
            raise BadGame(str(fault)) from fault
        finally:
            desk.close()
