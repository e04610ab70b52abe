"""The game that the README shows, as a reader would try it; its sessions are run as doctests."""

import re
from pathlib import Path

import pytest

from coupe import Game, check, load, solve
from coupe.cli.display import board_of

README = Path(__file__).parents[1] / "README.md"
MOST_LINES = 40


@pytest.fixture
def kayles(tmp_path: Path) -> Game:
    shown = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.S)
    assert len(shown) == 1
    file = tmp_path / "kayles.py"
    file.write_text(shown[0])
    assert len([line for line in shown[0].splitlines() if line.strip()]) <= 30
    return load(file)


def test_it_has_no_fault(kayles: Game) -> None:
    assert check(kayles) == []


def test_it_is_worth_what_is_said(kayles: Game) -> None:
    """The first player takes the middle, and then mirrors (R. K. Guy, C. A. B. Smith, 1956)."""
    answer = solve(kayles.start())
    assert (answer.value, answer.kind) == (1, "exact")
    assert board_of(kayles.start()).startswith("| | | | | | | | | | | |\n")


def test_its_pictures_and_links_are_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README.read_text("utf-8"))
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []
