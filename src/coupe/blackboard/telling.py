"""What a step does and why, in one sentence; the table of calls; a step as plain data.

>>> from coupe.blackboard import trace
>>> run = trace("((10 12) (9 ?))", "alphabeta")
>>> cut = next(step for step in walk(run) if step.is_cut)
>>> cut.sentence
'α = 10 ≥ β = 9: the next siblings of F can no longer change the value of C.'
>>> cut.rows[-1]
Row(n='C', h='', f='G', p='1', alpha='10', beta='9', max_player='no')
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from coupe.blackboard.steps import Frame, Statement, Step
from coupe.blackboard.tree import Node, plain, pretty
from coupe.language import _, plural

if TYPE_CHECKING:
    from coupe.blackboard.tracing import Trace

COLUMNS = ("n", "h(n)", "f", "p", "α", "β", "MaxJ.")
"""The columns of the slides' table of calls."""


class Row(NamedTuple):
    """One call under way, as the table of calls shows it."""

    n: str
    h: str
    f: str
    p: str
    alpha: str
    beta: str
    max_player: str


@dataclass(frozen=True)
class Told:
    """A step with the stack of calls after it."""

    run: "Trace"
    step: Step
    stack: list[Frame]

    @property
    def word(self) -> str:
        """What kind of step it is."""
        return self.step.statement.word

    @cached_property
    def is_cut(self) -> bool:
        """Whether this step leaves children out."""
        if self.step.truth is None or not self._exit:
            return False
        return self.run.visits.left[self.stack[-1]["visit"]] > 0

    @property
    def _exit(self) -> bool:
        """Whether it is the test after which the node is left."""
        if self.word == "cut?":
            return bool(self.step.truth)
        return self.word == "loop" and not self.step.truth

    @property
    def rows(self) -> list[Row]:
        """The table of calls."""
        return [row_of(self.run, frame) for frame in self.stack if "p" in frame]

    @property
    def sentence(self) -> str:
        """What the step does, and why."""
        return _Teller(self).sentence()


def walk(run: "Trace") -> Iterator[Told]:
    """The steps one after the other.

    The stack is the same list all along: copy what you keep.
    """
    stack: list[Frame] = []
    for index in range(len(run.steps)):
        if index == 0:
            stack = run.steps.stack(index)
        else:
            run.steps.forward(stack, index)
        yield Told(run, run.steps[index], stack)


def told(run: "Trace", index: int) -> Told:
    """One step, told."""
    return Told(run, run.steps[index % len(run.steps)], run.steps.stack(index % len(run.steps)))


def row_of(run: "Trace", frame: Frame) -> Row:
    """A call as a row of the table; where nothing is known yet, nothing stands."""
    child = frame.get("f")
    return Row(
        n=frame["n"].name,
        h=pretty(frame["h"]) if frame.get("h") is not None else "",
        f=child.name if child is not None else "",
        p=str(frame["p"]),
        alpha=pretty(frame["α"]) if "α" in frame else "",
        beta=pretty(frame["β"]) if "β" in frame else "",
        max_player=_("yes") if run.maximises(frame["n"]) else _("no"),
    )


def conclusion(run: "Trace") -> str:
    """The last word on a run: its answer, and the work.

    >>> from coupe.blackboard import trace
    >>> conclusion(trace("((3 5) (2 9))", "alphabeta"))
    'A is worth 3 to MAX: play A → B. 6 nodes, 3 leaves, 1 cut; 1 leaf of 4 avoided.'
    """
    words = {
        "exact": _("{node} is worth {value} to MAX"),
        "lower": _("{node} is worth {value} or more to MAX"),
        "upper": _("{node} is worth {value} or less to MAX"),
    }[run.kind]
    worth = words.format(node=run.tree.name, value=pretty(run.value))
    if run.line:
        move = run.line[0]
        name = move.edge if isinstance(move.edge, str) else f"{run.tree.name} → {move.name}"
        worth = _("{worth}: play {move}").format(worth=worth, move=name)
    return f"{worth}. {totals(run)}"


