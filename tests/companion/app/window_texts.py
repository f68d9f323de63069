"""The texts of a window: where they lie, and which of them are cut off."""

from __future__ import annotations

from typing import Any


def box(widget: Any) -> list[float]:
    """Where a widget lies: x, y from the bottom left, width, height."""
    return [*widget.to_window(*widget.pos), *widget.size]


def cut_off(root: Any, width: int, height: int) -> list[str]:
    """Texts that do not fit into their widget, or lie outside the window; what scrolls may do so upwards and down."""
    from kivy.uix.label import Label
    from kivy.uix.scrollview import ScrollView

    def within(widget: Any, scrolled: bool) -> list[str]:
        scrolled = scrolled or isinstance(widget, ScrollView)
        found = [text for child in widget.children for text in within(child, scrolled)]
        if isinstance(widget, Label) and widget.text:
            x, y, wide, high = box(widget)
            outside = x < -1 or x + wide > width + 1 or (not scrolled and (y < -1 or y + high > height + 1))
            if outside or widget.texture_size[0] > wide + 1 or widget.texture_size[1] > high + 1:
                found.append(widget.text)
        return found

    return within(root, False)
