"""The reader: what stands in a rectified corner or tile, and which way up it is.

The network judges a crop as it stands and upside down; the verdicts are turned back and averaged as logarithms, which
is more certain than one view and does not favour any direction. Where the two leave a doubt, the other two quarter
turns are asked as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.network import Network, WeightsError, WeightsFault
from vision.pips import ENDS, crop_pips
from vision.rectify import CROP_SIDE, crop_face, crop_index, crop_quad, crop_strip
from vision.sightings import JOKER, LETTERS, RANKS, SUITS, FloatArray

KINDS = ("none", "corner", "tile", "face")
READER_RANKS = (*RANKS, JOKER)
TURNS = 4
_UPRIGHT, _FIRST_VIEWS, _OTHER_VIEWS = (0,), (0, 2), (1, 3)  # quarter turns
_NO_DOUBT = np.log(0.97)  # of what it is, and of its name
_HEADS = (len(KINDS), len(READER_RANKS) * TURNS, len(SUITS), len(LETTERS) * TURNS)
_BATCH = 64


@dataclass(frozen=True, eq=False)
class Glyphs:
    """What N crops say, as log-probabilities.

    kind: (N, 4); rank: (N, 14, 4) jointly with the turn; suit: (N, 4); letter: (N, 29, 4) jointly with the turn.
    angle: (N,) degrees by which each crop was turned upright; a glyph at turn t stands at `angle` - 90 t degrees.
    """

    kind: NDArray[np.float32]
    rank: NDArray[np.float32]
    suit: NDArray[np.float32]
    letter: NDArray[np.float32]
    angle: NDArray[np.float32]

    def pick(self, chosen: NDArray[np.bool_]) -> Glyphs:
        """Those of the chosen crops."""
        return Glyphs(*(part[chosen] for part in self._parts))

    def joined(self, more: Glyphs) -> Glyphs:
        """These and then those of more crops."""
        return Glyphs(*(np.concatenate(both) for both in zip(self._parts, more._parts, strict=True)))

    @property
    def _parts(self) -> tuple[NDArray[np.float32], ...]:
        return self.kind, self.rank, self.suit, self.letter, self.angle


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)


def _stacked(crops: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    return np.stack(crops) if crops else np.zeros((0, CROP_SIDE, CROP_SIDE, 3), np.uint8)


def as_batch(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (N, 64, 64, 3) BGR uint8 as the network's input (N, 3, 64, 64), -1..1."""
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32) / 127.5 - 1


def batch_sizes(count: int) -> list[int]:
    """So many crops in batches of few different sizes, the powers of two up to `_BATCH`: the network keeps memory for
    each size that it ever met (2.5 MB), and a game meets all of them."""
    whole, left = divmod(count, _BATCH)
    return [_BATCH] * whole + [1 << power for power in reversed(range(_BATCH.bit_length())) if left >> power & 1]


