"""Hands of Lockdown that were taken up while a question stood, be it which card one of theirs is."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.referee.desk import Desk, Question
from companion.referee.lockdown.showing import Showing
from companion.referee.lockdown.shown import Shown
from companion.referee.naming import NOTHING_THERE, asks_name, card_told, forget_names

_REMEMBERED = 20.0  # seconds from the last sight of a card for which people are waited for to say which one it was


@dataclass
class ShownLate:
    """They wait in the order in which they were shown."""

    _hands: list[Shown] = field(default_factory=list)

    def add(self, *shown: Shown) -> None:
        """These wait, too."""
        self._hands += shown

    def take(self) -> list[Shown]:
        """Those that wait, which wait no more."""
        hands, self._hands = self._hands, []
        return hands

    def is_unnamed(self, desk: Desk, *more: Shown) -> bool:
        """Whether it is asked still which card one of theirs, or of more, is: what came after waits, not for long."""
        things = [thing for shown in (*self._hands, *more) for thing in shown.things]
        forget_names((thing for thing in things if desk.time - thing.seen > _REMEMBERED), desk)
        return any(asks_name(thing, desk) for thing in things)

    def named(self, question: Question, answer: str, showing: Showing | None, desk: Desk) -> None:
        """It is said which card one is, that may be one of theirs or of what is shown now; what says no card is asked
        again."""
        (number,), card = question.things, card_told(answer)
        if showing is not None and card is not None:
            showing.named(number, card)
        if card is not None or answer == NOTHING_THERE:
            self._hands = [shown.told(number, card) for shown in self._hands]
        elif any(thing.number == number for shown in self._hands for thing in shown.things):
            desk.ask(question)

    def forget(self, desk: Desk, showing: Showing | None = None) -> None:
        """None of them waits any more, nor is asked about, nor what is shown now."""
        forget_names((thing for shown in self.take() for thing in shown.things), desk)
        forget_names(showing.things if showing is not None else (), desk)
