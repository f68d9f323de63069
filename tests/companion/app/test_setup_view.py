"""What the set-up asks and makes of the answers, in both languages, for every game."""

from __future__ import annotations

import pytest

from companion.app.screens.setup_view import Form, camera_choices, count_choices, kind_of_source
from companion.beginning import rules_of
from companion.journal import GameRecord
from companion.language import LANGUAGES, Language
from companion.rules.game import Game, Options, Setup
from companion.rules.games import GAME_NAMES
from companion.rules.word_wars import Lexicon, WordWars
from vision.frames import Camera

ENGLISH = Language.load("en")
LOCK = rules_of("lock-the-entry")
GAMES: tuple[Game, ...] = (*map(rules_of, GAME_NAMES), WordWars(Lexicon.of("two words", ["AB", "CAB"])))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.NAME)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_has_its_words_and_begins_at_its_default(rules: Game, code: str) -> None:
    form, language = Form.of(rules), Language.load(code)
    views = form.option_views(rules, language)
    defaults = rules.Options().as_json()
    assert [view.name for view in views] == list(defaults)
    for view in views:
        assert view.title != view.why
        assert len({choice.text for choice in view.choices}) == len(view.choices) > 1
        assert rules.Options.parse({view.name: view.chosen}) == rules.Options()
        for choice in view.choices:
            taken = form.chosen(view.name, choice.key)
            assert isinstance(rules.Options.parse(taken.options), Options)
    assert form.problem(rules, language) == ""


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.NAME)
def test_every_number_of_players_offered_can_begin(rules: Game) -> None:
    for choice in count_choices(rules):
        form = Form.of(rules).counted(int(choice.key))
        assert len(form.players) == int(choice.key)
        assert form.problem(rules, ENGLISH) == ""


def test_names_stay_when_players_come_and_go_and_blank_ones_have_numbers() -> None:
    form = Form.of(LOCK).named(0, "  Ann ").named(2, "本")
    assert form.names(ENGLISH) == ("Ann", "Player 2", "本")
    assert form.counted(5).names(ENGLISH) == ("Ann", "Player 2", "本", "Player 4", "Player 5")
    assert form.counted(5).counted(3) == form
    assert tuple(form.decks(LOCK, ENGLISH)) == form.names(ENGLISH)


def test_what_cannot_begin_is_told_in_words() -> None:
    twice = Form.of(LOCK).named(0, "Ann").named(1, "Ann")
    assert "two players have the same name" in twice.problem(LOCK, ENGLISH)
    long = Form.of(LOCK).named(0, "x" * 200).named(1, "😀")
    assert long.problem(LOCK, ENGLISH) == ""


def test_players_come_from_the_decks_of_a_folder_where_there_are_as_many_and_all_else_stays() -> None:
    told = Form.of(LOCK).named(0, "Eve").chosen("timer", "on").coloured(0, 2)
    played = told.played_by(["Ann", "Ben", "Cem", "Dora"], LOCK)
    assert played.players == ("Ann", "Ben", "Cem", "Dora")
    assert (played.options, played.seated) == ({"timer": "on"}, (2, 1, 0, 3))
    assert told.played_by(["deck"], LOCK) == told


def test_a_colour_that_somebody_has_is_swapped() -> None:
    form = Form.of(LOCK)
    assert form.seated == (0, 1, 2)
    assert form.coloured(0, 2).seated == (2, 1, 0)
    assert form.coloured(0, 7).seated == (7, 1, 2)
    assert form.coloured(0, 7).counted(5).seated == (7, 1, 2, 3, 4)
    assert form.coloured(1, 1) == form


def test_a_game_of_the_journal_has_its_players_and_their_colours() -> None:
    record = GameRecord(1, "lock-the-entry", "2026-01-01", "1", "", Setup(("Ann", "Ben", "Cem")))
    assert Form.resumed(record, (4, 0, 6)).seated == (4, 0, 6)
    assert Form.resumed(record, ()).seated == (0, 1, 2)
    assert sorted(Form.resumed(record, (4, 0, 6)).colours) == sorted(Form.of(LOCK).colours)


def test_who_has_no_name_keeps_the_number_under_which_a_deck_is_known() -> None:
    form = Form.of(LOCK).named(0, "Ann")
    assert form.renamed(LOCK, ("Ann", "Player 3", "Player 4"), ENGLISH).players == ("Ann", "", "Player 3")
    assert form.renamed(LOCK, (), ENGLISH) == form
    lockdown = rules_of("lockdown")
    assert Form.of(lockdown).renamed(lockdown, ("Player 1",), ENGLISH) == Form.of(lockdown)


@pytest.mark.parametrize(
    ("source", "kind"),
    [("", "none"), ("0", "camera"), ("rtsp://camera/1", "address"), ("film.mp4", "file"), ("C:\\films\\1.mp4", "file")],
)
def test_a_source_is_known_by_its_name(source: str, kind: str) -> None:
    assert kind_of_source(source) == kind


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_deck_is_called_by_its_player_or_by_what_it_is(code: str) -> None:
    language = Language.load(code)
    engines, entries = rules_of("engines"), Form.of(LOCK).named(0, "Ann")
    decks = Form.of(engines).decks(engines, language)
    assert len(set(decks.values())) == 3
    assert set(decks.values()).isdisjoint(decks)
    assert entries.decks(LOCK, language)["Ann"] == "Ann"
    assert [Form.of(rules).each_has_a_deck(rules, language) for rules in (LOCK, engines)] == [True, False]


def test_cameras_are_offered_with_the_names_of_their_makers() -> None:
    offered = camera_choices((Camera("0"), Camera("2", "Webcam")))
    assert [(choice.key, choice.text) for choice in offered] == [("0", "0"), ("2", "2 · Webcam")]
