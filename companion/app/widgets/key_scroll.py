"""A window on something larger, moved by keys too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.scrollview import ScrollView

from companion.app.widgets.dressed import Dressed
from companion.app.widgets.focus import show_in_scroll

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}  # as scroll_x and scroll_y grow
_ENDS = {"home": 0.0, "end": 1.0}


class KeyScroll(Dressed, FocusBehavior, ScrollView):
    """Reached by Tab where it has more than fits; arrows move it by `step` (px), Home and End go to its ends."""

    step = NumericProperty(60.0)

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.input_type = "null"  # no keyboard on the screen of a phone
        self.bind(size=self._allow, viewport_size=self._allow)
        self._allow()

    def on_focus(self, _widget: object, focused: bool) -> None:
        """Comes into sight."""
        if focused:
            show_in_scroll(self)

    def keyboard_on_key_down(self, window: Any, keycode: tuple[int, str], text: str, modifiers: list[str]) -> bool:
        """Arrows, Home and End; Tab goes on."""
        across, up = self._hidden()
        key = keycode[1]
        if key in _ENDS:
            if across > 0:
                self.scroll_x = _ENDS[key]
            else:
                self.scroll_y = 1 - _ENDS[key]
            return True
        if key in _ARROWS:
            columns, rows = _ARROWS[key]
            self.scroll_x = _moved(self.scroll_x, columns * self.step, across)
            self.scroll_y = _moved(self.scroll_y, rows * self.step, up)
            return True
        return bool(super().keyboard_on_key_down(window, keycode, text, modifiers))

    def _hidden(self) -> tuple[float, float]:
        """How much wider and higher what it shows is than itself, px."""
        return self.viewport_size[0] - self.width, self.viewport_size[1] - self.height

    def _allow(self, *_: object) -> None:
        self.is_focusable = max(self._hidden()) >= 1


def _moved(share: float, by: float, hidden: float) -> float:
    """Where it stands after a step; it stays where nothing is hidden that way."""
    return min(1.0, max(0.0, share + by / hidden)) if hidden > 0 else share
