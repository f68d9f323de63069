"""Playing into the journal: what is in it is what was acknowledged, and the state is the fold of what stands."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError, JournalFault, Kind, Play, Source, Unamended
from companion.rules.game import OptionError, Setup
from companion.rules.lock_the_entry import choose_random, to_act
from tests.companion.journal.some_games import ILLEGAL, LINES, LTE, SEEDED, SETUP, after, begun, resumed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def fault(error: pytest.ExceptionInfo[JournalError]) -> JournalFault:
    return error.value.fault


def test_a_game_goes_on_where_it_was_left(path: Path) -> None:
    play = after(begun(path), *LINES[:5])
    again = resumed(path)
    assert again.state == play.state
    assert again.record.setup == SETUP
    assert dict(again.record.setup.options) == {"change_own": "off"}
    assert [step.entry.line for step in again.steps] == list(LINES[:5])
    assert [step.consequences for step in again.steps] == [step.consequences for step in play.steps]
    assert after(again, *LINES[5:]).state == after(begun(path), *LINES).state


def test_an_entry_tells_when_how_and_why(path: Path) -> None:
    play = after(begun(path), *LINES[:1], source=Source.CAMERA)
    after(play, "Cem add 1 4S", source=Source.TAP)
    first, second = Journal(path).entries(1)
    assert (first.kind, first.line, first.source) == (Kind.ACTION, "Ann create JH", Source.CAMERA)
    assert first.ruling is not None
    assert [finding.reason for finding in first.ruling.undecided] == ["not_in_hand"]
    assert first.at.endswith("+00:00")
    assert (second.kind, second.source) == (Kind.REFUSED, Source.TAP)
    assert [(finding.rule, finding.data) for finding in second.findings] == [
        ("LTE-4", {"card": "4S", "starter": "JH"}),
    ]


def test_what_is_refused_is_noted_and_changes_nothing(path: Path) -> None:
    play = after(begun(path), *LINES[:2])
    refused = after(play, ILLEGAL)
    assert refused.state == play.state
    assert refused.refused is not None
    assert resumed(path).state == play.state
    assert len(Journal(path).entries(1)) == 3


def test_undo_and_redo_are_entries(path: Path) -> None:
    two, four = after(begun(path), *LINES[:2]), resumed(path)
    four = after(four, *LINES[2:4])
    back, undone = four.undo()
    back, _ = back.undo()
    assert back.state == two.state
    assert (undone.kind, undone.target) == (Kind.UNDO, 4)
    forth, redone = back.redo()
    assert (redone.kind, redone.target) == (Kind.REDO, 3)
    forth, _ = forth.redo()
    assert forth.state == four.state == resumed(path).state
    with pytest.raises(JournalError) as error:
        forth.redo()
    assert fault(error) == JournalFault.NOTHING_TO_REDO
    assert [entry.kind for entry in Journal(path).entries(1)] == [Kind.ACTION] * 4 + [Kind.UNDO] * 2 + [Kind.REDO] * 2


def test_after_a_new_action_nothing_can_be_done_again(path: Path) -> None:
    play, _ = after(begun(path), *LINES[:2]).undo()
    play = after(play, "Cem add 1 AH")
    for other in (play, resumed(path)):
        with pytest.raises(JournalError) as error:
            other.redo()
        assert fault(error) == JournalFault.NOTHING_TO_REDO


def test_what_is_known_is_replayed_as_a_program_finds_it_that_starts(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, _ = after(begun(path), *LINES[:3], ILLEGAL).overrule("house rule")
    play = play.undo()[0].redo()[0].undo()[0].undo()[0]
    anew = list(replace(play, steps=(), undone=(), refused=None, count=0).replayed())

    def reckon(*_: object) -> None:
        raise AssertionError("that is known")

    for name in ("apply", "overrule", "consequences"):
        monkeypatch.setattr(LTE, name, reckon)
    known = list(play.replayed(play.journal.entries(1)))
    assert [entry for _, entry in known] == [entry for _, entry in anew]
    for (then, _), (other, _) in zip(known, anew, strict=True):
        assert (then.state, then.count) == (other.state, other.count)
        assert [step.consequences for step in then.steps] == [step.consequences for step in other.steps]
        assert [step.entry.number for step in then.undone] == [step.entry.number for step in other.undone]
        assert (then.refused and then.refused.number) == (other.refused and other.refused.number)


def test_what_was_taken_back_for_good_is_replayed_too(path: Path) -> None:
    play = after(after(begun(path), *LINES[:2]).undo()[0], "Cem add 1 AH")
    states = [then.state for then, _ in play.replayed()]
    assert states == [then.state for then, _ in resumed(path).replayed()]
    assert states[2] == states[0] != states[1]


def test_nothing_to_undo(path: Path) -> None:
    with pytest.raises(JournalError) as error:
        begun(path).undo()
    assert fault(error) == JournalFault.NOTHING_TO_UNDO
    assert Journal(path).entries(1) == ()


def test_an_overruled_action_stands_with_its_reason_and_what_it_broke(path: Path) -> None:
    play, entry = after(begun(path), ILLEGAL).overrule(" house rule ")
    assert (entry.kind, entry.line, entry.overruled, entry.target) == (Kind.ACTION, ILLEGAL, "house rule", 1)
    assert [finding.rule for finding in entry.findings] == ["LTE-2"]
    assert len(play.state.entries) == 1
    assert resumed(path).state == play.state
    assert play.undo()[0].state == play.opening


def test_a_refused_action_can_be_overruled_after_a_crash_but_not_after_another_action(path: Path) -> None:
    after(begun(path), ILLEGAL)
    assert len(resumed(path).overrule("said so")[0].state.entries) == 1
    play = after(resumed(path), "Ann create 9H", *LINES[:1])
    with pytest.raises(JournalError) as error:
        play.overrule("too late")
    assert fault(error) == JournalFault.NOTHING_REFUSED


def test_an_overruling_needs_a_reason_and_something_that_can_be(path: Path) -> None:
    play = after(begun(path), ILLEGAL)
    with pytest.raises(JournalError) as error:
        play.overrule("  ")
    assert fault(error) == JournalFault.NO_REASON
    play = after(play, "Ann add 5 4H")
    with pytest.raises(JournalError) as error:
        play.overrule("why not")
    assert fault(error) == JournalFault.IMPOSSIBLE
    assert play.count == len(Journal(path).entries(1)) == 2


def test_several_games_side_by_side(path: Path) -> None:
    first, second = begun(path), begun(path, SEEDED)
    first = after(first, *LINES[:1])
    card = next(card for seat in second.state.seats for card in seat.hand if seat.player == "Ann" and card.rank.is_face)
    second = after(second, f"Ann create {card}")
    first = after(first, *LINES[1:2])
    assert resumed(path, 1).state == first.state
    assert resumed(path, 2).state == second.state
    assert [record.number for record in Journal(path).games()] == [1, 2]


def test_two_programs_in_one_game_do_not_write_over_each_other(path: Path) -> None:
    mine = after(begun(path), *LINES[:1])
    after(resumed(path), *LINES[1:2])
    with pytest.raises(JournalError) as error:
        after(mine, "Cem add 1 9H")
    assert fault(error) == JournalFault.STALE
    assert [entry.line for entry in Journal(path).entries(1)] == list(LINES[:2])


def test_a_setup_that_cannot_be_begins_no_game(path: Path) -> None:
    with pytest.raises(OptionError):
        begun(path, Setup(("Ann", "Ben", "Cem"), {"change_own": "perhaps"}))
    assert Journal(path).games() == ()


def test_a_random_game_with_undos_is_the_fold_of_what_stands(path: Path) -> None:
    lot, play = random.Random(5), begun(path, SEEDED)
    for _ in range(120):
        choice = lot.random()
        if choice < 0.2 and play.steps:
            play, _ = play.undo()
        elif choice < 0.35 and play.undone:
            play, _ = play.redo()
        elif choice < 0.45:
            play = after(play, ILLEGAL)
        elif players := to_act(play.state):
            action = choose_random(play.state, lot.choice(players), lot)
            play = play if action is None else play.act(action, Source.TAP)[0]
    again = resumed(path)
    assert again.state == play.state
    assert (again.count, len(again.steps), len(again.undone)) == (play.count, len(play.steps), len(play.undone))
    state = LTE.start(SEEDED)
    for step in play.steps:
        state = LTE.apply(state, LTE.parse_action(step.entry.line or ""))
    assert state == play.state


def test_rules_that_cannot_carry_out_what_is_written(path: Path) -> None:
    journal = Journal(path)
    record = journal.begin(LTE.NAME, SETUP, "0.1.0")
    journal.append(record.number, 0, Kind.ACTION, line="Ann juggles")
    with pytest.raises(JournalError) as error:
        Play.resume(journal, LTE, record)
    assert fault(error) == JournalFault.UNPLAYABLE


def test_what_today_would_be_refused_stays_as_it_was_played(path: Path) -> None:
    journal = Journal(path)
    record = journal.begin(LTE.NAME, SETUP, "0.0.9")
    journal.append(record.number, 0, Kind.ACTION, line=ILLEGAL, source=Source.TYPED)
    assert len(Play.resume(journal, LTE, record).state.entries) == 1


def amended(play: Play, number: int, line: str) -> Play:
    return play.amended(number, LTE.parse_action(line), Source.TYPED)[-1][0]


def test_an_earlier_action_is_amended_as_if_it_had_been_so_from_the_beginning(path: Path, tmp_path: Path) -> None:
    play = after(begun(path), *LINES)
    better = amended(play, 3, "Cem add 1 8H")
    lines = (*LINES[:2], "Cem add 1 8H", *LINES[3:])
    assert better.state == after(begun(tmp_path / "other.sqlite"), *lines).state != play.state
    assert [step.entry.line for step in better.steps] == list(lines)
    assert resumed(path).state == better.state
    kinds = [entry.kind for entry in Journal(path).entries(1)]
    assert kinds[len(LINES) :] == [Kind.UNDO] * 7 + [Kind.ACTION] * 7
    assert amended(better, better.steps[2].entry.number, "Cem add 1 9H").state == play.state


def test_what_is_done_again_keeps_its_source_and_its_picture(path: Path) -> None:
    play = begun(path)
    picture = play.journal.keep(b"a card", ".jpg")
    play, _ = play.act(LTE.parse_action(LINES[0]), Source.TYPED)
    play, _ = play.act(LTE.parse_action(LINES[1]), Source.CAMERA, (picture,))
    again = amended(play, 1, "Ben create JH").steps[1].entry
    assert (again.source, again.evidence) == (Source.CAMERA, (picture,))


def test_nothing_is_amended_where_a_later_action_would_break_a_rule(path: Path) -> None:
    play = after(begun(path), *LINES)
    with pytest.raises(Unamended) as error:
        amended(play, 1, "Ann create JS")
    assert (error.value.number, error.value.refused.line) == (2, LINES[1])
    assert "LTE-4" in {finding.rule for finding in error.value.refused.findings}
    with pytest.raises(Unamended) as error:
        amended(play, 2, "Ben add 1 4S")
    assert error.value.number == 2
    assert len(Journal(path).entries(1)) == len(LINES)
    assert play.undo()[1].number == len(LINES) + 1  # and it goes on


def test_what_people_let_stand_stands_again(path: Path) -> None:
    play, _ = after(begun(path), *LINES[:3], "Ann add 1 2S").overrule("misread")
    better = amended(play, 3, "Cem add 1 8H")
    assert [step.entry.line for step in better.steps] == [*LINES[:2], "Cem add 1 8H", "Ann add 1 2S"]
    assert better.steps[-1].entry.overruled == "misread"
    assert resumed(path).state == better.state


@pytest.mark.parametrize("number", [0, 4, 5, 99])
def test_only_an_action_that_stands_is_amended(path: Path, number: int) -> None:
    play, _ = after(begun(path), *LINES[:3], ILLEGAL).undo()  # 3 was taken back, 4 refused, 5 is no action
    with pytest.raises(JournalError) as error:
        amended(play, number or 3, "Cem add 1 8H")
    assert fault(error) is JournalFault.NOTHING_TO_AMEND
