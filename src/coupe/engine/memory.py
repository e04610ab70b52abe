"""The memory of a search: the table all threads share, and the context of each thread.

>>> table = Table(1)
>>> table.buckets
32768
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from coupe.engine import kernel
from coupe.errors import BadGame, BadOption, BadPosition
from coupe.game import Game
from coupe.language import _
from coupe.position import Position

Words = npt.NDArray[np.uint64]

WORD = 8
BUCKET_WORDS = 4
AGES = 64
UNLIMITED = 1 << 62
NO_KILLERS = np.uint64(kernel.NO_MOVE * 0x0001_0001_0001_0001)


class Table:
    """Positions already searched: two entries a bucket, as many buckets as fit, a power of two."""

    def __init__(self, megabytes: int) -> None:
        if megabytes < 1:
            raise BadOption(
                _("A table of {mb} MB is too small; give it 1 or more.").format(mb=megabytes)
            )
        self.buckets = 1 << (megabytes * (1 << 20) // (BUCKET_WORDS * WORD)).bit_length() - 1
        try:
            self.words: Words = np.zeros(self.buckets * BUCKET_WORDS, np.uint64)
        except (MemoryError, ValueError) as error:
            raise BadOption(
                _("There is no memory for a table of {mb} MB: ask for less.").format(mb=megabytes)
            ) from error
        # The first touch of memory is slow, and is not search.
        self.words.fill(0)
        self.busy: Words = np.zeros(int(kernel.BUSY_MASK) + 1, np.uint64)
        self.age = 0

    def grow_old(self) -> None:
        """What is there may now be replaced by anything new."""
        self.age = (self.age + 1) % AGES

    def forget(self) -> None:
        """Begin anew, as with another table: what a search enters must not depend on those before."""
        self.words.fill(0)
        self.busy.fill(0)
        self.age = 0

    def seed(self, seed: int) -> int:
        """The word that keys start from."""
        return (seed * 0x9E3779B97F4A7C15 + 1) % (1 << 64)


class Context:
    """What one thread of a search reads and writes, in the layout that the kernel declares."""

    def __init__(self, constants: dict[str, Any], table: Table, fields: int) -> None:
        self._constants = constants
        self._table = table
        self._state_words = fields + 1
        self.words: Words = np.zeros(kernel.ROOT + self._state_words, np.uint64)
        self.signed = self.words.view(np.int64)
        self.address = int(self.words.ctypes.data)
        self._held: dict[int, Words] = {}
        self._plies = 0
        self._path = 0
        self._give(kernel.HISTORY, 2 * constants["HISTORY_SIZE"])
        # A move list too long for `max_moves` must not reach what lies behind the scratch list.
        self._give(kernel.SCRATCH, 65_536 * 2 // WORD)
        self._give(kernel.LINES, (kernel.LINE_WIDTH + 1) * kernel.LINE_WIDTH * 2 // WORD)
        self._give(kernel.LENGTHS, kernel.LINE_WIDTH + 1)
        self.words[kernel.TABLE] = table.words.ctypes.data
        self.words[kernel.TABLE_MASK] = table.buckets - 1

    def _give(self, word: int, size: int) -> None:
        self._held[word] = np.zeros(size, np.uint64)
        self.words[word] = self._held[word].ctypes.data

    def make_room(self, depth: int, path: int) -> None:
        """Memory for a search of this depth, after this many earlier states."""
        if depth + 2 > self._plies:
            self._plies = max(64, 2 * (depth + 2))
            self._give(kernel.LISTS, self._plies * (2 * self._constants["MAX_MOVES"] + 1))
            self._give(kernel.KILLERS, self._plies)
            self._held[kernel.KILLERS].fill(NO_KILLERS)
            self._give(kernel.COUNTS, self._plies * 2)
            self._give(kernel.DEPENDS, self._plies)
            self._path = 0
        if self._constants["REPEATS"] and path + self._plies > self._path:
            self._path = path + 2 * self._plies
            self._give(kernel.PATH, self._path * self._state_words)
            self._give(kernel.SEGMENTS, self._path)
            self._give(kernel.PATH_KEYS, self._path)

    def begin(self, seed: int, busy: bool) -> None:
        """Forget the counts and the habits of the last search."""
        self.signed[kernel.NODES] = 0
        self.signed[kernel.INNER] = 0
        self.signed[kernel.FAULT] = 0
        self.signed[kernel.LIMIT] = UNLIMITED
        self.words[kernel.AGE] = self._table.age
        self.words[kernel.SEED] = self._table.seed(seed)
        self.words[kernel.BUSY] = self._table.busy.ctypes.data if busy else 0
        self._held[kernel.HISTORY].fill(0)
        if kernel.KILLERS in self._held:
            self._held[kernel.KILLERS].fill(NO_KILLERS)

    def place(self, position: Position) -> None:
        """Put a position, and the states that it could repeat, at the root."""
        at = kernel.ROOT
        self._write(self.words, at, position.state, position.turn)
        if self._constants["REPEATS"]:
            history = position.history
            self.make_room(0, len(history))
            self.signed[kernel.PATH_BASE] = len(history)
            path = self._held[kernel.PATH]
            for place, (state, turn) in enumerate(history):
                self._write(path, place * self._state_words, state, turn)
            self._held[kernel.SEGMENTS][: len(history) + 1] = 0
            self._held[kernel.PATH_KEYS][len(history)] = hash(tuple(history)) & (1 << 64) - 1

    def _write(self, words: Words, at: int, state: Any, turn: int) -> None:
        for place, value in enumerate((*state, turn)):
            if not isinstance(value, int | np.integer) or not -(1 << 63) <= value < 1 << 64:
                raise BadPosition(
                    _("A field of the state is {value}: every one is a number of 64 bits.").format(
                        value=repr(value)[:40]
                    )
                )
            words[at + place] = int(value) & (1 << 64) - 1

    def raise_fault(self, game: Game) -> None:
        """BadGame, where the last search met rules that break the contract."""
        if int(self.signed[kernel.FAULT]) == kernel.TOO_MANY_MOVES:
            raise BadGame(
                _("{where} lists more than {most} moves: write @game(max_moves=...).").format(
                    where=game.where("moves"), most=game.max_moves
                )
            )
        if int(self.signed[kernel.FAULT]) == kernel.NO_LEGAL_MOVE:
            raise BadGame(
                _(
                    "{where} lists no move in a position where the game is not over: "
                    "end the game there, or write @game(passes=True)."
                ).format(where=game.where("moves"))
            )

    def line(self) -> list[int]:
        """The principal variation that the last search left at its root."""
        length = int(self._held[kernel.LENGTHS][0])
        return [int(move) for move in self._held[kernel.LINES].view(np.uint16)[:length]]

    def counts(self, depth: int) -> list[tuple[int, int]]:
        """What a census found at each ply."""
        found = self._held[kernel.COUNTS]
        return [(int(found[2 * ply]), int(found[2 * ply + 1])) for ply in range(depth + 1)]
