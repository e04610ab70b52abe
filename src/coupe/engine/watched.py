"""The rules of a game in plain Python, each answer looked at before it is used.

>>> import tempfile
>>> from pathlib import Path
>>> from coupe import load
>>> folder = tempfile.TemporaryDirectory()
>>> rules = Watched(load("connect4"), Desk(Path(folder.name)))
>>> rules.moves(rules.initial())
[0, 7, 14, 21, 28, 35, 42]
"""

import time
from contextlib import suppress
from types import FunctionType
from typing import Any

from coupe.bits import ALL, squares
from coupe.engine.complaints import no_field, undefined
from coupe.engine.desk import Desk
from coupe.engine.kinds import RETURNS, WHOLE, fix_of, is_kind, is_whole, kind_of, wrong_return
from coupe.engine.places import Places, frames_of, helpers_of, places_of
from coupe.engine.rules import fields_of
from coupe.game import MAX_SCORE, PASS, Game
from coupe.language import _, plural
from coupe.position import Position

UNFILLED = -1
SPARE = 1024
"""Places of a list beyond `max_moves`: a list that is too long is named as such."""

KNOW_THE_PASS = {
    "play": "return State(...)",
    "again": "return False",
    "irreversible": "return False",
}
"""The functions that are asked about a pass, and what they can answer."""

_MISHAPS = {
    "ZeroDivisionError": "{where} divides by zero{at}: test the divisor first.",
    "IndexError": "{where} goes out of the bounds of a list or tuple{at}: check the index first.",
    "RecursionError": "{where} calls itself without end{at}: "
    "give it a path that returns without a call.",
    "MemoryError": "{where} asks for more memory than there is{at}: "
    "a state and what is computed from it are a few numbers.",
    "shift": "{where} shifts by a negative number{at}: test the number first.",
    "assign": "{where} changes a field of a state{at}, and a state never changes: "
    "write State(...) with the new values.",
    "other": "{where} stops with {kind} ({reason}){at}: "
    "a rule answers in every position that can come up.",
}


class Fault(Exception):
    """What is wrong with a game, in one sentence; what follows from it is not worth a look."""


