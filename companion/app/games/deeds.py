"""What people may do, as buttons: one tap does it, or asks which way it is meant, and a second tap does it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import AliasProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games.offers import Deed, short
from companion.app.said import Choice
from companion.app.widgets import kit  # noqa: F401 (named in deeds.kv)
from companion.app.widgets.dressed import Dressed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_BACK = "<back>"
_SHORT = 6  # characters of a choice that goes into a narrow column


class Deeds(Dressed, BoxLayout):
    """Buttons for deeds. deeds: a tuple of `Deed`; choose: a callable that takes a deed's key and a choice's key.

    asked: the deed of which it is asked how it is meant, or None; any deed may be asked about, as by `ask`.
    most: the height (px) from which on the buttons scroll.
    """

    deeds = ObjectProperty(())
    asked = ObjectProperty(None, allownone=True)
    choose = ObjectProperty(lambda deed, choice: None)
    back = StringProperty()
    most = NumericProperty(float("inf"))

    def _shown(self) -> list[Choice]:
        if self.asked is None:
            return [deed.button for deed in self.deeds]
        return [*(replace(choice, text=short(choice.text)) for choice in self.asked.choices), Choice(_BACK, self.back)]

    shown = AliasProperty(_shown, bind=("deeds", "asked", "back"))

    def _narrow(self) -> bool:
        return self.asked is not None and all(len(choice.text) <= _SHORT for choice in self.asked.choices)

    narrow = AliasProperty(_narrow, bind=("asked",))

    def ask(self, deed: Deed) -> None:
        """Does the deed if there is one way to do it, else asks which way is meant; nothing where none is allowed."""
        if not deed.button.enabled:
            return
        if len(deed.choices) == 1:
            self.choose(deed.key, deed.choices[0].key)
        else:
            self.asked = deed

    def ask_anew(self, deeds: Iterable[Deed]) -> None:
        """Asks about the deed of the same key among those, or about none."""
        if self.asked is not None:
            self.asked = next((deed for deed in deeds if deed.key == self.asked.key), None)

    def tap(self, key: str) -> None:
        """One of the buttons was tapped."""
        deed = self.asked
        if deed is None:
            self.ask(next(deed for deed in self.deeds if deed.key == key))
            return
        self.asked = None
        if key != _BACK:
            self.choose(deed.key, key)
