"""When a thing counts as lying on the table, and when as gone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.table import Happening, Table
from vision.sightings import Kind, Reading, Sighting

CARD = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)


def seen(name: str | None, x: float = 0.0, certain: bool = True, kind: Kind = Kind.CARD) -> Sighting:
    return Sighting(kind, name, 0.9, certain, CARD + np.float32(x))


def run(table: Table, *reads: list[Sighting]) -> list[list[tuple[str, str | None]]]:
    """What each reading changed."""
    return [
        [(change.happening.value, change.thing.name) for change in table.update(Reading((500, 500), 1.0, tuple(read)))]
        for read in reads
    ]


def test_a_card_counts_after_equal_reads_and_only_once() -> None:
    assert run(Table(), [seen("AS")], [seen("AS", 2)], [seen("AS", 4)]) == [[], [("placed", "AS")], []]


def test_a_read_that_does_not_agree_counts_for_nothing() -> None:
    assert run(Table(), [seen("AS")], [seen("4S")], [seen("AS")], [], [seen("AS")]) == [[]] * 5


def test_a_hand_over_a_card_takes_nothing_away_but_a_lasting_gap_does() -> None:
    table = Table(agreeing=2, missing=3)
    assert run(table, [seen("AS")], [seen("AS")], [], [], [seen("AS")], [], []) == [[], [("placed", "AS")], *[[]] * 5]
    assert run(table, []) == [[("removed", "AS")]]
    assert table.things == ()


def test_equal_cards_of_two_decks_are_two() -> None:
    table = Table()
    assert run(table, [seen("AS"), seen("AS", 200)], [seen("AS", 201), seen("AS", 1)])[1] == [("placed", "AS")] * 2
    assert len(table.things) == 2


def test_a_card_and_a_back_of_one_name_are_two_and_the_unnamed_is_not_followed() -> None:
    both = [seen("A"), seen("A", kind=Kind.BACK), seen(None, certain=False)]
    table = Table()
    run(table, both, both)
    assert [thing.kind for thing in table.things] == [Kind.CARD, Kind.BACK]


def test_once_certain_stays_certain() -> None:
    table = Table()
    run(table, [seen("AS", certain=False)], [seen("AS", certain=False)])
    assert not table.things[0].certain
    run(table, [seen("AS")], [seen("AS", certain=False)])
    assert table.things[0].certain


def test_a_card_that_was_pushed_far_leaves_one_place_and_comes_to_another() -> None:
    table = Table(agreeing=2, missing=2)
    changes = run(table, [seen("AS")], [seen("AS")], [seen("AS", 300)], [seen("AS", 300)])
    assert changes[-1] == [("removed", "AS"), ("placed", "AS")]


@given(st.lists(st.lists(st.tuples(st.sampled_from(["AS", "4H"]), st.sampled_from([0.0, 200.0]))), max_size=12))
def test_what_lies_there_is_what_was_placed_and_not_removed(reads: list[list[tuple[str, float]]]) -> None:
    table, lying = Table(), 0
    for read in reads:
        for change in table.update(Reading((500, 500), 1.0, tuple(seen(name, x) for name, x in read))):
            lying += 1 if change.happening is Happening.PLACED else -1
        assert lying == len(table.things)
