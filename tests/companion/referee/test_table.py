"""When a thing counts as lying on the table, what may happen to it, and when it is gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.table import Table
from companion.referee.things import Happening
from vision.sightings import FloatArray, Kind, Reading, Sighting

CARD = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
Told = list[tuple[str, str | None]]


def seen(name: str | None, x: float = 0.0, certain: bool = True, kind: Kind = Kind.CARD) -> Sighting:
    return Sighting(kind, name, 0.9 if certain else 0.6, certain, CARD + np.float32([x, 0]))


def face_down(x: float = 0.0) -> Sighting:
    return seen("Ann", x, kind=Kind.BACK)


@dataclass(frozen=True)
class Around:
    """A picture of which such shares of a place are hidden, stir, and look otherwise than before."""

    hides: Callable[[FloatArray], float]
    stirs: float = 0.0
    altered_by: float = 1.0

    def hidden(self, outline: FloatArray) -> float:
        return self.hides(outline)

    def stirred(self, outline: FloatArray) -> float:
        return self.stirs

    def altered(self, outline: FloatArray) -> float:
        return self.altered_by


def take(table: Table, read: list[Sighting], hand: tuple[float, float] | None = None, altered: float = 1.0) -> Told:
    """What one reading changes; hand: the stretch from left to right that a hand hides; altered: the share of every
    place that looks otherwise than before."""

    def hidden(outline: FloatArray) -> float:
        low, high = outline[:, 0].min(), outline[:, 0].max()
        return 0.0 if hand is None else float(max(0.0, min(high, hand[1]) - max(low, hand[0])) / (high - low))

    events = table.update(Reading((500, 500), 1.0, tuple(read)), 0.0, Around(hidden, altered_by=altered))
    return [(event.happening.value, event.thing.sighting.name) for event in events]


def run(table: Table, *reads: list[Sighting]) -> list[Told]:
    return [take(table, read) for read in reads]


def told(table: Table, *reads: list[Sighting]) -> Told:
    """All that several readings change, in order."""
    return [event for read in reads for event in take(table, read)]


def test_a_card_counts_after_equal_reads_and_only_once() -> None:
    assert run(Table(), [seen("AS")], [seen("AS", 2)], [seen("AS", 4)]) == [[], [("placed", "AS")], []]


def test_a_read_that_does_not_agree_counts_for_nothing() -> None:
    assert run(Table(), [seen("AS")], [seen("4S")], [seen("AS")], [], [seen("AS")]) == [[]] * 5


def test_an_unsure_card_waits_longer_and_counts_as_unsure() -> None:
    table = Table(agreeing=2)
    doubtful = seen("AS", certain=False)
    assert told(table, [doubtful], [doubtful], [doubtful]) == []
    assert told(table, [doubtful]) == [("placed", "AS")]
    assert not table.things[0].sighting.certain


def test_what_has_no_name_counts_too_and_may_be_named_later() -> None:
    table = Table(gone_for=0)
    unread = seen(None, certain=False)
    assert told(table, *[[unread]] * 4) == [("placed", None)]
    assert told(table, [seen("AS")]) == [("named", "AS")]
    assert len(table.things) == 1


def test_a_face_without_a_name_is_a_back_as_soon_as_one_is_seen_there() -> None:
    table, unread = Table(agreeing=2), seen(None, certain=False)
    told(table, *[[unread]] * 4)
    assert told(table, [face_down()]) == [("turned", "Ann")]
    assert told(table, [unread], [unread], [face_down()], [unread], [unread], [unread]) == []
    assert told(table, [unread]) == [("turned", None)]


def likely(name: str) -> Sighting:
    return Sighting(Kind.CARD, name, 0.97, False, CARD)


def test_a_likely_other_name_read_again_and_again_is_a_card_laid_on_it() -> None:
    table = Table(agreeing=2)
    told(table, [seen("QD")], [seen("QD")])
    changes = told(table, *[[likely("JD")]] * 8)
    assert sorted(changes) == [("covered", "QD"), ("placed", "JD")]
    assert [thing.sighting.certain for thing in table.things] == [True, False]


def test_an_unsure_other_name_is_a_card_laid_on_it_where_the_place_came_to_look_otherwise() -> None:
    table, unsure = Table(agreeing=2), replace(likely("JD"), confidence=0.75)
    told(table, [seen("QD")], [seen("QD")])
    assert [take(table, [unsure], altered=0.0) for _ in range(8)] == [[]] * 8
    assert [take(table, [unsure], hand=(0, 60)) for _ in range(8)] == [[]] * 8
    assert sorted(event for _ in range(8) for event in take(table, [unsure])) == [("covered", "QD"), ("placed", "JD")]


def test_a_card_under_another_one_needs_no_further_reading() -> None:
    table = Table(agreeing=2)
    told(table, [seen("QD")], [seen("QD")], [likely("JD")])
    assert len(table.unsettled) == 1
    told(table, *[[seen("JD", 20)]] * 3)
    assert [(thing.sighting.name, thing.covered) for thing in table.things] == [("QD", True), ("JD", False)]
    assert table.unsettled == ()


def test_a_card_that_a_person_named_may_be_read_again_as_it_was_before() -> None:
    table = Table(agreeing=2)
    told(table, *[[likely("JD")]] * 4)
    table.name(table.things[0].number, "QD", 1.0)
    assert told(table, *[[likely("JD")]] * 8) == []
    assert [thing.sighting.name for thing in table.things] == ["QD"]


def test_unlike_reads_that_do_not_agree_are_no_card_laid_on_it() -> None:
    table = Table(agreeing=2)
    told(table, [seen("QD")], [seen("QD")])
    assert told(table, *[[likely("JD")], [likely("KD")], [seen("JD", certain=False)]] * 4) == []


def test_an_empty_place_seen_often_enough_is_a_card_gone() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0)
    told(table, [seen("AS")], [seen("AS")])
    assert run(table, [], [], [seen("AS")], [], [], []) == [[], [], [], [], [], [("removed", "AS")]]
    assert table.things == ()


def test_a_moment_of_not_being_seen_is_no_going() -> None:
    table = Table(missing=3, gone_for=0.55)
    told(table, [seen("AS")], [seen("AS")])
    empty = Reading((500, 500), 1.0)
    assert [len(table.update(empty, 10 + number / 10)) for number in range(8)] == [0, 0, 0, 0, 0, 0, 1, 0]


def test_under_a_resting_hand_nothing_is_concluded() -> None:
    table = Table(gone_for=0)
    told(table, [seen("AS"), seen("4H", 200)], [seen("AS"), seen("4H", 200)])
    number = table.things[0].number
    for _ in range(100):
        assert take(table, [seen("4H", 200)], hand=(-20, 90)) == []
    assert take(table, [seen("AS"), seen("4H", 200)]) == []
    assert table.things[0].number == number


def test_a_card_in_the_moving_hand_does_not_count() -> None:
    table = Table(gone_for=0)
    for _ in range(10):
        assert take(table, [seen("AS", 100)], hand=(80, 200)) == []
    assert told(table, [seen("AS", 100)], [seen("AS", 100)]) == [("placed", "AS")]


@pytest.mark.parametrize(("altered", "misses", "placed"), [(0.0, 1, True), (0.0, 2, False), (1.0, 1, False)])
def test_what_was_surely_read_once_is_looked_for_again_where_its_place_looks_as_it_did(
    altered: float, misses: int, placed: bool
) -> None:
    """Missed in one more picture it is no more there than in another one."""
    table = Table(gone_for=0)
    assert take(table, [seen("AS")]) == []
    for _ in range(misses):
        assert table.unsettled
        assert take(table, [], altered=altered) == []
    assert bool(table.unsettled) is placed
    assert take(table, [seen("AS")], altered=0.0) == ([("placed", "AS")] if placed else [])


@pytest.mark.parametrize(("altered", "seen_first", "placed"), [(0.0, 2, True), (0.0, 1, False), (1.0, 2, False)])
def test_what_was_seen_twice_is_still_there_where_its_place_looks_as_it_did(
    altered: float, seen_first: int, placed: bool
) -> None:
    """An unsure card that is missed once; seen but once it may have been nothing, and another picture shows it gone."""
    table, unsure = Table(gone_for=0), seen("AS", certain=False)
    for read in ([unsure],) * seen_first:
        assert take(table, read) == []
    assert take(table, [], altered=altered) == []
    assert bool(table.unsettled) is placed
    events = [event for _ in range(2) for event in take(table, [unsure], altered=0.0)]
    assert events == ([("placed", "AS")] if placed else [])


def test_equal_cards_of_two_decks_are_two() -> None:
    table = Table(gone_for=0)
    assert run(table, [seen("AS"), seen("AS", 200)], [seen("AS", 201), seen("AS", 1)])[1] == [("placed", "AS")] * 2
    assert len(table.things) == 2


def test_a_card_laid_on_another_covers_it_and_taken_off_shows_it_again() -> None:
    table = Table(gone_for=0)
    told(table, [seen("AS")], [seen("AS")])
    assert told(table, [seen("4S", 5)], [seen("4S", 5)]) == [("placed", "4S"), ("covered", "AS")]
    below = table.things[0]
    assert below.covered
    assert told(table, *[[seen("AS")]] * 3) == [("uncovered", "AS"), ("removed", "4S")]
    assert [thing.number for thing in table.things] == [below.number]


def test_what_lay_under_a_card_and_is_not_there_when_that_goes_is_gone() -> None:
    table = Table(missing=3, gone_for=0)
    told(table, [seen("AS")], [seen("AS")], [seen("4S", 5)], [seen("4S", 5)])
    assert told(table, [], [], []) == [("removed", "AS"), ("removed", "4S")]


def test_a_card_turned_over_in_its_place_is_the_same_thing() -> None:
    table = Table(gone_for=0)
    told(table, [seen("AS")], [seen("AS")])
    number = table.things[0].number
    assert told(table, [face_down(3)], [face_down(3)]) == [("turned", "Ann")]
    assert told(table, [seen("AS", 2)], [seen("AS", 2)]) == [("turned", "AS")]
    assert [thing.number for thing in table.things] == [number]


def test_a_back_that_looks_as_it_did_is_turned_by_more_reads_than_one_that_does_not() -> None:
    table, joker = Table(), replace(seen("JK", certain=False), confidence=0.7)  # its corners look like an index
    told(table, [face_down(0)], [face_down(0)])
    assert [event for _ in range(3) for event in take(table, [joker], altered=0.0)] == []
    assert take(table, [face_down(0)], altered=0.0) == []
    assert [event for _ in range(4) for event in take(table, [joker], altered=0.0)] == [("turned", "JK")]
    assert told(table, [face_down(0)], [face_down(0)], [joker]) == [("turned", "Ann")]
    assert take(table, [joker], altered=0.0) == [("turned", "JK")]  # it looked otherwise before the read before


def test_a_card_pushed_to_another_place_is_the_same_thing() -> None:
    table = Table(gone_for=0)
    told(table, [seen("AS")], [seen("AS")])
    number = table.things[0].number
    assert told(table, [seen("AS", 300)], [seen("AS", 300)], [seen("AS", 300)]) == [("moved", "AS")]
    assert table.things[0].number == number


def test_a_card_pushed_under_others_is_the_same_thing() -> None:
    table = Table(gone_for=0)
    told(table, *[[seen("AS"), seen("4S", 20)]] * 2)
    number = table.things[0].number
    assert told(table, *[[seen("AS", -40), seen("4S", 20)]] * 2) == [("moved", "AS")]
    assert table.things[0].number == number


def test_an_equal_card_elsewhere_is_another_one_once_the_first_is_seen_to_lie_there_still() -> None:
    table = Table(gone_for=0)
    told(table, [seen("AS")], [seen("AS")])
    assert [take(table, [seen("AS", 300)], hand=(-20, 90)) for _ in range(4)] == [[]] * 4
    np.testing.assert_array_equal(table.unsettled, [seen("AS", 300).outline])  # it is looked at until that is known
    assert run(table, *[[seen("AS"), seen("AS", 300)]] * 2) == [[], [("placed", "AS")]]
    assert len(table.things) == 2
    assert table.unsettled == ()


def test_a_card_that_a_hand_moved_while_it_hid_where_it_lay_is_told_as_moved() -> None:
    table = Table(gone_for=0)
    told(table, [seen("AS")], [seen("AS")])
    assert [take(table, [seen("AS", 300)], hand=(-20, 90)) for _ in range(4)] == [[]] * 4
    assert run(table, *[[seen("AS", 300)]] * 2) == [[], [("moved", "AS")]]
    assert len(table.things) == 1


def test_slow_drift_is_followed_and_never_told() -> None:
    table = Table(gone_for=0)
    told(table, [seen("AS")], [seen("AS")])
    for step in range(100):
        assert take(table, [seen("AS", 3.0 * step)]) == []


def test_after_a_bump_of_the_camera_everything_lies_where_it_lay() -> None:
    table = Table(gone_for=0)
    both = [seen("AS"), face_down(200)]
    told(table, both, both)
    table.shift(np.array([[1, 0, 70], [0, 1, 0], [0, 0, 1]], np.float64))
    assert told(table, *[[seen("AS", 70), face_down(270)]] * 4) == []


def test_once_certain_stays_certain() -> None:
    table = Table(gone_for=0)
    told(table, *[[seen("AS", certain=False)]] * 4)
    assert not table.things[0].sighting.certain
    assert told(table, [seen("AS")], [seen("AS", certain=False)]) == [("named", "AS")]
    assert table.things[0].sighting.certain


def test_a_person_names_a_thing_and_reads_do_not_unname_it() -> None:
    table = Table(gone_for=0)
    told(table, *[[seen("AS", certain=False)]] * 4)
    event = table.name(table.things[0].number, "4S", 1.0)
    assert event is not None
    assert event.happening is Happening.NAMED
    told(table, *[[seen("AS", certain=False)]] * 4)
    assert table.things[0].sighting.name == "4S"
    assert table.name(99, "4S", 1.0) is None


def test_what_is_not_settled_asks_to_be_read_again_until_it_is() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0)
    counts = []
    for read in ([seen("AS")], [seen("AS")], [], [], [], []):
        take(table, read)
        counts.append(len(table.unsettled))
    assert counts == [1, 0, 1, 1, 0, 0]
    told(table, [seen("AS")], [seen("AS")])
    take(table, [seen("4S", 5)])
    assert len(table.unsettled) == 2
    take(table, [seen("4S", 5)])
    assert table.unsettled == ()


READS = st.lists(
    st.lists(st.tuples(st.sampled_from(["AS", "4H", None]), st.sampled_from([0.0, 30.0, 200.0]), st.booleans())),
    max_size=12,
)


@given(READS, st.lists(st.booleans(), min_size=12, max_size=12), st.sampled_from([0.0, 0.25]))
def test_what_lies_there_is_what_was_placed_and_not_removed(
    reads: list[list[tuple[str | None, float, bool]]], hands: list[bool], gone_for: float
) -> None:
    table, lying = Table(gone_for=gone_for), set[int]()
    for number, (read, hand) in enumerate(zip(reads, hands, strict=False)):
        sightings = tuple(seen(name, x, certain and name is not None) for name, x, certain in read)
        reading = Reading((500, 500), 1.0, () if hand else sightings)
        for event in table.update(reading, number / 10, Around(lambda _, hidden=float(hand): hidden)):
            if event.happening is Happening.PLACED:
                assert event.thing.number not in lying
                lying.add(event.thing.number)
            else:
                assert event.thing.number in lying
            if event.happening is Happening.REMOVED:
                lying.remove(event.thing.number)
        assert lying == {thing.number for thing in table.things}


def test_a_card_whose_place_a_hand_hides_before_it_is_surely_empty_is_still_there() -> None:
    table = Table(missing=3, gone_for=0.6)
    told(table, [seen("AS")], [seen("AS")])
    empty = Reading((500, 500), 1.0)
    assert [table.update(empty, 10 + number / 10) for number in range(3)] == [()] * 3
    assert table.update(empty, 12.0, Around(lambda outline: 1.0)) == ()
    assert len(table.things) == 1
    assert [event.happening for event in table.update(empty, 13.0)] == [Happening.REMOVED]


def test_a_card_turned_over_has_the_best_name_that_its_other_side_was_read_as() -> None:
    table = Table(agreeing=2)
    told(table, [seen("AS")], [seen("AS")])
    unsure = seen("Ann", certain=False, kind=Kind.BACK)
    assert told(table, [face_down()], [unsure]) == [("turned", "Ann")]
    assert table.things[0].sighting.certain
    assert told(table, [seen("KH", certain=False)], [seen("KH")]) == [("turned", "KH")]


def unaltered(table: Table, *reads: list[Sighting]) -> list[Told]:
    """The same as `run`, of a picture that does not change."""
    return [take(table, read, altered=0.0) for read in reads]


def test_what_is_not_read_where_the_picture_is_as_it_was_lies_there_until_most_reads_say_otherwise() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0.0)
    assert unaltered(table, *[[face_down()]] * 4) == [[], [("placed", "Ann")], [], []]
    assert unaltered(table, *[[]] * 3) == [[]] * 3
    assert table.unsettled == ()  # it need not be looked at again
    assert unaltered(table, [face_down()]) == [[]]
    assert unaltered(table, *[[]] * 4) == [*[[]] * 3, [("removed", "Ann")]]


def test_a_tile_that_a_hand_was_over_may_have_left_though_the_picture_looks_the_same() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0.0)
    tile = [seen("E", kind=Kind.TILE)]
    assert unaltered(table, *[tile] * 9) == [[], [("placed", "E")], *[[]] * 7]
    assert unaltered(table, *[[]] * 3) == [[]] * 3
    assert take(table, tile, hand=(0, 500), altered=0.0) == []
    assert unaltered(table, *[[]] * 3) == [[], [], [("removed", "E")]]


@pytest.mark.parametrize(("apart", "gone"), [(36, [("removed", "X")]), (55, [])])
def test_a_tile_is_gone_where_another_one_lies_halfway_on_its_place(apart: float, gone: Told) -> None:
    """A grid was pushed by half a square, and its wood looks the same."""
    table = Table(agreeing=2, missing=3, gone_for=0.0)
    tile, pushed = seen("X", kind=Kind.TILE), seen("U", apart, kind=Kind.TILE)
    assert unaltered(table, *[[tile]] * 9) == [[], [("placed", "X")], *[[]] * 7]
    assert unaltered(table, *[[pushed]] * 3) == [[], [("placed", "U")], gone]


def test_what_was_only_seen_under_a_hand_is_gone_soon() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0.0)
    reading = Reading((500, 500), 1.0, (face_down(),))
    for number in range(9):
        table.update(reading, number / 10, Around(lambda outline: 1.0, altered_by=0.0))
    assert len(table.things) == 1
    assert unaltered(table, *[[]] * 3) == [[], [], [("removed", "Ann")]]


def test_what_is_not_read_where_the_picture_altered_is_gone_after_a_few_reads() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0.0)
    unaltered(table, *[[face_down()]] * 9)
    assert take(table, [], altered=0.3) == []
    assert unaltered(table, [], []) == [[], [("removed", "Ann")]]


def test_what_was_seen_once_since_the_picture_altered_is_gone_soon() -> None:
    table = Table(agreeing=2, missing=3, gone_for=0.0)
    unaltered(table, *[[face_down()]] * 9)
    assert take(table, [face_down()], altered=0.3) == []
    assert unaltered(table, *[[]] * 4) == [[], [], [], [("removed", "Ann")]]


def test_a_back_that_seems_to_lie_under_another_is_covered_only_where_the_picture_altered() -> None:
    table = Table(agreeing=2)
    unaltered(table, *[[face_down()]] * 4)
    assert unaltered(table, *[[face_down(40)]] * 4) == [[], [("placed", "Ann")], [], []]
    other = Table(agreeing=2)
    unaltered(other, *[[face_down()]] * 4)
    assert [take(other, [face_down(40)], altered=altered) for altered in (1.0, 0.0)] == [
        [],
        [("placed", "Ann"), ("covered", "Ann")],
    ]


def test_a_card_does_not_move_where_the_picture_is_as_it_was() -> None:
    table = Table(agreeing=2)
    told(table, [seen("AS")], [seen("AS")])
    assert [take(table, [seen("AS", 25)], altered=0.0) for _ in range(4)] == [[]] * 4
    assert [take(table, [seen("AS", 50)], altered=altered) for altered in (0.5, 0.0)] == [[], [("moved", "AS")]]


def test_what_else_was_read_in_the_place_of_a_card_that_people_name_is_a_misread_of_it() -> None:
    table = Table(agreeing=2)
    told(table, [seen("9C")], [seen("9C")])
    misread = replace(seen("3C", certain=False), confidence=0.95)
    told(table, *[[misread]] * 5)
    table.name(table.things[0].number, "5C", 3.0)
    assert told(table, *[[misread]] * 8) == []
    assert [thing.sighting.name for thing in table.things] == ["5C"]


@pytest.mark.parametrize(("certain", "lying", "told"), [(False, 3, 0), (True, 3, 1), (False, 2, 1)])
def test_an_unsure_card_that_is_twice_as_large_as_those_that_lie_there_does_not(
    certain: bool, lying: int, told: int
) -> None:
    """A hand that carries backs may look like a card; without some cards nobody knows how large they are."""
    table, cards = Table(), [seen(name, 100.0 * place) for place, name in enumerate(("AS", "KH", "7D")[:lying])]
    large = replace(seen("JH", certain=certain), outline=2 * CARD + np.float32([0, 300]))
    told_of = [event for events in run(table, *[[*cards, large]] * 6) for event in events]
    assert told_of.count(("placed", "JH")) == told
