"""What is to be seen of a tree after a step: each view draws it in its own way.

>>> from coupe.blackboard import trace
>>> run = trace("((10 12) (9 ?))", "alphabeta")
>>> scene = scene_of(run)
>>> [(seen.node.name, seen.state, seen.label) for seen in scene.seen.values()][-3:]
[('C', 'done', '≤ 9'), ('F', 'done', '9'), ('G', 'left', '')]
"""

from dataclasses import dataclass, field

from coupe.blackboard.telling import Row, Told, conclusion, told
from coupe.blackboard.tracing import Trace
from coupe.blackboard.tree import Node, Value, pretty

SIGNS = {"exact": "", "lower": "≥ ", "upper": "≤ "}


@dataclass
class Seen:
    """A node as it is after a step.

    `state` is `waiting` (not searched yet), `here` (the call at work), `open` (a call that waits for
    its child), `done`, or `left` (left out by a cut, at once or because an ancestor was).
    """

    node: Node
    is_max: bool
    state: str = "waiting"
    window: tuple[Value, Value] | None = None
    value: Value | None = None
    kind: str = ""
    cut: bool = False
    on_line: bool = False

    @property
    def label(self) -> str:
        """What the node returned: 10, ≤ 9 or ≥ 14; for a leaf that is not searched its value."""
        return "" if self.value is None else SIGNS[self.kind] + pretty(self.value)

    @property
    def window_label(self) -> str:
        """α and β of a call under way: (−∞, 10)."""
        if self.window is None:
            return ""
        return f"({pretty(self.window[0])}, {pretty(self.window[1])})"


@dataclass
class Scene:
    """A tree after a step, with the table of calls and the sentence; `index` is -1 after the end."""

    run: Trace
    index: int
    seen: dict[Node, Seen] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    sentence: str = ""
    told: Told | None = None

    @property
    def at_end(self) -> bool:
        """Whether this is the conclusion."""
        return self.index < 0


def scene_of(run: Trace, index: int | None = None) -> Scene:
    """The scene after a step; after the last one, with the answer, where no step is given."""
    at_end = index is None or not len(run.steps)
    step = len(run.steps) if index is None else index
    scene = Scene(run, -1 if at_end else step)
    for node in drawn_nodes(run):
        scene.seen[node] = Seen(node, run.maximises(node))
    _show_visits(run, scene, step)
    if at_end:
        scene.sentence = conclusion(run)
        for node in [run.tree, *run.line]:
            if node in scene.seen:
                scene.seen[node].on_line = True
    else:
        scene.told = told(run, step)
        scene.sentence = scene.told.sentence
        scene.rows = scene.told.rows
        for frame in scene.told.stack:
            seen = scene.seen.get(frame["n"])
            if seen is not None and frame["visit"] >= 0:
                if "α" in frame and "returned" not in frame:
                    window = (frame["α"], frame["β"])
                    if run.signed and not seen.is_max:
                        window = (-frame["β"], -frame["α"])
                    seen.window = window
                seen.state = "open"
        here = scene.seen.get(scene.told.step.node)
        if here is not None:
            here.state = "here"
            visit = scene.told.stack[-1]["visit"]
            # Between the cut and the return the table may be told of it.
            stores = scene.told.word == "store" and run.visits.left[visit] > 0
            if scene.told.is_cut or stores:
                here.cut = True
                _leave_out(run, scene, visit)
    return scene


def drawn_nodes(run: Trace) -> list[Node]:
    """The nodes down to the depth of the run, depth first, in the order of the run."""
    found: list[Node] = []
    waiting = [(run.tree, run.depth)]
    while waiting:
        node, left = waiting.pop()
        found.append(node)
        if left:
            waiting += [(child, left - 1) for child in reversed(run.children(node))]
    return found


def _show_visits(run: Trace, scene: Scene, step: int) -> None:
    """What the visits up to a step have shown; of several passes only the one under way."""
    visits = run.visits
    first = max(
        (found.first_visit for found in run.passes if visits.enter[found.first_visit] <= step),
        default=0,
    )
    end = next(
        (found.first_visit for found in run.passes if found.first_visit > first), len(visits)
    )
    for visit in range(first, end):
        if visits.enter[visit] > step and len(run.steps):
            break
        node = visits.node[visit]
        seen = scene.seen.get(node)
        if seen is None:
            continue
        exited = not len(run.steps) or 0 <= visits.exit[visit] <= step
        if not exited:
            seen.state, seen.value = "open", None
            continue
        seen.state = "done"
        seen.value, seen.kind = visits.value[visit], visits.kind[visit]
        seen.cut = visits.left[visit] > 0
        if seen.cut:
            _leave_out(run, scene, visit)


def _leave_out(run: Trace, scene: Scene, visit: int) -> None:
    """The children that a cut has left out, with all below them."""
    visits = run.visits
    searched = {visits.node[child] for child in run.followed_by.get(visit, [])}
    waiting = [child for child in visits.node[visit].children if child not in searched]
    while waiting:
        child = waiting.pop()
        seen = scene.seen.get(child)
        if seen is not None:
            seen.state = "left"
            waiting += child.children
