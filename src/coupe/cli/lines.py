"""`coupe play`, line by line: for pipes, plain terminals and screen readers.

>>> from coupe import load
>>> from coupe.cli.sitting import Sitting
>>> play_by_line(Sitting(load("tictactoe").position("XX.OO...."), ("minimax:5", "minimax:5")))
TicTacToe: X is minimax:5, O is minimax:5.
<BLANKLINE>
X X 3
O O 6
7 8 9
X to move
<BLANKLINE>
X plays 3.   X wins: exact.   depth 5
<BLANKLINE>
X X X
O O 6
7 8 9
<BLANKLINE>
X wins.
"""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from coupe.cli.advice import Advisor
from coupe.cli.display import board_of
from coupe.cli.endings import complain
from coupe.cli.serial import terminable
from coupe.cli.sitting import Sitting, told
from coupe.cli.watch import Watch
from coupe.cli.words import ended, kind_of, move_name, moves, number, signed, verdict
from coupe.cli.written import save, say_how_to_resume, why_unkept
from coupe.errors import CoupeError, IllegalMove
from coupe.game import PASS
from coupe.language import _, reason_of
from coupe.play import Chosen, Display, Match, Wish
from coupe.play.match import close

if TYPE_CHECKING:
    from coupe import Answer, Position
    from coupe.play.match import Watcher


