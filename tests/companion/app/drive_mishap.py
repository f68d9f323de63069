"""Runs the app in a small offscreen window, lets its own thread fail in the middle of a game, and goes on playing.

``python drive_mishap.py FOLDER``: keeps its journal and preferences there. Exit status 77 where no window can be
opened. Prints one JSON object.
"""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion.app.application import WindowError, open_window, run_companion
from companion.app.opening import Opening, Plan
from companion.app.preferences import Preferences, default_path, save
from companion.language import Language
from companion.rules.game import Setup
from tests.companion.app.window_texts import cut_off
from vision.frames import SourceError, SourceFault

NO_WINDOW = 77
SIZE = (800, 480)
SECONDS = 60.0  # far more than anything here takes
SETUP = Setup(("Ann", "Ben", "Cem"))


def main(folder: Path) -> dict[str, Any]:
    """What was told of failures, and what goes on after them: the game, the preview of the set-up, and the screen of a
    dealer."""
    os.environ["XDG_CONFIG_HOME"] = str(folder)
    try:
        open_window(Language.load("zh"))
    except WindowError as error:
        print(error, file=sys.stderr)
        raise SystemExit(NO_WINDOW) from None
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.app.widgets.sheet import Sheet

    Window.size = SIZE
    preferences = Preferences(language="zh", storage=folder, sound=False)
    save(preferences, default_path())
    told: dict[str, Any] = {"said": [], "cut": []}

    def script() -> Iterator[Callable[[], object]]:
        """Does one thing after another, each once that holds what was given before."""
        app = App.get_running_app()
        yield lambda: app.snapshot is not None and app.snapshot.play is not None
        for _ in range(2):
            yield from failing(app.watch, "newest", refused)
        app.watch.tell("Ann create KH")
        yield lambda: app.snapshot.news
        told["shown"] = app.root.current
        told["news"] = len(app.snapshot.news)
        app.go("dealer")
        screen = app.root.current_screen.children[0]
        yield from failing(screen, "show", refused)
        screen._play = None
        yield lambda: screen._play is not None
        told["followed"] = screen._play is app.snapshot.play
        app.go("setup", game="lock-the-entry")
        setup = app.root.current_screen.children[0]
        yield lambda: setup.ready
        yield from failing(setup, "_preview", object())
        setup._preview = SimpleNamespace(fault=SourceError("film.avi", SourceFault.NOT_FOUND), frame=None)
        yield lambda: setup.lost
        told["lost"], setup._preview = setup.lost, None

    def failing(thing: Any, name: str, broken: Any) -> Iterator[Callable[[], object]]:
        """Something of a thing fails until that is told."""
        whole = getattr(thing, name)
        setattr(thing, name, broken)
        yield lambda: isinstance(Window.children[0], Sheet)
        setattr(thing, name, whole)
        yield from [lambda: True] * 4  # until it is laid out
        sheet = Window.children[0]
        told["said"].append([sheet.title, sheet.ids.content.children[0].text])
        told["cut"] += cut_off(sheet, *SIZE)
        sheet.dismiss(animation=False)
        yield lambda: not isinstance(Window.children[0], Sheet)

    steps, end = script(), time.monotonic() + SECONDS
    waits: list[Callable[[], object]] = []

    def follow(_seconds: float) -> None:
        if waits and not waits[-1]() and time.monotonic() < end:
            return
        step = next(steps, None) if time.monotonic() < end else None
        if step is None:
            App.get_running_app().stop()
        else:
            waits.append(step)

    Clock.schedule_interval(follow, 0.02)
    with redirect_stderr(io.StringIO()) as logged:
        run_companion((Opening(preferences).begun(Plan("lock-the-entry", SETUP)), SETUP.players))
    return told | {"logged": logged.getvalue()}


def refused(*_: object) -> None:
    """What nobody foresaw."""
    raise PermissionError(13, "Permission denied", "/gone")


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1])), ensure_ascii=False))
