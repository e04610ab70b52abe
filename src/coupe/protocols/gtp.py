"""GTP, the Go Text Protocol: coupe inside another front end.

>>> from coupe import load
>>> from coupe.play import player_of
>>> server = GtpServer(load("othello"), lambda game: player_of("minimax:1", game))
>>> server.answer("1 play black f5")
'=1\\n\\n'
>>> server.answer("genmove b")
'? wrong colour\\n\\n'
>>> server.answer("genmove white") in ("= d6\\n\\n", "= f6\\n\\n", "= f4\\n\\n")
True

Any game is spoken: moves have the names that the game gives them, `set_game` takes the name of a
shipped game, and `coupe-position` sets a position up.
"""

import math
import re
import time
from collections.abc import Callable
from typing import BinaryIO

from coupe import __version__
from coupe.errors import CoupeError
from coupe.game import PASS, Game
from coupe.games.loading import load, shipped
from coupe.play.clock import LONGEST, TimeControl
from coupe.play.gtp import OTHELLO, POSITION, colours, game_name
from coupe.play.match import Match, Player, Wish
from coupe.position import PASS_NAMES, Position
from coupe.protocols.lines import lines_of

Answer = str
Command = Callable[[str], Answer]


class Refused(Exception):
    """A command that is not obeyed, in the words of the protocol."""


