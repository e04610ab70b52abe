"""NBoard's protocol: coupe as an engine of NBoard, and of other front ends for Othello.

>>> said = []
>>> server = NBoardServer(said.append)
>>> for line in ("nboard 2", "set depth 3", "move f5/0/0", "ping 1", "move d6", "go"):
...     server.hear(line)
>>> server.finish()
>>> said[2], said[-2][:4], said[-1]
('pong 1', '=== ', 'status ')

The engine thinks on a thread, and stops when it hears the next command.
"""

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from coupe.analysis import Analyst, Answer, Progress
from coupe.errors import CoupeError
from coupe.game import PASS, Game
from coupe.games.loading import load
from coupe.language import _
from coupe.play.clock import TimeControl
from coupe.play.match import Chosen, Match, Player
from coupe.play.nboard import DEPTH
from coupe.play.players import SHARE
from coupe.position import Position, shortened
from coupe.protocols.lines import lines_of
from coupe.records import Record
from coupe.records.ggf import read

Say = Callable[[str], object]

LONGEST = 30.0
"""Seconds for a move or a hint: what takes longer at the depth asked for is answered with less."""

MOST_DEPTH = 60

TABLE_MB = 64

FAREWELL = 10.0
"""Seconds to end a move once nothing more comes: a script's last `go` is answered."""


