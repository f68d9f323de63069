"""What a widget looks like: it is dressed by whoever puts it on a screen, and so in the end by the app."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.app.theme import Theme
from companion.fonts import SHIPPED_FONT


class Dressed:
    """Mixed into a widget, and into the app. unit: pixels of one design pixel; theme: the colours; font: a file, or one
    of Kivy's."""

    unit = NumericProperty(1.0)
    theme = ObjectProperty(Theme(), rebind=True)
    font = StringProperty(SHIPPED_FONT)

    @property
    def dress(self) -> dict[str, Any]:
        """What another widget is made with to look as this does."""
        return {"unit": self.unit, "theme": self.theme, "font": self.font}

    def dress_as(self, owner: Dressed) -> None:
        """Looks as another does now."""
        for name, value in owner.dress.items():
            setattr(self, name, value)
