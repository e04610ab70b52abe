"""`coupe trace`: an algorithm on a tree or a position, step by step.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["((3 5) (2 9))"]).output
>>> print(said.splitlines()[0])
alphabeta · left to right: MAX moves at A, values are MAX's
"""

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from coupe.blackboard import ALGORITHMS, ORDERS, Node, Trace
from coupe.blackboard import trace as run_of
from coupe.blackboard.drawing import settings
from coupe.blackboard.listings import LISTINGS
from coupe.blackboard.positions import PositionNode
from coupe.blackboard.telling import conclusion
from coupe.blackboard.text_tree import Line, ascii_of, legend, plain_text, text_tree
from coupe.blackboard.tree import pretty, written
from coupe.cli import exporting
from coupe.cli.beside import other_settings
from coupe.cli.choices import MOST_DEPTH, Suggested, TreeName, Whole, json_option, position_argument
from coupe.cli.display import grid, page, print_json
from coupe.cli.group import argument, option, verb
from coupe.cli.stepping import by_line, can_show_a_screen, on_screen, rich_text
from coupe.cli.trees import STANDARD_INPUT, speaks_ascii_only, subject
from coupe.cli.words import number
from coupe.errors import BadOption
from coupe.language import _
from coupe.position import Position

if TYPE_CHECKING:
    from rich.console import Console

    from coupe.blackboard.scene import Scene

MOST_DRAWN = 20_000
"""Nodes of a tree above which it is not drawn in the answer."""

MOST_LINES = 60
MOST_LEAVES = 80


@dataclass(frozen=True)
class Settings:
    """What is run, and how."""

    subject: Node | Position
    options: dict[str, Any]

    def run(self, steps: bool = True, **others: Any) -> Trace:
        """Run it, with other settings if there are any."""
        from coupe.cli.watch import waiting

        with waiting(_("Searching...")):
            return run_of(self.subject, steps=steps, **{**self.options, **others})


