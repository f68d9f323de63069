"""Photographs of card backs with a truth, to calibrate and measure `vision.backs`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture
from models.render.backs_art import kin_backs, random_back, twin_backs
from models.render.effects import light, optics
from models.render.surfaces import random_surface

_SIDE = 640  # pixels of a trial photo
_SIDEWAYS = 0.8  # share of rows whose cards lie side by side; those of the others, one above the other
_SOFT = 6  # pixels by which a shadow ends softly


@dataclass(frozen=True, eq=False)
class BackPhoto:
    """image: (H, W, 3) BGR; outline: (4, 2), a little loose, from any corner; covered: share of the back hidden."""

    image: NDArray[np.uint8]
    outline: NDArray[np.float32]
    covered: float


def deck_set(rng: np.random.Generator, size: int) -> list[Picture]:
    """So many different backs, the first two being twins (red and blue of one design)."""
    shape = _shape(rng)
    return [*twin_backs(rng, shape), *(random_back(rng, shape) for _ in range(size - 2))]


def related_set(rng: np.random.Generator, size: int) -> list[Picture]:
    """So many different backs, the first two being twins, the next two differing in one part of their design."""
    shape = _shape(rng)
    return [*twin_backs(rng, shape), *kin_backs(rng, shape), *(random_back(rng, shape) for _ in range(size - 4))]


def _shape(rng: np.random.Generator) -> tuple[int, int]:
    return 240, round(240 / rng.uniform(0.63, 0.72))


def enrolment_photo(rng: np.random.Generator, back: Picture) -> BackPhoto:
    """A careful photo: large, sharp, nothing on the card."""
    return _photo(rng, back, rng.uniform(220, 420), covering=None, careful=True)


def table_photo(rng: np.random.Generator, back: Picture, cover: Picture) -> BackPhoto:
    """A photo from play: any size from 45 px, light and blur; in half of them `cover` lies partly on it."""
    width = float(np.exp(rng.uniform(np.log(45), np.log(260))))
    return _photo(rng, back, width, covering=cover if rng.random() < 0.5 else None, careful=False)


def row_photo(rng: np.random.Generator, back: Picture, others: Sequence[Picture] = ()) -> BackPhoto:
    """A photo from play in which the back lies in a row of its deck, as hands are laid down, or among `others`, as in a
    history: of those on which another one lies a fifth to two thirds is to be seen. The outline is as loose as a
    finder's that sees no more of it."""
    width = float(np.exp(rng.uniform(np.log(45), np.log(160))))
    side = _SIDE if width > 80 else _SIDE // 2
    frame = np.ascontiguousarray(random_surface(rng, (side, side), "train")[..., :3])
    turn, camera, middle = rng.uniform(0, 360), _Camera.any(rng), np.array([side / 2, side / 2])
    way = [[1.0, 0.0]] if rng.random() < _SIDEWAYS else [[0.0, 1.4]]
    step = width * rng.uniform(0.2, 0.65) * _turned(np.array(way), turn)[0]
    count = int(rng.integers(2, 7))
    asked = int(rng.integers(count))
    fall = width * rng.uniform(-0.04, 0.04, 2)
    quads = []
    for number in range(count):
        lies = (number - asked) * step + rng.normal(0, 0.03 * width, 2)
        place = camera.seen(_turned(_flat(back, width), turn + rng.normal(0, 3)) + lies, width) + middle
        quads.append(np.asarray(place, np.float32))
        _shade(frame, place + fall, rng.uniform(0.5, 1.0))
        _lay(frame, others[int(rng.integers(len(others)))] if others and number != asked else back, quads[-1])
    covered = _share_covered(quads[asked], quads[asked + 1 :], side)
    photo = optics(rng, _exposed(rng, light(rng, frame)))
    return BackPhoto(photo, _loose(rng, quads[asked], width * 0.035), covered)


def _photo(rng: np.random.Generator, back: Picture, width: float, covering: Picture | None, careful: bool) -> BackPhoto:
    side = _SIDE if width > 130 else _SIDE // 2
    frame = np.ascontiguousarray(random_surface(rng, (side, side), "train")[..., :3])
    quad = _placed(rng, back, width, np.array([side / 2, side / 2]), rng.uniform(0, 360))
    _lay(frame, back, quad)
    covered = 0.0
    if covering is not None:
        away = rng.uniform(0.45, 1.0) * width * np.array([np.cos(a := rng.uniform(0, 2 * np.pi)), np.sin(a)])
        over = _placed(rng, covering, width, np.array([side / 2, side / 2]) + away, rng.uniform(0, 360))
        _lay(frame, covering, over)
        covered = _share_covered(quad, [over], side)
    photo = optics(rng, _exposed(rng, frame if careful else light(rng, frame)))
    return BackPhoto(photo, _loose(rng, quad, width * (0.01 if careful else 0.02)), covered)


