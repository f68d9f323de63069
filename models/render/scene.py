"""Scenes with truth: a layout on a surface, seen by a camera, with the outline and visible share of every thing."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture, Quad
from models.render.bank import ArtBank
from models.render.camera import Matrix, View, before_the_lens, homography, project
from models.render.effects import photograph
from models.render.layouts import Layout, Placement, lay

Rng = np.random.Generator
Frame = NDArray[np.uint8]
Shrunk = dict[tuple[int, tuple[int, int]], Picture]
"""Textures at sizes (width, height) px, by the ids of the whole ones."""


@dataclass(frozen=True, eq=False)
class Thing:
    """One labelled thing of a scene.

    kind: ``face``, ``back``, ``tile`` or ``corner``; outline: (4, 2) px, clockwise from the thing's own top left;
    visible: share (0..1) of its area that is in the picture and uncovered; owner: index of its (a corner's) placement.
    """

    kind: str
    name: str
    outline: Quad
    visible: float
    owner: int


@dataclass(frozen=True, eq=False)
class Scene:
    """A rendered picture (BGR) and all that is to be found in it."""

    image: Frame
    things: tuple[Thing, ...]


def turned_box(centre: tuple[float, float], size: tuple[float, float], angle: float) -> Quad:
    """A box of (width, height) about a centre, from its own top left, turned clockwise by `angle` degrees."""
    w, h = size[0] / 2, size[1] / 2
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[c, s], [-s, c]])
    return np.asarray(corners + centre, np.float32)


def _box_mm(p: Placement) -> Quad:
    return turned_box(p.centre, p.size, p.angle)


def _texture_quad(image: Picture) -> Quad:
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


class Composer:
    """Paints placements bottom first and keeps, for each pixel, which placement is on top."""

    def __init__(self, frame: Frame, camera: Matrix, shrunk: Shrunk | None = None) -> None:
        """shrunk: textures at the sizes they were painted in, from whoever keeps the whole ones too: else an id may be
        that of another one by the next painting, and none are kept."""
        self.frame = frame
        self.camera = camera
        self._kept = shrunk
        self.top = np.full(frame.shape[:2], -1, np.int32)
        self._maps: list[Matrix] = []

    def copied(self) -> Composer:
        """Another one that goes on from here."""
        other = Composer(self.frame.copy(), self.camera, self._kept)
        other.top, other._maps = self.top.copy(), [*self._maps]
        return other

    def _window(self, quad: Quad, margin: int) -> tuple[int, int, int, int] | None:
        height, width = self.frame.shape[:2]
        x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - margin, 0)
        x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + margin, (width, height))
        return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None

    def paint(self, index: int, p: Placement, light: tuple[float, float], shade: float) -> None:
        """Paint one placement with its side and its shadow; light: shadow direction (mm per mm of height)."""
        box = _box_mm(p)
        quad = project(self.camera, box)
        source = _texture_quad(p.image)
        self._maps.append(np.asarray(cv2.getPerspectiveTransform(source, quad), np.float64))
        lift = np.array(light) * p.thickness
        if p.thickness > 0:
            self._shadow(project(self.camera, box + lift), shade)
        if p.thickness > 2:
            self._side(project(self.camera, box + lift * 0.35), p.image)
        window = self._window(quad, 1)
        if window is None:
            return
        x0, y0, x1, y1 = window
        image, shrink = self._shrunk(p.image, quad)
        local = cv2.getPerspectiveTransform(source * shrink, quad - np.array([x0, y0], np.float32))
        patch = cv2.warpPerspective(image, local, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        alpha = patch[..., 3:].astype(np.uint16)
        under = self.frame[y0:y1, x0:x1]
        under[:] = ((patch[..., :3] * alpha + under * (255 - alpha) + 127) // 255).astype(np.uint8)
        self.top[y0:y1, x0:x1][patch[..., 3] > 127] = index

    def _shrunk(self, image: Picture, quad: Quad) -> tuple[Picture, NDArray[np.float32]]:
        """The texture at about the size it will have in the picture, so that warping does not alias."""
        height, width = image.shape[:2]
        longest = max(np.linalg.norm(quad[1] - quad[0]) / width, np.linalg.norm(quad[2] - quad[1]) / height)
        if longest > 0.7:
            return image, np.ones(2, np.float32)
        size = (max(4, int(width * longest * 1.2)), max(4, int(height * longest * 1.2)))
        kept, key = {} if self._kept is None else self._kept, (id(image), size)
        if key not in kept:
            kept[key] = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        return kept[key], np.array([size[0] / width, size[1] / height], np.float32)

    def _shadow(self, quad: Quad, shade: float) -> None:
        reach = max(3, int(np.linalg.norm(quad[1] - quad[0]) * 0.04))
        window = self._window(quad, 2 * reach)
        if window is None:
            return
        x0, y0, x1, y1 = window
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        cv2.fillConvexPoly(mask, (quad - (x0, y0)).astype(np.int32), shade)
        soft = np.asarray(cv2.blur(mask, (reach, reach)), np.float32)
        part = self.frame[y0:y1, x0:x1]
        part[:] = (part * (1 - soft[..., None])).astype(np.uint8)

    def _side(self, quad: Quad, image: Picture) -> None:
        tone = image[image.shape[0] // 2, int(image.shape[1] * 0.92), :3].astype(float) * 0.62
        cv2.fillConvexPoly(self.frame, quad.astype(np.int32), tone.tolist(), cv2.LINE_AA)

    def visible(self, index: int, quad: Quad) -> float:
        """Share of the quad's whole area that shows placement `index` on top and lies in the picture."""
        area = abs(float(cv2.contourArea(quad)))
        window = self._window(quad, 1)
        if window is None or area < 4:
            return 0.0
        x0, y0, x1, y1 = window
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round((quad - (x0, y0)) * 16).astype(np.int32), 1, shift=4)
        seen = np.count_nonzero(mask & (self.top[y0:y1, x0:x1] == index))
        return min(1.0, seen / area)

    def corner_quads(self, index: int, corners: tuple[Quad, ...]) -> list[Quad]:
        """The index quads of a painted placement, in picture pixels."""
        return [project(self._maps[index], corner) for corner in corners]


