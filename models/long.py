"""``python -m models.long OUT --seconds S``: a long training by the clock, where there are a GPU and many cores.

Workers render tables without end (`models.stream`) while two processes learn from all that has come so far. The finder
goes on from the one that ships. Of readers there are three: a wide one that starts from nothing, one as wide as the one
that ships that starts from nothing, and the one that ships. The latter two learn from the wide one as well (online
distillation, Anil et al. 2018): what it holds likely says more of a blurred index than its name alone.
OUT then has ``finder.pt``, ``wide.pt``, ``fresh.pt`` and ``reader.pt``, running means of the weights (those of half-way
until then);
``--export`` makes ONNX files of them.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import affine_grid, grid_sample, interpolate, kl_div, log_softmax, softmax
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from ultralytics.cfg import get_cfg

from models.finder import export_finder, float32_of, network_of
from models.folded import keep_folded
from models.more import corrected_crops, net_of
from models.reader import WIDTHS, CropSet, ReaderNet, as_inputs, augmented, export_reader, losses_of, rate_at
from models.render.dataset import FINDER_CLASSES
from models.stream import Shards, Stream, least_box, start
from vision.network import DEFAULT_WEIGHTS
from vision.photo import load_photo
from vision.rectify import CROP_SIDE

WIDE = (48, 96, 192, 288)
_STOCK = 2_000_000  # crops kept on the device, 12 kB each
_CROPS, _PICTURES = 1024, 64  # in a batch
_OF_PHOTOS = 40  # crops of photographs in a batch
_PICTURES_OF_PHOTOS = 3  # and photographs in a batch of pictures
_IN_DOUBT, _LEARNT, _HOPELESS = 0.35, 0.1, 6.0  # share of a batch that the reader was in doubt about, by its losses
_UNTIL, _RENDER_UNTIL = 0.85, 0.8  # of the time: doubtful crops are drawn more often, and new tables rendered
_FRESH_RATE, _KNOWING_RATE, _FINDER_RATE = 3e-3, 4e-4, 7e-4
_READERS = ("wide", "fresh", "reader")
_SIDE, _PAD, _SMALLEST = 640, 114, 0.65
_DECODERS, _AHEAD = 4, 8
_KEPT_OF_MEAN = 0.9985  # of the running mean of the weights at each step
_PATIENCE = 240.0  # seconds for the first tables
Rng = np.random.Generator
Batch = tuple[NDArray[np.uint8], NDArray[np.float32]]


@dataclass(frozen=True)
class Clock:
    """The time that a training has. began: on `time.monotonic`, one clock for all processes; seconds: until its end."""

    began: float
    seconds: float

    @property
    def progress(self) -> float:
        """The share of the time that has passed."""
        return (time.monotonic() - self.began) / self.seconds

    def from_now(self) -> Clock:
        """What is left of the time as a time of its own."""
        now = time.monotonic()
        return Clock(now, self.began + self.seconds - now)

    def rate(self, peak: float) -> float:
        """The learning rate of this moment: it rises, then falls along half a cosine."""
        return rate_at(min(self.progress, 1.0), peak)


def _device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class CropStock:
    """Crops on the device, as many as have come; where they are too many, the oldest make room."""

    def __init__(self, most: int, device: torch.device) -> None:
        self.pictures = torch.empty((most, CROP_SIDE, CROP_SIDE, 3), dtype=torch.uint8, device=device)
        self.labels = torch.empty((most, 5), dtype=torch.int8, device=device)
        self.losses = torch.zeros(most, device=device)  # that the reader had when it last met each
        self._added, self._most = 0, most
        self._doubted = torch.zeros(0, dtype=torch.long, device=device)

    def __len__(self) -> int:
        return min(self._added, self._most)

    def add(self, crops: CropSet) -> None:
        """Keep them."""
        places = (torch.arange(len(crops.labels)) + self._added) % self._most
        places = places.to(self.pictures.device)
        self.pictures[places] = torch.from_numpy(crops.pictures).to(self.pictures.device)
        self.labels[places] = torch.from_numpy(crops.labels).to(self.pictures.device)
        self.losses[places] = 1.0
        self._added += len(crops.labels)

    def doubt(self) -> None:
        """Look anew for what the reader is in doubt about."""
        losses = self.losses[: len(self)]
        self._doubted = torch.nonzero((losses > _LEARNT) & (losses < _HOPELESS)).flatten()

    def draw(self, count: int, doubtful: int) -> Tensor:
        """Places of so many crops, `doubtful` of them among those in doubt."""
        device = self.pictures.device
        some = torch.randint(0, len(self), (count,), device=device)
        if doubtful and len(self._doubted):
            chosen = torch.randint(0, len(self._doubted), (doubtful,), device=device)
            some[:doubtful] = self._doubted[chosen]
        return some


def jittered(crops: Tensor) -> Tensor:
    """Crops (N, 3, 64, 64) of which half are cut by a box a little wrong, and an eighth has lost its fine detail."""
    half, eighth = len(crops) // 2, len(crops) // 8
    angle, size, shift = (torch.randn(half, n, device=crops.device) for n in (1, 1, 2))
    angle, size = angle[:, 0] * math.radians(3), torch.exp(size[:, 0] * 0.05)
    cos, sin, (x, y) = torch.cos(angle) * size, torch.sin(angle) * size, (shift * 0.04).unbind(1)
    view = torch.stack([torch.stack([cos, -sin, x], 1), torch.stack([sin, cos, y], 1)], 1)
    grid = affine_grid(view, [half, *crops.shape[1:]], align_corners=False)
    moved = grid_sample(crops[:half], grid, padding_mode="border", align_corners=False)
    few = int(torch.randint(CROP_SIDE // 4, CROP_SIDE, (1,)))
    coarse = interpolate(crops[half : half + eighth], (few, few), mode="area")
    coarse = interpolate(coarse, (CROP_SIDE, CROP_SIDE), mode="bilinear", align_corners=False)
    return torch.cat([moved, coarse, crops[half + eighth :]])


def taught_by(heads: tuple[Tensor, ...], teacher: tuple[Tensor, ...], labels: Tensor) -> Tensor:
    """How far the heads are from the teacher's (mean divergence of those that the labels are of)."""
    total = heads[0].new_zeros(())
    for own, told, column in zip(heads, teacher, (0, 1, 2, 3), strict=True):
        applies = (labels[:, column] >= 0).float()
        apart = kl_div(log_softmax(own.float(), 1), softmax(told.detach().float(), 1), reduction="none").sum(1)
        total = total + (apart * applies).sum() / len(labels)
    return total


