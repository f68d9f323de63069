"""The one window of this process: opens it, and runs the app in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.app.watch import Watch
from companion.language import Language

_DRIVERS_ON_LINUX = "x11,wayland,KMSDRM"  # not SDL's offscreen one, which opens a window that nobody sees
_FRAME_TIMES = "COMPANION_FRAME_TIMES"  # names the file where they are to be written down
_SETTINGS = (
    ("graphics", "maxfps", "30"),
    ("graphics", "multisamples", "0"),  # smoother edges would take most of the time where the processor draws
    ("input", "mouse", "mouse,disable_multitouch"),  # no circles where the mouse is pressed
    ("kivy", "exit_on_escape", "0"),  # Escape goes back
)


class WindowError(RuntimeError):
    """No window can be opened here."""


def open_window(language: Language) -> None:
    """Opens the one window of this process, empty until something runs in it. Raises WindowError."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("SDL_VIDEODRIVER", _DRIVERS_ON_LINUX)
    try:
        from kivy.config import Config

        for section, name, value in _SETTINGS:
            Config.set(section, name, value)
        from kivy.core.window import Window
    except (Exception, SystemExit) as error:
        raise WindowError(str(error)) from error
    if Window is None:
        raise WindowError(language.text("demo.no_display"))


def run_companion(first: tuple[Watch, tuple[str, ...]] | None = None) -> None:
    """Runs the app in the open window until it is closed; games that are played are on the disk by then.

    first: a game to begin with, not started yet, and its players.
    """
    from kivy.base import ExceptionManager

    from companion.app.companion_app import CompanionApp  # Kivy's widgets need a window to be imported
    from companion.app.mishaps import Mishaps

    app = CompanionApp(first=first)
    ExceptionManager.add_handler(Mishaps(app.tell_mishap))
    if (path := os.environ.get(_FRAME_TIMES)) is not None:
        from companion.app.frame_times import write_frame_times

        write_frame_times(app, Path(path))
    app.run()
