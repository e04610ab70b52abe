"""What every test and every example of the documentation starts from."""

import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from coupe.language import choose

NUMBERS = count(1)


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the archives of the tests are."""
    return tmp_path_factory.mktemp("archives")


def pytest_configure() -> None:
    """Hear Ctrl-C, and let the programs under test hear it: a job in the background ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, archives: Path) -> Iterator[None]:
    """Messages are in English, whatever the machine speaks, and each test has its own archive."""
    monkeypatch.setenv("COUPE_LANG", "en")
    monkeypatch.setenv("COUPE_ARCHIVE", str(archives / f"{next(NUMBERS)}.sqlite"))
    choose(None)
    yield
    choose(None)
