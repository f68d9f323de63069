"""What the demo's screen says, and the sizes and fonts it says it in: no window needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.app.live import LiveResult
from companion.app.said import Said
from companion.app.screens.demo_view import LiveView
from companion.app.theme import SHIPPED_FONT, font_for, scale_for
from companion.language import Language
from companion.referee.table import Event, Happening, Thing
from vision.sightings import Kind, Reading, Sighting

ENGLISH = Language.load("en")
SQUARE = np.array([[10, 10], [50, 10], [50, 70], [10, 70]], np.float32)


def seen(kind: Kind, name: str | None, certain: bool = True) -> Sighting:
    return Sighting(kind, name, 0.9, certain, SQUARE)


def thing(sighting: Sighting) -> Thing:
    return Thing(1, sighting, False, 0.0)


def event(happening: Happening, sighting: Sighting) -> Event:
    return Event(happening, thing(sighting), None, 0.0)


def test_things_are_certain_or_asked_and_events_come_newest_first() -> None:
    ten, seven, back = seen(Kind.CARD, "10H"), seen(Kind.CARD, "7C", certain=False), seen(Kind.BACK, "Ann")
    unread = seen(Kind.CARD, None, certain=False)
    events = (event(Happening.PLACED, ten), event(Happening.PLACED, back), event(Happening.REMOVED, ten))
    reading = Reading((80, 80), 41.7, (seven, back, unread))
    things = (thing(seven), thing(back))
    view = LiveView.of(LiveResult(np.zeros((80, 80, 3), np.uint8), reading, things, events), ENGLISH)
    assert view.things == (Said("7♣?", False), Said("a card of Ann", True), Said("?", False))
    assert [said.text for said in view.events] == [
        "no longer there: 10♥",
        "now on the table: a card of Ann",
        "now on the table: 10♥",
    ]
    assert "42 ms" in view.status


def test_a_long_game_shows_its_last_events() -> None:
    happened = tuple(event(Happening.PLACED, seen(Kind.TILE, letter)) for letter in "ABCDEFGHIJ" * 10)
    result = LiveResult(np.zeros((80, 80, 3), np.uint8), Reading((80, 80), 1.0), (), happened)
    events = LiveView.of(result, ENGLISH).events
    assert len(events) == 40
    assert events[0].text.endswith("J")


@pytest.mark.parametrize(
    ("size", "least", "most"), [((800, 480), 0.6, 0.8), ((1280, 800), 1, 1), ((3840, 2160), 2.6, 2.8)]
)
def test_sizes_follow_the_window_but_stay_readable(size: tuple[int, int], least: float, most: float) -> None:
    assert least <= scale_for(*size) <= most
    assert scale_for(*size) == scale_for(*size[::-1])


def test_chinese_needs_a_font_that_has_it(tmp_path: Path) -> None:
    assert font_for("en", [tmp_path]) == SHIPPED_FONT
    assert font_for("zh", [tmp_path]) is None
    font = tmp_path / "opentype" / "noto" / "NotoSansCJK-Regular.ttc"
    font.parent.mkdir(parents=True)
    font.touch()
    assert font_for("zh", [tmp_path]) == str(font)
