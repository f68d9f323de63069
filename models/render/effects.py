"""What light and a camera do to a picture: shade, glare, colour, blur, noise, compression. Pictures are BGR uint8."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Rng = np.random.Generator


def _soft_field(rng: Rng, size: tuple[int, int], cells: int) -> NDArray[np.float32]:
    """A smooth random field in 0..1 of (height, width), `cells` bumps across."""
    small = rng.random((cells + 1, cells + 1), dtype=np.float32)
    return np.asarray(cv2.resize(small, size[::-1], interpolation=cv2.INTER_CUBIC).clip(0, 1), np.float32)


def _enlarged(field: NDArray[Any], size: tuple[int, int]) -> NDArray[np.float32]:
    """A field drawn small, brought to (height, width)."""
    return np.asarray(cv2.resize(field, size[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _cast_shadow(rng: Rng, size: tuple[int, int]) -> NDArray[np.float32]:
    """Light left by the shadow of something outside the picture: a soft-edged random polygon, 0..1."""
    height, width = size
    mask = np.ones((height // 4, width // 4), np.float32)
    centre = rng.uniform(-0.1, 1.1, 2) * (width // 4, height // 4)
    angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 8)))
    radius = rng.uniform(0.15, 0.7, len(angles)) * width / 4
    points = centre + np.column_stack([np.cos(angles), np.sin(angles)]) * radius[:, None]
    cv2.fillPoly(mask, [points.astype(np.int32)], float(rng.uniform(0.35, 0.8)))
    blur = int(rng.integers(1, 8)) * 2 + 1
    return _enlarged(cv2.GaussianBlur(mask, (blur, blur), 0), size)


def _glare(rng: Rng, size: tuple[int, int]) -> NDArray[np.float32]:
    """Additive light of one soft specular spot or lamp stripe, 0..255."""
    height, width = size
    spot = np.zeros((height // 4, width // 4), np.float32)
    centre = (int(rng.integers(0, width // 4)), int(rng.integers(0, height // 4)))
    axes = (int(rng.uniform(0.02, 0.22) * width / 4) + 1, int(rng.uniform(0.01, 0.1) * width / 4) + 1)
    cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(50, 230)), -1)
    blur = int(rng.integers(2, 20)) * 2 + 1
    return _enlarged(cv2.GaussianBlur(spot, (blur, blur), 0), size)


def light(rng: Rng, frame: Frame) -> Frame:
    """Uneven light: gradient, cast shadow, vignette (dark or blown out), glare."""
    size = frame.shape[:2]
    gain = np.ones(size, np.float32)
    if rng.random() < 0.7:
        gain *= 1 + (_soft_field(rng, size, int(rng.integers(1, 4))) - 0.5) * float(rng.uniform(0.1, 0.7))
    if rng.random() < 0.3:
        gain *= _cast_shadow(rng, size)
    lit = frame.astype(np.float32) * gain[..., None]
    if rng.random() < 0.2:
        lit += _glare(rng, size)[..., None]
    if rng.random() < 0.1:
        y, x = np.ogrid[-1 : 1 : size[0] * 1j, -1 : 1 : size[1] * 1j]
        rim = np.clip((x**2 + y**2 - 0.5).astype(np.float32) * float(rng.uniform(0.3, 1.0)), 0, 1)[..., None]
        target = 255.0 if rng.random() < 0.5 else 0.0
        lit += (target - lit) * rim
    return lit.clip(0, 255).astype(np.uint8)


def tone(rng: Rng, frame: Frame) -> Frame:
    """Exposure, gamma, contrast, white balance and saturation; now and then grey."""
    levels = np.arange(256, dtype=np.float32) / 255
    gamma, contrast = rng.uniform(0.7, 1.5), rng.uniform(0.75, 1.3)
    # Expose for the highlights, as cameras do: neither a black nor a blown-out picture could be read.
    bright = float(np.percentile(frame[::8, ::8], 99.5)) / 255
    target = rng.uniform(0.35, 0.65) if rng.random() < 0.12 else rng.uniform(0.65, 1.12)
    exposure = np.clip(target / max(bright, 0.05), 0.4, 2.2)
    curve = ((levels * exposure).clip(0, 1.2) ** gamma - 0.5) * contrast + 0.5
    warmth, tint = rng.normal(0, 0.09), rng.normal(0, 0.035)
    gains = np.array([1 - warmth, 1 + tint, 1 + warmth])
    table = (curve[:, None] * gains * 255).clip(0, 255).astype(np.uint8)[None]
    out = cv2.LUT(frame, table)
    grey = cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)[..., None]
    if rng.random() < 0.05:
        return np.repeat(grey, 3, axis=2)
    saturation = rng.uniform(0.5, 1.4)
    pale = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(out, saturation, pale, 1 - saturation, 0), np.uint8)


def _motion_kernel(rng: Rng, length: int) -> NDArray[np.float32]:
    kernel = np.zeros((length, length), np.float32)
    half = length / 2
    angle = rng.uniform(0, np.pi)
    step = np.array([np.cos(angle), np.sin(angle)]) * half
    start, end = (half - step).astype(int).tolist(), (half + step).astype(int).tolist()
    cv2.line(kernel, start, end, 1.0, 1)
    return np.asarray(kernel / max(kernel.sum(), 1e-6), np.float32)


def optics(rng: Rng, frame: Frame) -> Frame:
    """Focus and motion blur, low resolution, sharpening, sensor noise, JPEG."""
    photo: NDArray[Any] = frame  # as OpenCV's functions declare what they return
    if rng.random() < 0.35:
        photo = cv2.GaussianBlur(photo, (0, 0), float(rng.uniform(0.4, 1.6)))
    elif rng.random() < 0.12:
        photo = cv2.filter2D(photo, -1, _motion_kernel(rng, int(rng.integers(3, 10))))
    elif rng.random() < 0.25:
        soft = cv2.GaussianBlur(photo, (0, 0), 1.2)
        amount = float(rng.uniform(0.3, 1.2))
        photo = cv2.addWeighted(photo, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.12:
        height, width = photo.shape[:2]
        scale = rng.uniform(0.45, 0.85)
        small = cv2.resize(photo, (int(width * scale), int(height * scale)), interpolation=cv2.INTER_AREA)
        photo = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.6:
        noise = np.empty(photo.shape, np.int16)
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        cv2.randn(noise, np.zeros(3), np.full(3, rng.uniform(1, 11)))
        photo = cv2.add(photo, noise, dtype=cv2.CV_8U)
    quality = int(rng.integers(30, 97))
    _, stream = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(stream, cv2.IMREAD_COLOR), np.uint8)


def photograph(rng: Rng, frame: Frame) -> Frame:
    """A flat rendering as a camera would have taken it."""
    return optics(rng, tone(rng, light(rng, frame)))
