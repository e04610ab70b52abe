"""What a review says of a game: losses against exact solving, stopping, going on, remembering."""

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from coupe import BadOption, BadPosition, Position, load, solve
from coupe.analysis import review as reviewing
from coupe.analysis.chart import bars, chart
from coupe.analysis.judgments import Review, Worth
from coupe.analysis.marks import Thresholds
from coupe.analysis.review import Reviewer, review
from coupe.archive import Archive
from coupe.blackboard.markup import to_svg
from coupe.engine import Plan, Search
from coupe.game import PASS
from coupe.solvers import search_of
from coupe.solvers.connect4 import Connect4Search

EXAMPLES = Path(__file__).parents[2] / "examples"
LAST = 14

LITTLE = {
    "LAST_NODES": 3_000_000,
    "SECOND_NODES": 1_000_000,
    "PROOF_NODES": 200_000,
    "NODES": 3_000,
}
USUAL = {name: getattr(reviewing, name) for name in LITTLE}


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that would take long are given up early."""
    for name, nodes in LITTLE.items():
        monkeypatch.setattr(reviewing, name, nodes)


@pytest.fixture
def _usual_work(_little_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are those that a user has."""
    for name, nodes in USUAL.items():
        monkeypatch.setattr(reviewing, name, nodes)


def played(spec: str, seed: int, least: int = 0, most: int = 10_000) -> Position:
    """A game of chance, played to its end."""
    random = Random(seed)
    while True:
        position = load(spec).start()
        while not position.over:
            position = position.play(random.choice(position.legal_moves))
        if least <= len(position.line) <= most:
            return position


def last_plies(position: Position, count: int) -> Position:
    """The same game, known from so many moves before its end only."""
    first = position.path[-1 - count]
    found = Position(position.game, first.state, first.turn)
    for later in position.path[-count:]:
        assert later.move is not None
        found = found.play(later.move)
    return found


def worth_of(position: Position, player: int) -> int:
    """The proved value for a player, found by solving alone.

    Where the game has a solver of its own, which a review asks, the general engine finds it.
    """
    if position.over:
        value = position.result
    elif isinstance(search_of(position.game), Connect4Search):
        proved = Search(position.game, table_mb=8).run(position, Plan(prove=True))
        assert proved.lower
        assert proved.upper
        value = proved.value
    else:
        value = solve(position, table_mb=8).value
    return value if position.turn == player else -value


def check_against_solving(position: Position, found: Review, last: int = LAST) -> None:
    """Each of the last moves is as solving every move says."""
    path = position.path
    for judged in found.moves[-last:]:
        here = path[judged.number - 1]
        values = {
            here.name(move): worth_of(here.play(move), here.turn) for move in here.legal_moves
        }
        best = max(values.values())
        assert judged.exact
        assert judged.loss == best - values[judged.move]
        assert values[judged.best] == best
        assert judged.forced == (len(values) == 1)
        assert judged.line[0] == judged.best


SMALL = [
    "tictactoe",
    "othello:4x4",
    *(
        str(EXAMPLES / name)
        for name in ("nim.py", "kalah.py", "breakthrough.py:3x4", "mu_torere.py")
    ),
]


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 6))]
)
@pytest.mark.parametrize("spec", SMALL)
def test_every_loss_in_the_last_plies_of_a_small_game_equals_exact_solving(
    spec: str, seed: int
) -> None:
    position = played(spec, seed)
    check_against_solving(position, review(position))


@pytest.mark.parametrize(("spec", "least"), [("othello:6x6", 30), ("othello", 58)])
def test_every_loss_in_the_last_plies_of_othello_equals_exact_solving(
    spec: str, least: int
) -> None:
    position = last_plies(played(spec, 2, least), LAST)
    check_against_solving(position, review(position))


def test_every_loss_in_the_last_plies_of_connect_four_equals_exact_solving() -> None:
    position = last_plies(played("connect4", 3, 36), LAST)
    check_against_solving(position, review(position))


@pytest.mark.usefixtures("_usual_work")
@pytest.mark.parametrize("seed", range(2))
def test_the_solver_of_connect_four_says_what_the_general_engine_proves(seed: int) -> None:
    position = played("connect4:5x4", seed, 18)
    found = review(position)
    check_against_solving(position, found, len(position.line) - 4)
    assert all(move.exact for move in found.moves[4:])


