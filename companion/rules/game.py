"""What every game shares: how it begins, findings and rulings by rule id, validated options, how it stands.

A game is a package with a frozen `State`, frozen actions, and the functions that `Game` names. Each game also has a
``score(state)`` of its own type, and whatever else belongs to it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import cache
from typing import Any, Literal, Protocol, Self, get_args, get_origin, get_type_hints

from companion.rules.cards import UNKNOWN, Card

Player = str
Value = str | int | bool | Card

_YES = ("on", "true", "yes", "1")
_NO = ("off", "false", "no", "0")


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule and what about it: never a sentence, but all that a sentence in any language needs.

    rule: the rule's id, ``"LTE-4"``. reason: which way it is broken or open, one word with underscores, unique within
    the game. data: the cards, numbers and names that the message mentions.
    """

    rule: str
    reason: str
    data: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def without_cards(self) -> Finding:
        """The same for those who have not seen the cards it mentions (data `card` and `cards`): only how many."""
        hidden: dict[str, Value] = dict(self.data)
        if "card" in hidden:
            hidden["card"] = UNKNOWN
        if "cards" in hidden:
            hidden["cards"] = " ".join([str(UNKNOWN)] * len(str(hidden["cards"]).split()))
        return replace(self, data=hidden)

    def as_json(self) -> dict[str, Any]:
        """The finding as a JSON object; cards as they are written."""
        data = {name: str(value) if isinstance(value, Card) else value for name, value in self.data.items()}
        return {"rule": self.rule, "reason": self.reason, "data": data}


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer of the rules to one action.

    basis: ids of the rules that the action was held against. broken: every rule it breaks, empty when it is legal.
    undecided: what the rules would have to know but nobody has seen (an unknown card or owner); such a rule counts
    neither as kept nor as broken.
    """

    basis: tuple[str, ...]
    broken: tuple[Finding, ...] = ()
    undecided: tuple[Finding, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule is known to be broken."""
        return not self.broken

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules, each once, in the order they were found."""
        return tuple(dict.fromkeys(finding.rule for finding in self.broken))


class Illegal(Exception):
    """An action that the rules do not allow; `ruling` holds every rule it breaks."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(", ".join(ruling.rules))
        self.ruling = ruling


@dataclass(frozen=True)
class Setup:
    """How a game begins: all that has to be kept to begin it again.

    options: as given, ``{"entry_tie": "starter"}``; what is not given has its default. seed: cards or tiles are
    shuffled and dealt by it; None for a real table, of which only what is seen is known. deal: what lies on top of a
    pile (a deck, a stock, a pile of tiles), next one first; the rest of the pile follows shuffled by the seed, or,
    without a seed, in the order of a new deck.
    """

    players: tuple[Player, ...]
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    seed: int | None = None
    deal: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


class DealError(ValueError):
    """A deal that cannot be.

    reason: which way, one word with underscores; its words stand in the language files as ``deal.<reason>``. data: what
    the message mentions.
    """

    def __init__(self, reason: str, **data: Value) -> None:
        super().__init__(" ".join([reason, *(f"{name}={value}" for name, value in data.items())]))
        self.reason = reason
        self.data = data


def cards_of_deal(words: Iterable[str]) -> tuple[Card, ...]:
    """The cards of one pile of a deal. Raises DealError for a word that is no card."""
    cards: list[Card] = []
    for word in words:
        try:
            cards.append(Card.parse(word))
        except ValueError:
            raise DealError("not_a_card", found=word) from None
    return tuple(cards)


@dataclass(frozen=True)
class Result:
    """How a game stands: points of every player in seating order (each game says what it counts), and the winners.

    winners: nobody before the game is over; several share a win.
    """

    over: bool
    points: Mapping[Player, int]
    winners: tuple[Player, ...]


