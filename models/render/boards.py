"""Game boards for letter tiles seen flat: grids with premium squares and a printed frame, and plain grids."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import BoardArt, Picture
from models.render.lettering import fitted_mask, random_font, random_line, random_word, text_mask
from models.render.texture import Colour, hsv, luma, noise, paint, rounded_mask, shade_by, tint, vary, with_alpha, wood

_SIZE = 15
# Field, frame and line colours (BGR) of the usual looks.
_SCHEMES: tuple[tuple[Colour, Colour, Colour], ...] = (
    ((46, 84, 30), (40, 70, 24), (215, 222, 225)),
    ((40, 70, 24), (40, 70, 24), (190, 200, 200)),
    ((26, 148, 205), (30, 152, 210), (205, 220, 225)),
    ((40, 175, 225), (24, 24, 150), (235, 235, 235)),
    ((225, 232, 236), (48, 40, 205), (245, 245, 245)),
    ((205, 215, 222), (90, 60, 40), (250, 250, 250)),
    ((150, 192, 212), (120, 165, 190), (70, 100, 120)),
    ((165, 205, 222), (235, 240, 242), (40, 50, 60)),
    ((140, 150, 90), (110, 118, 60), (220, 225, 215)),
    ((45, 42, 40), (28, 26, 26), (120, 125, 125)),
    ((120, 80, 50), (90, 55, 30), (210, 200, 190)),
    ((70, 50, 120), (50, 32, 90), (220, 215, 225)),
)
_PREMIUMS: tuple[tuple[Colour, ...], ...] = (
    ((40, 36, 215), (50, 175, 235), (205, 120, 30), (235, 190, 160)),
    ((40, 30, 110), (205, 110, 190), (140, 70, 20), (235, 165, 80)),
    ((60, 50, 190), (110, 100, 220), (130, 80, 30), (215, 160, 70)),
    ((50, 44, 200), (70, 140, 215), (170, 80, 50), (195, 165, 130)),
    ((70, 60, 180), (170, 170, 240), (160, 130, 30), (225, 215, 150)),
)
_WORDINGS = (
    ("TRIPLE\nWORD\nSCORE", "DOUBLE\nWORD\nSCORE", "TRIPLE\nLETTER\nSCORE", "DOUBLE\nLETTER\nSCORE"),
    ("TRIPLE\nWORD", "DOUBLE\nWORD", "TRIPLE\nLETTER", "DOUBLE\nLETTER"),
    ("TW", "DW", "TL", "DL"),
    ("3W", "2W", "3L", "2L"),
    ("x3", "x2", "3", "2"),
)


@dataclass(frozen=True)
class _Plan:
    """Where things lie on a board: its size in px, the grid's top left and the cell's side."""

    width: int
    height: int
    left: int
    top: int
    cell: float
    cells: int

    def square(self, row: int, col: int, inset: float = 0.0) -> tuple[int, int, int, int]:
        """(x0, y0, x1, y1) of a cell in px."""
        x, y = self.left + col * self.cell, self.top + row * self.cell
        return round(x + inset), round(y + inset), round(x + self.cell - inset), round(y + self.cell - inset)


def _premium_kinds(rng: np.random.Generator) -> dict[tuple[int, int], int]:
    """Premium squares by (row, column), 0 the best to 3 the least.

    Eightfold symmetric like the boards in the shops: a diagonal of one kind, the best ones on the rim.
    """
    middle = _SIZE // 2
    wedge: dict[tuple[int, int], int] = {(0, middle): 0}
    if rng.random() < 0.75:
        wedge[0, 0] = 0
    diagonal_kind = int(rng.choice([1, 1, 1, 2]))
    turn = int(rng.integers(4, 6))
    for d in range(1, middle):
        wedge[d, d] = diagonal_kind if d > middle - turn - 1 or rng.random() < 0.6 else 3
        if d < turn - 1 or rng.random() < 0.3:
            wedge[middle - d, middle - d] = int(rng.choice([2, 3]))
    for _ in range(int(rng.integers(3, 7))):
        a, b = sorted(int(v) for v in rng.integers(0, middle + 1, 2))
        wedge.setdefault((a, b), int(rng.choice([2, 3, 3])))
    wedge[middle, middle] = 1
    kinds: dict[tuple[int, int], int] = {}
    for (a, b), kind in wedge.items():
        for r, c in ((a, b), (b, a)):
            for row in (r, _SIZE - 1 - r):
                for col in (c, _SIZE - 1 - c):
                    kinds[row, col] = kind
    return kinds


def _sheet(rng: np.random.Generator, size: tuple[int, int], colour: Colour) -> NDArray[np.uint8]:
    """Printed card: a flat colour with faint blotches and grain."""
    shade = (
        1
        + noise(rng, size, (4, 4), 2) * np.float32(0.05)
        + noise(rng, size, (size[0] / 2, size[1] / 2)) * np.float32(0.015)
    )
    return tint(colour, shade)


def _contrast(colour: Colour) -> Colour:
    return (20, 20, 20) if luma(colour) > 130 else (235, 240, 240)


def _fill_square(image: Picture, plan: _Plan, at: tuple[int, int], colour: Colour, style: str) -> None:
    """A premium square: plain, a smaller inlay, or with a scalloped rim that juts into its neighbours."""
    x0, y0, x1, y1 = plan.square(*at, inset=plan.cell * (0.1 if style == "inlay" else 0.0))
    cv2.rectangle(image, (x0, y0), (x1, y1), colour, -1)
    if style != "scalloped":
        return
    side, tooth = x1 - x0, max(3, round(plan.cell * 0.11))
    for share in (0.2, 0.5, 0.8):
        along = round(side * share)
        for tip, base in (((along, -tooth), 0), ((along, side + tooth), side)):
            points = np.array([[along - tooth, base], tip, [along + tooth, base]])
            for shape in (points, points[:, ::-1]):
                cv2.fillPoly(image, [shape + (x0, y0)], colour, cv2.LINE_AA)


def _draw_premiums(rng: np.random.Generator, image: Picture, plan: _Plan, font: Path) -> None:
    """The premium squares with or without their wording, and a star in the middle."""
    colours = [vary(rng, c, 10) for c in _PREMIUMS[int(rng.integers(len(_PREMIUMS)))]]
    style = str(rng.choice(["plain", "plain", "inlay", "scalloped"]))
    words = _WORDINGS[int(rng.integers(len(_WORDINGS)))] if rng.random() < 0.65 else None
    ink = (20, 20, 20) if rng.random() < 0.4 else (240, 240, 240)
    masks: list[NDArray[np.uint8]] = []
    for text in words or ():
        masks.append(fitted_mask(text, font, 0.8 * plan.cell, (0.62 if len(text) > 2 else 0.4) * plan.cell))
    kinds = _premium_kinds(rng)
    for at, kind in kinds.items():
        _fill_square(image, plan, at, colours[kind], style)
    for at, kind in kinds.items():
        if masks and at != (_SIZE // 2, _SIZE // 2):
            x0, y0, x1, y1 = plan.square(*at)
            mask = masks[kind]
            paint(image, mask, ink, ((x0 + x1 - mask.shape[1]) / 2, (y0 + y1 - mask.shape[0]) / 2), 0.85)
    x0, y0, x1, y1 = plan.square(_SIZE // 2, _SIZE // 2)
    angles = -np.pi / 2 + np.arange(10) * np.pi / 5
    radii = np.where(np.arange(10) % 2, 0.15, 0.36) * plan.cell
    star = np.stack([(x0 + x1) / 2 + radii * np.cos(angles), (y0 + y1) / 2 + radii * np.sin(angles)], 1)
    cv2.fillPoly(image, [star.round().astype(np.int32)], ink, cv2.LINE_AA)


def _draw_lines(rng: np.random.Generator, image: Picture, plan: _Plan, colour: Colour) -> None:
    """Grid lines: printed, or raised plastic ridges that cast a thin shadow."""
    width = int(rng.choice([1, 1, 2, 2, 3, 5]))
    ridge = width >= 3 and rng.random() < 0.6
    reach = round(plan.cell * plan.cells)
    passes = [((25, 25, 25), 2), (colour, 0)] if ridge else [(colour, 0)]
    for ink, shift in passes:
        for k in range(plan.cells + 1):
            d = round(k * plan.cell) + shift
            cv2.line(image, (plan.left + shift, plan.top + d), (plan.left + reach, plan.top + d), ink, width)
            cv2.line(image, (plan.left + d, plan.top + shift), (plan.left + d, plan.top + reach), ink, width)


def _distribution(rng: np.random.Generator) -> str:
    """A table of letters and how many there are of each, in columns, as boards print it."""
    items = [f"{letter}-{rng.integers(1, 13)}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    columns = int(rng.choice([2, 4, 6]))
    rows = [items[i : i + columns] for i in range(0, len(items), columns)]
    return "\n".join("   ".join(row) for row in rows)


def _title_strip(rng: np.random.Generator, size: tuple[int, int], frame: Colour, font: Path) -> NDArray[np.uint8]:
    """A strip (h, w, 3) of the frame with a title plate, tables of letters beside it and small print."""
    h, w = size
    strip = _sheet(rng, size, frame)
    ink = _contrast(frame)
    title = fitted_mask(random_word(rng, 3).upper(), font, w * 0.34, h * 0.55)
    at = ((w - title.shape[1]) / 2, (h - title.shape[0]) / 2)
    if rng.random() < 0.5:
        plate = rounded_mask((round(h * 0.8), title.shape[1] + round(h * 0.5)), h * 0.15)
        paint(strip, plate, vary(rng, (48, 40, 190), 40), (at[0] - h * 0.25, h * 0.1))
        ink = (240, 245, 245)
    paint(strip, title, ink, at)
    for x in (0.03, 0.72):
        if rng.random() < 0.7:
            table = fitted_mask(_distribution(rng), font, w * 0.25, h * 0.8)
            paint(strip, table, _contrast(frame), (w * x, h * 0.1), 0.8)
    small_print = fitted_mask(random_line(rng, 14), font, w * 0.6, max(5.0, h * 0.08))
    paint(strip, small_print, _contrast(frame), (w * 0.05, h * 0.92), 0.6)
    return strip


def _plan(rng: np.random.Generator, cells: int, framed: bool, least_rim: float = 0.0) -> _Plan:
    """Margins: a rim all round of so many cells at least, and with a frame one wide strip on one side or a narrow one
    at the top."""
    side = int(rng.integers(820, 920))
    rim = int(rng.integers(14, 70)) if framed else int(rng.integers(4, 60))
    rim = max(rim, round(least_rim * side / cells))
    strip = int(rng.integers(50, 180)) if framed else 0
    return _Plan(side + 2 * rim, side + 2 * rim + strip, rim, rim, side / cells, cells)


def _add_coordinates(image: Picture, plan: _Plan, ink: Colour, font: Path) -> None:
    """Letters along the top rim and numbers down the left one."""
    size = plan.left * 0.45
    for k in range(plan.cells):
        middle = (k + 0.5) * plan.cell
        for text, at in (
            (chr(65 + k), (plan.left + middle, plan.top / 2)),
            (str(k + 1), (plan.left / 2, plan.top + middle)),
        ):
            mask = text_mask(text, font, size)
            paint(image, mask, ink, (at[0] - mask.shape[1] / 2, at[1] - mask.shape[0] / 2), 0.8)


def _print_on_frame(rng: np.random.Generator, image: Picture, plan: _Plan, frame: Colour, font: Path) -> None:
    """What stands on a wide rim in letters as large as those of tiles, and is no tile: how many there are of each
    letter, row by row; a title in letters set apart; what the premium squares mean."""
    ink = _contrast(frame)
    if rng.random() < 0.75:
        _list_letters(rng, image, plan, ink, font)
    if rng.random() < 0.75:
        _spaced_title(rng, image, plan, ink, font)
    if rng.random() < 0.4:
        _legend(rng, image, plan, font)


def _list_letters(rng: np.random.Generator, image: Picture, plan: _Plan, ink: Colour, font: Path) -> None:
    """Lines like "A - 11" down one rim or two."""
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    letters = letters if rng.random() < 0.3 else sorted(rng.permutation(letters)[: int(rng.integers(12, 25))])
    mark = str(rng.choice([" - ", "-", " ", ": ", " x ", "\n"]))
    lines = [f"{letter}{mark}{rng.integers(1, 13)}" for letter in letters]
    left, right = plan.left / 2, plan.width - plan.left / 2
    columns = [lines] if rng.random() < 0.6 else [lines[::2], lines[1::2]]
    places = [left, right] if len(columns) == 2 or rng.random() < 0.7 else [right]
    reach, size = plan.cell * plan.cells, plan.cell * rng.uniform(0.2, 0.45)
    for x, column in zip(places, columns, strict=False):
        step = reach / len(column)
        for row, line in enumerate(column):
            mask = text_mask(line, font, min(size, step * 0.8))
            paint(image, mask, ink, (x - mask.shape[1] / 2, plan.top + (row + 0.5) * step - mask.shape[0] / 2), 0.9)


def _spaced_title(rng: np.random.Generator, image: Picture, plan: _Plan, ink: Colour, font: Path) -> None:
    """A word in capitals set apart, on the upper rim, most on a plate of its own."""
    word = random_word(rng, int(rng.integers(2, 4))).upper()
    size, step = plan.top * rng.uniform(0.35, 0.75), plan.cell * rng.uniform(0.45, 1.0)
    middle, y = plan.width * rng.uniform(0.35, 0.65), plan.top / 2
    if rng.random() < 0.7:
        colour = vary(rng, _PREMIUMS[int(rng.integers(len(_PREMIUMS)))][int(rng.integers(4))], 20)
        plate = rounded_mask((round(plan.top * 0.95), round(step * (len(word) + 0.6))), plan.top * rng.uniform(0, 0.3))
        paint(image, plate, colour, (middle - plate.shape[1] / 2, y - plate.shape[0] / 2))
        ink = _contrast(colour)
    for place, letter in enumerate(word):
        mask = text_mask(letter, font, size)
        x = middle + (place - (len(word) - 1) / 2) * step
        paint(image, mask, ink, (x - mask.shape[1] / 2, y - mask.shape[0] / 2), 0.9)


def _legend(rng: np.random.Generator, image: Picture, plan: _Plan, font: Path) -> None:
    """Four plates along the lower rim that tell what the premium squares do."""
    colours = [vary(rng, c, 10) for c in _PREMIUMS[int(rng.integers(len(_PREMIUMS)))]]
    wording = _WORDINGS[int(rng.integers(2))]
    top, height = plan.top + plan.cell * plan.cells, min(plan.top, plan.cell) * 0.9
    for place, (colour, text) in enumerate(zip(colours, wording, strict=True)):
        x, width = plan.left + plan.cell * (0.2 + 3.7 * place), plan.cell * 3
        paint(image, rounded_mask((round(height), round(width)), height * 0.2), colour, (x, top + height * 0.08))
        mask = fitted_mask(text, font, width * 0.8, height * 0.75)
        spot = (x + (width - mask.shape[1]) / 2, top + height * 0.08 + (height - mask.shape[0]) / 2)
        paint(image, mask, _contrast(colour), spot, 0.9)


def _fold(rng: np.random.Generator, image: Picture) -> Picture:
    """The crease of a folded board through the middle: a dark line with a lit edge, worn white in places."""
    h, w = image.shape[:2]
    across = np.arange(h, dtype=np.float32) - h / 2
    crease = 1 - 0.45 * np.exp(-(across**2) / 3) + 0.12 * np.exp(-((across - 4) ** 2) / 8)
    shaded = shade_by(image, np.repeat(crease[:, None], w, 1).astype(np.float32))
    worn = np.clip(noise(rng, (7, w), (3, 60)) * 3 - 1.4, 0, 1) * 255
    paint(shaded, worn.astype(np.uint8), (235, 235, 235), (0, h // 2 - 3), 0.7)
    return shaded


def _scrabble_like(rng: np.random.Generator, split: str) -> tuple[Picture, _Plan]:
    font = random_font(rng, split)
    field, frame, line = (vary(rng, c, 8) for c in _SCHEMES[int(rng.integers(len(_SCHEMES)))])
    printing = rng.spawn(1)[0]  # its own, so that other art of the same seed stays as it is
    printed = printing.random() < 0.5
    rim = printing.uniform(0.7, 1.6) if printed else 0.0
    plan = _plan(rng, _SIZE, framed=rng.random() < 0.8, least_rim=rim)
    image = _sheet(rng, (plan.height, plan.width), frame)
    strip = plan.height - plan.width
    if strip:
        image[plan.width :] = _title_strip(rng, (strip, plan.width), frame, font)
    x0, y0 = plan.left, plan.top
    reach = round(plan.cell * _SIZE)
    image[y0 : y0 + reach, x0 : x0 + reach] = _sheet(rng, (reach, reach), field)
    lines_last = rng.random() < 0.6
    if not lines_last:
        _draw_lines(rng, image, plan, line)
    _draw_premiums(rng, image, plan, font)
    if lines_last:
        _draw_lines(rng, image, plan, line)
    if plan.left > 24 and rng.random() < 0.4 and not printed:
        _add_coordinates(image, plan, _contrast(frame), font)
    if printed:
        _print_on_frame(printing, image, plan, frame, font)
    return image, plan


def _plain_grid(rng: np.random.Generator) -> tuple[Picture, _Plan]:
    """A grid of 9 to 17 cells without premium squares: card, checkered, or wood."""
    plan = _plan(rng, int(rng.integers(9, 18)), framed=False)
    size = (plan.height, plan.width)
    base = vary(rng, hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.15, 0.95)), 5)
    wooden = rng.random() < 0.35
    image = wood(rng, size, vary(rng, (120, 170, 210), 25), rng.uniform(5, 20)) if wooden else _sheet(rng, size, base)
    if rng.random() < 0.35:
        dark = vary(rng, base, 30)
        for row in range(plan.cells):
            for col in range(row % 2, plan.cells, 2):
                x0, y0, x1, y1 = plan.square(row, col)
                cv2.rectangle(image, (x0, y0), (x1, y1), dark, -1)
    _draw_lines(rng, image, plan, _contrast(base) if rng.random() < 0.6 else vary(rng, base, 40))
    return image, plan


def random_board(rng: np.random.Generator, split: str) -> BoardArt:
    """A random board, about 850 to 1200 px: mostly 15 x 15 with premium squares, else a plain grid of 9 to 17 cells.

    The frame's title strip lies on any side of the grid, all text turned with it. Fonts come from `split`.
    """
    image, plan = _scrabble_like(rng, split) if rng.random() < 0.82 else _plain_grid(rng)
    if rng.random() < 0.5:
        image = _fold(rng, image)
    reach = plan.cell * plan.cells
    corner = np.array([plan.left, plan.top], np.float32)
    cells = corner + np.array([[0, 0], [reach, 0], [reach, reach], [0, reach]], np.float32)
    radius = float(rng.choice([2.0, 3.0, rng.uniform(3, 24)]))
    picture = with_alpha(image, rounded_mask(image.shape[:2], radius))
    picture, cells = _turn(picture, cells.astype(np.float32), int(rng.integers(4)))
    return BoardArt(picture, cells, plan.cells)


def _turn(picture: Picture, cells: NDArray[np.float32], quarters: int) -> tuple[Picture, NDArray[np.float32]]:
    """The board turned clockwise by quarter turns; the cells' quad still starts at the picture's top left."""
    for _ in range(quarters):
        height = picture.shape[0]
        picture = np.ascontiguousarray(np.rot90(picture, -1))
        turned = np.stack([height - cells[:, 1], cells[:, 0]], 1)
        cells = np.roll(turned, 1, axis=0).astype(np.float32)
    return picture, cells