def things_seen(composer: Composer, layout: Layout) -> tuple[Thing, ...]:
    """The truth of a painted layout (clutter left out): every thing, each face followed by its corners."""
    things = []
    for index, p in enumerate(layout):
        if p.kind == "clutter":
            continue
        quad = project(composer.camera, _box_mm(p))
        things.append(Thing(p.kind, p.name, quad, composer.visible(index, quad), index))
        for corner in composer.corner_quads(index, p.corners):
            things.append(Thing("corner", p.name, corner, composer.visible(index, corner), index))
    return tuple(things)


def _litter(rng: Rng, bank: ArtBank, view: View, layout: Layout) -> tuple[Layout, Layout]:
    """Clutter under and over the layout (over: what reaches in and covers, a hand or a cable)."""
    under: Layout = []
    over: Layout = []
    for _ in range(int(rng.choice([0, 0, 0, 1, 2, 4]))):
        image = bank.clutter(rng)
        spot = np.array(view.centre) + rng.uniform(-0.5, 0.5, 2) * view.span
        height = float(rng.uniform(25, 120))
        size = (height * image.shape[1] / image.shape[0], height)
        thing = Placement(image, "clutter", "clutter", (spot[0], spot[1]), float(rng.uniform(0, 360)), size, (), 0)
        (under if rng.random() < 0.85 else over).append(thing)
    if rng.random() < 0.12:
        image, angle = bank.hand(rng), float(rng.uniform(0, 360))
        away = np.array([-np.sin(np.radians(angle)), np.cos(np.radians(angle))])
        height = float(rng.uniform(220, 340))
        near = layout[int(rng.integers(len(layout)))].centre if layout else view.centre
        spot = np.array(near) + away * height * rng.uniform(0.35, 0.6)
        size = (height * image.shape[1] / image.shape[0], height)
        over.append(Placement(image, "clutter", "hand", (spot[0], spot[1]), angle, size, (), 0))
    return under, over


def _stretch(rng: Rng) -> float:
    """Most pictures keep their shape; some were squeezed on their way."""
    return float(np.exp(rng.normal(0, 0.25))) if rng.random() < 0.2 else 1.0


