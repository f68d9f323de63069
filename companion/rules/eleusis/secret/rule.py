"""A secret rule: the text it is written in, and what it says of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.cards import STANDARD_DECK, Card, Rank, Suit
from companion.rules.eleusis.secret.errors import RuleError
from companion.rules.eleusis.secret.meaning import Machine, State, machine_of
from companion.rules.eleusis.secret.parts import Part, is_hole
from companion.rules.eleusis.secret.reading import read
from companion.rules.eleusis.secret.writing import write

_MOST_STATES = 500


@dataclass(frozen=True, slots=True)
class SecretRule:
    """What the dealer has written down: which card may follow the mainline (EE-1).

    text: the rule as the language writes it; the same text is read back as the same rule. Two rules are equal as
    objects when their texts are; whether they mean the same is asked of `compare`. Raises RuleError.
    """

    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", write(read(self.text)))

    @classmethod
    def parse(cls, text: str) -> SecretRule:
        """The rule that a text says. Raises RuleError with the place of the mistake and its reason."""
        return cls(text)

    @classmethod
    def of(cls, root: Part) -> SecretRule:
        """The rule made of these parts. Raises RuleError where a part is missing or the rule is too large."""
        if any(map(is_hole, root.everything())):
            raise RuleError("not_finished", 0)
        return cls(write(root))

    @property
    def root(self) -> Part:
        """The rule as a tree of its parts."""
        return _root_of(self.text)

    @property
    def machine(self) -> Machine:
        """The rule ready to run."""
        return machine_of(self.text)

    def allows(self, line: Sequence[Card], card: Card) -> bool | None:
        """Whether `card` may follow the mainline `line`, oldest first; an empty line asks what may start.

        None where cards that nobody has seen whole make it undecidable. A joker is never right; one that lies in the
        line is taken for an unseen card.
        """
        if card.rank is Rank.JOKER:
            return False
        machine = self.machine
        if not line:
            return _agreed({bool(machine.starts[option]) for option in possible(card)})
        states = {machine.begin(option) for option in possible(line[0])}
        for laid in line[1:]:
            states = {machine.after(state, kind) for state in states for kind in self._kinds(laid)}
            if len(states) > _MOST_STATES:
                return None
        return _agreed({machine.right(state, kind) for state in states for kind in self._kinds(card)})

    def fits(self, mainline: Sequence[Card], sidelines: Sequence[Sequence[Card]]) -> bool:
        """Whether a layout may come from this rule: each mainline card was right, each card beside it was wrong.

        sidelines: for each mainline card, the cards that were refused after it. False only if the cards that were seen
        rule it out. Raises ValueError where there are more sidelines than mainline cards.
        """
        if len(sidelines) > len(mainline):
            raise ValueError(f"{len(sidelines)} sidelines to {len(mainline)} cards")
        machine = self.machine
        states: set[State] = set()
        for index, laid in enumerate(mainline):
            if index == 0:
                states = {machine.begin(option) for option in possible(laid) if machine.starts[option]}
            else:
                states = {
                    machine.after(state, kind)
                    for state in states
                    for kind in self._kinds(laid)
                    if machine.right(state, kind)
                }
            refused = sidelines[index] if index < len(sidelines) else ()
            for card in refused:
                kinds = self._kinds(card)
                states = {state for state in states if not all(machine.right(state, kind) for kind in kinds)}
            if len(states) > _MOST_STATES:
                return True
        return bool(states) or not mainline

    def _kinds(self, card: Card) -> set[int]:
        kinds = self.machine.kinds
        return {kinds[option] for option in possible(card)}


@lru_cache(maxsize=512)
def _root_of(text: str) -> Part:
    return read(text)


def _agreed(answers: set[bool]) -> bool | None:
    return answers.pop() if len(answers) == 1 else None


@lru_cache(maxsize=128)
def possible(card: Card) -> tuple[int, ...]:
    """The cards of the deck, by number, that a card seen whole, in part or not at all may be (a joker: any)."""
    if card.rank is Rank.JOKER:
        return tuple(range(len(STANDARD_DECK)))
    return tuple(
        index
        for index, known in enumerate(STANDARD_DECK)
        if card.rank in (Rank.UNKNOWN, known.rank) and card.suit in (Suit.UNKNOWN, known.suit)
    )
