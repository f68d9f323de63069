"""``companion play`` where the end of a game is told while its last card has just been laid."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands import play as command
from companion.journal import Source
from tests.companion.commands.test_play import call, entries, filmed
from tests.vision.colour_reader import ColourReader, table


def test_the_last_card_counts_before_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "open_reader", lambda weights, library=None, finder=None: ColourReader())
    folder, journal = tmp_path / "game", tmp_path / "journal.sqlite"
    (folder / "backs").mkdir(parents=True)
    filmed(folder / "film.avi", [table()] * 8 + [table(KH=(300, 300))] * 15)
    (folder / "said.txt").write_text("1.15 end\n", encoding="utf-8")  # the king was read once
    call("lock-the-entry", "--source", folder, "--every-frame", "--players", "Ann,Ben,Cem", "--journal", journal)
    assert [(entry.line, entry.source) for entry in entries(journal)] == [
        ("? create KH", Source.CAMERA),
        ("end", Source.TYPED),
    ]
