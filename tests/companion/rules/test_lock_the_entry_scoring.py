"""Points, ties and the final table; the audit of entries as they were found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.cards import Card
from companion.rules.lock_the_entry import (
    EntryAudit,
    EntryTie,
    FinalTable,
    Options,
    TieBreak,
    audit_entry,
    audit_game,
    entry_scores,
    final_table,
    observed_game,
    parse_action,
    score,
    score_entry,
)
from companion.rules.lock_the_entry.play import apply
from companion.rules.lock_the_entry.state import Entry, Laid

DEFAULT = Options()
PLAYERS = ("Ann", "Ben", "Cem")


def audited(faces: str, owners: str, history: int = 5, options: Options = DEFAULT) -> EntryAudit:
    """An audit of ``"JH 3H"`` with owners by initial, ``"AB"``."""
    names = {name[0]: name for name in PLAYERS}
    cards = [Card.parse(word) for word in faces.split()]
    return audit_entry(cards, [names[letter] for letter in owners], ["Cem"] * history, options)


def broken(entry: EntryAudit) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in entry.ruling.broken]


def test_lte_13_the_starter_is_worth_two() -> None:
    result = score_entry(["Ann", "Ben", "Ben", "Cem", "Ben"], 5, DEFAULT)
    assert result.points == {"Ben": 3, "Ann": 2, "Cem": 1}
    assert result.winners == ("Ben",)


@pytest.mark.parametrize(("count", "counts"), [(0, False), (4, False), (5, True), (9, True)])
def test_lte_12_five_history_cards_make_it_count(count: int, counts: bool) -> None:
    result = score_entry(["Ann"], count, DEFAULT)
    assert result.counts is counts
    assert result.winners == (("Ann",) if counts else ())


@pytest.mark.parametrize(
    ("owners", "tie", "winners"),
    [
        (["Ann", "Ben", "Ben"], EntryTie.NOBODY, ()),
        (["Ann", "Ben", "Ben"], EntryTie.EVERY_TIED, ("Ann", "Ben")),
        (["Ann", "Ben", "Ben"], EntryTie.STARTER, ("Ann",)),
        (["Ann", "Ben", "Cem", "Ben", "Cem", "Ben", "Cem"], EntryTie.STARTER, ()),
        (["Ann", "Ben", "Ben", "Ben"], EntryTie.STARTER, ("Ben",)),
    ],
)
def test_lte_14_ties_in_an_entry(owners: list[str], tie: EntryTie, winners: tuple[str, ...]) -> None:
    assert score_entry(owners, 5, Options(entry_tie=tie)).winners == winners


def test_an_unknown_owner_leaves_the_entry_open() -> None:
    result = score_entry(["Ann", None, "Ben"], 5, DEFAULT)
    assert result.points == {"Ann": 2, "Ben": 1}
    assert result.unowned == 1
    assert result.winners == ()


def places(table: FinalTable) -> list[tuple[int, str, int, int]]:
    return [(s.place, s.player, s.entries, s.points) for s in table.standings]


def test_lte_15_most_entries_win_and_points_break_ties() -> None:
    entries = [score_entry(["Ann"], 5, DEFAULT), score_entry(["Ben", "Ben", "Ann"], 5, DEFAULT)]
    table = final_table(entries, PLAYERS, DEFAULT)
    assert places(table) == [(1, "Ann", 1, 3), (1, "Ben", 1, 3), (3, "Cem", 0, 0)]
    assert table.winners == ("Ann", "Ben")
    more = [*entries, score_entry(["Cem", "Ben", "Ben"], 5, DEFAULT)]
    assert places(final_table(more, PLAYERS, DEFAULT)) == [(1, "Ben", 1, 5), (2, "Ann", 1, 3), (3, "Cem", 0, 2)]
    assert final_table(more, PLAYERS, Options(tie_break=TieBreak.SHARED)).winners == ("Ben", "Ann")


def test_lte_12_what_does_not_count_adds_nothing() -> None:
    table = final_table([score_entry(["Ann", "Ann"], 4, DEFAULT)], PLAYERS, DEFAULT)
    assert places(table) == [(1, "Ann", 0, 0), (1, "Ben", 0, 0), (1, "Cem", 0, 0)]
    assert table.winners == ()


def test_the_score_of_a_state_is_that_of_its_locked_entries() -> None:
    row = (Laid(Card.parse("JH"), "Ann"), Laid(Card.parse("3H"), "Ben"))
    past = tuple(Laid(Card.parse(f"{rank}C"), "Cem") for rank in "23456")
    state = replace(observed_game(PLAYERS), entries=(Entry(row, past), Entry(row, past)))
    assert entry_scores(state) == {}
    after = apply(state, parse_action("? lock 2"))
    assert entry_scores(after)[2].points == {"Ann": 2, "Ben": 1}
    assert places(score(after))[0] == (1, "Ann", 1, 2)


def test_a_whole_entry_is_legal() -> None:
    entry = audited("QH AH 5H 9H KH", "ABCAA", 6)
    assert entry.ruling.legal
    assert entry.score.points == {"Ann": 4, "Ben": 1, "Cem": 1}
    assert entry.score.winners == ("Ann",)


@pytest.mark.parametrize(
    ("faces", "owners", "history", "reasons"),
    [
        ("10H JH", "AB", 5, ["LTE-2 not_a_face_card"]),
        ("JH 3S", "AB", 5, ["LTE-4 wrong_suit"]),
        ("JH 3H 3H", "ABC", 5, ["LTE-5 not_higher"]),
        ("JH 9H 4H 5H", "ABCA", 5, ["LTE-5 not_higher"]),
        ("JH 9H 4S", "ABC", 5, ["LTE-4 wrong_suit", "LTE-5 not_higher"]),
        ("JH 9H JH", "ABA", 5, ["LTE-1 second_copy"]),
        ("JH JK", "AB", 5, ["LTE-1 joker", "LTE-4 wrong_suit"]),
        ("JH 9H", "AB", 4, ["LTE-9 lock_void", "LTE-12 does_not_count"]),
        ("7H 5S 4S", "AAA", 0, [
            "LTE-2 not_a_face_card",
            "LTE-4 wrong_suit",
            "LTE-4 wrong_suit",
            "LTE-5 not_higher",
            "LTE-9 lock_void",
            "LTE-12 does_not_count",
        ]),
    ],
)  # fmt: skip
def test_an_audit_names_every_broken_rule(faces: str, owners: str, history: int, reasons: list[str]) -> None:
    assert broken(audited(faces, owners, history)) == reasons


def test_an_audit_says_where() -> None:
    (finding,) = audited("JH 9H 4H", "ABC").ruling.broken
    assert finding.as_json() == {
        "rule": "LTE-5",
        "reason": "not_higher",
        "data": {"beneath": "9H", "card": "4H", "position": 3},
    }


def test_the_first_addition_of_an_audit_by_option() -> None:
    assert broken(audited("KH AH 2H", "ABC")) == []
    assert broken(audited("KH AH 2H", "ABC", options=Options(first_addition_free=False))) == ["LTE-5 not_higher"]


def test_an_audit_needs_an_owner_for_each_card() -> None:
    for faces, owners in [("", ""), ("JH", "AB"), ("JH 3H", "A")]:
        with pytest.raises(ValueError, match="owner"):
            audited(faces, owners)


def test_a_card_lies_in_one_entry_only() -> None:
    entries = {1: audited("JH 9H", "AB"), 4: audited("QH 9H", "AB"), 5: audited("KH 9H", "AC")}
    game = audit_game(entries, PLAYERS, DEFAULT)
    (finding,) = game.ruling.broken
    assert finding.as_json() == {
        "rule": "LTE-1",
        "reason": "card_in_two_entries",
        "data": {"card": "9H", "player": "Ben", "entry": 4, "first_entry": 1},
    }
    assert not game.legal
    assert game.table.winners == ("Ann",)
    assert audit_game({2: entries[1], 3: entries[5]}, PLAYERS, DEFAULT).legal
