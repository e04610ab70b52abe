"""A position: a state, whose turn it is, and how the game got there.

>>> from coupe import load
>>> position = load("connect4").position("4455")
>>> position.turn_name, position.text, len(position.line)
('Yellow', '4455', 4)
"""

import re
from collections.abc import Sequence
from typing import Any

from coupe.bits import ALL
from coupe.errors import BadPosition, GameOver, IllegalMove
from coupe.game import PASS, Game
from coupe.language import _, printable

PASS_NAMES = ("pass", "--", "ps", "pa", "@@", "passe")


class Position:
    """A position of a game; playing a move gives another, nothing is changed in place.

    >>> from coupe import load
    >>> start = load("othello").start()
    >>> start.play_named("f5").turn_name
    'White'
    """

    __slots__ = ("game", "move", "previous", "state", "turn")

    def __init__(
        self,
        game: Game,
        state: Any,
        turn: int,
        previous: "Position | None" = None,
        move: int | None = None,
    ) -> None:
        if turn not in (0, 1):
            raise BadPosition(
                _("The turn is {turn}: write 0 for the first player, 1 for the second.").format(
                    turn=turn
                )
            )
        self.game = game
        self.state = state
        self.turn = turn
        self.previous = previous
        self.move = move

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.spec == other.game.spec
            and (self.state, self.turn) == (other.state, other.turn)
            and self.history == other.history
        )

    def __hash__(self) -> int:
        return hash((self.game.spec, self.state, self.turn))

    def __repr__(self) -> str:
        return f"<position {self.game.spec} {self.text!r}>"

    @property
    def turn_name(self) -> str:
        """The name of the side to move, in English (translate it to show it)."""
        return self.game.players[self.turn]

    @property
    def path(self) -> list["Position"]:
        """The positions from the first known one to this one."""
        found = [self]
        while found[-1].previous is not None:
            found.append(found[-1].previous)
        return found[::-1]

    @property
    def line(self) -> list[int]:
        """The moves that led here from the first known position."""
        return [position.move for position in self.path if position.move is not None]

    @property
    def history(self) -> list[Any]:
        """The earlier states that a repetition can come back to, oldest first."""
        if self.game.irreversible is None:
            return []
        found: list[Any] = []
        position = self
        while position.previous is not None and position.move is not None:
            if self.game.irreversible(position.previous.state, position.move):
                break
            position = position.previous
            found.append((position.state, position.turn))
        return found[::-1]

    @property
    def repeated(self) -> bool:
        """Whether this position was there before: a draw, in a game that says `irreversible`."""
        return (self.state, self.turn) in self.history

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return bool(self.game.over(self.state)) or self.repeated

    @property
    def result(self) -> int:
        """The score of the side to move in a finished game.

        >>> from coupe import load
        >>> load("connect4").position("1212121").result
        -993
        """
        if not self.over:
            raise GameOver(_("The game is not over yet: it has no result."))
        return int(self.game.result(self.state)) if self.game.over(self.state) else 0

    @property
    def winner(self) -> int | None:
        """The player who has won a finished game, or None for a draw."""
        score = self.result
        return None if score == 0 else self.turn if score > 0 else 1 - self.turn

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves; none once the game is over."""
        return [] if self.over else self.game.legal_moves(self.state)

    def play(self, move: int) -> "Position":
        """The position after a move.

        >>> from coupe import load
        >>> load("connect4").start().play(21).text
        '4'
        """
        legal = self._moves_of_unfinished()
        if move not in legal:
            raise IllegalMove(
                _("{move} is not a legal move here; the legal moves are {legal}.").format(
                    move=move, legal=_some([str(known) for known in legal])
                )
            )
        return self.after(move)

    def play_named(self, text: str) -> "Position":
        """The position after a move given by its name.

        >>> from coupe import load
        >>> load("othello").start().play_named("F5").text
        '---------------------------OX------XXX-------------------------- O'
        """
        return self.after(self.parse(text))

    def after(self, move: int) -> "Position":
        """The position after a move that is known to be legal: nothing is checked."""
        turn = self.turn if self.game.moves_again(self.state, move) else 1 - self.turn
        return Position(self.game, self.game.play(self.state, move), turn, self, move)

    def _moves_of_unfinished(self) -> list[int]:
        if self.over:
            raise GameOver(_("The game is over: no move can be played."))
        return self.game.legal_moves(self.state)

    def name(self, move: int) -> str:
        """The name of a move in this position.

        >>> from coupe import load
        >>> load("othello").start().name(37)
        'f5'
        """
        if move == PASS:
            return "pass"
        return self.game.name(self.state, move) if self.game.name else str(move)

    def names(self, line: Sequence[int]) -> list[str]:
        """The names of moves played one after the other from here."""
        found = []
        position = self
        for move in line:
            found.append(position.name(move))
            position = position.after(move)
        return found

    def parse(self, text: str) -> int:
        """The legal move that a text names.

        >>> from coupe import load
        >>> load("othello").start().parse("F5")
        37
        """
        legal = self._moves_of_unfinished()
        wanted = text.strip()
        names = {self.name(move): move for move in legal}
        if wanted in names:
            return names[wanted]
        if PASS in legal and wanted.lower() in PASS_NAMES:
            return PASS
        folded = [move for name, move in names.items() if name.lower() == wanted.lower()]
        if len(folded) == 1:
            return folded[0]
        if self.game.parse is not None:
            try:
                move = self.game.parse(self.state, wanted)
            except IllegalMove:
                raise
            except ValueError:
                move = None
            if move in legal:
                return move
        raise IllegalMove(
            _("{move} is not a legal move here; the legal moves are {legal}.").format(
                move=wanted[:40] or "''", legal=_some(list(names))
            )
        )

    @property
    def text(self) -> str:
        """The position as a text that `Game.position` reads back."""
        game = self.game
        path = self.path
        from_start = path[0].state == game.initial() and path[0].turn == 0
        if game.write is not None and not (game.transcripts and from_start):
            return str(_seen(game.write, self.state, self.turn))
        if from_start:
            names = path[0].names(self.line)
            apart = any(
                len(before.name(move)) > 1 for before in path for move in before.legal_moves
            )
            return (" " if apart else "").join(names)
        fields = " ".join(f"{name}={value}" for name, value in self.state._asdict().items())
        return f"{fields} turn={self.turn + 1}"

    def show(self) -> str:
        """The position as lines of text."""
        if self.game.show is not None:
            return str(_seen(self.game.show, self.state, self.turn))
        rows = self.draw()
        if rows is not None:
            return "\n".join(" ".join(cell or "." for cell in row) for row in rows)
        return " ".join(f"{name}={value}" for name, value in self.state._asdict().items())

    def draw(self) -> list[list[str]] | None:
        """The position as a grid of cells, if the game draws itself."""
        if self.game.draw is None:
            return None
        return [list(row) for row in _seen(self.game.draw, self.state, self.turn)]


def _seen(function: Any, state: Any, turn: int) -> Any:
    return function(state, turn) if function.__code__.co_argcount == 2 else function(state)


def _some(names: Sequence[str]) -> str:
    return " ".join(names[:20]) + (" ..." if len(names) > 20 else "")


def read(game: Game, text: str) -> Position:
    """The position that a text stands for.

    The game's own `read` comes first; then, where it does not write its positions, `field=value`
    pairs; then a transcript: the names of the moves from the start, apart or run together, passes
    written or implied.

    >>> from coupe import load
    >>> read(load("othello"), "f5d6C3").turn_name
    'White'
    """
    text = text.strip()
    if len(text) > 100_000:
        raise BadPosition(
            _("A position of {length} characters is too long.").format(length=len(text))
        )
    if game.read is not None:
        try:
            found = game.read(text)
        except BadPosition:
            raise
        except ValueError as error:
            raise BadPosition(
                _("{text} is not a position of {game}: {reason}.").format(
                    text=shortened(text), game=game.spec, reason=str(error).rstrip(".")
                )
            ) from error
        if found is not None:
            return Position(game, found[0], found[1])
    if "=" in text and game.write is None:
        return _from_fields(game, text)
    return _from_transcript(game, text)


def shortened(text: str) -> str:
    """A text cut to what a message can carry, without what a terminal would obey.

    >>> shortened("x" * 50)
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    return printable(text if len(text) <= 40 else text[:40] + "...")


