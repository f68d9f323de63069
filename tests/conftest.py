"""Settings of all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("companion", deadline=None, derandomize=True)  # the same on a slow machine as on a fast one
settings.load_profile("companion")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is given most time begins first: at the end no worker is left alone with it. It stays with one worker:
    windows that are driven beside each other wait for each other."""
    items.sort(key=_time_given, reverse=True)


def _time_given(item: pytest.Item) -> float:
    """Seconds that a test is given beyond the usual; 0 where it is given none."""
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker is not None and marker.args else 0.0


@pytest.fixture(autouse=True)
def _own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test sees, or writes, what the user of this machine has enrolled."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user-data"))
