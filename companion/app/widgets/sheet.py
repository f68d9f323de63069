"""A sheet over the screen: something to read, or to choose from, and a button that puts it away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.modalview import ModalView

from companion.app.widgets import kit
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.focus import focus_first

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Sheet(Dressed, ModalView):
    """Opened by `open`; put away by its button, by Escape, or by a touch beside it. closing: the word on its button."""

    title = StringProperty()
    closing = StringProperty()
    minimum_shown = NumericProperty(200)

    def __init__(self, owner: Dressed, title: str, closing: str) -> None:
        """owner: whose look it has."""
        super().__init__(title=title, closing=closing, **owner.dress)
        self.ids.content.bind(height=self._fit)
        self.ids.title.bind(height=self._fit)

    def show(self, widget: Any) -> None:
        """Adds something to it."""
        self.ids.content.add_widget(widget)

    def say(self, text: str) -> None:
        """Adds a paragraph."""
        self.show(kit.Words(text=text, **self.dress))

    def on_open(self) -> None:
        """The keyboard goes to what can be chosen first."""
        focus_first(self)

    def _fit(self, *_: object) -> None:
        inner = self.ids.content.height + self.ids.title.height + self.ids.close.height
        self.minimum_shown = inner + 60 * self.unit
