"""Which words Word Wars is played by: what is offered, what counts, and what somebody chose against a film's list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.screens.setup_view import WORDS, Form
from companion.app.screens.word_list import ANOTHER, BESIDE, BUILT_IN, OWN, WordList, reading
from companion.beginning import rules_of
from companion.language import LANGUAGES, Language
from companion.rules.games import GAME_NAMES
from companion.rules.word_wars import Lexicon, WordWars

ENGLISH = Language.load("en")
OURS, FILMED = Path("lists/ours.txt"), Path("film/words.txt")
RULES = WordWars(Lexicon.of("two words", ["AB", "CAB"]))


def offered(words: WordList) -> list[str]:
    """The keys of what can be tapped."""
    return [choice.key for choice in words.choices(ENGLISH)]


def test_the_words_of_this_machine_count_as_long_as_nobody_chose_others() -> None:
    assert (WordList().taken, WordList().path) == (BUILT_IN, None)
    assert offered(WordList()) == [BUILT_IN, ANOTHER]


def test_a_list_beside_the_film_counts_for_that_film() -> None:
    filmed = WordList().lying(FILMED)
    assert (filmed.taken, filmed.path) == (BESIDE, FILMED)
    assert offered(filmed) == [BUILT_IN, BESIDE, ANOTHER]
    assert filmed.lying(None) == WordList()


def test_what_somebody_chose_counts_whatever_film_comes_and_can_be_put_back() -> None:
    own = WordList().named(OURS)
    assert (own.taken, own.path) == (OWN, OURS)
    assert own.lying(FILMED).path == OURS
    assert offered(own.lying(FILMED)) == [BUILT_IN, BESIDE, OWN, ANOTHER]
    assert own.chosen(BUILT_IN).lying(FILMED).path is None
    assert own.chosen(BUILT_IN).chosen(OWN) == own
    assert own.lying(FILMED).chosen(BESIDE).path == FILMED
    assert own.lying(FILMED).chosen(BESIDE).lying(None).taken == BUILT_IN


@pytest.mark.parametrize("code", LANGUAGES)
def test_only_word_wars_asks_for_words(code: str) -> None:
    language = Language.load(code)
    form = replace(Form.of(RULES), words=WordList().named(OURS))
    (view,) = form.word_views(language)
    assert (view.name, view.chosen) == (WORDS, OWN)
    assert WORDS not in RULES.Options.choices()
    assert [choice.text for choice in view.choices if choice.key == OWN] == ["ours.txt"]
    assert len({view.title, view.why, *(choice.text for choice in view.choices)}) == 5
    assert all(Form.of(rules_of(name)).word_views(language) == () for name in GAME_NAMES)


def test_no_game_begins_by_words_that_are_not_read_yet_or_cannot_be() -> None:
    form = Form.of(RULES)
    waiting = replace(form, words=replace(form.words, trouble=reading))
    assert form.problem(RULES, ENGLISH) == ""
    assert waiting.problem(RULES, ENGLISH) == ENGLISH.text("setup.reading_words")


def test_the_font_is_to_have_the_signs_of_its_name() -> None:
    form = replace(Form.of(RULES).named(0, "Ann"), words=WordList().named(Path("lists/词.txt")))
    assert form.written == ("Ann", "", "词.txt")
