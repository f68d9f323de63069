"""``python -m models.calibrate PHOTOS``: fit confidence and acceptance thresholds on pictures that trained nothing.

The photographs marked `train` are used (their licences allow it) together with rendered tables of held-out decks; sets
marked measure-only are never looked at. For each kind of evidence an isotonic curve maps raw log-odds to the share of
right reads (pool adjacent violators; Zadrozny and Elkan 2002), and the threshold is the lowest raw score above which at
most one read in two thousand is wrong.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.render.bank import ArtBank, BankSize
from models.render.scene import Scene, random_scene
from models.scoring import Label, judge, load_labels
from vision.network import DEFAULT_WEIGHTS
from vision.photo import load_photo
from vision.pipeline import Evidence, TableReader
from vision.sightings import Kind

CALIBRATION_SEED = 77
_TOLERATED = 0.0005
_LEAST_READS = 60  # above a threshold, for it to mean anything
_NEVER = 1e9  # a threshold that no read reaches
_SAFETY = 0.5
# Never vouched for: evidence that contradicts itself or is unclear, of which any sample has too little to show one
# error in a thousand, and a lone index, which does not show where its card lies.
_DOUBTFUL = ("contested", "unclear", "lone")
Reads = list[tuple[tuple[float, ...], bool]]
Scores = dict[str, Reads]


def _collect(scores: Scores, label: Label, items: list[Evidence], size: tuple[int, int]) -> None:
    named = [item for item in items if item.kind is label.kind and item.name is not None]
    reads = []
    for index, item in enumerate(named):
        x, y = item.outline.mean(axis=0)
        reads.append((str(item.name), False, item.features[0], str(index), (x / size[0], y / size[1])))
    for read in judge(label, reads, 0, 0.0).reads:
        if read.right is not None:
            item = named[int(read.evidence)]
            scores[item.evidence].append((item.features, read.right))


def gather_photos(reader: TableReader, folder: Path, scores: Scores, learnt_from: bool = False) -> None:
    """Add the reads of every photograph marked `train`, less those that the networks learnt from."""
    labels = [label for label in load_labels(folder, learnt_from) if label.train and not label.learnt]
    for label in track(labels, "photographs"):
        image = load_photo(label.photo)
        _collect(scores, label, reader.gather(image), (image.shape[1], image.shape[0]))


def _is_there(item: Evidence, scene: Scene) -> bool | None:
    """Whether a rendered scene has the read's name where it was read; None where the glyph there is mostly hidden."""
    wanted = "tile" if item.kind is Kind.TILE else "corner" if item.glyphs else "face"
    same = [t for t in scene.things if t.kind == wanted and t.name == item.name]
    here = [t.visible for t in same if cv2.pointPolygonTest(t.outline, item.glyph, True) > -3]
    best = max(here, default=0.0)
    return True if best > 0.4 else None if best > 0.05 else False


def gather_rendered(reader: TableReader, cache: Path, count: int, scores: Scores) -> None:
    """Add the reads of rendered tables of held-out art (other seeds than the evaluation's), judged by place."""
    rng = np.random.default_rng(CALIBRATION_SEED)
    bank = ArtBank(rng, "held", BankSize(drawn_decks=10), cache)
    for _ in track(range(count), "rendered held-out tables"):
        scene = random_scene(rng, bank, (1280, 960))
        for item in reader.gather(scene.image):
            right = _is_there(item, scene) if item.name is not None else None
            if right is not None:
                scores[item.evidence].append((item.features, right))


def isotonic(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The non-decreasing sequence nearest to `values` in least squares (pool adjacent violators)."""
    blocks: list[tuple[float, int]] = []
    for value in values:
        mean, size = float(value), 1
        while blocks and blocks[-1][0] >= mean:
            other, count = blocks.pop()
            mean, size = (mean * size + other * count) / (size + count), size + count
        blocks.append((mean, size))
    return np.concatenate([np.full(size, mean) for mean, size in blocks])


def logistic(features: NDArray[np.float64], right: NDArray[np.float64], ridge: float = 1.0) -> NDArray[np.float64]:
    """Weights (the constant last) of the ridge logistic regression of `right` (0 or 1) on standardised features."""
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    x = np.column_stack([(features - mean) / spread, np.ones(len(features))])
    penalty = np.diag([*[ridge] * features.shape[1], 1e-3])
    w = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + penalty
        w -= np.linalg.solve(hessian, x.T @ (p - right) + penalty @ w)
    plain = w[:-1] / spread
    return np.append(plain, w[-1] - plain @ mean)


def curve(reads: Reads, vouch: bool = True) -> dict[str, object]:
    """One kind of evidence's model, curve and threshold, as ``calibration.json`` keeps it.

    vouch: whether such reads may ever be certain.
    """
    features = np.array([f for f, _ in reads])
    right = np.array([ok for _, ok in reads], float)
    weights = logistic(features, right)
    raw = np.column_stack([features, np.ones(len(reads))]) @ weights
    order = np.argsort(raw, kind="stable")
    raw, right = raw[order], right[order]
    # An imaginary read at either end keeps the curve off 0 and 1, which no finite sample shows.
    smooth = isotonic(np.concatenate([[0.5], right, [1 - 0.5 / len(reads)]]))[1:-1]
    edges = np.unique(np.linspace(0, len(reads) - 1, 40).astype(int))
    wrong_above = np.cumsum((1 - right)[::-1])[::-1]
    good = np.flatnonzero(wrong_above <= _TOLERATED * np.arange(len(reads), 0, -1))
    threshold = float(raw[good[0]]) + _SAFETY if vouch and len(good) > 0 else _NEVER
    if (raw >= threshold).sum() < _LEAST_READS:
        threshold = _NEVER  # so few right ones in a row show nothing
    plain = features[order][raw >= threshold if threshold < _NEVER else right > 0]
    return {
        "weights": np.round(weights, 5).tolist(),
        "raw": np.round(raw[edges], 3).tolist(),
        "confidence": np.round(np.minimum(smooth[edges], 1 - 0.5 / len(reads)), 5).tolist(),
        "certain_from": round(threshold, 3),
        # What doubts are told against: the certain reads' middle, or that of the right ones where none is certain.
        "usual": np.round(np.median(plain, axis=0), 4).tolist(),
        "reads": len(reads),
        "wrong": int((1 - right).sum()),
        "certain": round(float((raw >= threshold).mean()), 4),
    }


def main() -> None:
    """Fit and write ``calibration.json`` beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", help="folder with truth.jsonl; left out: renderings alone")
    parser.add_argument("--weights", type=Path, default=DEFAULT_WEIGHTS)
    parser.add_argument("--rendered", type=int, default=400)
    parser.add_argument("--cache", type=Path, default=Path("data/decks"))
    parser.add_argument("--learnt", action="store_true", help="the networks learnt from a share of them")
    args = parser.parse_args()
    target = args.weights / "calibration.json"
    if not target.exists():
        target.write_text('{"curves": {}}')
    reader = TableReader(args.weights)
    scores: Scores = defaultdict(list)
    if args.photos:
        gather_photos(reader, args.photos, scores, args.learnt)
    gather_rendered(reader, args.cache, args.rendered, scores)
    curves = {name: curve(reads, vouch=name.split()[0] not in _DOUBTFUL) for name, reads in sorted(scores.items())}
    part = target.with_suffix(".part")
    part.write_text(json.dumps({"curves": curves}, indent=1))
    part.replace(target)
    for evidence, fitted in curves.items():
        print(f"{evidence}: {fitted['reads']} reads, {fitted['wrong']} wrong, {fitted['certain']} of them certain")


if __name__ == "__main__":
    main()