@verb(
    "trace",
    help="""Run an algorithm on a tree or on a position, as the textbook writes it, step by step.

    TREE is a text like '((3 5) (2 9))', or JSON, or a .txt or .json file of one of them, or - for
    what comes in, or the name of a tree that comes with coupe (slides, handout, course, binary,
    traversal, horizon, horizon-othello). GAME is a shipped game or a FILE.py of yours, and POSITION
    one of its positions, seen as a tree of 3 plies or --depth. Values are MAX's; MAX moves at the
    root unless --root min.""",
    examples=(
        "coupe trace slides --step",
        "coupe trace '((3,5),(2,9))' --algorithm minimax",
        "coupe trace handout --algorithm mtdf --first-guess 20",
        "coupe trace handout --beside right",
        "coupe trace horizon --depth 1 --beside depth=2",
        "coupe trace connect4 4433 --depth 2 --json --no-steps",
        "coupe trace slides --slides slides.pdf --code slides",
    ),
)
@argument("tree", metavar="TREE|GAME", type=TreeName(games=True))
@position_argument
@option(
    "--algorithm",
    metavar="NAME",
    type=Suggested("algorithm", ALGORITHMS),
    default="alphabeta",
    show_default=True,
    help="minimax, alphabeta, fail-hard, fail-soft, negamax, pvs, mtdf or deepening.",
)
@option(
    "--order",
    metavar="ORDER",
    type=Suggested("order", ORDERS),
    default="left",
    show_default=True,
    help="How children are tried: left, right, best, worst, game, or a list like 2,0,1.",
)
@option(
    "--window", metavar="LOW HIGH", nargs=2, help="α and β at the root; inf and -inf are allowed."
)
@option(
    "--root",
    metavar="max|min",
    type=Suggested("root", ("max", "min")),
    default="max",
    show_default=True,
    help="Who moves at the root.",
)
@option("--depth", metavar="N", type=Whole(0, MOST_DEPTH), help="Search so many plies.")
@option("--strict", is_flag=True, help="Cut on > instead of ≥.")
@option(
    "--first-guess",
    metavar="VALUE",
    default="0",
    show_default=True,
    help="Where MTD(f) begins.",
)
@option(
    "--passes",
    metavar="NAME",
    type=Suggested("passes", ("fail-soft", "fail-hard")),
    default="fail-soft",
    show_default=True,
    help="What MTD(f) searches with: fail-soft or fail-hard.",
)
@option("--step", is_flag=True, help="Go through the steps with the keys.")
@option(
    "--plain", is_flag=True, help="Print every leaf and the answer, as the course's programs do."
)
@option("--out", metavar="FILE", help="Make a .svg, .png, .pdf, .gif, .tex or .html file.")
@option("--slides", metavar="FILE", help="Make slides, a page a step: a .pdf or a .tex file.")
@option(
    "--every",
    metavar="N",
    type=Whole(1, 10**9),
    help="Of slides or a .gif, show only each N-th step, and the cuts.",
)
@option("--at", metavar="STEP", type=Whole(1, 10**9), help="Show this step instead of the end.")
@option(
    "--code",
    metavar="NAME",
    type=Suggested("code", LISTINGS),
    help="The code to show: python, course, slides or handout.",
)
@option(
    "--beside",
    metavar="OTHER",
    help="Run it otherwise as well: minimax, right, depth=4, or several like fail-hard:right.",
)
@json_option
@option("--no-steps", is_flag=True, help="Leave the steps out of the JSON.")
@option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters alone.")
def command(
    *,
    tree: str,
    position: tuple[str, ...],
    algorithm: str,
    order: str,
    window: tuple[str, str] | None,
    root: str,
    depth: int | None,
    strict: bool,
    first_guess: str,
    passes: str,
    step: bool,
    plain: bool,
    out: str | None,
    slides: str | None,
    every: int | None,
    at: int | None,
    code: str | None,
    beside: str | None,
    as_json: bool,
    no_steps: bool,
    ascii_only: bool,
) -> int:
    """Trace a run."""
    files = out is not None or slides is not None
    asked = [
        name
        for name, given in (
            ("--step", step),
            ("--plain", plain),
            ("--json", as_json),
            ("--out" if out else "--slides", files),
        )
        if given
    ]
    _keep_compatible(asked, tree, no_steps, at is not None, beside is not None)
    kind = None if out is None else exporting.suffix_of(out, exporting.OUT)
    deck = None if slides is None else exporting.suffix_of(slides, exporting.SLIDES)
    if every is not None and deck is None and kind != ".gif":
        raise BadOption(
            _("--every is for many steps in one file: write --slides FILE, or --out FILE.gif.")
        )
    wanted = Settings(
        subject(tree, position),
        {
            "algorithm": algorithm, "order": order, "window": window, "root": root, "depth": depth,
            "strict": strict, "first_guess": first_guess, "passes": passes,
        },
    )  # fmt: skip
    others = None if beside is None else other_settings(beside)
    if "mtdf" not in (algorithm, (others or {}).get("algorithm")):
        _keep_for_mtdf(algorithm)
    wants_steps = bool(asked) or at is not None
    run = wanted.run(steps=wants_steps and not no_steps)
    index = _index(run, at)
    if code is not None:
        from coupe.blackboard.listings import listing_of

        listing_of(run, code)
    other = None if others is None else wanted.run(steps=files, **others)
    if as_json:
        print_json(run.to_json(steps=not no_steps))
    elif plain:
        _print_plainly(run)
    elif files:
        if out is not None and kind is not None:
            exporting.write(out, lambda: exporting.made(run, kind, index, code, other, every or 1))
        if slides is not None and deck is not None:
            exporting.write(slides, lambda: exporting.deck(run, deck, code, every or 1))
    elif step:
        _step(run, index, code or "python", speaks_ascii_only(ascii_only))
    else:
        shown = Shown(page(), speaks_ascii_only(ascii_only))
        if other is not None:
            shown.pair(run, other)
        elif index is not None:
            shown.step(run, index, code or "python")
        else:
            shown.answer(run)
    return 0


def _keep_compatible(
    asked: Sequence[str], tree: str, no_steps: bool, at: bool, beside: bool
) -> None:
    """Refuse what makes no sense together."""
    if len(asked) > 1:
        raise BadOption(
            _("{first} and {second} do not go together: choose one.").format(
                first=asked[0], second=asked[1]
            )
        )
    what = asked[0] if asked else ""
    if no_steps and (at or what in ("--step", "--plain", "--out", "--slides")):
        raise BadOption(
            _("{option} needs the steps: leave out --no-steps.").format(option=what or "--at")
        )
    if no_steps and not what:
        raise BadOption(_("--no-steps is for JSON: write --json too, or leave it out."))
    if beside and (at or what in ("--json", "--plain", "--step", "--slides")):
        raise BadOption(
            _("--beside goes with --out, or alone: leave out {option}.").format(
                option=what or "--at"
            )
        )
    if at and what in ("--json", "--plain", "--slides"):
        raise BadOption(_("{option} shows all steps: leave out --at.").format(option=what))
    if tree == STANDARD_INPUT and what == "--step":
        raise BadOption(
            _("What comes in cannot be both the tree and the commands: write the tree in a file.")
        )


