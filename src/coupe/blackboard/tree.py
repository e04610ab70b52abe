"""A tree to be searched: nodes with children, leaves with values.

>>> tree = read_tree("((3 5) (2 9))")
>>> [leaf.value for leaf in tree.leaves()]
[3, 5, 2, 9]
>>> tree.name, [child.name for child in tree.children]
('A', ['B', 'C'])

A leaf whose value is None is unknown: an algorithm that reaches it cannot go on.
"""

import json
import math
import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from coupe.errors import BadFile, BadTree
from coupe.language import _, number, reason_of

Value = int | Fraction | float
"""A whole number, a fraction, or one of the two infinities."""

MOST_NODES = 200_000
MOST_DEPTH = 1_000
UNKNOWN = ("?", "null", "none")


class Node:
    """A node of a tree, and the tree below it.

    `value` is MAX's, whoever moves. `turn` is 0 where the same player moves as at the root, 1 where
    the other one does. `edge` is what leads here from the parent: the index of a child, or the name
    of a move.

    >>> root = Node("A")
    >>> root.add(Node("B", 3)).turn, str(root)
    (1, '(3)')
    """

    __slots__ = ("_children", "_value", "edge", "key", "name", "parent", "turn")

    def __init__(
        self,
        name: str = "",
        value: Value | None = None,
        parent: "Node | None" = None,
        edge: int | str = 0,
        turn: int = 0,
    ) -> None:
        self.name = name
        self._value = value
        self.parent = parent
        self.edge = edge
        self.turn = turn
        self.key: Any = self
        self._children: list[Node] | None = []

    @property
    def children(self) -> "list[Node]":
        """The nodes one move further."""
        assert self._children is not None
        return self._children

    @property
    def value(self) -> Value | None:
        """What the node is worth to MAX; None where it is not known."""
        return self._value

    @value.setter
    def value(self, value: Value | None) -> None:
        self._value = value

    def __repr__(self) -> str:
        return f"<node {self.name}>"

    def add(self, child: "Node") -> "Node":
        """Make a node the last child of this one."""
        child.parent = self
        child.edge = len(self.children)
        child.turn = 1 - self.turn
        self.children.append(child)
        return child

    def nodes(self) -> "Iterator[Node]":
        """This node and all below it, depth first.

        >>> [node.name for node in read_tree("((3 5) 2)").nodes()]
        ['A', 'B', 'D', 'E', 'C']
        """
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def leaves(self) -> "Iterator[Node]":
        """The nodes without children, from left to right."""
        return (node for node in self.nodes() if not node.children)

    @property
    def path(self) -> "list[Node]":
        """The nodes from the root to this one."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    def board(self) -> list[list[str]] | None:
        """The cells of the position that the node stands for, if it stands for one."""
        return None

    def mirrored(self) -> "Node":
        """The same tree with all children in reverse order.

        >>> str(read_tree("((3 5) 2)").mirrored())
        '(2 (5 3))'
        """
        copy = Node(self.name, self.value)
        waiting = [(self, copy)]
        while waiting:
            node, twin = waiting.pop()
            for child in reversed(node.children):
                waiting.append((child, twin.add(Node(child.name, child.value))))
        return copy

    def __str__(self) -> str:
        """The compact text, which `read_tree` reads back."""
        words: list[str] = []
        waiting: list[Node | str] = [self]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                words.append(item)
            elif item.children:
                waiting += [")", *reversed(item.children), "("]
            else:
                words.append(written(item.value))
        return re.sub(r" \)", ")", re.sub(r"\( ", "(", " ".join(words)))

    def to_json(self) -> Any:
        """The tree as named nodes, as plain data.

        >>> read_tree("(1 ?)").to_json()["children"][1]
        {'name': 'C', 'value': None}
        """
        made: dict[int, dict[str, Any]] = {}
        for node in self.nodes():
            data: dict[str, Any] = {"name": node.name}
            if node.value is not None or not node.children:
                data["value"] = None if node.value is None else plain(node.value)
            if node.children:
                data["children"] = []
            made[id(node)] = data
            if node is not self:
                made[id(node.parent)]["children"].append(data)
        return made[id(self)]


def plain(value: Value) -> int | str:
    """A value as JSON has it: a number, a fraction or an infinity in a text.

    >>> plain(Fraction(1, 2)), plain(-math.inf), plain(3)
    ('1/2', '-inf', 3)
    """
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    return str(value)


def written(value: Value | None) -> str:
    """A value as a text that can be read back; ? where it is unknown."""
    return "?" if value is None else str(plain(value))


def pretty(value: Value | None) -> str:
    """A value as a person reads it.

    >>> pretty(-math.inf), pretty(Fraction(1, 2)), pretty(-3), pretty(None)
    ('−∞', '1/2', '−3', '?')
    """
    return written(value).replace("-", "−").replace("inf", "∞")


def value_of(given: Any) -> Value | None:
    """The value that a number or a text stands for; ValueError where it stands for none.

    >>> value_of("3/4"), value_of(0.5), value_of("-inf"), value_of("?")
    (Fraction(3, 4), Fraction(1, 2), -inf, None)
    """
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int | float | str | Fraction):
        raise ValueError
    if isinstance(given, str):
        text = given.strip().replace("\u2212", "-").replace("∞", "inf")
        if text.lower() in UNKNOWN:
            return None
        if text.lower() in ("inf", "+inf", "-inf"):
            return math.copysign(math.inf, -1 if text.startswith("-") else 1)
        if len(text) > 40 or not re.fullmatch(r"[+-]?\d+(\.\d+|/\d+)?", text):
            raise ValueError
        given = Fraction(text) if not text.endswith("/0") else math.nan
    if isinstance(given, float):
        if math.isnan(given):
            raise ValueError
        if math.isinf(given):
            return given
        given = Fraction(repr(given))
    if abs(given) > 10**18:
        raise ValueError
    return int(given) if given == int(given) else given


def read_tree(given: Any) -> Node:
    """The tree that a text, a file or plain data stands for.

    A text is compact (`((3 5) (2 9))`), JSON, or the path of a file that holds one of them. Data are
    nested lists of values, or named nodes: `{"name": ..., "value": ..., "children": [...]}`.

    >>> str(read_tree({"name": "A", "children": [{"name": "B", "value": 3}, 4]}))
    '(3 4)'
    """
    if isinstance(given, Path):
        return read_tree(text_of_file(given))
    if isinstance(given, str):
        text = given.strip()
        if text.startswith("(") or not text:
            return named(_of_compact_text(text))
        if text.startswith(("[", "{")):
            return _of_json_text(text)
        with suppress(ValueError):
            return named(Node(value=value_of(text)))
        return read_tree(text_of_file(Path(text)))
    return named(_of_data(given))


def text_of_file(path: Path) -> str:
    """What a file of a tree holds."""
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BadFile(
            _(
                "{path} cannot be read: {reason}; write a tree, like ((3 5) (2 9)), or a file of one."
            ).format(path=str(path)[:80], reason=reason_of(error))
        ) from error


def _of_json_text(text: str) -> Node:
    try:
        data = json.loads(text, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        where = (
            _("line {line}, column {column}: {reason}").format(
                line=error.lineno, column=error.colno, reason=error.msg
            )
            if isinstance(error, json.JSONDecodeError)
            else _("it is nested too deeply")
        )
        raise BadTree(
            _("The JSON of the tree cannot be read, {where}.").format(where=where)
        ) from error
    return named(_of_data(data))


def _constant(text: str) -> Any:
    return {"Infinity": math.inf, "-Infinity": -math.inf}.get(text, math.nan)


def _of_compact_text(text: str) -> Node:
    """`((3 5) (2 9))`: brackets around the children of a node, values for leaves."""
    root: Node | None = None
    open_nodes: list[Node] = []
    count = 0
    for found in re.finditer(r"[()]|[^()\s,;]+", text):
        word, at = found[0], found.start() + 1
        if root is not None and not open_nodes:
            raise BadTree(
                _(
                    "Character {at} of the tree, {word}, comes after its last bracket: write one tree."
                ).format(at=at, word=word[:20])
            )
        if word == ")":
            if not open_nodes or not open_nodes[-1].children:
                raise BadTree(
                    _(
                        "Character {at} of the tree closes a node without children: write a value instead."
                    ).format(at=at)
                )
            open_nodes.pop()
            continue
        node = Node()
        if word != "(":
            try:
                node.value = value_of(word)
            except ValueError:
                raise BadTree(
                    _(
                        "Character {at} of the tree, {word}, is not a value: write a number, 1/2, inf, -inf or ?."
                    ).format(at=at, word=word[:20])
                ) from None
        count += 1
        _keep_small(count, len(open_nodes))
        if open_nodes:
            open_nodes[-1].add(node)
        else:
            root = node
        if word == "(":
            open_nodes.append(node)
    if root is None:
        raise BadTree(_("The tree is empty: write one, like ((3 5) (2 9))."))
    if open_nodes:
        raise BadTree(
            _("The tree ends with {count} brackets open: write ) for each.").format(
                count=len(open_nodes)
            )
        )
    return root


def _of_data(data: Any) -> Node:
    if isinstance(data, dict) and "tree" in data and "children" not in data:
        data = data["tree"]
    root = Node()
    count = 0
    waiting: list[tuple[Any, Node, tuple[int, ...], frozenset[int]]] = [
        (data, root, (), frozenset())
    ]
    while waiting:
        given, node, place, above = waiting.pop()
        count += 1
        _keep_small(count, len(place))
        if id(given) in above:
            raise BadTree(
                _("{where} contains itself: a tree has no cycle.").format(where=_where(place))
            )
        children = _read_into(node, given, place)
        below = above | {id(given)}
        for index, child in enumerate(children):
            waiting.append((child, node.add(Node()), (*place, index), below))
    return root


def _read_into(node: Node, given: Any, place: tuple[int, ...]) -> list[Any]:
    """Give a node its name and value; the data of its children."""
    children: Any = []
    value: Any = None
    if isinstance(given, list | tuple):
        children = given
        if not children:
            raise BadTree(
                _("{where} is an empty list: write a value, or its children.").format(
                    where=_where(place)
                )
            )
    elif isinstance(given, dict):
        wrong = [key for key in given if key not in ("name", "value", "children")]
        if wrong:
            raise BadTree(
                _("{where} has {key}: a node has name, value and children.").format(
                    where=_where(place), key=str(wrong[0])[:40]
                )
            )
        name = given.get("name", "")
        if not isinstance(name, str) or len(name) > 80 or not name.isprintable():
            raise BadTree(
                _("{where} has a name that is no short text.").format(where=_where(place))
            )
        node.name = name.strip()
        value = given.get("value")
        children = given.get("children", [])
        if not isinstance(children, list | tuple):
            raise BadTree(
                _("{where} has children that are no list: write [ ... ].").format(
                    where=_where(place, node.name)
                )
            )
    else:
        value = given
    try:
        node.value = value_of(value)
    except ValueError:
        raise BadTree(
            _(
                "{where} has the value {value}: write a number, a fraction like 1/2, inf, -inf or null."
            ).format(where=_where(place, node.name), value=str(value)[:40])
        ) from None
    return list(children)


def _where(place: tuple[int, ...], name: str = "") -> str:
    if name:
        return _("The node {name}").format(name=name)
    if not place:
        return _("The root of the tree")
    return _("The node at {place} (children from the root, counted from 0)").format(
        place=" ".join(map(str, place))
    )


def _keep_small(count: int, depth: int) -> None:
    if count > MOST_NODES:
        raise BadTree(
            _(
                "The tree has more than {most} nodes: take a smaller one, or search it natively."
            ).format(most=number(MOST_NODES))
        )
    if depth > MOST_DEPTH:
        raise BadTree(_("The tree is deeper than {most} plies.").format(most=MOST_DEPTH))


def named(root: Node) -> Node:
    """The tree, with letters for the nodes that have no name: A, B, C, ... from top to bottom."""
    known: set[str] = set()
    rows = [root]
    for node in rows:
        rows.extend(node.children)
        if node.name in known and node.name:
            raise BadTree(
                _("Two nodes are called {name}: give each its own name.").format(name=node.name)
            )
        known.add(node.name)
    number = 0
    for node in rows:
        if not node.name:
            node.name = letters(number)
            while node.name in known:
                number += 1
                node.name = letters(number)
            number += 1
    return root


def letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ...

    >>> letters(0), letters(25), letters(26), letters(27)
    ('A', 'Z', 'AA', 'AB')
    """
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
