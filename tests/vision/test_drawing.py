"""A reading drawn on its picture: outlines, labels, their colours and their places."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.drawing import CERTAIN, UNSURE, draw_reading, label
from vision.sightings import Kind, Reading, Sighting

Picture = NDArray[np.uint8]


def sighting(
    name: str | None, certain: bool = True, kind: Kind = Kind.CARD, left: float = 100, top: float = 60
) -> Sighting:
    """A card of 120 × 180 pixels."""
    outline = np.array([[left, top], [left + 120, top], [left + 120, top + 180], [left, top + 180]], np.float32)
    return Sighting(kind, name, 0.9, certain, outline)


def drawn(*sightings: Sighting, width: int = 400, height: int = 300) -> Picture:
    canvas = np.full((height, width, 3), 90, np.uint8)
    return draw_reading(canvas, Reading((width, height), 1.0, sightings))


def pixels_of(picture: Picture, colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    return np.abs(picture.astype(int) - colour).max(axis=2) < 20


@pytest.mark.parametrize(
    ("seen", "text"),
    [
        (sighting("10H"), "10♥"),
        (sighting("AS"), "A♠"),
        (sighting("7C", certain=False), "7♣?"),
        (sighting("QD"), "Q♦"),
        (sighting("JK"), "JK"),
        (sighting(None, certain=False), "?"),
        (sighting("Ann", kind=Kind.BACK), "Ann"),
        (sighting(None, kind=Kind.BACK), "?"),
        (sighting("H", kind=Kind.TILE), "H"),
        (sighting("S", kind=Kind.TILE, certain=False), "S?"),
    ],
)
def test_labels(seen: Sighting, text: str) -> None:
    assert label(seen) == text


def test_the_given_picture_is_left_alone() -> None:
    canvas = np.full((300, 400, 3), 90, np.uint8)
    draw_reading(canvas, Reading((400, 300), 1.0, (sighting("AS"),)))
    assert (canvas == 90).all()


def test_a_certain_outline_is_solid_green_and_an_unsure_one_dashed_amber() -> None:
    certain, unsure = drawn(sighting("AS")), drawn(sighting("AS", certain=False))
    left_side = slice(60, 241), slice(98, 103)
    assert pixels_of(certain, CERTAIN)[left_side].any(axis=1).mean() > 0.97
    assert not pixels_of(certain, UNSURE).any()
    assert 0.3 < pixels_of(unsure, UNSURE)[left_side].any(axis=1).mean() < 0.8
    assert not pixels_of(unsure, CERTAIN).any()


def test_suit_signs_are_drawn_each_its_own_way() -> None:
    pictures = [drawn(sighting(f"8{suit}")) for suit in "CDHS"]
    for one in range(4):
        for other in range(one):
            assert (pictures[one] != pictures[other]).any()


@pytest.mark.parametrize("left", [-100, 340])
@pytest.mark.parametrize("top", [-170, 280])
def test_the_label_of_a_card_half_out_of_the_picture_is_whole(left: float, top: float) -> None:
    inside = pixels_of(drawn(sighting("10H", kind=Kind.CARD)), CERTAIN)[100:200, 110:210].sum()
    at_the_edge = pixels_of(drawn(sighting("10H", left=left, top=top)), CERTAIN).sum()
    assert at_the_edge > 0.9 * inside


def test_labels_of_a_fan_do_not_cover_each_other() -> None:
    fan = [sighting("10S", left=60 + 30 * step) for step in range(2)]
    single = pixels_of(drawn(fan[0]), CERTAIN)[70:230, 75:165].sum()
    both = pixels_of(drawn(*fan), CERTAIN)[70:230, 95:175].sum()
    assert both > 1.6 * single


def test_of_backs_in_a_dense_fan_some_have_no_name_and_none_is_covered() -> None:
    fan = [sighting("Maximiliane", kind=Kind.BACK, left=40 + 3 * step) for step in range(30)]
    first_name = slice(143, 158), slice(55, 145)
    assert (drawn(*fan)[first_name] == drawn(fan[0])[first_name]).all()
    assert pixels_of(drawn(fan[0]), CERTAIN)[first_name].mean() > 0.5


def test_the_label_of_a_tile_leaves_its_letter_in_sight() -> None:
    picture = drawn(sighting("H", kind=Kind.TILE))
    assert (picture[120:230, 140:210] == 90).all()


def test_a_text_grows_with_the_picture() -> None:
    outline = np.array([[100, 100], [1900, 100], [1900, 2700], [100, 2700]], np.float32)
    large = drawn(Sighting(Kind.CARD, "AS", 0.9, True, outline), width=4000, height=3000)
    small = drawn(sighting("AS"))
    filled = [pixels_of(picture, CERTAIN).sum() / picture[..., 0].size for picture in (large, small)]
    assert filled[0] > 0.3 * filled[1]
