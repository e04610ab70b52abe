"""One plain sentence for what the compiler says of a function.

>>> from coupe import load
>>> complaint(load("connect4"), "moves", ValueError("nothing that is known"))[-42:]
'cannot be compiled: nothing that is known.'
"""

import ast
import builtins
import linecache
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from types import FunctionType, ModuleType
from typing import Any

from coupe.engine.kinds import RETURNS, STATE, WHOLE, fix_of, wrong_return
from coupe.engine.places import Frame, Places, helpers_of, line_using, places_of
from coupe.game import ARITIES, Game, place
from coupe.language import _

_SENTENCES = {
    "assign": "{where} changes a field of a state, and a state never changes: "
    "write State(...) with the new values.",
    "class": "{where} defines a class, which cannot be compiled: rules work on numbers and tuples.",
    "del": "{where} uses del, which cannot be compiled: leave it out.",
    "empty": "{where} starts with an empty list, set or dict, which cannot be compiled: "
    "collect bits in a number, or fill out in moves(s, out).",
    "generator": "{where} uses a generator expression, which cannot be compiled: write a for loop.",
    "global": "{where} changes a global variable, which cannot be compiled: "
    "keep in State whatever changes.",
    "import": "{where} imports inside a function, which cannot be compiled: "
    "write the import at the top of the file, outside of every function.",
    "index": "{where} reads an index out of bounds of a tuple: check it against the length first.",
    "items": "{where} takes an item of a tuple of different kinds of items, which cannot be "
    "compiled: make them all numbers, or all tuples of the same length.",
    "large": "{where} uses a number beyond 64 bits, which cannot be compiled: "
    "share it out over several fields.",
    "mixed": "{where} uses now one kind of value, now another: "
    "use the same kind on every path, a State, say, or a number.",
    "recursion": "{where} calls itself without end: give it a path that returns without a call.",
    "star": "{where} uses * or ** with arguments, which cannot be compiled: name each of them.",
    "text": "{where} builds a text, which cannot be compiled: leave texts to name and show.",
    "try": "{where} uses try, which cannot be compiled: test with if beforehand.",
    "unpack": "{where} unpacks a tuple into another number of names: "
    "write as many names as it has items.",
    "walrus": "{where} uses :=, which cannot be compiled: give the variable its value on a line "
    "before.",
    "with": "{where} uses with, which cannot be compiled: leave it out.",
    "yield": "{where} uses yield, which cannot be compiled: write a for loop where it is called.",
}

_SIGNS = (
    (r"use of yield in a closure", "generator"),
    (r"LOAD_BUILD_CLASS", "class"),
    (r"IMPORT_(NAME|FROM|STAR)", "import"),
    (r"STORE_GLOBAL|DELETE_GLOBAL", "global"),
    (r"\bwith\b.*(construct|context manager)|BEFORE_WITH", "with"),
    (r"Exception object cannot|\btry\b.*(not |un)supported|(not |un)supported.*\btry\b", "try"),
    (r"imprecise type: (list|set|Dict)", "empty"),
    (r"tuple index out of range", "index"),
    (r"Int value is too large|Int too large", "large"),
    (r"wrong tuple length", "unpack"),
    (r"runaway recursion", "recursion"),
    (r"Illegal IR, del", "del"),
    (r"No definition for lowering .* = ", "assign"),
    (r"getitem\(Tuple\(|Invalid use of getiter with parameters \(Tuple", "items"),
    (r"invalid type in signature", "star"),
    (r"^NotImplementedError$|Cannot cast", "mixed"),
)
"""What the compiler writes, and the sentence that stands for it."""

_SYNTAX: tuple[tuple[type[ast.AST], str], ...] = (
    (ast.GeneratorExp, "generator"),
    (ast.ClassDef, "class"),
    (ast.Global, "global"),
    (ast.With, "with"),
    (ast.Try, "try"),
    (ast.Yield, "yield"),
    (ast.YieldFrom, "yield"),
    (ast.Delete, "del"),
    (ast.NamedExpr, "walrus"),
    (ast.JoinedStr, "text"),
    (ast.Starred, "star"),
)
"""What a line may have in it that explains why it cannot be compiled."""

