"""What every screen is made of: words, chips, panels, and buttons for fingers and keys.

Each takes `unit` (pixels of one design pixel, see `companion.app.theme.scale_for`), `theme` and `font`; whoever puts
one on a screen binds them to the screen's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior, FocusBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup, get_hex_from_color

from companion.app.said import Choice, Said
from companion.app.theme import Colour, Theme
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.focus import PRESSING_KEYS, show_in_scroll
from companion.app.wrapping import GAP, in_lines, wrapped
from companion.legible import legible

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_JOINED = "\u00a0"  # a blank at which no line ends
_PRESSED, _DIMMED = 0.6, 0.35  # of a button's own opacity


class Legible:
    """Mixed into a label: what its font cannot show is shown by a stand-in, see `companion.legible`, and Chinese is
    broken into lines as it should be, see `companion.app.wrapping`."""

    def __init__(self, **arguments: Any) -> None:
        self._written = self._shown = ""
        super().__init__(**arguments)
        label: Any = self
        # Bound after all that a label binds itself: what they are told last is what can be shown.
        label.fbind("text", self._stand_in)
        label.fbind("font_name", self._stand_in)
        self._stand_in()

    def _stand_in(self, *_: object) -> None:
        label: Any = self
        if label.text != self._shown:
            self._written = label.text
        self._shown = legible(self._written, label.font_name)  # first, for it is asked again at once
        label.text = self._shown

    def texture_update(self, *_: object) -> None:
        """Draws the text; its breaks are in what is drawn, not in `text`."""
        label: Any = self
        if label.text_size[0] is not None and not (label.shorten or label.markup):
            left, _top, right, _bottom = label.padding
            label._label.text = wrapped(label.text, label.text_size[0] - left - right, self._width_of)
        super().texture_update()  # type: ignore[misc]

    def _width_of(self, line: str) -> float:
        label: Any = self
        return float(label._label.get_extents(line)[0])


class PlainLine(Legible, Label):
    """A label, no more."""


class Words(Dressed, Legible, Label):
    """A text that wraps and is as high as it needs. design_size: of its letters, design px; tint: their colour, None
    for that of the theme."""

    tint = ObjectProperty(None, allownone=True)
    design_size = NumericProperty(19.0)


class Standings(Words):
    """What is said of each player after a dot of the player's colour; no line ends within it. said: (colour, words) of
    each."""

    said = ListProperty()

    def __init__(self, **arguments: Any) -> None:
        super().__init__(markup=True, **arguments)
        self.bind(said=self._lay, width=self._lay, font_size=self._lay, font_name=self._lay)

    def _lay(self, *_: object) -> None:
        words = [legible(f"● {words}", self.font_name) for _, words in self.said]
        measure = CoreLabel(font_name=self.font_name, font_size=self.font_size)
        rows = in_lines(words, self.width, lambda line: float(measure.get_extents(line)[0]))
        self.text = "\n".join(GAP.join(self._dotted(number) for number in row) for row in rows)

    def _dotted(self, number: int) -> str:
        colour, words = self.said[number]
        return f"[color={get_hex_from_color(colour)}]●[/color] {escape_markup(words)}".replace(" ", _JOINED)


class Chip(Dressed, Legible, Label):
    """A short text in a rounded box, certain or asked."""

    certain = BooleanProperty(True)


class Chips(Dressed, StackLayout):
    """Chips in lines, as many as are needed. said: a list of `Said`."""

    said = ListProperty()

    def __init__(self, said: Sequence[Said] = (), **arguments: Any) -> None:
        super().__init__(**arguments)
        self.said = said  # only now is there something to put chips on

    def on_said(self, *_: object) -> None:
        """Makes the chips anew."""
        self.clear_widgets()
        for one in self.said:
            self.add_widget(Chip(text=one.text, certain=one.certain, **self.dress))

    def on_unit(self, *_: object) -> None:
        """The chips look as this does."""
        for chip in self.children:
            chip.dress_as(self)

    on_theme = on_font = on_unit


class Panel(BoxLayout):
    """A rounded ground for what belongs together."""

    unit = NumericProperty(1.0)
    ground = ColorProperty(Theme().panel)


class PlayerDot(Widget):
    """The colour of a player, empty for who does not play."""

    player = StringProperty()
    unit = NumericProperty(1.0)
    theme = ObjectProperty(Theme(), rebind=True)


class Pressed(ButtonBehavior, FocusBehavior):
    """Mixed into a widget that is tapped, or reached by Tab and pressed by Enter or Space."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.input_type = "null"  # no keyboard on the screen of a phone

    def on_focus(self, _button: object, focused: bool) -> None:
        """Comes into sight."""
        if focused:
            show_in_scroll(self)

    def keyboard_on_key_down(self, window: Any, keycode: tuple[int, str], text: str, modifiers: list[str]) -> bool:
        """Enter and Space press it, Tab goes on."""
        if keycode[1] in PRESSING_KEYS:
            self.trigger_action(0.05)
            return True
        return bool(super().keyboard_on_key_down(window, keycode, text, modifiers))


