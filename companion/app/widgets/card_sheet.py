"""A sheet to name a card by two taps: its suit and its rank."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from companion.app.said import Choice
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Choices
from companion.app.widgets.sheet import Sheet
from companion.language import Language
from companion.rules.cards import JOKER, STANDARD_DECK, Rank, Suit

_ALL = frozenset(map(str, (*STANDARD_DECK, JOKER)))


class CardSheet(Sheet):
    """Calls `choose` with the card as it is written, ``10H``."""

    def __init__(
        self, owner: Dressed, language: Language, choose: Callable[[str], None], cards: Collection[str] = _ALL
    ) -> None:
        """cards: those that may be named, as they are written."""
        super().__init__(owner, language.text("table_screen.which_card"), language.text("app.cancel"))
        self._choose, self._cards = choose, cards
        suits = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
        offered = [Choice(suit, suit.sign, bool(self._ranks_of(suit))) for suit in suits]
        offered += [Choice(str(JOKER), JOKER.sign)] if str(JOKER) in cards else []
        self._suits = self._row(offered)
        self._ranks = self._row(self._offered_ranks({rank for suit in suits for rank in self._ranks_of(suit)}))

    def _ranks_of(self, suit: str) -> set[str]:
        """The ranks in which a suit may be named."""
        return {card[: -len(suit)] for card in self._cards if card.endswith(suit) and card != str(JOKER)}

    @staticmethod
    def _offered_ranks(fitting: Collection[str]) -> list[Choice]:
        return [Choice(rank.sign, rank.sign, rank.sign in fitting) for rank in Rank if Rank.ACE <= rank <= Rank.KING]

    def _row(self, choices: list[Choice]) -> Choices:
        row = Choices(choices=choices, least=60, design_size=26, **self.dress)
        row.choose = partial(self._take, row)
        self.show(row)
        return row

    def _take(self, row: Choices, key: str) -> None:
        row.chosen = key
        suit = self._suits.chosen
        if suit and suit != str(JOKER):
            fitting = self._ranks_of(suit)
            self._ranks.choices = self._offered_ranks(fitting)
            if self._ranks.chosen not in fitting:
                self._ranks.chosen = ""
        if suit == str(JOKER):
            card = suit
        elif suit and self._ranks.chosen:
            card = self._ranks.chosen + suit
        else:
            return
        self.dismiss()
        self._choose(card)
