"""Measures how backs are recognised on rendered photos.

``python -m models.measure_backs [--sets N] [--seed S] [--rows]``: every set has eight backs, two of them red and blue
twins; five are enrolled from one careful photo each (in every second set without the blue twin, which then is an
unknown back), and all eight are shown twice at any size from 45 px, turned, blurred, in other light, half of them under
another card; with --rows each in a row of its deck, as hands are laid down.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.back_trials import deck_set, enrolment_photo, row_photo, table_photo
from vision.back_matching import closest, rectified, template
from vision.back_network import back_network
from vision.backs import chances, verdict

_DECKS = 8
_ENROLLED = ((0, 1, 2, 3, 4), (0, 2, 3, 4, 5))

_Row = tuple[bool, bool, bool, bool, "Trial"]  # right, wrong, told as unknown, certain


@dataclass(frozen=True, eq=False)
class Trial:
    """One photo of a back compared with all eight. odds: (8,), log-odds that it is each; deck: which it is; the rest as
    in BackPhoto."""

    odds: NDArray[np.float64]
    deck: int
    group: int
    pixels: float
    covered: float


def trials(seed: int, sets: int, rows: bool = False) -> list[Trial]:
    """The photos of so many sets of decks, compared; rows: whether each back lies in a row of its deck."""
    found = []
    for group in range(sets):
        rng = np.random.default_rng((seed, group))
        backs = deck_set(rng, _DECKS)
        photos = [enrolment_photo(rng, back) for back in backs]
        kept = [template(rectified(photo.image, photo.outline)[0]) for photo in photos]
        for deck in np.repeat(np.arange(_DECKS), 2):
            cover = backs[(deck + 3) % _DECKS]
            photo = row_photo(rng, backs[deck]) if rows else table_photo(rng, backs[deck], cover)
            seen = rectified(photo.image, photo.outline)
            odds = back_network().odds([closest([one], seen) for one in kept])
            found.append(Trial(odds, int(deck), group, seen[0].pixels, photo.covered))
    return found


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


def told(examples: Sequence[Trial]) -> Told:
    """What is told of the photos."""
    known: list[_Row] = []
    unknown: list[_Row] = []
    twins: list[bool] = []
    for trial in examples:
        enrolled = _ENROLLED[trial.group % 2]
        best, sure = verdict(chances(trial.odds[list(enrolled)]))
        named = None if best == 0 else enrolled[best - 1]
        row = (named == trial.deck, named is not None and named != trial.deck, named is None, sure, trial)
        (known if trial.deck in enrolled else unknown).append(row)
        if trial.deck in (0, 1):
            twins.append(named == 1 - trial.deck)
    return Told(known, unknown, twins)


def report(examples: Sequence[Trial]) -> list[str]:
    """Lines of figures: known backs right, wrong, told as unknown; unknown ones accepted; those among the certain."""
    of_all = told(examples)
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
    parser.add_argument("--rows", action="store_true", help="of backs in rows of their deck")
    options = parser.parse_args()
    print("\n".join(report(trials(options.seed, options.sets, options.rows))))


if __name__ == "__main__":
    main()
