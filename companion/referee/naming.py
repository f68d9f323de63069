"""Cards that lie there and cannot be told: somebody is asked, once they had time to be read."""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.desk import Desk, Question
from companion.referee.table import Thing
from companion.rules.cards import JOKER, Card
from vision.sightings import Kind

WHICH_CARD = "which_card"
_NAMED_BY = 1.2  # seconds that a card may lie unread before somebody is asked


def ask_names(things: Iterable[Thing], desk: Desk) -> None:
    """Asks for each face among things that has lain there unread; takes the question back where it was read since."""
    for thing in things:
        sighting, key = thing.sighting, _key(thing)
        if sighting.certain:
            desk.settle(key)
        elif sighting.kind is Kind.CARD and not thing.covered and desk.time - thing.since > _NAMED_BY:
            desk.ask(Question(key, WHICH_CARD, {"guess": sighting.name or ""}, (), (thing.number,)))


def take_name(question: Question, answer: str, desk: Desk) -> None:
    """The answer to such a question; one that is no card leaves it open, and it is asked again."""
    try:
        card = Card.parse(answer)
    except ValueError:
        return
    if card.is_known or card == JOKER:
        desk.table.name(question.things[0], str(card), desk.time)


def forget_name(thing: Thing, desk: Desk) -> None:
    """A thing that was taken away needs no name any more."""
    desk.settle(_key(thing))


def _key(thing: Thing) -> str:
    return f"name {thing.number}"
