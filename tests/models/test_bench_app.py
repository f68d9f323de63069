"""What `make bench` tells of the app's window: figures from the frames, and the real program that writes them."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from models import bench_app
from models.bench_app import Drawn, NotDrawn, evenness, frames_in, opening, size_of, watched

COMPANION = (sys.executable, "-m", "companion")


def test_the_figures_of_a_hundred_frames_one_of_which_was_late() -> None:
    at = [number / 30 for number in range(100)] + [99 / 30 + 0.5]
    told = evenness([Drawn(seconds, "table", number % 4 == 0) for number, seconds in enumerate(at)])
    assert told.frames == 101
    assert told.rate == pytest.approx(30, abs=0.01)
    assert told.times == pytest.approx((33.33, 33.33, 33.33, 500), rel=0.2)
    assert told.times[3] == pytest.approx(500, abs=0.01)
    assert told.reading == pytest.approx(26 / 101)


def test_a_line_that_is_still_being_written_is_left_for_the_next_time(tmp_path: Path) -> None:
    file = tmp_path / "frames.jsonl"
    assert frames_in(file) == []
    file.write_text('{"at": 7.5, "screen": "home", "looking": false}\n{"at": 7.6, "scr', encoding="utf-8")
    assert frames_in(file) == [Drawn(7.5, "home", False)]


def test_a_program_that_draws_nothing_is_told_with_what_it_said() -> None:
    with pytest.raises(NotDrawn, match="no window here"):
        opening((sys.executable, "-c", "print('no window here')"), (640, 480), False)


def test_a_part_that_is_not_timed_is_told_in_one_line_and_the_status_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unseen(*_: object) -> None:
        raise NotDrawn("Usage: companion\n\nThe app opens in a window, and none can be opened here\n")

    monkeypatch.setattr(bench_app, "tell_opening", unseen)
    monkeypatch.setattr(bench_app, "tell_frames", lambda *_: print("frames are told"))
    monkeypatch.setattr(sys, "argv", ["bench_app"])
    with pytest.raises(SystemExit) as left:
        bench_app.main()
    told = capsys.readouterr()
    assert left.value.code == 1
    assert told.out == "frames are told\n"
    assert told.err == "not timed: opening (The app opens in a window, and none can be opened here)\n"
    monkeypatch.setattr(sys, "argv", ["bench_app", "--only", "frames"])
    with pytest.raises(SystemExit) as left:
        bench_app.main()
    assert left.value.code == 0


def test_a_size_is_written_with_an_x() -> None:
    assert size_of("1280x720") == (1280, 720)
    with pytest.raises(ValueError, match="unpack"):
        size_of("1280")


@pytest.mark.timeout(280)  # a slow machine
def test_the_app_writes_down_each_frame_it_draws() -> None:
    try:
        started, frames = watched(COMPANION, (640, 480), False, lambda drawn: len(drawn) > 3)
    except NotDrawn as reason:
        if "Traceback" in str(reason):
            raise
        pytest.skip(f"no window opens here, not even offscreen: {reason}")
    assert {(frame.screen, frame.looking) for frame in frames} == {("home", False)}
    assert all(before.at < after.at for before, after in pairwise(frames))
    assert started < frames[0].at
