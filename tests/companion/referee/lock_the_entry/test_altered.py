"""Lock the Entry: what was done to a row, as far as how its places looked meanwhile tells it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.companion.referee.lock_the_entry.test_reading import PLACES, STRIP, Lock, over
from vision.sightings import FloatArray


def nowhere(outline: FloatArray) -> float:
    return 0.0


class Handled(Lock):
    """A table at which it is known which places look otherwise than before."""

    def hand(self, place: FloatArray, left_otherwise: bool) -> None:
        """A hand comes to a place, and leaves it as it was or otherwise."""
        self.table.look(0.5, over=over(place, 5), anew=nowhere)
        self.table.look(0.25, anew=lambda at: float(left_otherwise and over(place, 5)(at)))


class Watched(Handled):
    """The five of hearts lies on entry 1."""

    def __init__(self) -> None:
        super().__init__()
        self.add(1, "5H", 1)
        self.table.look(1, anew=nowhere)
        self.row_at = self.table.lying["5H"].outline

    def told_twice(self, twice: bool = True) -> None:
        """The five is changed for the three of hearts, the back of which is seen twice."""
        x, y = PLACES[1]
        if twice:
            self.table.lay("twice", x + 112, y + 20, "Ann", back=True)
        assert self.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
        self.table.look(6, anew=nowhere)

    def change_told_twice(self, twice: bool = True) -> None:
        """The same; then hands leave the top card, its history, and the top card again otherwise."""
        self.told_twice(twice)
        for place in ("3H", "1/history0", "3H"):
            self.hand(self.table.lying[place].outline, True)

    def back(self, sure: bool = False) -> None:
        """A back lies in the history."""
        x, y = PLACES[1]
        self.table.lay("1/back", x + 82, y + 20, "Ann", back=True, sure=sure)


@pytest.mark.parametrize(
    ("altered", "done", "reasons"),
    [
        ((True, True), ["? change 1 5H"], []),
        ((True, False), [], ["same_again"]),
        ((False, False), [], []),  # an arm was over it, and the back is one that was found anew
    ],
)
def test_a_place_that_twice_came_to_look_otherwise_was_changed(
    altered: tuple[bool, bool], done: list[str], reasons: list[str]
) -> None:
    lock = Watched()
    lock.hand(lock.row_at, altered[0])
    lock.back()
    lock.table.look(0.5, anew=nowhere)
    lock.hand(lock.row_at, altered[1])
    assert lock.table.look(6, anew=nowhere) == done
    assert lock.reasons == reasons


@pytest.mark.parametrize(
    ("altered", "elsewhere", "at_once"),
    [
        ((True, True), False, ["? change 1 5H"]),
        ((True, False), False, []),
        ((True, True), True, []),  # nobody lays two at once: what they are is awaited
    ],
)
def test_where_all_tells_of_an_equal_card_nothing_is_awaited(
    altered: tuple[bool, bool], elsewhere: bool, at_once: list[str]
) -> None:
    lock = Watched()
    lock.hand(lock.row_at, altered[0])
    lock.back(sure=True)
    if elsewhere:
        lock.table.lay("2/back", PLACES[2][0] + 82, PLACES[2][1] + 20, "Ben", back=True)
    lock.table.look(0.5, anew=nowhere)
    before = len(lock.table.done)
    lock.hand(lock.row_at, altered[1])
    lock.table.look(0.25, anew=nowhere)
    assert lock.table.done[before:] == at_once


@pytest.mark.parametrize("equal", [True, False])
def test_a_change_for_an_equal_card_is_told_before_the_next_change_that_comes_before_it_is_decided(equal: bool) -> None:
    """The history seems to have a back too many, so that it is not told at once."""
    lock, (x, y) = Watched(), PLACES[1]
    lock.told_twice()
    top = lock.table.lying["3H"].outline
    lock.hand(top, equal)
    lock.table.lay("1/back", x + 142, y + 20, "Ben", back=True)
    lock.table.look(0.5, anew=nowhere)
    before = len(lock.table.done)
    lock.hand(top, equal)
    lock.table.look(0.25, anew=nowhere)
    lock.table.take("3H")
    lock.table.lay("1/last", x + 172, y + 20, "Ann", back=True)
    lock.table.look(0.5, anew=over(top, 5))
    lock.table.lay("9H", x, y + STRIP)
    lock.table.look(2, anew=nowhere)
    assert lock.table.done[before:] == ["? change 1 3H"] * equal + ["? change 1 9H"]


def test_what_was_done_to_the_row_long_before_a_back_was_found_tells_nothing() -> None:
    lock = Watched()
    lock.hand(lock.row_at, True)
    lock.hand(lock.row_at, True)
    lock.table.look(9, anew=nowhere)
    lock.back()
    assert lock.table.look(6, anew=nowhere) == []
    assert lock.reasons == ["same_again"]


def test_an_equal_card_that_is_not_surely_read_is_asked_about() -> None:
    lock = Watched()
    lock.hand(lock.row_at, True)
    lock.back()
    lock.table.lay("5H", PLACES[1][0], PLACES[1][1] + STRIP, sure=False)
    lock.hand(lock.row_at, True)
    assert lock.table.look(6, anew=nowhere) == []
    assert lock.reasons == ["same_again"]


@pytest.mark.parametrize(("restocked", "done", "reasons"), [(True, ["? change 1 3H"], []), (False, [], ["same_again"])])
def test_an_equal_card_laid_where_one_was_taken_is_a_change_where_the_history_looks_otherwise(
    restocked: bool, done: list[str], reasons: list[str]
) -> None:
    lock = Watched()
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    lock.table.look(6, anew=nowhere)
    top, back = lock.table.lying["3H"].outline, lock.table.lying["1/history0"].outline
    lock.table.take("3H")
    lock.hand(top, True)
    lock.table.look(1, anew=nowhere)
    x, y = PLACES[1]
    lock.table.lay("1/history0", x + 88, y + 20, "Ann", back=True)  # the next back, taken for the one that lay there
    lock.hand(back + np.float32([3, 0]), restocked)
    lock.table.lay("3H again", x, y + STRIP, "3H")
    lock.hand(top, True)
    assert lock.table.look(6, anew=nowhere) == done
    assert lock.reasons == reasons


@pytest.mark.parametrize(("exchanged", "done"), [(True, ["? change 1 3H"]), (False, [])])
def test_a_back_that_is_laid_beyond_one_that_was_lost_from_sight_tells_of_an_equal_card_where_one_was_exchanged(
    exchanged: bool, done: list[str]
) -> None:
    lock = Watched()
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    x, y = PLACES[1]
    lock.table.take("1/history0")
    lock.table.look(6, anew=nowhere)
    top = lock.table.lying["3H"].outline
    lock.hand(top, exchanged)
    lock.table.lay("1/history1", x + 112, y + 20, "Ben", back=True)
    lock.table.look(0.5, anew=nowhere)
    before = len(lock.table.done)
    lock.hand(top, exchanged)
    lock.table.look(6, anew=nowhere)
    assert lock.table.done[before:] == done
    assert lock.reasons == []  # else it is the one that was lost


@pytest.mark.parametrize(("restocked", "done"), [(True, ["? change 1 9H"]), (False, [])])
def test_a_card_laid_where_one_was_lost_from_sight_is_a_change_where_the_history_looks_otherwise(
    restocked: bool, done: list[str]
) -> None:
    lock = Watched()
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    lock.table.look(6, anew=nowhere)
    top, back = lock.table.lying["3H"].outline, lock.table.lying["1/history0"].outline
    x, y = PLACES[1]
    lock.table.take("3H")
    lock.hand(top, True)
    lock.table.look(1, anew=nowhere)
    lock.table.lay("1/history0", x + 88, y + 20, "Ann", back=True)  # read a little aside: does the next one lie on it?
    lock.hand(back + np.float32([3, 0]), restocked)
    lock.table.lay("9H", x, y + STRIP)
    assert lock.table.look(4, anew=nowhere) == done
    assert lock.reasons == ([] if done else ["added_or_changed"])


@pytest.mark.parametrize(("deck", "done"), [("Ben", ["? change 2 KS"]), ("?", [])])
def test_a_back_without_a_deck_away_from_the_history_is_no_card_of_a_change(deck: str, done: list[str]) -> None:
    lock = Watched()
    assert lock.change(2, "QS", "JS", 0, 0) == ["? change 2 JS"]
    lock.table.look(6, anew=nowhere)
    x, y = PLACES[2]
    lock.table.lay("grain", x + 82, y - 75, deck, back=True)
    lock.table.lay("KS", x, y)
    lock.table.take("JS")  # it lies beneath, or is in the history
    told = lock.table.look(0.25)
    assert told + lock.table.look(4, anew=nowhere) == done
    assert lock.reasons == ([] if done else ["added_or_changed"])


class Squared(Handled):
    """Entry 1 has a row of four that lie on one another, the nine of hearts on top."""

    def __init__(self) -> None:
        super().__init__()
        for lower, card in (("KH", "3H"), ("3H", "5H"), ("5H", "9H")):
            assert self.add(1, card, 0) == [f"? add 1 {card}"]
            self.table.take(lower)
            self.table.look(1)


@pytest.mark.parametrize(("came", "done"), [(True, ["? change 1 KH"]), (False, [])])
def test_an_equal_of_a_lower_card_on_a_squared_row_is_a_change_where_a_back_came(came: bool, done: list[str]) -> None:
    """It seems to be the lower one, which is in sight again; but others lie on that one."""
    lock = Squared()
    lock.table.take("9H")
    lock.table.look(0.5)
    told = lock.history(1, 0) if came else lock.table.look(1)
    x, y = PLACES[1]
    lock.table.lay("KH again", x, y, "KH")
    assert told + lock.table.look(4) == done
    assert lock.row == "KH 3H 5H " + ("KH" if came else "9H")


def test_the_card_beneath_the_top_one_is_no_change_while_another_is_awaited() -> None:
    lock = Squared()
    lock.table.take("9H")
    lock.history(1, 0)
    lock.table.lay("5H", *PLACES[1])
    assert lock.table.look(2) == []
    lock.table.take("5H")
    assert lock.add(1, "10H", 0) == ["? change 1 10H"]


@pytest.mark.parametrize(("answer", "done"), [("added", ["? add 1 KH"]), ("nothing", [])])
def test_an_equal_of_a_lower_card_that_is_seen_on_a_squared_row_without_a_back_is_asked_about(
    answer: str, done: list[str]
) -> None:
    lock = Squared()
    lock.table.look(6)
    lock.table.take("9H")
    assert lock.add(1, "KH", 0, seconds=2) == []
    assert lock.reasons == []
    assert lock.table.look(3) == []
    assert lock.reasons == ["added_or_changed"]
    assert lock.table.answer(answer) == done
    assert lock.table.look(6) == []
    assert lock.reasons == []


def test_the_card_beneath_the_top_one_that_shows_elsewhere_than_it_was_seen_is_no_equal_one_laid_there() -> None:
    lock = Squared()
    x, y = PLACES[1]
    lock.table.lay("9H", x, y + 90)  # the row is moved, and of the five beneath nothing is seen
    lock.table.look(2)
    lock.table.take("9H")
    lock.history(1, 0)
    lock.table.lay("5H", x, y + 90)
    assert lock.table.look(4) == []
    assert lock.table.refused == []


@pytest.mark.parametrize(("stirs", "done"), [(False, ["? add 1 10H"]), (True, [])])
def test_what_is_laid_on_a_squared_row_was_added_where_its_history_stays_as_it_was(
    stirs: bool, done: list[str]
) -> None:
    lock = Squared()
    assert lock.change(1, "9H", "8H", 0, 0) == ["? change 1 8H"]
    lock.table.look(6, anew=nowhere)
    back = lock.table.lying["1/history0"].outline
    lock.table.take("8H")  # it lies beneath, or is in the history
    lock.table.lay("10H", *PLACES[1])
    assert lock.table.look(2, anew=nowhere) == []
    lock.hand(back, left_otherwise=stirs)
    assert lock.table.look(4, anew=nowhere) == done
    assert lock.reasons == (["added_or_changed"] if stirs else [])


@pytest.mark.parametrize(("bared", "done"), [(True, ["? change 1 10H"]), (False, [])])
def test_a_card_in_the_place_of_one_that_is_gone_from_a_squared_row_changed_it_where_the_one_beneath_was_seen(
    bared: bool, done: list[str]
) -> None:
    lock = Squared()
    lock.table.look(6)
    lock.table.take("9H")
    if bared:
        lock.table.lay("5H", *PLACES[1])
    lock.table.look(1)
    lock.table.lying.pop("5H", None)
    assert lock.add(1, "10H", 0, seconds=1.75) == done
    assert lock.reasons == ([] if done else ["added_or_changed"])


def test_the_top_card_told_twice_before_its_row_was_squared_up_is_the_one_that_lies_there() -> None:
    lock = Watched()
    x, y = PLACES[1]
    lock.table.lay("twice", x + 5, y - 5, "KH", sure=False)  # a second read of the king
    lock.table.look(2, anew=nowhere)
    assert lock.change(1, "5H", "9H", 2, 0) == ["? change 1 9H"]
    lock.table.take("KH", "twice")
    lock.table.look(0.25)
    lock.table.lay("twice", x + 5, y - 5, "9H")
    lock.table.take("9H")
    lock.table.look(6, anew=nowhere)
    place = lock.table.lying["twice"].outline
    lock.table.take("twice")  # it lies beneath
    lock.table.lay("10H", x + 5, y - 5)
    lock.table.look(1, anew=lambda at: float(over(place, 5)(at)))
    assert lock.table.look(4, anew=nowhere) == ["? add 1 10H"]
    assert lock.reasons == []


@pytest.mark.parametrize("told_twice", [True, False])
def test_an_equal_card_whose_back_is_taken_for_the_one_beneath_is_asked_about_where_the_history_has_one_too_many(
    told_twice: bool,
) -> None:
    lock = Watched()
    lock.change_told_twice(told_twice)
    assert lock.table.look(3, anew=nowhere) == []
    assert lock.reasons == (["same_again"] if told_twice else [])
    done = lock.add(1, "9H", 2)  # hangs on the answer
    done += lock.table.answer("changed") + lock.table.look(1) if told_twice else []
    assert done == ["? change 1 3H"] * told_twice + ["? add 1 9H"]
    assert lock.table.refused == []


def test_an_equal_card_whose_back_is_not_read_is_asked_about_where_the_history_has_one_too_many() -> None:
    lock, (x, y) = Watched(), PLACES[1]
    lock.told_twice()
    lock.hand(lock.table.lying["3H"].outline, True)
    lock.table.lay("unread", x + 90, y + 35, "?", back=True)
    for place in ("1/history0", "3H"):
        lock.hand(lock.table.lying[place].outline, True)
    assert lock.table.look(3, anew=nowhere) == []
    assert lock.reasons == ["same_again"]


def test_an_equal_card_of_which_it_was_said_that_it_is_the_same_is_asked_about_no_more() -> None:
    lock = Watched()
    lock.change_told_twice()
    lock.table.look(3, anew=nowhere)
    assert lock.table.answer("nothing") == []
    assert lock.table.look(3, anew=nowhere) == []
    assert lock.reasons == []
    assert lock.add(1, "9H", 2) == ["? add 1 9H"]


def test_an_equal_card_is_asked_about_where_the_history_lacks_the_back_of_a_change() -> None:
    lock = Watched()
    assert lock.change(1, "5H", "3H", 1, 0) == ["? change 1 3H"]
    lock.table.take("3H")
    lock.table.look(0.5, over=over(lock.row_at, 5), anew=over(lock.row_at, 5))
    assert lock.add(1, "7H", 1, seconds=3) == ["? change 1 7H"]
    lock.table.look(12, anew=nowhere)
    for place in ("7H", "1/history0", "7H"):
        lock.hand(lock.table.lying[place].outline, True)
    lock.table.look(3, anew=nowhere)
    assert lock.reasons == ["same_again"]


def test_the_card_beneath_a_top_card_that_was_taken_for_its_equal_below_is_no_play() -> None:
    """The row is squared up at its king, and what shows there is the king that lies on top."""
    lock, (x, y) = Lock(), PLACES[1]
    for place, card in enumerate(("2H", "3H", "4H", "5H"), 1):
        lock.add(1, card, place)
    lock.table.lay("top", x, y + 5 * STRIP, "KH")
    assert lock.table.look(1.5) == ["? add 1 KH"]
    lock.table.take("2H", "3H", "4H", "5H", "top")
    assert lock.table.look(6) == []
    lock.table.take("KH")
    lock.table.lay("5H", x - 1, y - 2, "5H")
    assert lock.history(1, 0) + lock.table.look(3) == []
    lock.table.lay("QH", x - 3, y + 3, "QH")
    assert lock.table.look(3) == ["? change 1 QH"]
    assert lock.table.refused == []


def test_a_top_card_that_was_surely_read_under_a_hand_alone_is_another_once_one_is_read_in_its_place() -> None:
    """The table knows no better than that it was misread: it keeps its number."""
    lock, (x, y) = Handled(), PLACES[1]
    lock.table.lay("7H", x, y + STRIP)
    at = lock.table.lying["7H"].outline
    assert lock.table.look(0.75, near=over(at, 60)) == ["? add 1 7H"]
    lock.table.lay("7H", x, y + STRIP, sure=False)
    assert lock.table.look(2, anew=nowhere) == []
    lock.table.look(0.5, over=over(at, 60), anew=nowhere)
    lock.table.take("7H")
    lock.table.lay("1/history0", x + 82, y + 20, "Ann", back=True)
    lock.table.lay("9H", x, y + STRIP)
    done = lock.table.look(0.25, anew=over(at, 5)) + lock.table.look(3, anew=nowhere)
    assert done == ["? change 1 9H"]
    assert (lock.reasons, lock.table.refused) == ([], [])


def test_a_card_that_seems_to_lie_lower_in_a_row_is_none_as_long_as_a_hand_is_over_it() -> None:
    lock, (x, y) = Handled(), PLACES[1]
    for place, card in enumerate(("4H", "6H", "8H"), 1):
        assert lock.add(1, card, place) == [f"? add 1 {card}"]
    lock.table.lay("5H", x, y + 1.5 * STRIP)
    at = lock.table.lying["5H"].outline
    lock.table.look(0.5, anew=nowhere)
    lock.table.look(5, over=over(at, 60), anew=nowhere)
    lock.table.take("5H")
    lock.table.look(3, anew=nowhere)
    assert (lock.reasons, lock.table.refused) == ([], [])


@pytest.mark.parametrize(("later", "reasons"), [(0.25, []), (1.0, ["same_again"])])
def test_a_card_that_comes_to_rest_after_its_play_is_not_taken_off(later: float, reasons: list[str]) -> None:
    lock, (x, y) = Watched(), PLACES[1]
    lock.table.lay("twice", x + 112, y + 20, "Ann", back=True)  # a history that shows one back too many
    lock.table.take("5H")
    lock.history(1, 0)
    lock.table.lay("3H", x, y + STRIP)
    at = lock.table.lying["3H"].outline
    while not lock.table.look(0.25, anew=nowhere):
        pass
    assert lock.table.done[-1] == "? change 1 3H"
    lock.table.look(later - 0.25, anew=nowhere)
    lock.table.look(0.25, anew=over(at, 5))
    lock.table.look(1, anew=nowhere)
    lock.table.look(0.25, anew=over(lock.table.lying["1/history0"].outline, 5))
    lock.table.look(0.25, anew=over(at, 5))
    lock.table.look(4, anew=nowhere)
    assert lock.reasons == reasons
