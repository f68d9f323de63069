"""Lock the Entry while a question is open: the game goes on where the answer cannot matter, the rest waits in order."""

from __future__ import annotations

import numpy as np
import pytest

from companion.referee.lock_the_entry.pile import Lain, Pile
from companion.referee.table import Table
from companion.rules.cards import Card
from tests.companion.referee.lock_the_entry.test_locks import crosswise, full_history
from tests.companion.referee.lock_the_entry.test_reading import PLACES, STRIP, Lock, over

ASKED = "added_or_changed"


def asked(lock: Lock) -> list[str]:
    return [question.reason for question in lock.table.asked]


def open_question() -> Lock:
    """The row of entry 1, KH and 5H squared up, is covered by a 7H, and no back tells whether 5H is still there."""
    lock = Lock()
    lock.add(1, "5H", 1)
    for card in ("KH", "5H"):
        lock.table.lay(card, *PLACES[1])
    del lock.table.lying["KH"]  # covered
    lock.table.look(3)
    del lock.table.lying["5H"]
    assert lock.add(1, "7H", 0, seconds=4) == []
    assert asked(lock) == [ASKED]
    return lock


def test_a_card_laid_lower_after_the_top_one_left_and_no_back_came_is_asked_about() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.table.take("5H")
    lock.table.look(2)
    assert lock.add(1, "7H", 2, seconds=4) == []
    assert asked(lock) == [ASKED]


def test_a_card_in_the_place_of_the_top_one_of_a_spread_row_changed_it_though_no_back_was_seen() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    del lock.table.lying["5H"]  # covered
    assert lock.add(1, "7H", 1, seconds=2.5) == ["? change 1 7H"]
    assert (lock.row, asked(lock)) == ("KH 7H", [])


@pytest.mark.parametrize(
    ("answer", "done", "row"), [("added", "? add 1 7H", "KH 5H 7H 9H"), ("changed", "? change 1 7H", "KH 7H 9H")]
)
def test_a_card_on_the_same_row_waits_for_the_answer(answer: str, done: str, row: str) -> None:
    lock = open_question()
    assert lock.add(1, "9H", 1, seconds=6) == []
    assert lock.table.answer(answer) == [done, "? add 1 9H"]
    assert lock.row == row
    assert lock.table.refused == []


def test_what_was_read_wrongly_is_neither_added_nor_changed() -> None:
    lock = open_question()
    assert lock.table.answer("nothing") == []
    lock.table.take("7H")
    assert lock.add(1, "9H", 1, seconds=6) == ["? add 1 9H"]
    assert (lock.row, asked(lock)) == ("KH 5H 9H", [])


def test_what_waits_is_ruled_by_the_answer() -> None:
    """A six is too low upon the seven, though not upon the five that was seen last."""
    lock = open_question()
    assert lock.add(1, "6H", 1, seconds=6) == []
    assert lock.table.refused == []
    assert lock.table.answer("added") == ["? add 1 7H"]
    assert lock.table.refused == [("not_higher",)]


def test_two_cards_in_one_place_are_asked_for_one_after_the_other() -> None:
    lock = open_question()
    del lock.table.lying["7H"]  # covered
    assert lock.add(1, "9H", 0, seconds=6) == []
    (question,) = lock.table.asked
    assert question.data["card"] == "7H"
    assert lock.table.answer("changed") == ["? change 1 7H"]
    (question,) = lock.table.asked
    assert question.data["card"] == "9H"
    assert lock.table.answer("added") == ["? add 1 9H"]
    assert lock.row == "KH 7H 9H"


def test_other_entries_go_on_meanwhile() -> None:
    lock = open_question()
    assert lock.add(2, "KS", 1, seconds=2) == ["? add 2 KS"]
    lock.table.lay("QD", 0, 300)
    assert lock.table.look(2) == ["? create QD"]
    assert asked(lock) == [ASKED]
    assert lock.table.answer("added") == ["? add 1 7H"]


@pytest.mark.parametrize(
    ("answer", "row", "history"), [("added", "KH 5H 9H", ["7H"]), ("changed", "KH 9H", ["5H", "7H"])]
)
def test_a_card_that_is_changed_before_the_answer_was_played_all_the_same(
    answer: str, row: str, history: list[str]
) -> None:
    lock = open_question()
    lock.table.take("7H")
    lock.history(1, 0)
    assert lock.add(1, "9H", 0, seconds=5) == []
    assert asked(lock) == [ASKED]
    assert len(lock.table.answer(answer)) == 2
    assert lock.row == row
    assert [str(laid.card) for laid in lock.table.ledger.state.entries[0].history] == history
    assert lock.table.look(5) == []
    assert asked(lock) == []


