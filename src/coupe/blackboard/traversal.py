"""Going through all nodes of a tree, in depth or in breadth.

>>> from coupe.blackboard.tree import read_tree
>>> tree = read_tree("((3 5) 2)")
>>> [visit.node.name for visit in depth_first(tree)]
['A', 'B', 'D', 'E', 'C']
>>> for visit in breadth_first(tree):
...     print(visit.node.name, [node.name for node in visit.waiting])
A ['B', 'C']
B ['C', 'D', 'E']
C ['D', 'E']
D ['E']
E []
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from coupe.blackboard.tree import Node

Action = Callable[[Node], object]


@dataclass(frozen=True)
class Visit:
    """A node that is looked at, and those that wait: a stack in depth, a queue in breadth."""

    node: Node
    waiting: tuple[Node, ...]


def depth_first(tree: Node, action: Action = lambda node: None) -> Iterator[Visit]:
    """A node before its children, and each child's tree before the next child; the next one to be
    looked at is the first that waits."""
    stack = [tree]
    while stack:
        node = stack.pop()
        action(node)
        stack.extend(reversed(node.children))
        yield Visit(node, tuple(reversed(stack)))


def breadth_first(tree: Node, action: Action = lambda node: None) -> Iterator[Visit]:
    """All nodes of one ply before those of the next."""
    queue = deque([tree])
    while queue:
        node = queue.popleft()
        action(node)
        queue.extend(node.children)
        yield Visit(node, tuple(queue))


ORDERS: dict[str, Callable[..., Iterator[Visit]]] = {
    "depth": depth_first,
    "breadth": breadth_first,
}
