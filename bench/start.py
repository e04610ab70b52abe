"""How long coupe takes to start: compiling a game, loading it compiled, and saying its version.

    python bench/start.py

Every measurement is the median of several processes. A first search has one ply; its time begins when
coupe and what it needs are imported, and so does not count the interpreter. Aims: 4 seconds to compile
Connect 4 or Othello, 0.3 seconds from the cache, `coupe --version` within 6 times `python -c pass`.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from coupe.cli.display import grid, page, print_json
from coupe.cli.words import number, seconds

GAMES = ("connect4", "othello")

FIRST_SEARCH = """
import sys, time
import coupe, coupe.analysis
begun = time.perf_counter()
coupe.analyse(coupe.load(sys.argv[1]).start(), depth=1)
print(time.perf_counter() - begun)
"""


@dataclass(frozen=True)
class Row:
    """One measurement, the median of several processes, and what it should be at most."""

    what: str
    seconds: float
    aim: float | None


def first_search(game: str, cache: Path) -> float:
    """The seconds of a first search in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_SEARCH, game],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COUPE_CACHE": str(cache)},
    )
    return float(done.stdout)


def wall(command: Sequence[str]) -> float:
    """The seconds of a whole process."""
    begun = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def median(measured: Callable[[], float], processes: int) -> float:
    """The median of so many measurements.

    >>> answers = iter([3.0, 1.0, 2.0])
    >>> median(lambda: next(answers), 3)
    2.0
    """
    return statistics.median(measured() for _process in range(processes))


def compilations(game: str, processes: int) -> list[Row]:
    """A game's first search, with an empty cache and with a full one."""
    with tempfile.TemporaryDirectory(prefix="coupe-start-") as folder:
        cold = median(lambda: first_search(game, Path(tempfile.mkdtemp(dir=folder))), processes)
        cache = Path(folder) / "full"
        first_search(game, cache)
        cached = median(lambda: first_search(game, cache), processes)
    return [Row(f"{game}, compiled", cold, 4.0), Row(f"{game}, from the cache", cached, 0.3)]


def starts(processes: int) -> list[Row]:
    """The interpreter alone, coupe's version, and coupe with all that a search needs."""
    program = shutil.which("coupe", path=str(Path(sys.executable).parent))
    version = [program] if program else [sys.executable, "-m", "coupe"]
    python = [sys.executable, "-c"]
    bare = median(lambda: wall([*python, "pass"]), processes)
    return [
        Row("python -c pass", bare, None),
        Row("coupe --version", median(lambda: wall([*version, "--version"]), processes), 6 * bare),
        Row("import coupe.analysis", median(lambda: wall([*python, "import coupe.analysis"]), processes), None),
    ]  # fmt: skip


def show(rows: list[Row]) -> None:
    """One table."""
    table = grid("what", "time", "aim", "of the aim", right=(1, 2, 3))
    for row in rows:
        aim = ("", "") if row.aim is None else (seconds(row.aim), number(row.seconds / row.aim, 2))
        table.add_row(row.what, seconds(row.seconds), *aim)
    page().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long coupe takes to start.")
    parser.add_argument("--processes", type=int, default=5, help="processes a measurement (5)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if options.processes < 1:
        parser.error(f"--processes is {options.processes}; it can be 1 or more.")
    rows = starts(4 * options.processes)
    for game in GAMES:
        rows += compilations(game, options.processes)
    if options.json:
        print_json({"bench": "start", "rows": [*map(asdict, rows)]})
    else:
        show(rows)


if __name__ == "__main__":
    main()
