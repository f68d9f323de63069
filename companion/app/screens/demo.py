"""The screen of the demo: the live table with its reading, what lies there and happened, and the audited entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.live import LiveReading
from companion.app.said import Said
from companion.app.screens.demo_view import LiveView, Verdict
from companion.app.theme import SHIPPED_FONT, Theme, font_for, scale_for
from companion.app.widgets import kit, live_picture  # noqa: F401 (named in demo.kv)
from companion.language import Language

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class DemoScreen(BoxLayout):
    """Follows a live reading; `tick` is called by the clock."""

    unit = NumericProperty(1.0)
    theme = ObjectProperty(Theme())
    font = StringProperty(SHIPPED_FONT)
    verdict = ObjectProperty()
    status = StringProperty()
    things = ListProperty()
    events = ListProperty()
    told = ObjectProperty()  # texts of the language by key

    def __init__(self, live: LiveReading, verdict: Verdict, language: Language, **arguments: Any) -> None:
        self._live, self._language = live, language
        super().__init__(
            verdict=verdict,
            told=language.text,
            font=font_for(language.code) or SHIPPED_FONT,
            status=language.text("demo.starting"),
            **arguments,
        )

    def on_size(self, *_: object) -> None:
        """Sizes follow the window; an upright one has the picture above the words."""
        self.unit = scale_for(self.width, self.height)
        self.orientation = "vertical" if self.height > self.width else "horizontal"

    def tick(self, _seconds: float = 0.0) -> None:
        """Takes the newest result, if there is one, onto the screen."""
        result = self._live.newest()
        if result is not None:
            self.ids.picture.show(result.frame, result.reading.sightings)
            view = LiveView.of(result, self._language)
            self.things, self.events, self.status = view.things, view.events, view.status
        elif self._live.failure is not None:
            self.status = self._language.text("demo.failed", reason=self._live.failure)
        elif not self._live.running:
            self.status = self._language.text("demo.ended")

    def events_text(self, events: list[Said]) -> str:
        """The events as lines of one text."""
        return "\n".join(event.text for event in events) or self._language.text("demo.nothing_yet")
