"""Lockdown: whether all hands were shuffled or only taken up, where their cards do not tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.companion.referee.lockdown.table import PLACES, Lockdown
from vision.sightings import FloatArray

HANDS = "2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH"


def go(game: Lockdown, players: Iterable[str] = PLACES, heap: bool = True) -> None:
    """Rows go, and are to be dealt anew; heap: whether their cards lie together meanwhile."""
    for player in players:
        game.row(player, 0)
        if heap:
            game.table.lay(f"heap {player}", 500, 0, "deck", back=True)
        game.table.look()
    game.table.look(2)
    game.table.take(*[key for key in game.table.lying if key.startswith("heap")])


def all_gone(game: Lockdown, heap: bool) -> list[str]:
    """All rows go and come back; heap: whether their cards lie together meanwhile."""
    go(game, heap=heap)
    done: list[str] = []
    for player in PLACES:
        game.row(player, 4)
        done += game.table.look()
    return done


def dealt_anew(game: Lockdown, hidden: str) -> list[str]:
    """Ann gets a hand of two that lie together, where a row is gone that an arm hid until now; then the others do."""
    game.row(hidden, 0)
    game.row("Ann", 4)
    game.table.take("heap Ann")
    assert game.table.look(2) == []
    game.table.take("heap Ben")
    for player in game.rows:
        game.row(player, 4)
    return game.table.look(2)


def test_a_shuffle_that_gives_everybody_the_same_cards_again_is_asked_about() -> None:
    game = Lockdown(shown=HANDS)
    assert all_gone(game, heap=True) == []
    assert game.show("Ben", "3D 5D 7D 9D") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("who_shuffled", ("Ann", "nothing"))
    assert game.table.answer("Ann") == ["Ann shuffle", "Ben hold 3D 5D 7D 9D"]
    assert game.show("Ann", "2C 4C 6C 8C") == ["Ann hold 2C 4C 6C 8C"]


def test_a_hand_of_which_not_all_was_seen_is_made_do_with_before_it_is_shuffled() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 6C 9H") == []
    (question,) = game.table.asked
    assert question.reason == "show_again"
    all_gone(game, heap=True)
    assert game.show("Ben", "2C 10H 9H 5D") == ["Ann draw 9H"]
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("who_shuffled", ("Ben", "Cem"))
    assert game.table.answer("Ben") == ["Ann name Ben", "Ben shuffle", "Ben hold 2C 10H 9H 5D"]


def test_what_was_no_shuffle_leaves_the_hands_as_they_were() -> None:
    game = Lockdown(shown=HANDS)
    all_gone(game, heap=True)
    game.show("Ben", "3D 5D 7D 9D")
    assert game.table.answer("nothing") == []
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C 9H") == ["Ann draw 9H"]


def test_hands_that_nobody_shows_were_shuffled_if_they_lay_together() -> None:
    game = Lockdown()
    assert all_gone(game, heap=True) == ["Ann shuffle"]


def test_hands_that_nobody_shows_may_only_have_been_taken_up() -> None:
    game = Lockdown()
    assert all_gone(game, heap=False) == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("who_shuffled", ("Ann", "nothing"))
    assert game.table.answer("nothing") == []
    game.row("Ann", 5)
    assert game.table.look(5) == ["Ann draw"]


def test_the_last_row_may_be_hidden_until_the_first_is_dealt_anew() -> None:
    game = Lockdown()
    for player in ("Ann", "Ben"):
        game.row(player, 0)
        game.table.lay(f"heap {player}", 500, 0, "deck", back=True)
        game.table.look()
    game.table.look(2, over=lambda outline: outline.mean(axis=0)[1] < 700)  # an arm over the row of Cem
    assert dealt_anew(game, "Cem") == ["Ann shuffle"]


def on_the_left(outline: FloatArray) -> bool:
    """What an arm over the row of Ben hides."""
    return bool(outline.mean(axis=0)[0] < 1000)


def heaped_under_an_arm() -> Lockdown:
    """The hands of two lie together, and an arm hides that Ben's row is gone."""
    game = Lockdown(("Ann", "Ben"))
    game.row("Ann", 0)
    for heap, x in (("Ann", 500), ("Ben", 560)):
        game.table.lay(f"heap {heap}", x, 0, "deck", back=True)
    game.table.look(2, over=on_the_left)
    return game


def test_of_two_rows_one_may_be_hidden_as_long_as_the_heap_is_there() -> None:
    game = heaped_under_an_arm()
    assert dealt_anew(game, "Ben") == ["Ann shuffle"]
    assert game.table.asked == ()


