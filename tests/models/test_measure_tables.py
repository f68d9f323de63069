"""The measure of hard tables: its decks are of the kind it says, and a read where nothing is counts against it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from models.measure_tables import DENSE, KINDS, dense_outcomes, false_reads
from models.render.bank import ArtBank, BankSize
from models.render.deck_style import DECK_KINDS, random_style, unusual
from models.render.fonts import font_files
from vision.sightings import Kind, Reading, Sighting
from vision.whole import Whole

BOX = np.array([[0, 0], [50, 0], [50, 70], [0, 70]], np.float32)
SMALL = BankSize(drawn_decks=1, backs=1, tile_sets=1, boards=1, racks=1, surfaces=2, clutter=2, hands=1)


class Says:
    """Eyes that see the same things on every picture."""

    def __init__(self, seen: Sequence[Sighting]) -> None:
        self.seen = tuple(seen)

    def read(self, image: NDArray[np.uint8], whole: Whole | None = None) -> Reading:
        return Reading((image.shape[1], image.shape[0]), 1.0, self.seen)


@pytest.mark.parametrize("kind", DECK_KINDS)
def test_every_kind_of_deck_is_drawn_now_and_then_and_no_style_is_of_all_kinds(kind: str) -> None:
    rng = np.random.default_rng(1)
    styles = [unusual(rng, random_style(rng, font_files("held"))) for _ in range(120)]
    assert 0 < sum(map(DECK_KINDS[kind], styles)) < len(styles)
    assert kind in KINDS


def test_what_is_read_where_nothing_is_counts() -> None:
    seen = [
        Sighting(Kind.TILE, "A", 0.9, True, BOX),
        Sighting(Kind.CARD, "6S", 0.6, False, BOX),
        Sighting(Kind.TILE, None, 0.3, False, BOX),
    ]
    rng = np.random.default_rng(2)
    counted = false_reads(Says(seen), rng, ArtBank(rng, "held", SMALL), 3)
    assert counted == {"tables": 3, "named": 6, "certain": 3}


def test_dense_tables_hold_more_cards_than_eyes_that_see_none_could_miss() -> None:
    rng = np.random.default_rng(3)
    outcomes = list(dense_outcomes(Says([]), rng, ArtBank(rng, "held", SMALL), 4))
    assert len(outcomes) > 3 * len(DENSE)  # a view may show none of its cards
    assert sum(outcome.missed.total() for outcome in outcomes) > 8 * len(outcomes)
