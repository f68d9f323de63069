"""How things lie on a table: each layout is a list of placements, bottom first. Lengths in mm, angles in degrees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from models.render.art import CardFace, Picture, Quad
from models.render.bank import ArtBank
from vision.letters import tiles_of_each
from vision.sightings import LETTERS

CARD_HEIGHT = 88.0
TILE_SIZE = 19.0
Rng = np.random.Generator


@dataclass(frozen=True, eq=False)
class Placement:
    """One flat thing on the table. kind: ``face``, ``back``, ``tile`` or ``clutter`` (never to be read); size (w, h)
    in mm; corners: index quads in the picture's pixels; thickness in mm: a tile shows its side, 0 casts no shadow."""

    image: Picture
    kind: str
    name: str
    centre: tuple[float, float]
    angle: float
    size: tuple[float, float]
    corners: tuple[Quad, ...] = field(default=())
    thickness: float = 0.3


Layout = list[Placement]


def _sized(image: Picture, height: float) -> tuple[float, float]:
    return height * image.shape[1] / image.shape[0], height


class Dealer:
    """Draws cards of the decks on this table and makes placements of them; modest: with backs that hardly stand out."""

    def __init__(self, rng: Rng, bank: ArtBank, modest: bool = False) -> None:
        self.rng = rng
        decks = bank.decks
        self.decks = [decks[i] for i in rng.choice(len(decks), size=min(len(decks), int(rng.integers(1, 4))))]
        # Faces take long to draw and backs do not: half of the time a deck shows another back than its own.
        self.backs = [bank.back(rng) if rng.random() < 0.5 else deck.back for deck in self.decks]
        if modest:
            self.backs = [bank.modest_back(rng)] * len(self.decks)

    def face(self, x: float, y: float, angle: float) -> Placement:
        """A random face of one of the decks."""
        deck = self.decks[int(self.rng.integers(len(self.decks)))]
        names = list(deck.faces)
        card: CardFace = deck.faces[names[int(self.rng.integers(len(names)))]]
        size = _sized(card.image, CARD_HEIGHT)
        return Placement(card.image, "face", card.name, (x, y), angle, size, card.corners)

    def back(self, x: float, y: float, angle: float) -> Placement:
        """The back of one of the decks."""
        pick = int(self.rng.integers(len(self.decks)))
        art = self.backs[pick]
        return Placement(art, "back", self.decks[pick].name, (x, y), angle, _sized(art, CARD_HEIGHT))

    def either(self, x: float, y: float, angle: float, backs: float = 0.12) -> Placement:
        """A face, or with probability `backs` a back."""
        return self.back(x, y, angle) if self.rng.random() < backs else self.face(x, y, angle)


def _spin(angle: float) -> np.ndarray:
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[c, -s], [s, c]])


def _single(rng: Rng, bank: ArtBank) -> Layout:
    return [Dealer(rng, bank).either(0, 0, rng.normal(0, 8), backs=0.08)]


def _scatter(rng: Rng, bank: ArtBank) -> Layout:
    dealer, count = Dealer(rng, bank), int(rng.integers(2, 13))
    reach = CARD_HEIGHT * np.sqrt(count) * rng.uniform(0.35, 0.9)
    spots = rng.uniform(-reach, reach, (count, 2))
    return [dealer.either(x, y, rng.uniform(0, 360)) for x, y in spots]


def _rows(rng: Rng, bank: ArtBank) -> Layout:
    """Rows and columns; a step smaller than the card makes columns that overlap, down to a sliver."""
    dealer = Dealer(rng, bank)
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 9))
    across = rng.uniform(0.2, 1.5) if rng.random() < 0.5 else rng.uniform(1.0, 1.4)
    down = rng.uniform(0.17, 1.3) if rng.random() < 0.5 else rng.uniform(1.0, 1.25)
    if across < 1 and down < 1:
        down = rng.uniform(1.0, 1.25)
    crook, backs = rng.uniform(0, 6), rng.choice([0.0, 0.1, 0.4])
    sideways = 90.0 if rng.random() < 0.15 else 0.0
    layout = []
    for r in range(rows):
        for c in range(columns):
            x, y = (c * across * 63, r * down * CARD_HEIGHT) + rng.normal(0, 1 + crook / 4, 2)
            layout.append(dealer.either(x, y, sideways + rng.normal(0, crook) + 180 * (rng.random() < 0.2), backs))
    return layout


