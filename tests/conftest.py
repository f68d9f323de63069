"""Settings of all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("companion", deadline=None, derandomize=True)  # the same on a slow machine as on a fast one
settings.load_profile("companion")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is given most time is dealt out to the workers, each of which takes a stretch of the list, and begins first:
    at the end none is left alone with it."""
    items.sort(key=_time_given, reverse=True)
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = [item for worker in range(workers) for item in items[worker::workers]]


def _time_given(item: pytest.Item) -> float:
    """Seconds that a test is given beyond the usual; 0 where it is given none."""
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker is not None and marker.args else 0.0


@pytest.fixture(autouse=True)
def _own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test sees, or writes, what the user of this machine has enrolled."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user-data"))
