"""What the table shows of Lockdown: cards that go from hand to hand, cards shown to all, sets, hands shown in private.

Hands lie face down in a row before each player, in seating order clockwise. What came and went is told by the number
of cards in each row, which card it was by the hand that is shown afterwards, if hands are shown at all; sets that the
rules cannot work out are told by what lies before a player. Who acted is worked out from whose turn it may be: it is
asked only where several may have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk, Question
from companion.referee.holdings import (
    card_of,
    hand_of,
    held_before,
    locked_cards,
    may_act,
    may_give,
    may_pay,
    new_sets,
    source_of,
)
from companion.referee.naming import ask_names, forget_name, take_name
from companion.referee.rest import Rest
from companion.referee.seating import Part, Seating, in_row
from companion.referee.sitting_down import SittingDown
from companion.referee.table import Event, Happening, Thing
from companion.rules.cards import UNKNOWN, Card
from companion.rules.game import Player, Value
from companion.rules.lockdown import (
    Clear,
    Draw,
    Force,
    Give,
    Hold,
    Lock,
    Name,
    Shuffle,
    State,
    Take,
    TurnAction,
    can,
)
from vision.sightings import Kind

_SHOWN_BY = 3.0  # seconds until a card that moved counts as seen by nobody but its players
_SHOWN_LATE = 20.0  # the same, in a game in which hands are shown
_LAID_BACK_BY = 5.0  # seconds from the last sight of a hand until it lies in its row again
_ONE_MOVE = 8.0  # seconds from the moment in which a card leaves a row until it lies in another, at most
_DECK, _DREW, _NOTHING = "deck", "drew", "nothing"


@dataclass(frozen=True)
class _Move:
    """One card that came into a hand. source: whose it was, None for the deck. card: UNKNOWN where it is not known.
    doubtful: of whose rows cards are not to be seen anyway, so that it may have been theirs."""

    target: Player
    source: Player | None
    since: float
    card: Card = UNKNOWN
    open: bool = False
    doubtful: tuple[Player, ...] = ()


@dataclass(frozen=True, eq=False)
class _Unclear:
    """A hand that was shown last at a time, when it could be one or another player's."""

    faces: tuple[Thing, ...]
    time: float


@dataclass(frozen=True, eq=False)
class _Seen:
    """The table at rest. hands: face-down cards before each player; loose: faces that belong to no set; sets: faces
    and backs of locked sets."""

    hands: Mapping[Player, int]
    loose: tuple[Thing, ...]
    sets: Mapping[Player, tuple[Thing, ...]]


