"""The layout of Eleusis: the mainline from left to right, the wrong cards hanging below the card they came after."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as TextLabel
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.app.theme import Colour
from companion.app.widgets.key_scroll import KeyScroll
from companion.rules.cards import Card

_FACE: Colour = (0.97, 0.96, 0.93, 1)
_UNSEEN: Colour = (0.62, 0.66, 0.72, 1)
_RED: Colour = (0.78, 0.10, 0.14, 1)
_BLACK: Colour = (0.08, 0.09, 0.11, 1)
_LEAST, _MOST = 84.0, 190.0  # height of a card, design px
_WIDE = 0.7  # of its height
_STEP = 0.42  # of the height of a card: how much of each card of a sideline is to be seen
_GAP = 0.08


class CardLine(KeyScroll):
    """The layout in a window that can be moved, a card a step; it goes to the newest card by itself.

    line: a list of `companion.rules.eleusis.Place`. marked: the place of the newest card, or -1; right: whether that
    card lies in the mainline or as the last one below it.
    """

    line = ListProperty()
    marked = NumericProperty(-1)
    right = BooleanProperty(True)

    def __init__(self, **arguments: Any) -> None:
        self._cards = _Cards()
        super().__init__(**arguments)
        self.add_widget(self._cards)
        later = Clock.create_trigger(self._show)
        for name in ("line", "marked", "right", "unit", "theme", "font", "size"):
            self.fbind(name, lambda *_: later())
        later()

    def _show(self, *_: object) -> None:
        self.step = self._cards.draw(self)
        self.scroll_x, self.scroll_y = float(self._cards.width > self.width), 1.0


class _Cards(Widget):
    """All the cards, as large as the height of the window takes them."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(size_hint=(None, None), **arguments)
        self._written: dict[tuple[str, int, str], Texture] = {}

    def draw(self, board: CardLine) -> float:
        """Draws the layout anew; how far the cards of the mainline lie apart, px."""
        longest = max((len(place.sideline) for place in board.line), default=0)
        heights = 1 + (_GAP + 1 + _STEP * (longest - 1) if longest else 0) + 2 * _GAP
        height = max(_LEAST * board.unit, min(_MOST * board.unit, board.height / heights))
        across: float = height * (_WIDE + _GAP)
        self.size = across * len(board.line) + height * _GAP, max(board.height, height * heights)
        self.canvas.clear()
        with self.canvas:
            for number, place in enumerate(board.line):
                x = number * across + height * _GAP
                newest = number == board.marked
                top = self.height - height * _GAP
                edge = board.theme.certain if newest and board.right else None
                self._card(place.card, (x, top), height, board.font, edge)
                for step, card in enumerate(place.sideline):
                    last = newest and not board.right and step == len(place.sideline) - 1
                    below = top - height * (1 + _GAP + _STEP * step)
                    self._card(card, (x, below), height, board.font, board.theme.refused if last else None)
        return across

    def _card(self, card: Card, top_left: tuple[float, float], height: float, font: str, edge: Colour | None) -> None:
        x, top = top_left
        width, round_off = height * _WIDE, height * 0.08
        Color(*(_FACE if card.is_known else _UNSEEN))
        RoundedRectangle(pos=(x, top - height), size=(width, height), radius=[round_off])
        Color(*(edge or _BLACK))
        line = max(1.0, height * (0.016 if edge else 0.005))
        Line(
            rounded_rectangle=(x + line, top - height + line, width - 2 * line, height - 2 * line, round_off),
            width=line,
        )
        Color(*(_RED if card.suit.is_red else _BLACK))
        sign = self._text(card.sign, max(8, round(height * 0.27)), font)
        Rectangle(texture=sign, pos=(x + height * 0.06, top - height * 0.04 - sign.height), size=sign.size)
        if card.is_known:
            suit = self._text(card.suit.sign, max(8, round(height * 0.42)), font)
            middle = (x + (width - suit.width) / 2, top - height * 0.98)
            Rectangle(texture=suit, pos=middle, size=suit.size)

    def _text(self, text: str, size: int, font: str) -> Texture:
        """A text as a texture in white, kept for the next time."""
        key = (text, size, font)
        if key not in self._written:
            written = TextLabel(text=text, font_size=size, font_name=font)
            written.refresh()
            self._written[key] = written.texture
        return self._written[key]
