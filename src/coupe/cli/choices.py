"""The arguments and options that several verbs share.

>>> from click.testing import CliRunner
>>> from coupe.cli.group import coupe
>>> "--table-mb MB" in CliRunner().invoke(coupe, ["analyse", "--help"]).output
True
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from coupe.cli.group import argument, option
from coupe.language import _

ALGORITHMS = ("minimax", "fail-hard", "fail-soft", "pvs", "mtdf")
ORDERS = ("natural", "best")
MOST_DEPTH = 10_000

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class GameName(click.types.StringParamType):
    """A shipped game's name, or the path of a file."""

    name = "game"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from coupe import shipped

        names = [CompletionItem(name) for name in shipped() if name.startswith(incomplete)]
        return names or [CompletionItem(incomplete, type="file")]


class Whole(click.types.IntParamType):
    """A whole number between two others, both included."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            self.fail(
                _("{value} is not a whole number from {low} to {high}.").format(
                    value=value, low=self.low, high=self.high
                ),
                param,
                ctx,
            )
        return number


class Seconds(click.types.FloatParamType):
    """A number of seconds, more than none and not for ever."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number < math.inf:
            self.fail(
                _("{value} is not a number of seconds: write more than 0.").format(value=value),
                param,
                ctx,
            )
        return number


class FileName(click.types.StringParamType):
    """The path of a file."""

    name = "file"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


class Suggested(click.types.StringParamType):
    """One of some names, which are completed; what is wrong with another is said elsewhere."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self.known if name.startswith(incomplete)]


class TreeName(click.types.StringParamType):
    """A tree's text or file, or the name of one that comes with coupe, or a game."""

    name = "tree"

    def __init__(self, games: bool = False) -> None:
        self.games = games

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from coupe.blackboard.examples import examples
        from coupe.games.loading import shipped

        known = [*examples(), *(shipped() if self.games else [])]
        names = [CompletionItem(name) for name in known if name.startswith(incomplete)]
        return names or [CompletionItem(incomplete, type="file")]


game_argument: Decorator = argument("game", metavar="GAME", type=GameName())
tree_argument: Decorator = argument("tree", metavar="TREE", type=TreeName())
position_argument: Decorator = argument("position", metavar="POSITION", nargs=-1)
json_option: Decorator = option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of text."
)
all_moves_option: Decorator = option(
    "--all-moves", is_flag=True, help="Give the value and the line of every legal move."
)
threads_option: Decorator = option(
    "--threads",
    metavar="N",
    type=Whole(1, 1024),
    default=1,
    show_default=True,
    help="Search with this many threads.",
)
table_mb_option: Decorator = option(
    "--table-mb",
    metavar="MB",
    type=Whole(1, 1 << 20),
    default=64,
    show_default=True,
    help="Megabytes for the table of positions already searched.",
)


def seed_of(*, help: str) -> Decorator:
    """`--seed N`, which says what it is the seed of."""
    return option(
        "--seed",
        metavar="N",
        type=Whole(0, (1 << 63) - 1),
        default=0,
        show_default=True,
        help=help,
    )


seed_option: Decorator = seed_of(
    help="The seed of the keys of positions: values never depend on it."
)


def depth_option(**settings: Any) -> Decorator:
    """`--depth N`."""
    return option("--depth", metavar="N", type=Whole(1, MOST_DEPTH), **settings)


def seconds_option(**settings: Any) -> Decorator:
    """`--seconds S`."""
    return option("--seconds", metavar="S", type=Seconds(), **settings)
