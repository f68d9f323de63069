"""What the screens of the app have in common: they look as the app does, and are told when they come and go."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.dressed import Dressed
from companion.language import Language


class AppScreen(Dressed, BoxLayout):
    """A screen; `app` is the `CompanionApp` it belongs to, whose language it speaks.

    upright: whether the window is higher than wide. told: texts of the language by key.
    """

    told = ObjectProperty(lambda key, **values: key)
    upright = BooleanProperty(False)

    def __init__(self, app: Any, **arguments: Any) -> None:
        self.app = app
        app.bind(**{name: self.setter(name) for name in app.dress})
        super().__init__(told=app.language.text, **app.dress, **arguments)

    def on_size(self, *_: object) -> None:
        """Screens are laid out anew where the window is turned."""
        self.upright = self.height > self.width

    def enter(self, **what: Any) -> None:
        """The screen comes into sight; what: as `CompanionApp.go` was given."""

    def leave(self) -> None:
        """The screen goes out of sight."""

    def reword(self, before: Language) -> bool:
        """Another language is spoken than before: says all it shows in that one, and keeps what people entered.

        Gives whether it can; a screen that cannot is made anew.
        """
        return False
