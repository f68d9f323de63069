"""The shipped networks go on learning from corrected photographs, mixed with rendered tables lest they forget the rest.

The reader and the network that reads upright do, which together name a card, and the finder where that is wanted. They
start from the weights that ship: their ONNX files are read back into the networks they were exported from.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from rich.console import Console
from torch import Tensor, nn

from models.finder import export_finder, train_finder
from models.folded import fold, keep_folded, stored_in
from models.reader import BATCH, CropSet, ReaderNet, as_inputs, export_reader, losses_of, train_step
from models.reader_data import Crop, Rng, cut_rendered, scene_crops, upright_crops
from models.render.dataset import RenderJob, render
from models.upright_data import SEED, StockJob, kept_stocks
from vision.network import DEFAULT_WEIGHTS
from vision.photo import load_photo
from vision.read import KINDS

_ROUNDS = 24  # cuts of every corrected photograph, each with boxes that are wrong in another way
_MOST_FILES = 6  # of rendered crops from each folder: enough not to forget, and small in memory
_LEARNT, _HOPELESS = 0.1, 6.0  # losses of a crop that there is little left to learn of, and that shows too little
_DOUBTFUL = 0.5  # of the rendered crops of a batch, those that the network was in doubt about at first
Pair = tuple[Tensor, Tensor]
Cut = Callable[[Rng, NDArray[np.uint8], list[dict[str, Any]]], list[Crop]]


@dataclass(frozen=True)
class MorePlan:
    """How long to learn. steps, rate: of each network; share: how much of their batches is corrected; finder_epochs:
    passes of the finder, of which there are none by default: they take an hour without a GPU; scenes: tables rendered
    for the reader, stocks: of art, of forty tables each, for the network that reads upright."""

    steps: int = 400
    rate: float = 4e-4
    share: float = 0.35
    finder_epochs: int = 0
    scenes: int = 400
    stocks: int = 16


class NotAReader(ValueError):
    """An ONNX file that was not exported from `ReaderNet`."""


def net_of(path: Path) -> ReaderNet:
    """The reader's network with the weights of its ONNX file (see `models.folded`). Raises NotAReader."""
    model = onnx.load(path)
    stored = stored_in(model)
    layers = {
        _module_name(node.name): [stored[name] for name in node.input[1:]]
        for node in model.graph.node
        if len(node.input) > 1 and all(name in stored for name in node.input[1:])
    }
    net = ReaderNet()
    modules = dict(net.named_modules())
    norms = {"stem.0": "stem.1"}
    norms |= {f"{name}.{layer}": f"{name}.norm{n}" for name in modules for n, layer in ((1, "first"), (2, "second"))}
    try:
        with torch.no_grad():
            for name, module in modules.items():
                if isinstance(module, nn.Conv2d | nn.Linear):
                    _fill(module, layers[name], modules.get(norms.get(name, "nothing")))
    except (KeyError, RuntimeError, ValueError) as error:
        raise NotAReader(f"{path}: not exported from this version's reader ({error})") from error
    return net


def _module_name(node: str) -> str:
    """``/body/body.0/first/Conv``, as the exporter names what a layer became, as the layer's own name."""
    parts = node.split("/")[1:-1]
    inner = [*parts[1:], ""]
    return ".".join(part for part, within in zip(parts, inner, strict=True) if not within.startswith(f"{part}."))


def _fill(module: nn.Module, stored: list[Tensor], norm: nn.Module | None) -> None:
    weight, *bias = stored
    module.weight.copy_(weight)
    if norm is not None:
        fold(norm, bias[0])
    elif module.bias is not None:
        module.bias.copy_(bias[0])


def corrected_crops(data: Path, cut: Cut = scene_crops) -> CropSet:
    """Crops of all corrected photographs of a data set, cut anew in every round. cut: what is cut of one photograph,
    (H, W, 3) BGR, by the rows of its truth.

    Raises OSError, and ValueError where there are none.
    """
    rows = [json.loads(line) for truth in sorted((data / "truth").glob("*.jsonl")) for line in _lines(truth)]
    images = [load_photo(data / "images" / f"{row['picture']}.jpg") for row in rows]
    crops = [
        crop
        for number in range(_ROUNDS)
        for index, (row, image) in enumerate(zip(rows, images, strict=True))
        for crop in cut(np.random.default_rng((number, index)), image, row["things"])
    ]
    if not crops:
        raise ValueError(f"{data}: there are no corrections with corners or tiles to learn from")
    return CropSet.made_of(crops)


@dataclass(frozen=True, eq=False)
class Corrected:
    """What is cut of corrected photographs. glyphs: for the reader; indices: upright, None where only tiles were
    corrected."""

    glyphs: CropSet
    indices: CropSet | None

    @classmethod
    def of(cls, data: Path) -> Corrected:
        """That of a data set. Raises as `corrected_crops`."""
        glyphs = corrected_crops(data)
        cards = bool((glyphs.labels[:, 0] == KINDS.index("corner")).any())
        return cls(glyphs, corrected_crops(data, upright_crops) if cards else None)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def few_rendered_crops(work: Path, scenes: int, cache: Path, console: Console) -> CropSet:
    """Some of the crops that a training left in `work`; where there are none, a few tables are rendered for them."""
    folders = [work / "crops" / name for name in ("finder", "close")]
    if not any(any(folder.glob("*.npz")) for folder in folders):
        for name, size, close in (("finder", 512, False), ("close", 288, True)):
            job = RenderJob(work / "more" / name, "train", scenes, size, 11 + close, cache, 100, close)
            console.print(f"rendered {sum(render(job))} pictures in {job.out}")
        folders = cut_rendered(work / "more", None, console)
    return CropSet.of(path for folder in folders for path in sorted(folder.glob("*.npz"))[:_MOST_FILES])


