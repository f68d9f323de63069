"""A command called in a wrong way: one line in the user's language, exit status 2."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion import cli


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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("read", "table.jpg", "--save"), "companion: --save lacks its value, or is given one and takes none\n"),
        (("games", "list", "--json=yes"), "companion: --json lacks its value, or is given one and takes none\n"),
        (("backs",), "companion backs: COMMAND is missing (companion backs -h tells what is needed)\n"),
        (("games", "show", "first"), "companion games show: NUMBER does not take this value"),
    ],
)
def test_what_is_told_is_so(
    arguments: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["companion", *arguments])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    complained = capsys.readouterr().err
    assert complained.startswith(told)
    assert complained.count("\n") == 1


def test_wrong_use_is_told_in_chinese() -> None:
    assert "缺少 GAME" in called("play", language="zh").stderr


def test_help_and_statuses_are_as_they_were() -> None:
    shown = called("--help")
    assert shown.returncode == 0
    assert "Exit status: 0" in shown.stdout
    assert called("read", "nowhere.jpg").returncode == 2
