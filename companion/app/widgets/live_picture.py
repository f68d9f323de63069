"""A live picture with its reading drawn on it: one texture that is reused, outlines and names over it."""

from __future__ import annotations

from typing import Any

import numpy as np
from kivy.core.text import Label as TextLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.app.live import LiveResult
from companion.app.theme import SHIPPED_FONT, Theme
from vision.drawing import label
from vision.sightings import Kind, Sighting

_LABEL_SHARE = 0.055  # of the picture's height
_DASH = 6


class LivePicture(Widget):
    """Shows results as large as they fit."""

    def __init__(self, theme: Theme | None = None, font: str = SHIPPED_FONT, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.theme, self.font = theme or Theme(), font
        self._result: LiveResult | None = None
        self._texture: Texture | None = None
        self._pixels: NDArray[np.uint8] = np.zeros((0, 0, 4), np.uint8)
        self._names: dict[tuple[str, int], Texture] = {}
        self.bind(pos=self._draw, size=self._draw)

    def show(self, result: LiveResult) -> None:
        """Shows a result in place of the one before."""
        self._result = result
        height, width = result.frame.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgba")
            self._texture.flip_vertical()
            self._pixels = np.full((height, width, 4), 255, np.uint8)
        self._pixels[..., :3] = result.frame[..., ::-1]
        self._texture.blit_buffer(self._pixels.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._result is None:
            return
        frame_width, frame_height = self._result.reading.size
        scale = min(self.width / frame_width, self.height / frame_height)
        shown = (frame_width * scale, frame_height * scale)
        left, bottom = self.center_x - shown[0] / 2, self.center_y - shown[1] / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(left, bottom), size=shown)
            for sighting in self._result.reading.sightings:
                points = sighting.outline * (scale, -scale) + (left, bottom + shown[1])
                self._outline(points, sighting.certain, shown[1])
            for sighting in self._result.reading.sightings:
                points = sighting.outline * (scale, -scale) + (left, bottom + shown[1])
                self._name(points, sighting, shown[1])

    def _outline(self, points: NDArray[np.floating], certain: bool, height: float) -> None:
        line = max(1.4, height / 300)
        flat = points.reshape(-1).tolist()
        Color(*self.theme.on_colour)
        Line(points=flat, close=True, width=line + 1)
        Color(*self.theme.judged(certain))
        if certain:
            Line(points=flat, close=True, width=line)
        else:  # dashes are only drawn by lines one pixel wide
            Line(points=flat, close=True, width=1, dash_length=_DASH, dash_offset=_DASH)

    def _name(self, points: NDArray[np.floating], sighting: Sighting, height: float) -> None:
        """The name in a filled box: on a back in its middle, else across the top edge, which cards laid on it leave in
        sight."""
        size = max(11, round(height * _LABEL_SHARE))
        texture = self._written(label(sighting), size)
        x, y = points.mean(axis=0) if sighting.kind is Kind.BACK else points[:2].mean(axis=0)
        margin = size * 0.25
        box = (texture.width + 2 * margin, texture.height)
        Color(*self.theme.judged(sighting.certain))
        Rectangle(pos=(x - box[0] / 2, y - box[1] / 2), size=box)
        Color(*self.theme.on_colour)
        Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)

    def _written(self, text: str, size: int) -> Texture:
        """The text as a texture in white, kept for the next time."""
        if (text, size) not in self._names:
            written = TextLabel(text=text, font_size=size, font_name=self.font)
            written.refresh()
            self._names[text, size] = written.texture
        return self._names[text, size]
