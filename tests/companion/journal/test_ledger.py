"""What the camera saw waits for a journal that cannot be written just now, and is written once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Entry, Journal, JournalError, JournalFault, JournalLedger, Play
from companion.rules.game import Setup
from companion.rules.games import game_named

GAME = game_named("lock-the-entry")


def failing(monkeypatch: pytest.MonkeyPatch, fault: JournalFault, times: int) -> None:
    """The next entries cannot be written, so many times."""
    append: Callable[..., Entry] = Journal.append
    left = [fault] * times

    def written(journal: Journal, *arguments: Any, **content: Any) -> Entry:
        if left:
            raise JournalError(journal.path, left.pop())
        return append(journal, *arguments, **content)

    monkeypatch.setattr(Journal, "append", written)


def begun(folder: Path) -> Play:
    journal = Journal(folder / "journal.sqlite")
    return Play.begin(journal, GAME, Setup(("Ann", "Ben", "Cem")), "0.1.0")


@pytest.mark.parametrize("fault", [JournalFault.FULL, JournalFault.BUSY])
def test_an_action_waits_until_it_can_be_written(
    fault: JournalFault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Entry] = []
    waited: list[JournalFault] = []
    ledger = JournalLedger(
        begun(tmp_path),
        lambda things: b"a picture",
        lambda play, entry: told.append(entry),
        lambda error: waited.append(error.fault),
    )
    failing(monkeypatch, fault, 2)
    ruling, _ = ledger.act(GAME.parse_action("? create QH"), (1,))
    assert ruling.legal
    assert waited == [fault, fault]
    kept = ledger.play.journal.entries(1)
    assert [entry.line for entry in kept] == ["? create QH"]
    assert len(told) == 1
    assert ledger.play.journal.evidence_content(kept[0].evidence[0]) == b"a picture"


def test_where_nobody_waits_the_fault_is_told_and_nothing_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = JournalLedger(begun(tmp_path), lambda things: None, lambda play, entry: None)
    failing(monkeypatch, JournalFault.FULL, 1)
    with pytest.raises(JournalError) as error:
        ledger.act(GAME.parse_action("? create QH"), ())
    assert error.value.fault is JournalFault.FULL
    assert not ledger.play.journal.entries(1)
    assert not ledger.state.entries


def test_a_fault_that_does_not_pass_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = JournalLedger(begun(tmp_path), lambda things: None, lambda play, entry: None, lambda error: None)
    failing(monkeypatch, JournalFault.GONE, 1)
    with pytest.raises(JournalError):
        ledger.act(GAME.parse_action("? create QH"), ())
