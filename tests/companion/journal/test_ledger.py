"""What the camera saw waits for a journal that cannot be written just now, and is written once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Entry, Journal, JournalError, JournalFault, JournalLedger, Kind, Play
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


def test_what_was_done_last_is_put_right_all_at_once(tmp_path: Path) -> None:
    told: list[Entry] = []
    ledger = JournalLedger(begun(tmp_path), lambda things: b"a picture", lambda play, entry: told.append(entry))
    ledger.act(GAME.parse_action("? create QH"), (1,))
    ruling, _ = ledger.amend(GAME.parse_action("? create QD"), (1,))
    assert ruling.legal
    assert [(entry.kind, entry.line) for entry in told] == [
        (Kind.ACTION, "? create QH"),
        (Kind.UNDO, None),
        (Kind.ACTION, "? create QD"),
    ]
    kept = ledger.play.journal.entries(1)
    assert [entry.number for entry in kept] == [1, 2, 3]
    assert kept[2].evidence
    assert Play.resume(ledger.play.journal, GAME, ledger.play.record).state == ledger.state


def test_what_would_be_illegal_puts_nothing_right(tmp_path: Path) -> None:
    told: list[Entry] = []
    ledger = JournalLedger(begun(tmp_path), lambda things: None, lambda play, entry: told.append(entry))
    ledger.act(GAME.parse_action("? create QH"), ())
    before = ledger.play
    ruling, _ = ledger.amend(GAME.parse_action("? create 9C"), ())
    assert [finding.rule for finding in ruling.broken] == ["LTE-2"]
    assert ledger.play is before
    assert [entry.line for entry in ledger.play.journal.entries(1)] == ["? create QH"]
    assert len(told) == 1


def test_the_disk_is_full_while_something_is_put_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[JournalFault] = []
    ledger = JournalLedger(
        begun(tmp_path), lambda things: None, lambda play, entry: None, lambda error: waited.append(error.fault)
    )
    ledger.act(GAME.parse_action("? create QH"), ())
    failing(monkeypatch, JournalFault.FULL, 1)
    assert ledger.amend(GAME.parse_action("? create QD"), ())[0].legal
    assert waited == [JournalFault.FULL]
    assert [entry.line for entry in ledger.play.journal.entries(1)] == ["? create QH", None, "? create QD"]


def test_where_nothing_was_done_nothing_is_put_right(tmp_path: Path) -> None:
    ledger = JournalLedger(begun(tmp_path), lambda things: None, lambda play, entry: None)
    with pytest.raises(JournalError) as error:
        ledger.amend(GAME.parse_action("? create QH"), ())
    assert error.value.fault is JournalFault.NOTHING_TO_AMEND
