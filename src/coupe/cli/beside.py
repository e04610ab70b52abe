"""What is written after `--beside`: how the second run differs from the first.

>>> other_settings("fail-hard:right")
{'algorithm': 'fail-hard', 'order': 'right'}
>>> other_settings("depth=4")
{'depth': 4}
"""

import re
from difflib import get_close_matches
from typing import Any

from coupe.blackboard import ALGORITHMS, ORDERS
from coupe.errors import BadOption
from coupe.language import _

SETTINGS = ("algorithm", "order", "depth", "window", "root", "passes", "first-guess")


def other_settings(text: str) -> dict[str, Any]:
    """The settings of the second run: names of algorithms and orders, `depth=4`, `window=2,3`."""
    found: dict[str, Any] = {}
    for part in text.split(":"):
        word = part.strip()
        name, equals, value = word.partition("=")
        if equals and name in SETTINGS:
            found[name.replace("-", "_")] = _value(name, value)
        elif word in ALGORITHMS:
            found["algorithm"] = word
        elif word in ORDERS or re.fullmatch(r"\d+(,\d+)+", word):
            found["order"] = word
        elif word == "strict":
            found["strict"] = True
        else:
            raise BadOption(_unknown(word))
    return found


def _value(name: str, text: str) -> Any:
    if name == "depth":
        if not text.isascii() or not text.isdigit() or len(text) > 4:
            raise BadOption(
                _("depth={value} has no whole number: write one, like depth=4.").format(
                    value=text[:20]
                )
            )
        return int(text)
    if name == "window":
        bounds = text.split(",")
        if len(bounds) != 2:
            raise BadOption(
                _("window={value} has no two bounds: write them like window=2,3.").format(
                    value=text[:20]
                )
            )
        return tuple(bounds)
    return text


def _unknown(word: str) -> str:
    near = get_close_matches(word, [*ALGORITHMS, *ORDERS], 1)
    if near:
        return _("{value} is no algorithm and no order: did you mean {near}?").format(
            value=word[:40], near=near[0]
        )
    return _(
        "{value} is no algorithm and no order: write one of {known}, or depth=4, or several with colons."
    ).format(value=word[:40], known=", ".join([*ALGORITHMS, *ORDERS]))
