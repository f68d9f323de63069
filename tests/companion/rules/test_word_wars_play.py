"""Word Wars, rule by rule: what is legal, every rule that an illegal action breaks, and what follows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.rules.chance import Chance
from companion.rules.game import Game, Illegal, OptionError, Setup
from companion.rules.word_wars import (
    NEW_TILES,
    TILES,
    UNKNOWN,
    Forfeit,
    Lexicon,
    NewRound,
    Options,
    Phase,
    Play,
    Seat,
    Show,
    State,
    Trade,
    WordWars,
    apply,
    can,
    consequences,
    describe,
    legal_actions,
    overrule,
    parse_action,
    result,
    score,
    to_act,
    verify,
    view,
    write_action,
)

LEXICON = Lexicon.of("few", ["CAT", "CATS", "AT", "TA", "COAT", "OAT", "ACT", "SO", "AS", "QI", "QUIZ"])
GAME: Game = WordWars(LEXICON)
BOARD = {(0, 0): "C", (1, 0): "A", (2, 0): "T"}


def position(ann: str, ben: str = "EEEEEEE", board: dict[tuple[int, int], str] = BOARD, **changes: object) -> State:
    """Ann to play with her hand and pile written ``HAND/PILE``, tiles on the board."""

    def seat(player: str, tiles: str) -> Seat:
        hand, _, pile = tiles.partition("/")
        return Seat(player, tuple(hand), tuple(pile))

    state = State(Options(), LEXICON, (seat("Ann", ann), seat("Ben", ben)), "Ann", Chance(1), board)
    return replace(state, **changes)  # type: ignore[arg-type]


def broken(state: State, line: str) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in verify(state, parse_action(line)).broken]


def undecided(state: State, line: str) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in verify(state, parse_action(line)).undecided]


def after(state: State, *lines: str) -> State:
    for line in lines:
        state = apply(state, parse_action(line))
    return state


def points(state: State) -> list[int]:
    return [standing.points for standing in score(state)]


def test_ww_1_fifty_tiles_and_seven_in_hand() -> None:
    assert len(NEW_TILES) == 50
    state = GAME.start(Setup(("Ann", "Ben"), seed=3))
    tiles = Counter(tile for seat in state.seats for tile in (*seat.hand, *seat.pile))
    assert tiles == Counter(TILES)
    assert [(len(seat.hand), len(seat.pile)) for seat in state.seats] == [(7, 18), (7, 18)]
    assert GAME.start(Setup(("Ann", "Ben"), seed=3)) == state
    assert GAME.start(Setup(("Ann", "Ben"), seed=4)) != state


def test_ww_1_stacked_and_unknown_piles() -> None:
    stacked = GAME.start(Setup(("Ann", "Ben"), deal={"Ben": tuple("QUIZ")}))
    assert stacked.seats[1].hand == tuple("QUIZMNN")
    assert stacked.seats[0].hand == tuple("AAAAABC")
    assert Counter(tile for seat in stacked.seats for tile in (*seat.hand, *seat.pile)) == Counter(TILES)
    table = GAME.start(Setup(("Ann", "Ben")))
    assert all(seat.hand == (UNKNOWN,) * 7 and seat.pile == (UNKNOWN,) * 18 for seat in table.seats)
    for deal in ({"Ann": tuple("QQ")}, {"Cem": ("A",)}, {"Ann": NEW_TILES[:26]}):
        with pytest.raises(ValueError, match=r"no_such_tiles|no_pile|too_many"):
            GAME.start(Setup(("Ann", "Ben"), deal=deal))


@pytest.mark.parametrize(("players", "reason"), [(("Ann",), "player_count"), (("Ann", "Ann"), "player_twice")])
def test_ww_1_two_players(players: tuple[str, ...], reason: str) -> None:
    with pytest.raises(Illegal, match="WW-1") as caught:
        GAME.start(Setup(players))
    assert [finding.reason for finding in caught.value.ruling.broken] == [reason]


def test_options() -> None:
    assert Options() == Options.parse({"ruleset": "final", "rounds": "3", "first_word_centre": "off"})
    for name, value in [("rounds", "6"), ("ruleset", "other"), ("board", "on")]:
        with pytest.raises(OptionError):
            GAME.start(Setup(("Ann", "Ben"), {name: value}))


def test_ww_2_the_hand_is_filled_up_and_the_turn_passes() -> None:
    state = after(position("SXXXXXX/OA"), "Ann play 3,0 across S")
    assert state.seats[0].hand == tuple("XXXXXXO")
    assert state.seats[0].pile == ("A",)
    assert to_act(state) == ("Ben",)
    assert broken(state, "Ann play 0,1 across O") == ["WW-2 not_your_turn", "WW-3 not_a_word"]


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("Ann play 3,0 across S", []),
        ("Ann play 0,1 down OAT", []),
        ("Ann play 0,1 down TO", ["WW-3 not_a_word"]),
        ("Ann play 3,0 down SO", []),
        ("Ann play 2,-1 down A.", []),
        ("Ann play 3,0 across Z", ["WW-2 not_in_hand", "WW-3 not_a_word"]),
        ("Ann play 1,0 down S", ["WW-3 occupied"]),
        ("Ann play 5,5 across SO", ["WW-3 not_joined"]),
        ("Ann play 3,0 across S.O", ["WW-3 gap"]),
        ("Ann play 3,0 S 0,1 O", ["WW-3 not_in_line"]),
        ("Ann play 3,0 S 3,0 O", ["WW-3 cell_twice"]),
        ("Ann play 3,0 across ?", ["WW-1 not_a_tile", "WW-3 not_a_word"]),
        ("Cem play 3,0 across S", ["WW-1 not_a_player"]),
    ],
)
def test_ww_3_laying_words(line: str, reasons: list[str]) -> None:
    assert broken(position("SOATAOC"), line) == reasons


def test_ww_3_all_words_are_named() -> None:
    findings = verify(position("SOATAOC"), parse_action("Ann play 0,1 across ACO")).broken
    assert [finding.data["word"] for finding in findings] == ["ACO", "CA", "AC", "TO"]
    state = position("SOATAOC")
    play = parse_action("Ann play 3,0 down SO")
    told = consequences(state, play, apply(state, play))
    assert [finding.data["word"] for finding in told if finding.reason == "word"] == ["SO", "CATS"]


def test_ww_3_the_first_word() -> None:
    empty = position("CATSOAQ", board={})
    assert broken(empty, "Ann play 40,-7 down CAT") == []
    assert broken(empty, "Ann play 0,0 across C") == ["WW-3 one_tile"]
    centre = replace(empty, options=Options(first_word_centre=True))
    assert broken(centre, "Ann play 0,-2 down CAT") == []
    assert broken(centre, "Ann play 1,0 across CAT") == ["WW-3 not_on_centre"]


def test_ww_4_and_ww_5_claims_are_checked() -> None:
    able = position("SZZZZZZ")
    (finding,) = verify(able, parse_action("Ann forfeit")).broken
    assert (finding.rule, finding.data["play"], finding.data["words"]) == ("WW-4", "3,0 across S", "CATS")
    assert broken(able, "Ann sudden death") == ["WW-5 can_make_a_word"]
    unable = position("ZZZZZZZ")
    assert broken(unable, "Ann forfeit") == broken(unable, "Ann sudden death") == []
    assert points(after(unable, "Ann forfeit")) == [0, 3]


def test_unseen_tiles_leave_a_claim_open_until_the_hand_is_shown() -> None:
    unseen = position("???????", "???????")
    assert undecided(unseen, "Ann forfeit") == ["WW-4 hand_unseen"]
    assert undecided(unseen, "Ann sudden death") == ["WW-5 hand_unseen"]
    assert broken(after(unseen, "Ann shows EEEEESZ"), "Ann forfeit") == ["WW-4 can_make_a_word"]
    stuck = after(unseen, "Ann shows EEEEEEZ")
    assert undecided(stuck, "Ann forfeit") == broken(stuck, "Ann forfeit") == []


@pytest.mark.parametrize(
    ("hand", "line", "reasons"),
    [
        ("S??????", "Ann shows EEEEEEE", ["WW-2 not_shown", "WW-2 not_in_hand", "WW-1 too_many"]),
        ("S??????", "Ann shows SOO", ["WW-2 other_number"]),
        ("SOOOOOO", "Ann shows SOOOOOZ", ["WW-2 not_shown", "WW-2 not_in_hand"]),
        ("???????", "Ann shows CCOOOOI", ["WW-1 too_many"]),
    ],
)
def test_what_cannot_be_shown(hand: str, line: str, reasons: list[str]) -> None:
    assert broken(position(hand, "???????"), line)[: len(reasons)] == reasons


def test_a_letter_of_which_the_other_hand_seems_to_hold_the_last_may_have_been_misread_there() -> None:
    seen = position("???????", "S??????")  # there are two, and one lies on the table
    board = {(0, 0): "C", (1, 0): "A", (2, 0): "T", (0, 1): "S"}
    both = replace(seen, board=board)
    assert broken(both, "Ann play 3,0 across S") == []
    assert undecided(both, "Ann play 3,0 across S") == ["WW-2 not_in_hand", "WW-1 too_many"]
    own = replace(both, board=board | {(0, 2): "S"})
    assert broken(own, "Ann play 3,0 across S") == ["WW-1 too_many"]
    assert "WW-1 too_many" in broken(both, "Ann shows SEEEEEE")


def test_ww_6_trading() -> None:
    state = position("SZZZZZZ/OAT", "EE/EE")
    traded = after(state, "Ann trade ZZ")
    assert points(traded) == [0, 2]
    assert to_act(traded) == ("Ben",)
    assert (len(traded.seats[0].hand), len(traded.seats[0].pile)) == (7, 3)
    before, now = (Counter((*s.seats[0].hand, *s.seats[0].pile)) for s in (state, traded))
    assert before == now
    kept = after(replace(state, options=Options(trade_ends_turn=False)), "Ann trade ZZ")
    assert to_act(kept) == ("Ann",)
    assert broken(state, "Ann trade SS") == ["WW-2 not_in_hand"]
    assert broken(state, "Ann trade SZZZZZZZ") == ["WW-2 not_in_hand", "WW-1 too_many", "WW-2 too_few_tiles"]
    assert broken(state, "Ann trade ?") == ["WW-2 not_in_hand"]


def test_a_trade_at_a_real_table_makes_the_pile_unknown() -> None:
    state = after(position("SZ?????/OAT", chance=None), "Ann trade Z")
    assert Counter(state.seats[0].hand) == Counter("S??????")
    assert state.seats[0].pile == ("?", "?", "?")


@pytest.mark.parametrize(
    ("hand", "traded", "known"),
    [
        ("SZ?????", "??", ""),
        ("SZ?????", "Z??", ""),
        ("EEEEZZS", "??", "EE"),
        ("EEEEZZS", "?ZZ", "EEE"),
        ("EEEEZZS", "?????", ""),
    ],
)
def test_of_a_hand_only_what_cannot_have_been_traded_unseen_stays_known(hand: str, traded: str, known: str) -> None:
    state = after(position(f"{hand}/OAT", chance=None), f"Ann trade {traded}")
    assert Counter(state.seats[0].hand) == Counter(known.ljust(7, "?"))
    assert points(state) == [0, len(traded)]
    assert broken(position(f"{hand}/OAT", chance=None), "Ann trade ????????") == ["WW-2 too_few_tiles"]


def test_a_hand_that_was_traded_unseen_can_be_shown_again() -> None:
    state = after(position("EEEEZZS/OAT", "???????", chance=None), "Ann trade ???", "Ben trade ?")
    assert broken(state, "Ann shows EAAOOII") == []


def test_ww_7_the_other_plays_on_alone_and_ww_8_both_out_split() -> None:
    alone = after(position("S", "OAS"), "Ann play 3,0 across S")
    assert alone.alone
    assert to_act(alone) == ("Ben",)
    assert broken(alone, "Ann forfeit") == ["WW-7 other_plays_alone"]
    assert broken(alone, "Ben sudden death") == ["WW-7 other_is_out", "WW-5 can_make_a_word"]
    assert broken(alone, "Ben forfeit") == ["WW-7 can_play_on"]
    assert broken(alone, "Ben trade A") == []  # who can make a word has a turn, and may trade in it
    going_on = after(alone, "Ben play 3,1 across O")
    assert to_act(going_on) == ("Ben",)
    both = after(position("S", "O"), "Ann play 3,0 across S", "Ben play 3,1 across O")
    assert both.phase is Phase.ROUND_OVER
    assert points(both) == [2, 2]  # five tiles: half of them, an odd one left over


def test_ww_7_and_ww_9_only_one_out() -> None:
    alone = after(position("S", "ZE"), "Ann play 3,0 across S")
    assert broken(alone, "Ben trade Z") == ["WW-7 no_word_left"]
    over = after(alone, "Ben forfeit")
    assert points(over) == [4, 0]
    assert over.phase is Phase.ROUND_OVER
    unseen = after(position("S", "??"), "Ann play 3,0 across S")
    assert undecided(unseen, "Ben forfeit") == ["WW-7 hand_unseen"]
    assert "WW-7 hand_unseen" in undecided(unseen, "Ben trade ?")


def test_ww_10_refused() -> None:
    asked = after(position("ZZZZZZZ/SSS"), "Ann sudden death")
    assert to_act(asked) == ("Ben",)
    assert broken(asked, "Ann trade Z") == ["WW-10 awaiting_answer"]
    assert broken(asked, "Ann accept") == ["WW-10 not_asked"]
    refused = after(asked, "Ben refuse")
    assert to_act(refused) == ("Ann",)
    assert broken(refused, "Ann play 3,0 across Z") == ["WW-10 must_trade_or_forfeit", "WW-3 not_a_word"]
    assert broken(refused, "Ann sudden death") == ["WW-10 must_trade_or_forfeit"]
    assert broken(refused, "Ben trade E") == ["WW-10 other_plays_on"]
    assert to_act(after(refused, "Ann trade Z")) == ("Ben",)
    assert points(after(refused, "Ann forfeit")) == [0, 3]


def test_ww_10_accepted_and_won() -> None:
    sudden = after(position("Z/ZZ", "QUI"), "Ann sudden death", "Ben accept")
    assert sudden.seats[1].hand == tuple("QUIZ")
    assert (sudden.seats[0].hand, sudden.seats[0].pile) == ((), ("Z", "Z"))
    assert broken(sudden, "Ben trade Q") == ["WW-10 no_trade"]
    assert broken(sudden, "Ben refuse") == ["WW-10 not_asked"]
    assert broken(sudden, "Ben sudden death") == ["WW-10 called_already"]
    assert broken(sudden, "Ann trade Z")[0] == "WW-10 other_plays_on"
    won = overrule(sudden, parse_action("Ben play 0,1 down QUIZ"))
    assert points(won) == [0, 14]
    assert won.phase is Phase.ROUND_OVER


def test_ww_10_accepted_and_lost() -> None:
    sudden = after(position("Z", "S"), "Ann sudden death", "Ben accept")
    assert broken(sudden, "Ben forfeit") == ["WW-10 can_go_on"]
    rest = after(sudden, "Ben play 3,0 across S")
    assert to_act(rest) == ("Ben",)
    assert points(after(rest, "Ben forfeit")) == [4, 0]


def test_ww_11_rounds_and_the_winner() -> None:
    state = position("ZZZZZZZ", options=Options(rounds=2))
    second = after(state, "Ann forfeit", "new round")
    assert (second.round, second.turn, second.board) == (2, "Ben", {})
    assert [len(seat.hand) + len(seat.pile) for seat in second.seats] == [25, 25]
    assert broken(second, "new round") == ["WW-11 round_goes_on"]
    assert not result(second).over
    stuck = replace(second, seats=(second.seats[0], Seat("Ben", ("Z",), (), 3)))
    over = after(stuck, "Ben forfeit")
    assert (result(over).points, result(over).winners, to_act(over)) == ({"Ann": 0, "Ben": 3}, ("Ben",), ())
    assert broken(over, "new round") == ["WW-11 game_over"]
    assert list(legal_actions(over)) == []
    drawn = after(replace(stuck, seats=(second.seats[0], Seat("Ben", ("Z",), ()))), "Ben forfeit")
    assert result(drawn).winners == ("Ann", "Ben")


def test_the_initial_rules() -> None:
    state = GAME.start(Setup(("Ann", "Ben"), {"ruleset": "initial"}, seed=1))
    assert [(len(seat.hand), seat.pile) for seat in state.seats] == [(25, ())] * 2
    assert "WW-6 initial_rules" in broken(state, f"Ann trade {state.seats[0].hand[0]}")
    assert "WW-5 initial_rules" in broken(state, "Ann sudden death")
    last = replace(position("S", "EE"), options=state.options)
    assert points(after(last, "Ann play 3,0 across S")) == [4, 0]
    assert points(after(replace(position("Z", "EE"), options=state.options), "Ann forfeit")) == [0, 3]


def test_overruling() -> None:
    state = position("SOXXXXX")
    assert overrule(state, parse_action("Ann play 5,5 across XS")).board[5, 5] == "X"
    assert to_act(overrule(state, parse_action("Ben play 3,0 across E"))) == ("Ann",)
    assert points(overrule(state, parse_action("Ann forfeit"))) == [0, 3]
    for line in ("Ann play 3,0 across Z", "Ann play 2,0 down S", "Cem forfeit", "Ann accept", "new round"):
        with pytest.raises(Illegal):
            overrule(state, parse_action(line))


def test_a_hand_that_was_read_wrongly_can_be_overruled_at_a_real_table() -> None:
    state = position("SOVEEEE/???", "???????", chance=None)  # the V was a W
    laid = overrule(state, parse_action("Ann play 5,5 across WE"))
    assert laid.seats[0].hand == (UNKNOWN,) * 7
    assert overrule(state, parse_action("Ann shows SOWEEEE")).seats[0].hand == tuple("EEEEOSW")
    assert overrule(state, parse_action("Ann trade WO")).seats[0].hand == (UNKNOWN,) * 7
    for line in ("Ann play 5,5 across WEEEEEEE", "Ann trade WEEEEEEE", "Ann shows SOWEEE"):
        with pytest.raises(Illegal):
            overrule(state, parse_action(line))


def test_who_called_sudden_death_and_gives_up_has_given_up() -> None:
    sudden = after(position("Z/ZZ", "QUI"), "Ann sudden death", "Ben accept")
    assert broken(sudden, "Ann forfeit") == ["WW-10 other_plays_on"]
    over = overrule(sudden, Forfeit("Ann"))
    told = consequences(sudden, Forfeit("Ann"), over)
    assert [finding.reason for finding in told] == ["forfeited", "won_by_forfeit"]


def test_a_view_hides_the_other_hand_the_piles_and_the_shuffles() -> None:
    state = GAME.start(Setup(("Ann", "Ben"), seed=5))
    seen = view(state, "Ann")
    assert seen.seats[0].hand == state.seats[0].hand
    assert seen.seats[1].hand == ("?",) * 7
    assert {tile for seat in seen.seats for tile in seat.pile} == {"?"}
    assert seen.chance is None
    assert view(state, None).seats[0].hand == ("?",) * 7


def test_descriptions_tell_the_table_and_the_own_hand_alone() -> None:
    lines = [(finding.reason, dict(finding.data)) for finding in describe(position("SOOOOOZ"), "Ann")]
    assert ("row", {"row": 0, "column": 0, "tiles": "CAT"}) in lines
    assert [data["tiles"] for reason, data in lines if reason == "hand"] == ["OOOOOSZ"]
    assert lines[-1] == ("to_play", {"player": "Ann"})
    assert not [finding for finding in describe(position("SOOOOOZ")) if finding.reason == "hand"]


@pytest.mark.parametrize(
    "line",
    ["Ann play 0,0 across QUIZ", "Ann play -3,2 down Q.I", "Ann play 0,0 Q 3,2 Z", "Ann play 0,0 A 900,0 B"]
    + ["Anna Maria trade AEI", "Ann trade ??", "Ann shows AEIOUVV", "new round"]
    + [f"Ben {word}" for word in ("forfeit", "sudden death", "accept", "refuse")],
)
def test_what_is_written_is_read_back(line: str) -> None:
    assert write_action(parse_action(line)) == line


def test_equal_plays_are_equal_however_written() -> None:
    assert parse_action("Ann play 3,0 down S") == parse_action("Ann play 3,0 across S")
    assert parse_action("Ann play 0,0 across ...S") == parse_action("Ann play 3,0 S")
    assert parse_action("Ann play 1,0 B 0,0 A") == Play("Ann", (((0, 0), "A"), ((1, 0), "B")))


@pytest.mark.parametrize(
    "line",
    ["", "Ann", "Ann play", "Ann play QUIZ", "Ann play 0,0 QUIZ", "Ann play 0,0 across ..", "Ann play 0 across A"]
    + ["Ann play 0,0 up AB", "Ann trade", "Ann trade ab", "trade A", "Ann play 0,0 across quiz"],
)
def test_what_is_no_action(line: str) -> None:
    with pytest.raises(ValueError, match="not an action"):
        parse_action(line)


@pytest.mark.parametrize("make", [Play, Trade, Show])
def test_an_action_without_tiles_is_none(make: type[Play | Trade | Show]) -> None:
    with pytest.raises(ValueError, match="needs a tile"):
        make("Ann", ())


def test_an_illegal_action_is_not_applied() -> None:
    with pytest.raises(Illegal, match="WW-11"):
        apply(position("S"), NewRound())
    assert not can(position("S"), Forfeit("Ann"))
