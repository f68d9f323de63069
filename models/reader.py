"""Train and export the reader: a small residual network that names a rectified corner or tile and tells its turn."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, relu

from models.reader_data import Crop
from vision.read import KINDS, READER_RANKS, TURNS
from vision.rectify import CROP_SIDE
from vision.sightings import LETTERS, SUITS

WIDTHS = (32, 64, 128, 192)
STRIDES = (2, 2, 1)
HEADS = (len(KINDS), len(READER_RANKS) * TURNS, len(SUITS), len(LETTERS) * TURNS)
BATCH = 128
_FLOOR, _WARM = 0.01, 0.03  # of the highest learning rate, and of a training
_PATCH = 12  # px of the side of what hides a part of a crop


class _Residual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.shrink = nn.AvgPool2d(stride) if stride > 1 else nn.Identity()
        self.skip = nn.Conv2d(inputs, outputs, 1, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm2(self.second(relu(self.norm1(self.first(x)))))
        return relu(y + self.skip(self.shrink(x)))


class ReaderNet(nn.Module):
    """(N, 3, 64, 64) in -1..1 to four heads of logits: kind, rank x turn, suit, letter x turn.

    The last map keeps its 8 x 8 places (no pooling over them), since what stands where is what tells 6 from 9.
    widths: channels of the stem and of each block.
    """

    def __init__(self, widths: Sequence[int] = WIDTHS) -> None:
        super().__init__()
        stem = widths[0]
        self.stem = nn.Sequential(
            nn.Conv2d(3, stem, 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(stem), nn.ReLU()
        )
        self.body = nn.Sequential(*(_Residual(a, b, s) for (a, b), s in zip(pairwise(widths), STRIDES, strict=True)))
        self.squeeze = nn.Conv2d(widths[-1], 48, 1)
        self.mix = nn.Linear(48 * 64, 256)
        self.dropout = nn.Dropout(0.2)
        self.heads = nn.ModuleList(nn.Linear(256, size) for size in HEADS)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        features = relu(self.squeeze(self.body(self.stem(x)))).flatten(1)
        hidden = self.dropout(relu(self.mix(features)))
        return tuple(head(hidden) for head in self.heads)


def losses_of(heads: tuple[Tensor, ...], labels: Tensor) -> Tensor:
    """(N,) for each crop the sum of the cross entropies of what its labels (kind, rank, suit, letter, turn; -1: does
    not apply) say."""
    kind, rank, suit, letter, turn = labels.long().unbind(1)
    targets = (
        kind,
        torch.where(rank >= 0, rank * TURNS + turn, -1),
        suit,
        torch.where(letter >= 0, letter * TURNS + turn, -1),
    )
    told = zip(heads, targets, strict=True)
    parts = [cross_entropy(logits.float(), target, ignore_index=-1, reduction="none") for logits, target in told]
    return torch.stack(parts).sum(dim=0)


def augmented(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """Crops (N, 3, 64, 64) in -1..1 under other light: gain, offset, noise, now and then a patch hidden. generator: of
    the device that the crops are on."""
    count, device = len(pictures), pictures.device

    def uniform(low: float, high: float, *shape: int) -> Tensor:
        return torch.rand(count, *shape, generator=generator, device=device) * (high - low) + low

    gain = uniform(0.75, 1.25, 1, 1, 1) * uniform(0.92, 1.08, 3, 1, 1)
    out = pictures * gain + uniform(-0.2, 0.2, 1, 1, 1)
    out = out + torch.randn(out.shape, generator=generator, device=device) * uniform(0, 0.06, 1, 1, 1)
    grey = uniform(0, 1, 1, 1, 1) < 0.03
    out = torch.where(grey, out.mean(dim=1, keepdim=True), out)
    places = torch.arange(CROP_SIDE, device=device)
    first = torch.floor(uniform(0, CROP_SIDE - _PATCH, 2))
    within = (places >= first[..., None]) & (places < first[..., None] + _PATCH)
    hidden = (within[:, 0, None, :] & within[:, 1, :, None])[:, None] & (uniform(0, 1, 1, 1, 1) < 0.12)
    return torch.where(hidden, uniform(-1, 1, 1, 1, 1), out).clamp(-1.5, 1.5)


def as_inputs(pictures: NDArray[np.uint8] | Tensor) -> Tensor:
    """Crops (N, 64, 64, 3) BGR as the network takes them: (N, 3, 64, 64) in -1..1."""
    return torch.as_tensor(pictures).permute(0, 3, 1, 2).float() / 127.5 - 1


def rate_at(progress: float, peak: float) -> float:
    """The learning rate after that share (0..1) of a training: it rises, then falls along half a cosine."""
    return peak * min(1.0, progress / _WARM) * (_FLOOR + (1 - _FLOOR) * (1 + math.cos(math.pi * progress)) / 2)


@dataclass(frozen=True, eq=False)
class CropSet:
    """All training crops in memory: pictures (N, 64, 64, 3) BGR uint8 and labels (N, 5) int8."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.int8]

    @classmethod
    def load(cls, folders: list[Path]) -> CropSet:
        """Every ``.npz`` of the folders."""
        return cls.of(path for folder in folders for path in sorted(folder.glob("*.npz")))

    @classmethod
    def of(cls, paths: Iterable[Path]) -> CropSet:
        """Those files, one after the other."""
        files = [np.load(path) for path in paths]
        return cls(np.concatenate([f["pictures"] for f in files]), np.concatenate([f["labels"] for f in files]))

    @classmethod
    def made_of(cls, crops: Sequence[Crop]) -> CropSet:
        """Those crops, one at least."""
        return cls(np.stack([crop for crop, _ in crops]), np.array([labels for _, labels in crops], np.int8))

    def thinned(self, rng: np.random.Generator, kind: str, share: float) -> CropSet:
        """The set with only a random `share` of the crops of one kind, where there are more than it takes to learn."""
        spare = self.labels[:, 0] == KINDS.index(kind)
        keep = ~spare | (rng.random(len(spare)) < share)
        return CropSet(self.pictures[keep], self.labels[keep])

    def batches(self, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor]]:
        """One pass in random order."""
        order = rng.permutation(len(self.labels))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rows = np.sort(order[start : start + BATCH])
            yield as_inputs(self.pictures[rows]), torch.from_numpy(self.labels[rows])


