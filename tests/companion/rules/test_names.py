"""Names of players: whatever people type, the lines of every game are read back as they were meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import eleusis, engines, lock_the_entry, lockdown, word_wars
from companion.rules.cards import Card
from companion.rules.lock_the_entry import Audit, Create
from companion.rules.names import seat_name


@pytest.mark.parametrize(
    ("written", "seated"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Will pass", "Will Pass"),
        ("end", "End"),
        ("a|b > c", "a b c"),
        ("小明 🂡", "小明 🂡"),
        ("?", ""),
        ("x" * 200, "x" * 200),
    ],
)
def test_what_becomes_of_a_name(written: str, seated: str) -> None:
    assert seat_name(written) == seated


@given(st.text(max_size=30), st.text(max_size=30))
def test_every_line_with_two_names_is_read_back(one: str, other: str) -> None:
    ann, ben = seat_name(one), seat_name(other)
    if not (ann and ben):
        return
    card = Card.parse("7H")
    for action in (Create(ann, card), Audit(3, (ann, ben, ann)), Audit(2, (ben,)), lock_the_entry.BadHand(ann)):
        assert lock_the_entry.parse_action(lock_the_entry.write_action(action)) == action
    for move in (lockdown.Give(ann, card, ben), lockdown.Take(ann, card, ben), lockdown.Force(ann, ben)):
        assert lockdown.parse_action(lockdown.write_action(move)) == move
    for result in (engines.Play(ann, card), engines.Pass(ben), engines.Ipo(ann)):
        assert engines.parse_action(engines.write_action(result)) == result
    trade = word_wars.Trade(ann, "AB")
    assert word_wars.parse_action(word_wars.write_action(trade)) == trade
    laid = eleusis.Play(ann, card)
    assert eleusis.parse_action(eleusis.write_action(laid)) == laid
