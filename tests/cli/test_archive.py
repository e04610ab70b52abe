"""`coupe archive` and the verbs that use it, as a person or a program meets them."""

import json
import os
from pathlib import Path

import pytest

from coupe import load
from coupe.archive import Archive
from coupe.records import Ply, Record, Result
from tests.cli.conftest import Run

WTHOR = Path(__file__).parents[1] / "records" / "data" / "WTH_1981.wtb"


@pytest.fixture
def games() -> list[int]:
    """Three games in the archive."""
    connect4 = load("connect4").position("1212121")
    with Archive() as archive:
        return [
            archive.add(Record.of(connect4, players=("Ann", "level:3"), tags={"event": "Été"})),
            archive.add(Record.of(load("tictactoe").position("5 1"), players=("Bob", "random"))),
            archive.add(
                Record("othello", players=("Zoé", "Bob"), result=Result(1, None, "resignation"))
            ),
        ]


def test_the_verb_alone_says_where_the_archive_is(run: Run, games: list[int]) -> None:
    said = run("archive")
    assert said.exit_code == 0
    assert f"The archive is {os.environ['COUPE_ARCHIVE']}" in said.stdout
    assert "3 games   0 analyses   0 lessons" in said.stdout


def test_games_are_listed_the_last_one_first(run: Run, games: list[int]) -> None:
    said = run("archive", "list", "--limit", "2")
    lines = said.stdout.splitlines()
    assert lines[2].split() == [
        "3",
        lines[2].split()[1],
        *["othello", "Zoé", "-", "Bob", "0-1", "0"],
    ]
    assert len(lines) == 4
    assert max(map(len, lines)) <= 80
    assert "There are more" in said.stderr
    read = [json.loads(line) for line in run("archive", "list", "--json").stdout.splitlines()]
    assert [game["id"] for game in read] == [3, 2, 1]
    assert read[2]["result"]["winner"] == 0


def test_a_long_name_does_not_break_the_table(run: Run) -> None:
    with Archive() as archive:
        archive.add(Record("othello", players=("x" * 100, "gtp:" + "y" * 100)))
    assert "othello" in run("archive", "list").stdout


def test_a_game_is_shown_with_its_board_and_its_result(run: Run, games: list[int]) -> None:
    said = run("archive", "show", "1").stdout
    assert "Yellow: Ann" in said
    assert "event: Été" in said
    assert "1 2 1 2 1 2 1" in said
    assert said.rstrip().endswith("Yellow wins (+993 points).")
    assert "The game is not finished." in run("archive", "show", "2").stdout
    read = json.loads(run("archive", "show", "1", "--json").stdout)
    assert (read["schema"], read["id"], read["moves"]) == ("coupe.game/1", 1, list("1212121"))


def test_the_rules_of_an_imported_file_are_not_run(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "mine.py"
    rules.write_text("raise SystemExit('it has run')")
    record = Record(str(rules), players=("Ann", "Bob"))
    with Archive() as archive:
        archive.bring([record])
        assert archive.unfinished() is None
    said = run("archive", "show", "1")
    assert said.exit_code == 0
    assert "is not run" in said.stderr
    with Archive() as archive:
        archive.add(record)
    assert run("archive", "show", "2").exit_code == 1


def test_games_are_searched(run: Run, games: list[int]) -> None:
    def ids(*args: str) -> list[int]:
        said = run("archive", "search", "--json", *args)
        assert said.exit_code == 0, said.stderr
        return [json.loads(line)["id"] for line in said.stdout.splitlines()]

    assert ids("été") == [1]
    assert ids("--winner", "white") == ids("--winner", "bob") == [3]
    assert ids("--winner", "jaune", "--lang", "fr") == [1]
    assert ids("--game", "tictactoe", "--position", "9 5") == []
    assert ids("--game", "tictactoe", "--position", "5 9") == [2]
    assert ids("--unfinished") == [2]
    assert ids("--min-moves", "3") == [1]
    assert ids("--player", "bob", "--since", "2020", "--limit", "1") == [3]
    assert "No such game" in run("archive", "search", "nobody").stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("show", "9"), "has no game 9"),
        (("show", "x"), "not a whole number"),
        (("search", "--position", "f5"), "--game"),
        (("search", "--game", "othello", "--position", "a1"), "not a legal move"),
        (("search", "--since", "yesterday"), "not a date"),
        (("search", "a", "--text", "b"), "once"),
        (("delete",), "Which games?"),
        (("delete", "1", "--game", "othello"), "not both"),
        (("delete", "9", "--yes"), "has no game 9"),
        (("list", "--archive", "nowhere.sqlite"), "no such file"),
        (("list", "--archive", "none"), "keeps nothing"),
        (("export", "games.xyz"), "does not say what to make"),
        (("lits",), "did you mean list"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    run: Run, games: list[int], args: tuple[str, ...], words: str
) -> None:
    said = run("archive", *args)
    assert said.exit_code == 2
    assert words in said.stderr.replace("\n", " ")