class TapButton(Dressed, Legible, Pressed, Label):
    """A large button. chosen: it is the one that was taken.

    What is to happen is bound to `on_release`, or given as `tapped`, a callable without arguments. least_height: design
    px.
    """

    design_size = NumericProperty(20.0)
    least_height = NumericProperty(48.0)
    chosen = BooleanProperty(False)
    tapped = ObjectProperty(None, allownone=True)

    def _face(self) -> Colour:
        red, green, blue, alpha = self.theme.chosen if self.chosen else self.theme.button
        share = _DIMMED if self.disabled else _PRESSED if self.state == "down" else 1.0
        return red, green, blue, alpha * share

    face = AliasProperty(_face, bind=("theme", "chosen", "disabled", "state"))

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.bind(disabled=lambda *_: setattr(self, "is_focusable", not self.disabled))
        self.is_focusable = not self.disabled

    def on_release(self) -> None:
        """Does what it is for."""
        if self.tapped is not None:
            self.tapped()


class Choices(Dressed, GridLayout):
    """Buttons of equal width in as many columns as have room. choices: a list of `Choice`.

    choose: a callable that takes the key of the one that was tapped. chosen: the key that is taken now. least: the
    least width of a column, design px; most: columns at the most; least_height: of a button, design px.
    """

    choices = ListProperty()
    choose = ObjectProperty(lambda key: None)
    chosen = StringProperty()
    least = NumericProperty(130.0)
    most = NumericProperty(99)
    design_size = NumericProperty(20.0)
    least_height = NumericProperty(48.0)

    def __init__(self, choices: Sequence[Choice] = (), **arguments: Any) -> None:
        super().__init__(**arguments)
        self._keys: list[str] = []
        self.choices = choices  # only now is there something to put buttons on

    def on_choices(self, *_: object) -> None:
        """Makes the buttons anew; those of the same keys stay, and keep the keyboard."""
        keys = [choice.key for choice in self.choices]
        if keys != self._keys:
            self._keys = keys
            self.clear_widgets()
            for choice in self.choices:
                self.add_widget(self._button(choice))
            return
        for choice, button in zip(self.choices, reversed(self.children), strict=True):
            button.text, button.disabled = choice.text, not choice.enabled

    def on_chosen(self, *_: object) -> None:
        """Shows which one is taken."""
        for choice, button in zip(self.choices, reversed(self.children), strict=True):
            button.chosen = choice.key == self.chosen

    def on_unit(self, *_: object) -> None:
        """The buttons look as this does."""
        for button in self.children:
            button.dress_as(self)
            button.design_size, button.least_height = self.design_size, self.least_height

    on_theme = on_font = on_design_size = on_least_height = on_unit

    def _button(self, choice: Choice) -> TapButton:
        return TapButton(
            text=choice.text,
            disabled=not choice.enabled,
            chosen=choice.key == self.chosen,
            tapped=partial(self._tapped, choice.key),
            design_size=self.design_size,
            least_height=self.least_height,
            **self.dress,
        )

    def _tapped(self, key: str) -> None:
        self.choose(key)
