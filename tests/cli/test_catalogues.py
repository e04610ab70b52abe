"""Every message of the package is in every catalogue, with the same fields, and nothing else is."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import coupe
from coupe.cli.group import paragraphs
from coupe.language import FOLDER, read_catalogue

PACKAGE = Path(coupe.__file__).parent
CATALOGUES = sorted(FOLDER.glob("*.po"))

SAID_LATER = ("help", "metavar", "players", "unit")
"""Keywords whose texts stand in English in the code and are translated where they are shown."""

OF_CLICK = "#: click\n"
"""What marks the entries that click asks for, not we: they depend on its version."""


def messages() -> dict[str, str]:
    """Every message of the package, with the file that says it."""
    found: dict[str, str] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        home = file.relative_to(PACKAGE)
        shipped = home.parts[0] == "games"
        for message in [*_said(tree), *_said_later(tree), *(_games(tree) if shipped else ())]:
            if message:
                found.setdefault(message, home.as_posix())
    return found


def _said(tree: ast.Module) -> Iterator[str]:
    """What is given to `_` and to `plural`, as it stands or by way of a table of the module."""
    tables = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.args:
            first = call.args[0]
            if call.func.id in ("_", "plural"):
                if isinstance(first, ast.Subscript) and isinstance(first.value, ast.Name):
                    first = tables.get(first.value.id, first)
                yield from _texts(first)


def _said_later(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        pairs: list[tuple[str | None, ast.expr | None]] = []
        if isinstance(node, ast.Call):
            pairs = [(keyword.arg, keyword.value) for keyword in node.keywords]
        elif isinstance(node, ast.FunctionDef):
            names = (argument.arg for argument in node.args.kwonlyargs)
            pairs = list(zip(names, node.args.kw_defaults, strict=True))
        for name, value in pairs:
            if name in SAID_LATER and value is not None:
                for text in _texts(value):
                    yield text.removesuffix("s") if name == "unit" else paragraphs(text)


def _games(tree: ast.Module) -> Iterator[str]:
    """The titles of the games of a module, and the sentence that says what they are."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(name, ast.Name) and name.id == "game"
            for decorator in node.decorator_list
            for name in ast.walk(decorator)
        ):
            yield node.name
            yield (ast.get_docstring(node) or ast.get_docstring(tree) or "").partition("\n")[0]


def _texts(value: ast.AST) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _texts(part)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)


def _fields_of(message: str) -> set[str]:
    return {field for _text, field, *_rest in Formatter().parse(message) if field is not None}


def _entries(catalogue: Path, of_click: bool) -> dict[str, list[str]]:
    blocks = catalogue.read_text("utf-8").split("\n\n")
    ours = [block for block in blocks if (OF_CLICK in block) == of_click]
    return read_catalogue("\n\n".join(ours))


def test_the_reader_of_the_sources_finds_every_kind_of_message() -> None:
    found = messages()
    for message in (
        "Black",
        "disc",
        "chance",
        "Othello",
        "MB",
        "{player} to move",
        "Search with this many threads.",
        "def over(s): return True or False",
    ):
        assert message in found


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.stem)
def test_every_message_is_translated(catalogue: Path) -> None:
    known = read_catalogue(catalogue.read_text("utf-8"))
    missing = [f"{file}: {message}" for message, file in messages().items() if message not in known]
    assert not missing


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.stem)
def test_every_entry_is_used(catalogue: Path) -> None:
    assert not set(_entries(catalogue, of_click=False)) - set(messages())


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.stem)
def test_translations_have_the_fields_of_their_message(catalogue: Path) -> None:
    for message, forms in _entries(catalogue, of_click=False).items():
        for form in forms:
            assert _fields_of(form) == _fields_of(message), message
    for message, forms in _entries(catalogue, of_click=True).items():
        for form in forms:
            assert _fields_of(form) <= _fields_of(message) | {"nargs", "choices", "possibilities"}


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.stem)
def test_no_message_stands_twice(catalogue: Path) -> None:
    asked = [
        line for line in catalogue.read_text("utf-8").splitlines() if line.startswith("msgid ")
    ]
    long = 'msgid ""'
    assert len({line for line in asked if line != long}) == len([x for x in asked if x != long])


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.stem)
def test_units_are_counted_in_the_plural(catalogue: Path) -> None:
    known = read_catalogue(catalogue.read_text("utf-8"))
    for unit in ("disc", "point", "win"):
        assert len(known[unit]) == 2
