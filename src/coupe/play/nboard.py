"""`nboard:COMMAND` as a player: an Othello engine that speaks the protocol of NBoard.

>>> told_move("=== d6/-1.50/0.3"), told_move("=== PA"), told_move("nodestats 35 0.1")
(('d6', -1.5), ('PA', None), None)

The engine is given the whole game before each move, so that it follows wherever the game goes. The
protocol makes the front end say how deep to look: `nboard:depth=8 COMMAND` does, else it is 12.
"""

import re

from coupe.errors import IllegalMove
from coupe.game import Game
from coupe.language import _
from coupe.play.conversation import (
    Conversation,
    Elsewhere,
    Failed,
    command_of,
    plain,
    time_allowed,
)
from coupe.play.gtp import ANSWER, PATIENCE, is_othello
from coupe.play.match import Chosen, Match
from coupe.records import Ply, Record, start_of
from coupe.records.ggf import to_text

DEPTH = 12
"""What engines reach in a second or so."""

VERSION = 2


def told_move(line: str) -> tuple[str, float | None] | None:
    """The move that a line tells, and what the engine thinks of it; None for any other line.

    >>> told_move("=== f5 -1.00 0.0")
    ('f5', -1.0)
    """
    if not line.startswith("==="):
        return None
    parts = [part for part in re.split(r"[\s/]+", line[3:].lstrip(": ")) if part]
    if not parts:
        return "", None
    found = re.fullmatch(r"[+-]?\d{1,6}(\.\d*)?", parts[1]) if len(parts) > 1 else None
    return parts[0], float(found[0]) if found else None


class NBoardPlayer(Elsewhere):
    """An engine that is asked for moves through NBoard's protocol.

    >>> from coupe import load
    >>> NBoardPlayer("nboard:edax", load("connect4"), "edax")
    Traceback (most recent call last):
        ...
    coupe.errors.BadOption: nboard:edax: NBoard's protocol is Othello's alone, on 8x8 squares.
    """

    farewell = "quit"

    def __init__(self, name: str, game: Game, argument: str) -> None:
        super().__init__(name, game)
        found = re.match(r"depth=([0-9]{1,3})\s+", argument)
        self._depth = int(found[1]) if found else DEPTH
        self._command = command_of("nboard", argument[found.end() :] if found else argument)
        self._pings = 0
        self.open()

    def begin(self) -> Conversation:
        """An engine that answers."""
        if not is_othello(self.game):
            raise Failed(_("NBoard's protocol is Othello's alone, on 8x8 squares"))
        talk = Conversation(self._command)
        try:
            talk.say(f"nboard {VERSION}")
            talk.say(f"set depth {self._depth}")
            self._in_step(talk)
        except BaseException:
            talk.kill()
            raise
        return talk

    def ask(self, talk: Conversation, match: Match) -> Chosen:
        """The move that the engine would play."""
        position = match.position
        first = position.path[0]
        names = first.names(position.line)
        record = Record(self.game.spec, tuple(Ply(name) for name in names), start_of(first))
        talk.say(f"set game {to_text(record, self.game)}")
        self._in_step(talk)
        talk.allow(time_allowed(match, PATIENCE))
        talk.say("go")
        while (told := told_move(talk.hear())) is None:
            pass
        name, worth = told
        try:
            move = position.parse(plain(name))
        except IllegalMove as error:
            raise Failed(str(error)) from error
        return Chosen(move, None if worth is None else round(worth))

    def _in_step(self, talk: Conversation) -> None:
        """Wait until it has heard all that it was told, and forget what it said before."""
        self._pings += 1
        talk.allow(ANSWER)
        talk.say(f"ping {self._pings}")
        while talk.hear().split() != ["pong", str(self._pings)]:
            pass
