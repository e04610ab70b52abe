"""WTHOR, the archive of the French Othello Federation: `.wtb` games, `.jou` players, `.trn` events.

>>> from coupe.records.record import Result
>>> names = ("f5", "f6", "e6", "f4", "e3", "c5", "g6", "g5", "c4")
>>> files, refused = written([Record("othello", tuple(map(Ply, names)), players=("Ann", "Bob"),
...     tags={"date": "1999", "event": "Paris", "score": "-40"})])
>>> {name: len(content) for name, content in files.items()}, refused
({'.wtb': 84, '.jou': 76, '.trn': 68}, [])
>>> next(read(files[".wtb"], read_names(files[".jou"], 20), read_names(files[".trn"], 26))).players
('Ann', 'Bob')

All numbers are little-endian. A file begins with 16 bytes: century, year, month and day on which it
was made, N1 (records of games), N2 (records of names), the year of the games, the size of the
board, the kind, the depth of theoretical scores. A game has 68 bytes: tournament, Black and White
by their numbers, Black's discs, as many with perfect play from that depth on, and 60 moves (ten
times the row and the column, from 11 for a1), passes left out, zeros after the last.
"""

import struct
from collections.abc import Iterable, Sequence
from datetime import date

from coupe.errors import BadContent
from coupe.game import Game
from coupe.games.loading import load
from coupe.language import _
from coupe.position import shortened
from coupe.records.reading import Damage, Found, Ply, Record
from coupe.records.replaying import replayed

OTHELLO = "othello"
HEADER = struct.Struct("<4BiHH4B")
GAME = struct.Struct("<3H2B60s")
PLAYER_BYTES = 20
EVENT_BYTES = 26
UNKNOWN = "???"
SQUARES = {10 * row + column: Ply("abcdefgh"[column - 1] + str(row))
           for row in range(1, 9) for column in range(1, 9)}  # fmt: skip
BYTES = {ply.move: byte for byte, ply in SQUARES.items()}


def read(
    content: bytes,
    players: Sequence[str] = (),
    events: Sequence[str] = (),
    game: Game | None = None,
) -> Found:
    """The games of a `.wtb` file, with the names of its `.jou` and `.trn` files."""
    if len(content) < HEADER.size:
        raise BadContent(_("A WTHOR file begins with 16 bytes, and this one has fewer."))
    header = HEADER.unpack_from(content)
    count, year, board, kind, depth = header[4], header[6], header[7], header[8], header[9]
    if not count and header[5]:
        raise BadContent(
            _("This WTHOR file holds names, not games: write the name of a .wtb file.")
        )
    if board not in (0, 8) or kind:
        raise BadContent(
            _("This WTHOR file holds no games on a board of 8x8: its size is {size}, its kind {kind}.")
            .format(size=board, kind=kind)
        )  # fmt: skip
    there, left = divmod(len(content) - HEADER.size, GAME.size)
    if (there, left) != (count, 0):
        yield Damage(
            _("byte {count}").format(count=4),
            _("The file says that it holds {count} games, and there are {there} in it.").format(
                count=count, there=there
            ),
        )
    rules = game or load(OTHELLO)
    for number in range(there):
        at = HEADER.size + number * GAME.size
        place = _("game {number} (byte {count})").format(number=number + 1, count=at)
        event, black, white, score, theory, moves = GAME.unpack_from(content, at)
        tags = {"date": str(year), "theory": str(2 * theory - 64), "theory_depth": str(depth)}
        tags["event"] = _name(events, event)
        yield from _checked(
            place,
            Record(
                OTHELLO,
                _plies(moves),
                players=(_name(players, black), _name(players, white)),
                tags=tags,
            ),
            2 * score - 64,
            rules,
        )


def _plies(moves: bytes) -> tuple[Ply, ...]:
    end = moves.find(0)
    told = moves if end < 0 else moves[:end]
    return tuple(SQUARES.get(byte) or Ply(str(byte)) for byte in told)


def _checked(place: str, told: Record, score: int, rules: Game) -> Found:
    """The record by the rules; what the file states of it is kept where they do not say it."""
    record, problem = replayed(told, rules)
    found = record.result.score if record.result is not None else None
    if found != score:
        record.tags["score"] = f"{score:+d}"  # type: ignore[index]
    if record.moves or not told.moves:
        yield record
    if not problem and found is not None and found != score:
        problem = _("The result is said to be {stated}, and on the board it is {found}.").format(
            stated=f"{score:+d}", found=f"{found:+d}"
        )
    if problem:
        yield Damage(place, problem)


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else f"#{number}"


def read_names(content: bytes, size: int) -> list[str]:
    """The names of a `.jou` file (20 bytes each) or of a `.trn` file (26).

    >>> read_names(bytes(16) + b"Ann".ljust(20, bytes(1)), 20)
    ['Ann']
    """
    return [
        content[at : at + size].partition(b"\0")[0].decode("latin-1")
        for at in range(HEADER.size, len(content) - size + 1, size)
    ]


