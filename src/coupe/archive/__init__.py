"""The file that remembers: games as they are played, analyses, lessons."""

from coupe.archive.archive import Archive
from coupe.archive.kept import Gone, Kept
from coupe.archive.lessons import Lesson
from coupe.archive.rows import Entry

__all__ = ["Archive", "Entry", "Gone", "Kept", "Lesson"]
