"""Openings for a series: varied, each played with both colours.

>>> from coupe import load
>>> openings = Openings.read("random", load("connect4"), seed=1)
>>> [position.text for position in openings.first(3)] == [
...     position.text for position in Openings.read("random", load("connect4"), seed=1).first(3)]
True
>>> openings.plies
4
"""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from coupe.errors import BadContent, BadFile, BadOption, CoupeError
from coupe.game import Game
from coupe.language import _, reason_of
from coupe.play.levels import win_in_one
from coupe.position import Position, shortened
from coupe.records.formats import format_of, read, read_text
from coupe.records.reading import text_of

RANDOM, START = "random", "start"
TRANSCRIPT = "transcript"
"""The format of files whose lines may as well be positions."""

PART = 6
"""Random openings take this part of a random game's mean length."""

MEASURED = 24
"""Random games that tell the mean length."""

LONGEST = 1000
"""Plies that a random game is followed for."""

PATIENCE = 300
"""So many tries in a row that find nothing new: there is no more."""


class Openings:
    """Where the games of a series begin, as many as are asked for, the same ones each time.

    `distinct` is how many there are, once it is known that there are no more; those asked for
    beyond are the first ones again.

    >>> from coupe import load
    >>> openings = Openings.read("random:1", load("tictactoe"), seed=1)
    >>> len(openings.first(12)), openings.distinct
    (12, 9)
    """

    def __init__(
        self, game: Game, known: Sequence[Position] | None, plies: int = 0, seed: int = 0
    ) -> None:
        self.game = game
        self.plies = plies
        self._seed = seed
        self._known = list(known or ())
        self._found: Iterator[Position] = iter(()) if known is not None else self._drawn()
        self.distinct = len(self._known) if known is not None else None

    @classmethod
    def read(cls, text: str, game: Game, seed: int = 0) -> "Openings":
        """The openings that a text says: `random`, `random:K` plies, `start`, or a file's.

        >>> from coupe import load
        >>> Openings.read("randm", load("othello"))
        Traceback (most recent call last):
            ...
        coupe.errors.BadOption: randm is no openings: write random, random:PLIES, start, or the \
path of a file.
        """
        wanted = text.strip()
        if wanted == START:
            return cls(game, [game.start()])
        kind, colon, number = wanted.partition(":")
        if kind == RANDOM:
            if not colon:
                return cls(game, None, usual_plies(game), seed)
            if not re.fullmatch(r"[0-9]{1,3}", number) or int(number) < 1:
                raise BadOption(
                    _(
                        "{text} is no openings: after random: write a number of plies, 1 or more."
                    ).format(text=shortened(text))
                )
            return cls(game, None, int(number), seed)
        if not wanted or (not Path(wanted).exists() and not re.search(r"[./\\]", wanted)):
            raise BadOption(
                _(
                    "{text} is no openings: write random, random:PLIES, start, or the path of a "
                    "file."
                ).format(text=shortened(text) or "''")
            )
        return cls(game, of_file(wanted, game))

    def first(self, count: int) -> list[Position]:
        """So many openings.

        >>> from coupe import load
        >>> Openings.read("start", load("othello")).first(2)[1].line
        []
        """
        while self.distinct is None and len(self._known) < count:
            position = next(self._found, None)
            if position is None:
                self.distinct = len(self._known)
            else:
                self._known.append(position)
        return list(islice(cycle(self._known), count))

    def _drawn(self) -> Iterator[Position]:
        """Distinct positions by random lines; shorter ones where none of that length is fit."""
        for plies in range(self.plies, -1, -1):
            random = Random(f"{self._seed} {plies}")
            seen: set[Any] = set()
            tries = 0
            while tries < PATIENCE:
                position = _walked(self.game.start(), plies, random)
                key = (position.state, position.turn)
                if key in seen or len(position.line) < plies or not _fit(position):
                    tries += 1
                    continue
                tries = 0
                seen.add(key)
                self.plies = plies
                yield position
            if seen:
                return
        yield self.game.start()


def _walked(position: Position, plies: int, random: Random) -> Position:
    while plies and not position.over:
        position = position.after(random.choice(position.legal_moves))
        plies -= 1
    return position


def _fit(position: Position) -> bool:
    """Whether a game can begin here: it is not over, nor won at once by whoever is to move."""
    return not position.over and win_in_one(position) is None


def usual_plies(game: Game) -> int:
    """How many plies a random opening of a game takes, of itself: a sixth of a random game.

    >>> from coupe import load
    >>> usual_plies(load("othello")), usual_plies(load("tictactoe"))
    (10, 1)
    """
    random = Random(0)
    lengths = [len(_walked(game.start(), LONGEST, random).line) for _game in range(MEASURED)]
    return max(1, round(sum(lengths) / MEASURED / PART))


def of_file(path: str, game: Game) -> list[Position]:
    """The openings of a file: games in any format that coupe reads, or a position or a line of
    moves on each line, empty lines and those that start with # apart.

    >>> import tempfile
    >>> from coupe import load
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "openings.txt")
    ...     _length = file.write_text("# two\\nf5 d6\\nf5f6")
    ...     [position.turn_name for position in of_file(str(file), load("othello"))]
    ['Black', 'Black']
    """
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(
            _("{path} cannot be read: {reason}.").format(path=path or "''", reason=reason_of(error))
        ) from error
    if format_of(path, content) == TRANSCRIPT:
        found = list(_of_lines(path, text_of(content), game))
    else:
        found = list(_of_records(path, game))
    for place, position in found:
        if position.over:
            raise BadContent(
                _("{path}, {place}: the game is over there; write a position to play from.").format(
                    path=path, place=place
                )
            )
    if not found:
        raise BadContent(_("{path} holds no position.").format(path=path))
    return [position for _place, position in found]


def _of_lines(path: str, text: str, game: Game) -> Iterator[tuple[str, Position]]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        place = _("line {count}").format(count=number)
        try:
            yield place, _of_line(words, game)
        except CoupeError as error:
            raise BadContent(
                _("{path}, {place}: {reason}").format(path=path, place=place, reason=error)
            ) from error


def _of_line(words: str, game: Game) -> Position:
    try:
        return game.position(words)
    except CoupeError as error:
        reading = read_text(words, TRANSCRIPT, game)
        if len(reading.records) == 1 and not reading.damage:
            return reading.records[0].position(game)
        raise error


def _of_records(path: str, game: Game) -> Iterator[tuple[str, Position]]:
    reading = read(path, game=game)
    for damage in reading.damage:
        raise BadContent(
            _("{path}, {place}: {reason}").format(
                path=path, place=damage.place, reason=damage.sentence
            )
        )
    for number, record in enumerate(reading.records, 1):
        yield _("game {count}").format(count=number), record.position(game)