def test_of_two_rows_one_may_be_hidden_until_the_other_is_dealt_anew() -> None:
    game = heaped_under_an_arm()
    game.table.take("heap Ann", "heap Ben")
    game.row("Ann", 4)
    game.table.look(1, over=on_the_left)
    game.row("Ben", 0)
    assert game.table.look(1.5) == []
    game.row("Ben", 4)
    assert game.table.look(2) == ["Ann shuffle"]


def test_of_two_rows_that_are_taken_up_in_turn_none_was_shuffled() -> None:
    game = Lockdown(("Ann", "Ben"))
    for player in ("Ann", "Ben"):
        game.row(player, 0)
        assert game.table.look(2) == []
        game.row(player, 4)
        assert game.table.look(2) == []
    assert game.table.asked == ()


@pytest.mark.parametrize(("beside", "asked"), [(500, ["who_shuffled"]), (None, [])])
def test_the_only_hand_is_shuffled_where_its_cards_lie_elsewhere(beside: float | None, asked: list[str]) -> None:
    game = Lockdown(("Ann", "Ben"), shown="2C 4C 6C 8C, 3D 5D 7D 9D")
    without = [replace(seat, mobile=()) if seat.player == "Ann" else seat for seat in game.state.seats]
    game.table.set_right(replace(game.state, seats=tuple(without)))
    game.row("Ann", 0)
    game.table.look(2)
    game.row("Ben", 0)
    if beside is not None:
        game.table.lay("heap", beside, 0, "deck", back=True)
    game.table.look(3)
    game.table.take(*[key for key in game.table.lying if key == "heap"])
    game.row("Ben", 4)
    game.table.look(2)
    assert game.show("Ben", "3D 5D 7D 9D") == []
    assert [question.reason for question in game.table.asked] == asked


def test_rows_that_are_gone_one_after_the_other_without_a_heap_were_not_shuffled() -> None:
    game = Lockdown()
    game.row("Ann", 0)
    game.row("Ben", 0)
    game.table.look(2)
    game.row("Ann", 4)
    game.row("Cem", 0)
    game.table.look(2)
    game.row("Ben", 4)
    game.row("Cem", 4)
    assert game.table.look(3) == []
    assert game.table.asked == ()


def test_a_hand_of_other_cards_after_a_heap_tells_a_shuffle_though_one_row_was_never_seen_to_go() -> None:
    game = Lockdown(shown=HANDS)
    go(game, ("Ann", "Ben"))
    for player in ("Ann", "Ben"):
        game.row(player, 4)
        assert game.table.look() == []
    assert game.show("Ben", "2C JH 7D KH") == ["Ann shuffle", "Ben hold 2C JH 7D KH"]


def test_a_card_of_another_hand_in_one_of_which_nothing_was_known_tells_a_shuffle_after_a_heap() -> None:
    game = Lockdown(shown="2C 4C 6C 8C")
    go(game, ("Ann", "Ben"))
    for player in ("Ann", "Ben"):
        game.row(player, 4)
        assert game.table.look() == []
    assert game.show("Ben", "2C JH 7D KH") == ["Ann shuffle", "Ben hold 2C JH 7D KH"]


def test_a_shuffle_is_asked_about_once_though_a_row_is_still_to_be_dealt() -> None:
    game = Lockdown(shown=HANDS)
    go(game)
    for player in ("Ann", "Ben"):
        game.row(player, 4)
        assert game.table.look() == []
    assert game.show("Ben", "3D 5D 7D 9D") == []
    assert game.table.answer("Ann", "who_shuffled") == ["Ann shuffle"]
    game.row("Cem", 4)
    assert game.table.look(3) == []
    assert game.table.asked == ()


def test_what_could_not_be_read_of_a_hand_after_a_shuffle_is_a_card_of_it() -> None:
    game = Lockdown(("Ann", "Ben"), shown="2C 4C 6C 8C, 3D 5D 7D 9D")
    fewer = [replace(seat, mobile=seat.mobile[:2]) if seat.player == "Ben" else seat for seat in game.state.seats]
    game.table.set_right(replace(game.state, seats=tuple(fewer)))
    game.row("Ben", 2)
    game.table.look()
    go(game, ("Ann", "Ben"))
    game.row("Ann", 4)
    game.row("Ben", 2)
    game.table.look()
    assert game.show("Ann", "3D 5D 2C 4C", _4C=0.3) == ["Ann shuffle", "Ann hold 3D 5D 2C ?"]
