"""A rule of Eleusis put together by taps: its parts as they lie in one another, and what fits the gap that is open."""

from __future__ import annotations

from pathlib import Path

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games.rule_building import Building
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.focus import show_in_scroll
from companion.app.widgets.kit import TapButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Outline(Dressed, BoxLayout):
    """The parts of a rule, each a button moved in as deep as it lies. rows: a list of `OutlineRow`."""

    rows = ListProperty()
    choose = ObjectProperty(lambda key: None)

    def on_rows(self, *_: object) -> None:
        """Makes the buttons anew."""
        self.clear_widgets()
        for row in self.rows:
            indent = BoxLayout(padding=(row.depth * 20 * self.unit, 0, 0, 0), size_hint_y=None)
            button = TapButton(text=row.text, chosen=row.chosen, halign="left", design_size=17, **self.dress)
            button.bind(on_release=lambda _button, key=row.key: self.choose(key), height=indent.setter("height"))
            indent.height = button.height
            indent.add_widget(button)
            self.add_widget(indent)
            if row.chosen:
                Clock.schedule_once(lambda _seconds, button=button: show_in_scroll(button))

    on_unit = on_theme = on_font = on_rows


class RuleBuilder(Dressed, BoxLayout):
    """Shows a `Building`; choose: a callable that takes the key of what is tapped."""

    building = ObjectProperty(Building((), "", (), ()), rebind=True)
    choose = ObjectProperty(lambda key: None)
