"""A place on a board or a picture, pointed at by keys instead of by a finger."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.behaviors import FocusBehavior

from companion.app.widgets.focus import PRESSING_KEYS

_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}  # columns and rows, rows downwards


class Pointing(FocusBehavior):
    """Mixed into a widget that is tapped at places: reached by Tab, arrows move a pointer on it, Enter and Space tap
    where it is. pointer: that place, None while the keyboard is elsewhere; the widget draws it.

    The widget says where the pointer begins (`first_place`), where a step takes it (`stepped`), and takes the tap
    (`tap_at`).
    """

    pointer = ObjectProperty(None, allownone=True)

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.input_type = "null"  # no keyboard on the screen of a phone

    def first_place(self) -> Any:
        """Where the pointer is when the keyboard comes."""
        raise NotImplementedError

    def stepped(self, place: Any, columns: int, rows: int) -> Any:
        """The place so many steps to the right and down."""
        raise NotImplementedError

    def tap_at(self, place: Any) -> None:
        """Enter or Space was pressed there."""
        raise NotImplementedError

    def on_focus(self, _widget: object, focused: bool) -> None:
        """The pointer comes and goes with the keyboard."""
        self.pointer = self.first_place() if focused else None

    def keyboard_on_key_down(self, window: Any, keycode: tuple[int, str], text: str, modifiers: list[str]) -> bool:
        """Arrows, Enter and Space; Tab goes on."""
        if self.pointer is not None and keycode[1] in _ARROWS:
            self.pointer = self.stepped(self.pointer, *_ARROWS[keycode[1]])
            return True
        if self.pointer is not None and keycode[1] in PRESSING_KEYS:
            self.tap_at(self.pointer)
            return True
        return bool(super().keyboard_on_key_down(window, keycode, text, modifiers))
