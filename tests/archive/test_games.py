"""Games in the archive: written as they are played, found again, brought from elsewhere."""

import os
import threading
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coupe import load
from coupe.archive import Archive, Gone
from coupe.errors import BadArchive, BadFile, BadOption
from coupe.play import Match, player_of
from coupe.records import Ply, Record, Result
from tests.archive.conftest import DRAWN, GAME, WON


def test_a_match_is_written_move_by_move(archive: Archive) -> None:
    othello = load("othello:4x4")
    players = (player_of("random", othello, seed=1), player_of("random", othello, seed=2))
    match = Match(othello.start(), players)
    kept = archive.begin(match.record)
    match.keeper = kept
    record = match.play()
    assert replace(archive.game(kept.id), tags={}) == record
    assert archive.unfinished() is None


def test_what_is_played_is_there_before_the_next_move(archive: Archive, file: Path) -> None:
    kept = archive.begin(Record("connect4"))
    for number, name in enumerate("4433"):
        kept.played(number, Ply(name))
        with Archive(file) as other:
            assert other.game(kept.id).names == tuple("4433"[: number + 1])
    kept.undone(1)
    kept.played(1, Ply("5"))
    assert archive.game(kept.id).names == ("4", "5")


def test_a_move_taken_back_after_the_end_makes_the_game_unfinished(archive: Archive) -> None:
    kept = archive.begin(replace(WON, moves=WON.moves[:-1], result=None))
    kept.played(4, WON.moves[4])
    kept.ended(WON.result)
    assert archive.game(kept.id).result == WON.result
    kept.undone(4)
    assert archive.game(kept.id).result is None
    assert archive.unfinished("tictactoe") == kept.id


def test_a_resumed_game_goes_on_where_it_was(archive: Archive) -> None:
    first = archive.begin(GAME)
    archive.begin(GAME)
    again = archive.resume(first.id)
    again.played(3, Ply("3"))
    assert archive.game(first.id).names == ("4", "4", "3", "3")
    with pytest.raises(BadOption, match="no game 99"):
        archive.resume(99)


def test_games_of_series_are_not_offered_to_be_gone_on_with(archive: Archive) -> None:
    archive.begin(GAME, series="abc", number=2)
    assert archive.unfinished() is None
    assert [entry.number for entry in archive.games(series="abc")] == [2]


def test_a_game_comes_back_as_it_was(archive: Archive) -> None:
    for record in (GAME, WON):
        assert archive.game(archive.add(record)) == record


@settings(max_examples=40)
@given(
    texts=st.lists(st.text(), min_size=6, max_size=6),
    number=st.integers(),
    seconds=st.none() | st.floats(allow_nan=False, allow_infinity=False),
)
def test_whatever_a_record_holds_is_kept_or_cleaned(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], number: int, seconds: float | None
) -> None:
    game, move, start, first, second, tag = texts
    record = Record(
        game.replace("/", "").replace(os.sep, ""),
        (Ply(move, seconds, number, tag),),
        start,
        (first, second),
        Result(None, number, "rules", tag),
        {"date": "", tag: move},
    )
    with Archive(tmp_path_factory.getbasetemp() / "any.sqlite") as archive:
        kept = archive.game(archive.add(record))
    assert kept.names == (move,)
    assert (kept.start, kept.players, kept.tags[tag]) == (
        start,
        (first, second),
        move or kept.tags[tag],
    )


def test_halves_of_characters_and_huge_numbers_stop_nothing(archive: Archive) -> None:
    odd = Record("connect4", (Ply("4\ud800", value=1 << 80),), players=("\udcff", "b"))
    kept = archive.game(archive.add(odd))
    assert (kept.names, kept.players, kept.moves[0].value) == (("4?",), ("?", "b"), None)
    assert len(list(archive.games(player="\udcff", text="\ud800"))) <= 1


