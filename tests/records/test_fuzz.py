"""Whatever a file holds, reading it ends, in plain sentences, with records that can be written."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coupe import Game, Position, load
from coupe.errors import CoupeError
from coupe.records import FORMATS, Damage, Ply, Reading, Record, Result, read, write

Walk = Callable[[Game, int, int], Iterator[Position]]

DATA = Path(__file__).parent / "data"
PIECES = (
    b"(;", b";)", b"[", b"]", b"{", b"}", b'"', b"\\", b"\n", b"\0", b"GM[Othello]", b"BO[8 ", b"1.",
    b"f5", b"1-0", b"*", b"-", b"%", b"(", b")", b"\xff", b"\xf0\x9f", b"9" * 30, b"e" * 50,
    b'{"schema":"coupe.game/1",', b"null", b"1e999", b"[Game \"x.py\"]", b"pass", b"\\ud800", b"NaN",
)  # fmt: skip


def reading_of(content: bytes, format: str | None) -> Reading:
    """What is read; what is no file of games at all is refused in a sentence."""
    try:
        return read(content, format)
    except CoupeError as error:
        return Reading(damage=[Damage("file", str(error))])


def look_at(reading: Reading, *formats: str) -> None:
    """Whatever was read can be written in other formats, or is refused in a sentence."""
    for damage in reading.damage:
        assert 0 < len(damage.sentence) < 1500
        assert "\n" not in damage.sentence
        assert damage.place
    for format in formats or FORMATS:
        written = write(reading.records, format)
        assert written.count + len(written.refused) == len(reading.records)


def mutated(content: bytes, random: Random) -> bytes:
    """The content with some bytes changed, cut out, doubled, or pieces of formats put in."""
    found = bytearray(content)
    for _change in range(random.choice((1, 1, 2, 5, 20))):
        at = random.randrange(len(found) + 1)
        kind = random.randrange(5)
        if kind == 0 and found:
            found[at % len(found)] = random.randrange(256)
        elif kind == 1:
            del found[at : at + random.choice((1, 3, 50))]
        elif kind == 2:
            found[at:at] = random.choice(PIECES)
        elif kind == 3:
            found[at:at] = found[at : at + random.choice((2, 40))]
        else:
            del found[at : None if random.random() < 0.3 else at + 1]
    return bytes(found)


@pytest.fixture(scope="module")
def samples(walk: Walk) -> dict[str, bytes]:
    random = Random(5)
    records = []
    for spec in ("othello", "othello:4x4"):
        for place in walk(load(spec), 2, 1):
            if place.over or random.random() < 0.02:
                plies = [Ply(name, 1.25, 3) for name in place.path[0].names(place.line)]
                records.append(
                    Record.of(place, players=("Ann", "Bob"), plies=plies, tags={"date": "1999"})
                )
    records = records[:4]
    others = [
        Record("connect4", tuple(map(Ply, "445")), players=("A", "B")),
        Record("mine.py", (Ply("a b", comment="so}"),), result=Result(1, None, "forfeit", "died")),
    ]
    found = {
        "json": write([*records[:2], *others], "json"),
        "pgn": write([*records[:2], *others], "pgn"),
        "ggf": write(records[:2], "ggf"),
        "transcript": write(records, "transcript"),
        "obf": write(
            [Record("othello", tags={"scores": "f5:+2 d3:-1", "comment": "x"})] * 3, "obf"
        ),
    }
    content = {format: next(iter(written.files.values())) for format, written in found.items()}
    real = (DATA / "WTH_1981.wtb").read_bytes()
    return {**content, "wthor": real[: 16 + 68 * 3]}


@pytest.mark.parametrize("format", FORMATS)
def test_mutated_files_are_read_in_plain_sentences(format: str, samples: dict[str, bytes]) -> None:
    random = Random(len(format))
    for _input in range(700):
        content = mutated(samples[format], random)
        look_at(
            reading_of(content, random.choice((format, format, None))), random.choice(list(FORMATS))
        )


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=120)
@given(content=st.binary(max_size=300))
def test_any_bytes_are_read_in_plain_sentences(format: str, content: bytes) -> None:
    look_at(reading_of(content, format))


@settings(max_examples=200)
@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["schema", "game", "start", "players", "moves", "result", "tags", "move", "x"]
                ),
                inner | st.sampled_from(["coupe.game/1", "othello", "connect4"]),
                max_size=7,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_is_read_in_plain_sentences(data: object) -> None:
    if isinstance(data, dict):
        data["schema"] = "coupe.game/1"
    look_at(read(json.dumps([data]).encode(), "json"))


names = st.text(min_size=1, max_size=8).filter(lambda text: not text.isspace() and "\r" not in text)


@settings(max_examples=200)
@given(
    plies=st.lists(
        st.builds(
            Ply,
            names,
            st.none() | st.floats(0, 1e6),
            st.none() | st.integers(-(10**6), 10**6),
            st.text(max_size=12).map(lambda text: " ".join(text.split())),
        ),
        max_size=6,
    ),
    players=st.tuples(st.text(max_size=8), st.text(max_size=8)),
    tags=st.dictionaries(st.text(max_size=6).filter(lambda name: "=" not in name),
                         st.text(max_size=8), max_size=3),
)  # fmt: skip
def test_any_record_comes_back_from_json_and_pgn(
    plies: list[Ply], players: tuple[str, str], tags: dict[str, str]
) -> None:
    record = Record("mine.py", tuple(plies), "a place", players, None, tags)
    for format in ("json", "pgn"):
        written = write([record, record], format)
        assert written.refused == []
        reading = read(next(iter(written.files.values())), format)
        assert (reading.records, reading.damage) == ([record, record], [])


HOSTILE = {
    "unclosed games": b"(;GM[Othello]" * 10_000,
    "unclosed values": b"(;B[" * 25_000,
    "unclosed comments": b'[Game "othello"]\n1. f5 {' * 7_000,
    "unclosed comment with escapes": b'[Game "othello"]\n1. f5 {\\}' * 7_000,
    "unclosed strings": b'"\\' * 50_000,
    "brackets": b"[" * 75_000,
    "braces": b"{" * 75_000,
    "objects": b'{"schema":' * 12_000,
    "nested objects": b'{"schema":"coupe.game/1","a":[' * 7_000,
    "nested list": b"[" * 25_000 + b'{"schema":"coupe.game/1"}',
    "rounds": b'[Game "othello"]\n' + b"(" * 75_000,
    "one long line of moves": b"f5" * 50_000,
    "one long line of columns": b"4" * 100_000,
    "one long word": b"x" * 100_000,
    "blanks": b" \n" * 50_000,
    "numbers": b"1." * 50_000,
    "digits": b"9" * 100_000,
    "semicolons": b"-" * 64 + b" X;" + b"f5:1;" * 25_000,
    "a game without end": b'{"schema":"coupe.game/1","game":"connect4","moves":['
    + b'"4",' * 25_000
    + b'"4"]}',
    "tags": b'[A "b"]\n' * 15_000,
    "backslashes": b'[Game "' + b"\\" * 75_000,
    "half a number": b"16\xff\xfe" * 25_000,
}


@pytest.mark.parametrize("format", [*FORMATS, None])
@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_read_to_its_end(content: bytes, format: str | None) -> None:
    reading = reading_of(content, format)
    assert all(len(each.sentence) < 1500 for each in reading.damage)


def test_the_reader_of_mutations_mutates() -> None:
    random = Random(1)
    assert len({mutated(b"f5d6c3" * 5, random) for _input in range(50)}) > 40
