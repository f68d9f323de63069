"""A reading drawn onto its picture: the certain in solid green, the rest in dashed amber with a question mark."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Picture
from vision.sightings import JOKER, FloatArray, Kind, Reading, Sighting

Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels

CERTAIN = (80, 200, 60)  # BGR
UNSURE = (0, 170, 255)
_CASING = (20, 20, 20)
_SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_LABEL_SHARE = {Kind.CARD: 0.30, Kind.BACK: 0.22, Kind.TILE: 0.45}  # of the thing's shorter side
_SMALLEST_TEXT = 11
_WEIGHT = 600


def label(sighting: Sighting) -> str:
    """What is written on a sighting: ``10♥``, ``JK``, a letter, a deck; with ``?`` where it is not certain."""
    name = sighting.name or ""
    if sighting.kind is Kind.CARD and name:
        name = card_sign(name)
    return name if sighting.certain and name else f"{name}?"


def card_sign(name: str) -> str:
    """A card's name as it is drawn: ``10♥``, ``JK``."""
    return name if name == JOKER else name[:-1] + _SUIT_SIGNS[name[-1]]


def draw_reading(image: Picture, reading: Reading) -> Picture:
    """A copy of the picture, shape (H, W, 3) BGR, with every sighting's outline and name drawn on it."""
    canvas = image.copy()
    thickness = max(2, round(min(image.shape[:2]) / 350))
    for sighting in reading.sightings:
        _draw_outline(canvas, sighting.outline, sighting.certain, thickness)
    largest = max(18.0, min(image.shape[:2]) / 22)
    taken: list[Box] = []
    for sighting in reading.sightings:
        _draw_label(canvas, sighting, largest, taken)
    return canvas


def _draw_outline(canvas: Picture, outline: FloatArray, certain: bool, thickness: int) -> None:
    corners = outline.astype(np.int32)
    if certain:
        cv2.polylines(canvas, [corners], True, _CASING, thickness + 2, cv2.LINE_AA)
        cv2.polylines(canvas, [corners], True, CERTAIN, thickness, cv2.LINE_AA)
        return
    for start, end in _dashes(outline, 7.0 * thickness):
        cv2.line(canvas, start, end, _CASING, thickness + 2, cv2.LINE_AA)
        cv2.line(canvas, start, end, UNSURE, thickness, cv2.LINE_AA)


def _dashes(outline: FloatArray, length: float) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of an outline cut into dashes about `length` pixels long with gaps as long; each corner is covered."""
    dashes = []
    for first, last in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        pieces = 2 * max(1, round(float(np.linalg.norm(last - first)) / (2 * length))) + 1
        steps = np.linspace(first, last, pieces + 1)
        points = [(int(x), int(y)) for x, y in steps]
        dashes += list(zip(points[:-1:2], points[1::2], strict=True))
    return dashes


def _draw_label(canvas: Picture, sighting: Sighting, largest: float, taken: list[Box]) -> None:
    """The name in a filled box, on a free spot of the thing as far as there is one; the box joins those taken.

    Of backs that lie close together some stay without a name, so that the others can be read.
    """
    text = label(sighting)
    sides = np.linalg.norm(sighting.outline - np.roll(sighting.outline, -1, axis=0), axis=1)
    size = round(max(_SMALLEST_TEXT, min(largest, _LABEL_SHARE[sighting.kind] * float(sides.min()))))
    font = cv2.FontFace("uni")  # OpenCV's own font with suit signs, umlauts and Chinese
    height, width = canvas.shape[:2]
    left, top, text_width, text_height = cv2.getTextSize((width, height), text, (0, 0), font, size, _WEIGHT)
    margin = max(2, size // 5)
    box_width, box_height = text_width + 2 * margin, text_height + 2 * margin
    boxes: list[Box] = []
    for x, y in _spots(sighting):
        box_x = int(np.clip(x - box_width / 2, 0, max(0, width - box_width)))
        box_y = int(np.clip(y - box_height / 2, 0, max(0, height - box_height)))
        boxes.append((box_x, box_y, box_x + box_width, box_y + box_height))
    covered = [sum(_overlap(box, other) for other in taken) for box in boxes]
    box = boxes[covered.index(min(covered))]
    if min(covered) and sighting.kind is Kind.BACK:
        return
    taken.append(box)
    cv2.rectangle(canvas, box[:2], box[2:], CERTAIN if sighting.certain else UNSURE, cv2.FILLED)
    cv2.putText(canvas, text, (box[0] + margin - left, box[1] + margin - top), _CASING, font, size, _WEIGHT)


def _spots(sighting: Sighting) -> list[tuple[float, float]]:
    """Where the label may be centred, best first.

    A card's own middle line, from the centre outwards; a tile's top left corner, so that its letter stays in sight.
    """
    if sighting.kind is Kind.TILE:
        return [(float(sighting.outline[0, 0]), float(sighting.outline[0, 1]))]
    top, bottom = sighting.outline[:2].mean(axis=0), sighting.outline[2:].mean(axis=0)
    spots = [top + share * (bottom - top) for share in (0.5, 0.7, 0.3, 0.9, 0.1)]
    return [(float(x), float(y)) for x, y in spots]


def _overlap(one: Box, other: Box) -> int:
    """The area two boxes share, in pixels."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)
