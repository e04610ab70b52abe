"""A game a line, as the names of its moves: Othello's f5d6c3, Connect 4's 4453.

>>> [record.names for record in read("f5D6 c3 33-31\\n1. f5 d6")]
[('f5', 'd6', 'c3'), ('f5', 'd6')]
>>> [record.names for record in read("4453")]
[('4', '4', '5', '3')]
>>> to_text(Record("othello", (Ply("f5"), Ply("d6"))))
'f5d6'

A transcript holds the moves from the start of the game, and nothing else but a score.
"""

import re

from coupe.errors import BadContent, CoupeError
from coupe.game import PASS, Game
from coupe.language import _
from coupe.position import PASS_NAMES, Position, shortened
from coupe.records.reading import Damage, Found, Ply, Record, checked, is_no_game, rules_of
from coupe.records.replaying import MOST_MOVES

_SQUARES = re.compile(r"[a-h][1-8]|(?:passe?|--|ps|pa|@@)(?![a-z])", re.IGNORECASE)
_RUN = re.compile(
    r"(?:[a-h][1-8]|pass(?=[a-h][1-8]|$)|--|p[sa](?=[a-h][1-8]|$)|@@)+", re.IGNORECASE
)
_NUMBER = re.compile(r"\d{1,4}[.)]+")
_SCORE = re.compile(r"\(?(?:([+-]?\d{1,4})|(\d{1,2})[-:/](\d{1,2}))\)?")
_SQUARE_THERE = re.compile(r"[a-h][1-8]", re.IGNORECASE)
_DIGITS = re.compile(r"[1-7]+(\s|$)")
_NO_COLUMNS = re.compile(r"\d*?([089])\d*(\s|$)")


def to_text(record: Record, game: Game | None = None) -> str:
    """The moves of a game from its start, run together where they can be told apart."""
    if record.start:
        raise BadContent(
            _("A transcript begins at the game's own start, and this game began elsewhere.")
        )
    names = list(record.names)
    if record.game.partition(":")[0] == "othello":
        names = [name for name in names if name != "pass"]
    if not names:
        raise BadContent(_("A transcript is a line of moves, and this game has none."))
    for name in names:
        if len(name.split()) != 1 or name.startswith("#") or _NUMBER.fullmatch(name):
            raise BadContent(
                _("The move {move} cannot be told from others in a line of moves.").format(
                    move=shortened(name)
                )
            )
    together = record.game.partition(":")[0] in ("othello", "connect4")
    return ("" if together else " ").join(names)


def read(text: str, game: Game | None = None) -> Found:
    """The games of a text, one a line; an empty line and one that starts with # say nothing."""
    for number, line in enumerate(text.splitlines(), 1):
        told = line.strip()
        if not told or told.startswith("#"):
            continue
        place = _("line {count}").format(count=number)
        try:
            record = _record(told, game)
        except CoupeError as error:
            yield Damage(place, str(error))
            continue
        for found in checked(place, record, game):
            yield found
            if isinstance(found, Record) and found.result is not None:
                yield from _disagreement(place, found)


def _disagreement(place: str, record: Record) -> Found:
    """What is wrong with the score that stands behind the moves of a finished game of Othello."""
    stated = record.tags.get("score")
    if stated is None or record.result is None or record.result.score is None:
        return
    if record.game.startswith("othello") and int(stated) != record.result.score:
        yield Damage(
            place,
            _("The result is said to be {stated}, and on the board it is {found}.").format(
                stated=stated, found=f"{record.result.score:+d}"
            ),
        )


def _record(line: str, game: Game | None) -> Record:
    rules = game or rules_of(_game_of(line))
    assert rules is not None
    words = re.split(r"[\s,;]+", line.strip(" \t,;"))
    tags = {}
    score = _stated(words, rules)
    if score is not None:
        words.pop()
        tags["score"] = score
    names: list[str] = []
    position: Position | None = rules.start()
    squares = rules.spec.partition(":")[0] == "othello"
    for word in words:
        told = _NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word
        if len(names) > MOST_MOVES:
            break
        if not told:
            continue
        if squares and _RUN.fullmatch(told):
            names += _SQUARES.findall(told)
        elif squares:
            names.append(told)
        else:
            position = _add_word(names, told, position, alone=len(words) == 1)
    if not names:
        raise BadContent(is_no_game(line))
    return Record(rules.spec, tuple(Ply(name) for name in names), tags=tags)


def _game_of(line: str) -> str:
    """The game that a line of moves looks like."""
    if _SQUARE_THERE.search(line[:40]):
        return "othello"
    if _DIGITS.match(line):
        return "connect4"
    if wrong := _NO_COLUMNS.match(line):
        raise BadContent(
            _("{digit} is no column of Connect 4, which has 1 to 7: of another game, name it.").format(
                digit=wrong[1]
            )
        )  # fmt: skip
    raise BadContent(
        _("{text} does not say which game it is of: name the game.").format(text=shortened(line))
    )


def _stated(words: list[str], rules: Game) -> str | None:
    """The score at the end of a line, if there is one, as the first player's."""
    kind = rules.spec.partition(":")[0]
    if len(words) < 2 or kind not in ("othello", "connect4"):
        return None
    found = _SCORE.fullmatch(words[-1])
    if found is None:
        return None
    if found[2]:
        first, second = int(found[2]), int(found[3])
        # The squares that stay empty count for the winner.
        empty = max(0, rules.start().text.find(" ") - first - second)
        return f"{first - second + empty * (first > second) - empty * (first < second):+d}"
    if kind == "connect4" and found[1][0] not in "+-" and (len(words) > 2 or len(words[0]) == 1):
        return None
    return f"{int(found[1]):+d}"


def _add_word(
    names: list[str], word: str, position: Position | None, *, alone: bool
) -> Position | None:
    """Add the moves of a word, which is one move or several that are run together.

    Where the moves can no longer be followed they are taken as they stand; what is wrong with them
    is found when the game is played again.
    """
    at = 0
    while at < len(word):
        if position is None or position.over or len(names) > MOST_MOVES:
            names.append(word[at:])
            return None
        rest = word[at : at + 200]
        legal = {position.name(move): move for move in position.legal_moves}
        if list(legal.values()) == [PASS] and rest.lower() not in PASS_NAMES:
            position = position.play(PASS)
            names.append("pass")
            continue
        whole = word[at:] if at == 0 else rest
        name = whole if whole in legal else _longest(rest, list(legal), alone=alone)
        if name is None:
            names.append(word[at:])
            return None
        names.append(word[at : at + len(name)])
        position = _alone(position.play(legal[name]))
        at += len(name)
    return position


def _longest(text: str, names: list[str], *, alone: bool) -> str | None:
    """The longest of the names that a text begins with; beside other words, only names of one
    length are run together."""
    folded = text.lower()
    fitting = [name for name in names if name and folded.startswith(name.lower())]
    best = max(fitting, key=len, default=None)
    if best is None or (len(best) < len(text) and not alone and len({*map(len, names)}) > 1):
        return None
    return best


def _alone(position: Position) -> Position:
    """The position without what led to it, which a long line would make long to look through."""
    return Position(position.game, position.state, position.turn)
