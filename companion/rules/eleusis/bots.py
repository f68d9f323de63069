"""Players for the laboratory: one by lot, one who reasons about the rule. Neither looks at what is hidden from it.

As dealers both draw a rule from a list; as players the second keeps those rules of the list that still fit the line.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.rules.cards import Card
from companion.rules.eleusis.secret import SecretRule
from companion.rules.eleusis.state import Action, Deal, Guess, NoPlay, Play, State
from companion.rules.game import Player

RULES = tuple(
    map(
        SecretRule.parse,
        (
            "colour differs from last",
            "colour same as last",
            "parity differs from last",
            "suit differs from last",
            "cycle red, red, red, black, black, black",
            "cycle spades, hearts, clubs, diamonds",
            "if last is low then high else low",
            "if last is odd then red else black",
            "if last is red then value is at least value of last else value is at most value of last",
            "steps up from last is 1..3",
            "suit same as last or value same as last",
            "if last is face then number else anything",
        ),
    )
)
NO_PLAY_CHANCE = 0.05
GUESS_CHANCE = 0.1


def choose_random(
    state: State, player: Player, lot: random.Random, rules: Sequence[SecretRule] = RULES
) -> Action | None:
    """A card by lot, now and then the claim that none is right, seldom a guess; None for no guess."""
    current = state.round
    if current is None:
        return Deal(player, lot.choice(rules))
    if player == current.guesser:
        return Guess(player, lot.choice(rules)) if lot.random() < GUESS_CHANCE else None
    if lot.random() < NO_PLAY_CHANCE:
        return NoPlay(player)
    return Play(player, lot.choice(_hand(state, player)))


def choose_sensible(
    state: State, player: Player, lot: random.Random, rules: Sequence[SecretRule] = RULES
) -> Action | None:
    """The card that most of the still fitting rules allow, no play where none allows any; a guess where one is left."""
    current = state.round
    if current is None:
        return Deal(player, lot.choice(rules))
    sidelines = [place.sideline for place in current.line]
    untried = (rule for rule in rules if rule not in current.wrong_guesses)
    fitting = [rule for rule in untried if rule.fits(current.mainline, sidelines)]
    if player == current.guesser:
        return Guess(player, fitting[0]) if len(fitting) == 1 else None
    hand = _hand(state, player)
    votes = [sum(rule.allows(current.mainline, card) is True for rule in fitting) for card in hand]
    most = max(votes)
    if fitting and most == 0:
        return NoPlay(player)
    return Play(player, lot.choice([card for card, count in zip(hand, votes, strict=True) if count == most]))


def _hand(state: State, player: Player) -> tuple[Card, ...]:
    return next(seat.hand for seat in state.seats if seat.player == player)
