"""Random games in plain Python, and what the rules answer in some of their positions.

>>> import tempfile
>>> from pathlib import Path
>>> from coupe import load
>>> from coupe.engine.desk import Desk
>>> folder = tempfile.TemporaryDirectory()
>>> played = rehearse(Watched(load("tictactoe"), Desk(Path(folder.name))), games=5, seed=0)
>>> len(played.lines), played.answers[0].moves
(5, [0, 1, 2, 3, 4, 5, 6, 7, 8])
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from coupe.engine.watched import Fault, Watched, shown
from coupe.game import PASS, Game
from coupe.language import _, number

MOST_PLIES = 10_000
MOST_ANSWERS = 400
SECONDS = 4.0
FEWEST_GAMES = 10
MOST_SECONDS = 15.0
"""No games go on for longer, however few they are."""

THOROUGH_GAMES = 2
THOROUGH_PLIES = 300
ONE_IN = 6
"""After the first games, one position in so many is looked at thoroughly."""


@dataclass(frozen=True)
class Answers:
    """What all the rules answer in one position."""

    state: Any
    turn: int
    over: bool
    score: int
    at_most: int | None = None
    moves: list[int] = field(default_factory=list)
    children: list[Any] = field(default_factory=list)
    again: list[bool] = field(default_factory=list)
    irreversible: list[bool] = field(default_factory=list)
    images: list[Any] = field(default_factory=list)
    mapped: list[list[int]] = field(default_factory=list)

    @property
    def played(self) -> list[int]:
        """The moves that can be played: the pass where there is no other."""
        return self.moves or ([] if self.over else [PASS])

    def questions(self, game: Game) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """The compiled functions of the game, with the arguments that this position gives them."""
        state = self.state
        yield "over", (state,)
        if self.over:
            yield "result", (state,)
            return
        for name in ("evaluate", "moves", "at_most"):
            if getattr(game, name) is not None:
                yield name, (state,)
        for name in ("play", "again", "irreversible"):
            if getattr(game, name) is not None:
                for move in self.played:
                    yield name, (state, move)
        for k in range(game.symmetries if game.symmetry is not None else 0):
            yield "symmetry", (state, k)
            for move in self.moves:
                yield "symmetric_move", (move, k)


@dataclass
class Played:
    """What the random games have shown."""

    answers: list[Answers] = field(default_factory=list)
    lines: list[list[int]] = field(default_factory=list)
    last_movers_scores: list[int] = field(default_factory=list)
    """For each game that the rules ended, the score of the player who moved last."""
    bounds: set[int] = field(default_factory=set)
    """What `at_most` has returned."""
    in_time: bool = True
    """Whether the fewest games that say something were played within the time there is."""


def rehearse(rules: Watched, games: int, seed: int) -> Played:
    """Play games at random; Fault where a rule answers what it should not."""
    played = Played()
    random = Random(seed)
    begin = time.monotonic()
    for count in range(games):
        if count >= FEWEST_GAMES and time.monotonic() > begin + SECONDS:
            break
        thorough = Random(random.random()) if count >= THOROUGH_GAMES else None
        if not _Game(rules, played, random, thorough).play(until=begin + MOST_SECONDS):
            played.in_time = False
            break
    return played


class _Game:
    """One game under way."""

    def __init__(
        self, rules: Watched, played: Played, random: Random, thorough: Random | None
    ) -> None:
        self.rules = rules
        self.game: Game = rules.game
        self.played = played
        self.random = random
        self.thorough = thorough
        self.state = rules.initial()
        self.turn = 0
        self.mover = 1
        self.line: list[int] = []
        self.bounds: list[tuple[Any, int, int]] = []
        self.seen: set[Any] = set()

    def play(self, until: float) -> bool:
        """Play it to its end, or until that time; whether its end was reached."""
        ended = False
        while time.monotonic() < until:
            ended = self._ended()
            if ended:
                break
            moves = self._moves()
            if len(self.line) == MOST_PLIES:
                self._too_long()
            self._step(self.random.choice(moves))
        self.played.lines.append(self.line)
        return ended

    def _ended(self) -> bool:
        here = (self.state, self.turn)
        repeated = here in self.seen
        self.seen.add(here)
        self.rules.looks_at(self.state, self.turn)
        if self.rules.ask("over", self.state):
            if not self.line:
                self._over_already()
            answers = examined(self.rules, self.state, self.turn)
            self._keep(answers)
            sign = 1 if self.mover == self.turn else -1
            self.played.last_movers_scores.append(sign * answers.score)
            self._look_back(answers.score)
            return True
        if self.game.at_most is not None:
            bound = int(self.rules.ask("at_most", self.state))
            self.bounds.append((self.state, self.turn, bound))
            self.played.bounds.add(bound)
        if repeated and self.game.irreversible is not None:
            self._look_back(0)
            return True
        return False

    def _moves(self) -> list[int]:
        if self._is_looked_at():
            answers = examined(self.rules, self.state, self.turn)
            self._keep(answers)
            return answers.played
        moves = self.rules.moves(self.state)
        if not moves and not self.game.passes:
            raise Fault(no_move(self.rules))
        return moves or [PASS]

    def _is_looked_at(self) -> bool:
        if len(self.line) > THOROUGH_PLIES or len(self.played.answers) >= MOST_ANSWERS:
            return False
        return self.thorough is None or self.thorough.randrange(ONE_IN) == 0

    def _keep(self, answers: Answers) -> None:
        if len(self.played.answers) < 2 * MOST_ANSWERS:
            self.played.answers.append(answers)

    def _step(self, move: int) -> None:
        rules, state = self.rules, self.state
        if self.game.irreversible is not None and rules.ask("irreversible", state, move):
            self.seen.clear()
        self.mover = self.turn
        if self.game.again is None or not rules.ask("again", state, move):
            self.turn = 1 - self.turn
        self.state = rules.ask("play", state, move)
        self.line.append(move)

    def _look_back(self, score: int) -> None:
        """Whether the final score was within every bound given on the way."""
        for state, turn, bound in self.bounds:
            reached = score if turn == self.turn else -score
            if reached > bound:
                self.rules.here = (state, turn)
                raise Fault(
                    _(
                        "{where} returns {bound}{at}, and a game from there has ended with "
                        "{reached} for the side to move: return the most that can be reached."
                    ).format(
                        where=self.rules.where("at_most"),
                        bound=bound,
                        at=self.rules.at(),
                        reached=reached,
                    )
                )

    def _over_already(self) -> None:
        raise Fault(
            _(
                "{over} says that the game is over in the state that {initial} returns, before any "
                "move: begin with a state from which there is a game to play."
            ).format(over=self.rules.where("over"), initial=self.rules.where("initial"))
        )

    def _too_long(self) -> None:
        raise Fault(
            _(
                "{over} has not ended a random game of {plies} plies: end the game there, or "
                "write irreversible(s, m), so that a repeated position is a draw."
            ).format(over=self.rules.where("over"), plies=number(MOST_PLIES))
        )


def no_move(rules: Watched) -> str:
    """The sentence for a position without a move that is not the end of the game."""
    return _(
        "{moves} lists no move{at}, and {over} says that the game is not over: end the game "
        "there, or write @game(passes=True)."
    ).format(moves=rules.where("moves"), at=rules.at(), over=rules.where("over"))


def examined(rules: Watched, state: Any, turn: int) -> Answers:
    """What all the rules answer in a position, each asked twice."""
    game = rules.game
    rules.looks_at(state, turn)
    if rules.ask("over", state, twice=True):
        return Answers(state, turn, True, rules.score("result", state, twice=True))
    moves = rules.moves(state, twice=True)
    if not moves and not game.passes:
        raise Fault(no_move(rules))
    answers = Answers(
        state,
        turn,
        False,
        rules.score("evaluate", state, twice=True),
        None if game.at_most is None else rules.ask("at_most", state, twice=True),
        moves,
    )
    for move in answers.played:
        rules.desk.moves_on()
        answers.children.append(rules.ask("play", state, move, twice=True))
        if game.again is not None:
            answers.again.append(bool(rules.ask("again", state, move, twice=True)))
        if game.irreversible is not None:
            answers.irreversible.append(bool(rules.ask("irreversible", state, move, twice=True)))
    if game.symmetry is not None:
        _mirror(rules, answers)
    return answers


def _mirror(rules: Watched, answers: Answers) -> None:
    """Add the images of the position, and see that the rules treat them alike."""
    state, moves = answers.state, answers.moves
    for k in range(rules.game.symmetries):
        rules.desk.moves_on()
        image = rules.ask("symmetry", state, k)
        mapped = [rules.ask("symmetric_move", move, k) for move in moves]
        answers.images.append(image)
        answers.mapped.append(mapped)
        if k == 0:
            _is_identity(rules, answers)
            continue
        if rules.ask("over", image):
            _differs(rules, "over", k, False, True)
        scores = [("evaluate", answers.score)]
        if answers.at_most is not None:
            scores.append(("at_most", answers.at_most))
        for name, score in scores:
            found = rules.ask(name, image)
            if found != score:
                _differs(rules, name, k, score, found)
        there = rules.moves(image)
        if sorted(there) != sorted(mapped):
            raise Fault(
                _(
                    "{where} do not match: for k={k}{at}, the mirrored state has the moves "
                    "{there}, and the mirrored moves are {mapped}."
                ).format(
                    where=_both(rules),
                    k=k,
                    at=rules.at(),
                    there=_listed(there),
                    mapped=_listed(mapped),
                )
            )
        _mirror_moves(rules, answers, k, mapped or [PASS])


def _is_identity(rules: Watched, answers: Answers) -> None:
    """Number 0 changes nothing."""
    for state, image in (
        (answers.state, answers.images[0]),
        *((child, rules.ask("symmetry", child, 0)) for child in answers.children),
    ):
        if image != state:
            raise Fault(
                _(
                    "{where} makes {image} of {state} with k=0: number 0 is the identity, "
                    "so return s for it."
                ).format(where=rules.where("symmetry"), image=shown(image), state=shown(state))
            )
    for move, twin in zip(answers.moves, answers.mapped[0], strict=True):
        if move != twin:
            raise Fault(
                _(
                    "{where} makes {twin} of the move {move} with k=0: number 0 is the identity, "
                    "so return m for it."
                ).format(where=rules.where("symmetric_move"), twin=twin, move=move)
            )


def _mirror_moves(rules: Watched, answers: Answers, k: int, mapped: Sequence[int]) -> None:
    image = answers.images[k]
    for place, (move, twin) in enumerate(zip(answers.played, mapped, strict=True)):
        played_then_mirrored = rules.ask("symmetry", answers.children[place], k)
        mirrored_then_played = rules.ask("play", image, twin)
        if played_then_mirrored != mirrored_then_played:
            raise Fault(
                _(
                    "{where} do not match: for k={k}{at}, playing and then mirroring gives {one}, "
                    "and mirroring and then playing {twin} gives {other}."
                ).format(
                    where=_both(rules),
                    k=k,
                    at=rules.at(move),
                    one=shown(played_then_mirrored),
                    twin=twin,
                    other=shown(mirrored_then_played),
                )
            )
        for name, known in (("again", answers.again), ("irreversible", answers.irreversible)):
            if known and rules.ask(name, image, twin) != known[place]:
                _differs(rules, name, k, known[place], not known[place])


def _both(rules: Watched) -> str:
    return _("{one} and {other}").format(
        one=rules.where("symmetry"), other=rules.where("symmetric_move")
    )


def _listed(moves: Sequence[int]) -> str:
    return " ".join(str(move) for move in sorted(moves)[:20]) or _("none")


def _differs(rules: Watched, name: str, k: int, here: Any, there: Any) -> None:
    raise Fault(
        _(
            "{where} gives {here}{at}, and {there} for the state that symmetry makes of it with "
            "k={k}: what is symmetric has the same value."
        ).format(where=rules.where(name), here=here, at=rules.at(), there=there, k=k)
    )
