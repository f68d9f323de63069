"""Upright indices and the strips beside them, cut of rendered tables: what the network that reads upright learns from.

The tables are fans, hands of bridge, columns, rows, piles; one stock of art after the other has all kinds of decks or
one kind alone. Half of the crops are cut as the finder boxes indices, and some of those show no card at all.
"""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.reader import CropSet
from models.reader_data import Crop, upright_crops
from models.render.bank import ArtBank, BankSize
from models.render.dataset import truth_of
from models.render.deck_style import DECK_KINDS
from models.render.scene import random_scene
from vision.detect import CORNER, Finder
from vision.network import DEFAULT_WEIGHTS
from vision.search import search

SEED = 1  # of the stocks, unless told otherwise
_DECKS: tuple[str | None, ...] = (None, "black", "jumbo", "four colours", "other letters", "black", None, "usual")
_LAYOUTS = (
    *("bridge", "columns", "fan", "bridge", "columns", "fan"),
    *("rows", "table", "poker", "pile", "columns", "bridge"),
)
_SIZES = ((960, 720), (1280, 960))  # px of the pictures in turn
_STOCK = BankSize(8, 4, 1, 1, 1, 10, 10, 4, 4, 2)
_TABLES = 40  # of one stock of art: many decks rather than many tables of each
_LOOKED_AT = 0.5  # share of them that the finder looks at, which takes time


@dataclass(frozen=True)
class StockJob:
    """What renders one stock after another. seed: of all of them; cache: where packaged decks are kept."""

    out: Path
    cache: Path
    seed: int

    def __call__(self, number: int) -> Path:
        """The file of one stock's crops, rendered where it is not there yet."""
        file = self.out / f"strips-{self.seed}-{number:04d}.npz"
        if not file.exists():
            crops = rendered(self, number)
            part = file.with_suffix(".part.npz")
            np.savez(part, pictures=crops.pictures, labels=crops.labels)
            part.replace(file)
        return file


def rendered(job: StockJob, number: int) -> CropSet:
    """The crops of the tables of one stock of art that trains."""
    cv2.setNumThreads(1)
    rng, kind = np.random.default_rng((job.seed, number)), _DECKS[number % len(_DECKS)]
    bank = ArtBank(rng, "train", _STOCK, None if kind else job.cache, DECK_KINDS[kind] if kind else None)
    finder, crops = Finder(DEFAULT_WEIGHTS / "finder.onnx"), list[Crop]()
    for index in range(_TABLES):
        size, layout = _SIZES[index % len(_SIZES)], _LAYOUTS[index % len(_LAYOUTS)]
        scene = random_scene(rng, bank, size, layout=layout)
        found = _found(finder, scene.image) if rng.random() < _LOOKED_AT else None
        crops += upright_crops(rng, scene.image, truth_of(scene), found)
    return CropSet.made_of(crops)


def _found(finder: Finder, image: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """What the finder takes for indices, (4, 2) px each."""
    boxes = search(finder, image).boxes
    return list(boxes.quads[boxes.classes == CORNER])


def kept_stocks(job: StockJob, stocks: int, processes: int) -> CropSet:
    """The crops of so many stocks, those rendered before taken from the folder, which is made if need be."""
    job.out.mkdir(parents=True, exist_ok=True)
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return CropSet.of(track(pool.imap(job, range(stocks)), "crops", total=stocks))
