"""The finder: oriented boxes of faces, backs, corners and tiles in one picture or a part of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network, WeightsError, WeightsFault
from vision.sightings import FloatArray

CLASSES = ("face", "back", "corner", "tile")
FACE, BACK, CORNER, TILE = range(4)
INPUT_SIDE = 640
# The (height, width) px that one look of a network of free input may take: few, since it keeps memory for each. The
# least is a piece of a live table.
_LYING = (
    *((320, 320), (320, 512), (384, 384), (384, 640), (512, 512), (512, 640)),
    *((512, 896), (640, 640), (640, 896), (768, 1280), (1024, 1280)),
)
_CANVASES = sorted({*_LYING, *((width, height) for height, width in _LYING)}, key=lambda size: size[0] * size[1])
_LARGEST_PIECE = 512 * 512  # square pixels of its input
_LEAST_SCORE = 0.12
_MOST_BOXES = 600
_PAD = 114
_MOST_TOLD = 8  # classes of a network that is no such finder


@dataclass(frozen=True, eq=False)
class Boxes:
    """N oriented boxes: quads (N, 4, 2) px of the picture, clockwise; scores (N,) 0..1; classes (N,) of CLASSES."""

    quads: FloatArray
    scores: NDArray[np.float32]
    classes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.scores)

    def pick(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Boxes:
        """The chosen ones."""
        return Boxes(self.quads[chosen], self.scores[chosen], self.classes[chosen])

    @property
    def long_sides(self) -> NDArray[np.float32]:
        """Longer side of each box, px."""
        return np.asarray(self._sides.max(axis=0), np.float32)

    @property
    def short_sides(self) -> NDArray[np.float32]:
        """Shorter side of each box, px, at least 1."""
        return np.asarray(self._sides.min(axis=0).clip(1.0), np.float32)

    @property
    def _sides(self) -> FloatArray:
        """Two sides that meet, of each box (2, N)."""
        return np.stack([np.linalg.norm(self.quads[:, i + 1] - self.quads[:, i], axis=1) for i in range(2)])

    @cached_property
    def bare_faces(self) -> NDArray[np.bool_]:
        """Which of them are faces that hold no corner: they may be no cards at all."""
        corners = [quad.mean(axis=0).tolist() for quad in self.quads[self.classes == CORNER]]
        bare = [
            kind == FACE and not any(cv2.pointPolygonTest(quad, (x, y), False) >= 0 for x, y in corners)
            for quad, kind in zip(self.quads, self.classes, strict=True)
        ]
        return np.array(bare, np.bool_)


def joined(parts: list[Boxes]) -> Boxes:
    """All boxes of several sets."""
    if not parts:
        return Boxes(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
    return Boxes(
        *(np.concatenate(arrays) for arrays in zip(*((p.quads, p.scores, p.classes) for p in parts), strict=True))
    )


def quads_of(xywhr: NDArray[np.float32]) -> FloatArray:
    """Rows of centre x, y, width, height, angle (radians) as quads (N, 4, 2), clockwise."""
    centre, size, angle = xywhr[:, :2], xywhr[:, 2:4], xywhr[:, 4]
    cos, sin = np.cos(angle), np.sin(angle)
    right = np.stack([cos, sin], axis=1) * size[:, :1] / 2
    down = np.stack([-sin, cos], axis=1) * size[:, 1:] / 2
    return np.stack(
        [centre - right - down, centre + right - down, centre + right + down, centre - right + down], axis=1
    )


def overlap(quads: FloatArray, other: FloatArray) -> NDArray[np.float32]:
    """Intersection over union of each quad with one other, both convex."""
    areas = np.array([cv2.contourArea(q) for q in quads], np.float32)
    area = cv2.contourArea(other)
    shared = np.array([cv2.intersectConvexConvex(q, other)[0] for q in quads], np.float32)
    return np.asarray(shared / np.maximum(areas + area - shared, 1e-6), np.float32)


def suppressed(boxes: Boxes, most: float = 0.5) -> Boxes:
    """Non-maximum suppression within each class: of boxes that overlap by more than `most`, the best scored stays."""
    centres = boxes.quads.mean(axis=1)
    sides = boxes.long_sides
    order = np.argsort(-boxes.scores)
    alive = np.ones(len(boxes), bool)
    kept = []
    for i in order:
        if not alive[i]:
            continue
        kept.append(i)
        near = alive & (boxes.classes == boxes.classes[i])
        near &= np.linalg.norm(centres - centres[i], axis=1) < np.minimum(sides, sides[i]) * 0.75
        rivals = np.flatnonzero(near)
        alive[rivals[overlap(boxes.quads[rivals], boxes.quads[i]) > most]] = False
    return boxes.pick(np.array(kept, np.int64))


class Finder:
    """The network with its letterbox and decoding.

    side: how many pixels of its input the longer side of a whole picture takes; reach: the (longer, shorter) side of
    the largest part, in pixels of its input, that it takes in at one look.
    """

    def __init__(self, weights: Path, fast: bool = False) -> None:
        """weights: an oriented-box network as ultralytics exports it, with the four classes in any order; its input may
        be of a fixed size or free; fast: as `vision.network.Network` takes it.

        Raises WeightsError for weights that are missing, damaged or of another make, or have other classes.
        """
        self._network = Network(weights, fast)
        self._order = _class_order(self._network, weights)
        height, width = self._network.input_shape[-2:]
        if height > 0 and width > 0:
            self._canvases, self.side = [(height, width)], min(height, width)
            self.reach = (self.side, self.side)
        else:
            self._canvases, self.side = _CANVASES, INPUT_SIDE
            self.reach = (max(_CANVASES[-1]), min(_CANVASES[-1]))
        if fast:
            self._warm_up()

    def _warm_up(self) -> None:
        """Looks at nothing in each of the sizes that pieces of a live table take: the first time that the network meets
        a size it takes ten times as long, and a card would wait for that."""
        for height, width in self._canvases:
            if height * width <= _LARGEST_PIECE:
                self._network.run(np.zeros((1, 3, height, width), np.float32))

    def find(
        self, image: NDArray[np.uint8], window: tuple[int, int, int, int] | None = None, scale: float | None = None
    ) -> Boxes:
        """Boxes in a BGR picture, or in its part `window` (x0, y0, x1, y1), in pixels of the whole picture.

        scale: pixels of the network's input that one of the picture takes, less where the part would not fit in its
        `reach`; where it is None, the part is as long as a whole picture is.
        """
        x0, y0, x1, y1 = window or (0, 0, image.shape[1], image.shape[0])
        part = image[y0:y1, x0:x1]
        longer, shorter = max(part.shape[:2]), min(part.shape[:2])
        scale = min(scale or self.side / longer, self.reach[0] / longer, self.reach[1] / shorter)
        width, height = (max(1, round(length * scale)) for length in (part.shape[1], part.shape[0]))
        canvas = np.full((*self._canvas(height, width), 3), _PAD, np.uint8)
        canvas[:height, :width] = _resized(part, width, height)
        batch = np.ascontiguousarray(canvas[None, :, :, ::-1].transpose(0, 3, 1, 2), dtype=np.float32) / np.float32(255)
        rows = self._network.run(batch)[0][0].T
        found = boxes_in(rows, self._order)
        quads = found.quads / scale + np.array((x0, y0), np.float32)
        return suppressed(replace(found, quads=quads.astype(np.float32)))

    def _canvas(self, height: int, width: int) -> tuple[int, int]:
        """The least input that holds so much."""
        return next(size for size in self._canvases if size[0] >= height and size[1] >= width)


def boxes_in(rows: NDArray[np.float32], order: list[int] | None = None) -> Boxes:
    """The likeliest boxes among a network's rows (N, 9): centre, width, height in px, four classes' scores, angle; in
    pixels of its input, many of one thing. order: where each of CLASSES stands among its classes."""
    classes = rows[:, 4 : 4 + len(CLASSES)][:, order or list(range(len(CLASSES)))]
    scores = classes.max(axis=1)
    best = np.argsort(-scores)[:_MOST_BOXES]
    best = best[scores[best] > _LEAST_SCORE]
    xywhr = rows[best][:, [0, 1, 2, 3, -1]]
    sound = np.isfinite(xywhr).all(axis=1) & (xywhr[:, 2:4] > 0).all(axis=1)
    best, xywhr = best[sound], xywhr[sound]
    return Boxes(quads_of(xywhr).astype(np.float32), scores[best], classes[best].argmax(axis=1))


def _resized(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """The picture that many pixels wide and high. Halving is ten times as fast as shrinking by any other share."""
    while picture.shape[0] % 2 == picture.shape[1] % 2 == 0 and picture.shape[0] >= 2 * height:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    way = cv2.INTER_AREA if picture.shape[0] > height else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), np.uint8)


def _class_order(network: Network, path: Path) -> list[int]:
    """Where each of CLASSES stands among the classes of a network. Raises WeightsError where it is no such finder.

    ultralytics writes into the file what the network does ("obb" for oriented boxes) and the names of its classes.
    """
    task, shape = network.told.get("task", "obb"), network.output_shapes[0]
    if task != "obb":
        raise WeightsError(path, WeightsFault.NOT_A_FINDER, what=f"task {task}")
    names = _names(network.told["names"]) if "names" in network.told else CLASSES
    if sorted(names) != sorted(CLASSES):
        found, wanted = ", ".join(names[:_MOST_TOLD]) + " …" * (len(names) > _MOST_TOLD), ", ".join(CLASSES)
        raise WeightsError(path, WeightsFault.OTHER_CLASSES, found=found, wanted=wanted)
    if len(network.output_shapes) != 1 or len(shape) != 3 or shape[1] != 4 + len(CLASSES) + 1:
        raise WeightsError(path, WeightsFault.NOT_A_FINDER, what=f"output {list(shape)}")
    return [names.index(name) for name in CLASSES]


def _names(written: str) -> tuple[str, ...]:
    """The classes in their order, from what stands in the file: ``{0: 'face', 1: 'back'}``; () where it is no such."""
    try:
        names = ast.literal_eval(written)
        return tuple(str(names[index]) for index in range(len(names)))
    except (ValueError, SyntaxError, KeyError, TypeError):
        return ()
