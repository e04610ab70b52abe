"""The code that is shown beside a run: ours, the course's, the slides' or the handout's.

>>> from coupe.blackboard import trace
>>> run = trace("((3 5) (2 9))", "alphabeta")
>>> slides = listing_of(run, "slides")
>>> slides.lines[line_at(run, slides, 3)]
'        tant que f existe et α < β faire'

A listing is written here with the words of its steps behind `#`, as the textbook's code is. A word
that stands there once holds for both players. One that stands there as often as in the textbook
goes with the textbook's lines in their order; one that only the listing doubles is first MAX's, then
MIN's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coupe.blackboard.narration import CUT_TESTS
from coupe.blackboard.steps import Statement
from coupe.blackboard.tracing import Trace
from coupe.errors import BadOption
from coupe.language import _

LISTINGS = ("python", "course", "slides", "handout")

STRICTER = str.maketrans("<>≤≥", "≤≥<>")
"""The comparisons of a test for a cut, where only a larger value cuts."""

MINIMAX = """
fonction minimax(n, p)
    si p = 0 ou n est terminal alors  # test
        retourner h(n)  # leaf
    m ← rien, coup ← rien  # start
    f ← premier fils de n  # first
    tant que f existe faire  # loop
        v ← minimax(f, p − 1)  # call, value
        si n est MAX alors
            si m = rien ou v > m alors  # better
                m ← v, coup ← f  # update
        sinon
            si m = rien ou v < m alors  # better
                m ← v, coup ← f  # update
        f ← fils suivant  # next
    retourner m, coup  # return
"""

ALPHABETA = """
fonction alphabeta(n, p, α, β)
    si p = 0 ou n est terminal alors  # test
        retourner h(n)  # leaf
    f ← premier fils de n  # first
    si n est MAX alors  # side
        tant que f existe et α < β faire  # loop
            α ← max(α, alphabeta(f, p − 1, α, β))  # call, update
            f ← fils suivant  # next
        retourner α  # return
    sinon
        tant que f existe et α < β faire  # loop
            β ← min(β, alphabeta(f, p − 1, α, β))  # call, update
            f ← fils suivant  # next
        retourner β  # return
"""

FAIL_HARD = """
fonction fail-hard(n, p, α, β)
    si p = 0 ou n est terminal alors  # test
        retourner h(n)  # leaf
    f ← premier fils de n  # first
    si n est MAX alors  # side
        tant que f existe faire  # loop
            v ← fail-hard(f, p − 1, α, β)  # call, value
            si v ≥ β alors  # cut?
                retourner β  # cut
            α ← max(α, v)  # update
            f ← fils suivant  # next
        retourner α  # return
    sinon
        tant que f existe faire  # loop
            v ← fail-hard(f, p − 1, α, β)  # call, value
            si v ≤ α alors  # cut?
                retourner α  # cut
            β ← min(β, v)  # update
            f ← fils suivant  # next
        retourner β  # return
"""

FAIL_SOFT = """
fonction fail-soft(n, p, α, β)
    si p = 0 ou n est terminal alors  # test
        retourner h(n)  # leaf
    f ← premier fils de n  # first
    si n est MAX alors  # side
        m ← −∞  # start
        tant que f existe faire  # loop
            v ← fail-soft(f, p − 1, max(α, m), β)  # call, value
            m ← max(m, v)  # update
            si m ≥ β alors  # cut?
                retourner m  # cut
            f ← fils suivant  # next
        retourner m  # return
    sinon
        m ← +∞  # start
        tant que f existe faire  # loop
            v ← fail-soft(f, p − 1, α, min(β, m))  # call, value
            m ← min(m, v)  # update
            si m ≤ α alors  # cut?
                retourner m  # cut
            f ← fils suivant  # next
        retourner m  # return
