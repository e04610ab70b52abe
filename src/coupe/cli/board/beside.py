"""What stands beside a board: the players, their clocks, the moves, who is ahead.

>>> from coupe import load
>>> from coupe.records import Ply
>>> othello = load("othello").position("f5d6")
>>> print(moves_of(othello, [Ply("f5", value=1), Ply("d6")], 28).plain)
  1 f5 +1       d6
"""

import math
from collections.abc import Sequence

from rich.text import Text

from coupe.cli.board.painting import background_of, colour_of, disc
from coupe.cli.board.squares import pieces
from coupe.cli.lines import clock_words
from coupe.cli.sitting import told
from coupe.cli.words import move_name, signed
from coupe.game import Game
from coupe.language import _
from coupe.play import Match
from coupe.position import Position
from coupe.records import Ply

LOW = 20
"""Seconds under which a clock is marked."""

WIDEST = 16
"""Columns for a move and its value."""

A_LOT = 64
"""What can be won at most, in a game that does not say."""

STEEP = 4.0
"""A quarter of the most that can be won fills three quarters of the half of the bar."""


def moves_of(position: Position, plies: Sequence[Ply], width: int) -> Text:
    """The moves, the first player's left and the second's right, each with the value it was given."""
    rows: list[list[str]] = []
    for before, ply in zip(position.path, plies, strict=False):
        words = move_name(ply.move) + ("" if ply.value is None else f" {signed(ply.value)}")
        if not rows or before.turn == 0 or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][before.turn] = words
    column = min(WIDEST, max(6, (width - 4) // 2))
    lines = [
        f"{number:3} {first[: column - 1]:{column}}{second[: column - 1]}".rstrip()
        for number, (first, second) in enumerate(rows, 1)
    ]
    return Text("\n".join(lines), no_wrap=True)


def players_of(match: Match, ascii_only: bool) -> Text:
    """Both players: whose turn it is, his piece, his name, his time, how many pieces he has."""
    position, text = match.position, Text()
    game = position.game
    count = pieces(position)
    alone = match.players[0].human != match.players[1].human
    for side in (0, 1):
        here = side == position.turn and match.result is None
        text.append((">" if ascii_only else "▶") if here else " ", style="bold")
        if count is not None:
            piece = f" {disc(game, side, ascii_only)} "
            text.append(piece, style=f"bold {colour_of(game, side)} on {background_of(game)}")
        text.append(f" {_(game.players[side])}", style="bold" if here else "")
        if count is not None:
            text.append(f"  {count[side]}", style="bold")
        left = match.left(side)
        if left is not None:
            style = "bold reverse" if left < LOW and here else "bold"
            text.append("   ")
            text.append(f" {clock_words(left)} ", style=style)
        player = match.players[side]
        name = _("you") if alone and player.human else told(player.name)
        text.append(f"\n  {name}\n", style="dim")
    text.rstrip()
    return text


def share_of(game: Game, state: object, value: int) -> float:
    """How much of the bar a value fills, 0 to 1, for the player whose value it is.

    >>> from coupe import load
    >>> othello = load("othello")
    >>> [round(share_of(othello, othello.initial(), value), 2) for value in (0, 16, -64)]
    [0.5, 0.88, 0.0]
    """
    most = game.at_most(state) if game.at_most is not None else A_LOT
    return 0.5 + 0.5 * math.tanh(STEEP * value / max(1, most))


def bar_of(position: Position, value: int, width: int, ascii_only: bool) -> Text:
    """Who is ahead: the first player's part of the bar is full, from the left."""
    full, empty = "#-" if ascii_only else "█░"
    share = share_of(position.game, position.state, value)
    first = share if position.turn == 0 else 1 - share
    length = round(first * width)
    text = Text(no_wrap=True)
    text.append(full * length, style="bold")
    text.append(empty * (width - length), style="dim")
    return text
