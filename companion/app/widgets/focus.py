"""Where the keyboard is."""

from __future__ import annotations

from typing import Any

from kivy.uix.behaviors import FocusBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput

_PAGE = 0.8  # of what is in sight, by which it is scrolled
PRESSING_KEYS = ("enter", "numpadenter", "spacebar")  # as Kivy names them


def first_focusable(widget: Any, focused: bool = False) -> Any | None:
    """The first widget within that can have the keyboard; focused: the one that has it. None where there is none."""
    found = (one for one in widget.walk(restrict=True) if isinstance(one, FocusBehavior) and one.is_focusable)
    return next((one for one in found if one.focus or not focused), None)


def focus_first(widget: Any) -> bool:
    """Gives the keyboard to the first widget within that can have it; whether there is one."""
    first = first_focusable(widget)
    if first is not None:
        first.focus = True
    return first is not None


def is_written_in(widget: Any) -> bool:
    """Whether somebody types in a field within."""
    return isinstance(first_focusable(widget, focused=True), TextInput)


def scroll_page(widget: Any, down: bool) -> bool:
    """Scrolls what has the keyboard, or the largest thing within that scrolls, by most of a page; whether there is
    one."""
    found = [one for one in widget.walk(restrict=True) if isinstance(one, ScrollView)]
    longer = [one for one in found if one.viewport_size[1] > one.height]
    if not longer:
        return False
    largest = max(longer, key=lambda one: (getattr(one, "focus", False), one.width * one.height))
    step = _PAGE * largest.height / (largest.viewport_size[1] - largest.height)
    largest.scroll_y = min(1.0, max(0.0, largest.scroll_y + (-step if down else step)))
    return True


def show_in_scroll(widget: Any) -> None:
    """Scrolls what the widget lies in until it can be seen."""
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            parent.scroll_to(widget, animate=False)
            return
        parent = parent.parent