def play_by_line(sitting: Sitting) -> None:
    """Play until the game is over, or whoever plays has had enough."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 (input() edits lines with it)
    advisor = Advisor(sitting.game, sitting.archive)
    with sitting.waiting_for():
        match = sitting.match(lambda name: Person(name, advisor), Lines(sitting.seats))
    try:
        with terminable():
            match.play()
    except KeyboardInterrupt:
        print()
        if match.keeper is not None:
            match.keeper.ended(None)
        raise
    finally:
        close(match.players)
        say_how_to_resume(match)


class Quiet(Watch):
    """Ctrl-C stops the search, and nothing is shown of it: a screen reader would read it all."""

    def __enter__(self) -> "Quiet":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self


class Lines(Display):
    """Says a game in lines.

    >>> Lines(("human", "level:3")).who_plays(("Black", "White"))
    'you play Black, level 3 plays White'
    """

    def __init__(self, seats: tuple[str, str]) -> None:
        self.seats = seats

    def who_plays(self, players: tuple[str, str]) -> str:
        """Both players, in words."""
        people = [seat == "human" for seat in self.seats]
        if all(people):
            words = _("{first} against {second}")
        elif any(people):
            words = _("you play {you}, {who} plays {other}")
        else:
            words = _("{first} is {who_first}, {second} is {who_second}")
        you, other = players if people[0] else players[::-1]
        return words.format(
            first=players[0],
            second=players[1],
            you=you,
            other=other,
            who=told(self.seats[1] if people[0] else self.seats[0]),
            who_first=told(self.seats[0]),
            who_second=told(self.seats[1]),
        )

    def began(self, match: Match) -> None:
        """Who plays, and the board."""
        game = match.position.game
        first, second = (_(player) for player in game.players)
        words = _("{game}: {players}.")
        if "human" in self.seats:
            words = _("{game}: {players}. Write a move, or ? for help.")
        print(words.format(game=_(game.title), players=self.who_plays((first, second))))
        self._show(match)

    @contextmanager
    def thinking(self, match: Match) -> Iterator["Watcher | None"]:
        """Ctrl-C stops a player that is no person."""
        if match.player.human:
            yield None
            return
        with Quiet(match.player, match.position.turn_name) as watch:
            yield watch
        if watch.interrupted:
            raise KeyboardInterrupt

    def moved(self, match: Match, chosen: Chosen) -> None:
        """Who has played what, unless he wrote it himself."""
        before = match.position.previous
        assert before is not None
        player = _(before.turn_name)
        if before.legal_moves == [PASS]:
            print(_("{player} has no legal move, and passes.").format(player=player))
        elif not match.players[before.turn].human:
            print(said(before, chosen))
        self._show(match)

    def went(self, match: Match) -> None:
        """The board, after moves were taken back or played again."""
        self._show(match)

    def refused(self, match: Match, wish: Wish) -> None:
        """There is nothing to take back, or to play again."""
        if wish is Wish.UNDO:
            print(_("There is no move of yours to undo."))
        else:
            print(_("There is no move to play again."))

    def unkept(self, match: Match, reason: str) -> None:
        """From now on nobody writes the game down."""
        complain(why_unkept(reason))

    def ended(self, match: Match) -> None:
        """How the game ended."""
        if match.result is not None:
            print(ended(match.result, match.position.game), flush=True)

    def _show(self, match: Match) -> None:
        print(f"\n{board_of(match.position)}\n", flush=True)


def said(before: "Position", chosen: Chosen) -> str:
    """A move that was played, with what its player thinks of it.

    >>> from coupe import load
    >>> said(load("othello").start(), Chosen(37))
    'Black plays f5.'
    """
    player, move = _(before.turn_name), move_name(before.name(chosen.move))
    if len(before.legal_moves) == 1:
        return _("{player} plays {move}, the only move.").format(player=player, move=move)
    played = _("{player} plays {move}.").format(player=player, move=move)
    if chosen.answer is None or chosen.value is None:
        return played
    return "   ".join([played, view(before, chosen.answer, chosen.value)])


def view(position: "Position", answer: "Answer", value: int) -> str:
    """A value in words, and how deep the search went."""
    words = verdict(value, answer.kind, _(position.turn_name), answer.unit)
    return "   ".join([words, _("depth {depth}").format(depth=number(answer.depth))])


def clock_words(seconds: float) -> str:
    """A time as a clock shows it.

    >>> clock_words(75.4), clock_words(3725), clock_words(-1)
    ('1:15', '1:02:05', '0:00')
    """
    whole = max(0, int(seconds))
    minutes, left = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


class Person:
    """Whoever writes moves, one a line."""

    human = True

    def __init__(self, name: str, advisor: Advisor) -> None:
        self.name = name
        self.advisor = advisor

    def choose(self, match: Match) -> Chosen | Wish:
        """Answer lines until one is a move, or a wish."""
        position = match.position
        while True:
            line = self._line(match)
            if line is None:
                return Wish.LEAVE
            try:
                return Chosen(position.parse(line))
            except IllegalMove as error:
                wish = self._obey(match, line, str(error))
            if wish is not None:
                return wish

    def _line(self, match: Match) -> str | None:
        """The next line; None where there are no more."""
        player, left = _(match.position.turn_name), match.left(match.position.turn)
        prompt = f"{player}> " if left is None else f"{player} ({clock_words(left)})> "
        try:
            line = input(prompt).strip()
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(line)
        return line

    def _obey(self, match: Match, line: str, otherwise: str) -> Wish | None:
        word, _space, rest = line.partition(" ")
        match word.lower(), rest.strip():
            case (("q" | "quit" | "exit"), ""):
                return Wish.LEAVE
            case (("u" | "undo"), ""):
                return Wish.UNDO
            case (("r" | "redo"), ""):
                return Wish.REDO
            case "resign", "":
                return Wish.RESIGN
            case (("?" | "help"), ""):
                print(commands())
            case (("m" | "moves"), ""):
                position = match.position
                print(moves([position.name(move) for move in position.legal_moves]))
            case (("h" | "hint"), ""):
                self._hint(match.position)
            case (("a" | "all"), ""):
                self._values(match.position)
            case (("s" | "save"), path):
                self._save(match, path)
            case "", "":
                print(_("Write a move, or ? for help."))
            case _other:
                print(otherwise)
        return None

    def _search(self, position: "Position", all_moves: bool) -> "Answer":
        with Quiet(self.advisor, position.turn_name) as watch:
            answer = self.advisor.answer(position, all_moves=all_moves, watch=watch)
        if watch.interrupted:
            raise KeyboardInterrupt
        return answer

    def _hint(self, position: "Position") -> None:
        answer = self._search(position, all_moves=False)
        hint = _("Hint: {move}.").format(move=move_name(answer.best or "-"))
        print("   ".join([hint, view(position, answer, answer.value)]))

    def _values(self, position: "Position") -> None:
        for move in self._search(position, all_moves=True).moves or ():
            words = _("{move}: {value}, {kind}")
            name, value = move_name(move.move), signed(move.value)
            print(words.format(move=name, value=value, kind=kind_of(move.kind)))

    def _save(self, match: Match, path: str) -> None:
        if not path:
            print(_("Write the name of a file after it: s game.json"))
            return
        try:
            save(match.record, path)
        except CoupeError as error:
            print(error)
        except OSError as error:
            words = _("{path} cannot be written: {reason}.")
            print(words.format(path=path, reason=reason_of(error)))
        else:
            print(_("Saved in {path}.").format(path=path))

    def stop(self) -> None:
        """A person stops by himself."""

    def close(self) -> None:
        """Nothing is kept."""
        self.advisor.stop()


def commands() -> str:
    """What may be written, beside a move."""
    return _(
        "a move   play it           m   the legal moves\n"
        "h        a hint            a   the value of every move\n"
        "u        undo your move    r   play it again\n"
        "s FILE   save the game     resign   give up\n"
        "?        this help         q   quit; the game is kept"
    )
