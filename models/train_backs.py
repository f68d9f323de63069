"""``python -m models.train_backs WORK``: renders pairs of backs, trains the network that compares them, exports it.

Every set has eight backs, two of them red and blue twins and two that differ in one part of their design, each enrolled
by one careful photo and shown four times on a table, twice in a row of cards; each photo is laid on its own template
and on two others. With 700 sets and 7,000 steps of 24 photos this takes about an hour on one core; the pairs are kept
in WORK, and rendered once.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import Tensor, nn

from models.back_trials import BackPhoto, enrolment_photo, related_set, row_photo, table_photo
from vision.back_matching import Comparison, Floats, Picture, closest, rectified, template
from vision.back_network import FEATURES, PLANES, SIZE, planes, shrunk

OPSET = 17
_DECKS, _TIMES, _OTHERS = 8, 4, 2  # backs of a set, photos of each, templates besides its own that a photo is laid on
_IN_ROWS, _MIXED = 2, 0.4  # of the photos of each, in a row; share of these rows in which all decks of the set lie
_RELATED = 4  # of them have a relative: twins, and two that differ in one part
_PER_FILE = 20  # sets kept in one file
_WIDTH, _CLEAREST = 24, 20  # channels of the first layer; places of the last map that agree most
_PHOTOS = 24  # in a batch
_UNKNOWN = 0.35  # share of the photos whose deck is not enrolled
_UNTOLD = 0.3  # share of the pairs of which no features are told
_RATE, _DECAY = 3e-3, 1e-3

Rng = np.random.Generator
_Batch = tuple[Floats, Floats, NDArray[np.bool_], NDArray[np.int64]]


class BackNet(nn.Module):
    """(N, 12, 88, 64) and features (N, 20) to the log-odds (N, 1) that both backs are of one design."""

    mean: Tensor
    spread: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(FEATURES))
        self.register_buffer("spread", torch.ones(FEATURES))
        c = _WIDTH
        self.stem = _layer(PLANES, c, 2)
        shape = ((c, 2 * c, 2), (2 * c, 2 * c, 1), (2 * c, 3 * c, 2), (3 * c, 3 * c, 1), (3 * c, 3 * c, 1))
        self.body = nn.Sequential(*(_layer(*one) for one in shape))
        self.f = nn.Sequential(
            nn.Linear(9 * c + FEATURES, 96), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(96, 1)
        )

    def forward(self, pictures: Tensor, features: Tensor) -> Tensor:
        seen = self.body(self.stem(pictures))
        clearest = seen.flatten(2).topk(_CLEAREST, 2).values.mean(2)
        told = (features - self.mean) / self.spread
        return self.f(torch.cat([seen.mean((2, 3)), clearest, seen.amax((2, 3)), told], 1))


def _layer(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    convolution = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


@dataclass(frozen=True, eq=False)
class Pairs:
    """Backs laid on templates. kept, seen: (N, 88, 64, 3); covered: (N, 88, 64); features: (N, 20); same: (N,), whether
    both are of one design; photo: (N,), which photo each is of."""

    kept: NDArray[np.uint8]
    seen: NDArray[np.uint8]
    covered: NDArray[np.uint8]
    features: Floats
    same: NDArray[np.bool_]
    photo: NDArray[np.int64]


def rendered(seed: int, sets: range) -> Pairs:
    """The pairs of some sets of decks."""
    found: list[tuple[Comparison, bool, int]] = []
    for group in sets:
        rng = np.random.default_rng((seed, group))
        backs = related_set(rng, _DECKS)
        photos = [enrolment_photo(rng, back) for back in backs]
        kept = [template(rectified(photo.image, photo.outline)[0]) for photo in photos]
        for number, deck in enumerate(np.repeat(np.arange(_DECKS), _TIMES)):
            photo = _shown(rng, backs, int(deck), number % _TIMES)
            seen = rectified(photo.image, photo.outline)
            for other in (int(deck), *_others(rng, int(deck))):
                found.append((closest([kept[other]], seen), other == deck, group * _DECKS * _TIMES + number))
    kept_in, seen_in, covered = (np.stack(part) for part in zip(*(shrunk(one) for one, _, _ in found), strict=True))
    features = np.stack([one.likeness.features() for one, _, _ in found])
    same, photo_of = np.array([same for _, same, _ in found]), np.array([photo for _, _, photo in found])
    return Pairs(kept_in, seen_in, covered, features, same, photo_of)


def _shown(rng: Rng, backs: Sequence[Picture], deck: int, time: int) -> BackPhoto:
    """The photo of a deck of the set at one of its `_TIMES`."""
    if time < _IN_ROWS:
        return row_photo(rng, backs[deck], backs if rng.random() < _MIXED else ())
    return table_photo(rng, backs[deck], backs[(deck + 3) % _DECKS])


def _others(rng: Rng, deck: int) -> list[int]:
    """Other decks of the set; of a twin the other twin is one, and so of two that differ in one part."""
    others = rng.choice([other for other in range(_DECKS) if other != deck], _OTHERS, replace=False).tolist()
    relative = deck ^ 1
    return others if deck >= _RELATED or relative in others else [relative, *others[1:]]


def kept_pairs(work: Path, seed: int, sets: int) -> Pairs:
    """The pairs of so many sets, those rendered before taken from the folder."""
    parts = []
    for first in track(range(0, sets, _PER_FILE), "pairs of backs"):
        file = work / f"backs-{seed}-{first}.npz"
        if not file.exists():
            part = file.with_suffix(".part.npz")
            np.savez(part, **vars(rendered(seed, range(first, min(first + _PER_FILE, sets)))))
            part.rename(file)
        with np.load(file) as stored:
            parts.append({name: stored[name] for name in stored.files})
    return Pairs(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def batches(
    pairs: Pairs, rng: Rng, steps: int
) -> Iterator[tuple[Floats, Floats, NDArray[np.bool_], NDArray[np.int64]]]:
    """So many batches of photos with the templates that each is laid on: planes, features, which are the same, and
    which photo of the batch each is of. Of some photos the own deck is left out: it is unknown then."""
    ends = np.cumsum(np.unique(pairs.photo, return_counts=True)[1])
    of_photo = np.split(np.argsort(pairs.photo, kind="stable"), ends[:-1])
    for _ in range(steps):
        chosen, members = rng.choice(len(of_photo), _PHOTOS, replace=False), []
        for number in chosen:
            own = of_photo[number]
            members.append(own[~pairs.same[own]] if rng.random() < _UNKNOWN else own)
        index = np.concatenate(members)
        photo = np.repeat(np.arange(_PHOTOS), [len(own) for own in members])
        kept, seen, covered = (part[index].astype(np.float32) / 255 for part in (pairs.kept, pairs.seen, pairs.covered))
        for number in range(_PHOTOS):
            _varied(rng, kept, seen, covered, np.flatnonzero(photo == number))
        features = pairs.features[index].copy()
        features[rng.random(len(features)) < _UNTOLD] = pairs.features.mean(axis=0)
        yield planes(kept, seen.clip(0, 1), covered), features, pairs.same[index], photo


def _varied(rng: Rng, kept: Floats, seen: Floats, covered: Floats, own: NDArray[np.int64]) -> None:
    """Changes the pairs `own` of one photo in place: mirrored, in other hues, other light, a pixel off, hidden."""
    for axis in (1, 2):
        if rng.random() < 0.5:
            for part in (kept, seen, covered):
                part[own] = np.flip(part[own], axis)
    if rng.random() < 0.5:
        channels = rng.permutation(3)
        kept[own], seen[own] = kept[own][..., channels], seen[own][..., channels]
    seen[own] *= (np.exp(rng.normal(0, 0.12)) * (1 + rng.normal(0, 0.04, 3))).astype(np.float32)
    if rng.random() < 0.3:
        seen[own] += rng.normal(0, 0.02, seen[own].shape).astype(np.float32)
    seen[own] = np.roll(seen[own], tuple(rng.integers(-1, 2, 2)), (1, 2))
    if rng.random() < 0.15:
        x, y = rng.integers(0, SIZE[0] - 20), rng.integers(0, SIZE[1] - 28)
        seen[own, y : y + rng.integers(10, 50), x : x + rng.integers(10, 40)] = rng.random(3).astype(np.float32)


def loss_of(odds: Tensor, same: Tensor, photo: Tensor) -> Tensor:
    """The cross-entropy over "unknown" and the decks that each photo is laid on."""
    most = torch.zeros(_PHOTOS).scatter_reduce(0, photo, odds, "amax", include_self=True)
    total = torch.zeros(_PHOTOS).scatter_add(0, photo, torch.exp(odds - most[photo])) + torch.exp(-most)
    right = torch.zeros(_PHOTOS).scatter_add(0, photo, odds * same)
    return (most + torch.log(total) - right).mean()


def trained(pairs: Pairs, steps: int, seed: int) -> BackNet:
    """A network that learnt from the pairs."""
    torch.manual_seed(seed)
    net, rng = BackNet(), np.random.default_rng(seed)
    net.mean = torch.from_numpy(pairs.features.mean(axis=0))
    net.spread = torch.from_numpy(pairs.features.std(axis=0).clip(1e-3))
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=steps)
    for pictures, features, same, photo in track(batches(pairs, rng, steps), "training", total=steps):
        odds = net(torch.from_numpy(pictures), torch.from_numpy(features))[:, 0]
        loss = loss_of(odds, torch.from_numpy(same.astype(np.float32)), torch.from_numpy(photo))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        schedule.step()
    net.eval()
    return net


def export(net: BackNet, file: Path) -> None:
    """Writes the network as ONNX, its normalisations folded."""
    example = (torch.zeros(2, PLANES, SIZE[1], SIZE[0]), torch.zeros(2, FEATURES))
    names = ["pictures", "features"]
    free = {name: {0: "batch"} for name in (*names, "odds")}
    torch.onnx.export(
        net.eval(), example, str(file), input_names=names, output_names=["odds"], dynamic_axes=free,
        opset_version=OPSET, dynamo=False,
    )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, metavar="WORK", help="folder for the pairs and the network")
    parser.add_argument("--sets", type=int, default=700)
    parser.add_argument("--steps", type=int, default=7000)
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    pairs = kept_pairs(options.work, options.seed, options.sets)
    export(trained(pairs, options.steps, options.seed), options.work / "backs.onnx")


if __name__ == "__main__":
    main()
