"""Rendered tables without end: workers that draw, cut and keep, for trainings that go by the clock.

Each worker draws a stock of art of its own, renders tables and near views from it, and keeps them as shards: files of
crops for the reader (as `models.reader_data` cuts them), and files of pictures with oriented boxes for the finder. A
shard appears under its name only when it is whole.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from models.finder import network_of
from models.reader_data import Crop, Quad, scene_crops
from models.render.dataset import art_of_chunk, outlines_of, truth_of
from models.render.scene import Scene, random_scene
from vision.detect import CORNER, TILE, boxes_in, suppressed

_TABLE, _NEAR = 640, 288  # px of the side of a table and of a near view
_NEAR_SHARE = 0.3
_PER_SHARD = 100
_JPEG_QUALITY = 92
_AT_ONCE = 16  # pictures
_QUARTER = math.pi / 4
Rng = np.random.Generator


@dataclass(frozen=True)
class Stream:
    """What the workers share: where shards go, where packaged decks are kept, the exported finder whose boxes and
    mistakes every second table is cut by, the seed, when to stop (on `time.monotonic`, one clock for all processes),
    and how many tables are drawn from one stock of art."""

    out: Path
    cache: Path
    finder: Path
    seed: int
    until: float
    tables: int = 400


def start(stream: Stream, workers: int) -> None:
    """Starts workers that render until their time is over."""
    stream.out.mkdir(parents=True, exist_ok=True)
    spawn = multiprocessing.get_context("spawn")
    for number in range(workers):
        spawn.Process(target=_work, args=(stream, number, workers), daemon=True).start()


def _work(stream: Stream, number: int, workers: int) -> None:
    os.nice(10)  # what learns comes first
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    eyes = Eyes(stream.finder)
    for chunk in count(number, workers):
        rng = np.random.default_rng((stream.seed, chunk))
        bank, layout = art_of_chunk(rng, "train", chunk, stream.cache)
        for shard in range(stream.tables // _PER_SHARD):
            if time.monotonic() > stream.until:
                return
            near = rng.random() < _NEAR_SHARE
            side = _NEAR if near else _TABLE
            scenes = [random_scene(rng, bank, (side, side), near, layout) for _ in range(_PER_SHARD)]
            name = f"{chunk:05d}-{shard:02d}"
            keep(stream.out / f"crops-{name}.npz", **crops_of(rng, scenes, eyes))
            if not near:
                keep(stream.out / f"pictures-{name}.npz", **pictures_of(scenes))


def keep(path: Path, **arrays: NDArray[Any]) -> None:
    """Write a shard, under its name only when it is whole."""
    part = path.with_name(f"part-{path.name}")
    np.savez(part, allow_pickle=False, **arrays)
    part.replace(path)


class Eyes:
    """The finder in torch, for training: whole pictures of one size, many at once."""

    def __init__(self, path: Path) -> None:
        """path: the exported finder. Raises models.finder.NotAFinder."""
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._net: nn.Module = network_of(path).to(self._device).eval()

    def glyphs(self, images: Sequence[NDArray[np.uint8]]) -> Iterator[list[Quad]]:
        """Of each picture (all of one size, sides of multiples of 32 px) the boxes of corners and tiles, (4, 2) px."""
        for first in range(0, len(images), _AT_ONCE):
            batch = torch.from_numpy(np.stack(images[first : first + _AT_ONCE])).to(self._device)
            with torch.no_grad():
                told = self._net(batch.flip(3).permute(0, 3, 1, 2).float() / 255)[0].float().cpu().numpy()
            for rows in told:
                yield _glyphs(rows.T)


def _glyphs(rows: NDArray[np.float32]) -> list[Quad]:
    boxes = boxes_in(rows)
    return list(suppressed(boxes.pick((boxes.classes == CORNER) | (boxes.classes == TILE))).quads)


def crops_of(rng: Rng, scenes: Sequence[Scene], eyes: Eyes | None) -> dict[str, NDArray[Any]]:
    """The reader's crops of some scenes of one size, every second cut by what the finder boxed: pictures (N, 64, 64, 3)
    and labels (N, 5)."""
    looked = iter(eyes.glyphs([scene.image for scene in scenes[::2]])) if eyes else None
    crops: list[Crop] = []
    for index, scene in enumerate(scenes):
        boxes = next(looked) if looked and index % 2 == 0 else []
        crops += scene_crops(rng, scene.image, truth_of(scene), boxes)
    return {"pictures": np.stack([crop for crop, _ in crops]), "labels": np.array([told for _, told in crops], np.int8)}


def pictures_of(scenes: Iterable[Scene]) -> dict[str, NDArray[Any]]:
    """What the finder learns from: JPEG files one after the other (bytes) with where each ends (ends), and rows (N, 7)
    of the picture's number, the class, centre, longer and shorter side in px and angle of each box."""
    files, rows = [], []
    for number, scene in enumerate(scenes):
        height, width = scene.image.shape[:2]
        files.append(cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].ravel())
        rows += [(number, kind, *least_box(points * (width, height))) for kind, points in outlines_of(scene)]
    ends = np.cumsum([len(file) for file in files])
    return {"bytes": np.concatenate(files), "ends": ends, "rows": np.array(rows, np.float32).reshape(-1, 7)}


def least_box(points: NDArray[np.floating]) -> tuple[float, float, float, float, float]:
    """The least box round points (N, 2): centre x and y, longer and shorter side, and the angle of the longer one in
    -pi/4 .. 3/4 pi, as ultralytics writes it."""
    (x, y), (width, height), degrees = cv2.minAreaRect(points.astype(np.float32))
    angle = math.radians(degrees)
    if width < height:
        width, height, angle = height, width, angle + math.pi / 2
    return x, y, width, height, (angle + _QUARTER) % math.pi - _QUARTER


class Shards:
    """The shards of one kind (``crops`` or ``pictures``) in a folder, each handed out once."""

    def __init__(self, folder: Path, kind: str) -> None:
        self._folder, self._kind = folder, kind
        self._seen: set[Path] = set()

    def fresh(self) -> Iterator[dict[str, NDArray[Any]]]:
        """What has come since it was asked last."""
        for path in sorted(set(self._folder.glob(f"{self._kind}-*.npz")) - self._seen):
            self._seen.add(path)
            with np.load(path) as stored:
                yield {name: stored[name] for name in stored.files}

    def wait(self, patience: float) -> None:
        """Until there is anything. Raises TimeoutError after so many seconds."""
        given_up = time.monotonic() + patience
        while not any(self._folder.glob(f"{self._kind}-*.npz")):
            if time.monotonic() > given_up:
                raise TimeoutError(f"{self._folder}: nothing was rendered in {patience:.0f} s")
            time.sleep(0.2)
