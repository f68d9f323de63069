"""Lock the Entry: cards that seem to break a rule, and may well be others of their rank."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.companion.referee.lock_the_entry.test_reading import PLACES, STRIP, Lock
from vision.sightings import SUITS


class Suits(Lock):
    """A table at which the indices of some cards leave their suit in doubt; the king of hearts begins entry 1."""

    def lay(self, key: str, place: int, likely: str, entry: int = 1, share: float = 0.05) -> list[str]:
        """A surely read card of a row, which is of that other suit with such a probability."""
        x, y = PLACES[entry]
        self.table.lay(key, x, y + STRIP * place)
        shares = [{key[-1]: 1 - share, likely: share}.get(suit, 1e-6) for suit in SUITS]
        self.table.lying[key] = replace(self.table.lying[key], suits=tuple(np.log(shares)))
        return self.table.look(1.5)


@pytest.fixture
def lock() -> Suits:
    return Suits()


def test_a_card_that_would_break_no_rule_in_another_suit_is_asked_about(lock: Suits) -> None:
    assert lock.lay("5D", 1, "H") == []
    (question,) = lock.table.asked
    assert (question.reason, question.data["guess"], question.choices) == ("which_card", "5D", ())
    assert lock.table.look(10) == []
    assert lock.table.answer("5H") == ["? add 1 5H"]
    assert lock.add(1, "9H", 2) == ["? add 1 9H"]
    assert (lock.reasons, lock.table.refused) == ([], [])


def test_it_breaks_the_rule_once_people_say_that_it_is_what_it_seems(lock: Suits) -> None:
    lock.lay("5D", 1, "H")
    assert lock.table.answer("5D") == []
    lock.table.look(5)
    assert (lock.reasons, lock.table.refused) == ([], [("wrong_suit",)])


@pytest.mark.parametrize(("card", "likely", "reason"), [("5D", "S", "wrong_suit"), ("5H", "D", None)])
def test_nothing_is_asked_where_another_suit_would_not_make_it_legal(
    lock: Suits, card: str, likely: str, reason: str | None
) -> None:
    lock.lay(card, 1, likely)
    assert (lock.reasons, lock.table.refused) == ([], [(reason,)] if reason else [])


def test_a_card_of_a_sure_suit_breaks_its_rule_at_once(lock: Suits) -> None:
    lock.add(1, "5D", 1)
    assert (lock.reasons, lock.table.refused) == ([], [("wrong_suit",)])


def test_the_game_goes_on_elsewhere_while_it_is_asked(lock: Suits) -> None:
    lock.lay("5D", 1, "H")
    assert lock.add(1, "9H", 2) == []  # it waits
    assert lock.add(2, "7S", 1) == ["? add 2 7S"]
    assert lock.table.answer("5H") == ["? add 1 5H", "? add 1 9H"]


def test_a_card_that_is_taken_back_meanwhile_was_no_play(lock: Suits) -> None:
    lock.lay("5D", 1, "H")
    lock.table.take("5D")
    assert lock.table.look(2) == []
    assert (lock.reasons, lock.table.refused) == ([], [])
    assert lock.add(1, "6H", 1) == ["? add 1 6H"]


def test_a_deck_of_which_two_were_told_to_be_of_another_suit_is_known(lock: Suits) -> None:
    for place, card in enumerate(("6D", "8D"), 3):
        lock.lay(card, place, "H", share=1e-5)  # clearly diamonds
    lock.table.take("6D", "8D")
    lock.table.look(3)
    lock.table.refused.clear()
    for place, number in enumerate((2, 4), 1):
        assert lock.lay(f"{number}D", place, "H") == []
        assert lock.table.answer(f"{number}H") == [f"? add 1 {number}H"]
    assert lock.lay("7D", 3, "H") == ["? add 1 7H"]
    assert (lock.reasons, lock.table.refused) == ([], [])


def test_a_change_is_asked_about_too(lock: Suits) -> None:
    lock.add(1, "4H", 1)
    lock.table.take("4H")
    lock.history(1, 0)
    assert lock.lay("5D", 1, "H") == []
    assert lock.reasons == ["which_card"]
    assert lock.table.answer("5H") == ["? change 1 5H"]
    assert lock.row == "KH 5H"
