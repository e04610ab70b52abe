"""A series is the same whatever is done to the processes that play it."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coupe import load
from coupe.archive import Archive
from coupe.errors import BadGame
from coupe.language import choose
from coupe.play import workers as workers_module
from coupe.play.clock import TimeControl
from coupe.play.series import Series
from coupe.play.standing import Standing
from coupe.play.statistics import Sprt
from coupe.play.worker import Settings, Task, Worker
from coupe.processes import APART, end
from coupe.records import Record

PLAYERS = ("level:2", "minimax:2")
STRONGER = ("level:4", "minimax:3")


def shown(standing: Standing) -> dict[str, Any]:
    return standing.to_json()


def run(games: int, workers: int, **settings: Any) -> Standing:
    series = Series(load("connect4"), PLAYERS, games=games, seed=3, **settings)
    return series.run(workers=workers)


@pytest.mark.slow
def test_the_results_do_not_depend_on_the_number_of_workers() -> None:
    assert shown(run(6, 1)) == shown(run(6, 2))


def test_a_test_stops_at_the_same_pair_whatever_the_workers() -> None:
    settings: dict[str, Any] = {"sprt": Sprt(-400, 0)}
    one, other = run(16, 1, **settings), run(16, 2, **settings)
    assert one.decided
    assert one.games < 16
    assert shown(one) == shown(other)


def test_both_play_each_opening_with_either_colour(tmp_path: Path) -> None:
    with Archive(tmp_path / "mine.sqlite") as archive:
        series = Series(load("connect4"), PLAYERS, games=4, archive=archive)
        series.run(workers=1)
        kept = sorted(archive.games(series=series.key), key=lambda entry: entry.number)
        records = [archive.game(entry.id) for entry in kept]
    assert [entry.number for entry in kept] == list(range(4))
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert one.players == PLAYERS == other.players[::-1]
        opening = int(one.tags["opening"])
        assert one.names[:opening] == other.names[:opening]
    assert all(record.position().over for record in records)


def test_a_finished_series_is_only_told_and_more_games_go_on(tmp_path: Path) -> None:
    with Archive(tmp_path / "mine.sqlite") as archive:
        first = run(2, 1, archive=archive)
        assert shown(run(2, 1, archive=archive)) == shown(first)
        assert len(list(archive.games())) == 2
        more = run(4, 1, archive=archive)
        assert len(list(archive.games())) == 4
    assert shown(more) == shown(run(4, 1))


def test_again_plays_anew_and_what_was_played_stays(tmp_path: Path) -> None:
    with Archive(tmp_path / "mine.sqlite") as archive:
        first = run(2, 1, archive=archive)
        again = run(2, 1, archive=archive, again=True)
        assert shown(first) == shown(again)
        assert len({entry.series for entry in archive.games()}) == 2
        run(3, 1, archive=archive)
        assert len(list(archive.games())) == 5


def test_a_series_is_another_where_a_file_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    keys = []
    for number in (0, -1):
        file.write_text(f"def best(position): return position.legal_moves[{number}]")
        keys.append(Series(load("tictactoe"), (f"{file}:best", "random")).key)
    assert keys[0] != keys[1]


def student(folder: Path, name: str, body: str) -> str:
    file = folder / f"{name}.py"
    file.write_text(f"import os, time\ndef best(position):\n    {body}\n")
    return f"{file}:best"


def test_who_crashes_loses_and_it_is_told(tmp_path: Path) -> None:
    bad = student(tmp_path, "bad", "return 1 // 0")
    standing = Series(load("tictactoe"), (bad, "random"), games=2).run(workers=1)
    assert (standing.wins, standing.losses) == (0, 2)
    assert standing.reasons[0]["forfeit"] == 2
    assert all("ZeroDivisionError" in game.result.detail for _n, game in standing.failures)


def test_a_file_that_cannot_be_loaded_is_tried_once(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("open(__file__ + '.log', 'a').write('x')\nraise KeyboardInterrupt\n")
    standing = Series(load("tictactoe"), (f"{file}:best", "random"), games=4).run(workers=1)
    assert standing.reasons[0]["forfeit"] == 4
    assert (tmp_path / "bad.py.log").read_text() == "x"
    told = {outcome.result.detail for _number, outcome in standing.failures}
    assert told == {f"{file}:best: bad.py, line 2: KeyboardInterrupt."}


def test_a_failing_player_is_named_once_in_any_language(tmp_path: Path) -> None:
    bad = student(tmp_path, "bad", "return 1 // 0")
    choose("fr")
    try:
        standing = Series(load("tictactoe"), (bad, "random"), games=1).run(workers=1)
    finally:
        choose("en")
    ((_number, outcome),) = standing.failures
    assert outcome.result.detail.startswith(f"{bad}\u00a0: bad.py, ligne 3")
    assert outcome.result.detail.count("bad.py:best") == 1


def listening(monkeypatch: pytest.MonkeyPatch, hurt: Callable[[Any], None]) -> None:
    """Do something to a worker each time that it says who thinks."""

    class Hurt(workers_module._Worker):
        def take(self, task: Task) -> None:
            super().take(task)
            hurt(self)

    monkeypatch.setattr(workers_module, "_Worker", Hurt)


def test_the_game_of_a_worker_that_dies_is_taken_up_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[Any] = []

    def kill_once(worker: Any) -> None:
        if not seen:
            seen.append(worker)
            os.kill(worker.process.pid, signal.SIGKILL)

    listening(monkeypatch, kill_once)
    with Archive(tmp_path / "mine.sqlite") as archive:
        hurt = run(2, 1, archive=archive)
    monkeypatch.undo()
    assert shown(hurt) == shown(run(2, 1))


def test_who_was_thinking_when_a_worker_has_died_twice_loses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Dying(workers_module._Worker):
        def _listen(self, heard: Any) -> None:
            assert self.process.stdout is not None
            with suppress(ValueError):
                heard.put((self, json.loads(self.process.stdout.readline())))
            os.kill(self.process.pid, signal.SIGKILL)
            heard.put((self, None))

    monkeypatch.setattr(workers_module, "_Worker", Dying)
    with Archive(tmp_path / "mine.sqlite") as archive:
        standing = run(1, 1, archive=archive)
        assert standing.reasons[standing.wins]["forfeit"] == 1
        (entry,) = archive.games()
        assert entry.result == standing.failures[0][1].result
        assert entry.result is not None
        assert "the process in which it plays has stopped" in entry.result.detail


@pytest.mark.slow
def test_a_worker_that_stands_still_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def stop_once(worker: Any) -> None:
        if not seen:
            seen.append(worker)
            os.kill(worker.process.pid, signal.SIGSTOP)

    listening(monkeypatch, stop_once)
    monkeypatch.setattr(workers_module, "GRACE", 10.0)
    clock = TimeControl.read("1s/move")
    series = Series(load("tictactoe"), ("random", "random"), games=2, clock=clock)
    assert series.run(workers=1).games == 2


def test_a_worker_that_always_dies_ends_the_series_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listening(monkeypatch, lambda worker: os.kill(worker.process.pid, signal.SIGKILL))
    with pytest.raises(BadGame, match="Game 1 could not be played"):
        run(2, 1)


def command_line(archive: Path, games: int, players: Sequence[str]) -> list[str]:
    return [
        *(sys.executable, "-m", "coupe", "match", "connect4", *players),
        *("--games", str(games), "--seed", "5", "--archive", str(archive), "--json"),
    ]


def plies_kept(archive: Path) -> int:
    with suppress(sqlite3.Error), closing(sqlite3.connect(archive, timeout=10)) as connection:
        return int(connection.execute("SELECT count(*) FROM ply").fetchone()[0])
    return 0


def killed(arguments: Sequence[str], archive: Path, random: Random) -> bool:
    """Run it until it has played a few moves more, and kill it; whether it was killed."""
    before = plies_kept(archive) if archive.exists() else 0
    more = random.randrange(1, 30)
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **APART
    ) as process:
        while process.poll() is None:
            if archive.exists() and plies_kept(archive) >= before + more:
                time.sleep(random.random() / 20)
                end(process)
                return True
            time.sleep(0.01)
    return False


def survive(
    archive: Path, games: int, kills: int, seed: int, players: tuple[str, str] = STRONGER
) -> int:
    random = Random(seed)
    arguments = command_line(archive, games, players)
    count = 0
    while count < kills and killed(arguments, archive, random):
        count += 1
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    told.pop("series")
    told.pop("game")
    whole = Series(load("connect4"), players, games=games, seed=5)
    assert told == json.loads(json.dumps(whole.run().to_json()))
    with Archive(archive) as kept:
        entries = list(kept.games())
        numbers = sorted(entry.number for entry in entries)
        assert numbers == list(range(len(numbers)))
        assert len(numbers) >= games
        for entry in entries[-games:]:
            record = kept.game(entry.id)
            assert len(record.moves) == entry.moves
            assert record.position().over
    return count


@pytest.mark.slow
def test_a_series_that_is_killed_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    assert survive(tmp_path / "mine.sqlite", games=4, kills=1, seed=1, players=PLAYERS) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_whoever_stops_it_is_told_what_there_is_and_the_same_command_goes_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    archive = tmp_path / "mine.sqlite"
    arguments = [*command_line(archive, 2000, PLAYERS), "--workers", "1"]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **APART
    ) as process:
        while not archive.exists() or plies_kept(archive) < 60:
            time.sleep(0.01)
        process.send_signal(number)
        said, complaint = process.communicate()
    told = json.loads(said)
    assert process.returncode == 130
    assert 0 < told["games"] < 2000
    assert "of 2,000 games were played: the same command goes on." in complaint
    with Archive(archive) as kept:
        assert len(list(kept.games(finished=True))) >= told["games"]


@pytest.mark.slow
def test_sixty_kills_change_nothing(tmp_path: Path) -> None:
    count, number = 0, 0
    while count < 60:
        number += 1
        count += survive(tmp_path / f"{number}.sqlite", games=30, kills=60 - count, seed=number)


def test_a_game_that_is_deleted_while_it_is_played_is_begun_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.sqlite"
    with Archive(file) as archive:
        told = StringIO()
        worker = Worker(Settings("tictactoe", archive=str(file)), told)
        gone = archive.begin(Record("tictactoe"), series="x").id
        archive.delete([gone])
        worker.play(Task(0, ("random", "random"), seed=1, series="x", kept=gone))
        (entry,) = archive.games(series="x")
        assert entry.result is not None
        assert '"result"' in told.getvalue()