class Watched:
    """A game whose functions are asked with care."""

    def __init__(self, game: Game, desk: Desk) -> None:
        self.game = game
        self.desk = desk
        self.places: Places = places_of(game)
        self.kinds = fields_of(game)
        self.here: tuple[Any, int] | None = None
        self.calls: dict[str, tuple[int, float]] = {}
        """How often each function was asked, and how many seconds that took."""

    def looks_at(self, state: Any, turn: int) -> None:
        """From here on this is the position that messages speak of."""
        self.here = (state, turn)
        self.desk.shows(text_of(state, turn))
        self.desk.moves_on()

    def ask(self, name: str, *arguments: Any, twice: bool = False) -> Any:
        """The answer of a function, which is of the right kind, and the same if asked twice."""
        answer = self._answer(name, arguments)
        if twice:
            again = self._answer(name, arguments)
            if again != answer:
                self._fails_twice(name, answer, again)
        return answer

    def initial(self) -> Any:
        """The first state."""
        self.here = None
        self.desk.shows("")
        return self.ask("initial", twice=True)

    def moves(self, state: Any, twice: bool = False) -> list[int]:
        """The legal moves of a state, in their natural order; none where there is none."""
        found = self._moves(state)
        if twice:
            again = self._moves(state)
            if again != found:
                self._fails_twice("moves", found, again)
        return found

    def score(self, name: str, state: Any, twice: bool = False) -> int:
        """A score, inside the range of scores."""
        found = int(self.ask(name, state, twice=twice))
        if abs(found) > MAX_SCORE:
            raise Fault(
                _("{where} returns {found}{at}: a score is from {least} to {most}.").format(
                    where=self.where(name),
                    found=found,
                    at=self.at(),
                    least=-MAX_SCORE,
                    most=MAX_SCORE,
                )
            )
        return found

    @property
    def slowest(self) -> str:
        """The function that has taken the most time."""
        return max(self.calls, key=lambda name: self.calls[name][1])

    def seconds_a_call(self, name: str) -> float:
        """How long a function takes to answer."""
        count, seconds = self.calls[name]
        return seconds / count

    def where(self, name: str) -> str:
        """The words for a function."""
        return self.places.where(name)

    def at(self, move: int | None = None) -> str:
        """The words for the position looked at, and for a move there."""
        if self.here is None:
            return ""
        if move is None:
            return _(" in the position {position}").format(position=self._position())
        if move == PASS:
            return _(" for the pass in the position {position}").format(position=self._position())
        return _(" for the move {move} in the position {position}").format(
            move=move, position=self._position()
        )

    def _position(self) -> str:
        """The position looked at, as a text that can be given to `coupe analyse`."""
        assert self.here is not None
        state, turn = self.here
        if self.game.write is not None:
            with suppress(Exception):
                return _on_one_line(Position(self.game, state, turn).text)
        return text_of(state, turn)

    def mishap(self, name: str, error: BaseException) -> str:
        """The sentence for an exception in a function."""
        frames = frames_of(error.__traceback__)
        where = self.places.where(name, frames)
        kind = type(error).__name__
        if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
            function = getattr(self.game, name)
            assert isinstance(function, FunctionType)
            users = [
                user
                for user in (function, *helpers_of(function))
                if error.name in user.__code__.co_names
            ]
            return undefined(
                self.game, where, error.name or str(error), users[0] if users else None
            )
        if isinstance(error, AttributeError):
            if "can't set attribute" in str(error):
                kind = "assign"
            elif isinstance(error.obj, self.game.State) and error.name:
                return no_field(where, self.game, error.name)
        if isinstance(error, ValueError) and "negative shift" in str(error):
            kind = "shift"
        return _(_MISHAPS[kind if kind in _MISHAPS else "other"]).format(
            where=where,
            at=self.at(),
            kind=kind,
            reason=_on_one_line(str(error)) or _("no reason is given"),
        )

    def forgets_the_pass(self, name: str, arguments: tuple[Any, ...]) -> str | None:
        """The sentence for a function that takes the pass for a move like any other.

        None where that is not what it does: the move is another one, or the function knows PASS.
        """
        if name not in KNOW_THE_PASS or arguments[1] != PASS:
            return None
        function = getattr(self.game, name)
        for user in (function, *helpers_of(function)):
            if "PASS" in user.__code__.co_names or PASS in user.__code__.co_consts:
                return None
        return _(
            "{where} is given the pass{at}, and takes it for a move: begin it with "
            "if m == PASS: {form}, with PASS from coupe."
        ).format(where=self.where(name), at=self.at(), form=_(KNOW_THE_PASS[name]))

    def _answer(self, name: str, arguments: tuple[Any, ...]) -> Any:
        try:
            return self._looked_at(name, arguments)
        except Fault as fault:
            sentence = self.forgets_the_pass(name, arguments)
            if sentence is None:
                raise
            raise Fault(sentence) from fault

    def _looked_at(self, name: str, arguments: tuple[Any, ...]) -> Any:
        answer = self._called(name, arguments)
        needed = RETURNS[name]
        if not is_kind(answer, needed, self.game.State):
            raise Fault(wrong_return(self.where(name), name, kind_of(answer), shown(answer)))
        if isinstance(answer, tuple):
            self._look_at_fields(name, answer)
        return int(answer) if needed == WHOLE else answer

    def _called(self, name: str, arguments: tuple[Any, ...]) -> Any:
        self.desk.asks(name)
        begin = time.monotonic()
        try:
            return getattr(self.game, name)(*arguments)
        except BaseException as error:
            raise Fault(self.mishap(name, error)) from error
        finally:
            count, seconds = self.calls.get(name, (0, 0.0))
            self.calls[name] = (count + 1, seconds + time.monotonic() - begin)

    def _look_at_fields(self, name: str, state: Any) -> None:
        for field, kind, value in zip(self.game.State._fields, self.kinds, state, strict=True):
            if not is_whole(value) and not isinstance(value, bool):
                self._wrong_field(name, field, value)
            low, high = (0, ALL) if kind == "u64" else (-(1 << 63), (1 << 63) - 1)
            if not low <= value <= high:
                raise Fault(
                    _(
                        "{where} returns a State whose field {field} is {value}, and {kind} goes "
                        "from {low} to {high}: cut it with & to the bits that are meant{or_int}."
                    ).format(
                        where=self.where(name),
                        field=field,
                        value=shown(value),
                        kind=kind,
                        low="0" if kind == "u64" else "-2**63",
                        high="2**64 - 1" if kind == "u64" else "2**63 - 1",
                        or_int=_(", or declare it int") if kind == "u64" and value < 0 else "",
                    )
                )

    def _wrong_field(self, name: str, field: str, value: Any) -> None:
        if isinstance(value, (list, set, dict, bytearray)) or type(value).__name__ == "ndarray":
            raise Fault(
                _(
                    "{where} returns a State whose field {field} is a {kind}, which could be "
                    "changed behind the game's back: pack it into the bits of whole numbers."
                ).format(where=self.where(name), field=field, kind=kind_of(value))
            )
        kind = kind_of(value)
        raise Fault(
            _(
                "{where} returns a State whose field {field} is {value} and not a whole number: "
                "{fix}."
            ).format(
                where=self.where(name),
                field=field,
                value=shown(value) if value is None else f"{shown(value)} ({kind})",
                fix=fix_of(kind, WHOLE) if kind == "float" else _("give it a number"),
            )
        )

    def _moves(self, state: Any) -> list[int]:
        return self._list(state) if self.game.fills_list else self._mask(state)

    def _mask(self, state: Any) -> list[int]:
        mask = self._answer("moves", (state,))
        if not -(1 << 63) <= mask <= ALL:
            raise Fault(
                _(
                    "{where} returns {mask}{at}, which has bits beyond the 64 that there are: "
                    "cut it with &, or fill a list with moves(s, out)."
                ).format(where=self.where("moves"), mask=shown(mask), at=self.at())
            )
        return squares(mask)

    def _list(self, state: Any) -> list[int]:
        length = self.game.max_moves + SPARE
        out = [UNFILLED] * length
        count = self._answer("moves", (state, out))
        if len(out) != length:
            raise Fault(
                _(
                    "{where} makes its list longer or shorter: write out[count] = m and "
                    "count += 1, and return count."
                ).format(where=self.where("moves"))
            )
        filled = out.index(UNFILLED) if UNFILLED in out else length
        if filled < count:
            raise Fault(
                plural(
                    "{where} returns {count}{at}, and has filled {filled} place of its list: "
                    "return as many as it fills.",
                    "{where} returns {count}{at}, and has filled {filled} places of its list: "
                    "return as many as it fills.",
                    filled,
                ).format(where=self.where("moves"), count=count, at=self.at(), filled=filled)
            )
        if not 0 <= count <= self.game.max_moves:
            raise Fault(
                _(
                    "{where} lists {count} moves{at}, and there can be {most}: "
                    "write @game(max_moves={count})."
                    if count > 0
                    else "{where} returns {count}{at}: return how many moves it has listed."
                ).format(
                    where=self.where("moves"), count=count, at=self.at(), most=self.game.max_moves
                )
            )
        return self._looked_through(out[:count])

    def _looked_through(self, found: list[Any]) -> list[int]:
        seen = set()
        for move in found:
            if not is_whole(move) or not 0 <= move < PASS:
                raise Fault(
                    _("{where} lists the move {move}{at}: a move is from 0 to {most}.").format(
                        where=self.where("moves"), move=shown(move), at=self.at(), most=PASS - 1
                    )
                )
            if move in seen:
                raise Fault(
                    _("{where} lists the move {move} twice{at}: list it once.").format(
                        where=self.where("moves"), move=move, at=self.at()
                    )
                )
            seen.add(move)
        return [int(move) for move in found]

    def _fails_twice(self, name: str, first: Any, second: Any) -> None:
        raise Fault(
            _(
                "{where} gives {first} and, asked again, {second}{at}: a rule depends on its "
                "arguments alone, so keep in State whatever changes."
            ).format(where=self.where(name), first=shown(first), second=shown(second), at=self.at())
        )


def text_of(state: Any, turn: int) -> str:
    """A state as a position, as coupe writes it where the game does not.

    >>> from coupe import load
    >>> text_of(load("tictactoe").initial(), 0)
    'me=0 you=0 turn=1'
    """
    fields = zip(state._fields, state, strict=True)
    return " ".join(f"{name}={shown(value)}" for name, value in fields) + f" turn={turn + 1}"


def shown(value: Any) -> str:
    """A value as a message shows it.

    >>> shown(2**100)
    '2**100'
    """
    if isinstance(value, int) and value.bit_length() > 64 and value & (value - 1) == 0 < value:
        return f"2**{value.bit_length() - 1}"
    if isinstance(value, int) and value.bit_length() > 200:
        return f"-2**{value.bit_length()}" if value < 0 else f"2**{value.bit_length()}"
    try:
        return _on_one_line(repr(value))
    except Exception:
        return type(value).__name__


def _on_one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 120 else line[:117] + "..."
