"""One action being carried out: cards move, sets lock, players go out, somebody is next, and all of it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.cards import UNKNOWN, Card, Rank
from companion.rules.game import Finding, Player, Value
from companion.rules.lockdown.hand import Mobile
from companion.rules.lockdown.state import (
    FOUR,
    PAIR,
    TRIPLET,
    Action,
    Clear,
    Draw,
    Force,
    Give,
    Held,
    Locked,
    Seat,
    SelfOutNext,
    Shuffle,
    State,
    Take,
)


class Step:
    """A state under way to the next: seats and piles that change until `finished`."""

    def __init__(self, state: State, caused: bool = False) -> None:
        """caused: whether the action of the turn has eliminated somebody already."""
        self.before = state
        self.seats = {seat.player: seat for seat in state.seats}
        self.deck = state.deck
        self.away = state.away
        self.gone = state.gone
        self.chance = state.chance
        self.caused = caused
        self.story: list[Finding] = []

    def tell(self, rule: str, reason: str, **data: Value) -> None:
        """One more line of the story."""
        self.story.append(Finding(rule, reason, data))

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in an order that chance decides; where people shuffle, nobody knows any of them."""
        if self.chance is None:
            return (UNKNOWN,) * len(cards)
        mixed, self.chance = self.chance.shuffled(cards)
        return mixed

    def drawn(self, told: Card = UNKNOWN) -> Card:
        """The top card of the deck, which is `told` where the deck is not known."""
        top, self.deck = self.deck[0], self.deck[1:]
        return top if top.is_known else told

    def set_mobile(self, player: Player, mobile: Mobile) -> None:
        """Another mobile hand for the player."""
        self.seats[player] = replace(self.seats[player], mobile=mobile)

    def receive(self, player: Player, held: Held) -> None:
        """One more card in the mobile hand, and what follows from it (LD-10 to LD-12)."""
        self.set_mobile(player, (*self.seats[player].mobile, held))
        self.settle(player, (held,))

    def settle(self, player: Player, arrived: Sequence[Held]) -> None:
        """Known cards of one value lock, open or eliminate (LD-10, LD-11, LD-12); aces and jokers never do (LD-13)."""
        seat = self.seats[player]
        clearing = self.before.options.clearing
        values: dict[Rank, list[Held]] = {}
        for held in seat.mobile:
            if held.card.rank is not Rank.UNKNOWN and held.card.rank not in clearing:
                values.setdefault(held.card.rank, []).append(held)
        lying = {locked.rank: locked for locked in seat.locked}
        for value, held_cards in values.items():
            source = lying.get(value)
            if source is not None or len(held_cards) >= PAIR:
                mobile = tuple(held for held in self.seats[player].mobile if held.card.rank is not value)
                cards = (*(source.held if source else ()), *held_cards)
                self.lie(player, cards, source, mobile, seen=any(held.shown for held in arrived))
            if player in self.gone:
                return
        if self._open_question(player, arrived):
            self.tell("LD-10", "may_lock", player=player)

    def lie(self, player: Player, cards: Mobile, source: Locked | None, mobile: Mobile, seen: bool) -> None:
        """A set of `cards` lies before the player instead of `source`, `mobile` being what is left of the hand.

        seen: whether the table knows the card that made it; if not, a pair may have been made by any card of the hand.
        """
        seat = self.seats[player]
        written = " ".join(str(held.card) for held in cards)
        if source is None:
            self.tell("LD-10", "locked", player=player, cards=" ".join(written.split()[:PAIR]))
        if len(cards) == PAIR and not seen:
            mobile = tuple(replace(held, shown=held.shown and self._never_locks(held.card)) for held in mobile)
            cards = tuple(replace(held, shown=False) for held in cards)
        if len(cards) >= TRIPLET and (source is None or not source.is_open):
            three = " ".join(written.split()[:TRIPLET])
            self.tell("LD-11", "opened", player=player, cards=three)
        open_now = len(cards) >= TRIPLET
        locked = Locked(tuple(Held(held.card, shown=held.shown or open_now) for held in cards))
        others = tuple(other for other in seat.locked if other is not source)
        self.seats[player] = Seat(player, mobile, (*others, locked))
        if len(cards) >= FOUR:
            self._eliminate(player, locked)

    def clear_hand(self, player: Player, mobile: Mobile) -> None:
        """LD-9: what is left of the mobile hand, and the locked sets, into the deck; a new hand from it."""
        locked = (card for locked in self.seats[player].locked for card in locked.cards)
        self.deck = self.shuffled((*self.deck, *(held.card for held in mobile), *locked))
        self.seats[player] = Seat(player)

    def finished(self, last: Action | None, stands: bool = False) -> State:
        """The state after the step: whose turn it is (LD-2, LD-3, LD-16), or who has won (LD-17).

        last: the action of the turn, None for the deal, which is nobody's. stands: whoever is named is next, whether he
        may be or not.
        """
        state = replace(
            self.before,
            seats=tuple(self.seats.values()),
            deck=self.deck,
            away=self.away,
            gone=self.gone,
            last=last,
            caused=self.caused and last is not None,
            chance=self.chance,
        )
        if state.over:
            turn, naming = next(player for player in self.seats if player not in self.gone), False
            self.tell("LD-17", "won", player=turn)
        else:
            turn, naming = turn_after(state, stands)
            self._tell_turn(state, turn, naming)
        return replace(state, turn=turn, naming=naming, story=tuple(self.story))

    def told(self) -> State:
        """The state after something that players told of the last action; the turn changes only if it has to."""
        if self.gone != self.before.gone or any(finding.reason == "opened" for finding in self.story):
            return self.finished(self.before.last)
        return replace(self.before, seats=tuple(self.seats.values()), story=tuple(self.story))

    def _tell_turn(self, state: State, turn: Player, naming: bool) -> None:
        actor = state.last.player if state.last else turn
        if naming:
            self.tell("LD-2", "to_name", player=turn)
        elif state.caused and turn == actor:
            self.tell("LD-16", "again", player=turn)
        elif state.caused and not isinstance(state.last, Give | Take | Force):
            self.tell("LD-16", "goes_on", player=turn)
        elif isinstance(state.last, Draw | Shuffle | Clear) and state.namable(actor) == (turn,) != state.others(actor):
            self.tell("LD-3", "must_be_next", player=turn)
        else:
            self.tell("LD-2", "next", player=turn)

    def _never_locks(self, card: Card) -> bool:
        return card.rank in self.before.options.clearing

    def _eliminate(self, player: Player, four: Locked) -> None:
        """LD-12, LD-15: the four leave the game, all other cards of the player go back into the deck."""
        seat = self.seats[player]
        sets = (card for locked in seat.locked if locked is not four for card in locked.cards)
        rest = (*seat.hand, *sets)
        self.tell("LD-12", "fourth", player=player, cards=" ".join(map(str, four.cards)))
        self.tell("LD-15", "out", player=player, count=len(rest))
        self.seats[player] = Seat(player)
        self.deck = self.shuffled((*self.deck, *rest)) if rest else self.deck
        self.away = (*self.away, *four.cards)
        self.gone = (*self.gone, player)
        self.caused = True

    def _open_question(self, player: Player, arrived: Sequence[Held]) -> bool:
        """Whether a card that came may have made a set, and only the player can tell."""
        seat = self.seats[player]
        for held in arrived:
            if held not in seat.mobile or self._never_locks(held.card):
                continue
            unknown = held.card.rank is Rank.UNKNOWN
            others = [other for other in seat.mobile if not self._never_locks(other.card)]
            unknown_pair = any(locked.rank is Rank.UNKNOWN for locked in seat.locked)
            if unknown_pair or (unknown and (len(others) > 1 or seat.locked)):
                return True
            if any(other.card.rank is Rank.UNKNOWN for other in others if other is not held):
                return True
        return False


def turn_after(state: State, stands: bool) -> tuple[Player, bool]:
    """Whose turn the last action leaves, and whether that player has yet to name the next (LD-2, LD-3, LD-16)."""
    last = state.last
    if last is None:
        return state.clockwise(state.players[-1])[0], False
    actor = last.player
    if state.caused and actor not in state.gone:
        return actor, False
    match last:
        case Give(_, _, affected) | Take(_, _, affected) | Force(_, affected, _) if affected not in state.gone:
            return affected, False
        case Draw() | Shuffle() | Clear():
            named = last.next
        case _:
            named = None
    if state.caused and state.options.self_out_next == SelfOutNext.CLOCKWISE:
        return _first_clockwise(state, actor), False
    namable = state.namable(actor)
    if named is not None and (stands or named in namable):
        return named, False
    return (namable[0], False) if len(namable) == 1 else (actor, True)


def _first_clockwise(state: State, player: Player) -> Player:
    """The next seat in the game after `player`, a triplet going before (LD-3)."""
    order = state.clockwise(player)
    bound = [other for other in order if (seat := state.seat(other)) and seat.has_triplet]
    return (bound or order)[0]
