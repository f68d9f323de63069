"""Word Wars acted: words in a grid that grows all ways, racks and traded tiles shown in zones at the lower edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from companion.rules.game import Game
from companion.rules.word_wars import (
    Cell,
    Forfeit,
    Lexicon,
    NewRound,
    Phase,
    Play,
    Show,
    State,
    SuddenDeath,
    Tile,
    Trade,
    WordWars,
)
from models.render.art import Deck
from models.render.games.acting import Playbook, Step
from models.render.games.pieces import Piece, Pose, Side, tile_piece
from models.render.games.stage import Seat, Stage
from models.render.games.stock import Stock

_AREA = (370.0, 208.0)
WORDS = Path(__file__).with_name("words.txt")

_PITCH = 19.7  # mm from tile to tile: they are 19 mm wide
_LEFT, _TOP, _RIGHT, _BOTTOM = -350.0, -190.0, 350.0, 134.0  # where the middles of tiles of the grid may be
_RACK, _RACK_WIDTH, _ON_RACK = (0.0, 178.0), 166.0, 8  # where racks are shown; how many tiles stand on one
_TRADED = (-330.0, 180.0)  # first of the tiles that are traded
_NOW_AND_THEN = 0.15  # how often a player shows the rack before a word
_HANDFUL = 14  # tiles that a hand takes up at once


def _rules() -> Game:
    """The rules that are played by, with a short list of common words."""
    lines = WORDS.read_text(encoding="utf-8").splitlines()
    return WordWars(Lexicon.of("rendered games", (line.upper() for line in lines if line and line[0] != "#")))


class Acted:
    """The choreography of one game."""

    def __init__(self, stage: Stage, stock: Stock, state: State) -> None:
        self.stage, self.rng = stage, stage.rng
        self.decks: Mapping[str, Deck] = {}
        self.tiles = stock.tiles()
        self.rack = stock.rack()
        one, other = state.players
        wide, high = _AREA
        stage.seats = {one: Seat((-0.3 * wide, high), (0.0, 1.0)), other: Seat((wide, 0.1 * high), (1.0, 0.0))}
        self.board: dict[Cell, str] = {}
        self.origin, self.angle = (0.0, 0.0), 0.0

    def begin(self) -> None:
        """The table is empty; the tiles are in bags at the edge, out of sight."""
        self.stage.rest(0.0, settled=True)
        self._new_grid()
        self.stage.wait(0.8, 1.5)

    def act(self, step: Step) -> None:
        """Acts one action."""
        stage, action, before, after = self.stage, step.action, step.before, step.after
        begun = stage.now
        match action:
            case Play(player, tiles):
                if self.rng.random() < _NOW_AND_THEN:
                    self._show_rack(player, before)
                self._lay(player, tiles)
            case Trade(player, tiles):
                self._show_rack(player, before)
                self._trade(player, tiles)
            case Forfeit(player) | SuddenDeath(player) | Show(player):
                self._show_rack(player, before)
            case NewRound():
                self._new_grid()
                stage.wait(2.0, 4.0)
            case _:
                stage.wait(0.8, 1.6)  # an answer, and tiles from hand to hand
        stage.mark(step.line, begun)
        if before.in_round and not after.in_round and after.phase is not Phase.GAME_OVER:
            self._clear_table(after)
        stage.chance_events()
        stage.wait(0.6, 2.4)

    def close(self, state: State) -> None:
        """The last round is counted."""
        self.stage.wait(1.5, 2.5)

    def _piece(self, letter: Tile, taken: Sequence[str] = ()) -> str:
        used = {*self.stage.lying, *taken}
        copy = next(number for number in range(1, 9) if f"{letter}/{number}" not in used)
        return self.stage.know(tile_piece(self.tiles, letter, f"{letter}/{copy}"))

    def _pieces(self, letters: Sequence[Tile]) -> list[str]:
        pieces: list[str] = []
        for letter in letters:
            pieces.append(self._piece(letter, pieces))
        return pieces

    def _new_grid(self) -> None:
        """Where the next round's words begin, and which way they read."""
        self.board = {}
        x, y, turn = self.rng.normal(0, 1, 3).clip(-2, 2) * (60.0, 25.0, 4.0)
        self.origin = float(x), float(y) - 30.0
        self.angle = float(turn) + (180.0 if self.rng.random() < 0.2 else 0.0)

    def _spot(self, cell: Cell) -> tuple[float, float]:
        c, s = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        x, y = cell[0] * _PITCH, cell[1] * _PITCH
        return self.origin[0] + float(x * c - y * s), self.origin[1] + float(x * s + y * c)

    def _pose(self, cell: Cell) -> Pose:
        return self.stage.crooked(*self._spot(cell), self.angle, True, 0.3)

    def _lay(self, player: str, tiles: Sequence[tuple[Cell, Tile]]) -> None:
        """Tiles of a word, one after another; where they would not fit the whole grid is moved first."""
        cells = [cell for cell, _ in tiles]
        self._make_room(player, cells)
        pieces = self._pieces([tile for _, tile in tiles])
        hand = self.stage.reach(player, self._spot(cells[0]))
        for piece in pieces:
            hand.hold(piece, angle=self.angle)
        for cell, piece in zip(cells, pieces, strict=True):
            hand.lay(piece, self._pose(cell))
            self.board[cell] = piece
        hand.leave()

    def _make_room(self, player: str, new: Sequence[Cell]) -> None:
        cells = [*self.board, *new]
        if self._fits(cells):
            return
        self._centre(cells)
        if not self._fits(cells):  # straightened, it needs less room
            columns, rows = zip(*cells, strict=True)
            self.angle = 90.0 if max(rows) - min(rows) > max(columns) - min(columns) else 0.0
            self._centre(cells)
        if self.board:
            spots = {piece: self._pose(cell) for cell, piece in self.board.items()}
            hand = self.stage.reach(player, self._spot(cells[0]))
            hand.push(spots, 0.9)
            hand.leave()

    def _fits(self, cells: Sequence[Cell]) -> bool:
        spots = [self._spot(cell) for cell in cells]
        return all(_LEFT < x < _RIGHT and _TOP < y < _BOTTOM for x, y in spots)

    def _centre(self, cells: Sequence[Cell]) -> None:
        """Moves the grid so that the cells lie in the middle of the room there is."""
        spots = np.array([self._spot(cell) for cell in cells])
        middle = (spots.min(axis=0) + spots.max(axis=0)) / 2
        x = self.origin[0] + (_LEFT + _RIGHT) / 2 - float(middle[0])
        self.origin = x, self.origin[1] + (_TOP + _BOTTOM) / 2 - float(middle[1])

    def _show_rack(self, player: str, state: State) -> None:
        """The rack with the hand is held before the camera; a hand too large for it lies in a row."""
        seat = state.seat(player)
        assert seat is not None  # plays
        letters = list(seat.hand)
        if not letters:
            return
        self.rng.shuffle(letters)
        stage, pieces = self.stage, self._pieces(letters)
        poses: dict[str, Pose] = {}
        if len(pieces) <= _ON_RACK:
            poses |= self._on_rack(player, pieces)
        else:
            left = _RACK[0] - (len(pieces) - 1) / 2 * 21.0
            poses |= {piece: stage.crooked(left + 21.0 * k, _RACK[1], 0.0, True, 0.6) for k, piece in enumerate(pieces)}
        hand = stage.reach(player, _RACK)
        hand.bring(poses)
        hand.leave()
        stage.show("rack", 2.0, player=player, tiles="".join(letters))
        hand = stage.reach(player, _RACK)
        hand.take(list(poses))
        hand.leave()

    def _on_rack(self, player: str, pieces: Sequence[str]) -> dict[str, Pose]:
        """Rack and tiles as they stand before the camera."""
        image = self.rack.image
        height, width = image.shape[:2]
        scale = _RACK_WIDTH / width
        side = Side(image, "clutter", "rack")
        rack = self.stage.know(Piece(f"{player}'s rack", side, side, height * scale, 6.0))
        low_enough = min(_RACK[1], _AREA[1] - 13.0 - height * scale / 2)  # all of a tall rack is in the picture
        middle = self.stage.crooked(_RACK[0], low_enough, 0.0, True, 1.0)
        slots = (self.rack.slots_quad - np.array([width, height]) / 2) * scale
        low, high = (slots[0] + slots[3]) / 2, (slots[1] + slots[2]) / 2
        c, s = np.cos(np.radians(middle.angle)), np.sin(np.radians(middle.angle))
        poses = {rack: middle}
        for place, piece in enumerate(pieces):
            share = (place + 0.5) / max(_ON_RACK, len(pieces))
            x, y = low * (1 - share) + high * share
            spot = middle.x + float(x * c - y * s), middle.y + float(x * s + y * c)
            poses[piece] = self.stage.crooked(*spot, middle.angle, True, 0.25)
        return poses

    def _trade(self, player: str, letters: Sequence[Tile]) -> None:
        """Traded tiles are laid open for all to count, then go back (WW-6)."""
        stage, pieces = self.stage, self._pieces(letters)
        hand = stage.reach(player, _TRADED)
        for piece in pieces:
            hand.hold(piece)
        for place, piece in enumerate(pieces):
            hand.lay(piece, stage.crooked(_TRADED[0] + 24.0 * place, _TRADED[1], 0.0, True, 1.0))
        hand.leave()
        stage.show("trade", 1.5, player=player, tiles="".join(letters))
        hand = stage.reach(player, _TRADED)
        hand.take(pieces)
        hand.leave()

    def _clear_table(self, state: State) -> None:
        """The tiles in play are taken up, handful by handful."""
        self.stage.wait(1.0, 2.0)
        while self.stage.lying:
            names = sorted(self.stage.lying, key=lambda name: self.stage.lying[name].x)[:_HANDFUL]
            pose = self.stage.lying[names[0]]
            hand = self.stage.reach(state.players[int(self.rng.integers(2))], (pose.x, pose.y))
            hand.take(names)
            hand.leave()
        self.board = {}


PLAYBOOK = Playbook(_rules, _AREA, (2,), Acted, 0.8, files=(WORDS,))
