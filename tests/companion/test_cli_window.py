"""``companion`` alone, where no window can be opened: the help, and one line that says why."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from companion.app import application
from companion.cli import app


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_display_the_help_is_shown_and_why() -> None:
    result = CliRunner().invoke(app, [])
    assert result.exit_code == 0
    assert "simulate" in result.stdout
    assert result.stderr == "The app opens in a window, and none can be opened here: there is no display\n"


def test_a_window_that_does_not_open_is_told_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(language: Any) -> None:
        raise application.WindowError("no OpenGL")

    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setattr(application, "open_window", refuse)
    result = CliRunner().invoke(app, [])
    assert "simulate" in result.stdout
    assert result.stderr.endswith("none can be opened here: no OpenGL\n")


def test_where_there_is_a_display_the_app_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setattr(application, "open_window", lambda language: ran.append("window"))
    monkeypatch.setattr(application, "run_companion", lambda: ran.append("app"))
    result = CliRunner().invoke(app, [])
    assert (ran, result.output) == (["window", "app"], "")
