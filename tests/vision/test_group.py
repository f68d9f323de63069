"""Corners to cards: geometry on ideal cards laid anywhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.corner import CARD_ASPECT, Corner, extrapolated
from vision.group import group_cards
from vision.sightings import CARD_NAMES, FloatArray

HEIGHT = 200.0
INDEX = (0.09, 0.19)


def _turned(points: np.ndarray, angle: float, centre: tuple[float, float]) -> FloatArray:
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + centre, np.float32)


def _card(name: str, centre: tuple[float, float], angle: float = 0.0) -> tuple[FloatArray, Corner, Corner]:
    """An ideal card's face (from its own top left) and its two corners."""
    w, h = HEIGHT * CARD_ASPECT / 2, HEIGHT / 2
    face = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    x, y = -w + 0.085 * HEIGHT, -h + 0.135 * HEIGHT
    iw, ih = INDEX[0] * HEIGHT / 2, INDEX[1] * HEIGHT / 2
    index = np.array([[x - iw, y - ih], [x + iw, y - ih], [x + iw, y + ih], [x - iw, y + ih]])
    up = np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle))], np.float32)
    names = np.full(len(CARD_NAMES), -9.0, np.float32)
    names[CARD_NAMES.index(name)] = -0.001
    first = Corner(_turned(index, angle, centre), up, name, names, 0.99, 0.9)
    second = Corner(_turned(-index, angle, centre), -up, name, names, 0.99, 0.9)
    return _turned(face, angle, centre), first, second


def _faces(*faces: FloatArray) -> tuple[FloatArray, np.ndarray]:
    if not faces:
        return np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)
    return np.stack(faces), np.full(len(faces), 0.9, np.float32)


@given(st.floats(0, 360))
def test_two_corners_of_one_face_are_one_card(angle: float) -> None:
    face, first, second = _card("7D", (400, 300), angle)
    rolled = np.roll(face, 1, axis=0)  # the finder does not know which end is up
    (card,) = group_cards([first, second], *_faces(rolled))
    assert len(card.corners) == 2
    assert card.face_score == pytest.approx(0.9)
    distance = (
        np.linalg.norm(card.outline - face, axis=1).max(),
        np.linalg.norm(card.outline - np.roll(face, 2, 0), axis=1).max(),
    )
    assert min(distance) < 1  # from its own top left, seen from either end


@given(st.floats(0, 360))
def test_two_corners_without_a_face_are_one_card(angle: float) -> None:
    face, first, second = _card("7D", (400, 300), angle)
    (card,) = group_cards([first, second], *_faces())
    assert len(card.corners) == 2
    assert np.abs(card.outline.mean(axis=0) - face.mean(axis=0)).max() < 2


@given(st.floats(0, 360))
def test_one_corner_tells_where_its_card_lies(angle: float) -> None:
    face, first, _ = _card("KS", (400, 300), angle)
    assert np.linalg.norm(extrapolated(first) - face, axis=1).max() < 0.03 * HEIGHT


def test_equal_cards_of_two_decks_stay_two() -> None:
    left, a, b = _card("QH", (200, 300))
    right, c, d = _card("QH", (420, 300))
    with_faces = group_cards([a, b, c, d], *_faces(left, right))
    without = group_cards([a, b, c, d], *_faces())
    for cards in (with_faces, without):
        assert [len(card.corners) for card in cards] == [2, 2]


def test_equal_cards_one_covering_the_other_stay_two() -> None:
    _, upper_left, _ = _card("QH", (200, 300))
    top, a, b = _card("QH", (260, 330))
    cards = group_cards([upper_left, a, b], *_faces(top))
    assert sorted(len(card.corners) for card in cards) == [1, 2]


