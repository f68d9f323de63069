"""A live picture with its reading drawn on it: one texture that is reused, outlines and names over it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from kivy.core.text import Label as TextLabel
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.app.labels import Box, Name, placed
from companion.app.theme import Theme
from companion.fonts import SHIPPED_FONT
from companion.legible import legible
from vision.drawing import label
from vision.outlines import hull
from vision.photo import Picture
from vision.sightings import Kind, Sighting

_LABEL_SHARE = 0.055  # of the picture's height
_LINE = 1.2  # height of a name's box by the size of its letters: Chinese fonts have room for two lines
_MARGIN = 0.25  # beside a name, by the size of its letters
_DASH = 6
_CORNER = 7  # radius of a marked corner, px


class LivePicture(Widget):
    """Shows pictures as large as they fit; empty until the first. edge: corners of the table that are marked, as shares
    of the picture's width and height."""

    theme = ObjectProperty(Theme(), rebind=True)
    font = StringProperty(SHIPPED_FONT)
    edge = ListProperty()

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._frame: Picture | None = None
        self._sightings: Sequence[Sighting] = ()
        self._texture: Texture | None = None
        self._pixels: NDArray[np.uint8] = np.zeros((0, 0, 4), np.uint8)
        self._names: dict[tuple[str, int, str], Texture] = {}
        self._ground, self._marks = InstructionGroup(), InstructionGroup()
        self.canvas.add(self._ground)
        self.canvas.add(self._marks)
        self.bind(**dict.fromkeys(("pos", "size", "theme", "font", "edge"), self._draw))

    def show(self, frame: Picture, sightings: Sequence[Sighting]) -> None:
        """Shows a picture (BGR) and what was read in it, in place of the one before; only what is new is drawn."""
        same_size = self._frame is not None and self._frame.shape == frame.shape
        if frame is not self._frame:
            self._frame = frame
            self._blit(frame)
        marked, self._sightings = self._sightings, sightings
        if not same_size:
            self._draw()
        elif marked is not sightings:
            self._mark()

    def clear(self) -> None:
        """Shows nothing."""
        self._frame, self._sightings = None, ()
        self._draw()

    def share_at(self, x: float, y: float) -> tuple[float, float] | None:
        """Which place of the picture is shown there, as shares (0..1) of its width and height; None beside it."""
        if self._frame is None:
            return None
        left, bottom, scale = self._place(self._frame)
        height, width = self._frame.shape[:2]
        across, down = (x - left) / (width * scale), 1 - (y - bottom) / (height * scale)
        return (across, down) if 0 <= across <= 1 and 0 <= down <= 1 else None

    def _blit(self, frame: Picture) -> None:
        height, width = frame.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgba")
            self._texture.flip_vertical()
            self._pixels = np.full((height, width, 4), 255, np.uint8)
        for channel in range(3):  # far quicker than all three at once, backwards
            self._pixels[..., channel] = frame[..., 2 - channel]
        self._texture.blit_buffer(self._pixels.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self.canvas.ask_update()

    def _draw(self, *_: object) -> None:
        self._ground.clear()
        if self._frame is not None:
            left, bottom, scale = self._place(self._frame)
            height, width = self._frame.shape[:2]
            self._ground.add(Color(1, 1, 1, 1))
            shown = (width * scale, height * scale)
            self._ground.add(Rectangle(texture=self._texture, pos=(left, bottom), size=shown))
        self._mark()

    def _place(self, frame: Picture) -> tuple[float, float, float]:
        """Left and bottom edge of the picture on the screen, and its scale."""
        height, width = frame.shape[:2]
        scale = min(self.width / width, self.height / height)
        return self.center_x - width * scale / 2, self.center_y - height * scale / 2, scale

    def _mark(self) -> None:
        self._marks.clear()
        if self._frame is None:
            return
        left, bottom, scale = self._place(self._frame)
        height = self._frame.shape[0] * scale
        outlined = [(s.outline * (scale, -scale) + (left, bottom + height), s) for s in self._sightings]
        for points, sighting in outlined:
            self._outline(points, sighting.certain, height)
        size = max(11, round(height * _LABEL_SHARE))
        for name, box in placed([_name_of(*one) for one in outlined], partial(self._room_for, size=size)):
            self._name(name, box, size)
        if self.edge:
            self._edge(np.array(self.edge) * (self._frame.shape[1] * scale, -height) + (left, bottom + height))

    def _edge(self, points: NDArray[np.floating]) -> None:
        """The corners of the table, and from three on the line round them."""
        if len(points) > 2:
            self._outline(hull(points.astype(np.float32)), True, self.height)
        for x, y in points.tolist():
            for colour, radius in ((self.theme.on_colour, _CORNER + 2), (self.theme.certain, _CORNER)):
                self._marks.add(Color(*colour))
                self._marks.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))

    def _outline(self, points: NDArray[np.floating], certain: bool, height: float) -> None:
        line = max(1.4, height / 300)
        flat = points.reshape(-1).tolist()
        self._marks.add(Color(*self.theme.on_colour))
        self._marks.add(Line(points=flat, close=True, width=line + 1))
        self._marks.add(Color(*self.theme.judged(certain)))
        if certain:
            self._marks.add(Line(points=flat, close=True, width=line))
        else:  # dashes are only drawn by lines one pixel wide
            self._marks.add(Line(points=flat, close=True, width=1, dash_length=_DASH, dash_offset=_DASH))

    def _room_for(self, text: str, size: int) -> tuple[float, float]:
        """Width and height of the box round a name."""
        return self._written(text, size).width + 2 * _MARGIN * size, size * _LINE

    def _name(self, name: Name, box: Box, size: int) -> None:
        """The name in a filled box."""
        texture = self._written(name.written, size)
        self._marks.add(Color(*self.theme.judged(name.certain)))
        self._marks.add(Rectangle(pos=box[:2], size=box[2:]))
        self._marks.add(Color(*self.theme.on_colour))
        place = (box[0] + _MARGIN * size, box[1] + (box[3] - texture.height) / 2)
        self._marks.add(Rectangle(texture=texture, pos=place, size=texture.size))

    def _written(self, text: str, size: int) -> Texture:
        """The text as a texture in white, kept for the next time."""
        key = (text, size, self.font)
        if key not in self._names:
            written = TextLabel(text=legible(text, self.font), font_size=size, font_name=self.font)
            written.refresh()
            self._names[key] = written.texture
        return self._names[key]


def _name_of(points: NDArray[np.floating], sighting: Sighting) -> Name:
    """What is written on a thing: on a back in its middle, or below or above it; else across the top edge, which cards
    laid on it leave in sight."""
    back = sighting.kind is Kind.BACK
    x, y = (points if back else points[:2]).mean(axis=0).tolist()
    return Name(label(sighting), sighting.certain, (x, y), float(np.ptp(points[:, 1])) / 2 if back else 0.0)
