"""How tight a rule is, and the hints that give it away bit by bit."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given, settings

from companion.rules.cards import STANDARD_DECK, Card
from companion.rules.eleusis.secret import Fit, SecretRule, attributes_of, hints, looks_at, report
from tests.companion.rules.secret_rules import allows, rules


@pytest.mark.parametrize(
    ("text", "share", "least", "most", "fit"),
    [
        ("steps up from last is 1", 4 / 52, 4, 4, Fit.TOO_TIGHT),  # the text's example of a rule that is too hard
        ("suit differs from last", 39 / 52, 39, 39, Fit.TOO_LOOSE),  # and of one that is too easy
        ("steps up from last is 1, 2", 8 / 52, 8, 8, Fit.TIGHT),
        ("steps up from last is 1..3", 12 / 52, 12, 12, Fit.RIGHT),
        ("colour differs from last", 0.5, 26, 26, Fit.RIGHT),
        ("cycle spades, hearts, clubs, diamonds", 0.25, 13, 13, Fit.RIGHT),
        ("2..K", 48 / 52, 48, 48, Fit.TOO_LOOSE),
        ("steps up from last is 0..8", 36 / 52, 36, 36, Fit.LOOSE),
        ("anything", 1, 52, 52, Fit.TOO_LOOSE),
        ("not anything", 0, 0, 0, Fit.TOO_TIGHT),
        ("start red black; red", 0, 0, 0, Fit.TOO_TIGHT),
    ],
)
def test_the_share_of_the_deck(text: str, share: float, least: int, most: int, fit: Fit) -> None:
    found = report(SecretRule(text))
    assert found.exact
    assert found.share == pytest.approx(share)
    assert (found.least, found.most, found.fit) == (least, most, fit)


def test_the_chance_of_a_hand() -> None:
    found = report(SecretRule("red"))
    assert found.play_chance(1) == pytest.approx(0.5)
    assert found.play_chance(2) == pytest.approx(1 - comb(52, 2) / comb(104, 2))
    assert found.play_chance() == found.play_chance(12) > 0.999
    assert report(SecretRule("not anything")).play_chance(12) == 0
    assert report(SecretRule("anything")).play_chance(1) == 1


def test_dead_ends() -> None:
    assert report(SecretRule("colour differs from last")).dead_end is None
    found = report(SecretRule("value is above value of last"))
    assert found.dead_end is not None
    assert [str(card)[:-1] for card in found.dead_end] == ["K"]
    assert found.fit is Fit.TOO_TIGHT
    assert report(SecretRule("start red black; red")).dead_end == ()
    seldom = report(SecretRule("steps up from last is 0..4 and not (last is K and 2nd last is K and 3rd last is K)"))
    assert seldom.dead_end is not None
    assert seldom.fit is Fit.RIGHT


def test_the_mean_is_over_lines_as_they_grow() -> None:
    """After a red card, 12 cards of which half are red; after a black one, all 52, of which half are red again."""
    found = report(SecretRule("if last is red then face else anything"))
    assert found.right_cards[12] + found.right_cards[52] == pytest.approx(1)
    assert found.right_cards[12] == pytest.approx(0.5)
    ended = report(SecretRule("start Q; value is above value of last"))  # a king, and then nothing at 19 of 20 places
    assert (ended.right_cards[4], ended.right_cards[0]) == (pytest.approx(1 / 20), pytest.approx(19 / 20))


def test_many_states_are_drawn_by_lot_and_always_alike() -> None:
    rule = SecretRule("value differs from 4th last or suit same as last")
    found = report(rule)
    assert not found.exact
    assert found == report(rule)
    assert 0.9 < found.share < 1


@settings(max_examples=25, deadline=None)
@given(rules(parts=8, back=2))
def test_dead_ends_are_dead_and_numbers_agree(rule: SecretRule) -> None:
    found = report(rule)
    assert sum(found.right_cards) == pytest.approx(1)
    assert 0 <= found.least <= found.share * 52 + 1e-6
    assert found.share * 52 <= found.most + 1e-6
    assert (found.least == 0) == (found.dead_end is not None)
    if found.dead_end is not None:
        line = list(found.dead_end)
        assert not any(allows(rule, line, card) for card in STANDARD_DECK)
        assert all(allows(rule, line[:end], line[end]) for end in range(len(line)))


@pytest.mark.parametrize(
    ("text", "looks", "attributes"),
    [
        ("anything", "looks_at_itself", ()),
        ("red or black", "looks_at_itself", ("colour",)),
        ("hearts", "looks_at_itself", ("suit",)),
        ("colour differs from last", "looks_at_last", ("colour",)),
        ("last is odd or card is even", "looks_at_last", ("parity",)),
        ("if last is low then red else black", "looks_at_last", ("colour", "half")),
        ("suit same as 3rd last", "looks_at_several", ("suit",)),
        ("total in last 3 is odd", "looks_at_several", ("value",)),
        ("cycle low, high", "looks_at_line", ("half",)),
        ("suit same as first", "looks_at_line", ("suit",)),
        ("latest odd is red", "looks_at_line", ("colour", "parity")),
        ("position is even and red or run of shape is 2", "looks_at_line", ("suit",)),
        ("suit same as last or value same as last", "looks_at_last", ("value", "suit")),
    ],
)
def test_what_a_rule_looks_at(text: str, looks: str, attributes: tuple[str, ...]) -> None:
    rule = SecretRule(text)
    assert looks_at(rule) == looks
    assert set(attributes_of(rule)) == set(attributes)


def test_hints_grow_to_the_whole_rule() -> None:
    rule = SecretRule("start low; if last is odd then red else black")
    told = hints(rule)
    assert [hint.reason for hint in told] == [
        "share",
        "looks_at_last",
        "attributes",
        "form_if",
        "test",
        "start",
        "whole",
    ]
    assert told[0].data == {"percent": 50}
    assert told[4].part == rule.root.parts[1].parts[0]
    assert told[-1].part == rule.root
    assert [hint.reason for hint in hints(SecretRule("red"))] == ["share", "looks_at_itself", "attributes", "whole"]
    assert [hint.reason for hint in hints(SecretRule("anything"))][2] == "attributes_none"


def test_cards_of_one_kind_need_the_attributes_that_are_named() -> None:
    for text in ("suit same as last", "prime", "cycle red, low"):
        rule = SecretRule(text)
        names = attributes_of(rule)
        seen: dict[object, object] = {}
        for card in STANDARD_DECK:
            looks = tuple(Card.parse(str(card)).rank if name == "value" else card.suit for name in names)
            answer = tuple(rule.allows([other], card) for other in STANDARD_DECK)
            if "value" in names or "suit" in names:
                assert seen.setdefault(looks, answer) == answer