@pytest.mark.parametrize("aside", [(145, 76), (150, 90), (120, 160)])
def test_equal_cards_beside_each_other_with_one_corner_read_of_each_stay_two(aside: tuple[float, float]) -> None:
    """Each corner is about where the other's card would have its opposite one, but two faces were found."""
    left, first, _ = _card("QH", (200, 300))
    right, _, second = _card("QH", (200 + aside[0], 300 + aside[1]))
    cards = group_cards([first, second], *_faces(left, right))
    assert [len(card.corners) for card in cards] == [1, 1]


def test_a_face_found_twice_is_one_card() -> None:
    face, first, second = _card("QH", (200, 300))
    upper, lower = face - (0, 0.25 * HEIGHT), face + (0, 0.25 * HEIGHT)
    (card,) = group_cards([first, second], *_faces(*np.float32([upper, lower])))
    assert len(card.corners) == 2


def test_a_column_gives_one_card_for_each_corner() -> None:
    names = ["KC", "QC", "JC", "10C", "9C"]
    faces, corners = [], []
    for i, name in enumerate(names):
        face, first, second = _card(name, (300, 200 + 45 * i))
        faces.append(face)
        corners.append(first)
        if i == len(names) - 1:
            corners.append(second)
    cards = group_cards(corners, *_faces(*faces))
    assert sorted(card.corners[0].name for card in cards) == sorted(names)
    assert all(card.corners for card in cards)


def test_a_corner_that_contradicts_its_card_makes_no_second_card() -> None:
    face, first, _ = _card("6S", (300, 300))
    _, _, wrong = _card("9S", (300, 300))
    (card,) = group_cards([first, wrong], *_faces(face))
    assert card.corners[0].name == "6S"
    assert [rival.name for rival in card.rivals] == ["9S"]


def test_a_corner_that_fits_another_card_better_contradicts_the_one_that_it_fits_as_well() -> None:
    """The left card has both corners; the right one lies half on it, and only its far corner was read as its own."""
    left, first, second = _card("7C", (400, 300))
    right, _, far = _card("KD", (430, 300))
    corner = _card("KS", (410, 300))[1]
    cards = group_cards([first, second, far, corner], *_faces(left, right))
    (king,) = [card for card in cards if card.corners[0].name == "KD"]
    assert [rival.name for rival in king.rivals] == ["KS"]


def test_a_face_without_a_readable_corner_is_still_a_card() -> None:
    face, _, _ = _card("AS", (300, 300))
    (card,) = group_cards([], *_faces(face))
    assert card.corners == ()
    assert card.face_score > 0


def test_a_glyph_found_twice_is_one_card() -> None:
    _, first, _ = _card("AS", (300, 300))
    cards = group_cards([first, first], *_faces())
    assert len(cards) == 1


def test_a_wrong_second_box_of_a_squeezed_card_takes_none_of_its_corners() -> None:
    squeeze = np.array([0.5, 1.0], np.float32)
    face, *corners = _card("2S", (200, 300))
    first, second = (replace(corner, quad=corner.quad * squeeze) for corner in corners)
    face = face * squeeze
    across, along = face[1] - face[0], face[3] - face[0]
    # The better box lies beside the card, the wrong one too low: the lower corner sits better in that, the upper not.
    beside, low = face + 0.19 * across, face + 0.2 * along
    (card,) = group_cards([first, second], *_faces(beside, low))
    assert len(card.corners) == 2


@given(st.floats(0, 360))
def test_a_small_wrong_face_takes_no_index_of_a_card_with_four(angle: float) -> None:
    face, first, second = _card("2D", (400, 300), angle)
    across = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))], np.float32)
    aside = across * (HEIGHT * CARD_ASPECT - 2 * 0.085 * HEIGHT)  # from the index at the left to the one at the right
    third = replace(first, quad=first.quad + aside)
    fourth = replace(second, quad=second.quad - aside)
    wrong = third.centre + 0.5 * (face - first.centre)  # half as large, and its index is the third one
    (card, *others) = group_cards([first, second, third, fourth], *_faces(face, wrong))
    assert len(card.corners) == 4
    assert not [c for c in others if c.corners]


