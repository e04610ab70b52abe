"""Is a game of one's own all right? Random games answer, in a process apart.

>>> check("conect4")
Traceback (most recent call last):
    ...
coupe.errors.UnknownGame: conect4 is not a game coupe knows: did you mean connect4?
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coupe import errors
from coupe.engine.desk import COMPILING, LOADING, Left, left_on, patience
from coupe.engine.inspection import BROKEN, DONE, FINDING, PLACES, REFUSED, REPORT
from coupe.engine.places import Frame, Places
from coupe.errors import BadOption
from coupe.game import SHIPPED, Game
from coupe.language import _, current
from coupe.processes import APART, end

SECONDS = 300.0
"""No examination takes longer: a game that does is not all right."""

START = (
    "import sys; folder, spec, games, seed, *sys.path = sys.argv[1:]; "
    "from coupe.engine.inspection import main; main(folder, spec, int(games), int(seed))"
)


@dataclass(frozen=True)
class Finding:
    """Something wrong with a game, or, if it is no error, something that looks wrong.

    >>> Finding(False, "Mine.result returned 0 in all 200 random games.").error
    False
    """

    error: bool
    sentence: str


def check(game: str | os.PathLike[str] | Game, *, games: int = 200, seed: int = 0) -> list[Finding]:
    """What is wrong with a game; an empty list where nothing is.

    >>> check("tictactoe", games=5)
    []

    So many random games are played in plain Python, and what the rules answered is compared with
    what they answer compiled. The game is loaded anew, in a process of its own: a rule that never
    returns, or that crashes, is a finding like any other.
    """
    if games < 1:
        raise BadOption(_("{count} games show nothing; play 1 or more.").format(count=games))
    spec = _spec_of(game) if isinstance(game, Game) else os.fspath(game)
    with tempfile.TemporaryDirectory(prefix="coupe-check-", ignore_cleanup_errors=True) as folder:
        process = _Process(Path(folder), spec)
        process.run(games, seed)
        return process.findings()


def _spec_of(game: Game) -> str:
    """The spec from which another process loads the same game."""
    if game.module.startswith(SHIPPED):
        return game.spec
    if not game.source.is_file():
        raise BadOption(
            _("{game} is not in a file: write it into one, and check that.").format(game=game.title)
        )
    chosen = ",".join(f"{name}={value}" for name, value in game.parameters.items())
    return f"{game.source}:{chosen}" if chosen else str(game.source)


class _Process:
    """The process that examines, and what is left of it."""

    def __init__(self, folder: Path, spec: str) -> None:
        self.folder = folder
        self.spec = spec
        self.code: int | None = None

    def run(self, games: int, seed: int) -> None:
        """Let it run until it ends, or for as long as it may."""
        arguments = [str(self.folder), self.spec, str(games), str(seed), *map(str, sys.path)]
        with open(self.folder / "stderr", "wb") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", START, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env={**os.environ, "COUPE_LANG": current()},
                **APART,
            )
            try:
                self.code = process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                pass
            finally:
                end(process)

    def findings(self) -> list[Finding]:
        """What it has written, and what its end says."""
        report = _report(self.folder)
        found = [Finding(*value) for kind, value in report if kind == FINDING]
        for kind, value in report:
            if kind == REFUSED:
                raise getattr(errors, value[0])(value[1])
            if kind == BROKEN:
                raise RuntimeError(value)
        if any(kind == DONE for kind, _value in report):
            return found
        if not (self.folder / "desk").exists():
            raise RuntimeError((self.folder / "stderr").read_text("utf-8", "replace"))
        known = [Places.from_json(value) for kind, value in report if kind == PLACES]
        return [*found, Finding(True, self._how_it_ended(known[0] if known else None))]

    def _how_it_ended(self, places: Places | None) -> str:
        left = left_on(self.folder)
        watch = (self.folder / "watch").read_text("utf-8", "replace")
        frames = _frames(watch, places)
        at = (
            _(" in the position {position}").format(position=left.position) if left.position else ""
        )
        if places is None or left.asked == LOADING:
            return self._while_loading(watch, frames)
        if left.asked == COMPILING:
            return _(
                "{game} is not compiled after {seconds:g} seconds: make its functions shorter."
            ).format(game=places.title, seconds=patience(COMPILING))
        where = places.where(left.asked, () if left.compiled else frames)
        if self.code is None:
            return _("{where} is too slow{at}: {seconds:g} seconds were not enough.").format(
                where=where, at=at, seconds=SECONDS
            )
        if not watch.startswith("Timeout"):
            return self._crashed(where, at, left)
        if left.compiled:
            return _(
                "{where} never returns when compiled{at}, and it does in Python: compiled numbers "
                "have 64 bits, so end its loop whatever becomes of bit 63."
            ).format(where=where, at=at)
        return _(
            "{where} never returns{at}: after {seconds:g} seconds it is still there; give its loop "
            "an end."
        ).format(where=where, at=at, seconds=patience(left.asked))

    def _while_loading(self, watch: str, frames: list[Frame]) -> str:
        if not watch.startswith("Timeout"):
            return _("{path}: loading the file ends the whole process ({reason}).").format(
                path=self.spec, reason=_reason(self.code)
            )
        name = os.path.basename(self.spec.partition(".py")[0]) + ".py"
        lines = [line for file, line in frames if os.path.basename(file) == name]
        if not lines:
            return _("{path}: loading the file never ends.").format(path=self.spec)
        return _("{path}, line {line}: loading the file never ends.").format(
            path=self.spec, line=lines[0]
        )

    def _crashed(self, where: str, at: str, left: Left) -> str:
        if left.compiled:
            return _(
                "{where} crashes when compiled{at} ({reason}), and not in Python: "
                "it calls itself without end."
            ).format(where=where, at=at, reason=_reason(self.code))
        return _("{where} ends the whole process{at} ({reason}): a rule only computes.").format(
            where=where, at=at, reason=_reason(self.code)
        )


def _report(folder: Path) -> list[Any]:
    try:
        lines = (folder / REPORT).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    report = []
    for line in lines:
        with suppress(ValueError):
            report.append(json.loads(line))
    return report


def _frames(watch: str, places: Places | None) -> list[Frame]:
    """The calls that faulthandler has written down, the innermost first.

    It writes names of files in ASCII.
    """
    names = {
        _in_ascii(function.file): function.file for function in (places.functions if places else ())
    }
    return [
        (names.get(file, file), int(line))
        for file, line in re.findall(r'File "(.*)", line (\d+) in ', watch)
    ]


def _in_ascii(name: str) -> str:
    return name.encode("ascii", "backslashreplace").decode()


def _reason(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return _("exit code {code}").format(code=code)
