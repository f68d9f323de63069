"""Several pictures and what was found in them as one picture, to be kept as evidence."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.photo import Picture

WIDTH = 1280
_TEXT_SIZE = 30
_LINE_HEIGHT = 42
_MARGIN = 24
_GAP = 10
_WEIGHT = 500
_PAPER = (245, 248, 250)  # BGR
_INK = (30, 30, 30)


def evidence_picture(pictures: Sequence[Picture], lines: Sequence[str]) -> Picture:
    """The pictures, (H, W, 3) BGR, scaled to one width and stacked, with the lines of text written beneath them."""
    gap: Picture = np.full((_GAP, WIDTH, 3), _PAPER, dtype=np.uint8)
    strips = [strip for picture in pictures for strip in (scaled(picture), gap)]
    return np.vstack([*strips, written(lines)])


def scaled(picture: Picture) -> Picture:
    """The picture, (H, W, 3) BGR, `WIDTH` px wide."""
    height, width = picture.shape[:2]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    way = cv2.INTER_AREA if width > WIDTH else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=way), dtype=np.uint8)


def written(lines: Sequence[str]) -> Picture:
    """A sheet `WIDTH` px wide with the lines on it, each shrunk where it is wider than the sheet."""
    sheet: Picture = np.full((2 * _MARGIN + _LINE_HEIGHT * len(lines), WIDTH, 3), _PAPER, dtype=np.uint8)
    font = cv2.FontFace("uni")  # OpenCV's own font with suit signs, umlauts and Chinese
    room = WIDTH - 2 * _MARGIN
    for number, line in enumerate(lines):
        wide = cv2.getTextSize((WIDTH, _LINE_HEIGHT), line, (0, 0), font, _TEXT_SIZE, _WEIGHT)[2]
        size = min(_TEXT_SIZE, int(_TEXT_SIZE * room / max(1, wide)))
        baseline = _MARGIN + number * _LINE_HEIGHT + _TEXT_SIZE
        cv2.putText(sheet, line, (_MARGIN, baseline), _INK, font, size, _WEIGHT)
    return sheet
