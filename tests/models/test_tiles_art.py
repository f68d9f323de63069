"""The art for tile scenes: each piece has the promised shape, depends on nothing but its generator, and can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from models.render.boards import random_board
from models.render.clutter import random_clutter, random_hand
from models.render.lettering import text_mask
from models.render.racks import draw_rack
from models.render.surfaces import MATERIALS, SurfaceBank, material_names, random_surface
from models.render.tiles import draw_tile, random_style
from vision.sightings import BLANK_TILE, LETTERS

SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_set_has_one_size_and_every_letter_looks_different(seed: int) -> None:
    style = random_style(np.random.default_rng(seed), "train")
    pictures = [draw_tile(letter, style).image for letter in LETTERS]
    assert len({picture.shape for picture in pictures}) == 1
    height, width, channels = pictures[0].shape
    assert channels == 4
    assert 0.86 <= width / height <= 1.12
    assert len({picture.tobytes() for picture in pictures}) == len(LETTERS)


@pytest.mark.parametrize("seed", range(40))
def test_letters_stand_out_from_the_face(seed: int) -> None:
    style = random_style(np.random.default_rng(seed), "train")
    for letter in "IMÖ":
        grey = draw_tile(letter, style).image[..., :3].mean(axis=2)
        inner = grey[16:-16, 14:-14]
        contrast = np.percentile(inner, 98) - np.percentile(inner, 2)
        assert contrast > 45, f"{letter} of set {seed}: {contrast:.0f} grey levels"


@pytest.mark.parametrize("seed", range(12))
def test_no_stroke_of_a_letter_is_as_thin_as_a_hair(seed: int) -> None:
    """From afar an E without its arms is an I."""
    style = random_style(np.random.default_rng(seed), "held")
    ink = text_mask("E", style.font, 200) > 127
    rows = ink[:, round(0.6 * ink.shape[1])].sum()
    assert rows > 0.12 * len(ink)


def test_a_tile_is_opaque_but_for_its_corners_and_keeps_letters_inside() -> None:
    for seed in SEEDS:
        style = random_style(np.random.default_rng(seed), "train")
        alpha = draw_tile("W", style).image[..., 3]
        assert alpha[alpha.shape[0] // 2, 2:-2].min() == 255
        assert (alpha > 0).mean() > 0.9


def test_equal_arguments_draw_equal_tiles_and_unknown_letters_are_refused() -> None:
    style = random_style(np.random.default_rng(3), "held")
    assert style == random_style(np.random.default_rng(3), "held")
    assert np.array_equal(draw_tile("Q", style).image, draw_tile("Q", style).image)
    with pytest.raises(ValueError, match="no such tile"):
        draw_tile("ß", style)


def test_a_blank_has_no_value_and_digits_are_counted_for_every_letter() -> None:
    styles = [random_style(np.random.default_rng(seed), "train") for seed in range(30)]
    digits = [style.digits for style in styles if style.digits is not None]
    assert 0 < len(digits) < len(styles)
    assert all(len(values) == len(LETTERS) and values[LETTERS.index(BLANK_TILE)] == 0 for values in digits)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cells_of_a_board_lie_on_it_clockwise_from_the_top_left(seed: int) -> None:
    board = random_board(np.random.default_rng(seed), "train")
    height, width = board.image.shape[:2]
    assert 9 <= board.size <= 17
    assert board.cells.min() >= 0
    assert board.cells[:, 0].max() <= width
    assert board.cells[:, 1].max() <= height
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = board.cells
    assert x0 == x3 < x1 == x2
    assert y0 == y1 < y2 == y3
    assert x1 - x0 == pytest.approx(y3 - y0, abs=1)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_slots_of_a_rack_stand_on_its_bar(seed: int) -> None:
    rack = draw_rack(np.random.default_rng(seed), "train")
    height, width = rack.image.shape[:2]
    assert rack.slots_quad.min() >= 0
    assert rack.slots_quad[:, 0].max() <= width
    bottom = int(rack.slots_quad[2, 1])
    assert bottom < height
    assert rack.image[bottom, width // 2, 3] == 255


@pytest.mark.parametrize("name", sorted(MATERIALS))
def test_every_material_fills_an_oblong_picture(name: str) -> None:
    sheet = MATERIALS[name](np.random.default_rng(1), (90, 130))
    assert sheet.shape == (90, 130, 3)
    assert sheet.dtype == np.uint8


def test_materials_are_split_and_none_is_lost() -> None:
    train, held = set(material_names("train")), set(material_names("held"))
    assert train | held == set(MATERIALS)
    assert not train & held
    assert len(train) > len(held) > 0


def test_backgrounds_have_the_asked_size_fresh_or_from_a_bank() -> None:
    rng = np.random.default_rng(5)
    assert random_surface(rng, (70, 110), "held").shape == (70, 110, 3)
    bank = SurfaceBank(rng, "train", 2, side=96)
    views = [bank.draw(rng, (70, 110)) for _ in range(12)]
    assert {view.shape for view in views} == {(70, 110, 3)}
    assert len({view.tobytes() for view in views}) == len(views)
    with pytest.raises(ValueError, match="at least one sheet"):
        SurfaceBank(rng, "train", 0)


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: random_clutter(rng, "train"),
        random_hand,
        lambda rng: random_board(rng, "train").image,
        lambda rng: draw_rack(rng, "train").image,
        lambda rng: random_surface(rng, (64, 64), "train"),
    ],
    ids=["clutter", "hand", "board", "rack", "surface"],
)
def test_one_generator_state_draws_one_picture(draw: Callable[[np.random.Generator], np.ndarray]) -> None:
    assert np.array_equal(draw(np.random.default_rng(9)), draw(np.random.default_rng(9)))
    assert not np.array_equal(draw(np.random.default_rng(9)), draw(np.random.default_rng(10)))


@pytest.mark.parametrize("seed", range(25))
def test_clutter_is_a_cut_out_of_moderate_size(seed: int) -> None:
    picture = random_clutter(np.random.default_rng(seed), "train")
    assert picture.shape[2] == 4
    assert picture.dtype == np.uint8
    assert min(picture.shape[:2]) >= 10
    assert max(picture.shape[:2]) <= 340
    assert picture[..., 3].any()


def test_an_arm_comes_in_from_the_bottom_edge() -> None:
    for seed in SEEDS:
        alpha = random_hand(np.random.default_rng(seed))[..., 3]
        assert (alpha[-1] > 0).mean() > 0.2
        assert alpha[0].any()
        assert alpha[:, 0].any()
        assert alpha[:, -1].any()


def test_moulded_pits_shade_the_body_and_leave_the_ink() -> None:
    plain = replace(random_style(np.random.default_rng(12), "train"), dimples=0.0, wear=0.0)
    faces = [draw_tile("?", replace(plain, dimples=pits)).image[..., :3].astype(int) for pits in (0.0, 0.06)]
    changed = np.abs(faces[1] - faces[0]).max(axis=2) > 8
    assert changed.any()
    assert not changed[48:80, 48:80].any()  # the middle, where the letter stands
