"""The keys of a game on the screen, and the mouse: what they do.

>>> COMMANDS["h"], COMMANDS["q"]
('hint', 'quit')
"""

import asyncio
import signal
from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import OptionList

from coupe.cli.board.dialogs import Chooser, Keys
from coupe.cli.board.looks import Board, Choices
from coupe.cli.board.showing import Showing
from coupe.cli.board.squares import Cell
from coupe.cli.words import move_name
from coupe.cli.written import save
from coupe.errors import CoupeError
from coupe.language import _, reason_of

COMMANDS = {
    "up": "move(-1,0)", "down": "move(1,0)", "left": "move(0,-1)", "right": "move(0,1)",
    "enter": "play", "space": "play", "m": "type", "slash": "type", "colon": "type", "l": "choose",
    "h": "hint", "a": "values", "u": "undo", "r": "redo", "f": "flip", "e": "view", "s": "save",
    "R": "resign", "n": "new", "question_mark": "keys", "q": "quit",
}  # fmt: skip

AT_ONCE = 0.4
"""Seconds in which a digit after a letter that is a key makes a move of both: f5."""


class BoardApp(Showing):
    """A game on a whole screen, played with the keys and the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "quit", show=False, priority=True),
    ]

    _held = ""
    _timer: Timer | None = None

    def on_mount(self) -> None:
        """Leave as Ctrl-C does, when told to from outside."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                number = getattr(signal, name)
                asyncio.get_running_loop().add_signal_handler(number, self.action_interrupt)

    async def on_key(self, event: events.Key) -> None:
        """A command; what is none begins a typed line, or goes on with it."""
        if self.screen is not self.screen_stack[0]:
            return
        held = self._let_go()
        if held and self._is_of_a_move(held, event.character or ""):
            self.foot.open(held + (event.character or ""))
            return
        if held:
            await self.run_action(COMMANDS[held])
        if self.foot.typed is not None:
            saving, text = self.foot.saving, self.foot.edit(event)
            if text is not None:
                self.foot.close()
                self._written(text, saving)
        elif self._may_begin_a_move(event.key):
            self._held, self._timer = event.key, self.set_timer(AT_ONCE, self._obey)
        elif event.key in COMMANDS:
            await self.run_action(COMMANDS[event.key])
        elif event.character and event.character.isalnum():
            self.foot.open(event.character)

    def _may_begin_a_move(self, key: str) -> bool:
        """Whether this key is a command, and the first letter of a move as well."""
        if key not in COMMANDS or len(key) > 1 or not key.islower() or not self.session.your_turn:
            return False
        position = self.position
        names = [position.name(move).lower() for move in position.legal_moves]
        files = self.squares.files if self.squares is not None else ()
        return key in files or any(len(name) > 1 and name[0] == key for name in names)

    def _is_of_a_move(self, letter: str, character: str) -> bool:
        """Whether what is typed after the letter makes it a move's."""
        position = self.position
        begun = (letter + character).lower()
        return character.isdigit() or any(
            position.name(move).lower().startswith(begun)
            for move in position.legal_moves
            if character.isprintable() and character
        )

    def _let_go(self) -> str:
        """The key that waits for the next one, which does so no more."""
        held, self._held = self._held, ""
        if self._timer is not None:
            self._timer.stop()
        return held

    async def _obey(self) -> None:
        """No other key came: it was a command."""
        held = self._let_go()
        if held and self.screen is self.screen_stack[0]:
            await self.run_action(COMMANDS[held])

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted goes into the line that is typed."""
        if self.screen is self.screen_stack[0]:
            pasted = "".join(event.text.splitlines()[:1]).strip()
            self.foot.open((self.foot.typed or self._let_go()) + pasted, self.foot.saving)

    def _written(self, text: str, saving: bool) -> None:
        """A move is written, or the name of a file."""
        if saving and text:
            self._save(text)
        elif text and self.session.your_turn:
            try:
                self._play(self.position.parse(text))
            except CoupeError as error:
                self._tell(str(error), alone=True)
        self._look()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move of the list."""
        legal = self.position.legal_moves
        if self.session.your_turn and event.option_index < len(legal):
            self._play(legal[event.option_index])

    def point(self, cell: Cell) -> None:
        """The mouse points at a square, and plays there."""
        self.cursor = cell
        self.foot.close()
        self.action_play()

    def _play(self, move: int) -> None:
        self._notes = []
        self.session.play(move)

    def _save(self, path: str) -> None:
        try:
            save(self.session.match.record, path)
        except CoupeError as error:
            self._tell(str(error), alone=True)
        except OSError as error:
            words = _("{path} cannot be written: {reason}.")
            self._tell(words.format(path=path, reason=reason_of(error)), alone=True)
        else:
            self._tell(_("Saved in {path}.").format(path=path), alone=True)

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor."""
        if self.squares is None:
            choices = self.query_one(Choices)
            step = choices.action_cursor_down if down > 0 else choices.action_cursor_up
            if down:
                step()
            return
        row, column = self.cursor
        if self.turned:
            down, right = (down if self.squares.fall else -down), -right
        self.cursor = (row + down) % self.squares.rows, (column + right) % self.squares.columns
        self.query_one(Board).refresh()

    def action_play(self) -> None:
        """Play where the cursor is; where several moves are meant, ask which."""
        if self.squares is None:
            self.query_one(Choices).action_select()
            return
        if not self.session.your_turn:
            return
        cell = self._pointed
        moves = self.squares.landings(self.position).get(cell, [])
        moves = moves or self.squares.moves(self.position).get(cell, [])
        if len(moves) == 1:
            self._play(moves[0])
        elif moves:
            self._choose(moves, _("Which move?"))
        else:
            words = _("There is no legal move on {square}.")
            self._tell(words.format(square=self.squares.name(cell)), alone=True)
        self._look()

    def action_choose(self) -> None:
        """Choose from all legal moves."""
        if self.session.your_turn:
            self._choose(self.position.legal_moves, _("Which move?"))

    def _choose(self, moves: list[int], question: str) -> None:
        position = self.position

        def chosen(index: int | None) -> None:
            if index is not None and position is self.position:
                self._play(moves[index])

        names = [move_name(position.name(move)) for move in moves]
        self.push_screen(Chooser(question, names), chosen)

    def action_type(self) -> None:
        """Open the line in which a move is typed."""
        self.foot.open()

    def action_save(self) -> None:
        """Ask for the name of a file."""
        self.foot.open(saving=True)

    def action_hint(self) -> None:
        """Say a good move."""
        if self.session.your_turn:
            self._tell(_("Looking for a hint..."), alone=True)
            self.questions.ask("hint", self.position)
            self._look()

    def action_values(self) -> None:
        """Show what every move is worth; or do not, any more."""
        if self._values:
            self._values, self._notes = {}, []
            self.questions.stop()
            if self.squares is None:
                self._list_moves()
        elif self.session.your_turn:
            self._tell(_("Looking at every move..."), alone=True)
            self.questions.ask("values", self.position)
        self._look()

    def action_undo(self) -> None:
        """Take a move back."""
        self._notes = []
        self.session.undo()

    def action_redo(self) -> None:
        """Play it again."""
        self._notes = []
        self.session.redo()

    def action_flip(self) -> None:
        """Turn the board round."""
        self.turned = not self.turned
        self._look()

    def action_view(self) -> None:
        """Hide or show who is ahead."""
        self._bar_shown = not self._bar_shown
        self._look()

    def action_resign(self) -> None:
        """Give up, once it is sure."""
        if self.session.going and any(player.human for player in self.session.match.players):
            self._ask(_("Resign?"), _("Give up the game"), self.session.resign)

    def action_new(self) -> None:
        """Another game between the same players."""
        if self.session.going and self.session.match.plies:
            self._ask(_("Leave this game? It is kept."), _("Begin a new game"), self._renew)
        else:
            self._renew()

    def _renew(self) -> None:
        self._notes, self._value = [], None
        self.session.renew()
        self._look()

    def _ask(self, question: str, yes: str, then: "object") -> None:
        def answered(index: int | None) -> None:
            if index == 1 and callable(then):
                then()

        self.push_screen(Chooser(question, [_("Play on"), yes]), answered)

    def action_keys(self) -> None:
        """Show the keys."""
        self.push_screen(Keys())

    async def action_quit(self) -> None:
        """Leave; the game is kept."""
        self.leave()
        self.exit()

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C does."""
        self.failure = self.failure or KeyboardInterrupt()
        self.leave()
        self.exit()
