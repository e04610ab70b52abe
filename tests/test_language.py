"""Languages: how one is chosen, and how a catalogue is read."""

import errno

import pytest

from coupe import BadOption
from coupe.language import (
    _,
    choose,
    current,
    languages,
    number,
    plural,
    read_catalogue,
    reason_of,
)


def test_english_and_french() -> None:
    assert languages() == ["en", "fr"]


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("COUPE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert current() == "en"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert current() == "fr"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert current() == "en"
    monkeypatch.setenv("COUPE_LANG", "fr")
    assert current() == "fr"
    choose("en")
    assert current() == "en"


def test_an_unknown_language() -> None:
    with pytest.raises(BadOption, match="tlh is not a language coupe speaks; choose one of en, fr"):
        choose("tlh")


def test_what_has_no_translation_stays() -> None:
    choose("fr")
    assert _("never translated at all") == "never translated at all"
    assert plural("{n} never translated", "{n} nevers", 2) == "{n} nevers"


def test_numbers() -> None:
    assert (number(1234567), number(1.5, 2)) == ("1,234,567", "1.50")
    choose("fr")
    assert (number(1234567), number(1.5, 2)) == ("1\u202f234\u202f567", "1,50")


def test_why_the_system_refuses() -> None:
    known = PermissionError(errno.EACCES, "Permission denied")
    assert reason_of(known) == "Permission denied"
    assert reason_of(OSError(99_999, "Something rare")) == "Something rare"
    assert reason_of(ValueError("embedded null byte")) == "embedded null byte"
    assert reason_of(ValueError()) == "ValueError"
    choose("fr")
    assert reason_of(known) == "permission refusée"


def test_a_catalogue() -> None:
    text = """
# a comment
msgid ""
msgstr "Language: fr\\n"

#: where
msgid "one "
"line"
msgstr "une "
"ligne"

msgid "{n} leaf"
msgid_plural "{n} leaves"
msgstr[0] "{n} feuille"
msgstr[1] "{n} feuilles"

msgid "not yet"
msgstr ""
"""
    assert read_catalogue(text) == {
        "one line": ["une ligne"],
        "{n} leaf": ["{n} feuille", "{n} feuilles"],
    }
