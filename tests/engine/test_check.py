"""Each mistake in a game of one's own, and the sentence for it."""

import io
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from coupe import BadFile, BadOption, Finding, UnknownGame, check, load
from coupe.engine import inspection, rehearsal
from coupe.engine.desk import Desk
from coupe.engine.watched import Watched
from coupe.language import choose

EXAMPLES = Path(__file__).parents[2] / "examples"

PILE = """\
from typing import NamedTuple
from coupe import game, popcount, u64

class State(NamedTuple):
    stones: u64
    extra: int = 0

@game
class Pile:
    State = State

    def initial():
        return State(5)

    def moves(s):
        return 6 if s.stones > 1 else 2

    def play(s, m):
        return State(s.stones - m)

    def over(s):
        return s.stones == 0

    def result(s):
        return -1
"""

LISTED = """\
from typing import NamedTuple
from coupe import game, u64

class State(NamedTuple):
    stones: u64

@game(max_moves=2)
class Pile:
    State = State

    def initial():
        return State(5)

    def moves(s, out):
        for m in range(2):
            out[m] = m + 1
        return min(2, s.stones)

    def play(s, m):
        return State(s.stones - m)

    def over(s):
        return s.stones == 0

    def result(s):
        return -1
"""

ROW = """\
from typing import NamedTuple
from coupe import game, popcount, u64

class State(NamedTuple):
    me: u64
    you: u64

def two(marks):
    return marks & marks >> 1 != 0

def turned(marks):
    return (marks & 1) << 3 | (marks & 2) << 1 | marks >> 1 & 2 | marks >> 3

@game(symmetries=2)
class Row:
    State = State

    def initial():
        return State(0, 0)

    def moves(s):
        return 15 ^ (s.me | s.you)

    def play(s, m):
        return State(s.you, s.me | 1 << m)

    def over(s):
        return two(s.you) or s.me | s.you == 15

    def result(s):
        return -1 if two(s.you) else 0

    def evaluate(s):
        return 0

    def symmetry(s, k):
        return State(turned(s.me), turned(s.you)) if k else s

    def symmetric_move(m, k):
        return 3 - m if k else m
"""

PASSING = """\
from typing import NamedTuple
from coupe import PASS, game, u64

class State(NamedTuple):
    me: u64
    you: u64

@game(passes=True)
class Row:
    State = State

    def initial():
        return State(0, 0)

    def moves(s):
        return 0 if s.you == 1 else 15 ^ (s.me | s.you)

    # Whoever meets a single stone on the first square must pass.
    def play(s, m):
        if m == PASS:
            return State(s.you, s.me)
        return State(s.you, s.me | 1 << m)

    def over(s):
        return s.me | s.you == 15

    def result(s):
        return -1
"""

START = "in the position stones=5 extra=0 turn=1"
LAST = "in the position stones=0 extra=0 turn=2"

RETURN = "        return -1\n"
"""The last line of `result`."""


def sentences(folder: Path, base: str, changes: Mapping[str, str]) -> list[str]:
    """What is found in a game of this text, with these changes."""
    file = folder / "mine.py"
    for old, new in changes.items():
        assert old in base
        base = base.replace(old, new)
    file.write_text(base, "utf-8")
    (folder / "beside.py").write_text("def lost(s):\n    return -1 // s.stones\n")
    findings = check(file)
    assert all(finding.error for finding in findings)
    return [finding.sentence for finding in findings]


CONTRACT = {
    "a missing function": (
        {"    def over(s):\n        return s.stones == 0\n": ""},
        "Pile (line 10) has no over: write def over(s): return True or False.",
    ),
    "a misspelt function": (
        {"def result": "def resutl"},
        "Pile.resutl (line 24) is not a name of the contract and result is missing: "
        "did you mean result?",
    ),
    "a field of another type": (
        {"extra: int = 0": "extra: str = ''"},
        "Pile.State (line 6): the field extra is neither u64 nor int: write extra: u64.",
    ),
    "a decorated function": (
        {"    def play(s, m)": "    @staticmethod\n    def play(s, m)"},
        "Pile.play (line 18) is decorated; the functions of a game are plain: "
        "remove the decorator.",
    ),
    "an option that there is not": (
        {"@game": "@game(pases=True)"},
        "Pile (line 10): @game has no option pases: did you mean passes?",
    ),
    "an option of another kind": (
        {"@game": "@game(symmetries='2')"},
        "Pile (line 10): symmetries is '2'; write a number from 1 to 64.",
    ),
    "a syntax error": (
        {"def moves(s):": "def moves(s:"},
        "mine.py, line 15: '(' was never closed.",
    ),
}

