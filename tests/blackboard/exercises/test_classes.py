"""Marking a class: damaged files are told, the others are marked."""

import csv
import io
import json
from pathlib import Path

import pytest

from coupe.blackboard.exercises import csv_of, make, mark_folder, solution
from coupe.errors import BadFile


def test_a_class(tmp_path: Path) -> None:
    exercise = make("values", "((3 5) (2 9))")
    (tmp_path / "exercise.json").write_text(json.dumps(exercise.to_json()))
    (tmp_path / "zoe.json").write_text(json.dumps(solution(exercise)))
    (tmp_path / "bob.json").write_text('{"name": "=Bob", "nodes": {"B": 5, "C": 2, "A": 5}}')
    (tmp_path / "cut.json").write_text('{"nodes": ')
    (tmp_path / "odd.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    results = mark_folder(tmp_path)
    points = {result.name: result.points for result in results}
    assert points == {
        "zoe": 3, "=Bob": 2, "cut": None, "odd": None, "list": None, "deep": None, "folder": None,
    }  # fmt: skip
    rows = list(csv.reader(io.StringIO(csv_of(results))))
    assert rows[0] == ["name", "points", "of", "first error"]
    assert ["zoe", "3", "3", ""] in rows
    assert next(row for row in rows if row[0] == "'=Bob")[1:3] == ["2", "3"]
    assert all(len(row) == 4 for row in rows)
    assert all(result.remark for result in results if result.name != "zoe")


def test_a_folder_without_exercise(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"exercise\.json cannot be read"):
        mark_folder(tmp_path)
    with pytest.raises(BadFile, match="is no folder"):
        mark_folder(tmp_path / "nowhere")


def test_what_cannot_be_seen_in_a_name_is_shown(tmp_path: Path) -> None:
    (tmp_path / "exercise.json").write_text(json.dumps(make("move", "(3 5)").to_json()))
    (tmp_path / "a.json").write_text(json.dumps({"name": "Ada\nBob\u001b[1m", "move": "X\nY"}))
    (result,) = mark_folder(tmp_path)
    assert result.name == "Ada␊Bob␛[1m"
    assert "X␊Y is no move" in result.remark
