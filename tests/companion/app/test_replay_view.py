"""The replay: every entry with the table as it stood, and no secrets while a game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.screens.replay_view import Moment, Replay
from companion.journal import Journal, Play, Source
from companion.language import LANGUAGES, Language
from companion.rules.game import Setup
from companion.rules.games import GAME_NAMES, game_named
from companion.wording import Wording
from tests.companion.app.bot_games import bot_game, eventful_game

ENGLISH = Language.load("en")
PLAYERS = {"engines": ("Ann", "Ben")}


def moments(replay: Replay) -> Iterator[Moment]:
    return (replay.moment(number) for number in range(len(replay)))


def words_of(moment: Moment) -> str:
    return "\n".join([moment.headline, *(told.text for told in (*moment.lines, *moment.state))])


def test_each_entry_is_told_with_what_came_of_it(tmp_path: Path) -> None:
    play = eventful_game(tmp_path / "journal.sqlite")
    replay = Replay(play, ENGLISH)
    opening, begun, refused, let_stand, added, undone, redone, last = moments(replay)
    assert opening.headline == "The game begins"
    assert begun.lines[0].rule == "LTE-2"
    assert begun.evidence == play.journal.entries(1)[0].evidence
    assert not refused.stands
    assert refused.lines
    assert refused.state == begun.state
    assert "we saw it otherwise" in let_stand.headline
    assert let_stand.state != refused.state
    assert undone.state == let_stand.state
    assert undone.lines == ()
    assert redone.state == added.state
    assert "×" in last.headline
    assert replay.counted(7) == "7 / 7"
    for outside in (-1, 8):
        with pytest.raises(IndexError):
            replay.moment(outside)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_games_of_bots_are_replayed_while_they_go_on_and_after(name: str, tmp_path: Path) -> None:
    names = PLAYERS.get(name, ("Ann", "Ben", "Cem"))
    play = bot_game(tmp_path / "journal.sqlite", name, most=25, names=names)
    for code in LANGUAGES:
        told = list(moments(Replay(play, Language.load(code))))
        assert len(told) == len(play.steps) + 1
        assert [bool(moment.lines) for moment in told[1:]] == [bool(step.consequences) for step in play.steps]
        assert all(moment.state for moment in told)


def test_no_cards_of_a_hand_are_told_before_the_game_is_over(tmp_path: Path) -> None:
    game = game_named("lockdown")
    deal = {"Ann": ("7H", "9C", "2D", "KD"), "Ben": ("AH", "AS", "4D", "5C"), "deck": ("10S", "QC")}
    play = Play.begin(Journal(tmp_path / "journal.sqlite"), game, Setup(("Ann", "Ben"), deal=deal), "")
    for line in ("Ann draw > Ben", "Ben give 4D to Ann"):
        play, _ = play.act(game.parse_action(line), Source.CAMERA)
    assert len(play.steps) == 2
    told = "\n".join(map(words_of, moments(Replay(play, ENGLISH))))
    assert "Ann" in told
    assert not any(card in told for card in ("10♠", "10S", "4♦", "4D", "7♥", "7H"))


def test_the_secret_rule_stays_secret_before_the_game_is_over(tmp_path: Path) -> None:
    game = game_named("eleusis")
    play = Play.begin(Journal(tmp_path / "journal.sqlite"), game, Setup(("Ann", "Ben", "Cem"), seed=5), "")
    play, _ = play.act(game.parse_action("Ann deals | rule colour differs from last"), Source.TYPED)
    assert len(play.steps) == 1
    told = "\n".join(map(words_of, moments(Replay(play, ENGLISH))))
    assert "Ann deals" in told
    assert "colour" not in told


def test_a_game_that_is_over_hides_nothing(tmp_path: Path) -> None:
    play = bot_game(tmp_path / "journal.sqlite")
    headlines = [moment.headline for moment in moments(Replay(play, ENGLISH))]
    wording = Wording.of(play.game.NAME, ENGLISH)
    told = [wording.did(play.game.parse_action(step.entry.line or "")) for step in play.steps]
    assert all(words in headline for words, headline in zip(told, headlines[1:], strict=True))
