"""Cards: written, read back, shown."""

from __future__ import annotations

import pytest

from companion.rules.cards import JOKER, STANDARD_DECK, UNKNOWN, Card, Rank, Suit


@pytest.mark.parametrize("card", [*STANDARD_DECK, JOKER, UNKNOWN, Card(Rank.SEVEN, Suit.UNKNOWN)])
def test_what_is_written_is_read_back(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(str(card).lower()) == card
    assert Card.parse(card.sign) == card


def test_signs() -> None:
    assert Card.parse("10H").sign == "10♥"
    assert Card.parse("q♠") == Card(Rank.QUEEN, Suit.SPADES)
    assert str(JOKER) == JOKER.sign == "JK"


@pytest.mark.parametrize("text", ["", "H", "1H", "11H", "10", "10X", "JKH", "5-", "A S", "♥"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


def test_a_deck_is_52_different_known_cards() -> None:
    assert len(set(STANDARD_DECK)) == 52
    assert all(card.is_known for card in STANDARD_DECK)
    assert sum(card.suit.is_red for card in STANDARD_DECK) == 26
    assert sum(card.rank.is_face for card in STANDARD_DECK) == 12
    assert not UNKNOWN.is_known
    assert not Card(Rank.SEVEN, Suit.UNKNOWN).is_known