@given(st.floats(0, 360), st.sampled_from([0.0, 90.0, 180.0, 270.0]))
def test_the_words_of_a_joker_are_one_card_wherever_they_stand_in_its_face(angle: float, turned: float) -> None:
    face, first, second = _card("JK", (400, 300), angle)
    up = _turned(np.array([[0.0, -1.0]]), angle + turned, (0, 0))[0]
    middle = replace(first, quad=first.quad * 0.6 + face.mean(axis=0) * 0.4, up=up)
    (card,) = group_cards([middle, replace(first, up=up), replace(second, up=up)], *_faces(face))
    assert {corner.name for corner in card.corners} == {"JK"}
    assert card.face_score == pytest.approx(0.9)


def test_a_word_in_what_is_no_card_makes_no_joker_of_it() -> None:
    face, first, second = _card("JK", (400, 300))
    near = replace(second, quad=first.quad + np.float32((30, 5)), up=first.right)
    cards = group_cards([replace(first, up=first.right), near], *_faces(face))
    assert all(card.face_score == 0 for card in cards if card.corners)


def test_a_word_of_a_joker_in_another_card_is_not_of_that_card() -> None:
    face, first, second = _card("AS", (400, 300))
    word = replace(_card("JK", (400, 300))[1], quad=first.quad * 0.2 + second.quad * 0.8, up=first.right)
    cards = group_cards([first, word], *_faces(face))
    assert sorted(card.corners[0].name for card in cards) == ["AS", "JK"]


@pytest.mark.parametrize("turned", [0.0, 24.0])
def test_the_two_ends_of_a_card_that_is_badly_bounded_are_one_card(turned: float) -> None:
    face, first, second = _card("5C", (400, 300), 20)
    askew = _turned(face - np.float32((400, 300)), turned, (430, 275))
    (card,) = group_cards([first, second], *_faces(askew))
    assert len(card.corners) == 2


def test_equal_cards_beside_each_other_stay_two_where_one_of_their_faces_is_missed() -> None:
    face, first, _ = _card("5C", (400, 300))
    _, other, _ = _card("5C", (560, 300))
    assert len(group_cards([first, other], *_faces(face))) == 2


@given(st.floats(0, 360))
def test_indices_of_a_narrow_fan_stand_closer_than_they_are_high(angle: float) -> None:
    names = ("AH", "9D", "6C", "JK")
    step = _turned(np.array([[0.1 * HEIGHT, 0]]), angle, (0, 0))[0]
    corners = [_card(name, (400 + n * step[0], 300 + n * step[1]), angle)[1] for n, name in enumerate(names)]
    assert sorted(card.corners[0].name for card in group_cards(corners, *_faces())) == sorted(names)


def test_a_box_of_the_rank_alone_is_no_second_glyph() -> None:
    _, whole, _ = _card("8S", (400, 300))
    rank = whole.quad[:2].mean(axis=0) + (whole.quad - whole.quad[:2].mean(axis=0)) * (1, 0.6)
    (card,) = group_cards([whole, replace(whole, quad=rank.astype(np.float32), score=0.5)], *_faces())
    assert len(card.corners) == 1


def test_a_lone_index_that_is_large_tells_a_card_as_large_as_the_others() -> None:
    face, first, _ = _card("KH", (200, 300))
    other, second, _ = _card("KC", (700, 300))
    outline, lone, _ = _card("KS", (450, 300))
    tall = lone.centre + (lone.quad - lone.centre) * (1, 2)
    cards = group_cards([first, second, replace(lone, quad=tall.astype(np.float32))], *_faces(face, other))
    (card,) = [card for card in cards if card.corners[0].name == "KS"]
    assert np.linalg.norm(card.outline - outline, axis=1).max() < 0.15 * HEIGHT