def _view(rng: Rng, layout: Layout) -> View:
    """A camera that sees most of the layout, now and then only a part of it, from near or far, or one filling thing."""
    if layout and rng.random() < 0.07:
        return _filling_view(rng, layout)
    boxes = np.concatenate([_box_mm(p) for p in layout]) if layout else np.array([[-150, -150], [150, 150]])
    low, high = boxes.min(axis=0), boxes.max(axis=0)
    reach = float(max(high - low))
    if rng.random() < 0.2 and layout:
        centre = np.array(layout[int(rng.integers(len(layout)))].centre)
        span = reach * rng.uniform(0.3, 0.8)
    else:
        centre, span = (low + high) / 2 + rng.normal(0, 0.06, 2) * reach, reach * rng.uniform(1.05, 1.7)
    span = max(span, 110.0) * (rng.uniform(1.2, 3.0) if rng.random() < 0.15 else 1.0)
    tilt = 0.0 if rng.random() < 0.2 else min(abs(float(rng.normal(0, 24))), 55.0)
    turn = float(rng.choice([0, 0, 0, 90, 180, 270])) + float(rng.normal(0, 6))
    if rng.random() < 0.4:
        turn = float(rng.uniform(0, 360))
    return View((float(centre[0]), float(centre[1])), span, turn, tilt, float(rng.uniform(0, 360)), _stretch(rng))


def _filling_view(rng: Rng, layout: Layout) -> View:
    """A camera over one thing that fills the picture, as when a single card is photographed."""
    target = layout[int(rng.integers(len(layout)))]
    room = rng.uniform(2.0, 6.0) if target.kind == "tile" else rng.uniform(0.85, 1.6)
    span = max(target.size) * float(room)
    centre = np.array(target.centre) + rng.normal(0, 0.08, 2) * target.size
    turn = -target.angle + float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 12))
    tilt = min(abs(float(rng.normal(0, 15))), 40.0)
    azimuth = float(rng.uniform(0, 360))
    return View((float(centre[0]), float(centre[1])), span, turn, tilt, azimuth, _stretch(rng))


def close_view(rng: Rng, layout: Layout) -> View:
    """A camera near one thing of the layout: for training the reader on large glyphs."""
    boards = [p for p in layout if p.kind != "clutter"]
    target = boards[int(rng.integers(len(boards)))]
    span = rng.uniform(60, 170) if target.kind == "tile" else rng.uniform(90, 260)
    centre = np.array(target.centre) + rng.normal(0, 10, 2)
    (turn, azimuth), tilt = rng.uniform(0, 360, 2).tolist(), min(abs(float(rng.normal(0, 22))), 55.0)
    return View((float(centre[0]), float(centre[1])), float(span), turn, tilt, azimuth, _stretch(rng))


def compose(rng: Rng, bank: ArtBank, layout: Layout, view: View, size: tuple[int, int]) -> Scene:
    """The layout as a camera at `view` would photograph it, (width, height) `size`, with its truth."""
    under, over = _litter(rng, bank, view, layout)
    camera = homography(view, size)
    everything = [p for p in (*under, *layout, *over) if before_the_lens(camera, _box_mm(p), view)]
    composer = Composer(bank.surface(rng, size[::-1]).copy(), camera)
    light = (float(rng.normal(0, 0.6)), float(rng.normal(0, 0.6)))
    shade = float(rng.uniform(0.1, 0.6))
    for index, placement in enumerate(everything):
        composer.paint(index, placement, light, shade)
    things = things_seen(composer, everything)
    return Scene(photograph(rng, composer.frame), things)


def random_scene(
    rng: Rng, bank: ArtBank, size: tuple[int, int], close: bool = False, layout: str | None = None
) -> Scene:
    """A random table. close: near enough that a single index or tile fills a good part of the picture."""
    placements = lay(rng, bank, layout)
    while close and not any(p.kind in ("face", "tile") for p in placements):
        placements = lay(rng, bank, layout)
    view = close_view(rng, placements) if close else _view(rng, placements)
    return compose(rng, bank, placements, view, size)
