"""Random trees, the same for the same seed.

>>> str(grow(depth=2, branching=2, values=(0, 9), seed=1))
'((1 7) (7 7))'
"""

from random import Random

from coupe.blackboard.tree import MOST_NODES, Node, named
from coupe.errors import BadOption
from coupe.language import _, number

MOST_DEPTH = 100


def grow(
    depth: int = 3,
    branching: int | tuple[int, int] = 2,
    values: tuple[int, int] = (0, 20),
    seed: int = 0,
    balanced: bool = True,
    inner: bool = False,
) -> Node:
    """A tree of that depth, whose nodes have so many children, or a number in a range of them.

    `balanced` puts all leaves at the same depth. `inner` gives values to inner nodes too, for
    searches that end above the leaves.

    >>> str(grow(depth=1, branching=3, values=(0, 9), seed=2))
    '(1 1 5)'
    """
    least, most = branching if isinstance(branching, tuple) else (branching, branching)
    low, high = values
    if not 1 <= depth <= MOST_DEPTH:
        raise _outside("depth", depth, 1, MOST_DEPTH)
    if not 1 <= least <= most <= 100:
        raise _outside("branching", f"{least}-{most}", 1, 100)
    if low > high:
        raise BadOption(
            _("The values go from {low} to {high}: write the smaller one first.").format(
                low=low, high=high
            )
        )
    random = Random(seed)
    root = Node()
    rows = [root]
    count = 1
    for ply in range(depth):
        below: list[Node] = []
        for node in rows:
            if not balanced and ply > 0 and random.random() < 0.3:
                continue
            for _child in range(random.randint(least, most)):
                below.append(node.add(Node()))
                count += 1
            if count > MOST_NODES:
                raise BadOption(
                    _("Such a tree has more than {most} nodes: ask for less depth.").format(
                        most=number(MOST_NODES)
                    )
                )
        rows = below
    for node in root.nodes():
        if inner or not node.children:
            node.value = random.randint(low, high)
    return named(root)


def _outside(name: str, value: object, low: int, high: int) -> BadOption:
    return BadOption(
        _("{name} is {value}; it can be {allowed}.").format(
            name=name, value=value, allowed=_("from {low} to {high}").format(low=low, high=high)
        )
    )
