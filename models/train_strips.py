"""``python -m models.train_strips WORK``: renders cards that lie on one another, trains the network that reads upright.

It sees an index whose way up is known twice: close up (`vision.rectify.crop_index`), and as the strip that shows about
it (`crop_strip`), where beside it the first large pips or a part of a court tell the suit if the index is too small to.
The network is the reader's, goes on from the reader that ships and sees nothing else, half of it cut as the finder
boxes indices, and some of no card at all. The tables are fans, hands of bridge, columns, rows, piles; one stock of art
after the other has all kinds of decks or one kind alone. What is rendered is kept in WORK by stocks, and gone on with.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from models.folded import keep_folded
from models.more import net_of
from models.reader import CropSet, ReaderNet, as_inputs, augmented, export_reader, losses_of, rate_at
from models.reader_data import Crop, upright_crops
from models.render.bank import ArtBank, BankSize
from models.render.dataset import truth_of
from models.render.deck_style import DECK_KINDS
from models.render.scene import random_scene
from vision.detect import CORNER, Finder
from vision.network import DEFAULT_WEIGHTS
from vision.search import search

_DECKS: tuple[str | None, ...] = (None, "black", "jumbo", "four colours", "other letters", "black", None, "usual")
_LAYOUTS = (
    *("bridge", "columns", "fan", "bridge", "columns", "fan"),
    *("rows", "table", "poker", "pile", "columns", "bridge"),
)
_SIZES = ((960, 720), (1280, 960))  # px of the pictures in turn
_STOCK = BankSize(8, 4, 1, 1, 1, 10, 10, 4, 4, 2)
_TABLES = 40  # of one stock of art: many decks rather than many tables of each
_LOOKED_AT = 0.5  # share of them that the finder looks at, which takes time
_BATCH, _EVERY = 64, 2  # crops at once, small enough for a core's cache, and how often the weights are changed for them
_RATE, _DECAY = 6e-4, 0.02  # the highest rate
_KEPT_OF_MEAN = 0.998  # of the running mean of the weights at each change


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
    return CropSet(np.stack([crop for crop, _ in crops]), np.array([told for _, told in crops], np.int8))


def _found(finder: Finder, image: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """What the finder takes for indices, (4, 2) px each."""
    boxes = search(finder, image).boxes
    return list(boxes.quads[boxes.classes == CORNER])


def kept_strips(job: StockJob, stocks: int, processes: int) -> CropSet:
    """The crops of so many stocks, those rendered before taken from the folder."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return CropSet.of(track(pool.imap(job, range(stocks)), "crops", total=stocks))


def batches(crops: CropSet, steps: int, seed: int) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int8]]]:
    """So many batches, drawn with repetition."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        places = np.sort(rng.integers(0, len(crops.labels), _BATCH))
        yield crops.pictures[places], crops.labels[places]


def trained(net: ReaderNet, crops: CropSet, steps: int, seed: int) -> ReaderNet:
    """The running mean of the network while it learns from the crops."""
    net = net.to(memory_format=torch.channels_last).train()
    keep_folded(net)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_KEPT_OF_MEAN))
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    generator = torch.Generator().manual_seed(seed)
    for step, (pictures, labels) in enumerate(track(batches(crops, steps, seed), "training", total=steps), 1):
        inputs = augmented(as_inputs(pictures), generator).contiguous(memory_format=torch.channels_last)
        loss = losses_of(net(inputs), torch.from_numpy(labels)).mean()
        (loss / _EVERY).backward()
        if step % _EVERY == 0:
            for group in optimiser.param_groups:
                group["lr"] = rate_at(step / steps, _RATE)
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            optimiser.zero_grad()
            mean.update_parameters(net)
    learnt = mean.module
    assert isinstance(learnt, ReaderNet)
    return learnt


def main(arguments: Sequence[str] | None = None) -> None:
    """Render what is missing, train, export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, metavar="WORK", help="folder for the crops and the network")
    parser.add_argument("--stocks", type=int, default=120, help="stocks of art, of some 1,500 crops each")
    parser.add_argument("--steps", type=int, default=10_200, help=f"of {_BATCH} crops")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, default=DEFAULT_WEIGHTS / "reader.onnx", help="weights to go on from")
    parser.add_argument("--cache", type=Path, default=Path("data/decks"), help="rendered art of packaged decks")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    crops = kept_strips(StockJob(options.work, options.cache, options.seed), options.stocks, options.processes)
    net = trained(net_of(options.start), crops, options.steps, options.seed)
    checkpoint = options.work / "strips.pt"
    torch.save({"net": net.state_dict()}, checkpoint)
    print(f"{len(crops.labels)} crops: {export_reader(checkpoint, options.work / 'strips.onnx')}")


if __name__ == "__main__":
    main()
