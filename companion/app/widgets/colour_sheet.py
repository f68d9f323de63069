"""A sheet to choose the colour of a player: one button for each, with the name of the player who has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import AliasProperty, ColorProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.theme import Colour
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import TapButton
from companion.app.widgets.sheet import Sheet
from companion.language import Language

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_ACROSS = 4


class Swatch(TapButton):
    """A button in a colour of its own."""

    colour = ColorProperty()

    def _own_face(self) -> Colour:
        red, green, blue, _ = self.colour
        return red, green, blue, 0.6 if self.state == "down" else 1.0

    face = AliasProperty(_own_face, bind=("colour", "state"))


class ColourSheet(Sheet):
    """Calls `choose` with the place of the colour that was tapped."""

    def __init__(
        self, owner: Dressed, title: str, language: Language, holders: Sequence[str], choose: Callable[[int], None]
    ) -> None:
        """holders: who has each of the theme's colours, empty for nobody."""
        super().__init__(owner, title, language.text("app.cancel"))
        self._choose = choose
        grid = GridLayout(cols=_ACROSS, spacing=8 * self.unit, size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        look = {"chosen": True, "design_size": 17, "least_height": 64, **self.dress}
        for place, (colour, holder) in enumerate(zip(self.theme.lines, holders, strict=True)):
            swatch = Swatch(colour=colour, text=holder, tapped=partial(self._take, place), **look)
            grid.add_widget(swatch)
        self.show(grid)

    def _take(self, place: int) -> None:
        self.dismiss()
        self._choose(place)
