"""Marking a class: a folder with `exercise.json`, and an answer of each student, `NAME.json`.

>>> import json, tempfile
>>> from coupe.blackboard.exercises.making import make
>>> with tempfile.TemporaryDirectory() as name:
...     folder = Path(name)
...     _n = (folder / "exercise.json").write_text(json.dumps(make("move", "(3 5)").to_json()))
...     _n = (folder / "Ada.json").write_text('{"move": "C"}')
...     _n = (folder / "Bob.json").write_text('{"move": ')
...     results = mark_folder(folder)
>>> [(result.name, result.points, result.damaged) for result in results]
[('Ada', 1, False), ('Bob', None, True)]
>>> csv_of(results).splitlines()[1]
'Ada,1,1,'
"""

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coupe.blackboard.exercises.answers import naming, read_json, visible
from coupe.blackboard.exercises.exercise import Exercise
from coupe.blackboard.exercises.marking import Mark, mark, points_of
from coupe.errors import BadFile, CoupeError
from coupe.language import _

EXERCISE = "exercise.json"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would compute instead of show."""


@dataclass(frozen=True)
class Result:
    """What one student has reached, or why the answer could not be read."""

    name: str
    file: str
    of: int
    mark: Mark | None
    problem: str = ""

    @property
    def points(self) -> int | None:
        """The points; None where the answer could not be read."""
        return self.mark.points if self.mark is not None else None

    @property
    def damaged(self) -> bool:
        """Whether the answer could not be read."""
        return self.mark is None

    @property
    def remark(self) -> str:
        """The first error, or what is wrong with the file."""
        return self.problem or (self.mark.first if self.mark is not None else "")

    def to_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "name": self.name,
            "file": self.file,
            "points": self.points,
            "of": self.of,
            "first": self.remark,
            "damaged": self.damaged,
        }


def mark_folder(folder: str | Path, exercise: Exercise | None = None) -> list[Result]:
    """Mark every answer of a folder, by the students' names; what is damaged is told, and passed over.

    Without `exercise` it is the one of `exercise.json` in the folder. The name of a student is the
    `name` of the answer, else that of the file.
    """
    place = Path(folder)
    if not place.is_dir():
        raise BadFile(
            _("{path} is no folder: write one with exercise.json and the answers.").format(
                path=place
            )
        )
    if exercise is None:
        data = read_json(place / EXERCISE)
        with naming(place / EXERCISE):
            exercise = Exercise.from_json(data)
    of = points_of(exercise)
    found = []
    for file in sorted(place.glob("*.json")):
        if file.name == EXERCISE or file.name.startswith("."):
            continue
        name, shown_file = visible(file.stem), visible(file.name)
        try:
            data = read_json(file)
            if isinstance(data, dict) and isinstance(data.get("name"), str):
                name = visible(data["name"].strip()[:80]) or name
            found.append(Result(name, shown_file, of, mark(exercise, data)))
        except CoupeError as error:
            found.append(Result(name, shown_file, of, None, visible(str(error))))
    return sorted(found, key=lambda result: (result.name.casefold(), result.file))


def csv_of(results: list[Result]) -> str:
    """A line for each student: name, points, of how many, the first error."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((_("name"), _("points"), _("of"), _("first error")))
    for result in results:
        points = "" if result.points is None else result.points
        writer.writerow((_shown(result.name), points, result.of, _shown(result.remark)))
    return text.getvalue()


def _shown(text: str) -> str:
    return "'" + text if text.startswith(FORMULA) else text