def totals(run: "Trace") -> str:
    """The work of a run, counted."""
    leaves, cuts = len(run.leaves), len(run.cuts)
    found = ", ".join(
        (
            plural("{n} node", "{n} nodes", run.nodes).format(n=run.nodes),
            plural("{n} leaf", "{n} leaves", leaves).format(n=leaves),
            plural("{n} cut", "{n} cuts", cuts).format(n=cuts),
        )
    )
    if run.leaves_in_tree is not None and not run.passes:
        spared = run.leaves_in_tree - leaves
        words = plural("{n} leaf of {all} avoided", "{n} leaves of {all} avoided", spared)
        found = _("{work}; {spared}").format(
            work=found, spared=words.format(n=spared, all=run.leaves_in_tree)
        )
    return found + "."


def plain_of(value: Any) -> Any:
    """A variable of a call as plain data."""
    if isinstance(value, Node):
        return value.name
    if isinstance(value, list):
        return [node.name for node in value]
    if isinstance(value, tuple):
        return [plain_of(part) for part in value]
    return value if value is None or isinstance(value, bool | str) else plain(value)


def step_to_json(run: "Trace", index: int) -> dict[str, Any]:
    """A step as plain data: what was executed, and what it changed, old and new."""
    step = run.steps[index]
    statement: Statement = step.statement
    data: dict[str, Any] = {
        "do": statement.word,
        "function": statement.function,
        "line": statement.line,
        "node": step.node.name,
    }
    if step.truth is not None:
        data["truth"] = step.truth
    for change in step.changes:
        if change[0] == "set":
            data.setdefault("set", {})[change[1]] = [plain_of(change[2]), plain_of(change[3])]
        else:
            frame = {name: plain_of(value) for name, value in change[1].items() if name != "visit"}
            data[change[0]] = frame
    return data