"""

NEGAMAX = """
fonction négamax(n, p, α, β)
    si p = 0 ou n est terminal alors  # test
        retourner h(n) si n est MAX, −h(n) sinon  # leaf
    m ← −∞  # start
    f ← premier fils de n  # first
    tant que f existe faire  # loop
        si le même joueur joue en f alors  # player
            v ← négamax(f, p − 1, α, β)  # call, value
        sinon
            v ← −négamax(f, p − 1, −β, −α)  # call, value
        m ← max(m, v)  # update
        α ← max(α, m)  # window
        si m ≥ β alors  # cut?
            retourner m  # cut
        f ← fils suivant  # next
    retourner m  # return
"""

PVS = """
fonction pvs(n, p, α, β)
    si p = 0 ou n est terminal alors  # test
        retourner h(n) si n est MAX, −h(n) sinon  # leaf
    m ← −∞  # start
    f ← premier fils de n  # first
    haut ← β  # wide
    tant que f existe faire  # loop
        si le même joueur joue en f alors  # player
            v ← pvs(f, p − 1, α, haut)  # call, value
        sinon
            v ← −pvs(f, p − 1, −haut, −α)  # call, value
        si haut < β et α < v < β alors  # again?
            si le même joueur joue en f alors  # player
                v ← pvs(f, p − 1, α, β)  # call, value
            sinon
                v ← −pvs(f, p − 1, −β, −α)  # call, value
        m ← max(m, v)  # update
        α ← max(α, m)  # window
        si m ≥ β alors  # cut?
            retourner m  # cut
        f ← fils suivant  # next
        haut ← min(α + écart, β)  # narrow
    retourner m  # return
"""

MTDF = """
fonction MTD(n, p, g)
    bas ← −∞, haut ← +∞  # bounds
    tant que bas < haut faire  # bounded
        β ← g + écart si g = bas, g sinon  # null window
        g ← fail-soft(n, p, β − écart, β)  # pass, found
        si g < β alors  # which
            haut ← g  # upper
        sinon
            bas ← g  # lower
    retourner g  # answer
"""

DEEPENING = """
fonction approfondir(n, p)
    d ← 0  # begin
    tant que d < p faire  # deeper
        d ← d + 1  # depth
        g ← alphabeta(n, d, −∞, +∞)  # pass, found
    retourner g  # answer

fonction alphabeta(n, p, α, β)
    v ← valeur en mémoire de (n, p) pour α, β  # recall
    si v existe alors  # known?
        retourner v  # known
    si p = 0 ou n est terminal alors  # test
        retourner h(n)  # leaf
    ranger le meilleur fils connu en premier  # order
    f ← premier fils de n  # first
    si n est MAX alors  # side
        m ← −∞  # start
        tant que f existe et m < β faire  # loop
            v ← alphabeta(f, p − 1, max(α, m), β)  # call, value
            m ← max(m, v)  # update
            f ← fils suivant  # next
    sinon
        m ← +∞  # start
        tant que f existe et m > α faire  # loop
            v ← alphabeta(f, p − 1, α, min(β, m))  # call, value
            m ← min(m, v)  # update
            f ← fils suivant  # next
    mettre m en mémoire pour (n, p)  # store
    retourner m  # return
"""

SLIDES = """
fonction alphabeta(n, p, α, β, MaxJ.)
    si p = 0 ou n est terminal alors  # test
        retourner h(n)  # leaf
    f ← premier fils de n  # first
    si MaxJ. alors  # side
        tant que f existe et α < β faire  # loop
            α ← max(α, alphabeta(f, p − 1, α, β, faux))  # call, update
            f ← fils suivant  # next
        retourner α  # return
    sinon
        tant que f existe et α < β faire  # loop
            β ← min(β, alphabeta(f, p − 1, α, β, vrai))  # call, update
            f ← fils suivant  # next
        retourner β  # return
