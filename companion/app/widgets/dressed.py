"""What a widget looks like: it is dressed by whoever puts it on a screen."""

from __future__ import annotations

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.app.theme import SHIPPED_FONT, Theme


class Dressed:
    """Mixed into a widget. unit: pixels of one design pixel; theme: the colours; font: a file, or one of Kivy's."""

    unit = NumericProperty(1.0)
    theme = ObjectProperty(Theme(), rebind=True)
    font = StringProperty(SHIPPED_FONT)