class _Teller:
    """Finds the words for one step."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.run = told.run
        self.step = told.step
        self.frame: Frame = told.stack[-1]
        self.node: Node = self.step.node

    def sentence(self) -> str:
        name = "_" + self.told.word.rstrip("?").replace(" ", "_")
        if self.told.word in ("known?", "again?", "cut?"):
            name += "_test"
        elif self.told.word == "window":
            name += "_moves"
        found: str = getattr(self, name)()
        return found

    def _window(self, frame: Frame) -> str:
        return f"({pretty(frame['α'])}, {pretty(frame['β'])})"

    def _new(self, name: str) -> Any:
        for change in self.step.changes:
            if change[0] == "set" and change[1] == name:
                return change[3]
        return None

    def _old(self, name: str) -> Any:
        for change in self.step.changes:
            if change[0] == "set" and change[1] == name:
                return change[2]
        return None

    def _child(self) -> str:
        child = self.frame.get("f")
        return child.name if child is not None else ""

    def _last_visit(self) -> int:
        """The visit of the child that was tried last."""
        visits = self.run.visits
        left = [
            visit
            for visit in self.run.followed_by[self.frame["visit"]]
            if 0 <= visits.exit[visit] <= self.step.index
        ]
        return left[-1]

    def _last_child(self) -> str:
        """The child that was tried last."""
        return self.run.visits.node[self._last_visit()].name

    def _side(self) -> str:
        if self.run.maximises(self.node):
            return _("MAX moves at {node}.").format(node=self.node.name)
        return _("MIN moves at {node}.").format(node=self.node.name)

    def _test(self) -> str:
        if not self.step.truth:
            return _("{node} has children, and p = {p} is not 0: the search goes on below.").format(
                node=self.node.name, p=self.frame["p"]
            )
        if not self.node.children:
            return _("{node} has no children: its value is taken.").format(node=self.node.name)
        return _("p = 0: {node} is not searched any deeper.").format(node=self.node.name)

    def _leaf(self) -> str:
        if self.run.signed and not self.run.maximises(self.node):
            return _("MIN moves at {node}: it returns −h({node}) = {value}.").format(
                node=self.node.name, value=pretty(self.frame["returned"])
            )
        return _("{node} returns h({node}) = {value}.").format(
            node=self.node.name, value=pretty(self.frame["h"])
        )

    def _start(self) -> str:
        best = self.frame.get("best")
        if best is None:
            return _("Nothing is known of {node} yet.").format(node=self.node.name)
        return _("Nothing is known of {node} yet: best = {value}.").format(
            node=self.node.name, value=pretty(best)
        )

    def _first(self) -> str:
        return _("{child} is the first child of {node}.").format(
            child=self._child(), node=self.node.name
        )

    def _next(self) -> str:
        if self.frame.get("f") is None:
            return _("{node} has no child left.").format(node=self.node.name)
        return _("{child} is the next child of {node}.").format(
            child=self._child(), node=self.node.name
        )

    def _loop(self) -> str:
        if self.step.truth:
            return _("{child} is still to be searched.").format(child=self._child())
        if self.frame.get("f") is None:
            return _("All children of {node} have been searched.").format(node=self.node.name)
        return self._reason()

    def _cut_test(self) -> str:
        if self.step.truth:
            if self.told.is_cut:
                return self._reason()
            return _(
                "{node} is left: its value is outside the window, and no child is left out."
            ).format(node=self.node.name)
        frame = self.frame
        value = frame["best"] if "best" in frame else frame["value"]
        if self.run.signed or self.run.maximises(self.node):
            sign, name = "≤" if self.run.strict else "<", "β"
        else:
            sign, name = "≥" if self.run.strict else ">", "α"
        return _("No cut: {value} {sign} {name} = {bound}.").format(
            value=pretty(value), sign=sign, name=name, bound=pretty(frame[name])
        )

    def _reason(self) -> str:
        """Why no other child of the node counts."""
        visit = self.frame["visit"]
        cut = self.run.cut_at[visit]
        alpha, beta = cut.alpha, cut.beta
        words = _(
            "α = {alpha} {sign} β = {beta}: the next siblings of {child} can no longer change the value of {node}."
        )
        if self.run.signed and not self.run.maximises(self.node):
            alpha, beta = -beta, -alpha
            words = _(
                "For MIN, α = {alpha} {sign} β = {beta}: the next siblings of {child} can no longer change the value of {node}."
            )
        return words.format(
            alpha=pretty(alpha),
            sign=">" if self.run.strict else "≥",
            beta=pretty(beta),
            child=self._last_child(),
            node=self.node.name,
        )

    def _call(self) -> str:
        pushed = next((change[1] for change in self.step.changes if change[0] == "push"), None)
        if pushed is None or "α" not in pushed:
            child = self._child() if pushed is None else pushed["n"].name
            return _("{child} is searched.").format(child=child)
        words = _("{child} is searched with the window {window}.")
        if self.run.signed and not self.run.maximises(pushed["n"]):
            words = _("{child} is searched with the window {window}, seen by MIN.")
        return words.format(child=pushed["n"].name, window=self._window(pushed))

    def _value(self) -> str:
        kind = self.run.visits.kind[self._last_visit()]
        if self.run.signed and not self.run.maximises(self.node):
            kind = {"lower": "upper", "upper": "lower"}.get(kind, kind)
        words = {
            "exact": _("{child} is worth {value} to {node}."),
            "lower": _("{child} is worth {value} or more to {node}."),
            "upper": _("{child} is worth {value} or less to {node}."),
        }[kind]
        return words.format(
            child=self._child(), value=pretty(self._new("value")), node=self.node.name
        )

    def _update(self) -> str:
        for name in ("α", "β", "best"):
            new, old = self._new(name), self._old(name)
            if new is None:
                continue
            if new == old:
                return _("{name} of {node} stays {value}: {child} is no better.").format(
                    name=name, node=self.node.name, value=pretty(new), child=self._child()
                )
            return _("{name} of {node} becomes {value}, thanks to {child}.").format(
                name=name, node=self.node.name, value=pretty(new), child=self._child()
            )
        return ""

    def _better(self) -> str:
        if self.step.truth:
            return _("{child} is the best child of {node} so far.").format(
                child=self._child(), node=self.node.name
            )
        return _("{child} is no better.").format(child=self._child())

    def _window_moves(self) -> str:
        return _("α of {node} is {value}.").format(
            node=self.node.name, value=pretty(self.frame["α"])
        )

    def _return(self) -> str:
        visit = self.frame["visit"]
        value, kind = self.run.visits.value[visit], self.run.visits.kind[visit]
        words = {
            "exact": _("{node} returns {returned}: MAX gets exactly {value} there."),
            "lower": _("{node} returns {returned}: MAX gets {value} or more there."),
            "upper": _("{node} returns {returned}: MAX gets {value} or less there."),
        }[kind]
        returned = self.frame["returned"]
        shown = returned[0] if isinstance(returned, tuple) else returned
        return words.format(node=self.node.name, returned=pretty(shown), value=pretty(value))

    _cut = _return

    def _player(self) -> str:
        if self.step.truth:
            return _("The same player moves again at {child}.").format(child=self._child())
        return _(
            "The other player moves at {child}: what is good for one is bad for the other."
        ).format(child=self._child())

    def _wide(self) -> str:
        return _("The first child is searched with the whole window.")

    def _narrow(self) -> str:
        if self.frame.get("f") is None:
            return _("No other child needs a window.")
        return _(
            "The next child only has to show whether it beats α = {alpha}: a null window up to {top} will do."
        ).format(alpha=pretty(self.frame["α"]), top=pretty(self.frame["top"]))

    def _again_test(self) -> str:
        if self.step.truth:
            return _("{child} beats α: it is searched again, with the whole window.").format(
                child=self._child()
            )
        return _("{child} need not be searched again.").format(child=self._child())

    def _bounds(self) -> str:
        return _("Nothing is known yet: the value is between −∞ and +∞.")

    def _bounded(self) -> str:
        low, high = pretty(self.frame["low"]), pretty(self.frame["high"])
        if self.step.truth:
            return _("The value is between {low} and {high}: another pass.").format(
                low=low, high=high
            )
        return _("The bounds {low} and {high} meet: this is the value.").format(low=low, high=high)

    def _null_window(self) -> str:
        return _("The next null window ends at β = {beta}.").format(beta=pretty(self.frame["β"]))

    def _pass(self) -> str:
        pushed = next(change[1] for change in self.step.changes if change[0] == "push")
        words = plural(
            "A pass from {node} with the window {window}, {p} ply deep.",
            "A pass from {node} with the window {window}, {p} plies deep.",
            pushed["p"],
        )
        return words.format(node=self.node.name, window=self._window(pushed), p=pushed["p"])

    def _found(self) -> str:
        return _("The pass has found {value}.").format(value=pretty(self._new("g")))

    def _which(self) -> str:
        g, beta = pretty(self.frame["g"]), pretty(self.frame["β"])
        if self.step.truth:
            return _("{g} is smaller than β = {beta}: it is an upper bound.").format(g=g, beta=beta)
        return _("{g} is not smaller than β = {beta}: it is a lower bound.").format(g=g, beta=beta)

    def _upper(self) -> str:
        return _("The value is {high} or less.").format(high=pretty(self.frame["high"]))

    def _lower(self) -> str:
        return _("The value is {low} or more.").format(low=pretty(self.frame["low"]))

    def _answer(self) -> str:
        return _("The value of {node} is {value}.").format(
            node=self.node.name, value=pretty(self.frame["returned"])
        )

    def _begin(self) -> str:
        return _("Depth by depth: the best moves of one search are tried first in the next.")

    def _deeper(self) -> str:
        if self.step.truth:
            words = plural(
                "{d} ply of {p} is searched: one more.",
                "{d} plies of {p} are searched: one more.",
                self.frame["d"],
            )
            return words.format(d=self.frame["d"], p=self.frame["p"])
        return _("The whole depth of {p} is searched.").format(p=self.frame["p"])

    def _depth(self) -> str:
        return _("The depth is now {d}.").format(d=self.frame["d"])

    def _recall(self) -> str:
        if self.frame["known"] is None:
            return _("The table knows nothing of {node} that would do here.").format(
                node=self.node.name
            )
        return _("The table knows {node}: {value}.").format(
            node=self.node.name, value=pretty(self.frame["known"])
        )

    def _known_test(self) -> str:
        if self.step.truth:
            return _("{node} need not be searched.").format(node=self.node.name)
        return _("{node} must be searched.").format(node=self.node.name)

    _known = _return

    def _order(self) -> str:
        first = self.frame.get("put first")
        if first is None:
            return _("Nothing is known of {node}: its children keep their order.").format(
                node=self.node.name
            )
        return _("{child} was the best child of {node} before: it is tried first.").format(
            child=first.name, node=self.node.name
        )

    def _store(self) -> str:
        return _("The table remembers {value} for {node}.").format(
            node=self.node.name, value=pretty(self.frame["best"])
        )
