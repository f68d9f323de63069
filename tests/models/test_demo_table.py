"""The bundled table: what ships is what is drawn, within the size it may have."""

from __future__ import annotations

import json
from itertools import islice

from companion.asset_files import ASSETS
from models.render.demo_table import ENTRY, HISTORY, PLAYERS, demo_pictures, truth
from vision.photo import load_photo

FOLDER = ASSETS / "demo"
TRUTHS = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))


def names(path: str) -> list[str]:
    return [thing["name"] for thing in TRUTHS[path]]


def test_what_ships_is_small_and_complete() -> None:
    shipped = {str(path.relative_to(FOLDER)): path for path in FOLDER.rglob("*.jpg")}
    assert {path.replace("\\", "/") for path in shipped} == set(TRUTHS)
    assert sum(path.stat().st_size for path in shipped.values()) < 5e6
    for path, file in shipped.items():
        assert file.stat().st_size < (120e3 if "clip" in path else 350e3)
        assert load_photo(file).shape[1::-1] in ((1280, 720), (1600, 1200), (1200, 900))


def test_the_truth_is_the_table_that_was_meant() -> None:
    assert names("audit/faces.jpg") == [name for name, _ in ENTRY]
    assert names("audit/backs.jpg") == [player for _, player in ENTRY]
    assert sorted(names("audit/history.jpg")) == sorted(HISTORY)
    assert all(names(f"backs/{player}.jpg") == [player] for player in PLAYERS)
    assert set(names("clip/00.jpg")) == {"Ann", "KS", "2S", "5S", "JD", "7D"}
    assert set(names("clip/23.jpg")) == {"Ann", "Cem", "KS", "2S", "5S", "8S", "JD", "7D", "10D"}


def test_a_drawing_is_the_same_again_and_another_with_another_seed() -> None:
    first, again, other = (next(islice(demo_pictures(seed), 1)) for seed in (7, 7, 8))
    assert (first.image == again.image).all()
    assert (first.image != other.image).any()
    assert first.path == "backs/Ann.jpg"
    assert truth(first) == TRUTHS[first.path]  # what ships was drawn by this code
