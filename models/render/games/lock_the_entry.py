"""You Have to Lock the Entry! acted: six places for entries, rows that overlap, histories beside them, the audit."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np

from companion.rules import lock_the_entry as rules
from companion.rules.cards import Card
from companion.rules.game import Game
from companion.rules.lock_the_entry import (
    OPEN_ENTRIES,
    Action,
    Add,
    BadHand,
    Change,
    Create,
    End,
    Entry,
    Laid,
    Lock,
    State,
)
from models.render.art import Deck
from models.render.games.acting import Playbook, Step
from models.render.games.pieces import Pose, card_piece
from models.render.games.script import Mark, Spot
from models.render.games.stage import Hand, Stage
from models.render.games.stock import Stock

_AREA = (470.0, 264.0)
_ENTRY = (305.0, 264.0)  # width and height of the place of one entry: there is room for six in the area
_SEVENTH = (150.0, 20.0)  # where an entry goes that the rules do not allow
_ROW, _HISTORY = (-98.0, -72.0), (-12.0, -40.0)  # of the first card of row and history, from the middle of the place
_LONGEST_ROW, _WIDEST_HISTORY = 146.0, 126.0  # mm from the first card to the last
_HISTORY_STEP = 14.0
_SQUARED = 0.04  # how often somebody squares up the row he has just added to
_AUDIT_STEP = 80.0
_AUDIT_LINE = 6  # history cards in one line of the audit
_NEAR = 60.0  # mm: two entries this near to each other are in one place


def places(area: Spot) -> tuple[Spot, ...]:
    """The middles of the entries, line by line, that have room in an area (half its width, half its height)."""
    xs, ys = (_spread(2 * half, room) for half, room in zip(area, _ENTRY, strict=True))
    return tuple((x, y) for y in ys for x in xs)


def _spread(length: float, room: float) -> list[float]:
    count = int(length // room)
    return [(number - (count - 1) / 2) * room for number in range(count)]


def _rules() -> Game:
    """The rules that are played by."""
    return cast(Game, rules)


def _mistaken(state: State, player: str, lot: random.Random) -> Action | None:
    """What the rules forbid and people do: a wrong card, a starter that is none, a seventh entry, a lock too early."""
    hand = next(seat.hand for seat in state.seats if seat.player == player) or ()
    entries = {number: state.entries[number - 1] for number in state.open_numbers}
    kinds: list[list[Action]] = [
        [Create(player, card) for card in hand],
        [Add(player, number, card) for number in entries for card in hand],
        [Lock(player, number) for number, entry in entries.items() if entry.history],
    ]
    wrong = [[action for action in kind if rules.verify(state, action).broken] for kind in kinds]
    kind = lot.choice(wrong)
    return lot.choice(kind) if kind and len(entries) <= OPEN_ENTRIES else None


@dataclass(eq=False)
class _OnTable:
    """An entry as it lies: its place, and the pieces of row and history, lowest first."""

    x: float
    y: float
    tilt: float
    row: list[str] = field(default_factory=list)
    history: list[str] = field(default_factory=list)
    squared: bool = False


class Acted:
    """The choreography of one game."""

    def __init__(self, stage: Stage, stock: Stock, state: State) -> None:
        self.stage, self.rng = stage, stage.rng
        self.players = state.players
        self.decks: Mapping[str, Deck] = dict(zip(state.players, stock.decks(len(state.players)), strict=True))
        self.entries: dict[int, _OnTable] = {}
        self.step = {player: _strip(deck) for player, deck in self.decks.items()}
        self.places = places(stage.area)

    def begin(self) -> None:
        """Hands and decks are held at the edge, out of sight: the table is empty."""
        self.stage.rest(0.0, settled=True)
        self.stage.wait(0.8, 1.6)

    def act(self, step: Step) -> None:
        """Acts one action."""
        stage, action = self.stage, step.action
        begun = stage.now
        match action:
            case Create(player, card):
                self._create(step.after, str(player), card)
            case Add(player, number, card):
                self._add(str(player), number, card)
            case Change(player, number, card):
                self._change(str(player), number, card)
            case Lock(player, number):
                self._lock(str(player), number, step)
                return
            case BadHand():
                stage.wait(0.5, 1.5)
            case End():
                stage.wait(0.2, 0.5)
        stage.mark(step.line, begun, step.broken)
        self._between_actions()

    def close(self, state: State) -> None:
        """Open entries are taken away; every locked one is shown as the audit takes it (LTE-11 to LTE-14)."""
        for number in state.open_numbers:
            player = self.players[int(self.rng.integers(len(self.players)))]
            self._take_away(player, [*self.entries[number].row, *self.entries[number].history])
        for number, entry in enumerate(state.entries, 1):
            if entry.locked:
                self._audit(number, entry)
        self.stage.wait(0.8, 1.2)

    def _between_actions(self) -> None:
        """Everybody plays at once: mostly, but not always, there is a moment in which no hand is over the table."""
        self.stage.chance_events()
        if self.rng.random() < 0.75:
            self.stage.wait(0.7, 2.2)
        else:
            self.stage.wait(0.2, 0.5)

    def _piece(self, player: str, card: Card) -> str:
        return self.stage.know(card_piece(self.decks[player], str(card), f"{player}:{card}", player))

    def _create(self, after: State, player: str, card: Card) -> None:
        taken = [(self.entries[n].x, self.entries[n].y) for n in after.open_numbers if n in self.entries]
        free = [spot for spot in self.places if all(np.hypot(spot[0] - x, spot[1] - y) > _NEAR for x, y in taken)]
        x, y = free[int(self.rng.integers(len(free)))] if free else _SEVENTH
        dx, dy, tilt = self.rng.normal(0, 1, 3).clip(-2, 2) * (5.0, 3.0, 2.0)
        entry = self.entries[len(after.entries)] = _OnTable(x + float(dx), y + float(dy), float(tilt))
        self._lay_on_row(self._reach(player, entry), entry, player, card)

    def _add(self, player: str, number: int, card: Card) -> None:
        entry = self.entries[number]
        hand = self._reach(player, entry)
        self._lay_on_row(hand, entry, player, card)
        if len(entry.row) > 2 and not entry.squared and self.rng.random() < _SQUARED:
            self.stage.wait(0.1, 0.3)
            self._square_up(player, entry)

    def _change(self, player: str, number: int, card: Card) -> None:
        """The top card is turned over on its way to the history, then the new one is laid."""
        entry = self.entries[number]
        hand = self.stage.reach(player, (entry.x, entry.y))
        top = entry.row.pop()
        hand.take([top])
        step = min(_HISTORY_STEP, _WIDEST_HISTORY / (len(entry.history) + 1))
        shift = _HISTORY[0] + step * len(entry.history), _HISTORY[1] + float(self.rng.normal(0, 3))
        hand.lay(top, self._pose(entry, *shift, up=False, mess=1.3))
        entry.history.append(top)
        if len(entry.row) > 0 and self.rng.random() < 0.2:
            hand.pause(0.3)
        hand.leave(overlap=float(self.rng.uniform(0.0, 0.4)))
        self._lay_on_row(self._reach(player, entry), entry, player, card)

    def _lock(self, player: str, number: int, step: Step) -> None:
        """The row is squared up, the history laid crosswise on it, and all of it carried off."""
        stage, entry, begun = self.stage, self.entries[number], self.stage.now
        hand = stage.reach(player, (entry.x, entry.y))
        if len(entry.row) > 1:
            hand.push(self._pile(entry, entry.row, _ROW[0], _ROW[1], 0.0), 0.6)
        if len(entry.history) > 1:
            hand.push(self._pile(entry, entry.history, *_HISTORY, 0.0, up=False), 0.6)
        hand.take(entry.history)
        hand.lay_together(self._pile(entry, entry.history, _ROW[0], _ROW[1], 90.0, up=False))
        hand.leave()
        stage.mark(step.line, begun, step.broken)
        stage.wait(0.8, 1.6)
        self._take_away(player, [*entry.row, *entry.history])
        self._between_actions()

    def _reach(self, player: str, entry: _OnTable) -> Hand:
        return self.stage.reach(player, (entry.x + _ROW[0], entry.y))

    def _lay_on_row(self, hand: Hand, entry: _OnTable, player: str, card: Card) -> None:
        """The card on the row, a strip lower than the one beneath; a row too long is pushed together first."""
        piece = self._piece(player, card)
        hand.hold(piece, angle=float(self.rng.normal(0, 25)))
        count = len(entry.row)
        step = self._step_of(entry, count + 1)
        if count > 1 and not entry.squared and step < self._step_of(entry, count):
            hand.push({name: self._in_row(entry, place, step) for place, name in enumerate(entry.row)})
        hand.lay(piece, self._in_row(entry, 0 if entry.squared else count, step))
        entry.row.append(piece)
        hand.leave()

    def _step_of(self, entry: _OnTable, count: int) -> float:
        """How much lower each card of the row lies than the one beneath: its index shows, and the row has room."""
        owners = [name.split(":")[0] for name in entry.row]
        strip = max((self.step[owner] for owner in owners), default=24.0)
        return min(strip, _LONGEST_ROW / max(1, count - 1))

    def _in_row(self, entry: _OnTable, place: int, step: float) -> Pose:
        return self._pose(entry, _ROW[0], _ROW[1] + step * place, up=True, mess=0.9)

    def _pose(self, entry: _OnTable, x: float, y: float, up: bool, mess: float) -> Pose:
        """A pose by its place within the entry, which lies a little turned as a whole."""
        c, s = np.cos(np.radians(entry.tilt)), np.sin(np.radians(entry.tilt))
        across, down = entry.x + x * c - y * s, entry.y + x * s + y * c
        return self.stage.crooked(float(across), float(down), entry.tilt, up, mess)

    def _pile(
        self, entry: _OnTable, pieces: list[str], x: float, y: float, angle: float, up: bool = True
    ) -> dict[str, Pose]:
        """The poses of pieces squared up in one place of the entry."""
        middle = self._pose(entry, x, y, up, 1.0)
        return {name: self.stage.crooked(middle.x, middle.y, middle.angle + angle, up, 0.35) for name in pieces}

    def _square_up(self, player: str, entry: _OnTable) -> None:
        hand = self.stage.reach(player, (entry.x + _ROW[0], entry.y))
        hand.push(self._pile(entry, entry.row, _ROW[0], _ROW[1], 0.0), 0.5)
        hand.leave()
        entry.squared = True

    def _take_away(self, player: str, pieces: list[str]) -> None:
        pose = self.stage.lying[pieces[-1]]
        hand = self.stage.reach(player, (pose.x, pose.y))
        hand.take(pieces)
        hand.leave()

    def _audit(self, number: int, entry: Entry) -> None:
        """The row face up, starter first; the same row turned over in place; then the history face down."""
        stage, rng = self.stage, self.rng
        player = self.players[int(rng.integers(len(self.players)))]
        row = [_name(laid) for laid in entry.row]
        shift = float(rng.normal(0, 12))
        stage.wait(0.4, 0.9)
        hand = stage.reach(player, (0, 0))
        for name in row:
            hand.hold(name)
        for place, name in enumerate(row):
            x = (place - (len(row) - 1) / 2) * _AUDIT_STEP
            hand.lay(name, stage.crooked(x + shift, shift / 2, 0.0))
        hand.leave()
        stage.show("audit faces", 2.2, entry=number)
        hand = stage.reach(player, (0, 0))
        for name in row:
            lies = stage.lying[name]
            hand.push({name: stage.crooked(lies.x, lies.y, lies.angle, False, 0.6)}, 0.5)
        hand.leave()
        stage.show("audit backs", 2.2, entry=number)
        self._take_away(player, row)
        history = [_name(laid) for laid in entry.history]
        hand = stage.reach(player, (0, 0))
        for name in history:
            hand.hold(name, up=False)
        for place, name in enumerate(history):
            line, column = divmod(place, _AUDIT_LINE)
            in_line = min(_AUDIT_LINE, len(history) - line * _AUDIT_LINE)
            x = (column - (in_line - 1) / 2) * (_AUDIT_STEP + 8)
            y = (line - (len(history) - 1) // _AUDIT_LINE / 2) * 104
            hand.lay(name, stage.crooked(x + shift, y + shift / 2, 0.0, False, 1.2))
        hand.leave()
        stage.show("audit history", 2.2, entry=number)
        self._take_away(player, history)


def _name(laid: Laid) -> str:
    return f"{laid.owner}:{laid.card}"


def _strip(deck: Deck) -> float:
    """How much of a card (mm) shows its index at the top."""
    lows = [corners[0][:, 1].max() / face.image.shape[0] for face in deck.faces.values() if (corners := face.corners)]
    return float(np.clip(max(lows) * 88.0 + 3.0, 20.0, 34.0))


def _spoken(marks: Sequence[Mark]) -> list[tuple[float, str]]:
    """That the game is over, since hands and decks are out of the picture (LTE-11)."""
    return [(mark.clear, mark.line) for mark in marks if rules.parse_action(mark.line) == End()]


PLAYBOOK = Playbook(_rules, _AREA, (3, 4, 5), Acted, mistaken=_mistaken, spoken=_spoken)
