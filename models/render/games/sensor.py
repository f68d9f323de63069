"""What light and a camera do to a film: as `models.render.effects` to a picture, but steady from frame to frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.games.script import Jolt

Frame = NDArray[np.uint8]
Rng = np.random.Generator

_GAIN_EVERY = 0.4  # seconds between two pictures of the drifting light
_DRIFT = 40.0  # seconds in which the light wanders from one field to another
_MARGIN = 64
_PAPER = 0.92  # brightness of cards, for which a camera leaves room though none lies there yet


class Sensor:
    """One camera under one light. Colour and exposure keep still or drift slowly; noise is new in every frame."""

    def __init__(
        self, rng: Rng, size: tuple[int, int], first: Frame, jolts: tuple[Jolt, ...] = (), noise: float = 1.0
    ) -> None:
        """size: (width, height); first: a frame of the table, by which the camera sets its exposure. noise: by the
        usual."""
        self.rng, self.size = rng, size
        self._jolts = jolts
        strength = float(rng.uniform(0.08, 0.35))
        self._fields = [(rng.random((4, 5), dtype=np.float32) - 0.5) * strength for _ in range(2)]
        self._phase = float(rng.uniform(0, 2 * np.pi))
        self._gain: tuple[float, Frame] | None = None
        self._curve = self._toned(first)
        self._saturation = float(rng.uniform(0.7, 1.2))
        self._blur = float(rng.choice([0.0, 0.45, 0.6, 0.8]))
        width, height = size
        grain = rng.normal(0, rng.uniform(0.8, 3.5), (height + _MARGIN, width + _MARGIN, 1))
        coloured = rng.normal(0, rng.uniform(0.5, 1.5), (height + _MARGIN, width + _MARGIN, 3))
        self._noise = np.asarray(np.round((grain + coloured) * noise), np.int16)
        self._tremor = float(rng.choice([0.0, 0.15, 0.35]))
        self._sway = np.zeros(2)

    def _toned(self, first: Frame) -> NDArray[np.float64]:
        """Gamma, contrast, white balance: a table of 256 levels by 3 colours, 0..1.2."""
        rng, levels = self.rng, np.arange(256) / 255
        bright = max(float(np.percentile(first[::8, ::8], 99.5)) / 255, _PAPER)
        exposure = rng.uniform(0.72, 1.0) / bright
        curve = ((levels * exposure).clip(0, 1.2) ** rng.uniform(0.8, 1.3) - 0.5) * rng.uniform(0.85, 1.15) + 0.5
        warmth, tint = rng.normal(0, 0.06), rng.normal(0, 0.025)
        return np.asarray(curve[:, None] * np.array([1 - warmth, 1 + tint, 1 + warmth]))

    def expose(self, frame: Frame, time: float) -> Frame:
        """The flat rendering as the camera takes it at a time; times come in order."""
        lit = cv2.multiply(frame, self._gain_at(time), scale=1 / 128)
        shaken = self._shaken(np.asarray(lit, np.uint8))
        blur = self._focus(time)
        if blur > 0:
            shaken = np.asarray(cv2.GaussianBlur(shaken, (0, 0), blur), np.uint8)
        table = (self._curve * self._exposure(time) * 255).clip(0, 255).astype(np.uint8)[None]
        toned = cv2.LUT(shaken, table)
        grey = cv2.cvtColor(cv2.cvtColor(toned, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        colour = cv2.addWeighted(toned, self._saturation, grey, 1 - self._saturation, 0)
        x, y = self.rng.integers(0, _MARGIN, 2)
        width, height = self.size
        return np.asarray(cv2.add(colour, self._noise[y : y + height, x : x + width], dtype=cv2.CV_8U), np.uint8)

    def _gain_at(self, time: float) -> Frame:
        if self._gain is None or time - self._gain[0] >= _GAIN_EVERY:
            share = 0.5 + 0.5 * np.sin(2 * np.pi * time / _DRIFT + self._phase)
            field = 1 + self._fields[0] * share + self._fields[1] * (1 - share)
            large = cv2.resize(field.astype(np.float32) * 128, self.size, interpolation=cv2.INTER_CUBIC)
            gain = large.clip(0, 255).astype(np.uint8)
            self._gain = time, np.asarray(cv2.merge([gain, gain, gain]), np.uint8)
        return self._gain[1]

    def _shaken(self, frame: Frame) -> Frame:
        """The tremor of a stand on a table at which people play: well under a pixel most of the time."""
        self._sway = 0.8 * self._sway + self.rng.normal(0, self._tremor * self.size[0] / 1280, 2)
        if self._tremor == 0:
            return frame
        shift = np.array([[1, 0, self._sway[0]], [0, 1, self._sway[1]]])
        moved = cv2.warpAffine(frame, shift, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(moved, np.uint8)

    def _exposure(self, time: float) -> float:
        """A slow pulse of the automatic exposure, and every change of the lamp so far."""
        lamps = [jolt.size[0] for jolt in self._jolts if jolt.kind == "lamp" and jolt.time <= time]
        return float(1 + 0.02 * np.sin(time / 7 + self._phase)) * float(np.prod(lamps))

    def _focus(self, time: float) -> float:
        """Blur in px: now and then the camera looks for its focus for a moment."""
        scale = self.size[0] / 1280
        for jolt in self._jolts:
            if jolt.kind == "focus" and 0 <= time - jolt.time < jolt.size[0]:
                return scale * (self._blur + 2.2 * float(np.sin(np.pi * (time - jolt.time) / jolt.size[0])))
        return scale * self._blur