_INSTEAD = {
    "bit_count": "popcount(x), from coupe",
    "bin": "popcount(x), from coupe",
    "bit_length": "highest(x) + 1, with highest from coupe",
    "to_bytes": "byteswap(x), from coupe",
    "from_bytes": "byteswap(x), from coupe",
    "_replace": "State(...) with every field",
    "_make": "State(...) with every field",
    "append": "out[count] = m and count += 1, then return count",
    "extend": "out[count] = m and count += 1, then return count",
    "any": "a for loop",
    "all": "a for loop",
    "index": "a for loop",
    "count": "a for loop",
    "next": "a for loop",
    "reversed": "range(last, first - 1, -1)",
    "pow": "**",
    "isinstance": "rules in which every value is of one kind",
}
"""What to write instead of a name that cannot be compiled."""


def complaint(game: Game, name: str, error: BaseException) -> str:
    """The sentence for an error met while compiling the function of that name.

    `name` is empty where it is not known which.
    """
    return _Complaint(game, name, error).sentence()


class _Complaint:
    def __init__(self, game: Game, name: str, error: BaseException) -> None:
        self.game = game
        self.text = str(error) or type(error).__name__
        self.places: Places = places_of(game)
        self.frames = _frames(self.text, error)
        self.name = name or self.places.name_at(self.frames) or ""

    @property
    def where(self) -> str:
        """Where the fault is, as far as it is known."""
        if not self.name:
            return place(self.game.title, "", 0)
        return self.places.where(self.name, self.frames)

    def sentence(self) -> str:
        """The sentence."""
        for reading in (
            self._name_error,
            self._untyped,
            self._attribute,
            self._arguments,
            self._field,
            self._returns,
            self._variable,
            self._sign,
            self._syntax,
            self._operation,
        ):
            found = reading()
            if found is not None:
                return found
        return _("{where} cannot be compiled: {reason}.").format(
            where=self.where, reason=_shortest(self.text)
        )

    def _name_error(self) -> str | None:
        found = re.search(r"NameError: name '(\w+)' is not defined", self.text)
        if found is None:
            return None
        missing = found[1]
        user = self._who_uses(missing)
        if user is not None:
            line = line_using(user, missing)
            self.frames = [(user.__code__.co_filename, line), *self.frames]
        return undefined(self.game, self.where, missing, user)

    def _who_uses(self, missing: str) -> FunctionType | None:
        function = getattr(self.game, self.name, None)
        if not isinstance(function, FunctionType):
            return None
        for user in (function, *helpers_of(function)):
            if missing in user.__code__.co_names and missing not in user.__globals__:
                return user
        return None

    def _untyped(self) -> str | None:
        found = re.search(r"Untyped global name '(\w+)'.*?<class '([\w.]+)'>", self.text, re.S)
        if found is None:
            return None
        name, kind = found[1], found[2].rpartition(".")[2]
        if kind == "Game":
            return _(
                "{where} uses {name}, the game itself, which cannot be compiled: "
                "write what its functions share as a function above the class, and call that."
            ).format(where=self.where, name=name)
        if kind == "type" and not hasattr(builtins, name):
            return _(
                "{where} uses the class {name}, which cannot be compiled: "
                "write its values as plain numbers of the file, such as SIZE = 3."
            ).format(where=self.where, name=name)
        if "function" in kind or kind == "type":
            return self._instead(name)
        return _(
            "{where} uses {name} ({kind}), which cannot be compiled: "
            "rules can use numbers, tuples of them and plain functions."
        ).format(where=self.where, name=name, kind=kind)

    def _is_plain(self, module: str, name: str) -> bool:
        """Whether a module's function is a user's, which is compiled once it is imported."""
        function = getattr(self.game, self.name, None)
        if not isinstance(function, FunctionType):
            return False
        known = [
            getattr(value, name, None)
            for user in (function, *helpers_of(function))
            for value in user.__globals__.values()
            if isinstance(value, ModuleType) and value.__name__ == module
        ]
        top = module.partition(".")[0]
        return top not in sys.stdlib_module_names and any(
            isinstance(value, FunctionType) for value in known
        )

    def _instead(self, name: str, written: str | None = None) -> str:
        if name not in _INSTEAD:
            return _(
                "{where} uses {name}, which cannot be compiled: "
                "write it with numbers, tuples, if, for and while."
            ).format(where=self.where, name=written or name)
        return _("{where} uses {name}, which cannot be compiled: write {instead}.").format(
            where=self.where, name=written or name, instead=_(_INSTEAD[name])
        )

    def _attribute(self) -> str | None:
        found = re.search(r"Unknown attribute '(\w+)' of type (.*)", self.text)
        if found is None:
            return None
        name, owner = found[1], found[2]
        module = re.match(r"Module\(<module '([\w.]+)'", owner)
        if module is not None and not self._is_plain(module[1], name):
            return self._instead(name, f"{module[1]}.{name}")
        if module is not None:
            return _(
                "{where} calls {name} through its module, which cannot be compiled: "
                "write from {module} import {name}."
            ).format(where=self.where, name=name, module=module[1])
        if name not in _INSTEAD and owner.startswith(self.game.State.__name__ + "("):
            return no_field(self.where, self.game, name)
        return self._instead(name)

    def _arguments(self) -> str | None:
        found = re.search(r"Cannot bind '.*?' to signature '(\(.*?\))' due to", self.text, re.S)
        callee = re.search(r"<function (\w+) at", self.text[found.end() :]) if found else None
        if found is None or callee is None:
            return None
        return _(
            "{where} calls {function} with arguments that it does not take: "
            "it is {function}{signature}."
        ).format(where=self.where, function=callee[1], signature=found[1])

    def _field(self) -> str | None:
        found = re.search(r">>> coerce\((.*)\)", self.text)
        if found is None:
            return None
        kind = python_kind(found[1])
        return _(
            "{where} gives State a value of type {kind}, and a field is a whole number: {fix}."
        ).format(where=self.where, kind=kind, fix=fix_of(kind, WHOLE))

    def _returns(self) -> str | None:
        found = re.search(r"Can't unify return type from the following types: (.*)", self.text)
        if RETURNS.get(self.name) == STATE and (found or self.text == "NotImplementedError"):
            # Numba unifies a State with a tuple or not, by the order in which it has met them.
            return wrong_return(self.game.where(self.name), self.name, self._other_kind(found))
        if found is None:
            return None
        return _(
            "{where} returns {kinds} on different paths: return one kind of value on all of them."
        ).format(where=self.where, kinds=_kinds(found[1]))

    def _other_kind(self, unified: re.Match[str] | None) -> str:
        """What is returned besides a State."""
        kinds = _kinds(unified[1]).split(", ") if unified else []
        return next((kind for kind in kinds if kind != self.game.State.__name__), "tuple")

    def _variable(self) -> str | None:
        found = re.search(r"Cannot unify (.*) for '([^']*)'", self.text)
        if found is None or found[2].startswith("$"):
            return None
        kinds = _kinds(", ".join(found[1].split(" and ")))
        return _(
            "{where} gives the variable {name} values of different kinds ({kinds}): "
            "use one variable for each."
        ).format(where=self.where, name=found[2].partition(".")[0], kinds=kinds)

    def _sign(self) -> str | None:
        for sign, key in _SIGNS:
            if re.search(sign, self.text):
                return _(_SENTENCES[key]).format(where=self.where)
        return None

    def _syntax(self) -> str | None:
        for file, line in self.frames:
            if self.places.function_at(file, line) is not None:
                nodes = _nodes_at(file, line)
                for node in nodes:
                    if isinstance(node, ast.Attribute) and node.attr in _INSTEAD:
                        return self._instead(node.attr)
                for kind, key in _SYNTAX:
                    if any(isinstance(node, kind) for node in nodes):
                        return _(_SENTENCES[key]).format(where=self.where)
                return None
        return None

    def _operation(self) -> str | None:
        found = re.search(
            r"No implementation of function .*?>>> (\w+)\((.*?)\)\s*\n", self.text, re.S
        )
        if found is None:
            return None
        if found[1] in _INSTEAD:
            return self._instead(found[1])
        return _(
            "{where} uses {name} on values of type {kinds}, which cannot be compiled: "
            "write it with numbers, tuples, if, for and while."
        ).format(where=self.where, name=found[1], kinds=_kinds(found[2]))


