"""The compiled rules of a game, asked one by one about one position after the other.

>>> import tempfile
>>> from pathlib import Path
>>> from coupe import load
>>> from coupe.engine.rehearsal import examined
>>> from coupe.engine.watched import Watched
>>> folder = tempfile.TemporaryDirectory()
>>> rules = Watched(load("tictactoe"), Desk(Path(folder.name)))
>>> examination = Examination(rules, careful=True)
>>> examination.compare(examined(rules, rules.initial(), 0))
"""

import types as python
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numba import carray, njit, uint64, void

from coupe.bits import ALL, squares
from coupe.engine.complaints import complaint
from coupe.engine.desk import ASKABLE, ASKED, COMPILING, HEADER, Desk
from coupe.engine.integers import python_integers
from coupe.engine.native import halves, load_bits, load_word, store_word
from coupe.engine.overflow import Watching
from coupe.engine.rehearsal import Answers
from coupe.engine.returns import first_fault
from coupe.engine.rules import CAREFUL, FAST, Rules, native_rules
from coupe.engine.watched import KNOW_THE_PASS, Fault, Watched, shown
from coupe.errors import BadGame
from coupe.language import _

initial: Any
moves: Any
play: Any
over: Any
result: Any
evaluate: Any
again: Any
irreversible: Any
at_most: Any
symmetry: Any
symmetric_move: Any
load_state: Any
store_state: Any

LISTED: bool
AGAIN: bool
REPEATS: bool
BOUNDED: bool
SYMMETRIES: int
FIELDS: int

LIST_WORDS = 65_536 * 2 // 8

GIVEN = HEADER
OVER = HEADER + 1
SCORE = HEADER + 2
MOST = HEADER + 3
FOUND = HEADER + 4
OUT = HEADER + 5
ROWS = HEADER + 6
START = HEADER + 7
"""Where the first state stands, then the state that is asked about, then its images."""

ASK_INITIAL = ASKABLE.index("initial")
ASK_MOVES = ASKABLE.index("moves")
ASK_PLAY = ASKABLE.index("play")
ASK_OVER = ASKABLE.index("over")
ASK_RESULT = ASKABLE.index("result")
ASK_EVALUATE = ASKABLE.index("evaluate")
ASK_AGAIN = ASKABLE.index("again")
ASK_IRREVERSIBLE = ASKABLE.index("irreversible")
ASK_AT_MOST = ASKABLE.index("at_most")
ASK_SYMMETRY = ASKABLE.index("symmetry")
ASK_SYMMETRIC_MOVE = ASKABLE.index("symmetric_move")


def examine(desk: Any) -> None:
    """Ask every rule about the state on the desk, and about the moves given; compiled."""
    store_word(desk, ASKED, ASK_INITIAL)
    store_state(desk, START, initial())
    s = load_state(desk, START + FIELDS)
    store_word(desk, ASKED, ASK_OVER)
    ended = over(s)
    store_word(desk, OVER, ended)
    if ended:
        store_word(desk, ASKED, ASK_RESULT)
        store_word(desk, SCORE, result(s))
        return
    store_word(desk, ASKED, ASK_EVALUATE)
    store_word(desk, SCORE, evaluate(s))
    if BOUNDED:
        store_word(desk, ASKED, ASK_AT_MOST)
        store_word(desk, MOST, at_most(s))
    store_word(desk, ASKED, ASK_MOVES)
    if LISTED:
        out = carray(halves(load_bits(desk, OUT)), 65_536)
        store_word(desk, FOUND, moves(s, out))
    else:
        store_word(desk, FOUND, moves(s))
    if SYMMETRIES > 1:
        store_word(desk, ASKED, ASK_SYMMETRY)
        for k in range(SYMMETRIES):
            store_state(desk, START + (2 + k) * FIELDS, symmetry(s, k))
    row = load_bits(desk, ROWS)
    for place in range(load_word(desk, GIVEN)):
        at = place * (1 + FIELDS + 2 + SYMMETRIES)
        m = load_word(row, at)
        store_word(desk, ASKED, ASK_PLAY)
        store_state(row, at + 1, play(s, m))
        if AGAIN:
            store_word(desk, ASKED, ASK_AGAIN)
            store_word(row, at + 1 + FIELDS, again(s, m))
        if REPEATS:
            store_word(desk, ASKED, ASK_IRREVERSIBLE)
            store_word(row, at + 2 + FIELDS, irreversible(s, m))
        if SYMMETRIES > 1 and m < 65_535:
            store_word(desk, ASKED, ASK_SYMMETRIC_MOVE)
            for k in range(SYMMETRIES):
                store_word(row, at + 3 + FIELDS + k, symmetric_move(m, k))


Difference = tuple[str, tuple[Any, ...], Any, Any]
"""A function, its arguments, what it gives in Python, what it gives when compiled."""