def test_a_card_that_is_taken_back_before_the_answer_was_no_play() -> None:
    lock = open_question()
    lock.table.take("7H")
    lock.table.lay("5H", *PLACES[1])
    assert lock.table.look(4) == []
    assert asked(lock) == []
    assert lock.add(1, "9H", 1) == ["? add 1 9H"]
    assert lock.row == "KH 5H 9H"


@pytest.mark.parametrize(("answer", "locked"), [("changed", True), ("added", False)])
def test_a_lock_waits_until_the_history_is_known(answer: str, locked: bool) -> None:
    lock = Lock()
    lock.add(1, "2H", 1)
    for count, (old, new) in enumerate(zip("2345", "3456", strict=True)):
        lock.change(1, f"{old}H", f"{new}H", 1, count)
    lock.table.lay("6H", *PLACES[1])
    del lock.table.lying["KH"]  # covered
    lock.table.look(3)
    del lock.table.lying["6H"]
    assert lock.add(1, "7H", 0, seconds=4) == []
    assert asked(lock) == [ASKED]
    assert crosswise(lock) == []
    assert lock.table.refused == []
    lock.table.answer(answer)
    lock.table.look(2)
    assert lock.table.ledger.state.entries[0].locked == locked
    assert lock.table.refused == ([] if locked else [("lock_void",)])
    assert asked(lock) == []


def test_the_end_waits_for_what_went_before_it() -> None:
    lock = open_question()
    lock.table.take("QS")
    assert lock.table.look(5) == []
    assert asked(lock) == [ASKED, "entry_gone"]
    gone = lock.table.asked[1].key
    lock.table.referee.answer(gone, "end")
    assert lock.table.look(3) == []
    assert asked(lock) == [ASKED]
    assert lock.table.answer("added") == ["? add 1 7H", "end"]
    assert asked(lock) == []


def test_an_answer_about_an_entry_that_is_gone_is_asked_for_again_where_it_is_none() -> None:
    lock = Lock()
    lock.table.take("QS")
    lock.table.look(5)
    assert lock.table.answer("over") == []
    assert asked(lock) == ["entry_gone"]
    assert lock.table.answer("end") == ["end"]


@pytest.mark.parametrize(
    ("answer", "done"), [("changed", ["? change 1 5H", "? add 1 9H"]), ("nothing", ["? add 1 9H"])]
)
def test_a_back_that_came_before_a_card_was_added_is_asked_about_first(answer: str, done: list[str]) -> None:
    """Somebody changed the five for an equal one, and another added to it at once."""
    lock = Lock()
    lock.add(1, "5H", 1)
    assert lock.history(1, 0) == []
    assert lock.add(1, "9H", 2, seconds=6) == []
    assert asked(lock) == ["same_again"]
    assert lock.table.answer(answer) == done
    assert asked(lock) == []
    assert lock.table.refused == []


def test_a_card_laid_lower_while_a_hand_is_over_the_one_changed_before_waits_until_that_is_seen() -> None:
    """Somebody changed the five for an equal one, and a hand has been over it since."""
    lock = Lock()
    lock.add(1, "5H", 1)
    hand = over(lock.table.lying.pop("5H").outline, 1)
    x, y = PLACES[1]
    lock.table.lay("1/history0", x + 82, y + 20, "Ben", back=True)
    done = lock.table.look(1, over=hand)
    lock.table.lay("9H", x, y + 2 * STRIP)
    done += lock.table.look(2, over=hand)
    assert done == []
    lock.table.lay("5H", x, y + STRIP)
    lock.table.look(3)
    assert asked(lock) == ["same_again"]
    assert lock.table.answer("changed") == ["? change 1 5H", "? add 1 9H"]


def test_an_equal_card_laid_again_is_told_before_the_one_upon_it_while_a_hand_hides_what_it_took_the_place_of() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    x, y = PLACES[1]
    lock.table.lay("3H", x, y + STRIP)
    del lock.table.lying["5H"]
    assert lock.history(1, 0) == ["? change 1 3H"]
    hand = over(lock.table.lying.pop("3H").outline, 1)
    lock.table.lay("5H", x + 4, y + STRIP)
    lock.table.lay("1/history1", x + 82 + 13, y + 20, "Ben", back=True)
    done = lock.table.look(0.75, over=hand)
    lock.table.lay("9H", x, y + 2 * STRIP)
    done += lock.table.look(1, over=hand)
    assert done + lock.table.look(3) == ["? change 1 5H", "? add 1 9H"]
    assert (lock.row, lock.table.refused) == ("KH 5H 9H", [])


