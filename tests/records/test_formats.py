"""Every format, on random games of every game: what is written is read back, by us and by others."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from coupe import Game, Position, load
from coupe.errors import BadContent, BadOption
from coupe.records import Damage, Ply, Record, Result, read, read_text, save, write
from coupe.records.formats import TO_TEXT

Walk = Callable[[Game, int, int], Iterator[Position]]

EXAMPLES = Path(__file__).parents[2] / "examples"
SHIPPED = ("othello", "othello:6x6", "othello:4x4", "connect4", "connect4:5x4", "tictactoe")
YOURS = [str(file) for file in sorted(EXAMPLES.glob("*.py"))]


def games(walk: Walk, game: Game, count: int, seed: int) -> list[Record]:
    """Games played to the end, some of them left before, with what players may note."""
    random = Random(seed)
    found = []
    for position in walk(game, count, seed):
        if not position.over:
            continue
        plies = [Ply(name) for name in position.path[0].names(position.line)]
        found.append(Record.of(position, plies=plies, players=("Ann", "Zoë [2]")))
        some = plies[: random.randrange(1, len(plies) + 1)]
        shorter = [
            Ply(ply.move, random.choice([None, 0.5, 12.25]), random.choice([None, -3, 0, 64]))
            for ply in some
        ]
        end = random.choice([None, Result(1, None, "resignation"), Result(None, None, "agreement")])
        if len(some) < len(plies):
            found.append(
                Record(game.spec, tuple(shorter), players=("level:3", ""), result=end,
                       tags={"date": "2026.11.19"})
            )  # fmt: skip
    return found


def spared(record: Record) -> Record:
    """The record with names that every format can hold."""
    return replace(record, players=("Ann", "Bob"), tags={})


@pytest.mark.parametrize("format", ["json", "pgn"])
@pytest.mark.parametrize("spec", [*SHIPPED, *YOURS])
def test_every_game_comes_back_from_json_and_pgn_as_it_was(
    walk: Walk, spec: str, format: str
) -> None:
    game = load(spec)
    records = games(walk, game, 30, 3)
    reading = read_text(write(records, format).text, format, game)
    assert reading.damage == []
    assert reading.records == records


@pytest.mark.parametrize("format", ["json", "pgn"])
@pytest.mark.parametrize("spec", YOURS)
def test_a_game_of_yours_comes_back_without_its_rules(walk: Walk, spec: str, format: str) -> None:
    records = games(walk, load(spec), 8, 4)
    reading = read_text(write(records, format).text, format)
    assert (reading.records, reading.damage) == (records, [])


@pytest.mark.parametrize("spec", [*SHIPPED, *YOURS])
def test_a_line_of_moves_comes_back(walk: Walk, spec: str) -> None:
    game = load(spec)
    records = games(walk, game, 60, 5)
    reading = read_text(write(records, "transcript").text, "transcript", game)
    assert reading.damage == []

    for found, record in zip(reading.records, records, strict=True):
        # A pass at the end of an unfinished game goes without saying.
        assert record.names in (found.names, (*found.names, "pass"))


@pytest.mark.parametrize("spec", ["othello", "othello:6x6", "othello:4x4"])
def test_games_of_othello_come_back_from_ggf(walk: Walk, spec: str) -> None:
    records = [replace(each, players=("Ann", "Bob [")) for each in games(walk, load(spec), 40, 6)]
    reading = read_text(write(records, "ggf").text)
    assert (reading.format, reading.damage) == ("ggf", [])
    assert reading.records == records


def test_a_start_of_its_own_comes_back(walk: Walk) -> None:
    othello = load("othello")
    places = list(walk(othello, 6, 8))
    for format in ("json", "pgn", "ggf"):
        records = [Record.of(Position(othello, place.state, place.turn)) for place in places[1::7]]
        reading = read_text(write(records, format).text, format)
        assert (reading.records, reading.damage) == (records, [])


def published_ggf(text: str) -> list[dict[str, list[str]]]:
    """The games of a GGF text, from the published description: nothing of ours is used."""
    found = []
    for body in re.findall(r"\(;(.*?);\)", text, re.DOTALL):
        properties: dict[str, list[str]] = {}
        for name, value in re.findall(r"([A-Z]+)\[([^\]]*)\]", body):
            properties.setdefault(name, []).append(value)
        properties["order"] = re.findall(r"\b([BW])\[", body)
        found.append(properties)
    return found


def test_ggf_is_laid_out_as_published(walk: Walk) -> None:
    othello = load("othello")
    records = [spared(record) for record in games(walk, othello, 60, 7)]
    told = published_ggf(write(records, "ggf").text)
    for properties, record in zip(told, records, strict=True):
        assert (properties["GM"], properties["TY"]) == (["Othello"], ["8"])
        assert (properties["PB"], properties["PW"]) == (["Ann"], ["Bob"])
        board = properties["BO"][0].split(" ")
        assert (len(board), board[0], board[9]) == (10, "8", "*")
        assert board[4:6] == ["---O*---", "---*O---"]
        moves = {"B": iter(properties.get("B", [])), "W": iter(properties.get("W", []))}
        position = othello.start()
        for colour, ply in zip(properties["order"], record.moves, strict=True):
            assert colour == "BW"[position.turn]
            name, *rest = next(moves[colour]).split("/")
            assert name.lower() == ("pa" if ply.move == "pass" else ply.move)
            worth, seconds = [*rest, "", ""][:2]
            assert (float(worth) if worth else None) == ply.value
            assert (float(seconds) if seconds else None) == ply.seconds
            position = position.play_named(ply.move)
        result = record.result
        if result is None:
            assert properties["RE"] == ["?"]
        elif result.reason == "rules":
            assert float(properties["RE"][0]) == result.score
        else:
            points, flag = properties["RE"][0].split(":")
            assert flag == {"resignation": "r", "agreement": "s"}[result.reason]
            assert (float(points) > 0) == (result.winner == 0)


GGS = """2 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]\
RW[2199.72]TI[05:00//02:00]TY[8]RE[+64.000:t]BO[8 -------- -------- -------- ---O*--- ---*O--- \
-------- -------- -------- *]B[D3//0.01]W[c5/-18.40/1:02.5]B[e6/2.30];)
(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3];)
"""


def test_games_of_ggs_and_nboard_are_read() -> None:
    reading = read_text("| " + GGS)
    first, second = reading.records
    assert reading.damage == []
    assert first.result == Result(0, None, "time")
    assert first.moves[1] == Ply("c5", 62.5, -18, "-18.40")
    assert first.moves[2] == Ply("e6", None, 2, "+2.30")
    assert first.tags["rating of Black"] == "2197.01"
    assert second.names == ("f5", "f6", "d3")
    assert second.result is None


def test_a_pass_in_ggf_is_read_however_it_is_written() -> None:
    start = "OOOOOOO-" + "X" * 8 + "-" * 48 + " X"
    for name in ("PA", "PASS", "pass", "--"):
        text = f"(;GM[Othello]BO[8 {start.replace('X', '*')}]B[{name}];)"
        assert [each.names for each in read_text(text).records] == [("pass",)]


def test_what_a_format_cannot_hold_is_refused_in_a_sentence() -> None:
    connect4 = Record("connect4", (Ply("4"),))
    resigned = Record("othello", (Ply("f5"),), result=Result(0, None, "resignation"))
    elsewhere = Record("othello", (Ply("f5"),), start="-" * 27 + "OX------XO" + "-" * 27 + " O")
    for format, record in [
        ("ggf", connect4),
        ("wthor", connect4),
        ("obf", connect4),
        ("obf", resigned),
        ("wthor", resigned),
        ("wthor", Record("othello", (Ply("f5"),))),
        ("wthor", elsewhere),
        ("transcript", elsewhere),
        ("transcript", Record("othello")),
        ("transcript", Record("mine.py", (Ply("a b"),))),
        ("ggf", Record("othello:8x6", (Ply("f5"),))),
        ("ggf", Record("othello", players=("[x]", ""))),
        ("ggf", Record("othello", result=Result(0, None, "forfeit", "it has died"))),
        ("pgn", Record("othello", tags={"a=b": "c"})),
    ]:
        written = write([record], format)
        assert (written.count, len(written.refused)) == (0, 1), (format, record)
        assert written.refused[0].place == "game 1"
        assert written.refused[0].sentence.endswith(".")


def test_names_that_look_like_something_else_are_quoted_in_pgn() -> None:
    names = ['a b', '"', "1.", "12.", "1-0", "*", "{", "}", "(", ";x", "$1", "\\", "é", "[Game", "%",
             "a\nb", "x{y}", "=", "--"]  # fmt: skip
    record = Record("mine.py", tuple(Ply(name, 1.5, 2, f"{name} }} \\ said") for name in names))
    reading = read_text(write([record, record], "pgn").text)
    assert reading.damage == []
    assert reading.records == [record, record]


def test_a_comment_that_looks_like_a_value_stays_a_comment() -> None:
    plies = tuple(
        Ply("4", comment=text) for text in ("+3", "1.5s", "+3 1.5s good", "; so", "{", "}", "a\nb")
    )
    record = Record("mine.py", plies)
    assert read_text(write([record], "pgn").text).records == [record]


def test_pgn_of_others_is_read() -> None:
    text = """[Event "A match"]
