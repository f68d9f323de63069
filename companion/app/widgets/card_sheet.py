"""A sheet to name a card by two taps: its suit and its rank."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.app.said import Choice
from companion.app.widgets.kit import Choices
from companion.app.widgets.sheet import Sheet
from companion.language import Language
from companion.rules.cards import JOKER, Rank, Suit


class CardSheet(Sheet):
    """Calls `choose` with the card as it is written, ``10H``."""

    def __init__(self, owner: Any, language: Language, choose: Callable[[str], None]) -> None:
        super().__init__(owner, language.text("table_screen.which_card"), language.text("app.cancel"))
        self._choose = choose
        suits = [Choice(suit, suit.sign) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)]
        ranks = [Choice(rank.sign, rank.sign) for rank in Rank if Rank.ACE <= rank <= Rank.KING]
        joker = Choice(str(JOKER), JOKER.sign)
        self._suits, self._ranks = self._row([*suits, joker]), self._row(ranks)

    def _row(self, choices: list[Choice]) -> Choices:
        row = Choices(choices=choices, least=60, unit=self.unit, theme=self.theme, font=self.font, design_size=26)
        row.choose = partial(self._take, row)
        self.show(row)
        return row

    def _take(self, row: Choices, key: str) -> None:
        row.chosen = key
        if self._suits.chosen == str(JOKER):
            card = str(JOKER)
        elif self._suits.chosen and self._ranks.chosen:
            card = self._ranks.chosen + self._suits.chosen
        else:
            return
        self.dismiss()
        self._choose(card)
