"""A board of letter tiles without an edge: drawn as large as fits, moved by a finger, zoomed by two or by the wheel,
and pointed at by the arrows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.core.text import Label as TextLabel
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.stencilview import StencilView

from companion.app.theme import Colour
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.pointer import Pointing

Cell = tuple[int, int]
Bounds = tuple[int, int, int, int]  # first and last column, first and last row

_TILE: Colour = (0.93, 0.88, 0.76, 1)
_LETTER: Colour = (0.13, 0.11, 0.09, 1)
_LEAST_SIDE, _MOST_SIDE = 26.0, 96.0  # of a cell where nobody zooms, design px
_LEAST_ZOOM, _MOST_ZOOM = 0.3, 4.0
_WHEEL = 1.15
_MOST_KEPT = 500  # letters drawn in any size: zooming makes new ones
_TAP = 10.0  # design px that a finger may slip in a tap


class TileBoard(Dressed, Pointing, StencilView):
    """Tiles by cell. newest: cells that are marked; wrong, meant: tiles refused, and tiles to be laid, as pairs.

    aim: the cell that was tapped, or None; across: which way a word goes on from there. touched: a callable that takes
    the cell that is tapped. It shows the whole board while the tiles stay large enough, else the newest ones.
    """

    tiles = ObjectProperty({}, rebind=False)
    newest = ObjectProperty(frozenset())
    wrong = ObjectProperty(())
    meant = ObjectProperty(())
    aim = ObjectProperty(None, allownone=True)
    across = BooleanProperty(True)
    touched = ObjectProperty(lambda cell: None)

    def __init__(self, **arguments: Any) -> None:
        self._zoom = 1.0
        self._shift = (0.0, 0.0)  # pixels that the board was moved by hand
        self._letters: dict[tuple[str, int], Texture] = {}
        self._moved = False
        super().__init__(**arguments)
        self.bind(pos=self._draw, size=self._draw, unit=self._draw, theme=self._draw)
        self.bind(newest=self._draw, wrong=self._draw, meant=self._draw, aim=self._draw, across=self._draw)
        self.bind(pointer=self._draw)

    def on_tiles(self, *_: object) -> None:
        """A new word: it is shown, however the board was moved before."""
        self.fit()

    def fit(self) -> None:
        """Back to the view that fits by itself."""
        self._zoom, self._shift = 1.0, (0.0, 0.0)
        self._draw()

    @property
    def side(self) -> float:
        """The side of a cell, pixels."""
        first, last, top, bottom = self._bounds()
        fitting: float = min(self.width / (last - first + 1), self.height / (bottom - top + 1))
        unit: float = self.unit
        return max(_LEAST_SIDE * unit, min(_MOST_SIDE * unit, fitting)) * self._zoom

    def place_of(self, cell: Cell) -> tuple[float, float]:
        """Where the lower left corner of a cell is drawn, pixels of the window."""
        column, row = self._middle()
        side = self.side
        x = self.center_x + (cell[0] - column - 0.5) * side + self._shift[0]
        return x, self.center_y - (cell[1] - row + 0.5) * side + self._shift[1]

    def cell_at(self, x: float, y: float) -> Cell:
        """The cell that is drawn at a place of the window."""
        left, bottom = self.place_of((0, 0))
        return int((x - left) // self.side), -int((y - bottom) // self.side)

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on the board, or the wheel."""
        if not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            self._zoom_by(_WHEEL if touch.button == "scrolldown" else 1 / _WHEEL, touch.pos)
            return True
        if touch.is_double_tap:
            self.fit()
        self._moved = self._moved and bool(self._fingers())
        touch.grab(self)
        touch.ud[id(self)] = True
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """One finger moves the board, two zoom it."""
        if touch.grab_current is not self:
            return False
        others = [finger for finger in self._fingers() if finger is not touch]
        slip = max(abs(touch.x - touch.ox), abs(touch.y - touch.oy))
        self._moved = self._moved or bool(others) or slip > _TAP * self.unit
        if others:
            (other, *_) = others
            before = max(1.0, abs(touch.px - other.x) + abs(touch.py - other.y))
            now = max(1.0, abs(touch.x - other.x) + abs(touch.y - other.y))
            self._zoom_by(now / before, other.pos)
        elif self._moved:
            self._shift = self._shift[0] + touch.dx, self._shift[1] + touch.dy
            self._draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A tap names its cell."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        touch.ud.pop(id(self), None)
        if not self._moved and not touch.is_double_tap:
            self.touched(self.cell_at(*touch.pos))
        return True

    def first_place(self) -> Cell:
        """The cell that was tapped, else one of the newest tiles, else the middle."""
        return self.aim or min(self.newest, default=(0, 0))

    def stepped(self, place: Cell, columns: int, rows: int) -> Cell:
        """The cell so many columns and rows on."""
        return place[0] + columns, place[1] + rows

    def tap_at(self, place: Cell) -> None:
        """As by a finger."""
        self.touched(place)

    def _fingers(self) -> list[Any]:
        window = self.get_root_window()
        return [touch for touch in window.touches if id(self) in touch.ud] if window is not None else []

    def _zoom_by(self, factor: float, at: tuple[float, float]) -> None:
        """Zooms about a place of the window."""
        zoom = max(_LEAST_ZOOM, min(_MOST_ZOOM, self._zoom * factor))
        factor, self._zoom = zoom / self._zoom, zoom
        shift = (at[0] - self.center_x, at[1] - self.center_y)
        x, y = (way + (own - way) * factor for way, own in zip(shift, self._shift, strict=True))
        self._shift = x, y
        self._draw()

    def _bounds(self) -> Bounds:
        """The columns and rows that are to be seen, one round the tiles among them."""
        cells = [*self.tiles, *(cell for cell, _ in (*self.wrong, *self.meant))]
        cells += [cell for cell in (self.aim, self.pointer) if cell is not None]
        columns, rows = [cell[0] for cell in cells] or [-3, 3], [cell[1] for cell in cells] or [-1, 1]
        return min(columns) - 1, max(columns) + 1, min(rows) - 1, max(rows) + 1

    def _middle(self) -> tuple[float, float]:
        """What lies in the middle: the board, or where it does not fit, what is new in it."""
        first, last, top, bottom = self._bounds()
        side = self.side / self._zoom
        new = [cell for cell, _ in (*self.meant, *self.wrong)] or list(self.newest) or [(0, 0)]
        column, row = (sum(cell[axis] for cell in new) / len(new) for axis in (0, 1))
        return (
            _kept_in(column, first, last, self.width / side),
            _kept_in(row, top, bottom, self.height / side),
        )

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            self._draw_grid()
            self._draw_tiles(self.tiles.items(), _TILE, _LETTER, None)
            marked = [(cell, self.tiles[cell]) for cell in self.newest if cell in self.tiles]
            self._draw_tiles(marked, _TILE, _LETTER, self.theme.certain)
            self._draw_tiles(self.wrong, self.theme.refused, self.theme.on_colour, self.theme.text)
            self._draw_tiles(self.meant, self.theme.chosen, self.theme.on_colour, self.theme.text)
            if self.aim is not None:
                self._draw_aim(self.aim)
            if self.pointer is not None:
                Color(*self.theme.asked)
                Line(rectangle=(*self.place_of(self.pointer), self.side, self.side), width=max(2.0, self.side * 0.06))

    def _draw_grid(self) -> None:
        first, last, top, bottom = self._bounds()
        left, low = self.place_of((first, bottom))
        right, high = self.place_of((last + 1, top - 1))
        Color(*self.theme.panel)
        Rectangle(pos=self.pos, size=self.size)
        Color(*self.theme.line[:3], 0.45)
        for column in range(first, last + 2):
            x = left + (column - first) * self.side
            Line(points=[x, low, x, high], width=1)
        for row in range(bottom - top + 2):
            y = low + row * self.side
            Line(points=[left, y, right, y], width=1)

    def _draw_tiles(self, tiles: Iterable[tuple[Cell, str]], ground: Colour, ink: Colour, edge: Colour | None) -> None:
        side = self.side
        gap = side * 0.04
        size = max(8, round(side * 0.62))
        for cell, letter in tiles:
            x, y = self.place_of(cell)
            Color(*ground)
            RoundedRectangle(pos=(x + gap, y + gap), size=(side - 2 * gap,) * 2, radius=[side * 0.13])
            if edge is not None:
                Color(*edge)
                width = max(1.5, side * 0.045)
                box = (x + gap + width, y + gap + width, side - 2 * (gap + width), side - 2 * (gap + width))
                Line(rounded_rectangle=(*box, side * 0.1), width=width)
            Color(*ink)
            texture = self._written(letter, size)
            middle = (x + (side - texture.width) / 2, y + (side - texture.height) / 2)
            Rectangle(texture=texture, pos=middle, size=texture.size)

    def _draw_aim(self, cell: Cell) -> None:
        """The cell that was tapped, with an arrow the way that the word goes."""
        x, y = self.place_of(cell)
        side = self.side
        Color(*self.theme.chosen)
        Line(rectangle=(x, y, side, side), width=max(1.5, side * 0.05))
        tip = (x + side * 1.2, y + side / 2) if self.across else (x + side / 2, y - side * 0.2)
        wing = side * 0.13
        if self.across:
            points = [tip[0] - wing, tip[1] + wing, *tip, tip[0] - wing, tip[1] - wing]
        else:
            points = [tip[0] - wing, tip[1] + wing, *tip, tip[0] + wing, tip[1] + wing]
        Line(points=points, width=max(1.5, side * 0.05))

    def _written(self, letter: str, size: int) -> Texture:
        """A letter as a texture in white, kept for the next time."""
        if len(self._letters) > _MOST_KEPT:
            self._letters.clear()
        if (letter, size) not in self._letters:
            written = TextLabel(text=letter, font_size=size, font_name=self.font, bold=True)
            written.refresh()
            self._letters[letter, size] = written.texture
        return self._letters[letter, size]


def _kept_in(wanted: float, first: int, last: int, room: float) -> float:
    """The middle of what is shown of a row of cells: `wanted`, so far that nothing beyond the ends is shown."""
    if last - first + 1 <= room:
        return (first + last) / 2
    return max(first - 0.5 + room / 2, min(last + 0.5 - room / 2, wanted))
