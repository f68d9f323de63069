"""A hand for one pair of eyes: it covers the whole window, and hides itself after a few seconds or at any touch."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.app.games import playing_card  # noqa: F401 (named in private_hand.kv)
from companion.app.games.listing import Shown
from companion.app.games.offers import SHOWN_FOR, Hand, HandCard
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Pressed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_CARD = (120.0, 200.0)  # a card with its note, in units
_BETWEEN = 8.0
_CARD_SIZES = (1.0, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3)


class OwnCard(Shown, Pressed, BoxLayout):
    """A card of the hand (a `HandCard`); one that may be played is reached by Tab and pressed."""

    def on_release(self) -> None:
        """Tells which."""
        self.tap(self.item)


class PrivateHand(Dressed, ModalView):
    """Covered at first, so that the device can be handed over; `open` it, `uncover` shows the cards.

    hand: a `Hand`; choose: a callable that takes the key of a card that is tapped; seconds: for which it is shown;
    told: texts of the language by key.
    """

    hand = ObjectProperty(Hand("", ()))
    choose = ObjectProperty(lambda key: None)
    told = ObjectProperty(lambda key, **values: "")
    bare = BooleanProperty(False)
    seconds = NumericProperty(SHOWN_FOR)

    def __init__(self, **arguments: Any) -> None:
        self._hiding = Clock.create_trigger(lambda _seconds: self.hide(), SHOWN_FOR)
        super().__init__(**arguments)

    def card_unit(self, width: float, height: float) -> float:
        """The unit for the cards: as large as all of them fit in such a box (px), for nobody can scroll there."""
        gap, count = _BETWEEN * self.unit, len(self.hand.cards)
        for size in _CARD_SIZES:
            wide, high = (side * size * self.unit + gap for side in _CARD)
            across = max(1, int((width + gap) / wide))
            if ceil(count / across) * high <= height + gap:
                break
        return float(size * self.unit)

    def uncover(self) -> None:
        """Shows the cards for a few seconds."""
        self.bare = True
        self._hiding.timeout = self.seconds
        self._hiding()
        Window.bind(on_key_down=self._stay)

    def _stay(self, *_: object) -> None:
        """Whoever presses keys looks for a card to play: the seconds begin anew."""
        self._hiding.cancel()
        self._hiding()

    def hide(self) -> None:
        """Hides the cards, at once."""
        self.dismiss(animation=False)

    def on_dismiss(self) -> None:
        """However it is put away, by Escape too, it is covered."""
        Window.unbind(on_key_down=self._stay)
        self._hiding.cancel()
        self.bare = False

    def on_touch_down(self, touch: Any) -> bool:
        """Any touch hides the cards; one on a card that may be played plays it besides."""
        if not self.bare:
            return bool(super().on_touch_down(touch))
        tapped = (card.item for card in self.ids.cards.children if card.collide_point(*touch.pos))
        self.play(next(tapped, None))
        return True

    def play(self, card: HandCard | None) -> None:
        """Hides the cards; one that was tapped and may be played is played."""
        self.hide()
        if card is not None and card.key:
            self.choose(card.key)
