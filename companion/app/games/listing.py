"""Boxes that show a list: one widget for each item, used again as long as there are as many; and lines of words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.properties import AliasProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.stacklayout import StackLayout

from companion.app.theme import Theme
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Legible

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class OneLine(Dressed, Legible, Label):
    """One line of words in the middle of its box, cut with dots where it is too long. tint: as of `kit.Words`."""

    tint = ObjectProperty(None, allownone=True)
    design_size = NumericProperty(17.0)


class Shown(Dressed):
    """A widget that shows one item. tap: what is called with the item where the widget can be tapped."""

    item = ObjectProperty(None, allownone=True)
    tap = ObjectProperty(lambda item: None)


class Lit(Shown):
    """A widget that is lit to be seen at once. lit: the colour of its ground, or None; its words are dark then."""

    lit = ObjectProperty(None, allownone=True)

    def _inked(self) -> Theme:
        theme: Theme = self.theme
        return theme if self.lit is None else replace(theme, text=theme.on_colour)

    inked = AliasProperty(_inked, bind=("lit", "theme"))


class Listing(Dressed):
    """Mixed into a layout. kind: the name of its widgets' class, each a `Shown`; items: a tuple."""

    kind = StringProperty()
    items = ObjectProperty(())
    tap = ObjectProperty(lambda item: None)

    def on_items(self, *_: object) -> None:
        """As many widgets as items, each with its own."""
        box: Any = self
        if not self.kind:
            return
        while len(box.children) > len(self.items):
            box.remove_widget(box.children[0])
        while len(box.children) < len(self.items):
            box.add_widget(Factory.get(self.kind)(tap=self.tap, **self.dress))
        for item, child in zip(self.items, reversed(box.children), strict=True):
            child.item = item

    on_kind = on_items

    def on_unit(self, *_: object) -> None:
        """The widgets are dressed as this is."""
        box: Any = self
        for child in box.children:
            child.dress_as(self)
            child.tap = self.tap

    on_theme = on_font = on_tap = on_unit


class ListingBox(Listing, BoxLayout):
    """A list one beside or below the other."""


class ListingGrid(Listing, GridLayout):
    """A list in lines of equal cells."""


class ListingStack(Listing, StackLayout):
    """A list in lines as wide as there is room."""
