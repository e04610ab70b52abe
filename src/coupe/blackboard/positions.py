"""A position as a tree: nodes are positions, edges are moves, leaves carry the evaluation.

>>> from coupe import load
>>> tree = tree_of(load("tictactoe").position("XX.OO...."), 2)
>>> [child.edge for child in tree.children]
['3', '6', '7', '8', '9']
>>> tree.children[0].value, tree.children[0].children
(1, [])
"""

from coupe.blackboard.tree import Node, Value
from coupe.errors import BadOption, GameOver
from coupe.language import _
from coupe.position import Position

MOST_PLIES = 200


class PositionNode(Node):
    """A node that is a position; its children are made when they are first asked for."""

    __slots__ = ("left", "position", "sign")

    def __init__(self, position: Position, left: int, sign: int, turn: int = 0) -> None:
        super().__init__(turn=turn)
        self.position = position
        self.left = left
        self.sign = sign
        self._children = None
        if position.game.irreversible is None:
            self.key = (position.state, position.turn)

    @property
    def children(self) -> list[Node]:
        if self._children is None:
            position = self.position
            self._children = []
            for move in position.legal_moves if self.left > 0 else []:
                after = position.after(move)
                same = after.turn == position.turn
                child = PositionNode(
                    after,
                    self.left - 1,
                    self.sign if same else -self.sign,
                    self.turn if same else 1 - self.turn,
                )
                child.parent = self
                child.edge = position.name(move)
                child.name = f"{self.name} {child.edge}" if self.parent else child.edge
                self._children.append(child)
        return self._children

    @property
    def value(self) -> Value | None:
        """The result of a finished game, else what the game's evaluation says."""
        if self._value is None:
            position = self.position
            over = position.over
            score = position.result if over else int(position.game.evaluate(position.state))
            self._value = self.sign * score
        return self._value

    @value.setter
    def value(self, value: Value | None) -> None:
        self._value = value

    def board(self) -> list[list[str]] | None:
        return self.position.draw()


def tree_of(position: Position, depth: int, root: str = "max") -> PositionNode:
    """The tree of a position to a depth, with the values of MAX, who moves at its root.

    With `root="min"` it is MIN who moves there.

    >>> from coupe import load
    >>> [child.value for child in tree_of(load("othello").start(), 1).children]
    [-1, -1, -1, -1]
    """
    if position.over:
        raise GameOver(_("The game is over: there is nothing to search."))
    if not 0 <= depth <= MOST_PLIES:
        raise BadOption(
            _("{name} is {value}; it can be {allowed}.").format(
                name="depth",
                value=depth,
                allowed=_("from {low} to {high}").format(low=0, high=MOST_PLIES),
            )
        )
    node = PositionNode(position, depth, 1 if root == "max" else -1)
    node.name = _("root")
    return node
