"""Training crops for the reader, cut from rendered scenes as the finder boxes them: what it finds rightly, and what it
takes for a corner or a tile and is none (a square of a board, a key, a part of a tile, a pip).

One row per crop: the picture (64, 64, 3) BGR uint8 and its labels (kind, rank, suit, letter, turn), -1 where a label
does not apply. `turn` is the number of quarter turns counter-clockwise that the upright crop was turned by.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from vision.detect import CORNER, TILE, Finder
from vision.gathered import from_top_left
from vision.photo import load_photo
from vision.pips import crop_pips, has_pips
from vision.read import KINDS, READER_RANKS
from vision.rectify import CROP_CONTEXT, CROP_SIDE, crop_face, crop_index, crop_square, crop_strip, oriented_box
from vision.sightings import JOKER, LETTERS, SUITS

Rng = np.random.Generator
Crop = tuple[NDArray[np.uint8], tuple[int, int, int, int, int]]
Quad = NDArray[np.float32]
_FACE_SEEN, _FACE_FREE = 0.4, 0.9  # shares of a face from which on it is worth reading, and its pips are
_LEAST_FACE = 32.0  # px of its longer side
_INDEX_SEEN = 0.72  # share of an index, or of a tile, from which on it can be read
_LEAST_INDEX, _LEAST_TILE = 11.0, 10.0  # px of its longer side
# How near the finder's box of an index is to it (times the index's height), and how many of no card are cut at most
# for each of one.
_INDEX_NEAR, _FALSE_SHARE = 0.6, 0.3
_NOT_ONE = (KINDS.index("none"), -1, -1, -1, -1)


def labels_of(kind: str, name: str, turn: int) -> tuple[int, int, int, int, int]:
    """The label row of a corner, tile or face named `name` that is turned by `turn` quarters."""
    if kind == "tile":
        return KINDS.index("tile"), -1, -1, LETTERS.index(name), turn
    if name == JOKER:
        return KINDS.index(kind), READER_RANKS.index(JOKER), -1, -1, turn
    return KINDS.index(kind), READER_RANKS.index(name[:-1]), SUITS.index(name[-1]), -1, turn


def quarter_turn(quad: NDArray[np.floating], angle: float) -> int:
    """Quarter turns counter-clockwise of a glyph (quad from its own top left) in a crop upright at `angle` degrees."""
    right = (quad[1] - quad[0]) + (quad[2] - quad[3])
    own = np.degrees(np.arctan2(right[1], right[0]))
    return int(np.round((angle - own) / 90)) % 4


def jittered_crop(rng: Rng, image: NDArray[np.uint8], quad: NDArray[np.floating]) -> tuple[NDArray[np.uint8], float]:
    """The crop a slightly wrong box would give, and its angle."""
    (x, y), (_, h), angle = oriented_box(quad)
    x, y = (x, y) + rng.normal(0, 0.055, 2) * h
    side = h * float(np.exp(rng.normal(0, 0.1))) * CROP_CONTEXT
    angle += float(rng.normal(0, 5))
    return crop_square(image, (x, y), side, angle), angle


def _centre_inside(point: NDArray[np.floating], quads: list[NDArray[np.float32]]) -> bool:
    return any(cv2.pointPolygonTest(quad, (float(point[0]), float(point[1])), False) >= 0 for quad in quads)


def _negatives(rng: Rng, image: NDArray[np.uint8], things: list[dict[str, Any]], count: int) -> list[Crop]:
    """Crops of what is neither a corner nor a tile: pips, courts, boards, clutter, and the near misses of glyphs."""
    glyphs = [t for t in things if t["kind"] in ("corner", "tile")]
    quads = [np.array(t["outline"], np.float32) for t in glyphs]
    faces = [np.array(t["outline"], np.float32) for t in things if t["kind"] == "face"]
    height, width = image.shape[:2]
    sizes = [oriented_box(q)[1][1] for q in quads] or [float(rng.uniform(16, 60))]
    crops = []
    for _ in range(count):
        side = float(rng.choice(sizes)) * float(np.exp(rng.normal(0, 0.2)))
        if faces and rng.random() < 0.5:
            face = faces[int(rng.integers(len(faces)))]
            u, v = rng.random(2)
            spot = (face[0] * (1 - u) + face[1] * u) * (1 - v) + (face[3] * (1 - u) + face[2] * u) * v
        elif quads and rng.random() < 0.3:
            spot = (
                quads[int(rng.integers(len(quads)))].mean(axis=0)
                + rng.choice([-1, 1], 2) * rng.uniform(0.5, 1.0, 2) * side
            )
        else:
            spot = rng.uniform(0, 1, 2) * (width, height)
        if not _centre_inside(spot, quads):
            crop = crop_square(
                image, (float(spot[0]), float(spot[1])), side * CROP_CONTEXT, float(rng.uniform(-180, 180))
            )
            crops.append((crop, _NOT_ONE))
    return crops


def _truncated(image: NDArray[np.uint8], quad: Quad) -> bool:
    height, width = image.shape[:2]
    return bool((quad < 0).any() or (quad > (width, height)).any())


def _glyph_crop(rng: Rng, image: NDArray[np.uint8], thing: dict[str, Any], box: Quad) -> Crop | None:
    """The crop of one true glyph by a box of it; of a hidden one, now and then, as what cannot be read."""
    quad = np.array(thing["outline"], np.float32)
    crop, angle = jittered_crop(rng, image, box)
    if thing["visible"] <= 0.4:
        told = not _truncated(image, quad) and rng.random() < 0.5
        return (crop, _NOT_ONE) if told else None
    extra = int(rng.integers(4))
    turn = (quarter_turn(quad, angle) + extra) % 4
    return np.ascontiguousarray(np.rot90(crop, extra)), labels_of(thing["kind"], thing["name"], turn)


@dataclass(frozen=True, eq=False)
class _Boxed:
    """A box of the finder (4, 2) px with its least upright one, which many glyphs are compared with."""

    quad: Quad
    centre: tuple[float, float]
    height: float
    angle: float

    @classmethod
    def of(cls, quad: Quad) -> _Boxed:
        centre, (_, height), angle = oriented_box(quad)
        return cls(quad, centre, height, angle)


def _box_of(quad: Quad, boxes: Sequence[_Boxed]) -> Quad:
    """The finder's box of a glyph, the glyph's own where it has none."""
    (x, y), (_, height), _ = oriented_box(quad)
    for box in boxes:
        apart = np.hypot(box.centre[0] - x, box.centre[1] - y)
        if apart < 0.3 * height and 0.7 < box.height / height < 1.4:
            return box.quad
    return quad


def _false_crops(image: NDArray[np.uint8], boxes: Sequence[_Boxed], glyphs: list[Quad]) -> Iterator[Crop]:
    """Crops of what the finder boxed and no glyph is near."""
    for box in _far_from(boxes, glyphs):
        yield crop_square(image, box.centre, box.height * CROP_CONTEXT, box.angle), _NOT_ONE


def _far_from(boxes: Sequence[_Boxed], glyphs: list[Quad]) -> Iterator[_Boxed]:
    """Those boxes that no glyph is near."""
    centres = np.array([oriented_box(quad)[0] for quad in glyphs]).reshape(-1, 2)
    for box in boxes:
        near = bool((np.abs(centres - box.centre).max(axis=1) < 0.8 * box.height).any())
        if box.height >= 10 and not near and not _centre_inside(np.array(box.centre), glyphs):
            yield box


def _crooked(rng: Rng, face: dict[str, Any]) -> Quad | None:
    """The outline of a face a little wrong, as the finder's are; None where it is too small to be read."""
    quad = np.array(face["outline"], np.float32)
    _, (width, height), _ = oriented_box(quad)
    if height < _LEAST_FACE:
        return None
    return quad + rng.normal(0, 0.025, (4, 2)).astype(np.float32) * ((width + height) / 2)


