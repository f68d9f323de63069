"""The whole window for one picture, to be looked at closely; any touch, Escape, or its button puts it away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.modalview import ModalView

from companion.app.widgets import kit, live_picture  # noqa: F401 (named in picture_sheet.kv)
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.focus import focus_first
from vision.photo import Picture

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PictureSheet(Dressed, ModalView):
    """Shows a picture (BGR) as large as the window is. closing: the word on its button."""

    closing = StringProperty()

    def __init__(self, owner: Dressed, picture: Picture, closing: str) -> None:
        """owner: whose look it has."""
        super().__init__(closing=closing, **owner.dress)
        self.ids.picture.show(picture, ())

    def on_open(self) -> None:
        """The keyboard goes to its button."""
        focus_first(self)

    def on_touch_up(self, touch: Any) -> bool:
        """Puts it away."""
        self.dismiss()
        return bool(super().on_touch_up(touch))