class Reader:
    """The network with its crops."""

    def __init__(self, weights: Path, fast: bool = False) -> None:
        """fast: as `vision.network.Network` takes it. Raises WeightsError for weights that are missing, damaged or not
        a reader's."""
        self._network = Network(weights, fast)
        shapes = self._network.input_shape, self._network.output_shapes
        if shapes != ((-1, 3, CROP_SIDE, CROP_SIDE), tuple((-1, size) for size in _HEADS)):
            raise WeightsError(weights, WeightsFault.NOT_A_READER)

    def read(self, image: NDArray[np.uint8], quads: FloatArray) -> Glyphs:
        """Judge the boxes `quads` (N, 4, 2) of a BGR picture."""
        cut = [crop_quad(image, quad) for quad in quads]
        return self.read_crops(_stacked([crop for crop, _ in cut]), np.array([angle for _, angle in cut], np.float32))

    def read_faces(self, image: NDArray[np.uint8], quads: FloatArray) -> Glyphs:
        """Judge whole cards in the boxes `quads` (N, 4, 2); alike from both ends, they do not tell their turn."""
        crops = [crop_face(image, quad) for quad in quads]
        return self.read_crops(_stacked(crops), np.zeros(len(quads), np.float32))

    def read_pips(
        self, image: NDArray[np.uint8], quads: FloatArray, ranks: Sequence[str], seen: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float32]:
        """Log-probability (N, 4) of each of SUITS by the large pips of cards; all alike where none is seen.

        quads: (N, 4, 2) px, each clockwise from its card's top left; ranks: theirs, all of which `has_pips`; seen:
        whether the pip of each end is (N, 2), all of them where it is not given.
        """
        seen = np.ones((len(quads), ENDS), np.bool_) if seen is None else seen
        pips = [crop_pips(image, quad, rank) for quad, rank in zip(quads, ranks, strict=True)]
        suits = np.zeros((*seen.shape, len(SUITS)), np.float32)
        suits[seen] = self._heads(_stacked([pips[card][end] for card, end in zip(*np.nonzero(seen), strict=True)]))[2]
        return _normalised(suits.sum(axis=1) / np.maximum(seen.sum(axis=1, keepdims=True), 1))

    def read_indices(self, image: NDArray[np.uint8], indices: Iterable[FloatArray]) -> Glyphs:
        """Judge N indices, (4, 2) px, each clockwise from its own top left, seen once: the way up is known. The weights
        have to be those trained for it."""
        return self._read_upright([crop_index(image, index) for index in indices])

    def read_strips(self, image: NDArray[np.uint8], indices: Iterable[FloatArray]) -> Glyphs:
        """Judge what shows of cards about their indices, as `read_indices` does."""
        return self._read_upright([crop_strip(image, index) for index in indices])

    def _read_upright(self, crops: list[NDArray[np.uint8]]) -> Glyphs:
        kind, rank, suit, letter = self._seen(_stacked(crops), _UPRIGHT)
        return Glyphs(kind, rank, suit, letter, np.zeros(len(crops), np.float32))

    def read_crops(self, crops: NDArray[np.uint8], angles: NDArray[np.float32]) -> Glyphs:
        """Judge ready crops (N, 64, 64, 3); angles: as `Glyphs` has them."""
        verdicts = self._seen(crops, _FIRST_VIEWS)
        unsure = np.flatnonzero(_doubtful(*verdicts))
        if len(unsure):
            for verdict, more in zip(verdicts, self._seen(crops[unsure], _OTHER_VIEWS), strict=True):
                verdict[unsure] = _normalised(verdict[unsure] + more, 0.5)
        kind, rank, suit, letter = verdicts
        return Glyphs(kind, rank, suit, letter, angles)

    def _seen(self, crops: NDArray[np.uint8], views: Sequence[int]) -> tuple[NDArray[np.float32], ...]:
        """Kind, rank, suit and letter, as `Glyphs` has them, by the crops' quarter turns `views`."""
        count, times = len(crops), len(views)
        heads = self._heads(np.concatenate([np.rot90(crops, turn, axes=(1, 2)) for turn in views]))
        kind, suit = (heads[i].reshape(times, count, _HEADS[i]).mean(axis=0) for i in (0, 2))
        rank, letter = (_aligned(heads[i].reshape(times, count, _HEADS[i] // TURNS, TURNS), views) for i in (1, 3))
        return tuple(_normalised(logs) for logs in (kind, rank, suit, letter))

    def _heads(self, views: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        parts: list[list[NDArray[np.float32]]] = [[] for _ in _HEADS]
        start = 0
        for size in batch_sizes(len(views)):
            for part, logits in zip(parts, self._network.run(as_batch(views[start : start + size])), strict=True):
                part.append(_log_softmax(logits))
            start += size
        return [
            np.concatenate(p) if p else np.zeros((0, size), np.float32) for p, size in zip(parts, _HEADS, strict=True)
        ]


def _aligned(seen: NDArray[np.float32], views: Sequence[int]) -> NDArray[np.float32]:
    """The mean of what was seen (V, N, names, 4 turns) at the quarter turns `views`, each turned back."""
    turned = [np.roll(view, -turn, axis=2) for turn, view in zip(views, seen, strict=True)]
    return np.asarray(np.mean(turned, axis=0), np.float32)


def _normalised(logs: NDArray[np.float32], share: float = 1.0) -> NDArray[np.float32]:
    """Logarithms (N, ...), times a share, as log-probabilities that sum to one over all but the first axis."""
    return _log_softmax(logs.reshape(len(logs), int(np.prod(logs.shape[1:]))) * share).reshape(logs.shape)


def _doubtful(
    kind: NDArray[np.float32], rank: NDArray[np.float32], suit: NDArray[np.float32], letter: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which of N verdicts leave a doubt of what it is or, be it something, of its name."""
    what = kind.argmax(axis=1)
    ranks, letters = (np.logaddexp.reduce(logs, axis=2) for logs in (rank, letter))
    suits = np.where(ranks.argmax(axis=1) == READER_RANKS.index(JOKER), 0.0, suit.max(axis=1))
    name = np.where(what == KINDS.index("tile"), letters.max(axis=1), ranks.max(axis=1) + suits)
    name = np.where(what == KINDS.index("none"), 0.0, name)
    return np.asarray((kind.max(axis=1) < _NO_DOUBT) | (name < _NO_DOUBT), np.bool_)
