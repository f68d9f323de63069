"""A playing card as a widget: rank and suit as large as they fit, each suit of its own colour and sign."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import AliasProperty, ObjectProperty
from kivy.uix.label import Label

from companion.app.games.listing import ListingBox, Shown
from companion.app.theme import Colour, Theme
from companion.rules.cards import JOKER, UNKNOWN, Suit

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ROW_HEIGHT, GAP = 40.0, 6.0  # of rows of cards, design px
_SHAPE = 0.72  # width of a card by its height
# Dark on white, and apart in hue for every kind of colour vision; the signs tell the suits without any colour.
_INKS: dict[Suit, Colour] = {
    Suit.SPADES: (0.06, 0.07, 0.09, 1),
    Suit.HEARTS: (0.80, 0.20, 0.04, 1),
    Suit.DIAMONDS: (0.0, 0.34, 0.72, 1),
    Suit.CLUBS: (0.0, 0.40, 0.27, 1),
}
_PLAIN: Colour = (0.30, 0.20, 0.42, 1)


class PlayingCard(Label):
    """A card as large as it fits. card: a `Card`, face down where nobody knows it; None: an empty place."""

    card = ObjectProperty(None, allownone=True)
    theme = ObjectProperty(Theme(), rebind=True)

    def _box(self) -> tuple[float, float, float, float]:
        height = max(1.0, min(self.height, self.width / _SHAPE))
        width = height * _SHAPE
        return self.center_x - width / 2, self.center_y - height / 2, width, height

    box = AliasProperty(_box, bind=("pos", "size"))

    def _face_down(self) -> bool:
        return bool(self.card == UNKNOWN)

    face_down = AliasProperty(_face_down, bind=("card",))

    def _written(self) -> str:
        if self.card is None or self.card == UNKNOWN:
            return ""
        return "★\nJK" if self.card == JOKER else f"{self.card.rank.sign}\n{self.card.suit.sign}"

    written = AliasProperty(_written, bind=("card",))

    def _ink(self) -> Colour:
        return _PLAIN if self.card is None else _INKS.get(self.card.suit, _PLAIN)

    ink = AliasProperty(_ink, bind=("card",))


class MiniCard(Shown, PlayingCard):
    """A card in a list."""


class CardRow(Shown, ListingBox):
    """Cards side by side, as wide as they need. item: a tuple of `Card`."""

    def _needed(self) -> tuple[float, float]:
        return _row_width(len(self.items)) * self.unit, ROW_HEIGHT * self.unit

    needed = AliasProperty(_needed, bind=("items", "unit"))


def rows_fit(rows: Sequence[int], width: float, height: float, unit: float) -> bool:
    """Whether rows of so many cards, `GAP` apart and one line below the other, fit in a box (px) in that unit."""
    lines, left = 1, width
    for count in rows:
        needed = _row_width(count) * unit
        if needed > left and left < width:
            lines, left = lines + 1, width
        if needed > left:
            return False
        left -= needed + GAP * unit
    return lines * (ROW_HEIGHT + GAP) * unit <= height


def _row_width(count: int) -> float:
    return max(1, count) * (ROW_HEIGHT * _SHAPE + 3)