KINDS = {
    "a float": (
        {"return -1": "return -1 / 2"},
        "Pile.result (line 24) returns -0.5 (float) and not a whole number: write // instead of /.",
    ),
    "nothing": (
        {"return -1": "pass"},
        "Pile.result (line 24) returns None and not a whole number: "
        "end every path through it with a return.",
    ),
    "a number for a truth": (
        {"s.stones == 0": "s.stones"},
        "Pile.over (line 21) returns 5 (int) and not True or False: compare, as in x != 0.",
    ),
    "a truth for a number": (
        {"return -1": "return s.stones > 0"},
        "Pile.result (line 24) returns False (bool) and not a whole number: return a number.",
    ),
    "a list of moves": (
        {"return 6 if s.stones > 1 else 2": "return [1, 2]"},
        "Pile.moves (line 15) returns [1, 2] (list) and not a whole number: return a number with "
        "a bit for each move, or fill a list with moves(s, out).",
    ),
    "a tuple for a state": (
        {"State(s.stones - m)": "(s.stones - m, 0)"},
        "Pile.play (line 18) returns (4, 0) (tuple) and not a State: "
        "write State(...) with every field.",
    ),
    "a float on a path not taken": (
        {"return -1": "return 0.5 if s.extra else -1"},
        "Pile.result (line 24) returns float on one of its paths, and not a whole number: "
        "write // instead of /.",
    ),
    "nothing on a path not taken": (
        {"return -1": "if s.extra == 0:\n            return -1"},
        "Pile.result (line 24) returns None on one of its paths, and not a whole number: "
        "end every path through it with a return.",
    ),
}

STATES = {
    "a float": (
        {"State(s.stones - m)": "State(s.stones - m, m / 2)"},
        "Pile.play (line 18) returns a State whose field extra is 0.5 (float) and not a whole "
        "number: write // instead of /.",
    ),
    "nothing": (
        {"State(s.stones - m)": "State(s.stones - m, None)"},
        "Pile.play (line 18) returns a State whose field extra is None and not a whole number: "
        "give it a number.",
    ),
    "a list": (
        {"State(5)": "State(5, [1, 2])"},
        "Pile.initial (line 12) returns a State whose field extra is a list, which could be "
        "changed behind the game's back: pack it into the bits of whole numbers.",
    ),
    "a negative u64": (
        {"State(s.stones - m)": "State(s.stones - 2 * m)"},
        "Pile.play (line 18) returns a State whose field stones is -1, and u64 goes from 0 to "
        "2**64 - 1: cut it with & to the bits that are meant, or declare it int.",
    ),
    "a number beyond 64 bits": (
        {"State(s.stones - m)": "State(s.stones - m, 1 << 63)"},
        "Pile.play (line 18) returns a State whose field extra is 9223372036854775808, and int "
        "goes from -2**63 to 2**63 - 1: cut it with & to the bits that are meant.",
    ),
    "a field that changes": (
        {"return State(s.stones - m)": "s.stones -= m\n        return s"},
        f"Pile.play (line 19) changes a field of a state {START}, and a state never changes: "
        "write State(...) with the new values.",
    ),
    "a field that there is not": (
        {"s.stones == 0": "s.stone == 0"},
        "Pile.over (line 22) uses stone, which is no field of State: did you mean stones?",
    ),
}

UNSUPPORTED = {
    "an import": (
        {RETURN: "        import math\n        return -math.gcd(2, 1)\n"},
        "Pile.result (line 25) imports inside a function, which cannot be compiled: "
        "write the import at the top of the file, outside of every function.",
    ),
    "a function of a module that cannot be compiled": (
        {"@game": "import time\n\n@game", RETURN: "        time.sleep(0)\n" + RETURN},
        "Pile.result (line 27) uses time.sleep, which cannot be compiled: "
        "write it with numbers, tuples, if, for and while.",
    ),
    "a generator expression": (
        {"s.stones == 0": "any(s.stones == n for n in (0, 9))"},
        "Pile.over (line 22) uses a generator expression, which cannot be compiled: "
        "write a for loop.",
    ),
    "int.bit_count": (
        {"return -1": "return -1 - s.stones.bit_count()"},
        "Pile.result (line 25) uses bit_count, which cannot be compiled: "
        "write popcount(x), from coupe.",
    ),
    "a list of the file": (
        {"return -1": "return LOST[0]", "@game": "LOST = [-1]\n\n@game"},
        "Pile.result (line 27): LOST is a list, which compiled rules cannot read: "
        "write a tuple (of numbers) instead.",
    ),
}

