"""What a scene lies on: tables, floors, cloths, unevenly lit. Fresh ones, or views of a bank of ready-made ones."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import fabrics, floors
from models.render.fonts import split_of
from models.render.texture import noise

Sheet = NDArray[np.uint8]
Material = Callable[[np.random.Generator, tuple[int, int]], Sheet]

MATERIALS: dict[str, Material] = {
    "pale table": floors.pale_table,
    "oak table": floors.oak_table,
    "dark table": floors.dark_table,
    "figured wood": floors.figured_wood,
    "planks": floors.planks,
    "strip floor": floors.strip_floor,
    "mosaic parquet": floors.mosaic_parquet,
    "herringbone": floors.herringbone,
    "desk": floors.desk,
    "granite": floors.granite,
    "marble": floors.marble,
    "concrete": floors.concrete,
    "bricks": floors.bricks,
    "tiles": floors.tiles,
    "metal": floors.metal,
    "felt": fabrics.felt,
    "carpet": fabrics.carpet,
    "woven rug": fabrics.woven_rug,
    "crumpled cloth": fabrics.crumpled_cloth,
    "striped cloth": fabrics.striped_cloth,
    "checked cloth": fabrics.checked_cloth,
    "flowered cloth": fabrics.flowered_cloth,
    "denim": fabrics.denim,
    "knit": fabrics.knit,
    "leather": fabrics.leather,
    "newspaper": fabrics.newspaper,
    "paper": fabrics.paper,
    "cutting mat": fabrics.cutting_mat,
}
# What people mostly play on comes up more often.
_WEIGHTS = {
    "desk": 4.0,
    "felt": 3.0,
    "oak table": 3.0,
    "pale table": 3.0,
    "dark table": 2.0,
    "planks": 2.0,
    "carpet": 2.0,
    "crumpled cloth": 2.0,
}
_EDGE_SHARE = 0.22


def material_names(split: str) -> tuple[str, ...]:
    """The names of the materials of a split (``"train"``, ``"held"`` or ``"all"``)."""
    return tuple(name for name in MATERIALS if split in ("all", split_of(f"{name} surface")))


def _material(rng: np.random.Generator, size: tuple[int, int], split: str) -> Sheet:
    names = material_names(split)
    weights = np.array([_WEIGHTS.get(name, 1.0) for name in names])
    return MATERIALS[names[int(rng.choice(len(names), p=weights / weights.sum()))]](rng, size)


def _light(rng: np.random.Generator, sheet: Sheet) -> Sheet:
    """Uneven light: a slope across the picture, soft shade, a tint, and now and then the sheen of a window or lamp."""
    h, w = sheet.shape[:2]
    slope = rng.normal(0, 0.16, 2)
    x, y = np.linspace(-1, 1, 24, dtype=np.float32)[None, :], np.linspace(-1, 1, 24, dtype=np.float32)[:, None]
    # A camera exposes a pale table so that most of it keeps its texture.
    exposure = min(1.0, 205.0 / max(1.0, float(sheet.mean())))
    level = exposure + slope[0] * x + slope[1] * y + noise(rng, (24, 24), (3, 3)) * 0.08
    cast = np.stack([level * gain for gain in rng.normal(1, 0.03, 3)], -1)
    light = cv2.resize(np.clip(cast * 128, 40, 230).astype(np.uint8), (w, h), interpolation=cv2.INTER_LINEAR)
    lit = cv2.multiply(sheet, light, scale=1 / 128)
    if rng.random() < 0.2:
        cx, cy, reach = rng.uniform(-1.2, 1.2), rng.uniform(-1.2, 1.2), rng.uniform(0.15, 0.7)
        glow = np.exp(-((x - cx) ** 2 + (y - cy) ** 2 * rng.uniform(0.4, 2.5)) / reach**2) * rng.uniform(30, 150)
        grown = cv2.resize(glow.astype(np.uint8), (w, h), interpolation=cv2.INTER_LINEAR)
        lit = cv2.add(lit, cv2.merge([grown, grown, grown]))
    return np.asarray(lit, np.uint8)


def _table_edge(rng: np.random.Generator, table: Sheet, floor: Sheet) -> Sheet:
    """The table ends within the picture: beyond one to four straight edges lies the floor, in the table's shadow."""
    h, w = table.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    x, y = np.linspace(-1, 1, w, dtype=np.float32)[None, :], np.linspace(-1, 1, h, dtype=np.float32)[:, None]
    sides = [(angle + side * np.pi / 2, rng.uniform(0.55, 0.95)) for side in range(int(rng.choice([1, 1, 2, 4])))]
    lines = [x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn)) - np.float32(reach) for turn, reach in sides]
    beyond = np.max(lines, axis=0) * np.float32(max(h, w) / 2)
    thickness = rng.uniform(2, 14)
    below = cv2.convertScaleAbs(cv2.GaussianBlur(floor, (5, 5), 0), alpha=float(rng.uniform(0.3, 0.95)))
    shadow = np.clip(0.45 + beyond / rng.uniform(20, 120), 0.45, 1).astype(np.float32)
    below = cv2.multiply(below, cv2.merge([cv2.convertScaleAbs(shadow, alpha=128)] * 3), scale=1 / 128)
    side = cv2.convertScaleAbs(table, alpha=float(rng.uniform(0.35, 0.75)))
    out = np.where((beyond < 0)[..., None], table, np.where((beyond < thickness)[..., None], side, below))
    return np.asarray(out, np.uint8)


