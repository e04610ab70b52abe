"""WTHOR: real games of 1981, what we write against the published layout, the whole archive."""

import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from coupe import Game, Position, load
from coupe.errors import BadContent, BadFile
from coupe.records import Damage, Ply, Record, read, save, scan, write, wthor

Walk = Callable[[Game, int, int], Iterator[Position]]

DATA = Path(__file__).parent / "data"
GAMES = DATA / "WTH_1981.wtb"
NAMES = {
    "players": wthor.read_names((DATA / "WTH.JOU").read_bytes(), 20),
    "events": wthor.read_names((DATA / "WTH.TRN").read_bytes(), 26),
}


def made(content: bytes) -> date:
    century, year, month, day = content[:4]
    return date(century * 100 + year, month, day)


def published(content: bytes) -> tuple[dict[str, int], list[dict[str, object]]]:
    """A .wtb file by the published layout, byte after byte: nothing of ours is used."""
    fields = ("century", "year", "month", "day", "n1", "n2", "played", "size", "kind", "depth", "x")
    head = dict(zip(fields, struct.unpack("<BBBBlHHBBBB", content[:16]), strict=True))
    found: list[dict[str, object]] = []
    for number in range(head["n1"]):
        body = content[16 + 68 * number : 84 + 68 * number]
        moves = []
        for byte in body[8:]:
            if byte == 0:
                break
            moves.append("abcdefgh"[byte % 10 - 1] + "12345678"[byte // 10 - 1])
        found.append(
            {
                "event": body[0] + 256 * body[1],
                "black": body[2] + 256 * body[3],
                "white": body[4] + 256 * body[5],
                "score": body[6],
                "theory": body[7],
                "moves": moves,
            }
        )
    return head, found


def test_real_games_are_read_with_their_names_and_scores() -> None:
    reading = read(GAMES)
    assert (reading.format, len(reading.records), reading.damage) == ("wthor", 40, [])
    assert sum(record.result is None for record in reading.records) == 2
    head, games = published(GAMES.read_bytes())
    assert head["played"] == 1981
    for record, told in zip(reading.records, games, strict=True):
        assert [name for name in record.names if name != "pass"] == told["moves"]
        assert record.players[0] == NAMES["players"][int(str(told["black"]))]
        assert record.tags["event"] == NAMES["events"][int(str(told["event"]))]
        if record.result is not None:
            assert record.result.score == 2 * int(str(told["score"])) - 64
            assert "score" not in record.tags
        assert record.position().over == (record.result is not None)


def test_a_real_file_is_written_again_byte_for_byte() -> None:
    content = GAMES.read_bytes()
    written = write(read(GAMES).records, "wthor", **NAMES, made=made(content))
    assert written.files[".wtb"] == content
    for name, end in (("WTH.JOU", ".jou"), ("WTH.TRN", ".trn")):
        there = (DATA / name).read_bytes()
        again = write([], "wthor", **NAMES, made=made(there)).files[end]
        assert again == there


@pytest.mark.parametrize("format", ["json", "pgn"])
def test_real_games_go_through_other_formats_and_come_back(tmp_path: Path, format: str) -> None:
    records = read(GAMES).records
    save(records, tmp_path / "games", format)
    again = read(tmp_path / "games").records
    assert again == records
    assert save(again, tmp_path / "again.wtb") == []
    assert read(tmp_path / "again.wtb").records == records
    assert sorted(file.suffix for file in tmp_path.iterdir()) == ["", ".jou", ".trn", ".wtb"]


def test_what_we_write_is_laid_out_as_published(walk: Walk) -> None:
    records = [
        replace(Record.of(last), players=(f"Joueur {number}", "Zoë"), tags={"date": "1999-05-01"})
        for number, last in enumerate(place for place in walk(load("othello"), 60, 3) if place.over)
    ]
    written = write(records, "wthor", made=date(2026, 11, 19))
    assert (written.count, written.refused) == (60, [])
    files = written.files
    head, games = published(files[".wtb"])
    assert head == {"century": 20, "year": 26, "month": 11, "day": 19, "n1": 60, "n2": 0,
                    "played": 1999, "size": 8, "kind": 0, "depth": 0, "x": 0}  # fmt: skip
    assert len(files[".wtb"]) == 16 + 68 * 60
    count = struct.unpack_from("<H", files[".jou"], 8)[0]
    assert len(files[".jou"]) == 16 + 20 * count
    assert len(files[".trn"]) == 16 + 26 * struct.unpack_from("<H", files[".trn"], 8)[0]
    for record, told in zip(records, games, strict=True):
        at = 16 + 20 * int(str(told["black"]))
        name = files[".jou"][at : at + 20]
        assert name == record.players[0].encode("latin-1").ljust(20, b"\0")
        assert told["moves"] == [name for name in record.names if name != "pass"]
        assert record.result is not None
        assert record.result.score is not None
        assert told["score"] == 32 + record.result.score // 2


def test_a_draw_and_passes_come_back(walk: Walk) -> None:
    ends = [place for place in walk(load("othello"), 120, 11) if place.over]
    records = [Record.of(place, tags={"date": "2000"}) for place in ends]
    assert any("pass" in record.names for record in records)
    files = write(records, "wthor").files
    found = list(wthor.read(files[".wtb"]))
    assert [each.names for each in found if isinstance(each, Record)] == [
        record.names for record in records
    ]
    assert [each.result for each in found if isinstance(each, Record)] == [
        record.result for record in records
    ]


def test_a_truncated_file_gives_its_whole_games_and_says_what_is_missing() -> None:
    content = GAMES.read_bytes()
    found = list(wthor.read(content[: 16 + 68 * 10 + 30]))
    damage = [each for each in found if isinstance(each, Damage)]
    assert len(found) - len(damage) == 10
    assert str(damage[0]) == (
        "byte 4: The file says that it holds 40 games, and there are 10 in it."
    )


def test_a_damaged_game_is_kept_up_to_its_first_wrong_move() -> None:
    content = bytearray(GAMES.read_bytes())
    content[16 + 68 * 3 + 8 + 20] = 99
    found = list(wthor.read(bytes(content)))
    damage = [each for each in found if isinstance(each, Damage)]
    records = [each for each in found if isinstance(each, Record)]
    assert len(records) == 40
    assert len(records[3].moves) == 20
    assert [each.place for each in damage] == ["game 4 (byte 220)"]


def test_a_wrong_score_is_named_and_kept() -> None:
    content = bytearray(GAMES.read_bytes())
    content[16 + 6] ^= 8
    found = list(wthor.read(bytes(content), NAMES["players"], NAMES["events"]))
    records = [each for each in found if isinstance(each, Record)]
    assert len(found) == 41
    assert write(records, "wthor", **NAMES, made=made(bytes(content))).files[".wtb"] == bytes(
        content
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "16 bytes"),
        (bytes(15), "16 bytes"),
        (GAMES.read_bytes()[:12] + b"\x0a\0\0\0", "no games on a board of 8x8"),
        (GAMES.read_bytes()[:12] + b"\x08\1\0\0", "no games on a board of 8x8"),
        ((DATA / "WTH.JOU").read_bytes(), "names, not games"),
    ],
)
def test_what_is_no_file_of_games_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(BadContent, match=words):
        list(wthor.read(content))


