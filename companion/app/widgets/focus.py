"""Where the keyboard is."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
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
    """Scrolls what the widget lies in until it can be seen; what fits stays where it is."""
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            _scroll_to(parent, widget)
            return
        parent = parent.parent


def _scroll_to(scroll: ScrollView, widget: Any, *_: object) -> None:
    """As Kivy's own, which would put what fits to its end, and waits like this one until all is laid out."""
    laying_out = getattr(scroll.children[0], "_trigger_layout", None)
    if laying_out is not None and laying_out.is_triggered:
        Clock.schedule_once(partial(_scroll_to, scroll, widget))
        return
    stood = scroll.scroll_y
    scroll.scroll_to(widget, animate=False)
    if scroll.viewport_size[1] <= scroll.height:
        scroll.scroll_y = stood
