"""What every choreography offers, and whole games played by bots for them to act."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from companion.rules.game import Finding, Game, Setup
from models.render.art import Deck

_IDLE = 200  # so often in a row nobody wants to do anything before a game counts as stuck


@dataclass(frozen=True)
class Step:
    """One action of a game: its line, the states before and after it, and what followed from it."""

    line: str
    action: Any
    before: Any
    after: Any
    findings: tuple[Finding, ...]


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


def steps(game: Game, setup: Setup, sense: float = 1.0, most: int | None = None) -> Iterator[Step]:
    """A whole game played by bots, or its first actions; the same for the same arguments.

    sense: share of the choices that are sensible; the others are made by lot.
    """
    bots = import_module(f"companion.rules.{game.NAME.replace('-', '_')}.bots")
    lot = random.Random(f"film/{setup.seed}")
    state, count, idle = game.start(setup), 0, 0
    while (most is None or count < most) and idle < _IDLE:
        players = game.to_act(state)
        if not players:
            return
        choose = bots.choose_sensible if lot.random() < sense else bots.choose_random
        action = choose(state, lot.choice(players), lot)
        if action is None:
            idle += 1
            continue
        idle, count = 0, count + 1
        after = game.apply(state, action)
        findings = tuple(game.consequences(state, action, after))
        yield Step(game.write_action(action), action, state, after, findings)
        state = after
