"""What the compiler says, in plain sentences: the same for `coupe check` and for a search."""

import threading
from pathlib import Path

import pytest

from coupe import BadGame, load
from coupe.engine.compilation import compiled
from coupe.engine.complaints import complaint, python_kind
from coupe.engine.explain import explained
from coupe.engine.returns import first_fault
from coupe.games.loading import module_of

TEXT = """\
from typing import NamedTuple
from coupe import game, u64

PAIR = (1, (2, 3))
NUMBERS = (1, 2, 4)

class State(NamedTuple):
    stones: u64
    extra: int = 0

HELPERS

@game
class Pile:
    State = State

    def initial():
        return State(5)

    def moves(s):
        return 6 if s.stones > 1 else 2

    def play(s, m):
        PLAY

    def over(s):
        return s.stones == 0

    def result(s):
        RESULT
"""

RESULTS = {
    "a call of all": (
        "return -1 if all((s.stones, 1)) else 0",
        "uses all, which cannot be compiled: write a for loop.",
    ),
    "a generator expression": (
        "return -sum(n for n in NUMBERS)",
        "uses a generator expression, which cannot be compiled: write a for loop.",
    ),
    "int.bit_length": (
        "return -s.stones.bit_length()",
        "uses bit_length, which cannot be compiled: write highest(x) + 1, with highest from coupe.",
    ),
    "bin": (
        "return -bin(s.stones).count('1')",
        "uses bin, which cannot be compiled: write popcount(x), from coupe.",
    ),
    "a method of tuples": (
        "return -NUMBERS.index(1)",
        "uses index, which cannot be compiled: write a for loop.",
    ),
    "reversed": (
        "return -len(reversed(NUMBERS))",
        "uses reversed, which cannot be compiled: write range(last, first - 1, -1).",
    ),
    "an unknown function": (
        "return -len(vars(s))",
        "uses vars, which cannot be compiled: write it with numbers, tuples, if, for and while.",
    ),
    "a class": (
        "class Lost: pass\n        return -1",
        "defines a class, which cannot be compiled: rules work on numbers and tuples.",
    ),
    "an import": (
        "import math\n        return -math.gcd(2, 1)",
        "imports inside a function, which cannot be compiled: "
        "write the import at the top of the file, outside of every function.",
    ),
    "an import of a name": (
        "from math import gcd\n        return -gcd(2, 1)",
        "imports inside a function, which cannot be compiled: "
        "write the import at the top of the file, outside of every function.",
    ),
    "try": (
        "lost = 0\n        try:\n            lost = 1\n"
        "        except ValueError as error:\n            lost = 2\n        return -lost",
        "uses try, which cannot be compiled: test with if beforehand.",
    ),
    "with": (
        "with open('file') as file:\n            return -1",
        "uses with, which cannot be compiled: leave it out.",
    ),
    "del": (
        "lost = -1\n        del lost\n        return -1",
        "uses del, which cannot be compiled: leave it out.",
    ),
    "the walrus": (
        "return -1 if (n := s.stones) == 0 else 0",
        "uses :=, which cannot be compiled: give the variable its value on a line before.",
    ),
    "a list that grows": (
        "found = []\n        return len(found) - 1",
        "starts with an empty list, set or dict, which cannot be compiled: "
        "collect bits in a number, or fill out in moves(s, out).",
    ),
    "a number too large": (
        "return -1 if s.stones != 1 << 70 else 0",
        "uses a number beyond 64 bits, which cannot be compiled: share it out over several fields.",
    ),
    "a tuple out of bounds": (
        "return -NUMBERS[3]",
        "reads an index out of bounds of a tuple: check it against the length first.",
    ),
    "a tuple of different kinds": (
        "return -1 if PAIR[s.stones] else 0",
        "takes an item of a tuple of different kinds of items, which cannot be compiled: "
        "make them all numbers, or all tuples of the same length.",
    ),
    "too few names": (
        "one, two = NUMBERS\n        return -one",
        "unpacks a tuple into another number of names: write as many names as it has items.",
    ),
    "an operation on texts": (
        "return -len('%d' % s.stones)",
        "uses mod on values of type str, int, which cannot be compiled: "
        "write it with numbers, tuples, if, for and while.",
    ),
    "a global that changes": (
        "global NUMBERS\n        NUMBERS = ()\n        return -1",
        "changes a global variable, which cannot be compiled: keep in State whatever changes.",
    ),
    "a variable of several kinds": (
        "found = ()\n        for n in range(3):\n            found = found + (n,)\n        return -1",
        "gives the variable found values of different kinds (tuple): use one variable for each.",
    ),
    "an undefined name": (
        "return -Lost",
        "uses Lost, which is not defined.",
    ),
    "a function of the class": (
        "return -1 if over(s) else 0",
        "uses over, which is defined inside the class Pile: "
        "define it as a function above the class, where all of them can call it.",
    ),
    "the game itself": (
        "return -1 if Pile.over(s) else 0",
        "uses Pile, the game itself, which cannot be compiled: "
        "write what its functions share as a function above the class, and call that.",
    ),
    "a field that there is not": (
        "return -s.lost",
        "uses lost, which is no field of State; it has stones, extra.",
    ),
}

