"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("companion", deadline=None, derandomize=True)  # the same on a slow machine as on a fast one
settings.load_profile("companion")
