"""A line to type in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.textinput import TextInput

from companion.app.widgets.dressed import Dressed
from companion.app.widgets.focus import show_in_scroll
from companion.legible import legible

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Field(Dressed, TextInput):
    """One line of text; typed is called with it whenever it changes."""

    typed = ObjectProperty(lambda text: None)

    def _create_line_label(self, text: str, hint: bool = False) -> Any:
        """What is typed stays as it is; what its font cannot show is shown by a stand-in."""
        return super()._create_line_label(legible(text, self.font_name), hint)

    def _get_text_width(self, text: str, tab_width: int, label: Any) -> int:
        """Of what is shown: there the cursor stands."""
        width: int = super()._get_text_width(legible(text, self.font_name), tab_width, label)
        return width

    def on_text(self, _field: object, text: str) -> None:
        """Tells what is written now."""
        self.typed(text)

    def on_focus(self, _field: object, focused: bool) -> None:
        """Comes into sight."""
        if focused:
            show_in_scroll(self)
