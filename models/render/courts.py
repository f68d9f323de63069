"""Court figures: busy, two-way symmetric pictures in a few flat colours, as card makers print them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.canvas import Colour, Image, Points, arc, bezier

_FINE = 2  # figures are drawn this much larger than shown

Pattern = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.bool_]]


@dataclass(frozen=True)
class CourtPalette:
    """The inks of a deck's courts (BGR): outline, skin, hair, and the robe's colours."""

    line: Colour
    paper: Colour
    skin: Colour
    robe: tuple[Colour, ...]


_RED, _YELLOW, _BLUE, _BLACK = (40, 30, 205), (40, 195, 245), (150, 75, 30), (25, 25, 25)
_ROBES: tuple[tuple[Colour, ...], ...] = (
    (_RED, _YELLOW, _BLACK),
    (_RED, _YELLOW, _BLUE, _BLACK),
    (_RED, _YELLOW, _BLUE),
    (_RED, _BLUE, _YELLOW, (200, 160, 110)),
    (_RED, (30, 150, 235), _BLUE),
    ((60, 50, 150), (80, 160, 200), (110, 90, 60)),
    ((60, 130, 60), _RED, _YELLOW, _BLACK),
)


def random_palette(rng: np.random.Generator, paper: Colour, ink: Colour) -> CourtPalette:
    """Inks for one deck: the usual red, yellow, blue and black a little off, now and then one ink only."""
    if rng.random() < 0.1:
        grey = tuple(int(p + (i - p) * 0.45) for p, i in zip(paper, ink, strict=True))
        robe: tuple[Colour, ...] = (ink, (grey[0], grey[1], grey[2]))
    else:
        shift = rng.integers(-25, 26, 3)
        robe = tuple(_shifted(c, shift) for c in _ROBES[rng.integers(len(_ROBES))])
    line = ink if rng.random() < 0.7 else robe[rng.integers(len(robe))]
    skin = paper if rng.random() < 0.7 else (190, 215, 245)
    return CourtPalette(line, paper, skin, robe)


def _shifted(colour: Colour, shift: NDArray[np.int64]) -> Colour:
    blue, green, red = (int(np.clip(c + s, 0, 255)) for c, s in zip(colour, shift, strict=True))
    return blue, green, red


def _pattern(rng: np.random.Generator, pitch: float) -> Pattern:
    """A two-colour filling as a predicate on rotated coordinates."""
    angle, kind = rng.uniform(0, np.pi), rng.integers(7)
    c, s = np.cos(angle) / pitch, np.sin(angle) / pitch

    def inside(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
        u, v = c * x + s * y, c * y - s * x
        fu, fv = u - np.floor(u) - 0.5, v - np.floor(v) - 0.5
        if kind == 0:
            return np.asarray(np.abs(fu) < 0.25)
        if kind == 1:
            return np.asarray(fu * fv > 0)
        if kind == 2:
            return np.asarray(np.hypot(fu, fv) < 0.3)
        if kind == 3:
            return np.asarray(np.abs(fu) + np.abs(fv) < 0.36)
        if kind == 4:
            zigzag = u + 0.7 * np.abs(fv)
            return np.asarray(zigzag - np.floor(zigzag) < 0.5)
        if kind == 5:
            return np.asarray((np.abs(fu) > 0.38) | (np.abs(fv) > 0.38))
        return np.zeros(u.shape, np.bool_)

    return inside


class _Figure:
    """One half of a court on a canvas in pixels; x and y of its methods are shares of the frame's width."""

    def __init__(self, width: int, height: int, palette: CourtPalette, rng: np.random.Generator) -> None:
        self.palette, self.rng, self.unit = palette, rng, width
        self.image: Image = np.full((height, width, 3), palette.paper, np.uint8)
        self.middle = height / 2 / width
        self.pen = max(1, round(width * rng.uniform(0.005, 0.011)))

    def colour(self) -> Colour:
        return self.palette.robe[self.rng.integers(len(self.palette.robe))]

    def _pixels(self, points: Points) -> NDArray[np.int32]:
        return np.round(points * self.unit).astype(np.int32)

    def fill(self, points: Points, colour: Colour, outlined: bool = True) -> None:
        cv2.fillPoly(self.image, [self._pixels(points)], colour)
        if outlined:
            self.stroke(points, closed=True)

    def stroke(self, points: Points, closed: bool = False, share: float = 1.0, colour: Colour | None = None) -> None:
        pen = max(1, round(self.pen * share))
        cv2.polylines(self.image, [self._pixels(points)], closed, colour or self.palette.line, pen)

    def patterned(self, points: Points, ground: Colour | None = None) -> None:
        """Fill with a pattern of two colours."""
        pixels = self._pixels(points)
        x0, y0, width, height = cv2.boundingRect(pixels)
        x1, y1 = min(x0 + width, self.image.shape[1]), min(y0 + height, self.image.shape[0])
        x0, y0 = max(x0, 0), max(y0, 0)
        if x0 >= x1 or y0 >= y1:
            return
        inks = [*self.palette.robe, self.palette.paper, self.palette.line]
        a = ground or inks[self.rng.integers(len(inks) - 1)]
        b = inks[self.rng.integers(len(inks))]
        ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float64)
        chosen = _pattern(self.rng, self.unit * self.rng.uniform(0.025, 0.075))(xs, ys)
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [pixels - [x0, y0]], 1)
        patch = self.image[y0:y1, x0:x1]
        patch[(mask > 0) & ~chosen] = a
        patch[(mask > 0) & chosen] = b
        self.stroke(points, closed=True)


