"""Eyes that err as real ones do: they miss things for a while, are unsure, and know a back's deck half the time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.outlines import overlap
from vision.sightings import CARD_NAMES, LETTERS, FloatArray, Kind, Reading, Sighting

_MISSED, _UNSURE, _MISREAD, _MISTAKEN = 0.1, 0.15, 0.02, 0.005  # shares of the things in each reading
_DECK_KNOWN = 0.5  # share of the backs whose deck is told
_DOUBLED = 0.03  # share of the overlapped backs that are seen twice
_BESIDE = 0.15  # of its size: how far beside itself
_OVERLAPPED = 0.2  # overlap with another back from which it hides it
_SHAKE = 0.01  # of a thing's size: how far its corners stray


class FlawedEyes:
    """Spoils readings by lot. What it is certain of is right."""

    def __init__(self, seed: int, unknown: str = "", unseen_backs: float = 0.0) -> None:
        """unknown: a deck whose backs are never told. unseen_backs: share of the backs between others of a row that
        are not seen as long as they lie as they do."""
        self._seed, self._unseen = seed, unseen_backs
        self._lot = np.random.default_rng(seed)
        self._unknown = unknown
        self._truth = Reading((1, 1), 0.0)

    def __call__(self, truth: Reading) -> Reading:
        """What these eyes make of what perfect ones would see."""
        self._truth = truth
        return replace(truth, sightings=tuple(s for thing in truth.sightings for s in self._spoiled(thing)))

    def name_at(self, outline: FloatArray, kind: Kind) -> str:
        """What really lies there."""
        there = [thing for thing in self._truth.sightings if thing.kind is kind]
        best = max(there, key=lambda thing: overlap(thing.outline, outline))
        return str(best.name)

    def _spoiled(self, thing: Sighting) -> Iterator[Sighting]:
        if self._lot.random() < _MISSED:
            return
        if self._unseen and thing.kind is Kind.BACK and self._is_between(thing):
            if self._overlooked(thing):
                return
            if self._lot.random() < _DOUBLED:
                yield replace(thing, outline=thing.outline + np.float32([_BESIDE, 0]) * np.ptp(thing.outline, axis=0))
        size = float(np.ptp(thing.outline, axis=0).min())
        strayed = thing.outline + self._lot.normal(0, _SHAKE * size, (4, 2)).astype(np.float32)
        thing = replace(thing, outline=np.asarray(strayed, np.float32))
        if self._lot.random() < _MISTAKEN and thing.kind is not Kind.TILE:
            yield replace(thing, kind=Kind.TILE, name=str(self._lot.choice(LETTERS)), confidence=0.5, certain=False)
        elif thing.kind is Kind.BACK:
            told = thing.name != self._unknown and self._lot.random() < _DECK_KNOWN
            yield thing if told else replace(thing, name=None, confidence=0.4, certain=False)
        elif self._lot.random() < _MISREAD:
            names = CARD_NAMES if thing.kind is Kind.CARD else LETTERS
            yield replace(thing, name=str(self._lot.choice(names)), confidence=0.4, certain=False)
        elif self._lot.random() < _UNSURE:
            name = None if self._lot.random() < 0.3 else thing.name
            yield replace(thing, name=name, confidence=0.6, certain=False)
        else:
            yield thing

    def _is_between(self, thing: Sighting) -> bool:
        """Whether a back lies between others that overlap it, so that it is at no end of its row."""
        backs = (s for s in self._truth.of_kind(Kind.BACK) if s is not thing)
        beside = [s.centre[0] - thing.centre[0] for s in backs if overlap(s.outline, thing.outline) > _OVERLAPPED]
        return len(beside) > 1 and min(beside) < 0 < max(beside)

    def _overlooked(self, thing: Sighting) -> bool:
        """Whether a back is not seen in its place: the same each time."""
        place = [int(value) for value in np.round(thing.outline.ravel())]
        return bool(np.random.default_rng([self._seed, *np.abs(place)]).random() < self._unseen)
