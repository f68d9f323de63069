"""Engines of Discrimination read from the table: people play on before they answer what was asked."""

from __future__ import annotations

import pytest

from companion.referee.engines.reading import EnginesReading
from companion.rules import engines as rules
from companion.rules.game import Setup
from companion.rules.games import game_named
from tests.companion.referee.small_table import SmallTable

ANN, BEN = (0.0, 110.0), (0.0, -110.0)


def unread(first: str) -> SmallTable:
    """Ann's result cannot be read, and all cards were taken up before anybody said what it is; first: whose first."""
    seen = SmallTable(game_named("engines"), rules.start(Setup(("Ann", "Ben"))), EnginesReading())
    seen.lay("9C", 0, 0)
    seen.lay("pile", 400, 0, name="Ann", back=True)
    seen.look()
    seen.lay("Ann", *ANN, name="Ann", back=True)
    seen.lay("Ben", *BEN, name="Ben", back=True)
    seen.look()
    seen.lay("Ann", *ANN, name="7H", sure=False)
    seen.lay("Ben", *BEN, name="10D")
    seen.look(3)
    assert [question.reason for question in seen.asked] == ["which_card"]
    second = "Ben" if first == "Ann" else "Ann"
    for key in (first, second, "9C"):
        seen.take(key)
        seen.look(1.5)
    return seen


@pytest.mark.parametrize("first", ["Ann", "Ben"])
def test_which_card_a_result_was_may_be_said_once_the_next_search_is_under_way(first: str) -> None:
    seen = unread(first)
    seen.lay("5D", 0, 0)
    seen.look()
    seen.lay("Ann2", *ANN, name="6H")
    seen.lay("Ben2", *BEN, name="KD")
    assert seen.look() == []
    assert seen.answer("perhaps") == []
    assert [question.reason for question in seen.asked] == ["which_card"]
    done = seen.answer("7H")
    assert done[:2] == ["Ann play 7H", "Ben play 10D"]
    done += seen.look()
    assert done[2:] == ["Ann search 5D", "Ann play 6H", "Ben play KD"]
    assert seen.refused == []


def test_where_it_was_no_card_the_players_lay_others() -> None:
    seen = unread("Ann")
    assert seen.answer("none") == []
    seen.lay("9C", 0, 0)
    seen.lay("Ann2", *ANN, name="6H")
    seen.lay("Ben2", *BEN, name="KD")
    assert seen.look() == ["Ann play 6H", "Ben play KD"]
