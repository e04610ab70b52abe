"""What each function of a game returns once it is compiled.

>>> from coupe import load
>>> first_fault(load("connect4")) is None
True
"""

import warnings
from typing import Any

from numba import types

from coupe.engine.complaints import complaint, python_kind
from coupe.engine.integers import python_integers
from coupe.engine.kinds import RETURNS, STATE, TRUTH, wrong_return
from coupe.engine.rules import Rules, native_rules
from coupe.game import Game

OUT = types.Array(types.uint16, 1, "C")
"""The list that `moves(s, out)` fills."""


def first_fault(game: Game, rules: Rules | None = None) -> str | None:
    """The sentence for the first function that cannot be compiled, or returns what it should not."""
    rules = native_rules(game) if rules is None else rules
    fields = tuple(types.uint64 if field == "u64" else types.int64 for field in rules.fields)
    with warnings.catch_warnings(), python_integers():
        warnings.simplefilter("ignore")
        state = _returned(rules.constructor, fields)
        for name, function in rules.functions.items():
            try:
                found = _returned(function, _arguments(game, name, state))
            except Exception as error:
                return complaint(game, name, error)
            if not _is_right(found, RETURNS[name], state):
                kind = "None" if isinstance(found, types.Optional) else python_kind(str(found))
                return wrong_return(game.where(name), name, kind)
    return None


def _returned(function: Any, arguments: tuple[Any, ...]) -> Any:
    function.compile(arguments)
    return function.overloads[arguments].signature.return_type


def _arguments(game: Game, name: str, state: Any) -> tuple[Any, ...]:
    if name == "initial":
        return ()
    if name == "moves" and game.fills_list:
        return state, OUT
    if name in ("play", "again", "irreversible", "symmetry"):
        return state, types.int64
    return (types.int64, types.int64) if name == "symmetric_move" else (state,)


def _is_right(found: Any, needed: str, state: Any) -> bool:
    if needed == STATE:
        return bool(found == state)
    if needed == TRUTH:
        return isinstance(found, types.Boolean)
    return isinstance(found, types.Integer)
