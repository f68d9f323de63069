"""The bundled table and film: what ships is what is drawn, within the size it may have."""

from __future__ import annotations

import json
from itertools import islice

from companion.asset_files import ASSETS
from companion.game_folder import film_and_decks, said_beside
from models.render.demo_game import LINES
from models.render.demo_table import ENTRY, HISTORY, PLAYERS, demo_pictures, truth
from vision.frames import every_frame, open_source
from vision.photo import load_photo

FOLDER = ASSETS / "demo"
TRUTHS = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))


def names(path: str) -> list[str]:
    return [thing["name"] for thing in TRUTHS[path]]


def test_what_ships_is_small_and_complete() -> None:
    shipped = [path for folder in ("backs", "audit") for path in (FOLDER / folder).iterdir()]
    assert {path.relative_to(FOLDER).as_posix() for path in shipped} == set(TRUTHS)
    for file in shipped:
        assert file.stat().st_size < 350e3
        assert load_photo(file).shape[1::-1] in ((1600, 1200), (1200, 900))
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 8e6


def test_the_truth_is_the_table_that_was_meant() -> None:
    assert names("audit/faces.jpg") == [name for name, _ in ENTRY]
    assert names("audit/backs.jpg") == [player for _, player in ENTRY]
    assert sorted(names("audit/history.jpg")) == sorted(HISTORY)
    assert all(names(f"backs/{player}.jpg") == [player] for player in PLAYERS)


def test_a_drawing_is_the_same_again_and_another_with_another_seed() -> None:
    first, again, other = (next(islice(demo_pictures(seed), 1)) for seed in (7, 7, 8))
    assert (first.image == again.image).all()
    assert (first.image != other.image).any()
    assert first.path == "backs/Ann.jpg"
    assert truth(first) == TRUTHS[first.path]  # what ships was drawn by this code


def test_the_film_is_the_whole_short_game_that_was_meant() -> None:
    told = json.loads((FOLDER / "game" / "truth.json").read_text(encoding="utf-8"))
    assert tuple(action["line"] for action in told["actions"]) == LINES
    assert told["result"]["over"]
    assert told["video"]["seconds"] < 90
    ((_, line),) = said_beside(str(FOLDER / "game"))
    assert line == "end"
    film, decks = film_and_decks(str(FOLDER / "game"))
    frames = sum(1 for _ in every_frame(open_source(film)))
    assert frames == int(told["video"]["seconds"] * told["video"]["fps"]) + 1
    assert {deck.stem for deck in decks} == set(told["setup"]["players"])
