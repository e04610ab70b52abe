"""The contract: what @game accepts, and in what words it refuses."""

from collections.abc import Callable
from functools import cache
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

import pytest

import coupe
from coupe import BadGame, BadOption, Game, IllegalMove, game, load, parameter, u64
from coupe.game import default_parameters, parameters, place

randomness = Random(1)


class Pile(NamedTuple):
    stones: u64


def functions() -> dict[str, Any]:
    """The functions of a good game: take one or two, the last one wins."""

    def initial() -> Pile:
        return Pile(5)

    def moves(s: Pile) -> int:
        return 6 if s.stones > 1 else 2

    def play(s: Pile, m: int) -> Pile:
        return Pile(s.stones - m)

    def over(s: Pile) -> bool:
        return s.stones == 0

    def result(s: Pile) -> int:
        return -1

    return {
        "State": Pile,
        "initial": initial,
        "moves": moves,
        "play": play,
        "over": over,
        "result": result,
    }


def marked(changes: dict[str, Any], **options: Any) -> Game:
    members = {**functions(), **changes}
    members = {name: value for name, value in members.items() if value is not None}
    return game(**options)(type("Piles", (), members))


def test_a_good_game() -> None:
    piles = marked({})
    assert piles.legal_moves(Pile(2)) == [1, 2]
    assert piles.evaluate(Pile(2)) == 0
    assert piles.spec == piles.title == "Piles"
    assert not piles.fills_list
    assert repr(piles) == "<game Piles>"


def test_a_list_of_moves() -> None:
    def moves(s: Pile, out: list[int]) -> int:
        out[0], out[1] = 2, 1
        return min(s.stones, 2)

    piles = marked({"moves": moves}, max_moves=2)
    assert piles.fills_list
    assert piles.legal_moves(Pile(5)) == [2, 1]


def test_other_functions_of_the_class_are_helpers() -> None:
    def half(s: Pile) -> int:
        return s.stones // 2

    piles = marked({"half": half})
    assert piles.half(Pile(4)) == 2
    with pytest.raises(AttributeError, match="Piles has no attribute 'quarter'"):
        _ = piles.quarter


def wrong(*arguments: str) -> Callable[..., int]:
    return eval(f"lambda {', '.join(arguments)}: 0")  # type: ignore[no-any-return]


def dice(s: Pile) -> int:
    return int(randomness.random())


def dice_of_a_module(s: Pile) -> int:
    import random

    return random.randrange(2)


