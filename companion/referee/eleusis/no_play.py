"""A hand that is spread for a claim of no play (EE-4): which of its cards are read, and what is asked about the rest.

It lies there for some seconds. A card that another one hides, or that cannot be read, is to be shown again; or, where
few are missing, people say which they are, one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.referee.desk import Question
from companion.referee.naming import REST_OF_HAND, card_of, card_told
from companion.referee.row import read_row
from companion.referee.things import Thing
from companion.rules.cards import JOKER, Card
from companion.rules.game import Player, Value
from vision.sightings import Kind

_KEY = "hand"
_TOLD = 4  # cards at most that people rather name than show all of them again


@dataclass(frozen=True)
class Shown:
    """A hand that was shown, and that nothing is known to follow from yet."""

    player: Player
    cards: tuple[Card, ...]


def in_row(things: Sequence[Thing]) -> Sequence[Thing]:
    """The cards of a hand as they lie in a row, where they do."""
    row = read_row([thing.sighting for thing in things]) if things else None
    order = {id(sighting): place for place, sighting in enumerate(row.sightings)} if row is not None else {}
    return sorted(things, key=lambda thing: order[id(thing.sighting)]) if order else things


def is_read(thing: Thing) -> bool:
    """Whether the thing is a card that lies open and was read."""
    return thing.sighting.kind is Kind.CARD and thing.sighting.certain and not thing.covered


def at_most(count: int, things: Sequence[Thing]) -> list[Thing]:
    """The things that lie apart, less those that are more than a hand of so many cards has and were not surely read:
    where cards lie close to each other one may be told twice."""
    least = sorted(things, key=lambda thing: (is_read(thing), thing.sighting.confidence))[: len(things) - count]
    twice = [] if len(things) <= count or any(map(is_read, least)) else least
    return [thing for thing in things if thing not in twice]


def goes_on_unread(laid: Iterable[Thing], apart: Sequence[Thing]) -> bool:
    """Whether one of the cards laid in the line came before those apart from it, and is not read yet: these may be no
    hand, but what was played after it."""
    first = min((thing.since for thing in apart), default=0.0)
    return any(thing.since < first and not thing.sighting.certain for thing in laid)


def show_again(player: Player, count: int, things: Sequence[Thing]) -> Question:
    """What is asked about a hand of so many cards of which not all can be read. things: what lies there of it."""
    cards = [card_of(thing) for thing in things if is_read(thing)]
    guesses = [card_of(thing) for thing in things if thing.sighting.kind is Kind.CARD and not is_read(thing)]
    guessed = _written(card for card in guesses if card.is_known)
    told: dict[str, Value] = {
        "player": player,
        "shown": len(cards),
        "count": count,
        "cards": _written(cards),
        "guesses": guessed,
    }
    return Question(_KEY, "show_again", told, ("no_play", "nothing"), tuple(thing.number for thing in things))


def hand_told(question: Question, answer: str) -> tuple[tuple[Card, ...], Question | None]:
    """The cards that are known of a hand after an answer to one of both questions about it, and what is asked next:
    None where none is missing, the same again where the answer is no card, or too many are missing to be named."""
    cards = tuple(map(Card.parse, str(question.data["cards"]).split()))
    guesses = str(question.data["guesses"]).split()
    if question.reason == REST_OF_HAND:
        told = card_told(answer)
        if told in (None, JOKER):
            return cards, question
        cards, guesses = (*cards, told), guesses[1:]
    missing = int(str(question.data["count"])) - len(cards)
    if missing <= 0:
        return cards, None
    if missing > _TOLD:
        return cards, question
    data: dict[str, Value] = {
        **question.data,
        "missing": missing,
        "cards": _written(cards),
        "guesses": " ".join(guesses),
    }
    return cards, Question(_KEY, REST_OF_HAND, data | {"guess": " ".join(guesses[:1])}, (), question.things)


def _written(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
