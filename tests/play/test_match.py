"""The match: passes, clocks, taking back, resigning, failing, and who writes it down."""

from typing import Any

import pytest

from coupe import Position, load
from coupe.errors import Forfeit
from coupe.game import PASS
from coupe.play import Chosen, Display, Match, TimeControl, Wish
from coupe.records import Ply, Record, Result


class Scripted:
    """A player who does what a list says."""

    def __init__(self, *said: Any, human: bool = True) -> None:
        self.name = "human" if human else "scripted"
        self.human = human
        self.said = list(said)

    def choose(self, match: Match) -> Chosen | Wish:
        said = self.said.pop(0) if self.said else Wish.LEAVE
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Wish):
            return said
        return Chosen(match.position.parse(said) if isinstance(said, str) else said)

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Notes:
    """A keeper that keeps everything in a list."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.result: Result | str | None = "not yet"

    def played(self, number: int, ply: Ply) -> None:
        assert number == len(self.moves)
        self.moves.append(ply.move)

    def undone(self, kept: int) -> None:
        del self.moves[kept:]
        self.result = "not yet"

    def ended(self, result: Result | None) -> None:
        self.result = result


class Seen(Display):
    """A display that notes what it is shown."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def began(self, match: Match) -> None:
        self.events.append("began")

    def moved(self, match: Match, chosen: Chosen) -> None:
        self.events.append(match.plies[-1].move)

    def went(self, match: Match) -> None:
        self.events.append(f"at {len(match.plies)}")

    def refused(self, match: Match, wish: Wish) -> None:
        self.events.append(f"no {wish.value}")

    def ended(self, match: Match) -> None:
        self.events.append("ended")


def tictactoe(first: Scripted, second: Scripted, **settings: Any) -> Match:
    return Match(load("tictactoe").start(), (first, second), **settings)


def test_a_game_to_the_end_is_shown_and_written_down() -> None:
    notes, seen = Notes(), Seen()
    match = tictactoe(Scripted("1", "2", "3"), Scripted("4", "5"), keeper=notes, display=seen)
    record = match.play()
    assert record.result == Result(0, 1, "rules") == notes.result
    assert notes.moves == ["1", "4", "2", "5", "3"] == list(record.names)
    assert seen.events == ["began", *notes.moves, "ended"]
    assert record.players == ("human", "human")
    assert all(ply.seconds is not None for ply in record.moves)


def test_who_has_no_move_passes_without_being_asked() -> None:
    position = load("othello").position("OX" + "-" * 62 + " X")
    seen = Seen()
    record = Match(position, (Scripted(), Scripted("c1")), display=seen).play()
    assert seen.events == ["began", "pass", "c1", "ended"]
    assert record.result == Result(1, -64, "rules")
    assert record.moves[0].seconds is None
    assert record.position() == match_position(record)


def match_position(record: Record) -> Position:
    return record.position(load(record.game))


def test_a_move_that_is_none_forfeits_the_game() -> None:
    record = tictactoe(Scripted(4), Scripted(4, human=False)).play()
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == (0, "forfeit")
    assert "4 is not a legal move here" in record.result.detail


def test_a_player_that_fails_forfeits_the_game() -> None:
    failing = Scripted(Forfeit("other: it has stopped."), human=False)
    record = tictactoe(failing, Scripted()).play()
    assert record.result == Result(1, None, "forfeit", "other: it has stopped.")


def test_whoever_resigns_has_lost() -> None:
    assert tictactoe(Scripted("1"), Scripted(Wish.RESIGN)).play().result == Result(
        0, None, "resignation"
    )


def test_whoever_uses_up_the_time_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 1000, 3))
    monkeypatch.setattr("coupe.play.match.time.monotonic", lambda: float(next(now)))
    record = tictactoe(Scripted("1", "2"), Scripted("4"), clock=TimeControl.read("10s")).play()
    assert record.result is None  # the script ended first
    record = tictactoe(
        Scripted("1", "2", "3"), Scripted("4", "5"), clock=TimeControl.read("5s")
    ).play()
    assert record.result == Result(1, None, "time")
    assert record.names == ("1", "4")


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.REDO, Wish.LEAVE, Wish.RESIGN])
def test_whoever_has_no_time_left_has_lost_whatever_is_wished(
    monkeypatch: pytest.MonkeyPatch, wish: Wish
) -> None:
    now = iter(range(0, 1000, 3))
    monkeypatch.setattr("coupe.play.match.time.monotonic", lambda: float(next(now)))
    record = tictactoe(Scripted("1", wish), Scripted("4"), clock=TimeControl.read("5s")).play()
    assert record.result == Result(1, None, "time")
    assert record.names == ("1", "4")


