"""Tiles that look like others of known letters: those of one set, before one camera, are printed alike.

Where the reader is not sure of a letter, a tile that looks like a known one of that letter, and more than like any
other, is that letter. Looks are compared by normalised cross-correlation, a few pixels up, down and aside.
"""

from __future__ import annotations

from collections import defaultdict, deque

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import CROP_SIDE, crop_face
from vision.sightings import BLANK_TILE, FloatArray

Face = NDArray[np.uint8]

CONFIDENCE = 0.998
"""That what is confirmed is right."""

_RIM = 0.16  # share of a tile's side along each edge that is left out: what lies beside it shows there
_SIDE, _ASIDE = 40, 4  # pixels of a face as it is compared, and by how many it may lie off
_ALIKE = 0.95  # correlation from which two tiles show one letter
_MORE = 0.02  # by how much it looks less like any other letter
_KEPT = 8  # tiles of each letter
# They differ so little in some sets that neither is told before both were seen; others stay below `_ALIKE`.
_TWINS = {"O": "Q", "Q": "O", "E": "F", "F": "E"}


class Likenesses:
    """What is known of the letters of one set as one camera sees them."""

    def __init__(self) -> None:
        self._faces: defaultdict[str, deque[Face]] = defaultdict(lambda: deque(maxlen=_KEPT))

    def keep(self, letter: str, image: NDArray[np.uint8], outline: FloatArray) -> None:
        """A tile is known to be of a letter. image: BGR; outline: (4, 2) px from the tile's own top left."""
        if letter != BLANK_TILE:
            self._faces[letter].append(_face(image, outline))

    def confirm(self, letter: str, image: NDArray[np.uint8], outline: FloatArray) -> bool:
        """Whether a tile that seems to be of a letter looks so too; arguments as those of `keep`."""
        if not {letter, _TWINS.get(letter, letter)} <= self._faces.keys():
            return False
        face = _face(image, outline)
        alike = {known: max(_likeness(face, other) for other in faces) for known, faces in self._faces.items()}
        own = alike.pop(letter)
        return own >= _ALIKE and own - max(alike.values(), default=-1.0) >= _MORE


def _face(image: NDArray[np.uint8], outline: FloatArray) -> Face:
    rim = round(_RIM * CROP_SIDE)
    inner = crop_face(image, outline)[rim:-rim, rim:-rim]
    grey = cv2.cvtColor(cv2.resize(inner, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.uint8)


def _likeness(one: Face, other: Face) -> float:
    """Correlation (-1..1) of two faces where they fit best."""
    return float(cv2.matchTemplate(other, one[_ASIDE:-_ASIDE, _ASIDE:-_ASIDE], cv2.TM_CCOEFF_NORMED).max())
