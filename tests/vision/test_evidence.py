"""Evidence pictures: all pictures at one width, the lines written beneath."""

from __future__ import annotations

import numpy as np

from vision.evidence import WIDTH, evidence_picture


def test_pictures_are_stacked_at_one_width_above_the_text() -> None:
    red = np.full((400, 2 * WIDTH, 3), (0, 0, 255), np.uint8)
    blue = np.full((64, 128, 3), (255, 0, 0), np.uint8)
    sheet = evidence_picture([red, blue], ["Entry 1", "10♥ 词条"])
    assert sheet.dtype == np.uint8
    assert sheet.shape[1:] == (WIDTH, 3)
    assert tuple(sheet[100, WIDTH // 2]) == (0, 0, 255)
    assert tuple(sheet[200 + 320, WIDTH // 2]) == (255, 0, 0)
    assert sheet.shape[0] > 200 + 640


def test_the_text_is_written_and_a_long_line_fits() -> None:
    picture = np.full((64, 128, 3), 255, np.uint8)
    below = WIDTH // 2 + 20
    bare, short, long = (evidence_picture([picture], lines)[below:] for lines in ([""], ["Ann 3"], ["Ann 3 " * 60]))
    assert bare.min() > 200
    assert short.min() < 100
    assert long[:, -20:].min() > 200  # the margin stays free
    assert long[:, WIDTH // 2 : -40].min() < 150
