"""``python -m models.bench_words``: how fast all plays of a hand are found, beside a plain scan of the lexicon.

Boards come from random play with the lexicon itself. Both searches must give the same plays. What counts is the ratio:
absolute times depend on the machine and on what else runs on it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.lexicon import load_lexicon
from companion.rules.word_wars import NEW_TILES, Cell, Lexicon, Tiles, find_play, find_plays
from companion.rules.word_wars.board import ACROSS, DOWN, moved, neighbours, words_formed
from companion.rules.word_wars.lexicon import BIT

T = TypeVar("T")
_HAND = 7


def timed(action: Callable[[], T]) -> tuple[T, float]:
    """What an action gives, and how long it took in milliseconds of this process."""
    start = time.process_time()
    result = action()
    return result, (time.process_time() - start) * 1000


def random_position(lexicon: Lexicon, tiles_laid: int, chance: random.Random) -> tuple[dict[Cell, str], list[str]]:
    """A board with at least that many tiles, made by random play, and a hand of seven of the others."""
    board: dict[Cell, str] = {}
    tiles = chance.sample(NEW_TILES, len(NEW_TILES))
    while len(board) < tiles_laid:
        hand, tiles = tiles[:_HAND], tiles[_HAND:]
        found = list(find_plays(board, hand, lexicon))
        if found:
            laid = chance.choice(found)
            board.update(laid)
            hand = list((Counter(hand) - Counter(tile for _, tile in laid)).elements())
        tiles = chance.sample(tiles + hand, len(tiles) + len(hand))
    return board, tiles[:_HAND]


class PlainScan:
    """The rival: on every row and column, each word of the list whose letters hand and line have, at every place."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = [(_mask(word), word) for word in words]
        self._known = set(words)

    def plays(self, board: Mapping[Cell, str], hand: Sequence[str]) -> Iterator[Tiles]:
        """The same plays that `find_plays` gives, each as often as it forms a word along a line."""
        for step, line in ((ACROSS, 1), (DOWN, 0)):
            places = [cell[1 - line] for cell in board]
            numbers = [cell[line] for cell in board]
            for number in range(min(numbers) - 1, max(numbers) + 2):
                letters = Counter([*hand, *(tile for cell, tile in board.items() if cell[line] == number)])
                lacking = ~_mask("".join(letters))
                for mask, word in self._words:
                    if mask & lacking or Counter(word) - letters:
                        continue
                    for place in range(min(places) - len(word), max(places) + 2):
                        start = (place, number) if step == ACROSS else (number, place)
                        yield from self._there(board, hand, word, [moved(start, step, by) for by in range(len(word))])

    def all_plays(self, board: Mapping[Cell, str], hand: Sequence[str]) -> set[Tiles]:
        """The plays, each once, its tiles sorted by cells."""
        return {tuple(sorted(tiles)) for tiles in self.plays(board, hand)}

    def _there(self, board: Mapping[Cell, str], hand: Sequence[str], word: str, cells: list[Cell]) -> Iterator[Tiles]:
        new = tuple((cell, tile) for cell, tile in zip(cells, word, strict=True) if cell not in board)
        if not new or any(board.get(cell, tile) != tile for cell, tile in zip(cells, word, strict=True)):
            return
        joined = any(beside in board for cell, _ in new for beside in neighbours(cell))
        if not joined or Counter(tile for _, tile in new) - Counter(hand):
            return
        if all(formed in self._known for formed in words_formed(board, new)):
            yield new


def _mask(letters: str) -> int:
    return sum(BIT[letter] for letter in set(letters))


def _all_plays(board: Mapping[Cell, str], hand: Sequence[str], lexicon: Lexicon) -> list[Tiles]:
    return list(find_plays(board, hand, lexicon))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lexicon", type=Path, help="a list of words, one a line, instead of the usual one")
    parser.add_argument("--positions", type=int, default=20, help="positions for the finder (default 20)")
    parser.add_argument("--scanned", type=int, default=2, help="positions for the plain scan too (default 2)")
    parser.add_argument("--tiles", type=int, default=40, help="tiles on the board at least (default 40)")
    given = parser.parse_args()
    lexicon = load_lexicon(given.lexicon)
    _, loading = timed(lambda: load_lexicon(given.lexicon))
    rival = PlainScan(list(lexicon))
    chance = random.Random(1)
    positions = [random_position(lexicon, given.tiles, chance) for _ in range(given.positions)]
    all_times, first_times, ratios, counts = [], [], [], []
    for number, (board, hand) in enumerate(positions):
        found, taken = timed(partial(_all_plays, board, hand, lexicon))
        _, first = timed(partial(find_play, board, hand, lexicon))
        all_times.append(taken)
        first_times.append(first)
        counts.append(len(found))
        if number < given.scanned:
            scanned, slow = timed(partial(rival.all_plays, board, hand))
            if scanned != {tuple(sorted(tiles)) for tiles in found}:
                raise SystemExit(f"the searches differ on {board} with {hand}")
            ratios.append(slow / taken)
    print(
        f"{lexicon.name}: {len(lexicon)} words, {len(lexicon.masks)} nodes; loaded from the cache in {loading:.0f} ms"
    )
    print(f"{len(positions)} boards of {given.tiles} tiles or more, hands of {_HAND}, CPU time:")
    print(f"all plays:    median {statistics.median(all_times):.1f} ms, worst {max(all_times):.1f} ms")
    print(f"plays found:  median {statistics.median(counts):.0f}, most {max(counts)}")
    print(f"a first play: median {statistics.median(first_times):.2f} ms, worst {max(first_times):.2f} ms")
    if ratios:
        print(
            f"plain scan:   {min(ratios):.0f} to {max(ratios):.0f} times slower, the same plays ({len(ratios)} boards)"
        )


if __name__ == "__main__":
    main()
