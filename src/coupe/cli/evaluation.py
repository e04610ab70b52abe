"""`--evaluate FILE.py:f`: a function of a file, to judge a game's positions with.

>>> evaluation_of("corners")
Traceback (most recent call last):
    ...
coupe.errors.BadOption: corners does not name a function: write --evaluate FILE.py:function.
"""

from types import FunctionType

from coupe.errors import BadOption
from coupe.games.loading import module_of
from coupe.language import _


def evaluation_of(spec: str) -> FunctionType:
    """The function that `FILE.py:f` names."""
    file, colon, name = spec.rpartition(":")
    if not colon or not file or not name.isidentifier():
        raise BadOption(
            _("{spec} does not name a function: write --evaluate FILE.py:function.").format(
                spec=spec
            )
        )
    module = module_of(file)
    function = module.__dict__.get(name)
    if not isinstance(function, FunctionType):
        known = [
            known
            for known, value in module.__dict__.items()
            if isinstance(value, FunctionType) and value.__module__ == module.__name__
        ]
        raise BadOption(
            _("{path} has no function {name}; it has {known}.").format(
                path=file, name=name, known=", ".join(known) or "-"
            )
        )
    if function.__code__.co_argcount != 1:
        raise BadOption(
            _("{name} takes {found} arguments: write def {name}(s): and return a score.").format(
                name=name, found=function.__code__.co_argcount
            )
        )
    return function
