"""What comes up over the board: the keys, and a list to choose from.

>>> "hint" in keys_text()
True
"""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from coupe.language import _


def keys() -> list[tuple[str, str]]:
    """The keys, and what they do."""
    return [
        (_("arrows, Enter"), _("choose a square, play there; the mouse does both")),
        (_("m, / or :"), _("type a move, then Enter; 5 or f5 typed at once too")),
        ("l", _("choose from the list of legal moves")),
        ("h", _("hint: a good move, which is not played")),
        ("a", _("the value of every legal move; underlined: proved")),
        ("u, r", _("undo your move, play it again; after the end, too")),
        ("f", _("turn the board round")),
        ("e", _("hide or show who is ahead")),
        ("s", _("save the game to a file")),
        ("R", _("resign")),
        ("n", _("new game")),
        ("q", _("quit; the game is kept")),
    ]


def keys_text() -> str:
    """The keys as a person reads them."""
    wide = max(len(key) for key, _words in keys()) + 2
    return "\n".join(f"{key:{wide}}{words}" for key, words in keys())


class Chooser(ModalScreen[int | None]):
    """A question with a list of answers; None where it is left unanswered."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", ""), ("q", "leave", "")]

    def __init__(self, question: str, answers: list[str]) -> None:
        super().__init__()
        self.question = question
        self.answers = answers

    def compose(self) -> ComposeResult:
        """The question, and the answers under it."""
        with Vertical(classes="dialog"):
            yield Static(Text(self.question, style="bold"))
            yield OptionList(*[Text(answer) for answer in self.answers])

    def on_mount(self) -> None:
        """The first answer is the one that Enter gives."""
        answers = self.query_one(OptionList)
        answers.highlighted = 0
        answers.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The answer is given."""
        event.stop()
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        """No answer."""
        self.dismiss(None)


class Keys(ModalScreen[None]):
    """The keys, until one is pressed."""

    def compose(self) -> ComposeResult:
        """The keys, and how to go on."""
        with VerticalScroll(classes="dialog"):
            yield Static(Text(_("Keys"), style="bold"))
            yield Static(Text(keys_text()))
            yield Static(Text(_("Any key goes back to the game."), style="dim"))

    def on_key(self, event: events.Key) -> None:
        """Back to the game, for which this key does not count."""
        event.stop()
        self.dismiss(None)

    def on_click(self) -> None:
        """Back to the game."""
        self.dismiss(None)
