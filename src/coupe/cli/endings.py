"""How the program ends: one plain sentence and an exit code, never a traceback.

>>> ending_of(BrokenPipeError()) == FAILURE, ending_of(KeyboardInterrupt()) == INTERRUPTED
(True, True)
"""

import os
import re
import sys
import sysconfig
from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple

import click

from coupe.errors import BadContent, BadGame, CoupeError
from coupe.language import _, printable, reason_of

FAILURE = 1
USAGE = 2
INTERRUPTED = 130

PACKAGE = Path(__file__).parents[1]
NOT_THE_USERS = [
    PACKAGE,
    *(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")),
]
"""Folders of code that no user has written."""


def ending_of(error: BaseException) -> int:
    """Say what went wrong, and answer with the exit code for it."""
    match error:
        case click.UsageError():
            return complain(_with_help_hint(error), USAGE)
        case click.ClickException():
            return complain(error.format_message(), error.exit_code)
        case BadGame() | BadContent():
            return complain(str(error))
        case CoupeError():
            return complain(str(error), USAGE)
        case click.Abort() | KeyboardInterrupt():
            return INTERRUPTED
        case BrokenPipeError():
            return stay_quiet()
        case OSError():
            complain(_("The system refuses: {reason}.").format(reason=reason_of(error)))
            return stay_quiet()
        case MemoryError():
            return complain(
                _("There is not enough memory for this: ask for a smaller --table-mb."), FAILURE
            )
    return complain(sentence_of(error), FAILURE)


def complain(sentence: str, status: int = FAILURE) -> int:
    """Print a sentence on the error stream; the answer is the exit code given.

    >>> complain("Nothing is wrong.", 0)
    0
    """
    try:
        words = printable(re.sub(r"[ \t\r\n]+", " ", sentence.strip()))
        print(words, file=sys.stderr, flush=True)
    except OSError:
        return stay_quiet()
    return status


def stay_quiet() -> int:
    """Nobody reads us any more: leave without a word."""
    # What is left in the buffers has no reader either: the interpreter flushes it into nothing.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    return FAILURE


def _with_help_hint(error: click.UsageError) -> str:
    sentence = error.format_message()
    if error.ctx is None:
        return sentence
    return _("{sentence} (`{command} --help` says more.)").format(
        sentence=sentence, command=error.ctx.command_path
    )


class _Place(NamedTuple):
    path: str
    line: int


def sentence_of(error: BaseException) -> str:
    """What went wrong: most often the rules of a user's own game, else a mistake of ours.

    >>> sentence_of(BadContent("The file is empty."))
    'The file is empty.'
    """
    if isinstance(error, CoupeError):
        return str(error)
    kind = type(error).__name__
    reason = str(error).partition(" Raised from ")[0].rstrip(".") or "-"
    places = [
        _Place(frame.filename, frame.lineno or 0) for frame in extract_tb(error.__traceback__)
    ]
    for place in [*_compiled_places(error), *reversed(places)]:
        home = Path(place.path)
        if home.is_file() and not any(home.is_relative_to(folder) for folder in NOT_THE_USERS):
            return _("{path}, line {line}: {kind}: {reason}. (`coupe check` says more.)").format(
                path=place.path, line=place.line, kind=kind, reason=reason
            )
    ours = [place for place in places if Path(place.path).is_relative_to(PACKAGE)]
    where = f"{Path(ours[-1].path).name}:{ours[-1].line}" if ours else "-"
    return _("This is a fault of coupe ({where}), please report it: {kind}: {reason}.").format(
        where=where, kind=kind, reason=reason
    )


def _compiled_places(error: BaseException) -> list[_Place]:
    """The places that the compiler names where it gives up: its own calls say nothing of them."""
    if type(error).__module__.partition(".")[0] != "numba":
        return []
    found = re.findall(r'(?:File "|from )([^"\n()]+?)(?:", line |\s*\()(\d+)', str(error))
    return [_Place(path, int(line)) for path, line in found]
