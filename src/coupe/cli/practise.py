"""`coupe practise`: the positions where your reviewed games went wrong, asked again.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(command, ["--help"]).exit_code
0
"""

import sys
from typing import TYPE_CHECKING

from coupe.cli.choices import Whole, game_argument
from coupe.cli.display import board_of
from coupe.cli.endings import complain
from coupe.cli.group import option, verb
from coupe.cli.keeping import archive_of, archive_option
from coupe.cli.words import move_name, moves, sentence, verdict
from coupe.errors import BadOption, CoupeError
from coupe.language import _, plural

if TYPE_CHECKING:
    from coupe import Answer, Game, Position
    from coupe.archive import Archive, Lesson

MOST = 10
SHOWN_LINE = 8


@verb(
    "practise",
    help="""Find the move, in the positions where your own games went wrong.

    coupe review keeps the mistakes where only one move held; here you are asked for that move. h is
    a hint, q leaves. A position found comes back after 1 day, then 3, 7, 16, 35 and 80; one missed
    comes back at once.""",
    examples=("coupe practise othello", "coupe practise connect4 --count 5", "coupe practise othello --all"),
)  # fmt: skip
@game_argument
@option(
    "--count",
    metavar="N",
    type=Whole(1, 10_000),
    default=MOST,
    show_default=True,
    help="Ask this many at most.",
)
@option("--all", "everything", is_flag=True, help="Ask also those whose day has not come.")
@archive_option
def command(*, game: str, count: int, everything: bool, archive: str | None) -> int:
    """Ask the lessons of a game."""
    from coupe import load

    loaded = load(game)
    kept = archive_of(archive)
    if kept is None:
        raise BadOption(_("Without an archive there is nothing to practise."))
    with kept:
        known = kept.lessons(loaded.spec)
        if not known:
            print(
                _(
                    "There is nothing to practise yet: coupe review {game} keeps the mistakes of a "
                    "game where only one move held."
                ).format(game=game)
            )
            return 0
        due = known if everything else kept.lessons(loaded.spec, due=True)
        if not due:
            print(
                plural(
                    "{count} position, and its day has not come: --all asks it all the same.",
                    "{count} positions, and their day has not come: --all asks them all the same.",
                    len(known),
                ).format(count=len(known))
            )
            return 0
        _ask_all(loaded, kept, due[:count])
    return 0


def _ask_all(game: "Game", kept: "Archive", lessons: "list[Lesson]") -> None:
    asked = right = 0
    for number, lesson in enumerate(lessons, 1):
        try:
            position = game.position(lesson.position)
            position.parse(lesson.best)
        except CoupeError:
            complain(
                _("A position is no longer one of {game}, and is left out: {text}.").format(
                    game=game.title, text=lesson.position[:80]
                )
            )
            continue
        print(_("{number} of {count}").format(number=number, count=len(lessons)))
        print(board_of(position))
        answer = kept.recall(position, depth=1)
        kind = _kind(lesson, answer)
        move = _move_asked(position, lesson, kind)
        if move is None:
            break
        asked += 1
        found = move == lesson.best
        right += found
        kept.answered(lesson.id, found)
        for line in _told(position, lesson, answer, found):
            print(line)
        print(flush=True)
    print(_("{right} right of {asked}.").format(right=right, asked=asked))


def _kind(lesson: "Lesson", answer: "Answer | None") -> str:
    """What is proved of a lesson's value, if the analysis that it comes from is still kept."""
    known = answer is not None and (answer.best, answer.value) == (lesson.best, lesson.value)
    return answer.kind if answer is not None and known else "estimate"


def _move_asked(position: "Position", lesson: "Lesson", kind: str) -> str | None:
    """The name of the move that is answered; None where the user leaves."""
    while True:
        print(_("Your move (h: a hint, q: leave): "), end="", flush=True)
        said = sys.stdin.readline()
        if not said:
            print()
            return None
        said = said.strip()
        if not sys.stdin.isatty():
            print(said)
        try:
            return position.name(position.parse(said))
        except CoupeError as error:
            if said.lower() in ("q", "quit", "exit"):
                return None
            if said.lower() in ("h", "hint", "?"):
                print(_hint(position, lesson, kind))
            elif said:
                print(error)


def _hint(position: "Position", lesson: "Lesson", kind: str) -> str:
    player = _(position.turn_name)
    unit = position.game.unit
    words = _("One move holds. With it: {best} With the next best: {second}")
    return words.format(
        best=sentence(verdict(lesson.value, kind, player, unit)),
        second=sentence(verdict(lesson.second or 0, kind, player, unit)),
    )


def _told(
    position: "Position", lesson: "Lesson", answer: "Answer | None", found: bool
) -> list[str]:
    """What is said of an answer."""
    best = move_name(lesson.best)
    lines = [_("Right: {move}.").format(move=best) if found else _("No: {move} was the move.").format(
        move=best
    )]  # fmt: skip
    if answer is not None and answer.best == lesson.best:
        line = moves(answer.line[:SHOWN_LINE]) + (" ..." if len(answer.line) > SHOWN_LINE else "")
        lines.append(_("The line: {line}").format(line=line))
    lines.append(
        verdict(lesson.value, _kind(lesson, answer), _(position.turn_name), position.game.unit)
    )
    lines.append(
        _("From {origin}: {move} was played.").format(
            origin=lesson.origin or "-", move=move_name(lesson.played)
        )
    )
    if lesson.asked:
        lines.append(
            _("Asked {asked} times before, {right} right.").format(
                asked=lesson.asked, right=lesson.right
            )
        )
    return lines
