"""What every test and every example of the documentation starts from."""

from collections.abc import Iterator

import pytest

from coupe.language import choose


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Messages are in English, whatever the machine speaks."""
    monkeypatch.setenv("COUPE_LANG", "en")
    choose(None)
    yield
    choose(None)