def test_time_spent_on_a_move_that_is_not_made_stays_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 1000, 3))
    monkeypatch.setattr("coupe.play.match.time.monotonic", lambda: float(next(now)))
    clock = TimeControl.read("60s")
    match = tictactoe(Scripted(Wish.UNDO, Wish.REDO, Wish.LEAVE), Scripted(), clock=clock)
    match.play()
    # Three seconds for each wish, of which none was granted.
    assert (match.thought, match.left(0), match.left(1)) == (9.0, 51.0, 60.0)
    again = tictactoe(Scripted("5"), Scripted(), clock=clock, thought=match.thought)
    assert again.left(0) == 51.0
    again.play()
    assert again.plies[0].seconds == 12.0
    assert again.left(0) == 48.0


def test_who_looks_on_never_sees_half_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    match = tictactoe(Scripted("1", "2"), Scripted("4"), clock=TimeControl.read("60s"))
    seen = match.plies
    match.play()
    assert len(match.plies) == 3
    played = match.plies
    assert match.undo()
    assert (len(seen), len(played), len(match.plies)) == (0, 3, 2)

    def ended_meanwhile() -> float:
        match.since = None
        return 9.0

    match.since = 5.0
    monkeypatch.setattr("coupe.play.match.time.monotonic", ended_meanwhile)
    left = match.left(0)
    assert left is not None
    assert left == pytest.approx(60 - sum(match.spent(0)) - 4)


def test_an_increment_comes_after_each_move() -> None:
    match = tictactoe(Scripted(), Scripted(), clock=TimeControl.read("60s+5s"))
    match = Match(
        load("tictactoe").position("1 4 2"),
        (Scripted(), Scripted()),
        clock=TimeControl.read("60s+5s"),
        plies=[Ply("1", 10.0), Ply("4", 1.0), Ply("2", 2.5)],
    )
    assert match.left(0) == 60 - 12.5 + 10
    assert match.left(1) == 60 - 1 + 5


def test_a_person_against_an_engine_takes_back_to_the_last_choice_of_his() -> None:
    notes, seen = Notes(), Seen()
    person = Scripted("1", "2", Wish.UNDO, Wish.REDO, Wish.UNDO, "9", Wish.LEAVE)
    engine = Scripted("4", "5", "6", human=False)
    record = tictactoe(person, engine, keeper=notes, display=seen).play()
    assert record.names == ("1", "4", "9", "6") == tuple(notes.moves)
    assert seen.events == ["began", "1", "4", "2", "5", "at 2", "at 4", "at 2", "9", "6", "ended"]
    assert record.result is None is notes.result


def test_two_people_take_back_move_by_move() -> None:
    seen = Seen()
    first, second = Scripted("1", Wish.UNDO, "3"), Scripted(Wish.UNDO, "5")
    match = tictactoe(first, second, display=seen)
    match.play()
    assert seen.events == ["began", "1", "at 0", "no undo", "3", "5", "ended"]


def test_a_move_that_is_played_anew_forgets_what_was_taken_back() -> None:
    seen = Seen()
    first = Scripted("1", "2", Wish.REDO)
    second = Scripted(Wish.UNDO, "5")
    tictactoe(first, second, display=seen).play()
    assert seen.events == ["began", "1", "at 0", "2", "5", "no redo", "ended"]


def test_a_finished_game_can_be_taken_back_and_played_on() -> None:
    notes = Notes()
    first, second = Scripted("1", "2", "3", "9"), Scripted("4", "5")
    match = tictactoe(first, second, keeper=notes)
    match.play()
    assert match.result is not None
    assert match.undo()
    assert match.result is None
    match.play()
    assert match.record.names == ("1", "4", "2", "5", "9") == tuple(notes.moves)
    assert notes.result is None


def test_a_pass_is_taken_back_with_the_move_before_it() -> None:
    position = load("othello").position("OX" + "-" * 62 + " X")
    match = Match(position, (Scripted(), Scripted("c1")))
    match.play()
    assert match.undo()
    assert [ply.move for ply in match.plies] == ["pass"]
    assert not match.undo()
    assert match.position.legal_moves != [PASS]


def test_a_repeated_position_is_a_draw_by_rule() -> None:
    game = load("examples/mu_torere.py")
    position = game.start()
    while not position.over:
        position = position.play(position.legal_moves[0])
        if len(position.line) > 200:
            pytest.fail("no repetition")
    match = Match(position, (Scripted(), Scripted()))
    match.play()
    assert match.result is not None
    assert match.result.reason in ("repetition", "rules")


def test_a_game_goes_on_from_where_it_was() -> None:
    position = load("tictactoe").position("1 4 2 5")
    plies = [Ply("1", 1.0), Ply("4", 2.0), Ply("2", 3.0), Ply("5", 4.0)]
    record = Match(position, (Scripted("3"), Scripted()), plies=plies).play()
    assert record.names == ("1", "4", "2", "5", "3")
    assert record.moves[1].seconds == 2.0
