"""The panel of Lockdown: the ring of players, who acts and who may be named, sets, the deck, and hands in private."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import AliasProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.app.games import deeds, playing_card  # noqa: F401 (named in lockdown.kv)
from companion.app.games.listing import Listing, Lit
from companion.app.games.lockdown_view import GIVE, HAND, SeatView, hand_of, view_of
from companion.app.games.playing_card import rows_fit
from companion.app.games.private_hand import PrivateHand
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Pressed
from companion.journal import Play
from companion.language import Language
from companion.rules.cards import UNKNOWN, Card

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_CARD_SIZES = (1.5, 1.25, 1.0, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3)  # in units


class RingSeat(Lit, Pressed, BoxLayout):
    """A player at the table (a `SeatView`)."""

    def _card_unit(self) -> float:
        """The unit for the cards: as large as all of them fit in the room they have."""
        unit: float = self.unit
        rows = [len(cards) for cards in self.item.rows] if self.item is not None else []
        width, height = self.width - 14 * unit, self.height - 66 * unit
        fitting = (share for share in _CARD_SIZES if rows_fit(rows, width, height, unit * share))
        return unit * next(fitting, _CARD_SIZES[-1])

    card_unit = AliasProperty(_card_unit, bind=("item", "size", "unit"))

    def on_item(self, *_: object) -> None:
        """Sits at its place in the ring."""
        column, row = self.item.place
        self.pos_hint = {"center_x": (column + 0.5) / 3, "center_y": 1 - (row + 0.5) / 3}

    def on_release(self) -> None:
        """Tells who was tapped."""
        self.tap(self.item)


class Ring(Listing, FloatLayout):
    """Players round a table."""


class LockdownPanel(Dressed, BoxLayout):
    """Shows a game as it stands; what is tapped is told by `send`, a callable that takes one action line."""

    told = ObjectProperty(lambda key, **values: "")
    send = ObjectProperty(lambda line: None)
    view = ObjectProperty(None, allownone=True)

    def __init__(self, language: Language, **arguments: Any) -> None:
        self._language = language
        self._play: Play | None = None
        self._giving: Card = UNKNOWN
        self.hand: PrivateHand | None = None
        super().__init__(told=language.text, **arguments)

    def show(self, play: Play) -> None:
        """Takes the game as it stands now. A hand that is being looked at is hidden when it changes."""
        if self._play is not None and play.state is self._play.state:
            return
        self._play, self._giving = play, UNKNOWN
        if self.hand is not None:
            self.hand.hide()
        self.ids.deeds.asked = None
        self._draw()

    def reword(self, language: Language) -> None:
        """Says in another language how the game stands; what was tapped stays."""
        self._language, self.told = language, language.text
        if self._play is not None:
            self._draw()
            self.ids.deeds.ask_anew(self.view.deeds)

    def touch(self, seat: SeatView) -> None:
        """A player was tapped: named next, or whom the deed that is asked about is for."""
        asked = self.ids.deeds.asked
        if asked is None:
            if seat.name:
                self.send(seat.name)
            return
        meant = next((choice for choice in asked.choices if choice.text == seat.player and choice.enabled), None)
        if meant is not None:
            self.ids.deeds.tap(meant.key)

    def do(self, deed: str, choice: str) -> None:
        """A deed was tapped: an action, or a look at a hand."""
        if deed == HAND:
            self.look(choice)
        elif deed == GIVE and not choice and self._play is not None:
            self.look(self._play.state.turn)
        else:
            self.send(choice)

    def look(self, player: str) -> None:
        """Covers the screen, for the player to look at the own hand."""
        if self._play is None:
            return
        hand = hand_of(self._play.state, player, self._language)
        self.hand = PrivateHand(hand=hand, told=self.told, choose=self._give, **self.dress)
        self.hand.open(animation=False)

    def _give(self, card: str) -> None:
        """A card of the hand was chosen to be given; the table sees only to whom."""
        self._giving = Card.parse(card)
        self._draw()
        self.ids.deeds.asked = next(deed for deed in self.view.deeds if deed.key == GIVE)

    def _draw(self) -> None:
        if self._play is not None:
            self.view = view_of(self._play.state, self._language, self._giving)
