"""Tiles that look like others of known letters: those of one set, before one camera, are printed alike.

Where the reader is not sure of a letter, a tile that looks like a known one, and more than like any other, is of that
one's letter, whatever it was read as; where it is sure and the tile looks like another one, it is not to be believed.
Looks are compared by normalised cross-correlation, a few pixels up, down and aside.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import CROP_SIDE, crop_face
from vision.sightings import BLANK_TILE, FloatArray

Face = NDArray[np.uint8]

CONFIDENCE = 0.998
"""That the letter is right that a tile read unsurely looks like."""

_RIM = 0.16  # share of a tile's side along each edge that is left out: what lies beside it shows there
_SIDE, _ASIDE = 40, 4  # pixels of a face as it is compared, and by how many it may lie off
# Correlation from which two tiles show one letter, and by how much more than any other letter.
_ALIKE, _MORE = 0.95, 0.02
# The same from which a tile shows another letter than that it was read as.
_ANOTHER, _MORE_ANOTHER = 0.97, 0.01
_KEPT = 4  # tiles of each letter
# In some sets letters differ so little from others that they are not told before these were seen.
_TWINS = {
    "B": "PR", "C": "G", "D": "OQ", "E": "F", "F": "E", "G": "C", "I": "LT", "J": "I", "L": "I", "O": "DQ", "P": "BR",
    "Q": "DO", "R": "BP", "T": "I", "U": "V", "V": "UY", "Y": "V",
}  # fmt: skip


@dataclass(frozen=True)
class Told:
    """What the look of a tile tells. letter: the one that it surely shows, None where that is not to be told; denied:
    whether it is not the one that it was read as."""

    letter: str | None = None
    denied: bool = False


class Likenesses:
    """What is known of the letters of one set as one camera sees them."""

    def __init__(self) -> None:
        self._faces: defaultdict[str, deque[Face]] = defaultdict(lambda: deque(maxlen=_KEPT))

    def keep(self, letter: str, image: NDArray[np.uint8], outline: FloatArray) -> None:
        """A tile is known to be of a letter. image: BGR; outline: (4, 2) px from the tile's own top left."""
        if letter != BLANK_TILE:
            self._faces[letter].append(_face(image, outline))

    def tell(self, letter: str | None, image: NDArray[np.uint8], outline: FloatArray) -> Told:
        """What a tile that was read as a letter, or as none, looks like. Arguments as those of `keep`."""
        if not self._faces:
            return Told()
        face = _face(image, outline)
        alike = {known: max(_likeness(face, other) for other in faces) for known, faces in self._faces.items()}
        best = max(alike, key=lambda known: alike[known])
        more = alike[best] - max((likeness for known, likeness in alike.items() if known != best), default=-1.0)
        another = letter in alike and alike[best] - alike[letter] >= _MORE_ANOTHER
        shown = self._faces.keys() >= set(_TWINS.get(best, "")) and alike[best] >= _ALIKE and more >= _MORE
        return Told(best if shown else None, another and alike[best] >= _ANOTHER)


def _face(image: NDArray[np.uint8], outline: FloatArray) -> Face:
    rim = round(_RIM * CROP_SIDE)
    inner = crop_face(image, outline)[rim:-rim, rim:-rim]
    grey = cv2.cvtColor(cv2.resize(inner, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.uint8)


def _likeness(one: Face, other: Face) -> float:
    """Correlation (-1..1) of two faces where they fit best."""
    return float(cv2.matchTemplate(other, one[_ASIDE:-_ASIDE, _ASIDE:-_ASIDE], cv2.TM_CCOEFF_NORMED).max())
