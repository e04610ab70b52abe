"""`coupe trace --step`: through a run with the keys, or with commands where there is no terminal.

>>> from io import StringIO
>>> from coupe.blackboard import trace
>>> from coupe.blackboard.terminal import Viewer
>>> by_line(Viewer(trace("(3 5)", "minimax")), StringIO("c\\ne\\nq\\n"), lambda line: None)
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from coupe.blackboard.terminal import Viewer, plain_text
from coupe.blackboard.text_tree import Line, ascii_of, legend, text_tree
from coupe.language import _

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

STYLES = {
    "here": "bold reverse",
    "open": "bold cyan",
    "done": "",
    "line": "bold green",
    "pale": "dim",
    "cut": "bold red",
    "edge": "",
    "window": "cyan",
    "value": "",
    "heading": "bold",
    "sentence": "bold yellow",
    "code": "",
}

PAGE = 10
LOOK_AT_THE_SIZE = 0.25
"""Seconds after which a terminal that has been resized is drawn anew."""

ESCAPES = {
    "[C": "next", "[D": "back", "[A": "back", "[B": "next", "OC": "next", "OD": "back",
    "OA": "back", "OB": "next", "[H": "start", "[F": "end", "OH": "start", "OF": "end",
    "[1~": "start", "[4~": "end", "[7~": "start", "[8~": "end", "[5~": "page back",
    "[6~": "page on", "": "quit",
}  # fmt: skip
KEYS = {
    "n": "next cut", "c": "next cut", "N": "last cut", "C": "last cut", "p": "last cut",
    " ": "next", "l": "next", "\r": "next", "\n": "next", "b": "back", "h": "back",
    "\x7f": "back", "\x08": "back", "s": "start", "e": "end", "g": "go", "?": "help",
    "q": "quit", "Q": "quit", "\x04": "quit", "\x03": "interrupt",
}  # fmt: skip
WINDOWS_KEYS = {
    "M": "next", "K": "back", "H": "back", "P": "next", "G": "start", "O": "end",
    "I": "page back", "Q": "page on",
}  # fmt: skip


def rich_text(line: Line) -> "Text":
    """A line with its styles, as rich prints it."""
    from rich.text import Text

    found = Text.assemble(
        *((text, STYLES.get(style, style)) for text, style in line), no_wrap=True, overflow="crop"
    )
    found.rstrip()
    return found


def can_show_a_screen() -> bool:
    """Whether both ends are a terminal that understands more than lines."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "" if os.name != "nt" else "windows") not in ("", "dumb")
    )


def act(view: Viewer, what: str) -> None:
    """Do what a key asks for."""
    actions: dict[str, Callable[[], None]] = {
        "next": lambda: view.move(1),
        "back": lambda: view.move(-1),
        "page on": lambda: view.move(PAGE),
        "page back": lambda: view.move(-PAGE),
        "next cut": view.next_cut,
        "last cut": view.previous_cut,
        "start": lambda: view.go(0),
        "end": lambda: view.go(view.last),
    }
    if what in actions:
        actions[what]()


def keys_help() -> list[tuple[str, str]]:
    """The keys, and what they do."""
    return [
        (_("→, space"), _("next step")),
        (_("←, b"), _("step back")),
        ("n, N", _("next cut, cut before")),
        (_("PageDown, PageUp"), _("ten steps on, ten back")),
        (_("Home, End"), _("the start, the end")),
        ("g", _("go to a step: its number, then Enter")),
        ("q", _("quit")),
    ]


def by_line(view: Viewer, commands: Iterable[str], say: Callable[[str], None]) -> None:
    """Step by commands, one a line: for pipes, and for terminals that know only lines."""
    _say_step(view, say)
    for line in commands:
        word = line.strip()
        if word in ("q", "quit"):
            return
        if word in ("", "n", "next"):
            view.move(1)
        elif word in ("b", "back"):
            view.move(-1)
        elif word in ("c", "C"):
            before = view.at
            (view.next_cut if word == "c" else view.previous_cut)()
            if view.at == before:
                say(_said(view, _("There is no further cut.")))
                continue
        elif word == "s":
            view.go(0)
        elif word == "e":
            view.go(view.last)
        elif word == "t":
            for drawn in text_tree(view.scene, ascii_only=view.ascii_only):
                say(plain_text(drawn).rstrip())
            say(legend(view.scene, view.ascii_only))
            continue
        elif word.isascii() and word.isdigit():
            view.go(int(word) - 1)
        else:
            say(
                _said(
                    view,
                    _(
                        "Enter or n next, b back, c next cut, C cut before, s start, e end, t tree, "
                        "a number to go there, q quit."
                    ),
                )
            )
            continue
        _say_step(view, say)


