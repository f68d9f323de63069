"""Settings of all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("companion", deadline=None, derandomize=True)  # the same on a slow machine as on a fast one
settings.load_profile("companion")


@pytest.fixture(autouse=True)
def _own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test sees, or writes, what the user of this machine has enrolled."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user-data"))