"""

HANDOUT_MINIMAX = """
fonction minimax(plateau, p)
    si p = 0 ou la partie est finie alors  # test
        retourner évaluer(plateau)  # leaf
    m ← rien, meilleur ← rien  # start
    pour chaque coup possible faire  # first, loop, next
        jouer(coup)
        v ← minimax(plateau, p − 1)  # call
        déjouer(coup)  # value
        si MAX joue alors
            si m = rien ou v > m alors  # better
                m ← v, meilleur ← coup  # update
        sinon
            si m = rien ou v < m alors  # better
                m ← v, meilleur ← coup  # update
    retourner m, meilleur  # return
"""

HANDOUT_ALPHABETA = """
fonction alphabeta(plateau, p, α, β)
    si p = 0 ou la partie est finie alors  # test
        retourner évaluer(plateau)  # leaf
    coup ← premier coup possible  # first
    si MAX joue alors  # side
        tant que coup existe et α < β faire  # loop
            jouer(coup)
            v ← alphabeta(plateau, p − 1, α, β)  # call
            déjouer(coup)
            α ← max(α, v)  # update
            coup ← coup suivant  # next
        retourner α  # return
    sinon
        tant que coup existe et α < β faire  # loop
            jouer(coup)
            v ← alphabeta(plateau, p − 1, α, β)  # call
            déjouer(coup)
            β ← min(β, v)  # update
            coup ← coup suivant  # next
        retourner β  # return
"""

HANDOUT_FAIL_HARD = """
fonction fail-hard(plateau, p, α, β)
    si p = 0 ou la partie est finie alors  # test
        retourner évaluer(plateau)  # leaf
    si MAX joue alors  # side
        pour chaque coup possible faire  # first, loop, next
            jouer(coup)
            v ← fail-hard(plateau, p − 1, α, β)  # call
            déjouer(coup)  # value
            si v ≥ β alors  # cut?
                retourner β  # cut
            α ← max(α, v)  # update
        retourner α  # return
    sinon
        pour chaque coup possible faire  # first, loop, next
            jouer(coup)
            v ← fail-hard(plateau, p − 1, α, β)  # call
            déjouer(coup)  # value
            si v ≤ α alors  # cut?
                retourner α  # cut
            β ← min(β, v)  # update
        retourner β  # return
"""

HANDOUT_FAIL_SOFT = """
fonction fail-soft(plateau, p, α, β)
    si p = 0 ou la partie est finie alors  # test
        retourner évaluer(plateau)  # leaf
    si MAX joue alors  # side
        m ← −∞  # start
        pour chaque coup possible faire  # first, loop, next
            jouer(coup)
            v ← fail-soft(plateau, p − 1, max(α, m), β)  # call
            déjouer(coup)  # value
            m ← max(m, v)  # update
            si m ≥ β alors  # cut?
                retourner m  # cut
        retourner m  # return
    sinon
        m ← +∞  # start
        pour chaque coup possible faire  # first, loop, next
            jouer(coup)
            v ← fail-soft(plateau, p − 1, α, min(β, m))  # call
            déjouer(coup)  # value
            m ← min(m, v)  # update
            si m ≤ α alors  # cut?
                retourner m  # cut
        retourner m  # return
