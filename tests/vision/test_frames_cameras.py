"""Tests for the list of cameras."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from vision.frames import Camera, cameras


def listed(folder: Path, name: str, index: str | None, called: str | None) -> None:
    (folder / name).mkdir()
    for what, text in (("index", index), ("name", called)):
        if text is not None:
            (folder / name / what).write_text(f"{text}\n", encoding="utf-8")


def test_cameras_are_listed_by_number_without_what_gives_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    listed(tmp_path, "video10", "0", "Phone")
    listed(tmp_path, "video2", "0", "Webcam: 摄像头")
    listed(tmp_path, "video3", "1", "Webcam: metadata")
    listed(tmp_path, "video4", None, None)
    assert cameras(tmp_path) == (Camera("2", "Webcam: 摄像头"), Camera("4"), Camera("10", "Phone"))


def test_the_first_camera_is_offered_where_none_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert cameras(tmp_path / "none") == (Camera("0"),)


def test_elsewhere_the_first_few_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert [camera.number for camera in cameras()] == ["0", "1", "2", "3"]
