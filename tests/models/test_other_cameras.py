"""Pictures as other cameras would have taken them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from models.other_cameras import CAMERAS, chosen, recalls, summary
from models.scoring import Label, Outcome, Read
from vision.normalised import noise_of
from vision.sightings import Kind


def picture() -> NDArray[np.uint8]:
    slope = np.linspace(40, 220, 960)[:, None, None] + np.zeros((960, 1280, 3))
    slope[:40, :40] += [0, 0, 30]
    return slope.astype(np.uint8)


@pytest.mark.parametrize("name", CAMERAS)
def test_every_camera_gives_a_picture(name: str) -> None:
    taken = CAMERAS[name](picture())
    assert taken.dtype == np.uint8
    assert taken.shape[2] == 3
    assert taken.flags["C_CONTIGUOUS"]
    assert (name == "as it is") == bool(taken.shape == picture().shape and (taken == picture()).all())


def test_they_do_what_they_are_called() -> None:
    as_is = picture().mean(axis=(0, 1))
    assert CAMERAS["dark"](picture()).mean() < 0.6 * as_is.mean()
    assert np.diff(CAMERAS["warm"](picture()).mean(axis=(0, 1)) / as_is).min() > 0
    assert np.diff(CAMERAS["cool"](picture()).mean(axis=(0, 1)) / as_is).max() < 0
    assert noise_of(CAMERAS["noise 20"](picture())) > noise_of(CAMERAS["noise 12"](picture())) > noise_of(picture())
    assert CAMERAS["smaller"](picture()).shape == (576, 768, 3)
    assert CAMERAS["turned 33°"](picture()).shape > picture().shape
    assert (CAMERAS["upside down"](picture())[0, 0] == picture()[-1, -1]).all()


def test_so_many_of_each_group_are_chosen_and_none_that_was_learnt_from() -> None:
    labels = [
        Label(Path(f"{n}.jpg"), group, Kind.CARD, Counter(["AS"]), train=True, learnt=n % 2 == 0)
        for group in ("one", "other")
        for n in range(9)
    ]
    groups = chosen(labels, 3)
    assert {group: len(some) for group, some in groups.items()} == {"one": 3, "other": 3}
    assert not any(label.learnt for some in groups.values() for label in some)


def test_what_was_read_is_told_by_camera_and_group() -> None:
    label = Label(Path("1.jpg"), "one", Kind.CARD, Counter(["AS", "KD"]), train=False)
    right = Outcome(label, (Read("AS", True, True), Read("KD", False, True)), Counter(), 0)
    wrong = Outcome(label, (Read("AS", True, True), Read("KH", True, False)), Counter(["KD"]), 0)
    found = {("as it is", "one"): [right], ("dark", "one"): [right, wrong]}
    assert summary("dark", found).startswith("dark: 3 of 4 right, 1 wrong; 3 certain, 1 of them not in a label")
    cells = [next(iter(column.cells)) for column in recalls(found).columns]
    assert cells[:4] == ["one", "1.000", "0.750", "-"]