def _said(view: Viewer, text: str) -> str:
    return ascii_of(text) if view.ascii_only else text


def _say_step(view: Viewer, say: Callable[[str], None]) -> None:
    say(_said(view, _("{where}: {sentence}")).format(where=view.where, sentence=view.sentence))
    if view.at == view.last:
        return
    for line in view.table():
        say("  " + plain_text(line).rstrip())
    say(_said(view, "  ▶ ") + view.code_line())


def on_screen(view: Viewer, console: "Console") -> None:
    """Step with the keys on a whole screen."""
    from rich.console import Group
    from rich.live import Live

    typed: str | None = None
    helping = False
    with (
        _keyboard() as read,
        Live(console=console, screen=True, auto_refresh=False, vertical_overflow="crop") as live,
    ):
        size = None
        what = "draw"
        while what != "quit":
            if what == "interrupt":
                raise KeyboardInterrupt
            if what or console.size != size:
                size = console.size
                lines = _screen(view, size.width, size.height, typed, helping)
                live.update(Group(*map(rich_text, lines)), refresh=True)
            key = read()
            what = _meaning(key)
            if typed is not None and what not in ("", "interrupt"):
                typed, what = _typed(view, typed, key), "draw"
            elif helping and what:
                helping, what = False, "draw" if what != "interrupt" else what
            elif what == "go":
                typed = ""
            elif what == "help":
                helping = True
            else:
                act(view, what)


def _meaning(key: str) -> str:
    if key.startswith("\x1b"):
        return ESCAPES.get(key[1:], "")
    if key[:1] in ("\x00", "\xe0") and len(key) > 1:
        return WINDOWS_KEYS.get(key[1:], "")
    return KEYS.get(key, "other" if key else "")


def _typed(view: Viewer, typed: str, key: str) -> str | None:
    """The number of a step, as it is typed; None once it is there, or given up."""
    if key in ("\r", "\n"):
        if typed:
            view.go(int(typed) - 1)
        return None
    if key in ("\x7f", "\x08"):
        return typed[:-1]
    if key.isascii() and key.isdigit():
        return (typed + key)[:9]
    return typed if not key.startswith("\x1b") and key != "q" else None


def _screen(view: Viewer, width: int, height: int, typed: str | None, helping: bool) -> list[Line]:
    """All lines of the screen, with those of the keys."""
    lines = view.frame(width, height - 1)
    if helping:
        rows = [(keys, words) for keys, words in keys_help()]
        column = max(len(keys) for keys, _words in rows) + 3
        lines = [lines[0], [("", "")]]
        lines += [[("  " + keys.ljust(column), "heading"), (words, "")] for keys, words in rows]
        lines += [[("", "")], [("  " + legend(view.scene, view.ascii_only), "")]]
        lines += [[("", "")] for _row in range(height)]
        lines = lines[: height - 1]
    if typed is not None:
        foot = _("Step (1 to {last}), then Enter: {typed}").format(
            last=view.last, typed=typed + "_"
        )
    else:
        foot = _("← → step   n N cut   Home End   PgUp PgDn 10   g go to   ? help   q quit")
    return [*lines, [(_said(view, foot)[:width], "pale")]]


@contextmanager
def _keyboard() -> Iterator[Callable[[], str]]:
    """What reads one key, or nothing after a while."""
    if os.name == "nt":
        yield _read_on_windows
        return
    import termios
    import tty

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield lambda: _read_key(source)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


def _read_key(source: int) -> str:
    """A key, with all of its escape sequence; "" after a while without one."""
    from select import select

    if not select([source], [], [], LOOK_AT_THE_SIZE)[0]:
        return ""
    taken = os.read(source, 1)
    if not taken:
        return "q"
    if taken == b"\x1b":
        while select([source], [], [], 0.02)[0]:
            taken += os.read(source, 1)
            last = taken[-1:]
            if len(taken) > 2 and (last.isalpha() or last == b"~"):
                break
    elif taken[0] >= 0xC0:
        taken += os.read(source, 3 if taken[0] >= 0xF0 else 2 if taken[0] >= 0xE0 else 1)
    return taken.decode("utf-8", "replace")


def _read_on_windows() -> str:
    import importlib
    import time

    keyboard = importlib.import_module("msvcrt")
    until = time.monotonic() + LOOK_AT_THE_SIZE
    while not keyboard.kbhit():
        if time.monotonic() > until:
            return ""
        time.sleep(0.01)
    key = str(keyboard.getwch())
    return key + str(keyboard.getwch()) if key in ("\x00", "\xe0") else key
