"""What every choreography offers, and whole games played by bots for them to act."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from companion.rules.game import Finding, Game, Setup
from models.render.art import Deck
from models.render.games.script import Mark
from models.render.games.stage import Stage
from models.render.games.stock import Stock

_IDLE = 200  # so often in a row nobody wants to do anything before a game counts as stuck


@dataclass(frozen=True)
class Step:
    """One action of a game: its line, the states before and after it, what followed from it, the rules it breaks."""

    line: str
    action: Any
    before: Any
    after: Any
    findings: tuple[Finding, ...]
    broken: tuple[str, ...] = ()


class Choreography(Protocol):
    """How one game is acted on the stage: made with the first state, then told of every action.

    decks: those that are enrolled before the game, by the name that their backs go by.
    """

    decks: Mapping[str, Deck]

    def begin(self) -> None:
        """What lies on the table before the first action."""

    def act(self, step: Step) -> None:
        """Acts one action; the stage's clock is then where the table is clear again."""

    def close(self, state: Any) -> None:
        """What is done when the game is over."""


Bot = Callable[[Any, str, random.Random], Any]
"""An action of a player in a state, or None where there is nothing to do."""


@dataclass(frozen=True)
class Playbook:
    """All that it takes to film one game.

    area: half width and half height (mm) of the part of the table that is used. players: how many there may be, one of
    these by lot. acted: makes the choreography for a first state. sense: share of the bots' choices that are sensible,
    the others are made by lot. mistaken: what a player does against the rules now and then; None where nobody does.
    files: what a referee needs besides, put beside the film. spoken: the lines that people tell the referee because no
    camera sees them, with their times in seconds.
    """

    game: Callable[[], Game]
    area: tuple[float, float]
    players: tuple[int, ...]
    acted: Callable[[Stage, Stock, Any], Choreography]
    sense: float = 1.0
    mistaken: Bot | None = None
    files: tuple[Path, ...] = ()
    spoken: Callable[[Sequence[Mark]], list[tuple[float, str]]] = lambda marks: []


def told_steps(game: Game, setup: Setup, lines: Sequence[str]) -> Iterator[Step]:
    """A game told line by line, as the game writes its actions. Raises ValueError for a line that it cannot read, and
    Illegal for one that its rules do not allow."""
    state = game.start(setup)
    for line in lines:
        action = game.parse_action(line)
        after = game.apply(state, action)
        yield Step(line, action, state, after, tuple(game.consequences(state, action, after)))
        state = after


def steps(book: Playbook, setup: Setup, mistakes: float = 0.0, most: int | None = None) -> Iterator[Step]:
    """A whole game played by bots, or its first actions; the same for the same arguments.

    mistakes: share of the actions that are against the rules, and that nobody minds.
    """
    game = book.game()
    bots = import_module(f"companion.rules.{game.NAME.replace('-', '_')}.bots")
    lot = random.Random(f"film/{setup.seed}")
    state, count, idle = game.start(setup), 0, 0
    while (most is None or count < most) and idle < _IDLE:
        may_act = game.to_act(state)
        if not may_act:
            return
        player = lot.choice(may_act)
        action = None
        if book.mistaken is not None and lot.random() < mistakes:
            action = book.mistaken(state, player, lot)
        if action is None:
            choose = bots.choose_sensible if lot.random() < book.sense else bots.choose_random
            action = choose(state, player, lot)
        if action is None:
            idle += 1
            continue
        idle, count = 0, count + 1
        broken = game.verify(state, action).rules
        after = game.overrule(state, action) if broken else game.apply(state, action)
        findings = tuple(game.consequences(state, action, after))
        yield Step(game.write_action(action), action, state, after, findings, broken)
        state = after
