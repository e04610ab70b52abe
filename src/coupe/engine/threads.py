"""Threads whose stack is deep enough for the search, which calls itself once a ply.

>>> thread = start_thread(lambda: None, depth=10_000)
>>> thread.join()
"""

import threading
from collections.abc import Callable

STACK_BASE = 16 << 20
STACK_A_PLY = 4 << 10
"""The frame of a 30-word state took 1.1 kB."""

_one_at_a_time = threading.Lock()


def start_thread(target: Callable[[], None], depth: int) -> threading.Thread:
    """A running thread, for lines of this depth."""
    thread = threading.Thread(target=target, daemon=True)
    with _one_at_a_time:
        before = threading.stack_size(STACK_BASE + depth * STACK_A_PLY)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread
