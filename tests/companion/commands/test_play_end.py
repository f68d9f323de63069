"""``companion play`` and what is told while a film is watched: in its order, once, and ruled on as what is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.commands import play as command
from companion.journal import Entry, Journal, JournalError, JournalFault, Source
from tests.companion.commands.test_play import call, entries, filmed
from tests.vision.colour_reader import ColourReader, table


@pytest.fixture(autouse=True)
def _colour_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "open_reader", lambda weights, library=None, finder=None, fast=False: ColourReader())


def game_folder(folder: Path, said: str) -> Path:
    """A film of a king that begins an entry, and what was said meanwhile."""
    (folder / "game" / "backs").mkdir(parents=True)
    filmed(folder / "game" / "film.avi", [table()] * 8 + [table(KH=(300, 300))] * 20)
    (folder / "game" / "said.txt").write_text(said, encoding="utf-8")
    return folder / "game"


def watched(folder: Path, *more: str) -> tuple[int, str]:
    """A film that is watched; the exit status and what is complained of."""
    begin = more or ("--players", "Ann,Ben,Cem")
    status, _, err = call(
        *("lock-the-entry", "--source", folder, "--every-frame", "--journal", folder.parent / "journal.sqlite"), *begin
    )
    return status, err


def lines(folder: Path) -> list[str | None]:
    return [entry.line for entry in entries(folder.parent / "journal.sqlite")]


def test_what_was_said_is_not_told_again_when_the_film_is_gone_on_with(tmp_path: Path) -> None:
    folder = game_folder(tmp_path, "1.5 Ann bad hand\n")
    film = folder / "film.avi"
    whole = film.read_bytes()
    film.write_bytes(whole[: len(whole) * 2 // 3])
    watched(folder)
    assert lines(folder) == ["? create KH", "Ann bad hand"]
    film.write_bytes(whole)
    assert watched(folder, "--resume", "1") == (0, "")
    assert lines(folder) == ["? create KH", "Ann bad hand"]


def test_what_was_said_may_be_ruled_illegal_as_well(tmp_path: Path) -> None:
    folder = game_folder(tmp_path, "1.5 Ann lock 1\n")
    assert watched(folder) == (1, "")
    assert lines(folder) == ["? create KH", "Ann lock 1"]


def test_what_was_said_waits_for_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append: Callable[..., Entry] = Journal.append
    full = [JournalFault.FULL] * 2

    def written(journal: Journal, *arguments: Any, **content: Any) -> Entry:
        if full:
            raise JournalError(journal.path, full.pop())
        return append(journal, *arguments, **content)

    monkeypatch.setattr(Journal, "append", written)
    monkeypatch.setattr(command, "_AGAIN", 0.0)
    folder = game_folder(tmp_path, "0.1 Ann bad hand\n")
    status, err = watched(folder)
    assert (status, err.count("the disk is full")) == (0, 1)
    assert lines(folder) == ["Ann bad hand", "? create KH"]


def test_the_last_card_counts_before_the_end(tmp_path: Path) -> None:
    folder = game_folder(tmp_path, "1.15 end\n")  # the king was read once
    watched(folder)
    journal = tmp_path / "journal.sqlite"
    assert [(entry.line, entry.source) for entry in entries(journal)] == [
        ("? create KH", Source.CAMERA),
        ("end", Source.TYPED),
    ]
