"""A rule of Eleusis made without a window: built by taps, typed, and read back with its gaps and mistakes."""

from __future__ import annotations

import pytest

from companion.app.games.rule_building import building, rule_view
from companion.app.games.rule_draft import Draft, drafted, tapped, typed
from companion.laboratory.bots import eleusis_library
from companion.language import Language
from companion.rules.eleusis.secret import FORMS, LibraryRule, Part, SecretRule

ENGLISH, CHINESE = Language.load("en"), Language.load("zh")
RULE = SecretRule.parse("colour differs from last")


def built(*keys: str, draft: Draft | None = None) -> Draft:
    draft = draft or Draft()
    for key in keys:
        draft = tapped(draft, key)
    return draft


def keys_for(part: Part) -> list[str]:
    """The taps that build a part: itself, its numbers, then what lies in it, with one more slot where it has more."""
    taps = [f"part {part.name}"]
    for value, allowed in zip(part.values, FORMS[part.name].values, strict=True):
        if len(allowed) <= 13:
            taps.append(f"value {value}")
        else:
            taps += [*(f"digit {digit}" for digit in str(abs(value))), *(["minus"] if value < 0 else []), "number"]
    return taps


def build(root: Part) -> Draft:
    """A rule built by taps alone, gap after gap."""
    draft = Draft()

    def put(part: Part, path: tuple[int, ...]) -> None:
        nonlocal draft
        draft = built("at " + ".".join(map(str, path)), *keys_for(part), draft=draft)
        for _ in range(len(part.parts) - len(FORMS[part.name].slots)):
            draft = built("at " + ".".join(map(str, path)), "more", draft=draft)
        for index, inner in enumerate(part.parts):
            put(inner, (*path, index))

    put(root, ())
    return draft


@pytest.mark.parametrize("entry", eleusis_library()[::6], ids=lambda entry: entry.id)
def test_every_rule_can_be_built_by_taps(entry: LibraryRule) -> None:
    draft = build(entry.rule.root)
    assert draft.error is None
    assert draft.rule == entry.rule
    assert draft.text == entry.rule.text


def test_what_is_offered_always_fits_and_is_named_in_both_languages() -> None:
    for language in (ENGLISH, CHINESE):
        for choice in building(built("part rule"), language).keys:
            after = tapped(built("part rule"), choice.key)
            assert after.error is None
            assert choice.text


def test_a_rule_half_built_is_read_back_with_its_gaps() -> None:
    draft = built("part rule", "part if", "part is", "part last", "part odd")
    assert draft.rule is None
    view = rule_view(draft, ENGLISH)
    assert view.sentence == "If the last card is odd, …; otherwise …."
    assert not view.ready
    shown = building(draft, ENGLISH)
    assert shown.asked == "Missing: a condition"
    assert [row.text for row in shown.rows if row.gap] == ["… a condition?"] * 2
    assert [row.depth for row in shown.rows] == [0, 1, 2, 3, 3, 2, 2]


def test_numbers_by_buttons_and_by_digits() -> None:
    ranks = built("part rule", "part is", "part card", "part ranks")
    assert [choice.text for choice in building(ranks, ENGLISH).keys] == [*"A23456789", "10", *"JQK"]
    assert built("value 3", "value 7", draft=ranks).text == "3..7"
    number = built("part rule", "part above", "part value_of", "part card", "part literal")
    keys = {choice.key: choice.enabled for choice in building(number, ENGLISH).keys}
    assert keys["number"] is False  # no digit yet
    assert "minus" not in keys
    assert built("digit 1", "digit 2", "digit 3", "digit 4", "number", draft=number).text == "value is above 123"


def test_a_step_back_and_parts_taken_out_and_put_in() -> None:
    draft = built("part rule", "part cycle", "part red", "part black")
    assert draft.text == "cycle red, black"
    longer = built("at 0", "more", "part face", draft=draft)
    assert longer.text == "cycle red, black, face"
    assert built("undo", "undo", draft=longer).text == "cycle red, black"
    assert built("at 0.1", "out", draft=longer).text == "cycle red, face"
    assert built("new", draft=longer).rule is None
    moves = {choice.key: choice.enabled for choice in building(built("at 0.1", draft=longer), ENGLISH).moves}
    assert moves == {"undo": True, "out": True, "more": False, "new": True}
    assert not building(Draft(), ENGLISH).moves[1].enabled  # nothing is there to be taken out


def test_ranges_backwards_are_told_and_can_be_taken_back() -> None:
    draft = built("part rule", "part number_is", "part value_of", "part card", "part among", "part between")
    wrong = built("digit 5", "number", "digit 3", "number", draft=draft)
    assert wrong.error is not None
    assert rule_view(wrong, ENGLISH).error
    assert built("undo", draft=wrong).error is None


def test_what_is_typed_is_read_or_its_mistake_told_with_the_place() -> None:
    assert typed(Draft(), " Red ").rule == SecretRule.parse("red")
    wrong = typed(drafted(RULE), "colour differs of last")
    assert wrong.rule is None
    view = rule_view(wrong, ENGLISH)
    assert "character 8" in view.error
    assert "colour  ▶differs of last" in view.error
    assert view.sentence == ""
    assert typed(wrong, RULE.text).rule == RULE