@dataclass(eq=False)
class Learner:
    """One network that learns: its optimiser, its highest learning rate, and the running mean of its weights."""

    net: nn.Module
    optimiser: torch.optim.Optimizer
    peak: float
    mean: AveragedModel

    @classmethod
    def of(cls, net: nn.Module, peak: float, weight_decay: float) -> Learner:
        """A learner on the device."""
        device = _device()
        net = net.to(device, memory_format=torch.channels_last).train()
        optimiser = torch.optim.AdamW(net.parameters(), peak, weight_decay=weight_decay, fused=device.type == "cuda")
        mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_KEPT_OF_MEAN), use_buffers=True)
        return cls(net, optimiser, peak, mean)

    def step(self, loss: Tensor, clock: Clock) -> None:
        """One step down the loss at the rate of this moment."""
        for group in self.optimiser.param_groups:
            group["lr"] = clock.rate(self.peak)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.mean.update_parameters(self.net)

    def save(self, path: Path, **more: Any) -> None:
        """Keep the mean of the weights."""
        torch.save({"net": self.mean.module.state_dict(), **more}, path)


def _readers() -> dict[str, Learner]:
    shipped = net_of(DEFAULT_WEIGHTS / "reader.onnx")
    learners = {
        "wide": Learner.of(ReaderNet(WIDE), _FRESH_RATE, 0.02),
        "fresh": Learner.of(ReaderNet(), _FRESH_RATE, 0.02),
        "reader": Learner.of(shipped, _KNOWING_RATE, 0.01),
    }
    keep_folded(shipped)
    return learners


