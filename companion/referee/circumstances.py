"""What is known of a picture beside what was read in it: where a hand is, what moves, what looks otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from vision.sightings import FloatArray

Share = Callable[[FloatArray], float]
"""Of a place in the picture, the share (0..1) of which something holds."""


class Circumstances(Protocol):
    """What is known of a picture beside what was read in it: `vision.motion.Motion`, or a double of it. Each tells the
    share (0..1) of a place of which it holds."""

    def hidden(self, outline: FloatArray) -> float:
        """A hand or other motion is over it, or near to it."""

    def stirred(self, outline: FloatArray) -> float:
        """Something moves there: what is seen may not lie yet."""

    def altered(self, outline: FloatArray) -> float:
        """It looks otherwise than when it was read before; all of it where that is not known."""


class _Bare:
    """A table that nobody reaches over, of which it is not known what looks otherwise."""

    def hidden(self, outline: FloatArray) -> float:
        return 0.0

    def stirred(self, outline: FloatArray) -> float:
        return 0.0

    def altered(self, outline: FloatArray) -> float:
        return 1.0


BARE = _Bare()