@pytest.mark.parametrize(("large", "as_usual"), [(1, True), (2.8, True), (4, False)])
def test_a_lone_index_among_no_others_tells_a_card_as_large_as_is_usual(large: float, as_usual: bool) -> None:
    outline, lone, _ = _card("KS", (450, 300))
    tall = lone.centre + (lone.quad - lone.centre) * (1, large)
    (card,) = group_cards([replace(lone, quad=tall.astype(np.float32))], *_faces(), HEIGHT)
    assert bool(np.linalg.norm(card.outline - outline, axis=1).max() < 0.15 * HEIGHT) == as_usual


def _beside(corner: Corner, share: float) -> Corner:
    """The same index farther to the right by that share of a card's width."""
    return replace(corner, quad=corner.quad + corner.right * np.float32(share * HEIGHT * CARD_ASPECT))


@given(st.floats(0, 360))
def test_two_indices_at_one_end_of_a_card_are_its_own_whatever_sits_in_it_better(angle: float) -> None:
    face, first, _ = _card("8H", (400, 300), angle)
    below = -first.up * np.float32(0.1 * HEIGHT)
    _, _, misread = _card("5S", (400, 300), angle)
    stray = replace(misread, quad=misread.quad + below, score=0.2)
    cards = group_cards([stray, first, _beside(first, 0.75)], *_faces(face + below))
    assert [len(card.corners) for card in cards if card.corners[0].name == "8H"] == [2]


@given(st.floats(0, 360))
def test_two_indices_at_one_end_of_a_card_without_a_face_are_one_card(angle: float) -> None:
    face, first, _ = _card("8H", (400, 300), angle)
    (card,) = group_cards([first, _beside(first, 0.755)], *_faces())
    assert len(card.corners) == 2
    assert np.linalg.norm(card.outline - face, axis=1).max() < 0.03 * HEIGHT


@given(st.floats(0, 360))
def test_a_misread_index_of_a_card_of_four_of_which_three_agree_is_no_card(angle: float) -> None:
    face, first, far = _card("JC", (400, 300), angle)
    _, _, misread = _card("8C", (400, 300), angle)
    cards = group_cards([first, _beside(first, 0.75), far, _beside(misread, 0.75)], *_faces(face))
    assert [(card.corners[0].name, len(card.corners)) for card in cards] == [("JC", 3)]


@given(st.floats(0, 360), st.sampled_from([("KS", 1), ("KH", 2), ("QC", 2)]))
def test_an_upper_index_of_which_the_suit_is_misread_is_of_the_card_that_both_ends_tell(
    angle: float, read: tuple[str, int]
) -> None:
    face, first, far = _card("KC", (400, 300), angle)
    name, count = read
    _, other, _ = _card(name, (400, 300), angle)
    assert len(group_cards([first, far, _beside(other, 0.75)], *_faces(face))) == count


@pytest.mark.parametrize(("name", "four", "count"), [("KS", True, 2), ("KS", False, 3), ("QS", True, 3)])
def test_an_index_beside_one_of_which_it_differs_in_suit_is_the_same_cards_where_others_show_four(
    name: str, four: bool, count: int
) -> None:
    """As of a card that another one covers but for its upper edge, in a deck whose clubs look like spades."""
    face, first, _ = _card("KC", (400, 300))
    _, misread, _ = _card(name, (400, 300))
    other, left, far = _card("5H", (900, 300))
    corners = [first, _beside(misread, 0.75), left, far] + [_beside(left, 0.75)] * four
    assert len(group_cards(corners, *_faces(face, other))) == count


@given(st.floats(0, 360))
def test_equal_cards_of_a_fan_stay_two_where_an_index_stands_between_them(angle: float) -> None:
    face, first, _ = _card("5S", (400, 300), angle)
    _, eight, _ = _card("8H", (400, 300), angle)
    cards = group_cards([first, _beside(eight, -0.17), _beside(eight, 0.68)], *_faces(face))
    assert sorted(card.corners[0].name for card in cards) == ["5S", "8H", "8H"]