class NBoardServer:
    """A board and an engine, behind NBoard's protocol.

    >>> said = []
    >>> server = NBoardServer(said.append)
    >>> server.hear("move a1"); server.hear("nonsense"); server.hear("learn")
    >>> said
    ['status a1 is not a legal move here; the legal moves are d3 c4 f5 e6.', \
'status Unknown command: nonsense.', 'learned']

    `player_for` makes the player who answers `go`, in place of a search to the depth asked for.
    """

    def __init__(
        self,
        say: Say,
        player_for: Callable[[Game], Player] | None = None,
        clock: TimeControl | None = None,
    ) -> None:
        self.game = load("othello")
        self.position = self.game.start()
        self.depth = DEPTH
        self.ended = False
        self.player = player_for(self.game) if player_for is not None else None
        self.clock = clock or TimeControl(per_move=LONGEST)
        self._say = say
        self._analyst: Analyst | None = None
        self._thread: threading.Thread | None = None
        self._wanted = True
        self._lock = threading.Lock()

    @property
    def analyst(self) -> Analyst:
        """Who is asked; made when the first question comes."""
        if self._analyst is None:
            self._analyst = Analyst(self.game, table_mb=TABLE_MB)
        return self._analyst

    def serve(self, stream: BinaryIO) -> None:
        """Obey commands until there are no more."""
        try:
            for line in lines_of(stream):
                if line is None:
                    self._say(f"status {_('This line is too long.')}")
                else:
                    self.hear(line)
                if self.ended:
                    return
            self.finish(FAREWELL)
        finally:
            self._halt()
            if self.player is not None:
                self.player.close()

    def hear(self, line: str) -> None:
        """Obey a command; what the engine thought about until now, it thinks about no more."""
        name, _space, words = line.strip().partition(" ")
        words = words.strip()
        if not name:
            return
        self._halt()
        try:
            self._obey(name, words)
        except CoupeError as error:
            self._say(f"status {_printable(str(error))}")

    def _obey(self, name: str, words: str) -> None:
        match name:
            case "nboard":
                self._say("set myname coupe")
            case "set":
                self._set(words)
            case "move":
                self._move(words)
            case "go":
                self._think(self._go)
            case "hint":
                count = int(words) if re.fullmatch(r"[0-9]{1,2}", words) else 1
                self._think(lambda: self._hint(count))
            case "ping":
                self._say(f"pong {words}".rstrip())
            case "learn":
                self._say("learned")
            case "analyze":
                self._say(f"status {_('coupe review analyses games.')}")
            case "quit":
                self.ended = True
            case _other:
                # The protocol's first version sends a move without a word before it.
                if re.fullmatch(r"[A-Ha-h][1-8](/.*)?|[Pp][Aa](/.*)?", name):
                    self._move(name)
                else:
                    unknown = _("Unknown command: {name}.").format(name=shortened(name))
                    self._say(f"status {_printable(unknown)}")

    def _set(self, words: str) -> None:
        what, _space, value = words.partition(" ")
        value = value.strip()
        if what == "game":
            self._set_game(value)
        elif what == "depth":
            if not re.fullmatch(r"[0-9]{1,3}", value) or not 1 <= int(value) <= MOST_DEPTH:
                known = _("The depth is {value}; it can be from 1 to {most}.")
                told = shortened(value) or "-"
                self._say(f"status {_printable(known.format(value=told, most=MOST_DEPTH))}")
                return
            self.depth = int(value)
            self._say(f"set myname coupe{self.depth}")

    def _set_game(self, text: str) -> None:
        found = list(read(text))
        if len(found) == 1 and isinstance(found[0], Record) and found[0].game == self.game.spec:
            self.position = found[0].position(self.game)
            return
        damage = next((str(one) for one in found if not isinstance(one, Record)), "")
        reason = damage or _("write one game of Othello, on 8x8 squares")
        refused = _("The game is not understood: {reason}.").format(reason=reason.rstrip("."))
        self._say(f"status {_printable(refused)}")

    def _move(self, words: str) -> None:
        # A pass that is forced is played where it is told, and where it is not.
        name = re.split(r"[\s/]", words, maxsplit=1)[0]
        position = self.position
        try:
            self.position = position.play_named(name)
        except CoupeError:
            if position.over or position.legal_moves != [PASS]:
                raise
            self.position = position.play(PASS).play_named(name)

    def _think(self, work: Callable[[], None]) -> None:
        self._wanted = True

        def think() -> None:
            self._tell(f"status {_('coupe is thinking')}")
            try:
                work()
            except CoupeError as error:
                self._tell(f"status {error}")
            except MemoryError:
                self._tell(f"status {_('There is not enough memory for this.')}")
            self._tell("status ")

        self._thread = threading.Thread(target=think, daemon=True)
        self._thread.start()

    def _tell(self, line: str) -> None:
        """Say what was thought, if it is still wanted."""
        with self._lock:
            if self._wanted:
                with suppress(OSError):
                    self._say(line)

    def _halt(self) -> None:
        """Think no more: nothing is said of it from now on."""
        with self._lock:
            self._wanted = False
        self.finish(0.0)

    def finish(self, seconds: float | None = None) -> None:
        """Wait for the end of what is thought about; after so many seconds, stop it."""
        thread = self._thread
        if thread is None:
            return
        thread.join(seconds)
        while thread.is_alive():
            # Again and again: a search that has yet to begin does not hear it.
            if self._analyst is not None:
                self._analyst.stop()
            if self.player is not None:
                self.player.stop()
            thread.join(0.02)
        self._thread = None

    def _go(self) -> None:
        position = self.position
        if position.over or position.legal_moves == [PASS]:
            self._tell("=== PA")
            return
        if self.player is not None:
            match = Match(position, (self.player, self.player), clock=self.clock)
            match.watch = self._watch
            choice = self.player.choose(match)
            if isinstance(choice, Chosen):
                worth = "" if choice.value is None else f"/{choice.value:.2f}"
                self._tell(f"=== {_told(position, choice.move)}{worth}")
            return
        answer = self._search(position, all_moves=False)
        self._tell(f"nodestats {answer.nodes} {answer.seconds:.2f}")
        best = position.parse(answer.best or "")
        self._tell(f"=== {_told(position, best)}/{answer.value:.2f}/{answer.seconds:.2f}")

    def _hint(self, count: int) -> None:
        position = self.position
        if position.over:
            return
        answer = self._search(position, all_moves=count > 1)
        lines = [(answer.value, answer.line or (answer.best or "",))]
        if answer.moves is not None:
            lines = [(move.value, move.line or (move.move,)) for move in answer.moves[:count]]
        for value, line in lines:
            self._tell(f"search {_together(line)} {value:.2f} 0 {answer.depth}")
        self._tell(f"nodestats {answer.nodes} {answer.seconds:.2f}")

    def _search(self, position: Position, *, all_moves: bool) -> Answer:
        # The protocol tells no time: a clock for the game is shared out as if it had just begun.
        seconds = self.clock.per_move or (self.clock.total or LONGEST) / SHARE
        return self.analyst.analyse(
            position, depth=self.depth, seconds=seconds, all_moves=all_moves, watch=self._watch
        )

    def _watch(self, progress: Progress) -> None:
        if progress.line:
            self._tell(f"search {_together(progress.line)} {progress.value:.2f} 0 {progress.depth}")
        self._tell(f"nodestats {progress.nodes} {progress.seconds:.2f}")


def _told(position: Position, move: int) -> str:
    return "PA" if move == PASS else position.name(move)


def _together(line: tuple[str, ...]) -> str:
    """Moves without spaces between them, as the protocol has them."""
    return "".join("PA" if name == "pass" else name for name in line)


def _printable(text: str) -> str:
    """A sentence with what it quotes, on one line; a French space is no less printable."""
    return "".join(
        letter if letter.isprintable() or letter in "\u00a0\u202f" else "?" for letter in text
    )
