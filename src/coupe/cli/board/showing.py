"""How a game is shown on the screen: the board, the players, the moves, who is ahead.

>>> from coupe import load
>>> from coupe.cli.sitting import Sitting
>>> app = Showing(Sitting(load("othello").start(), ("human", "level:3")))
>>> app.squares.name(app.cursor)
'd4'
"""

import os
from contextlib import suppress

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.widgets import OptionList, Static

from coupe.cli.advice import Advisor
from coupe.cli.board.beside import bar_of, moves_of, players_of
from coupe.cli.board.foot import Foot
from coupe.cli.board.looks import CSS, Board, Choices
from coupe.cli.board.painting import Marked, Painting, size_for
from coupe.cli.board.session import Session
from coupe.cli.board.squares import Cell, Squares
from coupe.cli.board.thinking import Answered, Changed, Ended, Questions
from coupe.cli.sitting import Sitting
from coupe.cli.words import ended, move_name, signed, verdict
from coupe.game import PASS
from coupe.language import _
from coupe.position import Position

TICK = 0.2
SIDE = 27
"""Columns that the players and the moves need."""

AROUND = 6
"""Lines above and below the board: title, who is ahead, what has happened, keys, air."""

BAR = 20
"""How long it is, and the players' names beside it."""


class Showing(App[None]):
    """Shows a game on a whole screen, and what happens in it."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, sitting: Sitting, ascii_only: bool = False) -> None:
        plain = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if plain else None)
        if plain:
            self.theme = "ansi-dark"
        self.session = Session(sitting, self.post_message)
        self.questions = Questions(Advisor(sitting.game, sitting.archive), self.post_message)
        self.ascii_only = ascii_only
        self.failure: BaseException | None = None
        self.squares = Squares.of(sitting.position)
        self.painting: Painting | None = None
        self.turned = False
        self.cursor: Cell = (0, 0)
        if self.squares is not None:
            self.cursor = ((self.squares.rows - 1) // 2, (self.squares.columns - 1) // 2)
        self._seen: Position | None = None
        self._value: tuple[Position, int, str] | None = None
        self._values: dict[int, tuple[int, bool]] = {}
        self._bar_shown = True
        self._notes: list[str] = []

    @property
    def position(self) -> Position:
        """What the board shows."""
        return self.session.match.position

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            with Vertical(id="left", classes="" if self.squares else "shown"):
                if self.squares is not None:
                    yield Board(id="board")
                else:
                    yield Static(id="shown")
                    yield Choices(id="choices")
            with Vertical(id="side"):
                yield Static(id="players")
                with VerticalScroll(id="record", can_focus=False):
                    yield Static(id="moves")
        yield Static(id="view")
        yield Static(id="status")
        yield Foot()

    def on_mount(self) -> None:
        """Begin."""
        self._fit(self.size)
        self.set_interval(TICK, self._tick)
        self.session.start()
        self._look()

    def on_resize(self, event: events.Resize) -> None:
        """Larger cells, or smaller ones."""
        self._fit(event.size)
        self.call_after_refresh(self._look)

    def _fit(self, room: Size) -> None:
        if self.squares is None:
            return
        game = self.position.game
        most = game.at_most(game.initial()) if game.at_most is not None else 0
        size = size_for(
            self.squares,
            room.width - SIDE - 3,
            room.height - AROUND,
            len(signed(-int(most))),
        )
        self.painting = Painting(self.squares, size, self.ascii_only)
        with suppress(Exception):
            self.query_one(Board).refresh(layout=True)

    def painted(self) -> Text:
        """The board, with all that is marked on it."""
        squares, painting, position = self.squares, self.painting, self.position
        if squares is None or painting is None:
            return Text("")
        legal: dict[Cell, str] = {}
        if self.session.your_turn:
            for cell, moves in squares.landings(position).items():
                legal[cell] = "" if squares.files else position.name(moves[0])
        values: dict[Cell, tuple[int, bool]] = {}
        for move, value in self._values.items():
            for cell in squares.cells(position, move)[-1:]:
                values[cell] = max(value, values.get(cell, value))
        before = position.previous
        last = squares.cells(before, position.move or 0) if before and position.move != PASS else ()
        cursor = self._pointed if self.session.your_turn else None
        return painting.paint(position, Marked(cursor, last, legal, values, self.turned))

    @property
    def _pointed(self) -> Cell:
        """Where the cursor is: where stones fall, on the cell that a stone would fall into."""
        assert self.squares is not None
        if self.squares.fall:
            for row, column in self.squares.landings(self.position):
                if column == self.cursor[1]:
                    return row, column
            return 0, self.cursor[1]
        return self.cursor

    def _look(self) -> None:
        """Show how things are."""
        match, position, game = self.session.match, self.position, self.position.game
        if position is not self._seen:
            self._arrive(position)
        self.query_one("#title", Static).update(Text(_(game.title)))
        self.query_one("#players", Static).update(players_of(match, self.ascii_only))
        width = max(SIDE - 2, self.query_one("#record").size.width - 1)
        self.query_one("#moves", Static).update(moves_of(position, match.plies, width))
        self.query_one("#record", VerticalScroll).scroll_end(animate=False)
        self.query_one("#view", Static).update(self._view())
        self.query_one("#status", Static).update(self._status())
        self.foot.look(self.session.going)
        if self.squares is not None:
            self.query_one(Board).refresh()

    def _arrive(self, position: Position) -> None:
        """A position comes up."""
        self._seen = position
        self._values = {}
        self.questions.stop()
        if self.squares is None:
            self.query_one("#shown", Static).update(Text(position.show()))
            self._list_moves()
        if position.over:
            self._value, self._notes = (position, position.result, "exact"), []
        elif self._bar_shown and self.session.match.player.human:
            self.questions.ask("glance", position)

    def _list_moves(self) -> None:
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        position = self.position
        if self.session.going:
            for move in position.legal_moves:
                words = move_name(position.name(move))
                if move in self._values:
                    value, proved = self._values[move]
                    kind = _("proved") if proved else _("estimate")
                    words += f"   {signed(value)}   {kind}"
                choices.add_option(Text(words))
        if choices.option_count:
            choices.highlighted = 0

    def _view(self) -> Text:
        if not self._bar_shown or self._value is None:
            return Text("")
        position, value, kind = self._value
        first, second = (_(player) for player in position.game.players)
        bar = bar_of(position, value, BAR, self.ascii_only)
        text = Text.assemble(f"{first} ", bar, f" {second}", no_wrap=True, overflow="ellipsis")
        if not position.over:
            unit = position.game.unit
            text.append("  " + verdict(value, kind, _(position.turn_name), unit))
        return text

    def _status(self) -> Text:
        match = self.session.match
        if match.result is not None:
            words = [ended(match.result, self.position.game), *self._notes]
            return Text(" ".join(words), style="bold")
        turn = _("{player} to move").format(player=_(self.position.turn_name)) + "."
        if not match.player.human:
            turn = _("{player} is thinking...").format(player=_(self.position.turn_name))
        return Text(" ".join([*self._notes, turn]))

    def _tell(self, words: str, alone: bool = False) -> None:
        self._notes = [words] if alone else [*self._notes, words][-3:]

    def _tick(self) -> None:
        if self.session.match.since is None or self.session.match.left(0) is None:
            return
        self.session.tick()
        players = players_of(self.session.match, self.ascii_only)
        self.query_one("#players", Static).update(players)

    def on_changed(self, event: Changed) -> None:
        """Something has happened in the game."""
        if event.words:
            self._tell(event.words)
        if event.value is not None and not self.position.over:
            self._value = event.value
        self._look()

    def on_ended(self, event: Ended) -> None:
        """The game is over; or its rules have failed, and then there is nothing to go on with."""
        if event.failure is not None and event.match is self.session.match:
            self._fail(event.failure)
        elif event.match.result is not None:
            self._notes = []
        self._look()

    def on_answered(self, event: Answered) -> None:
        """What somebody wanted to know of a position."""
        position, answer = event.position, event.answer
        if position is not self.position:
            return
        self._value = (position, answer.value, answer.kind)
        if event.kind == "hint":
            hint = _("Hint: {move}.").format(move=move_name(answer.best or "-"))
            words = verdict(answer.value, answer.kind, _(position.turn_name), answer.unit)
            self._tell(f"{hint} {words}", alone=True)
        elif event.kind == "values":
            self._values = {
                position.parse(move.move): (move.value, move.kind == "exact")
                for move in answer.moves or ()
            }
            self._tell(
                _("What each move is worth to {player}; underlined: proved.").format(
                    player=_(position.turn_name)
                ),
                alone=True,
            )
            if self.squares is None:
                self._list_moves()
        self._look()

    @property
    def foot(self) -> Foot:
        """The line of the keys, or of what is typed."""
        return self.query_one(Foot)

    def leave(self) -> None:
        """Stop whoever thinks."""
        self.questions.stop()
        self.session.leave()

    def _fail(self, error: BaseException) -> None:
        self.failure = self.failure or error
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """Whatever goes wrong is said in one sentence, once the screen is gone."""
        self.failure = self.failure or error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()
