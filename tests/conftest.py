"""Settings for every test."""

from hypothesis import settings

# A busy machine is no failure: examples have no time limit.
settings.register_profile("sommet", deadline=None)
settings.load_profile("sommet")
