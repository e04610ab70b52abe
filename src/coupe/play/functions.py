"""`FILE.py:function` as a player: a position in, a move out, in a child process.

>>> import tempfile
>>> from coupe import load
>>> tictactoe = load("tictactoe")
>>> with tempfile.TemporaryDirectory() as folder:
...     file = Path(folder, "mine.py")
...     _count = file.write_text("def last(position): return position.legal_moves[-1]")
...     player = FunctionPlayer("mine.py:last", tictactoe, f"{file}:last")
...     print(player.choose(Match(tictactoe.start(), ())).move)
...     player.close()
8

The function gets a `coupe.Position`, and the seconds that it has where it takes a second argument
(None: as many as it likes, within reason). It returns a move's number or its name.
"""

import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from coupe import errors
from coupe.errors import BadContent, BadOption, CoupeError, UnknownGame
from coupe.game import Game
from coupe.language import _, current
from coupe.play.conversation import GRACE, Conversation, Elsewhere, Failed, plain, told_seconds
from coupe.play.match import Chosen, Match
from coupe.position import shortened
from coupe.records import start_of

PATIENCE = 10.0
"""Seconds for a move without a clock: minimax of a few moves ahead in plain Python ends in them,
and a class's contest does not stand still for a loop without end."""

LOADING = 20.0
"""Seconds for what a file imports: numpy takes one, the largest libraries ten."""

MARGIN = 5.0
"""Seconds more before the process is ended from outside: it ends by itself, and says where it was."""

MEGABYTES = 4_096


class FunctionPlayer(Elsewhere):
    """A function of a file, which is given positions in a process apart.

    >>> from coupe import load
    >>> FunctionPlayer("nowhere.py:best", load("othello"), "nowhere.py:best")
    Traceback (most recent call last):
        ...
    coupe.errors.UnknownGame: nowhere.py: no such file.
    """

    def __init__(self, name: str, game: Game, argument: str) -> None:
        super().__init__(name, game)
        self.file, _colon, self.function = argument.rpartition(":")
        if not self.file or not self.function.isidentifier():
            raise BadOption(
                _("{text} does not name a function: write FILE.py:function.").format(
                    text=shortened(argument)
                )
            )
        if not Path(self.file).exists():
            raise UnknownGame(_("{path}: no such file.").format(path=self.file))
        self._line = 0
        self._number = 0
        try:
            self._talk = self.begin()
        except Failed as failure:
            raise BadContent(
                _("{name}: {reason}.").format(name=name, reason=str(failure).rstrip("."))
            ) from failure

    def begin(self) -> Conversation:
        """A child that has loaded the file."""
        script = Path(__file__).with_name("function_side.py")
        talk = Conversation(
            [
                *(sys.executable, "-P", str(script)),
                *(self.file, self.function, self.game.spec, current()),
                *(str(MEGABYTES), str(LOADING)),
            ]
        )
        try:
            talk.allow(LOADING + GRACE + MARGIN)
            said = self._hear(
                talk, LOADING, _("{where}: after {seconds} s it is still being loaded")
            )
            if "refused" in said:
                kind = getattr(errors, str(said["refused"]), BadOption)
                known = isinstance(kind, type) and issubclass(kind, CoupeError)
                raise (kind if known else BadOption)(plain(str(said.get("sentence"))))
            if not said.get("ready"):
                raise Failed(self._happened(said))
        except BaseException:
            talk.kill()
            raise
        self._line = int(said.get("line") or 0)
        return talk

    def ask(self, talk: Conversation, match: Match) -> Chosen:
        """The move that the function returns."""
        position = match.position
        seconds = match.left(position.turn)
        patience = PATIENCE if seconds is None else max(0.01, seconds)
        self._number += 1
        talk.allow(patience + GRACE + MARGIN)
        talk.say(
            json.dumps(
                {
                    "number": self._number,
                    "start": start_of(position.path[0]),
                    "moves": position.line,
                    "seconds": seconds,
                    "patience": patience + GRACE,
                }
            )
        )
        late = _("{where}: after {seconds} s it is still there")
        said = self._hear(talk, patience, late)
        # Where the function has forked, its copies answer too.
        while said.get("number") != self._number:
            said = self._hear(talk, patience, late)
        try:
            if isinstance(said.get("move"), int):
                position.play(said["move"])
                return Chosen(said["move"])
            if isinstance(said.get("name"), str):
                return Chosen(position.parse(plain(said["name"])))
        except CoupeError as error:
            raise Failed(str(error)) from error
        raise Failed(self._happened(said))

    def _hear(self, talk: Conversation, seconds: float, late: str) -> dict[str, Any]:
        """What it says; `late` is the sentence for where it was that had to be ended."""
        line = talk.hear()
        if line.startswith("Timeout ("):
            where = self._where(self._last_line(talk))
            raise Failed(late.format(where=where, seconds=told_seconds(seconds)))
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise Failed(_("it answers {words}, which is no move").format(words=plain(line)))
        return said

    def _where(self, line: int) -> str:
        file = Path(self.file).name
        return _("{file}, line {line}").format(file=file, line=line) if line else file

    def _last_line(self, talk: Conversation) -> int:
        """Where a function was that had to be ended: its last words are where it was."""
        name = str(Path(self.file).resolve()).encode("ascii", "backslashreplace").decode()
        line = 0
        with suppress(Failed):
            while not line:
                found = re.search(r'File "(.*)", line (\d+) in ', talk.hear())
                if found is not None and found[1] == name:
                    line = int(found[2])
        return line

    def _happened(self, said: dict[str, Any]) -> str:
        """An exception of the function, or what it returns that is no move, in a sentence."""
        if "error" not in said:
            kind = plain(str(said.get("type")))
            where = self._where(self._line)
            if kind == "NoneType":
                return _("{where}: it returns nothing: a return is missing").format(where=where)
            return _("{where}: it returns {value}; return a move's number or name").format(
                where=where, value=plain(str(said.get("value") or "")) or kind
            )
        line, kind = said.get("line"), plain(str(said["error"]))
        fields = {
            "where": self._where(line if isinstance(line, int) else 0),
            "kind": kind,
            "message": plain(str(said.get("message") or "")).rstrip("."),
        }
        sentence = {
            "RecursionError": _("{where}: it calls itself without end"),
            "MemoryError": _("{where}: it takes more memory than there is"),
            "SystemExit": _("{where}: it ends the program; return a move instead"),
            "EOFError": _("{where}: it waits for input; take the position that is given"),
        }.get(kind, _("{where}: {kind}: {message}") if fields["message"] else "{where}: {kind}")
        return sentence.format(**fields)
