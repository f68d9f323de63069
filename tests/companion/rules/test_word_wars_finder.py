"""The finder against a plain search that tries every word everywhere, on boards that random play made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.word_wars import Cell, Lexicon, Tiles, find_play, find_plays
from companion.rules.word_wars.board import ACROSS, DOWN, moved, word_through

WORDS = st.sets(st.text("AEST", min_size=2, max_size=5), min_size=3, max_size=30)
HANDS = st.text("AEST?", min_size=1, max_size=6)


def plain_search(board: dict[Cell, str], hand: str, lexicon: Lexicon) -> Iterator[Tiles]:
    """Every word on every line at every place: what fits the board and the hand, joins, and forms words only."""
    columns, rows = [column for column, _ in board], [row for _, row in board]
    for word in lexicon:
        reach = len(word)
        for column in range(min(columns) - reach, max(columns) + 2):
            for row in range(min(rows) - reach, max(rows) + 2):
                for step in (ACROSS, DOWN):
                    cells = [moved((column, row), step, by) for by in range(len(word))]
                    new = tuple((cell, tile) for cell, tile in zip(cells, word, strict=True) if cell not in board)
                    if _lies(board, hand, word, cells, new, step, lexicon):
                        yield tuple(sorted(new))


def _lies(
    board: dict[Cell, str], hand: str, word: str, cells: list[Cell], new: Tiles, step: Cell, lexicon: Lexicon
) -> bool:
    if not new or Counter(tile for _, tile in new) - Counter(hand):
        return False
    if any(board.get(cell, tile) != tile for cell, tile in zip(cells, word, strict=True)):
        return False
    if moved(cells[0], step, -1) in board or moved(cells[-1], step) in board:
        return False
    after = {**board, **dict(new)}
    crossing = [word_through(after, cell, DOWN if step == ACROSS else ACROSS) for cell, _ in new]
    if len(new) == len(word) and all(len(other) == 1 for other in crossing):
        return False
    return all(len(other) == 1 or other in lexicon for other in crossing)


def random_board(lexicon: Lexicon, seed: int, plays: int) -> dict[Cell, str]:
    chance = random.Random(seed)
    board: dict[Cell, str] = {}
    for _ in range(plays):
        found = list(find_plays(board, "".join(chance.choices("AEST", k=5)), lexicon))
        if found:
            board.update(chance.choice(found))
    return board


@settings(max_examples=60, deadline=None)
@given(WORDS, HANDS, st.integers(0, 2**32), st.integers(1, 6))
def test_the_finder_finds_exactly_what_a_plain_search_finds(words: set[str], hand: str, seed: int, plays: int) -> None:
    lexicon = Lexicon.of("some", words)
    board = random_board(lexicon, seed, plays)
    if not board:
        return
    found = [tuple(sorted(tiles)) for tiles in find_plays(board, hand, lexicon)]
    assert len(found) == len(set(found))
    assert set(found) == set(plain_search(board, hand, lexicon))
    first = find_play(board, hand, lexicon)
    assert (first is None) == (not found)


@given(WORDS, HANDS)
@settings(max_examples=30, deadline=None)
def test_first_words(words: set[str], hand: str) -> None:
    lexicon = Lexicon.of("some", words)
    fitting = {word for word in words if not Counter(word) - Counter(hand)}
    anywhere = list(find_plays({}, hand, lexicon))
    assert sorted("".join(tile for _, tile in tiles) for tiles in anywhere) == sorted(fitting)
    assert all([cell for cell, _ in tiles] == [(place, 0) for place in range(len(tiles))] for tiles in anywhere)
    centred = list(find_plays({}, hand, lexicon, centre=True))
    assert len(centred) == len(set(centred)) == sum(2 * len(word) for word in fitting)
    assert all((0, 0) in dict(tiles) for tiles in centred)


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("S", {(((3, 0), "S"),), (((0, 3), "S"),)}),  # one tile ends a word across or one down
        ("Q", set()),
        ("", set()),
    ],
)
def test_single_tiles(hand: str, plays: set[Tiles]) -> None:
    lexicon = Lexicon.of("some", ["CAT", "CATS", "COW", "COWS"])
    board = {(0, 0): "C", (1, 0): "A", (2, 0): "T", (0, 1): "O", (0, 2): "W"}
    assert set(find_plays(board, hand, lexicon)) == plays


def test_one_tile_that_forms_two_words_is_found_once() -> None:
    lexicon = Lexicon.of("some", ["AT", "TA"])
    assert list(find_plays({(0, 0): "A", (1, 1): "A"}, "T", lexicon)).count((((1, 0), "T"),)) == 1
