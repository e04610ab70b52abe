"""`coupe play`: a game in the terminal, line by line, against coupe or between two people.

>>> from click.testing import CliRunner
>>> played = CliRunner().invoke(command, ["tictactoe", "--side", "both"], input="5\\nq\\n")
>>> print(played.output.split("\\n\\n")[3])
1 2 3
4 X 6
7 8 9
O to move
"""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from coupe.cli.choices import GameName, depth_option, seconds_option
from coupe.cli.display import board_of
from coupe.cli.group import argument, option, verb
from coupe.cli.watch import Watch
from coupe.cli.words import move_name, moves, number, outcome, sentence, verdict
from coupe.errors import IllegalMove
from coupe.game import PASS
from coupe.language import _

if TYPE_CHECKING:
    from coupe import Analyst, Answer, Position

DEFAULT_SECONDS = 1.0
PEOPLE = {"first": {0}, "second": {1}, "both": {0, 1}, "none": set[int]()}
"""For each `--side`, the players who are people; coupe plays the others."""


@verb(
    "play",
    help="""Play a game in the terminal, line by line.

    GAME is a shipped game (coupe games lists them; without one, othello) or a FILE.py of yours.
    Write a move, h for a hint, u to undo, m for the legal moves, q to quit. Without --depth and
    --seconds, coupe thinks for one second.""",
    examples=(
        "coupe play",
        "coupe play connect4 --side second --seconds 3",
        "coupe play tictactoe --side both",
        "coupe play othello --position f5d6c3",
    ),
)
@argument("game", metavar="GAME", type=GameName(), default="othello")
@depth_option(help="coupe looks this many moves ahead.")
@seconds_option(help="coupe thinks this many seconds a move.")
@option(
    "--side",
    type=click.Choice(tuple(PEOPLE)),
    default="first",
    show_default=True,
    help="The side that you play.",
)
@option("--position", metavar="POSITION", default="", help="Begin there.")
def command(game: str, depth: int | None, seconds: float | None, side: str, position: str) -> None:
    """Play one game."""
    from coupe import load

    if depth is None and seconds is None:
        seconds = DEFAULT_SECONDS
    Sitting(load(game).position(position), PEOPLE[side], depth, seconds).play()


class Sitting:
    """One game at the terminal: the position it has reached, who plays which side."""

    def __init__(
        self, position: "Position", people: set[int], depth: int | None, seconds: float | None
    ) -> None:
        self.position = position
        self.people = people
        self.depth = depth
        self.seconds = seconds
        self._choices: list[Position] = []
        self._analyst: Analyst | None = None

    def play(self) -> None:
        """Play until the game is over, or whoever plays has had enough."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 (input() edits lines with it)
        print(self._who_plays())
        self._show()
        while not self.position.over:
            if self.position.legal_moves == [PASS]:
                self._pass()
            elif self.position.turn not in self.people:
                self._think()
            elif not self._ask():
                return
        print(self._ending(), flush=True)

    def _who_plays(self) -> str:
        first, second = (_(player) for player in self.position.game.players)
        title = _(self.position.game.title)
        if not self.people:
            return _("{game}: coupe plays both {first} and {second}.").format(
                game=title, first=first, second=second
            )
        if len(self.people) == 2:
            words = _("{game}: {first} against {second}. Write a move, or ? for help.")
            return words.format(game=title, first=first, second=second)
        you, other = (first, second) if 0 in self.people else (second, first)
        words = _("{game}: you play {you}, coupe plays {other}. Write a move, or ? for help.")
        return words.format(game=title, you=you, other=other)

    def _ending(self) -> str:
        position = self.position
        winner = _(position.game.players[position.winner or 0])
        return sentence(outcome(abs(position.result), winner, position.game.unit)) + "."

    def _show(self) -> None:
        print(f"\n{board_of(self.position)}\n", flush=True)

    def _pass(self) -> None:
        player = _(self.position.turn_name)
        print(_("{player} has no legal move, and passes.").format(player=player))
        self.position = self.position.play(PASS)
        self._show()

    def _ask(self) -> bool:
        """Do what the next line says; False to leave."""
        prompt = f"{_(self.position.turn_name)}> "
        try:
            line = input(prompt).strip()
        except EOFError:
            print()
            return False
        if not sys.stdin.isatty():
            print(line)
        try:
            move = self.position.parse(line)
        except IllegalMove as error:
            return self._obey(line.lower(), str(error))
        self._choices.append(self.position)
        self.position = self.position.play(move)
        self._show()
        return True

    def _obey(self, word: str, otherwise: str) -> bool:
        match word:
            case "q" | "quit" | "exit":
                return False
            case "?" | "help":
                print(
                    _(
                        "a move   play it        m   the legal moves\n"
                        "h        a hint         u   undo your last move\n"
                        "?        this help      q   quit"
                    )
                )
            case "m" | "moves":
                position = self.position
                print(moves([position.name(move) for move in position.legal_moves]))
            case "h" | "hint":
                answer = self._search()
                print("   ".join([_("Hint: {move}.").format(move=answer.best), self._view(answer)]))
            case "u" | "undo":
                if self._choices:
                    self.position = self._choices.pop()
                    self._show()
                else:
                    print(_("There is no move of yours to undo."))
            case "":
                print(_("Write a move, or ? for help."))
            case _other:
                print(otherwise)
        return True

    def _think(self) -> None:
        player = _(self.position.turn_name)
        legal = self.position.legal_moves
        if len(legal) == 1:
            name = self.position.name(legal[0])
            print(_("{player} plays {move}, the only move.").format(player=player, move=name))
            self.position = self.position.play(legal[0])
        else:
            answer = self._search()
            name = answer.best or self.position.name(legal[0])
            played = _("{player} plays {move}.").format(player=player, move=move_name(name))
            print("   ".join([played, self._view(answer)]))
            self.position = self.position.play_named(name)
        self._show()

    def _search(self) -> "Answer":
        if self._analyst is None:
            from coupe import Analyst

            self._analyst = Analyst(self.position.game)
        with Watch(self._analyst, self.position.turn_name) as watch:
            answer = self._analyst.analyse(
                self.position, depth=self.depth, seconds=self.seconds, watch=watch
            )
        if watch.interrupted:
            raise KeyboardInterrupt
        return answer

    def _view(self, answer: "Answer") -> str:
        words = verdict(answer.value, answer.kind, _(self.position.turn_name), answer.unit)
        return "   ".join([words, _("depth {depth}").format(depth=number(answer.depth))])
