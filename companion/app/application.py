"""The one window of this process: opens it, runs the app or the demo in it, and ends what runs behind it."""

from __future__ import annotations

import os
import sys
from typing import Any

from companion.app.live import LiveReading
from companion.app.screens.demo_view import Verdict
from companion.language import Language

FRAME_TIME = 1 / 30
_DRIVERS_ON_LINUX = "x11,wayland,KMSDRM"  # not SDL's offscreen one, which opens a window that nobody sees
_SETTINGS = (
    ("graphics", "maxfps", "30"),
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


def run_companion() -> None:
    """Runs the app in the open window until it is closed; games that are played are on the disk by then."""
    from companion.app.companion_app import CompanionApp  # Kivy's widgets need a window to be imported

    CompanionApp().run()


def run_demo(live: LiveReading, verdict: Verdict, language: Language) -> None:
    """Shows the live reading and the verdict in the open window until it is closed, then ends the reading."""
    live.start()
    try:
        _demo_app(live, verdict, language).run()
    finally:
        live.stop()


def _demo_app(live: LiveReading, verdict: Verdict, language: Language) -> Any:
    """The Kivy application of the demo; Kivy's widgets can only be imported once there is a window."""
    from kivy.app import App
    from kivy.clock import Clock

    from companion.app.screens.demo import DemoScreen

    class DemoApp(App):
        title = language.text("demo.title")

        def build(self) -> DemoScreen:
            screen = DemoScreen(live, verdict, language)
            Clock.schedule_interval(screen.tick, FRAME_TIME)
            return screen

    return DemoApp()
