"""What runs in the child process: a student's file, its function on position after position.

This file is run by its path. It is told positions as lines of JSON, and answers each with a line.

>>> told_of("f5"), told_of(37), told_of(None)
({'name': 'f5'}, {'move': 37}, {'type': 'NoneType', 'value': 'None'})
"""

import contextlib
import faulthandler
import json
import operator
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TextIO

LONGEST_NAME = 200
"""No move has a longer name."""

LONGEST_SHOWN = 36
"""Characters of a returned value that a message quotes."""

WITHOUT_LIMIT = 365 * 24 * 3600
"""Seconds of processor for a whole tournament: each move has its own limit."""


def told_of(value: object) -> dict[str, object]:
    """A returned value, as plain data."""
    if isinstance(value, str) and len(value) <= LONGEST_NAME:
        return {"name": value}
    if not isinstance(value, bool):
        with contextlib.suppress(Exception):
            number = operator.index(value)  # type: ignore[arg-type]
            if abs(number) < 1 << 31:
                return {"move": number}
    shown = ""
    if isinstance(value, int | float | str | bool | None):
        with contextlib.suppress(Exception):
            shown = repr(value[:LONGEST_SHOWN] + "..." if isinstance(value, str) else value)
        if not isinstance(value, str) and len(shown) > LONGEST_SHOWN:
            shown = shown[:LONGEST_SHOWN] + "..."
    return {"type": type(value).__name__[:60], "value": shown}


def listen(told: TextIO, requests: "queue.SimpleQueue[dict[str, Any]]") -> None:
    """Hear what is told, also while the function thinks: when nobody is there any more, end."""
    with contextlib.suppress(Exception):
        for line in told:
            requests.put(json.loads(line))
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def needed_arguments(function: FunctionType) -> tuple[int, int]:
    """How many arguments a function takes at least, and at most.

    >>> needed_arguments(needed_arguments)
    (1, 1)
    """
    most = function.__code__.co_argcount
    return most - len(function.__defaults__ or ()), most


def loaded(path: str, name: str, spec: str) -> tuple[Any, Callable[..., object], int]:
    """The game, the function, and with how many arguments it is called."""
    from coupe.errors import BadOption
    from coupe.game import place_elsewhere
    from coupe.games.loading import function_of, load, module_of
    from coupe.language import _

    game = load(spec)
    function = function_of(module_of(path), name)
    if isinstance(function, list):
        if function:
            sentence = _("{path} has no function {name}; it has {known}.")
        else:
            sentence = _("{path} has no function: write def {name}(position): and return a move.")
        raise BadOption(sentence.format(path=path, name=name, known=", ".join(function)))
    least, most = needed_arguments(function)
    if most < 1 or least > 2:
        code = function.__code__
        raise BadOption(
            _(
                "{where} takes {found} arguments: write def {name}(position): or "
                "def {name}(position, seconds): and return a move."
            ).format(
                where=place_elsewhere(name, code.co_filename, code.co_firstlineno),
                found=code.co_argcount,
                name=name,
            )
        )
    return game, function, min(most, 2)


def main(path: str, name: str, spec: str, language: str, megabytes: int, patience: float) -> None:
    """Load the file, then answer each position with the move that the function chooses."""
    told = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What the function reads and prints is no part of the talk.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]

    from coupe.blackboard.exercises.student_side import limited, what_happened
    from coupe.errors import CoupeError
    from coupe.language import choose

    limited(megabytes, WITHOUT_LIMIT)
    choose(language)
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(told, requests), daemon=True).start()

    def tell(**data: object) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    faulthandler.dump_traceback_later(patience, exit=True, file=answers)
    place = str(Path(path).resolve())
    try:
        game, function, count = loaded(path, name, spec)
    except CoupeError as error:
        tell(refused=type(error).__name__, sentence=str(error))
        return
    except BaseException as error:
        tell(**what_happened(error, place))
        return
    faulthandler.cancel_dump_traceback_later()
    tell(ready=True, line=function.__code__.co_firstlineno)
    while True:
        request = requests.get()
        position = game.position(request["start"]) if request["start"] else game.start()
        for move in request["moves"]:
            position = position.after(move)
        # It watches without the interpreter: a loop in C is ended too, and where it is, answered.
        faulthandler.dump_traceback_later(request["patience"], exit=True, file=answers)
        try:
            value = function(*(position, request["seconds"])[:count])
            found = told_of(value)
        except BaseException as error:
            found = what_happened(error, place)
        faulthandler.cancel_dump_traceback_later()
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        tell(number=request["number"], **found)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2]))
    sys.dont_write_bytecode = True
    place, function_name, game_spec, spoken, most, longest = sys.argv[1:7]
    main(place, function_name, game_spec, spoken, int(most), float(longest))
    # A thread that the file has left behind does not keep the process.
    os._exit(0)