def mixed(sources: Sequence[tuple[CropSet, int]], steps: int, seed: int = 1) -> Iterator[Pair]:
    """Batches of so many crops of each source, drawn with repetition."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        rows = [(crops, np.sort(rng.integers(0, len(crops.labels), count))) for crops, count in sources]
        pictures = np.concatenate([crops.pictures[row] for crops, row in rows])
        labels = np.concatenate([crops.labels[row] for crops, row in rows])
        yield as_inputs(pictures), torch.from_numpy(labels)


def doubtful(net: ReaderNet, crops: CropSet) -> CropSet:
    """The crops whose labels the network gives neither nearly all odds nor nearly none: of the first there is little
    left to learn, and the second show too little of a glyph."""
    net.eval()
    losses = []
    with torch.no_grad():
        for start in range(0, len(crops.labels), BATCH):
            rows = slice(start, start + BATCH)
            losses.append(losses_of(net(as_inputs(crops.pictures[rows])), torch.from_numpy(crops.labels[rows])).numpy())
    loss = np.concatenate(losses)
    kept = (loss > _LEARNT) & (loss < _HOPELESS)
    return CropSet(crops.pictures[kept], crops.labels[kept])


def fine_tuned(net: ReaderNet, corrected: CropSet, rendered: CropSet, plan: MorePlan) -> ReaderNet:
    """The network after the planned steps, at a rate that rises to the planned one and falls again."""
    torch.set_num_threads(os.cpu_count() or 1)  # ultralytics leaves one core idle where it is imported
    hard, own = doubtful(net, rendered), round(BATCH * plan.share)
    some = round((BATCH - own) * _DOUBTFUL)
    sources = ((corrected, own), (hard if len(hard.labels) else rendered, some), (rendered, BATCH - own - some))
    print(f"reader: in doubt about {len(hard.labels)} of {len(rendered.labels)} rendered crops", flush=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = net.to(device, memory_format=torch.channels_last).train()
    keep_folded(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, plan.rate, total_steps=plan.steps + 1, pct_start=0.2)
    generator, mean, start = torch.Generator(device).manual_seed(1), 0.0, time.monotonic()
    for step, (pictures, labels) in enumerate(mixed(sources, plan.steps), 1):
        loss = train_step(net, pictures, labels, optimiser, schedule, generator)
        mean += (loss - mean) / min(step, 50)
        if step % 50 == 0:
            rate_now = step * BATCH / (time.monotonic() - start)
            print(f"reader: {step} of {plan.steps} steps, loss {mean:.3f}, {rate_now:.0f} crops a second", flush=True)
    return net


def go_on(name: str, corrected: CropSet, rendered: CropSet, out: Path, plan: MorePlan) -> Path:
    """Writes ``NAME.onnx`` (reader or upright) into `out`: the shipped one, fine-tuned. Raises NotAReader."""
    net = fine_tuned(net_of(DEFAULT_WEIGHTS / f"{name}.onnx"), corrected, rendered, plan)
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = out / f"{name}.pt"
    torch.save({"net": net.cpu().state_dict()}, checkpoint)
    exported = export_reader(checkpoint, out / f"{name}.onnx")
    checkpoint.unlink()
    return exported


def readers_go_on(
    corrected: Corrected, work: Path, rendered: CropSet, weights: Path, plan: MorePlan, console: Console
) -> None:
    """Writes ``reader.onnx``, which learnt from `rendered` too, and ``upright.onnx``, which learnt from stocks of art
    in `work` too, rendered where they are not there yet. Raises NotAReader.
    """
    count, reader = len(corrected.glyphs.labels), go_on("reader", corrected.glyphs, rendered, weights, plan)
    console.print(f"reader: {reader}, {count} crops of corrected photographs")
    if corrected.indices is None:
        shutil.copyfile(DEFAULT_WEIGHTS / "upright.onnx", weights / "upright.onnx")
        return
    stocks = kept_stocks(StockJob(work / "strips", work / "decks", SEED), plan.stocks, os.cpu_count() or 1)
    count, upright = len(corrected.indices.labels), go_on("upright", corrected.indices, stocks, weights, plan)
    console.print(f"upright: {upright}, {count} crops of corrected photographs")


def learn_more(more: Path, work: Path, runs: Path, weights: Path, plan: MorePlan, console: Console) -> None:
    """Writes a finder and both readers into `weights`, from what was corrected in `more`; work, runs: as in
    `models.train`.

    The finder learns where passes are planned for it, and the reader then from its boxes and mistakes; else it is the
    shipped one. Raises NotAReader, models.finder.NotAFinder, and ValueError where there is nothing to learn from.
    """
    corrected, known, finder = Corrected.of(more), DEFAULT_WEIGHTS / "finder.onnx", weights / "finder.onnx"
    if plan.finder_epochs:
        out = runs / f"more-{_fingerprint(more)}"
        trained = train_finder(work / "finder", work / "held", out, plan.finder_epochs, known, more)
        console.print(f"finder: {export_finder(trained, finder)}, from {known}")
        rendered = CropSet.load(cut_rendered(work, finder, console))
    else:
        weights.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(known, finder)
        console.print(f"finder: {finder}, as it ships (--finder-epochs N lets it learn too)")
        rendered = few_rendered_crops(work, plan.scenes, work / "decks", console)
    readers_go_on(corrected, work, rendered, weights, plan, console)


def _fingerprint(more: Path) -> str:
    """Another one for other corrections, so that a training goes on only from its own beginning."""
    told = b"".join(truth.read_bytes() for truth in sorted((more / "truth").glob("*.jsonl")))
    return hashlib.sha256(told).hexdigest()[:8]
