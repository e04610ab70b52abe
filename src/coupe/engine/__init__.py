"""From a game to a native search: compilation and its cache, the kernel, the table, limits."""

from coupe.engine.census import census
from coupe.engine.checking import Finding, check
from coupe.engine.search import ALGORITHMS, MOST_PLIES, ORDERS, Found, Plan, Search, Valued

__all__ = [
    "ALGORITHMS",
    "MOST_PLIES",
    "ORDERS",
    "Finding",
    "Found",
    "Plan",
    "Search",
    "Valued",
    "census",
    "check",
]
