"""Cards that lie there and cannot be told: somebody is asked, once they had time to be read."""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.desk import Desk, Question
from companion.referee.things import Thing
from companion.rules.cards import Card
from vision.sightings import Kind
from vision.suits import possible

WHICH_CARD = "which_card"
REST_OF_HAND = "rest_of_hand"
NOTHING_THERE = "none"
"""The answer that there is no such thing: what was seen is a part of the table, or of somebody."""
NO_CARD = {WHICH_CARD: NOTHING_THERE, REST_OF_HAND: "nothing"}
"""By the reason of a question for a card, the answer that it is none."""
# Seconds that a card may lie unread before somebody is asked; without any name it is perhaps a back, seen badly.
_NAMED_BY, _NAMELESS_BY = 1.2, 2.4


def ask_names(things: Iterable[Thing], desk: Desk, doubted: bool = False) -> None:
    """Asks for each face among things that has lain there unread, and that its deck does not tell; takes the question
    back where it was read since. doubted: what was read surely is asked for as well, unless people said it."""
    for thing in things:
        sighting, key = thing.sighting, _key(thing)
        if sighting.certain and doubted and not desk.table.is_said(thing.number):
            desk.ask(Question(key, WHICH_CARD, {"guess": sighting.name or ""}, (), (thing.number,)))
        elif sighting.certain:
            desk.settle(key)
        elif sighting.kind is not Kind.CARD or thing.covered or desk.time - thing.since <= _patience(sighting.name):
            continue
        elif desk.table.name_as_its_deck(thing.number, desk.time) is None:
            desk.ask(Question(key, WHICH_CARD, {"guess": sighting.name or ""}, (), (thing.number,)))


def _patience(name: str | None) -> float:
    return _NAMELESS_BY if name is None else _NAMED_BY


def take_name(question: Question, answer: str, desk: Desk) -> None:
    """The answer to such a question; one that is no card leaves it open, and it is asked again."""
    if answer == NOTHING_THERE:
        desk.table.dismiss(question.things[0], desk.time)
        return
    card = card_told(answer)
    if card is not None:
        desk.table.name(question.things[0], str(card), desk.time)


def card_told(answer: str) -> Card | None:
    """The card that an answer names, None where it names none."""
    try:
        card = Card.parse(answer)
    except ValueError:
        return None
    return card if card.is_known else None


def card_of(thing: Thing) -> Card:
    """The card that a face was read as, UNKNOWN where it was not."""
    return Card.parse(thing.sighting.name or "?")


def others_of_its_rank(thing: Thing) -> list[Card]:
    """The cards that a face may be as well, were its suit misread: by suits that its indices do not rule out."""
    name = thing.sighting.name or ""
    return [Card.parse(name[:-1] + suit) for suit in possible(thing.sighting.suits) if suit != name[-1:]]


def asks_name(thing: Thing, desk: Desk) -> bool:
    """Whether it is asked which card a thing is."""
    return desk.asks(_key(thing))


def forget_names(things: Iterable[Thing], desk: Desk) -> None:
    """Things that were taken away, or are known otherwise, need no names any more."""
    for thing in things:
        desk.settle(_key(thing))


def _key(thing: Thing) -> str:
    return f"name {thing.number}"
