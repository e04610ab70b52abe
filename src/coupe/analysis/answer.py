"""An answer: a value that says what it is, with the moves that lead to it.

>>> from coupe import load, solve
>>> answer = solve(load("connect4").position("121212"))
>>> answer.value, answer.kind, answer.best, answer.line
(993, 'exact', '1', ('1',))
>>> answer.to_json()["schema"]
'coupe.analysis/1'
"""

from dataclasses import dataclass
from typing import Any

from coupe.engine import Found, Valued
from coupe.position import Position

SCHEMA = "coupe.analysis/1"
KINDS = ("exact", "lower", "upper", "estimate")


@dataclass(frozen=True)
class MoveAnswer:
    """What one legal move is worth, for the side that plays it.

    >>> from coupe import load, solve
    >>> answer = solve(load("tictactoe").position("XX.OO...."), all_moves=True)
    >>> answer.moves[-1].value, answer.moves[-1].kind
    (-1, 'exact')
    """

    move: str
    value: int
    kind: str
    line: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The fields as plain data."""
        return {
            "move": self.move,
            "value": self.value,
            "kind": self.kind,
            "line": list(self.line),
        }

    @classmethod
    def from_json(cls, data: Any) -> "MoveAnswer":
        """What `to_json` has written; ValueError where it has not.

        >>> MoveAnswer.from_json({"move": "3", "value": 1, "kind": "exact", "line": ["3"]}).line
        ('3',)
        """
        try:
            return cls(
                move=_text(data["move"]),
                value=int(data["value"]),
                kind=_kind(data["kind"]),
                line=tuple(_text(name) for name in data["line"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError("not the analysis of a move") from error


@dataclass(frozen=True)
class Answer:
    """What a search answers. Scores are those of the side to move.

    >>> from coupe import load, solve
    >>> answer = solve(load("connect4").position("121212"))
    >>> answer.turn, answer.value, answer.kind, answer.line
    ('Yellow', 993, 'exact', ('1',))

    `kind` is `exact` (proved), `lower` or `upper` (the value is proved to be at least, at most,
    this), or `estimate`. Playing `line` leads to the value. `seconds` is the wall time of the
    search alone, without compiling or loading; a node is any position entered, the first included.
    """

    game: str
    position: str
    turn: str
    algorithm: str
    value: int
    unit: str
    kind: str
    best: str | None
    line: tuple[str, ...]
    depth: int
    nodes: int
    seconds: float
    cpu_seconds: float
    moves: tuple[MoveAnswer, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data, in the schema that docs/answer.md documents."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "game": self.game,
            "position": self.position,
            "turn": self.turn,
            "algorithm": self.algorithm,
            "value": self.value,
            "unit": self.unit,
            "kind": self.kind,
            "best": self.best,
            "line": list(self.line),
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
        }
        if self.moves is not None:
            data["moves"] = [move.to_json() for move in self.moves]
        return data

    @classmethod
    def from_json(cls, data: Any) -> "Answer":
        """The answer that `to_json` has written; ValueError where it has not.

        >>> from coupe import load, solve
        >>> answer = solve(load("tictactoe").position("XX.OO...."), all_moves=True)
        >>> Answer.from_json(answer.to_json()) == answer
        True
        >>> Answer.from_json({"schema": "coupe.tree/1"})
        Traceback (most recent call last):
            ...
        ValueError: not an analysis
        """
        try:
            if data["schema"] != SCHEMA:
                raise ValueError("schema")
            moves = data.get("moves")
            return cls(
                game=_text(data["game"]),
                position=_text(data["position"]),
                turn=_text(data["turn"]),
                algorithm=_text(data["algorithm"]),
                value=int(data["value"]),
                unit=_text(data["unit"]),
                kind=_kind(data["kind"]),
                best=None if data["best"] is None else _text(data["best"]),
                line=tuple(_text(name) for name in data["line"]),
                depth=int(data["depth"]),
                nodes=int(data["nodes"]),
                seconds=float(data["seconds"]),
                cpu_seconds=float(data["cpu_seconds"]),
                moves=None if moves is None else tuple(MoveAnswer.from_json(one) for one in moves),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError("not an analysis") from error


@dataclass(frozen=True)
class Progress:
    """How far a running search has come: the last depth finished, and the work so far.

    >>> from coupe import analyse, load
    >>> seen = []
    >>> answer = analyse(load("othello").start(), depth=3, watch=seen.append)
    >>> seen[-1].depth, seen[-1].value == answer.value
    (3, True)
    """

    depth: int
    value: int
    line: tuple[str, ...]
    nodes: int
    seconds: float


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError("text")
    return data


def _kind(data: Any) -> str:
    if data not in KINDS:
        raise ValueError("kind")
    return _text(data)


def kind_of(found: Valued) -> str:
    """What is proved of a value: the name of its kind."""
    if found.lower and found.upper:
        return "exact"
    return "lower" if found.lower else "upper" if found.upper else "estimate"


def answer(position: Position, algorithm: str, found: Found) -> Answer:
    """The answer that a finished search gives."""
    line = tuple(position.names(found.line))
    moves = None
    if found.moves is not None:
        ranked = sorted(found.moves.items(), key=lambda pair: -pair[1].value)
        moves = tuple(
            MoveAnswer(
                position.name(move),
                valued.value,
                kind_of(valued),
                tuple(position.names(valued.line)),
            )
            for move, valued in ranked
        )
    return Answer(
        game=position.game.spec,
        position=position.text,
        turn=position.turn_name,
        algorithm=found.algorithm or algorithm,
        value=found.value,
        unit=position.game.unit,
        kind=kind_of(found),
        best=line[0] if line else position.name(position.legal_moves[0]),
        line=line,
        depth=found.depth,
        nodes=found.nodes,
        seconds=found.seconds,
        cpu_seconds=found.cpu_seconds,
        moves=moves,
    )


def progress(position: Position, found: Found) -> Progress:
    """What a watcher is shown of a running search."""
    return Progress(
        found.depth, found.value, tuple(position.names(found.line)), found.nodes, found.seconds
    )
