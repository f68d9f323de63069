"""Enrolled card backs: a library of decks known from a photo or two each, and which of them a back seen is.

A back is compared with every enrolled one (`vision.back_matching`), a network gives each deck its odds against
"unknown" by the comparison (`vision.back_network`), and what does not reach the threshold is told as uncertain.
``python -m models.measure_backs`` measures it (models/EXPERIMENTS.md, Backs).
"""

from __future__ import annotations

import tempfile
import tokenize
import zipfile
import zlib
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.back_matching import (
    HEIGHT,
    WIDTH,
    Floats,
    Picture,
    RectifiedBack,
    closest,
    rectified,
    template,
)
from vision.back_network import back_network

CERTAIN = 0.98  # confidence from which a deck's name counts as certain
CERTAINLY_UNKNOWN = 0.99  # the same for "unknown", which a covered or blurred known back resembles
_VERSION = 1
_MAX_VIEWS = 4
_MAX_NAME = 40

# What NumPy raises on damaged files, found by cutting and garbling files.
_DAMAGES = (
    *(OSError, ValueError, KeyError, TypeError, EOFError, AttributeError, RuntimeError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, tokenize.TokenError),
)


class BackFault(StrEnum):
    """What is wrong with a library of backs, a name or a back. The words stand in the language files."""

    NAME = "name"
    ENROLLED = "enrolled"
    UNKNOWN = "unknown"
    OUTLINE = "outline"
    NOT_WRITTEN = "not_written"
    MISSING = "missing"
    DAMAGED = "damaged"
    VERSION = "version"


_SENTENCES = {
    BackFault.NAME: "a deck's name needs 1 to {most} visible characters",
    BackFault.ENROLLED: "this back is already enrolled as {name}: two decks need different backs",
    BackFault.UNKNOWN: "no deck is enrolled as {name}",
    BackFault.OUTLINE: "this outline encloses no card",
    BackFault.NOT_WRITTEN: "{path}: the library of backs cannot be written",
    BackFault.MISSING: "{path}: there is no such library of backs",
    BackFault.DAMAGED: "{path}: not a library of backs, or a damaged one",
    BackFault.VERSION: "{path}: a library of backs of version {version}; this program reads version {known}",
}


class BackError(ValueError):
    """A library that cannot be read or written, an unknown or unfit name, a back enrolled under another name.

    fault: which; data: what its sentence names; ``str()`` is the sentence in English.
    """

    def __init__(self, fault: BackFault, **data: str | int | Path) -> None:
        super().__init__(_SENTENCES[fault].format(**data))
        self.fault = fault
        self.data = data


@dataclass(frozen=True)
class BackMatch:
    """Which enrolled deck a back is of. name: None for an unknown deck; confidence: probability that this is right."""

    name: str | None
    confidence: float
    certain: bool


@dataclass(frozen=True, eq=False)
class BackLibrary:
    """The enrolled decks. views: by name, templates of (134, 96, 3) BGR, one for each of the last four photos."""

    views: dict[str, tuple[Picture, ...]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The enrolled decks in the order of their enrolment."""
        return tuple(self.views)

    def enrolled(self, name: str, image: Picture, outline: Floats) -> BackLibrary:
        """The library with one more photo of the deck `name`, new or known; `outline` as in `recognise`.

        Raises BackError for an unfit name, and where the back is that of a deck enrolled under another name.
        """
        if not name.strip() or len(name) > _MAX_NAME or not name.isprintable():
            raise BackError(BackFault.NAME, most=_MAX_NAME)
        match = self.without(name).recognise(image, outline) if name in self.views else self.recognise(image, outline)
        if match.name is not None:
            raise BackError(BackFault.ENROLLED, name=match.name)
        view = template(_flat(image, outline)[0])
        return BackLibrary({**self.views, name: (*self.views.get(name, ()), view)[-_MAX_VIEWS:]})

    def without(self, name: str) -> BackLibrary:
        """The library less one deck. Raises BackError for an unknown name."""
        if name not in self.views:
            raise BackError(BackFault.UNKNOWN, name=name)
        return BackLibrary({known: views for known, views in self.views.items() if known != name})

    def recognise(self, image: Picture, outline: Floats, covered: NDArray[np.bool_] | None = None) -> BackMatch:
        """Which deck the back within `outline` is of.

        image: (H, W, 3) BGR. outline: (4, 2) pixels around the whole card, clockwise, from any corner, a few per cent
        loose at most. covered: (H, W), True where something lies on it, if known; up to half of the card may be hidden
        unknown to the caller. Raises BackError for an outline without an area.
        """
        backs = _flat(image, outline, covered)
        if not self.views:
            return BackMatch(None, 1.0, True)
        shares = chances(back_network().odds([closest(views, backs) for views in self.views.values()]))
        best, certain = verdict(shares)
        return BackMatch(None if best == 0 else self.names[best - 1], float(shares[best]), certain)

    def save(self, path: Path) -> None:
        """Write the library to a file, whole or not at all. Raises BackError where it cannot be written."""
        names = np.array([name for name, views in self.views.items() for _ in views], dtype=np.str_)
        views = [view for kept in self.views.values() for view in kept]
        stacked = np.stack(views) if views else np.zeros((0, HEIGHT, WIDTH, 3), np.uint8)
        part = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
                part = Path(file.name)
                np.savez_compressed(file, version=np.array(_VERSION), names=names, views=stacked)
            part.replace(path)
        except OSError as error:
            if part is not None:
                part.unlink(missing_ok=True)
            raise BackError(BackFault.NOT_WRITTEN, path=path) from error

    @classmethod
    def load(cls, path: Path) -> BackLibrary:
        """Read a library from a file. Raises BackError for a file that is missing, damaged or of another version."""
        try:
            with np.load(path, allow_pickle=False) as stored:
                version, names, views = int(stored["version"]), stored["names"], stored["views"]
        except FileNotFoundError:
            raise BackError(BackFault.MISSING, path=path) from None
        except _DAMAGES as error:
            raise BackError(BackFault.DAMAGED, path=path) from error
        if version != _VERSION:
            raise BackError(BackFault.VERSION, path=path, version=version, known=_VERSION)
        if views.shape != (len(names), HEIGHT, WIDTH, 3) or views.dtype != np.uint8 or names.dtype.kind != "U":
            raise BackError(BackFault.DAMAGED, path=path)
        kept: dict[str, tuple[Picture, ...]] = {}
        for name, view in zip(names, views, strict=True):
            kept[str(name)] = (*kept.get(str(name), ()), view)
        return cls(kept)


def _flat(image: Picture, outline: Floats, covered: NDArray[np.bool_] | None = None) -> tuple[RectifiedBack, ...]:
    try:
        return rectified(image, outline, covered)
    except ValueError as error:
        raise BackError(BackFault.OUTLINE) from error


def chances(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of (unknown, first deck, second deck …) from the decks' log-odds (N,), of shape (N + 1,)."""
    odds = np.concatenate([[0.0], odds])
    raised = np.exp(odds - odds.max())
    return np.asarray(raised / raised.sum())


def verdict(shares: NDArray[np.float64]) -> tuple[int, bool]:
    """The likeliest of `chances` (0: unknown), and whether it is certain."""
    best = int(shares.argmax())
    return best, bool(shares[best] >= (CERTAIN if best else CERTAINLY_UNKNOWN))
