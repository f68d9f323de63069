"""Eleusis Express as it is acted: after every action the table is what the state says."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from companion.rules import eleusis as rules
from companion.rules.eleusis import NoPlay, State
from models.render.games import eleusis
from models.render.games.making import MadeGame, Order, made
from models.render.games.pieces import Pose
from models.render.games.script import Mark
from tests.models.games_checks import check_conserved, check_inside, check_whole_ways
from tests.models.plain_stock import PlainStock

GAMES = ((1, 3), (8, 4), (1, 5))  # seeds and players


@cache
def whole(seed: int, players: int) -> MadeGame:
    return made(Order("eleusis", seed, size=(320, 180), players=players), PlainStock())


def replayed(game: MadeGame) -> list[tuple[Mark, State, State]]:
    """Every mark with the states before and after it."""
    state: Any = rules.start(game.setup)
    states = []
    for mark in game.script.marks:
        after = rules.apply(state, rules.parse_action(mark.line))
        states.append((mark, state, after))
        state = after
    return states


def in_reading_order(lying: dict[str, Pose]) -> list[tuple[str, list[str]]]:
    """Mainline and sidelines as somebody who knows the convention reads them off the table."""
    cards = [(name.split("/")[0], pose) for name, pose in lying.items() if "/" in name]
    lines: dict[int, list[tuple[str, Pose]]] = {}
    for name, pose in cards:
        lines.setdefault(round((pose.y + 258 - 30) / 166), []).append((name, pose))
    read: list[tuple[str, list[str]]] = []
    for _, members in sorted(lines.items()):
        columns: dict[int, list[tuple[float, str]]] = {}
        for name, pose in members:
            columns.setdefault(round((pose.x + 505) / 69), []).append((pose.y, name))
        for _, column in sorted(columns.items()):
            (_, card), *under = sorted(column)
            read.append((card, [name for _, name in under]))
    return read


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_a_whole_game_is_acted_soundly(seed: int, players: int) -> None:
    game = whole(seed, players)
    assert game.result.over
    check_conserved(game.script)
    check_whole_ways(game.script)
    check_inside(game)


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_the_lines_on_the_table_are_those_of_the_state(seed: int, players: int) -> None:
    game = whole(seed, players)
    for mark, _, state in replayed(game):
        if state.round is not None:
            assert in_reading_order(dict(game.script.lying_at(mark.rest))) == expected_lines(state), mark


def test_a_table_that_is_full_loses_its_oldest_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eleusis, "_COLUMNS", 2)
    game = made(Order("eleusis", 3, actions=40, size=(320, 180), players=3), PlainStock())
    check_conserved(game.script)
    check_inside(game)
    lost = 0
    for mark, _, state in replayed(game):
        if state.round is not None:
            expected, read = expected_lines(state), in_reading_order(dict(game.script.lying_at(mark.rest)))
            lost = max(lost, len(expected) - len(read))
            assert read == expected[(len(expected) - len(read)) :]
            assert len(expected) - len(read) == 2 * max(0, -(-(len(expected) - 6) // 2))
    assert lost >= 2


def expected_lines(state: State) -> list[tuple[str, list[str]]]:
    assert state.round is not None
    return [(str(place.card), [str(card) for card in place.sideline]) for place in state.round.line]


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_the_stock_is_as_high_as_the_state_says(seed: int, players: int) -> None:
    game = whole(seed, players)
    for (_, _, state), (later, _, _) in zip(replayed(game), replayed(game)[1:], strict=False):
        lying = dict(game.script.lying_at(later.begun))
        if state.round is not None:
            assert (lying["stock"].pile if "stock" in lying else 0) == len(state.stock)
        else:
            assert not lying


def test_a_hand_without_a_play_is_shown_whole() -> None:
    shown = 0
    for seed, players in GAMES:
        game = whole(seed, players)
        claims = [
            (mark, before) for mark, before, _ in replayed(game) if isinstance(rules.parse_action(mark.line), NoPlay)
        ]
        for (mark, before), show in zip(claims, game.script.shows, strict=True):
            lying = [(name, pose) for name, pose in game.script.lying_at(show.start) if pose.y > 220]
            hand = next(seat.hand for seat in before.seats if mark.line.startswith(seat.player))
            assert [name.split("/")[0] for name, _ in lying] == [str(card) for card in hand]
            assert all(pose.up for _, pose in lying)
            assert mark.begun < show.start < show.end < mark.rest
            shown += 1
    assert shown > 2