FAILURES = {
    "an index out of bounds": (
        {"return -1": "return (-1, -2)[2 + s.stones]"},
        f"Pile.result (line 25) goes out of the bounds of a list or tuple {LAST}: "
        "check the index first.",
    ),
    "a division by zero": (
        {"return -1": "return -1 // s.stones"},
        f"Pile.result (line 25) divides by zero {LAST}: test the divisor first.",
    ),
    "a division by zero in a helper": (
        {
            "@game": "def lost(s):\n    return -1 // s.stones\n\n@game",
            "return -1\n": "return lost(s)\n",
        },
        f"lost (line 9), called by Pile.result (line 27), divides by zero {LAST}: "
        "test the divisor first.",
    ),
    "a division by zero in another file": (
        {"@game": "from beside import lost\n\n@game", "return -1": "return lost(s)"},
        f"lost (beside.py, line 2), called by Pile.result (line 26), divides by zero {LAST}: "
        "test the divisor first.",
    ),
    "a negative shift": (
        {"return -1": "return -(1 << s.stones - 1)"},
        f"Pile.result (line 25) shifts by a negative number {LAST}: test the number first.",
    ),
    "a name that is not defined": (
        {"return -1": "return -popcuont(s.stones)"},
        "Pile.result (line 25) uses popcuont, which is not defined: did you mean popcount?",
    ),
    "a helper inside the class": (
        {RETURN: "        return lost(s)\n\n    def lost(s):\n        return -1\n"},
        "Pile.result (line 25) uses lost, which is defined inside the class Pile: "
        "define it as a function above the class, where all of them can call it.",
    ),
    "a variable without a value": (
        {"return -1": "if s.extra:\n            lost = -1\n        return lost"},
        "Pile.result (line 27) stops with UnboundLocalError (cannot access local variable 'lost' "
        f"where it is not associated with a value) {LAST}: "
        "a rule answers in every position that can come up.",
    ),
    "a call without end": (
        {"@game": "def lost(s):\n    return lost(s)\n\n@game", "return -1": "return lost(s)"},
        f"lost (line 9), called by Pile.result (line 27), calls itself without end {LAST}: "
        "give it a path that returns without a call.",
    ),
    "an exit": (
        {RETURN: "        raise SystemExit(3)\n"},
        f"Pile.result (line 25) stops with SystemExit (3) {LAST}: "
        "a rule answers in every position that can come up.",
    ),
}