def _save(out: Path, learners: dict[str, Learner]) -> None:
    for name, learner in learners.items():
        learner.save(out / f"{name}.pt", widths=WIDE if name == "wide" else WIDTHS)


def learn_to_read(stream: Path, photos: Path | None, out: Path, clock: Clock, stock: int = _STOCK) -> None:
    """Train the readers on the crops that come until the time is over. Raises TimeoutError where none come."""
    device, rng = _device(), np.random.default_rng(1)
    crops, seen, shards, learners = CropStock(stock, device), None, Shards(stream, "crops"), _readers()
    if photos:
        cut = corrected_crops(photos)
        seen = CropStock(len(cut.labels), device)
        seen.add(cut)
    generator = torch.Generator(device).manual_seed(1)
    shards.wait(_PATIENCE)
    clock, step, half = clock.from_now(), 0, False
    while clock.progress < 1:
        if step % 20 == 0:
            for shard in shards.fresh():
                new = CropSet(shard["pictures"], shard["labels"])
                crops.add(new.thinned(rng, "tile", 0.5).thinned(rng, "none", 0.5))
        if step % 300 == 0:
            crops.doubt()
        losses = _read_step(crops, seen, learners, generator, clock)
        if step % 200 == 0:
            told_losses = ", ".join(f"{name} {loss.item():.3f}" for name, loss in losses.items())
            print(
                f"readers: step {step}, {clock.progress:.2f} of the time, {len(crops)} crops, {told_losses}", flush=True
            )
        step += 1
        if clock.progress > 0.5 and not half:
            half = True
            _save(out, learners)
    _save(out, learners)


def _read_step(
    crops: CropStock,
    seen: CropStock | None,
    learners: dict[str, Learner],
    generator: torch.Generator,
    clock: Clock,
) -> dict[str, Tensor]:
    """One step of each reader on one batch; their losses."""
    doubtful = round(_CROPS * _IN_DOUBT) if clock.progress < _UNTIL else 0
    places = crops.draw(_CROPS, doubtful)
    pictures, labels = as_inputs(crops.pictures[places]), crops.labels[places]
    if seen is not None:
        others = seen.draw(_OF_PHOTOS, 0)
        pictures = torch.cat([pictures, as_inputs(seen.pictures[others])])
        labels = torch.cat([labels, seen.labels[others]])
    order = torch.randperm(len(labels), device=labels.device)
    labels = labels[order]
    inputs = augmented(jittered(pictures[order]), generator).contiguous(memory_format=torch.channels_last)
    taught: tuple[Tensor, ...] | None = None
    told = {}
    for name in _READERS:
        with torch.autocast(inputs.device.type, torch.bfloat16):
            heads = learners[name].net(inputs)
        each = losses_of(heads, labels)
        told[name] = each.mean().detach()
        loss = each.mean() if taught is None else 0.6 * each.mean() + 0.7 * taught_by(heads, taught, labels)
        learners[name].step(loss, clock)
        taught = taught or tuple(head.detach() for head in heads)
    back = torch.argsort(order)[: len(places)]
    crops.losses[places] = each.detach()[back]
    return told


