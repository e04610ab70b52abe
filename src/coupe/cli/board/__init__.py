"""`coupe play` on a whole screen, with textual.

>>> from coupe.cli.board.squares import Squares
>>> from coupe import load
>>> Squares.of(load("othello:6x6").start()).rows
6
"""

from coupe.cli.sitting import Sitting
from coupe.cli.written import say_how_to_resume


def play_on_screen(sitting: Sitting, ascii_only: bool) -> None:
    """Play until whoever plays has had enough."""
    from coupe.cli.board.screen import BoardApp

    with sitting.waiting_for():
        app = BoardApp(sitting, ascii_only)
    try:
        app.run()
    finally:
        app.leave()
        say_how_to_resume(app.session.match)
    if app.failure is not None:
        raise app.failure
