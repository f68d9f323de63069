"""What the table screen says: the ruling, the feed, the questions, whose matter it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.said import Choice
from companion.app.screens.table_view import Asking, Tone, asking_of, feed_of, may_stand, points_of, turn_of, verdict_of
from companion.app.watch import News, Posed
from companion.beginning import begin, rules_of
from companion.journal import Entry, Journal, Play, Source
from companion.language import Language
from companion.referee.desk import Question
from companion.rules.game import Finding, Setup
from companion.wording import Wording

WORDING = Wording.of("lock-the-entry", Language.load("en"))
Change = Callable[[Play], tuple[Play, Entry]]


class Game:
    """A game with its news, as the watch keeps them."""

    def __init__(self, path: Path) -> None:
        rules = rules_of("lock-the-entry")
        self.play = begin(Journal(path / "journal.sqlite"), rules, Setup(("Ann", "Ben", "Cem")))
        self.news: list[News] = []

    def tell(self, line: str) -> None:
        action = self.play.game.parse_action(line)
        self.change(lambda play: play.act(action, Source.TAP))

    def change(self, change: Change) -> None:
        self.play, entry = change(self.play)
        self.news.append(News.of(self.play, entry))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path)


def test_before_anything_happens_that_is_said(game: Game) -> None:
    assert verdict_of(game.news, WORDING).tone is Tone.QUIET
    assert feed_of(game.news, WORDING) == ""


def test_a_legal_action_is_told_by_what_it_brought_with_its_rule(game: Game) -> None:
    game.tell("Ann create KH")
    verdict = verdict_of(game.news, WORDING)
    assert verdict.headline == "Entry 1 begins with K♥"
    assert verdict.tone is Tone.LEGAL
    assert verdict.lines[-1] == "Ann begins an entry with K♥"
    assert [rule.key for rule in verdict.rules] == ["LTE-2"]
    assert all(rule.key in WORDING.rules for rule in verdict.rules)


def test_an_illegal_action_names_every_rule_it_breaks(game: Game) -> None:
    game.tell("Ann create KH")
    game.tell("Ben add 1 9H")
    game.tell("Cem add 1 2D")
    verdict = verdict_of(game.news, WORDING)
    assert verdict.tone is Tone.REFUSED
    assert verdict.headline == "2♦ has not the suit of the starting card K♥"
    assert verdict.lines == ("2♦ is not higher than 9♥ beneath it", "Cem lays 2♦ on entry 1")
    assert [rule.key for rule in verdict.rules] == ["LTE-4", "LTE-5"]
    assert feed_of(game.news, WORDING).splitlines() == [
        "× Cem lays 2♦ on entry 1   LTE-4, LTE-5",
        "✓ Ben lays 9♥ on entry 1",
        "✓ Ann begins an entry with K♥",
    ]


def test_what_people_decide_is_told_apart_from_what_the_rules_say(game: Game) -> None:
    game.tell("Ann create 9H")
    game.change(lambda play: play.overrule("we agreed"))
    verdict = verdict_of(game.news, WORDING)
    assert (verdict.headline, verdict.tone) == ("Let stand: we agreed", Tone.ASKED)
    game.change(Play.undo)
    assert verdict_of(game.news, WORDING).headline == "Taken back: Ann begins an entry with 9♥"
    assert [line[0] for line in feed_of(game.news, WORDING).splitlines()] == ["←", "!", "×"]


def test_what_cannot_be_carried_out_cannot_be_let_stand(game: Game) -> None:
    assert not may_stand(game.play)
    game.tell("Ann create 9H")
    assert may_stand(game.play)
    game.tell("Ann add 7 9H")
    assert game.play.refused is not None
    assert not may_stand(game.play)


def test_a_remark_is_no_ruling(game: Game) -> None:
    game.news.append(News(None, None, (Finding("LTE-8", "may_be_locked", {"entry": 1, "count": 5}),)))
    verdict = verdict_of(game.news, WORDING)
    assert verdict.headline == "Entry 1 may be locked: 5 in its history"
    assert verdict.tone is Tone.ASKED
    assert feed_of(game.news, WORDING).startswith("· ")


def test_the_feed_keeps_to_the_last_lines_and_cuts_long_ones(game: Game) -> None:
    news = [News(None, None, (Finding("LTE-4", "begun", {"entry": n, "card": "x" * 500}),)) for n in range(100)]
    lines = feed_of(news, WORDING).splitlines()
    assert len(lines) == 40
    assert lines[0].startswith("· Entry 99 ")
    assert max(map(len, lines)) == 240


def test_questions_are_one_tap_and_cards_may_be_others() -> None:
    assert asking_of((), WORDING) is None
    card = Posed(Question("name 1", "which_card", {"guess": "QS"}, (), (1,)), None)
    owner = Posed(Question("back 2", "whose_back", {}, ("Ann", "Ben"), (2,)), None)
    gone = Posed(Question("gone 1", "entry_gone", {"entry": 1}, ("end", "locked", "nothing")), None)
    assert asking_of((card, owner), WORDING) == Asking(
        "name 1", "Which card is this? It may be Q♠", (Choice("QS", "Q♠"),), True, 1
    )
    asked = asking_of((owner,), WORDING)
    assert asked is not None
    assert asked.choices == (Choice("Ann", "Ann"), Choice("Ben", "Ben"))
    assert not asked.card
    words = asking_of((gone,), WORDING)
    assert words is not None
    assert [choice.text for choice in words.choices] == ["The game is over", "It was locked", "Nothing, go on"]


def test_whose_matter_it_is_and_the_points(game: Game) -> None:
    assert turn_of(game.play, WORDING) == "Anybody may act"
    assert points_of(game.play, WORDING) == (("Ann", "Ann 0"), ("Ben", "Ben 0"), ("Cem", "Cem 0"))
    game.tell("end")
    assert turn_of(game.play, WORDING) == "Won by nobody"


def test_one_player_to_act_is_named(tmp_path: Path) -> None:
    rules = rules_of("lockdown")
    play = begin(Journal(tmp_path / "journal.sqlite"), rules, Setup(("Ann", "Ben"), seed=3))
    (acting,) = play.game.to_act(play.state)
    assert turn_of(play, Wording.of("lockdown", Language.load("en"))) == f"{acting}'s turn"
