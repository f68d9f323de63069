"""The panel of Engines of Discrimination: the search card, both sides with their results, and their piles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games import deeds, playing_card  # noqa: F401 (named in engines.kv)
from companion.app.games.engines_view import CARDS, HAND, cards_of, hand_of, view_of
from companion.app.games.listing import Lit, OneLine, Shown
from companion.app.games.private_hand import PrivateHand
from companion.app.widgets.card_sheet import CardSheet
from companion.app.widgets.dressed import Dressed
from companion.journal import Play
from companion.language import Language

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class SeatLine(Shown, OneLine):
    """A line of words of a player."""


class ResultSeat(Lit, BoxLayout):
    """A player with the result laid (a `SeatView`)."""


class SideBox(Shown, BoxLayout):
    """A side (a `SideView`): what it has won, its piles, and its players."""


class EnginesPanel(Dressed, BoxLayout):
    """Shows a game as it stands; what is tapped is told by `send`, a callable that takes one action line."""

    told = ObjectProperty(lambda key, **values: "")
    send = ObjectProperty(lambda line: None)
    view = ObjectProperty(None, allownone=True)

    def __init__(self, language: Language, **arguments: Any) -> None:
        self._language = language
        self._play: Play | None = None
        self.hand: PrivateHand | None = None
        super().__init__(told=language.text, **arguments)

    def show(self, play: Play) -> None:
        """Takes the game as it stands now. A hand that is being looked at is hidden when it changes."""
        if self._play is not None and play.state is self._play.state:
            return
        self._play = play
        if self.hand is not None:
            self.hand.hide()
        self.ids.deeds.asked = None
        self.view = view_of(play.states(), self._language)

    def reword(self, language: Language) -> None:
        """Says in another language how the game stands; what was tapped stays."""
        self._language, self.told = language, language.text
        if self._play is not None:
            self.view = view_of(self._play.states(), language)
            self.ids.deeds.ask_anew(self.view.deeds)

    def do(self, deed: str, choice: str) -> None:
        """A deed was tapped: an action, a card to be named, or a look at a hand."""
        if deed == HAND:
            self.look(choice)
        elif deed == CARDS:
            self.name_card(choice)
        else:
            self.send(choice)

    def name_card(self, player: str) -> None:
        """Asks which card the player has turned up or laid."""
        if self._play is None:
            return
        lines = cards_of(self._play.state, player)
        CardSheet(self, self._language, lambda card: self.send(lines[card]), lines).open()

    def look(self, player: str) -> None:
        """Covers the screen, for the player to look at the own hand, and to lay a card of it."""
        if self._play is None:
            return
        hand = hand_of(self._play.state, player, self._language)
        self.hand = PrivateHand(hand=hand, told=self.told, choose=self.send, **self.dress)
        self.hand.open(animation=False)
