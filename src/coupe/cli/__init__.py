"""The command line: `coupe VERB ...`, one module a verb.

>>> main(["--version"])
coupe 0.1.0
"""

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line on these arguments, or on those the program was called with."""
    args = list(sys.argv[1:] if args is None else args)
    if args == ["--version"]:
        # Asked by scripts and by shells at every start: answered before click is imported.
        from coupe import __version__

        try:
            print(f"coupe {__version__}", flush=True)
        except OSError as error:
            from coupe.cli.endings import ending_of

            sys.exit(ending_of(error))
        return
    from coupe.cli.group import coupe

    coupe.main(args)
