"""The audit at the table: a locked entry is laid out and turned over, and its owners are those of no other entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.lock_the_entry.reading import LockTheEntryReading
from companion.rules.cards import Card
from companion.rules.game import Setup
from companion.rules.games import game_named
from companion.rules.lock_the_entry import Entry, Laid
from tests.companion.referee.small_table import SmallTable
from vision.sightings import Kind

OWNERS = {"A": "Ann", "B": "Ben", "C": "Cem"}


class Audited:
    """A game that is over, with locked entries of those rows, whose owners nobody knows."""

    def __init__(self, *rows: str) -> None:
        game = game_named("lock-the-entry")
        past = tuple(Laid(Card.parse(f"{rank}C")) for rank in "23456")
        entries = tuple(Entry(tuple(Laid(Card.parse(card)) for card in row.split()), past, True) for row in rows)
        state = replace(game.start(Setup(tuple(OWNERS.values()))), entries=entries, over=True)
        self.table = SmallTable(game, state, LockTheEntryReading())

    def show(self, row: Sequence[str], unsure: str = "") -> list[str]:
        """Cards in a row, face up, from left to right."""
        self.table.take()
        for place, card in enumerate(row):
            self.table.lay(f"{place}", 76.0 * place, 0, card, sure=card != unsure)
        return self.table.look(2)

    def turn(self, owners: str) -> list[str]:
        """The same cards, turned over where they lie."""
        for place, owner in enumerate(owners):
            self.table.lay(f"{place}", 76.0 * place, 0, OWNERS[owner], back=True)
        return self.table.look(2)


def test_the_row_of_one_entry_may_be_that_of_another_from_right_to_left() -> None:
    audited = Audited("JH QH", "QH JH")
    audited.show(["QH", "JH"])
    assert audited.turn("AB") == ["audit 2 Ann Ben"]
    audited.show(["JH", "QH"])
    assert audited.turn("CB") == ["audit 1 Cem Ben"]
    other_side = Audited("JH 4H QH")
    other_side.show(["QH", "4H", "JH"])
    assert other_side.turn("ABC") == ["audit 1 Cem Ben Ann"]


def test_a_row_with_a_card_that_cannot_be_told_is_not_that_of_a_shorter_entry() -> None:
    audited = Audited("JH 4H", "JH 4H 9H")
    audited.show(["JH", "4H"])
    audited.table.lay("2", 152, 0, "9H", sure=False)
    audited.table.look(2)
    assert audited.turn("ABC") == []
    assert audited.table.refused == []


def test_the_backs_of_a_row_are_not_those_of_the_row_shown_before_it() -> None:
    audited = Audited("JH 4H 9H", "JS 4S 9S")
    audited.show(["JH", "4H", "9H"])
    audited.show(["JS", "4S", "9S"], unsure="9S")
    assert audited.turn("ABC") == []
    audited.show(["JS", "4S", "9S"])
    assert audited.turn("ABC") == ["audit 2 Ann Ben Cem"]


def test_a_row_of_which_one_card_is_lifted_to_be_turned_is_the_same_row() -> None:
    audited = Audited("JH 4H 9H")
    audited.show(["JH", "4H", "9H"])
    audited.table.take("0")
    audited.table.look(2)
    assert audited.turn("ABC") == ["audit 1 Ann Ben Cem"]


def test_a_back_of_a_row_may_be_taken_for_one_of_the_row_before_that_was_never_seen_to_leave() -> None:
    audited = Audited("JH 4H 9H", "JS 4S 9S")
    audited.show(["JH", "4H", "9H"])
    assert audited.turn("ABC") == ["audit 1 Ann Ben Cem"]
    audited.table.take("0", "1", "2")
    audited.table.lay("history", 162, 2, "Ann", back=True)
    audited.table.look(2)
    audited.show(["JS", "4S", "9S"])
    assert audited.turn("ABC") == ["audit 2 Ann Ben Cem"]


def test_a_row_that_left_without_being_seen_turned_over_is_asked_for() -> None:
    audited = Audited("JH 4H", "JS 4S")
    audited.show(["JH", "4H"])
    audited.table.take()
    assert audited.table.look(4) == []
    assert [(q.reason, dict(q.data)) for q in audited.table.asked] == [("row_not_turned", {"entry": 1})]
    audited.show(["JS", "4S"])
    assert audited.turn("AB") == ["audit 2 Ann Ben"]
    assert len(audited.table.asked) == 1
    audited.show(["JH", "4H"])
    assert audited.turn("BC") == ["audit 1 Ben Cem"]
    assert audited.table.asked == ()


def test_a_row_that_another_one_follows_before_it_was_seen_turned_over_is_asked_for() -> None:
    """Though what was shown meanwhile, its history, lay where it did."""
    audited = Audited("JH 4H 9H", "JS 4S 9S")
    audited.show(["JH", "4H", "9H"])
    audited.table.take()
    audited.table.lay("past", 0, 0, "Ann", back=True)
    audited.table.look(2)
    audited.show(["JS", "4S", "9S"])
    assert [(q.reason, dict(q.data)) for q in audited.table.asked] == [("row_not_turned", {"entry": 1})]
    assert audited.turn("ABC") == ["audit 2 Ann Ben Cem"]
    audited.show(["JH", "4H", "9H"])
    assert audited.turn("ABA") == ["audit 1 Ann Ben Ann"]
    assert audited.table.asked == ()


def test_a_row_is_not_asked_for_while_it_is_turned_over_under_a_hand() -> None:
    audited = Audited("JH 4H")
    audited.show(["JH", "4H"])
    audited.table.take()
    assert audited.table.look(6, over=lambda outline: True) == []
    assert audited.turn("AB") == ["audit 1 Ann Ben"]
    assert audited.table.asked == ()


def test_a_letter_seen_while_a_row_is_turned_is_no_card_of_it() -> None:
    audited = Audited("JH 4H")
    audited.show(["JH", "4H"])
    audited.table.lay("letter", 40, 60, "A")
    audited.table.lying["letter"] = replace(audited.table.lying["letter"], kind=Kind.TILE)
    assert audited.table.look(2) == []
    assert audited.turn("AB") == ["audit 1 Ann Ben"]


def test_a_back_that_was_seen_a_second_time_aside_under_the_hand_is_no_other_card() -> None:
    audited = Audited("JH 4H 9H")
    audited.show(["JH", "4H", "9H"])
    audited.table.lay("once more", 50, 4, "Ben", back=True)
    assert audited.turn("ABC") == ["audit 1 Ann Ben Cem"]
    other = Audited("JH 4H 9H")
    other.show(["JH", "4H", "9H"])
    other.table.lay("of a history", 38, 120, "Ben", back=True)
    assert other.turn("ABC") == []


def test_a_back_that_lay_there_before_the_row_keeps_no_row_from_its_audit() -> None:
    audited = Audited("JH 4H", "JS 4S")
    for row, owners in ((["JH", "4H"], "AB"), (["JS", "4S"], "BC")):
        audited.table.take()
        audited.table.lay("a spot of the table", 300, 200, "?", back=True)
        audited.table.look(2)
        for place, card in enumerate(row):
            audited.table.lay(f"{place}", 76.0 * place, 0, card)
        audited.table.look(2)
        assert len(audited.turn(owners)) == 1
    assert audited.table.refused == []


def test_a_spot_that_is_surely_of_no_deck_keeps_no_row_from_its_audit() -> None:
    audited = Audited("JH 4H")
    audited.show(["JH", "4H"])
    audited.table.lay("a spot of the table", 300, 200, "?", back=True)
    spot = audited.table.lying["a spot of the table"]
    audited.table.lying["a spot of the table"] = replace(spot, name=None, certain=True)
    assert audited.turn("AB") == ["audit 1 Ann Ben"]


def test_a_row_that_is_of_no_entry_as_the_game_knows_it_is_told() -> None:
    audited = Audited("JH 5H", "JS 4S")
    assert audited.show(["JH", "5H", "8H"]) == []
    assert audited.table.asked == ()  # more of it may be to come
    audited.table.look(2)
    (question,) = audited.table.asked
    assert (question.reason, dict(question.data)) == ("row_unknown", {"cards": "JH 5H 8H"})
    assert audited.turn("ABC") == []
    assert audited.table.answer("nothing") == []
    assert audited.table.asked == ()
    audited.show(["JS", "4S"])
    audited.table.look(3)
    assert audited.turn("AB") == ["audit 2 Ann Ben"]
    assert audited.table.asked == ()


def test_a_row_that_is_shown_whole_at_last_is_an_unknown_one_no_more() -> None:
    audited = Audited("JH 4H 9H")
    audited.show(["JH", "4H"])
    audited.table.look(3)
    assert [question.reason for question in audited.table.asked] == ["row_unknown"]
    audited.table.lay("2", 152, 0, "9H")
    audited.table.look(2)
    assert audited.table.asked == ()
    assert audited.turn("ABC") == ["audit 1 Ann Ben Cem"]
