"""PGN-style text for every game: tags in brackets, numbered moves, comments in braces.

>>> from coupe.records.record import Result
>>> print(to_text(Record("othello", (Ply("f5", 1.2, 3), Ply("d6")), players=("Ann", "level:3"),
...     result=Result(1, None, "resignation"), tags={"date": "2026.11.19"})))
[Game "othello"]
[Black "Ann"]
[White "level:3"]
[Date "2026.11.19"]
[Result "0-1"]
[Termination "resignation"]
<BLANKLINE>
1. f5 {+3 1.2s} d6 0-1
<BLANKLINE>

The result 1-0 is a win of the player who moves first in the game, whatever its colour is called. A
move whose name could be taken for something else is written in quotes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from coupe.errors import BadContent, CoupeError
from coupe.game import Game
from coupe.games.loading import shipped
from coupe.language import _
from coupe.position import shortened
from coupe.records.reading import (
    Damage,
    Found,
    Ply,
    Record,
    checked,
    clean,
    is_no_game,
    rules_named,
)
from coupe.records.record import REASONS, Result
from coupe.records.replaying import MOST_MOVES, UNSAID

WIDTH = 80
OUTCOMES: dict[str, int | None] = {"1-0": 0, "0-1": 1, "1/2-1/2": None}
OWN = ("Game", "First", "Second", "Result", "Score", "Termination", "Detail", "Start", "Tag")

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |\[\s*(?P<tag>[A-Za-z0-9_]{1,80})\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    |;(?P<rest>[^\n]*)
    |(?P<outcome>1-0|0-1|1/2-1/2|\*)(?![^\s\[{(;])
    |(?P<number>\d{1,6}(?:\.\s?)+)
    |(?P<mark>\$\d{1,3}|[!?]{1,2}(?=\s))
    |(?P<round>[()])
    |"(?P<quoted>(?:[^"\\\n]|\\.)+)"
    |(?P<word>[^\s"{}()\[\];$][^\s"{}()\[\];]*)""",
    re.VERBOSE | re.DOTALL,
)
_COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*)\}", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9+#=:_/-]*")
_WORTH = re.compile(r"\s*([+-]\d{1,15})(?=[\s;]|$)")
_SPENT = re.compile(r"\s*(\d{1,15}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)s(?=[\s;]|$)")
_DISCS = re.compile(r"(\d{1,4})-(\d{1,4})")
_NEXT_TAG = re.compile(r'\n\s*\[\s*[A-Za-z0-9_]+\s+"')


@dataclass
class _Told:
    """The parts of a game, as they come."""

    place: str
    tags: dict[str, str] = field(default_factory=dict)
    plies: list[Ply] = field(default_factory=list)
    outcome: str = ""
    problem: str = ""


def to_text(record: Record, game: Game | None = None) -> str:
    """A game as PGN-style text, an empty line at its end."""
    first, second = _sides(record.game)
    tags = [("Game", record.game), (first, record.players[0]), (second, record.players[1])]
    others = []
    for name, value in record.tags.items():
        tag = name[:1].upper() + name[1:]
        plain = re.fullmatch(r"[a-z][A-Za-z0-9_]{0,79}", name) is not None
        if plain and tag not in (*OWN, first, second, "White", "Black"):
            others.append((tag, value))
        elif "=" in name:
            raise BadContent(
                _("PGN cannot hold the tag {name}: there is an = in it.").format(
                    name=shortened(name)
                )
            )
        else:
            others.append(("Tag", f"{name}={value}"))
    tags += others
    if record.start:
        tags.append(("Start", record.start))
    outcome, result = "*", record.result
    if result is not None:
        outcome = {0: "1-0", 1: "0-1", None: "1/2-1/2"}[result.winner]
    tags.append(("Result", outcome))
    if result is not None:
        if result.score is not None:
            tags.append(("Score", f"{result.score:+d}"))
        tags.append(("Termination", result.reason))
        if result.detail:
            tags.append(("Detail", result.detail))
    head = "\n".join(f"[{name} {_quoted(value)}]" for name, value in tags)
    return f"{head}\n\n{_wrapped([*_words(record.moves), outcome])}"


def _sides(spec: str) -> tuple[str, str]:
    """The tags of the players: the sides of a shipped game, or First and Second."""
    if spec.partition(":")[0] in shipped():
        first, second = rules_named(spec).players
        return first, second
    return "First", "Second"


def _words(plies: tuple[Ply, ...]) -> Iterator[str]:
    for number, ply in enumerate(plies):
        if number % 2 == 0:
            yield f"{number // 2 + 1}."
        plain = _PLAIN.fullmatch(ply.move) and ply.move not in OUTCOMES
        yield ply.move if plain else _quoted(ply.move)
        comment = _comment(ply)
        if comment:
            yield comment


def _comment(ply: Ply) -> str:
    told = []
    if ply.value is not None:
        told.append(f"{ply.value:+d}")
    if ply.seconds is not None:
        told.append(f"{ply.seconds!r}s")
    text = " ".join(told)
    if ply.comment:
        said = ply.comment.replace("\\", "\\\\").replace("}", "\\}").replace("\n", "\\n")
        separate = text or _WORTH.match(said) or _SPENT.match(said) or said.lstrip()[:1] == ";"
        text = f"{text}; {said}" if separate else said
    return f"{{{text}}}" if text else ""


def _quoted(text: str) -> str:
    told = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{told}"'


def _plain(text: str) -> str:
    """A quoted text without what quotes it."""
    return re.sub(
        r"\\(.)",
        lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]),
        text,
        flags=re.DOTALL,
    )


