"""A hand of Lockdown of which not all was seen: it is to be shown again, and made do with where play goes on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.referee.desk import Question
from companion.referee.lockdown.holdings import hand_of
from companion.referee.lockdown.shown import Shown, has_more
from companion.referee.lockdown.who_acted import NOTHING
from companion.rules.cards import UNKNOWN
from companion.rules.game import Player, Value
from companion.rules.lockdown import State


def to_show_again(player: Player, shown: Shown, count: int) -> Question:
    """Asks a player to show a hand again of which not all was seen; count: how many cards lie in the row."""
    told: dict[str, Value] = {"player": player, "shown": len(shown.things), "count": count}
    return Question(hand_key(player), "show_again", told, (NOTHING,))


def hand_key(player: Player) -> str:
    """The key of that question."""
    return f"hand of {player}"


def tells_of_play(shown: Shown, owner: Player | None, state: State) -> bool:
    """Whether what was shown tells that somebody played: a card shown to all, or a hand with one more than before."""
    return len(shown.things) == 1 or (owner is not None and has_more(shown, owner, state))


def made_do(shown: Shown, player: Player, lying: int, state: State) -> Shown:
    """A hand of which not all was seen, as the whole of it. It had a card more than the game knows, if so many lie in
    its row, if one is there that is no card of it, or if all of it was known: why else was it shown?"""
    hand = hand_of(state, player)
    strangers = (Counter(card for card in shown.likely if card.is_known) - Counter(hand)).total()
    more = lying > len(hand) or strangers > hand.count(UNKNOWN) or UNKNOWN not in hand
    return replace(shown, unseen=max(0, len(hand) + more - len(shown.things)))
