"""Lockdown read from the table: people play on before they answer what was asked."""

from __future__ import annotations

import pytest

from tests.companion.referee.lockdown_table import PLACES, Lockdown


@pytest.mark.parametrize("up", list(PLACES))
def test_who_sits_where_may_be_told_while_a_row_is_taken_up(up: str) -> None:
    game = Lockdown(seated=False)
    owner = game.asked_of()
    game.row(up, 0)
    game.lay_open("2C 4C 6C 8C")
    assert game.table.look(1.5) == []
    game.table.answer(owner)
    game.table.look(0.5)
    game.take_up()
    game.row(up, 4)
    assert game.table.look(1.25) == [f"{up} hold 2C 4C 6C 8C"]
    assert game.table.asked == ()