class Game(Protocol):
    """What the package of each game offers (the packages themselves are the objects of this type)."""

    NAME: str
    RULE_IDS: tuple[str, ...]
    PLAYERS: range
    Options: type[Options]

    def backs(self, players: Sequence[Player]) -> tuple[str, ...]:
        """The decks that are told apart by their backs where those play; a player's own goes by the player."""

    def start(self, setup: Setup) -> Any:
        """The first state. Raises Illegal, OptionError, and DealError for a deal that cannot be."""

    def verify(self, state: Any, action: Any) -> Ruling:
        """The ruling on an action: every rule it breaks, and what cannot be decided."""

    def can(self, state: Any, action: Any) -> bool:
        """Whether no rule is known to forbid the action."""

    def apply(self, state: Any, action: Any) -> Any:
        """The state after a legal action. Raises Illegal."""

    def overrule(self, state: Any, action: Any) -> Any:
        """The state after an action that the players let stand although a rule forbids it.

        Raises Illegal only where the action cannot be carried out at all (no such player, entry or card).
        """

    def legal_actions(self, state: Any, player: Player | None = None) -> Iterator[Any]:
        """Every legal action that the known cards allow, of one player or of all."""

    def to_act(self, state: Any) -> tuple[Player, ...]:
        """Who may act now."""

    def consequences(self, before: Any, action: Any, after: Any) -> Sequence[Finding]:
        """What an action that was carried out brought about, each by the rule that says so."""

    def describe(self, state: Any, viewer: Player | None = None) -> Sequence[Finding]:
        """The state as `viewer` may see it (None: the table), line by line."""

    def view(self, state: Any, viewer: Player | None) -> Any:
        """The state without what `viewer` cannot see (None: what lies on the table alone)."""

    def view_action(self, state: Any, action: Any, viewer: Player | None) -> Any:
        """The action, legal or not, without what `viewer` has not seen of it; state: the game after it."""

    def result(self, state: Any) -> Result:
        """How the game stands."""

    def parse_action(self, line: str) -> Any:
        """The action written in one line. Raises ValueError."""

    def write_action(self, action: Any) -> str:
        """The line that `parse_action` reads back as the same action."""


@dataclass(slots=True)
class Judgement:
    """Collects a `Ruling` requirement by requirement, so that one illegal action names all the rules it breaks."""

    basis: tuple[str, ...]
    _broken: tuple[Finding, ...] = ()
    _undecided: tuple[Finding, ...] = ()

    def require(self, met: bool | None, rule: str, reason: str, **data: Value) -> None:
        """Note one requirement: True is kept, False is broken, None cannot be decided from what is known."""
        if met:
            return
        if met is None:
            self._undecided = (*self._undecided, Finding(rule, reason, data))
        else:
            self._broken = (*self._broken, Finding(rule, reason, data))

    def ruling(self) -> Ruling:
        """All that was noted."""
        if not self._broken and not self._undecided:
            return _kept(self.basis)
        return Ruling(self.basis, self._broken, self._undecided)


@cache
def _kept(basis: tuple[str, ...]) -> Ruling:
    """The ruling that most actions get, made once."""
    return Ruling(basis)


class OptionError(ValueError):
    """An option that the game does not have (`given` is None), or a value that it does not take.

    allowed: the options that there are, or the values of this one, as words.
    """

    def __init__(self, name: str, given: str | None, allowed: tuple[str, ...]) -> None:
        what = f"no option {name}" if given is None else f"option {name} cannot be {given}"
        super().__init__(f"{what}: there is {', '.join(allowed)}")
        self.name = name
        self.given = given
        self.allowed = allowed


@dataclass(frozen=True)
class Options:
    """Base of a game's options: frozen fields with defaults, checked when the object is made (raises OptionError).

    A field's type says what it may be: ``bool``, an enumeration of words, or a ``Literal`` of numbers.
    """

    def __post_init__(self) -> None:
        for name, allowed in self.choices().items():
            if getattr(self, name) not in allowed:
                raise OptionError(name, str(getattr(self, name)), _words(allowed))

    @classmethod
    @cache
    def choices(cls) -> Mapping[str, tuple[Any, ...]]:
        """The values that each option may take, read from the class once: that takes as long as many actions."""
        hints = get_type_hints(cls)
        return {option.name: _values_of(hints[option.name]) for option in fields(cls)}

    @classmethod
    def parse(cls, given: Mapping[str, str]) -> Self:
        """Options from text, ``{"change_own": "off"}``; what is not given keeps its default. Raises OptionError."""
        allowed = cls.choices()
        for name in given:
            if name not in allowed:
                raise OptionError(name, None, tuple(allowed))
        return cls(**{name: _parse_value(name, text, allowed[name]) for name, text in given.items()})

    def as_json(self) -> dict[str, Any]:
        """The options as a JSON object, as a game is saved with them."""
        return {option.name: getattr(self, option.name) for option in fields(self)}


def _values_of(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (True, False)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(hint)
    raise TypeError(f"an option is a bool, an enumeration or a Literal, not {hint!r}")


def _parse_value(name: str, text: str, allowed: tuple[Any, ...]) -> Any:
    wanted = text.strip().lower().replace("-", "_")
    for value in allowed:
        words = (_YES if value else _NO) if isinstance(value, bool) else (str(value),)
        if wanted in words:
            return value
    raise OptionError(name, text, _words(allowed))


def _words(values: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(("on" if value else "off") if isinstance(value, bool) else str(value) for value in values)
