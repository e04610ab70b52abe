"""How numbers, moves and scores are said to a person.

>>> number(1234567), signed(3)
('1,234,567', '+3')
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from coupe.language import _, number, plural

if TYPE_CHECKING:
    from coupe.game import Game
    from coupe.records import Result

__all__ = [
    "counted",
    "ended",
    "kind_of",
    "move_name",
    "moves",
    "number",
    "outcome",
    "seconds",
    "sentence",
    "signed",
    "speed",
    "to_move",
    "verdict",
]

A_WIN = "win"
"""The unit of games that are won or lost, and nothing is counted."""

POINTS = "points"
"""The unit of games that name none: a score, not a margin."""

_EVEN = {
    "lower": "At least a draw for {player}: lower bound.",
    "upper": "At most a draw for {player}: upper bound.",
    "estimate": "Even: estimate.",
}
"""What is said of 0 where nothing is counted."""


def signed(score: int) -> str:
    """A score with its sign.

    >>> signed(-12), signed(0)
    ('-12', '0')
    """
    return _sign(score) + number(abs(score))


def _sign(score: int) -> str:
    return "+" if score > 0 else "-" if score < 0 else ""


def seconds(duration: float) -> str:
    """A duration, with the decimals that matter.

    >>> seconds(0.01234), seconds(75.3)
    ('0.012 s', '75.3 s')
    """
    return f"{number(duration, 3 if duration < 1 else 2 if duration < 10 else 1)} s"


def speed(nodes: int, duration: float) -> str:
    """Nodes a second.

    >>> speed(3_000_000, 1.5)
    '2.0 M nodes/s'
    """
    rate = nodes / duration if duration > 0 else 0.0
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return _("{rate} nodes/s").format(rate=f"{number(rate / size, 1)} {letter}")
    return _("{rate} nodes/s").format(rate=number(rate))


def counted(count: int, unit: str) -> str:
    """So many of a game's unit, which is declared in the plural.

    >>> counted(1, "discs"), counted(2, "discs")
    ('1 disc', '2 discs')
    """
    return f"{number(count)} {plural(unit.removesuffix('s'), unit, count)}"


def _amount(value: int, unit: str) -> str:
    if unit == A_WIN:
        return signed(value)
    return _sign(value) + counted(abs(value), unit)


def moves(line: Sequence[str]) -> str:
    """A line of moves.

    >>> moves(["f5", "pass", "d6"]), moves([])
    ('f5 pass d6', '-')
    """
    return " ".join(move_name(move) for move in line) or "-"


def move_name(move: str) -> str:
    """The name of a move; a pass has one in every language.

    >>> move_name("pass")
    'pass'
    """
    return _("pass") if move == "pass" else move


def to_move(player: str) -> str:
    """The side to move, as the subject of a sentence.

    >>> to_move("Black")
    'Black (to move)'
    """
    return _("{player} (to move)").format(player=_(player))


def outcome(value: int, player: str, unit: str, bound: bool = False) -> str:
    """Who wins, from the score of a player, already said in the language spoken.

    >>> outcome(-3, "Black", "discs"), outcome(1, "X", "win"), outcome(990, "Red", "points")
    ('Black loses by 3 discs', 'X wins', 'Red wins (+990 points)')
    >>> outcome(3, "Black", "discs", bound=True)
    'Black wins by 3 discs or more'
    """
    if value == 0:
        return _("a draw")
    if unit == A_WIN:
        return (_("{player} wins") if value > 0 else _("{player} loses")).format(player=player)
    if unit == POINTS:
        words = _("{player} wins ({margin})") if value > 0 else _("{player} loses ({margin})")
        margin = _amount(value, unit)
    else:
        words = _("{player} wins by {margin}") if value > 0 else _("{player} loses by {margin}")
        margin = counted(abs(value), unit)
    if bound:
        more = _("{amount} or less") if margin.startswith("-") else _("{amount} or more")
        margin = more.format(amount=margin)
    return words.format(player=player, margin=margin)


def ended(result: "Result", game: "Game") -> str:
    """How a game ended, in a sentence: who won, by how much and why.

    >>> from coupe import load
    >>> from coupe.records import Result
    >>> othello = load("othello")
    >>> ended(Result(0, 12, "rules"), othello), ended(Result(None, 0, "repetition"), othello)
    ('Black wins by 12 discs.', 'A draw: the position is repeated.')
    >>> ended(Result(1, None, "resignation"), othello), ended(Result(0, None, "time"), othello)
    ('White wins: Black has resigned.', 'Black wins: White ran out of time.')
    >>> ended(Result(0, None, "forfeit", "gtp:other: it has stopped."), othello)
    'Black wins by forfeit: gtp:other: it has stopped.'
    """
    if result.winner is None:
        if result.reason == "repetition":
            return _("A draw: the position is repeated.")
        return _("A draw, agreed.") if result.reason == "agreement" else _("A draw.")
    winner = _(game.players[result.winner])
    loser = _(game.players[1 - result.winner])
    if result.reason == "resignation":
        return _("{winner} wins: {loser} has resigned.").format(winner=winner, loser=loser)
    if result.reason == "time":
        return _("{winner} wins: {loser} ran out of time.").format(winner=winner, loser=loser)
    if result.reason == "forfeit":
        if not result.detail:
            return _("{winner} wins by forfeit.").format(winner=winner)
        return _("{winner} wins by forfeit: {reason}.").format(
            winner=winner, reason=result.detail.rstrip(".")
        )
    if result.reason == "agreement":
        return _("{winner} wins, as agreed.").format(winner=winner)
    if not result.score:
        return _("{winner} wins.").format(winner=winner)
    return sentence(outcome(abs(result.score), winner, game.unit)) + "."


def verdict(value: int, kind: str, player: str, unit: str) -> str:
    """A value in words: whose it is, how much, and what kind of truth it is.

    >>> verdict(3, "exact", to_move("Black"), "discs")
    'Black (to move) wins by 3 discs: exact.'
    >>> verdict(-3, "estimate", "Black", "discs")
    '-3 discs for Black: estimate.'
    >>> verdict(1, "lower", "X", "win"), verdict(-4, "lower", "Black", "discs")
    ('X wins: lower bound.', 'At least -4 discs for Black: lower bound.')
    >>> verdict(0, "estimate", "X", "win"), verdict(0, "upper", "X", "win")
    ('Even: estimate.', 'At most a draw for X: upper bound.')
    """
    if unit == A_WIN and value == 0 and kind != "exact":
        return _(_EVEN[kind]).format(player=player)
    amount = _amount(value, unit)
    proved = (kind == "lower" and value > 0) or (kind == "upper" and value < 0)
    if kind == "exact" or proved:
        amount = sentence(outcome(value, player, unit, bound=proved))
    if kind == "exact":
        words = _("{amount}: exact.")
    elif kind == "lower":
        words = (
            _("{amount}: lower bound.")
            if proved
            else _("At least {amount} for {player}: lower bound.")
        )
    elif kind == "upper":
        words = (
            _("{amount}: upper bound.")
            if proved
            else _("At most {amount} for {player}: upper bound.")
        )
    else:
        words = _("{amount} for {player}: estimate.")
    return words.format(amount=amount, player=player)


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def kind_of(kind: str) -> str:
    """The name of a kind of value.

    >>> kind_of("exact")
    'exact'
    """
    names = {
        "exact": _("exact"),
        "lower": _("lower"),
        "upper": _("upper"),
        "estimate": _("estimate"),
    }
    return names[kind]
