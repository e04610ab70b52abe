"""The formats that games are read from and written to.

>>> reading = read_text("f5d6c3\\nf5a1")
>>> [record.names for record in reading.records]
[('f5', 'd6', 'c3'), ('f5',)]
>>> print(reading.damage[0])
line 2: Move 2: a1 is not a legal move here; the legal moves are f4 d6 f6.
>>> print(write(reading.records[:1], "ggf").text.split("BO")[0])
(;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from coupe.errors import BadContent, BadFile, BadOption, CoupeError
from coupe.game import Game
from coupe.games.loading import load
from coupe.language import _, printable, reason_of
from coupe.records import ggf, jsonl, obf, pgn, transcripts, wthor
from coupe.records.reading import Damage, Found, Note, Reading, clean, text_of
from coupe.records.record import Record
from coupe.records.saving import check_folder, keep_names, put

if TYPE_CHECKING:
    from datetime import date

TO_TEXT: Mapping[str, ModuleType] = {
    "transcript": transcripts,
    "ggf": ggf,
    "obf": obf,
    "pgn": pgn,
    "json": jsonl,
}
"""The formats that are text: a module with `read(text, game)` and `to_text(record)` each."""

FORMATS: Mapping[str, tuple[str, ...]] = {
    "transcript": (".txt", ".tra", ".transcript"),
    "ggf": (".ggf", ".ggs"),
    "wthor": (".wtb",),
    "obf": (".obf",),
    "pgn": (".pgn",),
    "json": (".json", ".jsonl", ".ndjson"),
}
"""Every format, with the ends of the names of its files, the usual one first."""

FEW = 8
"""Strange characters that a text may have."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]")
_GGF = re.compile(r"\(;\s*[A-Za-z]{1,8}\[")
_PGN = re.compile(r'\s*\[\s*\w{1,80}\s+"')
_JSON = re.compile(r"\s*(?:\[\s*)?\{")
_OBF = re.compile(r"\s*[-.*XOxo_]{64}\s*[XOxo*]\s*;")