class LockdownReading:
    """Reads the table for one game."""

    def __init__(self) -> None:
        self._rest = Rest()
        self._seating: Seating | None = None
        self._sitting_down = SittingDown()
        self._lying: dict[Player, int] = {}
        self._short: dict[Player, float] = {}  # since when fewer cards are to be seen of a row than lie there
        self._move: _Move | None = None
        self._open: tuple[Card, ...] = ()
        self._open_until: float | None = None  # when what was shown to all was taken away
        self._unclear: _Unclear | None = None
        self._anew: set[Player] = set()
        self._shuffling = False
        self._told: frozenset[int] = frozenset()
        self._told_sets: set[int] = set()
        self._glimpsed: tuple[Player, int] | None = None  # whose hand was shown, and how many cards of it could be read
        self._asked: _Move | None = None
        self._late: dict[Player, tuple[Card, ...]] = {}
        self._state: State | None = None  # the game as it was left

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        for event in events:
            if event.happening is Happening.REMOVED:
                forget_name(event.thing, desk)
        things = [thing for thing in desk.table.things if thing.sighting.kind is not Kind.TILE]
        at_rest = self._rest.look(events, (thing for thing in things if not thing.covered), desk)
        if desk.state.over:
            return
        if self._seating is None and (rows := self._sitting_down.look(things, desk)) is not None:
            self._sit(rows, desk.state)
        elif self._seating is not None and at_rest:
            self._look_on(things, self._seating, desk)
        self._state = desk.state

    def _look_on(self, things: Sequence[Thing], seating: Seating, desk: Desk) -> None:
        """Everybody sits, and the table is at rest."""
        seen = self._survey(things, seating, desk.state)
        ask_names(seen.loose, desk)
        ask_names([thing for lying in seen.sets.values() for thing in lying], desk)
        if all(thing.sighting.certain for thing in seen.loose):
            self._follow(seen, desk)

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        if question.choices and answer not in question.choices:
            desk.ask(question)
            return
        move, self._asked = self._asked, None
        match question.reason:
            case "which_card":
                self._asked = move
                take_name(question, answer, desk)
            case "whose_hand":
                if (rows := self._sitting_down.told(question, answer, desk)) is not None:
                    self._sit(rows, desk.state)
            case "who_shuffled":
                self._shuffle(answer, desk)
            case "who_had_to_draw" if answer != _NOTHING and self._open:
                self._forced(answer, desk)
            case "who_had_to_draw":
                self._open, self._open_until = (), None
            case "show_again":
                self._asked = move
            case _ if move is not None:
                self._made_out(question.reason, answer, move, desk)

    def _made_out(self, reason: str, answer: str, move: _Move, desk: Desk) -> None:
        """It was said who acted, or where a card came from."""
        match reason:
            case "came_from":
                self._moved(replace(move, source=None if answer == _DECK else answer, doubtful=()), desk)
            case "drew_or_forced" if answer == _DREW:
                self._act(Draw(move.target, None, move.card), desk)
            case "drew_or_forced" | "who_forced":
                self._act(Force(answer, move.target, move.card), desk)
            case "given_or_taken" if move.source is not None:
                self._hand_over(move, move.source, answer == "given", desk)

    def corrected(self, desk: Desk) -> None:
        """See `GameReading.corrected`. Rows are taken as they lie, and become longer or shorter from now on."""
        state: State = desk.state
        for player in (seat.player for seat in state.seats if seat.player not in state.gone):
            self._lying.setdefault(player, len(hand_of(state, player)))
        if self._move is not None and self._is_told(self._move.target, state):
            self._move = None
        asked, self._asked = self._asked, None
        for key in ("force", "move", "shuffle", "from", "draw", "forced"):
            desk.settle(key)
        if asked is not None and asked.target and not self._is_told(asked.target, state):
            self._moved(asked, desk)
        elif asked is not None and not asked.target:
            self._shuffling = not any(self._is_told(player, state) for player in self._lying)
        self._state = desk.state

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """See `GameReading.shifted`."""
        if self._seating is not None:
            self._seating.shift(matrix)

    def _is_told(self, player: Player, state: State) -> bool:
        """Whether people told what happened to the hand of a player."""
        return self._state is None or state.seat(player) != self._state.seat(player)

    def _sit(self, rows: Mapping[Player, Sequence[Thing]], state: State) -> None:
        """It is known whose each row is. Some cards of a row may not be to be seen."""
        self._seating = Seating(rows)
        self._lying = {player: len(hand_of(state, player)) for player in rows}
        self._short = {player: -np.inf for player, row in rows.items() if len(row) < self._lying[player]}

    def _survey(self, things: Sequence[Thing], seating: Seating, state: State) -> _Seen:
        """What lies where. Faces of cards that are outside the game are left out."""
        away = Counter(str(card) for card in state.away)
        hands = {seat.player: 0 for seat in state.seats if seat.player not in state.gone}
        sets: dict[Player, list[Thing]] = {player: [] for player in hands}
        loose = []
        for thing in things:
            player, part = seating.where(thing) or ("", None)
            face = thing.sighting.kind is Kind.CARD
            if face and away[thing.sighting.name or ""]:
                away[thing.sighting.name or ""] -= 1
            elif thing.covered:
                continue
            elif part is Part.SETS and player in hands:
                sets[player].append(thing)
            elif face:
                loose.append(thing)
            elif part is Part.HAND and player in hands:
                hands[player] += 1
        return _Seen(hands, tuple(loose), {player: tuple(lying) for player, lying in sets.items()})

    def _follow(self, seen: _Seen, desk: Desk) -> None:
        """What the table at rest says of what was done."""
        self._lying = {player: count for player, count in self._lying.items() if player in seen.hands}
        short = [player for player, count in self._lying.items() if seen.hands[player] < count]
        self._short = {player: self._short.get(player, desk.time) for player in short}
        missing = [player for player, count in self._lying.items() if count and not seen.hands[player]]
        if missing and seen.loose:
            self._taken_up(missing, seen.loose, desk)
            return
        if not missing:
            self._ask_again(desk)
        self._shuffling = self._shuffling or len(missing) > 1
        if self._asked is not None:
            return
        if self._shuffling:
            if seen.hands == self._lying:
                self._shuffled(desk)
        elif seen.loose:
            self._shown_to_all(seen, desk)
        else:
            self._open_until = (self._open_until or desk.time) if len(self._open) == 1 else None
            self._count(seen, desk)
            self._sets(seen, desk)
            if self._open_until is not None and desk.time - self._open_until > _ONE_MOVE and self._asked is None:
                self._ask_forced(desk)
            patience = _SHOWN_LATE if self._told else _SHOWN_BY
            if self._move is not None and desk.time - self._move.since > patience:
                self._moved(self._move, desk)

    def _taken_up(self, missing: Sequence[Player], faces: Sequence[Thing], desk: Desk) -> None:
        """Faces lie there and a row is gone: a hand is shown, of the one whose number of cards it is."""
        if set(self._open) <= {card_of(thing) for thing in faces}:
            self._open = ()  # it lies there still, in a hand that could not be read whole
        fitting = [player for player in missing if len(faces) in self._counts(player, desk.state)]
        if len(fitting) > 1:
            self._unclear = _Unclear(tuple(faces), desk.time)
        if len(fitting) != 1:
            self._glimpsed = (missing[0], len(faces)) if len(missing) == 1 else None
            return
        if self._shuffling:
            self._shuffling = False
            if len(missing) == 1 and self._asked is None:
                self._shuffled(desk)  # the others lie there again
        self._show(fitting[0], faces, desk)

    def _counts(self, player: Player, state: State) -> set[int]:
        """How many cards a hand may have that is shown: one may have come to it that was not seen to come."""
        lying = self._lying[player]
        came = self._move is not None and self._move.target == player
        return {lying} if came else {lying, lying + 1, len(hand_of(state, player))}

    def _ask_again(self, desk: Desk) -> None:
        """A hand was shown, and laid down before all of it could be read."""
        if self._glimpsed is not None:
            player, shown = self._glimpsed
            told: dict[str, Value] = {"player": player, "shown": shown, "count": self._lying[player]}
            desk.ask(Question("hand", "show_again", told, (_NOTHING,)))
            self._glimpsed = None

    def _show(self, player: Player, faces: Sequence[Thing], desk: Desk) -> None:
        """The cards of a hand, shown in private: once each time. They tell which card came, and where from."""
        numbers = frozenset(thing.number for thing in faces)
        shown = tuple(card_of(thing) for thing in in_row(faces))
        if numbers <= self._told or not self._open_card_went(player, shown, desk):
            return
        self._told = numbers
        self._glimpsed = None
        desk.settle("hand")
        hand = hand_of(desk.state, player)
        if self._asked is None and len(shown) == len(hand) + 1 and not locked_cards(desk.state, player) & set(shown):
            came = Counter(shown) - Counter(hand)
            card = next(iter(came)) if came.total() == 1 else UNKNOWN
            noticed = self._move if self._move is not None and self._move.target == player else None
            source = noticed.source if noticed else None
            if card != UNKNOWN:
                source = source_of(desk.state, card, source)
            if noticed:
                self._came(noticed, -1)
            doubtful = noticed.doubtful if noticed else self._doubtful(player, desk)
            move = _Move(player, source, desk.time, card, doubtful=() if source else doubtful)
            self._came(move)
            self._moved(move, desk)
        self._lying[player] = len(shown)
        self._anew.discard(player)
        if self._asked is None:
            self._hold(player, shown, desk)
        else:
            self._late[player] = shown

    def _open_card_went(self, player: Player, shown: tuple[Card, ...], desk: Desk) -> bool:
        """Whether it is known where the card went that was shown to all before: into this hand, or it is asked."""
        if len(self._open) == 1 and self._open[0] in shown:
            if self._move is not None and self._move.target == player:
                self._came(self._move, -1)
                self._move = None
            self._forced(player, desk)
        elif len(self._open) == 1 and self._asked is None:
            self._ask_forced(desk)
        return len(self._open) != 1

    def _hold(self, player: Player, shown: tuple[Card, ...], desk: Desk) -> None:
        """A shown hand of which not all was known."""
        hand = hand_of(desk.state, player)
        hold = Hold(player, shown)
        new = len(hand) == len(shown) and Counter(hand) != Counter(shown) and player not in desk.state.gone
        if new and can(desk.state, hold):  # else it is a part of the hand
            desk.do(hold)

    def _shown_to_all(self, seen: _Seen, desk: Desk) -> None:
        """Faces in the middle: cards that a player pays for a clear with, or one that somebody was forced to draw."""
        cards = tuple(card_of(thing) for thing in seen.loose)
        rank = cards[0].rank
        clears = desk.state.options.clearing.get(rank) == len(cards) and all(card.rank is rank for card in cards)
        short = [player for player, count in self._lying.items() if count - seen.hands[player] == len(cards)]
        payers = [player for player in short if clears and may_pay(desk.state, player, cards)]
        if len(payers) == 1:
            self._lying[payers[0]] -= len(cards)
            self._anew.add(payers[0])  # the old row goes, a new one comes, and its cards may hide each other
            self._act(Clear(payers[0], cards), desk)
        elif not payers:
            self._open = cards

    def _count(self, seen: _Seen, desk: Desk) -> None:
        """One row that became longer by a card, and perhaps one that became shorter: a card has come."""
        gained, lost = self._changed(seen, desk)
        if len(gained) != 1:
            return
        if self._move is not None:
            if self._open or gained[0] not in (self._move.source, self._move.target):
                self._moved(self._move, desk)  # it goes on: nobody will show what came
        elif len(self._open) == 1 and lost:
            self._ask_forced(desk)  # somebody had to draw, and already a card went on
        elif len(self._open) == 1:
            self._forced(gained[0], desk)
        elif len(lost) <= 1:
            source = lost[0] if lost else None
            self._move = _Move(gained[0], source, desk.time, doubtful=() if lost else self._doubtful(gained[0], desk))
            self._came(self._move)
            unclear, self._unclear = self._unclear, None
            fresh = unclear is not None and desk.time - unclear.time < _LAID_BACK_BY
            if unclear is not None and fresh and len(unclear.faces) == self._lying[gained[0]]:
                self._show(gained[0], unclear.faces, desk)  # whose hand it was is seen only now

    def _ask_forced(self, desk: Desk) -> None:
        """A card was shown to all, and in whose row it lies now is not to be seen."""
        data: dict[str, Value] = {"card": self._open[0]}
        inside = tuple(seat.player for seat in desk.state.seats if seat.player not in desk.state.gone)
        self._ask(Question("forced", "who_had_to_draw", data, (*inside, _NOTHING)), _Move("", None, desk.time), desk)

    def _forced(self, player: Player, desk: Desk) -> None:
        """The card that was shown to all went to that player."""
        move = _Move(player, None, desk.time, self._open[0], True)
        self._open, self._open_until = (), None
        self._came(move)
        self._moved(move, desk)

    def _doubtful(self, target: Player, desk: Desk) -> tuple[Player, ...]:
        """The others of whose rows cards have not been to be seen for long."""
        since = ((player, since) for player, since in self._short.items() if player != target)
        return tuple(player for player, short in since if desk.time - short >= _ONE_MOVE)

    def _changed(self, seen: _Seen, desk: Desk) -> tuple[list[Player], list[Player]]:
        """Whose rows became longer and shorter by a card, beyond what the players still have to set straight."""
        gained, lost = [], []
        for player, before in self._lying.items():
            now = seen.hands[player]
            if now == len(hand_of(desk.state, player)) and self._move is None:
                self._lying[player] = now
                self._anew.discard(player)
            elif player not in self._anew and now == before + 1:
                gained.append(player)
            elif player not in self._anew and now == before - 1 and desk.time - self._short[player] < _ONE_MOVE:
                lost.append(player)
        return gained, lost

    def _came(self, move: _Move, count: int = 1) -> None:
        """The rows are by that card longer and shorter from now on."""
        self._lying[move.target] += count
        if move.source is not None:
            self._lying[move.source] -= count

    def _moved(self, move: _Move, desk: Desk) -> None:
        """A card came into a hand: who acted?"""
        self._move = None
        state: State = desk.state
        may = may_act(state)
        if move.open:
            actors = tuple(player for player in may if player != move.target) or state.others(move.target)
            if len(actors) == 1:
                self._act(Force(actors[0], move.target, move.card), desk)
            else:
                data: dict[str, Value] = {"player": move.target, "card": move.card}
                self._ask(Question("force", "who_forced", data, actors), move, desk)
        elif move.source is None and (others := [p for p in move.doubtful if may_give(state, p, move.card)]):
            question = Question("from", "came_from", {"player": move.target}, (_DECK, *others))
            self._ask(question, move, desk)
        elif move.source is None and move.target not in may:
            self._ask(Question("draw", "drew_or_forced", {"player": move.target}, (_DREW, *may)), move, desk)
        elif move.source is None:
            self._act(Draw(move.target, None, move.card), desk)
        elif (move.source in may) != (move.target in may):
            self._hand_over(move, move.source, move.source in may, desk)
        else:
            both = {"player": move.target, "other": move.source}
            self._ask(Question("move", "given_or_taken", both, ("given", "taken")), move, desk)

    def _hand_over(self, move: _Move, source: Player, given: bool, desk: Desk) -> None:
        action = Give(source, move.card, move.target) if given else Take(move.target, move.card, source)
        self._act(action, desk)

    def _shuffled(self, desk: Desk) -> None:
        """All hands went together and came back."""
        self._shuffling = False
        may = may_act(desk.state)
        if len(may) == 1:
            self._shuffle(may[0], desk)
        else:
            self._ask(Question("shuffle", "who_shuffled", {}, may), _Move("", None, desk.time), desk)

    def _shuffle(self, player: Player, desk: Desk) -> None:
        self._act(Shuffle(player), desk)

    def _ask(self, question: Question, move: _Move, desk: Desk) -> None:
        """What comes next waits for the answer; hands that are shown meanwhile are kept."""
        self._asked = move
        desk.ask(question)

    def _act(self, action: TurnAction, desk: Desk) -> None:
        """An action of a turn; who acts though another had to name the next was named (LD-2)."""
        state: State = desk.state
        named = not state.naming or action.player == state.turn or desk.do(Name(state.turn, action.player)).legal
        if named:
            desk.do(action)
        for player, shown in self._late.items():
            self._hold(player, shown, desk)
        self._late = {}

    def _sets(self, seen: _Seen, desk: Desk) -> None:
        """Locked sets that lie there and that the rules could not work out. What was a set before tells nothing new:
        its owner may have cleared it, and it is still on its way."""
        for player, lying in seen.sets.items():
            for things in new_sets(player, lying, desk.state):
                if not all(thing.number in self._told_sets for thing in things):
                    self._set(player, things, seen, desk)
            new = {thing.number for things in new_sets(player, lying, desk.state) for thing in things}
            self._told_sets |= {thing.number for thing in lying if thing.sighting.certain} - new

    def _set(self, player: Player, things: Sequence[Thing], seen: _Seen, desk: Desk) -> None:
        """A set that somebody locked, after the card that made it came, which may have gone to it at once."""
        faces = all(thing.sighting.kind is Kind.CARD for thing in things)
        lock = Lock(player, tuple(card_of(thing) for thing in things)) if faces else Lock(player)
        came = seen.hands[player] - self._lying[player] + len(lock.cards) - held_before(desk.state, lock)
        if not faces and came not in (0, 1):
            return
        if came == 1 and self._move is None:
            fewer = [other for other, count in self._lying.items() if seen.hands[other] == count - 1]
            lost = [other for other in fewer if other != player and desk.time - self._short[other] < _ONE_MOVE]
            if len(lost) > 1:
                return
            source = lost[0] if lost else None
            self._move = _Move(player, source, desk.time, doubtful=() if lost else self._doubtful(player, desk))
            self._came(self._move)
        if self._move is not None and self._move.target == player:
            self._moved(self._move, desk)
        if self._asked is None and can(desk.state, lock):
            desk.do(lock, [thing.number for thing in things])
            self._lying[player] = seen.hands[player]
