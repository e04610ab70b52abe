"""Clocks: so long for a game, so long for a move, or none.

>>> TimeControl.read("5m+3s")
TimeControl(total=300.0, increment=3.0, per_move=None)
>>> TimeControl.read("10s/move").per_move
10.0
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from coupe.errors import BadOption
from coupe.language import _
from coupe.position import shortened

UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
LONGEST = 30 * 24 * 3600.0


@dataclass(frozen=True)
class TimeControl:
    """The time that a player has: for all moves, with so much more after each; for each move.

    >>> TimeControl(total=60.0, increment=2.0).left([10.0, 5.0])
    49.0
    """

    total: float | None = None
    increment: float = 0.0
    per_move: float | None = None

    @classmethod
    def read(cls, text: str) -> "TimeControl":
        """The clock that a text says: `5m`, `90s`, `5m+3s`, `10s/move`, `none`.

        >>> TimeControl.read("soon")
        Traceback (most recent call last):
            ...
        coupe.errors.BadOption: soon is not a clock: write 5m (for the game), 5m+3s (and 3 seconds \
more each move), 10s/move, or none.
        """
        words = text.strip().lower()
        if words == "none":
            return cls()
        for_move = re.fullmatch(r"(.+?)\s*/\s*(?:move|coup)", words)
        if for_move is not None:
            return cls(per_move=_seconds(for_move[1], text))
        total, plus, increment = words.partition("+")
        return cls(_seconds(total, text), _seconds(increment, text) if plus else 0.0)

    def __str__(self) -> str:
        """The text that `read` reads back.

        >>> str(TimeControl.read("1h+30s")), str(TimeControl())
        ('3600s+30s', 'none')
        """
        if self.per_move is not None:
            return f"{_written(self.per_move)}/move"
        if self.total is None:
            return "none"
        return _written(self.total) + (f"+{_written(self.increment)}" if self.increment else "")

    def left(self, spent: Iterable[float]) -> float | None:
        """The seconds left for the next move, once this was spent on those before; None: no limit.

        >>> TimeControl.read("3s/move").left([1.0, 2.0])
        3.0
        """
        if self.per_move is not None:
            return self.per_move
        if self.total is None:
            return None
        moves = list(spent)
        return self.total - sum(moves) + self.increment * len(moves)


def _written(seconds: float) -> str:
    """Seconds as they are read: to the thousandth, without an exponent."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".") + "s"


def _seconds(text: str, whole: str) -> float:
    found = re.fullmatch(r"\s*([0-9]{1,7}(?:[.,][0-9]{1,3})?)\s*(s|m|h|)\s*", text)
    seconds = float(found[1].replace(",", ".")) * UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= LONGEST:
        raise BadOption(
            _(
                "{text} is not a clock: write 5m (for the game), 5m+3s (and 3 seconds more each "
                "move), 10s/move, or none."
            ).format(text=shortened(whole) or "''")
        )
    return seconds
