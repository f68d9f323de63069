"""Eleusis Express read from the table: a hand that is shown and cannot all be read is told card by card."""

from __future__ import annotations

import pytest

from tests.companion.referee.eleusis.table import HAND, show, table
from tests.companion.referee.small_table import SmallTable

RED = HAND.replace("7S", "7D").replace("AS", "AD")


def claim_with(shown: str, up: bool) -> SmallTable:
    """A hand of which some cards cannot be read is shown, perhaps taken up again, and said to be whole and no play."""
    seen = table("black")
    show(seen, shown)
    seen.look(2)
    if up:
        seen.take(*[key for key in seen.lying if key.endswith("/hand")])
        seen.look(2)
    assert [question.reason for question in seen.asked] == ["show_again"]
    assert seen.answer("no_play") == []
    return seen


@pytest.mark.parametrize("up", [False, True])
def test_the_cards_of_a_hand_that_could_not_be_read_are_told_one_by_one(up: bool) -> None:
    seen = claim_with(RED.replace("7D", "7D?").removesuffix(" AD"), up)
    (question,) = seen.asked
    assert (question.reason, question.data["missing"], question.data["guess"]) == ("rest_of_hand", 2, "7D")
    assert seen.answer("7D") == []
    (question,) = seen.asked
    assert (question.reason, question.data["missing"], question.data["guess"]) == ("rest_of_hand", 1, "")
    for no_card in ("perhaps", "JK", "??"):
        assert seen.answer(no_card) == []
        assert seen.asked == (question,)
    seen.look(3)
    assert seen.asked == (question,)
    (line,) = seen.answer("AD")
    assert line.startswith("Ben no play | shows ")
    assert sorted(line.removeprefix("Ben no play | shows ").split()) == sorted(RED.split())
    assert seen.asked == ()


def test_a_hand_that_is_told_is_asked_for_no_more_once_it_is_shown_whole_or_none() -> None:
    seen = claim_with(RED.removesuffix(" AD"), True)
    assert seen.answer("nothing") == []
    assert seen.asked == ()
    seen = claim_with(RED.removesuffix(" AD"), True)
    show(seen, RED)
    assert seen.done[-1].startswith("Ben no play | shows 7D")
    assert seen.asked == ()


def test_a_hand_of_which_most_is_missing_is_to_be_shown_again() -> None:
    seen = claim_with(" ".join(RED.split()[:7]), True)
    assert [question.reason for question in seen.asked] == ["show_again"]


def test_a_card_of_a_hand_that_was_told_shows_that_the_claim_is_wrong() -> None:
    seen = claim_with(HAND.removesuffix(" AS").replace("7S", "7D"), True)
    assert seen.answer("AS") == []
    assert [question.reason for question in seen.asked] == ["which_laid"]
    assert seen.answer("AS")[0].endswith("lays AS")
