"""Games played by bots: the same from equal seeds however they are shared out, and counted as they were played."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from companion.laboratory.bots import UnknownBot, bot_named
from companion.laboratory.playing import play_game
from companion.laboratory.report import compare, report
from companion.laboratory.running import Plan, run
from companion.rules import lock_the_entry
from companion.rules.game import Setup
from companion.rules.games import game_named

PLAYERS = ("Ann", "Ben", "Cem")
PLAN = Plan("lock-the-entry", PLAYERS, ("sensible", "random", "random"), 60, seed=7)


def test_equal_seeds_give_equal_games_on_one_process_and_on_two() -> None:
    alone = list(run(PLAN))
    with ProcessPoolExecutor(2) as executor:
        shared = list(run(PLAN, executor))
    assert alone == shared
    assert [record.seed for record in alone] == list(range(7, 67))


def test_a_record_is_what_the_rules_say_of_the_game() -> None:
    bot = bot_named("lock-the-entry", "random")
    setup = Setup(PLAYERS, {}, 3)
    record = play_game(game_named(PLAN.game), setup, [bot] * 3)
    lot = random.Random("bots/3")
    state, actions, locks = lock_the_entry.start(setup), 0, 0
    while not state.over:
        players = list(lock_the_entry.to_act(state))
        if len(players) == len(PLAYERS):
            lot.shuffle(players)
        action = next(action for player in players if (action := bot(state, player, lot)) is not None)
        state = lock_the_entry.apply(state, action)
        actions += 1
        locks += isinstance(action, lock_the_entry.Lock)
    result = lock_the_entry.result(state)
    assert record.over
    assert record.actions == actions
    assert record.happened.get("LTE-8 locked", 0) == locks
    assert record.points == tuple(result.points[player] for player in PLAYERS)
    assert {PLAYERS[seat] for seat in record.winners} == set(result.winners)


def test_a_game_in_which_nobody_acts_is_not_over() -> None:
    record = play_game(game_named(PLAN.game), Setup(PLAYERS, {}, 3), [lambda state, player, lot: None] * 3)
    assert not record.over
    assert record.actions == 0


def test_the_better_bot_wins_more() -> None:
    told = report(list(run(PLAN)))
    assert told.wins[0].low > max(told.wins[1].high, told.wins[2].high)


def test_two_rule_sets_are_compared_by_pairs() -> None:
    first = list(run(PLAN))
    strict = Plan(PLAN.game, PLAYERS, PLAN.bots, PLAN.games, PLAN.seed, {"change_own": "off"})
    differences = compare(first, list(run(strict)))
    assert differences["LTE-7 removed"].high < 0  # fewer cards may be changed, so fewer are
    assert not any(estimate.differs for estimate in compare(first, first).values())


def test_an_unknown_bot_is_told() -> None:
    with pytest.raises(UnknownBot) as caught:
        bot_named("lock-the-entry", "clever")
    assert caught.value.allowed == ("random", "sensible")
