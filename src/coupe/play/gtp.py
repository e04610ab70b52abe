"""`gtp:COMMAND` as a player: another engine that speaks GTP, the Go Text Protocol.

>>> from coupe import load
>>> colours(load("othello")), colours(load("connect4"))
(('b', 'w'), ('b', 'w'))

What Othello's engines make of GTP: moves are `f5` or `pass`, `boardsize 8`, and `set_game` where
an engine knows several games. Of coupe's own are `set_game` with any game's name, and
`coupe-position`, for games that begin elsewhere.
"""

from coupe.errors import BadOption, IllegalMove
from coupe.game import PASS, SHIPPED, Game
from coupe.language import _
from coupe.play.conversation import (
    Conversation,
    Elsewhere,
    Failed,
    command_of,
    plain,
    time_allowed,
)
from coupe.play.match import Chosen, Match, Wish
from coupe.position import Position
from coupe.records import start_of, title_of

PATIENCE = 600.0
"""Seconds for a move without a clock: an engine that solves an endgame takes minutes, not more."""

HANDSHAKE = 15.0
"""Seconds for the first answer, by which it is seen that an engine is there and speaks GTP."""

ANSWER = 60.0
"""Seconds for any other answer: an engine may load its tables before one."""

POSITION = "coupe-position"
"""The command that sets a position up, of coupe's own."""

OTHELLO = "Othello"
"""What other engines call the game in `set_game` and `list_games`."""


def colours(game: Game) -> tuple[str, str]:
    """How GTP calls the two players: black and white, and who is neither is black where first.

    >>> from coupe import load
    >>> colours(load("tictactoe"))
    ('b', 'w')
    """
    first, second = (player.lower() for player in game.players)
    return ("w", "b") if first == "white" or second == "black" else ("b", "w")


def is_othello(game: Game) -> bool:
    """Whether it is the game that other programs call Othello or Reversi.

    >>> from coupe import load
    >>> is_othello(load("othello")), is_othello(load("othello:6x6"))
    (True, False)
    """
    return game.module == f"{SHIPPED}othello" and game.spec == "othello"


def game_name(game: Game) -> str:
    """The name of a game in `set_game`.

    >>> from coupe import load
    >>> game_name(load("othello")), game_name(load("connect4:6x5"))
    ('Othello', 'connect4:6x5')
    """
    return OTHELLO if is_othello(game) else title_of(game.spec)


class GtpPlayer(Elsewhere):
    """An engine that is asked for moves through GTP.

    >>> from coupe import load
    >>> GtpPlayer("gtp:no-such-engine", load("othello"), "no-such-engine")
    Traceback (most recent call last):
        ...
    coupe.errors.BadOption: gtp:no-such-engine: no-such-engine cannot be started: No such file or \
directory.
    """

    farewell = "quit"

    def __init__(self, name: str, game: Game, argument: str) -> None:
        super().__init__(name, game)
        self._command = command_of("gtp", argument)
        self._known: frozenset[str] = frozenset()
        self._start: str | None = None
        self._played: list[str] = []
        self._clock = ""
        self.open()

    def begin(self) -> Conversation:
        """An engine that has agreed to play the game."""
        talk = Conversation(self._command)
        self._start, self._clock = None, ""
        try:
            understood, words = self._send(talk, "list_commands", HANDSHAKE)
            self._known = frozenset(words.split()) if understood else frozenset()
            self._agree(talk)
        except BaseException:
            talk.kill()
            raise
        return talk

    def _agree(self, talk: Conversation) -> None:
        """Tell it which game is played."""
        game = self.game
        name = game_name(game)
        if "set_game" in self._known:
            understood, words = self._send(talk, f"set_game {name}")
            if not understood:
                raise Failed(
                    _("it does not play {game}: {words}").format(game=name, words=plain(words))
                )
        elif not is_othello(game):
            raise Failed(
                _("it knows no command set_game, so it cannot be told to play {game}").format(
                    game=name
                )
            )
        if is_othello(game):
            understood, words = self._send(talk, "boardsize 8")
            if not understood and "boardsize" in self._known:
                raise Failed(
                    _("it does not play {game}: {words}").format(game=name, words=plain(words))
                )

    def ask(self, talk: Conversation, match: Match) -> Chosen | Wish:
        """The move that the engine generates."""
        position = match.position
        self._catch_up(talk, position)
        colour = colours(self.game)[position.turn]
        self._tell_time(talk, match, colour)
        understood, words = self._send(talk, f"genmove {colour}", time_allowed(match, PATIENCE))
        word = plain(words)
        if not understood:
            raise Failed(_("it refuses to choose a move: {words}").format(words=word))
        if word.lower() == "resign":
            return Wish.RESIGN
        try:
            move = position.parse(word)
        except IllegalMove as error:
            raise Failed(str(error)) from error
        self._played.append(position.name(move))
        return Chosen(move)

    def _catch_up(self, talk: Conversation, position: Position) -> None:
        """Bring its board to the position: the new moves alone, or all of them on a clear board."""
        path = position.path
        start, names = start_of(path[0]), path[0].names(position.line)
        if start != self._start or names[: len(self._played)] != self._played:
            if start and POSITION not in self._known:
                raise BadOption(
                    _(
                        "{name} can only begin at the start of the game: it knows no command "
                        "{command}; begin there, or play it through nboard: if it can."
                    ).format(name=self.name, command=POSITION)
                )
            self._start, self._clock = None, ""
            self._must(talk, "clear_board")
            if start:
                self._must(talk, f"{POSITION} {start}")
            self._start, self._played = start, []
        for number in range(len(self._played), len(names)):
            colour = colours(self.game)[path[number].turn]
            understood, words = self._send(talk, f"play {colour} {names[number]}")
            # Some engines take a pass that is forced for granted.
            if not understood and path[number + 1].move != PASS:
                raise Failed(
                    _("it refuses the legal move {move}: {words}").format(
                        move=names[number], words=plain(words)
                    )
                )
            self._played.append(names[number])

    def _tell_time(self, talk: Conversation, match: Match, colour: str) -> None:
        """Tell it the clock once a game, and what is left before each move."""
        clock, left = match.clock, match.left(match.position.turn)
        if left is None:
            return
        if str(clock) != self._clock and "time_settings" in self._known:
            if clock.per_move is not None:
                self._send(talk, f"time_settings 0 {_whole(clock.per_move, 1)} 1")
            else:
                self._send(talk, f"time_settings {_whole(clock.total, 1)} 0 0")
            self._clock = str(clock)
        if "time_left" in self._known:
            # The protocol's seconds are whole; our own server reads the rest too.
            seconds = f"{max(0.0, left):.2f}" if POSITION in self._known else _whole(left)
            self._send(talk, f"time_left {colour} {seconds} {int(clock.per_move is not None)}")

    def _must(self, talk: Conversation, command: str) -> None:
        understood, words = self._send(talk, command)
        if not understood:
            raise Failed(
                _("it refuses {command}: {words}").format(
                    command=plain(command), words=plain(words)
                )
            )

    def _send(self, talk: Conversation, command: str, seconds: float = ANSWER) -> tuple[bool, str]:
        """Whether it understands a command, and what it answers."""
        talk.allow(seconds)
        talk.say(command)
        line = talk.hear()
        while line[:1] not in ("=", "?"):
            line = talk.hear()
        lines = [line[1:]]
        while (more := talk.hear()).strip():
            lines.append(more)
        return line[0] == "=", "\n".join(lines).strip()


def _whole(seconds: float | None, least: int = 0) -> str:
    return str(max(least, int(seconds or 0)))
