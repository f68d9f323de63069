"""The words of Word Wars chosen on the set-up, in a window of their own process, and the game played by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.companion.app.driven_window import told_by

READY = ["", True]  # nothing is said, and the game can begin
BUILT_IN, OWN, FILM, ANOTHER = "Built-in list", "ours.txt", "words.txt of the film", "Choose a file"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the screens showed."""
    return told_by("drive_words.py", tmp_path_factory.mktemp("words"))


@pytest.mark.timeout(280)  # a slow machine
def test_a_list_is_chosen_and_put_back_by_keys_alone(told: Any) -> None:
    assert told["keys"] == [
        [[BUILT_IN, ANOTHER], BUILT_IN, *READY],
        [[BUILT_IN, OWN, ANOTHER], OWN, *READY],
        [[BUILT_IN, OWN, ANOTHER], BUILT_IN, *READY],
    ]
    assert told["cut"] == []


@pytest.mark.timeout(280)
def test_a_list_that_cannot_be_played_by_is_told_and_nothing_begins(told: Any) -> None:
    notes, empty, there, gone, put_back = told["bad"]
    for (name, said, ready), reason in (
        (notes, "line 2: not one word of letters A to Z: two words"),
        (empty, "no word in it"),
        (gone, "no word list to read (there is no such file or folder)"),
    ):
        assert (Path(said.partition(".txt")[0]).name + ".txt", ready) == (name, False)
        assert said.endswith(reason)
    assert there == ["gone.txt", *READY]
    assert put_back == [BUILT_IN, *READY]


@pytest.mark.timeout(280)
def test_a_list_beside_a_film_counts_unless_somebody_chose_another(told: Any) -> None:
    assert told["film"] == [
        [[BUILT_IN, FILM, ANOTHER], FILM, *READY],
        [BUILT_IN],
        [[BUILT_IN, ANOTHER], BUILT_IN],
        [[BUILT_IN, FILM, OWN, ANOTHER], OWN],
    ]


@pytest.mark.timeout(280)
def test_the_game_is_played_by_the_list_that_its_record_names(told: Any) -> None:
    words, named, options, again, gone = told["played"]
    assert (words, named, options, again) == (["BAT", "CAB"], True, 0, ["BAT", "CAB"])
    assert gone.endswith("ours.txt: no word list to read (there is no such file or folder)")


@pytest.mark.timeout(280)
def test_every_row_sets_its_own_option_in_games_with_equally_many(told: Any) -> None:
    assert told["rows"] == {"lock-the-entry": "tie_break", "lockdown": "self_out_next"}