class Examination:
    """The rules of one game, compiled to be asked; careful, or as fast as a search has them."""

    def __init__(self, rules: Watched, careful: bool) -> None:
        self.rules = rules
        self.game = rules.game
        self.desk: Desk = rules.desk
        self.desk.asks(COMPILING)
        self.desk.moves_on()
        try:
            native = native_rules(self.game, careful)
        except BadGame as error:
            raise Fault(str(error)) from error
        self.fields = len(native.fields)
        self.symmetries = int(native.constants["SYMMETRIES"])
        self.row = 1 + self.fields + 2 + self.symmetries
        rows = (native.constants["MAX_MOVES"] + 1) * self.row
        self.out_at = START + (2 + self.symmetries) * self.fields
        self.rows_at = self.out_at + LIST_WORDS
        self.desk.make_room(self.rows_at + rows)
        fault = first_fault(self.game, native)
        if fault is not None:
            raise Fault(fault)
        self.entry = self._compiled(native, CAREFUL if careful else FAST)

    def _compiled(self, native: Rules, options: dict[str, Any]) -> Any:
        namespace = {
            **globals(),
            **native.constants,
            **native.functions,
            "State": native.constructor,
            "FIELDS": self.fields,
        }
        exec(_moving(native.fields), namespace)
        for name in ("load_state", "store_state"):
            namespace[name] = njit(**options)(namespace[name])
        entry = njit(**options)(python.FunctionType(examine.__code__, namespace))
        with warnings.catch_warnings(), python_integers():
            warnings.simplefilter("ignore")
            try:
                entry.compile(void(uint64))
            except Exception as error:
                raise Fault(complaint(self.game, "", error)) from error
        entry.disable_compile()
        return entry

    def compare(self, plain: Answers) -> None:
        """Fault where the compiled rules do not answer what plain Python has answered."""
        self.rules.looks_at(plain.state, plain.turn)
        words = self.desk.words
        words[GIVEN] = len(plain.children)
        words[OUT] = self.desk.address + 8 * self.out_at
        words[ROWS] = self.desk.address + 8 * self.rows_at
        for place, value in enumerate(plain.state):
            words[START + self.fields + place] = int(value) & ALL
        for place, move in enumerate(plain.played):
            words[self.rows_at + place * self.row] = move
        self.desk.compiled(True)
        try:
            self.entry(self.desk.address)
        except BaseException as error:
            raise Fault(self._stopped(plain, error)) from error
        self.desk.compiled(False)
        for name, arguments, expected, found in self._pairs(plain):
            if expected != found:
                raise Fault(self._sentence(name, arguments, expected, found))

    def _pairs(self, plain: Answers) -> Iterator[Difference]:
        state, words = plain.state, self.desk.words.view(np.int64)
        yield "initial", (), self.game.initial(), self._state_at(START)
        yield "over", (state,), plain.over, bool(words[OVER])
        if plain.over:
            yield "result", (state,), plain.score, int(words[SCORE])
            return
        yield "evaluate", (state,), plain.score, int(words[SCORE])
        if plain.at_most is not None:
            yield "at_most", (state,), plain.at_most, int(words[MOST])
        yield "moves", (state,), plain.moves, self._moves_found()
        for k, image in enumerate(plain.images):
            yield "symmetry", (state, k), image, self._state_at(START + (2 + k) * self.fields)
        for place, move in enumerate(plain.played):
            at = self.rows_at + place * self.row + 1
            yield "play", (state, move), plain.children[place], self._state_at(at)
            at += self.fields
            if plain.again:
                yield "again", (state, move), plain.again[place], bool(words[at])
            if plain.irreversible:
                yield "irreversible", (state, move), plain.irreversible[place], bool(words[at + 1])
            for k, mapped in enumerate(plain.mapped if plain.moves else ()):
                yield "symmetric_move", (move, k), mapped[place], int(words[at + 2 + k])

    def _state_at(self, at: int) -> Any:
        words: Any = self.desk.words[at : at + self.fields]
        kinds = self.rules.kinds
        return self.game.State(
            *(
                int(word) if kind == "u64" else int(np.int64(word))
                for word, kind in zip(words, kinds, strict=True)
            )
        )

    def _moves_found(self) -> list[int]:
        found = int(self.desk.words[FOUND])
        if not self.game.fills_list:
            return squares(found)
        out = self.desk.words[self.out_at : self.out_at + LIST_WORDS].view(np.uint16)
        return [int(move) for move in out[: min(found, 65_536)]]

    def _sentence(self, name: str, arguments: tuple[Any, ...], plain: Any, found: Any) -> str:
        move = arguments[1] if name in KNOW_THE_PASS else None
        forgets = self.rules.forgets_the_pass(name, arguments)
        if forgets is not None:
            return forgets
        return _("{where} gives {plain} in Python and {found} when compiled{at}: {reason}.").format(
            where=self.rules.where(name),
            plain=shown(plain),
            found=shown(found),
            at=self.rules.at(move) if name != "initial" else "",
            reason=self._reason([(name, arguments)]),
        )

    def _stopped(self, plain: Answers, error: BaseException) -> str:
        asked = self.desk.asked
        questions = [(name, args) for name, args in plain.questions(self.game) if name == asked]
        return _(
            "{where} stops with {kind} when compiled{at}, and not in Python: {reason}."
        ).format(
            where=self.rules.where(asked),
            kind=type(error).__name__,
            at=self.rules.at(),
            reason=self._reason(questions),
        )

    def _reason(self, questions: Sequence[tuple[str, tuple[Any, ...]]]) -> str:
        """The likely reason why compiled numbers give something else."""
        for name, arguments in questions:
            overflows = Watching(self.game).overflows(name, arguments)
            if overflows:
                return overflows[0].reason
        return _("compiled numbers have 64 bits, so keep every one of them within")


def _moving(fields: Sequence[str]) -> str:
    """The source of what moves a state of these fields to and from the desk."""
    loads = [
        f"{'load_bits' if field == 'u64' else 'load_word'}(desk, at + {place})"
        for place, field in enumerate(fields)
    ]
    stores = [f"    store_word(desk, at + {place}, s[{place}])" for place in range(len(fields))]
    return "\n".join(
        [
            "def load_state(desk, at):",
            f"    return State({', '.join(loads)})",
            "def store_state(desk, at, s):",
            *stores,
        ]
    )
