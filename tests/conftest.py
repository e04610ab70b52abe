"""How the property tests run: no clock, for machines are slow at times, and no files left behind."""

from hypothesis import settings

settings.register_profile("coupe", deadline=None, database=None)
settings.load_profile("coupe")
