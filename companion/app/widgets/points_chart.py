"""A chart of the points in the course of a game: a stepped line for each player, named at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as TextLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import DictProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.theme import Colour
from companion.app.widgets.dressed import Dressed
from companion.journal.stepped_lines import apart, bounds, dashes, steps, ticks
from companion.legible import legible

_LETTERS = 18.0  # size of the letters, design px
_NAMES_SHARE = 0.34  # of the width that names may take
# Dash and gap of each player's line, design px: lines are told apart without their colours too.
_DASHES = ((0, 0), (14, 6), (4, 5), (24, 8), (9, 4), (2, 6), (18, 12), (12, 12))


class PointsChart(Dressed, Widget):
    """points: of each player after each action, the opening first. along: what runs to the right."""

    points = DictProperty()
    along = StringProperty()

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._redraw = Clock.create_trigger(self._draw)
        shown = ("pos", "size", "points", "along", "unit", "theme", "font")
        self.bind(**dict.fromkeys(shown, self._redraw))

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        count = max(map(len, self.points.values()), default=1) - 1
        if count < 1:
            return
        least, most = bounds(self.points)
        letters = _LETTERS * self.unit
        colours = [self.theme.of_seat(seat) for seat in range(len(self.points))]
        room = self.width * _NAMES_SHARE
        named = {
            name: self._written(f"{name} {values[-1]}", colour, room)
            for (name, values), colour in zip(self.points.items(), colours, strict=True)
        }
        numbers = {value: self._written(str(value), self.theme.quiet) for value in ticks(least, most)}
        left: float = self.x + max(number.width for number in numbers.values()) + letters * 0.5
        right: float = self.right - max(name.width for name in named.values()) - letters * 0.6
        bottom: float = self.y + letters * 2.6
        top: float = self.top - letters * 0.7

        def across(action: float) -> float:
            return left + (right - left) * action / count

        def up(value: float) -> float:
            return bottom + (top - bottom) * (value - least) / (most - least)

        with self.canvas:
            self._axes((left, right, bottom), numbers, across, up, count)
            for number, (values, colour) in enumerate(zip(self.points.values(), colours, strict=True)):
                line = list(steps([(across(place), up(value)) for place, value in enumerate(values)]))
                dash, gap = (length * self.unit for length in _DASHES[number % len(_DASHES)])
                Color(*colour)
                for piece in dashes(line, dash, gap):
                    Line(points=[value for point in piece for value in point], width=1.6 * self.unit, cap="none")
            self._names(named, up, right + letters * 0.4)

    def _axes(
        self,
        frame: tuple[float, float, float],
        numbers: dict[int, Texture],
        across: Callable[[float], float],
        up: Callable[[float], float],
        count: int,
    ) -> None:
        """A line for each number of points, and the numbers on both sides. frame: left, right and lower edge."""
        left, right, bottom = frame
        for value, number in numbers.items():
            Color(*(self.theme.quiet if value == 0 else self.theme.line))
            Line(points=[left, up(value), right, up(value)], width=1)
            _place(number, left - number.width - self.unit * 5, up(value) - number.height / 2)
        for action in ticks(0, count):
            number = self._written(str(action), self.theme.quiet)
            _place(number, across(action) - number.width / 2, bottom - number.height * 1.15)
        along = self._written(self.along, self.theme.quiet)
        _place(along, right - along.width, self.y)

    def _names(self, named: dict[str, Texture], up: Callable[[float], float], left: float) -> None:
        """The names at the ends of their lines, none over another, from the lower edge of the chart on."""
        room = max(name.height for name in named.values())
        ends = {name: min(up(values[-1]), self.top - room / 2) for name, values in self.points.items()}
        least = self.y + room / 2
        for name, height in sorted(apart(ends, room * 0.95).items(), key=lambda item: item[1]):
            place = max(height, least)
            least = place + room * 0.95
            _place(named[name], left, place - named[name].height / 2)

    def _written(self, text: str, colour: Colour, room: float | None = None) -> Texture:
        """The text in a colour; cut short where it is wider than `room`."""
        text = legible(text, self.font)
        look = {"font_size": _LETTERS * self.unit, "font_name": self.font, "color": colour}
        label = TextLabel(text=text, **look)
        label.refresh()
        if room is not None and label.texture.width > room:
            label = TextLabel(text=text, text_size=(room, None), shorten=True, shorten_from="center", **look)
            label.refresh()
        return label.texture


def _place(texture: Texture, x: float, y: float) -> None:
    Color(1, 1, 1, 1)
    Rectangle(texture=texture, pos=(round(x), round(y)), size=texture.size)
