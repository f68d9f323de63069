"""The whole app in an offscreen window, driven from its set-up to the score by what its screens offer."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.app.application import WindowError, open_window
from companion.language import Language
from companion.rules.game import Setup
from tests.companion.app.window_texts import cut_off
from tests.companion.rules.replay import setup_of

NO_WINDOW = 77
SECONDS = 60.0  # far more than anything here takes
SHORTLY = 0.3  # seconds; every look at the window costs more than a frame of a film
READ = 0.5  # seconds; longer than a question takes no answers
LIFTED = 0.3  # seconds after which what scrolls passes on that a finger was lifted


@dataclass(frozen=True)
class Recorded:
    """A golden game: who plays by which options, its lines, and those of them that were let stand."""

    game: str
    setup: Setup
    lines: tuple[str, ...]
    let_stand: frozenset[int]

    @classmethod
    def of(cls, path: Path) -> Recorded:
        """The game of a golden file."""
        written = path.read_text(encoding="utf-8").splitlines()
        lines = [line.removeprefix(">").strip() for line in written if line.startswith(">")]
        overruled = frozenset(place for place, line in enumerate(lines) if line.startswith("overrule: "))
        setup = setup_of([line for line in written if line and not line.startswith((">", "#", " "))])
        return cls(path.parent.name, setup, tuple(line.removeprefix("overrule: ") for line in lines), overruled)


class DrivenApp:
    """An app whose screens are looked at frame by frame. cut: what did not fit on them, by `look`."""

    def __init__(self, size: tuple[int, int], code: str, folder: Path) -> None:
        """folder: where it keeps its journal. Exits with 77 where no window can be opened."""
        try:
            open_window(Language.load(code))
        except WindowError as error:
            print(error, file=sys.stderr)
            raise SystemExit(NO_WINDOW) from None
        from kivy.base import runTouchApp
        from kivy.core.window import Window

        from companion.app.companion_app import CompanionApp
        from companion.app.preferences import Preferences, save

        Window.size = size
        kept = folder / "preferences.json"
        save(Preferences(language=code, storage=folder, sound=False), kept)
        self._size = size
        self.cut: list[str] = []
        self.app = CompanionApp(kept)
        self.app.root = self.app.build()
        runTouchApp(self.app.root, embedded=True)

    @property
    def screen(self) -> Any:
        """The one that is shown."""
        return self.app.root.current_screen.children[0]

    def until(self, holds: Callable[[], object], why: str = "", seconds: float = SECONDS) -> None:
        """Lets the window go on until something is so, and until that is laid out. seconds: to wait for it."""
        from kivy.base import EventLoop

        end = time.monotonic() + seconds
        while not holds():
            snapshot = self.app.snapshot
            troubles = [told(self.app.language) for told in snapshot.troubles] if snapshot is not None else []
            assert time.monotonic() < end, f"that never came on {self.app.root.current}: {why} {troubles}"
            EventLoop.idle()
        for _ in range(4):
            EventLoop.idle()

    def appear(self, size: tuple[int, int], code: str) -> None:
        """The first screen is shown in a window so large (width, height), in a language."""
        self.become(size, code)
        self.app.go("home")
        self.until(lambda: self.app.root.current == "home", "the first screen")

    def become(self, size: tuple[int, int], code: str) -> None:
        """The window becomes so large (width, height), and the words of what it shows another language's."""
        from kivy.core.window import Window

        self._size = Window.size = size
        self.app.prefer(replace(self.app.preferences, language=code))
        self.until(lambda: (*self.app.root.size,) == size and self.app.language.code == code, f"{size} {code}")

    def tap(self, widget: Any) -> None:
        """A finger on the middle of a widget; where it scrolls it comes into sight first."""
        from kivy.tests.common import UnitTestTouch
        from kivy.uix.scrollview import ScrollView

        above, scrolled = widget.parent, False
        while above is not above.parent:
            if isinstance(above, ScrollView) and above.viewport_size[1] > above.height:
                above.scroll_to(widget, animate=False)
                scrolled = True
            above = above.parent
        self.until(lambda: True)
        x, y = widget.to_window(*widget.center)
        assert not widget.disabled, widget.text
        assert 0 < x < self._size[0], (widget.text, x)
        assert 0 < y < self._size[1], (widget.text, y)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.until(lambda: True)
        touch.touch_up()
        lifted = time.monotonic()
        self.until(lambda: not scrolled or time.monotonic() > lifted + LIFTED)

    def button(self, text: str) -> Any:
        """The button with a text on what lies uppermost."""
        from companion.app.widgets.kit import TapButton

        found = [widget for widget in self._uppermost(TapButton) if widget.text == text]
        assert len(found) == 1, (text, [widget.text for widget in self._uppermost(TapButton)])
        return found[0]

    def tap_choice(self, key: str, within: Any = None) -> None:
        """A finger on the first button of that key among the choices on what lies uppermost, or in a part of it."""
        from companion.app.widgets.kit import Choices

        offered = [
            (choice.key, button)
            for choices in self._uppermost(Choices, within)
            for choice, button in zip(choices.choices, reversed(choices.children), strict=True)
        ]
        found = [button for name, button in offered if name == key]
        assert found, (key, [name for name, _ in offered])
        self.tap(found[0])

    def listed(self) -> Any:
        """The sheet that lies uppermost, once it shows what lies in its folder, or tells why it cannot."""
        from kivy.core.window import Window

        sheet: Any = Window.children[0]
        looking = self.app.language.text("files.listing")
        self.until(lambda: sheet.said != looking, "the folder")
        return sheet

    def read(self) -> None:
        """Somebody reads the question on the table's screen; before that nobody can answer it."""
        posed = time.monotonic()
        self.until(lambda: time.monotonic() > posed + READ)

    def write(self, field: Any, text: str) -> None:
        """A line is tapped and written anew."""
        from kivy.core.window import Window

        self.tap(field)
        self.until(lambda: field.focus, "the keyboard")
        field.select_all()
        Window.dispatch("on_textinput", text)
        self.until(lambda: field.text == text, text)

    def field(self) -> Any:
        """The line to write in on what lies uppermost."""
        from companion.app.widgets.field import Field

        (found,) = self._uppermost(Field)
        return found

    def _uppermost(self, kind: type, within: Any = None) -> list[Any]:
        from kivy.core.window import Window

        return [widget for widget in (within or Window.children[0]).walk(restrict=True) if isinstance(widget, kind)]

    def idle(self) -> None:
        """Lets the window go on a little, and whatever works behind it."""
        from kivy.base import EventLoop

        EventLoop.idle()
        time.sleep(SHORTLY)

    def look(self, name: str) -> None:
        """Notes what does not fit, on sheets that lie over the screen too."""
        from kivy.core.window import Window

        self.until(lambda: True)
        self.cut += [f"{name}: {text}" for shown in Window.children for text in cut_off(shown, *self._size)]

    def keep(self, path: Path) -> None:
        """Saves a picture of the window."""
        from kivy.graphics import Color, Rectangle

        self.until(lambda: True)
        before = self.app.root.canvas.before
        with before:  # the window's own ground is in no picture
            ground = Color(*self.app.theme.ground), Rectangle(size=self.app.root.size)
        self.app.root.export_to_png(str(path))
        for instruction in ground:
            before.remove(instruction)

    def set_up(self, game: str, setup: Setup) -> None:
        """Fills in the set-up of a game, without a source."""
        self.app.go("setup", game=game)
        self.until(lambda: self.screen.ready, f"set-up of {game}")
        self.screen.count_players(str(len(setup.players)))
        for row, name in zip(reversed(self.screen.ids.players.children), setup.players, strict=True):
            row.ids.field.text = name
        for option, value in setup.options.items():
            self.screen._set(option, value)
        self.until(lambda: True)

    def begin(self) -> None:
        """Goes on to the table."""
        watched = self.app.watch
        self.screen.begin()
        self.until(lambda: self.app.watch is not watched and self.app.snapshot and self.app.snapshot.play, "a game")

    def tell(self, recorded: Recorded, first: int, last: int) -> None:
        """Lines of a game, told as the buttons of its panel tell them; waits until they are all written."""
        for place in range(first, last):
            self.screen._panel.send(recorded.lines[place])
            if place in recorded.let_stand:
                self.app.watch.overrule("as it was agreed")
        done = threading.Event()
        self.app.watch._ask(done.set)
        self.until(done.is_set, f"{recorded.lines[first:last]}")

    def show_score(self) -> None:
        """Goes on to the score."""
        self.screen.do("score")
        self.until(lambda: self.app.root.current == "score" and self.screen.view.over, "the score")

    def close(self) -> None:
        """Ends the app."""
        from kivy.base import stopTouchApp

        stopTouchApp()
        self.app.on_stop()
