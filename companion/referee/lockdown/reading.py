"""What the table shows of Lockdown: cards that go from hand to hand, cards shown to all, sets, hands shown in private.

Hands lie face down in a row before each player, clockwise. Where hands are shown, their cards tell what came and whose
hand it is; else that is told by the number of cards in each row, and of the two the hands are surer. Who acted is
worked out from whose turn it may be, and asked where several may have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk, GameReading, Question
from companion.referee.lockdown import holdings
from companion.referee.lockdown.laid_out import LaidOut, laid_out, of_the_deck, read_twice, unread
from companion.referee.lockdown.locked_sets import LockedSets
from companion.referee.lockdown.open_card import OpenCard
from companion.referee.lockdown.partly_shown import hand_key, made_do, tells_of_play, to_show_again
from companion.referee.lockdown.payments import Payments, paid_unseen
from companion.referee.lockdown.rest import Rest
from companion.referee.lockdown.rows import ONE_MOVE, HeldRows
from companion.referee.lockdown.seating import Seating
from companion.referee.lockdown.showing import Showing
from companion.referee.lockdown.shown import Shown, goes_on, is_all, possible, to_name, whose
from companion.referee.lockdown.shown_late import ShownLate
from companion.referee.lockdown.sitting_down import SittingDown
from companion.referee.lockdown.unclear_hand import UnclearHand
from companion.referee.lockdown.who_acted import NOTHING, Move, action_of, came_to, may_be_forced, told_by
from companion.referee.naming import ask_names, forget_names, take_name
from companion.referee.things import Event, Happening, Thing
from companion.rules.cards import UNKNOWN, Card
from companion.rules.game import Player
from companion.rules.lockdown import Clear, Lock, Name, Shuffle, State, TurnAction, can
from vision.sightings import CARD_KINDS

_SHOWN_BY = 3.0  # seconds until a card that moved counts as seen by nobody but its players
_STEADY = 0.45  # seconds for which something has to be seen


class LockdownReading(GameReading):
    """Reads the table for one game."""

    kinds = CARD_KINDS

    def __init__(self) -> None:
        self._rest = Rest()
        self._seating: Seating | None = None
        self._sitting_down = SittingDown()
        self._rows = HeldRows()
        self._move: Move | None = None
        self._open = OpenCard()
        self._unclear = UnclearHand()
        self._shuffling = False
        self._showing: Showing | None = None  # what lies open now
        self._strangers: set[int] = set()  # faces without a name that stayed where hands were shown
        self._hands_shown = False  # whether hands are shown in this game: then they tell what came
        self._unsure: defaultdict[Player, Mapping[Card, Card]] = defaultdict(dict)  # of hands, as in `Shown.unsure`
        self._sets = LockedSets()
        self._glimpsed: tuple[Player, Shown] | None = None  # whose hand was shown, and what could be read of it
        self._again: tuple[Player, Shown] | None = None  # who was asked to show it again, until play goes on
        self._asked: Move | None = None
        self._held: dict[Player, tuple[Card, ...]] = {}  # hands to be kept once it is clear what made them
        self._payments = Payments()
        self._late = ShownLate()
        self._state: State | None = None  # the game as it was left

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        gone = (event.thing for event in events if event.happening is Happening.REMOVED)
        forget_names((thing for thing in gone if not (self._showing and self._showing.is_unread(thing))), desk)
        things = of_the_deck(desk.table.things)
        at_rest = self._rest.look(events, (thing for thing in things if not thing.covered), desk)
        if desk.state.over:
            self._late.forget(desk, self._showing)
            return
        if self._seating is None and (rows := self._sitting_down.look(things, desk)) is not None:
            self._sit(rows, desk)
        elif self._seating is not None:
            self._rows.touch(self._seating.altered(desk.altered), desk.time)
            if at_rest:
                self._look_on(things, self._seating, desk)
        self._state = desk.state

    def _look_on(self, things: Sequence[Thing], seating: Seating, desk: Desk) -> None:
        """Everybody sits, and the table is at rest."""
        seen = laid_out(things, seating, desk.state, self._sets, desk.time)
        untold, doubted = unread(seen, things, desk.state, desk.time), read_twice(seen, desk.state, desk.time)
        in_sets = {thing for lying in seen.sets.values() for thing in lying}
        forget_names(in_sets.difference(untold, doubted), desk)  # they are known by now
        ask_names((thing for thing in untold if thing not in doubted), desk)
        ask_names(doubted, desk, doubted=True)
        self._follow(seen, desk)

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        if question.choices and answer not in question.choices:
            desk.ask(question)
            return
        move = self._asked
        if question.reason not in ("which_card", "show_again"):
            self._asked = None  # those stand beside it
        match question.reason:
            case "which_card":
                take_name(question, answer, desk)
                self._late.named(question, answer, self._showing, desk)
                self._shown_meanwhile(desk)
            case "whose_hand":
                if (rows := self._sitting_down.told(question, answer, desk)) is not None:
                    self._sit(rows, desk)
            case reason if answer == NOTHING:
                self._nothing_came(reason, move, desk)
            case "who_shuffled":
                self._act(Shuffle(answer), desk)
            case "who_had_to_draw":
                self._forced(answer, desk)
            case reason if move is not None:
                self._made_out(told_by(move, reason, answer), desk)

    def _nothing_came(self, reason: str, move: Move | None, desk: Desk) -> None:
        """What was asked about was nothing."""
        if reason == "show_again":
            self._again = None
        elif reason == "who_had_to_draw":
            self._open.forget()
        elif move is not None and self._held.pop(move.target, ()):
            self._rows.came(move.target, move.source, -1)
        self._shown_meanwhile(desk)

    def _made_out(self, said: TurnAction | Move | None, desk: Desk) -> None:
        """It was said who acted, or where a card came from."""
        if isinstance(said, Move):
            self._rows.went(said.source)
            self._moved(said, desk)
        elif said is not None:
            self._act(said, desk)

    def corrected(self, desk: Desk) -> None:
        """See `GameReading.corrected`. Rows are taken as they lie, and become longer or shorter from now on."""
        state: State = desk.state
        for player in (seat.player for seat in state.seats if seat.player not in state.gone):
            self._rows.keep(player, len(holdings.hand_of(state, player)))
        if self._move is not None and self._is_told(self._move.target, state):
            self._move = None
        asked, self._asked = self._asked, None
        self._again = None
        self._late.forget(desk)
        self._payments.corrected(desk.state)
        for key in ("force", "move", "shuffle", "from", "draw", "forced", *map(hand_key, self._rows.players)):
            desk.settle(key)
        if asked is not None and asked.target and not self._is_told(asked.target, state):
            self._moved(asked, desk)
        elif asked is not None and not asked.target:
            self._shuffling = not any(self._is_told(player, state) for player in self._rows.players)
        self._state = desk.state

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """See `GameReading.shifted`."""
        if self._seating is not None:
            self._seating.shift(matrix)

    def _waits(self, desk: Desk) -> bool:
        """Whether it is not clear what was done before, for a question stands."""
        return self._asked is not None or self._late.is_unnamed(desk)

    def _is_told(self, player: Player, state: State) -> bool:
        """Whether people told what happened to the hand of a player."""
        return self._state is None or state.seat(player) != self._state.seat(player)

    def _sit(self, rows: Mapping[Player, Sequence[Thing]], desk: Desk) -> None:
        """It is known whose each row is."""
        self._seating = Seating(rows)
        self._rows.sit(rows, desk.state)
        self._late.add(*self._sitting_down.shown)
        self._shown_meanwhile(desk)

    def _follow(self, seen: LaidOut, desk: Desk) -> None:
        """What the table at rest says of what was done."""
        seen = seen.without(self._strangers)
        self._rows.look(seen, desk.time)
        if self._showing is not None and self._showing.is_over(seen.loose):
            seen = self._over(self._showing, seen, desk)
        if seen.loose:
            self._lie_open(seen, desk)
            return
        if not self._rows.missing:
            self._ask_again(desk)
        self._shuffling = self._shuffling or self._rows.heaped
        if self._waits(desk) or self._again is not None:
            return
        self._shown_meanwhile(desk)  # if people were waited for in vain
        if self._shuffling:
            if self._rows.straight and not self._hands_shown:
                self._shuffled(desk, surely=self._rows.heap)
            return
        self._open.is_gone(desk.time)
        if self._open.cards and (player := seen.owner_of_set(self._open.cards[0], desk.state)) is not None:
            self._forced(player, desk)
        self._count(desk)
        if not self._rows.missing:
            for lock, things in list(self._sets.look(seen.sets, desk.state, desk.time)):
                self._set(lock, things, desk)
        if self._move is not None and desk.time - self._move.since > _SHOWN_BY and self._asked is None:
            self._moved(self._move, desk)

    def _over(self, showing: Showing, seen: LaidOut, desk: Desk) -> LaidOut:
        """What lay open was taken up; what lies there beside it."""
        self._showing = None
        self._strangers |= showing.strangers(seen.loose)
        seen, shown = seen.without(self._strangers), showing.shown
        unnamed = to_name(shown, desk.state, self._open.cards, self._unsure)
        forget_names({*showing.things}.difference(t for t in unnamed if shown.leaves_open(t, desk.state)), desk)
        if not self._waits(desk) and (clear := paid_unseen(shown, seen.sets, desk.state)) is not None:
            self._cleared(clear, desk)
            self._rows.lay(clear.player, len(holdings.hand_of(desk.state, clear.player)))
        self._taken_up(shown, desk)
        return seen

    def _lie_open(self, seen: LaidOut, desk: Desk) -> None:
        """Faces lie in the middle: a hand that is shown, or cards that are shown to all."""
        if self._showing is None:
            self._showing = Showing(desk.time, self._rows.longer)
            if not self._open.cards:
                self._rows.lengths.mark()
        self._showing.look(seen.loose, self._rows.away, desk.time)
        shown = self._showing.shown
        if left := self._showing.left_lying(seen.loose, desk.time):
            ask_names(left, desk, doubted=True)
        else:
            ask_names(to_name(shown, desk.state, self._open.cards, self._unsure), desk)
        if not self._waits(desk) and self._showing.lasted(desk.time) >= _STEADY:
            self._pay(seen, shown, desk)

    def _pay(self, seen: LaidOut, shown: Shown, desk: Desk) -> None:
        """Cards that a player pays for a clear with."""
        clear = self._payments.look(seen.loose, shown.away, self._rows, desk.state)
        if clear is None:
            return
        whole = len(holdings.hand_of(desk.state, clear.player)) == len(clear.cards)
        self._rows.pay(clear.player, len(clear.cards))
        self._cleared(clear, desk)
        self._showing = None
        if whole:  # there is a new hand
            self._rows.lay(clear.player, len(holdings.hand_of(desk.state, clear.player)))

    def _cleared(self, clear: Clear, desk: Desk) -> None:
        """A player cleared: nothing is known of a hand of his any more, and what he paid was not drawn."""
        self._unsure.pop(clear.player, None)
        self._open.was_paid(clear.cards)
        self._payments.told(clear, self._act(clear, desk))

    def _taken_up(self, shown: Shown, desk: Desk) -> None:
        """What lay open was taken up again: a hand that was shown, or a card that was shown to all."""
        if self._late.is_unnamed(desk, shown):
            self._late.add(shown)
            return
        if self._payments.taken_up(possible(shown, desk.state, self._open.cards, self._rows.unchanged).names):
            return
        mixed = self._rows.heap and holdings.contradicts(desk.state, shown.names, shown.away)
        if (self._shuffling or mixed) and self._asked is None:
            self._mixed(shown, desk)
        shown = possible(shown, desk.state, self._open.cards, self._rows.unchanged)
        owner = whose(shown, desk.state, self._open.cards)
        if (move := self._move) and goes_on(shown, owner, move.target, self._rows.count(move.target), desk.state):
            self._moved(move, desk)
            owner = whose(shown, desk.state, self._open.cards)
        # When one is made do with those that were shown after it count, of which not all may have been seen either.
        while (glimpsed := self._again or self._glimpsed) is not None and owner != glimpsed[0]:
            if not tells_of_play(shown, owner, desk.state):
                break
            self._make_do(*glimpsed, desk)
            owner = whose(shown, desk.state, self._open.cards)
            if self._asked is not None:
                break  # it waits for the answer, and would be made do with for ever
        if self._asked is not None or (self._again is not None and owner != self._again[0]):
            self._late.add(shown)
            return
        if owner is None and len(shown.things) == 1:
            if self._open.cards and shown.names != self._open.cards:
                self._late.add(shown)
                self._ask_forced(desk)
                return
            self._open.shown(shown.names, shown.things[0].seen)
        elif owner is not None and is_all(shown, holdings.hand_of(desk.state, owner), self._rows.count(owner)):
            self._show(owner, shown, desk)  # cards come one by one: none is missing where there is one more
        else:
            self._glimpse(owner or holdings.likely_owner(desk.state, shown.likely, shown.away), shown, desk)

    def _glimpse(self, player: Player | None, shown: Shown, desk: Desk) -> None:
        """A hand was shown that may be of several, or not all of which was seen; player: whose it seems to be."""
        self._unclear.keep(shown, desk.time)
        if player is not None:
            self._glimpsed = player, shown
            theirs = [card for other in self._rows.fewer(1) for card in holdings.hand_of(desk.state, other)]
            if shown.tells_all(holdings.hand_of(desk.state, player), theirs):
                self._make_do(player, shown, desk)

    def _mixed(self, shown: Shown, desk: Desk) -> None:
        """A hand is shown after all rows were gone: whether the hands were shuffled is told by its cards. Each may have
        got the same cards again."""
        state: State = desk.state
        self._shuffling = False
        surely = holdings.contradicts(state, shown.names, shown.away)
        if surely or self._rows.heap or holdings.owner_of(state, shown.names, ()) is None:
            if (glimpsed := self._again or self._glimpsed) is not None:
                self._make_do(*glimpsed, desk)  # nobody can show that hand again
            self._shuffling = self._asked is not None
            if not self._shuffling:
                self._shuffled(desk, surely)

    def _ask_again(self, desk: Desk) -> None:
        """A hand was shown, and laid down before all of it could be read. Where no card can have come to it play need
        not wait until it is shown again."""
        if self._glimpsed is None:
            return
        (player, shown), state = self._glimpsed, desk.state
        self._again, self._glimpsed = self._glimpsed, None
        whole = made_do(shown, player, self._rows.seen(player), state)
        more = len(whole.names) > len(holdings.hand_of(state, player)) or self._open.cards
        if not more and holdings.fit(state, player, whole.likely) is not None:
            self._show(player, whole, desk)
        desk.ask(to_show_again(player, shown, self._rows.count(player)))

    def _make_do(self, player: Player, shown: Shown, desk: Desk) -> None:
        """Play goes on though a hand was not shown again: what was not seen of it counts as unknown."""
        whole = made_do(shown, player, self._rows.seen(player), desk.state)
        if holdings.fit(desk.state, player, whole.likely) is not None:
            self._show(player, whole, desk)
        else:  # it cannot be what is known of it, so only that a card came is believed
            self._again = self._glimpsed = None
            desk.settle(hand_key(player))
            if self._rows.seen(player) > len(holdings.hand_of(desk.state, player)):
                self._came_to(player, UNKNOWN, desk)

    def _show(self, player: Player, shown: Shown, desk: Desk) -> None:
        """The cards of a hand, shown in private. They tell which card came, and where from."""
        if not self._open_card_went(player, shown.likely, desk):
            self._late.add(shown)
            return
        self._hands_shown = True
        self._glimpsed = self._again = None
        desk.settle(hand_key(player))
        hand, before = holdings.hand_of(desk.state, player), self._unsure[player]
        cards = shown.cards(hand, before)
        self._unsure[player] = unsure = shown.unsure(cards)
        if len(cards) == len(hand) + 1:
            came = holdings.newcomer(desk.state, player, cards, before, shown.again(hand, cards, before))
            self._came_to(player, came, desk, unsure.keys() - before)
        self._rows.lay(player, len(cards))
        if self._asked is None:
            self._hold(player, cards, desk)
            self._shown_meanwhile(desk)
        else:
            self._held[player] = cards

    def _came_to(self, player: Player, card: Card, desk: Desk, suspected: Collection[Card] = ()) -> None:
        """A hand has a card more than before, this one: whose it was. suspected: unsure names that are new in it."""
        state, shrunk = desk.state, self._rows.lengths.shrunk
        self._unnoticed(player)
        suspects = (*shrunk, *self._rows.opened) if player in holdings.may_act(state) else holdings.may_act(state)
        move = came_to(player, card, state, suspects, shrunk, desk.time, suspected)
        self._rows.came(player, move.source)
        self._moved(move, desk)

    def _open_card_went(self, player: Player, names: tuple[Card, ...], desk: Desk) -> bool:
        """Whether it is known where the card went that was shown to all before: into this hand, or it is asked."""
        if self._open.cards and self._open.cards[0] in names:
            self._unnoticed(player)
            self._forced(player, desk)
        elif self._open.cards:
            self._ask_forced(desk)
        return self._asked is None

    def _hold(self, player: Player, shown: tuple[Card, ...], desk: Desk) -> None:
        """A shown hand of which not all was known."""
        if (hold := holdings.hold_of(desk.state, player, shown)) is not None and can(desk.state, hold):
            desk.do(hold)

    def _count(self, desk: Desk) -> None:
        """One row that became longer by a card, and perhaps one that became shorter: a card has come. Where hands are
        shown that is left to them, but for a card that was shown to all."""
        gained, lost = self._rows.changed(desk.state, self._move is not None)
        for player in self._rows.short():
            self._unnoticed(player)
        if (gone_for := self._open.gone_for(desk.time)) is not None:
            self._drawn(gained, gone_for, desk)
        elif len(gained) != 1:
            return
        elif self._hands_shown:
            if (shown := self._unclear.given(gained[0], self._rows, desk.state, desk.time)) is not None:
                self._show(gained[0], shown, desk)
        elif self._move is not None:
            if self._open.cards or gained[0] not in (self._move.source, self._move.target):
                self._moved(self._move, desk)  # it goes on: nobody will show what came
        elif len(lost) <= 1:
            self._noticed(gained[0], lost, desk)
            if (shown := self._unclear.laid_back(gained[0], self._rows, desk.time)) is not None:
                self._show(gained[0], shown, desk)  # whose hand it was is seen only now

    def _drawn(self, gained: Sequence[Player], gone_for: float, desk: Desk) -> None:
        """A card that was shown to all has been taken up: in whose row it lies now had to draw it."""
        player = self._rows.taker(gained, self._open.seen, gone_for)
        if player is not None and may_be_forced(player, desk.state):
            self._forced(player, desk)
        elif gone_for > ONE_MOVE:
            self._ask_forced(desk)

    def _unnoticed(self, target: Player) -> None:
        """The card that seemed to come to a row did not, or is told of otherwise."""
        if self._move is not None and self._move.target == target:
            self._rows.came(self._move.target, self._move.source, -1)
            self._move = None

    def _ask_forced(self, desk: Desk) -> None:
        """A card was shown to all, and in whose row it lies now is not to be seen."""
        card, choices = self._open.cards[0], (*self._rows.players, NOTHING)
        self._ask(Question("forced", "who_had_to_draw", {"card": card}, choices), None, desk)

    def _forced(self, player: Player, desk: Desk) -> None:
        """The card that was shown to all went to that player. One that cannot have come is not told: hands tell it."""
        card = self._open.cards[0] if holdings.may_be_drawn(desk.state, self._open.cards[0]) else UNKNOWN
        self._open.forget()
        self._rows.came(player, None)
        self._moved(Move(player, None, desk.time, card, True), desk)

    def _noticed(self, target: Player, lost: Sequence[Player], desk: Desk) -> None:
        """A card came to a row. It may be of those others, too, of whose rows cards have not been seen for long."""
        doubtful = tuple(player for player in self._rows.short(ONE_MOVE) if player != target)
        self._move = Move(target, lost[0] if lost else None, desk.time, doubtful=() if lost else doubtful)
        self._rows.came(self._move.target, self._move.source)

    def _moved(self, move: Move, desk: Desk) -> None:
        """A card came into a hand."""
        self._move = None
        told = action_of(move, desk.state)
        if isinstance(told, Question):
            self._ask(told, move, desk)
        else:
            self._act(told, desk)

    def _shuffled(self, desk: Desk, surely: bool) -> None:
        """All hands went together and came back, or were only taken up for a while."""
        self._shuffling = False
        self._rows.mixed()
        may = holdings.may_act(desk.state)
        if surely and len(may) == 1:
            self._act(Shuffle(may[0]), desk)
        else:
            self._ask(Question("shuffle", "who_shuffled", {}, may if surely else (*may, NOTHING)), None, desk)

    def _ask(self, question: Question, move: Move | None, desk: Desk) -> None:
        """What comes next waits for the answer; hands that are shown meanwhile are kept. move: which it is about."""
        self._asked = move or Move("", None, desk.time)
        self._goes_on(desk)
        desk.ask(question)

    def _goes_on(self, desk: Desk) -> None:
        """Play goes on: hands that were to be shown again may be others by now."""
        for player in self._rows.players:
            desk.settle(hand_key(player))

    def _act(self, action: TurnAction, desk: Desk) -> bool:
        """An action of a turn; whether it is legal. Who acts though another had to name the next was named (LD-2)."""
        state: State = desk.state
        named = not state.naming or action.player == state.turn or desk.do(Name(state.turn, action.player)).legal
        done = named and desk.do(action).legal
        self._goes_on(desk)
        held, self._held = self._held, {}
        for player, cards in held.items():
            self._hold(player, cards, desk)
        self._shown_meanwhile(desk)
        return done

    def _shown_meanwhile(self, desk: Desk) -> None:
        """Hands that were shown while it was not clear what had been done before."""
        for shown in self._late.take() if self._asked is None else ():
            self._taken_up(shown, desk)

    def _set(self, lock: Lock, things: Sequence[Thing], desk: Desk) -> None:
        """A set that somebody locked, after the card that made it came, which may have gone to it at once."""
        player, faces = lock.player, UNKNOWN not in lock.cards
        came = self._rows.more(player) + len(lock.cards) - holdings.held_before(desk.state, lock)
        if self._open.cards and holdings.makes(self._open.cards[0], lock, came, desk.state):
            self._forced(player, desk)  # it went to the set at once
            return
        if not faces and came not in ((0,) if self._hands_shown else (0, 1)):
            return
        if came == 1 and self._move is None and not self._hands_shown:
            lost = [other for other in self._rows.lost() if other != player]
            if len(lost) > 1:
                return
            self._noticed(player, lost, desk)
        if self._move is not None and self._move.target == player:
            self._moved(self._move, desk)
        if self._asked is None and can(desk.state, lock):
            desk.do(lock, [thing.number for thing in things])
            self._rows.came(player, None, len(holdings.hand_of(desk.state, player)) - self._rows.count(player))
