"""`coupe check`: is a game of your own all right?

>>> from click.testing import CliRunner
>>> CliRunner().invoke(command, ["--help"]).exit_code
0
"""

from coupe.cli.choices import FileName, seed_of
from coupe.cli.display import page
from coupe.cli.endings import FAILURE
from coupe.cli.group import argument, verb
from coupe.cli.watch import waiting
from coupe.language import _


@verb(
    "check",
    help="""Look for faults in the rules of a game of yours.

    Random games are played twice, by Python and by the compiled rules, in a process apart, and
    compared move for move. What is wrong is said with its place and what to write instead.
    Exit code 0: no error, at most warnings; 1: an error.""",
    examples=("coupe check my_game.py", "coupe check my_game.py:6x5"),
)
@argument("file", metavar="FILE.py", type=FileName())
@seed_of(help="The seed of the random games.")
def command(file: str, seed: int) -> int:
    """Check one file."""
    from rich.text import Text

    from coupe import check

    with waiting(_("Playing random games...")):
        findings = check(file, seed=seed)
    console = page()
    for finding in findings:
        word, style = (_("error:"), "bold red") if finding.error else (_("warning:"), "bold yellow")
        console.print(Text.assemble((word, style), " ", finding.sentence), soft_wrap=True)
    if not findings:
        console.print(
            Text(_("{path}: no fault found.").format(path=file), style="green"), soft_wrap=True
        )
    return FAILURE if any(finding.error for finding in findings) else 0