@given(st.floats(0, 360), st.sampled_from(["9D", "9H", "5D"]))
def test_a_9_where_a_6_stands_on_its_head_is_that_card(angle: float, read: str) -> None:
    """As in a deck of four indices, of which a finger hides the suit of one."""
    face, first, second = _card("6D", (400, 300), angle)
    across = 2 * (CARD_ASPECT / 2 - 0.085) * HEIGHT * first.right
    lower = replace(_card(read, (400, 300), angle)[2], quad=np.asarray(second.quad - across, np.float32), up=first.up)
    cards = group_cards([first, second, lower], *_faces(face))
    assert [card.corners[0].name for card in cards] == ["6D"] if read[0] == "9" else ["6D", read]


@given(st.floats(0, 360))
def test_an_index_read_from_its_other_end_as_well_makes_no_card(angle: float) -> None:
    face, first, second = _card("9H", (400, 300), angle)
    _, six, _ = _card("6H", (400, 300), angle)
    shifted = second.quad + 0.03 * HEIGHT * first.up
    (card,) = group_cards([first, second, replace(six, quad=shifted, up=first.up)], *_faces(face))
    assert [corner.name for corner in card.corners] == ["9H", "9H"]


@given(st.floats(0, 360))
def test_the_indices_of_a_card_in_a_fan_are_not_those_of_the_one_below_it(angle: float) -> None:
    """Four-index decks: both indices at the left of each card are seen, those of the upper one also sit at the right
    of the lower one's face, each less well than the worse one of its own."""
    face, first, last = _card("7D", (400, 300), angle)
    _, upper, far = _card("3S", (400, 300), angle)
    own = [first, _beside(last, 0.795)]
    others = [_beside(upper, 0.72), _beside(far, 0.04)]
    cards = group_cards([*others, *own], *_faces(face))
    (lower,) = [card for card in cards if card.corners[0].name == "7D"]
    assert len(lower.corners) == 2
    assert np.linalg.norm(lower.outline.mean(axis=0) - face.mean(axis=0)) < 0.03 * HEIGHT


@given(st.floats(0, 360))
def test_each_card_of_a_fan_has_its_own_face_though_the_next_sits_better_in_the_one_below(angle: float) -> None:
    face, first, last = _card("4D", (400, 300), angle)
    other, upper, far = _card("7H", (400, 300), angle)
    beside = upper.right * np.float32(0.72 * HEIGHT * CARD_ASPECT)
    own = [_beside(first, 0.1), _beside(last, 0.68)]  # both farther from the edge than those of usual decks
    others = [_beside(upper, 0.76), _beside(far, 0.0)]
    cards = group_cards([*others, *own], *_faces(face, other + beside + 0.05 * HEIGHT * first.up))
    lying = {card.corners[0].name: (len(card.corners), card.outline.mean(axis=0)) for card in cards if card.corners}
    assert {name: count for name, (count, _) in lying.items()} == {"4D": 2, "7H": 2}
    assert np.linalg.norm(lying["4D"][1] - face.mean(axis=0)) < 0.03 * HEIGHT


@given(st.floats(0, 360))
def test_an_index_read_from_aside_as_well_makes_no_card(angle: float) -> None:
    face, first, second = _card("8D", (400, 300), angle)
    _, ten, _ = _card("10D", (400, 300), angle)
    aside = replace(ten, quad=ten.quad + 0.05 * HEIGHT * first.right, up=first.right)
    (card,) = group_cards([first, second, aside], *_faces(face))
    assert [corner.name for corner in card.corners] == ["8D", "8D"]


@given(st.floats(0, 360), st.sampled_from(["4D", "9D", "9H"]))
def test_two_indices_of_one_side_of_a_card_that_read_otherwise_contradict_each_other(angle: float, lower: str) -> None:
    """As of a card in a fan that has four indices, of which the upper one is cut."""
    _, first, _ = _card("4D", (400, 300), angle)
    _, _, second = _card(lower, (400, 300), angle)
    back = 2 * (CARD_ASPECT / 2 - 0.085) * HEIGHT * first.right
    cards = group_cards([first, replace(second, quad=np.asarray(second.quad - back, np.float32))], *_faces())
    told = {card.corners[0].name: [rival.name for rival in card.rivals] for card in cards}
    assert told == ({"4D": ["9D"], "9D": ["4D"]} if lower == "9D" else {"4D": [], lower: []})


