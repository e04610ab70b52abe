"""`coupe play` on a whole screen: what its keys and the mouse do, seen through textual's pilot."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("textual")

from textual.events import Paste
from textual.pilot import Pilot

from coupe import Answer, load
from coupe.archive import Archive
from coupe.cli.advice import Advisor
from coupe.cli.board.screen import BoardApp
from coupe.cli.board.thinking import Changed, Questions
from coupe.cli.sitting import Sitting
from coupe.language import choose
from coupe.play import Chosen, Match, TimeControl, player_of
from coupe.records import Ply
from tests.cli.games_to_drive import WITH_EMPTIES

MUST_PASS = "OX" + "-" * 62 + " X"
WHITE_MUST_PASS = "XO" + "-" * 62 + " O"
PEOPLE = ("human", "human")
PATIENCE = 20.0

Script = Callable[[BoardApp, Pilot[None]], Awaitable[None]]


def shown(app: BoardApp) -> str:
    """The text on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    for _turn in range(int(PATIENCE / 0.02)):
        await pilot.pause(0.02)
        if true():
            return
    raise AssertionError(shown(pilot.app))  # type: ignore[arg-type]


async def says(pilot: Pilot[None], app: BoardApp, words: str) -> None:
    """Wait for words on the screen."""
    await until(pilot, lambda: words in " ".join(shown(app).split()))


async def typed(pilot: Pilot[None], app: BoardApp, move: str) -> None:
    """Play a move by its name."""
    count = len(app.session.match.plies)
    app.foot.open(move)
    await pilot.press("enter")
    await until(pilot, lambda: len(app.session.match.plies) > count)


def sit(
    script: Script,
    game: str,
    seats: tuple[str, str] = PEOPLE,
    *,
    position: str = "",
    clock: str = "none",
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
    archive: Archive | None = None,
) -> BoardApp:
    """Sit down at a game, and do what the script says."""
    sitting = Sitting(load(game).position(position), seats, TimeControl.read(clock), 1, archive)
    app = BoardApp(sitting, ascii_only)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.session.your_turn or not app.session.going)
            await script(app, pilot)
            app.leave()

    asyncio.run(go())
    assert app.failure is None
    return app


@pytest.mark.parametrize("game", ["othello", "connect4", "tictactoe", "connect4:9x6"])
def test_every_shipped_game_fits_a_small_terminal(game: str) -> None:
    async def look(app: BoardApp, pilot: Pilot[None]) -> None:
        lines = shown(app).splitlines()
        assert len(lines) == 24
        assert max(map(len, lines)) <= 80
        assert "Enter plays" in lines[-1]
        assert app.painting is not None
        width, height = app.painting.size.whole(app.painting.squares)
        board = app.query_one("#board").region
        assert (board.width, board.height) == (width, height)
        assert board.right <= 80
        assert board.bottom <= 21

    sit(look, game)


def test_a_larger_terminal_has_larger_cells() -> None:
    async def look(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: app.painting is not None and app.painting.size.height == 3)
        assert "▀" in shown(app)

    sit(look, "othello")


def test_othello_is_played_with_arrows_enter_mouse_and_typed_moves() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        assert shown(app).count("·") == 4
        assert app.cursor == (3, 3)
        await pilot.press("down", "right", "right", "enter")
        await says(pilot, app, "White to move")
        assert "[●]" in shown(app)
        squares = app.query_one("#board")
        await pilot.click(squares, offset=(2 + 1 + 4 * 3 + 1, 1 + 1 + 2 * 5))
        await until(pilot, lambda: len(app.session.match.plies) == 2)
        await typed(pilot, app, "c3")
        assert "▸●◂" in shown(app)

    app = sit(play, "othello")
    assert app.session.match.record.names == ("f5", "d6", "c3")


def test_a_digit_begins_a_typed_move_and_escape_leaves_it() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("9", "escape", "5", "enter")
        await until(pilot, lambda: len(app.session.match.plies) == 1)
        await pilot.press("5", "enter")
        await says(pilot, app, "5 is not a legal move here")
        await pilot.press("m", "z", "backspace", "4", "enter")
        await until(pilot, lambda: len(app.session.match.plies) == 2)

    assert sit(play, "tictactoe").session.match.record.names == ("5", "4")


def test_a_stone_falls_into_its_column() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await says(pilot, app, "Red to move")
        await pilot.press("up", "enter")
        await says(pilot, app, "Yellow to move")
        await pilot.press("right", "enter")
        await until(pilot, lambda: len(app.session.match.plies) == 3)

    assert sit(play, "connect4").session.match.record.names == ("4", "4", "5")