def test_what_cannot_have_been_locked_is_refused_once_and_not_asked_about_again() -> None:
    lock = Lock()
    lock.table.take("QS")
    lock.table.look(5)
    assert lock.table.answer("locked") == []
    assert lock.table.refused == [("lock_void",)]
    assert lock.table.look(5) == []
    assert asked(lock) == []


def test_an_end_that_is_refused_is_not_asked_about_again() -> None:
    """The other entry may still be locked (LTE-11)."""
    lock = Lock()
    full_history(lock)
    lock.table.take("QS")
    lock.table.look(5)
    assert lock.table.answer("end") == []
    assert lock.table.refused == [("lock_left",)]
    assert lock.table.look(5) == []
    assert asked(lock) == []


def test_a_seventh_entry_waits_where_one_may_have_been_locked() -> None:
    lock = Lock()
    for number, card in enumerate(("JD", "QD", "KD", "JC")):
        lock.table.lay(card, -300 + 200 * number, 400)
        lock.table.look(1)
    lock.table.take("QS")
    lock.table.look(5)
    assert asked(lock) == ["entry_gone"]
    lock.table.lay("QC", 0, -400)
    assert lock.table.look(3) == []
    assert lock.table.refused == []
    assert lock.table.answer("nothing") == []
    assert lock.table.refused == [("six_open",)]


def test_a_face_that_cannot_be_read_among_the_cards_of_a_row_or_aside_is_one_of_them() -> None:
    lock = Lock()
    for place, card in enumerate(("5H", "7H"), start=1):
        lock.add(1, card, place)
    x, y = PLACES[1]
    lock.table.lay("anew", x + 5, y + 0.7 * STRIP, "5D", sure=False)
    lock.table.look(3)
    assert asked(lock) == []
    lock.table.lay("aside", x + 40, y + 2 * STRIP, "7D", sure=False)
    lock.table.look(3)
    assert asked(lock) == []
    lock.table.lay("new", x, y + 3 * STRIP, "9D", sure=False)
    lock.table.look(3)
    assert asked(lock) == ["which_card"]


def test_a_lower_card_that_is_read_wrongly_for_a_moment_is_no_play() -> None:
    lock = Lock()
    for place, card in enumerate(("5H", "7H"), start=1):
        lock.add(1, card, place)
    x, y = PLACES[1]
    lock.table.lay("KD", x + 35, y)
    assert lock.table.look(1.5) == []
    lock.table.take("KD")
    assert lock.table.look(3) == []
    assert lock.table.refused == []


def test_a_second_read_of_the_top_card_aside_of_it_is_no_play() -> None:
    lock = Lock()
    x, y = PLACES[1]
    lock.table.lay("again", x + 35, y, "KH")
    assert lock.table.look(4) == []
    lock = Lock()
    lock.table.lay("equal", x + 4, y + STRIP, "KH")
    assert lock.table.look(4) == ["? add 1 KH"]


def test_the_top_card_seen_elsewhere_on_a_row_that_was_squared_up_is_no_play() -> None:
    lock = Lock()
    for place, card in enumerate(("3H", "5H", "7H", "9H"), start=1):
        lock.add(1, card, place)
    lock.table.take("3H", "5H", "7H", "9H")
    lock.table.look(2)
    lock.table.lay("squared", *PLACES[1], "9H")
    assert lock.table.look(4) == []
    assert asked(lock) == []


def test_the_card_beneath_the_top_one_of_a_row_that_was_just_squared_up_is_no_play() -> None:
    lock = Lock()
    for place, card in enumerate(("2H", "3H", "5H", "7H", "9H"), start=1):
        lock.add(1, card, place)
    lock.table.take("KH", "2H", "3H", "5H", "7H", "9H")
    lock.table.look(1.25)  # all of them are lost from sight
    lock.table.lay("squared", *PLACES[1], "9H")
    lock.table.look(2.5)
    lock.table.take("squared")
    lock.table.lay("beneath", *PLACES[1], "7H")
    lock.table.look(0.5)
    assert lock.history(1, 0) == []
    assert lock.table.look(3) == []
    assert lock.table.refused == []
    lock.table.lay("10H", *PLACES[1])
    assert lock.table.look(3) == ["? change 1 10H"]


