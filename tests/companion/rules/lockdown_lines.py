"""Lockdown in lines of text, for its tests: a game is begun, played and told by what people write."""

from __future__ import annotations

from companion.language import Language
from companion.rules.game import Setup
from companion.rules.lockdown import State, apply, parse_action, start, verify

TEXTS = Language.load("en")


def table(*hands: str, deck: str = "", **options: str) -> State:
    """A game of Ann, Ben … with these first hands; Ann is the dealer."""
    names = ("Ann", "Ben", "Cem", "Dee")[: len(hands)]
    deal = {name: tuple(hand.split()) for name, hand in zip(names, hands, strict=True)}
    return start(Setup(names, options, deal={**deal, "deck": tuple(deck.split())}))


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = apply(state, parse_action(line))
    return state


def broken(state: State, line: str) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in verify(state, parse_action(line)).broken]


def undecided(state: State, line: str) -> list[str]:
    ruling = verify(state, parse_action(line))
    assert ruling.legal
    return [f"{finding.rule} {finding.reason}" for finding in ruling.undecided]


def story(state: State) -> list[str]:
    return [TEXTS.text(f"ld_says.{finding.reason}", **finding.data) for finding in state.story]


def hand(state: State, player: str) -> str:
    seat = state.seat(player)
    assert seat is not None
    sets = [" ".join(map(str, locked.cards)) for locked in seat.locked]
    return " | ".join([" ".join(map(str, seat.hand)), *sets])


def seen_table(*players: str, **options: str) -> State:
    return start(Setup(players or ("Ann", "Ben", "Cem"), options))
