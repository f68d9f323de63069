"""``python -m models.calibrate PHOTOS``: fit confidence and acceptance thresholds on pictures that trained nothing.

The photographs marked `train` are used (their licences allow it) together with rendered tables of held-out decks and
frames of filmed games; sets marked measure-only are never looked at. For each kind of evidence an isotonic curve maps
raw log-odds to the share of right reads (pool adjacent violators; Zadrozny and Elkan 2002). The thresholds of all kinds
of cards are chosen together, and those of tiles: those by which most right reads are vouched for while at most one in a
thousand of all that are vouched for is wrong.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.render.bank import ArtBank, BankSize
from models.render.games.film import Film
from models.render.games.making import PLAYBOOKS, Order, made
from models.render.games.script import Script
from models.render.games.truth import with_hands
from models.render.scene import Scene, random_scene
from models.scoring import Label, judge, load_labels
from vision.calibration import is_surely_named, is_surely_one
from vision.gathered import Evidence
from vision.network import DEFAULT_WEIGHTS
from vision.photo import load_photo
from vision.pipeline import TableReader
from vision.sightings import FloatArray, Kind

CALIBRATION_SEED = 77
_TOLERATED = 0.001
_MOST_WRONG = 4  # above the threshold of one kind, that are tried
_LEAST_READS = 60  # above a threshold, for it to mean anything
_LEAST_FITTED = 5  # of a kind, for it to have a curve
_NEVER = 1e9  # a threshold that no read reaches
_SAFETY = 0.5
# Confidence under which nothing is vouched for, be its kind so seldom wrong that its threshold would lie lower: there
# are too few such reads to have measured them.
_LEAST_CERTAIN = 0.97
# Rendered tables of one stock of art, and how much of each it has: a misread goes through a deck, so that only many
# decks show how often one comes.
_TABLES, _STOCK = 40, BankSize(10, 10, 8, 3, 3, 15, 25, 6, 6, 6)
_FILMED, _FRAMES, _QUIET = 12, 4, 0.4  # actions of a filmed game, frames of it, and seconds without a hand for each
# Never vouched for: evidence that contradicts itself or is unclear, of which any sample has too little to show one
# error in a thousand, and a lone index that may be print, or another card's.
_DOUBTFUL = ("contested", "unclear", "lone")
_TILE = "tile"  # what evidence of tiles ends in
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


def _is_there(item: Evidence, places: Iterable[tuple[FloatArray, float]]) -> bool | None:
    """Whether a read is right, by the places (outline in px, share that is seen) where its name truly lies; None where
    the glyph there is mostly hidden."""
    seen = [share for outline, share in places if cv2.pointPolygonTest(outline, item.glyph, True) > -3]
    best = max(seen, default=0.0)
    return True if best > 0.4 else None if best > 0.05 else False


def _in_scene(item: Evidence, scene: Scene) -> bool | None:
    """The same, for a rendered scene."""
    wanted = "tile" if item.kind is Kind.TILE else "corner" if item.glyphs else "face"
    return _is_there(item, ((t.outline, t.visible) for t in scene.things if (t.kind, t.name) == (wanted, item.name)))


def gather_rendered(reader: TableReader, cache: Path, count: int, scores: Scores) -> None:
    """Add the reads of rendered tables of held-out art (other seeds than the evaluation's), judged by place."""
    for scene in track(_held_out(cache, count), "rendered held-out tables", total=count):
        for item in reader.gather(scene.image):
            right = _in_scene(item, scene) if item.name is not None else None
            if right is not None:
                scores[item.evidence].append((item.features, right))


def _held_out(cache: Path, count: int) -> Iterator[Scene]:
    """So many tables, one stock of held-out art after the other."""
    for first in range(0, count, _TABLES):
        rng = np.random.default_rng((CALIBRATION_SEED, first))
        bank = ArtBank(rng, "held", _STOCK, cache)
        for _ in range(min(_TABLES, count - first)):
            yield random_scene(rng, bank, (1280, 960))


def gather_films(reader: TableReader, cache: Path, count: int, scores: Scores) -> None:
    """Add the reads of so many filmed games of each kind, with held-out decks and tiles."""
    seeds = range(CALIBRATION_SEED * 1000, CALIBRATION_SEED * 1000 + count)
    orders = [Order(game, seed, actions=_FILMED, cache=cache) for seed in seeds for game in PLAYBOOKS]
    for order in track(orders, "filmed held-out games"):
        gather_film(reader, made(order).film, scores)


def gather_film(reader: TableReader, film: Film, scores: Scores) -> None:
    """Add the reads of some frames of a film, taken while no hand is over the table: things as small and as blurred as
    the live referee meets them."""
    for time in _quiet(film.script)[-_FRAMES:]:
        frame, table = film.frame(time), film.table(time)
        for item in reader.gather(frame):
            right = _in_film(item, table) if item.name is not None else None
            if right is not None:
                scores[item.evidence].append((item.features, right))


def _quiet(script: Script) -> list[float]:
    """Times, each amid a while without hands, in order."""
    spans = with_hands(script)
    gaps = zip(spans, [*spans[1:], (script.end, script.end)], strict=True)
    return [(before[1] + after[0]) / 2 for before, after in gaps if after[0] - before[1] > _QUIET]


def _in_film(item: Evidence, table: Sequence[Mapping[str, Any]]) -> bool | None:
    """The same as `_is_there`, for the table of a film."""
    wanted = "tile" if item.kind is Kind.TILE else "card"
    same = (thing for thing in table if (thing["kind"], thing["name"]) == (wanted, item.name))
    return _is_there(item, ((np.array(t["outline"], np.float32), t.get("index", t["visible"])) for t in same))


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


@dataclass(frozen=True, eq=False)
class Scored:
    """The reads of one kind of evidence under their model: weights of the features (the constant last); features
    (N, F), right (N,) 0 or 1 and raw (N,) scores in ascending order of the latter."""

    weights: NDArray[np.float64]
    features: NDArray[np.float64]
    right: NDArray[np.float64]
    raw: NDArray[np.float64]

    @classmethod
    def of(cls, reads: Reads) -> Scored:
        """The model fitted on its reads."""
        features = np.array([f for f, _ in reads])
        right = np.array([ok for _, ok in reads], float)
        weights = logistic(features, right)
        raw = np.column_stack([features, np.ones(len(reads))]) @ weights
        order = np.argsort(raw, kind="stable")
        return cls(weights, features[order], right[order], raw[order])

    def among(self, chosen: NDArray[np.bool_]) -> Scored:
        """Some of the reads (N,) under the same model."""
        return Scored(self.weights, self.features[chosen], self.right[chosen], self.raw[chosen])

    def threshold(self, wrong: int) -> float:
        """The lowest score to vouch from that leaves so many wrong reads above it, less a margin."""
        if not len(self.raw):
            return _NEVER
        worst = self.raw[self.right == 0][::-1]
        threshold = float(worst[wrong] if wrong < len(worst) else self.raw[0]) + _SAFETY
        return threshold if (self.raw >= threshold).sum() >= _LEAST_READS else _NEVER

    def counts(self, threshold: float) -> NDArray[np.int64]:
        """How many right and how many wrong reads are vouched for from a threshold on."""
        above = self.right[self.raw >= threshold]
        return np.array([above.sum(), len(above) - above.sum()], np.int64)


def thresholds(kinds: Mapping[str, Scored]) -> dict[str, float]:
    """For each kind of evidence the score from which its reads are vouched for.

    Together those of cards, and those of tiles, vouch for the most right reads among those that leave at most
    `_TOLERATED` of all wrong: who plays cards meets no tiles.
    """
    tiles = {name: scored for name, scored in kinds.items() if name.endswith(_TILE)}
    cards = {name: scored for name, scored in kinds.items() if name not in tiles}
    return _together(cards) | _together(tiles)


def _together(kinds: Mapping[str, Scored]) -> dict[str, float]:
    choices = {
        name: [(scored.counts(at), at) for at in map(scored.threshold, range(_MOST_WRONG + 1))]
        for name, scored in kinds.items()
        if name.split()[0] not in _DOUBTFUL
    }
    best, most = dict.fromkeys(choices, _NEVER), 0
    for chosen in product(*choices.values()):
        right, wrong = np.sum([counts for counts, _ in chosen], axis=0) if chosen else (0, 0)
        if right > most and wrong <= _TOLERATED * (right + wrong):
            best, most = dict(zip(choices, (at for _, at in chosen), strict=True)), right
    return dict.fromkeys(kinds, _NEVER) | best


def calibrated(scores: Scores) -> dict[str, dict[str, object]]:
    """The curve of each kind of evidence, as ``calibration.json`` keeps it, from its reads."""
    kinds = {name: Scored.of(reads) for name, reads in sorted(scores.items()) if len(reads) >= _LEAST_FITTED}
    vouchable = {name: _vouchable(name, scored) for name, scored in kinds.items()}
    chosen = thresholds({name: scored.among(vouchable[name]) for name, scored in kinds.items()})
    return {name: _curve(scored, vouchable[name], chosen[name]) for name, scored in kinds.items()}


def _vouchable(evidence: str, scored: Scored) -> NDArray[np.bool_]:
    """Which of the reads may be vouched for, whatever their features come to together."""
    sure = (is_surely_one(evidence, read) and is_surely_named(evidence, read) for read in scored.features)
    return np.fromiter(sure, np.bool_, len(scored.features))


def reaches(raw: NDArray[np.float64], confidence: NDArray[np.float64], least: float) -> float:
    """The lowest score at which the curve through those knots has such a confidence; `_NEVER` where none has."""
    above = int(np.searchsorted(confidence, least))
    if above == len(confidence):
        return _NEVER
    if above == 0:
        return float(raw[0])
    return float(np.interp(least, confidence[above - 1 : above + 1], raw[above - 1 : above + 1]))


def _curve(scored: Scored, vouchable: NDArray[np.bool_], threshold: float) -> dict[str, object]:
    raw, right, reads = scored.raw, scored.right, len(scored.raw)
    # An imaginary read at either end keeps the curve off 0 and 1, which no finite sample shows.
    smooth = isotonic(np.concatenate([[0.5], right, [1 - 0.5 / reads]]))[1:-1]
    edges = np.unique(np.linspace(0, reads - 1, 40).astype(int))
    knots, confidence = raw[edges], np.minimum(smooth[edges], 1 - 0.5 / reads)
    threshold = max(threshold, reaches(knots, confidence, _LEAST_CERTAIN)) if threshold < _NEVER else _NEVER
    certain = (raw >= threshold) & vouchable
    plain = scored.features[certain if threshold < _NEVER else right > 0]
    return {
        "weights": np.round(scored.weights, 5).tolist(),
        "raw": np.round(knots, 3).tolist(),
        "confidence": np.round(confidence, 5).tolist(),
        "certain_from": round(threshold, 3),
        # What doubts are told against: the certain reads' middle, or that of the right ones where none is certain.
        "usual": np.round(np.median(plain, axis=0), 4).tolist(),
        "reads": reads,
        "wrong": int((1 - right).sum()),
        "certain": round(float(certain.mean()), 4),
    }


def main() -> None:
    """Fit and write ``calibration.json`` beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", help="folder with truth.jsonl; left out: renderings alone")
    parser.add_argument("--weights", type=Path, default=DEFAULT_WEIGHTS)
    parser.add_argument("--rendered", type=int, default=400)
    parser.add_argument("--filmed", type=int, default=0, help="so many filmed games of each kind too")
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
    gather_films(reader, args.cache, args.filmed, scores)
    curves = calibrated(scores)
    part = target.with_suffix(".part")
    part.write_text(json.dumps({"curves": curves}, indent=1))
    part.replace(target)
    for evidence, fitted in curves.items():
        print(f"{evidence}: {fitted['reads']} reads, {fitted['wrong']} wrong, {fitted['certain']} of them certain")


if __name__ == "__main__":
    main()
