"""How the screen is laid out, and the widget that shows the board.

>>> "Board" in CSS
True
"""

from typing import TYPE_CHECKING, Protocol, cast

from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import OptionList

if TYPE_CHECKING:
    from coupe.cli.board.painting import Painting
    from coupe.cli.board.squares import Cell

CSS = """
Screen { layout: vertical; }
#title { height: 1; text-style: bold; padding: 0 1; }
#middle { height: 1fr; }
#left { width: auto; height: 100%; padding: 0 2 0 1; overflow: auto; }
#left.shown { width: 1fr; }
#side { width: 1fr; height: 100%; padding: 0 1 0 0; }
Board { width: auto; height: auto; }
#shown { width: auto; height: auto; margin: 1 0; }
#players { height: auto; margin-bottom: 1; }
#record { height: 1fr; scrollbar-size: 1 1; }
#moves { height: auto; }
#view { height: 1; padding: 0 1; }
#status { height: 2; padding: 0 1; }
#hint { height: 1; padding: 0 1; }
OptionList, OptionList:focus { border: none; height: 1fr; max-width: 40; scrollbar-size: 1 1; }
Choices > .option-list--option-highlighted { background: $primary; text-style: bold; }
BoardApp:nocolor .option-list--option-highlighted { text-style: reverse; }
Chooser, Keys { align: center middle; }
.dialog { width: auto; height: auto; max-width: 95%; max-height: 90%; padding: 1 2; background: $panel; }
.dialog Static { width: auto; margin-bottom: 1; }
.dialog OptionList { width: 40; height: auto; max-height: 14; }
"""


class Table(Protocol):
    """Who knows the board: the application."""

    painting: "Painting | None"
    turned: bool

    def painted(self) -> Text: ...

    def point(self, cell: "Cell") -> None: ...


class Choices(OptionList, can_focus=False):
    """The legal moves of a game that has no board to point at; its keys come through the screen."""


class Board(Widget):
    """The board, in the largest cells that there is room for."""

    @property
    def table(self) -> Table:
        """Where the board lies."""
        return cast(Table, self.app)

    def render(self) -> Text:
        """The board, painted."""
        return self.table.painted()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as it is painted."""
        painting = self.table.painting
        return painting.size.whole(painting.squares)[0] if painting else 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as it is painted."""
        painting = self.table.painting
        return painting.size.whole(painting.squares)[1] if painting else 1

    def on_click(self, event: events.Click) -> None:
        """Play where the mouse points."""
        painting = self.table.painting
        cell = None if painting is None else painting.cell_at(event.x, event.y, self.table.turned)
        if cell is not None:
            self.table.point(cell)
