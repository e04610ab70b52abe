"""GGF, the Generic Game Format of the game server GGS, NBoard and Edax: Othello's games.

>>> told = "(;GM[Othello]PB[Ann]PW[Bob]RE[?]TY[8]B[f5/+1.00/1.20]W[d6//3];)"
>>> record = next(read(told))
>>> record.names, record.players, record.moves[0]
(('f5', 'd6'), ('Ann', 'Bob'), Ply(move='f5', seconds=1.2, value=1, comment=''))
>>> print(to_text(record))
(;GM[Othello]PC[]PB[Ann]PW[Bob]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- \
-------- -------- -------- *]B[f5/1.00/1.20]W[d6//3.00];)

A game is `(;`, properties (letters, a value in brackets), `;)`. The number before a game, of a match
of several, says nothing that the games do not.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from coupe.errors import BadContent, CoupeError
from coupe.game import Game
from coupe.language import _
from coupe.position import PASS_NAMES, shortened
from coupe.records.reading import Damage, Found, Ply, Record, checked, is_no_game, rules_named
from coupe.records.record import Result, start_of

FIELDS = {
    "PC": "place",
    "DT": "date",
    "RB": "rating of Black",
    "RW": "rating of White",
    "TI": "time",
    "TB": "time of Black",
    "TW": "time of White",
    "TY": "type",
    "KM": "komi",
}
"""The properties that are tags of a record."""

FLAGS = {"r": "resignation", "t": "time", "s": "agreement"}

_TOKEN = re.compile(r"(\(;)|(;\))|([A-Za-z]{1,8})\[([^\]]*)\]|(\s+)|([0-9|]+)")
# The same groups; those of a property match nothing.
_BARE = re.compile(r"(\(;)|(;\))|(?!)(.)(.)|(\s+)|([0-9|]+)")
_GAME = re.compile(r"\(;|;\)|\]")
_RESULT = re.compile(r"\s*([+-]?\d{1,4}(?:\.\d*)?)\s*(?::\s*([rts]))?\s*")
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")
_TIME = re.compile(r"(?:(\d{1,4}):)?(?:(\d{1,4}):)?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")


class _Told(NamedTuple):
    """The properties of a game, in their order, and the line that it begins on."""

    place: str
    properties: list[tuple[str, str]]


def read(text: str, game: Game | None = None) -> Found:
    """The games of a text, wherever each begins."""
    for told in _games(text):
        if isinstance(told, Damage):
            yield told
            continue
        try:
            record = _record(told.properties)
        except CoupeError as error:
            yield Damage(told.place, str(error))
            continue
        yield from checked(told.place, record, game)


def _games(text: str) -> Iterator[_Told | Damage]:
    at, line, counted = 0, 1, 0
    told: _Told | None = None
    last_bracket = text.rfind("]")
    while at < len(text):
        # Where no bracket is closed any more, looking for one would take ever so long.
        token = (_TOKEN if at < last_bracket else _BARE).match(text, at)
        if token is not None and token[5]:
            at = token.end()
            continue
        line += text.count("\n", counted, at)
        counted = at
        place = _("line {count}").format(count=line)
        if token is None or (told is None and token[3]):
            following = _GAME.search(text, at + 1)
            upto = following.start() if following else len(text)
            upto += 1 if following and following[0] == "]" else 0
            yield Damage(place, is_no_game(text[at : min(upto, at + 80)]))
            at = upto
            continue
        at = token.end()
        if token[1]:
            if told is not None:
                yield Damage(told.place, _("The game is not closed: write ;) at its end."))
                yield told
            told = _Told(place, [])
        elif token[2] and told is not None:
            yield told
            told = None
        elif token[3] and told is not None:
            told.properties.append((token[3].upper(), token[4]))
    if told is not None:
        yield Damage(told.place, _("The game is not closed: write ;) at its end."))
        yield told


def _record(properties: list[tuple[str, str]]) -> Record:
    found = dict(properties)
    kind = found.get("GM", "").strip()
    if kind.lower() != "othello":
        raise BadContent(
            _("This is a game of {found}; of GGF, coupe reads Othello.").format(
                found=shortened(kind) or "''"
            )
        )
    if re.match(r"\d+[a-z]*a", found.get("TY", "").lower()):
        raise BadContent(_("This is a game of anti-Othello, which coupe does not play."))
    spec, start = _board(found.get("BO"))
    players = (found.get("PB", "").strip(), found.get("PW", "").strip())
    tags = {tag: found[name].strip() for name, tag in FIELDS.items() if found.get(name, "").strip()}
    if tags.get("type", "").isdigit():
        del tags["type"]
    turn = 1 if start.endswith("O") else 0
    plies: list[Ply] = []
    for name, value in properties:
        if name in ("B", "W"):
            if "BW"[turn] != name:
                plies.append(Ply("pass"))
                turn = 1 - turn
            plies.append(_ply(value))
            turn = 1 - turn
    result = _result(found.get("RE", "?"), rules_named(spec))
    return Record(spec, tuple(plies), start, players, result, tags)


def _board(told: str | None) -> tuple[str, str]:
    """The spec of the game that is played on a board, and its first position."""
    if told is None:
        return "othello", ""
    size, *rows = told.split()
    board = "".join(rows[:-1])
    if size not in ("4", "6", "8") or not rows or len(board) != int(size) ** 2:
        raise BadContent(
            _("BO[{found}] is not a board of 8x8, 6x6 or 4x4 and the side to move.").format(
                found=shortened(told)
            )
        )
    spec = "othello" if size == "8" else f"othello:{size}x{size}"
    rules = rules_named(spec)
    return rules.spec, start_of(rules.position(f"{board} {rows[-1]}"))


def _ply(value: str) -> Ply:
    """A move, and behind slashes what was thought of it and for how long."""
    move, *more = (part.strip() for part in value.split("/", 3))
    comment, score, seconds = "", None, None
    if more and _NUMBER.fullmatch(more[0]):
        worth = float(more[0])
        score = round(worth)
        comment = "" if worth == score else f"{worth:+.2f}"
    if len(more) > 1 and (time := _TIME.fullmatch(more[1])):
        hours, minutes = (time[1], time[2]) if time[2] else (None, time[1])
        seconds = int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(time[3])
    move = "pass" if move.lower() in PASS_NAMES else move.lower()
    return Ply(move, seconds, score, comment)


def _result(told: str, rules: Game) -> Result | None:
    found = _RESULT.fullmatch(told)
    if found is None:
        return None
    score = float(found[1])
    winner = None if score == 0 else 0 if score > 0 else 1
    squares = rules.start().text.find(" ")
    reason = FLAGS[found[2]] if found[2] else "rules"
    counted = reason == "rules" or (reason == "agreement" and score) or abs(score) != squares
    return Result(winner, round(score) if counted and (score or not found[2]) else None, reason)


def to_text(record: Record, game: Game | None = None) -> str:
    """A game on one line."""
    if record.game.partition(":")[0] != "othello":
        raise BadContent(
            _("{format} holds {wanted} only, and this is a game of {found}.").format(
                format="GGF", wanted="othello", found=shortened(record.game)
            )
        )
    rules = rules_named(record.game)
    first = record.first_position(rules)
    discs, mark = _position(first.text)
    side = int(len(discs) ** 0.5)
    if side * side != len(discs):
        raise BadContent(
            _("GGF holds square boards, and this is one of {found}.").format(
                found=record.game.partition(":")[2]
            )
        )
    rows = [discs[row * side : (row + 1) * side] for row in range(side)]
    tags = {"PC": "", "PB": record.players[0], "PW": record.players[1]}
    tags |= {name: record.tags[tag] for name, tag in FIELDS.items() if tag in record.tags}
    tags |= {"RE": _told_result(record, side * side)}
    tags.setdefault("TY", str(side))
    tags |= {"BO": " ".join([str(side), *rows, mark])}
    order = ("PC", "DT", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "RE", "KM", "TY", "BO")
    for name, value in tags.items():
        if "]" in value or "\n" in value:
            raise BadContent(
                _("GGF cannot hold {found}: it has a bracket or a line's end in it.").format(
                    found=shortened(" ".join(f"{name}[{value}".split()))
                )
            )
    turn, parts = first.turn, []
    for ply in record.moves:
        parts.append(f"{'BW'[turn]}[{_told(ply)}]")
        turn = 1 - turn
    head = "".join(f"{name}[{tags[name]}]" for name in order if name in tags)
    return f"(;GM[Othello]{head}{''.join(parts)};)"


def _position(text: str) -> tuple[str, str]:
    discs, _space, side = text.partition(" ")
    return discs.replace("X", "*"), side.replace("X", "*")


def _told(ply: Ply) -> str:
    worth = "" if ply.value is None else f"{ply.value:.2f}"
    if ply.value is not None and re.fullmatch(r"[+-]\d+\.\d\d", ply.comment):
        worth = ply.comment
    seconds = ""
    if ply.seconds is not None:
        short = f"{ply.seconds:.2f}"
        seconds = short if float(short) == ply.seconds else f"{ply.seconds:.9f}".rstrip("0")
    move = "PA" if ply.move == "pass" else ply.move
    return f"{move}/{worth}/{seconds}" if seconds else f"{move}/{worth}" if worth else move


def _told_result(record: Record, squares: int) -> str:
    result = record.result
    if result is None:
        return "?"
    flag = {reason: f":{flag}" for flag, reason in FLAGS.items()} | {"rules": ""}
    if result.reason not in flag:
        raise BadContent(
            _("GGF has no way to say how this game ended: {reason}.").format(reason=result.reason)
        )
    score = result.score
    if score is None:
        score = {None: 0, 0: squares, 1: -squares}[result.winner]
    return f"{score:+.3f}{flag[result.reason]}"