class PictureStock:
    """Pictures for the finder as JPEG files in memory, each with the rows of its boxes (N, 6): class, centre, sides in
    px, angle."""

    def __init__(self) -> None:
        self.files: list[bytes] = []
        self.rows: list[NDArray[np.float32]] = []

    def add_shard(self, shard: dict[str, NDArray[Any]]) -> None:
        """Keep the pictures of one shard of `models.stream`."""
        files, rows = np.split(shard["bytes"], shard["ends"][:-1]), shard["rows"]
        self.files += [file.tobytes() for file in files]
        self.rows += [rows[rows[:, 0] == number, 1:] for number in range(len(files))]

    def add_data_set(self, folder: Path) -> None:
        """Keep the pictures of a data set in ultralytics' oriented-box format, 640 px long."""
        for path in sorted((folder / "images").glob("*.jpg")):
            image = load_photo(path)
            scale = _SIDE / max(image.shape[:2])
            size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
            told = [line.split() for line in (folder / "labels" / f"{path.stem}.txt").read_text().splitlines()]
            boxes = [(float(k), *least_box(np.array(p, np.float32).reshape(-1, 2) * size)) for k, *p in told]
            self.files.append(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
            self.rows.append(np.array(boxes, np.float32).reshape(-1, 6))

    def batch(self, rng: Rng, count: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """So many pictures (count, 640, 640, 3), each at some scale at some place, and the rows of their boxes (N, 7):
        the picture's number, then as kept."""
        images, told = np.full((count, _SIDE, _SIDE, 3), _PAD, np.uint8), []
        for number, chosen in enumerate(rng.integers(0, len(self.files), count)):
            image = np.asarray(cv2.imdecode(np.frombuffer(self.files[chosen], np.uint8), cv2.IMREAD_COLOR), np.uint8)
            scale = float(np.exp(rng.uniform(np.log(_SMALLEST), 0.0))) if rng.random() < 0.6 else 1.0
            size = tuple(max(1, round(length * scale)) for length in image.shape[1::-1])
            x, y = (int(rng.integers(0, _SIDE - length + 1)) for length in size)
            images[number, y : y + size[1], x : x + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
            rows = self.rows[chosen].copy()
            rows[:, 1:5] *= scale
            rows[:, 1:3] += (x, y)
            told.append(np.column_stack([np.full(len(rows), number, np.float32), rows]))
        return images, np.concatenate(told)


def _mixed_batch(stock: PictureStock, photos: PictureStock, seed: int) -> Batch:
    cv2.setNumThreads(1)
    rng = np.random.default_rng((2, seed))
    some = _PICTURES_OF_PHOTOS if photos.files else 0
    images, rows = stock.batch(rng, _PICTURES - some)
    if not some:
        return images, rows
    more, others = photos.batch(rng, some)
    others[:, 0] += len(images)
    return np.concatenate([images, more]), np.concatenate([rows, others])


def _lit(images: Tensor) -> Tensor:
    """Pictures (N, 3, H, W) in 0..1 in other light and other colours."""
    count = len(images)

    def about(one: float, spread: float, channels: int = 1) -> Tensor:
        return one + (torch.rand(count, channels, 1, 1, device=images.device) * 2 - 1) * spread

    grey = images.mean(dim=1, keepdim=True)
    return ((grey + (images - grey) * about(1, 0.3)) * about(1, 0.25) * about(1, 0.03, 3)).clamp(0, 1)


def learn_to_find(stream: Path, photos: Path | None, out: Path, clock: Clock) -> None:
    """Train the finder on from the one that ships, on the pictures that come until the time is over. Raises
    TimeoutError where none come."""
    device = _device()
    stock, own, shards = PictureStock(), PictureStock(), Shards(stream, "pictures")
    if photos:
        own.add_data_set(photos)
    net = network_of(DEFAULT_WEIGHTS / "finder.onnx").to(device)
    net.args = get_cfg()
    for parameter in net.parameters():
        parameter.requires_grad_(True)
    learner = Learner.of(net, _FINDER_RATE, 0.0005)
    keep_folded(net)
    criterion = net.init_criterion()
    shards.wait(_PATIENCE)
    for shard in shards.fresh():
        stock.add_shard(shard)
    clock, step, half = clock.from_now(), 0, False
    with ThreadPoolExecutor(_DECODERS) as pool:
        ahead: list[Future[Batch]] = [pool.submit(_mixed_batch, stock, own, -n - 1 + 10**6) for n in range(_AHEAD)]
        while clock.progress < 1:
            images, rows = ahead.pop(0).result()
            ahead.append(pool.submit(_mixed_batch, stock, own, step))
            _find_step(learner, criterion, images, rows, clock, step, len(stock.files))
            step += 1
            if step % 20 == 0:
                for shard in shards.fresh():
                    stock.add_shard(shard)
            if clock.progress > 0.5 and not half:
                half = True
                learner.save(out / "finder.pt")
    learner.save(out / "finder.pt")


def _find_step(
    learner: Learner, criterion: Any, images: NDArray[np.uint8], rows: NDArray[np.float32], clock: Clock, step: int,
    pictures: int,
) -> None:  # fmt: skip
    device = next(learner.net.parameters()).device
    shown = _lit(torch.from_numpy(images).to(device).permute(0, 3, 1, 2).flip(1).float() / 255)
    told = torch.from_numpy(rows).to(device)
    boxes = told[:, 2:] / torch.tensor([_SIDE] * 4 + [1], device=device)
    batch = {"batch_idx": told[:, 0], "cls": told[:, 1], "bboxes": boxes}
    with torch.autocast(device.type, torch.bfloat16):
        found = learner.net(shown.contiguous(memory_format=torch.channels_last))
    losses, parts = criterion(float32_of(found), batch)
    learner.step(losses.sum() / len(images), clock)
    if step % 50 == 0:
        of_parts = ", ".join(f"{float(value):.3f}" for value in parts.values())
        print(f"finder: step {step}, {clock.progress:.2f} of the time, {pictures} pictures, {of_parts}", flush=True)


def export(out: Path) -> None:
    """ONNX files of what a training left in `out`: ``finder.onnx`` and one of each reader."""
    net = network_of(DEFAULT_WEIGHTS / "finder.onnx")
    net.load_state_dict(torch.load(out / "finder.pt", map_location="cpu", weights_only=True)["net"])
    net.task, net.names = "obb", dict(enumerate(FINDER_CLASSES))
    whole = out / "whole.pt"
    torch.save({"model": net}, whole)
    export_finder(whole, out / "finder.onnx")
    whole.unlink()
    for name in _READERS:
        export_reader(out / f"{name}.pt", out / f"{name}.onnx")


def main() -> None:
    """Render and train until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT", help="where the weights go")
    parser.add_argument("--seconds", type=float, default=3600.0, help="from the first second to the last")
    parser.add_argument("--work", type=Path, default=Path("data/long"), help="where rendered tables go")
    parser.add_argument("--cache", type=Path, default=Path("data/decks"), help="rendered art of packaged decks")
    parser.add_argument("--photos", type=Path, help="photographs to learn too, as models.photographs makes them")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that render")
    parser.add_argument("--stock", type=int, default=_STOCK, help="crops kept on the device")
    parser.add_argument("--tables", type=int, default=Stream.tables, help="drawn from one stock of art")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--export", action="store_true", help="train nothing; make ONNX files of what is in OUT")
    args = parser.parse_args()
    if args.export:
        export(args.out)
        return
    clock = Clock(time.monotonic(), args.seconds)
    args.out.mkdir(parents=True, exist_ok=True)
    until = clock.began + clock.seconds * _RENDER_UNTIL
    start(Stream(args.work, args.cache, DEFAULT_WEIGHTS / "finder.onnx", args.seed, until, args.tables), args.workers)
    finder = multiprocessing.get_context("spawn").Process(
        target=learn_to_find, args=(args.work, args.photos, args.out, clock)
    )
    finder.start()
    learn_to_read(args.work, args.photos, args.out, clock, args.stock)
    finder.join()
    if finder.exitcode:
        raise SystemExit("the readers have learnt, the finder has not: what stopped it stands above")


if __name__ == "__main__":
    main()
