"""coupe's alpha-beta beside the same search written by hand in C++: nodes a second, node for node.

    python bench/yardstick.py PATH/TO/alphabeta.cpp

The program is compiled here. Called with a game and a depth it searches from the start, by plain
fail-hard alpha-beta without table and in natural order, and prints `game depth value nodes seconds`.
coupe searches the same tree by `fail-hard`: with the rules it ships, and with rules as a user writes
them (bench/rules). Aim: 0.8 of the program's speed.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coupe import Analyst, Game, load
from coupe.cli.display import grid, page, print_json
from coupe.cli.words import number
from coupe.games.connect4 import win_or_loss
from coupe.games.othello import disc_difference

CASES = (("connect4", 12), ("connect4", 13), ("othello", 10), ("othello", 11))
EVALUATIONS: dict[str, Callable[[Any], int]] = {
    "connect4": win_or_loss,
    "othello": disc_difference,
}
RULES = Path(__file__).parent / "rules"
FLAGS = ("-O3", "-march=native", "-std=c++17")
COMPILERS = ("g++", "clang++")
LEAST_SECONDS = 0.1
"""A batch lasts at least so long: the program prints its seconds with four decimals."""


@dataclass(frozen=True)
class Run:
    """One search, or several of the same tree one after the other."""

    value: int
    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Millions of nodes a second.

        >>> Run(value=0, nodes=3_000_000, seconds=1.5).speed
        2.0
        """
        return self.nodes / self.seconds / 1e6


@dataclass(frozen=True)
class Row:
    """One tree, searched by both sides; speeds in millions of nodes a second."""

    game: str
    depth: int
    rules: str
    value: int
    nodes: int
    program: float
    coupe: float
    ratio: float


Side = Callable[[], Run]


def compiled(source: Path, compiler: str, folder: Path) -> Path:
    """The program, compiled."""
    program = folder / "alphabeta"
    command = [compiler, *FLAGS, str(source), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{source} does not compile with {compiler}: {done.stderr.strip()}")
    return program


def program_side(program: Path, game: str, depth: int) -> Side:
    """The C++ program, started anew for every search."""

    def run() -> Run:
        command = [str(program), game, str(depth)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        _game, _depth, value, nodes, seconds = done.stdout.split()
        return Run(int(value), int(nodes), float(seconds))

    return run


def coupe_side(game: Game, depth: int) -> Side:
    """coupe, in this process."""
    analyst = Analyst(game, table_mb=1)
    start = game.start()

    def run() -> Run:
        answer = analyst.analyse(
            start, depth=depth, algorithm="fail-hard", table=False, move_order="natural"
        )
        return Run(answer.value, answer.nodes, answer.seconds)

    return run


def batch(side: Side) -> Run:
    """So many searches that their seconds can be measured, as one.

    >>> batch(lambda: Run(value=0, nodes=10, seconds=0.03))
    Run(value=0, nodes=40, seconds=0.12)
    """
    runs = [side()]
    while sum(run.seconds for run in runs) < LEAST_SECONDS:
        runs.append(side())
    return Run(runs[0].value, sum(run.nodes for run in runs), sum(run.seconds for run in runs))


def compare(program: Path, game: str, depth: int, rounds: int) -> Iterator[Row]:
    """Search one tree with both sides in turn, so many times; the best of each counts."""
    rules = {
        "shipped": load(game).with_evaluation(EVALUATIONS[game]),
        "a user's": load(RULES / f"{game}.py"),
    }
    sides = {"program": program_side(program, game, depth)}
    sides |= {name: coupe_side(known, depth) for name, known in rules.items()}
    trees = {name: side() for name, side in sides.items()}
    tree = trees["program"]
    for name, found in trees.items():
        if (found.value, found.nodes) != (tree.value, tree.nodes):
            sys.exit(
                f"{game}, depth {depth}: the program finds {tree.value} in {tree.nodes} nodes, and "
                f"{name} rules {found.value} in {found.nodes}: they do not search the same tree."
            )
    best = dict.fromkeys(sides, 0.0)
    for _round in range(rounds):
        for name, side in sides.items():
            best[name] = max(best[name], batch(side).speed)
    for name in rules:
        ratio = best[name] / best["program"]
        yield Row(game, depth, name, tree.value, tree.nodes, best["program"], best[name], ratio)


def show(rows: list[Row], compiler: str) -> None:
    """One table."""
    table = grid(
        "game", "depth", "rules", "value", "nodes",
        f"{compiler}\nMnodes/s", "coupe\nMnodes/s", "ratio",
        right=(1, 3, 4, 5, 6, 7),
    )  # fmt: skip
    for row in rows:
        table.add_row(
            row.game,
            str(row.depth),
            row.rules,
            str(row.value),
            number(row.nodes),
            number(row.program, 1),
            number(row.coupe, 1),
            number(row.ratio, 2),
        )
    page().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="coupe's plain alpha-beta beside the same search written by hand in C++."
    )
    parser.add_argument("source", type=Path, help="the C++ program's source, alphabeta.cpp")
    parser.add_argument("--compiler", help="g++ or clang++; without it, the first that is there")
    parser.add_argument("--rounds", type=int, default=5, help="batches of each side (5)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if not options.source.is_file():
        parser.error(f"{options.source}: no such file.")
    compiler = options.compiler or next(filter(shutil.which, COMPILERS), None)
    if compiler is None or shutil.which(compiler) is None:
        parser.error(f"there is no {compiler or ' or '.join(COMPILERS)} here: install one of them.")
    with tempfile.TemporaryDirectory(prefix="coupe-yardstick-") as folder:
        program = compiled(options.source, compiler, Path(folder))
        rows = [row for case in CASES for row in compare(program, *case, options.rounds)]
    if options.json:
        print_json({"bench": "yardstick", "compiler": compiler, "rows": [*map(asdict, rows)]})
    else:
        show(rows, compiler)


if __name__ == "__main__":
    main()
