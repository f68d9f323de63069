"""Engines of Discrimination acted: the search in the middle, each seat's result before it, piles at the corners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile
from typing import cast

from companion.rules import engines as rules
from companion.rules.cards import Card
from companion.rules.engines import Cut, Extra, Fill, Ipo, Phase, Play, Search, Side, State, parse_action
from companion.rules.game import Game
from models.render.art import Deck
from models.render.games.acting import Playbook, Step
from models.render.games.pieces import Pose, card_piece, pile_piece
from models.render.games.script import Mark
from models.render.games.stage import Stage
from models.render.games.stock import Stock

_AREA = (450.0, 253.0)

SEARCH = "search"
_REQUEST = (0.0, 0.0)
_DECKS = {"google": (-310.0, 185.0), "yahoo": (310.0, -185.0), SEARCH: (-285.0, 0.0)}
_SPENT = {"google": (-395.0, 185.0), "yahoo": (395.0, -185.0)}
_SCORED = {"google": (310.0, 185.0), "yahoo": (-310.0, -185.0)}
_PAST = (285.0, 0.0)
_RESULT = (140.0, 112.0)  # of a seat at the side, and of one at the near or far edge
_BESIDE = 72.0  # from a result card to one that is added to it


def _rules() -> Game:
    """The rules that are played by."""
    return cast(Game, rules)


class Acted:
    """The choreography of one game."""

    def __init__(self, stage: Stage, stock: Stock, state: State) -> None:
        self.stage, self.rng = stage, stage.rng
        self.decks: Mapping[str, Deck] = dict(zip((*_SPENT, SEARCH), stock.decks(3), strict=True))
        self.state = state
        self.results: dict[str, list[str]] = {player: [] for player in state.players}
        self.request: str | None = None
        self._unmarked: list[tuple[str, float]] = []  # plays that lie face down until all are turned up

    def begin(self) -> None:
        """Three decks lie face down; the hands have been dealt from them."""
        for name, count in _deck_sizes(self.state).items():
            pile = pile_piece(self.decks[name], f"{name} deck", name)
            self.stage.put(pile, self._squared(*_DECKS[name], count))
        self.stage.wait(0.8, 1.5)

    def act(self, step: Step) -> None:
        """Acts one action, and all that follows from it."""
        stage, action, before, after = self.stage, step.action, step.before, step.after
        self.state, begun = after, stage.now
        match action:
            case Play(player, card):
                self._lay(player, card, begun, step)
                if after.phase is Phase.PLAY:
                    return
            case Search(player):
                self._open(player, before, after)
                stage.mark(step.line, begun)
            case Cut(player):
                self._cut(player, before, after)
                stage.mark(step.line, begun)
            case Extra(player, card):
                self._add(player, card)
                stage.mark(step.line, begun)
            case _:  # a pass and cards from hand to hand are not seen on the table
                stage.wait(0.3, 0.9)
                if self.request is None:  # an IPO, or a hand that is filled; no search to be settled first
                    self._draw_all(before, after)
                stage.mark(step.line, begun)
        new_set = after.set_number > before.set_number
        if self.request is not None and (after.request is None or new_set):
            self._settle(before, after)
        if new_set:
            self._new_set()
        stage.chance_events()
        stage.wait(0.4, 1.4)

    def close(self, state: State) -> None:
        """What was won lies there, for all to count."""
        self.stage.wait(2.0, 3.0)

    def _side(self, player: str) -> str:
        return str(self.state.seats[self.state.players.index(player)].side).lower()

    def _squared(self, x: float, y: float, count: int, up: bool = False) -> Pose:
        pose = self.stage.crooked(x, y, 0.0, up, 0.7)
        return Pose(pose.x, pose.y, pose.angle, up, count)

    def _spot(self, player: str) -> tuple[float, float, float]:
        """Where the player's result card lies, and how it is turned."""
        x, y = self.stage.seats[player].out
        return x * _RESULT[0], y * _RESULT[1], 90.0 * x + (180.0 if y < 0 else 0.0)

    def _card(self, pile: str, card: Card) -> str:
        return self.stage.know(card_piece(self.decks[pile], str(card), f"{pile}:{card}", pile))

    def _open(self, player: str, before: State, after: State) -> None:
        """A card of the search deck is turned up in the middle; a used up deck is made of the past cards first."""
        assert after.request is not None  # a search was opened
        if f"{SEARCH} deck" not in self.stage.lying:
            self._gather_past(player, before)
        self.request = self._card(SEARCH, after.request)
        hand = self.stage.reach(player, _DECKS[SEARCH])
        hand.draw(f"{SEARCH} deck", [self.request])
        hand.lay(self.request, self.stage.crooked(*_REQUEST, 0.0))
        hand.leave()
        self.stage.wait(0.3, 1.5)

    def _gather_past(self, player: str, before: State) -> None:
        past = [f"{SEARCH}:{card}" for card in before.past]
        hand = self.stage.reach(player, _PAST)
        hand.take(past)
        hand.put_under(f"{SEARCH} deck", past, self._squared(*_DECKS[SEARCH], 1))
        hand.leave()

    def _cut(self, player: str, before: State, after: State) -> None:
        """A card of the search deck is shown to all and goes under the deck."""
        piece = self._card(SEARCH, after.search[-1])
        spot = self._spot(player)
        hand = self.stage.reach(player, _DECKS[SEARCH])
        hand.draw(f"{SEARCH} deck", [piece])
        hand.lay(piece, self.stage.crooked(*spot))
        hand.leave()
        self.stage.show("cut", 1.2, player=player, card=str(after.search[-1]))
        hand = self.stage.reach(player, spot[:2])
        hand.take([piece])
        hand.put_under(f"{SEARCH} deck", [piece], self._squared(*_DECKS[SEARCH], 1))
        hand.leave()

    def _lay(self, player: str, card: Card, begun: float, step: Step) -> None:
        """A result card, face down; when all lie there they are turned up, and only now all plays are seen."""
        piece = self._card(self._side(player), card)
        hand = self.stage.reach(player, self._spot(player)[:2])
        hand.hold(piece, up=False, angle=self._spot(player)[2])
        hand.lay(piece, self.stage.crooked(*self._spot(player), up=False))
        hand.leave(overlap=float(self.rng.uniform(0.0, 0.5)))
        self.results[player].append(piece)
        self._unmarked.append((step.line, begun))
        if step.after.phase is Phase.PLAY:
            self.stage.wait(0.1, 1.2)
            return
        self.stage.wait(0.2, 0.6)
        self.stage.push_together(
            {
                other: {name: self.stage.crooked(*self._spot(other)) for name in pieces}
                for other, pieces in self.results.items()
            }
        )
        for line, start in self._unmarked:
            self.stage.mark(line, start)
        self._unmarked.clear()
        self.stage.wait(0.8, 2.0)

    def _add(self, player: str, card: Card) -> None:
        """Yahoo's second card, beside the first one (EOD-6)."""
        piece = self._card(self._side(player), card)
        x, y, angle = self._spot(player)
        out = self.stage.seats[player].out
        beside = (x + _BESIDE * abs(out[1]), y + _BESIDE * abs(out[0]), angle)
        hand = self.stage.reach(player, beside[:2])
        hand.hold(piece, angle=angle)
        hand.lay(piece, self.stage.crooked(*beside))
        hand.leave()
        self.results[player].append(piece)
        self.stage.wait(0.6, 1.5)

    def _settle(self, before: State, after: State) -> None:
        """The search is decided: its cards go to score, spent and past piles or back to the hands, which are filled."""
        new_set = after.set_number > before.set_number
        for player, pieces in self.results.items():
            side = self._side(player)
            team = after.team(Side(side.capitalize()))
            for piece in pieces:
                card = Card.parse(piece.split(":")[1])
                if new_set or (after.in_teams and card in team.scored):
                    self._move(player, [piece], _SCORED[side], up=True)
                elif card in team.spent:
                    self._move(player, [piece], _SPENT[side], up=False)
                else:
                    self._take_up(player, [piece])
            pieces.clear()
        self._put_away_request(after)
        if after.phase is not Phase.FILL and not new_set:
            self._draw_all(before, after)

    def _put_away_request(self, after: State) -> None:
        piece, self.request = self.request, None
        assert piece is not None  # it lies there until the search is decided
        card = Card.parse(piece.split(":")[1])
        winner = next((team.side for team in (after.google, after.yahoo) if card in team.scored), None)
        if winner is None or after.in_teams:
            self._move(after.turn, [piece], _PAST, up=True)
        else:
            player = next(seat.player for seat in after.seats if seat.side is winner)
            self._move(player, [piece], _SCORED[str(winner).lower()], up=True)

    def _move(self, player: str, pieces: list[str], spot: tuple[float, float], up: bool) -> None:
        """Cards onto a pile."""
        lies = self.stage.lying[pieces[0]]
        hand = self.stage.reach(player, (lies.x, lies.y))
        hand.take(pieces)
        for piece in pieces:
            hand.lay(piece, self.stage.crooked(*spot, 0.0, up, 1.6))
        hand.leave(overlap=0.3)

    def _take_up(self, player: str, pieces: Iterable[str]) -> None:
        """Cards back into a hand, or off the table."""
        names = list(pieces)
        lies = self.stage.lying[names[-1]]
        hand = self.stage.reach(player, (lies.x, lies.y))
        hand.take(names)
        hand.leave(overlap=0.3)

    def _draw_all(self, before: State, after: State) -> None:
        for player in after.players:
            self._draw(player, before, after)

    def _draw(self, player: str, before: State, after: State) -> None:
        """Cards from the side's deck into a hand, unseen. A set that ends with it has used the deck up (EOD-14)."""
        side = self._side(player)
        deck = before.team(Side(side.capitalize())).deck
        new = [card for card in deck if card in _hand(after, player)]
        if after.set_number > before.set_number:
            new = [] if f"{side} deck" not in self.stage.lying else list(deck)
        if not new:
            return
        hand = self.stage.reach(player, _DECKS[side])
        hand.draw(f"{side} deck", [self._card(side, card) for card in new])
        hand.leave(overlap=0.3)

    def _new_set(self) -> None:
        """Everything is taken up, and the three decks are laid out anew (EOD-14)."""
        stage = self.stage
        for x in (-1, 1):
            for y in (-1, 1):
                near = [name for name, pose in stage.lying.items() if pose.x * x >= 0 and pose.y * y >= 0]
                if near:
                    self._take_up(str(self.rng.choice(self.state.players)), near)
        stage.wait(2.0, 4.0)
        for name, count in _deck_sizes(self.state).items():
            hand = stage.reach(str(self.rng.choice(self.state.players)), _DECKS[name])
            hand.hold(f"{name} deck", up=False, pile=count)
            hand.lay(f"{name} deck", self._squared(*_DECKS[name], count))
            hand.leave()


def _hand(state: State, player: str) -> tuple[Card, ...]:
    return state.seats[state.players.index(player)].hand


def _deck_sizes(state: State) -> dict[str, int]:
    return {"google": len(state.google.deck), "yahoo": len(state.yahoo.deck), SEARCH: len(state.search)}


def _spoken(marks: Sequence[Mark]) -> list[tuple[float, str]]:
    """An IPO (EOD-7), the hands filled before it, and all of them where one is filled blindly (EOD-12)."""
    actions = [parse_action(mark.line) for mark in marks]
    blind = any(isinstance(action, Fill) and action.from_partner for action in actions)

    def is_told(place: int) -> bool:
        rest = dropwhile(lambda action: isinstance(action, Fill), actions[place:])
        return isinstance(next(rest, None), Ipo) or (blind and isinstance(actions[place], Fill))

    return [(mark.clear, mark.line) for place, mark in enumerate(marks) if is_told(place)]


PLAYBOOK = Playbook(_rules, _AREA, (2, 2, 4), Acted, 0.9, spoken=_spoken)
