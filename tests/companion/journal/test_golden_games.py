"""The golden games of every game, played into a journal: the fold gives the same state, and all has its words."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal, Kind, Play, Source
from companion.language import LANGUAGES, Language
from companion.rules.games import GAME_NAMES, game_named
from companion.wording import Wording
from tests.companion.rules.replay import setup_of

GOLDEN = Path(__file__).parents[2] / "golden"
FILES = [
    path
    for name in GAME_NAMES
    for path in sorted((GOLDEN / name).glob("*.txt"))
    if not (GOLDEN / name / "words.lst").exists()  # its games are played with words of their own
]


def played(path: Path, folder: Path) -> Play:
    """The game of a golden file in a new journal."""
    lines = path.read_text(encoding="utf-8").splitlines()
    setup = setup_of([line for line in lines if line and not line.startswith((">", "#", " "))])
    play = Play.begin(Journal(folder / "journal.sqlite"), game_named(path.parent.name), setup, "0.1.0")
    play.journal._connection.execute("PRAGMA synchronous = OFF")
    for line in lines:
        if line.startswith(">"):
            overruled = line.startswith("> overrule: ")
            action = play.game.parse_action(line.removeprefix("> overrule: ").removeprefix(">").strip())
            play, entry = play.act(action, Source.TYPED)
            if overruled and entry.kind is Kind.REFUSED:
                play, _ = play.overrule("as in the file")
    return play


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_is_the_fold_of_its_journal(path: Path, tmp_path: Path) -> None:
    play = played(path, tmp_path)
    assert len(play.steps) > 3
    again = Play.resume(Journal(play.journal.path), play.game, play.record)
    assert again.state == play.state
    assert again.journal.recovered is None
    assert play.game.result(again.state) == play.game.result(play.state)
    for code in LANGUAGES:
        wording = Wording.of(play.game.NAME, Language.load(code))
        for _, entry in again.replayed():
            assert entry.ruling is not None
            assert all(wording.judged(finding) for finding in (*entry.ruling.broken, *entry.ruling.undecided))
        for step in again.steps:
            assert all(wording.said(finding) and wording.title(finding.rule) for finding in step.consequences)
        for viewer in (None, *play.record.setup.players):
            assert all(wording.said(finding) for finding in play.game.describe(play.state, viewer))


def test_there_are_golden_games() -> None:
    assert len(FILES) >= 3
