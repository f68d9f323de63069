"""Lockdown acted: spread backs and locked sets before each player, the deck in the middle, hands shown in a zone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.rules import lockdown as rules
from companion.rules.cards import Card
from companion.rules.game import Game
from companion.rules.lockdown import Clear, Draw, Force, Give, Shuffle, State, Take
from models.render.art import Deck
from models.render.games.acting import Playbook, Step
from models.render.games.pieces import Pose, card_piece, pile_piece
from models.render.games.stage import Hand, Seat, Stage
from models.render.games.stock import Stock

_AREA = (600.0, 337.0)

_NEAR_ROWS, _FAR_ROWS = (112.0, 16.0), (-284.0, -188.0)  # y of mobile hands and locked sets, on either side
_DECK, _SHOWN, _HEAP = (0.0, -88.0), (92.0, -88.0), (300.0, -88.0)  # deck, cards shown to all, hands being shuffled
_OUTSIDE = (-545.0, -88.0)  # first card outside the game
_GROUP = 140.0  # from one group of cards outside to the next; more than two lie on one another
_ZONE, _ZONE_STEP = (0.0, 284.0), 42.0  # where a hand is shown in private
_HAND_STEP, _PAIR_STEP, _SET_STEP = 24.0, 7.0, 22.0
_SLOT = 116.0  # width of the place for one set
_MARGIN = 14.0
_PILE = "deck"


@dataclass(eq=False)
class _Set:
    """A locked set on the table: its pieces, and the number of its place before the player."""

    pieces: list[str]
    slot: int


@dataclass(frozen=True, slots=True)
class _Station:
    """The part of the table before one player: its middle, half of its width, whether it is at the far side."""

    x: float
    half: float
    far: bool

    @property
    def turn(self) -> float:
        """How cards lie that face the player."""
        return 180.0 if self.far else 0.0

    def spread(self, count: int, place: int) -> tuple[float, float]:
        """Where card `place` of `count` of the mobile hand lies, the first to the player's left."""
        step = min(_HAND_STEP, (2 * self.half - 63.0) / max(1, count - 1))
        along = (place - (count - 1) / 2) * step
        return self.x + (-along if self.far else along), (_FAR_ROWS if self.far else _NEAR_ROWS)[0]

    def slot(self, number: int, shift: float) -> tuple[float, float]:
        """Where the first card of a set lies, moved on by `shift`; when all places are taken, between the others."""
        places = int(2 * self.half / _SLOT)
        row, order = divmod(number, places)
        column = sorted(range(places), key=lambda place: abs(2 * place + 1 - places))[order]
        along = 32.0 - self.half + (column + 0.5 * (row % 2)) * _SLOT + shift
        inward = 24.0 * (row % 2)
        y = (_FAR_ROWS if self.far else _NEAR_ROWS)[1]
        return self.x + (-along if self.far else along), y + (inward if self.far else -inward)


def _rules() -> Game:
    """The rules that are played by."""
    return cast(Game, rules)


def _stations(players: Sequence[str]) -> dict[str, _Station]:
    """Clockwise: the first half along the near side from the right, the others along the far side from the left."""
    near = (len(players) + 1) // 2
    stations = {}
    for place, player in enumerate(players):
        far = place >= near
        count = len(players) - near if far else near
        width = 2 * _AREA[0] / count
        column = place - near if far else near - 1 - place
        stations[player] = _Station((column + 0.5) * width - _AREA[0], width / 2 - _MARGIN, far)
    return stations


