"""Drawn decks: complete, the right size, and index quads that fit the ink exactly."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render.art import CardFace, Deck
from models.render.backs_art import kin_backs, random_back, twin_backs
from models.render.deck_style import random_style, unusual
from models.render.drawn_deck import random_deck, shipped_decks
from models.render.fonts import font_files
from models.render.index_glyphs import ENGLISH, OTHER_LETTERS, rank_masks
from models.render.pips import PipShapes, pip_mask, random_shapes, steeper
from models.render.wear import rubbed
from vision.sightings import CARD_NAMES


@pytest.fixture(scope="module", params=[6, 7])  # two decks that are not worn
def deck(request: pytest.FixtureRequest) -> Deck:
    return random_deck(np.random.default_rng(request.param), "train", "trial")


def _ink(face: CardFace, corner: int) -> np.ndarray:
    """The index of a face turned upright, as ink against paper, with a margin of three pixels."""
    quad = face.corners[corner].astype(int)
    (left, top), (right, low) = quad.min(0) - 3, quad.max(0) + 3
    flat = face.image[top:low, left:right, :3]
    flat = flat[::-1, ::-1] if quad[0, 1] > quad[2, 1] else flat
    return np.abs(flat.astype(int) - flat[0, 0].astype(int)).max(2)


def test_a_deck_is_complete_and_of_card_shape(deck: Deck) -> None:
    assert set(deck.faces) == set(CARD_NAMES)
    for face in deck.faces.values():
        assert face.image.dtype == np.uint8
        assert face.image.shape == deck.back.shape
        assert 0.62 < face.image.shape[1] / face.image.shape[0] < 0.73
        assert (face.image[0, 0, 3], face.image[250, 180, 3]) == (0, 255)


@pytest.mark.parametrize("name", ["AS", "6D", "9C", "10H", "KC", "JK"])
def test_quads_are_the_tight_box_of_the_index(deck: Deck, name: str) -> None:
    face = deck.faces[name]
    for corner in range(len(face.corners)):
        ink = _ink(face, corner)
        assert ink[:3].max() == ink[-3:].max() == ink[:, :3].max() == ink[:, -3:].max() == 0
        inner = ink[3:-3, 3:-3] > 40
        assert all(edge.any() for edge in (inner[0], inner[-1], inner[:, 0], inner[:, -1]))


def test_the_second_quad_is_the_first_turned_around(deck: Deck) -> None:
    for face in deck.faces.values():
        height, width = face.image.shape[:2]
        first, second = face.corners[:2]
        np.testing.assert_array_equal(second, np.array([width, height], np.float32) - first)


def test_the_same_seed_draws_the_same_deck() -> None:
    first, again = (random_deck(np.random.default_rng(5), "held", "x") for _ in range(2))
    assert all(np.array_equal(first.faces[n].image, again.faces[n].image) for n in CARD_NAMES)
    assert first.split == "held"


def test_twin_backs_share_the_design_but_not_the_colour() -> None:
    red, blue = twin_backs(np.random.default_rng(2), (120, 170))
    assert red.shape == blue.shape == (170, 120, 4)
    assert red[..., 2].mean() > blue[..., 2].mean()
    assert red[..., 0].mean() < blue[..., 0].mean()
    grey = [cv2.cvtColor(b[..., :3], cv2.COLOR_BGR2GRAY).astype(float).ravel() for b in (red, blue)]
    assert np.corrcoef(grey[0], grey[1])[0, 1] > 0.9


@pytest.mark.parametrize("seed", range(8))
def test_kin_are_printed_alike_and_differ_in_their_design(seed: int) -> None:
    first, second = (back[..., :3].astype(int) for back in kin_backs(np.random.default_rng(seed), (120, 170)))
    assert first.shape == second.shape == (170, 120, 3)
    assert np.abs(first - second).mean() > 1
    inks = [{tuple(colour) for colour in back.reshape(-1, 3)} for back in (first, second)]
    assert inks[0] & inks[1]


def test_a_back_takes_the_hue_asked_for() -> None:
    back = random_back(np.random.default_rng(3), (120, 170), hue=(10, 200, 10))
    middle = back[..., :3].reshape(-1, 3).astype(int)
    assert (np.abs(middle - [10, 200, 10]).max(1) < 3).mean() > 0.1


def test_shipped_decks_are_six_of_their_own() -> None:
    decks = shipped_decks()
    assert len({d.name for d in decks}) == 6
    backs = [cv2.resize(d.back, (90, 126)).astype(int) for d in decks]
    for i in range(6):
        for j in range(i):
            assert np.abs(backs[i] - backs[j]).mean() > 8


def test_a_worn_face_loses_ink_and_keeps_its_paper() -> None:
    face = np.full((500, 350, 3), 245, np.uint8)
    face[100:400, 80:270] = 15
    new, worn = (rubbed(np.random.default_rng(4), face, wear) for wear in (0.0, 1.0))
    np.testing.assert_allclose(new, face, atol=1)
    ink, paper = worn[100:400, 80:270, 0], worn[5:95, 5:345, 0]
    assert 0.01 < (ink > 120).mean() < 0.5
    assert paper.mean() > 225


def test_a_steep_spade_reaches_lower_than_any_usual_one() -> None:
    rng = np.random.default_rng(6)
    shapes = [random_shapes(rng) for _ in range(20)]

    def leaf(some: PipShapes) -> float:
        """Height of the widest row of the spade, as a share of the symbol's."""
        mask = pip_mask("S", some, 100)
        return float((mask > 127).sum(axis=1).argmax())

    usual, steep = [leaf(some) for some in shapes], [leaf(steeper(rng, some)) for some in shapes]
    assert max(steep) > max(usual)
    assert np.mean(steep) > np.mean(usual)


@pytest.mark.parametrize("font", [True, False])
@pytest.mark.parametrize("letters", OTHER_LETTERS)
def test_other_letters_stand_for_ace_and_courts_alone(letters: tuple[str, str, str, str], font: bool) -> None:
    fonts = font_files("train")
    style = replace(random_style(np.random.default_rng(3), fonts).glyphs, font=fonts[0] if font else None)
    usual, other = rank_masks(style, 60), rank_masks(replace(style, letters=letters), 60)
    changed = {rank for rank in usual if not np.array_equal(usual[rank], other[rank])}
    assert changed == {rank for rank, letter in zip(ENGLISH, letters, strict=True) if rank != letter}
    assert len({mask.tobytes() for mask in other.values()}) == 13
    assert all(mask.max() == 255 and mask.shape[1] > 10 for mask in other.values())


def test_now_and_then_a_deck_has_other_letters() -> None:
    rng, fonts = np.random.default_rng(1), font_files("train")
    drawn = [unusual(rng, random_style(rng, fonts)).glyphs.letters for _ in range(300)]
    assert 0.04 < sum(letters != ENGLISH for letters in drawn) / len(drawn) < 0.2
    assert set(OTHER_LETTERS) <= set(drawn)
