"""Languages: how one is chosen, and how a catalogue is read."""

import pytest

from coupe import BadOption
from coupe.language import _, choose, current, languages, plural, read_catalogue


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
