"""Games by name or by file, with their parameters.

>>> load("connect4:6x5").parameters["width"]
6
>>> load("conect4")
Traceback (most recent call last):
    ...
coupe.errors.UnknownGame: conect4 is not a game coupe knows: did you mean connect4?
"""

import hashlib
import importlib
import importlib.util
import linecache
import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from importlib.abc import InspectLoader
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
)
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from coupe.errors import BadContent, BadFile, BadGame, BadOption, CoupeError, UnknownGame
from coupe.game import SHIPPED, Game, declared_parameters, default_parameters, parameters
from coupe.language import _, reason_of

NAMES = ("tictactoe", "connect4", "othello")


def shipped() -> list[str]:
    """The names of the games that come with coupe.

    >>> "othello" in shipped()
    True
    """
    return list(NAMES)


def load(spec: str | os.PathLike[str]) -> Game:
    """The game of a name (`connect4`) or of a file (`my/game.py`), parameters after a colon.

    They come in the order in which the game declares them (`connect4:6x5`), by name
    (`connect4:height=5`), or both (`connect4:6x5,row=3`).

    >>> load("connect4:width=6,height=5").spec
    'connect4:6x5'
    """
    name, chosen = _split(os.fspath(spec).strip())
    if name.endswith(".py") or "/" in name or os.sep in name:
        return _of_file(name, chosen)
    if name in NAMES:
        return _shipped(name, chosen)
    near = get_close_matches(name.lower(), NAMES, 1)
    if Path(f"{name}.py").is_file():
        near = [f"{name}.py"]
    if near:
        raise UnknownGame(
            _("{name} is not a game coupe knows: did you mean {near}?").format(
                name=name, near=near[0]
            )
        )
    raise UnknownGame(
        _("{name} is not a game coupe knows: write {known}, or the path of a .py file.").format(
            name=name or "''", known=", ".join(NAMES)
        )
    )


def _split(spec: str) -> tuple[str, str]:
    """The name or path, and the text of the parameters.

    >>> _split(r"C:\\games\\nim.py:30"), _split(r"C:nim.py")
    (('C:\\\\games\\\\nim.py', '30'), ('C:nim.py', ''))
    """
    name, colon, chosen = spec.rpartition(":")
    if not colon or chosen.endswith(".py") or "/" in chosen or "\\" in chosen:
        return spec, ""
    return name, chosen


class _Chosen:
    """The parameters that a spec gives: some in order, some by name."""

    def __init__(self, game: str, text: str) -> None:
        self.game = game
        self.in_order: list[int] = []
        self.named: dict[str, int] = {}
        for part in filter(None, text.split(",")):
            name, equals, value = part.rpartition("=")
            if equals:
                if name.strip() in self.named:
                    self._is_given_twice(name.strip())
                self.named[name.strip()] = self._number(value)
            else:
                self.in_order += [self._number(value) for value in part.lower().split("x")]

    def _number(self, text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()):
            raise BadOption(
                _(
                    "{game}: {text} is not a number; parameters are written like "
                    "connect4:6x5 or connect4:width=6,height=5."
                ).format(game=self.game, text=text.strip()[:40] or "''")
            )
        return int(text)

    def check(self, known: Sequence[str]) -> None:
        """Raise BadOption where the game has no such parameter."""
        listed = ", ".join(known)
        for name in self.named:
            if name not in known:
                near = get_close_matches(name, known, 1)
                if near:
                    message = _("{game} has no parameter {name}: did you mean {near}?")
                elif known:
                    message = _("{game} has no parameter {name}; it has {known}.")
                else:
                    message = _("{game} has no parameter {name}: it has none.")
                raise BadOption(
                    message.format(game=self.game, name=name, near="".join(near), known=listed)
                )
        if len(self.in_order) > len(known):
            message = (
                _("{game} was given too many parameters; it has {known}.")
                if known
                else _("{game} was given parameters; it has none.")
            )
            raise BadOption(message.format(game=self.game, known=listed))
        for name in known[: len(self.in_order)]:
            if name in self.named:
                self._is_given_twice(name)

    def _is_given_twice(self, name: str) -> None:
        raise BadOption(_("{game}: {name} is given twice.").format(game=self.game, name=name))


def _spelt(game: str, values: Mapping[str, int], defaults: Mapping[str, int]) -> str:
    """The shortest spec of a game with these parameters.

    >>> _spelt("connect4", {"width": 7, "height": 5, "row": 3}, {"width": 7, "height": 6, "row": 4})
    'connect4:7x5,row=3'
    """
    names = list(values)
    first = 2 if len(names) > 1 and values[names[1]] != defaults[names[1]] else 0
    parts = ["x".join(str(values[name]) for name in names[:first])] if first else []
    parts += [f"{name}={values[name]}" for name in names[first:] if values[name] != defaults[name]]
    return f"{game}:{','.join(parts)}" if parts else game


def _shipped(name: str, text: str) -> Game:
    module = importlib.import_module(SHIPPED + name)
    chosen = _Chosen(name, text)
    defaults = default_parameters(module.__name__)
    chosen.check(list(defaults))
    values = {**defaults, **dict(zip(defaults, chosen.in_order, strict=False)), **chosen.named}
    if values == defaults:
        return _game_of(module, name)
    return _resized(name, tuple(values.items()))


@cache
def _resized(name: str, values: tuple[tuple[str, int], ...]) -> Game:
    """A shipped game with other parameters: its module, run once more under another name."""
    spec = importlib.util.find_spec(SHIPPED + name)
    assert spec is not None
    assert isinstance(spec.loader, InspectLoader)
    code = spec.loader.get_code(SHIPPED + name)
    assert code is not None
    text = "_".join(str(value) for _name, value in values)
    module = _new_module(f"{SHIPPED}{name}_{text}", spec.origin or "")
    _run(module, code, dict(values), ())
    game = _game_of(module, name)
    game.spec = _spelt(name, dict(values), default_parameters(module.__name__))
    return game


