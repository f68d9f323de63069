"""A reading taken apart, as one picture: what each step saw and made of it, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

import cv2
import numpy as np

from vision.detect import CLASSES, TILE, Boxes
from vision.drawing import CERTAIN, UNSURE, card_sign, draw_reading
from vision.evidence import WIDTH, scaled, written
from vision.gathered import GlyphsRead, likeliest
from vision.photo import Picture
from vision.pipeline import Stages
from vision.rectify import crop_quad, crop_strip
from vision.search import Glance
from vision.sightings import CARD_NAMES, FloatArray
from vision.slant import Slant

Say = Callable[..., str]
"""A text of the language files by its key, its places filled: ``say("views", number=3)``."""

Colour = tuple[int, int, int]
_CLASS_COLOURS: tuple[Colour, ...] = ((90, 190, 60), (200, 120, 40), (40, 110, 240), (190, 60, 190))  # BGR, as CLASSES
_GROUP_COLOURS: tuple[Colour, ...] = (
    (60, 180, 75), (0, 130, 255), (200, 130, 0), (180, 30, 145), (60, 60, 230), (180, 180, 30), (40, 200, 230),
)  # fmt: skip
_DROPPED: Colour = (150, 150, 150)
_PAPER, _INK = (245, 248, 250), (30, 30, 30)
_VIEWS_A_ROW = 4
_CROPS_A_ROW = 9
_CROP_SHOWN = 96  # pixels a side
_TEXT = 15
_MARGIN = 8


def explained(image: Picture, stages: Stages, say: Say, lines: Sequence[str]) -> Picture:
    """One tall picture, `WIDTH` px wide: the finder's views, its boxes, the reader's crops and strips, what was tied
    together, and the reading with `lines` about its things beneath. image: (H, W, 3) BGR, the one that was read."""
    glances = [_view(image, number, glance, say) for number, glance in enumerate(stages.found.glances, 1)]
    crops = [*_crops(image, stages.corners, say), *_crops(image, stages.tiles, say, stages.slant)]
    panels = [
        written([say("views", number=len(glances))]),
        _legend(say),
        *_grid(glances, _VIEWS_A_ROW),
        written([say("boxes", number=len(stages.found.boxes))]),
        scaled(_with_boxes(image, stages.found.boxes)),
        *_straightened(image, stages, say),
        written([say("crops", number=len(crops))]),
        *_grid(crops, _CROPS_A_ROW),
        *_strips(image, stages, say),
        written([say("groups", number=len(stages.evidence))]),
        scaled(_with_groups(image, stages)),
        written([say("sightings", number=len(stages.reading.sightings))]),
        scaled(_numbered(image, stages)),
        written(lines),
    ]
    return np.vstack(panels)


def _legend(say: Say) -> Picture:
    """The classes of boxes, each named in its colour."""
    strip: Picture = np.full((2 * _TEXT + _MARGIN, WIDTH, 3), _PAPER, np.uint8)
    for place, (name, colour) in enumerate(zip(CLASSES, _CLASS_COLOURS, strict=True)):
        left = place * WIDTH // len(CLASSES) + _MARGIN
        cv2.rectangle(strip, (left, _MARGIN), (left + _TEXT, _MARGIN + _TEXT), colour, cv2.FILLED)
        _write(strip, say(f"class_{name}"), (left + 2 * _TEXT, _MARGIN + _TEXT), _INK, _TEXT + 3)
    return strip


def _grid(cells: Sequence[Picture], a_row: int) -> list[Picture]:
    """Pictures beside and under each other, each in a cell of the same width."""
    width = WIDTH // a_row
    rows = []
    for row in zip_longest(*[iter(cells)] * a_row):
        height = max(cell.shape[0] for cell in row if cell is not None)
        sheet: Picture = np.full((height, WIDTH, 3), _PAPER, np.uint8)
        for place, cell in enumerate(row):
            if cell is not None:
                sheet[: cell.shape[0], place * width : place * width + cell.shape[1]] = cell
        rows.append(sheet)
    return rows


def _view(image: Picture, number: int, glance: Glance, say: Say) -> Picture:
    """One look of the finder, with the boxes that came of it."""
    x0, y0, x1, y1 = glance.window
    room = WIDTH // _VIEWS_A_ROW - _MARGIN
    scale = room / max(x1 - x0, y1 - y0)
    size = (max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale)))
    part = np.asarray(cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA), np.uint8)
    for quad, score, kind in zip(glance.boxes.quads, glance.boxes.scores, glance.boxes.classes, strict=True):
        _boxed(part, (quad - (x0, y0)) * scale, _CLASS_COLOURS[kind], f"{score:.2f}", 1)
    caption = say("view", number=number, width=x1 - x0, height=y1 - y0, side=glance.side)
    return np.vstack([part, _caption([caption], size[0])])


def _caption(lines: Iterable[str], width: int) -> Picture:
    shown = list(lines)
    sheet: Picture = np.full((len(shown) * (_TEXT + 5) + _MARGIN, width, 3), _PAPER, np.uint8)
    for row, line in enumerate(shown):
        _write(sheet, line, (1, (row + 1) * (_TEXT + 4)), _INK, _TEXT)
    return sheet


def _write(canvas: Picture, text: str, at: tuple[int, int], colour: Colour, size: int) -> None:
    cv2.putText(canvas, text, at, colour, cv2.FontFace("uni"), size, 500)


def _boxed(canvas: Picture, quad: FloatArray, colour: Colour, text: str, thickness: int) -> None:
    points = np.round(quad).astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, thickness, cv2.LINE_AA)
    if text:
        x, y = points[points[:, 1].argmin()]
        _write(canvas, text, (int(x), int(max(y - 2, _TEXT))), colour, max(11, 9 * thickness))


def _thickness(image: Picture) -> int:
    return max(1, round(float(image.shape[1]) / WIDTH * 2))


def _with_boxes(image: Picture, boxes: Boxes) -> Picture:
    canvas = image.copy()
    for quad, score, kind in zip(boxes.quads, boxes.scores, boxes.classes, strict=True):
        _boxed(canvas, quad, _CLASS_COLOURS[kind], f"{score:.2f}", _thickness(image))
    return canvas


def _straightened(image: Picture, stages: Stages, say: Say) -> list[Picture]:
    """Where tiles are seen from the side: the picture that they were read in, with their boxes."""
    slant = stages.slant
    if slant is None:
        return []
    canvas = slant.straightened(image)
    for quad, score in zip(slant.forward(stages.tiles.quads), stages.tiles.scores, strict=True):
        _boxed(canvas, quad, _CLASS_COLOURS[TILE], f"{score:.2f}", _thickness(canvas))
    return [written([say("straightened", ratio=f"{slant.ratio:.2f}")]), scaled(canvas)]


def _crops(image: Picture, read: GlyphsRead, say: Say, slant: Slant | None = None) -> list[Picture]:
    """Each found corner or tile as the reader saw it, with its two likeliest names; what was taken for none is grey."""
    cells = []
    quads = read.quads if slant is None else slant.forward(read.quads)
    seen = image if slant is None else slant.straightened(image)
    for index, quad in enumerate(quads):
        if read.kept[index]:
            names = [f"{_sign(name)} {share:.0%}" for name, share in read.best(index)]
        else:
            names = [say("no_glyph"), f"{1 - read.real[index]:.0%}"]
        colour = CERTAIN if read.kept[index] else _DROPPED
        cells.append(_cell(crop_quad(seen, quad)[0], names, colour))
    return cells


def _cell(crop: Picture, names: Sequence[str], colour: Colour) -> Picture:
    """A crop in a frame of that colour, with its names beneath."""
    shown = cv2.resize(crop, (_CROP_SHOWN, _CROP_SHOWN), interpolation=cv2.INTER_CUBIC)
    framed = cv2.copyMakeBorder(shown, 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=colour)
    return np.vstack([np.asarray(framed, np.uint8), _caption(names, _CROP_SHOWN + 6)])


def _strips(image: Picture, stages: Stages, say: Say) -> list[Picture]:
    """What shows about each index of the cards that do not lie free, with the two likeliest names by it."""
    cells = []
    for strip in stages.strips:
        names = [f"{_sign(name)} {share:.0%}" for name, share in likeliest(strip.names, CARD_NAMES)]
        cells.append(_cell(crop_strip(image, strip.index), names, CERTAIN))
    return [written([say("strips", number=len(cells))]), *_grid(cells, _CROPS_A_ROW)] if cells else []


def _sign(name: str) -> str:
    return card_sign(name) if name in CARD_NAMES else name


def _with_groups(image: Picture, stages: Stages) -> Picture:
    """Each card and tile in a colour of its own, with the glyphs it is known by; rivals of its name in amber."""
    canvas, thickness = image.copy(), _thickness(image)
    for index, item in enumerate(stages.evidence):
        colour = _GROUP_COLOURS[index % len(_GROUP_COLOURS)]
        _boxed(canvas, item.outline, colour, _sign(item.name or "?"), thickness)
        x, y = (int(v) for v in item.outline.mean(axis=0))
        for glyph in item.glyphs:
            _boxed(canvas, glyph, colour, "", thickness + 1)
            gx, gy = (int(v) for v in glyph.mean(axis=0))
            cv2.line(canvas, (gx, gy), (x, y), colour, thickness, cv2.LINE_AA)
        for glyph in item.rivals:
            _boxed(canvas, glyph, UNSURE, "", thickness + 1)
    return canvas


def _numbered(image: Picture, stages: Stages) -> Picture:
    """The reading drawn as ever, each thing with its number at its own top left."""
    canvas, size = draw_reading(image, stages.reading), 12 * _thickness(image)
    for number, sighting in enumerate(stages.reading.sightings, 1):
        x, y = (int(v) for v in sighting.outline[0])
        x, y = max(0, min(x, canvas.shape[1] - 2 * size)), max(size, min(y, canvas.shape[0] - 4))
        cv2.circle(canvas, (x + size // 2, y - size // 3), size, _INK, cv2.FILLED, cv2.LINE_AA)
        _write(canvas, str(number), (x + size // 2 - size * len(str(number)) // 3, y), _PAPER, size)
    return canvas
