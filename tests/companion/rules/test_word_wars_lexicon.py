"""The graph of a lexicon: the words it was made of and no others; whole or refused when read back."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.word_wars import Lexicon, LexiconDamaged

WORDS = st.lists(st.text("ABCZ", min_size=2, max_size=6), max_size=40)


@settings(max_examples=60)
@given(WORDS, st.lists(st.text("ABCDZ?a", max_size=6)))
def test_it_holds_its_words_and_no_others(words: list[str], others: list[str]) -> None:
    lexicon = Lexicon.of("some", words)
    assert list(lexicon) == sorted(set(words))
    assert len(lexicon) == len(set(words))
    for word in (*words, *others):
        assert (word in lexicon) == (word in words)


@given(WORDS)
@settings(max_examples=30)
def test_equal_words_make_equal_lexicons_and_the_graph_is_minimal(words: list[str]) -> None:
    lexicon = Lexicon.of("some", words)
    assert lexicon == Lexicon.of("other", reversed(words))
    assert (lexicon == Lexicon.of("some", [*words, "NEW"])) is False
    tails = {frozenset(word[len(start) :] for word in words if word.startswith(start)) for start in _starts(words)}
    assert len(lexicon.masks) == len(tails)


def _starts(words: list[str]) -> set[str]:
    return {"", *(word[:end] for word in words for end in range(len(word) + 1))}


def test_one_letter_is_no_word_and_other_signs_are_refused() -> None:
    assert list(Lexicon.of("x", ["A", "AB", ""])) == ["AB"]
    for wrong in ("ab", "A B", "É" + "A", "A'S"):
        with pytest.raises(ValueError, match="A to Z"):
            Lexicon.of("x", ["AB", wrong])


def test_what_is_written_is_read_back() -> None:
    lexicon = Lexicon.of("Wörter", ["AB", "ABA", "CAB"])
    again = Lexicon.from_bytes(lexicon.to_bytes())
    assert (again, again.name, list(again)) == (lexicon, "Wörter", list(lexicon))
    empty = Lexicon.of("none", [])
    assert list(Lexicon.from_bytes(empty.to_bytes())) == []


def test_damaged_bytes_are_refused() -> None:
    whole = Lexicon.of("x", ["AB", *(f"A{letter}" for letter in string.ascii_uppercase)]).to_bytes()
    for cut in range(0, len(whole), 7):
        with pytest.raises(LexiconDamaged):
            Lexicon.from_bytes(whole[:cut])
    for place in range(len(whole)):
        torn = bytearray(whole)
        torn[place] ^= 255
        with pytest.raises(LexiconDamaged):
            Lexicon.from_bytes(bytes(torn))
