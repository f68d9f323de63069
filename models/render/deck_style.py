"""The choices that make one drawn deck differ from another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from models.render.canvas import Colour, mixed
from models.render.courts import CourtPalette, random_palette
from models.render.index_glyphs import ENGLISH, OTHER_LETTERS, GlyphStyle, random_glyph_style
from models.render.pips import PipShapes, random_shapes, steeper

FOUR_COLOUR_SHARE = 0.12
BLACK_DECK_SHARE = 0.08
OTHER_LETTERS_SHARE = 0.1
# Heights of the rank sign as shares of the card's, and how often the middle of a card with a large index is what.
_RANK_HEIGHTS = {"small": (0.065, 0.085), "standard": (0.085, 0.115), "large": (0.115, 0.16), "jumbo": (0.18, 0.28)}
_PIPS = {"standard": 0.72, "number": 0.08, "single": 0.14, "none": 0.06}
_PIPS_WITH_SMALL_INDEX = [0.94, 0.02, 0.02, 0.02]


@dataclass(frozen=True)
class IndexStyle:
    """The corner index. Lengths are shares of the card's height (rank, gap, top) or width (left).

    suit: height of the suit sign as a share of the rank's. beside: suit to the right of the rank instead of below.
    four: an index in all four corners instead of two.
    """

    rank: float
    suit: float
    gap: float
    left: float
    top: float
    beside: bool
    four: bool


@dataclass(frozen=True)
class DeckStyle:
    """Everything that the faces of one deck share.

    width, height, radius in pixels; inks by suit (BGR); pips: ``"standard"``, ``"number"`` (a big rank in the middle),
    ``"single"`` (one big symbol) or ``"none"``; courts: ``"framed"``, ``"open"`` (no frame line), ``"letter"``,
    ``"symbol"``; pip_size, pip_spread, pip_reach: height of a pip, distance of the outer columns and of the outer
    rows from the middle, shares of the card's height, width and height; wear: how much ink is rubbed off, 0 to 1.
    """

    width: int
    height: int
    radius: float
    paper: Colour
    inks: dict[str, Colour]
    glyphs: GlyphStyle
    index: IndexStyle
    shapes: PipShapes
    pips: str
    pip_size: float
    pip_spread: float
    pip_reach: float
    ornate_ace: bool
    courts: str
    palette: CourtPalette
    border: float
    yellowing: float
    wear: float = 0.0


def _is_black(style: DeckStyle) -> bool:
    return max(style.paper) < 90


# Kinds of decks that are read unlike well, each with what tells its styles.
DECK_KINDS: dict[str, Callable[[DeckStyle], bool]] = {
    "usual": lambda style: (
        not _is_black(style)
        and style.index.rank < 0.16
        and style.inks["C"] == style.inks["S"]
        and style.glyphs.letters == ENGLISH
    ),
    "yellowed": lambda style: style.yellowing > 0.35,
    "black": _is_black,
    "jumbo": lambda style: style.index.rank >= 0.18,
    "four colours": lambda style: style.inks["C"] != style.inks["S"],
    "other letters": lambda style: style.glyphs.letters != ENGLISH,
}


def random_style(rng: np.random.Generator, fonts: Sequence[Path]) -> DeckStyle:
    """A deck style within what is printed; `fonts` is not empty."""
    height = 504
    width = round(height * rng.choice([0.635, 0.643, 0.65, 0.69, 0.714, rng.uniform(0.63, 0.72)]))
    black = rng.random() < BLACK_DECK_SHARE
    paper = _black_paper(rng) if black else _paper(rng)
    inks = _bright_inks(rng) if black else _inks(rng)
    index, glyphs = _index(rng), random_glyph_style(rng, fonts)
    small = index.rank < 0.15
    return DeckStyle(
        width=width,
        height=height,
        radius=width * rng.uniform(0.035, 0.075),
        paper=paper,
        inks=inks,
        glyphs=replace(glyphs, width=glyphs.width * min(1.0, 0.16 / index.rank)),
        index=index,
        shapes=random_shapes(rng),
        pips=str(rng.choice(list(_PIPS), p=_PIPS_WITH_SMALL_INDEX if small else list(_PIPS.values()))),
        pip_size=rng.uniform(0.115, 0.185) if small else rng.uniform(0.11, 0.15),
        pip_spread=rng.uniform(0.17, 0.24),
        pip_reach=rng.uniform(0.3, 0.38),
        ornate_ace=bool(rng.random() < 0.75),
        courts=str(rng.choice(["framed", "open", "letter", "symbol"], p=[0.75, 0.13, 0.06, 0.06])),
        palette=random_palette(rng, paper, inks["S"]),
        border=rng.uniform(0.02, 0.035) if rng.random() < 0.06 else 0.0,
        yellowing=max(0.0, rng.normal(-0.15, 0.35)),
    )


def unusual(rng: np.random.Generator, style: DeckStyle) -> DeckStyle:
    """The style, now and then with what few decks have: black paper, leaves of a steeper shape, worn ink,
    other letters than A J Q K."""
    if rng.random() < BLACK_DECK_SHARE:
        paper, inks = _black_paper(rng), _bright_inks(rng)
        style = replace(style, paper=paper, inks=inks, palette=random_palette(rng, paper, inks["S"]))
    if rng.random() < 0.5:
        style = replace(style, shapes=steeper(rng, style.shapes))
    if rng.random() < 0.3:
        style = replace(style, wear=rng.uniform(0.1, 1.0))
    if rng.random() < OTHER_LETTERS_SHARE:
        letters = OTHER_LETTERS[int(rng.integers(len(OTHER_LETTERS)))]
        style = replace(style, glyphs=replace(style.glyphs, letters=letters))
    return style


def _index(rng: np.random.Generator) -> IndexStyle:
    size = rng.choice(["small", "standard", "large", "jumbo"], p=[0.22, 0.42, 0.2, 0.16])
    rank = rng.uniform(*_RANK_HEIGHTS[str(size)])
    return IndexStyle(
        rank=rank,
        suit=rng.uniform(0.5, 0.85) if size != "jumbo" else rng.uniform(0.4, 0.6),
        gap=rng.uniform(0.008, 0.03),
        left=rng.uniform(0.025, 0.06),
        top=rng.uniform(0.02, 0.055),
        beside=bool(rng.random() < 0.05 and size != "jumbo"),
        four=bool(rng.random() < 0.12 and size != "jumbo"),
    )


def _paper(rng: np.random.Generator) -> Colour:
    grey = int(rng.integers(232, 256))
    if rng.random() < 0.18:
        return mixed((grey, grey, grey), (205, 228, 240), rng.uniform(0.2, 1.0))  # cream
    return grey, grey, grey


def _black_paper(rng: np.random.Generator) -> Colour:
    grey = int(rng.integers(12, 48))
    return grey, grey, grey


def _bright_inks(rng: np.random.Generator) -> dict[str, Colour]:
    pale = [(240, 240, 240), (200, 200, 200), (120, 185, 215), (90, 160, 200)][rng.integers(4)]
    warm = pale if rng.random() < 0.2 else [(50, 45, 225), (60, 80, 240), (60, 170, 225)][rng.integers(3)]
    return {"S": pale, "C": pale, "H": warm, "D": warm}


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    dark = int(rng.integers(8, 60))
    black = (dark, dark, dark)
    crimson, orange = (int(rng.integers(20, 70)), 15, int(rng.integers(165, 225))), (35, int(rng.integers(40, 95)), 232)
    red = crimson if rng.random() < 0.65 else orange
    inks: dict[str, Colour] = {"S": black, "C": black, "H": red, "D": red}
    if rng.random() < FOUR_COLOUR_SHARE:
        inks["D"] = [(190, 90, 20), (210, 60, 40), (30, 130, 240)][rng.integers(3)]
        inks["C"] = [(50, 125, 30), (70, 100, 10), (120, 40, 90)][rng.integers(3)]
    return inks
