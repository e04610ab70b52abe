"""Where compiled code is kept from one process to the next.

>>> folder = cache_folder()
>>> folder is None or folder.is_dir()
True
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

MOST_GAMES = 100
"""Rendered games kept: one takes about 200 kB with its compiled code."""


@cache
def cache_folder() -> Path | None:
    """The first folder that can be written: COUPE_CACHE, the user's cache, the system's temporary one.

    None when no folder can: then games are compiled anew in each process.
    """
    for folder in _candidates():
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_ours(folder):
                with tempfile.TemporaryFile(dir=folder):
                    return folder
        except OSError:
            continue
    return None


def _candidates() -> Iterator[Path]:
    chosen = os.environ.get("COUPE_CACHE")
    if chosen:
        yield Path(chosen)
    try:
        from platformdirs import user_cache_path

        yield user_cache_path("coupe") / "compiled"
    except (OSError, RuntimeError):
        pass
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    try:
        yield Path(tempfile.gettempdir()) / f"coupe-{user}"
    except OSError:
        return


def _is_ours(folder: Path) -> bool:
    # What is loaded from here is run: in a shared temporary folder another user could have put it.
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def published(name: str, source: str) -> Path | None:
    """The path of a file in the cache that holds this source, written if it is not there."""
    home = cache_folder()
    if home is None:
        return None
    folder = home / name
    path = folder / "kernel.py"
    try:
        if not path.exists() or path.read_text("utf-8") != source:
            folder.mkdir(mode=0o700, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=folder, suffix=".tmp", delete=False
            ) as file:
                file.write(source)
            os.replace(file.name, path)
            _evict(home, keep=folder)
        else:
            os.utime(folder)
    except OSError:
        return None
    return path


def _evict(home: Path, keep: Path) -> None:
    ages = []
    for folder in home.iterdir():
        try:
            if folder.is_dir() and folder != keep:
                ages.append((folder.stat().st_mtime, folder))
        except OSError:
            continue
    for _age, folder in sorted(ages)[: max(0, len(ages) + 1 - MOST_GAMES)]:
        shutil.rmtree(folder, ignore_errors=True)
