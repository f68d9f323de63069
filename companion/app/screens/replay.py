"""The replay of a game: a slider over the entries of its journal, the table as it stood, and the pictures kept."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.image import Image
from kivy.utils import escape_markup, get_hex_from_color

from companion.app.aside import Aside
from companion.app.said import Choice
from companion.app.screens.base import AppScreen
from companion.app.screens.replay_view import Moment, Replay, Told
from companion.app.watch import sentence
from companion.app.widgets import kit  # noqa: F401 (named in replay.kv)
from companion.journal import Play

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_NOTHING = Moment("", "", True, (), (), ())
_HOME, _END, _RIGHT, _LEFT = 278, 279, 275, 276  # keys as Kivy's window numbers them


class ReplayScreen(AppScreen):
    """Shows one moment after another. number: of the moment that is shown; last: of the last one."""

    number = NumericProperty(0)
    last = NumericProperty(0)
    moment = ObjectProperty(_NOTHING, rebind=True)
    title = StringProperty()
    counted = StringProperty()
    said = StringProperty()
    lines = StringProperty()
    state = StringProperty()
    choices = ListProperty()

    def __init__(self, app: Any, **arguments: Any) -> None:
        self._play: Play | None = None
        self._replay: Replay | None = None
        self._aside = Aside(self._fail)
        super().__init__(app, **arguments)
        self.bind(theme=self._show_moment)
        self._offer()

    def enter(self, play: Play | None = None, **what: Any) -> None:
        """Replays that game, or the one on the table, and listens to the arrow keys."""
        Window.bind(on_key_down=self._key_down)
        playing = play or (self.app.snapshot.play if self.app.snapshot is not None else None)
        if playing is not None:
            self.show(playing)

    def leave(self) -> None:
        """The keys are somebody else's."""
        Window.unbind(on_key_down=self._key_down)

    def show(self, play: Play) -> None:
        """Replays the game beside the screen, and shows how it began."""
        self._play, self._replay, self.said = play, None, self.told("app_replay.waiting")
        self._aside.compute(partial(Replay, play, self.app.language), self._take)

    def choose(self, key: str) -> None:
        """A button was tapped."""
        if key == "back":
            self.app.go("score", play=self._play)
        else:
            self.step(1 if key == "later" else -1)

    def step(self, by: int) -> None:
        """So many moments on, or back."""
        self.number = min(self.last, max(0, round(self.number) + by))

    def on_number(self, *_: object) -> None:
        """Shows the moment the slider is at."""
        self._show_moment()

    def _fail(self, error: Exception) -> None:
        self.said = sentence(error)(self.app.language)

    def _take(self, found: Replay) -> None:
        self._replay, self.title, self.said = found, found.title, ""
        self.number, self.last = 0, len(found) - 1
        self._show_moment()

    def _show_moment(self, *_: object) -> None:
        if self._replay is None:
            return
        number = round(self.number)
        self.moment, self.counted = self._replay.moment(number), self._replay.counted(number)
        self.lines, self.state = self._told(self.moment.lines), self._told(self.moment.state)
        pictures = self.ids.pictures
        pictures.clear_widgets()
        for texture in self._textures():
            pictures.add_widget(Image(texture=texture, fit_mode="contain"))
        gone = len(pictures.children) < len(self.moment.evidence)
        self.said = self.told("app_replay.picture_gone") if gone else ""
        self.ids.past.scroll_y = 1
        self._offer()

    def _told(self, lines: Sequence[Told]) -> str:
        rule_colour = get_hex_from_color(self.theme.quiet)
        return "\n".join(f"{escape_markup(one.text)}  [color={rule_colour}]{one.rule}[/color]" for one in lines)

    def _textures(self) -> Iterator[Any]:
        """The pictures kept with the entry that are there, whole and pictures."""
        assert self._play is not None
        for evidence in self.moment.evidence:
            content = self._play.journal.evidence_content(evidence)
            if content is not None:
                try:
                    yield CoreImage(io.BytesIO(content), ext=Path(evidence.file).suffix[1:]).texture
                except Exception:  # Kivy's loaders raise whatever theirs do
                    continue

    def _offer(self) -> None:
        offers = (("earlier", self.number > 0), ("later", self.number < self.last), ("back", True))
        self.choices = [Choice(key, self.told(f"app_replay.{key}"), enabled) for key, enabled in offers]

    def _key_down(self, _window: Any, key: int, *_: object) -> bool:
        if self._replay is None or key not in (_HOME, _END, _RIGHT, _LEFT):
            return False
        self.step({_HOME: -self.last, _END: self.last, _RIGHT: 1, _LEFT: -1}[key])
        return True
