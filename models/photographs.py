"""``python -m models.photographs PHOTOS OUT``: labelled photographs as a data set for `models.train --more`.

The photographs marked `train` whose corner indices are boxed are taken, in blocks of neighbours (one block is of few
settings), every second block; the others stay for measuring and for the calibration. Such boxes stand upright and tell
neither how the index is turned nor where its card lies: both come from how the present networks read the photograph,
led by the name that is known.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.render.dataset import keep_picture, make_folders
from models.render.scene import Scene, Thing, turned_box
from models.scoring import label_rows, learnt_photos
from vision.detect import FACE
from vision.network import DEFAULT_WEIGHTS
from vision.outlines import overlap
from vision.photo import load_photo
from vision.pipeline import Stages, TableReader
from vision.read import READER_RANKS, Reader
from vision.rectify import CROP_CONTEXT, crop_square
from vision.sightings import CARD_NAMES, JOKER, SUITS, FloatArray

_JOKERS = ("BLACK JOKER", "RED JOKER", JOKER)
_NEAR = 0.35  # of a box's longer side: a found corner this near is the one that was boxed
_ANGLES = np.arange(0.0, 90.0, 11.25)  # a crop's quarter turns are told by the reader itself
_SLIM = 0.5  # width of an index by its height, where an oblique box does not tell
_INSET = (0.123, 0.135)  # how far an index stands from its card's corner, as shares of the card's width and height
_FOUND_FACE, _SAME_FACE, _OTHER_FACE = 0.5, 0.5, 0.3


@dataclass(frozen=True, eq=False)
class Index:
    """One boxed corner index: its card's name and its box (4, 2) px from the glyph's own top left."""

    name: str
    outline: FloatArray

    @property
    def up(self) -> FloatArray:
        """Unit vector (2,) of the glyph's up direction."""
        side = (self.outline[0] - self.outline[3]) + (self.outline[1] - self.outline[2])
        return np.asarray(side / max(float(np.linalg.norm(side)), 1e-6), np.float32)


def tight(width: float, height: float, angle: float) -> tuple[float, float]:
    """Width and height of the box, turned by `angle` degrees, whose upright hull is width x height px."""
    c, s = abs(np.cos(np.radians(angle))), abs(np.sin(np.radians(angle)))
    apart = c * c - s * s
    if abs(apart) > 0.35:
        w, h = (width * c - height * s) / apart, (height * c - width * s) / apart
        if 0.3 * h < w < 1.3 * h:
            return float(w), float(h)
    h = (width + height) / ((1 + _SLIM) * (c + s))
    return float(_SLIM * h), float(h)


def _as_it_stands(image: NDArray[np.uint8], box: FloatArray, name: str, reader: Reader) -> FloatArray:
    """An upright box (x0, y0, x1, y1) px of an index as it is turned: the way up that its known name reads best in."""
    (x0, y0, x1, y1), side = box, float(max(box[2] - box[0], box[3] - box[1]))
    spot = (float(x0 + x1) / 2, float(y0 + y1) / 2)
    crops = np.stack([crop_square(image, spot, side * CROP_CONTEXT, float(angle)) for angle in _ANGLES])
    glyphs = reader.read_crops(crops, _ANGLES.astype(np.float32))
    fits = glyphs.rank[:, READER_RANKS.index(name if name == JOKER else name[:-1])]
    if name != JOKER:
        fits = fits + glyphs.suit[:, SUITS.index(name[-1]), None]
    place, turn = np.unravel_index(int(fits.argmax()), fits.shape)
    angle = float(_ANGLES[place]) - 90.0 * float(turn)
    return turned_box(spot, tight(float(x1 - x0), float(y1 - y0), angle), angle)


def indices(image: NDArray[np.uint8], boxes: Sequence[Sequence[Any]], stages: Stages, reader: Reader) -> list[Index]:
    """The boxed indices ([name, x0, y0, x1, y1] as shares of the picture) as they stand."""
    scale = np.array([image.shape[1], image.shape[0]] * 2, np.float32)
    found = stages.corners.quads.mean(axis=1) if len(stages.corners.quads) else np.zeros((0, 2), np.float32)
    told = []
    for label, *shares in boxes:
        name = JOKER if label in _JOKERS else str(label)
        if name in CARD_NAMES:
            box = np.array(shares, np.float32) * scale
            apart = np.linalg.norm(found - (box[:2] + box[2:]) / 2, axis=1)
            if len(apart) and apart.min() < _NEAR * float((box[2:] - box[:2]).max()):
                told.append(Index(name, stages.corners.box_as(int(apart.argmin()), name)))
            else:
                told.append(Index(name, _as_it_stands(image, box, name, reader)))
    return told


