"""What kind of value each function of a game returns, and what to write where it is another.

>>> wrong_return("Nim.result (line 12)", "result", "float", "0.5")
'Nim.result (line 12) returns 0.5 (float) and not a whole number: write // instead of /.'
"""

from typing import Any

import numpy as np

from coupe.language import _

WHOLE, TRUTH, STATE, TEXT = "whole", "truth", "state", "text"

RETURNS = {
    "initial": STATE,
    "moves": WHOLE,
    "play": STATE,
    "over": TRUTH,
    "result": WHOLE,
    "evaluate": WHOLE,
    "again": TRUTH,
    "irreversible": TRUTH,
    "at_most": WHOLE,
    "symmetry": STATE,
    "symmetric_move": WHOLE,
    "name": TEXT,
    "show": TEXT,
    "write": TEXT,
}

_NEEDED = {
    WHOLE: "a whole number",
    TRUTH: "True or False",
    STATE: "a State",
    TEXT: "a text",
}

_FIXES = {
    "None": "end every path through it with a return",
    "float": "write // instead of /",
    "compare": "compare, as in x != 0",
    "state": "write State(...) with every field",
    "number": "return a number",
    "mask": "return a number with a bit for each move, or fill a list with moves(s, out)",
    "same": "return it on every path",
}


def is_kind(value: Any, kind: str, state: type) -> bool:
    """Whether a value is of that kind.

    >>> is_kind(True, WHOLE, tuple), is_kind(3, WHOLE, tuple)
    (False, True)
    """
    if kind == WHOLE:
        return is_whole(value)
    if kind == TRUTH:
        return isinstance(value, (bool, np.bool_))
    return type(value) is state if kind == STATE else isinstance(value, str)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number, and not True or False."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def kind_of(value: Any) -> str:
    """The name of a value's type, as a message says it.

    >>> kind_of(None), kind_of(0.5)
    ('None', 'float')
    """
    return "None" if value is None else type(value).__name__


def wrong_return(where: str, name: str, kind: str, value: str | None = None) -> str:
    """The sentence for a function that returns another kind of value than it should.

    Without the value itself, it is what the compiler sees on some path.
    """
    needed = RETURNS[name]
    fix = fix_of(kind, needed, name)
    if value is None:
        return _("{where} returns {kind} on one of its paths, and not {needed}: {fix}.").format(
            where=where, kind=kind, needed=_(_NEEDED[needed]), fix=fix
        )
    shown = value if value == kind else f"{value} ({kind})"
    return _("{where} returns {value} and not {needed}: {fix}.").format(
        where=where, value=shown, needed=_(_NEEDED[needed]), fix=fix
    )


def fix_of(kind: str, needed: str, name: str = "") -> str:
    """What to write instead of a value of the wrong kind.

    >>> fix_of("int", TRUTH)
    'compare, as in x != 0'
    """
    if kind in ("None", "float"):
        key = kind
    elif needed == TRUTH:
        key = "compare"
    elif needed == STATE:
        key = "state"
    elif name == "moves":
        key = "mask"
    elif kind == "bool":
        key = "number"
    else:
        key = "same"
    return _(_FIXES[key])
