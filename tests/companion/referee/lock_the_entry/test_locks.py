"""Locks of Lock the Entry: the history laid crosswise on the row, and what only looks like it."""

from __future__ import annotations

from dataclasses import replace

from tests.companion.referee.lock_the_entry.test_reading import PLACES, STRIP, Lock, over


def full_history(lock: Lock, entry: int = 1) -> None:
    suit = "HS"[entry - 1]
    lock.add(entry, f"2{suit}", 1)
    for count, (old, new) in enumerate(zip("23456", "34567", strict=True)):
        assert lock.change(entry, old + suit, new + suit, 1, count) == [f"? change {entry} {new}{suit}"]


def crosswise(lock: Lock, entry: int = 1) -> list[str]:
    """The history is squared up and laid on the row."""
    lock.table.take(*[key for key in lock.table.lying if f"{entry}/history" in key])
    x, y = PLACES[entry]
    lock.table.lay(f"{entry}/crosswise", x, y + STRIP, "Ann", angle=90, back=True)
    return lock.table.look(2)


def all_locked() -> Lock:
    """Both entries are locked and gone, and it is asked what that means."""
    lock = Lock()
    for entry in (1, 2):
        full_history(lock, entry)
    for entry, cards in ((1, ("KH", "7H")), (2, ("QS", "7S"))):
        assert lock.table.asked == ()
        assert crosswise(lock, entry) == [f"? lock {entry}"]
        lock.table.take(f"{entry}/crosswise", *cards)
        assert lock.table.look(2) == []
    assert lock.table.look(3) == []
    assert [question.reason for question in lock.table.asked] == ["all_locked"]
    return lock


def test_a_lock_that_was_taken_back_is_locked_anew_when_it_is_laid_so_again() -> None:
    lock = Lock()
    full_history(lock)
    before = lock.table.ledger.state
    assert crosswise(lock) == ["? lock 1"]
    lock.table.set_right(before)
    assert lock.table.look(5) == []
    lock.table.take("1/crosswise")
    lock.history(1, 4)
    assert lock.table.look(2) == []
    assert crosswise(lock) == ["? lock 1"]


def test_a_lock_that_is_called_before_it_is_laid_is_ruled_once() -> None:
    lock = Lock()
    full_history(lock)
    lock.table.tell("Ann lock 1")
    assert crosswise(lock) == []
    assert lock.table.refused == []


def test_a_void_lock_is_flagged_once() -> None:
    lock = Lock()
    lock.add(1, "2H", 1)
    lock.change(1, "2H", "3H", 1, 0)
    assert crosswise(lock) == []
    lock.table.look(5)
    assert lock.table.refused == [("lock_void",)]


def test_what_seems_to_lie_across_a_row_under_a_hand_is_no_void_lock() -> None:
    lock = Lock()
    lock.add(1, "2H", 1)
    lock.change(1, "2H", "3H", 1, 0)
    x, y = PLACES[1]
    lock.table.lay("1/sleeve", x - 32, y + STRIP, "Ann", angle=90, back=True)
    lock.table.look(3, over=over(lock.table.lying["3H"].outline, 5))
    lock.table.take("1/sleeve")
    lock.table.look(3)
    assert lock.table.refused == []


def test_a_sleeve_over_a_row_that_may_be_locked_is_no_history_laid_across_it() -> None:
    lock = Lock()
    full_history(lock)
    x, y = PLACES[1]
    lock.table.lay("1/sleeve", x - 32, y + STRIP, "?", angle=90, back=True)
    lock.table.lying["1/sleeve"] = replace(lock.table.lying["1/sleeve"], certain=True)
    assert lock.table.look(1.5, over=over(lock.table.lying["7H"].outline, 5)) == []
    lock.table.take("1/sleeve")
    assert lock.table.look(3) == []


def test_a_card_of_a_locked_entry_that_is_squared_up_begins_no_entry() -> None:
    lock = Lock()
    full_history(lock)
    crosswise(lock)
    x, y = PLACES[1]
    lock.table.lay("1/crosswise", x, y - 60, "Ann", angle=90, back=True)
    lock.table.take("7H")
    lock.table.look(2)
    lock.table.lay("7H", x, y - 20)
    assert lock.table.look(3) == []
    assert lock.table.refused == []


def test_a_card_laid_where_an_entry_was_carried_off_under_a_hand_begins_another() -> None:
    lock = Lock()
    full_history(lock)
    hand = over(lock.table.lying["7H"].outline, 5)
    lock.table.take("KH", "7H", *[key for key in lock.table.lying if "1/history" in key])
    assert lock.table.look(0.8, over=hand) == []
    lock.table.lay("KC", *PLACES[1])
    assert lock.table.look(0.5, over=hand) + lock.table.look(3) == ["? lock 1", "? create KC"]
    assert lock.table.refused == []


def test_a_row_that_is_shown_before_anybody_told_that_the_game_is_over_begins_no_entry() -> None:
    lock = Lock()
    full_history(lock)
    crosswise(lock)
    lock.table.take()
    lock.table.look(2)
    for place, card in enumerate(("KH", "7H")):
        lock.table.lay(card, 76.0 * place, 300.0)
    assert lock.table.look(4) == []
    assert lock.table.answer("end") == ["end"]
    for place in range(2):
        lock.table.lay(("KH", "7H")[place], 76.0 * place, 300.0, "Ann", back=True)
    assert lock.table.look(3) == ["audit 1 Ann Ann"]
    assert lock.table.refused == []


def test_an_entry_begun_where_a_locked_one_lay_a_moment_ago_has_a_history_of_its_own() -> None:
    """What the new card covers is not seen to have left; what comes to lie beside it is none of the locked one's."""
    lock = Lock()
    full_history(lock)
    assert crosswise(lock) == ["? lock 1"]
    x, y = PLACES[1]
    lock.table.take("1/crosswise", "KH", "7H")
    lock.table.lay("JC", x, y + STRIP)
    assert lock.table.look(1.5) == ["? create JC"]
    lock.table.take("JC")
    lock.history(1, 0, "Ben")
    lock.table.lay("QC", x, y + STRIP)
    assert lock.table.look(2) == ["? change 3 QC"]
    assert lock.table.asked == ()


def test_the_game_may_be_over_once_all_entries_are_locked_and_gone() -> None:
    lock = all_locked()
    assert lock.table.answer("end", "all_locked") == ["end"]
    assert lock.table.asked == ()


def test_the_game_goes_on_with_the_next_entry_once_all_are_locked() -> None:
    lock = all_locked()
    lock.table.lay("JD", *PLACES[1])
    assert lock.table.look(2) == ["? create JD"]
    assert lock.table.asked == ()


def test_that_it_goes_on_is_believed_and_that_it_is_over_need_not_be_answered() -> None:
    lock = all_locked()
    assert lock.table.answer("nothing", "all_locked") == []
    lock.table.look(10)
    assert lock.table.asked == ()
    lock = all_locked()
    lock.table.tell("end")
    lock.table.look(1)
    assert lock.table.asked == ()
