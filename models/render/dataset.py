"""Rendered data sets on disk: pictures, YOLO oriented-box labels for the finder, and the whole truth as JSON lines.

A data set is rendered in chunks, each from its own seed with its own stock of art, so that an interrupted rendering
goes on where it stopped and equal seeds give equal pictures however many processes work.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render.art import Quad
from models.render.bank import ArtBank, BankSize
from models.render.deck_style import DECK_KINDS
from models.render.scene import Scene, Thing, random_scene

FINDER_CLASSES = ("face", "back", "corner", "tile")
# A thing is labelled when at least this share of it is seen and it is at least this high (px, its shorter side).
LEAST_VISIBLE = {"face": 0.22, "back": 0.22, "corner": 0.7, "tile": 0.65}
LEAST_SIDE = {"face": 9.0, "back": 9.0, "corner": 4.0, "tile": 7.0}
# The decks of each chunk in turn: all kinds as they come, those of one of `DECK_KINDS`, or all in one layout alone.
# Few decks are of these kinds, few backs are so modest, and what is seen so seldom is hardly learnt.
_MODEST = "modest_hands"
_DECKS_OF_CHUNKS = (None, "other letters", None, "black", None, "yellowed", "other letters", "jumbo", _MODEST)


@dataclass(frozen=True)
class RenderJob:
    """What to render: `count` pictures of `size` px square, of `split`, into `out`; `cache` keeps packaged art."""

    out: Path
    split: str
    count: int
    size: int
    seed: int
    cache: Path
    chunk: int = 400
    close: bool = False


def labelled(thing: Thing) -> bool:
    """Whether a thing shows enough of itself to be found."""
    side = min(np.linalg.norm(thing.outline[1] - thing.outline[0]), np.linalg.norm(thing.outline[2] - thing.outline[1]))
    return thing.visible >= LEAST_VISIBLE[thing.kind] and bool(side >= LEAST_SIDE[thing.kind])


def _clipped(outline: Quad, width: int, height: int) -> Quad:
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area, inside = cv2.intersectConvexConvex(outline.astype(np.float32), frame)
    return np.asarray(inside[:, 0], np.float32) if area > 0 else np.zeros((0, 2), np.float32)


def outlines_of(scene: Scene) -> Iterator[tuple[int, Quad]]:
    """The scene's labels: of each thing its place among FINDER_CLASSES, and what of its outline lies in the picture,
    (N, 2) as fractions of it."""
    height, width = scene.image.shape[:2]
    for thing in filter(labelled, scene.things):
        inside = _clipped(thing.outline, width, height)
        if len(inside) >= 3:
            yield FINDER_CLASSES.index(thing.kind), (inside / (width, height)).clip(0, 1)


def label_lines(scene: Scene) -> list[str]:
    """The scene's labels in YOLO's polygon format: class and points as fractions of the picture."""
    return [f"{kind} " + " ".join(f"{v:.5f}" for v in points.ravel()) for kind, points in outlines_of(scene)]


def truth_of(scene: Scene) -> list[dict[str, Any]]:
    """The things of a scene of which anything is to be seen, as the truth of a data set tells them."""
    return [
        {
            "kind": t.kind,
            "name": t.name,
            "outline": np.round(t.outline, 1).tolist(),
            "visible": round(t.visible, 3),
            "owner": t.owner,
        }
        for t in scene.things
        if t.visible > 0.02
    ]


def make_folders(out: Path) -> None:
    """The folders of a data set: images, labels, truth."""
    for folder in ("images", "labels", "truth"):
        (out / folder).mkdir(parents=True, exist_ok=True)


def keep_picture(out: Path, name: str, scene: Scene) -> str:
    """Writes a scene's picture and labels into a data set whose folders are there; its truth, as a line of JSON."""
    cv2.imwrite(str(out / "images" / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (out / "labels" / f"{name}.txt").write_text("\n".join(label_lines(scene)))
    return json.dumps({"picture": name, "things": truth_of(scene)})


def art_of_chunk(rng: np.random.Generator, split: str, number: int, cache: Path) -> tuple[ArtBank, str | None]:
    """The stock of art of one chunk, and the layout of all its tables where they have but one: see _DECKS_OF_CHUNKS."""
    kind = _DECKS_OF_CHUNKS[number % len(_DECKS_OF_CHUNKS)] if split == "train" else None
    of_all, fit = (cache, None) if kind in (None, _MODEST) else (None, DECK_KINDS[kind])
    return ArtBank(rng, split, BankSize(), of_all, fit), _MODEST if kind == _MODEST else None


def _render_chunk(job: RenderJob, number: int) -> int:
    cv2.setNumThreads(1)
    start = number * job.chunk
    done = job.out / "truth" / f"{number:04d}.jsonl"
    if done.exists():
        return 0
    rng = np.random.default_rng((job.seed, number))
    bank, layout = art_of_chunk(rng, job.split, number, job.cache)
    lines = []
    for index in range(start, min(start + job.chunk, job.count)):
        scene = random_scene(rng, bank, (job.size, job.size), close=job.close, layout=layout)
        lines.append(keep_picture(job.out, f"{index:06d}", scene))
    done.write_text("\n".join(lines) + "\n")
    return len(lines)


def render(job: RenderJob, processes: int = 2) -> Iterator[int]:
    """Render what is still missing of a data set; yields the number of pictures as each chunk is finished."""
    make_folders(job.out)
    chunks = range(-(-job.count // job.chunk))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_Chunk(job), chunks)


@dataclass(frozen=True)
class _Chunk:
    """A picklable call of `_render_chunk`."""

    job: RenderJob

    def __call__(self, number: int) -> int:
        return _render_chunk(self.job, number)
