"""The one place that is asked for an answer: analysis, solution, comparison, count, signature."""

from coupe.analysis.analyst import Analyst, analyse, solve
from coupe.analysis.answer import Answer, MoveAnswer, Progress
from coupe.analysis.benchmark import signature
from coupe.analysis.comparison import Comparison, Row, compare
from coupe.analysis.counting import Count, perft

__all__ = [
    "Analyst",
    "Answer",
    "Comparison",
    "Count",
    "MoveAnswer",
    "Progress",
    "Row",
    "analyse",
    "compare",
    "perft",
    "signature",
    "solve",
]