def spanned(first: Index, second: Index) -> FloatArray | None:
    """The outline (4, 2) of the card of two opposite indices, of whatever proportions; None where they are not such."""
    up = first.up - second.up
    length = float(np.linalg.norm(up))
    if first.name != second.name or length < 1.6:
        return None
    up = up / length
    right = np.array([-up[1], up[0]], np.float32)
    one, other = first.outline.mean(axis=0), second.outline.mean(axis=0)
    across = float((other - one) @ right) / (1 - 2 * _INSET[0])
    along = -float((other - one) @ up) / (1 - 2 * _INSET[1])
    if across <= 0 or along <= 0 or not 0.25 < across / along < 2.5:
        return None
    half_right, half_down, centre = right * across / 2, -up * along / 2, (one + other) / 2
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.asarray([centre + a * half_right + b * half_down for a, b in signs], np.float32)


def _best(seen: Sequence[FloatArray], outline: FloatArray) -> FloatArray:
    """The box that is most like an outline; itself where none is."""
    fit, place = max(((overlap(quad, outline), place) for place, quad in enumerate(seen)), default=(0.0, 0))
    return seen[place] if fit > _SAME_FACE else outline


def faces(told: Sequence[Index], stages: Stages) -> list[tuple[str, FloatArray]]:
    """The cards: of every two indices that make one, by the finder's box where that fits; and others it is sure of."""
    boxes = stages.found.boxes
    seen = list(boxes.pick((boxes.classes == FACE) & (boxes.scores > _FOUND_FACE)).quads)
    cards: list[tuple[str, FloatArray]] = []
    for place, first in enumerate(told):
        for second in told[place + 1 :]:
            outline = spanned(first, second)
            if outline is not None:
                cards.append((first.name, _best(seen, outline)))
    apart = [quad for quad in seen if all(overlap(quad, card) < _OTHER_FACE for _, card in cards)]
    return [*cards, *(("", quad) for quad in apart)]


def things_of(row: dict[str, Any], image: NDArray[np.uint8], stages: Stages, reader: Reader) -> tuple[Thing, ...]:
    """All that is known to lie on one labelled photograph (a row of ``truth.jsonl``)."""
    told = indices(image, row["boxes"], stages, reader)
    things = [Thing("face", name, quad, 1.0 if name else 0.5, n) for n, (name, quad) in enumerate(faces(told, stages))]
    things += [Thing("corner", index.name, index.outline, 1.0, len(things) + n) for n, index in enumerate(told)]
    scale = np.array([image.shape[1], image.shape[0]], np.float32)
    for label, x0, y0, x1, y1 in row["boxes"]:
        if label == "BACK":
            quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32) * scale
            things.append(Thing("back", "", quad, 1.0, len(things)))
    return tuple(things)


def rows_to_learn(photos: Path) -> list[dict[str, Any]]:
    """The rows of the photographs to learn from (see `learnt_photos`) of which nothing is left unlabelled."""
    rows = label_rows(photos)
    learnt = learnt_photos(rows)
    whole = [row for row in rows if not row.get("boxes_incomplete") and not row.get("more_at_the_edge")]
    return [row for row in whole if row["photo"] in learnt]


def main() -> None:
    """Write the data set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, help="folder with truth.jsonl")
    parser.add_argument("out", type=Path, help="images, labels and truth go here")
    parser.add_argument("--weights", type=Path, default=DEFAULT_WEIGHTS)
    args = parser.parse_args()
    eyes, reader = TableReader(args.weights), Reader(args.weights / "reader.onnx")
    make_folders(args.out)
    for row in track(rows_to_learn(args.photos), "photographs"):
        image = load_photo(args.photos / row["photo"])
        scene = Scene(image, things_of(row, image, eyes.explain(image), reader))
        name = row["photo"].replace("/", "-").rsplit(".", 1)[0]
        (args.out / "truth" / f"{name}.jsonl").write_text(keep_picture(args.out, name, scene) + "\n")


if __name__ == "__main__":
    main()
