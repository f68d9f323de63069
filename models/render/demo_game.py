"""The bundled film of ``companion demo``: one short game of Lock the Entry, from the first card to the audit.

``python -m models.render.demo_game --out assets/demo/game`` films it as `models.render.games` does: ``video.mp4``,
``backs/``, ``said.txt``, and ``truth.json``, which nothing reads but tests. The decks are drawn with fonts that were
held out of training. The video is H.264, which OpenCV reads everywhere; writing it takes PyAV (the extra ``train``).
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import floors
from models.render.art import Deck
from models.render.backs_art import random_back
from models.render.drawn_deck import random_deck
from models.render.games.making import MadeGame, Order, made, write
from models.render.games.stock import DrawnStock

LINES = (
    "Ann create JH",
    "Ben add 1 4H",
    "Cem add 1 9H",
    "Ben create QD",
    "Ann change 1 6H",
    "Ben change 1 10H",
    "Cem add 2 3D",
    "Cem change 1 7H",
    "Cem add 1 QH",
    "Ben change 1 KH",
    "Ann add 2 8D",
    "Ann change 1 QH",
    "Ben lock 1",
    "end",
)
SEED = 57
_SPLIT = "held"
_DECKS = {"Ann": 1, "Ben": 2, "Cem": 3}  # seeds
_BACKS = {"Ben": 32, "Cem": 33}  # seeds of those that have another back
_WOOD = 7  # seed
_AREA = (312.0, 175.5)  # mm: room for two entries
_NOISE = 0.4  # of the sensor, by the usual: noise is what makes a film large
_PAUSE = 1.0  # seconds more after each action
_QUALITY = "24"  # of x264; 0 is the best


class _Props(DrawnStock):
    """The players' decks on a wooden table."""

    def decks(self, count: int, jokers: bool = False) -> list[Deck]:
        """One deck for each player."""
        return [_deck(player) for player in list(_DECKS)[:count]]

    def surface(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """The table top."""
        return floors.oak_table(np.random.default_rng(_WOOD), size[::-1])


def _deck(player: str) -> Deck:
    deck = random_deck(np.random.default_rng(_DECKS[player]), _SPLIT, player)
    if player not in _BACKS:
        return deck
    height, width = deck.back.shape[:2]
    return replace(deck, back=random_back(np.random.default_rng(_BACKS[player]), (width, height)))


class X264:
    """A video file as H.264, written frame by frame."""

    def __init__(self, path: Path, rate: float, size: tuple[int, int]) -> None:
        """rate: frames a second; size: (width, height) px. Raises OSError."""
        import av  # of the extra `train`; who only asks which game it is needs none

        self._frame = av.VideoFrame
        self._file = av.open(str(path), "w")
        self._stream = self._file.add_stream("libx264", rate=Fraction(rate).limit_denominator(1000))
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"
        self._stream.options = {"crf": _QUALITY, "preset": "medium"}

    def write(self, frame: NDArray[np.uint8]) -> None:
        """The next frame (BGR)."""
        self._file.mux(self._stream.encode(self._frame.from_ndarray(frame, format="bgr24")))

    def release(self) -> None:
        """Ends the file."""
        self._file.mux(self._stream.encode(None))
        self._file.close()


def demo_game(seed: int = SEED) -> MadeGame:
    """The bundled game, ready to be filmed."""
    order = Order(
        "lock-the-entry",
        seed,
        _SPLIT,
        players=len(_DECKS),
        lines=LINES,
        area=_AREA,
        noise=_NOISE,
        pause=_PAUSE,
    )
    return made(order, _Props(np.random.default_rng(seed), _SPLIT))


def main() -> None:
    """Films the game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder to film it into")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    for frames in write(demo_game(arguments.seed), arguments.out, X264):
        if frames % 100 == 0:
            print(f"{frames} frames", flush=True)


if __name__ == "__main__":
    main()