def _keep_for_mtdf(algorithm: str) -> None:
    """Refuse what only MTD(f) looks at, where it was asked for."""
    context = click.get_current_context()
    for name, spelled in (("first_guess", "--first-guess"), ("passes", "--passes")):
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise BadOption(
                _("{algorithm} takes no {option}; only mtdf does.").format(
                    algorithm=algorithm, option=spelled
                )
            )


def _index(run: Trace, at: int | None) -> int | None:
    """The step that is meant; people count from 1."""
    if at is None:
        return None
    if at > len(run.steps):
        raise BadOption(
            _("There is no step {at}: the run has {last}.").format(at=at, last=len(run.steps))
        )
    return at - 1


def _step(run: Trace, index: int | None, code: str, ascii_only: bool) -> None:
    from coupe.blackboard.terminal import Viewer

    view = Viewer(run, code, ascii_only)
    view.go(index or 0)
    if can_show_a_screen():
        on_screen(view, page())
    else:
        by_line(view, sys.stdin, lambda line: print(line, flush=True))


def _print_plainly(run: Trace) -> None:
    """As the course's own programs print, always in French as they do.

    >>> from coupe.blackboard import trace
    >>> _print_plainly(trace("((3 5) 2)", "minimax"))
    Coups : [0, 0] score : 3
    Coups : [0, 1] score : 5
    Coups : [1] score : 2
    Coups à jouer (3, [0, 0])
    """
    found = io.StringIO()
    for index in range(len(run.steps)):
        if run.steps.word(index) == "leaf":
            node = run.steps[index].node
            moves = _moves([step.edge for step in node.path[1:]])
            print(f"Coups : {moves} score : {written(node.value)}", file=found)
    line = _moves([node.edge for node in run.line])
    print(f"Coups à jouer ({written(run.value)}, {line})", file=found)
    print(found.getvalue(), end="", flush=True)


def _moves(edges: Sequence[int | str]) -> str:
    return "[" + ", ".join(map(str, edges)) + "]"


