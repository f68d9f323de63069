"""Drives the whole app in a window: sets a game up, watches a film of it, answers the rules, leaves, and comes back.

``python drive_app.py WIDTH HEIGHT LANGUAGE FILM FOLDER``: pictures of the screens go to FOLDER. Exit status 77 where no
window can be opened. Prints one JSON object. The reader is a double that knows cards by their colours.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app.application import WindowError, open_window
from companion.app.opening import Opening
from companion.language import Language
from models.render.edged_table import edged_table
from tests.companion.app.window_texts import box, cut_off
from tests.vision.colour_reader import ColourReader
from vision.photo import save_photo

NO_WINDOW = 77
TAB, ESCAPE, ENTER = 9, 27, 13  # keys as Kivy numbers them
CHINESE = "Ben 把这张牌放在这个词条上面那张牌的上面，词条就变长了"
SECONDS = 60.0  # far more than anything here takes


def main(width: int, height: int, code: str, film: Path, out: Path) -> dict[str, Any]:
    """What the screens showed on the way."""
    try:
        open_window(Language.load(code))
    except WindowError as error:
        print(error, file=sys.stderr)
        raise SystemExit(NO_WINDOW) from None
    from kivy.base import EventLoop, runTouchApp, stopTouchApp
    from kivy.core.window import Window
    from kivy.graphics import Color, Rectangle
    from kivy.tests.common import UnitTestTouch

    from companion.app.companion_app import CompanionApp
    from companion.app.preferences import Preferences, save

    Window.size = (width, height)
    Opening.reader = lambda self, backs=None, fast=False: ColourReader()  # type: ignore[method-assign]
    kept = out / "preferences.json"
    save(Preferences(language=code, storage=out, sound=False), kept)
    app = CompanionApp(kept)
    app.root = app.build()
    runTouchApp(app.root, embedded=True)

    def until(holds: Callable[[], object]) -> None:
        end = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < end, f"that never came on {app.root.current}: {app.snapshot}"
            EventLoop.idle()
        for _ in range(4):  # until it is laid out
            EventLoop.idle()

    def screen() -> Any:
        return app.root.current_screen.children[0]

    def keep(name: str) -> None:
        until(lambda: True)
        with app.root.canvas.before:  # the window's own ground is in no picture
            Color(*app.theme.ground)
            Rectangle(size=app.root.size)
        app.root.export_to_png(str(out / f"{name}.png"))
        told["cut"] += [f"{name}: {text}" for text in cut_off(app.root, width, height)]

    def press(key: int, text: str = "", *modifiers: str) -> None:
        taken = Window.dispatch("on_key_down", key, 0, text, list(modifiers))
        if not taken:
            Window.dispatch("on_keyboard", key, 0, text, list(modifiers))
        until(lambda: True)

    told: dict[str, Any] = {"cut": []}
    until(lambda: screen().games)
    keep("home")
    told["broken"] = broken(app)
    press(TAB)
    press(ENTER)  # the first game
    until(lambda: app.root.current == "setup" and screen().ready)
    setup = screen()
    told["folder"] = folder_chosen(setup, film, out / "filmed", until)
    for row, name in zip(reversed(setup.ids.players.children), ("Ann", "本", "Cem " * 10), strict=True):
        row.ids.field.text = name
    setup.source_kind = "file"
    save_photo(out / "edged.png", edged_table("felt", "oak table", seed=3))
    setup.ids.source.text = str(out / "edged.png")
    setup.look()
    until(lambda: setup.edge)
    told["found"] = [[round(share, 2) for share in corner] for corner in setup.edge]
    told["found_told"] = [choice.text for choice in setup.marks]
    keep("found")
    setup.ids.source.text = str(film)
    setup.look()
    until(lambda: setup._preview and setup._preview.frame is not None)
    setup._choose_colour(0)
    until(lambda: Window.children[0] is not app.root)
    sheet = Window.children[0]
    told["holders"] = [swatch.text for swatch in reversed(sheet.ids.content.children[0].children)]
    sheet.ids.content.children[0].children[0].trigger_action(0)  # the last colour
    until(lambda: Window.children[0] is app.root)
    told["colours"] = setup._form.seated
    until(lambda: setup.marks)
    setup.mark("mark")
    until(lambda: Window.children[0] is not app.root and Window.children[0].ids.picture._frame is not None)
    corners = Window.children[0]
    left, bottom, scale = corners.ids.picture._place(corners.ids.picture._frame)
    for x, y in ((10, 10), (1270, 10), (1270, 710), (10, 710)):  # in the picture, from the bottom left
        UnitTestTouch(left + x * scale, bottom + y * scale).touch_down()
    told["edge_told"] = corners.said
    keep("corners")
    corners.choose("done")
    until(lambda: Window.children[0] is app.root)
    keep("setup")
    told["options"] = len(setup.ids.options.children)
    setup.begin()
    until(lambda: app.root.current == "table" and screen()._ruling.verdict.headline)
    told["begun"] = screen()._ruling.verdict.headline
    until(lambda: app.root.current == "table" and app.snapshot and app.snapshot.play and app.snapshot.play.refused)
    table = screen()
    until(lambda: table.pictured)
    keep("table")
    picture, ruling = table.ids.picture, table._ruling
    told |= {"picture": box(picture), "ruling": box(ruling), "headline": ruling.verdict.headline}
    told["feed"] = table.feed.splitlines()
    table.read("LTE-2")
    until(lambda: Window.children[0] is not app.root)
    told["rule"] = Window.children[0].title
    press(ESCAPE)
    until(lambda: Window.children[0] is app.root)
    app.watch.overrule("agreed")
    until(lambda: len(app.snapshot.play.steps) == 2)
    press(0, "z", "ctrl")
    until(lambda: len(app.snapshot.play.steps) == 1)
    told["undone"] = ruling.verdict.headline
    press(ESCAPE)
    until(lambda: app.root.current == "home" and screen().resumable)
    told["resumable"] = [choice.text for choice in screen().resumable]
    watched = app.watch
    screen().go_on("1")
    until(lambda: app.root.current == "setup" and setup.ready)
    keep("resume")
    told["again"] = [setup.title, setup.source_kind, setup.ids.source.text, setup._form.seated]
    told["edge"] = [[round(share, 2) for share in corner] for corner in setup.edge]
    setup.ids.source.text = str(out / "gone.avi")
    setup.look()
    until(lambda: setup.ways)
    told["lost"] = setup.lost
    keep("lost")
    told["edge_of_another"] = list(setup.edge)
    setup.take_way("without")
    setup.begin()
    until(lambda: app.watch is not watched and app.snapshot is not None and app.snapshot.play is not None)
    told["resumed"] = [app.watch is not watched, len(app.snapshot.play.steps), len(app.snapshot.news)]
    told["dots"] = [list(app.theme.of_player(player)) for player in app.snapshot.play.record.setup.players]
    keep("resumed")
    stopTouchApp()
    app.on_stop()
    watched._thread.join(SECONDS)
    threads = {thread.name for thread in threading.enumerate()}
    return told | {"threads": sorted(threads & {"watch", "frames", "preview", "reading"})}


def broken(app: Any) -> dict[str, Any]:
    """A Chinese sentence after a name: its text, and the lines that are drawn with the share of the room they fill."""
    from companion.app.widgets.kit import Words

    words = Words(text=CHINESE, font=app.font, width=300)
    words.texture_update()
    lines = [("".join(word.text for word in line.words), line.w / words.width) for line in words._label._cached_lines]
    return {"text": words.text, "lines": lines}


def folder_chosen(setup: Any, film: Path, folder: Path, until: Callable[[Callable[[], object]], None]) -> list[Any]:
    """Who plays by which options after a folder was chosen last of all, and who after one of them was renamed."""
    (folder / "backs").mkdir(parents=True)
    (folder / film.name).write_bytes(film.read_bytes())
    for name in ("Dora", "Eve", "Finn"):
        (folder / "backs" / f"{name}.png").write_bytes(b"no photo")
    setup._set("change_own", "off")
    setup._colour_in(0, 5)
    setup.source_kind, setup.ids.source.text = "file", str(folder)
    setup.look()
    until(lambda: "Dora" in setup.said)
    told = [setup._form.players, setup._form.options, setup._form.seated]
    setup._name(0, "Dorothy")
    setup.look()
    until(lambda: "Dora" in setup.said)
    told.append(setup._form.players[0])
    setup.choose_source("none")
    setup._colour_in(0, 0)
    return told


if __name__ == "__main__":
    wide, high, spoken, watched_film, folder = sys.argv[1:]
    print(json.dumps(main(int(wide), int(high), spoken, Path(watched_film), Path(folder)), ensure_ascii=False))
