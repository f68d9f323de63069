"""What else is on a table: things not to be read, and hands that cover what is (`random_hand`)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.render import objects, papers
from models.render.art import Picture
from models.render.hands import random_hand

__all__ = ["random_clutter", "random_hand"]

_THINGS: dict[str, Callable[[np.random.Generator, str], Picture]] = {
    "chip": objects.chip,
    "coin": objects.coin,
    "pen": objects.pen,
    "phone": objects.phone,
    "remote": objects.remote,
    "keyboard": objects.keyboard,
    "die": objects.die,
    "mug": objects.mug,
    "glasses": objects.glasses,
    "cable": objects.cable,
    "scissors": objects.scissors,
    "pebble": objects.pebble,
    "business card": papers.business_card,
    "book": papers.book,
    "post-it": papers.post_it,
    "receipt": papers.receipt,
    "score sheet": papers.score_sheet,
    "oval card": papers.oval_card,
    "picture card": papers.picture_card,
    "number tile": papers.number_tile,
}
# What is most easily taken for a tile or a card comes up more often.
_WEIGHTS = {"keyboard": 3.0, "book": 1.5, "picture card": 1.5, "number tile": 1.5}


def random_clutter(rng: np.random.Generator, split: str) -> Picture:
    """One thing seen from above, BGRA, about 40 to 330 px, upright; print on it is set in fonts of `split`."""
    weights = np.array([_WEIGHTS.get(name, 1.0) for name in _THINGS])
    return list(_THINGS.values())[int(rng.choice(len(weights), p=weights / weights.sum()))](rng, split)