def test_a_square_without_a_legal_move_is_refused_in_words() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await says(pilot, app, "There is no legal move on d4.")

    assert not sit(play, "othello").session.match.plies


def test_of_several_moves_to_a_square_one_is_chosen_from_a_list() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await says(pilot, app, "Which move?")
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(app.session.match.plies) == 1)

    app = sit(play, str(Path(__file__).parents[2] / "examples" / "breakthrough.py"))
    assert app.session.match.record.names == ("b2-b3",)


def test_a_game_without_a_board_is_played_from_a_list() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        assert "(21)" in shown(app)
        await pilot.press("down", "enter")
        await says(pilot, app, "(19)")
        await pilot.press("3", "enter")
        await says(pilot, app, "(16)")

    app = sit(play, str(Path(__file__).parents[2] / "examples" / "nim.py"))
    assert app.session.match.record.names == ("2", "3")


def test_a_letter_that_is_a_key_begins_a_move_with_a_digit_at_once_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("coupe.cli.board.screen.AT_ONCE", 600.0)

    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("f", "5", "enter")
        await says(pilot, app, "White to move")
        await pilot.press("e", "1")
        await says(pilot, app, "e1_")
        await pilot.press("escape", "e", "f", "5", "escape")
        await until(pilot, lambda: not app._bar_shown)
        assert not app.turned

    assert sit(play, "othello").session.match.record.names == ("f5",)


def test_the_end_of_a_long_line_is_seen() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        app.post_message(Paste("a" * 150 + "b" * 40 + "c" * 3000))
        await says(pilot, app, "b" * 9 + "ccc")
        assert shown(app).splitlines()[-1].rstrip().endswith("c_")

    sit(play, "tictactoe")


def test_the_value_of_a_game_that_is_over_stays() -> None:
    async def look(app: BoardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.position.over)
        before = app.position.previous
        assert before is not None
        app.post_message(Changed(value=(before, 0, "estimate")))
        await pilot.pause(0.1)
        assert "estimate" not in shown(app)

    sit(look, "tictactoe", ("random", "random"))


def test_nothing_says_who_is_ahead_before_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Questions, "ask", lambda *asked: None)

    async def look(app: BoardApp, pilot: Pilot[None]) -> None:
        await typed(pilot, app, "5")
        assert "░" not in shown(app)

    sit(look, "tictactoe")


def test_rules_that_fail_while_a_move_is_judged_are_told_of_in_a_sentence() -> None:
    class Failing(Advisor):
        def answer(self, *asked: object, **settings: object) -> Answer:
            raise ZeroDivisionError("integer division or modulo by zero")

    heard: list[Changed] = []
    tictactoe = load("tictactoe")
    questions = Questions(Failing(tictactoe), heard.append)  # type: ignore[arg-type]
    questions.ask("glance", tictactoe.start())
    questions.wait(PATIENCE)
    assert heard[0].words.startswith(__file__)
    assert "ZeroDivisionError: integer division or modulo by zero" in heard[0].words


def test_a_game_that_is_gone_on_with_elsewhere_is_told_of_at_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")

    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await typed(pilot, app, "5")
        archive.resume(1).played(1, Ply("1"))
        await typed(pilot, app, "2")
        await says(pilot, app, "was gone on with elsewhere")

    sit(play, "tictactoe", size=(160, 30), archive=archive)
    archive.close()


def test_a_hint_does_not_play() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await says(pilot, app, "Hint: 3. X wins: exact.")

    assert len(sit(play, "tictactoe", position="XX.OO....").session.match.plies) == 0


def test_the_value_of_every_move_is_on_the_board() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await until(pilot, lambda: "+1" in shown(app))
        assert shown(app).count("-1") == 3
        await pilot.press("a")
        await until(pilot, lambda: "+1" not in shown(app))

    sit(play, "tictactoe", position="XX.OO....")


def test_undo_and_redo_also_after_the_end() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        await says(pilot, app, "There is no move of yours to undo.")
        await typed(pilot, app, "3")
        await says(pilot, app, "X wins.")
        await pilot.press("u")
        await says(pilot, app, "X to move")
        await pilot.press("r")
        await says(pilot, app, "X wins.")
        await pilot.press("u")
        await says(pilot, app, "X to move")
        await typed(pilot, app, "6")

    app = sit(play, "tictactoe", position="XX.OO....")
    assert app.session.match.record.names == ("6",)
    assert app.session.match.result is None