@pytest.mark.slow
@pytest.mark.usefixtures("_usual_work")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("spec", "least", "most", "checked"),
    [("connect4:5x5", 18, 25, 4), ("connect4:6x5", 18, 30, 8), ("connect4", 18, 30, 18)],
)
def test_every_loss_in_the_last_plies_of_a_short_game_of_connect_four_is_exact(
    spec: str, least: int, most: int, checked: int, seed: int
) -> None:
    position = played(spec, seed, least, most)
    found = review(position)
    assert all(move.exact for move in found.moves[-LAST:])
    check_against_solving(position, found, min(LAST, len(position.line) - checked))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("spec", "least"), [("othello", 55), ("othello:6x6", 28), ("connect4", 34)]
)
def test_every_loss_in_the_last_plies_of_many_games_equals_exact_solving(
    spec: str, least: int, seed: int
) -> None:
    position = played(spec, seed, least)
    check_against_solving(position, review(position, depth=4))


@pytest.mark.parametrize("spec", ["othello", "connect4", "othello:6x6"])
def test_no_loss_is_negative_and_the_best_move_loses_nothing(spec: str) -> None:
    position = played(spec, 5, 26)
    found = review(position, depth=3)
    assert found.finished
    assert [move.number for move in found.moves] == list(range(1, len(position.line) + 1))
    for judged in found.moves:
        assert judged.loss is None or judged.loss >= 0
        assert judged.loss != 0 or judged.best == judged.move
        assert judged.loss is not None or judged.before.estimated != judged.after.estimated
        assert not judged.mark or judged.loss != 0


def test_a_pass_is_forced_and_judged_in_no_total() -> None:
    position = next(
        found for found in (played("othello:4x4", seed) for seed in range(50)) if PASS in found.line
    )
    found = review(position)
    passes = [move for move in found.moves if move.move == "pass"]
    assert passes
    assert all(move.forced and move.loss == 0 and not move.mark for move in passes)
    free = [move for move in found.moves if not move.forced]
    assert sum(totals.moves for totals in found.totals) == len(free)


def test_the_value_after_a_proved_move_is_the_value_before_the_next() -> None:
    found = review(played("tictactoe", 4))
    for judged, following in zip(found.moves, found.moves[1:], strict=False):
        assert judged.after == following.before.for_other()


def test_totals_are_the_sums_of_the_moves() -> None:
    found = review(played("othello:6x6", 1), depth=3)
    for player, totals in enumerate(found.totals):
        own = [move for move in found.moves if move.player == player and not move.forced]
        assert totals.moves == len(own)
        assert totals.proved + totals.estimated <= totals.moves
        assert totals.loss + totals.estimated_loss == sum(move.loss or 0 for move in own)
        assert sum(totals.marks.values()) == sum(bool(move.mark) for move in own)
    assert found.totals[0].share is not None


def test_a_mirrored_game_has_the_same_totals() -> None:
    game = load("connect4:4x4")
    names = game.start().names(played("connect4:4x4", 3).line)
    one = review(game.position("".join(names)))
    other = review(game.position("".join(str(5 - int(name)) for name in names)))
    assert all(move.exact for move in one.moves)
    assert [move.loss for move in one.moves] == [move.loss for move in other.moves]
    assert one.totals == other.totals


@pytest.mark.parametrize("depth", [pytest.param(4, marks=pytest.mark.slow), 1, None])
def test_a_second_review_searches_nothing_and_says_the_same(
    depth: int | None, tmp_path: Path
) -> None:
    for spec in ("othello:6x6", "connect4", "tictactoe"):
        position = played(spec, 3)
        if spec == "connect4":
            position = played(spec, 3, 36)
        with Archive(tmp_path / "mine.sqlite") as archive:
            first = Reviewer(position, memory=archive, depth=depth)
            told = first.run().to_json()
            again = Reviewer(position, memory=archive, depth=depth)
            assert again.run().to_json() == told
        assert first.searches > 0
        assert again.searches == 0


