"""Names of two hundred characters: what a panel asks and offers stays as short as its buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.games import eleusis_view, word_wars_view
from companion.app.screens.table_view import LONGEST_NAME, asking_of
from companion.app.watch import Posed
from companion.journal import Journal, Play, Source
from companion.language import Language
from companion.referee.desk import Question
from companion.rules import eleusis
from companion.rules.cards import Card
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon, WordWars
from companion.wording import Wording

ENGLISH = Language.load("en")
LONG = "Cem" * 66
MOST = 100  # characters of a line that is asked, or of a button


def texts(foot: eleusis_view.Foot | word_wars_view.Foot) -> Iterator[str]:
    yield foot.told
    yield from (choice.text for choice in (*foot.keys, *foot.moves))


def begun(folder: Path, rules: object, *players: str) -> Play:
    return Play.begin(Journal(folder / "j.sqlite", True), rules, Setup(players), "test")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [word_wars_view.MOVES, word_wars_view.TRADE, word_wars_view.PROOF, word_wars_view.LAY])
def test_word_wars(kind: str, tmp_path: Path) -> None:
    play = begun(tmp_path, WordWars(Lexicon.of("small", ["CAT"])), LONG, "Ben")
    shown = list(texts(word_wars_view.foot_of(word_wars_view.Flow(kind), play.state, ENGLISH)))
    assert any("Cem" in text for text in shown)
    assert max(map(len, shown)) < MOST


def test_eleusis(tmp_path: Path) -> None:
    play = begun(tmp_path, eleusis, LONG, LONG + "2", LONG + "3")
    flow = eleusis_view.Flow(eleusis_view.DEAL)
    shown = [text for one in (eleusis_view.Flow(), flow) for text in texts(_foot(one, play))]
    play, _ = play.act(eleusis.parse_action(f"{LONG} deals | starter 7C"), Source.TYPED)
    assert play.state.round is not None
    flows = [eleusis_view.Flow(kind) for kind in (eleusis_view.PLAY, eleusis_view.CLAIM)]
    flows += [replace(flows[0], cards=(Card.parse("7H"),)), eleusis_view.Flow(eleusis_view.GUESS)]
    shown += [text for one in flows for text in texts(_foot(one, play))]
    assert sum("Cem" in text for text in shown) > 5
    assert max(map(len, shown)) < MOST


def _foot(flow: eleusis_view.Flow, play: Play) -> eleusis_view.Foot:
    return eleusis_view.foot_of(flow, play.state, ENGLISH, True)


def test_a_question_of_the_referee() -> None:
    question = Question("claim", "cannot_go_on", {"player": LONG}, ("word", "nothing"))
    asked = asking_of((Posed(question, None),), Wording.of("word-wars", ENGLISH, LONGEST_NAME))
    assert asked is not None
    assert LONG[: LONGEST_NAME - 1] + "…" in asked.words
    assert len(asked.words) < MOST
