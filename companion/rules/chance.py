"""Shuffling as a value: a game's state holds its chance, so that the same seed and actions give the same game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chance:
    """The shuffles of one game. seed: of the game. used: how many shuffles were made of it."""

    seed: int
    used: int = 0

    def shuffled(self, things: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The things in a new order, and the chance from which the next shuffle is made."""
        mixed = list(things)
        random.Random(f"{self.seed}/{self.used}").shuffle(mixed)
        return tuple(mixed), Chance(self.seed, self.used + 1)