def test_a_users_game_is_kept_with_the_whole_path_of_its_file(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    id = archive.add(Record("nim.py:3"))
    assert archive.game(id).game == f"{tmp_path / 'nim.py'}:3"
    assert archive.unfinished("./nim.py:3") == id


def test_games_are_found_by_all_that_is_known_of_them(archive: Archive) -> None:
    one, two, three = (archive.add(record) for record in (GAME, WON, DRAWN))

    def found(**asked: object) -> list[int]:
        return [entry.id for entry in archive.games(**asked)]  # type: ignore[arg-type]

    assert found() == [three, two, one]
    assert found(limit=2) == [three, two]
    assert found(game="othello") == found(game="othello:4x4") == [three]
    assert found(game="othello:6x6") == found(game="oth") == []
    assert found(player="ann") == [two, one]
    assert found(winner="bob") == found(winner=0) == [two]
    assert found(winner="ann") == found(winner=1) == []
    assert found(winner="draw") == [three]
    assert found(finished=False) == [one]
    assert found(finished=True) == [three, two]
    assert found(text="éTÉ") == [one]
    assert found(text="%") == []
    assert found(shortest=3, longest=4) == [one]
    this_year = archive.entry(one).began[:4]
    assert found(since=this_year) == found(until=this_year) == [three, two, one]
    assert found(since="9999") == found(until="1998") == []


def test_a_position_is_found_however_it_was_reached(archive: Archive) -> None:
    tictactoe = load("tictactoe")
    ids = [
        archive.add(Record("tictactoe", tuple(map(Ply, moves)), start=start))
        for moves, start in (
            ("512", ""),
            ("215", ""),
            ("598", ""),
            ("5", "X........ O"),
            ("51", ""),
        )
    ]
    said: list[tuple[int, int]] = []
    asked = tictactoe.position("5 1 2")
    watch = lambda count, total: said.append((count, total))  # noqa: E731
    found = [entry.id for entry in archive.games(position=asked, watch=watch)]
    assert found == [ids[2], ids[1], ids[0]]
    assert said
    said.clear()
    assert len(list(archive.games(position=asked, watch=watch))) == 3
    assert said == []
    assert len(list(archive.games(position=tictactoe.start()))) == 4
    archive.resume(ids[4]).played(2, Ply("2"))
    assert next(archive.games(position=asked)).id == ids[4]


def test_a_move_that_the_rules_do_not_know_stops_no_search(archive: Archive) -> None:
    archive.add(Record("tictactoe", (Ply("5"), Ply("no such move"), Ply("1"))))
    archive.add(Record("tictactoe", (Ply("5"),), start="no such start"))
    assert len(list(archive.games(position=load("tictactoe").position("5")))) == 1


def test_the_same_game_is_brought_in_once(archive: Archive) -> None:
    played = archive.begin(replace(WON, moves=(), result=None))
    for number, ply in enumerate(WON.moves):
        played.played(number, ply)
    played.ended(WON.result)
    left = archive.game(archive.begin(GAME).id)
    others = [replace(GAME, players=(f"player {count}", "?")) for count in range(600)]
    assert archive.bring([WON, left, *others, *others]) == (600, 602)
    assert archive.bring(iter(others)) == (0, 600)
    assert archive.count()[0] == 602
    assert not archive.entry(3).ours
    assert archive.entry(played.id).ours


def test_what_was_brought_before_an_interruption_stays(archive: Archive) -> None:
    def interrupted() -> Record:
        raise KeyboardInterrupt

    coming = chain(
        (replace(GAME, players=(str(count), "")) for count in range(300)),
        (interrupted() for _ in range(1)),
    )
    with pytest.raises(KeyboardInterrupt):
        archive.bring(coming)
    assert archive.count()[0] == 300


def test_deleted_games_are_gone_with_their_moves(archive: Archive) -> None:
    ids = [archive.add(GAME) for _count in range(3)]
    assert archive.delete([ids[0], ids[2], 99, 1 << 70]) == 2
    assert [entry.id for entry in archive.games()] == [ids[1]]
    assert archive.store.rows("SELECT count(DISTINCT game) FROM ply") == [(1,)]
    assert archive.add(GAME) > ids[2]


def test_many_threads_may_write_at_once(archive: Archive) -> None:
    def play(seed: int) -> None:
        random = Random(seed)
        kept = archive.begin(Record("connect4", players=(str(seed), "")))
        for number in range(20):
            kept.played(number, Ply(str(random.randrange(7) + 1)))

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.moves for entry in archive.games()] == [20] * 8
    assert archive.store.rows("SELECT count(*) FROM ply") == [(160,)]


def test_a_deleted_game_is_not_damage(archive: Archive) -> None:
    kept = archive.begin(GAME)
    archive.delete([kept.id])
    for write in (
        partial(kept.played, 3, Ply("1")),
        partial(kept.undone, 1),
        partial(kept.ended, None),
    ):
        with pytest.raises(Gone, match="has no game"):
            write()


def test_a_closed_archive_says_that_it_is_closed(file: Path) -> None:
    with Archive(file) as closed:
        kept = closed.begin(GAME)
    with pytest.raises(BadFile, match="it is closed") as raised:
        kept.played(3, Ply("1"))
    assert not isinstance(raised.value, BadArchive)


def test_two_who_go_on_with_one_game_do_not_damage_it(archive: Archive, file: Path) -> None:
    kept = archive.begin(GAME)
    with Archive(file) as other:
        there = other.resume(kept.id)
        kept.undone(2)
        kept.played(2, Ply("7"))
        for write in (
            partial(there.played, 3, Ply("1")),
            partial(there.undone, 0),
            partial(there.ended, Result(0, None, "time")),
        ):
            with pytest.raises(Gone, match="elsewhere"):
                write()
    assert archive.game(kept.id).names == ("4", "4", "7")
    assert archive.game(kept.id).result is None


def test_only_the_next_move_is_kept(archive: Archive) -> None:
    kept = archive.begin(GAME)
    for number in (-1, 2, 4):
        with pytest.raises(BadOption):
            kept.played(number, Ply("1"))
    for left in (-1, 4):
        with pytest.raises(BadOption):
            kept.undone(left)
    assert archive.game(kept.id) == GAME


@pytest.mark.parametrize(
    "asked",
    [
        {"since": "zz"},
        {"since": "2026-13"},
        {"until": "2026-02-30"},
        {"since": "1999", "until": "1990-05"},
        {"shortest": 10, "longest": 3},
        {"limit": -5},
    ],
)
def test_what_cannot_be_is_not_searched_for(archive: Archive, asked: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        list(archive.games(**asked))
    list(archive.games(since="2026-05", until="2026"))


def test_what_is_no_number_is_no_game(archive: Archive) -> None:
    with pytest.raises(BadOption, match="has no game x"):
        archive.game("x")  # type: ignore[arg-type]
