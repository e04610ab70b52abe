"""What a game is: a class of plain functions, marked `@game`.

>>> from typing import NamedTuple
>>> from coupe import game, u64
>>> class Pile(NamedTuple):
...     stones: u64
>>> @game
... class TakeOneOrTwo:
...     State = Pile
...     def initial():     return Pile(5)
...     def moves(s):      return 6 if s.stones > 1 else 2      # a bit a move: take 1, take 2
...     def play(s, m):    return Pile(s.stones - m)
...     def over(s):       return s.stones == 0
...     def result(s):     return -1                            # the other took the last stone
>>> TakeOneOrTwo.legal_moves(Pile(1))
[1]
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from coupe.bits import squares
from coupe.errors import BadGame, BadOption
from coupe.language import _

if TYPE_CHECKING:
    from coupe.position import Position

PASS = 65_535
"""The move of a player who has none, in a game with `passes=True`; every other move is below it."""

MAX_SCORE = 32_000
"""No result and no evaluation is outside -MAX_SCORE .. MAX_SCORE."""

MOST_SYMMETRIES = 64
"""More than any board has, and each of them is tried in every position."""

SHIPPED = "coupe.games."
"""What comes before the name of a shipped game in the name of its module."""

ARITIES: Mapping[str, tuple[int, ...]] = {
    "initial": (0,),
    "moves": (1, 2),
    "play": (2,),
    "over": (1,),
    "result": (1,),
    "evaluate": (1,),
    "again": (2,),
    "irreversible": (2,),
    "at_most": (1,),
    "symmetry": (2,),
    "symmetric_move": (2,),
    "name": (2,),
    "parse": (2,),
    "show": (1, 2),
    "draw": (1, 2),
    "cells": (2,),
    "read": (1,),
    "write": (1, 2),
}
"""Every function of the contract, with the numbers of arguments it may take."""

REQUIRED = ("initial", "moves", "play", "over", "result")
COMPILED = (
    *REQUIRED,
    "evaluate",
    "again",
    "irreversible",
    "at_most",
    "symmetry",
    "symmetric_move",
)

BEYOND = {
    "chance": "chance",
    "chances": "chance",
    "chance_outcomes": "chance",
    "roll": "chance",
    "deal": "chance",
    "shuffle": "chance",
    "observe": "hidden information",
    "observation": "hidden information",
    "information_state": "hidden information",
}
"""Names that other libraries give to what this contract cannot express."""


class Game:
    """A game: its rules as plain functions, its options, its notation.

    >>> from coupe import load
    >>> connect4 = load("connect4")
    >>> connect4.legal_moves(connect4.initial())
    [0, 7, 14, 21, 28, 35, 42]
    """

    State: type[Any]
    initial: Callable[[], Any]
    moves: Callable[..., int]
    play: Callable[[Any, int], Any]
    over: Callable[[Any], bool]
    result: Callable[[Any], int]
    evaluate: Callable[[Any], int]
    again: Callable[[Any, int], bool] | None
    irreversible: Callable[[Any, int], bool] | None
    at_most: Callable[[Any], int] | None
    symmetry: Callable[[Any, int], Any] | None
    symmetric_move: Callable[[int, int], int] | None
    name: Callable[[Any, int], str] | None
    parse: Callable[[Any, str], int] | None
    show: Callable[..., str] | None
    draw: Callable[..., Sequence[Sequence[str]]] | None
    cells: Callable[[Any, int], Sequence[tuple[int, int]]] | None
    read: Callable[[str], tuple[Any, int] | None] | None
    write: Callable[..., str] | None

    def __init__(
        self,
        cls: type,
        *,
        passes: bool,
        max_moves: int,
        misere: bool,
        symmetries: int,
        players: Sequence[str],
        unit: str,
        transcripts: bool,
        parameters: Mapping[str, int],
    ) -> None:
        self.title = cls.__name__
        shipped = cls.__module__.startswith(SHIPPED)
        self.spec = cls.__module__.removeprefix(SHIPPED) if shipped else cls.__name__
        self.doc = (cls.__doc__ or sys.modules[cls.__module__].__doc__ or "").strip()
        self.module = cls.__module__
        self.passes = passes
        self.max_moves = max_moves
        self.misere = misere
        self.symmetries = symmetries
        self.players = (players[0], players[1])
        self.unit = unit
        self.transcripts = transcripts
        self.parameters = dict(parameters)
        self.source = Path(_first_code(cls).co_filename)
        self.State = cls.__dict__["State"]
        for name in ARITIES:
            function = cls.__dict__.get(name)
            if name == "evaluate" and function is None:
                function = _no_evaluation
            setattr(self, name, function)
        self.helpers = {
            name: value
            for name, value in cls.__dict__.items()
            if isinstance(value, FunctionType) and name not in ARITIES
        }

    def __getattr__(self, name: str) -> Any:
        helpers = self.__dict__.get("helpers", {})
        if name in helpers:
            return helpers[name]
        raise AttributeError(f"{self.__dict__.get('title', 'Game')} has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"<game {self.spec}>"

    @property
    def fills_list(self) -> bool:
        """Whether `moves(s, out)` fills a list, rather than returning a bit a move."""
        return self.moves.__code__.co_argcount == 2

    def legal_moves(self, state: Any) -> list[int]:
        """The moves of a state, in their natural order; [PASS] for a player who must pass."""
        if self.fills_list:
            out = [0] * self.max_moves
            found = out[: self.moves(state, out)]
        else:
            found = squares(self.moves(state))
        return found or ([PASS] if self.passes else [])

    def moves_again(self, state: Any, move: int) -> bool:
        """Whether whoever plays this move is also the next to move."""
        return self.again is not None and bool(self.again(state, move))

    def start(self) -> "Position":
        """The position at the beginning of a game.

        >>> from coupe import load
        >>> load("tictactoe").start().turn_name
        'X'
        """
        from coupe.position import Position

        return Position(self, self.initial(), 0)

    def position(self, text: str) -> "Position":
        """The position that a text stands for: the game's own notation, or the moves so far.

        >>> from coupe import load
        >>> load("connect4").position("4433").turn
        0
        """
        from coupe.position import read

        return read(self, text)

    def with_evaluation(self, evaluate: Callable[[Any], int]) -> "Game":
        """The same game, its positions judged by another function.

        >>> from coupe import load
        >>> even = load("connect4").with_evaluation(lambda s: 0)
        >>> even.evaluate(even.initial())
        0
        """
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.evaluate = evaluate
        return other

    def where(self, function: str) -> str:
        """The words by which a message points at a function: `Connect4.moves (line 12)`.

        One that another file has lent, to judge positions with, is named as that file has it.
        """
        value = getattr(self, function, None)
        if not isinstance(value, FunctionType):
            return place(self.title, function, 0)
        code = value.__code__
        if Path(code.co_filename) != self.source:
            return place_elsewhere(code.co_name, code.co_filename, code.co_firstlineno)
        return place(self.title, function, code.co_firstlineno)


def place(title: str, function: str, line: int) -> str:
    """How every message names a place in a game: class, function, line.

    >>> place("Nim", "play", 12)
    'Nim.play (line 12)'
    """
    spot = f"{title}.{function}" if function else title
    return _("{spot} (line {line})").format(spot=spot, line=line) if line else spot


def place_elsewhere(function: str, file: str, line: int) -> str:
    """How every message names a place in another file than the game's.

    >>> place_elsewhere("corners", "ideas/mine.py", 12)
    'corners (mine.py, line 12)'
    """
    return _("{function} ({file}, line {line})").format(
        function=function, file=Path(file).name, line=line
    )


def _no_evaluation(s: Any) -> int:
    return 0


@overload
def game(cls: type, /) -> Game: ...
@overload
def game(
    *,
    passes: bool = False,
    max_moves: int = 256,
    misere: bool = False,
    symmetries: int = 1,
    players: Sequence[str] = ("First", "Second"),
    unit: str = "points",
    transcripts: bool = False,
) -> Callable[[type], Game]: ...
def game(
    cls: type | None = None,
    /,
    *,
    passes: bool = False,
    max_moves: int = 256,
    misere: bool = False,
    symmetries: int = 1,
    players: Sequence[str] = ("First", "Second"),
    unit: str = "points",
    transcripts: bool = False,
    **unknown: Any,
) -> Game | Callable[[type], Game]:
    """Make a game of a class of plain functions.

    >>> from typing import NamedTuple
    >>> from coupe import game, solve, u64
    >>> class Pile(NamedTuple):
    ...     stones: u64
    >>> @game(players=("Ann", "Bob"), unit="win")
    ... class TakeOneOrTwo:
    ...     State = Pile
    ...     def initial():     return Pile(5)
    ...     def moves(s):      return 6 if s.stones > 1 else 2
    ...     def play(s, m):    return Pile(s.stones - m)
    ...     def over(s):       return s.stones == 0
    ...     def result(s):     return -1
    >>> solve(TakeOneOrTwo.start()).best
    '2'

    `moves(s)` has a bit for each legal move, and `play(s, m)` is given the number of that bit;
    or `moves(s, out)` fills a list with numbers of its own, and returns how many.

    passes      no legal move means a pass: `play(s, PASS)`, which is a ply
    max_moves   the most moves that `moves(s, out)` ever lists
    misere      completing a line loses: silences a warning of `coupe check`
    symmetries  how many, the identity (number 0) included, for `symmetry(s, k)`
    players     the names of the two sides, the one that starts first
    unit        what a score counts
    transcripts a position is written as the moves from the start, where they are known, rather
                than by `write`
    """

    options = {
        "passes": passes,
        "max_moves": max_moves,
        "misere": misere,
        "symmetries": symmetries,
        "players": players,
        "unit": unit,
        "transcripts": transcripts,
        **unknown,
    }

    def mark(marked: type) -> Game:
        if not isinstance(marked, type):
            raise BadGame(
                _("@game is given {found}; write @game, and a class of functions below it.").format(
                    found=_shown(marked)
                )
            )
        _look_at_options(marked, options)
        keep_contract(marked, symmetries)
        return Game(
            marked,
            passes=passes,
            max_moves=max_moves,
            misere=misere,
            symmetries=symmetries,
            players=players,
            unit=unit,
            transcripts=transcripts,
            parameters=declared_parameters(marked.__module__),
        )

    return mark if cls is None else mark(cls)


def _look_at_options(cls: type, options: Mapping[str, Any]) -> None:
    """Raise BadGame, in one sentence, where an option of the decorator is not what it should be."""
    from difflib import get_close_matches

    where = place(cls.__name__, "", _class_line(cls))
    for name, value in options.items():
        if name not in _OPTIONS:
            near = get_close_matches(name, _OPTIONS, 1)
            message = (
                _("{where}: @game has no option {name}: did you mean {near}?")
                if near
                else _("{where}: @game has no option {name}; it has {known}.")
            )
            raise BadGame(
                message.format(
                    where=where, name=name, near="".join(near), known=", ".join(_OPTIONS)
                )
            )
        if name == "players" and isinstance(value, (tuple, list)) and len(value) != 2:
            raise BadGame(
                _(
                    "{where} has {count} players; coupe plays games of two players, who move "
                    "in turn and see everything."
                ).format(where=where, count=len(value))
            )
        if not _is_fit(name, value):
            raise BadGame(
                _("{where}: {name} is {found}; write {form}.").format(
                    where=where, name=name, found=_shown(value), form=_(_OPTIONS[name])
                )
            )


def _is_fit(name: str, value: Any) -> bool:
    """Whether an option can have this value."""
    if name in ("max_moves", "symmetries"):
        most = PASS - 1 if name == "max_moves" else MOST_SYMMETRIES
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
    if name == "players":
        names = list(value) if isinstance(value, (tuple, list)) else []
        return len(set(map(str, names))) == 2 and all(isinstance(n, str) and n for n in names)
    if name == "unit":
        return isinstance(value, str) and value != ""
    return isinstance(value, bool)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "..."


def keep_contract(cls: type, symmetries: int) -> None:
    """Raise BadGame, in one sentence, where the class does not keep the contract."""
    title = cls.__name__
    functions = {name: value for name, value in cls.__dict__.items() if not name.startswith("__")}
    for name, value in functions.items():
        bare = _undecorated(value)
        if bare is not None and bare is not value:
            raise BadGame(
                _(
                    "{where} is decorated; the functions of a game are plain: remove the decorator."
                ).format(where=place(title, name, bare.__code__.co_firstlineno))
            )
        if name in BEYOND and isinstance(value, FunctionType):
            raise BadGame(
                _(
                    "{where} asks for {what}, which coupe does not have: it plays games of two "
                    "players without chance, in which both see everything."
                ).format(
                    where=place(title, name, value.__code__.co_firstlineno), what=_(BEYOND[name])
                )
            )
    missing = [name for name in ("State", *REQUIRED) if name not in functions]
    from difflib import get_close_matches

    for name, value in functions.items():
        if name in ARITIES or name == "State":
            continue
        absent = [known for known in ("State", *ARITIES) if known not in functions]
        near = get_close_matches(name, absent, 1, 0.7)
        if near and (near[0] in missing or isinstance(value, FunctionType)):
            line = value.__code__.co_firstlineno if isinstance(value, FunctionType) else 0
            raise BadGame(
                _(
                    "{where} is not a name of the contract and {near} is missing: did you mean {near}?"
                ).format(where=place(title, name, line), near=near[0])
            )
    if missing:
        raise BadGame(
            _("{where} has no {missing}: write {form}.").format(
                where=place(title, "", _class_line(cls)),
                missing=missing[0],
                form=_(_FORMS[missing[0]]),
            )
        )
    state = functions["State"]
    if not (isinstance(state, type) and issubclass(state, tuple) and hasattr(state, "_fields")):
        raise BadGame(
            _(
                "{where} is not a NamedTuple: write class State(NamedTuple) with a field a line, each of type u64 or int."
            ).format(where=place(title, "State", 0))
        )
    for name, arities in ARITIES.items():
        if name not in functions:
            continue
        function = functions[name]
        if not isinstance(function, FunctionType):
            raise BadGame(
                _("{where} is not a function: write {form}.").format(
                    where=place(title, name, 0), form=_(_FORMS[name])
                )
            )
        if function.__code__.co_argcount not in arities or function.__defaults__:
            raise BadGame(
                _("{where} takes {found} arguments: write {form}.").format(
                    where=place(title, name, function.__code__.co_firstlineno),
                    found=function.__code__.co_argcount,
                    form=_(_FORMS[name]),
                )
            )
        if name in COMPILED:
            _no_dice(title, name, function)
    if ("symmetry" in functions) != ("symmetric_move" in functions) or (
        "symmetry" in functions
    ) != (symmetries > 1):
        raise BadGame(
            _(
                "{where}: a symmetry needs all three of @game(symmetries=N), symmetry(s, k) and "
                "symmetric_move(m, k)."
            ).format(where=place(title, "", _class_line(cls)))
        )


_FORMS = {
    "State": "State = State, a NamedTuple",
    "initial": "def initial(): return State(...)",
    "moves": "def moves(s): return a bit a move, or def moves(s, out): fill out, return the count",
    "play": "def play(s, m): return State(...)",
    "over": "def over(s): return True or False",
    "result": "def result(s): return the score of the side to move",
    "evaluate": "def evaluate(s): return the score of the side to move",
    "again": "def again(s, m): return True or False",
    "irreversible": "def irreversible(s, m): return True or False",
    "at_most": "def at_most(s): return the most that the side to move can still score",
    "symmetry": "def symmetry(s, k): return State(...)",
    "symmetric_move": "def symmetric_move(m, k): return a move",
    "name": "def name(s, m): return a text",
    "parse": "def parse(s, text): return a move",
    "show": "def show(s): return a text",
    "draw": "def draw(s): return rows of cells",
    "cells": "def cells(s, m): return (row, column) pairs",
    "read": "def read(text): return State(...), turn",
    "write": "def write(s, turn): return a text",
}


_OPTIONS = {
    "passes": "passes=True or passes=False",
    "max_moves": "a number from 1 to 65534",
    "misere": "misere=True or misere=False",
    "symmetries": "a number from 1 to 64",
    "players": 'the names of both, different ones: players=("White", "Black")',
    "unit": 'what a score counts, in the plural: unit="points"',
    "transcripts": "transcripts=True or transcripts=False",
}


def _undecorated(value: Any) -> FunctionType | None:
    """The plain function that a decorator has been given; None where it does not show."""
    if isinstance(value, property):
        value = value.fget
    while value is not None and not isinstance(value, FunctionType):
        value = getattr(value, "__wrapped__", None)
    return value


def _no_dice(title: str, name: str, function: FunctionType) -> None:
    for used in _names(function.__code__):
        value = function.__globals__.get(used)
        if (
            value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
        ) in (
            "random",
            "secrets",
        ):
            raise BadGame(
                _(
                    "{where} asks for {what}, which coupe does not have: it plays games of two "
                    "players without chance, in which both see everything."
                ).format(
                    where=place(title, name, function.__code__.co_firstlineno), what=_("chance")
                )
            )


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _first_code(cls: type) -> CodeType:
    for value in cls.__dict__.values():
        if isinstance(value, FunctionType):
            return value.__code__
    return _first_code.__code__


def _class_line(cls: type) -> int:
    lines = [
        value.__code__.co_firstlineno
        for value in cls.__dict__.values()
        if isinstance(value, FunctionType)
    ]
    return int(getattr(cls, "__firstlineno__", 0)) or max(0, min(lines, default=0) - 2)


class _Given(NamedTuple):
    """The numbers chosen for a module's parameters: by name, and the rest in order."""

    module: str
    named: Mapping[str, int]
    in_order: Sequence[int]


