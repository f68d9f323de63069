"""The window of the companion: opens it, keeps its clock, and ends what runs behind it when it closes."""

from __future__ import annotations

import os
import sys
from typing import Any

from companion.app.live import LiveReading
from companion.app.screens.demo_view import Verdict
from companion.language import Language

_FRAME_TIME = 1 / 30
_DRIVERS_ON_LINUX = "x11,wayland,KMSDRM"  # not SDL's offscreen one, which opens a window that nobody sees


class WindowError(RuntimeError):
    """No window can be opened here."""


def open_window(language: Language) -> None:
    """Opens the one window of this process, empty until something runs in it. Raises WindowError."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("SDL_VIDEODRIVER", _DRIVERS_ON_LINUX)
    try:
        from kivy.core.window import Window
    except (Exception, SystemExit) as error:
        raise WindowError(str(error)) from error
    if Window is None:
        raise WindowError(language.text("demo.no_display"))


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
            Clock.schedule_interval(screen.tick, _FRAME_TIME)
            return screen

    return DemoApp()