def _of_file(name: str, text: str) -> Game:
    chosen = _Chosen(name, text)
    module = module_of(name, text)
    declared = declared_parameters(module.__name__)
    chosen.check(list(declared))
    game = _game_of(module, name)
    game.spec = _spelt(name, declared, default_parameters(module.__name__))
    return game


def module_of(name: str, text: str = "") -> ModuleType:
    """What a user's file defines, run anew with the parameters that the text gives.

    >>> module_of("nowhere.py")
    Traceback (most recent call last):
        ...
    coupe.errors.UnknownGame: nowhere.py: no such file.
    """
    path = Path(name)
    chosen = _Chosen(name, text)
    try:
        source = path.read_bytes()
    except FileNotFoundError:
        raise UnknownGame(_no_such_file(path)) from None
    except OSError as error:
        raise BadFile(
            _("{path} cannot be read: {reason}.").format(path=name, reason=reason_of(error))
        ) from error
    place = str(path.resolve())
    module = _new_module(
        f"coupe_file_{hashlib.sha256(repr((place, source, text)).encode()).hexdigest()[:16]}", place
    )
    try:
        code = compile(source, place, "exec", dont_inherit=True)
        _show_in_tracebacks(place, source)
        with _neighbours(path.resolve().parent):
            _run(module, code, chosen.named, chosen.in_order)
    except CoupeError:
        raise
    except (Exception, SystemExit) as error:
        raise BadContent(_what_happened(name, place, error)) from error
    return module


def function_of(module: ModuleType, name: str) -> FunctionType | list[str]:
    """The function of that name in what a file defines, or the names of those it has.

    >>> function_of(ModuleType("empty"), "best")
    []
    """
    function = module.__dict__.get(name)
    if isinstance(function, FunctionType):
        return function
    return [
        known
        for known, value in module.__dict__.items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]


def _no_such_file(path: Path) -> str:
    beside = [file.name for file in path.parent.glob("*.py")] if path.parent.is_dir() else []
    near = get_close_matches(path.name, beside, 1)
    if near:
        return _("{path}: no such file; did you mean {near}?").format(
            path=path, near=path.with_name(near[0])
        )
    return _("{path}: no such file.").format(path=path)


def _new_module(name: str, file: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = file
    return module


def _run(
    module: ModuleType, code: CodeType, named: Mapping[str, int], in_order: Sequence[int]
) -> None:
    sys.modules[module.__name__] = module
    try:
        with parameters(module.__name__, named, in_order):
            exec(code, module.__dict__)
    except BaseException:
        del sys.modules[module.__name__]
        raise


def _game_of(module: ModuleType, name: str) -> Game:
    """The one game that a module defines; those that it imports do not count."""
    found = {
        id(value): value
        for value in vars(module).values()
        if isinstance(value, Game) and value.module == module.__name__
    }
    games = list(found.values())
    if len(games) == 1:
        return games[0]
    if games:
        raise BadGame(
            _("{path} defines {count} games ({games}): leave one of them in the file.").format(
                path=name, count=len(games), games=", ".join(game.title for game in games)
            )
        )
    for value in vars(module).values():
        own = isinstance(value, type) and value.__module__ == module.__name__
        if own and {"initial", "moves", "play"} & set(vars(value)):
            raise BadGame(
                _("{path} defines no game: write @game above the class {name}.").format(
                    path=name, name=value.__name__
                )
            )
    raise BadGame(
        _("{path} defines no game: write its rules in a class marked @game.").format(path=name)
    )


def _show_in_tracebacks(place: str, source: bytes) -> None:
    """Keep the lines as they were read, whatever becomes of the file."""
    lines = importlib.util.decode_source(source).splitlines(keepends=True)
    linecache.cache[place] = (len(source), None, lines, place)


def _what_happened(name: str, place: str, error: BaseException) -> str:
    """One sentence: where in the file, or in a module beside it, and what."""
    folder = Path(place).parent
    frames = [
        (frame.filename, frame.lineno or 1)
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).parent == folder
    ]
    file, line = frames[-1] if frames else (place, 1)
    if isinstance(error, SyntaxError) and Path(error.filename or "").parent == folder:
        file, line = error.filename or place, error.lineno or 1
        reason = error.msg
    elif isinstance(error, SyntaxError | ValueError) and not frames:
        reason = str(error)
    else:
        reason = _("it stops with {kind}: {reason}").format(kind=type(error).__name__, reason=error)
    shown = name if file == place else Path(name).with_name(Path(file).name)
    return _("{path}, line {line}: {reason}.").format(
        path=shown, line=line, reason=reason.rstrip(".: ")
    )


_fresh: set[str] = set()


class _Fresh(SourceFileLoader):
    """Compiles a module from its source: a bytecode file can be older than it looks."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        _fresh.add(fullname)
        return self.source_to_code(self.get_data(path), path)


@contextmanager
def _neighbours(folder: Path) -> Iterator[None]:
    """While this lasts, modules of this folder can be imported, and are read again."""
    place = str(folder)
    for name in _fresh:
        sys.modules.pop(name, None)
    _fresh.clear()
    sys.path_importer_cache[place] = FileFinder(
        place, (_Fresh, [".py"]), (ExtensionFileLoader, EXTENSION_SUFFIXES)
    )
    sys.path.insert(0, place)
    try:
        yield
    finally:
        sys.path.remove(place)
        sys.path_importer_cache.pop(place, None)
