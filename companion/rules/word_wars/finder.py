"""All plays of a hand on a board without an edge.

The method of Appel and Jacobson ("The world's fastest Scrabble program", Communications of the ACM 31, 1988): every
play covers an anchor, an empty cell beside a tile; letters that would spoil a crossing word are ruled out per cell
beforehand (cross-checks); and from each anchor words grow along the graph of the lexicon. The part of a word that lies
before its anchor touches nothing, so it depends on the hand alone: here all such beginnings are made once for a hand,
kept by length and by the letter that comes next, and shared by all anchors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.rules.word_wars.board import ACROSS, DOWN, Step, neighbours
from companion.rules.word_wars.lexicon import BIT, END, ROOT, Lexicon
from companion.rules.word_wars.state import Cell, Tile

Tiles = tuple[tuple[Cell, Tile], ...]

_ALL = END - 1  # the letters of a mask

_Beginning = tuple[int, str, str]  # node reached, hand left (sorted), letters laid


@dataclass
class _Beginnings:
    """What a hand can lay from the root of the lexicon on, found as far as it is asked for.

    by_length: beginnings of that many letters by their last letter. ways: from a hand on, each letter that it can lay
    with its bit and what is left.
    """

    lexicon: Lexicon
    hand: str
    by_length: list[dict[str, list[_Beginning]]] = field(default_factory=list)
    ways: dict[str, list[tuple[int, str, str]]] = field(default_factory=dict)
    before: dict[tuple[int, str], list[_Beginning]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_length.append({"": [(ROOT, self.hand, "")]})

    def ways_of(self, hand: str) -> list[tuple[int, str, str]]:
        """Bit, letter, and what is left, for each different letter of a sorted hand."""
        known = self.ways.get(hand)
        if known is None:
            known = [(BIT[letter], letter, hand.replace(letter, "", 1)) for letter in dict.fromkeys(hand)]
            self.ways[hand] = known
        return known

    def of_length(self, length: int) -> dict[str, list[_Beginning]]:
        """All beginnings of that many letters by their last letter."""
        masks, firsts, targets = self.lexicon.masks, self.lexicon.firsts, self.lexicon.targets
        while len(self.by_length) <= length:
            longer: dict[str, list[_Beginning]] = {letter: [] for letter in dict.fromkeys(self.hand)}
            for beginnings in self.by_length[-1].values():
                for node, hand, laid in beginnings:
                    mask, first = masks[node], firsts[node]
                    for bit, letter, rest in self.ways_of(hand):
                        if mask & bit:
                            following = targets[first + (mask & (bit - 1)).bit_count()]
                            longer[letter].append((following, rest, laid + letter))
            self.by_length.append(longer)
        return self.by_length[length]

    def going_on_with(self, length: int, letter: str) -> list[_Beginning]:
        """Those of that length that the letter of a tile on the board can follow."""
        known = self.before.get((length, letter))
        if known is None:
            masks, bit = self.lexicon.masks, BIT[letter]
            found = self.of_length(length).values()
            known = [beginning for beginnings in found for beginning in beginnings if masks[beginning[0]] & bit]
            self.before[length, letter] = known
        return known


@dataclass(frozen=True)
class _Lines:
    """The board read in one direction. rows: its lines by number, tiles by place; `cell` leads back to the board."""

    step: Step
    board: Mapping[Cell, Tile]

    @cached_property
    def rows(self) -> dict[int, dict[int, Tile]]:
        rows: dict[int, dict[int, Tile]] = {}
        for (column, row), tile in self.board.items():
            line, place = (row, column) if self.step == ACROSS else (column, row)
            rows.setdefault(line, {})[place] = tile
        return rows

    def cell(self, line: int, place: int) -> Cell:
        return (place, line) if self.step == ACROSS else (line, place)

    @cached_property
    def anchors(self) -> dict[int, list[int]]:
        """The empty cells beside a tile, by line, in order."""
        cells = {beside for cell in self.board for beside in neighbours(cell) if beside not in self.board}
        lines: dict[int, list[int]] = {}
        for column, row in sorted(cells):
            line, place = (row, column) if self.step == ACROSS else (column, row)
            lines.setdefault(line, []).append(place)
        return lines

    def crossing(self, line: int, place: int) -> tuple[str, str]:
        """The tiles before and after an empty cell in the other direction."""
        before, after = "", ""
        while (tile := self.rows.get(line - len(before) - 1, {}).get(place)) is not None:
            before = tile + before
        while (tile := self.rows.get(line + len(after) + 1, {}).get(place)) is not None:
            after += tile
        return before, after


def find_plays(
    board: Mapping[Cell, Tile], hand: Sequence[Tile], lexicon: Lexicon, centre: bool = False
) -> Iterator[Tiles]:
    """Every legal play of the hand (WW-3), each once: the tiles laid, by cells; short beginnings come first.

    On an empty board a word may lie anywhere, so each is given once, from cell 0,0 to the right; with `centre` it must
    cover that cell, and every way to do so is given. Unknown tiles of the hand are left out.
    """
    beginnings = _Beginnings(lexicon, "".join(sorted(tile for tile in hand if tile in BIT)))
    if not board:
        yield from _first_words(beginnings, centre)
        return
    places = [place for step in (ACROSS, DOWN) for place in _places(_Lines(step, board), beginnings)]
    for length in range(len(beginnings.hand)):
        for place in places:
            if length <= place.room:
                yield from place.plays(length)


def find_play(board: Mapping[Cell, Tile], hand: Sequence[Tile], lexicon: Lexicon, centre: bool = False) -> Tiles | None:
    """One legal play of the hand, or None where there is none."""
    return next(find_plays(board, hand, lexicon, centre), None)


def _first_words(beginnings: _Beginnings, centre: bool) -> Iterator[Tiles]:
    for length in range(2, len(beginnings.hand) + 1):
        for word in dict.fromkeys(_whole(beginnings, length)):
            if not centre:
                yield tuple(((place, 0), letter) for place, letter in enumerate(word))
                continue
            for start in range(1 - length, 1):
                yield tuple(((start + place, 0), letter) for place, letter in enumerate(word))
                yield tuple(((0, start + place), letter) for place, letter in enumerate(word))


def _whole(beginnings: _Beginnings, length: int) -> Iterable[str]:
    masks = beginnings.lexicon.masks
    for found in beginnings.of_length(length).values():
        yield from (laid for node, _, laid in found if masks[node] & END)


def _places(lines: _Lines, beginnings: _Beginnings) -> Iterator[_Place]:
    """Every anchor of one direction with the room for tiles before it."""
    longest = len(beginnings.hand) - 1
    for line, anchors in lines.anchors.items():
        row = lines.rows.get(line, {})
        checks = {place: mask for place in anchors if (mask := _check(lines, beginnings, line, place)) is not None}
        for previous, anchor in zip([None, *anchors], anchors, strict=False):
            free = longest if previous is None else min(longest, anchor - previous - 1)
            yield _Place(lines, beginnings, line, anchor, 0 if anchor - 1 in row else free, row, checks)


def _check(lines: _Lines, beginnings: _Beginnings, line: int, place: int) -> int | None:
    """The letters of the hand that make a word with the tiles beside the line, None where there are none."""
    before, after = lines.crossing(line, place)
    if not before and not after:
        return None
    lexicon = beginnings.lexicon
    node = lexicon.walk(ROOT, before)
    good = 0
    for bit, letter, _ in beginnings.ways_of(beginnings.hand):
        end = lexicon.walk(node, letter + after)
        good |= bit if end is not None and lexicon.ends(end) else 0
    return good


@dataclass(frozen=True)
class _Place:
    """An anchor: where it lies, the room before it, and what its line and its neighbours demand.

    checks: the letters that may lie on the empty cells of the line, as masks; a cell without one takes all.
    """

    lines: _Lines
    beginnings: _Beginnings
    line: int
    anchor: int
    room: int
    row: Mapping[int, Tile]
    checks: Mapping[int, int]

    def plays(self, length: int) -> Iterator[Tiles]:
        """The plays that lay so many tiles before the anchor."""
        if self.anchor - 1 in self.row:
            start = self.anchor - 1
            while start - 1 in self.row:
                start -= 1
            prefix = "".join(self.row[place] for place in range(start, self.anchor))
            node = self.beginnings.lexicon.walk(ROOT, prefix)
            begun = [] if node is None else [(node, self.beginnings.hand, "")]
            yield from self._grown(begun, self.anchor, self.anchor)
            return
        start = self.anchor - length
        check = self.checks.get(self.anchor, _ALL)
        following = self.row.get(self.anchor + 1)
        if following is not None:
            begun = self.beginnings.going_on_with(length + 1, following)
            begun = begun if check == _ALL else [one for one in begun if check & BIT[one[2][-1]]]
        else:
            found = self.beginnings.of_length(length + 1)
            begun = [one for letter, ending in found.items() if check & BIT[letter] for one in ending]
        yield from self._grown(begun, self.anchor + 1, start)

    def _grown(self, begun: list[_Beginning], place: int, start: int) -> Iterator[Tiles]:
        """All words that grow from `place` on, each as the tiles laid from `start` on."""
        row, checks, ways_of = self.row, self.checks, self.beginnings.ways_of
        masks, firsts, targets = (getattr(self.beginnings.lexicon, name) for name in ("masks", "firsts", "targets"))
        # One tile that forms a word both ways was found in the other direction already.
        fewest = 2 if self.lines.step == DOWN and self.anchor in checks else 1
        stack = [(place, *one) for one in begun]
        while stack:
            here, node, hand, laid = stack.pop()
            mask = masks[node]
            tile = row.get(here)
            if tile is not None:
                bit = BIT[tile]
                if mask & bit:
                    stack.append((here + 1, targets[firsts[node] + (mask & (bit - 1)).bit_count()], hand, laid))
                continue
            if mask & END and len(laid) >= fewest:
                yield self._tiles(start, laid)
            mask &= checks.get(here, _ALL)
            if mask:
                whole, first = masks[node], firsts[node]
                for bit, letter, rest in ways_of(hand):
                    if mask & bit:
                        following = targets[first + (whole & (bit - 1)).bit_count()]
                        stack.append((here + 1, following, rest, laid + letter))

    def _tiles(self, start: int, laid: str) -> Tiles:
        tiles = []
        place = start
        for letter in laid:
            while place in self.row:
                place += 1
            tiles.append((self.lines.cell(self.line, place), letter))
            place += 1
        return tuple(tiles)