class Shown:
    """What a person reads who did not ask for a screen."""

    def __init__(self, console: "Console", ascii_only: bool) -> None:
        self.console = console
        self.ascii_only = ascii_only

    def say(self, text: str = "", style: str = "") -> None:
        """A line, as long as it is."""
        said = ascii_of(text) if self.ascii_only else text
        self.console.print(said, style=style or None, markup=False, soft_wrap=True)

    def lines(self, lines: Sequence[Line]) -> None:
        """Lines of a drawing."""
        for line in lines:
            self.console.print(rich_text(line))

    def tree(self, scene: "Scene") -> None:
        """The tree, and what its marks say."""
        self.lines(text_tree(scene, self.console.width, self.ascii_only, MOST_LINES))
        self.say()
        self.say(legend(scene, self.ascii_only), "dim")
        self.say()

    def answer(self, run: Trace) -> None:
        """The end of a run."""
        from coupe.blackboard.terminal import heading

        self.say(heading(run), "bold")
        self.say()
        if can_be_drawn(run):
            from coupe.blackboard.scene import scene_of

            self.tree(scene_of(run))
        else:
            self.say(_("The tree is too large to be drawn; with less depth it would be."), "dim")
            self.say()
        self.say(conclusion(run), "bold green")
        facts = facts_of(run)
        column = max(len(name) for name, _text in facts) + 2
        for name, text in facts:
            self.say(name.ljust(column) + text)
        if run.passes:
            self.say()
            self.passes(run)

    def _said(self, text: str) -> str:
        return ascii_of(text) if self.ascii_only else text

    def passes(self, run: Trace) -> None:
        """The searches that a run was made of."""
        deepening = run.algorithm == "deepening"
        table = grid(
            _("pass"),
            _("depth") if deepening else self._said(_("window")),
            _("value"),
            _("leaves"),
            _("cuts"),
            right=(0, 2, 3, 4),
        )
        for count, found in enumerate(run.passes, 1):
            low, high = found.window
            sign = {"exact": "", "lower": "≥ ", "upper": "≤ "}[run.visits.kind[found.first_visit]]
            table.add_row(
                str(count),
                str(found.depth) if deepening else self._said(f"({pretty(low)}, {pretty(high)})"),
                self._said(sign + pretty(found.value)),
                number(len(found.leaves)),
                number(found.cuts),
            )
        self.console.print(table)

    def step(self, run: Trace, index: int, code: str) -> None:
        """One step of a run."""
        from coupe.blackboard.terminal import Viewer, heading

        view = Viewer(run, code, self.ascii_only)
        view.go(index)
        self.say(heading(run), "bold")
        self.say()
        self.tree(view.scene)
        self.say(_("{where}: {sentence}").format(where=view.where, sentence=view.sentence), "bold")
        self.say()
        self.lines(view.table())
        self.say()
        lines, here = view.code()
        for count, line in enumerate(lines):
            self.say(("▶ " if count == here else "  ") + line, "bold" if count == here else "")

    def pair(self, left: Trace, right: Trace) -> None:
        """Two runs: what they come to, and both trees, side by side where they fit."""
        from coupe.blackboard.scene import scene_of
        from coupe.blackboard.terminal import heading

        first, second = _("first run"), _("second run")
        table = grid("", first, second)
        for (name, mine), (_name, theirs) in zip(
            [(_("run"), settings(left)), (_("depth"), number(left.depth)), *counts_of(left)],
            [("", settings(right)), ("", number(right.depth)), *counts_of(right)],
            strict=True,
        ):
            table.add_row(*map(self._said, (name, mine, theirs)))
        self.console.print(table)
        self.say()
        if left.answer.partition(", ")[2] != right.answer.partition(", ")[2]:
            words = _("The move changes: {left}; {right}.")
            self.say(words.format(left=left.answer, right=right.answer), "bold yellow")
            self.say()
        if not (can_be_drawn(left) and can_be_drawn(right)):
            return
        scenes = scene_of(left), scene_of(right)
        half = (self.console.width - 4) // 2
        trees = [text_tree(scene, half, self.ascii_only, MOST_LINES) for scene in scenes]
        widths = [max(len(plain_text(line)) for line in tree) for tree in trees]
        if sum(widths) + 4 <= self.console.width:
            for row in range(max(map(len, trees))):
                at_left = trees[0][row] if row < len(trees[0]) else []
                at_right = trees[1][row] if row < len(trees[1]) else []
                gap = " " * (widths[0] + 4 - len(plain_text(at_left)))
                self.lines([[*at_left, (gap, ""), *at_right]])
            self.say()
            self.say(legend(scenes[0], self.ascii_only), "dim")
            return
        for run, scene in zip((left, right), scenes, strict=True):
            self.say(heading(run), "bold")
            self.say()
            self.tree(scene)


def can_be_drawn(run: Trace) -> bool:
    """Whether the tree is small enough; a position's nodes are made as they are counted."""
    drawn = run.leaves_in_tree is not None and run.leaves_in_tree <= MOST_DRAWN
    return drawn and run.nodes <= 10 * MOST_DRAWN


def counts_of(run: Trace) -> list[tuple[str, str]]:
    """What a run comes to, to be compared with another."""
    return [
        (_("answer"), run.answer),
        (_("nodes entered"), number(run.nodes)),
        (_("leaves"), number(len(run.leaves))),
        (_("cuts"), number(len(run.cuts))),
        (_("line"), line_of(run)),
    ]


def line_of(run: Trace) -> str:
    """The principal variation, as names of nodes or as moves."""
    if isinstance(run.tree, PositionNode):
        return " ".join(str(node.edge) for node in run.line) or "-"
    return " → ".join(node.name for node in [run.tree, *run.line])


def facts_of(run: Trace) -> list[tuple[str, str]]:
    """What stands below the answer."""
    leaves = [pretty(value) for value in run.leaves[:MOST_LEAVES]]
    if len(run.leaves) > MOST_LEAVES:
        leaves.append("…")
    return [(_("line"), line_of(run)), (_("leaves, in order"), " ".join(leaves))]
