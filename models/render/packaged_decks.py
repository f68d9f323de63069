"""Decks of card art from Debian packages (gnome-cards-data, kdegames-card-data-kf5): for training only, never shipped.

A sheet of the GNOME package is a grid of 13 columns by 5 rows (clubs, diamonds, hearts, spades; jokers and back); a KDE
sheet names each card by an element id. Both are rendered by librsvg's ``rsvg-convert`` into a cache of PNG files.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import CardFace, Deck, Picture, Quad
from vision.sightings import JOKER, RANKS, SUITS

CARD_WIDTH = 300
GNOME_SHEETS = Path("/usr/share/aisleriot/cards")
KDE_SHEETS = Path("/usr/share/carddecks")
_KDE_RANKS = {"A": "1", "J": "jack", "Q": "queen", "K": "king"}
_KDE_SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_INTERNATIONAL = "A23456789TJQK"
_NO_COURTS = "A23456789T"
# Sheets and the ranks whose index is the international letter (the courts of others are B D K, V D R …).
GNOME_DECKS = {
    "anglo": _INTERNATIONAL, "anglo_bitmap": _INTERNATIONAL, "anglo_modern": _INTERNATIONAL,
    "anglo_modern_4_color": _INTERNATIONAL, "anglo_poker": _INTERNATIONAL, "atlasnye": _NO_COURTS + "QK",
    "atlasnye_skat": _NO_COURTS + "K", "bellot": _INTERNATIONAL, "berlin": _NO_COURTS + "K", "dondorf": _INTERNATIONAL,
    "gnomangelo": _INTERNATIONAL, "gnomangelo_bitmap": _INTERNATIONAL, "guyenne-classic": _NO_COURTS,
    "lattmann": _NO_COURTS + "K", "neoclassical": _INTERNATIONAL, "neoclassical_4_color": _INTERNATIONAL,
    "orell": _INTERNATIONAL, "ornamental": _INTERNATIONAL, "paris": _INTERNATIONAL, "plastic": _INTERNATIONAL,
    "rheinland": _NO_COURTS + "K", "simplistic": _INTERNATIONAL, "tango": _INTERNATIONAL, "tigullio": _INTERNATIONAL,
    "tarocco": _NO_COURTS, "ancient_french": "23456789T", "slavic_costumes": "23456789TK",
}  # fmt: skip
KDE_DECKS = {
    "svg-dondorf": _INTERNATIONAL, "svg-jolly-royal": _INTERNATIONAL, "svg-nicu-white": _INTERNATIONAL,
    "svg-oxygen": _INTERNATIONAL, "svg-oxygen-white": _INTERNATIONAL, "svg-oxygen-air": _INTERNATIONAL,
    "svg-penguins": _INTERNATIONAL, "svg-standard": _INTERNATIONAL, "svg-ancient-egyptians": _INTERNATIONAL,
    "svg-tigullio-international": _INTERNATIONAL,
}  # fmt: skip

FOUR_INDEX_DECKS = ("dondorf", "svg-dondorf")
HELD_OUT_DECKS = ("paris", "plastic", "orell", "atlasnye_skat", "svg-standard")


def _split(name: str) -> str:
    return "held" if name in HELD_OUT_DECKS else "train"


def _rsvg(source: Path, target: Path, *options: str) -> Picture | None:
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(f".{os.getpid()}.png")  # another process may be at the same sheet
        subprocess.run(["rsvg-convert", *options, str(source), "-o", str(part)], check=False, capture_output=True)
        if part.exists():
            part.replace(target)
    image = cv2.imread(str(target), cv2.IMREAD_UNCHANGED) if target.exists() else None
    return None if image is None else np.asarray(image, np.uint8)


def _gnome_cards(name: str, cache: Path) -> Iterator[tuple[str, Picture]]:
    sheet = _rsvg(GNOME_SHEETS / f"{name}.svgz", cache / f"gnome-{name}.png", "-w", str(13 * CARD_WIDTH))
    if sheet is None:
        return
    height = sheet.shape[0] / 5
    cells = {rank + suit: (r, c) for r, suit in enumerate(SUITS) for c, rank in enumerate(RANKS)}
    cells |= {JOKER: (4, 0), "back": (4, 2)}
    for card, (row, column) in cells.items():
        top, left = round(row * height), column * CARD_WIDTH
        yield card, sheet[top : top + round(height), left : left + CARD_WIDTH]


def _kde_cards(name: str, cache: Path) -> Iterator[tuple[str, Picture]]:
    source = next((KDE_SHEETS / name).glob("*.svgz"))
    ids = {rank + suit: f"{_KDE_RANKS.get(rank, rank)}_{_KDE_SUITS[suit]}" for suit in SUITS for rank in RANKS}
    probe = _rsvg(source, cache / name / "probe.png", "-i", ids["2C"], "-z", "1")
    if probe is None:
        return
    zoom = f"{CARD_WIDTH / _trimmed(probe).shape[1]:.3f}"
    for card, element in (ids | {"back": "back"}).items():
        image = _rsvg(source, cache / name / f"{card}.png", "-i", element, "-z", zoom)
        if image is not None:
            yield card, image


def _trimmed(image: Picture) -> Picture:
    """The card without the transparent margin round it; always BGRA."""
    if image.ndim == 2 or image.shape[2] == 3:
        code = cv2.COLOR_BGR2BGRA if image.ndim == 3 else cv2.COLOR_GRAY2BGRA
        image = np.asarray(cv2.cvtColor(image, code), np.uint8)
    solid = image[..., 3] > 128
    rows, columns = np.flatnonzero(solid.any(1)), np.flatnonzero(solid.any(0))
    return image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()


def _ink(image: Picture) -> NDArray[np.bool_]:
    """Mask of what is printed: pixels that differ from the paper colour (the median of the left margin)."""
    height, width = image.shape[:2]
    margin = image[int(0.35 * height) : int(0.65 * height), int(0.025 * width) : int(0.05 * width), :3]
    paper = np.median(margin.reshape(-1, 3), axis=0)
    printed: NDArray[np.bool_] = np.abs(image[..., :3].astype(np.int16) - paper).max(axis=2) > 60
    return printed & (image[..., 3] > 200)


def _index_box(image: Picture) -> tuple[int, int, int, int] | None:
    """Box (x0, y0, x1, y1) of the index of a number card: the ink left of the pips and clear of the border."""
    height, width = image.shape[:2]
    zone = _ink(image)[: int(0.42 * height), : int(0.3 * width)].astype(np.uint8)
    _, _, stats, centres = cv2.connectedComponentsWithStats(zone)
    parts = [
        (x, y, x + w, y + h)
        for (x, y, w, h, area), (cx, _) in zip(stats[1:], centres[1:], strict=True)
        if area > 12 and x > 0.015 * width and y > 0.01 * height and cx < 0.175 * width and h < 0.35 * height
    ]
    if not parts:
        return None
    boxes = np.array(parts)
    return (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))


def _index_zone(cards: dict[str, Picture]) -> tuple[int, int, int, int] | None:
    """Where this deck prints its indices: the box that holds nearly all of its number cards' indices."""
    boxes = [box for name, image in cards.items() if name[0] in "23456789" and (box := _index_box(image))]
    if len(boxes) < 8:
        return None
    array = np.array(boxes)
    low, high = np.percentile(array[:, :2], 10, axis=0), np.percentile(array[:, 2:], 90, axis=0)
    return int(low[0]) - 4, int(low[1]) - 4, int(high[0]) + 8, int(high[1]) + 5


