"""A table at which nothing moves is looked at less often, and what comes then is seen all the same."""

from __future__ import annotations

import pytest

from tests.vision.test_motion import SIZE, Picture, noisy, outline, seeing, table
from vision.motion import Motion, Watch
from vision.small_picture import SmallPicture

RATE = 30.0


def at_rest(seconds: float = 2.0) -> tuple[Watch, float]:
    """A watch of a still table that was read, and the time of its next frame."""
    watch, count = seeing(table()), round(seconds * RATE)
    for number in range(1, count):
        watch.look(noisy(table(), number % 6), number / RATE)
    return watch, count / RATE


def shown(watch: Watch, picture: Picture, start: float, frames: int) -> list[Motion]:
    return [watch.look(picture, start + number / RATE) for number in range(frames)]


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """The frames of which a small copy was made."""
    of, taken = SmallPicture.of, list[Picture]()
    monkeypatch.setattr(SmallPicture, "of", lambda image: taken.append(image) or of(image))
    return taken


def test_ten_frames_a_second_of_a_table_at_rest_are_looked_at(looked_at: list[Picture]) -> None:
    watch, now = at_rest()
    looked_at.clear()
    shown(watch, noisy(table(), 3), now, 30)
    assert 9 <= len(looked_at) <= 11


def test_every_frame_is_looked_at_once_something_moves(looked_at: list[Picture]) -> None:
    watch, now = at_rest()
    picture = table(cards=7)
    shown(watch, picture, now, 3)
    looked_at.clear()
    shown(watch, picture, now + 3 / RATE, 15)
    assert len(looked_at) == 15


def test_what_goes_is_seen_within_a_tenth_of_a_second_and_its_place_is_read() -> None:
    watch, now = at_rest()
    motions = shown(watch, table(cards=7), now, 12)
    assert any(not motion.still for motion in motions[:3])
    assert motions[-1].still
    assert motions[-1].unread.any()
    assert motions[-1].changed_at(outline(470, 190)) > 0.5


def test_what_was_told_to_be_read_is_not_told_again_before_the_next_look() -> None:
    watch, _ = at_rest()
    told = [watch.look(noisy(table(7, 7), number), 9.0 + number / RATE) for number in range(75)]
    late = [bool(motion.unread.any()) for motion in told[60:]]
    assert any(late)
    assert late.count(True) <= 6


def test_a_frame_of_another_size_is_looked_at_at_once(looked_at: list[Picture]) -> None:
    watch, now = at_rest()
    watch.look(table(), now)
    looked_at.clear()
    watch.look(table()[: SIZE[1] // 2], now + 0.01)
    assert len(looked_at) == 1


def test_what_was_read_is_compared_with_from_the_next_frame_on(looked_at: list[Picture]) -> None:
    watch, now = at_rest()
    motion = watch.look(table(), now + 0.2)
    watch.took(table(), motion, [outline(20, 30)])
    looked_at.clear()
    watch.look(table(), now + 0.21)
    assert len(looked_at) == 1
