"""Python libraries that search any game beside coupe: the same questions, the same answers, the time.

    pip install easyAI open_spiel
    python bench/libraries.py

Each library searches its own games as its documentation shows: easyAI by Negamax with its games'
`unmake_move` where they have one and the score of a win given, OpenSpiel by `alpha_beta_search`.
coupe starts every search with an empty table; its time is that of the whole call. It answers twice:
as it does when simply asked, and by plain alpha-beta, which searches the tree that OpenSpiel does.
Aims against easyAI: tic-tac-toe 150 times faster, Connect 4 2,000 times.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

from coupe import Analyst, Game, load
from coupe.cli.display import grid, page, print_json
from coupe.cli.words import number
from coupe.games.connect4 import win_or_loss
from coupe.games.othello import disc_difference

OTHELLO_DEPTH = 5
RIVALS = {"easyAI": "easyAI", "OpenSpiel": "pyspiel"}
"""Each rival, and the module that is there when it is installed."""


@dataclass(frozen=True)
class Row:
    """One question, answered by one program; `slower` is against coupe simply asked."""

    question: str
    program: str
    value: int
    nodes: int | None
    seconds: float
    slower: float


@dataclass(frozen=True)
class Reply:
    """What a search found; the library's own games are scored from the side to move, by coupe's unit."""

    value: int
    nodes: int | None = None


Search = Callable[[], Reply]


@dataclass(frozen=True)
class Question:
    """A search that every program can do."""

    name: str
    game: Game
    depth: int | None
    easyai: Callable[[], Search]
    openspiel: Callable[[], Search]


def questions() -> list[Question]:
    """The three of them."""
    connect4 = load("connect4").with_evaluation(win_or_loss)
    othello = load("othello").with_evaluation(disc_difference)
    return [
        Question("tic-tac-toe, solved", load("tictactoe"), None, easyai_tictactoe, openspiel_tictactoe),
        Question("Connect 4, depth 8, win or loss", connect4, 8, easyai_connect4, openspiel_connect4),
        Question(
            f"Othello, depth {OTHELLO_DEPTH}, disc difference",
            othello, OTHELLO_DEPTH, easyai_othello, openspiel_othello,
        ),
    ]  # fmt: skip


def easyai_search(game: Callable[[], Any], negamax: Any, unit: int) -> Search:
    def search() -> Reply:
        negamax(game())
        return Reply(round(negamax.alpha / unit))

    return search


def easyai_tictactoe() -> Search:
    from easyAI import Negamax
    from easyAI.games.TicTacToe import TicTacToe

    return easyai_search(lambda: TicTacToe([None, None]), Negamax(9, win_score=100), 100)


def easyai_connect4() -> Search:
    from easyAI import Negamax
    from easyAI.games.ConnectFour import ConnectFour

    def scoring(game: Any) -> int:
        return -100 if game.lose() else 0

    return easyai_search(lambda: ConnectFour([None, None]), Negamax(8, scoring, 100), 100)


def easyai_othello() -> Search:
    from easyAI import Negamax
    from easyAI.games.Reversi import Reversi

    def scoring(game: Any) -> int:
        mine, yours = (game.board == game.current_player), (game.board == game.opponent_index)
        return int(mine.sum() - yours.sum())

    return easyai_search(lambda: Reversi([None, None]), Negamax(OTHELLO_DEPTH, scoring), 1)


def openspiel_search(name: str, depth: int, worth: Callable[[Any], int]) -> Search:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game(name)

    def search() -> Reply:
        value, _move = alpha_beta_search(game, value_function=worth, maximum_depth=depth)
        return Reply(round(value))

    return search


def openspiel_tictactoe() -> Search:
    return openspiel_search("tic_tac_toe", 9, lambda state: 0)


def openspiel_connect4() -> Search:
    return openspiel_search("connect_four", 8, lambda state: 0)


def openspiel_othello() -> Search:
    def worth(state: Any) -> int:
        board = str(state).partition("\n")[2]
        return board.count("x") - board.count("o")

    return openspiel_search("othello", OTHELLO_DEPTH, worth)


def coupe_search(question: Question, **how: Any) -> Search:
    """coupe, warm, with an empty table every time."""
    analyst = Analyst(question.game)
    start = question.game.start()

    def search() -> Reply:
        analyst.forget()
        if question.depth is None and not how:
            answer = analyst.solve(start)
        else:
            answer = analyst.analyse(start, depth=question.depth or 9, **how)
        return Reply(answer.value, answer.nodes)

    return search


def searches(question: Question, rivals: list[str]) -> Iterator[tuple[str, Search]]:
    """Every program that is there, ready to answer."""
    yield "coupe", coupe_search(question)
    plain = coupe_search(question, algorithm="fail-hard", table=False, move_order="natural")
    yield "coupe, plain alpha-beta", plain
    if "easyAI" in rivals:
        yield "easyAI", question.easyai()
    if "OpenSpiel" in rivals:
        yield "OpenSpiel", question.openspiel()


def quickest(search: Search, least: float) -> tuple[Reply, float]:
    """What a search found and the least time that it took, tried for so long.

    >>> quickest(lambda: Reply(3), 0.0)[0]
    Reply(value=3, nodes=None)
    """
    best = float("inf")
    end = time.perf_counter() + least
    while True:
        begun = time.perf_counter()
        reply = search()
        now = time.perf_counter()
        best = min(best, now - begun)
        if now >= end:
            return reply, best


def ask(question: Question, rivals: list[str], least: float) -> list[Row]:
    """One question to every program."""
    rows: list[Row] = []
    for program, search in searches(question, rivals):
        search()
        reply, taken = quickest(search, least)
        if rows and reply.value != rows[0].value:
            sys.exit(f"{question.name}: {rows[0].value} says coupe, {reply.value} {program}.")
        slower = taken / rows[0].seconds if rows else 1.0
        rows.append(Row(question.name, program, reply.value, reply.nodes, taken, slower))
    return rows


def show(rows: list[Row]) -> None:
    """One table."""
    table = grid("question", "program", "value", "nodes", "time", "slower", right=(2, 3, 4, 5))
    before = ""
    for row in rows:
        if before and row.question != before:
            table.add_section()
        table.add_row(
            row.question if row.question != before else "",
            row.program,
            str(row.value),
            "" if row.nodes is None else number(row.nodes),
            f"{number(1000 * row.seconds, 2)} ms",
            ""
            if row.program == "coupe"
            else f"{number(row.slower, 1 if row.slower < 10 else 0)} x",
        )
        before = row.question
    page().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Python libraries that search any game, beside coupe."
    )
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="how long each program tries each question (3)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    rivals = [name for name, module in RIVALS.items() if find_spec(module) is not None]
    missing = [name for name in RIVALS if name not in rivals]
    if missing:
        names = " and ".join(missing)
        verb = "is" if len(missing) == 1 else "are"
        print(f"{names} {verb} not installed: pip install easyAI open_spiel", file=sys.stderr)
    if not rivals:
        sys.exit(2)
    rows = [row for question in questions() for row in ask(question, rivals, options.seconds)]
    if options.json:
        print_json({"bench": "libraries", "rows": [*map(asdict, rows)]})
    else:
        show(rows)


if __name__ == "__main__":
    main()
