"""Games as they were played, and the files that hold them."""

from coupe.records.record import Ply, Record, Result, result_of, start_of, title_of

__all__ = ["Ply", "Record", "Result", "result_of", "start_of", "title_of"]
