"""`coupe review`: a game looked at again, each move against the best one.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["tictactoe", "5", "2", "1", "3", "9", "--archive", "none"])
>>> print(said.output.splitlines()[4].rstrip())
  2  O       2     draw → lost     1  1       ?? blunder  proved
"""

import errno
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from coupe.cli.choices import FileName, depth_option, game_argument, json_option, seconds_option
from coupe.cli.display import print_json
from coupe.cli.endings import INTERRUPTED, complain
from coupe.cli.exporting import suffix_of, write
from coupe.cli.group import argument, option, verb
from coupe.cli.keeping import archive_of, archive_option
from coupe.cli.watch import Watch
from coupe.errors import BadFile, BadOption, BadPosition, CoupeError
from coupe.language import _, plural, reason_of

if TYPE_CHECKING:
    from coupe import Game, Position
    from coupe.analysis.judgments import Review
    from coupe.analysis.marks import Thresholds
    from coupe.analysis.review import Judging
    from coupe.archive import Archive
    from coupe.records import Reading, Record

CHARTS = (".svg", ".png")
EVERY = "all"
SAY_THEIR_GAME = ("json", "pgn")
"""The formats that name the rules of every game."""


class Played(NamedTuple):
    """A game to review, and what it is called."""

    position: "Position"
    title: str


@verb(
    "review",
    help="""Look at a game again: what each move has lost, and which was better.

    RECORD is the moves of a game, a file of games in any format (coupe convert names them), or
    '#12', game 12 of the archive. For each move: the value of the best move and of the played one,
    the loss, the better move, a mark (?! inaccuracy, ? mistake, ?? blunder) and whether all this is
    proved or estimated. The last moves are proved.

    Each position is kept in the archive as soon as it is searched: Ctrl-C shows what there is, the
    same command goes on, and a second review searches nothing. Mistakes where only one move held
    become exercises: coupe practise asks them.""",
    examples=(
        "coupe review connect4 544554544566666563333231",
        "coupe review othello game.ggf --chart review.svg",
        "coupe review othello '#12' --depth 12",
        "coupe review tictactoe 5 2 1 3 9 --json",
    ),
)
@game_argument
@argument("record", metavar="RECORD", nargs=-1)
@depth_option(help="Estimate to this depth.")
@seconds_option(help="Estimate for this long, each move.")
@option("--number", metavar="K", help="Which game of a file, from 1; all: one after the other.")
@option("--thresholds", metavar="A,B,C", help="From which loss on a move is ?!, ? and ??.")
@option("--chart", metavar="FILE", type=FileName(), help="Draw a chart into FILE.svg or .png.")
@option("--ascii", "ascii_only", is_flag=True, help="Draw with plain characters only.")
@json_option
@archive_option
def command(
    *,
    game: str,
    record: tuple[str, ...],
    depth: int | None,
    seconds: float | None,
    number: str | None,
    thresholds: str | None,
    chart: str | None,
    ascii_only: bool,
    as_json: bool,
    archive: str | None,
) -> int:
    """Review one game, or those of a file."""
    from coupe import load
    from coupe.analysis.marks import Thresholds

    if depth is not None and seconds is not None:
        raise BadOption(_("Write --depth or --seconds, not both."))
    if chart is not None:
        suffix_of(chart, CHARTS)
    limits = None if thresholds is None else Thresholds.read(thresholds)
    loaded = load(game)
    with ExitStack() as stack:
        kept = archive_of(archive)
        if kept is not None:
            stack.enter_context(kept)
        games = _games(loaded, record, number, kept)
        if chart is not None and len(games) > 1:
            raise BadOption(_("--chart draws one game: say which with --number K."))
        for count, played in enumerate(games):
            review, interrupted = _reviewed(played, depth, seconds, limits, kept)
            if kept is not None:
                _keep_lessons(kept, review, played.title)
            _show(review, played, count, as_json=as_json, ascii_only=ascii_only)
            if chart is not None and review.moves:
                write(chart, lambda review=review, played=played: _picture(chart, review, played))  # type: ignore[misc]
            if interrupted:
                return _say_how_to_go_on(review, kept)
    return 0


def _games(
    game: "Game", words: tuple[str, ...], number: str | None, kept: "Archive | None"
) -> list[Played]:
    """The games that RECORD names."""
    text = " ".join(words)
    if not text.strip():
        raise BadOption(
            _("There is no game to review: write its moves, a file, or '#12' for one kept.")
        )
    if text.startswith("#") and text[1:].isdigit():
        return [_from_archive(game, int(text[1:]), kept)]
    if not _is_file(text):
        try:
            position = game.position(text)
        except CoupeError:
            _check_is_no_file(text)
            raise
        if number is not None:
            raise BadOption(_("--number chooses a game of a file, and {text} is none.").format(
                text=text[:80]
            ))  # fmt: skip
        return [Played(position, _title(game))]
    reading = _reading(text, game)
    for damage in reading.damage:
        complain(str(damage))
    chosen = _chosen(reading.records, number, text)
    return [_played(game, record, Path(text).name) for record in chosen]


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _check_is_no_file(text: str) -> None:
    """Say what is wrong with a file, where what cannot be played looks like the name of one."""
    from coupe.records.formats import FORMATS

    path = Path(text)
    try:
        known = path.suffix.lower() in {end for ends in FORMATS.values() for end in ends}
        placed = path.is_absolute() or (path.name != text and path.parent.is_dir())
        folder, missing = path.is_dir(), (known or placed) and not path.exists()
    except (OSError, ValueError):
        return
    if folder:
        raise BadFile(
            _("{path} cannot be read: {reason}.").format(
                path=text[:200], reason=reason_of(IsADirectoryError(errno.EISDIR, ""))
            )
        )
    if missing:
        raise BadFile(_("{path}: no such file.").format(path=text[:200]))


