"""`coupe completion`: what makes a shell complete coupe's words.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(command, ["zsh"]).stdout.splitlines()[0]
'#compdef coupe'
"""

import sys

import click
from click.shell_completion import get_completion_class

from coupe.cli.group import argument, coupe, verb
from coupe.language import _

FOR_EVER = {
    "bash": ("~/.bashrc", 'eval "$(coupe completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$(coupe completion zsh)"'),
    "fish": ("~/.config/fish/config.fish", "coupe completion fish | source"),
}
"""For each shell, the file it reads when it starts and the line to write there."""


@verb(
    "completion",
    help="""Print the script that completes verbs, options and games in your shell.

    SHELL is bash, zsh or fish. The script goes to the standard output; the line that loads it in every new shell, and the
    file to write it in, to the error stream.""",
    examples=('eval "$(coupe completion bash)"', "coupe completion fish | source"),
)
@argument("shell", metavar="SHELL", type=click.Choice(tuple(FOR_EVER)))
def command(shell: str) -> int:
    """Print a completion script."""
    kind = get_completion_class(shell)
    assert kind is not None
    print(kind(coupe, {}, "coupe", "_COUPE_COMPLETE").source())
    if sys.stderr.isatty():
        file, line = FOR_EVER[shell]
        print(
            _("# To have it in every new shell, write this line in {file}: {line}").format(
                file=file, line=line
            ),
            file=sys.stderr,
        )
    return 0