class Acted:
    """The choreography of one game, as it is played with the hands shown to the camera."""

    def __init__(self, stage: Stage, stock: Stock, state: State) -> None:
        self.stage, self.rng, self.state = stage, stage.rng, state
        (deck,) = stock.decks(1, jokers=True)
        self.decks: Mapping[str, Deck] = {"deck": deck}
        self.stations = _stations(state.players)
        stage.seats = {
            player: Seat((station.x, _AREA[1] * (-1 if station.far else 1)), (0.0, -1.0 if station.far else 1.0))
            for player, station in self.stations.items()
        }
        self.mobile: dict[str, list[str]] = {player: [] for player in state.players}
        self.sets: dict[str, list[_Set]] = {player: [] for player in state.players}
        self.outside = 0  # groups of cards outside the game

    def begin(self) -> None:
        """Four cards lie before each player; every hand is shown, then the pairs are locked (LD-1)."""
        count = len(self.state.deck)
        pile = self.stage.crooked(*_DECK, 0.0, False, 0.6)
        deck = pile_piece(self.decks["deck"], _PILE, "deck")
        self.stage.put(deck, Pose(pile.x, pile.y, pile.angle, False, count))
        for seat in self.state.seats:
            cards = [*seat.hand, *(card for locked in seat.locked for card in locked.cards)]
            for card in cards:
                self.mobile[seat.player].append(self._piece(card))
            for name, pose in self._spread(seat.player).items():
                self.stage.put(self.stage.script.pieces[name], pose)
        self.stage.wait(0.8, 1.5)
        for player in self.state.players:
            self._show(player)
            self._settle(player, player)

    def act(self, step: Step) -> None:
        """Acts one action, with the sets that are locked and the players who are out by it."""
        stage, action = self.stage, step.action
        self.state, begun = step.after, stage.now
        match action:
            case Draw(player):
                self._draw(player, [step.before.deck[0]])
                self._show(player)
            case Give(player, card, to):
                self._hand_over(player, player, self._find(player, card), to)
                self._show(to)
            case Take(player, card, source):
                self._hand_over(player, source, self._find(source, card), player)
                self._show(player)
            case Force(_, target):
                self._force(target, step.before.deck[0])
            case Shuffle(player):
                self._shuffle(player, step)
            case Clear(player, cards):
                self._clear(player, cards)
            case _:
                stage.wait(0.4, 1.0)  # a name is said
        for player in step.after.players:
            self._settle(player, action.player)
        stage.mark(step.line, begun)
        stage.chance_events()
        stage.wait(0.5, 1.8)

    def close(self, state: State) -> None:
        """One player is left (LD-17)."""
        self.stage.wait(1.5, 2.5)

    def _piece(self, card: Card) -> str:
        """The piece of a card; the two jokers are told apart."""
        names = [str(card)] if str(card) in self.decks["deck"].faces and str(card) != "JK" else ["JK/1", "JK/2"]
        used = {*self.stage.lying, *(name for pieces in self.mobile.values() for name in pieces)}
        name = next((name for name in names if name not in used), names[0])
        return self.stage.know(card_piece(self.decks["deck"], str(card), name, "deck"))

    def _find(self, player: str, card: Card) -> str:
        return next(name for name in self.mobile[player] if _card(name) == card)

    def _spread(self, player: str) -> dict[str, Pose]:
        """The mobile hand as it lies before the player."""
        station, pieces = self.stations[player], self.mobile[player]
        return {
            name: self.stage.crooked(*station.spread(len(pieces), place), station.turn, False, 1.0)
            for place, name in enumerate(pieces)
        }

    def _lay_at_end(self, hand: Hand, player: str, pieces: Sequence[str]) -> None:
        """Held cards at the end of a player's mobile hand, face down."""
        station = self.stations[player]
        for name in pieces:
            self.mobile[player].append(name)
            count = len(self.mobile[player])
            hand.lay(name, self.stage.crooked(*station.spread(count, count - 1), station.turn, False))

    def _tidy(self, player: str) -> None:
        """The mobile hand is spread evenly again."""
        if len(self.mobile[player]) > 1:
            hand = self.stage.reach(player, self.stations[player].spread(1, 0))
            hand.push(self._spread(player), 0.35)
            hand.leave(overlap=0.3)

    def _show(self, player: str) -> None:
        """The mobile hand is shown in private: to the camera, nobody else looking."""
        pieces = self.mobile[player]
        if not pieces:
            return
        stage, station = self.stage, self.stations[player]
        hand = stage.reach(player, station.spread(1, 0))
        hand.take(pieces)
        step = min(_ZONE_STEP, 480.0 / max(1, len(pieces) - 1))
        first = _ZONE[0] - (len(pieces) - 1) / 2 * step
        hand.lay_together({name: stage.crooked(first + place * step, _ZONE[1]) for place, name in enumerate(pieces)})
        hand.leave()
        stage.show("hand", 1.6, player=player, cards=" ".join(str(_card(name)) for name in pieces))
        hand = stage.reach(player, _ZONE)
        hand.take(pieces)
        hand.lay_together(self._spread(player))
        hand.leave()

    def _draw(self, player: str, cards: Iterable[Card]) -> None:
        """Cards from the deck, unseen, to the end of the mobile hand."""
        pieces: list[str] = []
        for card in cards:
            pieces.append(self._piece(card))
        hand = self.stage.reach(player, _DECK)
        hand.draw(_PILE, pieces)
        self._lay_at_end(hand, player, pieces)
        hand.leave()

    def _hand_over(self, player: str, source: str, piece: str, target: str) -> None:
        """A card from one mobile hand to the end of another (LD-5, LD-6)."""
        hand = self.stage.reach(player, self.stations[source].spread(1, 0))
        hand.take([piece])
        self.mobile[source].remove(piece)
        self._lay_at_end(hand, target, [piece])
        hand.leave(overlap=0.2)
        self._tidy(source)

    def _force(self, target: str, card: Card) -> None:
        """A card is drawn and shown to all before it goes to the hand (LD-7)."""
        stage, piece = self.stage, self._piece(card)
        hand = stage.reach(target, _DECK)
        hand.draw(_PILE, [piece])
        hand.lay(piece, stage.crooked(*_SHOWN, self.stations[target].turn))
        hand.leave()
        stage.show("forced", 1.3, player=target, card=str(card))
        hand = stage.reach(target, _SHOWN)
        hand.take([piece])
        self._lay_at_end(hand, target, [piece])
        hand.leave(overlap=0.2)
        self._tidy(target)

    def _shuffle(self, player: str, step: Step) -> None:
        """All mobile hands are thrown together, mixed and dealt back in the same counts (LD-8)."""
        stage = self.stage
        dealt = self._dealt_back(step)
        heap: list[str] = []
        for pieces in self.mobile.values():
            if pieces:
                hand = stage.reach(player, _HEAP)
                hand.take(pieces)
                hand.lay_together({name: stage.crooked(*_HEAP, 0.0, False, 6.0) for name in pieces})
                hand.leave(overlap=0.3)
                heap += pieces
        for mess in (7.0, 5.0, 0.4):
            heap = [heap[place] for place in self.rng.permutation(len(heap))]
            hand = stage.reach(player, _HEAP)
            hand.push({name: stage.crooked(*_HEAP, 0.0, False, mess) for name in heap}, 0.6)
            hand.leave(overlap=0.4)
        self.mobile = dealt
        for other, pieces in dealt.items():
            if pieces:
                hand = stage.reach(player, _HEAP)
                hand.take(pieces)
                hand.lay_together(self._spread(other))
                hand.leave(overlap=0.3)
        for other in dealt:
            self._show(other)

    def _dealt_back(self, step: Step) -> dict[str, list[str]]:
        """Who got which pieces by a shuffle. What one who is out by it got besides the fourth went into the deck."""
        pool = [name for pieces in self.mobile.values() for name in pieces]
        dealt: dict[str, list[str]] = {}
        counts = {player: len(pieces) for player, pieces in self.mobile.items()}
        for seat in step.after.seats:
            lay = {name for locked in self.sets[seat.player] for name in locked.pieces}
            cards = [*seat.hand, *(card for locked in seat.locked for card in locked.cards)]
            if seat.player in step.after.gone and seat.player not in step.before.gone:
                values = {_card(name).rank for name in lay}
                cards = [card for card in step.after.away[len(step.before.away) :] if card.rank in values]
            got = [name for card in cards if (name := _first(pool, card)) is not None and name not in lay]
            dealt[seat.player] = _without(pool, got, counts[seat.player])
        for player, pieces in dealt.items():
            while len(pieces) < counts[player]:
                pieces.append(pool.pop())
        return dealt

    def _clear(self, player: str, cards: Sequence[Card]) -> None:
        """Clearing cards are shown and leave the game; hand and sets go under the deck, four new cards come (LD-9)."""
        stage, station = self.stage, self.stations[player]
        pieces = []
        for card in cards:
            pieces.append(self._find(player, card))
            self.mobile[player].remove(pieces[-1])
        hand = stage.reach(player, station.spread(1, 0))
        hand.take(pieces)
        hand.lay_together(
            {name: stage.crooked(_SHOWN[0] + 40.0 * k, _SHOWN[1], station.turn) for k, name in enumerate(pieces)}
        )
        hand.leave()
        stage.show("clear", 1.3, player=player, cards=" ".join(map(str, cards)))
        self._put_outside(player, pieces)
        self._into_deck(player, player)
        seat = next(seat for seat in self.state.seats if seat.player == player)
        new = [*seat.hand, *(card for locked in seat.locked for card in locked.cards)]
        self._draw(player, new or self.state.away[-4:])
        self._show(player)

    def _into_deck(self, player: str, owner: str) -> None:
        """All that lies before a player goes into the deck."""
        for pieces in (self.mobile[owner], *(locked.pieces for locked in self.sets[owner])):
            if pieces:
                hand = self.stage.reach(player, self.stations[owner].spread(1, 0))
                hand.take(pieces)
                hand.put_under(_PILE, pieces, self.stage.crooked(*_DECK, 0.0, False, 0.6))
                hand.leave(overlap=0.2)
        self.mobile[owner], self.sets[owner] = [], []

    def _put_outside(self, player: str, pieces: Sequence[str]) -> None:
        """Cards leave the game: into the corner, beside those that are there."""
        place, layer = self.outside % 2, self.outside // 2
        x, y = _OUTSIDE[0] + place * _GROUP + 4.0 * layer, _OUTSIDE[1] + 3.0 * layer
        self.outside += 1
        hand = self.stage.reach(player, _OUTSIDE)
        hand.take(pieces)
        hand.lay_together({name: self.stage.crooked(x + 18.0 * k, y) for k, name in enumerate(pieces)})
        hand.leave()

    def _settle(self, player: str, actor: str) -> None:
        """Pairs and triplets of a player are locked as the state says; one with a fourth is out (LD-10 to LD-12)."""
        seat = next(seat for seat in self.state.seats if seat.player == player)
        if player in self.state.gone:
            if self.mobile[player] or self.sets[player]:
                self._eliminate(player, actor)
            return
        for locked in seat.locked:
            self._lock(player, locked.cards)

    def _lock(self, player: str, cards: Sequence[Card]) -> _Set:
        """The set as it has to lie: a pair face down, three and four face up."""
        stage, station = self.stage, self.stations[player]
        known = (own for own in self.sets[player] if {_card(name) for name in own.pieces} & set(cards))
        own = next(known, None)
        if own is None:
            own = _Set([], next(k for k in range(99) if all(other.slot != k for other in self.sets[player])))
            self.sets[player].append(own)
        lay = {_card(name) for name in own.pieces}
        new = [self._find(player, card) for card in cards if card not in lay]
        if not new:
            return own
        for name in new:
            self.mobile[player].remove(name)
        up, old = len(cards) > 2, list(own.pieces)
        own.pieces += new
        step = _SET_STEP if up else _PAIR_STEP
        poses = {
            name: stage.crooked(*station.slot(own.slot, place * step), station.turn, up, 0.7)
            for place, name in enumerate(own.pieces)
        }
        hand = stage.reach(player, station.spread(1, 0))
        hand.take(new)
        if old:
            hand.push({name: poses[name] for name in old}, 0.5)
        hand.lay_together({name: poses[name] for name in new})
        hand.leave(overlap=0.2)
        self._tidy(player)
        return own

    def _eliminate(self, player: str, actor: str) -> None:
        """The four are laid open and leave the game, the rest goes into the deck (LD-15)."""
        ranks = [_card(name).rank for name in self.mobile[player]]
        ranks += [_card(name).rank for own in self.sets[player] for name in own.pieces]
        held = [*self.mobile[player], *(name for own in self.sets[player] for name in own.pieces)]
        value = next(rank for rank in ranks if ranks.count(rank) == rules.state.FOUR)
        own = self._lock(player, [_card(name) for name in held if _card(name).rank is value])
        self.stage.show("out", 1.5, player=player)
        self.sets[player].remove(own)
        self._put_outside(actor, own.pieces)
        self._into_deck(actor, player)


def _card(piece: str) -> Card:
    return Card.parse(piece.split("/")[0])


def _first(pool: Sequence[str], card: Card) -> str | None:
    return next((name for name in pool if _card(name) == card), None)


def _without(pool: list[str], names: Sequence[str], most: int) -> list[str]:
    """Up to so many of the names, each once, taken out of the pool."""
    taken: list[str] = []
    for name in dict.fromkeys(names):
        if name in pool and len(taken) < most:
            pool.remove(name)
            taken.append(name)
    return taken


PLAYBOOK = Playbook(_rules, _AREA, (3, 4, 4, 5), Acted, 0.85)
