"""How games are looked for: by what their rows say, and by the positions that occurred.

>>> conditions(game="othello", finished=True)[0]
'(game = ? OR substr(game, 1, ?) = ?) AND reason IS NOT NULL'
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from coupe.archive.rows import clean, kept_spec
from coupe.archive.store import Store
from coupe.errors import BadOption, CoupeError
from coupe.game import Game
from coupe.language import _
from coupe.position import Position, shortened

AT_ONCE = 200
"""Games whose positions are written down in one transaction."""

DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
TICK = 20
"""Games after which a watcher is told."""


def key_of(state: tuple[int, ...], turn: int) -> int:
    """A position in eight bytes.

    >>> key_of((1, 2), 0) == key_of((1, 2), 1)
    False
    """
    told = repr((tuple(state), turn)).encode()
    return int.from_bytes(hashlib.blake2b(told, digest_size=8).digest(), "big", signed=True)


def keys_of(position: Position) -> list[int]:
    """The keys of a position and of all its mirror images.

    >>> from coupe import load
    >>> len(keys_of(load("tictactoe").position("1")))
    4
    """
    game, turn = position.game, position.turn
    forms = {key_of(position.state, turn)}
    if game.symmetry is not None:
        forms |= {
            key_of(game.symmetry(position.state, number), turn)
            for number in range(1, game.symmetries)
        }
    return sorted(forms)


def key_games(store: Store, game: Game, watch: Callable[[int, int], None] | None = None) -> None:
    """Write down the keys of the positions of a game's kept games where they are missing.

    A move that the rules do not know ends what is known of its game. What is done stays done when
    this is interrupted.
    """
    spec = kept_spec(game.spec)
    missing = [
        (int(id), str(start))
        for id, start in store.rows(
            "SELECT id, start FROM game WHERE game = ? AND keyed < plies ORDER BY id", (spec,)
        )
    ]
    moves: dict[str, int] = {}
    for first in range(0, len(missing), AT_ONCE):
        keys: list[tuple[int, int, int]] = []
        done: list[tuple[int, int]] = []
        try:
            for place, (id, start) in enumerate(missing[first : first + AT_ONCE], first):
                names = store.rows("SELECT move FROM ply WHERE game = ? ORDER BY number", (id,))
                keys += _keys(game, moves, id, start, [str(name) for (name,) in names])
                done.append((len(names), id))
                if watch is not None and place % TICK == 0:
                    watch(place, len(missing))
        finally:
            with store.transaction() as connection:
                connection.executemany("UPDATE ply SET key = ? WHERE game = ? AND number = ?", keys)
                connection.executemany("UPDATE game SET keyed = ? WHERE id = ?", done)


def _keys(
    game: Game, moves: dict[str, int], id: int, start: str, names: list[str]
) -> list[tuple[int, int, int]]:
    found = []
    with suppress(CoupeError):
        position = game.position(start) if start else game.start()
        for number, name in enumerate(names):
            position = _after(position, name, moves)
            found.append((key_of(position.state, position.turn), id, number))
    return found


def _after(position: Position, name: str, moves: dict[str, int]) -> Position:
    """The position after a move; `moves` are those that names have stood for.

    To read a name anew is to write that of every legal move.
    """
    move = moves.get(name)
    legal = move is not None and move in position.game.legal_moves(position.state)
    if move is None or not legal or position.name(move) != name:
        move = moves[name] = position.parse(name)
    return position.after(move)


def check_possible(
    since: str | None = None,
    until: str | None = None,
    shortest: int | None = None,
    longest: int | None = None,
    limit: int | None = None,
) -> None:
    """Raise BadOption where something that is asked is no date, or no game could be as asked.

    >>> check_possible(since="2026-02-30")
    Traceback (most recent call last):
        ...
    coupe.errors.BadOption: 2026-02-30 is not a date: write 2026, 2026-05 or 2026-05-04.
    """
    for told in (since, until):
        if told is not None and not _is_date(told):
            raise BadOption(
                _("{text} is not a date: write 2026, 2026-05 or 2026-05-04.").format(
                    text=shortened(told) or "''"
                )
            )
    if since is not None and until is not None and since[: len(until)] > until[: len(since)]:
        raise BadOption(
            _("No game is of {since} or later and of {until} or earlier.").format(
                since=since, until=until
            )
        )
    if shortest is not None and longest is not None and shortest > longest:
        raise BadOption(
            _("No game has {low} moves or more and {high} or fewer.").format(
                low=shortest, high=longest
            )
        )
    if limit is not None and limit < 0:
        raise BadOption(_("The limit is {limit}: write 0 or more.").format(limit=limit))


def _is_date(text: str) -> bool:
    if not DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text + "2000-01-01"[len(text) :])
    except ValueError:
        return False
    return True


def conditions(
    *,
    game: str | None = None,
    player: str | None = None,
    since: str | None = None,
    until: str | None = None,
    winner: str | int | None = None,
    finished: bool | None = None,
    keys: Sequence[int] = (),
    start: str | None = None,
    text: str | None = None,
    series: str | None = None,
    shortest: int | None = None,
    longest: int | None = None,
) -> tuple[str, list[Any]]:
    """The condition of a query, and the values that stand in it."""
    found: list[str] = []
    values: list[Any] = []

    def ask(condition: str, *asked: Any) -> None:
        found.append(condition)
        values.extend(clean(value) if isinstance(value, str) else value for value in asked)

    if game is not None:
        ask("(game = ? OR substr(game, 1, ?) = ?)", game, len(game) + 1, f"{game}:")
    if player is not None:
        asked = player.casefold()
        ask("(instr(folded(first), ?) OR instr(folded(second), ?))", asked, asked)
    if since is not None:
        ask("substr(began, 1, ?) >= ?", len(since), since)
    if until is not None:
        ask("substr(began, 1, ?) <= ? AND began <> ''", len(until), until)
    if winner == "draw":
        ask("reason IS NOT NULL AND winner IS NULL")
    elif isinstance(winner, int):
        ask("winner = ?", winner)
    elif winner is not None:
        ask(
            "winner IS NOT NULL AND "
            "instr(folded(CASE winner WHEN 0 THEN first ELSE second END), ?)",
            winner.casefold(),
        )
    if finished is not None:
        ask("reason IS NOT NULL" if finished else "reason IS NULL")
    if keys:
        marks = ", ".join("?" for _key in keys)
        ask(f"(id IN (SELECT game FROM ply WHERE key IN ({marks})) OR start = ?)", *keys, start)
    if text is not None:
        asked = text.casefold()
        ask("instr(folded(tags || ' ' || first || ' ' || second), ?)", asked)
    if series is not None:
        ask("series = ?", series)
    if shortest is not None:
        ask("plies >= ?", shortest)
    if longest is not None:
        ask("plies <= ?", longest)
    return " AND ".join(found) or "1", values
