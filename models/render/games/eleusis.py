"""Eleusis Express acted: the mainline in lines, wrong cards under the card they followed, hands shown in a zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from companion.rules import eleusis as rules
from companion.rules.cards import Card
from companion.rules.eleusis import Deal, NoPlay, Play, State
from companion.rules.eleusis.judging import holds_no_play, is_right, right_cards
from companion.rules.game import Game
from models.render.art import Deck
from models.render.games.acting import Playbook, Step
from models.render.games.pieces import Pose, card_piece, pile_piece
from models.render.games.script import Mark
from models.render.games.stage import Stage
from models.render.games.stock import Stock

_AREA = (560.0, 315.0)

_STOCK = (500.0, -255.0)
_FIRST, _COLUMN, _LINE = (-505.0, -258.0), 69.0, 166.0  # middle of the first card, distances of columns and lines
_COLUMNS, _LINES = 14, 3
_SIDELINE, _DEEPEST = 26.0, 72.0  # mm from card to card of a sideline, and from the mainline to the last one
_HAND, _HAND_STEP = (0.0, 262.0), 40.0  # where hands are shown, and how far apart their cards lie
_PILE = "stock"


@dataclass(eq=False)
class _Place:
    """A card of the mainline and its sideline, as pieces; column and line say where it lies."""

    column: int
    line: int
    card: str
    sideline: list[str] = field(default_factory=list)


def _rules() -> Game:
    """The rules that are played by."""
    return cast(Game, rules)


class Acted:
    """The choreography of one game."""

    def __init__(self, stage: Stage, stock: Stock, state: State) -> None:
        self.stage, self.rng = stage, stage.rng
        (deck,) = stock.decks(1)
        self.decks: Mapping[str, Deck] = {"deck": deck}
        self.places: list[_Place] = []

    def begin(self) -> None:
        """The table is empty until somebody deals."""
        self.stage.rest(0.0, settled=True)
        self.stage.wait(0.5, 1.0)

    def act(self, step: Step) -> None:
        """Acts one action."""
        stage, action, before, after = self.stage, step.action, step.before, step.after
        begun = stage.now
        match action:
            case Deal(dealer):
                self._deal(dealer, after)
            case Play(player, card):
                assert before.round is not None  # a card was played in it
                self._play(player, before.round.dealer, card, bool(is_right(before.round, card)))
            case NoPlay(player):
                self._claim(player, step)
            case _:
                stage.wait(0.8, 2.0)  # a guess is said aloud
        stage.mark(step.line, begun)
        if isinstance(action, Play | NoPlay):
            self._draw(action.player, step)
        if before.round is not None and after.round is None:
            self._clear_table(before.round.dealer)
        stage.chance_events()
        stage.wait(0.5, 1.8)

    def close(self, state: State) -> None:
        """The last round has been cleared away."""
        self.stage.wait(0.5, 1.0)

    def _piece(self, card: Card, taken: Sequence[str] = ()) -> str:
        """A piece of that card that does not lie on the table: there are as many as decks have come into play."""
        used = {*self.stage.lying, *taken}
        copy = next(number for number in range(1, 9) if f"{card}/{number}" not in used)
        return self.stage.know(card_piece(self.decks["deck"], str(card), f"{card}/{copy}", "deck"))

    def _spot(self, column: int, line: int, depth: int = 0, cards: int = 0) -> tuple[float, float]:
        """Where a card of the mainline lies, or one of the `cards` of its sideline, `depth` from 1 on."""
        step = min(_SIDELINE, _DEEPEST / cards) if cards else 0.0
        return _FIRST[0] + column * _COLUMN, _FIRST[1] + line * _LINE + depth * step

    def _deal(self, dealer: str, after: State) -> None:
        """The stock is laid down, and its top card turned up as the first of the mainline (EE-1)."""
        assert after.round is not None  # it has just been dealt
        stage, pile = self.stage, pile_piece(self.decks["deck"], _PILE, "deck")
        starter = after.round.line[0].card
        hand = stage.reach(dealer, _STOCK)
        hand.hold(stage.know(pile), up=False, pile=len(after.stock) + 1)
        lies = stage.crooked(*_STOCK, 0.0, False, 0.6)
        hand.lay(_PILE, Pose(lies.x, lies.y, lies.angle, False, len(after.stock) + 1))
        hand.leave()
        stage.wait(0.3, 0.8)
        piece = self._piece(starter)
        hand = stage.reach(dealer, _STOCK)
        hand.draw(_PILE, [piece])
        hand.lay(piece, stage.crooked(*self._spot(0, 0)))
        hand.leave()
        self.places = [_Place(0, 0, piece)]

    def _play(self, player: str, dealer: str, card: Card, right: bool) -> None:
        """The card at the end of the mainline; a wrong one goes under the last card, later by the dealer or at once."""
        stage, piece = self.stage, self._piece(card)
        new = self._next_place(dealer)
        at_once = right or self.rng.random() < 0.5
        hand = stage.reach(player, self._spot(*new))
        hand.hold(piece, angle=float(self.rng.normal(0, 20)))
        if right or not at_once:
            hand.lay(piece, stage.crooked(*self._spot(*new)))
            hand.leave()
        if right:
            self.places.append(_Place(*new, piece))
            return
        last = self.places[-1]
        last.sideline.append(piece)
        depth = len(last.sideline)
        spot = self._spot(last.column, last.line, depth, depth)
        if at_once:
            hand.lay(piece, stage.crooked(*spot))
            hand.leave()
        else:
            stage.wait(0.4, 1.2)
            hand = stage.reach(dealer, spot)
            hand.push({piece: stage.crooked(*spot)}, 0.5)
            hand.leave()
        if depth * _SIDELINE > _DEEPEST:
            self._tighten(dealer, last)

    def _next_place(self, dealer: str) -> tuple[int, int]:
        """Where the mainline goes on; when the table is full its oldest line is taken up and the others move up."""
        last = self.places[-1]
        if last.column + 1 < _COLUMNS:
            return last.column + 1, last.line
        if last.line + 1 < _LINES:
            return 0, last.line + 1
        oldest = [place for place in self.places if place.line == 0]
        self._take_up(dealer, [name for place in oldest for name in (place.card, *place.sideline)])
        self.places = [place for place in self.places if place.line > 0]
        for line in range(1, _LINES):
            moved = [place for place in self.places if place.line == line]
            for place in moved:
                place.line -= 1
            self._move_up(dealer, moved)
        return 0, _LINES - 1

    def _move_up(self, dealer: str, places: Sequence[_Place]) -> None:
        hand = self.stage.reach(dealer, self._spot(_COLUMNS // 2, places[0].line))
        names = [name for place in places for name in (place.card, *place.sideline)]
        lying = self.stage.lying
        poses = {name: lying[name] for name in names}
        hand.push({name: Pose(pose.x, pose.y - _LINE, pose.angle) for name, pose in poses.items()}, 0.8)
        hand.leave()

    def _tighten(self, dealer: str, place: _Place) -> None:
        """A sideline that gets long is pushed together."""
        count = len(place.sideline)
        spots = [self._spot(place.column, place.line, depth, count) for depth in range(1, count + 1)]
        hand = self.stage.reach(dealer, spots[0])
        hand.push({name: self.stage.crooked(*spot) for name, spot in zip(place.sideline, spots, strict=True)}, 0.5)
        hand.leave()

    def _claim(self, player: str, step: Step) -> None:
        """The whole hand is shown (EE-4); then one of it goes on the mainline (EE-5), or all go under the stock."""
        stage, before, after = self.stage, step.before, step.after
        current = before.round
        assert current is not None  # a claim is made in a round
        cards = next(seat.hand for seat in before.seats if seat.player == player)
        pieces: list[str] = []
        for card in cards:
            pieces.append(self._piece(card, pieces))
        hand = stage.reach(player, _HAND)
        first = _HAND[0] - (len(pieces) - 1) / 2 * _HAND_STEP
        hand.bring({piece: stage.crooked(first + place * _HAND_STEP, _HAND[1]) for place, piece in enumerate(pieces)})
        hand.leave()
        stage.show("no play", 2.5, player=player, cards=" ".join(map(str, cards)))
        holds = holds_no_play(current, cards)
        if holds:
            hand = stage.reach(player, _HAND)
            hand.take(pieces)
            lies = stage.crooked(*_STOCK, 0.0, False, 0.6)
            hand.put_under(_PILE, pieces, lies)
            hand.leave()
            return
        laid = after.round.line[-1].card if after.round is not None else right_cards(current, cards)[0]
        piece = pieces[cards.index(laid)]
        new = self._next_place(current.dealer)
        hand = stage.reach(current.dealer, _HAND)
        hand.take([piece])
        hand.lay(piece, stage.crooked(*self._spot(*new)))
        hand.leave()
        self.places.append(_Place(*new, piece))
        self._take_up(player, [name for name in pieces if name != piece])

    def _draw(self, player: str, step: Step) -> None:
        """Cards from the stock into the hand, unseen; another deck is brought where it was used up (EE-13)."""
        before, after, stage = step.before, step.after, self.stage
        if after.round is None:
            return
        count = self.stage.lying[_PILE].pile if _PILE in self.stage.lying else 0
        if after.decks > before.decks:
            hand = stage.reach(before.round.dealer if before.round else player, _STOCK)
            hand.hold(stage.know(pile_piece(self.decks["deck"], _PILE, "deck")), up=False, pile=52)
            lies = stage.crooked(*_STOCK, 0.0, False, 0.6)
            hand.lay(_PILE, Pose(lies.x, lies.y, lies.angle, False, 52))
            hand.leave()
            count = 52
        drawn = count - len(after.stock)
        if drawn <= 0:
            return
        cards = next(seat.hand for seat in after.seats if seat.player == player)[-drawn:]
        pieces: list[str] = []
        for card in cards:
            pieces.append(self._piece(card, pieces))
        hand = stage.reach(player, _STOCK)
        hand.draw(_PILE, pieces)
        hand.leave(overlap=0.2)

    def _take_up(self, player: str, names: Sequence[str]) -> None:
        if names:
            lies = self.stage.lying[names[0]]
            hand = self.stage.reach(player, (lies.x, lies.y))
            hand.take(names)
            hand.leave()

    def _clear_table(self, dealer: str) -> None:
        """The round is over: line by line everything is taken up."""
        self.stage.wait(1.5, 2.5)
        for line in range(_LINES):
            places = [place for place in self.places if place.line == line]
            self._take_up(dealer, [name for place in places for name in (place.card, *place.sideline)])
        self._take_up(dealer, list(self.stage.lying))
        self.places = []


# People guess wrong more often than the sensible bot.
def _spoken(marks: Sequence[Mark]) -> list[tuple[float, str]]:
    """The dealer tells the referee the rule while dealing, and guesses are heard (EE-1, EE-6)."""
    deals = [(mark.begun, mark.line) for mark in marks if " deals" in mark.line]
    return sorted(deals + [(mark.clear, mark.line) for mark in marks if " guesses" in mark.line])


PLAYBOOK = Playbook(_rules, _AREA, (3, 4, 5), Acted, 0.65, spoken=_spoken)