def train_reader(crops: CropSet, out: Path, epochs: int = 3, peak: float = 2e-3) -> Path:
    """Train on crops; goes on from ``reader.pt`` after the last whole pass. Returns the checkpoint."""
    torch.set_num_threads(os.cpu_count() or 1)  # ultralytics leaves one core idle in the process that used it
    out.mkdir(parents=True, exist_ok=True)
    path = out / "reader.pt"
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = ReaderNet().to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=0.02)
    steps = epochs * (len(crops.labels) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, peak, total_steps=steps + 1, pct_start=0.1)
    done = 0
    if path.exists():
        state = torch.load(path, map_location=device, weights_only=True)
        if state["steps"] == steps:
            done = state["epoch"]
            net.load_state_dict(state["net"])
            optimiser.load_state_dict(state["optimiser"])
            schedule.load_state_dict(state["schedule"])
    for epoch in range(done, epochs):
        _train_pass(net, crops, optimiser, schedule, epoch)
        state = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "schedule": schedule.state_dict()}
        torch.save(state | {"epoch": epoch + 1, "steps": steps}, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)
    return path


def train_step(
    net: ReaderNet,
    pictures: Tensor,
    labels: Tensor,
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    generator: torch.Generator,
) -> float:
    """One step on a batch of crops (N, 3, 64, 64) in -1..1 with their labels (N, 5); its loss. generator: of the light
    that the crops are shown in."""
    device = next(net.parameters()).device
    inputs = augmented(pictures.to(device), generator).contiguous(memory_format=torch.channels_last)
    with torch.autocast(device.type, torch.bfloat16):
        heads = net(inputs)
    loss = losses_of(heads, labels.to(device)).mean()
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimiser.step()
    schedule.step()
    return float(loss.item())


def _train_pass(
    net: ReaderNet,
    crops: CropSet,
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    epoch: int,
) -> None:
    net.train()
    generator = torch.Generator(next(net.parameters()).device).manual_seed(epoch)
    start, total, mean = time.monotonic(), len(crops.labels) // BATCH, 0.0
    for step, (pictures, labels) in enumerate(crops.batches(np.random.default_rng(epoch))):
        loss = train_step(net, pictures, labels, optimiser, schedule, generator)
        mean += (loss - mean) / min(step + 1, 100)
        if step % 100 == 99:
            rate = (step + 1) * BATCH / (time.monotonic() - start)
            print(
                f"reader: pass {epoch + 1}, {step + 1} of {total} steps, loss {mean:.3f}, {rate:.0f} crops a second",
                flush=True,
            )


def export_reader(checkpoint: Path, target: Path) -> Path:
    """Write the reader as ONNX with a free batch size."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    net = ReaderNet(state.get("widths", WIDTHS))
    net.load_state_dict(state["net"])
    net.eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    names = ["kind", "rank", "suit", "letter"]
    axes = {name: {0: "batch"} for name in ("crops", *names)}
    example = torch.zeros(2, 3, 64, 64)
    torch.onnx.export(
        net,
        (example,),
        str(target),
        input_names=["crops"],
        output_names=names,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    return target
