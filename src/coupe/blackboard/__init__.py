"""The algorithms as the textbooks write them, step by step, on trees and on positions."""

from coupe.blackboard.examples import example, examples
from coupe.blackboard.growing import grow
from coupe.blackboard.listings import LISTINGS, Listing, listing_of
from coupe.blackboard.positions import PositionNode, tree_of
from coupe.blackboard.scene import Scene, Seen, scene_of
from coupe.blackboard.steps import Frame, Statement, Step, Steps
from coupe.blackboard.telling import COLUMNS, Row, Told, conclusion, told, totals, walk
from coupe.blackboard.tracing import ALGORITHMS, ORDERS, Cut, Pass, Trace, trace
from coupe.blackboard.traversal import Visit, breadth_first, depth_first
from coupe.blackboard.tree import Node, Value, read_tree

__all__ = [
    "ALGORITHMS",
    "COLUMNS",
    "LISTINGS",
    "ORDERS",
    "Cut",
    "Frame",
    "Listing",
    "Node",
    "Pass",
    "PositionNode",
    "Row",
    "Scene",
    "Seen",
    "Statement",
    "Step",
    "Steps",
    "Told",
    "Trace",
    "Value",
    "Visit",
    "breadth_first",
    "conclusion",
    "depth_first",
    "example",
    "examples",
    "grow",
    "listing_of",
    "read_tree",
    "scene_of",
    "told",
    "totals",
    "trace",
    "tree_of",
    "walk",
]
