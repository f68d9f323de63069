"""Lock the Entry read from the table: whole rendered games by perfect eyes, and what only some tables show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import numpy as np
import pytest

from companion.referee.lock_the_entry.reading import LockTheEntryReading
from companion.rules import lock_the_entry as rules
from companion.rules.game import Setup
from companion.rules.games import game_named
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee.bystanders import bystander
from tests.companion.referee.small_table import SmallTable
from tests.companion.referee.watched_film import watch
from tests.models.plain_stock import PlainStock
from vision.sightings import FloatArray

SEEDS = (3,)


def film(seed: int) -> MadeGame:
    return made(Order("lock-the-entry", seed, size=(480, 270), players=2 + seed), PlainStock())


def by_entry(lines: Iterable[str]) -> dict[str, list[str]]:
    """The lines of each entry in their order, the beginnings of all together: what is done at once has no order."""
    told: dict[str, list[str]] = {}
    for line in lines:
        entry = re.match(r"\? (?:add|change|lock) (\d+)", line)
        told.setdefault(entry[1] if entry else "", []).append(line)
    return told


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_read_to_its_final_score(seed: int) -> None:
    game = film(seed)
    who = bystander(game)
    told = watch(who)
    assert by_entry(told.carried_out) == by_entry(who.moves)
    assert sorted(told.refused) == sorted(who.broken)
    result = rules.result(told.state)
    assert result.winners == game.result.winners
    assert dict(result.points) == dict(game.result.points)
    assert len(told.questions) <= 3


PLAYERS = ("Ann", "Ben", "Cem")
STRIP, PLACES = 24.0, {1: (-300.0, 0.0), 2: (300.0, 0.0)}  # from card to card of a row; of the first cards


class Lock:
    """A table of three on which entry 1 was begun with the king of hearts, and entry 2 with the queen of spades."""

    def __init__(self) -> None:
        game = game_named("lock-the-entry")
        self.table = SmallTable(game, game.start(Setup(PLAYERS)), LockTheEntryReading())
        for entry, card in ((1, "KH"), (2, "QS")):
            assert self.add(entry, card, 0) == [f"? create {card}"]

    def add(self, entry: int, card: str, place: int, sure: bool = True, seconds: float = 1.5) -> list[str]:
        """A card of a row, so many strips below its first one."""
        x, y = PLACES[entry]
        self.table.lay(card, x, y + STRIP * place, sure=sure)
        return self.table.look(seconds)

    def history(self, entry: int, place: int, owner: str = "Ann") -> list[str]:
        """A card lies in the history as the so-many-th, from 0."""
        x, y = PLACES[entry]
        self.table.lay(f"{entry}/history{place}", x + 82 + 13.0 * place, y + 20, owner, back=True)
        return self.table.look(1)

    def change(self, entry: int, old: str, new: str, place: int, count: int) -> list[str]:
        """A card of the row goes to the history as its so-many-th, from 0, and another one takes its place."""
        self.table.take(old)
        done = self.history(entry, count)
        return done + self.add(entry, new, place)

    @property
    def reasons(self) -> list[str]:
        """Why what stands is asked."""
        return [question.reason for question in self.table.asked]

    @property
    def row(self) -> str:
        """The cards of entry 1 by the game."""
        return " ".join(str(laid.card) for laid in self.table.ledger.state.entries[0].row)


def test_a_play_that_was_taken_back_is_played_anew_once_its_card_was_taken_away() -> None:
    lock = Lock()
    before = lock.table.ledger.state
    assert lock.add(1, "5H", 1) == ["? add 1 5H"]
    lock.table.set_right(before)
    assert lock.table.look(8) == []
    lock.table.take("5H")
    assert lock.table.look(2) == []
    assert lock.add(1, "5H", 1) == ["? add 1 5H"]
    assert lock.add(1, "9H", 2) == ["? add 1 9H"]
    assert lock.table.refused == []


def test_a_play_taken_back_and_pushed_to_another_entry_is_a_play_there() -> None:
    lock = Lock()
    before = lock.table.ledger.state
    assert lock.add(1, "5S", 1) == []
    assert lock.table.refused == [("wrong_suit",)]
    assert lock.add(2, "5S", 1) == ["? add 2 5S"]
    lock.table.set_right(before)
    assert lock.table.look(3) == []
    assert lock.add(2, "5S", 2) == []  # only pushed
    assert lock.add(1, "5S", 1) == []
    assert lock.table.refused == [("wrong_suit",)] * 2


def test_a_refused_beginning_pushed_to_an_entry_is_a_play_there() -> None:
    lock = Lock()
    lock.table.lay("9H", 0, 200)
    lock.table.look(2)
    assert lock.table.refused == [("not_a_face_card",)]
    assert lock.add(1, "9H", 1) == ["? add 1 9H"]


def test_a_play_that_was_taken_back_and_done_again_needs_no_hand() -> None:
    lock = Lock()
    before = lock.table.ledger.state
    lock.add(1, "5H", 1)
    after = lock.table.ledger.state
    lock.table.set_right(before)
    lock.table.look(2)
    lock.table.set_right(after)
    assert lock.table.look(3) == []
    assert lock.add(1, "9H", 2) == ["? add 1 9H"]
    assert lock.row == "KH 5H 9H"


def test_a_card_read_wrongly_is_taken_back_and_told() -> None:
    lock = Lock()
    before = lock.table.ledger.state
    lock.add(1, "6H", 1)
    lock.table.set_right(before)
    lock.table.tell("? add 1 5H")
    assert lock.table.look(3) == []
    assert lock.add(1, "8H", 2) == ["? add 1 8H"]
    assert lock.change(1, "8H", "9H", 2, 0) == ["? change 1 9H"]
    assert lock.row == "KH 5H 9H"


def test_an_illegal_card_that_stands_is_played_on() -> None:
    lock = Lock()
    lock.add(1, "9H", 1)
    assert lock.add(1, "5H", 2) == []
    assert lock.table.refused == [("not_higher",)]
    lock.table.let_stand("? add 1 5H")
    assert lock.table.look(3) == []
    assert lock.add(1, "7H", 3) == ["? add 1 7H"]
    assert lock.change(1, "7H", "8H", 3, 0) == ["? change 1 8H"]
    assert len(lock.table.refused) == 1


def test_an_illegal_beginning_that_stands_is_played_on() -> None:
    lock = Lock()
    lock.table.lay("5D", 0, 0)
    assert lock.table.look() == []
    lock.table.let_stand("? create 5D")
    lock.table.lay("9D", 0, STRIP)
    assert lock.table.look() == ["? add 3 9D"]


def test_an_illegal_change_that_stands_has_its_history() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    assert lock.change(1, "5H", "4S", 1, 0) == []
    assert lock.table.refused == [("wrong_suit",)]
    lock.table.let_stand("? change 1 4S")
    assert lock.table.look(5) == []
    assert lock.table.asked == ()
    assert lock.change(1, "4S", "8H", 1, 1) == ["? change 1 8H"]


def test_an_illegal_card_taken_back_by_hand_leaves_the_row_as_it_was() -> None:
    lock = Lock()
    lock.add(1, "9H", 1)
    assert lock.add(1, "5H", 2) == []
    lock.table.take("5H")
    assert lock.table.look(2) == []
    assert lock.add(1, "10H", 2) == ["? add 1 10H"]
    assert len(lock.table.refused) == 1


def test_a_card_taken_back_by_hand_before_the_game_was_set_right() -> None:
    lock = Lock()
    before = lock.table.ledger.state
    lock.add(1, "9H", 1)
    lock.table.take("9H")
    assert lock.table.look(2) == []
    assert lock.add(1, "7H", 1, seconds=4) == []
    assert [question.reason for question in lock.table.asked] == ["added_or_changed"]
    lock.table.set_right(before)
    assert lock.table.asked == ()
    assert lock.table.look() == ["? add 1 7H"]


def test_a_change_that_was_taken_back_is_changed_back_by_hand() -> None:
    lock = Lock()
    lock.add(1, "9H", 1)
    before = lock.table.ledger.state
    assert lock.change(1, "9H", "10H", 1, 0) == ["? change 1 10H"]
    lock.table.set_right(before)
    assert lock.table.look(8) == []
    lock.table.take("10H", "1/history0")
    assert lock.table.look(2) == []
    assert lock.add(1, "9H", 1, seconds=4) == []
    assert lock.table.asked == ()
    assert lock.change(1, "9H", "JH", 1, 0) == ["? change 1 JH"]
    assert [len(entry.history) for entry in lock.table.ledger.state.entries] == [1, 0]


def test_a_row_that_was_out_of_sight_for_a_while_is_the_same_row() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.add(1, "9H", 2)
    for gone in (("9H",), ("5H",), ("KH", "5H"), ("KH", "5H", "9H")):
        lying = dict(lock.table.lying)
        lock.table.take(*gone)
        lock.table.look(1.5 if len(gone) < 3 else 1)
        lock.table.lying = lying
        assert lock.table.look(4) == []
    assert lock.table.asked == ()
    assert lock.add(1, "JH", 3) == ["? add 1 JH"]
    assert lock.table.refused == []


def test_what_is_laid_on_a_squared_up_row_is_asked_for_where_no_back_tells() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    for card in ("KH", "5H"):
        lock.table.lay(card, *PLACES[1])
    del lock.table.lying["KH"]  # covered
    assert lock.table.look(3) == []
    del lock.table.lying["5H"]
    assert lock.add(1, "9H", 0, seconds=4) == []
    (question,) = lock.table.asked
    assert question.reason == "added_or_changed"
    assert lock.table.answer("perhaps") == []
    assert lock.table.answer("added") == ["? add 1 9H"]


def test_a_card_equal_to_one_that_was_changed_while_it_lay_covered_is_added_where_none_lay() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.table.lay("3H", PLACES[1][0], PLACES[1][1] + STRIP)
    del lock.table.lying["5H"]
    assert lock.history(1, 0) == ["? change 1 3H"]
    assert lock.add(1, "5H", 2) == ["? add 1 5H"]
    assert lock.row == "KH 3H 5H"


def over(place: FloatArray, reach: float) -> Callable[[FloatArray], bool]:
    """A hand over what has its middle there, within so many pixels."""
    return lambda outline: bool(np.abs(outline.mean(axis=0) - place.mean(axis=0)).max() < reach)


def doubtful_top() -> Lock:
    """A back came to the history of KH 5H, and a hand to the five, which is not surely read any more: it may have been
    changed for an equal one."""
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.add(1, "5H", 1, sure=False)
    assert lock.history(1, 0) == []
    lock.table.look(1, over=over(lock.table.lying["5H"].outline, 5))
    assert lock.table.look(4) == []
    (question,) = lock.table.asked
    assert (question.reason, question.choices) == ("same_again", ("nothing", "changed", "other_card"))
    return lock


def test_a_top_card_that_is_another_one_than_it_seems_is_told_and_changed() -> None:
    lock = doubtful_top()
    lock.table.lay("5H", PLACES[1][0], PLACES[1][1] + STRIP, "3H", sure=False)
    assert lock.table.answer("other_card") == []
    assert lock.table.look(3) == []
    assert lock.table.answer("3H", "which_card") == ["? change 1 3H"]
    assert lock.row == "KH 3H"


def test_a_top_card_that_people_doubt_and_name_as_it_was_read_is_not_asked_about_again() -> None:
    lock = doubtful_top()
    lock.table.lay("5H", PLACES[1][0], PLACES[1][1] + STRIP, sure=False)
    assert lock.table.answer("other_card") == []
    assert lock.table.look(3) == []
    assert lock.table.answer("5H", "which_card") == []
    assert lock.table.look(6) == []
    assert lock.table.asked == ()
    assert lock.row == "KH 5H"


@pytest.mark.parametrize(("x", "y"), [(3, -4), (15, 45)])
def test_a_top_card_that_is_seen_a_second_time_and_named_is_no_play(x: float, y: float) -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.table.lay("?/second", PLACES[1][0] + x, PLACES[1][1] + STRIP + y, "?")
    lock.table.look(4)
    assert lock.table.answer("5H", "which_card") == []
    assert lock.table.look(2) == []
    assert lock.table.refused == []
    lock.table.take("?/second")
    assert lock.add(1, "9H", 2) == ["? add 1 9H"]


@pytest.mark.parametrize(("read", "reasons"), [("KH", []), ("9H", ["which_card"])])
def test_a_lower_card_that_is_told_a_second_time_while_the_top_one_is_changed_is_not_asked_for(
    read: str, reasons: list[str]
) -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.table.take("5H")
    lock.table.look()
    lock.table.lay(f"{read}/second", PLACES[1][0], PLACES[1][1] + STRIP + 3, read, sure=False)
    lock.table.look(4)
    assert [question.reason for question in lock.table.asked] == reasons


@pytest.mark.parametrize(
    ("aside", "lower", "reasons"), [(13, 0, ["same_again"]), (4, 0, []), (-24, 0, []), (0, 80, []), (-160, 0, [])]
)
def test_a_back_of_an_unknown_deck_counts_where_the_next_one_of_a_history_would_lie(
    aside: float, lower: float, reasons: list[str]
) -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    lock.table.look(1)
    x, y = PLACES[1]
    lock.table.lay("1/unknown", x + 82 + aside, y + 20 + lower, "?", back=True)
    lock.table.look(1, over=over(lock.table.lying["3H"].outline, 5))
    lock.table.look(8)
    assert lock.table.asked == ()  # the grain of a table that looks like a back is soon gone
    lock.table.look(3)
    assert [question.reason for question in lock.table.asked] == reasons


@pytest.mark.parametrize(("aside", "ruled"), [(13, ["? change 1 3H"]), (-20, [])])
def test_a_back_that_lies_nearer_to_the_row_than_its_history_was_found_anew(aside: float, ruled: list[str]) -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    lock.table.look(1)
    x, y = PLACES[1]
    lock.table.lay("1/anew", x + 82 + aside, y + 20, "Cem", back=True)
    lock.table.look(1, over=over(lock.table.lying["3H"].outline, 5))
    assert lock.table.look(4) == ruled
    assert lock.table.asked == ()


@pytest.mark.parametrize(("entries", "ruled"), [((1,), ["? change 1 KH"]), ((1, 2), [])])
def test_backs_that_come_to_two_entries_at_once_were_found_anew(entries: tuple[int, ...], ruled: list[str]) -> None:
    lock = Lock()
    for entry in entries:
        x, y = PLACES[entry]
        lock.table.lay(f"{entry}/anew", x + 82, y + 20, "Cem", back=True)
    lock.table.look(1, over=lambda outline: True)
    assert lock.table.look(5) == ruled
    assert lock.table.asked == ()


def test_of_two_backs_that_come_to_one_entry_at_once_one_was_found_anew() -> None:
    lock = Lock()
    x, y = PLACES[1]
    for place in (0, 1):
        lock.table.lay(f"1/anew{place}", x + 82 + 30 * place, y + 20, "Cem", back=True)
    lock.table.look(1, over=lambda outline: True)
    lock.table.look(5)
    assert {question.reason for question in lock.table.asked} == {"same_again"}
    lock.table.referee.answer(lock.table.asked[0].key, "changed")
    lock.table.look(3)
    assert lock.table.asked == ()
    assert len(lock.table.ledger.state.entries[0].history) == 1


def test_a_card_that_cannot_be_told_is_waited_for_before_the_one_upon_it() -> None:
    lock = Lock()
    assert lock.add(1, "5H", 1, sure=False, seconds=3) == []
    assert lock.add(1, "9H", 2, seconds=3) == []
    assert lock.table.answer("5H") == ["? add 1 5H", "? add 1 9H"]
    assert lock.table.refused == []


def test_histories_and_rows_are_found_after_a_bump_of_the_camera() -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    lock.change(1, "5H", "6H", 1, 0)
    lock.table.take("6H")
    lock.table.look(1)
    lock.table.bump(140, -90)
    assert lock.history(1, 1) == []
    assert lock.add(1, "7H", 1) == ["? change 1 7H"]
    assert lock.add(2, "7S", 1) == ["? add 2 7S"]


@pytest.mark.parametrize(
    ("shows", "asked"), [("next", 0), ("too few", 1), ("two", 1), ("not read since", 1), ("a moment", 1)]
)
def test_a_back_that_surely_is_the_next_of_a_history_tells_of_an_equal_card(shows: str, asked: int) -> None:
    lock = Lock()
    lock.add(1, "5H", 1)
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    x, y = PLACES[1]
    top = "3H"
    if shows == "too few":  # the back of the second change was not seen
        lock.table.take(top)
        top = "6H"
        lock.table.lay(top, x, y + STRIP)
        lock.table.tell("? change 1 6H")
        lock.table.look(4)
        lock.table.answer("nothing")
    for place in (2, 3) if shows == "two" else (2,):
        lock.table.lay(f"1/history{place}", x + 82 + 13.0 * place, y + 20, "Cem", back=True)
    if shows == "not read since":
        lock.table.lay(top, x, y + STRIP, sure=False)
    done = lock.table.look(0.5 if shows == "a moment" else 1, over=over(lock.table.lying[top].outline, 5))
    back = lock.table.lying["1/history2"].outline
    done += lock.table.look(4, over=over(back, 5 if shows == "a moment" else 0))
    assert done == ([] if asked else ["? change 1 3H"])
    assert [question.reason for question in lock.table.asked] == ["same_again"] * asked
