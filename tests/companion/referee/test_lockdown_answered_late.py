"""Lockdown read from the table: people play on before they answer what was asked."""

from __future__ import annotations

import pytest

from companion.referee.lockdown import LockdownReading
from companion.rules.game import Setup
from tests.companion.referee.lockdown_table import GAME, PLACES, Lockdown
from tests.companion.referee.small_table import SmallTable


class Unseated(Lockdown):
    """A table of three of whom nobody has said yet who sits where."""

    def __init__(self) -> None:
        self.table = SmallTable(GAME, GAME.start(Setup(tuple(PLACES))), LockdownReading())
        self.rows = dict.fromkeys(PLACES, 4)
        self.table.lay("deck", 0, 0, "deck", back=True)
        for player in PLACES:
            self.row(player, 4)
        self.table.look()
        (question,) = self.table.asked
        asked = self.table.referee.table.thing(question.things[0])
        assert question.reason == "whose_hand"
        assert asked is not None
        self.asked = min(PLACES, key=lambda player: self.distance(player, asked.sighting.centre, 0.0))


@pytest.mark.parametrize("up", list(PLACES))
def test_who_sits_where_may_be_told_while_a_row_is_taken_up(up: str) -> None:
    game = Unseated()
    game.row(up, 0)
    game.lay_open("2C 4C 6C 8C")
    assert game.table.look(1.5) == []
    game.table.answer(game.asked)
    game.table.look(0.5)
    game.take_up()
    game.row(up, 4)
    assert game.table.look(1.25) == [f"{up} hold 2C 4C 6C 8C"]
    assert game.table.asked == ()