@pytest.mark.parametrize(("aside", "way"), [(30.0, 1.0), (0.0, 0.1), (0.0, 6.0)])
def test_two_indices_that_stand_elsewhere_are_of_two_cards(aside: float, way: float) -> None:
    _, first, _ = _card("4D", (400, 300))
    _, _, second = _card("9D", (400, 300))
    here = first.centre + np.array([aside, way * 0.73 * HEIGHT])
    moved = replace(second, quad=np.asarray(second.quad - second.centre + here, np.float32))
    assert [card.rivals for card in group_cards([first, moved], *_faces())] == [(), ()]


def test_a_card_in_a_box_that_holds_two_lies_where_its_index_tells() -> None:
    outline, first, _ = _card("QS", (400, 300))
    box = outline + np.float32([[0, 0], [0, 0], [0, HEIGHT], [0, HEIGHT]])
    (card,) = group_cards([first], *_faces(box), HEIGHT)
    assert np.linalg.norm(card.outline - outline, axis=1).max() < 0.05 * HEIGHT
    (card,) = group_cards([first], *_faces(box))
    assert np.array_equal(card.outline, box)  # it may be as long where nobody knows better


@given(st.floats(0, 360))
def test_an_index_that_is_read_badly_names_no_card_that_another_one_names(angle: float) -> None:
    """The other end of the card is half hidden: what shows of it fits its place best."""
    face, first, _ = _card("KC", (400, 300), angle)
    _, _, far = _card("AS", (400, 300), angle)
    badly = replace(far, names=far.names + np.float32(np.log(0.6)))
    inset = replace(first, quad=first.quad + first.right * np.float32(0.01 * HEIGHT))
    (card,) = group_cards([badly, inset], *_faces(face))
    assert [corner.name for corner in card.corners] == ["KC"]
    assert [corner.name for corner in card.rivals] == ["AS"]


@given(st.floats(0, 360))
def test_an_index_boxed_a_second_time_stands_not_between_two_of_one_end(angle: float) -> None:
    _, first, _ = _card("KC", (400, 300), angle)
    second = _beside(first, 0.7)
    rank = second.centre + (second.quad - second.centre) * np.float32(0.4)
    again = replace(second, quad=rank - second.right * np.float32(0.05 * HEIGHT), score=0.2)
    (card,) = [card for card in group_cards([first, second, again], *_faces()) if len(card.corners) > 1]
    assert all(any(corner is own for corner in card.corners) for own in (first, second))


@given(st.floats(0, 360))
def test_the_index_of_a_card_that_shows_above_one_of_four_indices_is_its_own(angle: float) -> None:
    face, first, far = _card("AC", (400, 300), angle)
    above = first.up * np.float32(0.165 * HEIGHT)
    _, beneath, _ = _card("KC", (400, 300), angle)
    corners = [first, _beside(first, 0.75), far, _beside(far, 0.75), replace(beneath, quad=beneath.quad + above)]
    cards = group_cards(corners, *_faces(face))
    assert sorted((card.corners[0].name, len(card.corners)) for card in cards) == [("AC", 4), ("KC", 1)]


@given(st.floats(0, 360))
def test_two_indices_that_stand_far_in_at_one_end_are_as_far_from_the_middle(angle: float) -> None:
    face, first, _ = _card("KC", (400, 300), angle)
    inset = _beside(first, 0.067)
    (card,) = group_cards([inset, _beside(inset, 0.62)], *_faces())
    assert len(card.corners) == 2
    assert np.linalg.norm(card.outline - face, axis=1).max() < 0.03 * HEIGHT
