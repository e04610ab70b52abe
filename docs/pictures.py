"""Draw the README's picture anew, from what coupe prints: `python docs/pictures.py`."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

COMMAND = ["analyse", "othello", "f5d6c3d3c4f4", "--depth", "12", "--all-moves"]
FILE = Path(__file__).parent / "analyse.svg"
COLUMNS = 80

# Rich's own format names a font of another site; a picture of ours loads nothing.
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def printed() -> str:
    """What the command prints on a terminal with colours."""
    command = [sys.executable, "-c", TERMINAL, *COMMAND]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


TERMINAL = f"""
import sys
from rich.console import Console
import coupe.cli.display as display
display.page = lambda: Console(highlight=False, force_terminal=True, width={COLUMNS})
from coupe.cli import main
main(sys.argv[1:])
"""


def main() -> None:
    console = Console(record=True, width=COLUMNS, file=StringIO())
    console.print(Text.assemble(("$ ", "bold green"), f"coupe {' '.join(COMMAND)}"))
    console.print(Text.from_ansi(printed()))
    svg = console.export_svg(title="coupe", unique_id="coupe")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)
    svg = re.sub(r"Fira Code, monospace", FONT, svg)
    FILE.write_text(re.sub(r"<!--.*?-->\s*", "", svg, flags=re.S), "utf-8")


if __name__ == "__main__":
    main()