class _Declared(NamedTuple):
    value: int
    default: int


_given: ContextVar[_Given | None] = ContextVar("parameters given", default=None)
_declared: dict[str, dict[str, _Declared]] = {}


def parameter(
    name: str, default: int, at_least: int | None = None, at_most: int | None = None
) -> int:
    """A number of the game that its user may choose: `connect4:width=6`, or `connect4:6x5`.

    Written at the top of a game's file, it is a constant wherever the file uses it.

    >>> parameter("width", 7, at_least=4)
    7
    """
    module = sys._getframe(1).f_globals.get("__name__", "")
    declared = _declared.setdefault(module, {})
    index = list(declared).index(name) if name in declared else len(declared)
    given = _given.get()
    value = default
    if given is not None and given.module == module:
        value = given.in_order[index] if index < len(given.in_order) else default
        value = given.named.get(name, value)
    if (at_least is not None and value < at_least) or (at_most is not None and value > at_most):
        low, high = at_least, at_most
        if low is not None and high is not None:
            allowed = _("from {low} to {high}").format(low=low, high=high)
        elif low is not None:
            allowed = _("{low} or more").format(low=low)
        else:
            allowed = _("{high} or less").format(high=high)
        raise BadOption(
            _("{name} is {value}; it can be {allowed}.").format(
                name=name, value=value, allowed=allowed
            )
        )
    declared[name] = _Declared(value, default)
    return value


@contextmanager
def parameters(
    module: str, named: Mapping[str, int], in_order: Sequence[int] = ()
) -> Iterator[None]:
    """While this lasts, `parameter` answers a module with these numbers: by name, and the others
    in the order in which it declares its parameters.

    >>> with parameters(__name__, {"pile": 9}, [4]):
    ...     parameter("width", 7), parameter("pile", 21)
    (4, 9)
    """
    token = _given.set(_Given(module, named, in_order))
    try:
        yield
    finally:
        _given.reset(token)


def declared_parameters(module: str) -> dict[str, int]:
    """The parameters that a module has declared so far, with their values."""
    return {name: declared.value for name, declared in _declared.get(module, {}).items()}


def default_parameters(module: str) -> dict[str, int]:
    """The parameters that a module has declared so far, with their values where none are given."""
    return {name: declared.default for name, declared in _declared.get(module, {}).items()}
