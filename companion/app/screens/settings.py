"""The screen of the settings: each choice is one tap, taken at once and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.preferences import FINDER_ENDINGS, Preferences
from companion.app.said import Choice
from companion.app.screens.base import AppScreen
from companion.app.screens.settings_view import (
    SWITCHES,
    BadFolder,
    about,
    choices_of,
    chosen,
    storage_folder,
    value_of,
    weights_folder,
)
from companion.app.sounds import SIGNALS
from companion.app.widgets import field, kit  # noqa: F401 (named in settings.kv)
from companion.app.widgets.file_sheet import FileSheet
from companion.language import Language

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_BETWEEN_SIGNALS = 1.0  # seconds
_FOLDERS: dict[str, Callable[[str, Language], Path]] = {"storage": storage_folder, "weights": weights_folder}


class Setting(BoxLayout):
    """One preference of the screen, chosen by a tap. name: of the preference."""

    screen = ObjectProperty(rebind=True)
    name = StringProperty()


class Samples(BoxLayout):
    """What the colours of the palette mean."""

    screen = ObjectProperty(rebind=True)


class FolderSetting(BoxLayout):
    """One preference that is a folder. name: of the preference."""

    screen = ObjectProperty(rebind=True)
    name = StringProperty()


class SettingsScreen(AppScreen):
    """Shows what is chosen. said: what came of the last choice, where something has to be told."""

    preferences = ObjectProperty(rebind=True)
    said = StringProperty()

    def __init__(self, app: Any, **arguments: Any) -> None:
        super().__init__(app, preferences=app.preferences, **arguments)
        app.bind(preferences=self.setter("preferences"))
        for name in ("language", "text_size", "palette"):
            self.ids.rows.add_widget(Setting(screen=self, name=name))
        self.ids.rows.add_widget(Samples(screen=self))
        for name in SWITCHES:
            self.ids.rows.add_widget(Setting(screen=self, name=name))
        for name in _FOLDERS:
            self.ids.rows.add_widget(FolderSetting(screen=self, name=name))

    def enter(self, **what: Any) -> None:
        """Nothing of before is told."""
        self.said = ""

    def leave(self) -> None:
        """What is being said is broken off."""
        self.app.speech.stop()

    def reword(self, before: Language) -> bool:
        """What is typed and not taken yet stays, and so does what came of the choice of the language."""
        self.told = self.app.language.text
        self.property("preferences").dispatch(self)  # all rows depend on it
        return True

    def choices(self, name: str) -> list[Choice]:
        """What can be chosen for a preference."""
        return choices_of(name, self.app.language)

    def chosen(self, name: str, preferences: Preferences) -> str:
        """What is chosen in those preferences."""
        return chosen(name, preferences)

    def about(self, name: str, preferences: Preferences) -> str:
        """What is to be said of a preference as it is."""
        page = self.app.page
        return about(name, preferences, self.app.speech.name, self.app.language, page.address, page.fault)

    def choose(self, name: str, key: str) -> None:
        """Takes a choice at once."""
        self._prefer(**{name: value_of(name, key)})
        if name == "spoken" and self.preferences.spoken:
            self.app.speech.say(self.told("app_settings.spoken_sample"))

    def press_folder(self, name: str, key: str, typed: str) -> None:
        """A button below a folder was tapped: it is chosen from a sheet, taken as it was typed, or given up."""
        if key == "choose":
            endings = FINDER_ENDINGS if name == "weights" else ()
            take = partial(self._take_path, name)
            FileSheet(self, self.app.language, take, endings, folders_too=True).open()
        else:
            self.take_folder(name, typed if key == "use" else None)

    def _take_path(self, name: str, path: Path) -> None:
        self.take_folder(name, str(path))

    def take_folder(self, name: str, typed: str | None) -> None:
        """Takes a folder that was typed, None for the default, or tells why it cannot be used."""
        try:
            folder = None if typed is None else _FOLDERS[name](typed, self.app.language)
        except BadFolder as error:
            self.said = str(error)
            return
        self._prefer(**{name: folder})

    def buttons(self, *keys: str) -> list[Choice]:
        """Buttons that take no choice: the signals can be heard while they are on."""
        return [Choice(key, self.told(f"app_settings.{key}"), key != "hear" or self.preferences.sound) for key in keys]

    def press(self, key: str) -> None:
        """A button at the foot was tapped."""
        if key == "hear":
            self.hear()
        else:
            self.app.go("home")

    def hear(self) -> None:
        """Plays the signals one after another."""
        for number, signal in enumerate(SIGNALS):
            Clock.schedule_once(partial(self._play, signal), number * _BETWEEN_SIGNALS)

    def _play(self, signal: Any, _seconds: float) -> None:
        self.app.sounds.play(signal)

    def _prefer(self, **changed: Any) -> None:
        self.said = self.app.prefer(replace(self.preferences, **changed))
