"""How many sequences of moves there are, length by length.

>>> from coupe import load
>>> census(load("connect4").start(), 3)
[(1, 0), (7, 0), (49, 0), (343, 0)]
"""

import threading

from coupe.engine import kernel
from coupe.engine.compilation import compiled
from coupe.engine.memory import UNLIMITED, Context, Table
from coupe.engine.threads import PATIENCE, start_thread, stopped
from coupe.position import Position


def census(position: Position, depth: int, most: int = UNLIMITED) -> list[tuple[int, int]]:
    """For 0 to `depth` moves: the sequences of that length, and those of them that end the game.

    Counting stops, with what it has, after about `most` sequences.
    """
    native = compiled(position.game)
    entry = native.census
    context = Context(native.rules.constants, Table(1), len(native.rules.fields))
    context.begin(0, busy=False)
    context.make_room(depth, len(position.history))
    context.place(position)
    context.signed[kernel.LIMIT] = most
    context.signed[kernel.DEPTH] = depth
    done = threading.Event()

    failures: list[BaseException] = []

    def count() -> None:
        try:
            entry(context.address)
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    start_thread(count, depth)
    try:
        while not done.wait(0.2):
            pass
    except BaseException:
        context.signed[kernel.LIMIT] = 0
        done.wait(PATIENCE)
        raise
    for error in failures:
        raise stopped(position.game, error) from error
    context.raise_fault(position.game)
    return context.counts(depth)
