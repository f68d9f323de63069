"""What several reads of one tile say of its letter together: a tile is small, and fingers make another letter of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from vision.sightings import Sighting

_LIKELY = 0.5  # confidence from which an unsure read counts for a letter


def better(old: Sighting, new: Sighting) -> Sighting:
    """The new place with the better of both names: a certain one, else the likelier."""
    if new.certain or (not old.certain and new.confidence >= old.confidence and new.name is not None):
        return new
    return replace(old, outline=new.outline)


@dataclass(eq=False)
class LetterReads:
    """Of one tile. named: by people, who are believed. beneath: its letter was only sure where a hand was near; sure:
    how many more reads without a hand were sure of a letter than were not; others: how many more of them gave another
    letter than gave the one it is sure to be; last: the last of these."""

    beneath: bool = False
    sure: int = 0
    others: int = 0
    last: Sighting | None = None
    named: bool = False

    @classmethod
    def of(cls, sighting: Sighting, bare: bool) -> Self:
        """As a tile is seen first. bare: no hand is near."""
        reads = cls(beneath=sighting.certain and not bare)
        reads._count(sighting, sighting, bare)
        return reads

    def told(self, known: Sighting, sighting: Sighting, bare: bool) -> Sighting:
        """What one more read tells of a tile that was known so. What was not sure at first is sure only once at least
        half of its reads were: one lucky read of many is none. What was is so no more once most gave another letter."""
        vouched = known.certain and not self.beneath
        if self.named or (vouched and not bare):
            return replace(known, outline=sighting.outline)
        known = sighting if bare and self.beneath else known
        self.beneath = not bare and (self.beneath or sighting.certain)
        self._count(known, sighting, bare)
        if vouched and self.others > 0:
            self.others = 0
            return replace(sighting, certain=False)
        told = better(known, sighting)
        return replace(told, certain=False) if bare and self.sure < 0 and not vouched else told

    def _count(self, known: Sighting, sighting: Sighting, bare: bool) -> None:
        if not bare or (self.last is not None and self.last.mark == sighting.mark):
            return
        self.last, self.sure = sighting, self.sure + (1 if sighting.certain else -1)
        if known.certain and sighting.name == known.name:
            self.others -= 1
        elif known.certain and sighting.confidence > _LIKELY:
            self.others += 1
