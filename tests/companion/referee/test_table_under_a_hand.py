"""What was read with a hand near, and what of it is believed once the hand is away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.table import Table
from tests.companion.referee.test_table import CARD, Around, Told, face_down, seen, take, told
from vision.sightings import Kind, Reading, Sighting


def under_hand(table: Table, time: float, *sightings: Sighting, stirred: float = 0.0) -> Told:
    """What a reading changes while a hand is over everything."""
    reading = Reading((500, 500), 1.0, sightings)
    events = table.update(reading, time, Around(lambda outline: 1.0, stirred))
    return [(event.happening.value, event.thing.sighting.name) for event in events]


def look(table: Table, *reads: tuple[float, Sighting, bool]) -> list[tuple[str | None, bool]]:
    """What lies there after readings at such times of one thing each, with a hand near it or not."""
    for time, sighting, hand in reads:
        table.update(Reading((500, 500), 1.0, (sighting,)), time, Around(lambda _, near=float(hand): near))
    return [(thing.sighting.name, thing.sighting.certain) for thing in table.things]


UNDER_A_HAND = [(0.1 * number, seen("JS"), True) for number in range(10)]


def test_a_name_that_was_sure_under_a_hand_alone_is_as_sure_as_it_is_seen_without_one() -> None:
    table = Table()
    assert look(table, *UNDER_A_HAND) == [("JS", True)]
    assert look(table, (1.0, seen("JS", certain=False), False)) == [("JS", False)]


def test_another_name_that_is_read_before_the_first_was_sure_without_a_hand_counts() -> None:
    table = Table()
    look(table, *UNDER_A_HAND, (1.0, seen("JS", certain=False), False))
    assert look(table, (1.1, seen("JC", certain=False), False)) == [("JC", False)]


def test_a_name_that_was_surely_read_without_a_hand_once_stays_sure() -> None:
    table = Table()
    look(table, *UNDER_A_HAND, (1.0, seen("JS"), False))
    assert look(table, (1.1, replace(seen("JC", certain=False), confidence=0.7), False)) == [("JS", True)]


def test_what_people_said_stays_so_whatever_is_read_once_the_hand_is_away() -> None:
    table = Table()
    look(table, *UNDER_A_HAND)
    table.name(table.things[0].number, "JC", 1.0)
    assert look(table, (1.1, seen("KC", certain=False), False)) == [("JC", True)]


def test_an_arm_that_leaves_only_the_lower_half_of_a_card_in_sight_does_not_move_it() -> None:
    table, half = Table(), np.array([[60, 84], [0, 84], [0, 47], [60, 47]], np.float32)
    assert told(table, *[[seen("3C")]] * 2) == [("placed", "3C")]
    assert told(table, *[[replace(seen("3C"), outline=half)]] * 3) == []
    np.testing.assert_array_equal(table.things[0].sighting.outline, CARD)
    whole, askew = seen("3C", 1.0), seen("3C", -6.0, certain=False)
    assert told(table, [askew, replace(seen(None, certain=False), outline=half)], [askew], [whole], [whole]) == []


def test_a_card_whose_outline_was_wrong_at_first_lies_where_it_is_seen() -> None:
    table, first = Table(), np.array([[-10, 0], [70, 0], [70, 164], [-10, 164]], np.float32)
    told(table, *[[replace(seen("KS"), outline=first)]] * 2, [seen("KS", 1.0)])
    np.testing.assert_array_equal(table.things[0].sighting.outline, seen("KS", 1.0).outline)


def test_a_card_that_seemed_longer_under_a_hand_is_not_two_once_it_is_seen_whole() -> None:
    table = Table()
    long = replace(seen("10D"), outline=np.array([[0, -2], [80, 2], [70, 195], [-10, 190]], np.float32))
    faces = [long, seen(None, certain=False)]
    for time, read, hand in [(0, faces, 1.0), (0.2, faces, 1.0), (0.4, [long], 1.0), (0.6, [long], 1.0)]:
        table.update(Reading((500, 500), 1.0, tuple(read)), time, Around(lambda _, near=hand: near))
    assert [thing.sighting.name for thing in table.things] == ["10D"]
    told(table, *[[seen("10D")]] * 4)
    assert [(thing.sighting.name, thing.sighting.kind) for thing in table.things] == [("10D", Kind.CARD)]
    np.testing.assert_array_equal(table.things[0].sighting.outline, CARD)


def test_a_card_that_lies_still_under_a_hand_counts_before_the_hand_is_gone() -> None:
    table = Table(agreeing=2)
    assert [under_hand(table, time, seen("AS")) for time in (0.0, 0.05)] == [[], []]  # the hand may still hold it
    assert under_hand(table, 0.1, seen("AS")) == [("placed", "AS")]


@pytest.mark.parametrize(("right", "certain", "counts"), [(1.0, True, True), (8.0, True, False), (1.0, False, False)])
def test_a_hand_that_leaves_stirs_what_lay_still_before(right: float, certain: bool, counts: bool) -> None:
    table = Table(agreeing=2)
    assert under_hand(table, 0.0, seen("AS")) == []
    placed = under_hand(table, 0.1, seen("AS", right, certain=certain), stirred=0.6)
    assert placed == ([("placed", "AS")] if counts else [])  # else it moves with the hand, or may be no ace at all


def test_a_known_card_that_a_hand_pushes_is_no_second_one_of_its_name() -> None:
    table = Table(agreeing=2)
    told(table, [seen("QH")], [seen("QH")])
    pushed = [under_hand(table, time / 5, seen("QH"), seen("QH", 45)) for time in range(6)]
    assert pushed == [[]] * 6
    assert under_hand(table, 1.2, seen("QH"), seen("KH", 45)) == []
    assert [under_hand(table, time, seen("QH"), seen("KH", 45)) for time in (1.25, 1.3)] == [[], [("placed", "KH")]]


def test_what_cannot_be_named_under_a_hand_counts_once_the_hand_is_gone() -> None:
    table = Table(agreeing=2)
    part = seen(None, certain=False)
    assert [under_hand(table, time / 10, part) for time in range(12)] == [[]] * 12
    assert take(table, [part]) == [("placed", None)]


def test_a_card_that_moves_with_the_hand_or_slides_does_not_count() -> None:
    table = Table(agreeing=2)
    assert [under_hand(table, time / 5, seen("AS"), stirred=0.9) for time in range(6)] == [[]] * 6
    assert [under_hand(table, time / 5, seen("AS", 20.0 * time)) for time in range(6)] == [[]] * 6


def test_what_is_half_hidden_is_neither_moved_nor_turned() -> None:
    table = Table(agreeing=2)
    told(table, [seen("AS")], [seen("AS")])
    assert [under_hand(table, float(time), seen("AS", 25.0)) for time in range(4)] == [[]] * 4
    assert [under_hand(table, float(time), face_down()) for time in range(4)] == [[]] * 4
    assert (table.things[0].sighting.outline == CARD).all()


def test_a_face_without_a_name_under_a_hand_does_not_prove_that_a_known_card_is_there() -> None:
    table = Table(agreeing=2)
    told(table, [seen("3C")], [seen("3C")])
    for time in (1.0, 1.2, 1.4):
        assert under_hand(table, time, seen(None, certain=False)) == []
    assert table.things[0].seen == 0.0


def test_the_half_of_a_card_that_an_arm_leaves_in_sight_is_no_other_card_however_surely_read() -> None:
    table, half = Table(), np.array([[60, 84], [0, 84], [0, 42], [60, 42]], np.float32)
    told(table, [seen("3C", certain=False)], *[[seen("3C")]] * 2)
    misread = replace(seen("3D"), outline=half)
    assert [under_hand(table, 1.0 + time / 10, misread) for time in range(20)] == [[]] * 20
    assert told(table, *[[seen("3C")]] * 3) == []


def test_a_face_without_a_name_that_was_seen_under_a_hand_is_the_known_card_of_its_place() -> None:
    table = Table(agreeing=2)
    told(table, [seen("7C")], [seen("7C")])
    assert under_hand(table, 1.0, replace(seen(None, 2.0, certain=False), outline=CARD * np.float32([0.9, 0.6]))) == []
    assert told(table, *[[seen(None, 2.0, certain=False)]] * 6) == []
    assert [thing.sighting.name for thing in table.things] == ["7C"]


def test_what_seems_to_lie_in_a_card_s_place_under_a_hand_counts_once_the_hand_is_gone() -> None:
    table = Table(agreeing=2)
    told(table, [seen("3D")], [seen("3D")])
    assert [under_hand(table, 1.0 + time / 5, seen("8D", 4.0)) for time in range(6)] == [[]] * 6
    assert told(table, *[[seen("3D")]] * 3) == []
    assert [under_hand(table, 3.0 + time / 5, seen("8D", 4.0)) for time in range(6)] == [[]] * 6
    assert sorted(told(table, *[[seen("8D", 4.0)]] * 3)) == [("covered", "3D"), ("placed", "8D")]


def test_what_is_surely_laid_askew_on_a_card_counts_before_the_hand_is_gone() -> None:
    table = Table(agreeing=2)
    told(table, [seen("3D")], [seen("3D")])
    assert [under_hand(table, 1.0 + time / 10, seen("8D", 12.0)) for time in range(3)] == [[], [], [("placed", "8D")]]


def test_a_corner_that_stays_tells_that_a_card_rests_whatever_hides_the_others() -> None:
    table, half = Table(agreeing=2), seen("AS")
    half = replace(half, outline=half.outline * np.float32([1.0, 0.5]))
    assert under_hand(table, 0.0, half) == []
    assert under_hand(table, 0.1, seen("AS")) == [("placed", "AS")]


def test_a_letter_that_was_only_sure_under_a_hand_is_what_is_seen_without_it() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0.0)
    sure, unsure = seen("I", kind=Kind.TILE), seen("T", kind=Kind.TILE, certain=False)
    told = [under_hand(table, 0.1 * number, read) for number, read in enumerate((sure, sure, sure, unsure))]
    assert [event for events in told for event in events] == [("placed", "I")]
    assert [thing.sighting.name for thing in table.things] == ["I"]
    assert take(table, [unsure]) == [("named", "T")]
    assert not table.things[0].sighting.certain
    assert table.name(table.things[0].number, "L", 0.0) is not None
    assert take(table, [unsure]) == []


def test_a_card_that_a_hand_half_hid_is_no_other_one_that_was_only_sure_under_it() -> None:
    table = Table(agreeing=2)
    told(table, [seen("3S")], [seen("3S")])
    assert [under_hand(table, 1.0 + time / 5, seen("3D", 4.0)) for time in range(6)] == [[]] * 6
    assert told(table, *[[seen("3D", 4.0, certain=False)]] * 4) == []
    assert [thing.sighting.name for thing in table.things] == ["3S"]


def test_a_card_laid_on_another_is_no_misread_of_that_though_it_was_only_sure_under_a_hand() -> None:
    table = Table(agreeing=2)
    told(table, [seen("AH")], [seen("AH")])
    assert [under_hand(table, 1.0 + time / 5, seen("9H", 18.0)) for time in range(2)] == [[]] * 2
    assert told(table, *[[seen("9H", 10.0, certain=False)]] * 4) == [("covered", "AH"), ("placed", "9H")]


def test_what_was_only_sure_under_a_hand_is_as_sure_as_it_is_seen_without_it() -> None:
    table = Table(agreeing=2)
    told(table, [seen("KH", 8.0)], [seen("KH", 8.0)])
    assert [under_hand(table, 1.0 + time / 5, seen("KH", 8.0), seen("AS", 34.0)) for time in range(2)] == [[]] * 2
    assert told(table, *[[seen("KH", 8.0), seen("AS", 34.0, certain=False)]] * 4) == [("placed", "AS")]
    assert [thing.sighting.certain for thing in table.things] == [True, False]


def test_a_card_laid_under_a_hand_just_where_another_was_taken_up_is_no_misread_of_that() -> None:
    """Two hands shown one after the other at one place: a Q♠ is read as a 3♠ now and then, never as a 6♥."""
    table = Table(agreeing=2)
    told(table, [seen("QS")], [seen("QS")])
    for time in range(4):
        under_hand(table, 1.0 + time / 10, seen("6H", 2.0))
    assert told(table, *[[seen("6H", 1.0, certain=False)]] * 4) == [("placed", "6H"), ("covered", "QS")]


@pytest.mark.parametrize(("confidence", "told_then"), [(0.99, [("placed", "8H")]), (0.7, [])])
def test_a_card_that_lay_surely_under_a_hand_is_confirmed_by_a_likely_read_without_one(
    confidence: float, told_then: Told
) -> None:
    """Just on a card that is known: what is unlikely then is a misread of that."""
    table = Table(agreeing=2)
    told(table, [seen("5H")], [seen("5H")])
    for time in range(3):
        under_hand(table, 1.0 + time / 10, seen("8H"))
    assert told(table, [replace(seen("8H", certain=False), confidence=confidence)]) == told_then


def test_a_card_that_seemed_to_lie_elsewhere_under_a_hand_is_no_second_one() -> None:
    """Of a king only the lower index was seen at first, and beside it an ace that is none."""
    table, ace = Table(), seen("AH", 8.0, certain=False)
    king = seen("KH")
    below = replace(king, outline=king.outline + np.float32([0, 55]))
    assert under_hand(table, 1.0, ace, below) == []
    events = [event for number in range(4) for event in under_hand(table, 1.2 + 0.1 * number, below)]
    assert events == [("placed", "KH")]
    number = table.things[0].number
    assert told(table, *[[king]] * 5) == [("moved", "KH")]
    assert [thing.number for thing in table.things] == [number]


@pytest.mark.parametrize(("confidence", "events"), [(0.99, []), (0.9, [("placed", "9S")])])
def test_a_card_that_may_be_one_whose_place_a_hand_hides_waits_though_it_is_hardly_unsure(
    confidence: float, events: Told
) -> None:
    table = Table()
    told(table, [seen("9S")], [seen("9S")])
    number = table.things[0].number
    moved = replace(seen("9S", 150, certain=False), confidence=confidence)
    assert [event for _ in range(6) for event in take(table, [moved], hand=(0, 70))] == events
    if not events:
        assert told(table, *[[moved]] * 2) == [("moved", "9S")]
        assert [thing.number for thing in table.things] == [number]


def test_a_tile_that_a_hand_carries_over_a_square_is_not_the_one_that_is_laid_there() -> None:
    table, tile = Table(), np.array([[0, 0], [25, 0], [25, 25], [0, 25]], np.float32)
    passing = Sighting(Kind.TILE, "G", 1.0, True, tile + np.float32([4, 0]))
    laid = [Sighting(Kind.TILE, "F", 0.8 + k / 100, False, tile + np.float32(k / 10)) for k in range(6)]
    reads = [(0.0, passing, False), (0.1, passing, True), *((0.2 + k / 10, one, False) for k, one in enumerate(laid))]
    assert look(table, *reads) == [("F", False)]


def test_a_back_of_which_an_arm_hides_the_edge_is_the_one_that_lies_there_once_the_arm_is_away() -> None:
    """It seemed to lie so when it came, too, and was seen where it lies before the arm came."""
    table, arm = Table(), (45.0, 60.0)
    told(table, *[[face_down(-8)]] * 4)
    (lying,) = table.things
    take(table, [face_down(0)], altered=0.0)
    take(table, [face_down(-8)], hand=arm, altered=0.0)
    for _ in range(4):
        take(table, [face_down(2)], altered=0.0)
    assert [thing.number for thing in table.things] == [lying.number]


def test_a_back_laid_beside_another_stays_one_of_its_own_though_a_hand_makes_it_seem_nearer() -> None:
    """A slow machine sees it twice before a hand leaves only a part of it in sight."""
    table = Table()
    look(table, (0.0, face_down(), False), (0.1, face_down(), False))
    look(table, (1.0, face_down(10), False), (1.3, face_down(12), True), (1.6, face_down(8.5), False))
    assert look(table, (1.9, face_down(12), False)) == [("Ann", True), ("Ann", True)]
