"""What use does to a printed card: ink rubbed off in specks and scuffs, dirt on the paper, scraped edges."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.texture import noise


def rubbed(rng: np.random.Generator, face: NDArray[np.uint8], wear: float) -> NDArray[np.uint8]:
    """A face (H, W, 3) BGR after use; wear: 0 new, 1 as worn as cards are still played with."""
    height, width = face.shape[:2]
    size = (height, width)
    paper = np.median(face[:: max(1, height // 40), : max(2, width // 30)].reshape(-1, 3), axis=0)
    # Small specks everywhere, more of them where broad scuffs run.
    speck = noise(rng, size, (height / 3, width / 3)) + 0.8 * noise(rng, size, (6, 4))
    bare = np.clip((speck - (1.8 - 0.9 * wear)) * 3, 0, 0.9)
    bare = np.maximum(bare, _scraped(rng, size, wear))
    dirt = np.clip(noise(rng, size, (9, 7), 3), 0, 2)[..., None] * 12 * wear
    worn = face * (1 - bare[..., None]) + paper * bare[..., None] - dirt
    return np.asarray(np.clip(worn, 0, 255), np.uint8)


def _scraped(rng: np.random.Generator, size: tuple[int, int], wear: float) -> NDArray[np.float64]:
    """How bare the paper lies along the edges (0..1), where it shows through most."""
    inner = np.ones(size, np.uint8)
    inner[0], inner[-1], inner[:, 0], inner[:, -1] = 0, 0, 0, 0
    away = cv2.distanceTransform(inner, cv2.DIST_L2, 3)
    reach = size[0] * 0.012 * wear * (1 + 0.6 * noise(rng, size, (40, 28)))
    return np.asarray(np.clip(reach - away, 0, 1) * 0.7, np.float64)
