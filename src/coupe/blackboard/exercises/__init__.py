"""Exercises about the algorithms: set, answered, marked node by node, printed, and programmed."""

from coupe.blackboard.exercises.answers import Fault, read_json, solution
from coupe.blackboard.exercises.classes import Result, csv_of, mark_folder
from coupe.blackboard.exercises.exercise import KINDS, Exercise, conventions
from coupe.blackboard.exercises.making import make
from coupe.blackboard.exercises.marking import Mark, mark
from coupe.blackboard.exercises.pictures import picture
from coupe.blackboard.exercises.sheets import Sheet, save
from coupe.blackboard.exercises.students import Finding, examine

__all__ = [
    "KINDS",
    "Exercise",
    "Fault",
    "Finding",
    "Mark",
    "Result",
    "Sheet",
    "conventions",
    "csv_of",
    "examine",
    "make",
    "mark",
    "mark_folder",
    "picture",
    "read_json",
    "save",
    "solution",
]