HELPED = {
    "a function of a module": (
        "import beside",
        "return -beside.lost(s)",
        "calls lost through its module, which cannot be compiled: write from beside import lost.",
    ),
    "a function of a module that is not plain": (
        "import time",
        "return -int(time.time())",
        "uses time.time, which cannot be compiled: "
        "write it with numbers, tuples, if, for and while.",
    ),
    "too many arguments": (
        "def lost(s):\n    return 1",
        "return -lost(s, 1)",
        "calls lost with arguments that it does not take: it is lost(s).",
    ),
    "too few arguments": (
        "def lost(s, n):\n    return 1",
        "return -lost(s)",
        "calls lost with arguments that it does not take: it is lost(s, n).",
    ),
    "arguments in a dict": (
        "def lost(**n):\n    return 1",
        "return -lost(n=1)",
        "uses * or ** with arguments, which cannot be compiled: name each of them.",
    ),
    "a function that remembers": (
        "from functools import lru_cache\n\n@lru_cache\ndef lost(s):\n    return 1",
        "return -lost(s)",
        "uses lost (_lru_cache_wrapper), which cannot be compiled: "
        "rules can use numbers, tuples of them and plain functions.",
    ),
    "a class of numbers": (
        "class Cost:\n    LOST = 1",
        "return -Cost.LOST",
        "uses the class Cost, which cannot be compiled: "
        "write its values as plain numbers of the file, such as SIZE = 3.",
    ),
}

PLAYS = {
    "_replace": (
        "return s._replace(stones=s.stones - m)",
        "Pile.play (line 24) uses _replace, which cannot be compiled: "
        "write State(...) with every field.",
    ),
    "a float in a field": (
        "return State((s.stones - m) / 1)",
        "Pile.play (line 24) gives State a value of type float, and a field is a whole number: "
        "write // instead of /.",
    ),
    "a field too many": (
        "return State(s.stones - m, 0, 0)",
        "Pile.play (line 24) calls State with arguments that it does not take: "
        "it is State(stones, extra=0).",
    ),
    "a tuple": (
        "return s.stones - m, 0",
        "Pile.play (line 23) returns tuple on one of its paths, and not a State: "
        "write State(...) with every field.",
    ),
    "now a tuple, now a state": (
        "if m > 1:\n            return State(s.stones - m)\n        return s.stones - m, 0",
        "Pile.play (line 23) returns tuple on one of its paths, and not a State: "
        "write State(...) with every field.",
    ),
    "a tuple or a state": (
        "return State(s.stones - m) if m > 1 else (s.stones - m, 0)",
        "Pile.play (line 23) returns tuple on one of its paths, and not a State: "
        "write State(...) with every field.",
    ),
    "a field that changes": (
        "s.stones -= m\n        return s",
        "Pile.play (line 23) changes a field of a state, and a state never changes: "
        "write State(...) with the new values.",
    ),
}