PLAY = {
    "a game that is over before it begins": (
        {"s.stones == 0": "s.stones <= 5"},
        "Pile.over (line 21) says that the game is over in the state that Pile.initial (line 12) "
        "returns, before any move: begin with a state from which there is a game to play.",
    ),
    "an estimate that is larger than a win": (
        {RETURN: RETURN + "\n    def evaluate(s):\n        return s.stones - 3\n"},
        f"Pile.evaluate (line 27) returns 2 {START}, and Pile.result (line 24) never more than 1 "
        "in 200 random games: the estimate would outrank a win that is proved, so keep it from "
        "-1 to 1, or make a win worth more, up to 32000.",
    ),
    "a rule that prints": (
        {
            "@game": "def said(s):\n    print(s)\n    return 1\n\n@game",
            "return -1\n": "return -said(s)\n",
        },
        "said (line 9), called by Pile.result (line 28), prints, and a rule only computes: "
        "leave print out.",
    ),
    "no legal move": (
        {"s.stones > 1 else 2": "s.stones > 1 else 0"},
        "Pile.moves (line 15) lists no move in the position stones=1 extra=0 turn=1, and Pile.over "
        "(line 21) says that the game is not over: end the game there, or write "
        "@game(passes=True).",
    ),
    "a game without end": (
        {"State(s.stones - m)": "State(s.stones)"},
        "Pile.over (line 21) has not ended a random game of 10,000 plies: end the game there, or "
        "write irreversible(s, m), so that a repeated position is a draw.",
    ),
    "a result outside the range": (
        {"return -1": "return -32001"},
        f"Pile.result (line 24) returns -32001 {LAST}: a score is from -32000 to 32000.",
    ),
    "an evaluation outside the range": (
        {RETURN: RETURN + "\n    def evaluate(s):\n        return 40000\n"},
        f"Pile.evaluate (line 27) returns 40000 {START}: a score is from -32000 to 32000.",
    ),
    "a bound that is broken": (
        {RETURN: RETURN + "\n    def at_most(s):\n        return 0\n"},
        f"Pile.at_most (line 27) returns 0 {START}, and a game from there has ended with 1 for "
        "the side to move: return the most that can be reached.",
    ),
    "a bit beyond 64": (
        {"return 6 if": "return 1 << 64 if"},
        f"Pile.moves (line 15) returns 2**64 {START}, which has bits beyond the 64 that there "
        "are: cut it with &, or fill a list with moves(s, out).",
    ),
    "a rule that remembers": (
        {
            "@game": "ASKED = []\n\n@game",
            "return 6 if": "ASKED.append(s)\n        return 6 if len(ASKED) % 2 and",
        },
        f"Pile.moves (line 17) gives [1, 2] and, asked again, [1] {START}: a rule depends on its "
        "arguments alone, so keep in State whatever changes.",
    ),
}

LISTS = {
    "one move more than it has listed": (
        {"min(2, s.stones)": "3"},
        "Pile.moves (line 14) returns 3 in the position stones=5 turn=1, and has filled 2 places "
        "of its list: return as many as it fills.",
    ),
    "too many moves": (
        {"range(2)": "range(3)", "min(2, s.stones)": "3"},
        "Pile.moves (line 14) lists 3 moves in the position stones=5 turn=1, and there can be 2: "
        "write @game(max_moves=3).",
    ),
    "fewer moves than it says": (
        {"range(2)": "range(1)"},
        "Pile.moves (line 14) returns 2 in the position stones=5 turn=1, and has filled 1 place "
        "of its list: return as many as it fills.",
    ),
    "a negative count": (
        {"min(2, s.stones)": "-1"},
        "Pile.moves (line 14) returns -1 in the position stones=5 turn=1: "
        "return how many moves it has listed.",
    ),
    "a move twice": (
        {"= m + 1": "= 1"},
        "Pile.moves (line 14) lists the move 1 twice in the position stones=5 turn=1: "
        "list it once.",
    ),
    "a move that is too large": (
        {"= m + 1": "= m + 65535"},
        "Pile.moves (line 14) lists the move 65535 in the position stones=5 turn=1: "
        "a move is from 0 to 65534.",
    ),
    "a list that grows": (
        {"out[m] = m + 1": "out.append(m + 1)"},
        "Pile.moves (line 14) makes its list longer or shorter: write out[count] = m and "
        "count += 1, and return count.",
    ),
    "far beyond the list": (
        {"out[m]": "out[m + 5000]"},
        "Pile.moves (line 16) goes out of the bounds of a list or tuple in the position stones=5 "
        "turn=1: check the index first.",
    ),
}

BOTH = "Row.symmetry (line 36) and Row.symmetric_move (line 39) do not match: for k=1"

SYMMETRIES = {
    "the moves are not mirrored": (
        {"3 - m if k else m": "m"},
        f"{BOTH} for the move 0 in the position me=0 you=0 turn=1, playing and then mirroring "
        "gives State(me=0, you=8), and mirroring and then playing 0 gives State(me=0, you=1).",
    ),
    "the moves are other moves": (
        {"3 - m if k else m": "m + 4 * k"},
        f"{BOTH} in the position me=0 you=0 turn=1, the mirrored state has the moves 0 1 2 3, and "
        "the mirrored moves are 4 5 6 7.",
    ),
    "the state is always mirrored": (
        {" if k else s": ""},
        "Row.symmetry (line 36) makes State(me=0, you=8) of State(me=0, you=1) with k=0: number 0 "
        "is the identity, so return s for it.",
    ),
    "the move is always mirrored": (
        {"3 - m if k else m": "3 - m"},
        "Row.symmetric_move (line 39) makes 3 of the move 0 with k=0: number 0 is the identity, "
        "so return m for it.",
    ),
    "an evaluation that is not symmetric": (
        {"return 0\n": "return popcount(s.me & 3)\n"},
        "Row.evaluate (line 33) gives 0 in the position me=8 you=2 turn=1, and 1 for the state "
        "that symmetry makes of it with k=1: what is symmetric has the same value.",
    ),
}