def court_figure(rank: str, size: tuple[int, int], palette: CourtPalette, rng: np.random.Generator) -> Image:
    """A two-way court (``"J"``, ``"Q"``, ``"K"``, or ``"JK"`` for a joker) of size (width, height), BGR."""
    width, height = size[0] * _FINE, size[1] * _FINE
    figure = _Figure(width, height, palette, rng)
    neck = (rng.uniform(0.47, 0.6), rng.uniform(0.34, 0.42) * min(1.0, figure.middle / 0.72))
    if rng.random() < 0.85:
        _weapon(figure, rng.uniform(0.06, 0.14), 0.0, neck[1])
    if rng.random() < 0.6:
        _weapon(figure, rng.uniform(0.86, 0.95), rng.uniform(0.0, 0.3), neck[1])
    _robe(figure, neck)
    _head(figure, rank, neck)
    whole = _two_way(figure.image, rng.uniform(-0.7, 0.7) if rng.random() < 0.8 else 0.0)
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)


def _two_way(image: Image, slope: float) -> Image:
    """The picture with `image` above a slanted line and the same turned around below it."""
    height, width = image.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width]
    upper = (ys + 0.5 - height / 2) < slope * (xs + 0.5 - width / 2)
    return np.where(upper[..., None], image, image[::-1, ::-1])


def _robe(figure: _Figure, neck: tuple[float, float]) -> None:
    """Shoulders, a fan of patterned panels, sleeves and a belt."""
    rng, (nx, ny), low = figure.rng, neck, figure.middle + 0.4
    rise = rng.uniform(0.08, 0.2)
    left = bezier((nx - 0.1, ny), (nx - 0.25, ny), (0.03, ny + rise), (0.0, ny + rise + 0.15))
    right = bezier((1.0, ny + rise + 0.1), (0.97, ny + rise), (nx + 0.25, ny), (nx + 0.1, ny))
    figure.patterned(np.concatenate([left, [[0, low], [1, low]], right]))
    count = int(rng.integers(5, 10))
    edges = np.linspace(rng.uniform(-0.1, 0.05), rng.uniform(0.95, 1.1), count + 1)
    for a, b in pairwise(edges):
        lean = (nx - 0.5) * 0.5
        top_a, top_b = nx + (a - nx) * 0.25, nx + (b - nx) * 0.25
        start = ny + 0.03 + rise * abs((a + b) / 2 - nx) * 1.6
        figure.patterned(np.array([[top_a, start], [top_b, start], [b + lean, low], [a + lean, low]]))
    for side in (-1, 1):
        _sleeve(figure, (nx + side * rng.uniform(0.28, 0.42), ny + rng.uniform(0.2, 0.34)), side)
    reach = rng.uniform(0.05, 0.09)
    tilt = rng.uniform(-0.3, 0.3)
    belt = [[0, -reach - tilt], [1, -reach + tilt], [1, reach + tilt], [0, reach - tilt]]
    figure.patterned(np.array(belt) + [0, figure.middle])
    for _ in range(int(rng.integers(2, 6))):
        x, y, r = rng.uniform(0.2, 0.8), rng.uniform(ny + 0.15, figure.middle), rng.uniform(0.02, 0.05)
        figure.fill(arc((x, y), (r, r), 0, 360), figure.colour())


def _sleeve(figure: _Figure, centre: tuple[float, float], side: int) -> None:
    """Rings around the shoulder, each in a colour of its own, and a hand."""
    rng = figure.rng
    radius = rng.uniform(0.16, 0.26)
    stretch = rng.uniform(0.9, 1.4)
    rings = int(rng.integers(3, 6))
    for i in range(rings):
        r = radius * (1 - i / rings)
        outline = arc(centre, (r, r * stretch), 0, 360)
        if rng.random() < 0.5:
            figure.patterned(outline)
        else:
            figure.fill(outline, figure.colour())
    hand = (centre[0] + side * rng.uniform(0.02, 0.12), centre[1] - rng.uniform(0.0, 0.1))
    figure.fill(arc(hand, (0.05, 0.04), 0, 360), figure.palette.skin)
    for k in range(3):
        y = hand[1] - 0.015 + 0.015 * k
        figure.stroke(np.array([[hand[0] - 0.03, y], [hand[0] + 0.03, y]]), share=0.6)


