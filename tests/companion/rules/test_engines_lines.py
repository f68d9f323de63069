"""Engines of Discrimination: how actions are written, and its bots."""

from __future__ import annotations

import random

import pytest

from companion.rules.engines import (
    apply,
    choose_random,
    choose_sensible,
    parse_action,
    result,
    start,
    to_act,
    view,
    write_action,
)
from companion.rules.game import Setup

TWO = ("Ann", "Ben")
FOUR = ("Ann", "Ben", "Cem", "Dee")
LINES = "Ben cut 5H|Ben cut|Ann ipo|Ann search 9C|Ann search|Ann play 10H|Ann play ?|B extra 7D|Ben pass|Ann fill deck"
NO_ACTIONS = "|Ann|search|Ann play|Ann play 11H|Ann fill|Ann fill hand|Ann pass 3H|Ben cut 5"


@pytest.mark.parametrize("line", [*LINES.split("|"), "Ann B fill partner"])
def test_a_line_is_read_and_written_alike(line: str) -> None:
    assert write_action(parse_action(line)) == line


@pytest.mark.parametrize("line", NO_ACTIONS.split("|"))
def test_a_line_that_is_no_action(line: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        parse_action(line)


def test_bots_do_not_look_at_hidden_cards() -> None:
    for seed in range(12):
        state = start(Setup(FOUR if seed % 2 else TWO, seed=seed))
        lot = random.Random(seed)
        for _ in range(40):
            player = lot.choice(to_act(state))
            for choose in (choose_random, choose_sensible):
                choice = choose(state, player, random.Random(seed))
                assert choice == choose(view(state, player), player, random.Random(seed))
            assert choice is not None
            state = apply(state, choice)


def test_sense_beats_the_lot() -> None:
    wins = 0
    for seed in range(40):
        state = start(Setup(TWO, seed=seed))
        lot = random.Random(seed)
        clever = TWO[seed % 2]
        while not state.over:
            player = lot.choice(to_act(state))
            action = (choose_sensible if player == clever else choose_random)(state, player, lot)
            assert action is not None
            state = apply(state, action)
        wins += result(state).winners == (clever,)
    assert wins > 30