COMPILED = {
    "a shift beyond 64 bits": (
        PILE,
        {"else 2": "else 2 | 1 << s.stones + 63 >> 80"},
        "Pile.moves (line 16) shifts by 64 in the position stones=1 extra=0 turn=1, in "
        "1 << s.stones + 63, and a compiled number has 64 bits: test the number before.",
    ),
    "a product beyond 64 bits": (
        PILE,
        {"extra: int = 0": "extra: u64 = 1 << 63", RETURN: RETURN + "\n    def evaluate(s):\n"
         "        return s.extra * 4 >> 55\n"},
        "Pile.evaluate (line 27) gives 1024 in Python and -1024 when compiled in the position "
        "stones=5 extra=9223372036854775808 turn=1: s.extra * 4 (line 28) is 2**65, and a compiled "
        "number has 64 bits: cut it with & before it grows.",
    ),
    "a difference that is negative": (
        ROW,
        {"-1 if two(s.you)": "(-1 if s.me - s.you < 0 else -2) if two(s.you)"},
        "Row.result (line 30) gives -1 in Python and -2 when compiled in the position me=2 you=12 "
        "turn=2: s.me - s.you (line 31) is -10, and compiled the difference of two u64 is never "
        "negative: compare them before, or declare the fields int.",
    ),
    "an index that is out of bounds when compiled": (
        ROW,
        {"-1 if two(s.you)": "(-1, -2)[max(0, s.me - s.you) >> 60] if two(s.you)"},
        "Row.result (line 30) stops with IndexError when compiled in the position me=2 you=12 "
        "turn=2, and not in Python: s.me - s.you (line 31) is -10, and compiled the difference of "
        "two u64 is never negative: compare them before, or declare the fields int.",
    ),
    "a loop that ends in Python alone": (
        PILE,
        {RETURN: "        n = (s.stones + 1 << 63) - 1 + 1\n        while n != 0:\n"
         "            n = n >> 1\n        return -1\n"},
        f"Pile.result (line 24) never returns when compiled {LAST}, and it does in Python: "
        "compiled numbers have 64 bits, so end its loop whatever becomes of bit 63.",
    ),
    "calls that end in Python alone": (
        ROW,
        {"@game": "def deep(a, b):\n    return 0 if a - b < 0 or b - a < 0 else 1 + (deep(a, b) ^ "
         "3 * deep(b, a))\n\n@game", "-1 if two(s.you)": "-1 - deep(s.me, s.you) if two(s.you)"},
        "Row.result (line 33) crashes when compiled in the position me=9 you=6 turn=1 (SIGSEGV), "
        "and not in Python: it calls itself without end.",
    ),
}  # fmt: skip

DANGERS = {
    "a loop without end": (
        {"return 6 if": "while s.stones > 1:\n            pass\n        return 6 if"},
        f"Pile.moves (line 16) never returns {START}: after 2 seconds it is still there; "
        "give its loop an end.",
    ),
    "a computation without end that lets nothing else run": (
        {"return -1": "return -len(str(9**9**8))"},
        f"Pile.result (line 25) never returns {LAST}: after 2 seconds it is still there; "
        "give its loop an end.",
    ),
    "the end of the process": (
        {"@game": "import os\n\n@game", "return -1": "os._exit(0)"},
        f"Pile.result (line 26) ends the whole process {LAST} (exit code 0): a rule only computes.",
    ),
    "a crash": (
        {"@game": "import ctypes\n\n@game", "return -1": "return ctypes.string_at(0)[0]"},
        f"Pile.result (line 27) ends the whole process {LAST} (SIGSEGV): a rule only computes.",
    ),
    "all the memory": (
        {"return -1": "return -len([0] * 10**10)"},
        f"Pile.result (line 25) asks for more memory than there is {LAST}: "
        "a state and what is computed from it are a few numbers.",
    ),
    "the end of the process on loading": (
        {"@game": "import os\nos._exit(3)\n\n@game"},
        "mine.py: loading the file ends the whole process (exit code 3).",
    ),
}

