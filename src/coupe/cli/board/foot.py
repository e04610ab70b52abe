"""The last line of the screen: the keys, or what is being typed.

>>> foot = Foot()
>>> foot.typed is None
True
"""

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.widgets import Static

from coupe.language import _

LONGEST = 200
"""Letters that a typed line may have."""

ROOM = 24
"""Letters of a typed line that are seen in any case: where there is less room, the prompt goes."""

CUT = "..."
WIDTH = 80


class Foot(Static):
    """Shows the keys; a line that is typed takes their place.

    The line has no focus: whoever types fast would else be ahead of it.
    """

    def __init__(self) -> None:
        super().__init__(id="hint")
        self.typed: str | None = None
        self.saving = False
        self._going = True

    def open(self, text: str = "", saving: bool = False) -> None:
        """Begin a line: a move, or the name of a file."""
        self.typed, self.saving = text[:LONGEST], saving
        self.look(self._going)

    def close(self) -> None:
        """Show the keys again."""
        self.typed, self.saving = None, False
        self.look(self._going)

    def edit(self, event: events.Key) -> str | None:
        """Go on with the line; what is written, once it is whole."""
        typed = self.typed or ""
        if event.key == "enter":
            return typed.strip()
        if event.key == "escape":
            self.close()
        elif event.key == "backspace":
            self.open(typed[:-1], self.saving)
        elif event.is_printable and event.character:
            self.open(typed + event.character, self.saving)
        return None

    def _line(self, prompt: str, typed: str) -> Text:
        """The prompt and the end of what is typed, as much as there is room for."""
        width = self.content_size.width or WIDTH
        room = width - cell_len(prompt) - 2
        if room < ROOM and cell_len(typed) > room:
            prompt, room = "", width - 2
        if cell_len(typed) > room:
            while cell_len(typed) > room - len(CUT):
                typed = typed[1:]
            typed = CUT + typed
        return Text.assemble(
            (prompt, "dim"), " ", (typed, "bold"), ("_", "blink"), no_wrap=True, overflow="crop"
        )

    def look(self, going: bool) -> None:
        """Show the keys of a game that goes on, or is over; or the line."""
        self._going = going
        if self.typed is not None:
            prompt = _("Type a move, then Enter; Escape goes back.")
            if self.saving:
                prompt = _("Save in which file? (game.json, game.pgn, ...)")
            self.update(self._line(prompt, self.typed))
        elif going:
            keys = _("Enter plays  m types a move  h hint  a values  u undo  ? keys  q quit")
            self.update(Text(keys, "dim"))
        else:
            keys = _("n new game  u takes a move back  s saves  ? keys  q quit")
            self.update(Text(keys, "dim"))
