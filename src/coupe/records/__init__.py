"""Games as they were played, and the files that hold them."""

from coupe.records.formats import (
    FORMATS,
    Written,
    format_named,
    format_of,
    read,
    read_text,
    save,
    scan,
    write,
)
from coupe.records.reading import Damage, Note, Reading
from coupe.records.record import Ply, Record, Result, result_of, start_of, title_of

__all__ = [
    "FORMATS",
    "Damage",
    "Note",
    "Ply",
    "Reading",
    "Record",
    "Result",
    "Written",
    "format_named",
    "format_of",
    "read",
    "read_text",
    "result_of",
    "save",
    "scan",
    "start_of",
    "title_of",
    "write",
]
