"""Opens one screen with a double of the app in a window, does what it is told, and saves pictures.

``python drive_screen.py SCREEN WIDTH HEIGHT LANGUAGE JOURNAL OUT [PALETTE [TEXT_SIZE]]``: SCREEN is score, replay or
settings; the newest game of JOURNAL is shown. Exit status 77 where no window can be opened. Prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app.application import WindowError, open_window
from companion.app.preferences import Preferences
from companion.app.spectators import SpectatorsPage
from companion.app.speech import Silent
from companion.beginning import resume
from companion.journal import Journal
from companion.language import Language
from tests.companion.app.window_texts import cut_off

NO_WINDOW = 77
ENTER, RIGHT, HOME, END = 13, 275, 278, 279  # keys as Kivy numbers them


def main(name: str, width: int, height: int, code: str, journal: Path, out: Path, *look: str) -> dict[str, Any]:
    """What the screen showed on the way."""
    language = Language.load(code)
    try:
        open_window(language)
    except WindowError as error:
        print(error, file=sys.stderr)
        raise SystemExit(NO_WINDOW) from None
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.event import EventDispatcher
    from kivy.graphics import Color, Rectangle
    from kivy.properties import ObjectProperty

    from companion.app.screens.replay import ReplayScreen
    from companion.app.screens.score import ScoreScreen
    from companion.app.screens.settings import SettingsScreen
    from companion.app.theme import PALETTES, scale_for
    from companion.app.widgets.dressed import Dressed
    from companion.fonts import font_showing

    class FakeApp(Dressed, EventDispatcher):
        """What a screen needs of the app; notes where it was sent and what was heard."""

        preferences = ObjectProperty()
        snapshot = watch = None
        speech, page = Silent(), SpectatorsPage(lambda: (None, language))

        def __init__(self, names: str) -> None:
            chosen = Preferences(storage=out.parent, **dict(zip(("palette", "text_size"), look, strict=False)))
            unit, font = scale_for(width, height) * chosen.scale, font_showing(names, code)
            super().__init__(preferences=chosen, theme=PALETTES[chosen.palette], unit=unit, font=font)
            self.language, self.sounds = language, self
            self.went: list[str] = []

        def go(self, where: str, **what: Any) -> None:
            self.went.append(where)

        def prefer(self, preferences: Preferences) -> str:
            self.preferences, self.theme = preferences, PALETTES[preferences.palette]
            Window.clearcolor = self.theme.ground
            return "not kept" if preferences.spoken else ""

        def play(self, signal: str) -> None:
            self.went.append(signal)

    def turn(done: Callable[[], object] = lambda: True) -> None:
        """Lets the clock go on until something is so, and a little further."""
        for _ in range(2000):
            EventLoop.idle()
            if done():
                break
        for _ in range(4):
            EventLoop.idle()

    def keep(suffix: str = "") -> None:
        screen.canvas.before.clear()
        with screen.canvas.before:  # the window's own ground is in no picture
            Color(*app.theme.ground)
            Rectangle(size=screen.size)
        turn()
        screen.export_to_png(str(out.with_name(out.stem + suffix + out.suffix)))

    def press(key: int) -> None:
        Window.dispatch("on_key_down", key, 0, None, [])
        turn()

    Window.size = (width, height)
    opened = Journal(journal)
    play = resume(opened, opened.games()[-1])
    app = FakeApp(" ".join(play.record.setup.players))
    Window.clearcolor = app.theme.ground
    screen = {"score": ScoreScreen, "replay": ReplayScreen, "settings": SettingsScreen}[name](app)
    Window.add_widget(screen)
    EventLoop.status = "started"
    screen.enter(play=play)
    told = {"score": drive_score, "replay": drive_replay, "settings": drive_settings}[name](screen, turn, keep, press)
    return told | {"size": [screen.width, screen.height], "went": app.went}


def drive_score(screen: Any, turn: Any, keep: Any, press: Any) -> dict[str, Any]:
    """Saves the game, reads its first rule by Enter and by a tap, and goes on to the replay."""
    from kivy.tests.common import UnitTestTouch

    turn(lambda: screen.view.title)
    screen.choose("export_json")
    turn(lambda: not screen.waiting)
    keep()
    rules = screen.ids.rules.children[::-1]
    told = {"said": screen.said, "rules": [rule.text for rule in rules], "rows": len(screen.ids.table.children)}
    rules[0].focus = True
    press(ENTER)
    told["read"] = read_on_a_sheet(screen, turn)
    touch = UnitTestTouch(*rules[0].to_window(*rules[0].center))
    touch.touch_down()
    turn()
    touch.touch_up()
    told["tapped"] = read_on_a_sheet(screen, turn)
    screen.choose("replay")
    return told


def read_on_a_sheet(screen: Any, turn: Any) -> list[str]:
    """What a sheet over the screen says, and what of it is cut off; it is put away then."""
    from kivy.core.window import Window

    turn(lambda: Window.children[0] is not screen)
    sheet = Window.children[0]
    told = [sheet.title, *(words.text for words in sheet.ids.content.children), *cut_off(sheet, *Window.size)]
    sheet.dismiss(animation=False)
    turn(lambda: Window.children[0] is screen)
    return told


def drive_replay(screen: Any, turn: Any, keep: Any, press: Any) -> dict[str, Any]:
    """By the keys one entry on, to the end, and after leaving nowhere."""
    turn(lambda: screen.title)
    told = {"opening": screen.moment.headline}
    press(RIGHT)
    told |= {"first": screen.moment.headline, "slider": screen.ids.slider.value}
    told["pictures"] = len(screen.ids.pictures.children)
    keep()
    press(END)
    told |= {"last": screen.moment.headline, "number": screen.number, "of": screen.last}
    keep("-end")
    screen.leave()
    press(HOME)
    told["after_leaving"] = screen.number
    screen.choose("back")
    return told


def drive_settings(screen: Any, turn: Any, keep: Any, _press: Any) -> dict[str, Any]:
    """A folder that cannot be used, another palette, and a choice that cannot be kept."""
    turn()
    before = screen.preferences
    keep()
    screen.take_folder("weights", str(before.storage))
    (samples,) = (row for row in screen.ids.rows.children if type(row).__name__ == "Samples")
    told = {"refused": screen.said, "samples": [list(sample.color) for sample in samples.children]}
    screen.choose("palette", "daylight")
    turn()
    keep("-daylight")
    screen.choose("spoken", "on")
    told |= {"unsaved": screen.said, "palette": screen.preferences.palette, "spoken": screen.preferences.spoken}
    screen.app.prefer(before)
    screen.ids.rows.parent.scroll_y = 0
    turn()
    keep("-end")
    screen.press("back")
    return told


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    which, wide, high, spoken, file, picture, *rest = sys.argv[1:]
    print(json.dumps(main(which, int(wide), int(high), spoken, Path(file), Path(picture), *rest), ensure_ascii=False))