def _from_fields(game: Game, text: str) -> Position:
    wanted = [*game.State._fields, "turn"]
    try:
        pairs = [part.split("=") for part in text.split()]
        values = {name: int(value, 0) for name, value in pairs}
        if sorted(values) != sorted(wanted) or values["turn"] not in (1, 2):
            raise ValueError
        if any(not -(1 << 63) <= value <= ALL for value in values.values()):
            raise ValueError
    except ValueError:
        raise BadPosition(
            _("{text} is not a position of {game}: write {form}.").format(
                text=shortened(text),
                game=game.spec,
                form=" ".join(f"{name}=..." for name in wanted[:-1]) + " turn=1",
            )
        ) from None
    turn = values.pop("turn") - 1
    return Position(game, game.State(**values), turn)


def _from_transcript(game: Game, text: str) -> Position:
    words = re.split(r"[\s,;]+", text.strip(" \t\r\n,;"))
    position = game.start()
    for word in filter(None, words):
        position = _after_word(position, word, alone=len(words) == 1)
    return position


def _after_word(position: Position, word: str, alone: bool) -> Position:
    """The position after a word of a transcript: a move, or several that are run together.

    Beside other words it is one move, unless all moves have names of one length, like f5 and d6:
    with others, `12` could be the move 12 or the moves 1 and 2.
    """
    at = 0
    while at < len(word):
        rest = word[at:]
        if position.over:
            raise BadPosition(
                _("Move {count} ({move}) comes after the end of the game.").format(
                    count=len(position.line) + 1, move=shortened(rest)
                )
            )
        move, length = _longest_match(position, rest)
        names = {len(position.name(known)) for known in position.legal_moves if known != PASS}
        if not alone and len(names) > 1 and length < len(rest):
            move = None
        if move is None and position.legal_moves == [PASS]:
            position = position.play(PASS)
            continue
        if move is None:
            raise BadPosition(
                _("Move {count}: {move} is not a legal move; the legal moves are {legal}.").format(
                    count=len(position.line) + 1,
                    move=shortened(rest),
                    legal=_some([position.name(known) for known in position.legal_moves]),
                )
            )
        position = position.play(move)
        at += length
    return position


def _longest_match(position: Position, text: str) -> tuple[int | None, int]:
    best: tuple[int | None, int] = (None, 0)
    folded = text[:80].lower()
    for move in position.legal_moves:
        names = PASS_NAMES if move == PASS else (position.name(move),)
        for name in names:
            if len(name) > best[1] and folded.startswith(name.lower()):
                if name == "passe" and folded[5:6].isdigit():
                    continue  # Run together, "passe6" is "pass" and "e6".
                best = (move, len(name))
    return best