def random_surface(rng: np.random.Generator, size: tuple[int, int], split: str) -> Sheet:
    """A fresh background, (h, w, 3) BGR for `size` = (h, w); materials are split by name.

    Takes some tens of milliseconds at 640 px: take a `SurfaceBank` where many are needed.
    """
    sheet = _material(rng, size, split)
    if rng.random() < _EDGE_SHARE:
        sheet = _table_edge(rng, sheet, _material(rng, size, split))
    return _light(rng, sheet)


class SurfaceBank:
    """Ready-made sheets of one split, from which backgrounds are cut turned, scaled, recoloured and lit anew.

    count: how many sheets (about 1.8 MB and 30 ms each at the default `side`, in px).
    """

    def __init__(self, rng: np.random.Generator, split: str, count: int, side: int = 768) -> None:
        if count < 1:
            raise ValueError(f"a bank needs at least one sheet, not {count}")
        self._sheets = [_material(rng, (side, side), split) for _ in range(count)]

    def draw(self, rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
        """A background (h, w, 3) BGR for `size` = (h, w)."""
        sheet = self._view(rng, size)
        if rng.random() < _EDGE_SHARE:
            sheet = _table_edge(rng, sheet, self._view(rng, size))
        return _light(rng, sheet)

    def _view(self, rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
        """A turned and scaled view of one sheet (mirrored past its edges), with its contrast and channels shifted."""
        sheet = self._sheets[int(rng.integers(len(self._sheets)))]
        h, w = size
        side = sheet.shape[0]
        scale = max(h, w) / side * rng.uniform(0.8, 1.7)
        about = (float(rng.uniform(0.3, 0.7)) * side, float(rng.uniform(0.3, 0.7)) * side)
        turn = cv2.getRotationMatrix2D(about, float(rng.uniform(0, 360)), scale)
        turn[:, 2] += (w / 2 - side / 2, h / 2 - side / 2)
        view = cv2.warpAffine(sheet, turn, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        gain, levels = rng.normal(1, 0.07), np.arange(256, dtype=np.float32)
        tables = [np.clip(levels * gain * rng.normal(1, 0.04) + rng.normal(0, 6), 0, 255) for _ in range(3)]
        return np.asarray(cv2.LUT(view, np.stack(tables, -1).astype(np.uint8)[:, None]), np.uint8)
