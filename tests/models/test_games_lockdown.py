"""Lockdown as it is acted: after every action the table is what the state says."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from companion.rules import lockdown as rules
from companion.rules.lockdown import Force, State
from models.render.games.making import MadeGame, Order, made
from models.render.games.script import Mark
from tests.models.games_checks import check_conserved, check_inside, check_whole_ways
from tests.models.plain_stock import PlainStock

GAMES = ((1, 2), (1, 3), (3, 4), (2, 5))  # seeds and players


@cache
def whole(seed: int, players: int) -> MadeGame:
    return made(Order("lockdown", seed, size=(320, 180), players=players), PlainStock())


def replayed(game: MadeGame) -> list[tuple[Mark, State]]:
    state: Any = rules.start(game.setup)
    states = []
    for mark in game.script.marks:
        state = rules.apply(state, rules.parse_action(mark.line))
        states.append((mark, state))
    return states


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_a_whole_game_is_acted_soundly(seed: int, players: int) -> None:
    game = whole(seed, players)
    assert game.result.over
    check_conserved(game.script)
    check_whole_ways(game.script)
    check_inside(game)


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_the_table_after_each_action_is_what_the_state_says(seed: int, players: int) -> None:
    game = whole(seed, players)
    for mark, state in replayed(game):
        lying = dict(game.script.lying_at(mark.rest))
        expected: Counter[tuple[str, bool]] = Counter()
        for seat in state.seats:
            expected.update((str(card), False) for card in seat.hand)
            for locked in seat.locked:
                expected.update((str(card), locked.is_open) for card in locked.cards)
        expected.update((str(card), True) for card in state.away)
        seen = Counter((name.split("/")[0], pose.up) for name, pose in lying.items() if name != "deck")
        assert seen == expected, mark
        assert (lying["deck"].pile if "deck" in lying else 0) == len(state.deck)


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_everything_lies_before_its_player(seed: int, players: int) -> None:
    game = whole(seed, players)
    for mark, state in replayed(game):
        lying = dict(game.script.lying_at(mark.rest))
        for seat in state.seats:
            edge = game.stage.seats[seat.player].edge
            cards = [*seat.hand, *(card for locked in seat.locked for card in locked.cards)]
            for card in cards:
                poses = [pose for name, pose in lying.items() if name.split("/")[0] == str(card)]
                width = 600 / ((players + 1) // 2 if edge[1] > 0 else players // 2)
                assert any(abs(pose.x - edge[0]) < width and (pose.y > -40) == (edge[1] > 0) for pose in poses)


def test_what_is_shown_is_what_is_held_and_what_was_drawn() -> None:
    game = whole(3, 4)
    forced = [rules.parse_action(mark.line) for mark in game.script.marks]
    targets = [action.target for action in forced if isinstance(action, Force)]
    shown = [show.data["player"] for show in game.script.shows if show.what == "forced"]
    assert shown == targets
    for show in game.script.shows:
        lying = game.script.lying_at(show.start)
        if show.what == "hand":
            zone = [name.split("/")[0] for name, pose in lying if pose.y > 200]
            assert " ".join(zone) == show.data["cards"]
            assert all(pose.up for _, pose in lying if pose.y > 200)
    for one, later in pairwise(game.script.shows):
        assert one.end <= later.start