def undefined(game: Game, where: str, name: str, user: FunctionType | None) -> str:
    """The sentence for a name that stands for nothing where it is used.

    >>> from coupe import load
    >>> othello = load("othello")
    >>> undefined(othello, "Othello.over (line 9)", "initiall", othello.over)
    'Othello.over (line 9) uses initiall, which is not defined.'
    """
    if name in game.helpers or (name in ARITIES and getattr(game, name) is not None):
        return _(
            "{where} uses {name}, which is defined inside the class {title}: "
            "define it as a function above the class, where all of them can call it."
        ).format(where=where, name=name, title=game.title)
    known = [*(user.__globals__ if user else ()), *(user.__code__.co_varnames if user else ())]
    near = get_close_matches(name, [*known, *dir(builtins)], 1, 0.75)
    if near:
        return _("{where} uses {name}, which is not defined: did you mean {near}?").format(
            where=where, name=name, near=near[0]
        )
    return _("{where} uses {name}, which is not defined.").format(where=where, name=name)


def no_field(where: str, game: Game, name: str) -> str:
    """The sentence for a field that the state does not have.

    >>> from coupe import load
    >>> no_field("TicTacToe.play (line 9)", load("tictactoe"), "mee")
    'TicTacToe.play (line 9) uses mee, which is no field of Marks: did you mean me?'
    """
    fields = game.State._fields
    near = get_close_matches(name, fields, 1)
    if near:
        return _("{where} uses {name}, which is no field of {state}: did you mean {near}?").format(
            where=where, name=name, state=game.State.__name__, near=near[0]
        )
    return _("{where} uses {name}, which is no field of {state}; it has {fields}.").format(
        where=where, name=name, state=game.State.__name__, fields=", ".join(fields)
    )


