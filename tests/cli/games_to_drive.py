"""Games that a driven terminal plays, found by playing at random, and what the screen says then."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def split(text: str) -> list[str]:
    """The moves of a text."""
    return text.split()


BOTH_PASS = split(
    "e6 f4 f3 d6 c6 e3 d3 c4 f5 f7 c5 g4 b3 c2 e2 b4 e7 d1 b1 d7 g6 h5 g8 b5 c7 f6 f2 e8 a4 "
    "b8 a6 a3 f1 g5 h4 e1 c8 b6 a8 g3 d8 c3 h3 c1 b7 h2 h7 g7 b2 a2 a1 g1 h8 a5 d2 a7 f8 g2 "
    "h1 h6"
)
"""Othello: White passes after f8, Black after h1."""

WITH_EMPTIES = split("e6 f4 e3 f6 g5 d6 e7 f5 c5")
"""Othello: Black has taken every disc, and 51 squares are empty."""


def kayles(folder: Path) -> Path:
    """The README's own game, in a file."""
    text = (ROOT / "README.md").read_text("utf-8")
    file = folder / "kayles.py"
    file.write_text(text.partition("```python\n")[2].partition("```")[0], "utf-8")
    return file


def games(folder: Path) -> dict[str, tuple[str, list[str], str]]:
    """By a name: the game, its moves without passes, and its end in words."""
    nim = str(ROOT / "examples" / "nim.py")
    return {
        "othello with passes": ("othello", BOTH_PASS, "White wins by 2 discs."),
        "othello with empties": ("othello", WITH_EMPTIES, "Black wins by 64 discs."),
        "connect4": ("connect4", split("7 2 4 4 6 3 5"), "Yellow wins (+993 points)."),
        "tictactoe": ("tictactoe", split("8 5 7 2 9"), "X wins."),
        "kayles": (
            str(kayles(folder)),
            split("6-7 4-5 1-2 10 8-9 11-12 3"),
            "First wins.",
        ),
        "nim": (nim, split("3 2 2 3 3 3 3 2"), "Second wins."),
    }


NAMES = (
    "othello with passes", "othello with empties", "connect4", "tictactoe", "kayles", "nim",
)  # fmt: skip
