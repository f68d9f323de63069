"""Lock the Entry, rule by rule: what is legal, and every rule that an illegal action breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.cards import JOKER, STANDARD_DECK, UNKNOWN, Card
from companion.rules.game import Illegal, OptionError
from companion.rules.lock_the_entry import (
    Add,
    Audit,
    BadHand,
    Change,
    ChangeStarter,
    Create,
    End,
    Entry,
    Laid,
    Lock,
    Options,
    State,
    apply,
    can,
    consequences,
    describe,
    entry_scores,
    legal_actions,
    new_game,
    observed_game,
    parse_action,
    score,
    verify,
    view,
    write_action,
)

PLAYERS = ("Ann", "Ben", "Cem")
KING = Card.parse("KH")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def deck(first: str) -> list[Card]:
    """A whole deck with the named cards on top."""
    top = list(cards(first))
    return top + [card for card in STANDARD_DECK if card not in top]


def entry(row: str, history: int = 0, locked: bool = False) -> Entry:
    """``"JH/Ann 3H"``: cards with owners; history cards are clubs of Cem."""
    laid = [word.partition("/") for word in row.split()]
    past = tuple(Laid(card, "Cem") for card in STANDARD_DECK[:history])
    return Entry(tuple(Laid(Card.parse(card), owner or None) for card, _, owner in laid), past, locked)


def table(*entries: Entry, **options: object) -> State:
    """A game of which only the table is followed."""
    state = observed_game(PLAYERS, Options(**options))  # type: ignore[arg-type]
    return replace(state, entries=entries)


def broken(state: State, line: str) -> list[str]:
    """The broken rules with their reasons, as ``"LTE-4 wrong_suit"``."""
    return [f"{finding.rule} {finding.reason}" for finding in verify(state, parse_action(line)).broken]


def undecided(state: State, line: str) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in verify(state, parse_action(line)).undecided]


@pytest.fixture
def dealt() -> State:
    return new_game({"Ann": deck("JH 10H QS 2C 3C"), "Ben": deck("5H KH JH 2H AS"), "Cem": deck("JC QC KC 4D 5D")})


def test_lte_1_five_cards_and_one_drawn_for_each_played(dealt: State) -> None:
    assert [len(seat.hand or ()) for seat in dealt.seats] == [5, 5, 5]
    after = apply(dealt, Create("Ann", Card.parse("JH")))
    ann = after.seats[0]
    assert ann.hand == cards("10H QS 2C 3C AC")
    assert len(ann.deck or ()) == 46


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("Ann create KS", ["LTE-1 not_in_hand"]),
        ("Dan create JH", ["LTE-1 not_a_player"]),
        ("? create JH", ["LTE-1 not_a_player"]),
        ("Ann create JK", ["LTE-1 joker", "LTE-1 not_in_hand", "LTE-2 not_a_face_card"]),
        ("Ann create ?", ["LTE-1 not_in_hand"]),
    ],
)
def test_lte_1_cards_come_from_the_own_hand(dealt: State, line: str, reasons: list[str]) -> None:
    assert broken(dealt, line) == reasons


def test_lte_1_no_deck_has_a_card_twice() -> None:
    state = table(entry("JH/Ann 5H/Ben 9H"))
    assert broken(state, "Ann create JH") == ["LTE-1 second_copy"]
    assert broken(state, "Ben create JH") == []
    three = table(entry("JH"), entry("JH"), entry("JH"))
    assert broken(three, "? create JH") == ["LTE-1 too_many_copies"]


def test_lte_1_players_and_decks_of_a_new_game() -> None:
    whole = deck("")
    for decks, reason in [
        ({"Ann": whole, "Ben": whole}, "player_count"),
        (dict.fromkeys("ABCDEF", whole), "player_count"),
        ({"Ann": whole, "Ben": whole, "Cem": whole[:-1]}, "deck_not_whole"),
        ({"Ann": whole, "Ben": whole, "Cem": [*whole[:-1], whole[0]]}, "deck_not_whole"),
        ({"Ann": whole, "Ben": whole, "Cem": [*whole[:-1], JOKER]}, "deck_not_whole"),
    ]:
        with pytest.raises(Illegal, match="LTE-1") as caught:
            new_game(decks)
        assert [finding.reason for finding in caught.value.ruling.broken] == [reason]
    with pytest.raises(Illegal, match="LTE-1"):
        observed_game(["Ann", "Ann", "Ben"])
    assert new_game({"Ann": [UNKNOWN] * 52, "Ben": whole, "Cem": whole}).seats[0].hand == (UNKNOWN,) * 5


@pytest.mark.parametrize("card", ["JS", "QS", "KS"])
def test_lte_2_a_face_card_creates(card: str) -> None:
    assert broken(table(), f"Ann create {card}") == []


@pytest.mark.parametrize("card", ["AS", "10S", "2S"])
def test_lte_2_no_other_card_creates(card: str) -> None:
    assert broken(table(), f"Ann create {card}") == ["LTE-2 not_a_face_card"]


def test_lte_3_a_seventh_entry_waits_for_a_lock() -> None:
    six = [entry("JH/Ann") for _ in range(6)]
    assert broken(table(*six), "Ben create QS") == ["LTE-3 six_open"]
    assert broken(table(*six[:5], entry("JD/Ann", 5, locked=True)), "Ben create QS") == []


def test_lte_4_suit_and_lte_5_order() -> None:
    state = table(entry("QH/Ann 5H/Ben"))
    assert broken(state, "Cem add 1 6H") == []
    assert broken(state, "Cem add 1 6S") == ["LTE-4 wrong_suit"]
    assert broken(state, "Cem add 1 5H") == ["LTE-5 not_higher"]
    assert broken(state, "Cem add 1 AH") == ["LTE-5 not_higher"]
    assert broken(state, "Cem add 1 4S") == ["LTE-4 wrong_suit", "LTE-5 not_higher"]


def test_lte_5_first_addition_free() -> None:
    king = entry("KH/Ann")
    assert broken(table(king), "Ben add 1 AH") == []
    assert broken(table(king, first_addition_free=False), "Ben add 1 AH") == ["LTE-5 not_higher"]
    assert broken(table(entry("JH/Ann"), first_addition_free=False), "Ben add 1 QH") == []


def test_lte_6_the_replacement_must_fit_what_lies_beneath() -> None:
    state = table(entry("QH/Ann 5H/Ben 9H/Cem"))
    assert broken(state, "Ann change 1 6H") == []
    assert broken(state, "Ann change 1 4H") == ["LTE-5 not_higher"]
    assert broken(state, "Ann change 1 10S") == ["LTE-4 wrong_suit"]
    assert broken(table(entry("QH/Ann 5H/Ben")), "Ann change 1 AH") == []


def test_lte_6_change_own() -> None:
    own = entry("QH/Ann 5H/Ben")
    assert broken(table(own), "Ben change 1 9H") == []
    assert broken(table(own, change_own=False), "Ben change 1 9H") == ["LTE-6 own_card"]
    assert broken(table(own, change_own=False), "Cem change 1 9H") == []
    unseen = table(entry("QH/Ann 5H"), change_own=False)
    assert broken(unseen, "Ben change 1 9H") == []
    assert "LTE-6 own_card" in undecided(unseen, "Ben change 1 9H")


@pytest.mark.parametrize(
    ("option", "line", "reasons"),
    [
        (ChangeStarter.SAME_SUIT, "Ben change 1 KH", []),
        (ChangeStarter.SAME_SUIT, "Ben change 1 KS", ["LTE-4 wrong_suit"]),
        (ChangeStarter.SAME_SUIT, "Ben change 1 9H", ["LTE-6 starter_needs_face"]),
        (ChangeStarter.ANY_FACE, "Ben change 1 KS", []),
        (ChangeStarter.ANY_FACE, "Ben change 1 9H", ["LTE-6 starter_needs_face"]),
        (ChangeStarter.FORBIDDEN, "Ben change 1 KH", ["LTE-6 starter_stays"]),
        (
            ChangeStarter.FORBIDDEN,
            "Ben change 1 9S",
            ["LTE-6 starter_stays", "LTE-6 starter_needs_face", "LTE-4 wrong_suit"],
        ),
    ],
)
def test_lte_6_change_starter(option: ChangeStarter, line: str, reasons: list[str]) -> None:
    assert broken(table(entry("QH/Ann"), change_starter=option), line) == reasons


def test_lte_7_what_was_removed_lies_in_the_history() -> None:
    state = table(entry("QH/Ann 5H/Ben"))
    after = apply(state, Change("Cem", 1, Card.parse("9H"))).entries[0]
    assert after.row == (Laid(Card.parse("QH"), "Ann"), Laid(Card.parse("9H"), "Cem"))
    assert after.history == (Laid(Card.parse("5H"), "Ben"),)


def test_lte_8_a_locked_entry_is_out_of_play() -> None:
    after = apply(table(entry("QH/Ann", 5)), Lock("Ben", 1))
    assert after.open_numbers == ()
    assert broken(after, "Ben add 1 KH") == ["LTE-8 entry_locked"]
    assert broken(after, "Ben lock 1") == ["LTE-8 entry_locked"]
    assert broken(after, "Ben change 2 KH") == ["LTE-8 no_such_entry"]
    assert broken(table(entry("QH", 5)), "? lock 1") == []
    assert broken(table(entry("QH", 5)), "Dan lock 1") == ["LTE-1 not_a_player"]


@pytest.mark.parametrize("count", range(5))
def test_lte_9_a_lock_with_fewer_than_five_is_void(count: int) -> None:
    state = table(entry("QH/Ann", count))
    assert broken(state, "Ben lock 1") == ["LTE-9 lock_void"]
    with pytest.raises(Illegal, match="LTE-9"):
        apply(state, Lock("Ben", 1))


def test_lte_10_a_bad_hand_never_comes_back(dealt: State) -> None:
    after = apply(dealt, BadHand("Cem")).seats[2]
    assert after.discards == cards("JC QC KC 4D 5D")
    assert len(after.hand or ()) == 5
    assert not set(after.discards) & set((after.hand or ()) + (after.deck or ()))
    seats = (replace(dealt.seats[0], hand=()), *dealt.seats[1:])
    assert broken(replace(dealt, seats=seats), "Ann bad hand") == ["LTE-10 empty_hand"]
    assert broken(dealt, "Dan bad hand") == ["LTE-1 not_a_player"]


def test_lte_10_the_last_cards_of_a_deck(dealt: State) -> None:
    ann = replace(dealt.seats[0], deck=cards("4C 5C"))
    after = apply(replace(dealt, seats=(ann, *dealt.seats[1:])), BadHand("Ann"))
    assert after.seats[0].hand == cards("4C 5C")
    assert apply(after, BadHand("Ann")).seats[0].hand == ()


def test_lte_11_the_end(dealt: State) -> None:
    assert broken(dealt, "end") == ["LTE-11 cards_left"] * 3
    out = replace(dealt, seats=tuple(replace(seat, hand=(), deck=()) for seat in dealt.seats))
    assert broken(replace(out, entries=(entry("QH/Ann", 5),)), "end") == ["LTE-11 lock_left"]
    over = apply(replace(out, entries=(entry("QH/Ann", 4),)), End())
    assert broken(over, "end") == ["LTE-11 game_over"]
    assert broken(over, "Ann add 1 AH") == ["LTE-1 not_in_hand", "LTE-11 game_over"]
    assert list(legal_actions(over)) == []


def test_an_illegal_action_names_all_its_rules(dealt: State) -> None:
    state = replace(dealt, entries=(entry("QH/Ann 5H/Ben", locked=True),))
    with pytest.raises(Illegal) as caught:
        apply(state, Add("Ann", 1, Card.parse("4S")))
    assert str(caught.value) == "LTE-1, LTE-8, LTE-4, LTE-5"
    assert caught.value.ruling.rules == ("LTE-1", "LTE-8", "LTE-4", "LTE-5")
    assert not can(state, Add("Ann", 1, Card.parse("4S")))


def test_what_nobody_saw_is_said_and_not_held_against_anybody() -> None:
    state = table(entry("QH 5H"))
    assert undecided(state, "? add 1 9H") == ["LTE-1 owner_unseen"]
    assert undecided(state, "Ann add 1 9H") == ["LTE-1 not_in_hand"]
    assert undecided(state, "? add 1 ?") == ["LTE-1 owner_unseen", "LTE-4 wrong_suit", "LTE-5 not_higher"]
    assert undecided(state, "? add 1 7?") == ["LTE-1 owner_unseen", "LTE-4 wrong_suit"]
    assert broken(state, "? add 1 4?") == ["LTE-5 not_higher"]
    assert undecided(table(), "? create ?") == ["LTE-1 owner_unseen", "LTE-2 not_a_face_card"]
    assert undecided(state, "Ann bad hand") == ["LTE-10 empty_hand"]
    assert undecided(state, "end") == ["LTE-11 cards_left"] * 3
    assert apply(state, Add(None, 1, Card.parse("9H"))).entries[0].row[-1] == Laid(Card.parse("9H"), None)
    assert apply(state, BadHand("Ann")) == state


def test_a_viewer_sees_no_other_hand_and_no_deck(dealt: State) -> None:
    seen = view(apply(dealt, BadHand("Ben")), "Ann")
    assert seen.seats[0].hand == dealt.seats[0].hand
    assert seen.seats[1].hand == (UNKNOWN,) * 5
    assert seen.seats[1].discards == (UNKNOWN,) * 5
    assert {card for seat in seen.seats for card in seat.deck or ()} == {UNKNOWN}
    assert view(table(), "Ann") == table()


def test_an_unknown_hand_can_be_played_from(dealt: State) -> None:
    seen = view(dealt, "Ann")
    assert undecided(seen, "Ben create KH") == ["LTE-1 not_in_hand"]
    after = apply(seen, Create("Ben", Card.parse("KH"))).seats[1]
    assert after.hand == (UNKNOWN,) * 5
    assert len(after.deck or ()) == 46
    assert broken(apply(seen, Create("Ben", Card.parse("KH"))), "Ben create KH") == ["LTE-1 second_copy"]


def test_the_rules_held_against_each_action() -> None:
    state = table(entry("QH", 5))
    lines = {"? create KS": (1, 2, 3, 11), "? add 1 AH": (1, 4, 5, 8, 11), "? change 1 KH": (1, 4, 5, 6, 8, 11)}
    lines |= {"? lock 1": (1, 8, 9, 11), "Ann bad hand": (1, 10, 11), "end": (11,), "audit 1 Ann": (1, 8, 13)}
    for line, numbers in lines.items():
        assert verify(state, parse_action(line)).basis == tuple(f"LTE-{number}" for number in numbers)


@pytest.mark.parametrize(
    "line", ["Ann create JH", "? add 12 10D", "Ann Lee change 3 KC", "? lock 2", "Ben bad hand", "end"]
)
def test_notation(line: str) -> None:
    assert write_action(parse_action(line)) == line
    assert parse_action(f"  {line.replace(' ', '  ')} ") == parse_action(line)


@pytest.mark.parametrize(
    "line", ["", "Ann", "Ann create", "create JH", "Ann add JH", "Ann lock x", "Ann create 11H", "end now"]
)
def test_what_is_no_action(line: str) -> None:
    with pytest.raises(ValueError, match=r"not an? (action|card)"):
        parse_action(line)


def test_options_are_checked() -> None:
    with pytest.raises(OptionError):
        Options(entry_tie="everybody")  # type: ignore[arg-type]


def watched() -> State:
    """An entry that was watched from above, locked with six history cards; nobody knows whose its cards are."""
    state = observed_game(("Ann", "Ben", "Cem"))
    changes = [f"? change 1 {rank}H" for rank in (8, 7, 6, 5, 10)]
    for line in ["? create JH", "? add 1 4H", "? add 1 9H", *changes, "? lock 1"]:
        state = apply(state, parse_action(line))
    return state


def test_the_backs_of_a_locked_entry_tell_its_points() -> None:
    state = watched()
    assert score(state).winners == ()
    audited = apply(state, parse_action("audit 1 Ann Ben Ben"))
    assert entry_scores(audited)[1].points == {"Ann": 2, "Ben": 2}
    assert entry_scores(apply(state, Audit(1, ("Ann", "Ann", "Ben"))))[1].winners == ("Ann",)


def test_an_audit_may_follow_the_end() -> None:
    over = apply(watched(), End())
    assert score(apply(over, Audit(1, ("Cem", "Cem", "Ben")))).winners == ("Cem",)


def test_nobody_is_said_to_win_or_not_to_win_before_the_owners_are_told() -> None:
    """LTE-14, LTE-15: the entry counts, though whose its cards are is still to be shown."""
    state = watched()
    assert [finding.reason for finding in describe(state)][-1] == "closed_entry"
    over = apply(state, End())
    assert [finding.reason for finding in consequences(state, End(), over)][-1] == "game_undecided"
    told = Audit(1, ("Ann", "Ben", "Ben"))
    audited = apply(over, told)
    assert "LTE-14 entry_to_nobody" in [f"{f.rule} {f.reason}" for f in consequences(over, told, audited)]
    assert [finding.reason for finding in describe(audited)][-2:] == ["game_won", "game_won"]
    void = apply(table(entry("JH 4H", 3)), End())
    assert describe(void)[-1].reason == "game_to_nobody"


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("audit 2 Ann Ben Cem", [("LTE-8", "no_such_entry")]),
        ("audit 1 Ann Ben", [("LTE-13", "owner_count")]),
        ("audit 1 Ann Ben Dee", [("LTE-1", "not_a_player")]),
    ],
)
def test_an_audit_that_cannot_be_is_refused(line: str, broken: list[tuple[str, str]]) -> None:
    ruling = verify(watched(), parse_action(line))
    assert [(finding.rule, finding.reason) for finding in ruling.broken] == broken


def test_an_audit_belies_neither_the_lock_nor_what_was_seen_nor_a_deck() -> None:
    state = observed_game(("Ann", "Ben", "Cem"))
    state = apply(apply(state, parse_action("Ann create JH")), parse_action("? add 1 4H"))
    assert [f.reason for f in verify(state, Audit(1, ("Ann", "Ben"))).broken] == ["not_locked"]
    assert [f.reason for f in verify(state, Audit(1, ("Ben", "Ben"))).broken] == ["not_locked", "other_owner"]
    doubled = apply(apply(observed_game(("Ann", "Ben", "Cem")), Create(None, KING)), Change(None, 1, KING))
    row = (Laid(KING), Laid(KING))
    twice = replace(doubled, entries=(replace(doubled.entries[0], row=row, locked=True),))
    assert [f.reason for f in verify(twice, Audit(1, ("Ann", "Ann"))).broken] == ["second_copy"]


def test_an_audit_belies_no_other_entry_and_no_history() -> None:
    """LTE-1: a deck shows a card once, wherever it lies."""
    both = table(entry("JH 4H", 5, locked=True), entry("QH 4H 2C", 5, locked=True))
    first = apply(both, parse_action("audit 1 Ann Ben"))
    assert broken(first, "audit 1 Ann Ben") == []
    assert broken(first, "audit 2 Cem Ann Ann") == []
    assert broken(first, "audit 2 Cem Ben Ann") == ["LTE-1 second_copy"]
    assert broken(first, "audit 2 Cem Ann Cem") == ["LTE-1 second_copy"]  # his two of clubs lies in the histories


def test_cards_that_nobody_saw_are_no_second_copies() -> None:
    assert broken(table(entry("JH ? ? 7?", 5, locked=True)), "audit 1 Ann Ben Ben Ben") == []
