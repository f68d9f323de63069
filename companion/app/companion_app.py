"""The app: its screens, what the user has chosen, and the game that runs behind whichever screen is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty
from kivy.uix.modalview import ModalView
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager

from companion.app import preferences as kept
from companion.app.preferences import Preferences
from companion.app.screens.settings_view import unwritable
from companion.app.signals import signals_of, spoken_of
from companion.app.sounds import Sounds
from companion.app.spectators import SpectatorsPage
from companion.app.speech import speech_for
from companion.app.theme import PALETTES, scale_for
from companion.app.ticking import Ticking
from companion.app.watch import Snapshot, Watch, sentence
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.focus import first_focusable, focus_first, is_written_in, scroll_page
from companion.app.widgets.sheet import Sheet
from companion.fonts import font_for, font_showing
from companion.language import FALLBACK, Language
from vision.frames import State

_SCREENS = {
    "home": "HomeScreen",
    "setup": "SetupScreen",
    "table": "TableScreen",
    "dealer": "DealerScreen",
    "score": "ScoreScreen",
    "replay": "ReplayScreen",
    "photo": "PhotoScreen",
    "settings": "SettingsScreen",
}
"""Each lies in the module of its name; it is imported when it is first shown, so that the app opens quickly."""
_FRAME_TIME = 1 / 30  # seconds from one look at the game to the next
_TAB, _ESCAPE = 9, 27  # keys as Kivy's window numbers them
_PAGES = {280: False, 281: True}  # Page Up and Page Down: whether downwards


class CompanionApp(Dressed, App):
    """The whole app. It is dressed as every screen is; language: its texts; preferences: see there.

    watch: the game that is played, None before the first; snapshot: the newest of it.
    """

    preferences = ObjectProperty(Preferences())

    def __init__(
        self,
        preferences_path: Path | None = None,
        first: tuple[Watch, tuple[str, ...]] | None = None,
        **arguments: Any,
    ) -> None:
        """preferences_path: the file they are kept in; the user's own by default. first: a game to begin with, not
        started yet, and its players."""
        super().__init__(**arguments)
        self._path, self._first = preferences_path or kept.default_path(), first
        self.preferences, fault = kept.load(self._path)
        self.language = _writable(self.preferences)
        self._fault = fault
        self.title = self.language.text("app.title")
        self.sounds, self.speech = Sounds(), speech_for(self.language.code)
        self.watch: Watch | None = None
        self.snapshot: Snapshot | None = None
        self.page = SpectatorsPage(lambda: (self.snapshot, self.language))
        self._source = ""  # what watches it
        self._names = ""  # of the players, which may need another font
        self._seated: dict[str, Any] = {}  # who plays, in which colours
        self._mishap: Sheet | None = None  # the sheet that tells of one

    def build(self) -> ScreenManager:
        """The screens, the first of them shown."""
        self._manager = ScreenManager(transition=NoTransition())
        for cut in (self._manager.canvas.before, self._manager.canvas.after):
            cut.clear()  # it fills the window twice a frame to cut off screens that slide; none does
        self.on_preferences()
        Window.bind(size=self._resized, on_key_down=self._key_down)
        self._ticking = Ticking(self._tick, _FRAME_TIME)
        self.go("home")
        if self._first is not None:
            self.begin(*self._first)
        return self._manager

    def go(self, name: str, **what: Any) -> None:
        """Shows a screen, by its name in `_SCREENS`.

        what: passed on to its `enter`.
        """
        if self._manager.current_screen is not None:
            self._shown().leave()
        self._show(name, **what)

    def _show(self, name: str, **what: Any) -> None:
        if not self._manager.has_screen(name):
            holder = Screen(name=name)
            kind = getattr(import_module(f"companion.app.screens.{name}"), _SCREENS[name])
            holder.add_widget(kind(self))
            self._manager.add_widget(holder)
        self._manager.current = name
        self._shown().enter(**what)

    def begin(self, watch: Watch, players: tuple[str, ...], colours: tuple[int, ...] = (), source: str = "") -> None:
        """Plays a game, in place of the one that was played, and shows its table.

        colours: of the players, as `Theme` has them; by seat if not given. source: what watches it.
        """
        ended = self.put_by()
        self.watch, self._source = watch, source
        self._seated = {"players": players, "colours": colours}
        self.show_names(players)
        watch.start(ended)
        self.go("table")

    def put_by(self, source: str | None = None) -> Callable[[], None]:
        """Ends the game that is played, so that another may be; in the journal it can be gone on with.

        source: only where this watches it. Gives what waits until it has ended, and its camera is free.
        """
        watch = self.watch
        if watch is None or source not in (None, self._source):
            return lambda: None
        self.snapshot = self.watch = None
        watch.close()
        return partial(watch.close, wait=True)

    def show_names(self, names: Iterable[str]) -> None:
        """Takes a font that has the signs of these names besides those of the language."""
        self._names = " ".join(names)
        self._dress()

    def notice(self) -> str:
        """What the first screen has to say of the preferences: once what was wrong with their file, and always why they
        cannot be followed."""
        fault, self._fault = self._fault, None
        return fault.words(self.language) if fault else unwritable(self.preferences, self.language)

    def tell_mishap(self, error: Exception) -> None:
        """Something failed on the thread of the window: a sheet tells it until it is put away, and the game goes on
        behind it."""
        if self._mishap is None:
            self._mishap = Sheet(self, self.language.text("app.mishap"), self.language.text("app.close"))
            self._mishap.say(sentence(error)(self.language))
            self._mishap.bind(on_dismiss=lambda _sheet: setattr(self, "_mishap", None))
            self._mishap.open()

    def prefer(self, preferences: Preferences) -> str:
        """Takes and keeps what was chosen; a sentence where it could not be kept, else nothing."""
        self.preferences = preferences
        try:
            kept.save(preferences, self._path)
        except kept.PreferencesError as error:
            return error.words(self.language)
        return ""

    def on_preferences(self, *_: object) -> None:
        """Looks and sounds as was chosen; in another language all screens say what they show anew."""
        if not hasattr(self, "_manager"):
            return
        language = _writable(self.preferences)
        self.sounds.on = self.preferences.sound
        self._serve()
        if language.code != self.language.code:
            Clock.schedule_once(partial(self._renew, self.language))  # not within the touch of a button that goes
            self.language, self.speech = language, speech_for(language.code)
            self.title = language.text("app.title")
        self._dress()

    def on_stop(self) -> None:
        """The window closes: what runs behind it ends, all of it written."""
        self._shown().leave()
        self.speech.stop()
        self.page.close()
        if self.watch is not None:
            self.watch.close(wait=True)

    def _serve(self) -> None:
        """Those who look on have a page while they are to have one."""
        if not self.preferences.spectators:
            self.page.close()
        elif not self.page.address:
            self.page.start()

    def _renew(self, before: Language, _seconds: float) -> None:
        """The screens that hold what people entered keep it, in the words of the new language; the others are made
        anew."""
        name, shown = self._manager.current, self._shown()
        for holder in tuple(self._manager.screens):
            (screen,) = holder.children
            if screen.reword(before):
                continue
            if screen is shown:
                screen.leave()
            self._manager.remove_widget(holder)
        if not self._manager.has_screen(name):
            self._show(name)

    def _shown(self) -> Any:
        return self._manager.current_screen.children[0]

    def _dress(self) -> None:
        self.theme = replace(PALETTES[self.preferences.palette], **self._seated)
        self.font = font_showing(self._names, self.language.code)
        Window.clearcolor = self.theme.ground
        self._resized()

    def _resized(self, *_: object) -> None:
        self.unit = scale_for(*Window.size) * self.preferences.scale

    def _tick(self, _seconds: float) -> None:
        snapshot = self.watch.newest() if self.watch is not None else None
        if snapshot is None:
            return
        before, self.snapshot = self.snapshot, snapshot
        if before is not None:
            self._sound(before, snapshot)
        if self._manager.current == "table":
            self._shown().follow(snapshot)
            if before is not None and before.source is not State.ENDED and _is_done(snapshot):
                self.go("score")

    def _sound(self, before: Snapshot, now: Snapshot) -> None:
        """Tells by a tone, and aloud where that is wanted, what is new."""
        for signal in signals_of(before, now):
            self.sounds.play(signal)
        if self.preferences.spoken and (said := spoken_of(before, now, self.language)):
            self.speech.say(said)

    def _key_down(self, _window: Any, key: int, _scancode: int, text: str | None, modifiers: list[str]) -> bool:
        """Tab begins at the first button; Page Up and Page Down scroll; Escape goes back to the beginning, other keys
        are the screen's.

        What was put away, or lies below a sheet, has the keyboard no more: Enter would press it once again.
        """
        above, shown = Window.children[0], self._shown()
        covered = isinstance(above, ModalView)
        if first_focusable(above if covered else shown, focused=True) is None:
            Window.release_keyboard()
            if key == _TAB:
                return focus_first(above if covered else shown)
        if key in _PAGES:
            return scroll_page(above if covered else shown, _PAGES[key])
        if covered or is_written_in(shown):
            return False  # it has the keyboard
        if key == _ESCAPE and self._manager.current != "home":
            self.go("home")
            return True
        pressed = getattr(shown, "pressed", None)
        return bool(pressed is not None and pressed(text or "", modifiers))


def _is_done(snapshot: Snapshot) -> bool:
    """Whether all of a game was filmed, and the film is at its end."""
    play = snapshot.play
    return snapshot.source is State.ENDED and play is not None and play.game.result(play.state).over


def _writable(preferences: Preferences) -> Language:
    """The chosen language, or English where no font has its signs."""
    language = Language.load(preferences.language_code)
    return language if font_for(language.code) else Language.load(FALLBACK)