@pytest.mark.parametrize(("strip", "told"), [(24.0, [4, 2, 3, 1]), (0.0, [1, 2, 3, 4])])
def test_equal_cards_of_a_row_that_were_taken_for_each_other_are_told_apart_by_their_places(
    strip: float, told: list[int]
) -> None:
    """A squared row tells nothing."""
    names, card = ("JH", "4H", "8H", "JH"), np.float32([[0, 0], [60, 0], [60, 84], [0, 84]])
    places = [card + np.float32([0, strip * place]) for place in (3, 1, 2, 0)]
    row = [Lain(number, Card.parse(name), at) for number, (name, at) in enumerate(zip(names, places, strict=True), 1)]
    pile = Pile(1, row)
    assert list(pile.follow(Table(), 0.0)) == []
    assert [lain.number for lain in pile.row] == told


def test_of_two_cards_read_at_once_the_one_that_may_begin_an_entry_lay_first() -> None:
    lock = Lock()
    lock.table.lay("AC", 0, 300 + STRIP)
    lock.table.lay("QC", 0, 300)
    assert lock.table.look(2) == ["? create QC", "? add 3 AC"]
    assert lock.table.refused == []


def test_what_a_card_was_taken_for_may_be_laid_in_its_place_once_it_was_changed() -> None:
    lock = Lock()
    assert lock.add(1, "9H", 1, sure=False) == []
    assert lock.table.answer("6H") == ["? add 1 6H"]  # and no nine, as it was read
    for place, card, before in ((0, "5H", "9H"), (1, "9H/other", "5H")):
        del lock.table.lying[before]
        x, y = PLACES[1]
        if place:
            lock.table.look(0.25)  # and nothing of it was seen there
        lock.table.lay(f"1/history{place}", x + 82 + 13.0 * place, y + 20, "Ann", back=True)
        assert lock.add(1, card, 1, seconds=3) == [f"? change 1 {card.split('/')[0]}"]
    assert lock.row == "KH 9H"


def test_what_an_entry_is_begun_with_is_told_once_the_hand_is_away_and_what_was_read_before_counts_no_more() -> None:
    lock = Lock()
    for key in ("JC", "JS"):  # near the hand it looks like the one, without it like the other
        lock.table.lying.pop("JC", None)
        lock.table.lay(key, 0, 300, sure=key == "JC")
        assert lock.table.look(1.25, near=lambda outline, key=key: key == "JC" and outline[:, 1].min() > 1200) == []
    lock.table.look(1.5)
    assert asked(lock) == ["which_card"]
    assert lock.table.answer("JS") == ["? create JS"]


def test_what_an_entry_is_begun_with_is_told_under_a_hand_that_stays() -> None:
    lock = Lock()
    lock.table.lay("JC", 0, 300)
    assert lock.table.look(1.25, near=lambda outline: True) == []
    assert lock.table.look(2.5, near=lambda outline: True) == ["? create JC"]


@pytest.mark.parametrize(("owner", "reasons"), [("Ben", ["same_again"]), ("Ann", [])])
def test_a_back_of_another_deck_where_one_of_a_history_lies_is_a_new_one(owner: str, reasons: list[str]) -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    x, y = PLACES[1]
    lock.table.take("1/history0")
    lock.table.lay("1/again", x + 84, y + 20, owner, back=True)
    lock.table.look(1, over=over(lock.table.lying["3H"].outline, 5))
    lock.table.look(6)
    assert asked(lock) == reasons


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(("owner", "reasons"), [("Ben", ["same_again"]), ("Ann", [])])
def test_a_back_of_another_deck_than_the_one_that_was_lost_from_sight_is_a_new_one(
    owner: str, reasons: list[str], at_once: bool
) -> None:
    """Or it is once its deck is read."""
    lock = Lock()
    lock.add(1, "5H", 1)
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    lock.table.take("1/history0")
    lock.table.look(2)
    lock.table.lay("1/again", PLACES[1][0] + 84, PLACES[1][1] + 20, owner, back=True, sure=at_once)
    lock.table.look(1, over=over(lock.table.lying["3H"].outline, 5))
    lock.table.lay("1/again", PLACES[1][0] + 84, PLACES[1][1] + 20, owner, back=True)
    lock.table.look(6)
    assert asked(lock) == reasons
