"""Cards laid in a row: which comes first, second, third, however the row lies in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.sightings import Sighting

Vector = NDArray[np.float64]

# Shares of one card's extent, measured across or along the row.
_CROOKED = 0.7  # centres of one line stray less than this across it
_LINE_GAP = 0.8  # centres of two lines lie farther apart than this
_INDENT = 0.8  # a line begins less than this beside the beginning of the first
_STACKED = 0.08  # closer than this along the row, which of two cards comes first is a guess
_MOVED = 0.5  # share of the mean spacing that a card may be off its place in the other picture


@dataclass(frozen=True, eq=False)
class Row:
    """Sightings in reading order, one tuple a line (mostly there is one). axis: unit vector along the row, pixels."""

    lines: tuple[tuple[Sighting, ...], ...]
    axis: Vector

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """All of them, first to last."""
        return tuple(sighting for line in self.lines for sighting in line)


def read_row(sightings: Sequence[Sighting], along: Vector | None = None) -> Row | None:
    """The sightings (one at least) put in order, or None where they do not lie in a row or in lines one above another.

    A row is read along its main axis towards `along`; by default from left to right, or from top to bottom where it is
    steeper than a diagonal. Lines, where there are several, are read as writing in that direction is.
    """
    if len(sightings) == 1:
        return Row((tuple(sightings),), _towards(_card_axis(sightings), along))
    axis = _towards(_main_axis(_centres(sightings)), along)
    row = _in_lines(sightings, axis)
    if row is None or len(row.lines) > 1:
        row = _in_lines(sightings, _towards(_card_axis(sightings), along))
    return row


def moved_card(row: Row, other: Row) -> int | None:
    """Position (from 1) of the first card that lies elsewhere in the other row of equal length, or None.

    Places are compared relative to the ends of each line, so scale, shift and turn of the camera do not matter.
    """
    position = 1
    for line, other_line in zip(row.lines, other.lines, strict=False):
        if len(line) != len(other_line):
            return position + min(len(line), len(other_line))
        off = np.abs(_places(line, row.axis) - _places(other_line, other.axis))
        far = np.flatnonzero(off > _MOVED / max(1, len(line) - 1))
        if far.size:
            return position + int(far[0])
        position += len(line)
    return None


def _centres(sightings: Sequence[Sighting]) -> Vector:
    return np.array([sighting.centre for sighting in sightings], dtype=np.float64)


def _main_axis(centres: Vector) -> Vector:
    """The direction in which points of shape (N, 2) are spread most."""
    _, _, axes = np.linalg.svd(centres - centres.mean(axis=0), full_matrices=False)
    return np.asarray(axes[0], dtype=np.float64)


def _card_axis(sightings: Sequence[Sighting]) -> Vector:
    """The mean direction of the cards' short sides; opposite directions are one, so angles are doubled to average."""
    doubled = 0j
    for sighting in sightings:
        sides = np.diff(sighting.outline[[0, 1, 2]].astype(np.float64), axis=0)
        short = sides[np.argmin(np.linalg.norm(sides, axis=1))]
        doubled += complex(*short) ** 2 / max(1e-9, float(short @ short))
    angle = np.angle(doubled) / 2
    return np.array([np.cos(angle), np.sin(angle)])


def _towards(axis: Vector, along: Vector | None) -> Vector:
    if along is not None:
        return axis if axis @ along >= 0 else -axis
    steep = abs(axis[1]) > abs(axis[0])
    return axis if axis[1 if steep else 0] >= 0 else -axis


def _extent(sightings: Sequence[Sighting], axis: Vector) -> float:
    """The median length of one card along `axis`, in pixels."""
    return float(np.median([np.ptp(sighting.outline @ axis) for sighting in sightings]))


def _in_lines(sightings: Sequence[Sighting], axis: Vector) -> Row | None:
    """The sightings in lines along `axis`, or None where they stray too far from any line or lie on one another."""
    across = np.array([-axis[1], axis[0]])
    heights = _centres(sightings) @ across
    order = np.argsort(heights, kind="stable")
    height = _extent(sightings, across)
    starts = np.flatnonzero(np.diff(heights[order]) > _LINE_GAP * height) + 1
    lines: list[tuple[Sighting, ...]] = []
    for members in np.split(order, starts):
        line = sorted((sightings[i] for i in members), key=lambda sighting: float(np.dot(sighting.centre, axis)))
        steps = np.diff(_centres(line) @ axis)
        if np.ptp(heights[members]) > _CROOKED * height or (steps < _STACKED * _extent(line, axis)).any():
            return None
        lines.append(tuple(line))
    begins = _centres([line[0] for line in lines]) @ axis
    if np.abs(begins - begins[0]).max() > _INDENT * _extent(sightings, axis):
        return None
    return Row(tuple(lines), axis)


def _places(line: Sequence[Sighting], axis: Vector) -> Vector:
    """Where each card lies between the first (0) and the last (1) of its line."""
    along = _centres(line) @ axis
    return np.asarray((along - along[0]) / max(1e-9, along[-1] - along[0]), dtype=np.float64)
