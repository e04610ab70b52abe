"""Draw the pictures of the README and of the guide anew: `python docs/pictures.py`."""

import asyncio
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from coupe import load
from coupe.blackboard import example, trace
from coupe.blackboard.pictures import svg
from coupe.cli.board.screen import BoardApp
from coupe.cli.sitting import Sitting
from coupe.language import choose

HERE = Path(__file__).parent
COMMAND = ["analyse", "othello", "f5d6c3d3c4f4", "--depth", "12", "--all-moves"]
COLUMNS = 80

# Rich's own format names a font of another site; a picture of ours loads nothing.
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

TERMINAL = f"""
import sys
from rich.console import Console
import coupe.cli.display as display
display.page = lambda: Console(highlight=False, force_terminal=True, width={COLUMNS})
from coupe.cli import main
main(sys.argv[1:])
"""

GAME = "f5d6c3d3c4f4c5b3c2"
SCREEN = (80, 24)
VALUED = 5.0
"""Seconds until White has moved; until every move has its value on the board."""

FIRST_CUT = 51
GUIDE = {"en": ("start", "cut", "end"), "fr": ("debut", "coupe", "fin")}


def printed() -> str:
    """What the command prints on a terminal with colours."""
    command = [sys.executable, "-c", TERMINAL, *COMMAND]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def terminal() -> str:
    """The command and what it prints, as a picture."""
    console = Console(record=True, width=COLUMNS, file=StringIO())
    console.print(Text.assemble(("$ ", "bold green"), f"coupe {' '.join(COMMAND)}"))
    console.print(Text.from_ansi(printed()))
    return at_home(console.export_svg(title="coupe", unique_id="coupe"))


def at_home(drawn: str) -> str:
    """A picture without what it would load from elsewhere."""
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.S)
    drawn = re.sub(r"Fira Code, monospace", FONT, drawn)
    return re.sub(r"<!--.*?-->\s*", "", drawn, flags=re.S)


async def board() -> str:
    """A game on the screen of `coupe play`, with the value of every move."""
    game = load("othello")
    sitting = Sitting(game.position(GAME), ("human", "level:5"))
    app = BoardApp(sitting, ascii_only=False)
    try:
        async with app.run_test(size=SCREEN) as pilot:
            await pilot.pause(VALUED)
            await pilot.press("a")
            await pilot.pause(VALUED)
            return at_home(app.export_screenshot(title="coupe play othello"))
    finally:
        app.leave()


def guide(language: str) -> None:
    """The slides' tree before the search, at the first cut, and at the end."""
    choose(language)
    run = trace(example("slides"), "alphabeta")
    for name, step in zip(GUIDE[language], (0, FIRST_CUT, None), strict=True):
        (HERE / "pictures" / f"{name}.svg").write_text(svg(run, step), "utf-8")


def main() -> None:
    (HERE / "analyse.svg").write_text(terminal(), "utf-8")
    (HERE / "pictures" / "play.svg").write_text(asyncio.run(board()), "utf-8")
    for language in GUIDE:
        guide(language)


if __name__ == "__main__":
    main()
