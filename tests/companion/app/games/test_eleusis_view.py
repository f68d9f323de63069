"""The players' panel of Eleusis without a window: what it shows, never the rule, and what its taps put together."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.games.eleusis_view import Flow, Newest, foot_of, stepped, view_of
from companion.journal import Journal, Play, Source
from companion.language import Language
from companion.rules import eleusis
from companion.rules.eleusis import parse_action
from companion.rules.game import Setup

ENGLISH = Language.load("en")
PLAYERS = ("Ann", "Ben", "Cem")
SECRET = "colour differs from last"


def begin(tmp_path: Path, seed: int | None) -> Play:
    return Play.begin(Journal(tmp_path / "j.sqlite", True), eleusis, Setup(PLAYERS, seed=seed), "test")


@pytest.fixture
def untold(tmp_path: Path) -> Play:
    """A real table; Ann keeps her rule to herself, and the line begins with the 7♣."""
    return acted(begin(tmp_path, None), "Ann deals | starter 7C")


@pytest.fixture
def told(tmp_path: Path) -> Play:
    """The same, but the companion was told the rule."""
    return acted(begin(tmp_path, None), f"Ann deals | rule {SECRET} | hint look twice | starter 7C")


def acted(play: Play, *lines: str) -> Play:
    for line in lines:
        play, _ = play.act(parse_action(line), Source.TYPED)
    return play


def tapped(play: Play, *keys: str, flow: Flow | None = None) -> tuple[Flow, str]:
    flow, line = flow or Flow(), ""
    for key in keys:
        flow, line = stepped(flow, key, play.state)
    return flow, line


def card(play: Play, code: str, flow: Flow) -> tuple[Flow, str]:
    """A card tapped by its rank and its suit, as 7H."""
    return tapped(play, f"rank {code[:-1]}", f"suit {code[-1]}", flow=flow)


def all_words(play: Play, language: Language = ENGLISH) -> str:
    view, foot = view_of(play, language), foot_of(Flow(), play.state, language, True)
    return repr((view, foot))


def test_the_layout_hands_turn_and_newest_card(told: Play) -> None:
    view = view_of(acted(told, "Ben plays 7H", "Cem plays 9D"), ENGLISH)
    assert [str(place.card) for place in view.line] == ["7C", "7H"]
    assert [str(card) for card in view.line[1].sideline] == ["9D"]
    assert view.newest == Newest(1, False)
    assert [(seat.player, seat.hand, seat.deals, seat.acts) for seat in view.seats] == [
        ("Ann", "deals", True, False),
        ("Ben", "11 in hand", False, True),
        ("Cem", "12 in hand", False, False),
    ]
    assert (view.headline, view.verdict.fine) == ("Ben plays", False)
    assert "look twice" in view.notes


def test_after_a_right_card_a_guess_comes_first(told: Play) -> None:
    view = view_of(acted(told, "Ben plays 7H"), ENGLISH)
    assert view.headline == "Ben may guess the rule; Cem plays"
    assert view.newest == Newest(1, True)
    assert [seat.player for seat in view.seats if seat.guesses] == ["Ben"]


def test_the_rule_is_never_shown_while_it_is_secret(told: Play) -> None:
    play = acted(told, "Ben plays 7H", "Cem plays 9D")
    assert SECRET not in all_words(play)
    assert "colour" not in all_words(play)
    assert "rule was" not in view_of(play, ENGLISH).notes


def test_the_buttons_are_the_same_whatever_the_rule_says_of_a_card(told: Play) -> None:
    """A verdict that is dimmed would tell the rule before the card lies there."""
    flow, _ = tapped(told, "flow play")
    for code in ("7H", "9C"):
        flow_after, line = card(told, code, flow)
        assert (flow_after, line) == (Flow(), f"Ben plays {code}")


def test_where_the_rule_is_untold_the_dealer_says_right_or_wrong(untold: Play) -> None:
    flow, line = card(untold, "7H", tapped(untold, "flow play")[0])
    assert not line
    assert [choice.text for choice in foot_of(flow, untold.state, ENGLISH, True).moves[-2:]] == ["Right", "Wrong"]
    assert tapped(untold, "wrong", flow=flow) == (Flow(), "Ben plays 7H | wrong")


def claim(play: Play, *codes: str) -> Flow:
    flow, _ = tapped(play, "flow claim")
    for code in codes:
        flow, _ = card(play, code, flow)
    return tapped(play, "check", flow=flow)[0]


HAND = ("2C", "3C", "4C", "5C", "6C", "8C", "9C", "10C", "2S", "3S", "4S", "5S")


def test_a_wrong_claim_the_dealer_lays_a_right_card_and_no_other_is_told(told: Play) -> None:
    flow = claim(told, *HAND[:-2], "9H", "13D")
    foot = foot_of(flow, told.state, ENGLISH, True)
    assert "Ben has a right card: 9♥" in foot.told
    assert "K♦" not in foot.told
    assert [choice.text for choice in foot.keys] == ["Dealer lays 9♥"]
    assert not foot.moves[-1].enabled
    _, line = tapped(told, "lay 9H", flow=flow)
    assert line.endswith("| lays 9H")
    after = acted(told, line)
    assert str(after.state.round.line[-1].card) == "9H"
    assert view_of(after, ENGLISH).verdict.fine is False


def test_where_the_rule_is_untold_the_dealer_lays_any_card_of_the_hand(untold: Play) -> None:
    foot = foot_of(claim(untold, *HAND), untold.state, ENGLISH, True)
    assert [choice.key for choice in foot.keys] == [f"lay {code}" for code in HAND]


def test_a_right_claim(told: Play) -> None:
    flow = claim(told, *HAND)
    foot = foot_of(flow, told.state, ENGLISH, True)
    assert not foot.keys
    assert foot.moves[-1].enabled
    after = acted(told, tapped(told, "right", flow=flow)[1])
    assert view_of(after, ENGLISH).seats[1].hand == "11 in hand"


def test_a_claim_with_too_few_cards_is_told_so(told: Play) -> None:
    foot = foot_of(claim(told, *HAND[:5]), told.state, ENGLISH, True)
    assert "Ben shows 5 cards and holds 12" in foot.told
    assert not foot.keys
    assert not foot.moves[-1].enabled


def test_nothing_of_the_hand_is_held_against_the_rule_before_the_check(told: Play) -> None:
    flow, _ = tapped(told, "flow claim")
    for code in (*HAND[:-1], "9H"):
        flow, _ = card(told, code, flow)
    foot = foot_of(flow, told.state, ENGLISH, True)
    assert "right" not in foot.told
    assert [choice.key for choice in foot.moves] == ["back", "erase", "check"]


def test_a_guess_is_judged_by_the_dealer(untold: Play) -> None:
    guess = next(choice for choice in foot_of(Flow(), untold.state, ENGLISH, True).moves if choice.text == "Guess")
    assert not guess.enabled
    play = acted(untold, "Ben plays 7H | right")
    flow, _ = tapped(play, "flow guess")
    moves = foot_of(flow, play.state, ENGLISH, True).moves
    assert [choice.text for choice in moves] == ["Back", "Tell the guess", "Right", "Wrong"]
    after = acted(play, tapped(play, "right", flow=flow)[1])
    assert after.state.round is None
    view = view_of(after, ENGLISH)
    assert view.verdict.text.startswith("Ben has guessed the rule; ")
    assert view.verdict.fine
    assert view.scores[0] == ("Player", "1", "Total")
    assert ("Ben", "7", "7") in view.scores


def test_a_wrong_guess_that_was_told_stands_among_the_notes(told: Play) -> None:
    view = view_of(acted(told, "Ben plays 7H", "Ben guesses | rule red"), ENGLISH)
    assert "guessed in vain: The next card must be red." in view.notes
    assert view.verdict.fine is False


def test_between_rounds_the_rule_is_told_as_a_sentence(told: Play) -> None:
    play = acted(told, "Ben plays 7H", f"Ben guesses | rule {SECRET}")
    view = view_of(play, ENGLISH)
    assert "The next card must have a different colour from the last card." in view.notes
    assert SECRET not in view.verdict.text
    assert view.headline == "Ben deals next"


def test_the_first_card_is_asked_for_where_nobody_knows_it(tmp_path: Path) -> None:
    play = begin(tmp_path, None)
    assert tapped(play, "flow deal", "unseen")[1] == "Ann deals"
    assert card(play, "7C", tapped(play, "flow deal")[0])[1] == "Ann deals | starter 7C"
    keys = [choice.key for choice in foot_of(Flow(), play.state, ENGLISH, True).moves]
    assert keys == ["go dealer", "flow deal", "sure end"]


def test_a_deal_from_a_known_deck_needs_no_card(tmp_path: Path) -> None:
    play = begin(tmp_path, 3)
    assert [choice.key for choice in foot_of(Flow(), play.state, ENGLISH, False).moves] == ["do Ann deals", "sure end"]


def test_the_end_is_asked_twice(tmp_path: Path) -> None:
    play = begin(tmp_path, 3)
    flow, line = tapped(play, "sure end")
    assert (flow.kind, line) == ("sure", "")
    over = acted(play, tapped(play, "send", flow=flow)[1])
    assert not foot_of(Flow(), over.state, ENGLISH, True).moves
