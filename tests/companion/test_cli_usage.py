"""A command called in a wrong way: one line in the user's language, exit status 2."""

from __future__ import annotations

import subprocess
import sys

import pytest


def called(*arguments: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    """The command line as users run it."""
    command = [sys.executable, "-m", "companion", *arguments]
    variables = {"COMPANION_LANGUAGE": language, "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, capture_output=True, text=True, env=variables, check=False)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play",), "companion play: GAME is missing"),
        (("simulate", "engines", "--gmes", "2"), "companion simulate: there is no option --gmes"),
        (("simulate", "engines", "--games", "many"), "companion simulate: --games does not take this value"),
        (("fold",), "companion: not understood"),
    ],
)
def test_wrong_use_is_told_in_one_line(arguments: tuple[str, ...], told: str) -> None:
    done = called(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1


def test_wrong_use_is_told_in_chinese() -> None:
    assert "缺少 GAME" in called("play", language="zh").stderr


def test_help_and_statuses_are_as_they_were() -> None:
    assert called("--help").returncode == 0
    assert called("read", "nowhere.jpg").returncode == 2
