"""The network that compares backs: what it sees, and what it tells."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from models.back_trials import deck_set, enrolment_photo, table_photo
from vision.back_matching import Comparison, compared, rectified, template
from vision.back_network import PLANES, SIZE, BackNetwork, back_network, planes, shrunk
from vision.network import DEFAULT_WEIGHTS, WeightsError


def comparisons(seed: int = 4) -> list[Comparison]:
    """A photo of the first of four decks, laid on all of them."""
    rng = np.random.default_rng(seed)
    backs = deck_set(rng, 4)
    photos = [enrolment_photo(rng, back) for back in backs]
    shown = table_photo(rng, backs[0], backs[1])
    seen = rectified(shown.image, shown.outline)[0]
    return [compared(template(rectified(photo.image, photo.outline)[0]), seen) for photo in photos]


def test_a_back_is_likelier_that_of_its_own_deck_than_its_twin_s_or_another_one_s() -> None:
    own, twin, *others = back_network().odds(comparisons())
    assert own > 0 > max(twin, *others)


def test_several_threads_may_ask_at_once() -> None:
    laid = comparisons()
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda _: back_network().odds(laid), range(16)))
    assert all(np.allclose(one, told[0]) for one in told)


def test_the_planes_show_both_pictures_and_where_they_differ() -> None:
    kept, seen, covered = (part[None].astype(np.float32) / 255 for part in shrunk(comparisons()[0]))
    seeing = planes(kept, seen, covered)
    assert seeing.shape == (1, PLANES, SIZE[1], SIZE[0])
    assert np.allclose(seeing[0, 6:9], np.abs(seeing[0, :3] - seeing[0, 3:6]))
    assert not planes(kept, kept, covered)[0, 6:9].any()


def test_other_weights_are_refused() -> None:
    with pytest.raises(WeightsError, match="not a network of backs"):
        BackNetwork(DEFAULT_WEIGHTS / "reader.onnx")
