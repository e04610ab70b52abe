"""Files that are written whole or not at all.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     put(Path(folder, "mine.txt"), b"f5d6c3")
...     os.listdir(folder)
['mine.txt']
"""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from coupe.errors import BadFile
from coupe.language import _, reason_of


def keep_names(target: Path, ends: list[str]) -> None:
    """Raise BadFile where the files of names would be those of other games.

    >>> keep_names(Path("games.wtb").absolute(), [".jou", ".trn"])
    """
    if target.exists():
        return
    wanted = {target.with_suffix(end).name.lower() for end in ends}
    for file in target.parent.iterdir():
        if file.name.lower() in wanted:
            raise BadFile(
                _("{path} holds the names of other games and would be lost: write another name than {name}.")
                .format(path=file, name=target.name)
            )  # fmt: skip


def check_folder(path: str | os.PathLike[str]) -> None:
    """Raise BadFile where there is no folder for a file of that name.

    >>> check_folder("no/games.pgn")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coupe.errors.BadFile: no/games.pgn cannot be written: there is no folder ...no.
    """
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise BadFile(
            _("{path} cannot be written: there is no folder {folder}.").format(
                path=os.fspath(path)[:80], folder=str(folder)[:80]
            )
        )


def put(target: Path, content: bytes) -> None:
    """Write a file, whole or not at all.

    >>> put(Path("/dev/null"), b"lost")
    """
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        mode = target.stat().st_mode & 0o777 if target.exists() else None
        with NamedTemporaryFile(
            dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as draft:
            try:
                draft.write(content)
                draft.flush()
                os.fsync(draft.fileno())
                draft.close()
                os.chmod(draft.name, _usual_mode() if mode is None else mode)
                os.replace(draft.name, target)
            except BaseException:
                with suppress(OSError):
                    os.unlink(draft.name)
                raise
    except (OSError, ValueError) as error:
        raise BadFile(
            _("{path} cannot be written: {reason}.").format(
                path=str(target)[:200], reason=reason_of(error)
            )
        ) from error


def _usual_mode() -> int:
    """What new files allow; the mask that says so can only be read by being set."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
