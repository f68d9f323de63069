"""Rulings said aloud by a speech command of the system, in the background; silent where there is none."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


class Speech(Protocol):
    """What says a sentence aloud. name: of the command that speaks, None where nothing does."""

    name: str | None

    def say(self, text: str) -> None:
        """Begins to say the text and returns at once; what is still being said is broken off."""

    def stop(self) -> None:
        """Breaks off what is being said."""


class Silent:
    """Says nothing."""

    name: str | None = None

    def say(self, text: str) -> None:
        """Nothing is heard."""

    def stop(self) -> None:
        """There is nothing to break off."""


@dataclass(frozen=True, slots=True)
class _Command:
    """A command that reads a text from its input. voices: further arguments for each language."""

    arguments: tuple[str, ...]
    voices: Mapping[str, tuple[str, ...]]


_WINDOWS_SCRIPT = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)
_COMMANDS = (
    _Command(("espeak-ng", "--stdin"), {"en": ("-v", "en"), "zh": ("-v", "cmn")}),
    _Command(("espeak", "--stdin"), {"en": ("-v", "en"), "zh": ("-v", "zh")}),
    _Command(("spd-say", "--pipe-mode", "--wait"), {"en": ("-l", "en"), "zh": ("-l", "zh")}),
)
_COMMANDS_ELSEWHERE = {
    "darwin": (_Command(("say", "-f", "-"), {"en": (), "zh": ("-v", "Tingting")}),),
    "win32": (_Command(("powershell", "-NoProfile", "-Command", _WINDOWS_SCRIPT), {"en": (), "zh": ()}),),
}


def speech_for(
    language: str, platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which
) -> Speech:
    """What speaks a language (``"en"``, ``"zh"``) on this system; silence where there is no such command."""
    for command in _COMMANDS_ELSEWHERE.get(platform, _COMMANDS):
        found = which(command.arguments[0])
        if found is not None:
            return SpokenBy(command.arguments[0], (found, *command.arguments[1:], *command.voices[language]))
    return Silent()


class SpokenBy:
    """Speech by a command that reads what it has to say from its input."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        """name: as it is told in the settings. command: the program and its arguments."""
        self.name: str | None = name
        self._command = list(command)
        self._speaking: subprocess.Popen[bytes] | None = None

    def say(self, text: str) -> None:
        """Begins to say the text; a command that does not start, or fails, is silent."""
        self.stop()
        quiet = subprocess.DEVNULL
        try:
            self._speaking = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
            assert self._speaking.stdin is not None
            with self._speaking.stdin as told:
                told.write(text.encode())
        except OSError:
            return

    def stop(self) -> None:
        """Ends the command, if it still runs."""
        speaking, self._speaking = self._speaking, None
        if speaking is not None:
            speaking.kill()
            speaking.wait()
