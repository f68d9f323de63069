"""The whole window for a guess of Eleusis that is told: put together by taps or typed, read back, and judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.modalview import ModalView

from companion.app.games.guess_view import TYPE, Telling, guess_view, told_on, typed_on
from companion.app.games.rule_builder import RuleBuilder
from companion.app.widgets import key_scroll  # noqa: F401 (named in guess_sheet.kv)
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.field import Field
from companion.app.widgets.focus import focus_first
from companion.language import Language
from companion.rules.eleusis import State

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class GuessField(Field):
    """The line in which the guess is typed; `sheet`: the one that it stands on."""

    sheet = ObjectProperty(rebind=True)


class GuessBuilder(RuleBuilder):
    """The parts that the guess is put together from; `sheet`: as above."""

    sheet = ObjectProperty(rebind=True)


class GuessSheet(Dressed, ModalView):
    """Calls `send` with the line of the guess once it is told; all may see it, for a guess is said aloud (EE-8)."""

    telling = ObjectProperty(Telling(), rebind=True)
    view = ObjectProperty(None, allownone=True, rebind=True)
    told = ObjectProperty(lambda key, **values: key)
    upright = BooleanProperty(False)

    def __init__(self, owner: Dressed, language: Language, state: State, send: Callable[[str], None]) -> None:
        """owner: whose look it has; state: the game in which is guessed."""
        self._language, self._state, self._send = language, state, send
        super().__init__(told=language.text, view=guess_view(Telling(), state, language), **owner.dress)
        self._builder, self._field = GuessBuilder(sheet=self), GuessField(sheet=self)
        self._field.bind(on_text_validate=lambda _field: self.tap("say"))
        self._show_way()

    def on_size(self, *_: object) -> None:
        """Laid out anew where the window is turned."""
        self.upright = self.height > self.width

    def on_open(self) -> None:
        """The keyboard goes to what can be chosen first."""
        focus_first(self)

    def tap(self, key: str) -> None:
        """A button was tapped, or Enter pressed in the line."""
        before = self.telling.way
        telling, line = told_on(self.telling, key, self._state)
        if line:
            self.dismiss()
            self._send(line)
            return
        self._take(telling)
        if telling.way != before:
            self._show_way()

    def write(self, text: str) -> None:
        """Something was typed."""
        if text != self.telling.draft.text:
            self._take(typed_on(self.telling, text))

    def _take(self, telling: Telling) -> None:
        self.telling, self.view = telling, guess_view(telling, self._state, self._language)

    def _show_way(self) -> None:
        place = self.ids.place
        place.clear_widgets()
        place.add_widget(self._field if self.telling.way == TYPE else self._builder)
        if self.telling.way == TYPE:
            self._field.focus = True
