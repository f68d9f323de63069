"""What the table shows of Eleusis Express: the mainline as it grows, sidelines under it, hands shown for a claim.

A card laid at the end of the mainline, or under its last card, is played by the player whose turn it is. The secret
rule judges it at once; where that is untold or leaves it open, the place in which the card stays is the dealer's
verdict. Several cards laid elsewhere are a hand that is shown. By which rule a round is dealt is asked when its first
card lies there, unless the deal was told with that card before; guesses are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import WAITS, Desk, GameReading, Question
from companion.referee.eleusis.mainline import Mainline, Spot
from companion.referee.eleusis.no_play import Shown, at_most, goes_on_unread, hand_told, in_row, is_read, show_again
from companion.referee.eleusis.questions import ask_dealt, ask_off_the_line, deal_told, off_key
from companion.referee.naming import NO_CARD, REST_OF_HAND, ask_names, card_of, forget_names, take_name
from companion.referee.things import Event, Happening, Thing
from companion.rules.cards import UNKNOWN, Card
from companion.rules.eleusis import Action, End, Guess, NoPlay, Play
from companion.rules.eleusis.judging import holds_no_play, is_right, right_cards
from companion.rules.eleusis.telling import put_aside
from companion.rules.game import Finding, Player
from vision.outlines import centre_distance, moved_by, short_side
from vision.sightings import CARD_KINDS, FloatArray, Kind

_STAYS = 5.0  # seconds that a card has to stay in the mainline until it is right, where the rule does not say so
_LAID_BY = 0.6  # seconds without another card after which a hand counts as shown whole
_SHOWN_BY = 2.0  # the same, where cards are missing or unread: more may be coming
_THERE = 0.6  # of a card's shorter side: how far from where it lay a card may be found again


@dataclass(frozen=True, eq=False)
class _Played:
    """A card played in this round. number: of its thing, 0 where none was seen; name: empty where none is awaited;
    outline: where it was seen last."""

    number: int = 0
    name: str = ""
    outline: FloatArray = field(default_factory=lambda: np.zeros((4, 2), np.float32))


class EleusisReading(GameReading):
    """Reads the table for one game."""

    kinds = CARD_KINDS

    def __init__(self) -> None:
        self._round = 0
        self._turn: Player = ""
        self._line = Mainline()
        self._length = 0  # of the mainline in the game, as it was when the line was last brought up to it
        self._explained: set[int] = set()
        self._starter = 0  # the card whose round is asked about
        self._hidden: set[int] = set()  # cards that others hid when that was told: they may have been played before
        self._unjudged: tuple[Thing, float] | None = None  # a card in the mainline, and since when it lies there
        self._shown: Shown | None = None
        self._spread: set[int] = set()  # cards of the hand that was shown last, as they lie there
        self._glimpsed: Question | None = None  # about a hand that lay there and could not be read
        self._awaited = False  # whether nothing is played before it is said what that hand is
        self._claimed: Shown | None = None  # that hand, where a card of it was laid
        self._out: list[_Played] = []  # the cards played in this round, in order
        self._told: tuple[Action, float] | None = None  # what was told last that may have to wait, and when
        self._taken_back: dict[int, Spot | None] = {}  # things whose play was taken back, and where they lay then

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        for event in events:
            if event.happening is Happening.REMOVED:
                forget_names((event.thing,), desk)
                desk.settle(off_key(event.thing))
            elif event.happening is Happening.MOVED:
                self._moved(event.thing)
        self._awaited = self._awaited and desk.asks("hand")
        self._begin_round(desk)
        if desk.state.round is None:
            self._deal(desk)
            return
        desk.settle("deal")
        self._bring_up(desk)
        if not len(self._line):
            return
        ask_names((thing for thing in self._unexplained(desk) if self._spot_of(thing)), desk)
        if any(event.happening is Happening.MOVED and event.thing.number == self._line.put_aside for event in events):
            desk.note(put_aside(desk.state.round.mainline[-1]))
        self._find_again(desk)
        self._judge_by_place(desk)
        if self._shown is not None:
            self._settle_claim(self._shown, desk)
        while self._shown is None and (played := self._next_played(desk)) is not None:
            if self._glimpsed is not None:
                self._ask_hand(self._glimpsed, desk)
            if self._awaited and desk.asks("hand"):
                break  # it may be the dealer's card after a claim (EE-5), or the next player's, and no play at all
            self._play(*played, desk)
        self._follow_turn(desk)
        if self._shown is None and self._unjudged is None and desk.state.round is not None:
            self._show(desk)

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        things = [thing for number in question.things if (thing := desk.table.thing(number)) is not None]
        match question.reason:
            case "which_card":
                take_name(question, answer, desk)
            case "round_dealt":
                self._hidden = {card.number for card in _cards_of(desk) if card.covered and card.sighting.certain}
                deal_told(question, answer, desk)
            case "which_laid":
                self._laid_told(answer, desk)
            case "show_again" if answer == "no_play":
                self._hand_told(question, answer, desk)
            case "rest_of_hand" if answer != NO_CARD[REST_OF_HAND]:
                self._hand_told(question, answer, desk)
            case _ if question.choices and answer not in question.choices:
                pass  # it is asked again
            case "off_the_line" if answer in tuple(Spot) and things:
                self._rule(things[0], Spot(answer), desk)
            case "off_the_line" if answer == "no_play":
                self._claim((Card.parse(str(question.data["card"])),), [thing.number for thing in things], desk)
            case _:
                self._explained.update(question.things)
                self._glimpsed = None
        self.look((), desk)

    def awaits(self, action: Action, desk: Desk) -> bool:
        """See `GameReading.awaits`. A card or a claim that is not judged yet may end the round, which comes first; a
        guess comes after what lay there when it was told, the first card of its round too."""
        if not isinstance(action, End | Guess):
            return False
        if self._told is None or self._told[0] is not action:
            self._told = action, desk.time
        if desk.state.round is None:
            return isinstance(action, Guess) and desk.table.thing(self._starter) is not None
        before = [thing for thing in self._unexplained(desk) if not self._is_later(thing)]
        laid = any(self._spot_of(thing) is not None for thing in before)
        return desk.table.arriving or laid or self._unjudged is not None or self._shown is not None

    def _is_later(self, thing: Thing) -> bool:
        """Whether a thing came after the guess that was told last."""
        return self._told is not None and isinstance(self._told[0], Guess) and thing.since > self._told[1]

    def corrected(self, desk: Desk) -> None:
        """See `GameReading.corrected`."""
        current = desk.state.round
        for thing in desk.table.things:
            desk.settle(off_key(thing))
        for key in ("hand", "laid"):
            desk.settle(key)
        self._begin_round(desk)
        if current is None:
            self._follow_turn(desk)
            return
        desk.settle("deal")
        told, self._shown = self._shown, None
        undone = len(current.line) < self._length
        if told is not None and told.player == current.turn:
            self._shown = told  # nothing was said of it
        elif undone and self._claimed is not None and self._claimed.player == current.turn:
            self._shown = self._claimed  # another card of the hand is to be laid
        count = len(self._out)
        self._bring_up(desk)
        if len(self._line) and self._turn != current.turn:
            self._claim_told(len(self._out) == count, desk)
        self._follow_turn(desk)
        forget_names((thing for thing in self._faces(desk) if thing.number in self._explained), desk)
        for thing in desk.table.things:
            if thing.number in self._taken_back:
                self._taken_back[thing.number] = self._spot_of(thing)
        if self._unjudged is not None and self._unjudged[0].number in self._line.cards:
            self._unjudged = None

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """See `GameReading.shifted`."""
        self._line.shift(matrix)
        self._out = [replace(played, outline=moved_by(played.outline, matrix)) for played in self._out]

    def _begin_round(self, desk: Desk) -> None:
        """Forgets the last round where another one is played."""
        if self._round != len(desk.state.finished):
            self._round, self._line, self._length = len(desk.state.finished), Mainline(), 0
            self._unjudged, self._shown, self._claimed, self._glimpsed = None, None, None, None
            self._out, self._taken_back, self._turn, self._starter = [], {}, "", 0

    def _follow_turn(self, desk: Desk) -> None:
        """What was asked about the player whose turn it was is asked no more once it is another's."""
        turn = desk.state.round.turn if desk.state.round is not None else ""
        if turn != self._turn:
            self._turn, self._glimpsed = turn, None
            desk.settle("hand")
            for thing in desk.table.things:
                desk.settle(off_key(thing))

    def _claim_told(self, nothing_laid: bool, desk: Desk) -> None:
        """EE-4: where a claim was told, the hand that lies there is that one, and not that of whoever is next."""
        seat = desk.state.seat(self._turn)
        apart = {thing.number for thing in self._unexplained(desk) if self._spot_of(thing) is None}
        if seat is not None and (nothing_laid or seat.shown) and len(apart) > 1:
            self._spread = apart
            self._explained |= apart

    def _follow_count(self, desk: Desk, thing: Thing | None = None) -> None:
        """Cards came out or were taken back: that thing, or what people told of."""
        out = [card for place in desk.state.round.line for card in (place.card, *place.sideline)]
        if len(out) != len(self._out):
            self._taken_back = {played.number: None for played in self._out[len(out) :]}
            del self._out[len(out) :]
        watched = bool(self._out)  # else a game is taken up, and what lies there was played before
        for card in out[len(self._out) :]:
            found = thing or self._lying_as(card, desk)
            if found is not None:
                self._explained.add(found.number)
                self._out.append(_Played(found.number, str(card), found.sighting.outline))
            else:
                self._out.append(_Played(name=str(card) if watched else ""))

    def _lying_as(self, card: Card, desk: Desk) -> Thing | None:
        """What lies there for a card that people said was played, if that is clear."""
        known = {played.number for played in self._out}
        free = [thing for thing in self._faces(desk) if thing.number not in known]
        new = [thing for thing in free if thing.number not in self._explained]
        at_line = [thing for thing in new if self._spot_of(thing) is not None]
        unread = [thing for thing in at_line if not thing.sighting.certain]
        for thing in free:
            clear = thing.number in self._explained or thing in at_line or len(new) == 1
            if self._line.cards.get(thing.number) == card or (clear and is_read(thing) and card_of(thing) == card):
                return thing
        return unread[0] if len(unread) == 1 else None

    def _find_again(self, desk: Desk) -> None:
        """Cards that were lost from sight and are seen again where they lay, or where the dealer put the last one, and
        cards that were told before they are laid."""
        things = {thing.number: thing for thing in desk.table.things}
        for place, played in enumerate(self._out):
            lying = things.get(played.number)
            if lying is not None and not lying.covered:
                self._out[place] = replace(played, outline=lying.sighting.outline)
                continue
            for thing in self._unexplained(desk):
                if not thing.sighting.certain or thing.sighting.name != played.name:
                    continue
                outline = thing.sighting.outline
                there = centre_distance(outline, played.outline) < _THERE * short_side(outline)
                put_aside = place > 0 and played is self._out[-1] and self._spot_of(thing) is Spot.SIDELINE
                awaited = self._spot_of(thing) is not None and not any(one.number for one in self._out[place:])
                if there or put_aside or awaited:
                    self._explained.add(thing.number)
                    self._line.replace(played.number, thing)
                    self._out[place] = _Played(thing.number, played.name, outline)
                    break
        self._lengthen(desk)

    def _lengthen(self, desk: Desk) -> None:
        """The newest card of the mainline that was told and is laid there only now belongs to the line."""
        newest, last = desk.state.round.line[-1], desk.table.thing(self._out[-1].number)
        if newest.sideline or last is None or last.number in self._line.cards:
            return
        if self._spot_of(last) is Spot.MAINLINE:
            self._append(last, newest.card)

    def _may_be(self, thing: Thing, desk: Desk) -> bool:
        """Whether a thing may be a card that was played before, of which it is just not clear whether it still lies."""
        alike = [played.number for played in self._out if played.name == thing.sighting.name]
        return any(desk.table.thing(number) is not None and not desk.table.settled(number) for number in alike)

    def _moved(self, thing: Thing) -> None:
        """A card whose play was taken back is laid elsewhere: it is played anew."""
        if thing.number in self._taken_back and self._spot_of(thing) is not self._taken_back.pop(thing.number):
            self._explained.discard(thing.number)

    def _deal(self, desk: Desk) -> None:
        """EE-1: one card lies there alone, the first of a round that nobody told of. Play may go on before that is."""
        faces, starter = self._faces(desk), desk.table.thing(self._starter)
        alone = len(faces) == 1 and bool(self._unexplained(desk))
        if starter is None and alone and desk.time - faces[0].since > _LAID_BY:
            self._starter, starter = faces[0].number, faces[0]
        if desk.state.over or not (starter or alone):
            desk.settle("deal")
            return
        ask_names((starter or faces[0],), desk)
        if starter is not None and starter.sighting.certain:
            ask_dealt(starter, desk)

    def _bring_up(self, desk: Desk) -> None:
        """The line as it lies follows the mainline of the game, which people may have set right meanwhile."""
        cards = desk.state.round.mainline
        self._line.follow(desk.table)
        self._line.keep(cards)
        if not len(self._line):
            self._begin_line(cards, desk)
        else:
            self._continue_line(cards[self._length :], desk)
        self._length = len(cards)
        self._follow_count(desk)

    def _begin_line(self, cards: Sequence[Card], desk: Desk) -> None:
        """The line is found from the first card on from which all others lie there."""
        unexplained, starter = self._unexplained(desk), desk.table.thing(self._starter)
        if len(cards) == 1 and starter is not None and starter.covered and card_of(starter) == cards[0]:
            self._append(starter, cards[0])
            return
        for place, card in enumerate(cards):
            for first in unexplained if len(cards) == 1 else self._faces(desk):
                if is_read(first) and card in (UNKNOWN, card_of(first)):
                    self._line = Mainline()
                    self._append(first, card)
                    if self._continue_line(cards[place + 1 :], desk):
                        known = unexplained if len(cards) > 1 else [first]
                        self._explained.update(thing.number for thing in known)
                        return
        self._line = Mainline()

    def _continue_line(self, cards: Sequence[Card], desk: Desk) -> bool:
        """Takes the cards that come next into the line, as far as they are found; whether all of them are."""
        before = len(self._line)
        for card in cards:
            thing = self._lying_for(card, desk)
            if thing is not None:
                self._append(thing, card)
        return len(self._line) - before == len(cards)

    def _lying_for(self, card: Card, desk: Desk) -> Thing | None:
        """What lies at the end of the line as the card that comes there: by its face, or what was told to be it."""
        free = [t for t in self._faces(desk) if t.number not in self._line.cards and self._spot_of(t) is Spot.MAINLINE]
        told = [t for t in free if t.number in self._explained or not t.sighting.certain]
        return next((t for t in free if is_read(t) and card_of(t) == card), told[0] if len(told) == 1 else None)

    def _append(self, thing: Thing, card: Card) -> None:
        self._explained.add(thing.number)
        self._line.append(thing, card)

    def _unexplained(self, desk: Desk) -> list[Thing]:
        """Faces that nothing explains yet, in the order they came."""
        return [thing for thing in self._faces(desk) if thing.number not in self._explained]

    def _faces(self, desk: Desk) -> list[Thing]:
        return [thing for thing in _cards_of(desk) if not thing.covered]

    def _spot_of(self, thing: Thing) -> Spot | None:
        return self._line.spot_of(thing.sighting.outline)

    def _next_played(self, desk: Desk) -> tuple[Thing, Spot] | None:
        """The next card that was played, as long as a round runs and neither a card before it waits for its verdict nor
        a guess that was told before it came."""
        if desk.state.round is None or self._unjudged is not None or self._line.is_cleared(desk.table):
            return None
        laid = [t for t in _cards_of(desk) if not t.covered or t.number in self._hidden]
        new = [t for t in laid if t.number not in self._explained and t.sighting.certain and not self._may_be(t, desk)]
        found = ((t, self._spot_of(t)) for t in new if not (desk.asks(WAITS) and self._is_later(t)))
        return next(((thing, spot) for thing, spot in found if spot is not None), None)

    def _play(self, thing: Thing, spot: Spot, desk: Desk) -> None:
        """EE-2, EE-3: a card is played; one in the mainline may still be put into the sideline by the dealer."""
        if spot is Spot.MAINLINE and is_right(desk.state.round, card_of(thing)) is None:
            self._explained.add(thing.number)
            self._unjudged = thing, desk.time
        else:
            self._rule(thing, spot, desk)

    def _rule(self, thing: Thing, spot: Spot, desk: Desk) -> None:
        """The rule says whether the card is right, or its place does."""
        desk.settle(off_key(thing))
        self._explained.add(thing.number)
        current, card = desk.state.round, card_of(thing)
        right = spot is Spot.MAINLINE if is_right(current, card) is None else None
        desk.do(Play(current.turn, card, right), (thing.number,))
        self._grown(thing, desk)

    def _grown(self, thing: Thing, desk: Desk) -> None:
        """Takes the thing into the line where the mainline of the game has become longer."""
        desk.settle("hand")
        self._glimpsed = None
        current = desk.state.round
        if current is not None:
            self._follow_count(desk, thing)
        if current is not None and len(current.line) > self._length:
            self._append(thing, current.line[-1].card)
            self._length = len(current.line)

    def _judge_by_place(self, desk: Desk) -> None:
        """The dealer's verdict on a card that no rule judges: put into the sideline it is wrong, left there right."""
        if self._unjudged is None:
            return
        laid, since = self._unjudged
        thing, others = desk.table.thing(laid.number), [t for t in self._unexplained(desk) if t.sighting.certain]
        if thing is None and self._line.lies_there(desk.table):
            self._unjudged = None  # taken back
            return
        again = (other for other in others if card_of(other) == card_of(laid) and self._spot_of(other) is Spot.SIDELINE)
        thing = next(again, thing or laid)  # pushed, and taken for another one; or cleared away with the whole line
        stays = self._spot_of(thing) is Spot.MAINLINE
        if not stays or others or desk.time - since > _STAYS or desk.table.thing(laid.number) is None:
            self._unjudged = None
            self._rule(thing, Spot.MAINLINE if stays else Spot.SIDELINE, desk)

    def _show(self, desk: Desk) -> None:
        """EE-4: cards laid elsewhere are a hand; it counts when every card of it can be read and none is missing."""
        if any(desk.table.thing(number) is not None for number in self._spread):
            return  # the hand shown before is still being taken up
        player = desk.state.round.turn
        count = len(desk.state.seat(player).hand)
        new, cleared = self._unexplained(desk), self._line.is_cleared(desk.table)
        apart = at_most(count, [thing for thing in new if cleared or self._spot_of(thing) is None])
        if not cleared and goes_on_unread((thing for thing in new if self._spot_of(thing) is not None), apart):
            return
        still = desk.time - max((thing.since for thing in apart), default=desk.time)
        read = [thing for thing in apart if is_read(thing)]
        if not apart and self._glimpsed is not None:
            self._ask_hand(self._glimpsed, desk)  # it was taken up before it could be read
            self._glimpsed = None
        elif len(apart) == 1 and read and still > _SHOWN_BY and desk.table.settled(apart[0].number):
            ask_off_the_line(read[0], player, count, desk)
        elif len(read) == len(apart) == count > 1 and still >= _LAID_BY:
            self._claim_seen(read, desk)
        elif len(apart) > 1 and still >= _LAID_BY and not (self._glimpsed and self._glimpsed.reason == REST_OF_HAND):
            self._glimpsed = show_again(player, count, apart)
            if len(apart) == count:
                ask_names(apart, desk)  # all of it lies there: naming a card is less than showing all of them again
            elif still > _SHOWN_BY:
                self._ask_hand(self._glimpsed, desk)

    def _ask_hand(self, question: Question, desk: Desk) -> None:
        """What a hand was: whose turn it is then is not known before that is said, and no card is played."""
        self._awaited = True
        desk.ask(question)

    def _hand_told(self, question: Question, answer: str, desk: Desk) -> None:
        """EE-4: cards of a hand that could not be read are told one by one."""
        cards, missing = hand_told(question, answer)
        if missing is None:
            self._claim(cards, [number for number in question.things if desk.table.thing(number) is not None], desk)
        else:
            self._glimpsed = missing
            self._ask_hand(missing, desk)

    def _claim_seen(self, things: Sequence[Thing], desk: Desk) -> None:
        """EE-4: a hand is shown, each of its cards as it lies in a row."""
        things = in_row(things)
        self._claim(tuple(map(card_of, things)), [thing.number for thing in things], desk)

    def _claim(self, cards: tuple[Card, ...], numbers: Sequence[int], desk: Desk) -> None:
        """EE-4: a claim that the rule finds right is settled at once, any other by what is done."""
        current = desk.state.round
        desk.settle("hand")
        self._glimpsed = None
        self._spread = set(numbers)
        self._explained |= self._spread
        holds = holds_no_play(current, cards)
        if holds:
            desk.do(NoPlay(current.turn, cards), sorted(self._spread))
            return
        self._shown = Shown(current.turn, cards)
        if holds is False:
            playable = str(right_cards(current, cards)[0])  # for all to see: which others are right stays secret
            desk.note(Finding("EE-5", "had_a_play", {"player": current.turn, "cards": playable}))

    def _settle_claim(self, shown: Shown, desk: Desk) -> None:
        """EE-5: the dealer lays one of the cards in the mainline; EE-7: without that the hand was taken away."""
        for thing in desk.table.things:
            new = thing.number not in self._explained
            if not (new or thing.number in self._spread) or not is_read(thing) or card_of(thing) not in shown.cards:
                continue
            self._explained.add(thing.number)
            if self._spot_of(thing) is not Spot.MAINLINE:
                self._spread.add(thing.number)  # it may have been taken for another one where it lies
                continue
            self._spread.discard(thing.number)
            if desk.do(NoPlay(shown.player, shown.cards, card_of(thing)), (thing.number,)).legal:
                desk.settle("laid")
                self._shown, self._claimed = None, shown
                self._grown(thing, desk)
                return
        if any(desk.table.thing(number) is not None for number in self._spread):
            return
        if holds_no_play(desk.state.round, shown.cards) is None:
            self._shown = None
            desk.do(NoPlay(shown.player, shown.cards, right=True))
        else:
            desk.ask(Question("laid", "which_laid", {"player": shown.player}))

    def _laid_told(self, answer: str, desk: Desk) -> None:
        """EE-5: the card of the hand that the dealer laid while nobody saw it; asked again where it cannot be that."""
        try:
            laid = Card.parse(answer)
        except ValueError:
            return
        if self._shown is not None and desk.do(NoPlay(self._shown.player, self._shown.cards, laid)).legal:
            self._shown = None


def _cards_of(desk: Desk) -> list[Thing]:
    """All cards that lie face up, also those that others hide."""
    return [thing for thing in desk.table.things if thing.sighting.kind is Kind.CARD]
