"""The signature of the search: its nodes on fixed positions.

Any change of what is searched changes the total; a change that should only make it faster must not.

>>> sum(signature().values()) > 1000
True
"""

from coupe.engine import Plan, Search
from coupe.games.loading import load

POSITIONS = (
    ("tictactoe", "", 9),
    ("connect4", "", 10),
    ("connect4", "444333", 10),
    ("othello", "", 7),
    ("othello", "f5d6c3d3c4f4", 7),
)
"""A game, a position and a depth: each takes less than a second."""

ALGORITHMS = ("fail-hard", "fail-soft", "pvs", "mtdf")


def signature() -> dict[str, int]:
    """The nodes of each fixed search, by name; their sum is the signature.

    >>> from coupe import signature
    >>> list(signature())[0]
    'tictactoe start 9 fail-hard'
    """
    found = {}
    for spec, text, depth in POSITIONS:
        game = load(spec)
        search = Search(game, table_mb=16)
        for algorithm in ALGORITHMS:
            search.forget()
            plan = Plan(depth=depth, algorithm=algorithm)
            name = " ".join((spec, text or "start", str(depth), algorithm))
            found[name] = search.run(game.position(text), plan).nodes
        plain = Plan(depth=depth, algorithm="fail-hard", table=False, order="natural")
        name = " ".join((spec, text or "start", str(depth), "fail-hard natural"))
        found[name] = search.run(game.position(text), plain).nodes
    return found
