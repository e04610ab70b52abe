"""`coupe exercise`: set, check, print and mark exercises; try a student's own code.

>>> from click.testing import CliRunner
>>> said = CliRunner().invoke(command, ["new", "((3 5) (2 9))", "--kind", "cuts"]).output
>>> print(said.splitlines()[0])
Which nodes does alpha-beta leave out? Name the children that are cut.
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coupe.blackboard.exercises.exercise import KINDS
from coupe.blackboard.exercises.students import ALGORITHMS as CODED
from coupe.cli.choices import (
    FileName,
    Suggested,
    TreeName,
    Whole,
    json_option,
    position_argument,
)
from coupe.cli.display import grid, page, print_json
from coupe.cli.endings import FAILURE, complain
from coupe.cli.group import argument, option, verb, verb_with_verbs
from coupe.cli.stepping import rich_text
from coupe.cli.trees import speaks_ascii_only, subject
from coupe.errors import BadFile, BadOption
from coupe.language import _, plural, reason_of

if TYPE_CHECKING:
    from coupe.blackboard.exercises import Exercise, Mark

MOST_SEED = (1 << 63) - 1

seed_option = option(
    "--seed", metavar="N", type=Whole(0, MOST_SEED), default=0, show_default=True,
    help="Where chance begins: the same seed gives the same exercises.",
)  # fmt: skip
difficulty_option = option(
    "--difficulty", metavar="D", type=Whole(1, 5), default=2, show_default=True,
    help="From 1, small, to 5: deep, uneven, right to left, narrow windows, MTD(f).",
)  # fmt: skip
algorithm_option = option(
    "--algorithm",
    metavar="NAME",
    type=Suggested(
        "algorithm", ("minimax", "alphabeta", "fail-hard", "fail-soft", "negamax", "mtdf")
    ),
    help="What is asked about: minimax, alphabeta, fail-hard, fail-soft, negamax or mtdf.",
)
order_option = option(
    "--order", metavar="left|right", type=Suggested("order", ("left", "right")),
    help="Search children from the left or from the right.",
)  # fmt: skip
root_option = option(
    "--root",
    metavar="max|min",
    type=Suggested("root", ("max", "min")),
    help="Who moves at the root.",
)


@verb(
    "new",
    help="""Set an exercise, and ask it on a terminal.

    TREE is written as for coupe trace: a text like '((3 5) (2 9))', a file, the name of a tree that
    comes with coupe, or a game with a position. Without it, a random tree of the --seed and
    --difficulty. The kinds: values (minimax values), windows (window on entry, value on return),
    returns (the value on return), cuts, leaves (which, and how many), move. On a terminal each
    answer is checked at once; otherwise the exercise is printed, or written with --json and
    --out.""",
    examples=(
        "coupe exercise new --kind cuts --difficulty 3 --seed 7",
        "coupe exercise new slides --kind windows",
        "coupe exercise new tictactoe XX.OO.... --depth 2 --kind move",
        "coupe exercise new --kind returns --out exercise.json --solution answer.json",
    ),
)
@argument("tree", metavar="TREE|GAME", type=TreeName(games=True), required=False)
@position_argument
@option(
    "--kind", metavar="KIND", type=Suggested("kind", KINDS), default="values", show_default=True,
    help="values, windows, returns, cuts, leaves or move.",
)  # fmt: skip
@seed_option
@difficulty_option
@algorithm_option
@order_option
@root_option
@option(
    "--window", metavar="LOW HIGH", nargs=2, help="α and β at the root; inf and -inf are allowed."
)
@option("--depth", metavar="N", type=Whole(1, 20), help="Look so many plies ahead, of a position.")
@option("--first-guess", metavar="VALUE", help="Where MTD(f) begins.")
@option("--nodes", metavar="NAMES", help="Ask only about these nodes, like A,C,F; or only count.")
@option("--out", metavar="FILE.json", type=FileName(), help="Write the exercise into a file.")
@option(
    "--solution", metavar="FILE.json", type=FileName(), help="Write the right answer into a file."
)
@option("--ask", is_flag=True, help="Ask and check, even if this is no terminal.")
@json_option
def new(
    *,
    tree: str | None,
    position: tuple[str, ...],
    kind: str,
    seed: int,
    difficulty: int,
    algorithm: str | None,
    order: str | None,
    root: str | None,
    window: tuple[str, str] | None,
    depth: int | None,
    first_guess: str | None,
    nodes: str | None,
    out: str | None,
    solution: str | None,
    ask: bool,
    as_json: bool,
) -> int:
    """Set one exercise."""
    from coupe.blackboard import exercises

    made = exercises.make(
        kind,
        None if tree is None else subject(tree, position),
        seed=seed,
        difficulty=difficulty,
        algorithm=algorithm,
        order=order,
        root=root,
        window=window,
        depth=depth,
        first_guess=first_guess,
        asked=tuple(nodes.replace(",", " ").split()) if nodes else (),
    )
    if solution is not None:
        _write(solution, exercises.solution(made))
    if out is not None:
        _write(out, made.to_json())
    if as_json:
        print_json(made.to_json())
    if as_json or out is not None:
        return 0
    _show(made)
    if ask or (sys.stdin.isatty() and sys.stdout.isatty()):
        return _ask(made)
    return 0


def _write(path: str, data: Any) -> None:
    try:
        Path(path).write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise BadFile(
            _("{path} cannot be written: {reason}.").format(path=path[:80], reason=reason_of(error))
        ) from error


def _show(exercise: "Exercise") -> None:
    """The exercise, for a person."""
    from coupe.blackboard.exercises import conventions
    from coupe.blackboard.exercises.answers import window_of, window_text
    from coupe.blackboard.scene import Scene, Seen
    from coupe.blackboard.text_tree import text_tree

    console = page()
    console.print(exercise.question, style="bold", markup=False, soft_wrap=True)
    for rule in conventions(exercise):
        console.print(f"- {rule}", markup=False, soft_wrap=True)
    console.print()
    scene = Scene(
        exercise.run, -1, {node: Seen(node, exercise.is_max(node)) for node in exercise.nodes}
    )
    for line in text_tree(scene, console.width, speaks_ascii_only(False), most_lines=500):
        console.print(rich_text(line), soft_wrap=True)
    console.print()
    if exercise.moves:
        said = ", ".join(f"{name} = {move}" for name, move in exercise.moves.items())
        console.print(_("Moves: {moves}").format(moves=said), markup=False, soft_wrap=True)
    if exercise.kind == "returns":
        said = ", ".join(
            f"{label} {window_text(window_of(exercise, label))}" for label in exercise.asked
        )
        console.print(
            _("Windows on entry: {windows}").format(windows=said), markup=False, soft_wrap=True
        )
    elif exercise.kind in ("values", "windows"):
        said = ", ".join(exercise.asked)
        console.print(_("Asked: {nodes}").format(nodes=said), markup=False, soft_wrap=True)


def _ask(exercise: "Exercise") -> int:
    """Ask answer by answer; each is checked, and the search goes on with the right one."""
    from coupe.blackboard.exercises import solution as solution_of
    from coupe.blackboard.exercises.sheets import shown_solution

    right = solution_of(exercise)
    answer = json.loads(json.dumps(right))
    faults = 0
    console = page()
    for words, place in _questions(exercise):
        kept = _put(answer, place, None)
        try:
            found = _readable(exercise, answer, words, place)
        except EOFError:
            print()
            break
        faults += len(found.faults)
        for fault in found.faults:
            console.print(f"✗ {fault.sentence}", style="bold red", markup=False, soft_wrap=True)
        if found.right:
            console.print("✓", style="green")
        _put(answer, place, kept)
    else:
        if not faults:
            console.print(_("All right."), style="bold green")
            return 0
    words = plural("{n} error.", "{n} errors.", faults)
    console.print(words.format(n=faults), markup=False)
    for item, value in shown_solution(exercise) if faults else ():
        console.print(
            _("{item}: {value}").format(item=item, value=value), markup=False, soft_wrap=True
        )
    return FAILURE if faults else 0


def _readable(
    exercise: "Exercise", answer: dict[str, Any], words: str, place: tuple[str, ...]
) -> "Mark":
    """Ask until the answer can be read; what is wrong with one that cannot is said."""
    from coupe.blackboard.exercises import mark

    while True:
        _put(answer, place, input(f"{words} "))
        found = mark(exercise, answer)
        unread = [fault for fault in found.faults if fault.sort in ("unreadable", "unknown")]
        if not unread:
            return found
        for fault in unread:
            page().print(fault.sentence, style="yellow", markup=False, soft_wrap=True)


def _questions(exercise: "Exercise") -> list[tuple[str, tuple[str, ...]]]:
    """What to ask, and where its answer stands among all answers."""
    from coupe.blackboard.exercises.marking import order_of

    if exercise.kind == "windows":
        order = order_of(exercise)
        items = [(label, item) for label in exercise.asked for item in ("window", "value")]
        words = {"window": _("Window of {node}?"), "value": _("Value that {node} returns?")}
        return [
            (words[item].format(node=label), ("nodes", label, item))
            for label, item in sorted(items, key=lambda asked: order(*asked))
        ]
    if exercise.kind in ("values", "returns"):
        order = order_of(exercise)
        labels = sorted(exercise.asked, key=lambda label: order(label, "value"))
        return [(_("Value of {node}?").format(node=label), ("nodes", label)) for label in labels]
    if exercise.kind == "cuts":
        return [(_("Left out (names, or nothing)?"), ("cuts",))]
    if exercise.kind == "leaves":
        words = {"list": _("Leaves, in their order?"), "count": _("How many leaves?")}
        fields = {"list": "leaves", "count": "count"}
        return [(words[item], (fields[item],)) for item in exercise.asked]
    return [(_("Move?"), ("move",))]


def _put(answer: dict[str, Any], place: tuple[str, ...], given: Any) -> Any:
    """Put an answer in its place; what stood there before."""
    inside = answer
    for name in place[:-1]:
        inside = inside[name]
    before = inside[place[-1]]
    inside[place[-1]] = given
    return before


@verb(
    "check",
    help="""Check an answer to an exercise, node by node.

    Both are JSON files, as docs/exercises.md says. The first error is explained; what only follows
    from an error is no other one. Exit code 0: all right; 1: something is wrong.""",
    examples=("coupe exercise check exercise.json answer.json --json",),
)
@argument("exercise", metavar="EXERCISE.json", type=FileName())
@argument("answer", metavar="ANSWER.json", type=FileName())
@json_option
def check(*, exercise: str, answer: str, as_json: bool) -> int:
    """Check one answer."""
    from coupe.blackboard.exercises import mark, read_json
    from coupe.blackboard.exercises.answers import naming

    asked = _read(exercise)
    given = read_json(Path(answer))
    with naming(answer):
        found = mark(asked, given)
    if as_json:
        print_json(found.to_json())
    else:
        _report(found)
    return 0 if found.right else FAILURE


def _read(path: str) -> "Exercise":
    """The exercise of a file."""
    from coupe.blackboard.exercises import Exercise, read_json
    from coupe.blackboard.exercises.answers import naming

    data = read_json(Path(path))
    with naming(path):
        return Exercise.from_json(data)


def _report(found: "Mark") -> None:
    console = page()
    words = plural("{points} point of {of}.", "{points} points of {of}.", found.points)
    style = "bold green" if found.right else "bold"
    console.print(words.format(points=found.points, of=found.of), style=style, markup=False)
    if found.right:
        return
    console.print(found.first, markup=False, soft_wrap=True)
    others = found.faults[1:]
    if others:
        console.print()
        console.print(_("Also:"), markup=False)
    for fault in others:
        console.print(f"- {fault.sentence}", markup=False, soft_wrap=True)


@verb(
    "sheet",
    help="""Make a sheet of exercises, and its solutions beside it.

    The exercises are random, or those of EXERCISE.json files. The form is that of FILE's name: .html, .tex, .pdf, or .xml, questions with embedded answers that
    Moodle imports. The solutions of sheet.pdf are in sheet-solutions.pdf. The same seed gives the same
    sheet.""",
    examples=(
        "coupe exercise sheet --out sheet.pdf --kind cuts --count 6",
        "coupe exercise sheet --out sheet.html --kind values,cuts --difficulty 3",
        "coupe exercise sheet mine.json other.json --out quiz.xml --lang fr",
    ),
)
@argument("files", metavar="EXERCISE.json", nargs=-1, type=FileName())
@option("--out", metavar="FILE", type=FileName(), required=True, help="The file to write.")
@option(
    "--kind", metavar="KINDS", default=",".join(KINDS), show_default=True,
    help="One kind of exercise, or several in turn, with commas between.",
)  # fmt: skip
@option(
    "--count",
    metavar="N",
    type=Whole(1, 100),
    default=6,
    show_default=True,
    help="How many exercises.",
)
@seed_option
@difficulty_option
@order_option
@root_option
@option("--title", metavar="TEXT", default="", help="What stands at the top.")
@option("--no-solutions", is_flag=True, help="Do not write the solutions.")
def sheet(
    *,
    files: tuple[str, ...],
    out: str,
    kind: str,
    count: int,
    seed: int,
    difficulty: int,
    order: str | None,
    root: str | None,
    title: str,
    no_solutions: bool,
) -> int:
    """Make one sheet."""
    from coupe.blackboard.exercises import Sheet, save
    from coupe.blackboard.exercises.sheets import solutions_path

    kinds = kind.replace(",", " ").split()
    if not kinds:
        raise BadOption(_("Write a kind of exercise, like {known}.").format(known=", ".join(KINDS)))
    if files:
        made = Sheet(tuple(map(_read, files)), title[:200])
    else:
        made = Sheet.of(
            kinds,
            count,
            seed=seed,
            difficulty=difficulty,
            title=title[:200],
            order=order,
            root=root,
        )
    save(made, out)
    print(out, flush=True)
    if not no_solutions and Path(out).suffix.lower() != ".xml":
        beside = solutions_path(Path(out))
        save(made, beside, solved=True)
        print(beside, flush=True)
    return 0


@verb(
    "mark",
    help="""Mark the answers of a class.

    DIR holds exercise.json, and an answer of each student, NAME.json. A damaged file is told, and the
    others are marked. Exit code 1: a file was damaged.""",
    examples=("coupe exercise mark class --csv", "coupe exercise mark class --json"),
)
@argument("folder", metavar="DIR", type=FileName())
@option(
    "--csv", "as_csv", is_flag=True, help="Print a line a student: name, points, of, first error."
)
@json_option
def mark_class(*, folder: str, as_csv: bool, as_json: bool) -> int:
    """Mark a class."""
    from rich.text import Text

    from coupe.blackboard.exercises import csv_of, mark_folder

    if as_csv and as_json:
        raise BadOption(_("Write --csv or --json, not both."))
    results = mark_folder(folder)
    if as_json:
        print_json(
            {"schema": "coupe.class/1", "students": [result.to_json() for result in results]}
        )
    elif as_csv:
        print(csv_of(results), end="", flush=True)
    else:
        table = grid(_("name"), _("points"), _("of"), _("first error"), right=(1, 2))
        for result in results:
            points = "-" if result.points is None else str(result.points)
            table.add_row(Text(result.name), points, str(result.of), Text(result.remark))
        page().print(table)
    status = 0
    for result in results:
        if result.damaged:
            status = complain(
                _("{place}: {sentence}").format(place=result.file, sentence=result.problem)
            )
    if not results:
        status = complain(_("{path} holds no answer.").format(path=folder))
    return status


@verb(
    "code",
    help="""Try a student's own minimax or alpha-beta on random trees, the smallest first.

    FILE.py defines minimax(tree, maximising) or alphabeta(tree, alpha, beta, maximising). A tree is a
    list of trees, or a number: a leaf. MAX moves at the root. With evaluate(leaf) for the value of a
    leaf, the leaves that alpha-beta evaluates are compared too. The file runs in a process apart,
    with limits. Exit code 0: right on all trees; 1: it departs, and the first tree and leaf are
    named.""",
    examples=(
        "coupe exercise code my_search.py",
        "coupe exercise code my_search.py --algorithm minimax --seed 3",
    ),
)
@argument("file", metavar="FILE.py", type=FileName())
@option(
    "--algorithm", metavar="NAME", type=Suggested("algorithm", CODED), default="alphabeta",
    show_default=True, help="minimax or alphabeta.",
)  # fmt: skip
@seed_option
@option(
    "--trees",
    metavar="N",
    type=Whole(1, 2000),
    default=200,
    show_default=True,
    help="On so many trees.",
)
@json_option
def code(*, file: str, algorithm: str, seed: int, trees: int, as_json: bool) -> int:
    """Try one file."""
    from coupe.blackboard.exercises import examine
    from coupe.blackboard.text_tree import bare_tree
    from coupe.cli.watch import waiting

    with waiting(_("Trying random trees...")):
        found = examine(file, algorithm, seed=seed, trees=trees)
    if as_json:
        print_json(found.to_json())
        return 0 if found.right else FAILURE
    console = page()
    style = "bold green" if found.right else "bold red"
    console.print(found.sentence, style=style, markup=False, soft_wrap=True)
    for remark in found.remarks:
        console.print(remark, markup=False, soft_wrap=True)
    if found.tree is not None and found.tree.children:
        console.print()
        for line in bare_tree(found.tree, console.width, speaks_ascii_only(False)):
            console.print(rich_text(line), soft_wrap=True)
    return 0 if found.right else FAILURE


command = verb_with_verbs(
    "exercise",
    new,
    check,
    sheet,
    mark_class,
    code,
    help="""Set exercises about minimax and alpha-beta, check them, print them, mark a class.

    Answers are checked node by node, and the first error is explained.""",
    examples=(
        "coupe exercise new --kind cuts --difficulty 3",
        "coupe exercise check exercise.json answer.json",
        "coupe exercise sheet --out sheet.pdf",
        "coupe exercise mark class --csv",
        "coupe exercise code my_search.py",
    ),
)