def _reading(path: str, game: "Game") -> "Reading":
    """What a file holds of a game; games of another are left out."""
    from coupe.records import title_of
    from coupe.records.formats import read
    from coupe.records.reading import Damage, checked

    reading = read(path, game=game)
    if reading.format not in SAY_THEIR_GAME:
        return reading
    named = read(path, reading.format)
    wanted = _title(game)
    others = {title_of(record.game) for record in named.records} - {wanted}
    if not others:
        return reading
    own = [record for record in named.records if title_of(record.game) == wanted]
    if not own:
        words = _("This is a game of {found}, not of {wanted}.")
        said = words.format(found=", ".join(sorted(others)), wanted=wanted)
        raise BadOption(str(Damage(path[:200], said)))
    complain(
        _("{path}: games of {found} are left out.").format(
            path=path[:200], found=", ".join(sorted(others))
        )
    )
    reading.records, reading.damage = [], named.damage
    for record in own:
        for each in checked(path[:200], record, game):
            if isinstance(each, Damage):
                reading.damage.append(each)
            else:
                reading.records.append(each)
    return reading


def _chosen(records: "list[Record]", number: str | None, path: str) -> "list[Record]":
    """The games of a file that are asked for."""
    if not records:
        raise BadPosition(_("{path} holds no game.").format(path=path[:80]))
    if number == EVERY:
        return records
    if number is None and len(records) > 1:
        raise BadOption(
            _("{path} holds {count} games: say which with --number K, or --number all.").format(
                path=path[:80], count=len(records)
            )
        )
    wanted = number or "1"
    if not wanted.isdecimal() or not 1 <= int(wanted) <= len(records):
        raise BadOption(
            _("{path} has no game {number}: write one from 1 to {count}, or all.").format(
                path=path[:80], number=wanted[:20], count=len(records)
            )
        )
    return [records[int(wanted) - 1]]


def _from_archive(game: "Game", id: int, kept: "Archive | None") -> Played:
    from coupe.archive.rows import kept_spec
    from coupe.records import title_of

    if kept is None:
        raise BadOption(_("Without an archive there is no game #{id}.").format(id=id))
    record = kept.game(id)
    if kept_spec(record.game) != kept_spec(game.spec):
        raise BadOption(
            _("Game #{id} is one of {found}, not of {wanted}.").format(
                id=id, found=title_of(record.game), wanted=_title(game)
            )
        )
    return _played(game, record, f"#{id}")


def _played(game: "Game", record: "Record", place: str) -> Played:
    both = " - ".join(name for name in record.players if name)
    return Played(record.position(game), f"{both} ({place})" if both else place)


def _title(game: "Game") -> str:
    from coupe.records import title_of

    return title_of(game.spec)


def _reviewed(
    played: Played,
    depth: int | None,
    seconds: float | None,
    thresholds: "Thresholds | None",
    kept: "Archive | None",
) -> "tuple[Review, bool]":
    """The review, shown as it goes, and whether Ctrl-C has ended it."""
    from coupe.analysis.review import Reviewer

    reviewer = Reviewer(
        played.position, depth=depth, seconds=seconds, memory=kept, thresholds=thresholds
    )
    with Watch(reviewer, played.position.turn_name) as watch:

        def show(judging: "Judging") -> None:
            watch.player = judging.player
            watch.place = _("move {number} of {count}: {move}").format(
                number=judging.number, count=judging.count, move=judging.move
            )
            watch(judging.progress)

        review = reviewer.run(show)
    return review, watch.interrupted and not review.finished


def _keep_lessons(kept: "Archive", review: "Review", title: str) -> None:
    from coupe.archive import Lesson

    path = review.position.path
    for move in review.lessons:
        assert move.second is not None
        kept.keep_lesson(
            Lesson(
                review.position.game.spec,
                path[move.number - 1].text,
                best=move.best,
                value=move.before.value,
                second=move.second.value,
                played=move.move,
                origin=f"{title}, {move.number}",
            )
        )


def _show(review: "Review", played: Played, count: int, *, as_json: bool, ascii_only: bool) -> None:
    if as_json:
        print_json(review.to_json())
        return
    from coupe.cli.reviewed import show_review

    if count:
        print()
    show_review(review, played.title, ascii_only)


def _picture(path: str, review: "Review", played: Played) -> bytes:
    """The chart as the bytes of a file of that name."""
    from coupe.analysis.chart import chart
    from coupe.blackboard.markup import to_svg
    from coupe.blackboard.pictures import rendered

    drawn = chart(review, played.title)
    if suffix_of(path, CHARTS) == ".svg":
        return to_svg(drawn).encode("utf-8")
    return rendered(drawn, 2)


def _say_how_to_go_on(review: "Review", kept: Any) -> int:
    """Say what is missing after Ctrl-C, and how to have it."""
    count = len(review.position.path) - 1
    words = plural(
        "Stopped with {judged} move of {count} judged.",
        "Stopped with {judged} moves of {count} judged.",
        len(review.moves),
    ).format(judged=len(review.moves), count=count)
    if kept is not None:
        words += " " + _("The same command goes on from there.")
    return complain(words, INTERRUPTED)
