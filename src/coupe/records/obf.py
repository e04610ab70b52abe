"""Edax's OBF: an Othello position a line, and what its moves are worth.

>>> line = "-" * 27 + "OX------XO" + "-" * 27 + " X; F5:+0; D3:+0; % the start"
>>> record = next(read(line))
>>> record.tags["scores"], record.tags["comment"]
('f5:+0 d3:+0', 'the start')
>>> to_text(record) == line
True

A position is a record that starts there and has no moves; its tag `scores` holds what each move is
worth for the side to move.
"""

import re

from coupe.errors import BadContent, CoupeError, IllegalMove
from coupe.game import Game
from coupe.language import _
from coupe.position import shortened
from coupe.records.reading import Damage, Found, Record, checked, is_no_game, rules_named
from coupe.records.record import start_of

OTHELLO = "othello"
_BOARD = re.compile(r"[-.*#XOxoBbWw_ ]{64,90}")
_SCORE = re.compile(r"([a-h][1-8]|pass|ps|pa|--)\s*:\s*([+-]?\d{1,4})", re.IGNORECASE)


def to_text(record: Record, game: Game | None = None) -> str:
    """A position and the scores of its moves, on a line."""
    if record.game != OTHELLO:
        raise BadContent(
            _("{format} holds {wanted} only, and this is a game of {found}.").format(
                format="OBF", wanted=OTHELLO, found=shortened(record.game)
            )
        )
    if record.moves:
        raise BadContent(_("OBF holds positions without moves, and this is a game."))
    parts = [record.first_position(rules_named(OTHELLO)).text + ";"]
    for told in record.tags.get("scores", "").split():
        move, _colon, score = told.partition(":")
        parts.append(f"{'PS' if move == 'pass' else move.upper()}:{score};")
    if record.tags.get("comment"):
        parts.append("% " + " ".join(record.tags["comment"].split()))
    return " ".join(parts)


def read(text: str, game: Game | None = None) -> Found:
    """The positions of a text, one a line; what follows % is a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        told, _percent, comment = line.partition("%")
        if not told.strip():
            continue
        place = _("line {count}").format(count=number)
        try:
            record, problem = _record(told, comment.strip())
        except CoupeError as error:
            yield Damage(place, str(error))
            continue
        yield from checked(place, record, game)
        if problem:
            yield Damage(place, problem)


def _record(told: str, comment: str) -> tuple[Record, str]:
    board, *fields = told.split(";")
    if not _BOARD.fullmatch(board.strip()):
        raise BadContent(is_no_game(board))
    rules = rules_named(OTHELLO)
    position = rules.position(board.strip())
    scores, problem = [], ""
    for field in fields[:200]:
        if not field.strip():
            continue
        found = _SCORE.fullmatch(field.strip())
        try:
            if found is None:
                raise BadContent(
                    _("{found} is not a move and its score: write them like f5:+2.").format(
                        found=shortened(field.strip())
                    )
                )
            name = position.name(position.parse(found[1]))
            scores.append(f"{name}:{int(found[2]):+d}")
        except (BadContent, IllegalMove, CoupeError) as error:
            problem = problem or str(error)
    tags = {"scores": " ".join(scores)} if scores else {}
    if comment:
        tags["comment"] = comment
    return Record(OTHELLO, start=start_of(position), tags=tags), problem