NOTATIONS = {
    "a board that is none": (
        "    def draw(s):\n        return [1, 2]\n",
        "Pile.draw (line 27) must return rows of texts, one text for each cell of the board.",
    ),
    "a number for cells": (
        "    def cells(s, m):\n        return m\n",
        "Pile.cells (line 27) returns 1 for the move 1 in the position stones=5 extra=0 turn=1: "
        "return the cells that the move touches, each as a row and a column, both counted from 0, "
        "as in [(0, 2)].",
    ),
    "a cell that is no pair": (
        "    def cells(s, m):\n        return [(0, m), (m,)]\n",
        "Pile.cells (line 27) returns [(0, 1), (1,)] for the move 1 in the position stones=5 "
        "extra=0 turn=1: return the cells that the move touches, each as a row and a column, both "
        "counted from 0, as in [(0, 2)].",
    ),
    "names that are the same": (
        "    def name(s, m):\n        return 'x'\n",
        f"Pile.name (line 27) gives the name x to both moves 1 and 2 {START}: "
        "each move needs a name of its own.",
    ),
    "names that cannot be read back": (
        "    def name(s, m):\n        return f' {m}'\n",
        f"Pile.name (line 27) gives the move 1 the name ' 1' {START}, which cannot be read back: "
        "a name is not empty and has no spaces around it.",
    ),
    "a name that is no text": (
        "    def name(s, m):\n        return m\n",
        "Pile.name (line 27) returns 1 (int) and not a text: return it on every path.",
    ),
    "a parse that stops": (
        "    def parse(s, text):\n        return {'1': 1}[text]\n",
        "Pile.parse (line 28) stops with KeyError for the text '': "
        "raise ValueError for what it cannot read.",
    ),
    "a parse that reads another move": (
        "    def parse(s, text):\n        return 1\n",
        f"Pile.parse (line 27) reads 2 as 1 {START}, and it names the move 2.",
    ),
    "a show that stops": (
        "    def show(s):\n        return 'abcde'[s.stones]\n",
        f"Pile.show (line 28) goes out of the bounds of a list or tuple {START}: "
        "check the index first.",
    ),
    "cells that are no texts": (
        "    def draw(s):\n        return [['a', s.stones]]\n",
        "Pile.draw (line 27) must return rows of texts, one text for each cell of the board.",
    ),
    "a cell outside the board": (
        "    def draw(s):\n        return [['a', '']]\n\n"
        "    def cells(s, m):\n        return [(0, m)]\n",
        "Pile.cells (line 30) names the cell (0, 2) for the move 2 in the position stones=5 "
        "extra=0 turn=1, which draw does not have: a cell is a row and a column, both counted "
        "from 0.",
    ),
    "a position that nothing reads": (
        "    def write(s, turn):\n        return str(s.stones)\n",
        "Pile.write (line 27) writes positions, and nothing reads them: add def read(text).",
    ),
    "a position that is not read back": (
        "    def write(s, turn):\n        return f'{s.stones} left'\n\n"
        "    def read(text):\n        return State(int(text)), 0\n",
        "Pile.read (line 30): a position is written as '5 left', which is not read back in the "
        "position 5 left: 5 left is not a position of {path}: invalid literal for int() with base "
        "10: '5 left'.",
    ),
    "a text of another position": (
        "    def write(s, turn):\n        return str(s.stones)\n\n"
        "    def read(text):\n        return State(int(text)), 0\n",
        "Pile.read (line 30): a position is written as '3', which is read back as another in the "
        "position 3: write what read understands, and every field of it.",
    ),
    "a read that forgets the turn": (
        "    def write(s, turn):\n        return str(s.stones)\n\n"
        "    def read(text):\n        return State(int(text))\n",
        "Pile.read (line 30) returns State(stones=0, extra=0) for the text '0': "
        "return State(...), turn, or None for what is not a position.",
    ),
    "a read that stops": (
        "    def read(text):\n        return {}[text], 0\n",
        "Pile.read (line 28) stops with KeyError for the text '': "
        "raise ValueError for what it cannot read.",
    ),
}