class GtpServer:
    """A board and a player, behind GTP.

    >>> from coupe import load
    >>> from coupe.play import player_of
    >>> server = GtpServer(load("connect4"), lambda game: player_of("level:1", game))
    >>> server.answer("nonsense"), server.answer("# a comment")
    ('? unknown command\\n\\n', None)

    `clock` counts where the front end gives no time.
    """

    def __init__(
        self, game: Game, player_for: Callable[[Game], Player], clock: TimeControl | None = None
    ) -> None:
        self.clock = clock or TimeControl()
        self.ended = False
        self._player_for = player_for
        self._commands: dict[str, Command] = {
            "protocol_version": lambda _words: "2",
            "name": lambda _words: "coupe",
            "version": lambda _words: __version__,
            "known_command": lambda words: str(words in self._commands).lower(),
            "list_commands": lambda _words: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": lambda words: self._nothing(_numbers(words, 1)),
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": self._showboard,
            "final_score": self._final_score,
            "list_games": self._list_games,
            "set_game": self._set_game,
            POSITION: self._position,
        }
        self.game = game
        self.player = player_for(game)
        self._begin(game.start())

    def _begin(self, position: Position) -> None:
        self._positions = [position]
        self._spent = [0.0, 0.0]
        self._left: list[TimeControl | None] = [None, None]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[-1]

    def serve(self, stream: BinaryIO, say: Callable[[str], object]) -> None:
        """Answer commands until there are no more."""
        try:
            for line in lines_of(stream):
                said = "? line too long\n\n" if line is None else self.answer(line)
                if said is not None:
                    say(said)
                if self.ended:
                    return
        finally:
            self.player.close()

    def answer(self, line: str) -> str | None:
        """What is answered to a line; None where it holds no command."""
        line = line.replace("\t", " ").partition("#")[0]
        line = "".join(letter for letter in line if letter >= " " and letter != "\x7f").strip()
        if not line:
            return None
        found = re.match(r"([0-9]{1,10})(?= |$)", line)
        number = found[1] if found else ""
        name, _space, words = line[len(number) :].strip().partition(" ")
        command = self._commands.get(name)
        try:
            if command is None:
                raise Refused("unknown command")
            said, sign = command(words.strip()), "="
        except Refused as error:
            said, sign = str(error), "?"
        except CoupeError as error:
            said, sign = str(error), "?"
        # An empty line ends an answer.
        said = re.sub(r"\n(?=\n)", "\n ", said.rstrip())
        return f"{sign}{number}{' ' if said else ''}{said}\n\n"

    def _nothing(self, _words: object = None) -> Answer:
        return ""

    def _quit(self, _words: str) -> Answer:
        self.ended = True
        return ""

    def _boardsize(self, words: str) -> Answer:
        (size,) = _numbers(words, 1)
        sizes = {self.game.parameters.get(name, size) for name in ("width", "height")}
        if sizes != {size}:
            raise Refused("unacceptable size")
        return ""

    def _clear_board(self, _words: str) -> Answer:
        self._begin(self.game.start())
        return ""

    def _list_games(self, _words: str) -> Answer:
        return "\n".join(dict.fromkeys([game_name(self.game), OTHELLO, *shipped()]))

    def _set_game(self, words: str) -> Answer:
        if words in (game_name(self.game), self.game.spec):
            self._begin(self.game.start())
            return ""
        if words.partition(":")[0].lower() not in shipped():
            raise Refused("unacceptable game")
        game = load(words.lower())
        player = self._player_for(game)
        self.player.close()
        self.game, self.player = game, player
        self._begin(game.start())
        return ""

    def _position(self, words: str) -> Answer:
        self._begin(self.game.position(words))
        return ""

    def _side(self, word: str) -> int:
        word = word.lower()
        for side, colour in enumerate(colours(self.game)):
            known = (colour, {"b": "black", "w": "white"}[colour], self.game.players[side].lower())
            if word in known:
                return side
        raise Refused("syntax error")

    def _turned_to(self, side: int) -> list[Position]:
        """The positions up to one where a side is to move: a pass that is forced is implied."""
        position = self.position
        if position.over or position.turn == side:
            return []
        if position.legal_moves != [PASS]:
            raise Refused("wrong colour")
        return [position.play(PASS)]

    def _play(self, words: str) -> Answer:
        colour, _space, move = words.partition(" ")
        side = self._side(colour)
        move = move.strip()
        if not move:
            raise Refused("syntax error")
        # What a front end sends that ends its games by two passes.
        if self.position.over and self.game.passes and move.lower() in PASS_NAMES:
            self._positions.append(self.position)
            return ""
        before = self._turned_to(side)
        position = before[-1] if before else self.position
        try:
            after = position.play_named(move)
        except CoupeError:
            raise Refused("illegal move") from None
        self._positions += [*before, after]
        return ""

    def _genmove(self, words: str) -> Answer:
        before, position, name = self._chosen(words)
        self._positions += before
        if name == "resign":
            return name
        self._positions.append(position)
        return name

    def _reg_genmove(self, words: str) -> Answer:
        return self._chosen(words)[2]

    def _chosen(self, words: str) -> tuple[list[Position], Position, str]:
        """The passes before a side's move, the position after it, and the move."""
        side = self._side(words)
        before = self._turned_to(side)
        position = before[-1] if before else self.position
        if position.over:
            if not self.game.passes:
                raise Refused("game over")
            return [], position, "PASS"
        if position.legal_moves == [PASS]:
            return before, position.play(PASS), "PASS"
        started = time.monotonic()
        choice = self.player.choose(
            Match(position, (self.player, self.player), clock=self._clock_of(side))
        )
        self._spent[side] += time.monotonic() - started
        if isinstance(choice, Wish):
            return before, position, "resign"
        return before, position.play(choice.move), position.name(choice.move)

    def _clock_of(self, side: int) -> TimeControl:
        """What a side may take for its next move."""
        told = self._left[side]
        if told is not None:
            return told
        if self.clock.total is None:
            return self.clock
        left = self.clock.total - self._spent[side]
        return TimeControl(max(0.01, left), self.clock.increment)

    def _undo(self, _words: str) -> Answer:
        if len(self._positions) < 2:
            raise Refused("cannot undo")
        self._positions.pop()
        return ""

    def _time_settings(self, words: str) -> Answer:
        main, extra, stones = _numbers(words, 3)
        if main > 0:
            self.clock = TimeControl(total=main)
        elif extra > 0 and stones >= 1:
            self.clock = TimeControl(per_move=extra / stones)
        else:
            self.clock = TimeControl()
        self._left = [None, None]
        return ""

    def _time_left(self, words: str) -> Answer:
        colour, _space, rest = words.partition(" ")
        side = self._side(colour)
        seconds, stones = _numbers(rest, 2)
        seconds = max(0.01, seconds)
        self._left[side] = (
            TimeControl(per_move=seconds / stones) if stones >= 1 else TimeControl(total=seconds)
        )
        return ""

    def _showboard(self, _words: str) -> Answer:
        return f"\n{self.position.show()}\n{self.position.turn_name}"

    def _final_score(self, _words: str) -> Answer:
        position = self.position
        if not position.over:
            raise Refused("game not over")
        if position.winner is None:
            return "0"
        return f"{colours(self.game)[position.winner].upper()}+{abs(position.result)}"


def _numbers(words: str, count: int) -> list[float]:
    """So many numbers that make sense, else a syntax error."""
    parts = words.split()
    try:
        found = [float(part) for part in parts]
    except ValueError:
        found = []
    if len(found) != count or not all(
        math.isfinite(number) and abs(number) <= LONGEST * 100 for number in found
    ):
        raise Refused("syntax error")
    return found
