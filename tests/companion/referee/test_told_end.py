"""The end of a game, or a guess, is told while what was played last is not decided yet: that play is not lost."""

from __future__ import annotations

import pytest

from tests.companion.referee.eleusis.table import NEXT, table, undealt
from tests.companion.referee.lock_the_entry.test_order import ASKED, asked, open_question
from tests.companion.referee.lock_the_entry.test_reading import Lock
from tests.companion.referee.small_table import STEP

WAITS = "not_yet_decided"


def test_a_game_on_which_all_is_decided_ends_at_once() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.table.tell("end")
    assert lock.table.done[-1] == "end"
    assert lock.table.asked == ()


@pytest.mark.parametrize("meant", ["added", "changed"])
def test_the_end_waits_for_the_answer_about_the_last_card(meant: str) -> None:
    lock = open_question()
    lock.table.tell("end")
    assert lock.table.look(3) == []
    assert asked(lock) == [ASKED, WAITS]
    done = {"added": "? add 1 7H", "changed": "? change 1 7H"}[meant]
    assert lock.table.answer(meant, ASKED) == [done, "end"]
    assert lock.table.ledger.state.over
    assert lock.table.asked == ()


def test_the_end_waits_for_a_card_that_has_just_been_laid() -> None:
    lock = Lock()
    assert lock.add(1, "5H", 1, seconds=STEP) == []
    lock.table.tell("end")
    assert lock.table.look() == ["? add 1 5H", "end"]
    assert lock.table.asked == ()


def test_the_end_waits_for_the_name_of_a_card() -> None:
    lock = Lock()
    assert lock.add(1, "5H", 1, sure=False, seconds=3) == []
    lock.table.tell("end")
    assert asked(lock) == ["which_card", WAITS]
    assert lock.table.answer("5H", "which_card") == ["? add 1 5H", "end"]


def test_the_end_waits_for_a_lock_that_is_carried_off() -> None:
    lock = Lock()
    lock.add(1, "2H", 1)
    for count, (old, new) in enumerate(zip("23456", "34567", strict=True)):
        lock.change(1, f"{old}H", f"{new}H", 1, count)
    lock.table.take(*[key for key in lock.table.lying if key != "QS"])
    assert lock.table.look(1) == []
    lock.table.tell("end")
    assert lock.table.look() == ["? lock 1", "end"]


def test_people_may_end_it_without_the_last_card() -> None:
    lock = open_question()
    lock.table.tell("end")
    assert lock.table.answer("perhaps", WAITS) == []
    assert lock.table.answer("at_once", WAITS) == ["end"]
    assert lock.table.asked == ()


def test_an_end_that_was_told_too_soon_is_forgotten() -> None:
    lock = open_question()
    lock.table.tell("end")
    assert lock.table.answer("nothing", WAITS) == []
    assert lock.table.answer("added", ASKED) == ["? add 1 7H"]
    assert not lock.table.ledger.state.over


def test_an_end_that_waits_is_forgotten_where_people_set_the_game_right() -> None:
    lock = open_question()
    lock.table.tell("end")
    lock.table.tell("? add 1 7H")
    assert lock.table.look(3) == []
    assert lock.table.asked == ()
    assert not lock.table.ledger.state.over


def test_other_actions_are_not_waited_with() -> None:
    lock = open_question()
    lock.table.tell("? create QC")
    assert lock.table.done[-1] == "? create QC"


def test_the_end_waits_for_the_verdict_on_the_last_card_of_a_round() -> None:
    seen = table()
    cards = [f"{rank}D" for rank in ("2", "3", "4", "5", "6", "8", "9", "10", "J", "Q", "K", "A")]
    for place in range(22):  # Ben and Cem have twelve cards each
        seen.tell(f"{('Ben', 'Cem')[place % 2]} plays {cards[place // 2]} | right")
    assert len(seen.ledger.state.seat("Ben").hand) == 1
    seen.lay("10S", NEXT, 0)
    assert seen.look(2) == []
    seen.tell("end")
    assert [question.reason for question in seen.asked] == [WAITS]
    assert seen.look(5) == ["Ben plays 10S | right", "end"]
    assert seen.refused == []
    assert seen.asked == ()


def test_a_guess_waits_for_the_name_of_the_card_before_it_and_comes_before_what_is_laid_since() -> None:
    seen = table("red")
    seen.lay("8D", NEXT, 0, sure=False)
    assert seen.look(3) == []
    seen.tell("Ben guesses | words even | wrong")
    assert [question.reason for question in seen.asked] == ["which_card", WAITS]
    seen.lay("9D", 2 * NEXT, 0)
    assert seen.look(3) == []
    told = seen.answer("8D", "which_card") + seen.look()
    assert told == ["Ben plays 8D", "Ben guesses | words even | wrong", "Cem plays 9D"]
    assert seen.asked == ()


def test_a_guess_waits_until_it_is_told_by_which_rule_its_round_was_dealt() -> None:
    seen = undealt()
    seen.lay("7H", 0, 0)
    assert seen.look(2) == []
    seen.lay("8D", NEXT, 0)
    assert seen.look(1) == []
    seen.tell("Ben guesses | words even | wrong")
    assert [question.reason for question in seen.asked] == ["round_dealt", WAITS]
    told = seen.answer("rule red", "round_dealt") + seen.look()
    assert told == ["Ann deals | rule red | starter 7H", "Ben plays 8D", "Ben guesses | words even | wrong"]
    assert seen.refused == []


def test_by_which_rule_a_round_is_dealt_is_asked_though_its_first_card_is_named_late() -> None:
    seen = undealt()
    seen.lay("7H", 0, 0, sure=False)
    assert seen.look(3) == []
    seen.lay("8D", NEXT, 0)
    assert seen.look(2) == []
    assert seen.answer("7H", "which_card") == []
    assert seen.answer("rule red", "round_dealt") == ["Ann deals | rule red | starter 7H", "Ben plays 8D"]
