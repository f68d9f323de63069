"""Engines of Discrimination read from the table: rendered games by perfect eyes, and what only some tables show."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import pytest

from companion.referee.engines.reading import EnginesReading
from companion.rules import engines as rules
from companion.rules.engines import Phase, Side
from companion.rules.game import Setup
from companion.rules.games import game_named
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee import watched_film
from tests.companion.referee.bystanders import bystander
from tests.companion.referee.small_table import SmallTable
from tests.companion.referee.watched_film import watch
from tests.models.plain_stock import PlainStock


def film(seed: int, players: int, actions: int | None = None) -> MadeGame:
    return made(Order("engines", seed, size=(240, 135), players=players, actions=actions), PlainStock())


def as_seen(lines: Iterable[str]) -> list[str]:
    """Which of two teammates passes first, a pass before the other adds a card, and who of several that won fills the
    hand first nobody sees."""
    seen = (line for line in lines if not line.endswith(" pass"))
    runs = (list(run) for _, run in groupby(seen, key=lambda line: " fill " in line))
    return [line for run in runs for line in (sorted(run) if " fill " in run[0] else run)]


@pytest.mark.timeout(300)
def test_a_whole_game_of_two_is_read_to_its_final_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_film, "LONGEST", 1.0)  # a long game: four readings of each table have to be enough
    game = film(1, 2)
    who = bystander(game)
    told = watch(who)
    assert tuple(told.carried_out) == who.moves
    assert told.refused == []
    assert rules.result(told.state) == game.result
    assert game.result.over
    assert told.questions == []


@pytest.mark.timeout(300)
def test_a_game_of_four_is_read_with_one_question() -> None:
    who = bystander(film(1, 4, 60))
    told = watch(who)
    assert as_seen(told.carried_out) == as_seen(who.moves)
    assert told.refused == []
    assert [question.reason for question in told.questions] == ["cut_by"]


TWO, FOUR = ("Ann", "Ben"), ("Ann", "Ben", "Cem", "Dan")
PLACES = {"Ann": (0.0, 110.0), "Ben": (0.0, -110.0)}
ROUND = {"Ann": (0.0, 110.0), "Ben": (-130.0, 0.0), "Cem": (0.0, -110.0), "Dan": (130.0, 0.0)}


def table(players: tuple[str, ...] = TWO, turned: float = 0.0) -> SmallTable:
    return SmallTable(game_named("engines"), rules.start(Setup(players)), EnginesReading(), turned)


def lay_results(seen: SmallTable, decks: dict[str, str], **cards: str) -> list[str]:
    """Results laid face down in this order, then turned up together."""
    places = PLACES if len(seen.referee.state.players) == 2 else ROUND
    done: list[str] = []
    for player in cards:
        seen.lay(player, *places[player], name=decks.get(player, "?"), back=True)
        done += seen.look()
    for player, card in cards.items():
        seen.lay(player, *places[player], name=card)
    return done + seen.look()


def search(seen: SmallTable, card: str) -> list[str]:
    """The table is cleared but for the piles, and a search card turned."""
    for key in [key for key in seen.lying if key != "pile"]:
        seen.take(key)
    done = seen.look(1.5)
    seen.lay(f"{card}/search", 0, 0)
    return done + seen.look()


BACKS = {"Ann": "google", "Ben": "yahoo"}


@pytest.mark.parametrize("turned", [0, 90, 200])
def test_backs_tell_who_sits_where_however_the_table_lies(turned: float) -> None:
    seen = table(turned=turned)
    assert search(seen, "9C") == ["Ben search 9C"]
    assert lay_results(seen, BACKS, Ben="7H", Ann="10D") == ["Ben play 7H", "Ann play 10D"]
    assert seen.asked == ()
    assert seen.referee.state.last is Side.GOOGLE


def test_backs_that_nobody_knows_are_asked_for_once() -> None:
    seen = table()
    search(seen, "9C")
    assert lay_results(seen, {}, Ben="7H", Ann="10D") == []
    (question,) = seen.asked
    assert (question.reason, question.choices, question.data) == ("laid_by", TWO, {"card": "7H"})
    assert seen.answer("Cem") == []
    assert seen.answer("Ben") == ["Ben play 7H", "Ann play 10D"]
    assert search(seen, "2C") == ["Ann search 2C"]
    assert lay_results(seen, {}, Ben="6H", Ann="3D") == ["Ben play 6H", "Ann play 3D"]
    assert seen.asked == ()


def test_results_taken_up_before_it_is_known_whose_they_were_still_count() -> None:
    seen = table()
    search(seen, "9C")
    lay_results(seen, {}, Ben="7H", Ann="10D")
    seen.take()
    seen.look(1.5)
    seen.lay("2C", 9, -6)
    assert seen.look() == []
    assert seen.answer("Ben") == ["Ben play 7H", "Ann play 10D"]
    assert seen.look() == ["Ann search 2C"]
    assert seen.refused == []


def test_a_result_that_was_replaced_before_it_is_known_whose_it_was_does_not_count() -> None:
    seen = table()
    search(seen, "9C")
    seen.lay("first", *PLACES["Ben"], name="7H")
    seen.look()
    seen.take("first")
    seen.look(1.5)
    seen.lay("second", *PLACES["Ben"], name="8H")
    seen.lay("other", *PLACES["Ann"], name="10D")
    seen.look()
    assert sorted(seen.answer("Ben")) == ["Ann play 10D", "Ben play 8H"]


def test_backs_of_teammates_leave_two_to_choose_from() -> None:
    seen = table(FOUR)
    seen.tell("Dan cut 9S")
    seen.tell("Ben cut 2S")
    search(seen, "9C")
    laid = {"Cem": "7H", "Ann": "10D", "Dan": "4C", "Ben": "JS"}
    assert lay_results(seen, {"Cem": "google", "Ann": "google", "Dan": "yahoo", "Ben": "yahoo"}, **laid) == []
    (question,) = seen.asked
    assert (question.choices, question.data["card"]) == (("Ann", "Cem"), "7H")
    assert seen.answer("Cem") == ["Cem play 7H", "Ann play 10D", "Dan play 4C", "Ben play JS"]


def test_nothing_is_played_before_all_lie_face_up() -> None:
    seen = table()
    search(seen, "9C")
    seen.lay("ben", *PLACES["Ben"], name="yahoo", back=True)
    seen.look()
    seen.lay("ann", *PLACES["Ann"], name="10D")
    assert seen.look(3) == []
    seen.take("ann")
    seen.look(2)
    seen.lay("other", *PLACES["Ann"], name="8D")
    seen.look()
    seen.lay("ben", *PLACES["Ben"], name="7H")
    assert seen.look() == ["Ben play 7H", "Ann play 8D"]


def tie(last: str) -> SmallTable:
    """A tie after a search that was won by Google or Yahoo: both are one away from a five."""
    seen = table()
    search(seen, "9C")
    lay_results(seen, BACKS, Ben="7H" if last == "Google" else "9H", Ann="10D")
    search(seen, "5C")
    lay_results(seen, BACKS, Ann="4D", Ben="6H")
    return seen


def test_a_tie_goes_to_the_last_winner_when_its_cards_are_taken_away() -> None:
    seen = tie("Google")
    assert seen.look(6) == []
    seen.take("5C/search")
    assert seen.look(1.5) == ["Ben pass"]
    assert len(seen.referee.state.google.scored) == 2


def test_a_tie_stays_open_while_its_cards_are_pushed_hidden_or_read_anew() -> None:
    seen = tie("Google")
    seen.lay("5C/search", 45, 20, angle=30)
    assert seen.look(2) == []
    seen.take("Ben")
    seen.look(1.5)
    seen.lay("again", -20, -130, name="6H")
    assert seen.look(2) == []
    assert seen.refused == []
    assert seen.look(3, over=lambda outline: True) == []
    assert seen.look(1) == []


def test_yahoo_settles_a_tie_with_a_card_one_further_away() -> None:
    seen = tie("Google")
    seen.lay("more", 75, -108, name="3H", angle=8)
    assert seen.look() == ["Ben extra 3H"]
    assert len(seen.referee.state.yahoo.scored) == 1


def test_a_card_that_cannot_settle_the_tie_is_flagged_and_may_be_taken_back() -> None:
    seen = tie("Google")
    seen.lay("wrong", 75, -108, name="9H")
    assert seen.look(2) == []
    assert seen.refused == [("not_one_further",)]
    seen.take("wrong")
    seen.look(1.5)
    seen.lay("right", 75, -108, name="7S")
    assert seen.look() == ["Ben extra 7S"]


def test_a_tie_that_yahoo_wins_anyway_needs_nothing() -> None:
    seen = tie("Yahoo")
    assert seen.referee.state.phase is Phase.OPEN
    assert len(seen.referee.state.yahoo.scored) == 2


def test_a_search_card_pushed_or_lost_from_sight_is_not_turned_twice() -> None:
    seen = table()
    search(seen, "9C")
    seen.lay("9C/search", 20, -10, angle=25)
    assert seen.look(2) == []
    seen.take("9C/search")
    seen.look(1)
    seen.lay("9C/search", 0, 5)
    assert seen.look(2) == []
    assert lay_results(seen, BACKS, Ben="7H", Ann="10D") == ["Ben play 7H", "Ann play 10D"]
    seen.lay("9C/search", 40, 30)
    assert seen.look(2) == []
    seen.lay("9C/search", -34, 30)
    assert seen.look(1, over=lambda outline: float(outline[:, 0].mean()) > 1000) == []
    assert seen.look(2) == []
    assert seen.refused == []


def test_a_card_before_a_seat_is_no_search_card() -> None:
    seen = table()
    search(seen, "9C")
    lay_results(seen, BACKS, Ben="7H", Ann="10D")
    seen.take()
    seen.look(1.5)
    seen.lay("early", *PLACES["Ann"], name="5S")
    assert seen.look(2) == []
    assert seen.refused == []


def test_a_card_that_cannot_be_read_is_asked_for() -> None:
    seen = table()
    search(seen, "9C")
    lay_results(seen, BACKS, Ben="7H")
    seen.lay("ann", *PLACES["Ann"], name="10D", sure=False)
    assert seen.look(3) == []
    assert [question.reason for question in seen.asked] == ["which_card"]
    assert seen.answer("QD") == ["Ben play 7H", "Ann play QD"]


def test_piles_beside_the_results_are_no_results() -> None:
    seen = table()
    search(seen, "9C")
    seen.lay("pile", 250, 0, name="KD")
    seen.look()
    assert lay_results(seen, BACKS, Ben="7H", Ann="10D") == ["Ben play 7H", "Ann play 10D"]
    seen.lay("pile", 250, 0, name="9C")
    assert seen.look(2) == []
    assert search(seen, "QS") == ["Ann search QS"]


def of_four() -> SmallTable:
    """Four players after the cut: Ben begins."""
    seen = table(FOUR)
    seen.lay("cut", *ROUND["Dan"], name="9S")
    assert seen.look() == []
    (question,) = seen.asked
    assert (question.reason, question.choices) == ("cut_by", ("Ben", "Dan"))
    seen.take("cut")
    seen.look()
    assert seen.answer("Dan") == ["Dan cut 9S"]
    seen.lay("cut", *ROUND["Ben"], name="2S")
    assert seen.look() == ["Ben cut 2S"]
    seen.take("cut")
    seen.look()
    return seen


def test_who_cut_first_tells_where_all_four_sit() -> None:
    seen = of_four()
    assert search(seen, "9C") == ["Ben search 9C"]
    laid = lay_results(seen, {}, Cem="7H", Ann="10D", Dan="4C", Ben="JS")
    assert laid == ["Cem play 7H", "Ann play 10D", "Dan play 4C", "Ben play JS"]
    assert seen.asked == ()


def test_equal_cards_are_cut_again_at_the_same_seats() -> None:
    seen = table(FOUR)
    for cut, (player, card) in enumerate([("Dan", "9S"), ("Ben", "9H"), ("Ben", "3H"), ("Dan", "4H")]):
        seen.lay(f"cut {cut}", *ROUND[player], name=card)
        done = seen.look() or seen.answer("Dan")
        assert done == [f"{player} cut {card}"]
        seen.take()
        seen.look()
    assert seen.referee.state.turn == "Ben"


def test_a_hand_is_filled_from_the_deck_unless_somebody_says_otherwise() -> None:
    seen = of_four()
    search(seen, "9C")
    lay_results(seen, {}, Cem="7H", Ann="10D", Dan="4C", Ben="JS")
    assert seen.referee.state.phase is Phase.FILL
    assert search(seen, "3C") == ["Ann fill deck", "Cem search 3C"]
    lay_results(seen, {}, Cem="7C", Ann="8D", Dan="4D", Ben="JH")
    seen.tell("Dan fill partner")
    assert search(seen, "5C") == ["Dan search 5C"]


def test_a_hand_that_people_say_was_filled_tells_that_nobody_adds_to_the_tie() -> None:
    seen = of_four()
    search(seen, "9C")
    lay_results(seen, {}, Cem="7H", Ann="10D", Dan="4C", Ben="JS")
    search(seen, "5C")
    lay_results(seen, {}, Cem="6C", Ann="JD", Dan="4D", Ben="JH")
    assert seen.referee.state.phase is Phase.TIE
    seen.tell("Dan fill deck")  # nobody of Yahoo has put a card aside
    assert len(seen.refused) == 1
    assert seen.referee.state.phase is Phase.TIE
    seen.tell("Cem fill deck")
    assert seen.done[-3:] == ["Ben pass", "Dan pass", "Cem fill deck"]
    assert len(seen.refused) == 1


def test_a_card_that_came_from_the_partner_blindly_and_unsaid_may_be_played() -> None:
    seen = of_four()
    search(seen, "9C")
    lay_results(seen, {}, Cem="7H", Ann="10D", Dan="4C", Ben="JS")  # all but the ten return, known to all
    search(seen, "3C")
    assert lay_results(seen, {}, Cem="6C", Ann="7H", Dan="5D", Ben="JH")[1] == "Ann play 7H"
    assert seen.refused == []
    search(seen, "8C")
    assert lay_results(seen, {}, Cem="2C", Ann="2D", Dan="4C", Ben="JS")[:2] == ["Cem play 2C", "Ann play 2D"]


@pytest.mark.parametrize("first", ["Ann", "Cem"])
def test_teammates_who_lay_at_once_are_asked_who_was_first_where_it_matters(first: str) -> None:
    seen = of_four()
    search(seen, "9C")
    for player, card in {"Ann": "10D", "Cem": "8D", "Dan": "4C", "Ben": "JS"}.items():
        seen.lay(player, *ROUND[player], name=card)
    assert seen.look() == []
    (question,) = seen.asked
    assert (question.reason, question.choices) == ("laid_first", ("Ann", "Cem"))
    assert seen.answer(first)[0].startswith(first)
    assert [str(card) for card in seen.referee.state.google.scored] == ["10D" if first == "Ann" else "8D"]


def test_where_all_four_are_level_each_side_is_asked_once_who_was_first() -> None:
    seen = of_four()
    search(seen, "9C")
    for player, card in {"Ann": "10D", "Cem": "8D", "Dan": "8C", "Ben": "10S"}.items():
        seen.lay(player, *ROUND[player], name=card)
    assert seen.look() == []
    assert seen.asked[0].choices == ("Ann", "Cem")
    assert seen.answer("Cem") == []
    assert set(seen.asked[0].choices) == {"Ben", "Dan"}
    laid = [line.split()[0] for line in seen.answer("Ben")]
    assert (set(laid[:2]), set(laid[2:])) == ({"Cem", "Ben"}, {"Ann", "Dan"})
    assert seen.asked == ()


def test_who_was_first_is_not_asked_where_all_that_match_score() -> None:
    seen = of_four()
    search(seen, "9C")
    for player, card in {"Ann": "9D", "Cem": "9H", "Dan": "4C", "Ben": "JS"}.items():
        seen.lay(player, *ROUND[player], name=card)
    assert len(seen.look()) == 4
    assert seen.asked == ()


def test_a_game_taken_up_again_knows_the_search_card_that_lies_open() -> None:
    state = rules.apply(rules.start(Setup(TWO)), rules.parse_action("Ben search 9C"))
    seen = SmallTable(game_named("engines"), state, EnginesReading())
    seen.lay("9C", 0, 0)
    assert seen.look() == []
    assert lay_results(seen, BACKS, Ben="7H", Ann="10D") == ["Ben play 7H", "Ann play 10D"]


def test_a_tie_taken_up_again_waits_for_its_cards() -> None:
    state = rules.start(Setup(TWO))
    for line in ("Ben search 9C", "Ben play 7H", "Ann play 9D", "Ann search 5C", "Ben play 4H", "Ann play 6D"):
        state = rules.apply(state, rules.parse_action(line))
    seen = SmallTable(game_named("engines"), state, EnginesReading())
    assert seen.look(3) == []
    seen.lay("5C", 0, 0)
    assert seen.look() == []
    seen.take("5C")
    assert seen.look() == ["Ben pass"]


def test_a_result_that_was_taken_back_counts_again_once_another_card_of_the_search_is_laid() -> None:
    seen = table()
    search(seen, "9C")
    before = seen.ledger.state
    assert lay_results(seen, BACKS, Ben="7H", Ann="10D") == ["Ben play 7H", "Ann play 10D"]
    seen.set_right(before)
    assert seen.look(6) == []
    seen.take("Ann")
    seen.look(1.5)
    seen.lay("other", *PLACES["Ann"], name="8D")
    assert seen.look() == ["Ben play 7H", "Ann play 8D"]
    assert seen.refused == []


def test_a_search_card_read_wrongly_is_taken_back_and_told() -> None:
    seen = table()
    before = seen.ledger.state
    search(seen, "9C")
    seen.set_right(before)
    assert seen.look(4) == []
    seen.tell("Ben search 8C")
    assert seen.look(2) == []
    assert lay_results(seen, BACKS, Ben="7H", Ann="10D") == ["Ben play 7H", "Ann play 10D"]
    assert search(seen, "2C") == ["Ann search 2C"]


def test_a_search_that_was_taken_back_is_turned_anew_by_hand() -> None:
    seen = table()
    before = seen.ledger.state
    search(seen, "9C")
    seen.set_right(before)
    seen.look(2)
    seen.take("9C/search")
    assert seen.look(2) == []
    assert search(seen, "9C") == ["Ben search 9C"]


def test_results_of_a_later_search_are_not_laid_to_an_earlier_one() -> None:
    seen = table()
    search(seen, "9C")
    laid = seen.ledger.state
    lay_results(seen, BACKS, Ben="7H", Ann="10D")
    search(seen, "2C")
    seen.set_right(laid)
    assert lay_results(seen, BACKS, Ann="3D", Ben="6H") == []
    assert seen.refused == []
    assert seen.look(3) == []


def test_a_card_added_after_a_pass_was_taken_back_counts_though_the_search_card_is_gone() -> None:
    seen = tie("Google")
    before = seen.ledger.state
    seen.take(next(key for key in seen.lying if key.endswith("/search")))
    assert seen.look(1.5) == ["Ben pass"]
    seen.set_right(before)
    assert seen.look(2) == []
    seen.lay("right", 75, -108, name="7S")
    assert seen.look() == ["Ben extra 7S"]


def test_a_pass_that_was_taken_back_waits_for_what_is_laid_next() -> None:
    seen = tie("Google")
    before = seen.ledger.state
    seen.take("5C/search")
    assert seen.look(1.5) == ["Ben pass"]
    seen.set_right(before)
    assert seen.look(5) == []
    seen.take()
    seen.look(1.5)
    seen.lay("6C", 0, 0)
    assert seen.look() == ["Ben pass", "Ben search 6C"]


def test_an_illegal_result_that_stands_is_played_on() -> None:
    seen = tie("Google")
    seen.lay("wrong", 75, -108, name="9H")
    seen.look(2)
    seen.let_stand("Ben extra 9H")
    assert seen.look(2) == []
    assert search(seen, "2C")[-1].endswith("search 2C")
    assert seen.refused == [("not_one_further",)]


def test_seats_are_found_after_a_bump_of_the_camera() -> None:
    seen = table()
    search(seen, "9C")
    lay_results(seen, BACKS, Ben="7H", Ann="10D")
    for key in list(seen.lying):
        seen.take(key)
    seen.look(1.5)
    seen.bump(150, -120)
    seen.lay("2C/search", 0, 0)
    assert seen.look() == ["Ann search 2C"]
    assert lay_results(seen, {}, Ben="6H", Ann="3D") == ["Ben play 6H", "Ann play 3D"]
    assert seen.asked == ()
