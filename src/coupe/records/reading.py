"""What every reader of games gives: the records it can read, and what is wrong with the rest.

>>> found = list(checked("line 3", Record("othello", moves=(Ply("f5"), Ply("a1")))))
>>> found[0].names
('f5',)
>>> print(found[1].place, found[1].sentence)
line 3 Move 2: a1 is not a legal move here; the legal moves are f4 d6 f6.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from coupe.errors import BadContent, CoupeError
from coupe.game import Game
from coupe.games.loading import load, shipped
from coupe.language import _, printable
from coupe.position import shortened
from coupe.records.record import Ply, Record, title_of
from coupe.records.replaying import UNSAID, replayed

__all__ = [
    "Damage",
    "Note",
    "Ply",
    "Reading",
    "Record",
    "checked",
    "rules_named",
    "rules_of",
    "text_of",
]


class Damage(NamedTuple):
    """Something that could not be read, or not be written: where, and in a sentence what.

    >>> str(Damage("line 3", "This is no game."))
    'line 3: This is no game.'
    """

    place: str
    sentence: str

    def __str__(self) -> str:
        return _("{place}: {sentence}").format(
            place=printable(self.place), sentence=printable(self.sentence)
        )


class Note(Damage):
    """Something that is good to know of a file that is not damaged.

    >>> str(Note("games.wtb", "There is no games.jou beside it."))
    'games.wtb: There is no games.jou beside it.'
    """


@dataclass
class Reading:
    """The games of a file, what is wrong with it, and what else is good to know.

    >>> from coupe.records import read_text
    >>> reading = read_text("f5d6c3")
    >>> len(reading.records), reading.damage, reading.format
    (1, [], 'transcript')
    """

    records: list[Record] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)
    format: str = ""
    notes: list[Note] = field(default_factory=list)


Found = Iterator[Record | Damage]


def checked(place: str, record: Record, game: Game | None = None) -> Found:
    """A record played again by the rules, and what is wrong with it.

    The rules are those of `game`, or of the shipped game that the record names. A record of
    anything else is taken as it stands: no file of games makes coupe run a file of rules. Where not
    even the first move is legal, there is no game.
    """
    try:
        rules = rules_of(record.game, game)
        if rules is None:
            yield _unchecked(record)
            return
        kept, problem = replayed(record, rules)
    except CoupeError as error:
        yield Damage(place, str(error))
        return
    if kept.moves or not record.moves:
        yield kept
    if problem:
        yield Damage(place, problem)


def _unchecked(record: Record) -> Record:
    if record.result is None or record.result.reason != UNSAID:
        return record
    return replace(record, result=replace(record.result, reason="rules"))


def rules_of(spec: str, given: Game | None = None) -> Game | None:
    """The rules that a record's moves are checked by; None where nobody has named their file.

    >>> rules_of("othello:6x6"), rules_of("/home/ann/nim.py")
    (<game othello:6x6>, None)
    """
    name = spec.partition(":")[0].strip()
    named = rules_named(spec) if name in shipped() else None
    if given is None or named is None:
        return given or named
    if named.spec != given.spec:
        raise BadContent(
            _("This is a game of {found}, not of {wanted}.").format(
                found=named.spec, wanted=title_of(given.spec)
            )
        )
    return given


@lru_cache(maxsize=64)
def rules_named(spec: str) -> Game:
    """The rules of a shipped game; a file of many games asks for them again and again.

    >>> rules_named("connect4")
    <game connect4>
    """
    return load(spec)


def text_of(content: bytes) -> str:
    """The text of a file, whatever has written it.

    >>> text_of(b"Ren\\xe9"), text_of("René".encode())
    ('René', 'René')
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", errors="replace")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
    return text.removeprefix("\ufeff")


def is_no_game(text: str) -> str:
    """What is said of a text in which no game can be seen.

    >>> is_no_game("to be done")
    'to be done is no game.'
    """
    return _("{text} is no game.").format(text=shortened(" ".join(text.split())) or "''")


def clean(text: str) -> str:
    """A text without the halves of characters that no file can hold.

    >>> clean("a\\ud800b")
    'a?b'
    """
    return text.encode("utf-8", "replace").decode("utf-8")
