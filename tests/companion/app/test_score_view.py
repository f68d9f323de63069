"""The score of a game in words, and its export: what the screen shows is what the journal holds."""

from __future__ import annotations

import csv
import errno
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.app.screens import score_view
from companion.app.screens.score_view import FORMATS, export, view_of
from companion.journal import Journal, Play, Source
from companion.journal.tally import Tally
from companion.language import LANGUAGES, Language
from companion.rules.game import Setup
from companion.rules.games import game_named
from tests.companion.app.bot_games import NAMES, bot_game, eventful_game

ENGLISH = Language.load("en")


def test_a_game_of_bots_is_told_to_its_end(tmp_path: Path) -> None:
    play = bot_game(tmp_path / "journal.sqlite")
    result, view = play.game.result(play.state), view_of(play, ENGLISH)
    assert result.over
    assert view.over
    assert {line.player: line.points for line in view.standings} == result.points
    assert {line.player for line in view.standings if line.won} == set(result.winners)
    assert all(winner in view.verdict for winner in result.winners)
    assert view.standings[0].won
    assert list(view.points) == list(NAMES)
    assert {len(points) for points in view.points.values()} == {len(play.steps) + 1}
    assert {player: points[-1] for player, points in view.points.items()} == result.points
    assert "LTE-14" in {line.rule for line in view.rules}


def test_each_rule_is_counted_by_what_came_of_it(tmp_path: Path) -> None:
    play = eventful_game(tmp_path / "journal.sqlite")
    view = view_of(play, ENGLISH)
    broken = play.journal.entries(1)[1].findings
    counts = {line.rule: line.tally for line in view.rules}
    assert broken
    for finding in broken:
        assert counts[finding.rule].refused == 1
        assert counts[finding.rule].let_stand == 1
    assert counts["LTE-2"].decided == 1
    assert counts["LTE-4"].decided == 2
    assert all(line.tally != Tally() for line in view.rules)
    assert all(line.title and line.text for line in view.rules)
    assert not view.over


def test_an_opened_game_has_no_rules_and_one_point_in_time(tmp_path: Path) -> None:
    view = view_of(bot_game(tmp_path / "journal.sqlite", most=0), ENGLISH)
    assert view.rules == ()
    assert {len(points) for points in view.points.values()} == {1}


def test_another_thread_may_ask(tmp_path: Path) -> None:
    play, told = eventful_game(tmp_path / "journal.sqlite"), list[str]()
    thread = threading.Thread(
        target=lambda: told.extend([view_of(play, ENGLISH).title, export(play, "csv", tmp_path, ENGLISH)])
    )
    thread.start()
    thread.join()
    assert told[0] == "You Have to Lock the Entry!"
    assert told[1].startswith("Saved: ")


@pytest.mark.parametrize("code", LANGUAGES)
def test_exports_are_whole_and_their_path_is_told(code: str, tmp_path: Path) -> None:
    play, folder = eventful_game(tmp_path / "journal.sqlite"), tmp_path / "各局" / "exports"
    language = Language.load(code)
    sentences = {kind: export(play, kind, folder, language) for kind in FORMATS}
    files = {file.suffix[1:]: file for file in folder.iterdir()}
    assert set(files) == set(FORMATS)
    assert all(str(files[kind]) in sentence for kind, sentence in sentences.items())
    assert len(json.loads(files["json"].read_text("utf-8"))["entries"]) == 7
    assert len(list(csv.reader(files["csv"].open(encoding="utf-8-sig")))) == 8
    assert files["pdf"].read_bytes().startswith(b"%PDF-")


def test_who_saves_what_not_all_may_see_is_told(tmp_path: Path) -> None:
    game = game_named("eleusis")
    play = Play.begin(Journal(tmp_path / "journal.sqlite"), game, Setup(("Ann", "Ben", "Cem")), "")
    play, _ = play.act(game.parse_action("Ann deals | starter 7H"), Source.TAP)
    assert export(play, "csv", tmp_path, ENGLISH).startswith("Saved: ")
    assert "secret" not in export(play, "csv", tmp_path, ENGLISH)
    play, _ = play.undo()
    play, _ = play.act(game.parse_action("Ann deals | rule red | starter 7H"), Source.TAP)
    assert ["secret" in export(play, kind, tmp_path, ENGLISH) for kind in FORMATS] == [
        kind != "pdf" for kind in FORMATS
    ]


@pytest.mark.parametrize(
    ("number", "told"),
    [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "can only be read"), (errno.EIO, "reports a fault")],
)
def test_what_cannot_be_written_is_told_in_one_sentence(
    number: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(number, os.strerror(number))

    play = eventful_game(tmp_path / "journal.sqlite")
    monkeypatch.setattr(score_view, "write_whole", refuse)
    sentence = export(play, "json", tmp_path / "exports", ENGLISH)
    assert sentence.startswith("Not saved.")
    assert told in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("error", [OSError(errno.ENOENT, "no file"), RuntimeError("no font")])
def test_fonts_that_cannot_be_read_are_told(error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise error

    monkeypatch.setattr(score_view, "fonts_for_sheets", refuse)
    sentence = export(eventful_game(tmp_path / "journal.sqlite"), "pdf", tmp_path / "exports", ENGLISH)
    assert sentence == "Not saved. The fonts of a score sheet cannot be read."
    assert not (tmp_path / "exports").exists()


def test_a_folder_that_cannot_be_made_and_a_journal_that_is_gone(tmp_path: Path) -> None:
    play = eventful_game(tmp_path / "journal.sqlite")
    (tmp_path / "a file").touch()
    assert "a part of its path is no folder" in export(play, "csv", tmp_path / "a file" / "exports", ENGLISH)
    play.journal.path.unlink()
    assert "there is no such journal" in export(play, "csv", tmp_path, ENGLISH)
