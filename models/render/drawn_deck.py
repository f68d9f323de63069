"""Whole decks drawn by the project: 52 French-suited faces, a joker and a back, each deck in a style of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.render import canvas
from models.render.art import CardFace, Deck, Quad
from models.render.backs_art import random_back, twin_backs
from models.render.canvas import Colour, Image, Mask
from models.render.courts import court_figure
from models.render.deck_style import DeckStyle, random_style, unusual
from models.render.fonts import font_files
from models.render.index_glyphs import rank_masks, text_mask
from models.render.pips import pip_mask
from models.render.wear import rubbed
from vision.sightings import JOKER, RANKS, SUITS

# Columns (-1, 0, 1) and rows (-1 top … 1 bottom) of the pips on the number cards; those below the middle are turned.
_THIRD = 1 / 3
_SIDES_4 = tuple((x, y) for x in (-1.0, 1.0) for y in (-1.0, 1.0))
_SIDES_6 = tuple((x, y) for x in (-1.0, 1.0) for y in (-1.0, 0.0, 1.0))
_SIDES_8 = tuple((x, y) for x in (-1.0, 1.0) for y in (-1.0, -_THIRD, _THIRD, 1.0))
_LAYOUTS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0, 0),),
    "2": ((0, -1), (0, 1)),
    "3": ((0, -1), (0, 0), (0, 1)),
    "4": _SIDES_4,
    "5": (*_SIDES_4, (0, 0)),
    "6": _SIDES_6,
    "7": (*_SIDES_6, (0, -0.5)),
    "8": (*_SIDES_6, (0, -0.5), (0, 0.5)),
    "9": (*_SIDES_8, (0, 0)),
    "10": (*_SIDES_8, (0, -2 * _THIRD), (0, 2 * _THIRD)),
}
_SHIPPED = {"harbour": 202, "lantern": 216, "orchard": 219, "quarry": 212, "meadow": 213, "ember": 208}  # seeds
_TWIN_SEED = 100


def random_deck(
    rng: np.random.Generator, split: str, name: str, fit: Callable[[DeckStyle], bool] | None = None
) -> Deck:
    """A deck in a random style, about 360 x 504 px a card; `split` chooses the fonts (see `models.render.fonts`).

    fit: which styles to take; others are drawn again.
    """
    fonts = font_files(split)
    style = unusual(rng, random_style(rng, fonts))
    while fit and not fit(style):
        style = unusual(rng, random_style(rng, fonts))
    return _deck(rng, style, fonts, name, split)


def _deck(rng: np.random.Generator, style: DeckStyle, fonts: Sequence[Path], name: str, split: str) -> Deck:
    painter = _Painter(style, rng, fonts[int(rng.integers(len(fonts)))])
    faces = {rank + suit: painter.face(rank, suit) for suit in SUITS for rank in RANKS}
    faces[JOKER] = painter.joker()
    return Deck(name, faces, random_back(rng, (style.width, style.height)), split)


class _Painter:
    """Draws the faces of one deck from masks that are made once."""

    def __init__(self, style: DeckStyle, rng: np.random.Generator, font: Path) -> None:
        self.style, self.rng, self.font = style, rng, font
        rank = round(style.index.rank * style.height)
        self.ranks = rank_masks(style.glyphs, rank)
        self.big_ranks = rank_masks(style.glyphs, round(0.3 * style.height))
        self.small = {s: pip_mask(s, style.shapes, round(rank * style.index.suit)) for s in SUITS}
        self.wide = max(self.ranks["8"].shape[1], self.ranks["K"].shape[1], *(m.shape[1] for m in self.small.values()))
        self.alpha = canvas.rounded_alpha(style.width, style.height, style.radius)

    def face(self, rank: str, suit: str) -> CardFace:
        """One face with its index corners."""
        image = self._blank()
        if rank in _LAYOUTS:
            self._number(image, rank, suit)
        else:
            self._court(image, rank, suit)
        sign = self._index_mask(rank, suit)
        corners = self._indices(image, sign, self.style.inks[suit], over_picture=rank in "JQK")
        return self._finished(image, rank + suit, corners)

    def joker(self) -> CardFace:
        """The joker: a fool or a star, and JOKER, a star or JKR as its index."""
        image, style, rng = self._blank(), self.style, self.rng
        ink = style.inks[str(rng.choice(["S", "H"]))]
        size = round(style.width * 0.62), round(style.height * rng.uniform(0.55, 0.8))
        if rng.random() < 0.75:
            self._paste_centred(image, court_figure(JOKER, size, style.palette, rng))
        else:
            star = _star_mask(round(style.width * 0.5))
            canvas.stamp_centred(image, star, ink, style.width / 2, style.height / 2)
        return self._finished(image, JOKER, self._indices(image, self._joker_sign(), ink, over_picture=True))

    def _joker_sign(self) -> Mask:
        rng, style = self.rng, self.style
        tall = round(style.height * min(0.075, style.index.rank) * rng.uniform(0.6, 0.9))
        kind = rng.choice(["stacked", "turned", "star", "short"], p=[0.4, 0.25, 0.15, 0.2])
        if kind == "star":
            return _stacked([_star_mask(round(tall * 1.4))] + [text_mask(c, self.font, tall // 2) for c in "JOKER"], 3)
        if kind == "short":
            return text_mask("JKR", self.font, round(tall * 0.9))
        if kind == "turned":
            return np.ascontiguousarray(text_mask("JOKER", self.font, round(tall * 0.8))[:, ::-1].T)
        return _stacked([text_mask(c, self.font, tall) for c in "JOKER"], max(3, tall // 6))

    def _blank(self) -> Image:
        style = self.style
        image = np.full((style.height, style.width, 3), style.paper, np.uint8)
        if style.border:
            inset = round(style.border * style.width)
            corner = (style.width - 1 - inset, style.height - 1 - inset)
            cv2.rectangle(image, (inset, inset), corner, style.inks["S"], 2, cv2.LINE_AA)
        return image

    def _index_mask(self, rank: str, suit: str) -> Mask:
        """Rank and suit sign together, cut to the ink of both."""
        gap = round(self.style.index.gap * self.style.height)
        sign, pip = self.ranks[rank], self.small[suit]
        if not self.style.index.beside:
            return canvas.cropped(_stacked([sign, pip], gap))
        tall = max(sign.shape[0], pip.shape[0])
        parts = [np.pad(m, ((0, tall - m.shape[0]), (0, 0))) for m in (sign, pip)]
        return canvas.cropped(np.concatenate([parts[0], np.zeros((tall, gap), np.uint8), parts[1]], 1))

    def _indices(self, image: Image, sign: Mask, ink: Colour, over_picture: bool) -> tuple[Quad, ...]:
        """Print the index in its corners; a quad each, starting at the sign's own top left."""
        style = self.style
        height, width = sign.shape
        middle = style.index.left * style.width + self.wide / 2
        left = middle - width / 2 if width <= 1.4 * self.wide else style.index.left * style.width
        x = max(round(left), round(0.014 * style.width))
        y = round(style.index.top * style.height)
        room = np.full((height + 6, width + 6), 255, np.uint8)  # an index over a picture stands on bare paper
        spots = [(x, y, False), (style.width - x - width, style.height - y - height, True)]
        if style.index.four:
            spots += [(style.width - x - width, y, False), (x, style.height - y - height, True)]
        quads = []
        for left_px, top_px, turned in spots:
            if over_picture:
                canvas.stamp(image, room, style.paper, left_px - 3, top_px - 3)
            canvas.stamp(image, canvas.turned(sign) if turned else sign, ink, left_px, top_px)
            right, low = left_px + width, top_px + height
            quad = [[left_px, top_px], [right, top_px], [right, low], [left_px, low]]
            quads.append(np.array(quad[2:] + quad[:2] if turned else quad, np.float32))
        return tuple(quads)

    def _number(self, image: Image, rank: str, suit: str) -> None:
        style, ink = self.style, self.style.inks[suit]
        x, y = style.width / 2, style.height / 2
        if rank == "A" and suit == "S" and style.ornate_ace:
            self._ornate_ace(image)
        elif rank == "A" or style.pips == "single":
            size = 0.18 if rank == "A" and style.pips == "standard" else 0.34
            canvas.stamp_centred(image, pip_mask(suit, style.shapes, round(size * style.height)), ink, x, y)
        elif style.pips == "number":
            canvas.stamp_centred(image, self.big_ranks[rank], ink, x, y)
        elif style.pips == "standard":
            self._pips(image, rank, suit)

    def _pips(self, image: Image, rank: str, suit: str) -> None:
        """The standard layout, moved in from a wide index."""
        style = self.style
        mask = pip_mask(suit, style.shapes, round(style.pip_size * style.height))
        spread = style.pip_spread * style.width
        free = style.index.left * style.width + self.wide + 0.012 * style.width
        room = style.width / 2 - free - mask.shape[1] / 2
        spread = max(min(spread, room), 0.13 * style.width)
        if spread < mask.shape[1] * 1.05:  # a narrow block: smaller pips
            scale = max(0.6, spread / (mask.shape[1] * 1.05))
            mask = canvas.resized(mask, round(mask.shape[1] * scale), round(mask.shape[0] * scale))
        for column, row in _LAYOUTS[rank]:
            spot = style.width / 2 + column * spread, style.height / 2 + row * style.pip_reach * style.height
            canvas.stamp_centred(image, canvas.turned(mask) if row > 0 else mask, style.inks[suit], *spot)

    def _ornate_ace(self, image: Image) -> None:
        """A big spade with rings of paper-coloured ornament, often in a wreath, and a line of print."""
        style, rng = self.style, self.rng
        size = rng.uniform(0.35, 0.52)
        shapes = replace(style.shapes, stem_width=0.16)
        spade = pip_mask("S", shapes, round(size * style.height))
        x, y, ink = style.width / 2, style.height / 2, style.inks["S"]
        if rng.random() < 0.5:
            self._wreath(image, (x, y), size * style.height * rng.uniform(0.48, 0.55))
        canvas.stamp_centred(image, spade, ink, x, y)
        for share, colour in ((0.86, style.paper), (0.8, ink), (0.5, style.paper), (0.42, ink), (0.2, style.paper)):
            if rng.random() < 0.8:
                inner = canvas.resized(spade, round(spade.shape[1] * share), round(spade.shape[0] * share))
                canvas.stamp_centred(image, inner, colour, x, y)
        self._curls(image, spade, (x, y))
        if rng.random() < 0.6:
            words = str(rng.choice(["FINE CARDS", "No 52", "CARD WORKS", "CLUB SPECIAL"]))
            text = text_mask(words, self.font, round(0.022 * style.height))
            canvas.stamp_centred(image, text, ink, x, y + size * style.height * 0.56)

    def _curls(self, image: Image, spade: Mask, centre: tuple[float, float]) -> None:
        rng = self.rng
        half = spade.shape[1] * 0.24
        for _ in range(int(rng.integers(6, 16))):
            dx, dy, r = rng.uniform(0, half), rng.uniform(-half, half), rng.uniform(0.03, 0.1) * spade.shape[1]
            for side in (-1, 1):
                spot = (round(centre[0] + side * dx), round(centre[1] + dy))
                axes = (round(r), round(r * 0.7))
                cv2.ellipse(image, spot, axes, side * 30, 0, 280, self.style.paper, 2, cv2.LINE_AA)

    def _wreath(self, image: Image, centre: tuple[float, float], radius: float) -> None:
        rng = self.rng
        petals, size = int(rng.integers(18, 36)), radius * rng.uniform(0.1, 0.16)
        for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False):
            spot = (round(centre[0] + radius * np.cos(angle)), round(centre[1] + radius * np.sin(angle)))
            axes = (max(2, round(size)), max(2, round(size * 0.55)))
            cv2.ellipse(image, spot, axes, np.degrees(angle), 0, 360, self.style.inks["S"], 2, cv2.LINE_AA)

    def _court(self, image: Image, rank: str, suit: str) -> None:
        style, ink = self.style, self.style.inks[suit]
        x, y = style.width / 2, style.height / 2
        if style.courts == "letter":
            canvas.stamp_centred(image, self.big_ranks[rank], ink, x, y)
            return
        if style.courts == "symbol":
            big = pip_mask(suit, style.shapes, round(0.36 * style.height))
            canvas.stamp_centred(image, big, ink, x, y)
            big_letter = self.big_ranks[rank]
            letter = canvas.resized(big_letter, big_letter.shape[1] // 2, big_letter.shape[0] // 2)
            canvas.stamp_centred(image, letter, style.paper, x, y)
            return
        self._framed_court(image, rank, suit)

    def _framed_court(self, image: Image, rank: str, suit: str) -> None:
        """The figure within its frame, with the suit sign in two of its corners."""
        style, rng = self.style, self.rng
        left = style.index.left * style.width + self.wide + 0.012 * style.width
        left = round(min(max(left, 0.1 * style.width), 0.29 * style.width))
        top = round(rng.uniform(0.055, 0.09) * style.height)
        size = (style.width - 2 * left, style.height - 2 * top)
        figure = court_figure(rank, size, style.palette, rng)
        pip = pip_mask(suit, style.shapes, round(rng.uniform(0.1, 0.14) * style.height))
        gap = round(0.012 * style.width)
        ground = np.full((pip.shape[0] + 2 * gap, pip.shape[1] + 2 * gap), 255, np.uint8)
        for _half in range(2):
            canvas.stamp(figure, ground, style.paper, 0, 0)
            canvas.stamp(figure, pip, style.inks[suit], gap, gap)
            figure = np.ascontiguousarray(figure[::-1, ::-1])
        if style.courts == "framed":
            cv2.rectangle(figure, (0, 0), (size[0] - 1, size[1] - 1), style.palette.line, 2)
        self._paste_centred(image, figure)

    def _paste_centred(self, image: Image, picture: Image) -> None:
        top, left = (image.shape[0] - picture.shape[0]) // 2, (image.shape[1] - picture.shape[1]) // 2
        image[top : top + picture.shape[0], left : left + picture.shape[1]] = picture

    def _finished(self, image: Image, name: str, corners: tuple[Quad, ...]) -> CardFace:
        tint = np.array([1 - 0.12 * self.style.yellowing, 1 - 0.03 * self.style.yellowing, 1.0])
        worn = np.asarray(image * np.clip(tint, 0.5, 1), np.uint8) if self.style.yellowing else image
        if self.style.wear:
            worn = rubbed(self.rng, worn, self.style.wear)
        return CardFace(canvas.with_alpha(worn, self.alpha), name, corners)


def _stacked(masks: Sequence[Mask], gap: int) -> Mask:
    """Masks below one another, centred."""
    wide = max(m.shape[1] for m in masks)
    rows = []
    for mask in masks:
        left = (wide - mask.shape[1]) // 2
        rows += [np.pad(mask, ((0, gap), (left, wide - mask.shape[1] - left)))]
    stacked = np.concatenate(rows)
    return stacked[: stacked.shape[0] - gap] if gap else stacked


def _star_mask(size: int) -> Mask:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2, 0.4, 1.0) * 96
    points = np.stack([100 + radii * np.cos(angles), 100 + radii * np.sin(angles)], 1)
    mask = np.zeros((200, 200), np.uint8)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return canvas.resized(canvas.cropped(mask), size, size)


def shipped_decks() -> tuple[Deck, ...]:
    """The six decks of the project's own demo and tests: fixed names, styles and backs, drawn when asked for.

    Only the fonts that Kivy ships are used. The backs of the first two are the red and the blue of one design.
    """
    fonts = [f for f in font_files("all") if "kivy" in f.parts]
    decks = []
    for name, seed in _SHIPPED.items():
        rng = np.random.default_rng(seed)
        decks.append(_deck(rng, random_style(rng, fonts), fonts, name, "train"))
    first, second = decks[0], decks[1]
    shape = first.back.shape[1], first.back.shape[0]
    red, blue = twin_backs(np.random.default_rng(_TWIN_SEED), shape)
    return (replace(first, back=red), replace(second, back=blue), *decks[2:])
