"""A reader that sees plain rectangles, each named by its colour, and tables drawn for it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Kind, Reading, Sighting
from vision.whole import Whole

Picture = NDArray[np.uint8]
COLOURS = {"AS": (40, 40, 200), "KH": (200, 60, 40), "7D": (40, 180, 60), "10C": (190, 190, 30)}


class ColourReader:
    """Sees plain rectangles, each named by its colour; counts the pixels it was given, and keeps what it
    was told of the whole picture."""

    def __init__(self) -> None:
        self.pixels: list[int] = []
        self.wholes: list[Whole | None] = []

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        self.pixels.append(image.shape[0] * image.shape[1])
        self.wholes.append(whole)
        seen = []
        for name, colour in COLOURS.items():
            spots = (np.abs(image.astype(int) - colour).max(axis=2) < 12).astype(np.uint8)
            count, _, stats, _ = cv2.connectedComponentsWithStats(spots)
            for x, y, w, h, area in stats[1:count]:
                if area > 400:
                    h = max(h, round(w * 110 / 80))  # of a card beneath another one the upper part shows
                    outline = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)
                    seen.append(Sighting(Kind.CARD, name, 1.0, True, outline))
        return Reading((image.shape[1], image.shape[0]), 1.0, tuple(seen))


def table(**cards: tuple[int, int]) -> Picture:
    image = np.full((720, 1280, 3), (70, 110, 150), np.uint8)
    image[:, ::40] = (60, 90, 130)
    image[::60] = (60, 90, 130)
    for name, (x, y) in cards.items():
        cv2.rectangle(image, (x, y), (x + 80, y + 110), COLOURS[name.replace("C10", "10C").replace("D7", "7D")], -1)
    return image