@pytest.mark.parametrize(
    ("changes", "options", "message"),
    [
        ({"over": None}, {}, "Piles.* has no over: write def over\\(s\\): return True or False"),
        ({"State": None}, {}, "has no State: write State = State, a NamedTuple"),
        ({"over": None, "ovre": wrong("s")}, {}, "Piles.ovre .* did you mean over\\?"),
        ({"evalute": wrong("s")}, {}, "Piles.evalute .* did you mean evaluate\\?"),
        ({"State": dict}, {}, "Piles.State is not a NamedTuple"),
        ({"State": tuple}, {}, "Piles.State is not a NamedTuple"),
        ({"play": wrong("s")}, {}, "Piles.play \\(line 1\\) takes 1 arguments: write def play"),
        ({"moves": wrong("s", "out", "x")}, {}, "Piles.moves .* takes 3 arguments"),
        ({"moves": wrong("s=1")}, {}, "Piles.moves"),
        ({"result": 3}, {}, "Piles.result is not a function: write def result"),
        ({"result": staticmethod(wrong("s"))}, {}, "Piles.result \\(line 1\\) is decorated"),
        ({"chance": wrong("s")}, {}, "asks for chance, which coupe does not have"),
        ({"observation": wrong("s")}, {}, "asks for hidden information"),
        (
            {},
            {"players": ("A", "B", "C")},
            "Piles .* has 3 players; coupe plays games of two players",
        ),
        ({}, {"max_moves": 0}, "max_moves is 0; write a number from 1 to 65534"),
        ({}, {"max_moves": 65535}, "max_moves is 65535"),
        ({"play": cache(wrong("s", "m"))}, {}, "Piles.play \\(line 1\\) is decorated"),
        ({"play": property(wrong("s", "m"))}, {}, "Piles.play \\(line 1\\) is decorated"),
        ({}, {"pases": True}, "@game has no option pases: did you mean passes\\?"),
        ({}, {"colour": 3}, "@game has no option colour; it has passes, max_moves, misere"),
        ({}, {"passes": 1}, "passes is 1; write passes=True or passes=False"),
        ({}, {"transcripts": "no"}, "transcripts is 'no'; write transcripts=True or"),
        ({}, {"max_moves": "9"}, "max_moves is '9'; write a number from 1 to 65534"),
        ({}, {"max_moves": 9.0}, "max_moves is 9.0; write a number"),
        ({}, {"symmetries": "2"}, "symmetries is '2'; write a number from 1 to 64"),
        ({}, {"symmetries": 0}, "symmetries is 0; write a number"),
        ({}, {"players": "AB"}, "players is 'AB'; write the names of both, different ones: play"),
        ({}, {"players": ("A", "A")}, "players is \\('A', 'A'\\); write the names of both"),
        ({}, {"players": ("A", 5)}, "players is \\('A', 5\\); write the names of both"),
        ({}, {"players": 2}, "players is 2; write the names of both"),
        ({}, {"unit": 5}, "unit is 5; write what a score counts, in the plural: unit="),
        ({}, {"unit": ""}, "unit is ''; write what a score counts"),
        ({}, {"symmetries": 2}, "a symmetry needs all three"),
        ({"symmetry": wrong("s", "k")}, {"symmetries": 2}, "a symmetry needs all three"),
        (
            {"symmetry": wrong("s", "k"), "symmetric_move": wrong("m", "k")},
            {},
            "a symmetry needs all three",
        ),
    ],
)
def test_what_is_refused(changes: dict[str, Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadGame, match=message) as caught:
        marked(changes, **options)
    assert "\n" not in str(caught.value)


def test_a_decorator_of_something_else() -> None:
    with pytest.raises(BadGame, match="@game is given 'Mine'; write @game, and a class of"):
        game("Mine")  # type: ignore[call-overload]


def test_dice_are_refused() -> None:
    def result(s: Pile) -> int:
        return randomness.randrange(2)

    with pytest.raises(BadGame, match=r"Piles.result .* asks for chance"):
        marked({"result": result})


def test_places() -> None:
    connect4 = load("connect4")
    line = connect4.moves.__code__.co_firstlineno
    assert connect4.where("moves") == f"Connect4.moves (line {line})"
    assert place("Nim", "", 3) == "Nim (line 3)"


def test_a_function_of_another_file_is_named_as_that_file_has_it() -> None:
    judged = load("connect4").with_evaluation(dice)
    line = dice.__code__.co_firstlineno
    assert judged.where("evaluate") == f"dice (test_game.py, line {line})"


def test_another_evaluation() -> None:
    ones = load("connect4").with_evaluation(lambda s: 1)
    assert ones.evaluate(ones.initial()) == 1
    assert load("connect4").evaluate(ones.initial()) == 0
    assert ones.start().play_named("4").text == "4"


def test_who_moves_again() -> None:
    def again(s: Pile, m: int) -> bool:
        return m == 2

    piles = marked({"again": again})
    assert piles.start().play(2).turn == 0
    assert piles.start().play(1).turn == 1
    assert piles.start().play(2).play(1).turn == 1


def test_parameters() -> None:
    assert parameter("rows_of_this_test", 3) == 3
    with parameters(__name__, {"columns_of_this_test": 9}, [7]):
        assert parameter("rows_of_this_test", 3) == 7
        assert parameter("columns_of_this_test", 3) == 9
        assert parameter("planes_of_this_test", 3) == 3
    with parameters("elsewhere", {"rows_of_this_test": 9}, [7]):
        assert parameter("rows_of_this_test", 3) == 3
    assert default_parameters(__name__)["columns_of_this_test"] == 3


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (4, None, "size is 3; it can be 4 or more."),
        (None, 2, "size is 3; it can be 2 or less."),
        (4, 9, "size is 3; it can be from 4 to 9."),
    ],
)
def test_a_parameter_out_of_range(low: int | None, high: int | None, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        parameter("size", 3, low, high)


def test_every_name_of_the_shop_window_is_there() -> None:
    for name in ("game", "u64", "parameter", "PASS", "popcount", "load", "shipped", "Position"):
        assert name in coupe.__all__
        assert getattr(coupe, name) is not None
    assert issubclass(IllegalMove, coupe.CoupeError)
    assert issubclass(coupe.CoupeError, ValueError)


@pytest.mark.parametrize("name", coupe.__all__)
def test_every_name_of_the_shop_window_is_shown_with_an_example(name: str) -> None:
    value = getattr(coupe, name)
    if isinstance(value, (type, FunctionType)):
        assert ">>> " in (value.__doc__ or "")
