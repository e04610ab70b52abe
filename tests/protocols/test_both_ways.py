"""Two processes of coupe play each other through the protocols, to the end."""

import shlex
import sys
from random import Random

import pytest

from coupe import PASS, Position, load
from coupe.play import Match, Player, TimeControl, player_of
from coupe.play.match import close

COUPE = f"{shlex.quote(sys.executable)} -m coupe"


def both_colours(position: Position, players: tuple[Player, Player], clock: str = "none") -> None:
    for pair in (players, players[::-1]):
        record = Match(position, pair, clock=TimeControl.read(clock)).play()
        assert record.result is not None
        assert record.result.reason == "rules", record.result
        assert record.position().over
    close(players)


def opening(game: str, seed: int, count: int) -> Position:
    random = Random(seed)
    position = load(game).start()
    for _move in range(count):
        position = position.play(random.choice(position.legal_moves))
    return position


@pytest.mark.parametrize(
    "game",
    [
        "othello",
        pytest.param("connect4", marks=pytest.mark.slow),
        pytest.param("tictactoe", marks=pytest.mark.slow),
        pytest.param("othello:6x6", marks=pytest.mark.slow),
    ],
)
def test_through_gtp(game: str) -> None:
    position = opening(game, 3, 2)
    first = player_of(f"gtp:{COUPE} gtp {game} --player random", position.game)
    second = player_of(f"gtp:{COUPE} gtp --level 2", position.game)
    both_colours(position, (first, second), "60s")


def test_through_gtp_from_a_board_that_no_game_reached() -> None:
    board = load("othello").position("-" * 18 + "XXXXX---OOOOO" + "-" * 33 + " O")
    players = [player_of(f"gtp:{COUPE} gtp --player random", board.game) for _player in range(2)]
    both_colours(board, (players[0], players[1]))


def test_through_nboard() -> None:
    position = opening("othello", 4, 6)
    first = player_of(f"nboard:depth=1 {COUPE} nboard", position.game)
    second = player_of(f"nboard:{COUPE} nboard --player random", position.game)
    both_colours(position, (first, second))


def test_through_gtp_against_nboard_with_passes() -> None:
    random = Random(1)
    position = load("othello").start()
    while position.move != PASS:
        position = load("othello").start() if position.over else position
        position = position.play(random.choice(position.legal_moves))
    first = player_of(f"gtp:{COUPE} gtp --player random", position.game)
    second = player_of(f"nboard:{COUPE} nboard --player random", position.game)
    both_colours(position, (first, second))


def test_a_game_of_a_file_through_gtp() -> None:
    from pathlib import Path

    file = Path(__file__).parents[2] / "examples" / "kalah.py"
    position = load(file).start()
    command = f"gtp:{COUPE} gtp {shlex.quote(str(file))} --player random"
    both_colours(position, (player_of(command, position.game), player_of("random", position.game)))
