"""What is asked at a table of Eleusis Express: by which rule a round is dealt, and what a card off the line is."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.desk import Desk, Question
from companion.referee.eleusis.mainline import Spot
from companion.referee.things import Thing
from companion.rules.cards import Card
from companion.rules.eleusis import Deal, parse_action
from companion.rules.game import Player

_UNTOLD = "untold"


def off_key(thing: Thing) -> str:
    """The key of the question what a card is that lies off the line."""
    return f"off {thing.number}"


def ask_off_the_line(thing: Thing, player: Player, count: int, desk: Desk) -> None:
    """What a card off the line is, of a player who holds so many: a whole hand may be taken up before it is said."""
    key = "hand" if count == 1 else off_key(thing)
    data = {"player": player, "card": str(thing.sighting.name)}
    desk.ask(Question(key, "off_the_line", data, (*Spot, "no_play", "nothing"), (thing.number,)))


def ask_dealt(thing: Thing, desk: Desk) -> None:
    """By which rule the round is dealt whose first card lies there."""
    data = {"dealer": str(desk.state.next_dealer), "card": str(thing.sighting.name)}
    desk.ask(Question("deal", "round_dealt", data, (_UNTOLD,), (thing.number,)))


def deal_told(question: Question, answer: str, desk: Desk) -> None:
    """The answer is what stands after the first bar of a deal as it is written: ``rule red | begins Cem``."""
    line = f"{question.data['dealer']} deals" + ("" if answer == _UNTOLD else f" | {answer}")
    try:
        deal = parse_action(line)
    except ValueError:
        return  # it is asked again
    if isinstance(deal, Deal):
        desk.do(replace(deal, starter=Card.parse(str(question.data["card"]))), question.things)