class _Names:
    """The names of a file, each with its number; those that are missing are added."""

    def __init__(self, names: Iterable[str], size: int) -> None:
        self.size = size
        self.numbers = {name: number for number, name in enumerate(names)}
        if not self.numbers:
            self.numbers[UNKNOWN] = 0

    def check(self, name: str) -> None:
        """Raise BadContent where the name has no room."""
        try:
            fits = len(name.encode("latin-1")) < self.size and "\0" not in name
        except UnicodeEncodeError:
            fits = False
        if not fits:
            raise BadContent(
                _("WTHOR has no room for the name {name}: {count} letters of Latin-1 at most.").format(
                    name=shortened(name), count=self.size - 1
                )
            )  # fmt: skip

    def number(self, name: str) -> int:
        """The number of a name, which is new or not."""
        if (
            name.startswith("#")
            and name[1:].isdigit()
            and len(name) < 7
            and name not in self.numbers
        ):
            return min(int(name[1:]), 65_535)
        if name not in self.numbers and len(self.numbers) > 65_535:
            raise BadContent(_("A WTHOR file of names holds 65,536 at most."))
        return self.numbers.setdefault(name or UNKNOWN, len(self.numbers))

    def content(self, made: date) -> bytes:
        head = HEADER.pack(*_day(made), 0, len(self.numbers) & 0xFFFF, 0, 0, 0, 0, 0)
        return head + b"".join(
            name.encode("latin-1").ljust(self.size, b"\0") for name in self.numbers
        )


def _day(made: date) -> tuple[int, int, int, int]:
    return made.year // 100, made.year % 100, made.month, made.day


def written(
    records: Iterable[Record],
    players: Iterable[str] = (),
    events: Iterable[str] = (),
    made: date | None = None,
) -> tuple[dict[str, bytes], list[Damage]]:
    """The three files that hold these games, and the games that they cannot hold.

    The names of players and events that are given keep their numbers.
    """
    known_players, known_events = _Names(players, PLAYER_BYTES), _Names(events, EVENT_BYTES)
    made = made or date.today()
    games: list[bytes] = []
    refused: list[Damage] = []
    year: int | None = None
    depths: set[int] = set()
    for number, record in enumerate(records, 1):
        try:
            found, depth = _header_of(record, year)
            games.append(_packed(record, known_players, known_events))
        except BadContent as error:
            refused.append(Damage(_("game {count}").format(count=number), str(error)))
            continue
        year = found
        depths.add(depth)
    head = HEADER.pack(*_day(made), len(games), 0, year or 0, 8, 0, min(depths, default=0), 0)
    return {
        ".wtb": head + b"".join(games),
        ".jou": known_players.content(made),
        ".trn": known_events.content(made),
    }, refused


def _header_of(record: Record, year: int | None) -> tuple[int, int]:
    """The year of a game, which is the same for all, and the depth of its theoretical score."""
    if record.game != OTHELLO or record.start:
        raise BadContent(
            _("WTHOR holds games of Othello on 8x8, from their start, and this is not one.")
        )
    told = record.tags.get("date", "")[:4]
    found = int(told) if told.isascii() and told.isdigit() else 0
    if year is not None and found != year:
        raise BadContent(
            _("A WTHOR file holds the games of one year: it began with {year}, and this is one of {found}.")
            .format(year=year, found=found or "?")
        )  # fmt: skip
    depth = record.tags.get("theory_depth", "")
    return found, int(depth) if depth.isascii() and depth.isdigit() and len(depth) < 3 else 0


def _packed(record: Record, players: _Names, events: _Names) -> bytes:
    names = [name for name in record.names if name != "pass"]
    if len(names) > 60 or any(name not in BYTES for name in names):
        raise BadContent(_("The moves of this game are no moves of Othello."))
    stated = _whole(record.tags.get("score"))
    if record.result is not None and record.result.reason == "rules" and stated is None:
        stated = record.result.score
    if stated is None:
        raise BadContent(_("This game was not played to its end, and WTHOR has no way to say so."))
    theory = _whole(record.tags.get("theory"))
    event = record.tags.get("event", "")
    for name in record.players:
        players.check(name)
    events.check(event)
    return GAME.pack(
        events.number(event),
        players.number(record.players[0]),
        players.number(record.players[1]),
        (stated + 64) // 2,
        ((stated if theory is None else theory) + 64) // 2,
        bytes(BYTES[name] for name in names),
    )


def _whole(text: str | None) -> int | None:
    """A score that a byte of a WTHOR file can hold."""
    try:
        found = int(text or "")
    except ValueError:
        return None
    return found if -64 <= found <= 446 and found % 2 == 0 else None
