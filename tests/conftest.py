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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files of tests that may take longest come first: no worker is left with one of them at the end."""
    longest: dict[Path, float] = {}
    for item in items:
        marker = item.get_closest_marker("timeout")
        longest[item.path] = max(longest.get(item.path, 0.0), float(marker.args[0]) if marker else 0.0)
    items.sort(key=lambda item: -longest[item.path])
