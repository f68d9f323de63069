"""Lock the Entry as it is acted: after every action the table is what the state says."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from companion.rules import lock_the_entry as rules
from companion.rules.game import Illegal, Setup
from companion.rules.lock_the_entry import Create, Entry, State
from models.render.games.lock_the_entry import places
from models.render.games.making import MadeGame, Order, made
from models.render.games.pieces import Pose
from models.render.games.script import Lying, Mark, Script
from tests.models.games_checks import check_conserved, check_inside, check_whole_ways
from tests.models.plain_stock import PlainStock

SEEDS = (1, 2, 3)  # 3, 4 and 5 players


@cache
def whole(seed: int) -> MadeGame:
    order = Order("lock-the-entry", seed, size=(320, 180), players=2 + seed)
    return made(order, PlainStock())


def replayed(game: MadeGame) -> list[tuple[Mark, State]]:
    """Every mark with the state after it, by the engine alone."""
    state: Any = rules.start(game.setup)
    states = []
    for mark in game.script.marks:
        action = rules.parse_action(mark.line)
        assert rules.verify(state, action).rules == mark.broken
        state = rules.overrule(state, action) if mark.broken else rules.apply(state, action)
        states.append((mark, state))
    return states


def pieces_of(entry: Entry) -> tuple[list[str], list[str]]:
    return [f"{laid.owner}:{laid.card}" for laid in entry.row], [f"{laid.owner}:{laid.card}" for laid in entry.history]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_acted_soundly(seed: int) -> None:
    game = whole(seed)
    assert game.result.over
    check_conserved(game.script)
    check_whole_ways(game.script)
    check_inside(game)


def test_a_game_with_mistakes_is_acted_soundly_and_they_are_told() -> None:
    game = made(Order("lock-the-entry", 4, actions=50, size=(320, 180), players=4, mistakes=0.3), PlainStock())
    check_conserved(game.script)
    check_inside(game)
    check_tables(game)
    told = {rule for mark in game.script.marks for rule in mark.broken}
    assert told >= {"LTE-2", "LTE-4", "LTE-5", "LTE-9"}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_after_each_action_is_what_the_state_says(seed: int) -> None:
    check_tables(whole(seed))


def check_tables(game: MadeGame) -> None:
    for mark, state in replayed(game):
        action = rules.parse_action(mark.line)
        locking = action.entry if isinstance(action, rules.Lock) else None
        lying = dict(game.script.lying_at(mark.rest))
        expected: dict[str, bool] = {}
        for number, entry in enumerate(state.entries, 1):
            if entry.locked and number != locking:
                continue
            row, history = pieces_of(entry)
            expected |= dict.fromkeys(row, True) | dict.fromkeys(history, False)
            in_order = [name for name in lying if name in row]
            assert in_order == row
            assert [name for name in lying if name in history] == history
            if not entry.locked:
                check_apart(lying, row, history)
        assert {name: pose.up for name, pose in lying.items()} == expected, mark
        assert game.script.lying_at(mark.clear) == game.script.lying_at(mark.rest)


def check_apart(lying: dict[str, Pose], row: list[str], history: list[str]) -> None:
    """The history lies to the right of its row and covers none of it."""
    if history:
        assert min(lying[name].x for name in history) - max(lying[name].x for name in row) > 66


def test_a_locked_entry_gets_its_history_crosswise_and_leaves() -> None:
    game = whole(2)
    locks = [mark for mark in game.script.marks if " lock " in mark.line]
    states = dict(replayed(game))
    assert locks
    for mark in locks:
        row, history = pieces_of(states[mark].entries[int(mark.line.split()[-1]) - 1])
        lying = game.script.lying_at(mark.rest)
        assert [name for name, _ in lying][-len(history) :] == history
        poses = dict(lying)
        for name in history:
            across = (poses[name].angle - poses[row[-1]].angle) % 180
            assert 70 < across < 110
            assert abs(poses[name].x - poses[row[-1]].x) < 12
        gone = next(time for time, later in game.script.rests if time > mark.rest)
        assert not set(row + history) & set(dict(game.script.lying_at(gone)))


def test_an_open_place_is_used_again_and_no_two_entries_share_one() -> None:
    game = whole(3)
    for mark, state in replayed(game):
        if isinstance(rules.parse_action(mark.line), Create):
            lying = dict(game.script.lying_at(mark.rest))
            spots = [lying[pieces_of(state.entries[number - 1])[0][0]] for number in state.open_numbers]
            for place, one in enumerate(spots):
                assert all(abs(one.x - other.x) > 200 or abs(one.y - other.y) > 150 for other in spots[:place])


def test_the_audit_shows_every_locked_entry_in_three_shots() -> None:
    game = whole(1)
    _, state = replayed(game)[-1]
    locked = {number: entry for number, entry in enumerate(state.entries, 1) if entry.locked}
    shots: dict[int, dict[str, Lying]] = {}
    for show in game.script.shows:
        shots.setdefault(show.data["entry"], {})[show.what] = game.script.lying_at(show.start)
        assert game.script.lying_at(show.start) == game.script.lying_at(show.end)
        assert no_hand_between(game.script, show.start, show.end)
    assert set(shots) == set(locked)
    for number, entry in locked.items():
        row, history = pieces_of(entry)
        faces, backs, last = (shots[number][f"audit {what}"] for what in ("faces", "backs", "history"))
        assert [name for name, _ in sorted(faces, key=lambda lies: lies[1].x)] == row
        assert all(pose.up for _, pose in faces)
        assert [name for name, _ in backs] == row
        assert not any(pose.up for _, pose in backs)
        assert sorted(name for name, _ in last) == sorted(history)
        assert not any(pose.up for _, pose in last)


def no_hand_between(script: Script, start: float, end: float) -> bool:
    return all(reach.end <= start or reach.start >= end for reach in script.reaches)


def test_the_setup_of_the_truth_replays_to_its_result() -> None:
    game = made(Order("lock-the-entry", 9, actions=12, size=(320, 180)), PlainStock())
    truth = game.truth()
    setup = Setup(tuple(truth["setup"]["players"]), truth["setup"]["options"], truth["setup"]["seed"])
    state = rules.start(setup)
    for action in truth["actions"]:
        assert action["begun"] <= action["rest"] <= action["clear"]
        state = rules.apply(state, rules.parse_action(action["line"]))
    assert len(truth["actions"]) == 12
    assert truth["result"]["points"] == rules.result(state).points


TOLD = ("Ann create JH", "Ben add 1 4H", "Cem add 1 9H", "Ann change 1 6H", "Ben create QD", "end")


def test_a_game_is_told_line_by_line_on_a_table_for_two_entries() -> None:
    order = Order("lock-the-entry", 4, size=(320, 180), players=3, lines=TOLD, area=(312.0, 175.5))
    game = made(order, PlainStock())
    assert tuple(mark.line for mark in game.script.marks) == TOLD
    assert game.result.over
    assert game.setup.seed is None  # nobody knows the hands
    check_inside(game)
    check_conserved(game.script)
    assert [line for _, line in game.said()] == ["end"]
    (ends, _), last = game.said()[0], game.script.marks[-1]
    assert ends == last.clear


def test_what_the_rules_forbid_cannot_be_told() -> None:
    with pytest.raises(Illegal):
        made(Order("lock-the-entry", 4, size=(320, 180), players=3, lines=("Ann create 4H",)), PlainStock())


def test_there_is_room_for_as_many_entries_as_fit() -> None:
    assert set(places((470.0, 264.0))) == {(x, y) for x in (-305.0, 0.0, 305.0) for y in (-132.0, 132.0)}
    assert places((312.0, 175.5)) == ((-152.5, 0.0), (152.5, 0.0))