def test_without_its_names_a_file_has_numbers_and_says_so(tmp_path: Path) -> None:
    alone = tmp_path / "alone.wtb"
    alone.write_bytes(GAMES.read_bytes())
    reading = read(alone)
    assert len(reading.records) == 40
    assert [str(each).split(" beside")[0] for each in reading.notes] == [
        f"{alone}: There is no alone.jou",
        f"{alone}: There is no alone.trn",
    ]
    assert reading.damage == []
    assert all(record.players[0].startswith("#") for record in reading.records)


@pytest.mark.parametrize(
    "record",
    [
        Record("othello", players=("x" * 20, ""), tags={"score": "+2"}),
        Record("othello", players=("Łukasz", ""), tags={"score": "+2"}),
        Record("othello", tags={"score": "+2", "event": "y" * 26}),
        Record("othello", tags={"score": "+2", "date": "1998"}),
    ],
)
def test_what_has_no_room_is_refused(record: Record) -> None:
    first = Record("othello", (Ply("f5"),), tags={"score": "+2", "date": "1999"})
    written = write([first, record], "wthor")
    assert (written.count, len(written.refused)) == (1, 1)


def test_names_of_other_games_are_not_overwritten(tmp_path: Path) -> None:
    names = tmp_path / "WTH.JOU"
    names.write_bytes((DATA / "WTH.JOU").read_bytes())
    with pytest.raises(BadFile, match="names of other games"):
        save(read(GAMES).records, tmp_path / "wth.wtb")
    assert [file.name for file in tmp_path.iterdir()] == ["WTH.JOU"]


@pytest.mark.slow
@pytest.mark.skipif("COUPE_WTHOR" not in os.environ, reason="COUPE_WTHOR names no folder")
def test_the_whole_archive_replays_and_is_written_again_byte_for_byte() -> None:
    folder = Path(os.environ["COUPE_WTHOR"])
    names = {
        "players": wthor.read_names((folder / "WTH.JOU").read_bytes(), 20),
        "events": wthor.read_names((folder / "WTH.TRN").read_bytes(), 26),
    }
    games = finished = unfinished = 0
    for file in sorted(folder.glob("*.wtb")):
        found = list(wthor.read(file.read_bytes(), names["players"], names["events"]))
        records = [each for each in found if isinstance(each, Record)]
        assert len(records) == len(found), file.name
        games += len(records)
        # A score is kept as a tag where it is not the one on the board.
        finished += sum(bool(each.result and "score" not in each.tags) for each in records)
        unfinished += sum(each.result is None for each in records)
        content = file.read_bytes()
        assert write(records, "wthor", **names, made=made(content)).files[".wtb"] == content
    assert (games, finished, unfinished) == (137_548, 137_135, 413)
    for end, file in ((".jou", folder / "WTH.JOU"), (".trn", folder / "WTH.TRN")):
        content = file.read_bytes()
        assert write([], "wthor", **names, made=made(content)).files[end] == content


def test_a_refused_game_does_not_say_which_year_the_others_are_of() -> None:
    good = [Record("othello", (Ply("f5"),), tags={"score": "+2", "date": "1985"})] * 2
    refused = [Record("othello", (Ply("f5"),), tags={"date": "2026"}), Record("connect4")]
    written = write([*refused, *good], "wthor")
    assert written.count == 2
    assert "Othello" in written.refused[1].sentence


def test_of_a_refused_file_the_names_are_not_missed(tmp_path: Path) -> None:
    file = tmp_path / "short.wtb"
    file.write_bytes(b"short")
    _format, found = scan(file)
    with pytest.raises(BadContent, match="16 bytes"):
        next(found)
