"""The language of secret rules: what is written is read back, what is no rule is refused with its place and reason."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.eleusis.secret import (
    FORMS,
    RuleError,
    SecretRule,
    begin,
    blank,
    fill,
    parts_for,
    put,
    remove,
    widen,
)
from companion.rules.eleusis.secret.building import at, holes
from companion.rules.eleusis.secret.parts import MOST_CHARACTERS, MOST_DEPTH, MOST_PARTS, Part
from companion.rules.eleusis.secret.writing import write
from tests.companion.rules.secret_rules import paths, rebuilt, rules

DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "eleusis-rules.md"

WRITTEN = """
red
not red
red face
card is (not red face)
card is (one of 2, 3) red
one of 2, 3, 5, red face
hearts or 7..J
(red or face) and last is not odd
last is red or last is even or card is face
last is not red and card is even
colour differs from last
suit of 2nd last same as 8th last
if last is odd then red else black
if last is odd then red
if last is red then odd else if last is face then even else high
(if last is red then odd) or card is face
not (red or face)
cycle red, not black, (one of 2, 3), (low odd)
steps up from last is 1..3
steps up from 2nd last to last is not 0
distance from first is at most 2
distance around from latest face to first is 1
value - value of last is -2..2, 5
(2 times value) is above value of last + 3
(value + value of last) modulo 13 is 0, 2..4
value + value of last times 2 is prime
count of red face so far is above count of one of 2, 3 in last 4
variety of suit in last 3 equals run of colour
highest so far is below lowest in last 2 + total so far
start one of A, K; position modulo 3 is odd
latest (one of red, 7) is J..2
anything
""".strip().splitlines()

MISTAKES = [
    ("", "empty", 0),
    ("   \n ", "empty", 0),
    ("red & black", "unknown_sign", 4),
    ("r\u0435d", "unknown_sign", 1),  # the second letter is Cyrillic
    ("colr differs from last", "unknown_word_near", 0),
    ("red or xyzzy", "unknown_word", 7),
    ("red)", "bracket_not_opened", 3),
    ("red and (odd", "bracket_not_closed", 8),
    ("if red then", "ends_early", 11),
    ("start red", "ends_early", 9),
    ("start red odd", "ends_early", 13),
    ("colour same as", "ends_early", 14),
    ("red last", "left_over", 4),
    ("if red, black", "word_expected", 6),
    ("last red", "word_expected", 5),
    ("then red", "condition_expected", 0),
    ("colour same as red", "card_expected", 15),
    ("last is is", "trait_expected", 8),
    ("run of red is 3", "attribute_expected", 7),
    ("value is above red", "number_expected", 15),
    ("3..red", "rank_expected", 3),
    ("count of red is 3", "scope_expected", 13),
    ("count of red in last red is 3", "number_expected", 21),
    ("suit is 5", "same_or_differs_expected", 5),
    ("value red", "number_statement_expected", 6),
    ("last is red or even", "whose_trait", 15),
    ("value of last is 5 or 6", "whose_trait", 22),
    ("cycle red", "cycle_too_short", 0),
    ("one of red", "ends_early", 10),
    ("one of red or black", "one_of_one", 11),
    ("9th last is red", "too_far_back", 0),
    ("0th last is red", "too_far_back", 0),
    ("count of red in last 9 is 3", "window_out_of_range", 21),
    ("count of red in last 1 is 1", "window_out_of_range", 21),
    ("3..14", "no_such_rank", 3),
    ("0", "no_such_rank", 0),
    ("value modulo 1 is 0", "modulus_too_small", 13),
    ("value is 5..3", "range_backwards", 9),
    ("value is 1000", "number_too_large", 9),
    ("value is " + "9" * 3000, "number_too_large", 9),
    ("red" + " " * MOST_CHARACTERS, "too_long", MOST_CHARACTERS),
    ("(" * 1500 + "red" + ")" * 1500, "too_deep", 48),
    ("not " * 900 + "red", "too_deep", None),
    ("if red then " * 200 + "red", "too_deep", None),
    (" or ".join(["red"] * 200), "too_many_parts", None),
    ("value" + " + 1" * 60 + " is 3", "too_deep", None),
]


@pytest.mark.parametrize("text", WRITTEN)
def test_canonical_text_is_read_back_to_the_letter(text: str) -> None:
    assert SecretRule.parse(text).text == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  RED\n", "red"),
        ("card is red", "red"),
        ("color differs from previous", "colour differs from last"),
        ("ace or heart or 13", "A or hearts or K"),
        ("1st last is 1..11", "last is A..J"),
        ("cycle red red black", "cycle red, red, black"),
        ("(((red)))", "red"),
        ("value of card is above value of last", "value is above value of last"),
        ("position is odd or red", "position is odd or card is red"),
        ("if red then odd else anything", "if red then odd"),
        ("value is J..K", "value is 11..13"),
    ],
)
def test_other_spellings(text: str, canonical: str) -> None:
    assert SecretRule.parse(text).text == canonical


@pytest.mark.parametrize(("text", "reason", "position"), MISTAKES, ids=[reason for _, reason, _ in MISTAKES])
def test_mistakes_are_told_with_their_place(text: str, reason: str, position: int | None) -> None:
    with pytest.raises(RuleError) as raised:
        SecretRule.parse(text)
    assert raised.value.reason == reason
    if position is not None:
        assert raised.value.position == position
    assert raised.value.data["place"] == raised.value.position + 1
    assert len(str(raised.value)) < 200
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["red " * 250_000, "(" * 1_000_000, "é" * 1_000_000, "9" * 1_000_000])
def test_a_megabyte_is_refused_at_once(text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(RuleError, match="too_long"):
        SecretRule.parse(text)
    assert time.perf_counter() - begun < 0.5


PIECES = sorted({word for text in WRITTEN for word in re.findall(r"\d?[a-z]+|\.\.|\S", text)} | {"&", "99999", "8th"})


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join) | st.text(max_size=20))
def test_any_text_is_a_rule_or_a_mistake_with_a_place(text: str) -> None:
    found: SecretRule | RuleError
    try:
        found = SecretRule.parse(text)
    except RuleError as error:
        found = error
    if isinstance(found, SecretRule):
        assert SecretRule.parse(found.text) == found
    else:
        assert 0 <= found.position <= len(text)


@settings(max_examples=80, deadline=None)
@given(rules())
def test_every_rule_that_can_be_built_can_be_written_and_read(rule: SecretRule) -> None:
    assert SecretRule.parse(rule.text).root == rule.root
    assert write(rule.root) == rule.text
    assert rebuilt(rule.root) == rule.root


@settings(max_examples=40, deadline=None)
@given(rules())
def test_taking_parts_out_leaves_gaps_that_can_be_filled_again(rule: SecretRule) -> None:
    for path in paths(rule.root):
        smaller = remove(rule.root, path)
        gaps = list(holes(smaller))
        if not gaps:  # the slot went too, for it need not be there
            around = at(rule.root, path[:-1])
            assert FORMS[around.name].more
            assert len(around.parts) > len(FORMS[around.name].slots)
            assert len(at(smaller, path[:-1]).parts) == len(around.parts) - 1
            continue
        assert gaps == [path]
        assert put(smaller, path, at(rule.root, path)) == rule.root
        with pytest.raises(RuleError, match="not_finished"):
            SecretRule.of(smaller)


def test_parts_fit_only_where_their_sort_is_asked_for() -> None:
    root = fill(begin(), (), "rule")
    assert {choice.name for choice in parts_for(at(root, (0,)))} == {
        name for name, form in FORMS.items() if form.sort == "condition" and not name.startswith("hole_")
    }
    for name, form in FORMS.items():
        if form.sort != "condition":
            with pytest.raises(RuleError, match="does_not_fit"):
                put(root, (0,), Part(name, (), ()))
    assert parts_for(root) == ()


@pytest.mark.parametrize(
    ("name", "values"),
    [("back", ()), ("back", (1,)), ("back", (9,)), ("ranks", (1,)), ("between", (3, 2)), ("red", (1,))],
)
def test_numbers_out_of_range_are_refused(name: str, values: tuple[int, ...]) -> None:
    with pytest.raises(RuleError, match="bad_value"):
        blank(name, values)


def test_other_misuse_of_the_builder() -> None:
    root = fill(begin(), (), "rule")
    with pytest.raises(RuleError, match="unknown_part"):
        blank("purple")
    with pytest.raises(RuleError, match="no_such_place"):
        fill(root, (0, 3), "red")
    with pytest.raises(RuleError, match="takes_no_more"):
        widen(root, ())


def test_a_rule_cannot_be_built_larger_than_it_may_be() -> None:
    deep = fill(begin(), (), "rule")
    for level in range(1, MOST_DEPTH - 1):
        deep = fill(deep, (0,) * level, "not")
    assert deep.depth == MOST_DEPTH
    with pytest.raises(RuleError, match="too_deep"):
        fill(deep, (0,) * (MOST_DEPTH - 1), "not")
    wide = fill(fill(begin(), (), "rule"), (0,), "or")
    for _ in range(MOST_PARTS - 4):
        wide = widen(wide, (0,))
    assert len(list(wide.everything())) == MOST_PARTS
    with pytest.raises(RuleError, match="too_many_parts"):
        widen(wide, (0,))


def test_every_example_of_the_document_is_a_rule() -> None:
    blocks = re.findall(r"```eleusis\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    examples = [line.strip() for block in blocks for line in block.splitlines() if line.strip()]
    assert len(examples) > 40
    for example in examples:
        assert SecretRule.parse(example).text == example


def test_the_document_names_every_word_and_every_mistake_has_its_reason() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    words = {word for text in WRITTEN for word in re.findall(r"[a-z]{2,}", text)} - {"nd", "th"}
    assert {word for word in words if not re.search(rf"\b{word}\b", document)} == set()
