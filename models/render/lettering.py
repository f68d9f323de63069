"""Text for drawn art: alpha masks of words in any font file, and words to print."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from models.render.fonts import font_files

_CONSONANTS = "bcdfghklmnprstvz"
_VOWELS = "aeiou"


@lru_cache(maxsize=256)
def _font(path: Path, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), pixels)


def text_mask(text: str, font: Path, pixels: float, stroke: int = 0) -> NDArray[np.uint8]:
    """Alpha (h, w) of `text`, cropped to its ink; newlines are allowed.

    pixels: font size; stroke: extra weight in px on each side.
    """
    face = _font(font, max(4, round(pixels)))
    probe = ImageDraw.Draw(Image.new("L", (1, 1)))
    space = pixels * 0.12
    left, top, right, bottom = probe.multiline_textbbox(
        (0, 0), text, font=face, stroke_width=stroke, align="center", spacing=space
    )
    image = Image.new("L", (max(1, int(right - left) + 2), max(1, int(bottom - top) + 2)))
    ImageDraw.Draw(image).multiline_text(
        (1 - left, 1 - top), text, fill=255, font=face, stroke_width=stroke, align="center", spacing=space
    )
    return np.asarray(image.crop(image.getbbox() or (0, 0, 1, 1)), np.uint8)


def fitted_mask(text: str, font: Path, width: float, height: float) -> NDArray[np.uint8]:
    """Alpha of `text`, as large as fits a box of `width` by `height` px."""
    mask = text_mask(text, font, 64)
    fit = min(width / mask.shape[1], height / mask.shape[0])
    return np.asarray(cv2.resize(mask, None, fx=fit, fy=fit, interpolation=cv2.INTER_AREA), np.uint8)


def random_font(rng: np.random.Generator, split: str) -> Path:
    """Any font file of `split`."""
    fonts = font_files(split)
    return fonts[int(rng.integers(len(fonts)))]


def cap_height(font: Path, pixels: float) -> float:
    """Height in px of a capital H at font size `pixels`."""
    box = _font(font, max(4, round(pixels))).getbbox("H")
    return float(box[3] - box[1])


def random_word(rng: np.random.Generator, syllables: int = 2) -> str:
    """A made-up pronounceable lower-case word."""
    parts = [str(rng.choice(list(_CONSONANTS))) + str(rng.choice(list(_VOWELS))) for _ in range(syllables)]
    return "".join(parts) + str(rng.choice(["", "n", "r", "s", "t", "l"]))


def random_line(rng: np.random.Generator, words: int) -> str:
    """Several made-up words, now and then a number among them."""
    return " ".join(
        str(rng.integers(1, 999)) if rng.random() < 0.12 else random_word(rng, int(rng.integers(1, 4)))
        for _ in range(words)
    )
