"""Measures how backs are recognised on rendered photos, or fits the weights of the acceptance model.

``python -m models.measure_backs [--sets N] [--seed S] [--fit]``: every set has eight backs, two of them red and blue
twins; five are enrolled from one careful photo each (in every second set without the blue twin, which then is an
unknown back), and all eight are shown twice at any size from 45 px, turned, blurred, in other light, half of them under
another card.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.back_trials import deck_set, enrolment_photo, table_photo
from vision.back_matching import Likeness, likeness, rectified, template
from vision.backs import WEIGHTS, chances, verdict

_DECKS = 8
_ENROLLED = ((0, 1, 2, 3, 4), (0, 2, 3, 4, 5))
_FIT_ENROLLED: tuple[tuple[int, ...], ...] = (
    (0, 1, 2, 3, 4),
    (0, 2, 3, 4),
    (1, 2, 3, 5),
    (0, 1, 5, 6, 7),
    (0,),
    (1,),
    (0, 4),
    (1, 3, 6),
)


_Row = tuple[bool, bool, bool, bool, "Trial"]  # right, wrong, told as unknown, certain


@dataclass(frozen=True, eq=False)
class Trial:
    """One photo of a back compared with all eight. features: (8, 20); deck: which it is; the rest as in BackPhoto."""

    features: NDArray[np.float32]
    deck: int
    group: int
    pixels: float
    covered: float


def trials(seed: int, sets: int) -> list[Trial]:
    """The photos of so many sets of decks, compared."""
    found = []
    for group in range(sets):
        rng = np.random.default_rng((seed, group))
        backs = deck_set(rng, _DECKS)
        photos = [enrolment_photo(rng, back) for back in backs]
        kept = [template(rectified(photo.image, photo.outline)[0]) for photo in photos]
        for deck in np.repeat(np.arange(_DECKS), 2):
            photo = table_photo(rng, backs[deck], backs[(deck + 3) % _DECKS])
            seen = rectified(photo.image, photo.outline)
            rows = [max((likeness(one, back) for back in seen), key=Likeness.closeness).features() for one in kept]
            found.append(Trial(np.stack(rows), int(deck), group, seen[0].pixels, photo.covered))
    return found


def fitted(examples: Sequence[Trial], rounds: int = 3000) -> NDArray[np.float64]:
    """Weights of the softmax over "unknown" and the enrolled decks, by Adam over changing sets of enrolled decks."""
    features = np.stack([t.features for t in examples]).astype(np.float64)
    decks = np.array([t.deck for t in examples])
    mean, spread = features.mean(axis=(0, 1)), features.std(axis=(0, 1))
    mean[0], spread[0] = 0.0, 1.0
    scaled = (features - mean) / spread
    weights, first, second = (np.zeros(len(mean)) for _ in range(3))
    for step in range(1, rounds + 1):
        enrolled = list(_FIT_ENROLLED[step % len(_FIT_ENROLLED)])
        odds = np.pad(scaled[:, enrolled] @ weights, ((0, 0), (1, 0)))
        share = np.exp(odds - odds.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        error = share[:, 1:] - (decks[:, None] == enrolled)
        slope = np.einsum("ij,ijk->k", error, scaled[:, enrolled]) / len(scaled) + 2e-3 * np.r_[0, weights[1:]]
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        rate = 0.02 if step < 0.7 * rounds else 0.004
        weights -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    raw = weights / spread
    raw[0] = weights[0] - float((weights[1:] * mean[1:] / spread[1:]).sum())
    return np.asarray(raw, np.float64)


@dataclass(frozen=True, eq=False)
class Told:
    """What was told of photos of enrolled backs and of unknown ones; twins: of those of the red and blue twins, whether
    each was taken for the other."""

    known: list[_Row]
    unknown: list[_Row]
    twins: list[bool]

    @property
    def right(self) -> float:
        """Share of the enrolled backs that were named right."""
        return float(np.mean([row[0] for row in self.known]))

    @property
    def accepted(self) -> float:
        """Share of the unknown backs that were taken for an enrolled one."""
        return float(np.mean([row[1] for row in self.unknown]))


def told(examples: Sequence[Trial], weights: NDArray[np.float64]) -> Told:
    """What is told of the photos under these weights."""
    known: list[_Row] = []
    unknown: list[_Row] = []
    twins: list[bool] = []
    for trial in examples:
        enrolled = _ENROLLED[trial.group % 2]
        best, sure = verdict(chances(trial.features[list(enrolled)], weights))
        named = None if best == 0 else enrolled[best - 1]
        row = (named == trial.deck, named is not None and named != trial.deck, named is None, sure, trial)
        (known if trial.deck in enrolled else unknown).append(row)
        if trial.deck in (0, 1):
            twins.append(named == 1 - trial.deck)
    return Told(known, unknown, twins)


def report(examples: Sequence[Trial], weights: NDArray[np.float64]) -> list[str]:
    """Lines of figures: known backs right, wrong, told as unknown; unknown ones accepted; those among the certain."""
    of_all = told(examples, weights)
    known, unknown = of_all.known, of_all.unknown
    lines = [f"known backs: {len(known)}, unknown backs: {len(unknown)}"]
    lines.append(_line("known", known))
    for low, high in ((0, 70), (70, 110), (110, 160), (160, 1000)):
        lines.append(_line(f"known, {low}-{high} px wide", [r for r in known if low <= r[4].pixels < high]))
    for share, above in ((0.0, 0.01), (0.01, 0.3), (0.3, 1.0)):
        lines.append(
            _line(f"known, {share:.0%}-{above:.0%} covered", [r for r in known if share <= r[4].covered < above])
        )
    certain = np.mean([r[1] and r[3] for r in unknown])
    surely = np.mean([r[3] and r[2] for r in unknown])
    lines.append(
        f"unknown: accepted {of_all.accepted:.4f}, with certainty {certain:.4f}; told with certainty {surely:.3f}"
    )
    certain_rows = sum(row[3] for row in known + unknown)
    certain_wrong = sum(row[3] and not row[0] for row in known) + sum(row[3] and row[1] for row in unknown)
    lines.append(f"all certain: {certain_rows}, wrong {certain_wrong}")
    lines.append(f"red and blue twins taken for each other: {np.mean(of_all.twins):.4f} of {len(of_all.twins)}")
    return lines


def _line(title: str, rows: Sequence[_Row]) -> str:
    right, wrong, missed = (np.mean([row[i] for row in rows]) for i in range(3))
    # "unknown" said with certainty of an enrolled back is as wrong as another deck's name
    sure, sure_wrong = np.mean([r[3] for r in rows]), np.mean([r[3] and not r[0] for r in rows])
    figures = f"right {right:.3f}, wrong {wrong:.4f}, told as unknown {missed:.3f}"
    return f"{title} ({len(rows)}): {figures}; certain {sure:.3f}, certain and wrong {sure_wrong:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true", help="fit on these photos and print the weights")
    options = parser.parse_args()
    examples = trials(options.seed, options.sets)
    weights = fitted(examples) if options.fit else WEIGHTS
    if options.fit:
        print([round(float(w), 2) for w in weights])
    print("\n".join(report(examples, weights)))


if __name__ == "__main__":
    main()
