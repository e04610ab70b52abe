"""Two-player games in plain Python, taught, played and solved at native speed.

>>> import coupe
>>> answer = coupe.solve(coupe.load("tictactoe").start())
>>> answer.value, answer.kind, answer.unit
(0, 'exact', 'win')
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# At once, not when asked for: a later import of the module `coupe.game` would take the name.
from coupe.game import PASS, Game, game, parameter

__version__ = "0.1.0"

if TYPE_CHECKING:
    from coupe.analysis import (
        Analyst,
        Answer,
        Comparison,
        Count,
        MoveAnswer,
        Progress,
        analyse,
        compare,
        perft,
        signature,
        solve,
    )
    from coupe.bits import bitreverse, byteswap, highest, lowest, popcount, u64
    from coupe.blackboard import Node, Trace, example, examples, grow, read_tree, trace, tree_of
    from coupe.engine import ALGORITHMS, ORDERS, Finding, check
    from coupe.errors import (
        BadArchive,
        BadContent,
        BadFile,
        BadGame,
        BadOption,
        BadPosition,
        BadTree,
        CoupeError,
        Forfeit,
        GameOver,
        IllegalMove,
        UnknownGame,
        UnknownValue,
    )
    from coupe.games.loading import load, shipped
    from coupe.play import Match, TimeControl, player_of
    from coupe.position import Position
    from coupe.records import Ply, Record, Result

_ROOMS = {
    "coupe.analysis": "Analyst Answer Comparison Count MoveAnswer Progress "
    "analyse compare perft signature solve",
    "coupe.blackboard": "Node Trace example examples grow read_tree trace tree_of",
    "coupe.bits": "bitreverse byteswap highest lowest popcount u64",
    "coupe.engine": "ALGORITHMS ORDERS Finding check",
    "coupe.errors": "BadArchive BadContent BadFile BadGame BadOption BadPosition BadTree CoupeError "
    "Forfeit GameOver IllegalMove UnknownGame UnknownValue",
    "coupe.games.loading": "load shipped",
    "coupe.play": "Match TimeControl player_of",
    "coupe.position": "Position",
    "coupe.records": "Ply Record Result",
}
_ROOM_OF = {name: room for room, listed in _ROOMS.items() for name in listed.split()}

__all__ = [
    "ALGORITHMS",
    "ORDERS",
    "PASS",
    "Analyst",
    "Answer",
    "BadArchive",
    "BadContent",
    "BadFile",
    "BadGame",
    "BadOption",
    "BadPosition",
    "BadTree",
    "Comparison",
    "Count",
    "CoupeError",
    "Finding",
    "Forfeit",
    "Game",
    "GameOver",
    "IllegalMove",
    "Match",
    "MoveAnswer",
    "Node",
    "Ply",
    "Position",
    "Progress",
    "Record",
    "Result",
    "TimeControl",
    "Trace",
    "UnknownGame",
    "UnknownValue",
    "__version__",
    "analyse",
    "bitreverse",
    "byteswap",
    "check",
    "compare",
    "example",
    "examples",
    "game",
    "grow",
    "highest",
    "load",
    "lowest",
    "parameter",
    "perft",
    "player_of",
    "popcount",
    "read_tree",
    "shipped",
    "signature",
    "solve",
    "trace",
    "tree_of",
    "u64",
]


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'coupe' has no attribute {name!r}")
    value = getattr(import_module(_ROOM_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