def fault(folder: Path, helpers: str = "", play: str = "", result: str = "") -> str | None:
    """What is wrong with a game of this text."""
    text = TEXT.replace("HELPERS", helpers).replace("PLAY", play or "return State(s.stones - m)")
    (folder / "beside.py").write_text("def lost(s):\n    return 1\n")
    file = folder / "mine.py"
    file.write_text(text.replace("RESULT", result or "return -1"), "utf-8")
    return first_fault(load(file))


@pytest.mark.parametrize("name", RESULTS)
def test_a_construct_that_cannot_be_compiled(tmp_path: Path, name: str) -> None:
    result, said = RESULTS[name]
    found = fault(tmp_path, result=result) or ""
    where, _space, rest = found.partition(") ")
    assert where.startswith("Pile.result (line 2") or where.startswith("Pile.result (line 3")
    assert rest == said


@pytest.mark.parametrize("name", HELPED)
def test_a_helper_that_cannot_be_called(tmp_path: Path, name: str) -> None:
    helpers, result, said = HELPED[name]
    found = fault(tmp_path, helpers=helpers, result=result) or ""
    assert found.partition(") ")[2] == said


@pytest.mark.parametrize("name", PLAYS)
def test_a_play_that_gives_no_state(tmp_path: Path, name: str) -> None:
    play, sentence = PLAYS[name]
    assert fault(tmp_path, play=play) == sentence


def test_a_helper_is_named_with_who_calls_it(tmp_path: Path) -> None:
    helpers = "def lost(s):\n    return worth(s)\n\ndef worth(s):\n    return s.extra.bit_count()"
    assert fault(tmp_path, helpers=helpers, result="return -lost(s)") == (
        "worth (line 15), called by Pile.result (line 33), uses bit_count, which cannot be "
        "compiled: write popcount(x), from coupe."
    )


def test_a_sound_game_has_no_fault(tmp_path: Path) -> None:
    assert fault(tmp_path) is None


def test_an_evaluation_of_another_file_is_named_as_that_file_has_it(tmp_path: Path) -> None:
    (tmp_path / "ideas.py").write_text("def half(s):\n    return s.me / 2\n")
    game = load("tictactoe").with_evaluation(module_of(str(tmp_path / "ideas.py")).half)
    assert first_fault(game) == (
        "half (ideas.py, line 1) returns float on one of its paths, and not a whole number: "
        "write // instead of /."
    )


def test_a_search_says_the_same(tmp_path: Path) -> None:
    fault(tmp_path, result="return -1 - s.stones.bit_count()")
    with pytest.raises(BadGame, match=r"Pile.result \(line 30\) uses bit_count, which cannot be"):
        compiled(load(tmp_path / "mine.py")).plain_run  # noqa: B018


def test_whatever_comes_is_explained() -> None:
    game = load("tictactoe")
    for error in (KeyError(), RuntimeError("a\nb"), ValueError("Unknown attribute 'x' of type y")):
        found = str(explained(game, error))
        assert found.startswith("TicTacToe")
        assert "\n" not in found
    assert complaint(game, "moves", KeyError("lost")).endswith("cannot be compiled: 'lost'.")


def test_a_fault_is_explained_in_any_thread(tmp_path: Path) -> None:
    found: list[str | None] = []
    thread = threading.Thread(target=lambda: found.append(fault(tmp_path, result="return -1 / 2")))
    thread.start()
    thread.join()
    assert found == [
        "Pile.result (line 29) returns float on one of its paths, and not a whole number: "
        "write // instead of /."
    ]


@pytest.mark.parametrize(
    ("compiled_name", "name"),
    [
        ("Literal[int](-1)", "int"),
        ("uint64", "int"),
        ("float64", "float"),
        ("OptionalType(int64)", "int"),
        ("none", "None"),
        ("UniTuple(int64 x 3)", "tuple"),
        ("State(uint64, int64)", "State"),
        ("list(int64)<iv=[1, 2]>", "list"),
        ("unicode_type", "str"),
    ],
)
def test_kinds_have_the_names_that_python_gives_them(compiled_name: str, name: str) -> None:
    assert python_kind(compiled_name) == name
