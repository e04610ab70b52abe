"""WHO plays, as it is written, and clocks."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coupe import BadOption, CoupeError, load
from coupe.play import TimeControl, Who, player_of

KINDS = {
    "human": "human",
    "random": "random",
    "level:0": "level",
    "level:20": "level",
    "minimax:3": "minimax",
    "pvs:12@ideas.py:corners": "pvs",
    "students/ann.py:best": "function",
    r"C:\class\ann.py:best": "function",
    "gtp:edax -gtp -level 5": "gtp",
    "nboard:/usr/bin/edax -nboard": "nboard",
}


@pytest.mark.parametrize("text", KINDS)
def test_what_is_written_is_read_and_written_again(text: str) -> None:
    who = Who.read(text)
    assert who.kind == KINDS[text]
    assert str(who) == text
    assert Who.read(str(who)) == who


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "write human, random, level:N"),
        ("level", "write a number from 0 to 20"),
        ("level:21", "write a number from 0 to 20"),
        ("level:-1", "write a number from 0 to 20"),
        ("minimax:0", "write a number from 1 to"),
        ("minmax:3", "did you mean minimax:3"),
        ("humain", "did you mean human"),
        ("gtp:", "write gtp:COMMAND"),
        ("nboard", "write nboard:COMMAND"),
        ("random:3", "is not a player"),
        ("alpha", "is not a player"),
        ("level:3@", "after @ write FILE.py:evaluation"),
        ("minimax:3@", "after @ write FILE.py:evaluation"),
    ],
)
def test_what_is_no_player_is_said(text: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Who.read(text)


@given(st.text(max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    for reads in (Who.read, TimeControl.read):
        with suppress(CoupeError):
            assert reads(str(reads(text))) == reads(text)


def test_a_person_cannot_play_where_nobody_sits() -> None:
    with pytest.raises(BadOption, match="A person cannot play here"):
        player_of("human", load("tictactoe"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("5m", "300s"),
        ("90", "90s"),
        ("1h+30s", "3600s+30s"),
        ("1.5s/move", "1.5s/move"),
        ("2,5 s / coup", "2.5s/move"),
        ("none", "none"),
        ("720h", "2592000s"),
        ("1234567.125s", "1234567.125s"),
    ],
)
def test_clocks(text: str, written: str) -> None:
    assert str(TimeControl.read(text)) == written


@pytest.mark.parametrize("text", ["", "0s", "-5m", "5x", "5m+", "+3s", "1e9", "9999999h", "/move"])
def test_what_is_no_clock_is_said(text: str) -> None:
    with pytest.raises(BadOption, match="is not a clock: write 5m"):
        TimeControl.read(text)
