"""Students' own code: the first departure is named, and nothing it does harms the caller."""

from pathlib import Path

import pytest

from coupe.blackboard.exercises import examine
from coupe.blackboard.exercises.students import nested, trees_from
from coupe.blackboard.tree import read_tree
from coupe.errors import BadFile, BadOption

ALPHABETA = """
def alphabeta(tree, alpha, beta, maximising):
    if not isinstance(tree, list):
        return LEAF
    for child in tree:
        value = alphabeta(child, alpha, beta, not maximising)
        if maximising:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if CUT:
            break
    return alpha if maximising else beta
"""
MINIMAX = """
def minimax(tree, maximising):
    if type(tree) == int:
        return tree
    return (max if maximising else min)([minimax(child, not maximising) for child in tree])
"""


def tried(tmp_path: Path, text: str, algorithm: str = "minimax") -> tuple[bool, str, int | None]:
    file = tmp_path / "mine.py"
    file.write_text(text, "utf-8")
    found = examine(file, algorithm, patience=0.7)
    return found.right, found.sentence, found.line


@pytest.mark.parametrize("leaf", ["evaluate(tree)", "tree"])
def test_alphabeta_is_judged_by_its_leaves(tmp_path: Path, leaf: str) -> None:
    def with_cut(cut: str) -> tuple[bool, str, int | None]:
        text = ALPHABETA.replace("LEAF", leaf).replace("CUT", cut)
        return tried(tmp_path, text, "alphabeta")

    assert with_cut("alpha >= beta")[0]
    right, sentence, _line = with_cut("False")
    assert not right
    assert "too many: after" in sentence
    right, sentence, _line = with_cut("alpha > beta")
    assert not right
    assert "cut where α ≥ β" in sentence
    right, sentence, _line = with_cut("alpha >= beta - 3")
    assert not right
    assert "which has to be evaluated" in sentence
    assert ": no cut." in sentence


def test_minimax_in_several_forms(tmp_path: Path) -> None:
    assert tried(tmp_path, MINIMAX)[0]
    alone = MINIMAX.replace("minimax", "go") + "\ndef minimax(tree): return go(tree, True)"
    assert tried(tmp_path, alone)[0]
    swapped = tried(
        tmp_path, MINIMAX.replace("max if maximising else min", "min if maximising else max")
    )
    assert not swapped[0]
    assert "minimax returns" in swapped[1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def minimax(tree, m):\n    return tree[5]", "mine.py, line 2: IndexError: list index out of range."),
        ("def minimax(tree, m):\n    while True:\n        pass", "does not come to an end"),
        ("while True: pass", "mine.py, line 1: does not come to an end"),
        ("def minimax(tree, m):\n    while True:\n        try:\n            1 / 0\n        except BaseException:\n            pass", "does not come to an end"),
        ("def minimax(tree, m):\n    pass", "mine.py, line 1: minimax returns nothing"),
        ("def minimax(tree, m): return 'three'", "returns a str"),
        ("def minimax(tree, m): return True", "returns a bool"),
        ("def minimax(tree, m): return minimax(tree, m)", "line 1: minimax calls itself without end"),
        ("def minimax(tree, m):\n    import os\n    os._exit(0)", "ends the whole process"),
        ("import sys\nsys.exit()", "mine.py, line 2: ends the program"),
        ("def minimax(tree, m):\n    import ctypes\n    ctypes.string_at(0)", "ends the whole process (SIG"),
        ("def minimax(tree, m):\n    return [0] * 10**11", "mine.py, line 2: takes more memory"),
        ("def minimax(tree, m):\n    while True: print('x' * 1000)", "mine.py, line 2: prints without end"),
        ("def minimax(tree, m):\n    return input()", "mine.py, line 2: waits for input"),
        ("def minimax(tree, m):\n    open('x', 'w')", "mine.py, line 2: writes or removes files"),
        ("import os\nos.system('true')", "mine.py, line 2: starts other programs"),
        ("import os\nos.kill(os.getppid(), 9)", "mine.py, line 2: starts other programs"),
        ("x = 1", "mine.py defines no function minimax: write def minimax(tree, maximising):"),
        ("def minimax(a, b, c): return 1", "mine.py, line 1: write def minimax(tree, maximising):"),
        ("def minimax(:", "mine.py, line 1: SyntaxError"),
        ("def minimax(tree, m): return float('nan')", "returns nan; it should return"),
        ("x = '\\0\x00'", "mine.py"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_one_plain_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    right, said, _line = tried(tmp_path, text)
    assert not right
    assert sentence in said
    assert "\n" not in said
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mine.py"]


def test_printing_is_remarked_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINIMAX.replace("    if type", "    print(tree)\n    if type"), "utf-8")
    found = examine(file, "minimax", trees=20)
    assert found.right
    assert found.remarks == ("mine.py, line 3: prints; leave print out of what you hand in.",)


def test_trees_grow_and_are_the_same_for_a_seed() -> None:
    trees = trees_from(3, 100)
    sizes = [sum(1 for _leaf in tree.leaves()) for tree in trees]
    assert sizes == sorted(sizes)
    assert [str(tree) for tree in trees] == [str(tree) for tree in trees_from(3, 100)]
    assert nested(read_tree("((3 5) 2)")) == [[3, 5], 2]


def test_what_cannot_be_tried_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        examine(tmp_path / "nowhere.py")
    with pytest.raises(BadOption, match="mtdf is no algorithm"):
        examine(tmp_path / "mine.py", "mtdf")


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("reversed(tree)", "before B = 8 (leaf 1 of 2): children are searched from left to right."),
        (
            "sorted(tree, key=lambda child: child if type(child) is int else 0)",
            "before B = 8 (leaf 1 of 2): children are searched from left to right.",
        ),
        ("[child for child in tree for twice in range(2)]", "evaluates a leaf more than once"),
    ],
)
def test_another_order_of_children_is_told_as_that(
    tmp_path: Path, order: str, sentence: str
) -> None:
    text = ALPHABETA.replace("LEAF", "evaluate(tree)").replace("CUT", "alpha >= beta")
    right, said, _line = tried(tmp_path, text.replace("in tree:", f"in {order}:"), "alphabeta")
    assert not right
    assert sentence in said
    assert "leaves out" not in said