[Game "othello"]
[Black "Ann"]
[White "Bob"]
[Result "33-31"]

1. F5 {the usual
one} D6 $1 2. C3! (2. c4 {or} d3) ; so far
"""
    reading = read_text(text)
    record = reading.records[0]
    assert (record.names, record.players) == (("f5", "d6", "c3"), ("Ann", "Bob"))
    assert record.moves[0].comment == "the usual\none"
    assert (record.tags, record.result) == ({"event": "A match"}, None)
    assert "said to have ended (1-0)" in reading.damage[0].sentence


def test_a_game_whose_rules_nobody_names_is_never_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')")
    for text in (
        json.dumps({"schema": "coupe.game/1", "game": str(trap), "moves": ["1"]}),
        f'[Game "{trap}"]\n\n1. 1 *\n',
    ):
        reading = read_text(text)
        assert len(reading.records) == 1
        for format in TO_TEXT:
            write(reading.records, format)
        assert not (tmp_path / "sprung").exists()


def test_a_game_of_another_kind_than_the_one_named_is_damage() -> None:
    reading = read_text(
        '{"schema": "coupe.game/1", "game": "connect4", "moves": ["4"]}', game="othello"
    )
    assert reading.records == []
    assert reading.damage == [Damage("line 1", "This is a game of connect4, not of othello.")]


def test_transcripts_are_read_however_they_are_written() -> None:
    wanted = read_text("f5d6c3d3c4").records[0].names
    for text in (
        "F5D6C3D3C4",
        "f5 d6 c3 d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "f5, d6, c3, d3, c4; ",
        "# a game\n\n  f5d6 c3 d3c4 33-31",
        "\ufefff5d6c3d3c4\r\n",
    ):
        reading = read_text(text)
        assert reading.damage == []
        assert [record.names for record in reading.records] == [wanted], text


def test_the_score_behind_a_transcript_is_compared_with_the_board(walk: Walk) -> None:
    othello = load("othello")
    last = next(place for place in walk(othello, 1, 2) if place.over)
    record = Record.of(last)
    assert record.result is not None
    assert record.result.score is not None
    line = "".join(name for name in record.names if name != "pass")
    assert read_text(f"{line} {record.result.score:+d}").damage == []
    wrong = read_text(f"{line} {record.result.score + 2:+d}")
    assert len(wrong.records) == len(wrong.damage) == 1


def test_pons_lines_are_columns_and_a_score() -> None:
    record = read_text("2252576253462244111563365343671351441 -1").records[0]
    assert len(record.moves) == 37
    assert record.tags == {"score": "-1"}


def test_obf_comes_back_and_a_bad_move_is_named() -> None:
    text = (
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; "
        "A3:+4; % FFO 1"
    )
    reading = read_text(text + "\n% nothing but a comment\n")
    assert (reading.format, reading.damage) == ("obf", [])
    assert write(reading.records, "obf").text == text + "\n"
    broken = read_text(text.replace("H1", "A1") + "\nXX\n", "obf")
    assert len(broken.records) == 1
    assert [each.place for each in broken.damage] == ["line 1", "line 2"]


def test_a_stated_result_that_the_board_does_not_show_is_damage() -> None:
    told = '{"schema": "coupe.game/1", "game": "%s", "moves": %s, "result": {"winner": %s, "score": %s, "reason": "rules"}}'
    won = '["1", "2", "1", "2", "1", "2", "1"]'
    fine = read_text(told % ("connect4", won, 0, 993))
    wrong = read_text(told % ("connect4", won, 1, 993))
    early = read_text(told % ("connect4", '["1"]', 0, 993))
    assert fine.damage == []
    assert wrong.records == fine.records
    assert len(wrong.damage) == 1
    assert early.records[0].result is None
    assert early.records[0].tags == {"score": "+993"}
    assert len(early.damage) == 1


def test_a_repeated_position_ends_a_game_as_the_rules_say() -> None:
    game = load(str(EXAMPLES / "mu_torere.py"))
    random = Random(2)
    position = game.start()
    while not position.over:
        position = position.play(random.choice(position.legal_moves))
    record = Record.of(position)
    text = write([record], "json").text
    assert read_text(text, game=game).records == [record]
    longer = replace(record, moves=(*record.moves, Ply("1")), result=None)
    reading = read_text(write([longer], "json").text, game=game)
    assert reading.records == [record]
    assert "over" in reading.damage[0].sentence


def test_the_name_of_a_file_says_its_format_and_else_its_content(tmp_path: Path) -> None:
    record = Record("othello", (Ply("f5"),))
    for format in ("transcript", "ggf", "pgn", "json"):
        file = tmp_path / "games"
        assert save([record], file, format) == []
        reading = read(file)
        assert (reading.format, reading.records) == (format, [record])
    with pytest.raises(BadOption, match="what to make"):
        save([record], tmp_path / "games")
    with pytest.raises(BadOption, match="no format of games"):
        read(b"", "docx")


def test_a_file_that_is_replaced_is_whole_at_any_time(tmp_path: Path) -> None:
    file = tmp_path / "mine.pgn"
    save([Record("connect4", (Ply("4"),))], file)
    before = file.read_bytes()
    with pytest.raises(RuntimeError):
        save((_fail() for _ in range(1)), file)
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["mine.pgn"]


def _fail() -> Record:
    raise RuntimeError


def test_a_truncated_file_gives_the_games_before_its_end(walk: Walk) -> None:
    records = [spared(each) for each in games(walk, load("othello"), 6, 9)]
    for format in ("json", "pgn", "ggf", "transcript"):
        text = write(records, format).text
        whole = read_text(text, format).records
        reading = read_text(text[: int(len(text) * 0.6)], format)
        complete = sum(a == b for a, b in zip(reading.records, whole, strict=False))
        assert complete >= len(records) // 2 - 1
        assert len(reading.records) - complete <= 1


def test_json_is_read_as_lines_as_a_list_and_spread_over_lines() -> None:
    records = [Record("connect4", (Ply("4"), Ply("4"))), Record("othello", (Ply("f5"),))]
    lines = write(records, "json").text
    data = [json.loads(line) for line in lines.splitlines()]
    for text in (
        lines,
        json.dumps(data),
        json.dumps(data, indent=2),
        json.dumps(data[0], indent=1),
    ):
        reading = read_text(text)
        assert (reading.format, reading.damage) == ("json", [])
        assert reading.records == records[: len(reading.records)]


@pytest.mark.parametrize(
    "data",
    [
        None, 3, [], {}, {"schema": "coupe.game/9"}, {"schema": "coupe.game/1", "players": ["a"]},
        {"schema": "coupe.game/1", "game": 3}, {"schema": "coupe.game/1", "moves": "f5"},
        {"schema": "coupe.game/1", "game": "othello", "moves": [3]},
        {"schema": "coupe.game/1", "game": "othello", "moves": [{"move": "f5", "seconds": -1}]},
        {"schema": "coupe.game/1", "game": "othello", "moves": [{"move": "f5", "value": 1.5}]},
        {"schema": "coupe.game/1", "game": "othello", "moves": [{"move": "f5", "value": 10**30}]},
        {"schema": "coupe.game/1", "game": "othello", "result": {"winner": 2, "reason": "rules"}},
        {"schema": "coupe.game/1", "game": "othello", "result": {"winner": True, "reason": "rules"}},
        {"schema": "coupe.game/1", "game": "othello", "tags": {"a": 1}},
        {"schema": "coupe.game/1", "game": "othello:99x99"},
    ],
)  # fmt: skip
def test_json_that_is_no_game_is_damage(data: object) -> None:
    reading = read_text(json.dumps([data]), "json")
    assert reading.records == []
    assert len(reading.damage) <= 1
    assert all(len(str(each)) < 400 for each in reading.damage)


def test_a_wtb_file_that_is_none_is_refused() -> None:
    with pytest.raises(BadContent):
        read(b"short", "wthor").records.clear()


JSON = write([Record("connect4", (Ply("4"),))], "json").text.strip()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "The list is not closed"),
        (f"[{JSON},\n{JSON}\n", "The list is not closed"),
        (f"[{JSON}\n {JSON}]", "There is no comma"),
    ],
)
def test_a_list_of_json_that_is_cut_is_damage(text: str, words: str) -> None:
    reading = read_text(text, "json")
    assert len(reading.records) == text.count("schema")
    assert [words in each.sentence for each in reading.damage] == [True]


def test_games_of_json_in_lists_or_not_are_no_damage() -> None:
    for text in (
        "[]",
        f"[{JSON}]",
        f"[ {JSON},\n{JSON} ]\n",
        f"{JSON}\n\n{JSON}",
        f"[{JSON}][{JSON}]",
    ):
        assert read_text(text, "json").damage == []


def test_json_that_does_not_say_the_game_is_damage_unless_somebody_does() -> None:
    text = '{"schema": "coupe.game/1", "moves": ["f5"]}'
    reading = read_text(text)
    assert (reading.records, len(reading.damage)) == ([], 1)
    assert read_text(text, game="othello").records[0].names == ("f5",)


def test_a_variation_that_is_not_closed_is_damage() -> None:
    game = '[Game "othello"]\n\n1. f5 (1. d3 d6 2. c3 *\n\n'
    reading = read_text(game + game)
    assert [record.names for record in reading.records] == [("f5",), ("f5",)]
    assert ["variation" in each.sentence for each in reading.damage] == [True, True]


@pytest.mark.parametrize(
    ("content", "format"),
    [
        (b"f5\x1b[31m", "transcript"),
        (b"(;GM[\x1b[31mGo];)", "ggf"),
        ('[Game "othello"]\n1. f5\x9b2J *'.encode(), "pgn"),
        (b'{"schema":"coupe.game/1","game":"othello","moves":["\\u001b[2J"]}', "json"),
    ],
)
def test_no_control_character_of_a_file_is_in_what_is_said_of_it(
    content: bytes, format: str
) -> None:
    (damage,) = read(content, format).damage
    assert str(damage).isprintable()


def test_digits_that_are_no_columns_are_named() -> None:
    assert "8 is no column" in read_text("445358").damage[0].sentence


def test_what_is_no_text_is_refused_once() -> None:
    with pytest.raises(BadContent, match="not a text"):
        read(b"\x7fELF" + bytes(range(1, 20)) * 10 + b"\n8\n" * 20, "transcript")
