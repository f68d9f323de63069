"""Word Wars as it is acted: after every action the grid on the table is what the state says."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.rules.word_wars import Cell, Forfeit, Lexicon, State, SuddenDeath, Trade, apply, parse_action
from models.render.games import word_wars
from models.render.games.making import MadeGame, Order, made, write
from models.render.games.pieces import Pose
from models.render.games.script import Mark
from tests.models.games_checks import check_conserved, check_inside, check_whole_ways
from tests.models.plain_stock import PlainStock

SEEDS = (1, 2, 9)
PITCH = 19.7


@cache
def whole(seed: int) -> MadeGame:
    return made(Order("word-wars", seed, size=(320, 180)), PlainStock())


def replayed(game: MadeGame) -> list[tuple[Mark, State, State]]:
    """Every mark with the states before and after it."""
    state: Any = word_wars.PLAYBOOK.game().start(game.setup)
    states = []
    for mark in game.script.marks:
        after = apply(state, parse_action(mark.line))
        states.append((mark, state, after))
        state = after
    return states


def test_the_words_that_are_played_by_lie_beside_the_film(tmp_path: Path) -> None:
    game = made(Order("word-wars", 4, actions=1, size=(160, 90), fps=1), PlainStock())
    assert list(write(game, tmp_path))
    words = (tmp_path / "words.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert Lexicon.of("again", map(str.upper, words)) == word_wars.PLAYBOOK.game().start(game.setup).lexicon


def grid_of(lying: dict[str, Pose]) -> dict[Cell, str]:
    """The letters by column and row as somebody reads them off the table, the left and upper ones being 0."""
    tiles = [(name.split("/")[0], pose) for name, pose in lying.items() if "/" in name]
    angle = np.radians(np.median([pose.angle for _, pose in tiles]))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    spots = np.array([turn @ (pose.x, pose.y) for _, pose in tiles]) / PITCH
    cells = np.round(spots - spots[0]).astype(int)
    assert np.abs(spots - spots[0] - cells).max() < 0.25
    return {(int(x), int(y)): letter for (letter, _), (x, y) in zip(tiles, cells - cells.min(axis=0), strict=True)}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_acted_soundly(seed: int) -> None:
    game = whole(seed)
    assert game.result.over
    check_conserved(game.script)
    check_whole_ways(game.script)
    check_inside(game)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_grid_after_each_action_is_the_board(seed: int) -> None:
    game = whole(seed)
    for mark, _, state in replayed(game):
        lying = dict(game.script.lying_at(mark.rest))
        if not (state.board and lying and state.in_round):
            continue
        left, top = (min(cell[axis] for cell in state.board) for axis in (0, 1))
        assert grid_of(lying) == {(x - left, y - top): tile for (x, y), tile in state.board.items()}, mark


def test_traded_tiles_and_racks_of_those_who_are_stuck_are_shown() -> None:
    trades = racks = 0
    for seed in SEEDS:
        game = whole(seed)
        for mark, before, _ in replayed(game):
            action = parse_action(mark.line)
            shows = [show for show in game.script.shows if mark.begun <= show.start <= mark.clear]
            seen = {show.what: show for show in shows}
            if isinstance(action, Trade | Forfeit | SuddenDeath) and before.seat(action.player).hand:
                lying = game.script.lying_at(seen["rack"].start)
                rack = [name.split("/")[0] for name, pose in lying if "/" in name and pose.y > 150]
                assert sorted(rack) == sorted(before.seat(action.player).hand)
                racks += 1
            if isinstance(action, Trade):
                lying = game.script.lying_at(seen["trade"].start)
                laid = [name.split("/")[0] for name, pose in lying if "/" in name and pose.y > 150]
                assert sorted(laid) == sorted(action.tiles)
                trades += 1
    assert trades
    assert racks > trades
