"""Processes that are killed, and processes at work together: no move that was said is lost."""

import subprocess
import sys
import time
from collections import defaultdict
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from coupe.archive import Archive
from coupe.records import Ply, Record

PLAYING = """
import sys
from random import Random
from coupe import load
from coupe.archive import Archive
from coupe.records import Ply, Record, result_of
random = Random(int(sys.argv[2]))
archive = Archive(sys.argv[1])
game = load("tictactoe")
while True:
    position = game.start()
    kept = archive.begin(Record("tictactoe", players=("random", "random")))
    print("begun", kept.id, flush=True)
    while not position.over:
        name = position.name(random.choice(position.legal_moves))
        position = position.play_named(name)
        number = len(position.line) - 1
        kept.played(number, Ply(name, seconds=0.5))
        print("played", kept.id, number, name, flush=True)
    kept.ended(result_of(position))
    print("ended", kept.id, flush=True)
"""

BY_TURNS = """
from coupe.archive import store
store._write_ahead = lambda connection: connection.execute("PRAGMA journal_mode = DELETE")
"""

BRINGING = """
import sys
from coupe.archive import Archive, archive
from coupe.records import Ply, Record
archive.AT_ONCE = 20
moves = tuple(map(Ply, "51273"))
games = (Record("tictactoe", moves, players=(str(count), "")) for count in range(4000))
Archive(sys.argv[1]).bring(games, watch=lambda new, known: print(new + known, flush=True))
"""


def killed(script: str, *args: str, after: float) -> list[list[str]]:
    """What a child says until it is killed."""
    child = subprocess.Popen(
        [sys.executable, "-c", script, *args], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    with child.stdout as said:
        first = said.readline()
        time.sleep(after)
        child.kill()
        lines = [first, *said]
        child.wait()
    return [line.split() for line in lines if line.endswith("\n")]


def check(archive: Archive) -> None:
    """Nothing is broken, and no row is a half."""
    assert archive.store.rows("PRAGMA integrity_check") == [("ok",)]
    assert archive.store.rows("PRAGMA foreign_key_check") == []
    counts = "SELECT count(*), coalesce(max(number), -1) FROM ply WHERE ply.game = game.id"
    for id, plies in archive.store.rows("SELECT id, plies FROM game"):
        [(count, last)] = archive.store.rows(counts.replace("game.id", "?"), (id,))
        assert (count, last) == (plies, plies - 1)


def kill_players(file: Path, kills: int, script: str = PLAYING) -> int:
    """Kill so many processes that play; how many moves they had said."""
    moves = 0
    for seed in range(kills):
        said = killed(script, str(file), str(seed), after=Random(seed).uniform(0, 0.05))
        played: dict[int, list[str]] = defaultdict(list)
        with Archive(file) as archive:
            for what, id, *rest in said:
                if what == "played":
                    played[int(id)].append(rest[1])
                elif what == "ended":
                    assert archive.entry(int(id)).result is not None
                else:
                    archive.entry(int(id))
            for id_, names in played.items():
                kept = list(archive.game(id_).names)
                assert kept[: len(names)] == names
                assert len(kept) <= len(names) + 1
                moves += len(names)
            check(archive)
    return moves


def kill_bringers(file: Path, kills: int) -> None:
    """Kill so many processes that bring games in."""
    with Archive(file) as archive:
        for seed in range(kills):
            said = killed(BRINGING, str(file), after=Random(seed).uniform(0, 0.04))
            count = archive.count()[0]
            assert not said or count >= int(said[-1][0])
            check(archive)


def test_twenty_killed_players_lose_no_move(file: Path) -> None:
    assert kill_players(file, 20) > 100


def test_killed_imports_leave_whole_games(file: Path) -> None:
    kill_bringers(file, 5)
    subprocess.run([sys.executable, "-c", BRINGING, str(file)], check=True, capture_output=True)
    with Archive(file) as archive:
        assert archive.count()[0] == 4000
        check(archive)


def test_players_killed_where_there_is_no_write_ahead_log_lose_no_move(file: Path) -> None:
    assert kill_players(file, 8, BY_TURNS + PLAYING) > 0


@pytest.mark.slow
def test_two_hundred_killed_players_lose_no_move(file: Path) -> None:
    assert kill_players(file, 200) > 1000


@pytest.mark.slow
def test_fifty_killed_imports_leave_whole_games(file: Path) -> None:
    kill_bringers(file, 50)


def play_games(path: str, seed: int, games: int) -> None:
    """One of several processes that play at once."""
    with Archive(path) as archive:
        for count in range(games):
            kept = archive.begin(Record("connect4", players=(str(seed), str(count))))
            for number in range(10):
                kept.played(number, Ply(str(number % 7 + 1)))
            kept.ended(None)
            archive.delete([])
            list(archive.games(limit=5))


@pytest.mark.parametrize("processes", [2, 8])
def test_processes_play_at_once(file: Path, processes: int) -> None:
    spawn = get_context("spawn")
    children = [
        spawn.Process(target=play_games, args=(str(file), seed, 5)) for seed in range(processes)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * processes
    with Archive(file) as archive:
        assert [entry.moves for entry in archive.games()] == [10] * 5 * processes
        check(archive)
