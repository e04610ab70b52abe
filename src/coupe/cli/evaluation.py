"""`--evaluate FILE.py:f`: a function of a file, to judge a game's positions with.

>>> evaluation_of("nowhere.py:f")
Traceback (most recent call last):
    ...
coupe.errors.BadFile: nowhere.py cannot be read: No such file or directory.
"""

import importlib.util
import sys
from pathlib import Path
from types import FunctionType

from coupe.errors import BadFile, BadOption
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
    try:
        source = Path(file).read_bytes()
        code = compile(source, str(Path(file).resolve()), "exec")
    except OSError as error:
        raise BadFile(
            _("{path} cannot be read: {reason}.").format(path=file, reason=error.strerror)
        ) from None
    except (SyntaxError, ValueError) as error:
        raise BadFile(
            _("{path}, line {line}: {reason}.").format(
                path=file,
                line=getattr(error, "lineno", None) or 1,
                reason=getattr(error, "msg", None) or str(error),
            )
        ) from None
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader(f"evaluation of {file}", None, origin=file)  # type: ignore[arg-type]
    )
    sys.modules[module.__name__] = module
    module.__dict__["__file__"] = str(Path(file).resolve())
    sys.path.insert(0, str(Path(file).resolve().parent))
    try:
        exec(code, module.__dict__)
    except Exception as error:
        raise BadFile(
            _("{path} stops with {kind}: {reason}.").format(
                path=file, kind=type(error).__name__, reason=str(error).rstrip(".")
            )
        ) from error
    finally:
        sys.path.pop(0)
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
