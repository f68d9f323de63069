"""Lockdown: backs that are seen twice, cards of a hand that seem to be too many, and cards that go to a set at once."""

from __future__ import annotations

from tests.companion.referee.lockdown_table import Lockdown
from vision.sightings import FloatArray


def at_cems(outline: FloatArray) -> float:
    return float(outline[:, 1].mean() < 700)


def test_a_card_more_in_a_row_that_nobody_reached_is_seen_twice() -> None:
    game = Lockdown()
    game.table.look(1, anew=lambda outline: 0.0)
    game.row("Cem", 5)
    assert game.table.look(12, anew=lambda outline: 0.0) == []
    assert game.table.asked == ()


def test_a_card_more_in_a_row_that_looks_otherwise_came_there() -> None:
    game = Lockdown()
    game.table.look(1, anew=lambda outline: 0.0)
    game.row("Cem", 5)
    game.table.look(0.5, anew=at_cems)
    game.table.look(12, anew=lambda outline: 0.0)
    assert [question.reason for question in game.table.asked] == ["drew_or_forced"]


def test_an_unsure_card_that_a_hand_is_known_to_hold_is_not_one_too_many() -> None:
    """The card that came is known to be another player's, and the last of the row is still to be laid down."""
    game = Lockdown(shown="8H JS QC AH, 7D 10H KS 2C")
    game.show("Cem", "AS 9H 4H 4S", _9H=0.3)
    assert [str(card) for card in game.state.seats[2].hand] == ["AS", "?"]  # the pair is locked
    game.row("Cem", 2)
    game.table.look(2)
    game.row("Ann", 3)
    game.row("Cem", 0)
    game.lay_open("AS 9H JS", _9H=0.3)
    game.table.look(1.5)
    game.take_up()
    game.row("Cem", 2)
    done = game.table.look(1)
    game.row("Cem", 3)
    assert done + game.table.look(3) == ["Ann give JS to Cem"]


def test_a_hand_tells_its_other_cards_though_the_one_that_came_went_to_a_set_at_once() -> None:
    game = Lockdown()
    game.show("Ann", "2C 9S 4C 4H", _9S=0.3)
    assert [str(card) for card in game.state.seats[0].hand] == ["2C", "?"]  # one was not read; the pair is locked
    game.row("Ann", 2)
    game.table.look(2)
    assert game.show("Ann", "2C 9S 4D") == ["Ann draw 4D", "Ann hold 2C 9S"]


def laid_back_one_by_one(game: Lockdown, cards: str) -> list[str]:
    """A hand of Ann's is shown, and of its row two cards lie there again before the others do."""
    game.row("Ann", 0)
    game.lay_open(cards)
    done = game.table.look(1.5)
    game.take_up()
    game.row("Ann", 2)
    return done + game.table.look(1)


def test_a_face_without_a_name_between_two_that_lie_side_by_side_is_a_part_of_them() -> None:
    game = Lockdown()
    game.table.lay("ghost/shown", -17, 700, "?")
    assert laid_back_one_by_one(game, "2C 4C 6C 8C") == ["Ann hold 2C 4C 6C 8C"]


def test_a_face_without_a_name_that_has_a_place_of_its_own_is_a_card() -> None:
    game = Lockdown()
    assert laid_back_one_by_one(game, "2C 4C ? 6C 8C") == ["Ann draw", "Ann hold 2C 4C ? 6C 8C"]
