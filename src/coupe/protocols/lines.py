"""The lines that a front end sends, whatever they are made of.

>>> import io
>>> list(lines_of(io.BytesIO(b"name\\r\\n\\xff\\n" + b"x" * 200_000 + b"\\nquit")))
['name', '\\ufffd', None, 'quit']
"""

from collections.abc import Iterator
from typing import BinaryIO

MOST_CHARACTERS = 100_000
"""No command of a protocol is longer."""


def lines_of(stream: BinaryIO) -> Iterator[str | None]:
    """Each line as text; None for one that is too long to be a command."""
    while line := stream.readline(MOST_CHARACTERS):
        if len(line) == MOST_CHARACTERS and not line.endswith(b"\n"):
            while more := stream.readline(MOST_CHARACTERS):
                if more.endswith(b"\n"):
                    break
            yield None
        else:
            yield line.decode("utf-8", "replace").rstrip("\r\n")