"""

TEXTS = {
    "course": {
        "minimax": MINIMAX,
        "alphabeta": ALPHABETA,
        "fail-hard": FAIL_HARD,
        "fail-soft": FAIL_SOFT,
        "negamax": NEGAMAX,
        "pvs": PVS,
        "mtdf": MTDF + FAIL_SOFT,
        "deepening": DEEPENING,
    },
    "slides": {"alphabeta": SLIDES},
    "handout": {
        "minimax": HANDOUT_MINIMAX,
        "alphabeta": HANDOUT_ALPHABETA,
        "fail-hard": HANDOUT_FAIL_HARD,
        "fail-soft": HANDOUT_FAIL_SOFT,
    },
}


@dataclass(frozen=True)
class Listing:
    """Code to be shown, and where in it a statement stands."""

    name: str
    lines: tuple[str, ...]
    places: Mapping[Statement, Sequence[int]] = field(repr=False, compare=False)
    """MAX's line, and MIN's."""

    def line_of(self, statement: Statement, is_max: bool) -> int:
        """The line of a statement, where this player moves; the first line is 0."""
        return self.places[statement][0 if is_max else -1]

    @property
    def title(self) -> str:
        """What the listing is called, for a person who chooses one."""
        return {
            "python": _("Python"),
            "course": _("the course's pseudo-code"),
            "slides": _("the slides' pseudo-code"),
            "handout": _("the handout's: play and take back"),
        }[self.name]


def listings_of(algorithm: str) -> list[str]:
    """The names of the listings that an algorithm has.

    >>> listings_of("pvs")
    ['python', 'course']
    """
    return ["python", *(name for name in TEXTS if algorithm in TEXTS[name])]


def listing_of(run: Trace, name: str = "python") -> Listing:
    """A listing of the algorithm that was run.

    >>> from coupe.blackboard import trace
    >>> listing_of(trace("(1 2)", "minimax"), "course").lines[0]
    'fonction minimax(n, p)'
    """
    known = listings_of(run.algorithm)
    if name not in known:
        raise BadOption(
            _("{algorithm} has no listing {name}; choose one of {known}.").format(
                algorithm=run.algorithm, name=name, known=", ".join(known)
            )
        )
    if name == "python":
        return _python(run)
    text = TEXTS[name][run.algorithm]
    if run.algorithm == "mtdf" and _pass_of(run) == "fail_hard":
        text = MTDF.replace("fail-soft", "fail-hard") + FAIL_HARD
    return _marked(run, name, text)


def line_at(run: Trace, listing: Listing, index: int) -> int:
    """The line of a listing that a step has executed."""
    step = run.steps[index]
    return listing.line_of(step.statement, run.maximises(step.node))


def _pass_of(run: Trace) -> str:
    """The function that searches the null windows of MTD(f)."""
    for step in run.steps:
        for change in step.changes:
            if change[0] == "push":
                return str(change[1]["function"])
    return "fail_soft"


def _python(run: Trace) -> Listing:
    """The functions that ran, one below the other."""
    shown = list(run.sources)
    if run.algorithm == "mtdf":
        shown = ["mtdf", _pass_of(run)]
    lines: list[str] = []
    first: dict[str, int] = {}
    for function in shown:
        lines += [""] if lines else []
        first[function] = len(lines)
        lines += [line.replace("fail_soft", shown[-1]) for line in run.sources[function]]
    places = {
        statement: [first[statement.function] + statement.line]
        for statement in run.steps.statements
        if statement.function in first
    }
    return Listing("python", tuple(lines), places)


def _marked(run: Trace, name: str, text: str) -> Listing:
    """A listing whose lines carry the words of their steps."""
    lines: list[str] = []
    lines_of: dict[str, list[int]] = {}
    for number, line in enumerate(text.strip().splitlines()):
        shown, _mark, written = line.partition("  # ")
        words = written.split(", ") if written else []
        if run.strict and any(word in CUT_TESTS for word in words):
            shown = shown.translate(STRICTER)
        lines.append(shown)
        for word in words:
            lines_of.setdefault(word, []).append(number)
    return Listing(name, tuple(lines), _places(run, lines_of))


def _places(run: Trace, lines_of: dict[str, list[int]]) -> dict[Statement, Sequence[int]]:
    places: dict[Statement, Sequence[int]] = {}
    for statement in run.steps.statements:
        lines = lines_of.get(statement.word)
        if lines is None:
            continue
        alike = sorted(
            other.line
            for other in run.steps.statements
            if (other.function, other.word) == (statement.function, statement.word)
        )
        if len(lines) == len(alike):
            lines = [lines[alike.index(statement.line)]]
        places[statement] = lines
    return places
