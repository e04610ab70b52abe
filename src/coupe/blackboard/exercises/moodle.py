"""A sheet as questions that Moodle imports: embedded answers, with the tree as a picture.

>>> from coupe.blackboard.exercises.sheets import Sheet
>>> text = xml(Sheet.of("move", 1, seed=1))
>>> text.count('<question type="cloze">'), "MULTICHOICE" in text
(1, True)
"""

import base64
import re
from collections.abc import Iterable
from xml.sax.saxutils import escape

from coupe.blackboard.exercises.answers import returned_of, solution, window_of
from coupe.blackboard.exercises.exercise import Exercise, conventions
from coupe.blackboard.exercises.following import Returned
from coupe.blackboard.exercises.pictures import picture
from coupe.blackboard.exercises.sheets import Sheet
from coupe.blackboard.markup import to_svg
from coupe.blackboard.telling import conclusion
from coupe.blackboard.tree import Value, plain, pretty, value_of
from coupe.language import _

FORMS = {"exact": ("",), "lower": ("≥ ", ">= ", "≥", ">="), "upper": ("≤ ", "<= ", "≤", "<=")}


def xml(sheet: Sheet) -> str:
    """The sheet as Moodle XML: a question of embedded answers for each exercise."""
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    parts.append(
        '<question type="category"><category><text>$course$/'
        f"{escape(sheet.heading.replace('/', '//'))}</text></category></question>"
    )
    for place, exercise in enumerate(sheet.exercises, 1):
        parts.append(_question(f"{sheet.name_of(place)} — {exercise.kind}", exercise))
    return "\n".join([*parts, "</quiz>", ""])


def _question(name: str, exercise: Exercise) -> str:
    file = base64.b64encode(to_svg(picture(exercise)).encode("utf-8")).decode()
    rules = "".join(f"<li>{escape(rule)}</li>" for rule in conventions(exercise))
    text = (
        f"<p><strong>{escape(exercise.question)}</strong></p><ul>{rules}</ul>"
        f'<p><img src="@@PLUGINFILE@@/tree.svg" alt="{escape(str(exercise.tree))}" '
        f'style="max-width:100%"/></p>{fields(exercise)}'
    )
    return (
        f'<question type="cloze"><name><text>{escape(name)}</text></name>'
        f'<questiontext format="html"><text>{_cdata(text)}</text>'
        f'<file name="tree.svg" path="/" encoding="base64">{file}</file></questiontext>'
        f'<generalfeedback format="html"><text>{_cdata(escape(conclusion(exercise.run)))}</text>'
        "</generalfeedback><penalty>0.3333333</penalty><hidden>0</hidden></question>"
    )


def _cdata(text: str) -> str:
    return "<![CDATA[" + text.replace("]]>", "]]&gt;") + "]]>"


def fields(exercise: Exercise) -> str:
    """The answers to be filled in, as Moodle's cloze text."""
    right = solution(exercise)
    if exercise.kind == "values":
        return _table((name, value_field(right["nodes"][name])) for name in exercise.asked)
    if exercise.kind in ("windows", "returns"):
        rows = []
        for label in exercise.asked:
            low, high = window_of(exercise, label)
            bounds = f"({value_field(plain(low))}, {value_field(plain(high))})"
            if exercise.kind == "returns":
                bounds = f"({pretty(low)}, {pretty(high)})"
            rows.append((f"{label} {bounds if exercise.kind == 'returns' else ''}".strip(),
                         f"{bounds if exercise.kind == 'windows' else ''} "
                         f"{bound_field(returned_of(exercise, label))}"))  # fmt: skip
        return _table(rows)
    if exercise.kind == "cuts":
        entered = set(exercise.run.visits.node)
        return _table(
            (node.name, choice((_("searched"), _("left out")), int(node not in entered)))
            for node in exercise.nodes[1:]
        )
    if exercise.kind == "leaves":
        rows = []
        if "list" in exercise.asked:
            names = right["leaves"]
            ways = dict.fromkeys(
                (", ".join(names), ",".join(names), " ".join(names), "; ".join(names))
            )
            rows.append((_("leaves evaluated, in order"), short_answer(ways)))
        if "count" in exercise.asked:
            rows.append((_("how many"), value_field(right["count"])))
        return _table(rows)
    children = exercise.tree.children
    names = [exercise.moves.get(child.name, child.name) for child in children]
    place = [child.name for child in children].index(right["move"])
    return _table([(_("move to play"), choice(names, place))])


def _table(rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"<tr><td>{escape(name)}</td><td>{field}</td></tr>" for name, field in rows]
    return f"<table><tbody>{''.join(lines)}</tbody></table>"


def value_field(given: int | str) -> str:
    """A field for a value: a number where it is one, else a short text.

    >>> value_field(3), value_field("-inf")
    ('{1:NUMERICAL:=3:0}', '{1:SHORTANSWER:=-inf~=−∞~=-∞}')
    """
    if isinstance(given, int):
        return f"{{1:NUMERICAL:={given}:0}}"
    value = value_of(given)
    assert value is not None
    return short_answer(_written(value))


def _written(value: Value) -> list[str]:
    text = str(plain(value))
    return list(dict.fromkeys((text, pretty(value), text.replace("inf", "∞"))))


def bound_field(returned: Returned) -> str:
    """A field for a value with its sign."""
    value, kind = returned
    return short_answer([sign + text for text in _written(value) for sign in FORMS[kind]])


def short_answer(ways: Iterable[str]) -> str:
    """A field for a text that may be written in several ways.

    >>> short_answer(["1/2"])
    '{1:SHORTANSWER:=1\\\\/2}'
    """
    answers = "~".join(f"={escape(_escaped(way))}" for way in ways)
    return f"{{1:SHORTANSWER:{answers}}}"


def choice(names: Iterable[str], right: int) -> str:
    """A field to choose from a list."""
    answers = "~".join(
        ("=" if place == right else "") + escape(_escaped(name)) for place, name in enumerate(names)
    )
    return f"{{1:MULTICHOICE:{answers}}}"


def _escaped(text: str) -> str:
    """What Moodle's cloze text reserves, behind a backslash; * would stand for any text."""
    return re.sub(r"([\\}#~/\"*])", r"\\\1", text)