def test_the_board_is_turned_round() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("f")
        await says(pilot, app, "h g f e d c b a")
        await pilot.press("up", "left", "left", "enter")
        await until(pilot, lambda: len(app.session.match.plies) == 1)

    assert sit(play, "othello").session.match.record.names == ("f5",)


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (MUST_PASS, "c1", "White wins by 64 discs."),
        (WHITE_MUST_PASS, "c1", "Black wins by 64 discs."),
    ],
)
def test_passes_are_announced_and_empties_go_to_the_winner(
    position: str, move: str, words: str
) -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await says(pilot, app, "has no legal move, and passes.")
        await typed(pilot, app, move)
        await says(pilot, app, words)

    assert sit(play, "othello", position=position).session.match.record.names == ("pass", move)


def test_a_game_that_ends_with_empty_squares() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        for move in WITH_EMPTIES[-2:]:
            await typed(pilot, app, move)
        await says(pilot, app, "Black wins by 64 discs.")
        assert "Black 13" in " ".join(shown(app).split())

    sit(play, "othello", position="".join(WITH_EMPTIES[:-2]))


def test_to_resign_is_asked_twice() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("R")
        await says(pilot, app, "Resign?")
        await pilot.press("enter")
        await says(pilot, app, "Black to move")
        await pilot.press("R", "down", "enter")
        await says(pilot, app, "White wins: Black has resigned.")

    sit(play, "othello")


def test_a_person_whose_time_is_over_has_lost_at_once() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await says(pilot, app, "White wins: Black ran out of time.")

    result = sit(play, "othello", clock="0.3s").session.match.result
    assert result is not None
    assert result.reason == "time"


def test_coupe_answers_and_a_new_game_begins() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        assert "level 1" in shown(app)
        await typed(pilot, app, "5")
        await says(pilot, app, "O plays")
        await until(pilot, lambda: app.session.your_turn)
        assert len(app.session.match.plies) == 2
        await pilot.press("n")
        await says(pilot, app, "Leave this game?")
        await pilot.press("down", "enter")
        await until(pilot, lambda: not app.session.match.plies)

    sit(play, "tictactoe", ("human", "level:1"))


def test_a_player_that_fails_forfeits_with_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(player: object, match: Match) -> Chosen:
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(type(player_of("random", load("tictactoe"))), "choose", fail)

    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await typed(pilot, app, "5")
        await says(pilot, app, "X wins by forfeit: random: RuntimeError: out of ideas.")

    sit(play, "tictactoe", ("human", "random"))


def test_a_game_is_saved_once_and_nothing_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "g.json"

    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await typed(pilot, app, "5")
        for words in ("Saved in", "is there already"):
            await pilot.press("s")
            app.foot.open(str(file), saving=True)
            await pilot.press("enter")
            await says(pilot, app, words)

    sit(play, "tictactoe", size=(160, 30))
    assert '"5"' in file.read_text("utf-8")


def test_the_keys_come_up_and_go_away() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await says(pilot, app, "hint: a good move")
        await pilot.press("x")
        await until(pilot, lambda: "hint: a good move" not in shown(app))
        assert "Enter plays" in shown(app)

    sit(play, "tictactoe")


def test_plain_characters_only() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        await typed(pilot, app, "f5")
        assert shown(app).isascii()
        assert ">X<" in shown(app)

    sit(play, "othello", ascii_only=True)


def test_in_french() -> None:
    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        assert "Noir" in shown(app)
        await typed(pilot, app, "f5")
        await says(pilot, app, "Blanc au trait")

    choose("fr")
    sit(play, "othello")


def test_every_move_is_kept_as_it_is_played(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")

    async def play(app: BoardApp, pilot: Pilot[None]) -> None:
        assert archive.unfinished() is None
        for count, move in enumerate("5123", 1):
            await typed(pilot, app, move)
            number = archive.unfinished()
            assert number is not None
            assert len(archive.game(number).moves) == count
        await pilot.press("u")
        await until(pilot, lambda: len(app.session.match.plies) == 3)

    sit(play, "tictactoe", archive=archive)
    sitting = Sitting.resumed(archive, None)
    assert sitting.match(human=lambda name: player_of("random", sitting.game)).record.names == (
        "5", "1", "2",
    )  # fmt: skip
    archive.close()