def _fan(rng: Rng, bank: ArtBank) -> Layout:
    """One or two hands of cards spread as a fan about a point below them."""
    layout: Layout = []
    for _ in range(int(rng.integers(1, 3))):
        dealer, count = Dealer(rng, bank), int(rng.integers(3, 14))
        radius, step = rng.uniform(70, 260), rng.uniform(10, 24)
        origin, facing = rng.uniform(-160, 160, 2), rng.uniform(0, 360)
        turn = np.degrees(step / radius) * (-1 if rng.random() < 0.1 else 1)
        for i in range(count):
            angle = facing + (i - count / 2) * turn + rng.normal(0, 1)
            x, y = origin + _spin(angle) @ (0, -radius)
            layout.append(dealer.face(x, y, angle))
    return layout


def _bridge(rng: Rng, bank: ArtBank) -> Layout:
    """One to four hands of thirteen, each spread as a fan towards its side of the table."""
    dealer, layout = Dealer(rng, bank), list[Placement]()
    for seat in rng.permutation(4)[: int(rng.integers(1, 5))]:
        radius, step, facing = rng.uniform(110, 220), rng.uniform(13, 20), 90.0 * seat + rng.normal(0, 6)
        turn = float(np.degrees(step / radius))
        origin = _spin(facing) @ (0, 190 + radius - 2 * CARD_HEIGHT)
        for i in range(13):
            angle = facing + (i - 6) * turn + rng.normal(0, 0.7)
            x, y = origin + _spin(angle) @ (0, -radius)
            layout.append(dealer.face(x, y, angle))
    return layout


