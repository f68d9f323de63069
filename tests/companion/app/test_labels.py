"""Names of things that lie side by side: none covers another, as far as there is room."""

from __future__ import annotations

import pytest

from companion.app.labels import Box, lowered

FIRST = (100.0, 50.0, 60.0, 20.0)


@pytest.mark.parametrize(
    ("box", "placed"),
    [
        ((170.0, 50.0, 60.0, 20.0), (170.0, 50.0, 60.0, 20.0)),  # beside it
        ((160.0, 50.0, 60.0, 20.0), (160.0, 50.0, 60.0, 20.0)),  # edge to edge
        ((140.0, 50.0, 60.0, 20.0), (140.0, 30.0, 60.0, 20.0)),
        ((140.0, 60.0, 60.0, 20.0), (140.0, 20.0, 60.0, 20.0)),  # two steps of its height
    ],
)
def test_a_name_goes_below_one_that_is_there(box: Box, placed: Box) -> None:
    assert lowered(box, [FIRST], 10.0) == placed


def test_a_name_stays_where_there_is_no_room_below() -> None:
    box = (140.0, 50.0, 60.0, 20.0)
    assert lowered(box, [FIRST], 40.0) == box
    assert lowered(box, [FIRST, (100.0, 30.0, 60.0, 20.0)], 30.0) == box


def test_a_name_alone_stays() -> None:
    assert lowered(FIRST, [], 1000.0) == FIRST
