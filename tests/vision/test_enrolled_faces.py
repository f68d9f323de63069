"""An enrolled back that the finder takes for a face is told as that back, unless a card is surely read there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from models.render.scene import turned_box
from vision.backs import BackLibrary, BackMatch
from vision.photo import Picture
from vision.pipeline import TableReader
from vision.sightings import FloatArray, Kind, Sighting

PICTURE = np.full((300, 400, 3), 90, np.uint8)
OUTLINE = turned_box((200, 150), (70, 100), 5.0)


class Known(BackLibrary):
    """Every back is this one."""

    match: Any = None

    def recognise(self, image: Picture, outline: FloatArray) -> BackMatch:
        """As `BackLibrary.recognise`."""
        match: BackMatch = self.match
        return match


@pytest.mark.parametrize(
    ("name", "certain", "card", "read", "told"),
    [
        ("Ann", True, None, False, [(Kind.BACK, "Ann")]),
        ("Ann", False, None, False, [(Kind.CARD, None)]),
        (None, True, None, False, [(Kind.CARD, None)]),
        ("Ann", True, "QH", True, [(Kind.CARD, "QH")]),
        ("Ann", True, "QH", False, [(Kind.BACK, "Ann")]),
        ("Ann", True, "JK", True, [(Kind.BACK, "Ann")]),  # the corners of many backs show a figure
        ("Ann", False, "JK", True, [(Kind.CARD, "JK")]),
    ],
)
def test_what_surely_shows_an_enrolled_back_is_no_card(
    name: str | None, certain: bool, card: str | None, read: bool, told: list[tuple[Kind, str | None]]
) -> None:
    library = Known()
    object.__setattr__(library, "match", BackMatch(name, 0.99, certain))
    judged = (None, Sighting(Kind.CARD, card, 0.9, read, OUTLINE))
    kept, backs = TableReader(backs=library)._without_enrolled(PICTURE, judged)
    assert kept[0] is None
    assert [(s.kind, s.name) for s in (*kept, *backs) if s is not None] == told
    assert all(back.certain for back in backs)


def test_a_face_too_small_to_be_compared_with_a_deck_stays_one() -> None:
    speck = Sighting(Kind.CARD, None, 0.0, False, turned_box((200, 150), (2, 3), 0.0))
    assert TableReader(backs=BackLibrary())._without_enrolled(PICTURE, (speck,)) == ((speck,), [])