@dataclass
class Written:
    """The files that hold some games, by the ends of their names, and what they could not hold.

    >>> write([Record("connect4")], "transcript").refused[0].place
    'game 1'
    """

    files: dict[str, bytes] = field(default_factory=dict)
    count: int = 0
    refused: list[Damage] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The first file as text."""
        return next(iter(self.files.values())).decode("utf-8")


def format_named(name: str) -> str:
    """The format of a name, whatever its case.

    >>> format_named("PGN")
    'pgn'
    """
    known = {"jsonl": "json", "transcripts": "transcript", "wtb": "wthor"}
    found = known.get(name.lower(), name.lower())
    if found not in FORMATS:
        raise BadOption(
            _("{name} is no format of games: write one of {known}.").format(
                name=name[:40] or "''", known=", ".join(FORMATS)
            )
        )
    return found


def format_of(path: str, content: bytes | None = None) -> str:
    """The format of a file: its name says it, or what is in it.

    >>> format_of("games.PGN"), format_of("games", b"(;GM[Othello]")
    ('pgn', 'ggf')
    """
    suffix = Path(path).suffix.lower()
    named = next((name for name, ends in FORMATS.items() if suffix in ends), None)
    if content is None:
        if named is None:
            raise BadOption(
                _("{path} does not say what to make: let it end in {known}.").format(
                    path=path[:80], known=", ".join(ends[0] for ends in FORMATS.values())
                )
            )
        return named
    if named is not None and named != "transcript":
        return named
    return _seen(content)


def _seen(content: bytes) -> str:
    """The format that a file looks like."""
    if b"\0" in content[:16] and content[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return "wthor"
    head = text_of(content[:4000])
    told = "\n".join(line for line in head.splitlines() if not line.startswith(("%", "#")))
    if _GGF.search(told[:400]):
        return "ggf"
    if _PGN.match(told):
        return "pgn"
    if _JSON.match(told):
        return "json"
    return "obf" if _OBF.match(told) else "transcript"


def read(
    source: str | os.PathLike[str] | bytes,
    format: str | None = None,
    game: Game | str | None = None,
) -> Reading:
    """The games of a file, by its path or as its bytes, and what could not be read of them.

    `game` names the rules where the file does not, or where they are a file of yours: a path that
    stands in a file of games is never run.

    >>> read(b"4455").records[0].names
    ('4', '4', '5', '5')
    """
    reading = Reading()
    reading.format, found = scan(source, format, game)
    for each in found:
        if isinstance(each, Note):
            reading.notes.append(each)
        elif isinstance(each, Damage):
            reading.damage.append(each)
        else:
            reading.records.append(each)
    return reading


def read_text(text: str, format: str | None = None, game: Game | str | None = None) -> Reading:
    """The games of a text.

    >>> read_text("1. f5 d6").format
    'transcript'
    """
    return read(text.encode("utf-8", "replace"), format, game)


def scan(
    source: str | os.PathLike[str] | bytes,
    format: str | None = None,
    game: Game | str | None = None,
) -> tuple[str, Found]:
    """The format of a file, and what is found in it, one game after the other.

    >>> format, found = scan(b"4455")
    >>> format, next(found).names
    ('transcript', ('4', '4', '5', '5'))
    """
    path = "" if isinstance(source, bytes) else os.fspath(source)
    content = source if isinstance(source, bytes) else _content(path)
    chosen = format_named(format) if format is not None else format_of(path, content)
    rules = load(game) if isinstance(game, str) else game
    if chosen == "wthor":
        return chosen, _of_wthor(path, content, rules)
    reader: Callable[[str, Game | None], Found] = TO_TEXT[chosen].read
    text = text_of(content)
    if chosen == "transcript" and _is_no_text(text):
        raise BadContent(
            _("This is not a text: most likely it holds something else than games, or is damaged.")
        )
    return chosen, _on_one_line(reader(text, rules))


def _is_no_text(text: str) -> bool:
    """Whether a file is full of what nobody writes.

    >>> _is_no_text(20 * chr(0)), _is_no_text("f5d6")
    (True, False)
    """
    head = text[:4000]
    strange = len(_CONTROL.findall(head))
    return strange > FEW and 10 * strange > len(head)


def _on_one_line(found: Found) -> Found:
    """What is found, its sentences as they can be shown, whatever a damaged file has in it."""
    for each in found:
        if isinstance(each, Damage):
            yield Damage(each.place, clean(" ".join(printable(each.sentence).split())))
        else:
            yield each


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(
            _("{path} cannot be read: {reason}.").format(
                path=path[:200] or "''", reason=reason_of(error)
            )
        ) from error


def _of_wthor(path: str, content: bytes, rules: Game | None) -> Found:
    if rules is not None and rules.spec != "othello":
        raise BadContent(
            _("This is a game of {found}, not of {wanted}.").format(
                found="othello", wanted=rules.spec
            )
        )
    names: list[list[str]] = []
    notes: list[Note] = []
    for end, size in ((".jou", wthor.PLAYER_BYTES), (".trn", wthor.EVENT_BYTES)):
        file = _beside(path, end) if path else None
        names.append(wthor.read_names(_content(str(file)), size) if file is not None else [])
        if path and file is None:
            notes.append(
                Note(
                    path,
                    _(
                        "There is no {name} beside it: names are written as numbers, like #12."
                    ).format(name=Path(path).stem + end),
                )
            )
    found = wthor.read(content, names[0], names[1], rules)
    # Of a file that is refused the names are not missed.
    first = list(islice(found, 1))
    yield from chain(notes, first, found)


def _beside(path: str, end: str) -> Path | None:
    """The file of names beside a WTHOR file: of the same name, or WTH.JOU and WTH.TRN."""
    folder, stem = Path(path).parent, Path(path).stem.lower()
    try:
        near = sorted(file for file in folder.iterdir() if file.suffix.lower() == end)
    except OSError:
        return None
    for wanted in (stem, "wth"):
        for file in near:
            if file.stem.lower() == wanted and file.is_file():
                return file
    return None


def write(
    records: Iterable[Record],
    format: str,
    *,
    players: Iterable[str] = (),
    events: Iterable[str] = (),
    made: "date | None" = None,
) -> Written:
    """The files that hold some games.

    Of WTHOR's, `players` and `events` are the names that keep their numbers, `made` is its day.
    """
    chosen = format_named(format)
    taken = 0

    def counted() -> Iterator[Record]:
        nonlocal taken
        for record in records:
            taken += 1
            yield record

    if chosen == "wthor":
        files, refused = wthor.written(counted(), players, events, made)
        return Written(files, taken - len(refused), refused)
    to_text: Callable[[Record], str] = TO_TEXT[chosen].to_text
    written = Written()
    parts: list[bytes] = []
    for number, record in enumerate(records, 1):
        try:
            parts.append((clean(to_text(record)) + "\n").encode("utf-8"))
        except CoupeError as error:
            written.refused.append(Damage(_("game {count}").format(count=number), str(error)))
    written.count = len(parts)
    written.files[FORMATS[chosen][0]] = b"".join(parts)
    return written


def save(
    records: Iterable[Record], path: str | os.PathLike[str], format: str | None = None
) -> list[Damage]:
    """Write games into a file, and answer with those that its format cannot hold.

    A file that is there is replaced, once all is ready; before that nothing of it is changed, nor
    where there is no game to write.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.json")
    ...     refused = save([Record("connect4")], file)
    ...     file.read_text()[:27], refused
    ('{"schema": "coupe.game/1", ', [])
    """
    target = Path(os.path.realpath(path))
    chosen = format_named(format) if format is not None else format_of(os.fspath(path))
    check_folder(path)
    written = write(records, chosen)
    if not written.count:
        return written.refused
    (_end, content), *others = written.files.items()
    if others:
        keep_names(target, [end for end, _content in others])
    for other, names in others:
        put(target.with_suffix(other), names)
    put(target, content)
    return written.refused
