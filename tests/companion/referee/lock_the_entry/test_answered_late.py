"""Lock the Entry read from the table: people play on before they answer what was asked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.companion.referee.lock_the_entry.test_altered import Watched, nowhere
from tests.companion.referee.lock_the_entry.test_reading import PLACES, STRIP, Lock, over
from tests.companion.referee.lock_the_entry.test_turned_rows import OWNERS

ANSWERS = pytest.mark.parametrize(("answer", "changed"), [("changed", True), ("nothing", False)])


def asked_of_a_back() -> Watched:
    """A back lies in the history of the five, whose place once came to look otherwise: is it still the same?"""
    lock = Watched()
    lock.hand(lock.row_at, True)
    lock.back()
    lock.table.look(0.5, anew=nowhere)
    lock.hand(lock.row_at, False)
    lock.table.look(6, anew=nowhere)
    assert lock.reasons == ["same_again"]
    return lock


@ANSWERS
def test_a_card_that_is_added_while_it_is_asked_whether_the_top_one_is_the_same_waits(
    answer: str, changed: bool
) -> None:
    lock, (x, y) = asked_of_a_back(), PLACES[1]
    lock.table.lay("9H", x, y + 2 * STRIP)
    assert lock.table.look(3, anew=nowhere) == []
    assert lock.table.answer(answer) == ["? change 1 5H"] * changed + ["? add 1 9H"]


@ANSWERS
def test_a_back_of_which_it_is_asked_what_it_stands_for_may_be_taken_along(answer: str, changed: bool) -> None:
    lock = asked_of_a_back()
    lock.table.take("1/back")
    assert lock.table.look(3) == []
    assert lock.table.answer(answer) == ["? change 1 5H"] * changed
    assert lock.reasons == []


def test_of_backs_that_come_to_one_history_while_one_is_asked_about_none_other_is() -> None:
    lock, (x, y) = Watched(), PLACES[1]
    lock.hand(lock.row_at, True)
    lock.back()
    lock.table.look(0.75, anew=nowhere)
    lock.table.lay("1/beside", x + 95, y + 20, "Ann", back=True)
    lock.hand(lock.row_at, False)
    lock.table.look(6, anew=nowhere)
    assert lock.reasons == ["same_again"]
    assert lock.table.answer("changed") == ["? change 1 5H"]
    assert lock.table.look(6, anew=nowhere) == []
    assert lock.reasons == []  # nobody came there since


@ANSWERS
@pytest.mark.parametrize("added", [True, False])
def test_a_card_of_which_it_is_asked_whether_it_is_the_same_may_be_played_on(
    answer: str, changed: bool, added: bool
) -> None:
    lock, (x, y) = Watched(), PLACES[1]
    lock.change_told_twice()
    lock.table.look(6, anew=nowhere)
    assert lock.reasons == ["same_again"]
    top = lock.table.lying["3H"].outline
    lock.table.take("3H")
    if added:
        lock.table.lay("9H", x, y + 2 * STRIP)
    else:
        lock.table.lay("1/last", x + 172, y + 20, "Ann", back=True)
    lock.hand(top, True)
    if not added:
        lock.table.look(2, anew=over(top, 5))
        lock.table.lay("9H", x, y + STRIP)
        lock.hand(top, True)
    assert lock.table.look(3, anew=nowhere) == []
    assert lock.table.answer(answer) == ["? change 1 3H"] * changed + ["? add 1 9H" if added else "? change 1 9H"]


def both_gone() -> Lock:
    """Both entries are gone, of which none may be locked, and it is asked why one of them is."""
    lock = Lock()
    for place, card in enumerate(("5S", "9S"), start=1):
        lock.add(2, card, place)
    lock.table.take()
    lock.table.look(5)
    assert [question.reason for question in lock.table.asked] == ["entry_gone"]  # not about both
    return lock


def test_an_entry_that_is_shown_before_it_is_told_that_the_game_is_over_is_no_play() -> None:
    lock = both_gone()
    for place, card in enumerate(("QS", "5S", "9S")):
        lock.table.lay(card, -50 + 64 * place, 300)
    lock.table.lay("KH", *PLACES[1])  # where it was played
    assert lock.table.look(2) == []
    assert lock.table.answer("end") == ["end"]
    assert lock.table.look(1) == []
    assert lock.table.referee.state.over
    assert (lock.table.asked, lock.table.refused) == ((), [])


def test_why_another_entry_is_gone_is_asked_once_the_first_one_is_told_not_to_be_the_end() -> None:
    lock = both_gone()
    (first,) = lock.table.asked
    lock.table.answer("nothing")
    lock.table.look(1)
    (second,) = lock.table.asked
    assert {first.data["entry"], second.data["entry"]} == {1, 2}
    lock.table.answer("nothing")
    lock.table.look(5)
    assert lock.table.asked == ()


def shown(lock: Lock, row: Sequence[str], owners: str = "") -> list[str]:
    """Cards laid side by side below where the entries lay, or, where owners are given, turned over there."""
    for place, name in enumerate(owners or row):
        lock.table.lay(f"shown {place}", -50 + 76 * place, 360, OWNERS.get(name, name), back=bool(owners))
    return lock.table.look(2)


def locked_and_gone() -> Lock:
    """Entry 1, king and nine, is locked; both entries are gone, and it is asked why the other one is."""
    lock = Lock()
    lock.add(1, "9H", 1)
    for count in range(5):
        old, new = ("9H", "5H") if count % 2 == 0 else ("5H", "9H")
        lock.change(1, old, new, 1, count)
    lock.table.take()
    lock.table.look(5)
    assert [question.reason for question in lock.table.asked] == ["entry_gone"]
    assert lock.table.referee.state.entries[0].locked
    return lock


@pytest.mark.parametrize("answer", ["end", "nothing"])
def test_a_locked_entry_that_is_turned_over_before_it_is_told_that_the_game_is_over_is_audited_then(
    answer: str,
) -> None:
    lock = locked_and_gone()
    row = lock.row.split()
    assert shown(lock, row) == []
    assert shown(lock, row, "AB") == []
    lock.table.take()
    assert lock.table.look(3) == []
    told = lock.table.answer(answer) + lock.table.look(1)
    assert told == (["end", "audit 1 Ann Ben"] if answer == "end" else [])
    assert (lock.table.asked, lock.table.refused) == ((), [])


def test_what_was_laid_before_the_entries_went_is_a_play_though_it_is_told_later_that_the_game_is_over() -> None:
    lock = Lock()
    lock.table.lay("JD", 0, 300, sure=False)
    lock.table.look(1)
    lock.table.take("QS")
    lock.table.look(5)
    assert [question.reason for question in lock.table.asked] == ["which_card", "entry_gone"]
    assert lock.table.answer("JD", "which_card") == []
    lock.table.look(1)
    assert lock.table.answer("end", "entry_gone") == ["? create JD", "end"]


def test_a_card_laid_with_a_back_tells_what_that_stands_for_though_the_one_beneath_still_seems_to_be_seen() -> None:
    """Else it would be asked, and the next change, for an equal card, be missed before that is answered."""
    lock, (x, y) = Lock(), PLACES[1]
    lock.add(1, "5H", 1)
    lock.table.lay("back", x + 82, y + 20, "Ann", back=True)
    lock.table.look(0.75)
    lock.table.lay("3H", x + 2, y + STRIP + 2)
    lock.table.look(0.75)
    lock.table.take("5H")
    lock.table.look(0.5)
    lock.table.take("3H")
    lock.history(1, 1, "Ben")
    lock.table.look(1)
    lock.table.lay("3H/again", x, y + STRIP, "3H")
    lock.table.look(2)
    assert lock.table.done[-2:] == ["? change 1 3H", "? change 1 3H"]
    assert lock.reasons == []