PASSES = {
    "in Python": (
        {"if m == PASS:": "if m == 64:"},
        "Row.play (line 19) is given the pass in the position me=0 you=1 turn=2, and takes it for "
        "a move: begin it with if m == PASS: return State(...), with PASS from coupe.",
    ),
    "when compiled alone": (
        {"if m == PASS:\n            return": "if m == 64:\n            return", "1 << m": "1 << m & 15"},
        "Row.play (line 19) is given the pass in the position me=4 you=1 turn=1, and takes it for "
        "a move: begin it with if m == PASS: return State(...), with PASS from coupe.",
    ),
    "to say who moves next": (
        {"    def over": "    def again(s, m):\n        return s.me >> m & 2 != 0\n\n    def over"},
        "Row.again (line 24) is given the pass in the position me=4 you=1 turn=1, and takes it "
        "for a move: begin it with if m == PASS: return False, with PASS from coupe.",
    ),
    "and something else is wrong": (
        {"return State(s.you, s.me)": "return State(s.you, -1)"},
        "Row.play (line 19) returns a State whose field you is -1, and u64 goes from 0 to "
        "2**64 - 1: cut it with & to the bits that are meant, or declare it int.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTRACT)
def test_the_contract(tmp_path: Path, name: str) -> None:
    changes, sentence = CONTRACT[name]
    found = sentences(tmp_path, PILE, changes)
    assert [line.replace(str(tmp_path) + os.sep, "") for line in found] == [sentence]


@pytest.mark.parametrize("name", KINDS)
def test_a_wrong_return(tmp_path: Path, name: str) -> None:
    changes, sentence = KINDS[name]
    assert sentences(tmp_path, PILE, changes) == [sentence]


@pytest.mark.parametrize("name", STATES)
def test_a_wrong_state(tmp_path: Path, name: str) -> None:
    changes, sentence = STATES[name]
    assert sentences(tmp_path, PILE, changes) == [sentence]


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_what_cannot_be_compiled(tmp_path: Path, name: str) -> None:
    changes, sentence = UNSUPPORTED[name]
    assert sentences(tmp_path, PILE, changes) == [sentence]


@pytest.mark.parametrize("name", FAILURES)
def test_a_rule_that_fails(tmp_path: Path, name: str) -> None:
    changes, sentence = FAILURES[name]
    assert sentences(tmp_path, PILE, changes) == [sentence]


@pytest.mark.parametrize("name", PLAY)
def test_rules_that_make_no_game(tmp_path: Path, name: str) -> None:
    changes, sentence = PLAY[name]
    assert sentences(tmp_path, PILE, changes) == [sentence]


@pytest.mark.parametrize("name", PASSES)
def test_a_pass_that_is_taken_for_a_move(tmp_path: Path, name: str) -> None:
    changes, sentence = PASSES[name]
    assert sentences(tmp_path, PASSING, changes) == [sentence]


@pytest.mark.parametrize("name", LISTS)
def test_a_wrong_list_of_moves(tmp_path: Path, name: str) -> None:
    changes, sentence = LISTS[name]
    assert sentences(tmp_path, LISTED, changes) == [sentence]


@pytest.mark.parametrize("name", SYMMETRIES)
def test_a_symmetry_that_does_not_match(tmp_path: Path, name: str) -> None:
    changes, sentence = SYMMETRIES[name]
    assert sentences(tmp_path, ROW, changes) == [sentence]


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_run_that_differs(tmp_path: Path, name: str) -> None:
    base, changes, sentence = COMPILED[name]
    assert sentences(tmp_path, base, changes) == [sentence]


@pytest.mark.parametrize("name", DANGERS)
def test_nothing_harms_the_caller(tmp_path: Path, name: str) -> None:
    changes, sentence = DANGERS[name]
    found = sentences(tmp_path, PILE, changes)
    assert [line.replace(str(tmp_path) + os.sep, "") for line in found] == [sentence]


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_notation_that_is_not_read_back(tmp_path: Path, name: str) -> None:
    functions, sentence = NOTATIONS[name]
    found = sentences(tmp_path, PILE + "\n" + functions, {})
    assert found == [sentence.replace("{path}", str(tmp_path / "mine.py"))]


def test_what_a_rule_prints_is_not_seen(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert sentences(tmp_path, PILE, {RETURN: "        print('hello')\n" + RETURN}) == [
        "Pile.result (line 25) prints, and a rule only computes: leave print out."
    ]
    assert capfd.readouterr() == ("", "")


def test_a_slow_rule_does_not_hold_the_check_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "MOST_SECONDS", 0.05)
    file = tmp_path / "mine.py"
    file.write_text("import time\n" + PILE.replace("return s.stones == 0", "time.sleep(0.02)\n"
                    "        return s.stones == 0"), "utf-8")  # fmt: skip
    rules = Watched(load(file), Desk(tmp_path))
    played = rehearsal.rehearse(rules, 200, 0)
    assert not played.in_time
    assert len(played.lines) < rehearsal.FEWEST_GAMES
    report = io.StringIO()
    inspection._Inspection(tmp_path, report)._slow(rules, played)
    kind, (is_error, sentence) = json.loads(report.getvalue())
    assert (kind, is_error) == ("finding", False)
    assert re.match(
        r"Pile\.over \(line 22\) is slow: \d\.\d{3} s a call in Python, so there was time for \d",
        sentence,
    )


def test_a_quick_game_is_rehearsed_in_time(tmp_path: Path) -> None:
    played = rehearsal.rehearse(Watched(load("tictactoe"), Desk(tmp_path)), 20, 0)
    assert played.in_time
    assert len(played.lines) == 20


@pytest.mark.parametrize("spec", ["othello", f"{EXAMPLES / 'kalah.py'}:4x9", "connect4:9x6"])
def test_an_estimate_of_a_margin_may_be_larger_than_the_margins_seen(
    tmp_path: Path, spec: str
) -> None:
    rules = Watched(load(spec), Desk(tmp_path))
    for seed in range(3):
        inspection._outranks(rules, rehearsal.rehearse(rules, 30, seed))


def test_a_result_from_the_wrong_side(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PILE.replace("return -1", "return 1"))
    assert check(file) == [
        Finding(
            False,
            "Pile.result (line 24) makes whoever moved last lose, in all 200 random games that "
            "were won: it returns the score of the side to move, which is the other player; if "
            "completing a line does lose, write @game(misere=True).",
        )
    ]
    file.write_text(file.read_text().replace("@game", "@game(misere=True)"))
    assert check(file) == []


def test_a_game_that_nobody_wins(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PILE.replace("return -1", "return 0"))
    assert check(file) == [
        Finding(
            False,
            "Pile.result (line 24) returned 0 in all 200 random games: "
            "does it tell a won game from a draw?",
        )
    ]


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "connect4",
        "connect4:5x4",
        "othello",
        "othello:4x4",
        *(str(file) for file in sorted(EXAMPLES.glob("*.py"))),
        f"{EXAMPLES / 'breakthrough.py'}:5x5",
    ],
)
def test_the_games_that_are_here(spec: str) -> None:
    assert check(spec, games=60) == []


