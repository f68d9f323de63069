"""What the table shows of Engines of Discrimination: the search card in the middle, and each seat's result before it.

Seats follow one another clockwise about the search card, so where one player's card lies tells all the others' places:
where two play a back of the Google or Yahoo deck tells it, else it is asked once. Who laid first is seen while the
cards lie face down. That nobody adds a card to a tie is seen when its search card is taken away. An IPO is told, and so
is a hand filled from the partner's: hands that nobody spoke of are filled from the deck once the next card is turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk, GameReading, Question
from companion.referee.naming import NOTHING_THERE, ask_names, asks_name, card_told, forget_names, take_name
from companion.referee.things import Event, Happening, Thing
from companion.rules.cards import Card
from companion.rules.engines import (
    PILES,
    Action,
    Cut,
    Extra,
    Fill,
    Laid,
    Pass,
    Phase,
    Play,
    Search,
    Side,
    State,
    apply,
    contest,
    to_act,
    verify,
)
from companion.rules.game import Player
from vision.outlines import centre_distance, moved_by, short_side, sides_apart
from vision.sightings import CARD_KINDS, FloatArray, Kind

# Distances from the middle of the search card, in shorter sides of a card.
_IN_ITS_PLACE = 1.25  # within this the next search card is laid
_ON_IT = 0.6  # what lies nearer than this is no result
_BEFORE_A_SEAT = 3.2  # results lie within this, piles farther away
_THERE = 0.6  # a card that is seen again lies nearer than this to where it was laid
_SAME_SPOT = 1.5  # two cards laid nearer to each other than this are one player's
_AT_ONCE = 0.8  # seconds within which nobody can say which of two cards was laid first: one may be found later


@dataclass(frozen=True, eq=False)
class _Result:
    """A result card that lies face up. since: when it came, face down mostly; outline: where it was seen first."""

    number: int
    card: Card
    since: float
    outline: FloatArray


class EnginesReading(GameReading):
    """Reads the table for one game."""

    kinds = CARD_KINDS

    def __init__(self) -> None:
        self._search: int | None = None
        self._middle: FloatArray | None = None
        self._sides: dict[int, Side] = {}
        self._known: tuple[int, FloatArray] | None = None  # the number of a seat, and where a card of it lay
        self._asked: dict[int, FloatArray] = {}
        self._results: dict[int, _Result] = {}
        self._untold: dict[int, Thing] = {}  # results that were taken up before it was said which cards they are
        self._laid: list[tuple[str, FloatArray]] = []  # what was laid since the last search was turned, and where
        self._first: set[Player] = set()  # who laid before a teammate, as people said
        self._explained: set[int] = set()
        self._left = 0  # cards in the search deck
        self._called: int | None = None  # a search card that was told to be another than it seems
        self._set_right = False  # whether people set the game right, and no card was laid since

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        for event in events:
            if event.happening is Happening.REMOVED:
                self._removed(event.thing, desk)
        self._sides |= _sides_of_backs(desk)
        self._follow_search(desk)
        self._find_again(desk)
        ask_names(self._unexplained(desk), desk)
        self._set_right = self._set_right and not self._fresh(desk)
        if not self._set_right and not self._is_another_search(desk):
            self._follow_play(desk)
        self._left = len(desk.state.search)

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        number = question.things[0]
        match question.reason:
            case "which_card" if number in self._untold:
                self._told_late(question, answer, desk)
            case "which_card":
                take_name(question, answer, desk)
            case _ if answer not in question.choices:
                pass  # it is asked again
            case "laid_first":
                self._first.add(answer)
            case "laid_by":
                self._known = desk.state.players.index(answer), self._asked[number]
            case "cut_by":
                self._known = desk.state.players.index(answer), self._asked[number]
                self._explained.add(number)
                desk.do(Cut(answer, Card.parse(str(question.data["card"]))), (number,))
        self.look((), desk)

    def told(self, action: Action, desk: Desk) -> None:
        """See `GameReading.told`. EOD-6: a hand is filled, or an IPO called, once nobody adds a card to a tie."""
        after = desk.state
        while after.phase is Phase.TIE:
            after = apply(after, Pass(to_act(after)[0]))
        if after is not desk.state and verify(after, action).legal:
            _pass_all(desk)

    def corrected(self, desk: Desk) -> None:
        """See `GameReading.corrected`. A card of a search counts again once another one of it is laid anew."""
        self._set_right = True
        forget_names(self._untold.values(), desk)
        self._untold.clear()
        if desk.state.request is not None or len(desk.state.search) > self._left:
            self._laid.clear()  # what was taken back may be laid again
        card, request = self._open_card(desk), desk.state.request
        if card is not None and request is not None and len(desk.state.search) < self._left:
            self._called = card.number
        for key in [question for thing in desk.table.things for question in _keys(thing.number)]:
            desk.settle(key)

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """See `GameReading.shifted`."""
        if self._middle is not None:
            self._middle = moved_by(self._middle, matrix)
        if self._known is not None:
            self._known = self._known[0], moved_by(self._known[1], matrix)
        self._asked = {number: moved_by(outline, matrix) for number, outline in self._asked.items()}
        self._laid = [(name, moved_by(outline, matrix)) for name, outline in self._laid]
        self._untold = {number: thing.shifted(matrix) for number, thing in self._untold.items()}
        for number, result in self._results.items():
            self._results[number] = replace(result, outline=moved_by(result.outline, matrix))

    def _follow_play(self, desk: Desk) -> None:
        """What the cards that lie there say of what was done."""
        gone = self._search is not None and self._open_card(desk) is None
        if gone and (self._in_the_middle(desk) or not self._fresh(desk)):  # else a card may be added to the tie
            _pass_all(desk)
        self._fill_hands(desk)
        match desk.state.phase:
            case Phase.CUT:
                self._cut(desk)
            case Phase.OPEN:
                self._turn(desk)
            case Phase.PLAY:
                self._reveal(desk)
            case Phase.TIE:
                self._add(desk)

    def _removed(self, thing: Thing, desk: Desk) -> None:
        if desk.state.phase is Phase.PLAY and asks_name(thing, desk):
            self._untold[thing.number] = thing  # who is asked need not have answered before the cards are taken up
            return
        forget_names((thing,), desk)
        asked = bool(self._untold) or any(asks_name(other, desk) for other in desk.table.things)
        if self._known is not None and not asked:
            self._results.pop(thing.number, None)

    def _told_late(self, question: Question, answer: str, desk: Desk) -> None:
        """It is said which card a result was that lies there no more."""
        card = card_told(answer)
        if card is None and answer != NOTHING_THERE:
            desk.ask(question)
            return
        thing = self._untold.pop(question.things[0])
        if card is not None:
            self._results[thing.number] = _Result(thing.number, card, thing.since, thing.sighting.outline)
        if not self._untold:
            self._play_results(desk)

    def _follow_search(self, desk: Desk) -> None:
        """Where the search card lies: it may be pushed, and taken up and laid back while it is open."""
        request = desk.state.request
        if request is not None and self._open_card(desk) is None:
            for thing in _faces(desk):
                if thing.sighting.name == str(request) and self._distance(thing.sighting.outline) < _IN_ITS_PLACE:
                    self._search = thing.number
                    self._explained.add(thing.number)
        lies = self._open_card(desk)
        if lies is not None:
            self._middle = lies.sighting.outline

    def _open_card(self, desk: Desk) -> Thing | None:
        """The search card, as long as it lies in its place."""
        thing = None if self._search is None else desk.table.thing(self._search)
        return thing if thing is not None and self._distance(thing.sighting.outline) < _IN_ITS_PLACE else None

    def _is_another_search(self, desk: Desk) -> bool:
        """Whether the search of the game was taken back to an earlier one than the card that lies there."""
        card, request = self._open_card(desk), desk.state.request
        if card is None or request is None or card.number == self._called:
            return False
        return card.sighting.certain and card.sighting.name != str(request)

    def _find_again(self, desk: Desk) -> None:
        """Cards that were lost from sight and are seen again where they were laid mean nothing new."""
        for thing in self._fresh(desk):
            for name, outline in self._laid:
                near = centre_distance(outline, thing.sighting.outline) < _THERE * short_side(outline)
                if near and name == thing.sighting.name:
                    self._explained.add(thing.number)

    def _explain(self, number: int, name: str | None, outline: FloatArray) -> None:
        """What the card means is known; it may be found again where it was laid."""
        self._explained.add(number)
        self._laid.append((str(name), outline))

    def _unexplained(self, desk: Desk) -> list[Thing]:
        """Faces that nothing explains yet, where search cards and results are laid; anywhere until that is known."""
        return [
            thing
            for thing in _faces(desk)
            if thing.number not in self._explained and self._distance(thing.sighting.outline) < _BEFORE_A_SEAT
        ]

    def _fresh(self, desk: Desk) -> list[Thing]:
        """Those of them that were read."""
        return [thing for thing in self._unexplained(desk) if thing.sighting.certain]

    def _in_the_middle(self, desk: Desk) -> list[Thing]:
        return [thing for thing in self._fresh(desk) if self._distance(thing.sighting.outline) < _IN_ITS_PLACE]

    def _distance(self, outline: FloatArray) -> float:
        if self._middle is None:
            return 0.0
        return sides_apart(self._middle, outline)

    def _fill_hands(self, desk: Desk) -> None:
        """EOD-12: when the next card is turned the winners have filled their hands, and nobody said from where."""
        if self._in_the_middle(desk) or (self._fresh(desk) and self._open_card(desk) is None):
            while desk.state.phase is Phase.FILL and desk.do(Fill(desk.state.fillers[0])).legal:
                pass

    def _cut(self, desk: Desk) -> None:
        """EOD-10: a card of the search deck, shown before the seat of the one who cut it."""
        for thing in self._fresh(desk):
            outline, card = thing.sighting.outline, str(thing.sighting.name)
            cutters = to_act(desk.state)
            player = self._player_at(outline, desk.state)
            if player is None and self._known is not None:  # nobody knows yet where the middle is
                number, spot = self._known
                same = centre_distance(outline, spot) < _SAME_SPOT * short_side(outline)
                player = desk.state.players[number if same else (number + len(Side)) % len(desk.state.players)]
            if player is None:
                self._asked[thing.number] = outline
                desk.ask(Question(f"cut {thing.number}", "cut_by", {"card": card}, cutters, (thing.number,)))
                continue
            desk.settle(f"cut {thing.number}")
            self._explain(thing.number, card, outline)
            desk.do(Cut(player, Card.parse(card)), (thing.number,))

    def _turn(self, desk: Desk) -> None:
        """EOD-3: a search card is turned up in the middle."""
        for thing in self._in_the_middle(desk)[:1]:
            self._laid.clear()
            self._explain(thing.number, thing.sighting.name, thing.sighting.outline)
            self._search, self._middle = thing.number, thing.sighting.outline
            self._results.clear()
            self._first.clear()
            desk.do(Search(desk.state.turn, Card.parse(str(thing.sighting.name))), (thing.number,))

    def _reveal(self, desk: Desk) -> None:
        """EOD-3: once all results lie face up they are played, in the order in which they were laid."""
        if self._untold:
            return  # what lies there now may be the next search's
        for thing in self._fresh(desk):
            outline = thing.sighting.outline
            if thing.number not in self._results and self._distance(outline) > _ON_IT:
                card = Card.parse(str(thing.sighting.name))
                self._results[thing.number] = _Result(thing.number, card, thing.since, outline)
        if self._known is None:
            self._learn_seats(desk)
        self._play_results(desk)

    def _play_results(self, desk: Desk) -> None:
        """The results, once there is one of everybody whose turn it is to lay one."""
        waiting, by_player = to_act(desk.state), dict[Player, _Result]()
        for result in sorted(self._results.values(), key=lambda found: desk.table.thing(found.number) is None):
            player = self._player_at(result.outline, desk.state)
            if player is not None and (result.number not in self._explained or player in waiting):
                by_player.setdefault(player, result)
        laid = [by_player[player].number for player in waiting if player in by_player]
        if len(laid) < len(waiting) or self._explained.issuperset(laid) or not self._order_known(by_player, desk):
            return
        for player in sorted(waiting, key=lambda player: (player not in self._first, by_player[player].since)):
            result = by_player[player]
            self._explain(result.number, str(result.card), result.outline)
            desk.do(Play(player, result.card), (result.number,))

    def _order_known(self, by_player: dict[Player, _Result], desk: Desk) -> bool:
        """EOD-11: where teammates are closest together the first one laid scores; asked where none was seen first."""
        state = desk.state
        found = contest(state.request, [Laid(player, result.card) for player, result in by_player.items()])
        for one, other in combinations([laid.player for laid in found.closest], 2):
            mates = _side_of(state, one) is _side_of(state, other)
            apart = abs(by_player[one].since - by_player[other].since)
            if mates and found.distance and apart < _AT_ONCE and self._first.isdisjoint((one, other)):
                things = by_player[one].number, by_player[other].number
                desk.ask(Question(f"first {things[0]}", "laid_first", {}, (one, other), things))
                return False
        return True

    def _add(self, desk: Desk) -> None:
        """EOD-6: one more card of Yahoo beside the results."""
        for thing in self._fresh(desk):
            state, card = desk.state, Card.parse(str(thing.sighting.name))
            player = self._player_at(thing.sighting.outline, state)
            if player is None or state.phase is not Phase.TIE or self._distance(thing.sighting.outline) < _ON_IT:
                continue
            self._explain(thing.number, thing.sighting.name, thing.sighting.outline)
            side = _side_of(state, player)
            if not any(laid.card == card and _side_of(state, laid.player) is side for laid in state.plays):
                desk.do(Extra(player, card), (thing.number,))

    def _learn_seats(self, desk: Desk) -> None:
        """One card whose owner is known tells where everybody sits; one question where no back does."""
        state = desk.state
        owners = {side: [seat.player for seat in state.seats if seat.side is side] for side in Side}
        for thing in desk.table.things:
            side, apart = self._sides.get(thing.number), self._distance(thing.sighting.outline)
            if side is not None and len(owners[side]) == 1 and _ON_IT < apart < _BEFORE_A_SEAT:
                self._known = state.players.index(owners[side][0]), thing.sighting.outline
                return
        for result in list(self._results.values())[:1]:
            self._asked[result.number] = result.outline
            side, data = self._sides.get(result.number), {"card": str(result.card)}
            choices = state.players if side is None else tuple(owners[side])
            desk.ask(Question(f"seat {result.number}", "laid_by", data, choices, (result.number,)))

    def _player_at(self, outline: FloatArray, state: State) -> Player | None:
        """Who sits where a card lies: seats follow one another clockwise about the middle."""
        if self._known is None or self._middle is None:
            return None
        number, spot = self._known
        count = len(state.players)
        turn = _bearing(self._middle, outline) - _bearing(self._middle, spot)
        return state.players[(number + round(turn / (2 * np.pi / count))) % count]


def _keys(number: int) -> tuple[str, ...]:
    """The keys of what may be asked about a thing, but for its name."""
    return f"first {number}", f"cut {number}", f"seat {number}"


def _faces(desk: Desk) -> list[Thing]:
    return [thing for thing in desk.table.things if thing.sighting.kind is Kind.CARD and not thing.covered]


def _bearing(middle: FloatArray, outline: FloatArray) -> float:
    """The direction of a card from the middle, in radians, clockwise in the picture."""
    dx, dy = outline.mean(axis=0) - middle.mean(axis=0)
    return float(np.arctan2(dy, dx))


def _side_of(state: State, player: Player) -> Side | None:
    seat = state.seat(player)
    return None if seat is None else seat.side


def _sides_of_backs(desk: Desk) -> dict[int, Side]:
    """The sides whose decks the backs that lie there belong to: decks go by their side or by one of its players."""
    names: dict[str, Side] = {seat.player: seat.side for seat in desk.state.seats}
    names |= PILES
    return {
        thing.number: names[thing.sighting.name]
        for thing in desk.table.things
        if thing.sighting.kind is Kind.BACK and thing.sighting.certain and thing.sighting.name in names
    }


def _pass_all(desk: Desk) -> None:
    """EOD-6: the cards of a tie were taken away without one more: nobody adds any."""
    while desk.state.phase is Phase.TIE and desk.do(Pass(to_act(desk.state)[0])).legal:
        pass
