"""What the compiler says of a game's rules, in one plain sentence."""

from coupe.engine.complaints import complaint
from coupe.engine.returns import first_fault
from coupe.errors import BadGame
from coupe.game import Game


def explained(game: Game, error: Exception) -> BadGame:
    """The error of the contract that stands behind one of the compiler's.

    The functions are compiled once more, one by one: what is wrong is named where it is written,
    not where the search runs into it.

    >>> from coupe import load
    >>> game = load("connect4").with_evaluation(lambda s: s.me / 2)
    >>> str(explained(game, TypeError()))[-81:]
    'returns float on one of its paths, and not a whole number: write // instead of /.'
    """
    try:
        sentence = first_fault(game) or complaint(game, "", error)
    except BadGame as known:
        return known
    except Exception:
        sentence = f"{game.title}: {error}".splitlines()[0]
    return BadGame(sentence)
