"""Two threads beside one: ten Othello endings with 18 empties, proved by both.

    python bench/threads.py

Every search starts with an empty table and proves the exact score. Aim: half of the positions at
least 1.6 times sooner with two threads than with one.
"""

import argparse
import statistics
import sys
from dataclasses import asdict, dataclass

from coupe import Analyst, Answer, load
from coupe.cli.display import grid, page, print_json
from coupe.cli.words import number, seconds, signed

# Hard endings with 20 empties, whose moves all have known exact scores, the first ten of a set of
# 276; from each, the two best moves were played.
POSITIONS = (
    ("-OOOOO----OXOO--XXXOOOXX-XOOOOX-XXXXOOOOOXXOOOO---OXOO---OOOO--- X", 0),
    ("--XXXO----XXOO-OX-XOXOOOOXOOXXXO-OXOOXXOOOXOOXOO--XXXX-O--XX---- X", -10),
    ("--OOX--O---OXXOO--XXOOOO--XXXOOX-XXXOOXX--XOXXXX--OOOXXX--XXXXXX X", 2),
    ("--OOOOO---OXXO-X-OOOOXXX-OOOOXXXXOXOOXXX-XOOOXXX--XOO-----XOOX-- X", -4),
    ("--OXX----OOXXX--OOOXXXX-OXXOXXX-OXXXOOOOOXXXOOO-OXOOOO-----XOO-- X", 14),
    ("--OOOOOOX-OOXOO--XOOOOOOOOXOOOOOOOOOXOO-OXOOOOO---XOXX--------X- X", 0),
    ("O-OXOO--OOXXXXX-OXOOXXOOOOOXOOO-OOOXOXO-XOOOXXOO--OXX--O-------- X", -8),
    ("--OX-X----OXXX-O-OOOOOOOXXOXOOOO-XXXOOOO-XXXXXOO--XOXXX---XXXX-- X", -28),
    ("--OOOOO---OOOO-O--XOOXOO-XOOOOOO-OOXOOXOXXOXXXOO--OOXX-----XXXX- X", 2),
    ("---OOOO---XOX---XXXOXXX-XXXOOOOOXXOOXX--XXXOXXXO--OOOOXX--OOOO-- X", -26),
)


@dataclass(frozen=True)
class Row:
    """One position, proved by one thread and by several."""

    position: str
    value: int
    nodes: int
    nodes_together: int
    seconds: float
    seconds_together: float
    faster: float


def proved(analyst: Analyst, text: str, score: int) -> Answer:
    """The answer of a search that starts from nothing; it must be the known score."""
    analyst.forget()
    answer = analyst.solve(analyst.game.position(text))
    if (answer.value, answer.kind) != (score, "exact"):
        sys.exit(f"{text} is worth {score}, and not {answer.value} ({answer.kind}).")
    return answer


def measure(positions: int, threads: int, table_mb: int) -> list[Row]:
    """Each position by one thread, then by all of them.

    >>> [(row.value, row.faster > 0) for row in measure(0, 2, 1)]
    []
    """
    game = load("othello")
    alone = Analyst(game, table_mb=table_mb)
    together = Analyst(game, threads=threads, table_mb=table_mb)
    rows = []
    for text, score in POSITIONS[:positions]:
        one, all_of_them = (proved(analyst, text, score) for analyst in (alone, together))
        faster = one.seconds / all_of_them.seconds
        rows.append(
            Row(text, score, one.nodes, all_of_them.nodes, one.seconds, all_of_them.seconds, faster)
        )
    return rows


def show(rows: list[Row], threads: int) -> None:
    """One table, and the median."""
    together = f"{threads} threads"
    table = grid(
        "position", "value", "nodes\n1 thread", f"nodes\n{together}", "time\n1 thread",
        f"time\n{together}", "times\nsooner",
        right=(1, 2, 3, 4, 5, 6),
    )  # fmt: skip
    for row in rows:
        table.add_row(
            row.position,
            signed(row.value),
            number(row.nodes),
            number(row.nodes_together),
            seconds(row.seconds),
            seconds(row.seconds_together),
            number(row.faster, 2),
        )
    table.add_section()
    median = statistics.median(row.faster for row in rows)
    table.add_row("median", "", "", "", "", "", number(median, 2), style="bold")
    page().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Solve ten Othello endings with one thread and with several."
    )
    parser.add_argument("--positions", type=int, default=10, help="the first of the ten (10)")
    parser.add_argument("--threads", type=int, default=2, help="threads beside one (2)")
    parser.add_argument("--table-mb", type=int, default=64, help="megabytes of the table (64)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if not 1 <= options.positions <= len(POSITIONS):
        parser.error(f"--positions is {options.positions}; it can be from 1 to {len(POSITIONS)}.")
    rows = measure(options.positions, options.threads, options.table_mb)
    if options.json:
        median = statistics.median(row.faster for row in rows)
        print_json({"bench": "threads", "rows": [*map(asdict, rows)], "median": median})
    else:
        show(rows, options.threads)


if __name__ == "__main__":
    main()
