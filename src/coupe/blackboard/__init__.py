"""The algorithms as the textbooks write them, step by step, on trees and on positions."""

from coupe.blackboard.growing import grow
from coupe.blackboard.positions import PositionNode, tree_of
from coupe.blackboard.tracing import ALGORITHMS, ORDERS, Cut, Pass, Trace, trace
from coupe.blackboard.traversal import Visit, breadth_first, depth_first
from coupe.blackboard.tree import Node, read_tree

__all__ = [
    "ALGORITHMS",
    "ORDERS",
    "Cut",
    "Node",
    "Pass",
    "PositionNode",
    "Trace",
    "Visit",
    "breadth_first",
    "depth_first",
    "grow",
    "read_tree",
    "trace",
    "tree_of",
]