def face_crops(rng: Rng, image: NDArray[np.uint8], things: list[dict[str, Any]]) -> list[Crop]:
    """Whole cards of one scene, squeezed into squares and turned by quarters: pips, courts and colours tell as well."""
    crops: list[Crop] = []
    for thing in things:
        if thing["kind"] != "face" or not thing["name"] or thing["visible"] < _FACE_SEEN:
            continue
        crooked = _crooked(rng, thing)
        if crooked is not None:
            extra = int(rng.integers(4))
            crop = np.ascontiguousarray(np.rot90(crop_face(image, crooked), extra))
            crops.append((crop, labels_of("face", thing["name"], extra)))
    return crops


def pip_crops(rng: Rng, image: NDArray[np.uint8], things: list[dict[str, Any]]) -> list[Crop]:
    """The pips that the number cards of one scene are asked for: neither corner nor tile, but of a suit."""
    crops: list[Crop] = []
    for thing in things:
        name = thing["name"]
        if thing["kind"] != "face" or thing["visible"] < _FACE_FREE or not has_pips(name[:-1]):
            continue
        crooked = _crooked(rng, thing)
        if crooked is not None:
            none, suit = KINDS.index("none"), SUITS.index(name[-1])
            crops += [(crop, (none, -1, suit, -1, -1)) for crop in crop_pips(image, crooked, name[:-1])]
    return crops


def upright_crops(
    rng: Rng, image: NDArray[np.uint8], things: list[dict[str, Any]], boxes: Sequence[Quad] | None = None
) -> list[Crop]:
    """The indices of one scene, upright, and what shows about each of them (its strip, a part of a face), whether
    others lie beside them or not.

    boxes: what the finder took for indices there, (4, 2) px each: crops are cut by them, however large they are, and
    some of those near no glyph show no card; None: it did not look.
    """
    crops: list[Crop] = []
    glyphs = [np.array(t["outline"], np.float32) for t in things if t["kind"] in ("corner", "tile")]
    found = [_Boxed.of(box) for box in boxes or ()]
    for thing in things:
        quad = np.array(thing["outline"], np.float32)
        if thing["kind"] == "corner" and thing["visible"] > _INDEX_SEEN and oriented_box(quad)[1][1] >= _LEAST_INDEX:
            box = _index_of(quad, found)
            cut = _askew(rng, quad) if box is None else box
            crops.append((crop_index(image, cut), labels_of("corner", thing["name"], 0)))
            crops.append((crop_strip(image, cut), labels_of("face", thing["name"], 0)))
    told = list(_far_from(found, glyphs))
    for place in rng.permutation(len(told))[: max(1, int(_FALSE_SHARE * len(crops) / 2))]:
        box = np.roll(told[place].quad, int(rng.integers(4)), axis=0)
        crops += [(crop_index(image, box), _NOT_ONE), (crop_strip(image, box), _NOT_ONE)]
    return crops


