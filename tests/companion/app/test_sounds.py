"""Signals and speech: told apart, whole files, and silence instead of an error where there is no device."""

from __future__ import annotations

import io
import sys
import threading
import time
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.app.sounds import RATE, SIGNALS, Signal, Sounds, signal_as_wav
from companion.app.speech import Silent, SpokenBy, speech_for


class Device:
    """Plays nothing and notes what it was given."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.loads = 0

    def load(self, path: Path) -> Device.Sound:
        self.loads += 1
        assert path.read_bytes() == signal_as_wav(path.stem)  # type: ignore[arg-type]
        return Device.Sound(self, path.stem)

    class Sound:
        def __init__(self, device: Device, name: str) -> None:
            self.device, self.name = device, name

        def play(self) -> None:
            self.device.played.append(self.name)


def until(holds: Callable[[], bool]) -> None:
    """Waits for what is done in a thread."""
    end = time.monotonic() + 60.0  # far more than anything here takes
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_signals_are_played_and_loaded_once(tmp_path: Path) -> None:
    device = Device()
    sounds = Sounds(folder=tmp_path / "sounds", loader=device.load)
    for signal in (*SIGNALS, *SIGNALS):
        sounds.play(signal)
    until(lambda: len(device.played) == 2 * len(SIGNALS))
    assert device.played == [*SIGNALS, *SIGNALS]
    assert device.loads == len(SIGNALS)


def test_a_torn_file_in_the_cache_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "legal.wav").write_bytes(b"RIFF")
    device = Device()
    Sounds(folder=tmp_path, loader=device.load).play("legal")
    until(lambda: device.played == ["legal"])
    assert (tmp_path / "legal.wav").read_bytes() == signal_as_wav("legal")


def test_nothing_is_heard_or_written_while_sound_is_off(tmp_path: Path) -> None:
    device = Device()
    Sounds(False, tmp_path / "sounds", device.load).play("may_lock")
    assert not device.played
    assert not (tmp_path / "sounds").exists()


def test_without_a_device_or_a_place_for_files_there_is_silence(tmp_path: Path) -> None:
    tries = []

    def broken(path: Path) -> None:
        tries.append(path)
        raise RuntimeError("no audio device")

    sounds = Sounds(folder=tmp_path, loader=broken)
    for signal in ("legal", "legal", "question"):
        sounds.play(signal)
    until(lambda: len(tries) == 2)
    assert [path.stem for path in tries] == ["legal", "question"]


def test_what_cannot_be_heard_or_kept_stops_nothing(tmp_path: Path) -> None:
    tries = []

    def silent(path: Path) -> None:
        tries.append(path)

    (tmp_path / "a file").touch()
    for folder in (tmp_path / "a file", tmp_path):
        sounds = Sounds(folder=folder, loader=silent)
        sounds.play("question")
        sounds.play("legal")
    until(lambda: len(tries) == 2)
    assert {path.parent for path in tries} == {tmp_path}


def test_nobody_waits_for_a_device_that_takes_its_time(tmp_path: Path) -> None:
    device, opened = Device(), threading.Event()

    def slow(path: Path) -> Device.Sound:
        opened.wait(60.0)
        return device.load(path)

    Sounds(folder=tmp_path, loader=slow).play("legal")
    assert not device.played
    opened.set()
    until(lambda: device.played == ["legal"])


@pytest.mark.parametrize("signal", SIGNALS)
def test_each_signal_is_short_audible_and_does_not_click(signal: Signal) -> None:
    with wave.open(io.BytesIO(signal_as_wav(signal))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)
    assert 0.1 < len(samples) / RATE < 0.8
    assert 3_000 < np.abs(samples).max() < 20_000
    assert np.abs(samples[[0, -1]]).max() < 200


def test_signals_differ() -> None:
    assert len({signal_as_wav(signal) for signal in SIGNALS}) == len(SIGNALS)


def test_the_speech_command_is_chosen_by_system_and_language() -> None:
    def which(name: str) -> str | None:
        return {"espeak": "/usr/bin/espeak", "say": "/usr/bin/say"}.get(name)

    assert speech_for("zh", "linux", which).name == "espeak"
    assert speech_for("en", "darwin", which).name == "say"
    assert speech_for("en", "win32", which).name is None
    assert isinstance(speech_for("en", "linux", lambda name: None), Silent)


def test_what_is_said_reaches_the_command_as_it_is(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = f"import sys; open({str(heard)!r}, 'wb').write(sys.stdin.buffer.read())"
    speech = SpokenBy("test", (sys.executable, "-c", script))
    sentence = "--help; $(rm -rf ~) 非法：LTE-4 ♥"
    speech.say(sentence)
    for _ in range(400):
        if heard.exists() and heard.read_bytes():
            break
        time.sleep(0.05)
    assert heard.read_bytes().decode() == sentence


def test_the_newer_sentence_breaks_off_the_older_and_stop_ends_it() -> None:
    speech = SpokenBy("test", (sys.executable, "-c", "import time; time.sleep(600)"))
    speech.say("one")
    first = speech._speaking
    speech.say("two")
    second = speech._speaking
    assert first is not None
    assert second is not None
    assert first.returncode is not None
    speech.stop()
    assert second.returncode is not None


def test_a_command_that_does_not_start_is_silent() -> None:
    SpokenBy("gone", ("/nowhere/espeak",)).say("hello")
