"""The nodes of fixed searches: a change that claims to change nothing leaves them as they are."""

from coupe import signature

TOTAL = 4_504_522


def test_the_signature() -> None:
    nodes = signature()
    assert nodes["tictactoe start 9 fail-hard natural"] == 18_297
    assert sum(nodes.values()) == TOTAL
