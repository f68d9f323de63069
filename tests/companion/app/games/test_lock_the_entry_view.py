"""The panel of Lock the Entry without a window: what it shows, and where the audit leads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.app.games.lock_the_entry_view import (
    AUDIT,
    AuditStep,
    LockTheEntryView,
    Stage,
    Walk,
    follow,
    step,
    tell_owner,
    unaudited,
    view_of,
)
from companion.app.said import Choice, Said
from companion.language import Language
from companion.referee.things import Thing
from companion.rules.cards import Card
from companion.rules.game import Setup
from companion.rules.lock_the_entry import State, apply, parse_action, start
from vision.sightings import Kind, Sighting

ENGLISH = Language.load("en")
FIVE_CHANGES = ("? create JH", "? add 1 4H", "? change 1 5H", "? change 1 QH", "? change 1 6H", "? change 1 KH")
READY = (*FIVE_CHANGES, "? change 1 10H")


def table(*lines: str, **options: str) -> State:
    """A real table, after those lines."""
    state = start(Setup(("Ann", "Ben", "Cem"), options))
    for line in lines:
        state = apply(state, parse_action(line))
    return state


def texts(view: LockTheEntryView, deed: str) -> list[Choice]:
    return [choice for found in view.deeds if found.key == deed for choice in found.choices]


def lying(number: int, kind: Kind) -> Thing:
    """A thing on the table."""
    return Thing(number, Sighting(kind, None, 1.0, True, np.zeros((4, 2), np.float32)), False, 0.0)


def test_an_entry_that_may_be_locked_is_told_as_soon_as_it_may() -> None:
    before, ready = view_of(table(*FIVE_CHANGES), ENGLISH), view_of(table(*READY), ENGLISH)
    assert (before.banner, before.locks, before.places[0].ready) == ("", (), False)
    assert "4/5" in before.places[0].lines[-1]
    assert ready.banner == "Entry 1 may be locked!"
    assert ready.locks == (Choice("? lock 1", "Lock entry 1"),)
    assert (set(table(*FIVE_CHANGES).lockable_numbers), set(table(*READY).lockable_numbers)) == (set(), {1})
    assert ready.places[0].ready
    locked = view_of(table(*READY, "? lock 1"), ENGLISH)
    assert (locked.banner, len(locked.locked)) == ("", 1)


def test_an_entry_shows_its_top_card_its_course_and_what_fits() -> None:
    view = view_of(table("? create JH", "? add 1 4H", "? add 1 9H", "? create KS"), ENGLISH)
    assert [place.card for place in view.places] == [Card.parse("9H"), Card.parse("KS"), None, None, None, None]
    assert view.places[0].lines == ("1  ♥ J 4 9", "10 and up", "history 0/5")
    assert view.places[1].lines[1] == "any value"
    bound = view_of(table("? create KS", first_addition_free="off"), ENGLISH)
    assert bound.places[0].lines[1] == "nothing fits"


def test_only_what_the_rules_allow_can_be_laid_by_a_tap() -> None:
    view = view_of(table("? create JH", "? add 1 JH"), ENGLISH)
    laying = {choice.key for choice in view.places[0].deed.choices}
    assert {"? add 1 QH", "? change 1 2H"} <= laying
    assert not {"? add 1 10H", "? add 1 QS", "? change 1 QS"} & laying
    assert all(line.startswith("? create") for line in (c.key for c in view.places[1].deed.choices))
    assert len(view.places[1].deed.choices) == 12


def test_deeds_send_lines_and_are_dimmed_where_a_rule_forbids_them() -> None:
    view = view_of(table(*READY), ENGLISH)
    assert texts(view, "bad hand")[1] == Choice("Ben bad hand", "Ben")
    assert texts(view, "end") == [Choice("end", "Game over", enabled=False)]
    assert texts(view_of(table(*FIVE_CHANGES), ENGLISH), "end")[0].enabled
    assert texts(view, AUDIT) == []


def test_the_score_as_it_lies_counts_open_entries_until_the_end() -> None:
    lines = ("Ann create JH", "Ben add 1 4H", "Ben create KS", "Cem create QD", "Cem add 3 2D")
    assert view_of(table(*lines), ENGLISH).scores[1:] == (
        ("Ann", "0", "1", "2"),
        ("Ben", "0", "1", "3"),
        ("Cem", "0", "1", "3"),
    )
    over = view_of(table(*lines, "end"), ENGLISH)
    assert over.scores[1:] == (("Ann", "0", "0"), ("Ben", "0", "0"), ("Cem", "0", "0"))
    assert over.places == ()
    assert over.turn == "The game is over; nobody has won yet"


def test_points_without_an_owner_are_told() -> None:
    assert view_of(table("? create JH", "? add 1 4H"), ENGLISH).unowned.endswith(": 3")
    assert view_of(table("Ann create JH", "Ben add 1 4H"), ENGLISH).unowned == ""


def test_the_audit_leads_from_faces_to_backs_to_history() -> None:
    state = table(*READY, "? lock 1", "end")
    assert unaudited(state) == (1,)
    walk = Walk(1)
    faces = view_of(state, ENGLISH, walk).audit
    assert faces is not None
    assert [shown.card.sign for shown in faces.cards] == ["J♥", "10♥"]
    assert faces.owners == ()
    turned = step(walk, AuditStep.ON)
    assert turned == Walk(1, Stage.BACKS)
    walk, line = tell_owner(turned, "Ann", state)
    backs = view_of(state, ENGLISH, walk).audit
    assert backs is not None
    assert line is None
    assert [(shown.owner, shown.asked) for shown in backs.cards] == [("Ann", False), ("", True)]
    assert "10♥" in backs.told
    walk, line = tell_owner(walk, "Cem", state)
    assert line == "audit 1 Ann Cem"
    state = apply(state, parse_action(line))
    last = follow(walk, state)
    assert last == Walk(1, Stage.HISTORY)
    history = view_of(state, ENGLISH, last).audit
    assert history is not None
    assert history.cards == ()
    assert "5 are noted" in history.told
    assert step(last, AuditStep.ON) is None
    assert view_of(state, ENGLISH).turn == "Won by Ann"


@pytest.mark.parametrize(
    ("shown", "said", "whole"),
    [
        (0, "Seen: 0. Missing: 5 of 5", False),
        (3, "Seen: 3. Missing: 2 of 5", False),
        (5, "All 5 are seen", True),
        (6, "Seen: 6, 1 more than the 5 that are noted", False),
    ],
)
def test_the_history_that_is_shown_is_counted(shown: int, said: str, whole: bool) -> None:
    state = table(*READY, "? lock 1", "audit 1 Ann Cem")
    decks = [lying(number, Kind.BACK) for number in range(3)]
    walk = follow(Walk(1, Stage.BACKS), state, decks)
    assert walk is not None
    came = [lying(number, Kind.BACK) for number in range(10, 10 + shown)]
    hidden, face = replace(lying(30, Kind.BACK), covered=True), lying(31, Kind.CARD)
    audit = view_of(state, ENGLISH, walk, [*decks, *came, hidden, face]).audit
    assert audit is not None
    assert audit.seen == Said(said, whole)


def test_the_row_that_is_shown_is_held_against_what_was_noted() -> None:
    state = table("? create JH", "? add 1 4H", *["? change 1 6H", "? change 1 7H"] * 3, "? lock 1")

    def said(*names: str | None) -> Said:
        faces = [replace(lying(number, Kind.CARD), sighting=seen_as(name)) for number, name in enumerate(names)]
        audit = view_of(state, ENGLISH, Walk(1), faces).audit
        assert audit is not None
        return audit.seen

    assert said("JH", None) == Said("Not surely seen yet: 7♥", False)
    assert said("7H", "JH", "2C") == Said("All 2 are seen")
    without = view_of(state, ENGLISH, Walk(1)).audit
    assert without is not None
    assert without.seen == Said("")


def seen_as(name: str | None) -> Sighting:
    return Sighting(Kind.CARD, name, 0.99, name is not None, np.zeros((4, 2), np.float32))


def test_without_a_camera_people_count_the_history() -> None:
    state = table(*READY, "? lock 1", "audit 1 Ann Cem")
    audit = view_of(state, ENGLISH, follow(Walk(1), state)).audit
    assert audit is not None
    assert "see that there are 5" in audit.seen.text


def test_an_audit_goes_back_and_ends_with_its_entry() -> None:
    state = table(*READY, "? lock 1")
    told, line = tell_owner(Walk(1, Stage.BACKS), "Ann", state)
    assert (told.owners, line) == (("Ann",), None)
    assert step(told, AuditStep.BACK) == Walk(1, Stage.BACKS)
    assert step(Walk(1, Stage.BACKS), AuditStep.BACK) == Walk(1)
    assert step(Walk(1), AuditStep.LATER) is None
    assert follow(Walk(1), state) == Walk(1)
    assert follow(Walk(1), table(*READY)) is None
    assert follow(Walk(2), state) is None


def test_back_asks_again_for_the_last_owner_that_people_told() -> None:
    """Not for one behind it who was known anyway."""
    state = table("? create JH", "Ben add 1 4H", "? add 1 5H", *["? change 1 6H", "? change 1 7H"] * 3, "? lock 1")
    told, _line = tell_owner(Walk(1, Stage.BACKS), "Ann", state)
    assert told.owners == ("Ann", "Ben")
    assert step(told, AuditStep.BACK) == Walk(1, Stage.BACKS)


def test_owners_that_were_seen_are_not_asked_for() -> None:
    seen = ("Ann create JH", "? add 1 4H", "? change 1 5H", "? change 1 6H", "? change 1 7H", "? change 1 8H")
    state = table(*seen, "Ben change 1 9H", "? add 1 KH", "? lock 1")
    _, line = tell_owner(Walk(1, Stage.BACKS), "Cem", state)
    assert line == "audit 1 Ann Ben Cem"


@pytest.mark.parametrize("code", ["en", "zh"])
def test_hands_and_decks_are_not_on_the_table(code: str) -> None:
    state = start(Setup(("Ann", "Ben", "Cem"), seed=5))
    other = replace(state, seats=start(Setup(("Ann", "Ben", "Cem"), seed=6)).seats)
    language = Language.load(code)
    assert view_of(state, language) == view_of(other, language)
