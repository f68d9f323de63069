"""Engines of Discrimination as it is acted: after every action the table is what the state says."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from companion.rules import engines as rules
from companion.rules.engines import Extra, Phase, Play, Search, State
from models.render.games.making import MadeGame, Order, made
from models.render.games.script import Mark
from tests.models.games_checks import check_conserved, check_inside, check_whole_ways
from tests.models.plain_stock import PlainStock

TWO, FOUR = (1, 2), (7, 4)  # seed and players
_OF_FOUR = 500  # actions: into the second set


@cache
def whole(seed: int, players: int) -> MadeGame:
    most = None if players == 2 else _OF_FOUR
    return made(Order("engines", seed, actions=most, size=(320, 180), players=players), PlainStock())


def replayed(game: MadeGame) -> list[tuple[Mark, State]]:
    state: Any = rules.start(game.setup)
    states = []
    for mark in game.script.marks:
        state = rules.apply(state, rules.parse_action(mark.line))
        states.append((mark, state))
    return states


@pytest.mark.parametrize(("seed", "players"), [TWO, FOUR])
def test_a_whole_game_is_acted_soundly(seed: int, players: int) -> None:
    game = whole(seed, players)
    assert game.result.over or replayed(game)[-1][1].set_number == 2
    check_conserved(game.script)
    check_whole_ways(game.script)
    check_inside(game)
    assert set(game.decks) == {"google", "yahoo", "search"}


@pytest.mark.parametrize(("seed", "players"), [TWO, FOUR])
def test_the_search_and_every_result_lie_open_at_the_seat_that_laid_it(seed: int, players: int) -> None:
    game = whole(seed, players)
    request: str | None = None
    for mark, state in replayed(game):
        action, lying = rules.parse_action(mark.line), dict(game.script.lying_at(mark.rest))
        if isinstance(action, Search):
            request = f"search:{state.request}"
        assert request is None or (lying[request].up and abs(lying[request].x) + abs(lying[request].y) < 20)
        if isinstance(action, Play | Extra):
            side = next(seat.side for seat in state.seats if seat.player == action.player)
            pose = lying[f"{side.lower()}:{action.card}"]
            out = game.stage.seats[action.player].out
            assert pose.up
            assert pose.x * out[0] + pose.y * out[1] > 90
        if state.phase in (Phase.OPEN, Phase.FILL, Phase.CUT, Phase.OVER):
            request = None


@pytest.mark.parametrize(("seed", "players"), [TWO, FOUR])
def test_the_piles_are_as_high_as_the_decks(seed: int, players: int) -> None:
    game = whole(seed, players)
    states = replayed(game)
    for (_, state), (later, _) in pairwise(states):
        if state.phase in (Phase.PLAY, Phase.TIE):
            continue  # what is spent has not been put away yet
        lying = dict(game.script.lying_at(later.begun))
        decks = {"google": state.google.deck, "yahoo": state.yahoo.deck, "search": state.search}
        for name, deck in decks.items():
            assert (lying[f"{name} deck"].pile if f"{name} deck" in lying else 0) == len(deck)
        for team in (state.google, state.yahoo):
            pile = "google" if state.in_teams and team is state.google else "yahoo" if state.in_teams else "search"
            assert all(lying[f"{pile}:{card}"].up for card in team.scored)
            assert all(not lying[f"{team.side.lower()}:{card}"].up for card in team.spent)
        assert all(f"search:{card}" in lying for card in state.past)
        open_cards = sum(name.split(":")[0] in ("google", "yahoo", "search") and ":" in name for name in lying)
        kept = sum(len(team.scored) + len(team.spent) for team in (state.google, state.yahoo))
        assert open_cards == kept + len(state.past)
