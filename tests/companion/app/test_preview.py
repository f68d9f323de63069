"""Tests for what the set-up previews: what is told where that fails, and the edge of the table that it finds there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app import preview as module
from companion.app.preview import Preview
from models.render.edged_table import WHOLE, edged_table, surface
from tests.vision.colour_reader import ColourReader
from vision.frames import Live, Recorded, SourceError, SourceFault, State
from vision.photo import Picture

SECONDS = 30.0  # far more than anything here takes


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BETWEEN", 0.02)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), edged_table("felt", "oak table", seed=3))
    return path


@contextmanager
def opened(source: Path) -> Iterator[Preview]:
    preview = Preview(str(source))
    preview.start()
    wait_for(lambda: preview.frame is not None or preview.fault is not None)
    yield preview
    preview.close()


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)


def test_the_table_is_found_in_what_is_shown(photo: Path) -> None:
    with opened(photo) as preview:
        corners = np.array(preview.edge(ColourReader))
        assert np.abs(corners[:, None] - WHOLE).sum(axis=2).min(axis=1).max() < 0.04


def test_where_no_edge_is_seen_the_search_ends(tmp_path: Path) -> None:
    for number in range(5):
        cv2.imwrite(str(tmp_path / f"{number}.png"), surface("felt", number))
    with opened(tmp_path) as preview:
        assert preview.edge(ColourReader) == ()


def test_without_a_picture_the_search_ends(tmp_path: Path) -> None:
    with opened(tmp_path / "none.png") as preview:
        assert preview.fault is not None
        assert preview.edge(ColourReader) == ()


def test_a_source_that_breaks_before_its_first_picture_is_told(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Recorded):
        name, step = "broken", 1.0

        def shots(self) -> Generator[tuple[float, Picture | None], None, None]:
            raise RuntimeError("out of memory")
            yield

    monkeypatch.setattr(module, "open_source", lambda _name: Broken())
    with opened(photo) as preview:
        assert preview.fault is not None
        assert (preview.fault.source, preview.fault.fault) == ("broken", SourceFault.NO_FRAMES)


@pytest.mark.parametrize(("kind", "fault"), [(Live, SourceFault.LOST), (Recorded, SourceFault.CUT_SHORT)])
def test_a_source_that_breaks_after_its_first_picture_is_told(
    kind: type, fault: SourceFault, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(kind):  # type: ignore[misc]
        name, step = "broken", 1.0

        def pictures(self) -> Generator[Picture | None, None, None]:
            yield surface("felt", 1)
            raise RuntimeError("out of memory")

        def shots(self) -> Generator[tuple[float, Picture | None], None, None]:
            for picture in self.pictures():
                yield 0.0, picture

    monkeypatch.setattr(module, "open_source", lambda _name: Broken())
    with opened(Path("broken")) as preview:
        wait_for(lambda: preview.fault is not None)
        assert preview.fault is not None
        assert (preview.fault.source, preview.fault.fault) == ("broken", fault)
        assert not preview.lost
        assert preview.frame is not None
    assert capsys.readouterr().err.count("RuntimeError: out of memory") == 1


def test_photos_that_were_all_shown_are_no_fault(photo: Path) -> None:
    with opened(photo) as preview:
        assert preview._capture is not None
        capture = preview._capture
        wait_for(lambda: capture.status.state is State.ENDED)
        assert (preview.fault, preview.lost) == (None, False)


def test_a_camera_that_is_lost_is_told_until_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged = threading.Event()
    plugged.set()

    class Unplugged(Live):
        name = "camera"

        def pictures(self) -> Generator[Picture | None, None, None]:
            while plugged.is_set():
                time.sleep(0.01)
                yield surface("felt", 1)
            raise SourceError(self.name, SourceFault.NOT_FOUND)

    monkeypatch.setattr(module, "open_source", lambda _name: Unplugged())
    with opened(Path("0")) as preview:
        assert not preview.lost
        plugged.clear()
        wait_for(lambda: preview.lost)
        before = preview.frame
        assert preview.lost
        plugged.set()
        wait_for(lambda: not preview.lost)
        assert not preview.lost
        assert preview.frame is not before
        assert preview.fault is None


@pytest.mark.parametrize(
    "error", [OSError(5, "Input/output error"), cv2.error("assertion failed"), ValueError("no depth"), MemoryError()]
)
@pytest.mark.parametrize("where", ["first", "open_source", "Capture"])
def test_whatever_fails_while_it_is_opened_is_told(
    error: Exception, where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise error

    if where != "first":
        monkeypatch.setattr(module, where, fail)
    preview = Preview("rtsp://ann:secret@phone:8080/video")
    preview.start(fail if where == "first" else lambda: None)
    preview.close()
    assert preview.fault is not None
    assert (preview.fault.source, preview.fault.fault) == ("rtsp://phone:8080/video", SourceFault.CANNOT_OPEN)
    assert type(error).__name__ in capsys.readouterr().err
    assert preview.edge(ColourReader) == ()


def test_the_search_ends_with_the_preview(photo: Path) -> None:
    cv2.imwrite(str(photo), surface("felt", 1))
    with opened(photo) as preview:
        threading.Timer(0.1, preview.close).start()
        assert preview.edge(ColourReader) == ()