def _weapon(figure: _Figure, x: float, top: float, neck: float) -> None:
    """A sword, a sceptre, a halberd or a flower standing upright at `x`."""
    rng, low = figure.rng, figure.middle
    kind, w = rng.integers(4), rng.uniform(0.012, 0.03)
    figure.patterned(np.array([[x - w, top + 0.06], [x + w, top + 0.06], [x + w, low], [x - w, low]]))
    head = figure.colour()
    if kind == 0:
        figure.fill(np.array([[x - w, top + 0.08], [x, top], [x + w, top + 0.08]]), head)
        guard = [[x - 0.08, neck], [x + 0.08, neck], [x + 0.08, neck + 0.03], [x - 0.08, neck + 0.03]]
        figure.fill(np.array(guard), head)
    elif kind == 1:
        figure.fill(arc((x, top + 0.07), (0.05, 0.06), 0, 360), head)
    elif kind == 2:
        figure.fill(bezier((x, top + 0.03), (x + 0.12, top), (x + 0.12, top + 0.2), (x, top + 0.16)), head)
    else:
        for angle in range(0, 360, 60):
            a = np.radians(angle)
            figure.fill(arc((x + 0.035 * np.cos(a), top + 0.08 + 0.035 * np.sin(a)), (0.025, 0.025), 0, 360), head)


def _head(figure: _Figure, rank: str, neck: tuple[float, float]) -> None:
    rng, (nx, ny) = figure.rng, neck
    size = min(0.15, ny * 0.37)
    y = ny - size * 1.0
    hair = figure.colour() if rng.random() < 0.5 else figure.palette.paper
    spread = rng.uniform(1.3, 1.75)
    for side in (-1, 1):
        lobe = arc((side * (spread - 0.6), 0.25), (0.6, rng.uniform(0.8, 1.15)), 0, 360)
        figure.fill(lobe * size + [nx, y], hair)
        for k in np.linspace(-0.4, 0.4, int(rng.integers(3, 6))):
            x = nx + side * size * (spread - 0.6 + k)
            figure.stroke(np.array([[x, y - size * 0.4], [x + side * 0.01, y + size * 0.9]]), share=0.7)
    figure.patterned(
        np.array([nx, ny]) + [[-size / 2, -0.02], [size / 2, -0.02], [size * 1.1, 0.1], [-size * 1.1, 0.1]]
    )
    figure.fill(arc((nx, y), (size * 0.8, size * 1.12), 0, 360), figure.palette.skin)
    if rank == "K":
        beard = bezier((-0.78, 0.2), (-0.6, 2.1), (0.6, 2.1), (0.78, 0.2), (0.4, 0.9), (-0.4, 0.9), (-0.78, 0.2))
        figure.fill(beard * size + [nx, y], hair)
        for k in np.linspace(-0.5, 0.5, 6):
            figure.stroke(np.array([[k, 0.75], [0.7 * k, 1.4]]) * size + [nx, y], share=0.7)
    _features(figure, nx, y, size)
    _headdress(figure, rank, nx, y - size * 0.75, size)


def _features(figure: _Figure, x: float, y: float, size: float) -> None:
    look = figure.rng.uniform(-0.2, 0.2) * size
    for side in (-1, 1):
        eye = x + look + side * size * 0.33
        figure.stroke(arc((eye, y - size * 0.22), (size * 0.18, size * 0.1), 180, 360), share=0.9)
        figure.stroke(arc((eye, y - size * 0.12), (size * 0.12, size * 0.07), 0, 360), share=0.8)
    nose = [[x + look, y - size * 0.15], [x + look * 1.8, y + size * 0.3], [x + look * 0.6, y + size * 0.32]]
    figure.stroke(np.array(nose), share=0.8)
    mouth = arc((x + look, y + size * 0.55), (size * 0.22, size * 0.06), 0, 360)
    figure.stroke(mouth, share=0.8, colour=figure.palette.robe[0])


def _headdress(figure: _Figure, rank: str, x: float, y: float, size: float) -> None:
    """A crown for kings and queens, a flat cap for jacks, a fool's hat for jokers."""
    rng = figure.rng
    top = max(y - size * rng.uniform(0.8, 1.2), 0.01)
    band = np.array([[-1.0, 0.0], [1.0, 0.0], [1.05, -0.3], [-1.05, -0.3]]) * size + [x, y]
    if rank == "J":
        flare = rng.uniform(1.1, 1.6)
        figure.patterned(np.array([[x - size, y], [x + size, y], [x + size * flare, top], [x - size * flare, top]]))
    elif rank == "JK":
        for tip, colour in ((-1.9, figure.colour()), (0.0, figure.colour()), (1.9, figure.colour())):
            horn = np.array([[x - size + tip * 0.2 * size, y], [x + tip * size, top], [x + size + tip * 0.2 * size, y]])
            figure.fill(horn, colour)
            figure.fill(arc((x + tip * size, top), (size * 0.2, size * 0.2), 0, 360), figure.colour())
    else:
        spikes = int(rng.integers(3, 6))
        xs = np.linspace(-1.25, 1.25, 2 * spikes + 1) * size + x
        ys = np.where(np.arange(2 * spikes + 1) % 2, top, y - size * 0.35)
        figure.fill(np.concatenate([np.stack([xs, ys], 1), [[x + size, y], [x - size, y]]]), figure.colour())
        for tip in xs[1::2]:
            figure.fill(arc((tip, top), (size * 0.13, size * 0.13), 0, 360), figure.colour())
    figure.patterned(band)
