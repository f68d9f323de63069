"""``python -m models.train_upright WORK``: renders cards that lie on one another, trains what reads upright.

It sees an index whose way up is known twice: close up (`vision.rectify.crop_index`), and as the strip that shows about
it (`crop_strip`), where beside it the first large pips or a part of a court tell the suit if the index is too small to.
The network is the reader's, goes on from the reader that ships and sees nothing else, half of it cut as the finder
boxes indices, and some of no card at all (`models.upright_data`); with ``--more DIR`` indices of labelled photographs
too (a data set as ``companion correct`` or `models.photographs` makes them). What is rendered is kept in WORK by
stocks, and gone on with.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from rich.progress import track
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from models.folded import keep_folded
from models.more import Pair, corrected_crops, mixed, net_of
from models.reader import CropSet, ReaderNet, augmented, export_reader, losses_of, rate_at
from models.reader_data import upright_crops
from models.upright_data import SEED, StockJob, kept_stocks
from vision.network import DEFAULT_WEIGHTS

_BATCH, _EVERY = 64, 2  # crops at once, small enough for a core's cache, and how often the weights are changed for them
_OF_PHOTOS = 4  # of them photographed
_RATE, _DECAY = 6e-4, 0.02  # the highest rate
_KEPT_OF_MEAN = 0.998  # of the running mean of the weights at each change


def batches(crops: CropSet, steps: int, seed: int, photographed: CropSet | None = None) -> Iterator[Pair]:
    """So many batches; a few crops of each are photographed, where there are such."""
    if photographed is None:
        return mixed([(crops, _BATCH)], steps, seed)
    return mixed([(crops, _BATCH - _OF_PHOTOS), (photographed, _OF_PHOTOS)], steps, seed)


def trained(net: ReaderNet, crops: CropSet, steps: int, seed: int, photographed: CropSet | None = None) -> ReaderNet:
    """The running mean of the network while it learns from the crops."""
    net = net.to(memory_format=torch.channels_last).train()
    keep_folded(net)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_KEPT_OF_MEAN))
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    generator, drawn = torch.Generator().manual_seed(seed), batches(crops, steps, seed, photographed)
    for step, (pictures, labels) in enumerate(track(drawn, "training", total=steps), 1):
        inputs = augmented(pictures, generator).contiguous(memory_format=torch.channels_last)
        loss = losses_of(net(inputs), labels).mean()
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
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--more", type=Path, metavar="DIR", help="labelled photographs to learn from as well")
    parser.add_argument("--start", type=Path, default=DEFAULT_WEIGHTS / "reader.onnx", help="weights to go on from")
    parser.add_argument("--cache", type=Path, default=Path("data/decks"), help="rendered art of packaged decks")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    photographed = corrected_crops(options.more, upright_crops) if options.more else None
    crops = kept_stocks(StockJob(options.work, options.cache, options.seed), options.stocks, options.processes)
    net = trained(net_of(options.start), crops, options.steps, options.seed, photographed)
    checkpoint = options.work / "upright.pt"
    torch.save({"net": net.state_dict()}, checkpoint)
    print(f"{len(crops.labels)} crops: {export_reader(checkpoint, options.work / 'upright.onnx')}")


if __name__ == "__main__":
    main()
