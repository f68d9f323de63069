"""How many tiles of each letter there are in the sets that people play with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.sightings import BLANK_TILE, LETTERS

# The English, French, German and Finnish sets of a hundred tiles or a few more.
_SETS = (
    "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1 ?2",
    "A9 B2 C2 D3 E15 F2 G2 H2 I8 J1 K1 L5 M3 N6 O6 P2 Q1 R6 S6 T6 U6 V2 W1 X1 Y1 Z1 ?2",
    "A5 B2 C2 D4 E15 F2 G3 H4 I6 J1 K2 L3 M4 N9 O3 P1 Q1 R6 S7 T6 U6 V1 W1 X1 Y1 Z1 Ä1 Ö1 ?2",
    "A10 B1 C1 D1 E8 F1 G1 H2 I10 J2 K5 L5 M3 N9 O5 P2 R2 S7 T9 U4 V2 W1 Y2 Ä5 Ö1 ?2",
)


def tiles_of_each() -> NDArray[np.float64]:
    """How many tiles (29,) of each of LETTERS a set has, as the mean of several languages."""
    counts = np.zeros(len(LETTERS))
    for tile in " ".join(_SETS).split():
        counts[LETTERS.index(tile[0])] += int(tile[1:]) / len(_SETS)
    return counts


def how_often() -> NDArray[np.float32]:
    """Log-prior (29,) of each of LETTERS, up to a constant, for a reader that learnt all of them alike.

    A bare square of a board can look like a blank tile, so how many blanks there are tells nothing: theirs is even.
    """
    counts = tiles_of_each()
    blank = LETTERS.index(BLANK_TILE)
    counts[blank] = counts[:blank].mean()
    return np.asarray(np.log(counts / counts[blank]), np.float32)
