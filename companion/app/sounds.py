"""Short signals for the table: made by formula, kept as WAV files in the user's cache, played where there is a device.

Each tells by its melody: one high tone is legal, two falling ones illegal, three rising ones say that an entry may be
locked, two rising ones that there is a question.
"""

from __future__ import annotations

import io
import threading
import wave
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from companion.journal import write_whole

Signal = Literal["legal", "illegal", "may_lock", "question"]
SIGNALS: tuple[Signal, ...] = get_args(Signal)

RATE = 44_100  # samples a second
_LOUDNESS = 0.35  # of the most there is
_FADE = 0.012  # seconds in which a tone comes and its end dies, so that nothing clicks
_OVERTONES = (1.0, 0.35, 0.12)  # strength of the tone itself and of those above it
# Tones of each signal one after another: frequency (Hz) and length (s).
_MELODIES: Mapping[Signal, Sequence[tuple[float, float]]] = {
    "legal": ((880.0, 0.12),),
    "illegal": ((311.1, 0.16), (207.7, 0.26)),
    "may_lock": ((659.3, 0.13), (880.0, 0.13), (1318.5, 0.34)),
    "question": ((587.3, 0.12), (784.0, 0.18)),
}


class Playable(Protocol):
    """A sound that was loaded."""

    def play(self) -> object:
        """Plays it, beside whatever is heard already."""


Loader = Callable[[Path], Playable | None]
"""``loader(path)``: the sound of a WAV file, None where it cannot be heard."""


def _loaded_by_kivy(path: Path) -> Playable | None:
    from kivy.core.audio import SoundLoader

    sound: Playable | None = SoundLoader.load(str(path))
    return sound


class Sounds:
    """The signals. on: whether they are heard. Nothing here raises: a table without sound plays on. And nothing waits:
    the files are made and the device is opened in a thread, which takes long enough to be seen on the screen."""

    def __init__(self, on: bool = True, folder: Path | None = None, loader: Loader = _loaded_by_kivy) -> None:
        """folder: where the WAV files are kept; the user's cache by default."""
        self.on = on
        self._folder = folder or user_cache_path("tabletop-companion", appauthor=False) / "sounds"
        self._loader = loader
        self._wanted: SimpleQueue[Signal] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def play(self, signal: Signal) -> None:
        """Plays a signal, if sound is on and there is a device, as soon as it can be."""
        if not self.on:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sounds", daemon=True)
            self._thread.start()
        self._wanted.put(signal)

    def _run(self) -> None:
        loaded: dict[Signal, Playable | None] = {}
        while True:
            signal = self._wanted.get()
            if signal not in loaded:
                loaded[signal] = self._load(signal)
            sound = loaded[signal]
            if sound is not None:
                with suppress(Exception):  # whatever a player of sounds raises where the device went away
                    sound.play()

    def _load(self, signal: Signal) -> Playable | None:
        path = self._folder / f"{signal}.wav"
        content = signal_as_wav(signal)
        try:
            if not path.exists() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, content)
            return self._loader(path)
        except Exception:  # whatever a player of sounds raises where there is no device
            return None


def signal_as_wav(signal: Signal) -> bytes:
    """A signal as a WAV file: one channel of 16 bits at `RATE`."""
    samples = np.concatenate([_tone(frequency, length) for frequency, length in _MELODIES[signal]])
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * _LOUDNESS * np.iinfo(np.int16).max).astype("<i2").tobytes())
    return out.getvalue()


def _tone(frequency: float, length: float) -> NDArray[np.float64]:
    """A tone that comes quickly and dies away, -1..1."""
    time = np.arange(round(length * RATE)) / RATE
    waves = sum(
        strength * np.sin(2 * np.pi * frequency * number * time) for number, strength in enumerate(_OVERTONES, 1)
    )
    envelope = np.minimum(1.0, time / _FADE) * np.minimum(1.0, (length - time) / _FADE) * np.exp(-3.0 * time / length)
    tone: NDArray[np.float64] = waves / sum(_OVERTONES) * envelope
    return tone
