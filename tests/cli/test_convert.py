"""`coupe convert`: games from one format into another, and what is said of damaged ones."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from coupe.records import read
from tests.cli.conftest import Run

DATA = Path(__file__).parents[1] / "records" / "data"
SUM = "Games read: {}, written: {}, left out: {}; damaged places: {}.\n"


def test_a_wthor_file_becomes_pgn_ggf_json_and_wthor_again(run: Run, tmp_path: Path) -> None:
    for file in DATA.iterdir():
        shutil.copy(file, tmp_path)
    source = str(tmp_path / "WTH_1981.wtb")
    for name in ("a.pgn", "b.json", "c.wtb"):
        target = str(tmp_path / name)
        said = run("convert", source, target)
        assert (said.exit_code, said.stdout) == (0, "")
        assert said.stderr == SUM.format(40, 40, 0, 0)
        source = target
    assert read(tmp_path / "c.wtb").records == read(tmp_path / "WTH_1981.wtb").records
    assert {"c.jou", "c.trn"} <= {file.name for file in tmp_path.iterdir()}


def test_a_dash_is_stdin_and_stdout(run: Run) -> None:
    said = run("convert", "-", "-", "--to", "json", said="f5d6c3\n")
    assert said.exit_code == 0
    assert json.loads(said.stdout)["moves"] == ["f5", "d6", "c3"]


def test_what_is_damaged_is_named_and_the_rest_is_written(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "games.txt", tmp_path / "games.ggf"
    source.write_text("f5d6c3\nf5d6a1\nwhatever\n\nf5\n")
    said = run("convert", str(source), str(target))
    assert said.exit_code == 1
    assert said.stderr.startswith("line 2: Move 3: a1 is not a legal move here;")
    assert "line 3: whatever" in said.stderr
    assert said.stderr.endswith(SUM.format(3, 3, 0, 2))
    assert len(read(target).records) == 3


def test_games_that_the_format_cannot_hold_are_left_out(run: Run) -> None:
    said = run("convert", "-", "-", "--to", "ggf", said="4453\nf5d6\n")
    assert said.exit_code == 1
    assert said.stdout.count("(;") == 1
    assert "game 1: GGF holds othello only, and this is a game of connect4." in said.stderr
    assert said.stderr.endswith(SUM.format(2, 1, 1, 0))


def test_it_speaks_french(run: Run) -> None:
    said = run("convert", "-", "-", "--to", "ggf", "--lang", "fr", said="f5d6c3\n")
    assert said.exit_code == 0
    assert said.stderr.startswith("Parties lues")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("nowhere.pgn", "x.ggf"), "nowhere.pgn cannot be read: No such file"),
        (("-", "-"), "Write --to FORMAT"),
        (("-", "x"), "let it end in .txt"),
        (("-", "x.docx"), "let it end in .txt"),
        (("-", "-", "--to", "docx"), "docx is no format of games"),
        (("-", "-", "--to", "ggf", "--from", "x"), "x is no format of games"),
        (("-", "-", "--to", "wthor"), "WTHOR is three files"),
        (("-", "-", "--to", "ggf", "--game", "chess2"), "chess2 is not a game"),
        (("-", "no/folder/x.ggf"), "there is no folder"),
        (("-",), "OUT"),
    ],
)
def test_what_is_asked_wrongly_is_said(run: Run, args: tuple[str, ...], words: str) -> None:
    said = run("convert", *args, said="f5")
    assert said.exit_code == 2
    assert words in said.stderr


def test_the_file_that_is_read_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "a.pgn", tmp_path / "b.pgn"
    file.write_text('[Game "othello"]\n\n1. f5 *\n')
    link.symlink_to(file)
    before = file.read_bytes()
    for target in (file, link):
        said = run("convert", str(file), str(target))
        assert said.exit_code == 2
        assert "would be lost" in said.stderr
    assert file.read_bytes() == before


def test_an_unreadable_file_leaves_the_old_one(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "a.wtb", tmp_path / "b.pgn"
    source.write_bytes(b"too short")
    target.write_text("precious")
    said = run("convert", str(source), str(target))
    assert said.exit_code == 1
    assert target.read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) == ["a.wtb", "b.pgn"]


@pytest.mark.parametrize("content", ["", "# nothing\n", "4453\n", "a1\n"])
def test_where_there_is_nothing_to_write_the_old_file_stays(
    run: Run, tmp_path: Path, content: str
) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "b.ggf"
    source.write_text(content)
    target.write_text("precious")
    said = run("convert", str(source), str(target))
    assert said.exit_code == 1
    assert " written: 0," in said.stderr
    assert target.read_text() == "precious"


def test_a_game_of_yours_is_checked_when_its_file_is_named(run: Run, tmp_path: Path) -> None:
    nim = str(Path(__file__).parents[2] / "examples" / "nim.py")
    source = tmp_path / "a.pgn"
    source.write_text('[Game "elsewhere/nim.py"]\n\n1. 3 3 2. 99 *\n')
    free = run("convert", str(source), "-", "--to", "json")
    assert (free.exit_code, json.loads(free.stdout)["moves"]) == (0, ["3", "3", "99"])
    ruled = run("convert", str(source), "-", "--to", "json", "--game", nim)
    assert (ruled.exit_code, json.loads(ruled.stdout)["moves"]) == (1, ["3", "3"])
    assert "Move 3: 99 is not a legal move" in ruled.stderr


def test_of_much_damage_only_the_first_is_said(run: Run) -> None:
    said = run("convert", "-", "-", "--to", "ggf", said="a1\n" * 500)
    assert len(said.stderr.splitlines()) == 22
    assert "480 more like these are not shown." in said.stderr


def test_bytes_go_through_a_pipe(tmp_path: Path) -> None:
    content = (DATA / "WTH_1981.wtb").read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "coupe", "convert", "-", "-", "--to", "pgn"],
        input=content,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.count(b'[Game "othello"]') == 40


def test_wthor_without_its_names_is_no_failure(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "alone.wtb"
    shutil.copy(DATA / "WTH_1981.wtb", source)
    said = run("convert", str(source), str(tmp_path / "b.json"))
    assert said.exit_code == 0
    assert "There is no alone.jou" in said.stderr
    assert said.stderr.endswith(SUM.format(40, 40, 0, 0))


def test_a_file_without_games_is_said_to_have_none(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "empty.txt"
    source.touch()
    said = run("convert", str(source), str(tmp_path / "b.json"))
    assert said.exit_code == 1
    assert said.stderr.startswith(f"There is no game in {source}.")


@pytest.mark.skipif(
    "not os.path.exists('/dev/full')", reason="there is no disk that is always full"
)
def test_a_full_disk_is_a_failure_and_no_wrong_usage(run: Run) -> None:
    said = run("convert", "-", "/dev/full", "--to", "pgn", said="f5d6")
    assert said.exit_code == 1
    assert "No space left" in said.stderr
