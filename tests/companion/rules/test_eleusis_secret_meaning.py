"""What secret rules mean: against worked cases, against the plain reading of the whole line, and with cards unseen."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cards import JOKER, STANDARD_DECK, Card, Rank, Suit
from companion.rules.eleusis.secret import SecretRule
from tests.companion.rules.secret_rules import allows, rules

LINES = st.lists(st.sampled_from(STANDARD_DECK), max_size=14)

CASES = """
colour differs from last | 4H | 5S KC | 6D 4H
cycle spades, hearts, clubs, diamonds | 4H | KC | 2S 2D 2H
cycle spades, hearts, clubs, diamonds | 4H KC 2D | 9S | 9C 9H
cycle red, red, red, black, black, black | 4H | 2D | 2S
cycle red, red, red, black, black, black | 4H 5H 6D | 2S | 2H
cycle red, red, red, black, black, black | 4S 5C 6S | 2D | 2S
cycle A..3, 4..6 | KS | AC | 4C
parity differs from last | JS | 2C QH | AD KD
half differs from last | 7S | 8C KH | AD 7D
steps up from last is 1..3 | QS | KC AC 2C | 3C QC JC
if last is odd then red else black | 3S | 2H KD | 2S
if last is odd then red else black | 2S | KC | KH
suit same as last or value same as last | 3S | 3H KS 3S | KH
if last is black then value is at most value of last else value is at least value of last | 7S | 7H AC | 8S
if last is black then value is at most value of last else value is at least value of last | 7D | 7H KC | 6S
J..2 | 9S | JS QS KS AS 2S | 3S 10S
one of 2, 3, 5..7 | 9S | 2H 6S | 4S
prime | 9S | 2H 3H 5H 7H JH KH | AH 4H 6H 8H 9H 10H QH
red face or round number | 9S | KH 5C 5H | KC 5S 5D
major | AC | AH AS | AC AD
2nd last is red | 9S | 2S | -
2nd last is red | 9S 9S | - | 2S
not 2nd last is red | 9S | 2S | -
if 2nd last is red then odd else even | 9S | 2S 3S | -
if 2nd last is red then odd else odd | 9S | 3S | 2S
count of red so far is 2 | 9S 9H 9S 9H | 2S | -
count of red so far is 2 | 9S 9H 9S 9H 9H | - | 2S
count of red so far is above 3 | 9H 9S 9H 9H | - | 2S
count of red so far is above 3 | 9H 9S 9H 9H 9H | 2S | -
count of red in last 3 is at most 1 | 9H 9H 9S 9S | 2S | -
count of red in last 3 is at most 1 | 9H 9H 9S | - | 2S
total so far modulo 5 is 0 | 9H 9H 2S | 2S | -
position is 3 | 9H 9H | 2S | -
position is 3 | 9H 9H 9S | - | 2S
position modulo 4 is 0 | 9H 9H 9H | 2S | -
run of colour is 2 | 9S 9H 9D | 2S | -
run of colour is 2 | 9S 9H 9D 2H | - | 2S
variety of suit in last 3 is 2 | 9S 9H 9H | 2S | -
value is above highest so far | 9S JH 2S | QS | JS
value is below lowest in last 2 | AS JH 4S | 3S | 4D
distance from last is at least 5 | 3S | 8H KS | 7S AS
distance around from last is at most 2 | AS | KS QH 2S 3S AS | JS 4S
(value + value of last) modulo 13 is 0..4 | 7S | 6H 10S | 5S JS
value + value of last is prime | 7S | 6H 4S | 7H 3S
value of latest red is 3 | 3H 5S 6S | AS | -
value of latest red is 3 | 5S | AS | -
suit same as first | 3H 5S 6S | AH | AS
value - value of last is -2..-1 | 7S | 6H 5H | 4H 7H 8H
value equals value of last times 2 | 6S | QH | 6H
""".strip().splitlines()


def cards(text: str) -> list[Card]:
    return [] if text.strip() == "-" else [Card.parse(word) for word in text.split()]


@pytest.mark.parametrize("case", CASES)
def test_worked_cases(case: str) -> None:
    text, line, right, wrong = case.split("|")
    rule = SecretRule.parse(text)
    for card in cards(right):
        assert rule.allows(cards(line), card) is True, card
    for card in cards(wrong):
        assert rule.allows(cards(line), card) is False, card


def test_what_may_start() -> None:
    assert SecretRule("colour differs from last").allows([], Card.parse("2S")) is True
    rule = SecretRule("start red face; colour differs from last")
    assert [rule.allows([], card) for card in cards("KH KS 3H ?H K?")] == [True, False, False, None, None]


def test_jokers_and_unseen_cards() -> None:
    rule = SecretRule("colour differs from last")
    line = cards("2S")
    assert [rule.allows(line, card) for card in cards("?H ?C 7? ?")] == [True, False, None, None]
    assert rule.allows(line, JOKER) is False
    assert rule.allows([JOKER], Card.parse("2S")) is None
    assert SecretRule("if last is red then odd else odd").allows(cards("?"), Card.parse("3S")) is True
    assert SecretRule("cycle red, black").allows(cards("? 2S"), Card.parse("3H")) is None
    assert SecretRule("count of red so far is at least 2").allows(cards("3H ? 4D ?"), Card.parse("3H")) is True


@settings(max_examples=150, deadline=None)
@given(rules(), LINES, st.sampled_from(STANDARD_DECK))
def test_the_machine_says_what_the_parts_say(rule: SecretRule, line: list[Card], card: Card) -> None:
    assert rule.allows(line, card) is allows(rule, line, card)
    for end in range(len(line)):
        assert rule.allows(line[:end], line[end]) is allows(rule, line[:end], line[end])


@settings(max_examples=60, deadline=None)
@given(rules(parts=10, back=3), st.lists(st.sampled_from(STANDARD_DECK), max_size=5), st.integers(0, 2**32))
def test_unseen_cards_leave_open_what_depends_on_them(rule: SecretRule, line: list[Card], seed: int) -> None:
    lot = Random(seed)
    whole = [*line, lot.choice(STANDARD_DECK)]
    hidden = lot.randrange(len(whole))
    card = whole[hidden]
    shown = lot.choice([Card(card.rank, Suit.UNKNOWN), Card(Rank.UNKNOWN, card.suit), Card.parse("?")])
    answers = set()
    for known in STANDARD_DECK:
        if shown.rank in (known.rank, Rank.UNKNOWN) and shown.suit in (known.suit, Suit.UNKNOWN):
            tried = [*whole[:hidden], known, *whole[hidden + 1 :]]
            answers.add(rule.allows(tried[:-1], tried[-1]))
    seen = [*whole[:hidden], shown, *whole[hidden + 1 :]]
    assert rule.allows(seen[:-1], seen[-1]) is (answers.pop() if len(answers) == 1 else None)


@settings(max_examples=60, deadline=None)
@given(rules(), st.integers(0, 2**32))
def test_a_layout_fits_the_rule_it_was_made_by(rule: SecretRule, seed: int) -> None:
    lot = Random(seed)
    starts = [card for card in STANDARD_DECK if rule.allows([], card)]
    if not starts:
        return
    line, beside = [lot.choice(starts)], [[]]
    for card in lot.choices(STANDARD_DECK, k=16):
        if rule.allows(line, card):
            line.append(card)
            beside.append([])
        else:
            beside[-1].append(card)
    assert rule.fits(line, beside)
    hidden = lot.randrange(len(line))
    assert rule.fits([*line[:hidden], Card.parse("?"), *line[hidden + 1 :]], beside)
    for place, refused in enumerate(beside):
        for card in refused:
            assert not rule.fits([*line[: place + 1], card], beside[:place])
            assert not rule.fits(line, [*beside[:-1], [*beside[-1], line[0]]]) or not rule.allows(line, line[0])


def test_layouts_that_do_not_fit() -> None:
    rule = SecretRule("colour differs from last")
    assert rule.fits([], [])
    assert rule.fits(cards("2H 3S 4H"), [cards("5D KH"), [], cards("2H")])
    assert not rule.fits(cards("2H 3H"), [])
    assert not rule.fits(cards("2H 3S"), [cards("4S")])
    assert not rule.fits(cards("2H ? 3S"), [])  # whatever lay between, one of the two steps was wrong
    assert rule.fits(cards("2H ? 3H"), [])
    assert rule.fits(cards("2H"), [cards("7?")])  # a red seven, then
    assert not rule.fits(cards("2H"), [cards("?S")])
    assert not SecretRule("start red; red").fits(cards("2S"), [])
    with pytest.raises(ValueError, match="2 sidelines to 1 cards"):
        rule.fits(cards("2S"), [[], []])


def test_a_rule_is_a_value() -> None:
    rule = SecretRule(" RED ")
    assert rule == SecretRule.of(rule.root) == SecretRule("red")
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert len({rule, SecretRule("red")}) == 1
