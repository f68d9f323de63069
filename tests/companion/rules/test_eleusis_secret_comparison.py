"""Two rules that mean the same are told to be equal, and others come with a case that shows the difference."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given, settings

from companion.rules.cards import Card
from companion.rules.eleusis.secret import Comparison, SecretRule, Verdict, compare
from tests.companion.rules.secret_rules import allows, rules

EQUAL = [
    ("red", "not black"),
    ("colour differs from last", "if last is red then black else red"),
    ("parity differs from last", "value + value of last is odd"),
    ("half differs from last", "if last is A..7 then 8..K else A..7"),
    ("steps up from last is 1..3", "(value - value of last) modulo 13 is 1, 2, 3"),
    (
        "cycle spades, hearts, clubs, diamonds",
        "if last is spades then hearts else if last is hearts then clubs "
        "else if last is clubs then diamonds else spades",
    ),
    (
        "cycle red, red, red, black, black, black",
        "if run of colour is at least 3 then colour differs from last else colour same as last",
    ),
    ("if position is even then colour differs from first else colour same as first", "colour differs from last"),
    ("count of red so far is odd", "count of red so far modulo 2 is 1"),
    ("count of red so far is above 3 or card is red", "count of black so far + 4 is below position or card is red"),
    ("total so far modulo 6 is 0", "total so far modulo 2 is 0 and total so far modulo 3 is 0"),
    ("not (red and odd)", "black or even"),
    ("if last is red then odd", "last is not red or card is odd"),
    ("latest (one of red, black) is odd", "last is odd"),
    (
        "variety of suit in last 2 is 1 and 2nd last is prime or suit of last differs from 2nd last",
        "if suit of last same as 2nd last then 2nd last is prime",
    ),
    ("start red; black", "start not black; not red"),
    ("start red; 2nd last is red", "start red; 2nd last is not black"),
]

DIFFERENT = """
red | black |
start red; red | red |
colour differs from last | colour same as last | 1
colour differs from last | suit differs from last | 1
colour differs from last | cycle red, black, red, red | 2
cycle red, red, black | cycle red, black, black | 1
value is above value of last | steps up from last is 1..12 | 1
colour same as last | colour same as 4th last or 4th last is red | 1
colour same as 2nd last or card is high | colour same as 2nd last or card is high and position is below 9 | 8
red | red or position is 30 | 29
start 2; red | start 2; red or position is 3 | 2
""".strip().splitlines()


def pair(line: str) -> tuple[SecretRule, SecretRule]:
    one, other, *_ = line.split("|")
    return SecretRule.parse(one), SecretRule.parse(other)


def check_counter_example(one: SecretRule, other: SecretRule, found: Comparison) -> None:
    """The case can be reached by both rules, and tells them apart."""
    line = list(found.line)
    assert found.card is not None
    for end in range(len(line)):
        assert allows(one, line[:end], line[end])
        assert allows(other, line[:end], line[end])
    assert allows(one, line, found.card) is found.first_allows
    assert allows(other, line, found.card) is not found.first_allows


@pytest.mark.parametrize(("text", "same"), EQUAL)
def test_equal_in_meaning(text: str, same: str) -> None:
    one, other = SecretRule(text), SecretRule(same)
    assert one != other
    assert compare(one, other) == compare(other, one) == Comparison(Verdict.EQUAL)


@pytest.mark.parametrize("line", DIFFERENT)
def test_different_with_a_shortest_case(line: str) -> None:
    one, other = pair(line)
    found = compare(one, other)
    assert found.verdict is Verdict.DIFFERENT
    assert len(found.line) == int(line.split("|")[2] or len(found.line))
    check_counter_example(one, other, found)


def test_the_counter_example_shows_different_cards() -> None:
    found = compare(SecretRule("red"), SecretRule("red or position is 20"))
    assert len(set(found.line)) == 19
    assert found.card is not None
    assert not found.card.suit.is_red


def test_only_what_can_be_reached_counts() -> None:
    assert compare(SecretRule("start red; red"), SecretRule("start red; red and last is red")).verdict is Verdict.EQUAL
    assert compare(SecretRule("red"), SecretRule("red and last is red")).verdict is Verdict.DIFFERENT


def test_too_many_cases_are_said_to_be_too_many() -> None:
    """Five cards with all that they show are too many to look at all; a difference is still found by lot."""
    one = SecretRule("value differs from 5th last and suit differs from 5th last")
    other = SecretRule("suit differs from 5th last and value differs from 5th last")
    found = compare(one, other, 20_000)
    assert found.verdict is Verdict.EQUAL_SO_FAR
    assert 1 <= found.length < 5
    third = SecretRule("value differs from 5th last and suit differs from 5th last or 5th last is K")
    found = compare(one, third, 20_000)
    assert found.verdict is Verdict.DIFFERENT
    assert len(found.line) >= 5
    check_counter_example(one, third, found)


@settings(max_examples=60, deadline=None)
@given(rules(parts=8, back=2), rules(parts=8, back=2))
def test_random_rules_differ_only_with_a_true_case(one: SecretRule, other: SecretRule) -> None:
    found = compare(one, other, 4000)
    if found.verdict is Verdict.DIFFERENT:
        check_counter_example(one, other, found)
    else:
        assume(one != other)
        assert compare(other, one, 4000).verdict is found.verdict


@settings(max_examples=40, deadline=None)
@given(rules(parts=10, back=3))
def test_a_rule_denied_twice_is_the_same_rule(rule: SecretRule) -> None:
    start, condition = rule.text.split("; ") if "; " in rule.text else ("", rule.text)
    twice = SecretRule(f"{start}; not not ({condition})" if start else f"not not ({condition})")
    assert compare(rule, twice, 4000).verdict is not Verdict.DIFFERENT


def test_a_typical_pair_is_compared_quickly() -> None:
    one = SecretRule("suit same as last or value same as last")
    other = SecretRule("distance around from last is 0 or suit same as last")
    assert one.allows([Card.parse("2S")], Card.parse("2H"))
    best = 1.0
    for _ in range(3):
        begun = time.perf_counter()
        assert compare(one, other).verdict is Verdict.EQUAL
        best = min(best, time.perf_counter() - begun)
    assert best < 0.5  # some ten milliseconds where nothing else runs