def python_kind(text: str) -> str:
    """What Python calls a type of the compiler.

    >>> python_kind("Literal[int](-1)"), python_kind("UniTuple(int64 x 2)"), python_kind("none")
    ('int', 'tuple', 'None')
    """
    name = re.sub(r"^(Literal\[|reflected |Optional(Type)?\()", "", text.strip())
    for start, kind in (
        ("uint", "int"),
        ("int", "int"),
        ("float", "float"),
        ("complex", "complex"),
        ("bool", "bool"),
        ("unicode", "str"),
        ("str", "str"),
        ("none", "None"),
        ("UniTuple", "tuple"),
        ("Tuple", "tuple"),
        ("list", "list"),
        ("set", "set"),
        ("Dict", "dict"),
        ("array", "array"),
    ):
        if name.startswith(start):
            return kind
    return re.split(r"[(\[<]", name)[0] or text


def _kinds(types: str) -> str:
    found = dict.fromkeys(python_kind(part) for part in _split(types))
    return ", ".join(found)


def _split(types: str) -> list[str]:
    """The parts of a list of types; a comma inside brackets does not part them."""
    parts, depth = [""], 0
    for letter in types:
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def _frames(text: str, error: BaseException) -> list[Frame]:
    """The places that a message of the compiler names, the innermost first."""
    found = [
        (match["file"] or match["path"], int(match["line"] or match["at"]))
        for match in re.finditer(
            r'File "(?P<file>[^"\n]+)", line (?P<line>\d+)'
            r"|(?: at | from )(?P<path>\S[^\n()]*?) \((?P<at>\d+)\)",
            text,
        )
    ]
    spot: Any = getattr(error, "loc", None)
    if spot is not None and getattr(spot, "line", None):
        found.append((str(spot.filename), int(spot.line)))
    return found


def _nodes_at(file: str, line: int) -> list[ast.AST]:
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):
        return []
    return [
        node
        for node in ast.walk(tree)
        if getattr(node, "lineno", 0) <= line <= getattr(node, "end_lineno", -1)
        and (not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.lineno == line)
    ]


def _shortest(text: str) -> str:
    """The line of a long message that says the most."""
    noise = (
        "Failed in ",
        "During",
        "File ",
        "There are ",
        "- Of which",
        ">>>",
        "Overload",
        "<source",
    )
    lines: Sequence[str] = [line.strip() for line in text.splitlines()]
    telling = [line for line in lines if line and not line.startswith(noise)]
    return (telling or [text])[0][:200].rstrip(".: ")