def _columns(rng: Rng, bank: ArtBank) -> Layout:
    """Twenty to thirty cards in columns of which each card shows a third, as in patience."""
    dealer, count, columns = Dealer(rng, bank), int(rng.integers(20, 31)), int(rng.integers(4, 9))
    layout = []
    for i in range(count):
        x, y = (i % columns) * 72, (i // columns) * CARD_HEIGHT * rng.uniform(0.31, 0.36)
        layout.append(dealer.face(x + rng.normal(0, 1.5), y + rng.normal(0, 1), rng.normal(0, 1.5)))
    return layout


def _pile(rng: Rng, bank: ArtBank) -> Layout:
    """Messy stacks, face up and face down."""
    layout: Layout = []
    for _ in range(int(rng.integers(1, 6))):
        dealer = Dealer(rng, bank)
        x, y = rng.uniform(-170, 170, 2)
        mess, crook, backs = rng.uniform(1, 22), rng.uniform(1, 30), rng.choice([0.0, 1.0, 0.3])
        angle = rng.uniform(0, 360)
        for _ in range(int(rng.integers(2, 8))):
            dx, dy = rng.normal(0, mess, 2)
            layout.append(dealer.either(x + dx, y + dy, angle + rng.normal(0, crook), backs))
    return layout


def _decks(rng: Rng, bank: ArtBank) -> Layout:
    """Draw piles squared up, most with their discards beside them, and a few cards lying about."""
    layout: Layout = []
    for k in range(int(rng.integers(1, 4))):
        dealer, angle = Dealer(rng, bank), rng.uniform(0, 360)
        origin, slide = np.array([k * rng.uniform(90, 220), rng.normal(0, 60)]), rng.normal(0, 0.3, 2)
        pile = dealer.back(0, 0, 0)
        for i in range(int(rng.integers(4, 26))):
            x, y = origin + slide * i + rng.normal(0, 0.25, 2)
            layout.append(replace(pile, centre=(float(x), float(y)), angle=angle + rng.normal(0, 0.5)))
        beside = origin + _spin(angle) @ (rng.uniform(68, 95), 0)
        for _ in range(int(rng.integers(0, 5))):
            x, y = beside + rng.normal(0, 2, 2)
            layout.append(dealer.either(x, y, angle + rng.normal(0, 4), backs=0.2))
        for _ in range(int(rng.integers(0, 4))):
            x, y = origin + _spin(angle) @ (rng.uniform(-150, 150), rng.uniform(95, 200))
            layout.append(dealer.either(x, y, rng.uniform(0, 360), backs=0.5))
    return layout


def _hidden_hands(rng: Rng, bank: ArtBank, modest: bool = False) -> Layout:
    """Each player's cards face down in an overlapping row round the table, a draw pile, now and then a shown set."""
    layout: Layout = []
    reach, deck = rng.uniform(110, 260), Dealer(rng, bank, modest)
    for seat in range(int(rng.integers(2, 7))):
        dealer = deck if rng.random() < 0.6 else Dealer(rng, bank, modest)
        pick, step, turn = dealer.back(0, 0, 0), rng.uniform(9, 45), seat * 60 + rng.normal(0, 8)
        origin, facing = _spin(turn) @ (0, reach), float(rng.choice([0.0, turn]))
        shown = rng.random() < 0.15
        for i in range(int(rng.integers(1, 9))):
            x, y = origin + _spin(facing) @ (i * step, 0) + rng.normal(0, 1, 2)
            angle = facing + rng.normal(0, 3)
            layout.append(dealer.face(x, y, angle) if shown else replace(pick, centre=(x, y), angle=angle))
    for _ in range(int(rng.integers(0, 5))):
        x, y = rng.normal(0, 1, 2)
        layout.append(deck.back(x, y, rng.normal(0, 2)))
    return layout


def _modest_hands(rng: Rng, bank: ArtBank) -> Layout:
    """The same with plain backs or grids, in colours that a table may have: only their edges tell them apart."""
    return _hidden_hands(rng, bank, modest=True)


def _entries(rng: Rng, bank: ArtBank) -> Layout:
    """Entries of Lock the Entry: a stepped column face up, its history face down beside it or crosswise on it."""
    layout: Layout = []
    for slot in range(int(rng.integers(1, 7))):
        dealer = Dealer(rng, bank)
        x, y = (slot % 3) * rng.uniform(150, 190), (slot // 3) * rng.uniform(170, 230)
        step = rng.uniform(14, 32)
        count = int(rng.integers(1, 7))
        for i in range(count):
            layout.append(dealer.face(x + rng.normal(0, 2), y + i * step, rng.normal(0, 4)))
        locked = rng.random() < 0.25
        for i in range(int(rng.integers(0, 8))):
            dx, dy = rng.normal(0, 3, 2) + ((0, 0) if locked else (i * rng.uniform(0, 14), 0))
            spot = (x, y + count * step / 2) if locked else (x + 75, y + 10)
            layout.append(dealer.back(spot[0] + dx, spot[1] + dy, (90 if locked else 0) + rng.normal(0, 5)))
    return layout


def _tile(art: Picture, letter: str, x: float, y: float, angle: float, size: float) -> Placement:
    return Placement(art, "tile", letter, (x, y), angle, (size * art.shape[1] / art.shape[0], size), thickness=3.5)


def _letter(rng: Rng, bank: ArtBank) -> str:
    """For training each letter often enough; on held-out tables as often as in a game, for confidence is fitted there
    and the reader counts on it (`vision.letters`)."""
    if bank.split == "held":
        counts = tiles_of_each()
        return str(rng.choice(np.array(LETTERS), p=counts / counts.sum()))
    weights = np.array([2.0 if c in "AEIOURSTNLDGM" else 1.4 if c in "ZNWMHIQXJKVY" else 1.0 for c in LETTERS])
    return str(rng.choice(np.array(LETTERS), p=weights / weights.sum()))


def _board(rng: Rng, bank: ArtBank) -> Layout:
    """A board with words (letters need not spell anything) in a crossing grid."""
    board, tiles = bank.board(rng), bank.tile_set(rng)
    pitch = rng.uniform(18.5, 22.0)
    cells = board.cells
    scale = board.size * pitch / np.linalg.norm(cells[1] - cells[0])
    height, width = board.image.shape[:2]
    origin = cells[0] * scale - np.array([width, height]) * scale / 2
    layout = [Placement(board.image, "clutter", "board", (0, 0), 0, (width * scale, height * scale), thickness=2)]
    taken: set[tuple[int, int]] = set()
    for _ in range(int(rng.integers(1, 22))):
        length, across = int(rng.integers(2, 9)), rng.random() < 0.5
        r, c = int(rng.integers(board.size)), int(rng.integers(board.size))
        taken |= {(r + (0 if across else i), c + (i if across else 0)) for i in range(length)}
    crook, turned, size = rng.uniform(0, 4), 90.0 * rng.integers(4), TILE_SIZE * rng.uniform(0.93, 1.03)
    for r, c in sorted(taken):
        if r < board.size and c < board.size:
            letter = _letter(rng, bank)
            x, y = origin + (np.array([c, r]) + 0.5) * pitch + rng.normal(0, 0.6, 2)
            layout.append(_tile(tiles[letter], letter, x, y, turned + rng.normal(0, crook), size))
    return layout


def _loose_tiles(rng: Rng, bank: ArtBank) -> Layout:
    tiles, count = bank.tile_set(rng), int(rng.integers(4, 60))
    reach = TILE_SIZE * np.sqrt(count) * rng.uniform(0.55, 1.3)
    layout: Layout = []
    spots: list[np.ndarray] = []
    for _ in range(count):
        spot = rng.normal(0, reach / 1.5, 2)
        if any(np.linalg.norm(spot - other) < TILE_SIZE * 1.02 for other in spots):
            continue
        spots.append(spot)
        letter = _letter(rng, bank)
        layout.append(_tile(tiles[letter], letter, spot[0], spot[1], rng.uniform(0, 360), TILE_SIZE))
    return layout


def _word_rows(rng: Rng, bank: ArtBank) -> Layout:
    """Words laid in a crossing grid straight on the table, without a board."""
    tiles, pitch = bank.tile_set(rng), TILE_SIZE * rng.uniform(1.0, 1.12)
    taken = set()
    for _ in range(int(rng.integers(1, 8))):
        length, across = int(rng.integers(2, 9)), rng.random() < 0.5
        r, c = rng.integers(-6, 6, 2)
        taken |= {(int(r) + (0 if across else i), int(c) + (i if across else 0)) for i in range(length)}
    layout = []
    for r, c in sorted(taken):
        letter = _letter(rng, bank)
        x, y = np.array([c, r]) * pitch + rng.normal(0, 0.8, 2)
        layout.append(_tile(tiles[letter], letter, x, y, rng.normal(0, 3), TILE_SIZE))
    return layout


def _racks(rng: Rng, bank: ArtBank) -> Layout:
    layout: Layout = []
    for k in range(int(rng.integers(1, 4))):
        rack, tiles = bank.rack(rng), bank.tile_set(rng)
        height, width = rack.image.shape[:2]
        scale = 165 / width
        offset, angle = np.array([rng.normal(0, 20), k * rng.uniform(50, 110)]), rng.normal(0, 6)
        layout.append(
            Placement(rack.image, "clutter", "rack", (offset[0], offset[1]), angle, (165, height * scale), (), 6)
        )
        slots = (rack.slots_quad - np.array([width, height]) / 2) * scale
        depth = float(np.linalg.norm(slots[3] - slots[0]))
        for i in range(int(rng.integers(1, 8))):
            along = (i + 0.5 + rng.normal(0, 0.04)) / 7.6
            spot = _spin(angle) @ ((slots[0] + slots[3]) / 2 * (1 - along) + (slots[1] + slots[2]) / 2 * along) + offset
            letter = _letter(rng, bank)
            crooked, size = angle + rng.normal(0, 1.5), min(depth, TILE_SIZE * 1.05)
            layout.append(_tile(tiles[letter], letter, spot[0], spot[1], crooked, size))
    return layout


def _table(rng: Rng, bank: ArtBank) -> Layout:
    """A large table: small groups far apart, as poker and patience leave them."""
    layout: Layout = []
    for _ in range(int(rng.integers(3, 9))):
        group = _rows if rng.random() < 0.3 else _pile if rng.random() < 0.3 else _scatter
        offset, turn = rng.uniform(-420, 420, 2), rng.uniform(0, 360)
        for p in group(rng, bank)[:6]:
            x, y = _spin(turn) @ p.centre + offset
            layout.append(Placement(p.image, p.kind, p.name, (x, y), p.angle + turn, p.size, p.corners))
    return layout


def _poker(rng: Rng, bank: ArtBank) -> Layout:
    """Two cards before each player, crossed and face up or down, a row in the middle, and chips."""
    dealer, layout = Dealer(rng, bank), list[Placement]()
    reach, seats = rng.uniform(130, 330), int(rng.integers(2, 9))
    for seat in range(seats):
        turn = 360 * seat / seats + rng.normal(0, 8)
        origin, hidden, crook = _spin(turn) @ (0, reach), rng.random() < 0.5, rng.uniform(4, 35)
        pick = dealer.back(0, 0, 0)
        for i in (-1, 1):
            x, y = origin + _spin(turn) @ (i * rng.uniform(4, 30), 0) + rng.normal(0, 4, 2)
            angle = turn + i * crook + rng.normal(0, 4)
            layout.append(replace(pick, centre=(x, y), angle=angle) if hidden else dealer.face(x, y, angle))
    row = int(rng.choice([0, 3, 4, 5]))
    for i in range(row):
        layout.append(dealer.face((i - row / 2) * rng.uniform(68, 76), rng.normal(0, 3), rng.normal(0, 3)))
    for _ in range(int(rng.integers(0, 7))):
        spot, art = rng.uniform(-reach, reach, 2) * 0.6, bank.chip(rng)
        for _ in range(int(rng.integers(1, 4))):
            x, y = spot
            layout.append(Placement(art, "clutter", "chip", (x, y), rng.uniform(0, 360), (40, 40), (), 3))
            spot = spot + rng.normal(0, 22, 2)
    return layout


def _other_things(rng: Rng, bank: ArtBank) -> Layout:
    """Keyboards, books, other games' cards … alone, large enough to be taken for something."""
    layout: Layout = []
    for _ in range(int(rng.integers(1, 5))):
        art, height, (x, y) = bank.clutter(rng), rng.uniform(50, 120), rng.uniform(-130, 130, 2)
        layout.append(Placement(art, "clutter", "other", (x, y), rng.uniform(0, 360), _sized(art, height), (), 0))
    return layout


def _nothing(rng: Rng, bank: ArtBank) -> Layout:
    """An empty table, or an empty board: nothing to read."""
    return _board(rng, bank)[:1] if rng.random() < 0.4 else []


_LAYOUTS: dict[Callable[[Rng, ArtBank], Layout], float] = {
    _single: 0.12, _scatter: 0.13, _rows: 0.10, _fan: 0.06, _bridge: 0.04, _columns: 0.04, _pile: 0.04, _decks: 0.04,
    _hidden_hands: 0.11, _entries: 0.10, _board: 0.12, _loose_tiles: 0.08, _word_rows: 0.03, _racks: 0.04,
    _table: 0.08, _poker: 0.08, _other_things: 0.05, _nothing: 0.03, _modest_hands: 0.08,
}  # fmt: skip
LAYOUT_NAMES = tuple(layout.__name__[1:] for layout in _LAYOUTS)


def lay(rng: Rng, bank: ArtBank, name: str | None = None) -> Layout:
    """A layout by name, or a random one."""
    layouts = list(_LAYOUTS)
    if name is not None:
        return layouts[LAYOUT_NAMES.index(name)](rng, bank)
    weights = np.array(list(_LAYOUTS.values()))
    return layouts[int(rng.choice(len(layouts), p=weights / weights.sum()))](rng, bank)