def _corner_quads(image: Picture, zone: tuple[int, int, int, int], four: bool) -> tuple[Quad, ...]:
    """Tight quads of the index top left and, the card being two-way symmetric, of the one bottom right.

    `four`: the deck repeats its indices in the other two corners.
    """
    x0, y0, x1, y1 = (max(0, v) for v in zone)
    height, width = image.shape[:2]
    rows, columns = np.nonzero(_ink(image)[y0:y1, x0:x1])
    if len(rows) < 20:
        return ()
    left, top = x0 + columns.min(), y0 + rows.min()
    right, bottom = x0 + columns.max() + 1, y0 + rows.max() + 1
    first = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    size = np.array([width, height], np.float32)
    if not four:
        return first, size - first
    across = first.copy()
    across[:, 0] = width - first[[1, 0, 3, 2], 0]
    return first, size - first, across, size - across


def _rendered_deck(name: str, cache: Path) -> Deck | None:
    """One packaged deck by its sheet's name, or None where its package or its indices are not found."""
    gnome = name in GNOME_DECKS
    source = GNOME_SHEETS / f"{name}.svgz" if gnome else KDE_SHEETS / name
    if not source.exists():
        return None
    ranks = (GNOME_DECKS if gnome else KDE_DECKS)[name]
    cards = {card: _trimmed(image) for card, image in (_gnome_cards if gnome else _kde_cards)(name, cache)}
    zone = _index_zone(cards)
    if zone is None:
        return None
    faces = {}
    for card, image in cards.items():
        if card in ("back", JOKER) or card.replace("10", "T")[0] not in ranks:
            continue
        quads = _corner_quads(image, zone, name in FOUR_INDEX_DECKS)
        if quads:
            faces[card] = CardFace(image, card, quads)
    return Deck(name, faces, cards["back"], _split(name)) if "back" in cards else None


def _save(deck: Deck, path: Path) -> None:
    arrays: dict[str, Picture | Quad] = {"back": deck.back}
    for name, face in deck.faces.items():
        arrays[f"{name}.image"], arrays[f"{name}.corners"] = face.image, np.stack(face.corners)
    part = path.with_suffix(f".{os.getpid()}.npz")
    np.savez(part, allow_pickle=False, **arrays)
    part.replace(path)


def _load(name: str, path: Path) -> Deck:
    with np.load(path) as arrays:
        cards = [key.removesuffix(".image") for key in arrays if key.endswith(".image")]
        faces = {c: CardFace(arrays[f"{c}.image"], c, tuple(arrays[f"{c}.corners"])) for c in cards}
        return Deck(name, faces, arrays["back"], _split(name))


def packaged_decks(cache: Path, split: str) -> tuple[Deck, ...]:
    """Every installed packaged deck of a split; rendering them takes minutes, so they are kept under `cache`."""
    decks = []
    for name in (*GNOME_DECKS, *KDE_DECKS):
        path = cache / f"{name}.npz"
        if _split(name) != split:
            continue
        if not path.exists() and (deck := _rendered_deck(name, cache)) is not None:
            _save(deck, path)
        if path.exists():
            decks.append(_load(name, path))
    return tuple(decks)
