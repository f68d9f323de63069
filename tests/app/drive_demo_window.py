"""Opens the demo's window with the double of the reader (certain of all but the 2♠), plays the clip, keeps the picture.

``python drive_demo_window.py WIDTH HEIGHT OUT.png``: exit status 77 where no window can be opened. Prints one JSON
object: what the screen shows at the end and the threads that are left. The language is that of the environment.
"""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

from demo_reader import DemoReader

from companion.app.application import WindowError, open_window, run_demo
from companion.app.live import LiveReading
from companion.commands import demo
from companion.commands.audit import audit_photos
from companion.language import Language
from companion.rules.lock_the_entry import Options
from vision.backs import BackLibrary

NO_WINDOW = 77


class Doubting(DemoReader):
    """Asks about one card."""

    unsure = frozenset({"2S"})


class Enrolled(BackLibrary):
    """The three players' decks."""

    names = ("Ann", "Ben", "Cem")


def main(width: int, height: int, out: str) -> None:
    language = Language.load()
    try:
        open_window(language)
    except WindowError as error:
        print(error, file=sys.stderr)
        raise SystemExit(NO_WINDOW) from None
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    Window.size = (width, height)
    reader, table = Doubting(backs=Enrolled()), demo.DemoTable.load(demo.TABLE)
    report = audit_photos(table.shots, reader, {name: name for name in Enrolled.names}, Options(), None)
    live = LiveReading(table.camera(), reader, 0.08)
    shown: dict[str, Any] = {}

    def look(_seconds: float) -> None:
        screen = Window.children[0]
        if live.running:
            return
        if not shown:  # one more turn of the clock, so that the last result is laid out
            shown["things"] = [one.text for one in screen.things]
            return
        screen.export_to_png(out)
        picture = screen.ids.picture
        shown.update(
            size=[screen.width, screen.height],
            picture=[*picture.to_window(*picture.pos), *picture.size],
            headline=screen.ids.headline.text,
            checks=[chip.text for chip in screen.ids.checks.children],
            events=screen.ids.events.text.split("\n"),
        )
        App.get_running_app().stop()

    Clock.schedule_interval(look, 0.3)
    run_demo(live, demo.demo_verdict(report, language), language)
    print(json.dumps(shown | {"threads": [thread.name for thread in threading.enumerate()]}, ensure_ascii=False))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