def _wrapped(words: list[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line]) + "\n"


def read(text: str, game: Game | None = None) -> Found:
    """The games of a text, one after the other."""
    for told in _games(text):
        if isinstance(told, Damage):
            yield told
            continue
        try:
            record = _record(told, game)
        except CoupeError as error:
            yield Damage(told.place, str(error))
            continue
        yield from checked(told.place, record, game)
        if told.problem:
            yield Damage(told.place, told.problem)


def _games(text: str) -> Iterator[_Told | Damage]:
    at, line, counted, depth = 0, 1, 0, 0
    told: _Told | None = None
    closed = True
    while at < len(text):
        if text[at] == "{":
            comment = _COMMENT.match(text, at) if closed else None
            closed = comment is not None
            if comment is None:
                line += text.count("\n", counted, at)
                counted = at
                yield Damage(
                    _("line {count}").format(count=line),
                    _("The comment is not closed: write }} at its end.").format(),
                )
                following = _NEXT_TAG.search(text, at)
                at = following.start() if following else len(text)
                continue
            if told is not None and told.plies and not depth:
                told.plies[-1] = _commented(told.plies[-1], comment[1])
            at = comment.end()
            continue
        if text[at] == "%" and (at == 0 or text[at - 1] == "\n"):
            end = text.find("\n", at)
            at = end if end >= 0 else len(text)
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            line += text.count("\n", counted, at)
            counted = at
            yield Damage(_("line {count}").format(count=line), is_no_game(text[at : at + 40]))
            end = text.find("\n", at)
            at = end if end >= 0 else len(text)
            continue
        at = token.end()
        kind = token.lastgroup
        if kind in ("space", "rest", "number", "mark"):
            continue
        if kind == "round":
            depth = depth + 1 if token["round"] == "(" else max(0, depth - 1)
            continue
        if kind == "value":
            if told is not None and (told.plies or told.outcome):
                _check_closed(told, depth)
                yield told
                told = None
            depth = 0
        elif depth:
            continue
        if told is None:
            line += text.count("\n", counted, token.start())
            counted = token.start()
            told = _Told(_("line {count}").format(count=line))
        if kind == "value":
            _add_tag(told, token["tag"], _plain(token["value"]))
        elif kind == "outcome":
            told.outcome = token["outcome"]
            yield told
            told = None
        elif len(told.plies) <= MOST_MOVES:
            told.plies.append(Ply(_move_of(token)))
    if told is not None:
        if told.tags and not told.plies and not told.outcome:
            told.problem = _("The game has no moves and no result: the file ends too early.")
        _check_closed(told, depth)
        yield told


def _check_closed(told: _Told, depth: int) -> None:
    """Say that a game ends inside of a variation, whose moves are not the game's."""
    if depth:
        told.problem = _("A variation is not closed: write ) at its end.")


def _move_of(token: re.Match[str]) -> str:
    """The name of a move, without the ! or ? behind one that is not in quotes."""
    if token["quoted"]:
        return _plain(token["quoted"])
    return token["word"].rstrip("!?") or token["word"]


def _add_tag(told: _Told, name: str, value: str) -> None:
    if name == "Tag":
        key, _equals, value = value.partition("=")
        told.tags["=" + key] = value
    else:
        told.tags[name] = value


def _commented(ply: Ply, said: str) -> Ply:
    """A ply with what a comment says of it."""
    value, seconds, at = ply.value, ply.seconds, 0
    if worth := _WORTH.match(said):
        value, at = int(worth[1]), worth.end()
    if spent := _SPENT.match(said, at):
        seconds, at = float(spent[1]), spent.end()
    rest = said[at:].strip()
    if rest.startswith(";"):
        rest = rest[1:].strip()
    comment = " ".join(part for part in (ply.comment, _plain(rest)) if part)
    return Ply(ply.move, seconds, value, clean(comment))


def _record(told: _Told, game: Game | None) -> Record:
    tags = {name: clean(value) for name, value in told.tags.items()}
    spec = tags.pop("Game", "") or (game.spec if game is not None else "")
    if not spec:
        raise BadContent(
            _("The game does not say what is played: write a tag like {tag}, or name the game.").format(
                tag='[Game "othello"]'
            )
        )  # fmt: skip
    players = ["", ""]
    for names in (_sides(spec), game.players if game is not None else (), ("First", "Second")):
        for turn, name in enumerate(names):
            players[turn] = tags.pop(name, "") or players[turn]
    result = _result(tags, told.outcome)
    start = tags.pop("Start", "")
    named = {
        name[1:] if name.startswith("=") else name[:1].lower() + name[1:]: value
        for name, value in tags.items()
    }
    return Record(spec, tuple(told.plies), start, (players[0], players[1]), result, named)


def _result(tags: dict[str, str], outcome: str) -> Result | None:
    said = tags.pop("Result", "*").strip()
    score, reason = tags.pop("Score", ""), tags.pop("Termination", UNSAID).lower()
    detail = tags.pop("Detail", "")
    if said not in OUTCOMES and not _DISCS.fullmatch(said) and outcome:
        said = outcome
    points = int(score) if re.fullmatch(r"[+-]?\d{1,9}", score) else None
    kept = reason if reason in REASONS else UNSAID
    if said in OUTCOMES:
        return Result(OUTCOMES[said], points, kept, detail)
    if discs := _DISCS.fullmatch(said):
        ahead = int(discs[1]) - int(discs[2])
        winner = None if ahead == 0 else 0 if ahead > 0 else 1
        return Result(winner, points, kept or "rules", detail)
    return None
