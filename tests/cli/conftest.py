"""How the tests call the command line."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from coupe.cli.group import coupe

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """`run("games", "--lang", "fr")` is `coupe games --lang fr`, in this process."""

    def command_line(*args: str, said: str | None = None) -> Result:
        return CliRunner().invoke(coupe, args, input=said)

    return command_line