def test_a_stopped_review_goes_on_where_it_stopped_and_ends_as_if_it_had_not(
    tmp_path: Path,
) -> None:
    position = played("othello:6x6", 7)
    whole = Reviewer(position, depth=3)
    told = whole.run().to_json()
    searches = 0
    with Archive(tmp_path / "mine.sqlite") as archive:
        for stop_at in (25, 12, 3, 0):
            reviewer = Reviewer(position, depth=3, memory=archive)

            def watch(
                judging: reviewing.Judging, stop_at: int = stop_at, ours: Reviewer = reviewer
            ) -> None:
                if judging.number <= stop_at:
                    ours.stop()

            found = reviewer.run(watch)
            searches += reviewer.searches
            assert found.finished == (stop_at == 0)
            assert stop_at == 0 or 0 < len(found.moves) < len(position.line)
    assert found.to_json() == told
    # What was under way at each stop is searched again, and nothing else.
    assert searches <= whole.searches + 3


def test_an_unfinished_game_is_reviewed_from_what_its_last_position_is_worth() -> None:
    position = last_plies(played("othello:6x6", 2), 12).path[-5]
    found = review(position)
    assert all(move.exact for move in found.moves)
    early = review(load("othello").position("f5d6c3"), depth=2)
    assert not any(move.exact for move in early.moves)


def test_what_is_written_is_plain_json_of_the_schema() -> None:
    told = json.loads(json.dumps(review(played("connect4", 3, 20), depth=2).to_json()))
    assert told["schema"] == "coupe.review/1"
    assert set(told) == {
        "schema", "game", "start", "players", "unit", "thresholds", "depth", "seconds",
        "finished", "moves", "totals",
    }  # fmt: skip
    for move in told["moves"]:
        assert set(move) == {
            "number", "player", "move", "forced", "before", "after", "loss", "exact", "best",
            "line", "second", "mark", "depth",
        }  # fmt: skip
        assert move["before"]["kind"] in ("exact", "lower", "upper", "estimate")
        assert move["mark"] in ("", "inaccuracy", "mistake", "blunder")


def test_an_estimate_and_a_proved_value_are_never_subtracted() -> None:
    assert reviewing._loss(Worth(20, "estimate"), Worth(-991, "exact")) is None
    assert reviewing._loss(Worth(993, "lower"), Worth(70, "estimate")) is None
    assert reviewing._loss(Worth(4, "exact"), Worth(-2, "exact")) == 6


def test_only_a_mistake_with_one_good_move_is_a_lesson() -> None:
    found = review(load("connect4:4x4").position("1212123"))
    assert [(move.number, move.best) for move in found.lessons][-1:] == [(7, "1")]
    several = review(load("tictactoe").position("5 2"))
    assert several.moves[1].mark == "blunder"
    assert not several.lessons


def test_thresholds_are_parts_of_what_a_game_can_be_won_by() -> None:
    assert Thresholds.of(load("othello")) == Thresholds(2, 4, 8)
    assert Thresholds.of(load("tictactoe")) == Thresholds(1, 1, 1)
    connect4 = Thresholds.of(load("connect4"))
    assert connect4.mark(20) == ""
    assert connect4.mark(970) == "blunder"
    assert Thresholds.of(load(str(EXAMPLES / "kalah.py"))).blunder <= 4
    assert review(played("othello:4x4", 1), thresholds=Thresholds.read("50,60,70")).totals[0].marks == {
        "inaccuracy": 0, "mistake": 0, "blunder": 0,
    }  # fmt: skip


@pytest.mark.parametrize("text", ["", "1,2", "3,2,1", "0,1,2", "a,b,c", "1,2,3,4", "1.5,2,3"])
def test_wrong_thresholds_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="three whole numbers"):
        Thresholds.read(text)


def test_a_position_without_moves_has_nothing_to_review() -> None:
    with pytest.raises(BadPosition, match="no move to review"):
        review(load("connect4").start())


def test_a_chart_is_svg_that_parses_with_a_title_and_a_description() -> None:
    found = review(played("othello:6x6", 3), depth=2)
    drawn = chart(found, "Ann <3 & Bob")
    root = ElementTree.fromstring(to_svg(drawn))
    said = {child.tag.rpartition("}")[2]: child.text for child in root}
    assert said["title"] == "Ann <3 & Bob"
    assert "Black" in str(said["desc"])
    dashed = [
        child for child in root if child.get("stroke-dasharray") and child.tag.endswith("rect")
    ]
    assert len(dashed) == sum(not bar.proved for bar in bars(found)) + 1
    assert all(-1 <= bar.height <= 1 for bar in bars(found))
