"""What a person reads: answers and tables, on a terminal or through a pipe.

>>> page().is_terminal
False
"""

import json
import sys
from typing import TYPE_CHECKING, Any

from coupe.cli.words import (
    kind_of,
    move_name,
    moves,
    number,
    seconds,
    sentence,
    signed,
    speed,
    to_move,
    verdict,
)
from coupe.language import _

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from coupe import Answer, Position

WIDTH_OF_A_PIPE = 160
LONG_ENOUGH_FOR_A_SPEED = 0.1


def page() -> "Console":
    """Where the answer is printed."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH_OF_A_PIPE)


def print_json(data: Any) -> None:
    """One line of JSON, there as soon as it is known."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def grid(*headings: str, right: tuple[int, ...] = ()) -> "Table":
    """A plain table; the columns numbered in `right` hold numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        show_edge=False,
        header_style="bold",
    )
    for column, heading in enumerate(headings):
        table.add_column(heading, justify="right" if column in right else "left")
    return table


def board_of(position: "Position") -> str:
    """The board, and whose turn it is.

    >>> from coupe import load
    >>> board_of(load("tictactoe").start()).splitlines()[-1]
    'X to move'
    """
    if position.over:
        return position.show()
    turn = _("{player} to move").format(player=_(position.turn_name))
    return f"{position.show()}\n{turn}"


def report(position: "Position", answer: "Answer", as_json: bool) -> None:
    """An answer, for a person or for a program."""
    if as_json:
        print_json(answer.to_json())
    else:
        show_answer(page(), position, answer)


def show_answer(console: "Console", position: "Position", answer: "Answer") -> None:
    """An answer beside its board."""
    from rich.table import Table
    from rich.text import Text

    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold", ratio=1)
    for heading, text in (
        (_("best move"), move_name(answer.best or "-")),
        (_("line"), moves(answer.line)),
        (_("depth"), number(answer.depth)),
        (_("nodes"), number(answer.nodes)),
        (_("time"), _time(answer)),
        (_("algorithm"), answer.algorithm),
    ):
        facts.add_row(heading, Text(text))
    words = verdict(answer.value, answer.kind, to_move(position.turn_name), answer.unit)
    style = "bold green" if answer.kind == "exact" else "bold"
    right = Table.grid()
    right.add_row(Text(words, style=style))
    right.add_row("")
    right.add_row(facts)
    whole = Table.grid(padding=(0, 4))
    whole.add_column(no_wrap=True)
    whole.add_column()
    whole.add_row(Text(board_of(position)), right)
    console.print(whole)
    if answer.moves is not None:
        table = grid(_("move"), _("value"), _("kind"), _("line"), right=(1,))
        for move in answer.moves:
            table.add_row(
                Text(move_name(move.move)),
                signed(move.value),
                kind_of(move.kind),
                Text(moves(move.line)),
            )
        console.print()
        console.print(table)


def _time(answer: "Answer") -> str:
    if answer.seconds < LONG_ENOUGH_FOR_A_SPEED:
        return seconds(answer.seconds)
    return f"{seconds(answer.seconds)}   {speed(answer.nodes, answer.seconds)}"


def _every_move(answer: "Answer") -> list[str]:
    """Each move with its value, the best first; nothing where they were not asked for."""
    if answer.moves is None:
        return []
    listed = ", ".join(f"{move_name(move.move)} {signed(move.value)}" for move in answer.moves)
    return [_("moves {moves}").format(moves=listed)]


def show_in_one_line(place: str, position: "Position", answer: "Answer") -> None:
    """An answer among many: where its position stands, and what is known of it."""
    words = (
        verdict(answer.value, answer.kind, to_move(position.turn_name), answer.unit),
        _("best move {move}").format(move=move_name(answer.best or "-")),
        _("{nodes} nodes").format(nodes=number(answer.nodes)),
        seconds(answer.seconds),
        *_every_move(answer),
    )
    print(
        _("{place}: {sentence}").format(place=sentence(place), sentence="   ".join(words)),
        flush=True,
    )
