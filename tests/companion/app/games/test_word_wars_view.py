"""The panel of Word Wars without a window: what it shows, and what its taps put together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.app.games.word_wars_view import Flow, Verdict, foot_of, laid, stepped, touched, view_of
from companion.journal import Journal, Play, Source
from companion.language import Language
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon, WordWars, parse_action
from companion.rules.word_wars.best import best_plays

ENGLISH = Language.load("en")
WORDS = Lexicon.of("small", ["CAT", "CATS", "AT", "TAN", "AN", "SO", "AS"])


@pytest.fixture
def begun(tmp_path: Path) -> Play:
    """Ann holds CATSOVE, Ben NANQZXJ."""
    deal = {"Ann": tuple("CATSOVE"), "Ben": tuple("NANQZXJ")}
    return Play.begin(Journal(tmp_path / "j.sqlite", True), WordWars(WORDS), Setup(("Ann", "Ben"), deal=deal), "test")


@pytest.fixture
def at_the_table(tmp_path: Path) -> Play:
    """A real table, of which nothing was seen yet."""
    return Play.begin(Journal(tmp_path / "j.sqlite", True), WordWars(WORDS), Setup(("Ann", "Ben")), "test")


def acted(play: Play, *lines: str) -> Play:
    for line in lines:
        play, _ = play.act(parse_action(line), Source.TYPED)
    return play


def tapped(play: Play, *keys: str, flow: Flow | None = None) -> tuple[Flow, str]:
    """The flow and the line after those taps."""
    flow, line = flow or Flow(), ""
    for key in keys:
        flow, line = stepped(flow, key, play.state)
    return flow, line


def enabled(choices: Sequence[object]) -> dict[str, bool]:
    return {choice.text: choice.enabled for choice in choices}  # type: ignore[attr-defined]


def test_a_word_its_verdict_the_scores_and_the_tiles_left(begun: Play) -> None:
    view = view_of(acted(begun, "Ann play 0,0 across CAT"), ENGLISH)
    assert view.verdict == Verdict("✓ CAT", True)
    assert view.newest == {(0, 0), (1, 0), (2, 0)}
    assert view.tiles[1, 0] == "A"
    assert view.headline == "Ben is to play"
    assert [(seat.player, seat.left, seat.acts) for seat in view.seats] == [
        ("Ann", "hand 7, pile 15", False),
        ("Ben", "hand 7, pile 18", True),
    ]


def test_a_word_that_is_none_shows_where_it_lies_and_why(begun: Play) -> None:
    view = view_of(acted(begun, "Ann play 0,0 across CAT", "Ben play 2,1 down NQ"), ENGLISH)
    assert view.verdict.fine is False
    assert "TNQ is not in the lexicon small" in view.verdict.text
    assert view.wrong == (((2, 1), "N"), ((2, 2), "Q"))
    assert view.newest == {(0, 0), (1, 0), (2, 0)}


def test_words_that_look_like_cards_are_told_as_words(begun: Play) -> None:
    assert view_of(acted(begun, "Ann play 0,0 across AS"), ENGLISH).verdict.text == "✓ AS"


def test_no_hand_is_shown(begun: Play) -> None:
    state = view_of(begun, ENGLISH)
    assert "C" not in "".join(seat.left for seat in state.seats)
    assert not foot_of(Flow(), begun.state, ENGLISH).told


def test_what_the_rules_refuse_is_dimmed(begun: Play) -> None:
    moves = enabled(foot_of(Flow(), begun.state, ENGLISH).moves)
    assert moves["Trade tiles"]
    assert not moves["Sudden Death"]  # CAT can be made
    assert not moves["Ann forfeits"]


def test_a_trade_by_taps(begun: Play) -> None:
    flow, line = tapped(begun, "flow trade", "letter V", "letter Q", "erase", "letter E")
    assert not line
    assert "V E" in foot_of(flow, begun.state, ENGLISH).told
    assert tapped(begun, "send", flow=flow) == (Flow(), "Ann trade EV")
    flow, _ = tapped(begun, "flow trade", "letter Q")
    assert enabled(foot_of(flow, begun.state, ENGLISH).moves)["Trade 1"] is False  # she does not hold it


def test_sudden_death_is_asked_twice_and_answered_by_a_tap(at_the_table: Play) -> None:
    flow, line = tapped(at_the_table, "sure Ann sudden death")
    assert (flow.kind, line) == ("sure", "")
    assert tapped(at_the_table, "back", flow=flow) == (Flow(), "")
    _, line = tapped(at_the_table, "send", flow=flow)
    assert line == "Ann sudden death"
    called = acted(at_the_table, line)
    answers = foot_of(Flow(), called.state, ENGLISH).moves
    assert [choice.key for choice in answers] == ["do Ben accept", "do Ben refuse"]
    refused = acted(called, tapped(called, answers[1].key)[1])
    assert list(enabled(foot_of(Flow(), refused.state, ENGLISH).moves)) == ["Trade tiles", "Ann forfeits"]
    over = acted(refused, "Ann forfeit")
    assert [choice.key for choice in foot_of(Flow(), over.state, ENGLISH).moves] == ["do new round"]


def test_a_word_laid_by_taps_goes_on_past_the_tiles_that_lie_there(begun: Play) -> None:
    play = acted(begun, "Ann play 0,0 across CAT")
    flow = touched(Flow(), (2, -1), play.state)
    assert flow.kind == "lay"
    flow = touched(flow, (2, -1), play.state)
    assert not flow.across
    flow, _ = tapped(play, "letter N", "letter A", flow=flow)
    assert laid(flow, play.state) == (((2, -1), "N"), ((2, 1), "A"))
    assert tapped(play, "send", flow=flow)[1] == "Ben play 2,-1 down N.A"


def test_the_proof_lists_the_longest_words_and_shows_where_they_go(begun: Play) -> None:
    play = acted(begun, "Ann play 0,0 across CAT")
    proof = best_plays(play.state.board, "NAS", WORDS)
    flow = Flow("proof", "NAS", proof=proof)
    foot = foot_of(flow, play.state, ENGLISH)
    assert {"TAN", "AN"} <= {choice.text for choice in foot.keys}
    counts = [len(play.tiles) for play in proof.best]
    assert counts == sorted(counts, reverse=True)
    assert laid(flow, play.state) == proof.best[0].tiles
    flow, _ = tapped(play, foot.keys[1].key, flow=flow)
    assert laid(flow, play.state) == proof.best[flow.shown].tiles != proof.best[0].tiles


def test_the_proof_that_there_is_no_word(begun: Play) -> None:
    flow = Flow("proof", "QZ", proof=best_plays({}, "QZ", WORDS))
    foot = foot_of(flow, begun.state, ENGLISH)
    assert (foot.told, foot.keys) == ("Q Z: no word can be made.", ())


def test_a_hand_that_is_shown_is_told_only_whole(at_the_table: Play) -> None:
    flow, _ = tapped(at_the_table, "flow proof", *(f"letter {letter}" for letter in "CATSOV"))
    shows = foot_of(flow, at_the_table.state, ENGLISH).moves[-1]
    assert (shows.text, shows.enabled) == ("Ann shows this hand", False)  # seven tiles are held
    flow, _ = tapped(at_the_table, "letter E", flow=flow)
    assert foot_of(flow, at_the_table.state, ENGLISH).moves[-1].enabled
    assert tapped(at_the_table, "send", flow=flow)[1] == "Ann shows ACEOSTV"


def test_every_tap_of_every_flow_has_its_words_in_both_languages(begun: Play) -> None:
    for code in ("en", "zh"):
        language = Language.load(code)
        for kind in ("moves", "trade", "proof", "lay"):
            foot = foot_of(Flow(kind), begun.state, language)
            assert all(choice.text for choice in (*foot.keys, *foot.moves))
