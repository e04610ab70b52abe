"""A game as a file tells it, played again by the rules.

>>> from coupe import load
>>> told = Record("othello", moves=(Ply("F5"), Ply("D6"), Ply("a1")))
>>> record, problem = replayed(told, load("othello"))
>>> record.names, problem
(('f5', 'd6'), 'Move 3: a1 is not a legal move here; the legal moves are c3 c4 c5 c6 c7.')
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from coupe.errors import CoupeError
from coupe.game import PASS, SHIPPED, Game
from coupe.language import _
from coupe.position import PASS_NAMES, Position
from coupe.records.record import Ply, Record, Result, result_of, start_of

MOST_MOVES = 10_000
"""More than any game that people play; a file of one endless game is damaged."""

UNSAID = ""
"""The reason of a result where a file says who has won and not why."""

_PASSED = Ply("pass")


class _Followed(NamedTuple):
    """How far the moves could be played."""

    plies: list[Ply]
    last: Position
    problem: str


def replayed(record: Record, game: Game) -> tuple[Record, str]:
    """The record as the rules have it, and in a sentence what was wrong with it, if anything.

    Moves are named as the game names them and a pass that was not written is put in. At a move that
    is not legal the game stops. How a finished game ends is what the rules say.
    """
    first = record.first_position(game)
    moves, problem = record.moves, ""
    if len(moves) > MOST_MOVES:
        problem = _("A game of {count} moves is too long.").format(count=len(moves))
        moves = moves[:MOST_MOVES]
    follow = _follow_discs if game.module.startswith(SHIPPED + "othello") else _follow
    followed = follow(first, moves)
    problem = followed.problem or problem
    result, stated = None, record.result
    if followed.last.over:
        result = result_of(followed.last)
    tags = dict(record.tags)
    if not problem and stated is not None:
        result, problem = _reconciled(stated, result)
        if problem and result is None and stated.score is not None:
            tags.setdefault("score", f"{stated.score:+d}")
    return (
        replace(
            record,
            game=game.spec,
            start=start_of(first) if not first.line else record.start,
            moves=tuple(followed.plies),
            result=result,
            tags=tags,
        ),
        problem,
    )


def _reconciled(stated: Result, found: Result | None) -> tuple[Result | None, str]:
    """The result to keep, from what a file says and what the rules say."""
    by_rules = stated.reason in ("rules", "repetition", UNSAID)
    if not by_rules:
        return stated, ""
    if found is not None:
        differs = stated.winner != found.winner or stated.score not in (None, found.score)
        problem = (
            _("The result is said to be {stated}, and on the board it is {found}.").format(
                stated=_shown(stated), found=_shown(found)
            )
            if differs
            else ""
        )
        return found, problem
    if stated.reason == UNSAID:
        reason = "agreement" if stated.winner is None else "resignation"
        return replace(stated, reason=reason), ""
    return None, _(
        "The game is said to have ended ({stated}), and the rules let it go on: it is kept as one that is not finished."
    ).format(stated=_shown(stated))


def _shown(result: Result) -> str:
    if result.score is not None:
        return f"{result.score:+d}"
    return {None: "1/2-1/2", 0: "1-0", 1: "0-1"}[result.winner]


def _follow(first: Position, plies: Sequence[Ply]) -> _Followed:
    """Play moves by the rules of any game."""
    game, state, turn = first.game, first.state, first.turn
    again, irreversible = game.again, game.irreversible
    seen: set[Any] = set(first.history)
    known: dict[str, int] = {}
    kept: list[Ply] = []
    problem = ""
    for ply in plies:
        name: str = ply.move
        while True:
            try:
                move = _move(game, state, turn, name, known, bool(seen) and (state, turn) in seen)
            except CoupeError as error:
                problem = _("Move {count}: {reason}").format(count=len(kept) + 1, reason=error)
                break
            if irreversible is not None:
                if irreversible(state, move):
                    seen.clear()
                else:
                    seen.add((state, turn))
            found = "pass" if move == PASS else game.name(state, move) if game.name else str(move)
            implied = move == PASS and name.strip().lower() not in PASS_NAMES
            kept.append(
                _PASSED if implied else ply if found == ply.move else replace(ply, move=found)
            )
            turn = turn if again is not None and again(state, move) else 1 - turn
            state = game.play(state, move)
            if not implied:
                break
        if problem:
            break
    repeated = bool(seen) and (state, turn) in seen
    last = (_Repeated if repeated else Position)(game, state, turn)
    return _Followed(kept, last, problem)


class _Repeated(Position):
    """A position that was there before."""

    __slots__ = ()

    @property
    def repeated(self) -> bool:
        return True


def _move(
    game: Game, state: Any, turn: int, text: str, known: dict[str, int], repeated: bool
) -> int:
    """The legal move of a name; PASS for a player who has no other move, written or not."""
    if repeated:
        return _Repeated(game, state, turn).parse(text)
    position = Position(game, state, turn)
    guess = known.get(text)
    legal = [] if game.over(state) else game.legal_moves(state)
    if guess in legal and guess is not None and position.name(guess) == text:
        return guess
    if legal == [PASS]:
        return PASS
    move = position.parse(text)
    known[position.name(move)] = move
    return move


def _follow_discs(first: Position, plies: Sequence[Ply]) -> _Followed:
    """The same for Othello, several times as fast: whatever encloses discs is a legal move."""
    rules = sys.modules[first.game.module]
    enclosing, enclosed = rules.enclosing, rules.enclosed
    numbers = _squares(first.game.module)
    (me, you), turn = first.state, first.turn
    kept: list[Ply] = []
    for ply in plies:
        m = numbers.get(ply.move)
        if m is None:
            m = numbers.get(ply.move.strip().lower(), PASS)
        turned = 0
        if m != PASS:
            bit = 1 << m
            turned = 0 if (me | you) & bit else enclosed(me, you, bit)
            if not turned and not enclosing(me, you):
                other = 0 if (me | you) & bit else enclosed(you, me, bit)
                if other:
                    kept.append(_PASSED)
                    me, you, turn, turned = you, me, 1 - turn, other
        if turned:
            kept.append(ply if ply.move in numbers else replace(ply, move=ply.move.strip().lower()))
            me, you, turn = you ^ turned, me | turned | bit, 1 - turn
            continue
        here = Position(first.game, first.game.State(me, you), turn)
        try:
            move = here.parse(ply.move)
        except CoupeError as error:
            reason = _("Move {count}: {reason}").format(count=len(kept) + 1, reason=error)
            return _Followed(kept, here, reason)
        name = here.name(move)
        kept.append(ply if ply.move == name else replace(ply, move=name))
        here = here.after(move)
        (me, you), turn = here.state, here.turn
    return _Followed(kept, Position(first.game, first.game.State(me, you), turn), "")


@cache
def _squares(module: str) -> dict[str, int]:
    """The move of the name of each square."""
    rules = sys.modules[module]
    return {str(rules.square_of(m)): m for m in range(rules.SQUARES)}