def _exposed(rng: np.random.Generator, frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Exposure, gamma, white balance and saturation as phones differ between one evening's photos."""
    levels = (np.arange(256) / 255) ** rng.uniform(0.8, 1.25) * np.exp(rng.normal(-0.1, 0.2))
    warmth, green = rng.normal(0, 0.08), rng.normal(0, 0.03)
    table = levels[:, None] * np.array([1 - warmth, 1 + green, 1 + warmth]) * 255
    out = cv2.LUT(frame, np.clip(table, 0, 255).astype(np.uint8)[None])
    grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    saturation = rng.uniform(0.75, 1.25)
    return np.asarray(cv2.addWeighted(out, saturation, grey, 1 - saturation, 0), np.uint8)


@dataclass(frozen=True)
class _Camera:
    """How a camera near a table bends it a little: foreshortening, and by how much nearer things are larger."""

    tilt: float
    depth: float

    @classmethod
    def any(cls, rng: np.random.Generator) -> _Camera:
        return cls(rng.uniform(0.8, 1.0), rng.uniform(-0.1, 0.1))

    def seen(self, points: NDArray[np.float64], width: float) -> NDArray[np.float64]:
        """Points (N, 2) of the table, round what the camera looks at, in the picture; width: of a card."""
        flat = points * [1.0, self.tilt]
        return np.asarray(flat * (1 + flat[:, 1:] / width * self.depth))


def _placed(
    rng: np.random.Generator, art: Picture, width: float, centre: NDArray[np.float64], turn: float
) -> NDArray[np.float32]:
    """Where the four corners of the art go: turned, and bent a little by perspective."""
    return np.asarray(_Camera.any(rng).seen(_turned(_flat(art, width), turn), width) + centre, np.float32)


def _flat(art: Picture, width: float) -> NDArray[np.float64]:
    """The corners (4, 2) of the art, so wide, round its middle."""
    height = width * art.shape[0] / art.shape[1]
    return np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2


def _turned(points: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def _shade(frame: NDArray[np.uint8], quad: NDArray[np.float64], light_left: float) -> None:
    """The soft shadow of a card, in place."""
    x, y, wide, high = cv2.boundingRect(np.asarray(quad, np.float32))
    left, top = max(0, x - _SOFT), max(0, y - _SOFT)
    part = frame[top : max(top, y + high + _SOFT), left : max(left, x + wide + _SOFT)]
    if part.size:
        mask = np.zeros(part.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round(quad - [left, top]).astype(np.int32), 1.0)
        part[:] = part * (1 - (1 - light_left) * cv2.GaussianBlur(mask, (0, 0), _SOFT / 4)[..., None])


def _lay(frame: NDArray[np.uint8], art: Picture, quad: NDArray[np.float32]) -> None:
    """Warp the art onto the frame, its detail first reduced to what the place can show."""
    wide = float(np.linalg.norm(quad[1] - quad[0]))
    scale = min(1.0, 1.3 * wide / art.shape[1])
    small = cv2.resize(art, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    high, across = small.shape[:2]
    corners = np.array([[0, 0], [across, 0], [across, high], [0, high]], np.float32)
    warped = cv2.warpPerspective(small, cv2.getPerspectiveTransform(corners, quad), frame.shape[1::-1])
    alpha = warped[..., 3:].astype(np.float32) / 255
    frame[:] = (frame * (1 - alpha) + warped[..., :3] * alpha).astype(np.uint8)


def _share_covered(quad: NDArray[np.float32], over: Sequence[NDArray[np.float32]], side: int) -> float:
    """The share of a card that those laid on it hide."""
    own, others = (_drawn(quads, side) for quads in ([quad], over))
    return float((own & others).sum() / max(own.sum(), 1))


def _drawn(quads: Sequence[NDArray[np.float32]], side: int) -> NDArray[np.bool_]:
    mask = np.zeros((side, side), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return mask > 0


def _loose(rng: np.random.Generator, quad: NDArray[np.float32], error: float) -> NDArray[np.float32]:
    """The outline as a detector gives it: scaled, shifted and bent a little, starting anywhere."""
    centre = quad.mean(axis=0)
    scaled = centre + (quad - centre) * rng.uniform(0.97, 1.04)
    return np.asarray(np.roll(scaled + rng.normal(0, error, (4, 2)), int(rng.integers(4)), axis=0), np.float32)
