"""Runs ``companion demo`` in an offscreen window through the real eyes until the score is shown: as fast as they read,
and as they see it where they are slow, every second frame. (`test_cli_demo` has them read all.)

``python drive_demo.py WIDTH HEIGHT FOLDER``: pictures of the table and of the score go to FOLDER, and what the demo
saves. Exit status 77 where no window can be opened. Prints one JSON object. The language is that of the environment.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Generator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from companion.app import opening, watch
from companion.app.application import WindowError, open_window
from companion.language import Language
from companion.referee.sight import Sight
from tests.companion.app.window_texts import cut_off
from vision.frames import Capture, Recorded, open_source
from vision.frames.frame import steady_clock
from vision.photo import Picture

NO_WINDOW = 77
SLOWEST = 60.0  # seconds to wait for one frame to be read


class InStep(Recorded):
    """Every second frame of a film, which waits for each of them to be looked at."""

    def __init__(self, film: Recorded, looked: threading.Event) -> None:
        self.name, self.step = film.name, film.step
        self._film, self._looked = film, looked

    def shots(self) -> Generator[tuple[float, Picture | None], None, None]:
        for shot in islice(self._film.shots(), 0, None, 2):
            self._looked.clear()
            yield shot
            self._looked.wait(SLOWEST)


def play_in_step() -> None:
    """From here on every second frame of a film is looked at, and none waits for its time."""
    looked, look = threading.Event(), Sight.look

    def noted(sight: Sight, frame: Any) -> Any:
        try:
            return look(sight, frame)
        finally:
            looked.set()

    Sight.look = noted  # type: ignore[method-assign]
    opening.open_source = lambda name: InStep(open_source(name), looked)
    watch.Capture = partial(Capture, clock=lambda: 1000 * steady_clock())


def main(width: int, height: int, out: Path) -> dict[str, Any]:
    """What the screens showed."""
    try:
        open_window(Language.load())
    except WindowError as error:
        print(error, file=sys.stderr)
        raise SystemExit(NO_WINDOW) from None
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.cli import app

    Window.size = (width, height)
    play_in_step()
    told: dict[str, Any] = {"cut": [], "asked": 0}
    seen: list[str] = []

    def keep(name: str) -> None:
        root = App.get_running_app().root
        root.export_to_png(str(out / f"{name}.png"))
        told["cut"] += [f"{name}: {text}" for text in cut_off(root, width, height)]

    def follow(_seconds: float) -> None:
        running = App.get_running_app()
        shown, snapshot = running.root.current, running.snapshot
        if shown not in seen:
            seen.append(shown)
        if snapshot is not None:
            told["asked"] = max(told["asked"], len(snapshot.questions))
        if shown == "table" and snapshot is not None and snapshot.play is not None and len(snapshot.play.steps) == 8:
            once("table", keep)
        screen = running.root.current_screen.children[0]
        if shown == "score" and screen.view.over:
            once("score", keep)
            told["standings"] = {one.player: [one.points, one.won] for one in screen.view.standings}
            running.stop()

    def once(name: str, what: Callable[[str], None]) -> None:
        if name not in told:
            told[name] = True
            what(name)

    Clock.schedule_interval(follow, 0.2)
    result = CliRunner().invoke(app, ["demo", "--window", "--save", str(out)])
    threads = sorted({thread.name for thread in threading.enumerate()} & {"watch", "frames"})
    return told | {"screens": seen, "status": result.exit_code, "errors": result.stderr, "threads": threads}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])), ensure_ascii=False))