def test_a_file_that_is_no_archive_is_a_failure(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear aunt")
    for args in (("list",), ("search", "x"), ("show", "1"), ("import", "x.pgn")):
        said = run("archive", *args, "--archive", str(file))
        assert said.exit_code == 1
        assert "is not an archive" in said.stderr
    assert file.read_text() == "Dear aunt"


def test_games_are_deleted_when_the_answer_is_yes(run: Run, games: list[int]) -> None:
    assert run("archive", "delete", "1", "2", said="n\n").exit_code == 1
    assert run("archive", "delete", "1", "2", said="").exit_code == 1
    assert "Delete 2 games for ever?" in run("archive", "delete", "1", "2", said="n\n").stderr
    assert run("archive", "delete", "1", "2", said="y\n").exit_code == 0
    assert run("archive", "delete", "--player", "bob", "--yes").exit_code == 0
    with Archive() as archive:
        assert archive.count()[0] == 0


def test_yes_is_said_in_french_too(run: Run, games: list[int]) -> None:
    assert run("archive", "delete", "1", "--lang", "fr", said="oui\n").exit_code == 0


@pytest.mark.parametrize("end", ["json", "pgn"])
def test_games_go_out_and_come_in_once(
    run: Run, games: list[int], tmp_path: Path, end: str
) -> None:
    out, other = str(tmp_path / f"games.{end}"), str(tmp_path / "other.sqlite")
    assert "3 games were written" in run("archive", "export", out).stderr
    assert "0 games were added" in run("archive", "import", out).stderr
    assert "3 games were added" in run("archive", "import", out, "--archive", other).stderr
    again = run("archive", "import", out, out, "--archive", other)
    assert "0 games were added" in again.stderr
    assert "6 were there already" in again.stderr
    with Archive(other) as there, Archive() as here:
        assert [there.game(id).names for id in (1, 2, 3)] == [here.game(id).names for id in games]


def test_chosen_games_are_exported(run: Run, games: list[int], tmp_path: Path) -> None:
    out = tmp_path / "games.json"
    run("archive", "export", str(out), "3", "1")
    players = [json.loads(line)["players"][0] for line in out.read_text("utf-8").splitlines()]
    assert players == ["Ann", "Zoé"]
    said = run("archive", "export", str(out), "--game", "kalah.py")
    assert said.exit_code != 0


def test_what_cannot_be_read_is_named_and_the_rest_is_kept(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\nf5a1\n")
    said = run("archive", "import", str(file), "nowhere.pgn")
    assert said.exit_code == 1
    assert "line 2" in said.stderr
    assert "nowhere.pgn" in said.stderr
    assert "2 games were added" in said.stderr


def test_an_analysis_that_is_known_is_not_made_again(run: Run) -> None:
    first = run("analyse", "connect4", "44", "--depth", "6", "--json")
    again = run("analyse", "connect4", "44", "--depth", "5", "--json")
    assert again.stdout == first.stdout
    assert first.stderr == ""
    assert "known from the archive" in again.stderr
    for args in (
        ("--depth", "7"),
        ("--depth", "5", "--archive", "none"),
        ("--depth", "5", "--nodes", "1000000"),
        ("--depth", "5", "--table-mb", "64"),
        ("--depth", "5", "--algorithm", "pvs"),
    ):
        assert "known" not in run("analyse", "connect4", "44", *args).stderr


def test_what_is_proved_is_not_proved_again(run: Run) -> None:
    first = run("solve", "tictactoe", "XX.OO....", "--json")
    for args in (("solve",), ("analyse",), ("analyse", "--depth", "9")):
        verb, *limits = args
        again = run(verb, "tictactoe", "XX.OO....", *limits, "--json")
        assert again.stdout == first.stdout
        assert "known from the archive" in again.stderr
    assert "known" not in run("solve", "tictactoe", "XX.OO....", "--all-moves").stderr
    assert "known" in run("solve", "tictactoe", "XX.OO....", "--all-moves").stderr


def test_positions_of_a_file_that_are_known_are_counted(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("XX.OO....\nXO.......\nXX.OO....\n")
    args = ("solve", "tictactoe", "--file", str(file))
    assert "1 answer was known" in run(*args).stderr
    assert "3 answers were known" in run(*args).stderr
    assert run(*args, "--fresh").stderr == ""


def test_an_archive_that_cannot_be_used_stops_no_analysis(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COUPE_ARCHIVE", str(tmp_path))
    said = run("solve", "tictactoe", "XX.OO....", "--json")
    assert said.exit_code == 0
    assert "Nothing is kept." in said.stderr
    assert len(said.stderr.splitlines()) == 1
    assert json.loads(said.stdout)["best"] == "3"
    named = run("solve", "tictactoe", "XX.OO....", "--archive", str(tmp_path))
    assert named.exit_code == 2


def test_reading_makes_no_archive(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUPE_ARCHIVE", str(tmp_path / "no" / "mine.sqlite"))
    for args in ((), ("list",), ("search", "x")):
        assert run("archive", *args).exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_no_control_character_of_a_game_reaches_the_terminal(run: Run) -> None:
    with Archive() as archive:
        players = ("An\x1b[31mn", "gtp:\x9b2J")
        tags = {"e\x1bvent": "\x1b]0;title\x07"}
        result = Result(0, None, "forfeit", "\x1b[31m")
        archive.add(Record("\x1b[31mo", (Ply("\x1b[2J"),), "", players, result, tags))
        archive.add(Record("othello", (), "", players, result, tags))
    said = [run("archive", *args) for args in (("list",), ("show", "1"), ("show", "2"))]
    for text in (each.stdout + each.stderr for each in said):
        assert all(letter.isprintable() or letter == "\n" for letter in text)


def test_a_name_is_cut_only_where_it_is_a_path(run: Run) -> None:
    with Archive() as archive:
        archive.add(Record("othello", players=('Ann "the \\ Queen"', "/home/bob/mine.py:best")))
    assert 'Ann "the \\ Queen" - mine.py:best' in run("archive", "list").stdout


def test_what_no_game_can_be_is_named(run: Run, games: list[int]) -> None:
    for args, words in (
        (("--since", "2026-02-30"), "not a date"),
        (("--since", "1999", "--until", "1990"), "1999 or later"),
        (("--min-moves", "10", "--max-moves", "3"), "10 moves or more"),
    ):
        said = run("archive", "search", *args)
        assert said.exit_code == 2
        assert words in said.stderr
    said = run("archive", "search", "--winner", "zorg", "--game", "othello")
    assert "Nobody called zorg" in said.stderr
    assert "Black, White" in said.stderr
    assert "Nobody" not in run("archive", "search", "--winner", "ann").stderr


def test_where_no_game_can_be_written_no_file_is_said_to_be(
    run: Run, games: list[int], tmp_path: Path
) -> None:
    said = run("archive", "export", str(tmp_path / "x.obf"), "1")
    assert said.exit_code == 1
    assert "x.obf was not written" in said.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_looked_for_before_any_game_is_read(
    run: Run, games: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archive, "game", None)
    said = run("archive", "export", str(tmp_path / "no" / "x.json"))
    assert said.exit_code == 2
    assert "there is no folder" in said.stderr


def test_a_file_is_named_once_whatever_is_wrong_with_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bin.wtb").write_bytes(b"short")
    Path("alone.wtb").write_bytes(WTHOR.read_bytes())
    Path("empty.txt").touch()
    said = run("archive", "import", "bin.wtb", "nofile", "alone.wtb", "empty.txt")
    assert said.exit_code == 1
    lines = said.stderr.splitlines()
    assert [sum(name in line for line in lines) for name in ("bin.wtb", "nofile", "alone.wtb")] == [
        1,
        1,
        2,
    ]
    assert not any(line.count("alone.wtb") > 1 for line in lines)
    assert "There is no game in empty.txt." in lines
    assert run("archive", "import", "alone.wtb").exit_code == 0


def test_an_argument_that_may_repeat_is_shown_as_one(run: Run) -> None:
    usage = run("archive", "import", "--help").stdout.splitlines()[0]
    assert usage.endswith(" FILE...")
    assert run("archive", "delete", "--help").stdout.splitlines()[0].endswith(" [ID]...")
    assert "'ID'" in run("archive", "delete", "x").stderr
