"""A run as a file, of the kind that its name says: picture, animation, deck, LaTeX or page.

>>> from coupe.blackboard import trace
>>> made(trace("(3 5)", "minimax"), ".svg")[:4]
b'<svg'
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from coupe.blackboard import Trace
from coupe.cli.watch import waiting
from coupe.errors import BadFile, BadOption
from coupe.language import _, reason_of

OUT = (".svg", ".png", ".pdf", ".gif", ".tex", ".html")
SLIDES = (".pdf", ".tex")
SIDE_BY_SIDE = (".svg", ".html")


def suffix_of(path: str, known: tuple[str, ...]) -> str:
    """The suffix of a file's name, if a file of that kind can be made."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        raise BadOption(
            _("{path} does not say what to make: let it end in {known}.").format(
                path=path[:80], known=", ".join(known)
            )
        )
    return suffix


def made(
    run: Trace,
    suffix: str,
    index: int | None = None,
    code: str | None = None,
    beside: Trace | None = None,
    every: int = 1,
) -> bytes:
    """The bytes of a file of that kind; `index` is a step, or None for the end.

    An animation takes only each so many steps, and those of the cuts.
    With `code`, a picture is a whole slide: the tree, the table of calls and that code.
    """
    from coupe.blackboard import pictures

    if beside is not None:
        return _pair(run, beside, suffix, code or "python")
    if suffix == ".tex":
        from coupe.blackboard.tex import tikz

        return tikz(run, index).encode("utf-8")
    if suffix == ".html":
        from coupe.blackboard.page import html

        return html(run, listing=code or "python").encode("utf-8")
    if suffix == ".gif":
        _keep_few(run, every, pictures.MOST_FRAMES)
        return pictures.gif(run, code=code or "python", every=every)
    whole, shown = code is not None, code or "python"
    if suffix == ".svg":
        return pictures.svg(run, index, whole=whole, code=shown).encode("utf-8")
    if suffix == ".png":
        return pictures.png(run, index, whole=whole, code=shown)
    # A figure in a PDF is for printing.
    return pictures.pdf(run, index, whole=whole, code=shown, paper="" if whole else "a4")


def _pair(run: Trace, beside: Trace, suffix: str, code: str) -> bytes:
    if suffix == ".svg":
        from coupe.blackboard.pictures import side_by_side

        return side_by_side(run, beside).encode("utf-8")
    if suffix == ".html":
        from coupe.blackboard.page import html

        return html(run, beside, listing=code).encode("utf-8")
    raise BadOption(
        _("Two runs beside each other are made as {known}.").format(known=", ".join(SIDE_BY_SIDE))
    )


def deck(run: Trace, suffix: str, code: str | None = None, every: int = 1) -> bytes:
    """A deck of slides, a page for each so many steps and one for the conclusion."""
    if suffix == ".tex":
        from coupe.blackboard.tex import MOST_SLIDES, beamer

        _keep_few(run, every, MOST_SLIDES)
        return beamer(run, listing=code or "python", every=every).encode("utf-8")
    from coupe.blackboard.pictures import MOST_PAGES, slides

    _keep_few(run, every, MOST_PAGES)
    return slides(run, code=code or "python", every=every)


def _keep_few(run: Trace, every: int, most: int) -> None:
    """Refuse more steps than a file holds, with the option that makes them fewer."""
    count = len(range(0, len(run.steps), every))
    if count >= most:
        raise BadOption(
            _("{count} steps are too many for one file: write --every {every}, or more.").format(
                count=count, every=len(run.steps) // (most - 1) + 1
            )
        )


def write(path: str, make: Callable[[], bytes]) -> None:
    """Make a file, whole or not at all."""
    file = Path(path)
    if not file.parent.is_dir():
        raise BadFile(
            _("{path} cannot be written: there is no folder {folder}.").format(
                path=path[:80], folder=str(file.parent)[:80]
            )
        )
    with waiting(_("Making {path}...").format(path=file.name)):
        content = make()
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(content)
            return
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o666 & ~_umask()
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as draft:
            try:
                draft.write(content)
                draft.close()
                os.chmod(draft.name, mode)
                os.replace(draft.name, file)
            except BaseException:
                with suppress(OSError):
                    os.unlink(draft.name)
                raise
    except OSError as error:
        raise BadFile(
            _("{path} cannot be written: {reason}.").format(path=path[:80], reason=reason_of(error))
        ) from error


def _umask() -> int:
    """What new files do not allow; it can only be read by being set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
