"""The language of what a person reads: English in the code, other languages in `locale/*.po`.

>>> choose("fr")
>>> _("Black")
'Noir'
>>> choose("en")
>>> _("Black")
'Black'
"""

import errno
import os
import re
from ast import literal_eval
from functools import cache
from pathlib import Path

from coupe.errors import BadOption

FOLDER = Path(__file__).parent / "locale"

NARROW_SPACE = "\u202f"

_REASONS = {
    errno.EACCES: "Permission denied",
    errno.EEXIST: "File exists",
    errno.EISDIR: "Is a directory",
    errno.EIO: "Input/output error",
    errno.ELOOP: "Too many levels of symbolic links",
    errno.EMFILE: "Too many open files",
    errno.ENAMETOOLONG: "File name too long",
    errno.ENOENT: "No such file or directory",
    errno.ENOSPC: "No space left on device",
    errno.ENOTDIR: "Not a directory",
    errno.EPERM: "Operation not permitted",
    errno.EROFS: "Read-only file system",
}
"""Why a system most often refuses a file; it says so in English alone."""

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal obeys and does not show: control characters, and those that turn a line round."""

_chosen: str | None = None
_loaded: dict[str, dict[str, list[str]]] = {}


@cache
def languages() -> list[str]:
    """The languages that can be chosen.

    >>> languages()
    ['en', 'fr']
    """
    return sorted(["en", *(file.stem for file in FOLDER.glob("*.po"))])


def choose(language: str | None) -> None:
    """Speak this language from now on; None goes back to the user's environment.

    >>> choose(None)
    """
    global _chosen
    if language is not None and language not in languages():
        raise BadOption(
            _("{language} is not a language coupe speaks; choose one of {languages}.").format(
                language=language, languages=", ".join(languages())
            )
        )
    _chosen = language


def current() -> str:
    """The language spoken now: the chosen one, else COUPE_LANG, else the locale's, else English."""
    if _chosen is not None:
        return _chosen
    for variable in ("COUPE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(variable, "")
        if wanted:
            return wanted[:2].lower() if wanted[:2].lower() in languages() else "en"
    return "en"


def _(message: str) -> str:
    """The message in the current language, or as it stands where it has no translation."""
    return _catalogue().get(message, [message])[0]


def plural(one: str, many: str, count: int) -> str:
    """The form of the message that the count asks for (in French, 0 and 1 are singular).

    >>> choose("en")
    >>> plural("{n} node", "{n} nodes", 1), plural("{n} node", "{n} nodes", 0)
    ('{n} node', '{n} nodes')
    """
    forms = _catalogue().get(one)
    if forms is None or len(forms) < 2:
        return one if count == 1 else many
    return forms[1 if count > 1 else 0]


def number(count: float, decimals: int = 0) -> str:
    """A number as the language writes it.

    >>> choose("en")
    >>> number(12345.678, 2)
    '12,345.68'
    """
    text = f"{count:,.{decimals}f}"
    if current() == "fr":
        return text.replace(",", NARROW_SPACE).replace(".", ",")
    return text


def reason_of(error: BaseException) -> str:
    """Why the system has refused, as a person is told.

    >>> reason_of(FileNotFoundError(errno.ENOENT, "The system's own words"))
    'No such file or directory'
    """
    code = getattr(error, "errno", None)
    if code in _REASONS:
        return _(_REASONS[code])
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def printable(text: str) -> str:
    """A text that comes from a file or a program, such as it can be shown on one line: no control
    character of it reaches the terminal.

    >>> print(printable("red:\\x1b[31m two\\nlines"))
    red:\\x1b[31m two lines
    """
    return _UNSEEN.sub(_visible, text)


def _visible(found: re.Match[str]) -> str:
    code = ord(found[0])
    return " " if found[0] in "\t\n\v\f\r" else f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def _catalogue() -> dict[str, list[str]]:
    language = current()
    if language not in _loaded:
        file = FOLDER / f"{language}.po"
        _loaded[language] = read_catalogue(file.read_text("utf-8")) if file.exists() else {}
    return _loaded[language]


def read_catalogue(text: str) -> dict[str, list[str]]:
    """The translations of a gettext `.po` text: message -> its forms, singular first.

    >>> read_catalogue('msgid "Black"\\nmsgstr "Noir"')
    {'Black': ['Noir']}
    """
    entries: dict[str, list[str]] = {}
    fields: dict[str, str] = {}
    keyword = ""
    for written in [*text.splitlines(), ""]:
        line = written.strip()
        if not line:
            forms = [fields[key] for key in ("msgstr", "msgstr[0]", "msgstr[1]") if fields.get(key)]
            if fields.get("msgid") and forms:
                entries[fields["msgid"]] = forms
            fields = {}
        elif not line.startswith("#"):
            if not line.startswith('"'):
                keyword, _space, line = line.partition(" ")
            fields[keyword] = fields.get(keyword, "") + literal_eval(line)
    return entries
