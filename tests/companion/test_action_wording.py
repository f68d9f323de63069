"""What somebody did, in words: every kind of action of every game, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from companion.language import LANGUAGES, Language
from companion.rules import eleusis, engines, lock_the_entry, lockdown, word_wars
from companion.rules.cards import Card
from companion.rules.game import Finding, Result
from companion.rules.games import UnknownGame, game_named
from companion.rules.word_wars import Lexicon
from companion.wording import Wording

GOLDEN = Path(__file__).parents[1] / "golden"
WORDS = {code: {name: Wording.of(name, Language.load(code)) for name in UnknownGame.allowed} for code in LANGUAGES}
ACTIONS = {game.NAME: game.Action for game in (eleusis, engines, lock_the_entry, lockdown, word_wars)}


@pytest.mark.parametrize("name", UnknownGame.allowed)
def test_every_action_of_the_golden_games_is_a_sentence_in_both_languages(name: str) -> None:
    rules = game_named(name, Lexicon.of("none", ["AA"])) if name == "word-wars" else game_named(name)
    kinds = set()
    for path in GOLDEN.joinpath(name).glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(">"):
                action = rules.parse_action(line.removeprefix("> overrule:").removeprefix(">").strip())
                kinds.add(type(action))
                english, chinese = (WORDS[code][name].did(action) for code in ("en", "zh"))
                assert english != chinese
                for part in (getattr(action, field) for field in action.__dataclass_fields__):
                    if isinstance(part, Card) and part.is_known:
                        assert part.sign in english
                        assert part.sign in chinese
    assert kinds <= set(get_args(ACTIONS[name]))


@pytest.mark.parametrize("name", UnknownGame.allowed)
def test_every_kind_of_action_has_its_sentence(name: str) -> None:
    table = next(iter(WORDS["en"][name].rules)).split("-")[0].lower() + "_does"
    told = {key.removeprefix(table + ".") for key in WORDS["en"][name].language.texts if key.startswith(table + ".")}
    names = {
        "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind.__name__)[1:]
        for kind in get_args(ACTIONS[name])
    }
    assert names <= told


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("lock-the-entry", "? create KH", "Somebody begins an entry with K♥"),
        ("lock-the-entry", "audit 1 Ann Old, Ben,", "Entry 1 is laid open, its cards are from: Ann Old, Ben"),
        ("lockdown", "Ann draw > Ben", "Ann draws a card; names Ben"),
        ("lockdown", "Ann draw 7H > Ben", "Ann draws a card; names Ben; it was 7♥"),
        ("lockdown", "Ann give ? to Ben", "Ann gives a card to Ben"),
        ("lockdown", "Ann lock", "Ann locks a pair"),
        ("engines", "Ann play ?", "Ann lays a card face down"),
        ("engines", "Ann fill partner", "Ann fills the hand; from the partner's hand"),
        ("eleusis", "Ben plays 7H | wrong", "Ben plays 7♥; wrong, says the dealer"),
        ("eleusis", "Ben guesses | rule red", "Ben guesses the rule; The next card must be red"),
    ],
)
def test_what_was_not_seen_or_not_told_is_left_out(name: str, line: str, words: str) -> None:
    assert WORDS["en"][name].did(game_named(name).parse_action(line)) == words


def test_tiles_are_told_without_their_cells() -> None:
    rules = game_named("word-wars", Lexicon.of("none", ["AA"]))
    assert WORDS["en"]["word-wars"].did(rules.parse_action("Ann play 2,-1 down P.A")) == "Ann lays P A"
    assert WORDS["zh"]["word-wars"].did(rules.parse_action("Ann trade AEI")) == "Ann 换掉 A E I"


def test_names_are_cut_short_where_there_is_no_room() -> None:
    wording = Wording.of("lockdown", Language.load("en"), longest=6)
    assert wording.did(game_named("lockdown").parse_action("Alexander draw > Bob")) == "Alexa… draws a card; names Bob"
    assert wording.said(Finding("LD-2", "next", {"player": "Alexander"})).count("Alexa…") == 1
    assert wording.listed(("Alexander", "Bob")) == "Alexa…, Bob"
    standing = wording.standing(Result(True, {"Alexander": 123456, "Bob": 2}, ("Alexander",)))
    assert "123456" in standing
    assert "Alexander" not in standing