def _index_of(index: Quad, boxes: Sequence[_Boxed]) -> Quad | None:
    """The finder's box of an index, from the index's own top left; None where it has none."""
    (x, y), (_, height), _ = oriented_box(index)
    apart = [(float(np.hypot(box.centre[0] - x, box.centre[1] - y)), box.quad) for box in boxes]
    away, quad = min(apart, key=lambda told: told[0], default=(np.inf, index))
    up = index[0] + index[1] - index[2] - index[3]
    return from_top_left(quad, up) if away < _INDEX_NEAR * height else None


def _askew(rng: Rng, index: Quad) -> Quad:
    """The box of an index as it would be found: a little off, of another size, turned."""
    centre, height = index.mean(axis=0), oriented_box(index)[1][1]
    turn, size = np.radians(rng.normal(0, 5)), float(np.exp(rng.normal(0, 0.1)))
    matrix = size * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    away = centre + rng.normal(0, 0.055, 2) * height
    return np.asarray((index - centre) @ matrix + away, np.float32)


def scene_crops(
    rng: Rng, image: NDArray[np.uint8], things: list[dict[str, Any]], boxes: Sequence[Quad] = ()
) -> list[Crop]:
    """All training crops of one scene. boxes: what the finder took for corners and tiles there, (4, 2) px each.

    A glyph is cut by the finder's box of it half of the time, else by its own; both a little wrong.
    """
    crops: list[Crop] = []
    found = [_Boxed.of(box) for box in boxes]
    glyphs = [np.array(t["outline"], np.float32) for t in things if t["kind"] in ("corner", "tile")]
    for thing in things:
        if thing["kind"] not in ("corner", "tile"):
            continue
        quad = np.array(thing["outline"], np.float32)
        least = _LEAST_INDEX if thing["kind"] == "corner" else _LEAST_TILE
        if oriented_box(quad)[1][1] < least or (0.4 < thing["visible"] < _INDEX_SEEN):
            continue
        box = _box_of(quad, found) if rng.random() < 0.5 else quad
        crop = _glyph_crop(rng, image, thing, box)
        crops += [crop] if crop is not None else []
    crops += _negatives(rng, image, things, int(np.ceil(len(crops) * 0.25)) + 1)
    crops += _false_crops(image, found, glyphs)
    return crops + face_crops(rng, image, things) + pip_crops(rng, image, things)


def _cut_file(truth: Path, finder: Path | None) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(int(truth.stem) + 977)
    eyes = Finder(finder) if finder and int(truth.stem) % 2 == 0 else None  # every second file: looking takes time
    crops: list[Crop] = []
    for line in truth.read_text().splitlines():
        row = json.loads(line)
        image = load_photo(truth.parent.parent / "images" / f"{row['picture']}.jpg")
        found = eyes.find(image) if eyes else None
        boxes = [] if found is None else list(found.quads[(found.classes == CORNER) | (found.classes == TILE)])
        crops += scene_crops(rng, image, row["things"], boxes)
    pictures = np.stack([crop for crop, _ in crops]) if crops else np.zeros((0, CROP_SIDE, CROP_SIDE, 3), np.uint8)
    return pictures, np.array([labels for _, labels in crops], np.int8).reshape(-1, 5)


def cut_crops(data: Path, out: Path, finder: Path | None = None, processes: int = 2) -> int:
    """Cut the crops of a whole rendered data set into ``out/NNNN.npz`` files; returns how many there are.

    finder: an exported finder whose boxes and mistakes to cut by, in every second file; None: by the truth alone.
    """
    out.mkdir(parents=True, exist_ok=True)
    total = 0
    truths = sorted((data / "truth").glob("*.jsonl"))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for truth, (pictures, labels) in zip(truths, pool.imap(partial(_cut_file, finder=finder), truths), strict=True):
            np.savez(out / f"{truth.stem}.npz", pictures=pictures, labels=labels)
            total += len(labels)
    return total


def cut_rendered(work: Path, finder: Path | None, console: Console) -> list[Path]:
    """The folders of crops of a training's two data sets in `work`, cut as by `cut_crops` where that is still to do."""
    folders = []
    for name in ("finder", "close"):
        out = work / "crops" / name
        if not (out / "done").exists():
            console.print(f"cut {cut_crops(work / name, out, finder)} reader crops from {name}")
            (out / "done").touch()
        folders.append(out)
    return folders
