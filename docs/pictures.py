"""Draw the pictures of the README and of the guide anew: `python docs/pictures.py`."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from coupe.blackboard import example, trace
from coupe.blackboard.pictures import svg
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
    drawn = console.export_svg(title="coupe", unique_id="coupe")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.S)
    drawn = re.sub(r"Fira Code, monospace", FONT, drawn)
    return re.sub(r"<!--.*?-->\s*", "", drawn, flags=re.S)


def guide(language: str) -> None:
    """The slides' tree before the search, at the first cut, and at the end."""
    choose(language)
    run = trace(example("slides"), "alphabeta")
    for name, step in zip(GUIDE[language], (0, FIRST_CUT, None), strict=True):
        (HERE / "pictures" / f"{name}.svg").write_text(svg(run, step), "utf-8")


def main() -> None:
    (HERE / "analyse.svg").write_text(terminal(), "utf-8")
    for language in GUIDE:
        guide(language)


if __name__ == "__main__":
    main()
