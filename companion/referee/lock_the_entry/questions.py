"""What is asked about the entries of Lock the Entry, and when it need not be answered any more."""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.desk import Desk, Question
from companion.referee.lock_the_entry.pile import Pile
from companion.referee.lock_the_entry.turned_rows import owner_key
from companion.referee.naming import WHICH_CARD, forget_names
from companion.referee.things import Thing
from companion.rules.cards import Card
from companion.rules.game import Value

OVER = "over"  # the key of the question whether the game is


def ask_same(key: str, thing: Thing, pile: Pile, desk: Desk) -> None:
    """The top card looks as before, but its history does not: it may have been changed for an equal one."""
    data: dict[str, Value] = {"entry": pile.number, "card": str(pile.top.card), "count": pile.changes}
    desk.ask(Question(key, "same_again", data, ("nothing", "changed", "other_card"), (thing.number,)))


def ask_meant(thing: Thing, pile: Pile, desk: Desk) -> None:
    """Whether a card was added or took the place of the top card cannot be seen."""
    data: dict[str, Value] = {"entry": pile.number, "card": thing.sighting.name or ""}
    desk.ask(Question(play_key(thing), "added_or_changed", data, ("added", "changed", "nothing"), (thing.number,)))


def ask_gone(pile: Pile, others: Iterable[Pile], desk: Desk) -> None:
    """Why an entry that may not be locked is gone: asked of one at a time, for others may be gone as it is."""
    if not any(desk.asks(gone_key(other)) for other in others):
        desk.ask(Question(gone_key(pile), "entry_gone", {"entry": pile.number}, ("end", "locked", "nothing")))


def ask_over(desk: Desk) -> None:
    """All entries are locked and gone: the next one may be begun, or the game is over."""
    desk.ask(Question(OVER, "all_locked", {}, ("end", "nothing")))


def ask_suit(thing: Thing, others: Iterable[Card], desk: Desk) -> None:
    """A card that is surely read breaks a rule, but none as another of its rank that it may be: then a misread is
    likelier than a broken rule, and it is asked about where its deck does not tell."""
    if not any(desk.table.name_as_its_deck(thing.number, desk.time, str(card)[-1]) for card in others):
        guess = thing.sighting.name or ""
        desk.ask(Question(suit_key(thing), WHICH_CARD, {"guess": guess}, (), (thing.number,)))


def top_key(pile: Pile) -> str:
    """Of the question whether an entry's top card is still the same, or what a back in its history stands for; it
    stands whatever is laid or taken there meanwhile."""
    return f"top {pile.number}"


def gone_key(pile: Pile) -> str:
    """Of the question why an entry is gone."""
    return f"gone {pile.number}"


def play_key(card: Thing) -> str:
    """Of the question what a card on a row means."""
    return f"play {card.number}"


def suit_key(card: Thing) -> str:
    """Of the question whether a card is of the suit that it seems to be."""
    return f"suit {card.number}"


def forget(thing: Thing, desk: Desk) -> None:
    """The thing is gone, and nobody needs to be asked about it any more."""
    forget_names((thing,), desk)
    desk.settle(play_key(thing))
    desk.settle(suit_key(thing))
    desk.settle(owner_key(thing))