def test_a_loaded_game_is_checked_with_its_parameters(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = PILE.replace("State(5)", "State(PILE)").replace(
        "return -1", "return -1 - 0 // (PILE - 6)"
    )
    text = text.replace("@game", "PILE = parameter('pile', 5)\n\n@game")
    file.write_text(text.replace("import game", "import game, parameter"))
    assert check(load(file)) == []
    (found,) = check(load(f"{file}:6"))
    assert found.sentence.startswith("Pile.result (line 27) divides by zero in the position")


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownGame, match="did you mean connect4"):
        check("conect4")
    with pytest.raises(BadOption, match="0 games show nothing"):
        check("connect4", games=0)


def test_a_file_that_is_not_read_is_no_finding(tmp_path: Path) -> None:
    (tmp_path / "mine.py").mkdir()
    with pytest.raises(BadFile, match=r"mine.py cannot be read: Is a directory\."):
        check(tmp_path / "mine.py")


def test_numbers_are_in_the_language_of_the_caller(tmp_path: Path) -> None:
    choose("fr")
    (sentence,) = sentences(tmp_path, PILE, PLAY["a game without end"][0])
    assert "10\u202f000" in sentence


def test_sentences_are_in_the_language_of_the_caller(tmp_path: Path) -> None:
    choose("fr")
    (sentence,) = sentences(tmp_path, PILE, CONTRACT["a misspelt function"][0])
    assert "n'est pas un nom du contrat" in sentence
