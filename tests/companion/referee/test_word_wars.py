"""Word Wars read from the table: a whole rendered game by perfect eyes, and what only some tables show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.desk import Asked, Question, Referee, Ruled, Unwritten
from companion.referee.lattice import read_grid, read_group
from companion.referee.word_wars import WordWarsReading
from companion.rules import word_wars as rules
from companion.rules.game import Setup
from companion.rules.word_wars import Cell, Lexicon, Phase, State, WordWars
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee.bystanders import bystander
from tests.companion.referee.watched_film import NOTHING, watch
from tests.models.plain_stock import PlainStock
from vision.eye import Look
from vision.motion import Motion
from vision.sightings import Kind, Reading, Sighting

WORDS = ("CAT", "CATS", "TO", "TOE", "MOW", "AX")
SIDE = 19.0
PITCH = 20.0


def tile(letter: str, x: float, y: float, turn: float = 0.0, certain: bool = True) -> Sighting:
    """A tile centred at (x, y), turned clockwise by `turn` degrees."""
    corners = np.array([[-SIDE, -SIDE], [SIDE, -SIDE], [SIDE, SIDE], [-SIDE, SIDE]]) / 2
    angle = np.deg2rad(turn)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    outline = (corners @ matrix + (x, y)).astype(np.float32)
    return Sighting(Kind.TILE, letter, 0.99 if certain else 0.5, certain, outline)


def laid(board: Mapping[Cell, str], turn: float = 0.0, origin: tuple[float, float] = (400, 300)) -> list[Sighting]:
    """Letters by cell as tiles of a grid about its origin."""
    angle = np.deg2rad(turn)
    right, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    spots = {cell: np.array(origin) + PITCH * (cell[0] * right + cell[1] * down) for cell in board}
    return [tile(letter, float(spots[cell][0]), float(spots[cell][1]), turn) for cell, letter in board.items()]


def across(word: str, column: int = 0, row: int = 0) -> dict[Cell, str]:
    """A word in a row; a dot leaves a cell out."""
    return {(column + k, row): letter for k, letter in enumerate(word) if letter != "."}


def in_row(letters: str, x: float, y: float, step: float = 21.0) -> list[Sighting]:
    """Tiles apart: a rack, or tiles that are traded."""
    return [tile(letter, x + step * k, y) for k, letter in enumerate(letters)]


def rack(letters: str) -> list[Sighting]:
    return in_row(letters, 340, 560)


def traded(letters: str) -> list[Sighting]:
    return in_row(letters, 40, 560, 24.0)


class Sitting:
    """A game watched by one reading; what was ruled is kept as lines, the refused with the reasons."""

    def __init__(self, *words: str) -> None:
        game = WordWars(Lexicon.of("test", words or WORDS))
        self.ledger = Unwritten(game, game.start(Setup(("Ann", "Ben"))))
        self.referee = Referee(self.ledger, WordWarsReading())
        self.time = 0.0
        self.lines: list[str] = []
        self.asked: list[Question] = []

    def see(self, *things: list[Sighting], seconds: float = 3.0) -> list[str]:
        """What comes of a table that is looked at for a while."""
        known = len(self.lines)
        sightings = tuple(sighting for group in things for sighting in group)
        until = self.time + seconds
        while self.time < until:
            look = Look(Reading((800, 600), 1.0, sightings), Motion(NOTHING, NOTHING, NOTHING, NOTHING, 0.02))
            self._take(self.referee.look(look, self.time))
            self.time += 0.25
        return self.lines[known:]

    def answer(self, answer: str) -> list[str]:
        known = len(self.lines)
        (question,) = self.referee.questions
        self._take(self.referee.answer(question.key, answer))
        return self.lines[known:]

    def tell(self, line: str) -> None:
        self._take(self.referee.tell(rules.parse_action(line)))

    def set_right(self, state: State) -> None:
        """People set the game right."""
        self.ledger.state = state
        self._take(self.referee.corrected())

    def bump(self, dx: float, dy: float, things: list[Sighting]) -> None:
        """The camera was moved, and the eye tells so."""
        seen = tuple(replace(thing, outline=thing.outline + np.float32([dx, dy])) for thing in things)
        motion = Motion(NOTHING, NOTHING, NOTHING, NOTHING, 0.02)
        matrix = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]])
        self._take(self.referee.look(Look(Reading((800, 600), 1.0, seen), motion, matrix), self.time))
        self.time += 0.25

    def _take(self, outcomes: tuple[object, ...]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Ruled):
                broken = "" if outcome.carried_out else " ! " + " ".join(f.reason for f in outcome.ruling.broken)
                self.lines.append(rules.write_action(outcome.action) + broken)
            elif isinstance(outcome, Asked):
                self.asked.append(outcome.question)


def letters_of(board: Mapping[Cell, str]) -> set[tuple[Cell, str]]:
    return set(board.items())


def read(tiles: list[Sighting], known: Mapping[Cell, str]) -> set[tuple[Cell, str]]:
    grid = read_grid(tiles, known)
    assert grid is not None
    return {(cell, str(tiles[place].name)) for place, cell in grid.cells.items()}


BOARD = {**across("HORSE"), (1, 1): "N", (3, -1): "U", (3, 1): "O"}


@settings(max_examples=60)
@given(st.floats(-180, 180), st.integers(0, 2**32))
def test_a_crooked_grid_is_read_at_any_rotation(turn: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    tiles = [
        tile(
            str(seen.name),
            seen.centre[0] + chance.uniform(-3, 3),
            seen.centre[1] + chance.uniform(-3, 3),
            turn + chance.uniform(-12, 12),
        )
        for seen in laid(BOARD, turn)
    ]
    order = chance.permutation(len(tiles))
    tiles = [tiles[place] for place in order]
    known = dict(list(BOARD.items())[:5])
    assert read(tiles, known) == letters_of(BOARD)
    cells = read_group(tiles, range(len(tiles)))
    assert {(cell, tiles[place].name) for place, cell in cells.items()} == {
        ((column, row + 1), letter) for (column, row), letter in BOARD.items()
    }


@pytest.mark.parametrize("gone", BOARD)
def test_a_tile_missing_for_a_moment_moves_no_other(gone: Cell) -> None:
    rest = {cell: letter for cell, letter in BOARD.items() if cell != gone}
    assert read(laid(rest, 20), BOARD) == letters_of(rest)


def test_a_slanting_camera_bends_no_row() -> None:
    word = across("QUIZCATSTOESHORSE")
    tiles = laid(word, 0, (60, 100))

    def seen(points: np.ndarray) -> np.ndarray:
        depth = 1 + 0.0008 * points[:, :1] + 0.0006 * points[:, 1:]
        return np.asarray(points / depth, np.float32)

    slanting = [Sighting(s.kind, s.name, s.confidence, s.certain, seen(s.outline)) for s in tiles]
    assert read(slanting, across("QUIZ")) == letters_of(word)


def test_letters_that_look_the_same_upside_down_are_outvoted() -> None:
    tiles = laid(across("NOSE"), 180)
    tiles[0] = tile("N", *tiles[0].centre, 0)
    tiles[2] = tile("S", *tiles[2].centre, 0)
    cells = read_group(tiles, range(4))
    assert "".join(str(tiles[k].name) for k in sorted(cells, key=lambda k: cells[k])) == "NOSE"


def test_words_are_plays_of_whose_turn_it_is() -> None:
    sitting = Sitting()
    board = across("CAT")
    assert sitting.see(laid(board)) == ["Ann play 0,0 across CAT"]
    board |= {(2, 1): "O", (2, 2): "E"}
    assert sitting.see(laid(board)) == ["Ben play 2,1 down OE"]
    board |= {(3, 0): "S", (3, 1): "O"}
    assert sitting.see(laid(board)) == ["Ann play 3,0 down SO ! not_a_word not_a_word"]
    assert sitting.asked == []


def test_tiles_laid_one_by_one_are_one_play() -> None:
    sitting = Sitting()
    sitting.see(laid(across("C")), seconds=1.0)
    sitting.see(laid(across("CA")), seconds=1.0)
    assert sitting.see(laid(across("CAT"))) == ["Ann play 0,0 across CAT"]


def test_an_illegal_play_is_flagged_once_and_may_be_taken_back() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    wrong = across("CAT") | {(1, 1): "V"}
    assert sitting.see(laid(wrong), seconds=9) == ["Ben play 1,1 across V ! not_a_word"]
    assert sitting.see(laid(across("CAT"))) == []
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]


def test_a_gap_is_seen_as_one() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    gap = across("CAT") | {(2, 1): "O", (2, 3): "S"}
    assert sitting.see(laid(gap)) == ["Ben play 2,1 down O.S ! gap"]


def test_a_moved_and_turned_grid_is_the_same_game() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    sitting.see(laid({**across("CAT"), (2, 1): "O"}))
    sitting.see(laid({**across("CAT"), (2, 1): "O"}, 90, (300, 200)))
    assert sitting.see(laid({**across("CATS"), (2, 1): "O"}, 90, (300, 200))) == ["Ann play 3,0 across S"]


def test_after_a_play_is_undone_its_tiles_are_new_again() -> None:
    sitting = Sitting()
    before = sitting.referee.state
    sitting.see(laid(across("CAT")))
    sitting.ledger.state = before
    assert sitting.see(laid(across("CATS"))) == ["Ann play 0,0 across CATS"]


def test_tiles_of_a_play_taken_back_mean_nothing_until_they_are_laid_anew() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    before = sitting.referee.state
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]
    sitting.set_right(before)
    assert sitting.see(laid(across("CATS")), seconds=8) == []
    assert sitting.see(laid(across("CAT"))) == []
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]


def test_a_first_word_taken_back_may_be_laid_anew_or_grow() -> None:
    sitting = Sitting()
    before = sitting.referee.state
    sitting.see(laid(across("CAT")))
    sitting.set_right(before)
    assert sitting.see(laid(across("CAT")), seconds=8) == []
    assert sitting.see([]) == []
    assert sitting.see(laid(across("CAT"))) == ["Ann play 0,0 across CAT"]
    sitting.set_right(before)
    assert sitting.see(laid(across("CATS"))) == ["Ann play 0,0 across CATS"]
    assert sitting.asked == []


def test_an_illegal_play_that_stands_is_played_on() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    wrong = across("CAT") | {(2, 1): "V"}
    assert sitting.see(laid(wrong)) == ["Ben play 2,1 across V ! not_a_word"]
    sitting.set_right(rules.overrule(sitting.referee.state, rules.parse_action("Ben play 2,1 across V")))
    assert sitting.see(laid(wrong)) == []
    assert sitting.see(laid(wrong | {(3, 0): "S"})) == ["Ann play 3,0 across S"]


def test_an_illegal_play_laid_again_is_flagged_again() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    wrong = across("CAT") | {(1, 1): "V"}
    assert len(sitting.see(laid(wrong))) == 1
    assert sitting.see(laid(across("CAT"))) == []
    assert len(sitting.see(laid(wrong))) == 1


def test_a_play_taken_back_by_hand_before_the_game_was_set_right() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    before = sitting.referee.state
    sitting.see(laid(across("CATS")))
    assert sitting.see(laid(across("CAT"))) == []
    sitting.set_right(before)
    assert sitting.see(laid({**across("CAT"), (2, 1): "O"})) == ["Ben play 2,1 across O"]


def test_a_forfeit_taken_back_is_not_read_again_from_the_empty_table() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    before = sitting.referee.state
    sitting.see([])
    assert sitting.answer("forfeit") == ["Ben forfeit"]
    sitting.set_right(before)
    assert sitting.see([], seconds=6) == []
    assert sitting.referee.questions == ()
    assert sitting.see(board) == []
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]


def test_tiles_of_a_trade_that_was_told_are_not_traded_twice() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, traded("QZ"), seconds=1.5)
    sitting.tell("Ben trade QZ")
    assert sitting.see(board, traded("QZ"), seconds=6) == []
    assert sitting.referee.questions == ()


def test_a_shown_rack_keeps_its_place_after_a_bump_of_the_camera() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("QUIZAEE"))
    sitting.see(board, seconds=1.0)
    sitting.bump(-300, 0, board)
    assert sitting.see(laid(across("CAT"), origin=(100, 300)), in_row("QZ", 40, 560, 24.0)) == []
    assert [question.reason for question in sitting.asked] == ["tiles_apart"]


def test_an_uncertain_letter_is_asked_for_once_and_then_played() -> None:
    sitting = Sitting()
    word = [*laid(across("MO")), tile("M", 440, 300, 0, certain=False)]
    assert sitting.see(word, seconds=5) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("which_letter", ("M", "W", "other"))
    sitting.answer("W")
    assert sitting.see(word) == ["Ann play 0,0 across MOW"]


def test_any_letter_can_be_the_answer() -> None:
    sitting = Sitting()
    word = [*laid(across("CA")), tile("I", 440, 300, 0, certain=False)]
    sitting.see(word, seconds=5)
    sitting.answer("other")
    question = sitting.asked[-1]
    assert len(sitting.asked) == 2
    assert "T" not in sitting.asked[0].choices or "T" not in question.choices
    sitting.answer("T")
    assert sitting.see(word) == ["Ann play 0,0 across CAT"]


def test_a_rack_makes_the_hand_of_the_turn_known() -> None:
    sitting = Sitting()
    assert sitting.see(rack("QUIZCAT")) == ["Ann shows ACIQTUZ"]
    assert sitting.see([]) == []
    assert sitting.see(laid(across("CAT"))) == ["Ann play 0,0 across CAT"]
    assert sitting.see(laid(across("CAT")), rack("EEEEEEV")) == ["Ben shows EEEEEEV"]
    assert sitting.asked == []


def test_fewer_tiles_elsewhere_after_a_rack_are_traded() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    board = laid(across("CAT"))
    sitting.see(board, rack("QUIZAEE"))
    sitting.see(board, seconds=1.0)
    assert sitting.see(board, traded("QZ")) == ["Ben trade QZ"]
    assert sitting.see(board) == []
    assert sitting.referee.state.seat("Ann").points == 2
    assert sitting.asked == []


def test_tiles_that_show_no_letter_are_asked_about() -> None:
    """They lie face down: traded, or anything else."""
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("QUIZAEE"))
    sitting.see(board, seconds=1.0)
    assert sitting.see(board, traded("??")) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("tiles_apart", ("traded", "nothing"))
    assert sitting.answer("traded") == ["Ben trade ??"]
    assert sitting.referee.state.seat("Ben").hand == ("?",) * 7


def test_traded_tiles_that_were_not_on_the_rack_are_asked_about() -> None:
    """One of them was read wrongly now, or on the rack."""
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("QUIZAEE"))
    sitting.see(board, seconds=1.0)
    assert sitting.see(board, traded("QN")) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("tiles_apart", ("traded", "nothing"))
    assert sitting.answer("traded") == ["Ben trade NQ ! not_in_hand"]
    assert sitting.see(board, traded("QN")) == []
    sitting.set_right(rules.overrule(sitting.referee.state, rules.parse_action("Ben trade NQ")))
    assert sitting.see(board) == []
    assert sitting.referee.state.seat("Ann").points == 2


def test_tiles_apart_without_a_rack_are_asked_about() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    assert sitting.see(board, traded("QZ")) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("tiles_apart", ("traded", "nothing"))
    assert sitting.answer("traded") == ["Ben trade QZ"]
    assert sitting.see(board) == []


def test_a_rack_that_became_another_was_traded() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("QUIZAES"))
    sitting.see(board, seconds=1.0)
    sitting.see(board, rack("OUIZADS"), seconds=1.5)
    sitting.see(board)
    (question,) = sitting.asked
    assert (question.reason, question.choices[0]) == ("how_many_traded", "2")
    assert sitting.answer("3")[1:] == ["Ben shows ADIOSUZ"]
    assert sitting.referee.state.seat("Ann").points == 3


def test_a_rack_that_lost_a_known_tile_was_traded_from() -> None:
    sitting = Sitting()
    sitting.see(rack("QUIZCAT"))
    sitting.see([])
    sitting.see(laid(across("CAT")))
    board = laid(across("CATS"))
    assert sitting.see(board) == ["Ben play 3,0 across S"]
    sitting.see(board, rack("IUZADEE"))
    sitting.see(board)
    (question,) = sitting.asked
    assert (question.reason, question.choices[0]) == ("how_many_traded", "1")
    assert sitting.answer("2") == ["Ann trade ?Q", "Ann shows ADEEIUZ"]
    assert sitting.referee.state.seat("Ben").points == 2


def test_a_rack_that_lies_face_down_tells_nothing() -> None:
    sitting = Sitting()
    sitting.see(rack("QUIZCAT"))
    sitting.see([])
    assert sitting.see(rack("???????"), seconds=6) == []
    assert sitting.asked == []


def test_a_rack_that_is_known_to_be_the_others_is_his() -> None:
    sitting = Sitting()
    sitting.see(rack("EEAIORN"))
    sitting.see([])
    sitting.tell("Ann trade E")  # and the same letter came back
    sitting.tell("Ann shows EEAIORN")
    sitting.see([])
    assert sitting.referee.state.turn == "Ben"
    assert sitting.see(rack("EEAIORN")) == []
    assert sitting.referee.state.seat("Ben").hand == ("?",) * 7


def test_a_rack_that_makes_a_word_of_seven_may_be_laid() -> None:
    sitting = Sitting("RESTAIN")
    word = laid(across("RESTAIN"))
    assert sitting.see(word) == []
    assert sitting.asked[0].choices == ("shown", "word")
    assert sitting.answer("word") == ["Ann play 0,0 across RESTAIN"]


def test_who_cannot_go_on_is_asked_what_comes() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("BDFGPVL"), seconds=1.5)
    assert sitting.asked == []
    sitting.see(board)
    assert (sitting.asked[0].reason, sitting.asked[0].choices) == (
        "cannot_go_on",
        ("trade", "forfeit", "sudden_death"),
    )


def test_sudden_death_called_and_answered_by_tiles() -> None:
    sitting = Sitting()
    board = across("CAT")
    sitting.see(laid(board))
    sitting.see(laid(board), rack("BDFGPVL"), seconds=1.5)
    sitting.see(laid(board))
    assert sitting.answer("sudden_death") == ["Ben sudden death"]
    assert sitting.asked[-1].reason == "sudden_death_answer"
    assert sitting.see(laid(across("CATS"))) == ["Ann accept", "Ann play 3,0 across S"]
    assert sitting.referee.questions == ()


def test_an_answer_that_is_none_is_asked_for_again() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("BDFGPVL"), seconds=1.5)
    sitting.see(board)
    for wrong, right in (("sudden death", "sudden_death"), ("accept", "accepted")):
        standing = sitting.referee.questions
        assert sitting.answer(wrong) == []
        assert sitting.referee.questions == standing
        assert len(sitting.answer(right)) == 1
    assert sitting.referee.state.phase is Phase.SUDDEN_DEATH


def test_a_forfeit_ends_the_round_and_the_cleared_table_begins_the_next() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    assert sitting.see([]) == []
    assert sitting.asked[0].reason == "table_cleared"
    assert sitting.answer("forfeit") == ["Ben forfeit"]
    assert sitting.see([]) == ["new round"]
    assert sitting.referee.state.phase is Phase.PLAY
    assert sitting.see(laid(across("TOE"))) == ["Ben play 0,0 across TOE"]


def film(seed: int) -> MadeGame:
    return made(Order("word-wars", seed, size=(480, 270)), PlainStock())


@pytest.mark.timeout(300)
def test_a_whole_game_is_read_to_its_final_score() -> None:
    game = film(4)
    who = bystander(game)
    told = watch(who)
    assert game.result.over
    assert tuple(told.carried_out) == who.moves
    assert told.refused == []
    assert who.rules.result(told.state) == game.result
    assert len(told.questions) <= 3
