"""`coupe tree`: make a random tree, show one.

>>> from click.testing import CliRunner
>>> print(CliRunner().invoke(command, ["random", "--depth", "2", "--seed", "1"]).output)
((3 15) (14 15))
<BLANKLINE>
"""

import re

from coupe.blackboard import Node, grow
from coupe.blackboard.tree import MOST_NODES, pretty
from coupe.cli.choices import Whole, json_option, seed_of, tree_argument
from coupe.cli.display import page, print_json
from coupe.cli.group import option, verb, verb_with_verbs
from coupe.cli.stepping import rich_text
from coupe.cli.trees import speaks_ascii_only, tree_only
from coupe.errors import BadOption
from coupe.language import _, plural


@verb(
    "random",
    help="""Make a random tree, the same for the same seed.

    It is printed as coupe trace reads it.""",
    examples=(
        "coupe tree random --depth 3 --branching 2-4 --seed 7",
        "coupe tree random --values -9 9 --unbalanced --json",
    ),
)
@option(
    "--depth", metavar="N", type=Whole(1, 100), default=3, show_default=True, help="So many plies."
)
@option(
    "--branching",
    metavar="N|N-M",
    default="2",
    show_default=True,
    help="How many children each node has.",
)
@option(
    "--values",
    metavar="LOW HIGH",
    type=Whole(-(10**9), 10**9),
    nargs=2,
    default=(0, 20),
    show_default=True,
    help="Between which the values are.",
)
@seed_of(help="The same seed gives the same tree.")
@option("--unbalanced", is_flag=True, help="Let some leaves end sooner than others.")
@option("--inner", is_flag=True, help="Give values to inner nodes too.")
@json_option
def random(
    *,
    depth: int,
    branching: str,
    values: tuple[int, int],
    seed: int,
    unbalanced: bool,
    inner: bool,
    as_json: bool,
) -> int:
    """Make a tree."""
    tree = grow(depth, children_of(branching), values, seed, balanced=not unbalanced, inner=inner)
    if as_json:
        print_json(tree.to_json())
    else:
        print(tree, flush=True)
    return 0


def children_of(text: str) -> tuple[int, int]:
    """How many children a node has at least and at most.

    >>> children_of("3"), children_of("2-4")
    ((3, 3), (2, 4))
    """
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    if found is None:
        raise BadOption(
            _("{value} is no number of children: write one like 2, or a range like 2-4.").format(
                value=text[:20]
            )
        )
    return int(found[1]), int(found[2] or found[1])


@verb(
    "show",
    help="""Draw a tree as text, before any search.

    TREE is written as for coupe trace.""",
    examples=(
        "coupe tree show slides",
        "coupe tree show '((3 5) (2 9))'",
        "coupe tree show handout --json",
    ),
)
@tree_argument
@option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters alone.")
@json_option
def show(tree: str, ascii_only: bool, as_json: bool) -> int:
    """Draw a tree."""
    node = tree_only(tree)
    if as_json:
        print_json(node.to_json())
        return 0
    from coupe.blackboard.text_tree import ascii_of, bare_tree

    console = page()
    ascii_only = speaks_ascii_only(ascii_only)
    for line in bare_tree(node, console.width, ascii_only):
        console.print(rich_text(line))
    console.print()
    facts = facts_of(node)
    console.print(ascii_of(facts) if ascii_only else facts, style="dim", markup=False)
    return 0


def facts_of(tree: Node) -> str:
    """How large a tree is, and between what its leaves are.

    >>> from coupe.blackboard import read_tree
    >>> facts_of(read_tree("((3 5) (2 ?))"))
    '7 nodes, 4 leaves from 2 to 5, 1 of them unknown, 2 plies.'
    """
    count = sum(1 for _node in tree.nodes())
    leaves = [node.value for node in tree.leaves()]
    known = [value for value in leaves if value is not None]
    words = [plural("{n} node", "{n} nodes", count).format(n=count)]
    all_leaves = plural("{n} leaf", "{n} leaves", len(leaves)).format(n=len(leaves))
    if known:
        all_leaves = _("{leaves} from {low} to {high}").format(
            leaves=all_leaves, low=pretty(min(known)), high=pretty(max(known))
        )
    words.append(all_leaves)
    if len(known) < len(leaves):
        words.append(_("{n} of them unknown").format(n=len(leaves) - len(known)))
    plies = height(tree)
    words.append(plural("{n} ply", "{n} plies", plies).format(n=plies))
    return ", ".join(words) + "."


def height(tree: Node) -> int:
    """How many plies a tree has."""
    row, plies = [tree], -1
    while row and plies < MOST_NODES:
        row = [child for node in row for child in node.children]
        plies += 1
    return plies


command = verb_with_verbs(
    "tree",
    random,
    show,
    help="""Make random trees, and draw trees as text.

    A tree is written in brackets, like ((3 5) (2 9)), or in JSON, as lists of numbers or as nodes
    with a name, a value and children.""",
    examples=(
        "coupe tree random --depth 3 --seed 7",
        "coupe tree show slides",
    ),
)
