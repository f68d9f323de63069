"""The library of secret rules, and the words of the rule language in English and Chinese."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings

from companion.asset_files import ASSETS
from companion.language import LANGUAGES, Language
from companion.rules.cards import Card
from companion.rules.eleusis.secret import (
    FORMS,
    Fit,
    LibraryRule,
    RuleError,
    SecretRule,
    Sort,
    Verdict,
    begin,
    compare,
    fill,
    fitting,
    hints,
    load_library,
    report,
    sentence,
    statement,
)
from companion.rules.eleusis.secret.parts import ATTRIBUTES, TRAITS, Part, hole
from tests.companion.rules.secret_rules import rebuilt, rules

SOURCES = Path(__file__).parents[3] / "companion" / "rules" / "eleusis" / "secret"
LIBRARY = load_library((ASSETS / "eleusis" / "library.toml").read_text(encoding="utf-8"))
WORDS = {code: Language.load(code).texts for code in LANGUAGES}
MEASURES = ("steps up", "distance", "distance around")
SAMPLES = {
    "colour_alternates": "2H 3S",
    "suits_in_turn": "2S 2H 2C 2D 2S",
    "three_and_three": "2H 2H 2H 2S 2S 2S 2H",
    "parity_alternates": "JH QH KH",
    "halves_alternate": "7H 8H AH KH",
    "one_to_three_up": "QH KH 3H 4H 6H",
    "odd_red_even_black": "3S 4H 5S 6D 8C",
    "suit_or_value": "3S 8S 8H KH KC",
    "black_down_red_up": "9S 4C 4H 8D 8S 2C",
}


def file(code: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((ASSETS / "language" / code / "eleusis-secret.toml").read_text(encoding="utf-8"))


def test_the_library_is_large_and_graded() -> None:
    assert len(LIBRARY) >= 80
    assert {entry.grade for entry in LIBRARY} == {1, 2, 3, 4, 5}
    assert len({entry.id for entry in LIBRARY}) == len(LIBRARY)
    assert [entry.grade for entry in LIBRARY] == sorted(entry.grade for entry in LIBRARY)


def test_the_nine_of_the_text_are_there() -> None:
    rules_by_id = {entry.id: entry.rule for entry in LIBRARY if entry.sample}
    assert set(rules_by_id) == set(SAMPLES)
    for name, text in SAMPLES.items():
        assert rules_by_id[name].fits([Card.parse(card) for card in text.split()], []), name


def test_no_two_rules_mean_the_same() -> None:
    for one, other in combinations(LIBRARY, 2):
        assert compare(one.rule, other.rule).verdict is Verdict.DIFFERENT, (one.id, other.id)


@pytest.mark.parametrize("entry", LIBRARY, ids=lambda entry: entry.id)
def test_every_rule_can_be_played(entry: LibraryRule) -> None:
    found = report(entry.rule)
    assert found.dead_end is None
    assert found.fit in (Fit.TIGHT, Fit.RIGHT, Fit.LOOSE)
    assert found.play_chance(12) > 0.9


def test_every_rule_is_written_as_the_language_writes_it_and_can_be_built() -> None:
    text = (ASSETS / "eleusis" / "library.toml").read_text(encoding="utf-8")
    for entry in LIBRARY:
        assert f'rule = "{entry.rule.text}"' in text
        assert rebuilt(entry.rule.root) == entry.rule.root


def test_a_layout_leaves_fewer_and_fewer_rules() -> None:
    line = [Card.parse(card) for card in ("2H", "3S", "4H", "5S")]
    counts = [len(fitting(LIBRARY, line[:end], [])) for end in range(1, 5)]
    assert counts == sorted(counts, reverse=True)
    left = fitting(LIBRARY, line, [[Card.parse("9D")], [Card.parse("2C")]])
    assert "colour_alternates" in {entry.id for entry in left}
    assert 0 < len(left) < counts[-1] < len(LIBRARY)
    assert len(fitting(LIBRARY, [], [])) == len(LIBRARY)


def test_a_library_with_a_mistake_is_refused() -> None:
    with pytest.raises(RuleError, match="unknown_word"):
        load_library('[one]\ngrade = 1\nrule = "purple"')
    with pytest.raises(ValueError, match="one: grade 6"):
        load_library('[one]\ngrade = 6\nrule = "red"')


# Words.


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_of_the_library_has_a_name_and_a_sentence_of_its_own(code: str) -> None:
    names = file(code)["ee_library"]
    assert set(names) == {entry.id for entry in LIBRARY}
    assert len(set(names.values())) == len(names)
    sentences = {sentence(entry.rule.root, WORDS[code]) for entry in LIBRARY}
    assert len(sentences) == len(LIBRARY)
    for told in sentences:
        assert not re.search(r"[{}]|  |\bit's\b| ,|，，|\(\(|（（", told), told
        assert told.endswith("." if code == "en" else "。")


def test_sentences_read_well() -> None:
    told = {
        "if last is odd then red else black": (
            "If the last card is odd, the next card must be red; otherwise it must be black.",
            "如果上一张牌是奇数，下一张牌必须是红色；否则它必须是黑色。",
        ),
        "start low; steps up from last is 1..3": (
            "Only low cards (A to 7) may start the line. "
            "The next card must be 1 to 3 above the last card (after K comes A).",
            "只有小牌（A 到 7）可以起头。从上一张牌往上数到下一张牌，步数必须是 1 到 3（K 之后是 A）。",
        ),
        "suit same as last or value same as last": (
            "The next card must have the same suit as the last card, or it must have the same value as the last card.",
            "下一张牌必须与上一张牌的花色相同，或者它必须与上一张牌的点数相同。",
        ),
        "count of red so far is odd or card is low": (
            "The next card is right if the number of red cards so far is an odd number, "
            "or the next card is low (A to 7).",
            "只有在这个条件下，下一张牌才对：主线上红牌的张数是奇数，或者下一张牌是小牌（A 到 7）。",
        ),
        "not value of last is above 5 and not last is one of 2, K": (
            "The next card is right if it is not so that the value of the last card is more than 5, "
            "and the last card is not (ranked 2 or ranked K).",
            "只有在这个条件下，下一张牌才对：以下不成立：上一张牌的点数大于 5，并且上一张牌不是（点数 2 或 点数 K）。",
        ),
    }
    for text, sentences in told.items():
        rule = SecretRule(text)
        assert tuple(sentence(rule.root, WORDS[code]) for code in ("en", "zh")) == sentences


@settings(max_examples=60, deadline=None)
@given(rules())
def test_every_rule_that_can_be_built_has_a_sentence(rule: SecretRule) -> None:
    for code in LANGUAGES:
        told = sentence(rule.root, WORDS[code])
        assert told
        assert not re.search(r"[{}]|hole|_", told)


def test_a_rule_being_built_has_a_sentence_with_gaps() -> None:
    root = fill(fill(begin(), (), "rule"), (0,), "if")
    assert sentence(begin(), WORDS["en"]) == "…"
    assert sentence(root, WORDS["en"]) == "If …, …; otherwise …."
    assert sentence(fill(root, (0, 0), "is"), WORDS["zh"]) == "如果……是……，……；否则……。"
    for name, form in FORMS.items():
        if form.sort is Sort.CONDITION:
            part = Part(name, tuple(map(hole, form.slots)))
            assert statement(part, WORDS["en"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_hint_has_its_words(code: str) -> None:
    for text in ("start red; if last is red then odd else even", "red and odd", "red or odd", "cycle red, black"):
        for hint in hints(SecretRule(text)):
            data = {
                "sentence": "" if hint.part is None else hint.part.name,
                "attributes": ", ".join(WORDS[code][f"ee_rule.{name}"] for name in hint.attributes),
            }
            assert WORDS[code][f"ee_hint.{hint.reason}"].format(**hint.data, **data)


def test_both_languages_have_the_same_words_with_the_same_places() -> None:
    english, chinese = file("en"), file("zh")
    assert {table: set(words) for table, words in english.items()} == {
        table: set(words) for table, words in chinese.items()
    }
    for table, words in english.items():
        for name, text in words.items():
            if table != "ee_library":
                assert set(re.findall(r"{(\w+)", text)) == set(re.findall(r"{(\w+)", chinese[table][name])), name


def test_every_part_sort_mistake_and_hint_has_its_words_and_no_words_are_left_over() -> None:
    words = file("en")
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.py")))
    assert set(words["ee_part"]) == {name for name in FORMS if not name.startswith("hole_")}
    assert set(words["ee_sort"]) == {str(sort) for sort in Sort}
    assert set(words["ee_rule_error"]) == set(re.findall(r'(?:RuleError|_mistake)\(\s*"([a-z_]+)"', source))
    assert {name for name in words["ee_fit"] if name in set(Fit)} == set(Fit)
    told = set(re.findall(r'Hint\(\s*"([a-z_]+)"', source)) | set(re.findall(r'"(looks_at_[a-z]+)"', source))
    told |= {f"form_{name}" for name in ("if", "and", "or", "cycle")} | {"attributes_none", "test", "clause"}
    assert set(words["ee_hint"]) == told


def test_every_word_of_the_sentences_is_used() -> None:
    """Told a rule for every part in every place, a teller asks for all the templates that there are."""
    asked: set[str] = set()

    class Asking(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            asked.add(key)
            return super().__getitem__(key)

    words = Asking(WORDS["en"])
    texts = [
        *(entry.rule.text for entry in LIBRARY),
        *(
            "anything",
            "not anything",
            "not cycle red, black",
            "if red then (if odd then low)",
            "red and not (odd or anything)",
        ),
        *("not last is red", "not red", "not 2nd last is red and colour of 2nd last differs from last"),
        *(f"{places}th last is red" for places in range(4, 9)),
        *("3rd last is red", "not first is red", "last is (not red) or last is red odd low", "(3) is above 2 and red"),
        *("latest (one of 2, 3, 4) is red", "count of red odd so far is 1, 2, 3..4", "lowest so far equals value - 1"),
        *("value times 2 is not prime", "value is not 2 or count of low in last 2 is not 3", "value is even"),
        *("steps up from last is not 1", "distance from last is not 1", "distance around from last is not 1"),
        *("steps up from last is odd", "distance from last is odd", "distance around from last is odd"),
        *("count of low so far is 1 and (if red then odd else even)", "value is at most 2 and value of last is 2"),
        *("not (position is above 2)", "colour of last same as 2nd last and last is odd"),
        *(f"variety of {name} so far is 1 or variety of {name} in last 3 is 2" for name in ATTRIBUTES),
        *(f"count of not red so far is 1 and latest {name} is red" for name in TRAITS),
        *(f"count of {name} so far is 1 and last is {name}" for name in TRAITS),
        *(f"{measure} from last is {negated}1 and position is 1" for measure in MEASURES for negated in ("", "not ")),
    ]
    for text in texts:
        sentence(SecretRule(text).root, words)
    for sort in Sort:
        sentence(Part("rule", (hole(Sort.CONDITION),)), words)
        for name, form in FORMS.items():
            if sort in form.slots and form.sort is Sort.CONDITION:
                statement(Part(name, tuple(map(hole, form.slots))), words)
    sentence(begin(), words)
    number = Part("count", (hole(Sort.TRAIT), hole(Sort.SCOPE)))
    statement(Part("number_is", (number, Part("among", (hole(Sort.RANGE),)))), words)
    assert {key for key in WORDS["en"] if key.startswith("ee_rule.")} - asked == set()
