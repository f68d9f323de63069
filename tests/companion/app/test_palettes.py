"""The palettes: readable, and told apart by the eyes that they are made for."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.app.theme import COLOURS, PALETTES, Colour, Theme
from companion.rules.games import GAME_NAMES, game_named

# How people see who lack one kind of cone, on linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
SEEN = {
    "all": np.eye(3),
    "no_red": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "no_green": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "no_blue": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
MADE_FOR = [
    *(("blue_amber", eyes) for eyes in ("all", "no_red", "no_green")),
    *(("teal_rose", eyes) for eyes in ("all", "no_blue")),
    *(("daylight", eyes) for eyes in SEEN),
]


def linear(colour: Colour) -> NDArray[np.float64]:
    value = np.array(colour[:3])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where a colour lies for the eye: a distance of about 2 is just seen, 20 is plainly another colour."""
    share = TO_XYZ @ np.clip(light, 0, 1) / TO_XYZ.sum(axis=1)
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG counts it: 4.5 is enough for letters of any size."""
    dark, light = sorted(float(TO_XYZ[1] @ linear(colour)) + 0.05 for colour in (one, other))
    return light / dark


@pytest.mark.parametrize(("palette", "eyes"), MADE_FOR)
def test_legal_asked_and_refused_are_told_apart(palette: str, eyes: str) -> None:
    theme = PALETTES[palette]
    seen = [lab(SEEN[eyes] @ linear(colour)) for colour in (theme.certain, theme.asked, theme.refused)]
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) > 20


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("theme", PALETTES.values(), ids=PALETTES)
def test_the_colours_of_players_are_told_apart_by_all_eyes(theme: Theme, eyes: str) -> None:
    assert len(theme.lines) == COLOURS >= max(game_named(name).PLAYERS.stop - 1 for name in GAME_NAMES)
    seen = [lab(SEEN[eyes] @ linear(colour)) for colour in theme.lines]
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) > 14


def test_players_have_the_colours_they_chose() -> None:
    theme = PALETTES["night"]
    seated = replace(theme, players=("Ann", "Ben"), colours=(5, 0))
    assert (seated.of_player("Ann"), seated.of_player("Ben")) == (theme.lines[5], theme.lines[0])
    assert (seated.of_seat(0), theme.of_seat(0)) == (theme.lines[5], theme.lines[0])
    assert seated.of_player("Cem")[3] == 0


@pytest.mark.parametrize("theme", PALETTES.values(), ids=PALETTES)
def test_letters_stand_out_from_their_ground(theme: Theme) -> None:
    for ground in (theme.ground, theme.panel, theme.button):
        assert contrast(theme.text, ground) > 7
    assert contrast(theme.quiet, theme.panel) > 4.5
    for colour in (theme.certain, theme.asked, theme.refused, theme.chosen):
        assert contrast(theme.on_colour, colour) > 4.5
        assert contrast(colour, theme.panel) > 4.5
    assert all(contrast(line, theme.panel) > 4 for line in theme.lines)


def test_the_first_palette_is_the_default() -> None:
    assert next(iter(PALETTES.values())) == Theme()
