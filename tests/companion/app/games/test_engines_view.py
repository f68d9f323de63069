"""The panel of Engines without a window: the search and its results, the piles, and what can be tapped."""

from __future__ import annotations

from companion.app.games.engines_view import CARDS, HAND, EnginesView, cards_of, hand_of, view_of
from companion.app.games.offers import Deed
from companion.language import Language
from companion.rules.cards import UNKNOWN, Card
from companion.rules.engines import State, apply, parse_action, start
from companion.rules.game import Setup

ENGLISH = Language.load("en")
TWO, FOUR = ("Ann", "Ben"), ("Ann", "Ben", "Cem", "Dora")
DEAL = {"google": ("5H", "9S", "2D", "KC", "3H"), "yahoo": ("7H", "8S", "JD", "2C"), "search": ("6D", "4S")}


def played(state: State, *lines: str) -> list[State]:
    """The states from the first to the last."""
    states = [state]
    for line in lines:
        states.append(apply(states[-1], parse_action(line)))
    return states


def table(*lines: str, players: tuple[str, ...] = TWO) -> EnginesView:
    """A real table, after those lines."""
    return view_of(played(start(Setup(players)), *lines), ENGLISH)


def deed(view: EnginesView, key: str) -> Deed | None:
    return next((found for found in view.deeds if found.key == key), None)


def cards(view: EnginesView) -> list[Card | None]:
    return [seat.card for side in view.sides for seat in side.seats]


def test_results_lie_face_down_until_all_are_turned_up() -> None:
    open_search = table("Ben search 6D", "Ann play 5H")
    assert open_search.search == Card.parse("6D")
    assert open_search.open
    assert open_search.turn == "Still to lay a card: Ben"
    assert cards(open_search) == [UNKNOWN, None]
    assert [seat.acts for side in open_search.sides for seat in side.seats] == [False, True]


def test_the_winner_of_the_last_search_stays_in_sight() -> None:
    view = table("Ben search 6D", "Ann play 5H", "Ben play 9S")
    google, yahoo = view.sides
    assert not view.open
    assert view.search == Card.parse("6D")
    assert cards(view) == [Card.parse("5H"), Card.parse("9S")]
    assert google.seats[0].best
    assert not yahoo.seats[0].best
    assert google.seats[0].lines[1] == "1 away"
    assert view.outcome == ("Google wins the search with 5♥ of Ann",)
    assert (google.won, yahoo.won, google.ahead) == ("1 won", "0 won", True)
    assert google.piles == "deck 46, used 1"
    assert google.more == "IPO open, won last"


def test_a_tie_is_settled_by_one_of_the_cards_that_would_or_passed() -> None:
    tie = ("Ben search 6D", "Ann play 5H", "Ben play 7S")
    anew = ("Ben search 4C", "Ann play 4H", "Ben play 9S", "Ann search 6H")
    view = table(*anew, "Ann play 5H", "Ben play 7S")
    extra, passing = deed(view, "extra"), deed(view, "pass")
    assert extra is not None
    assert passing is not None
    assert {choice.text for choice in extra.choices} == {f"{rank}{suit}" for rank in "48" for suit in "♣♦♥♠"}
    assert [choice.key for choice in passing.choices] == ["Ben pass"]
    assert view.turn == "A tie: Ben may add a card 2 away"
    settled = table(*anew, "Ann play 5H", "Ben play 7S", "Ben extra 8C")
    assert settled.outcome == ("Yahoo wins the search with 7♠ of Ben",)
    assert "added 8♣" in settled.sides[1].seats[0].lines
    assert [side.seats[0].best for side in settled.sides] == [False, True]
    assert [side.seats[0].best for side in view.sides] == [True, True]
    assert table(*tie, "Ben pass").outcome == ("nobody has won a search yet: Ben turns a new one",)


def test_an_ipo_is_offered_in_googles_turn_once() -> None:
    before = deed(table(), "ipo")
    assert before is not None
    assert not before.button.enabled
    turn = ("Ben search 6D", "Ann play 5H", "Ben play 9S")
    due = deed(table(*turn), "ipo")
    assert due is not None
    assert [(choice.key, choice.enabled) for choice in due.choices] == [("Ann ipo", True)]
    taken = deed(table(*turn, "Ann ipo"), "ipo")
    assert taken is not None
    assert not taken.button.enabled


def test_four_players_cut_and_fill_their_hands() -> None:
    assert table(players=FOUR).turn.startswith("Set 1: Ben, Dora")
    cut = ("Ben cut 5H", "Dora cut 9H", "Ben search 6D")
    laid = ("Ben play 9S", "Cem play 6H", "Dora play 2S", "Ann play 10C")
    view = table(*cut, *laid, players=FOUR)
    assert [[seat.player for seat in side.seats] for side in view.sides] == [["Ann", "Cem"], ["Ben", "Dora"]]
    assert view.turn == "Cem fills the hand"
    assert view.outcome == ("Google wins the search, having the only matches",)
    from_deck, from_partner = deed(view, "fill_deck"), deed(view, "fill_partner")
    assert from_deck is not None
    assert from_partner is not None
    assert [found.choices[0].key for found in (from_deck, from_partner)] == ["Cem fill deck", "Cem fill partner"]
    filled = table(*cut, *laid, "Cem fill deck", players=FOUR)
    assert filled.outcome == view.outcome
    assert "10♣" in filled.sides[0].seats[0].lines  # it went back to the hand, and all have seen it


def test_a_search_card_is_turned_by_a_tap_where_the_deck_is_known() -> None:
    dealt = view_of([start(Setup(TWO, deal=DEAL))], ENGLISH)
    search = deed(dealt, "search")
    assert search is not None
    assert [(choice.key, choice.enabled) for choice in search.choices] == [("Ben search", True)]
    assert deed(dealt, HAND) is not None
    assert deed(dealt, CARDS) is None


def test_at_a_real_table_without_a_camera_the_cards_are_named() -> None:
    search = deed(table(), CARDS)
    assert search is not None
    assert (search.text, [choice.key for choice in search.choices]) == ("Turn search card", ["Ben"])
    opening = start(Setup(TWO))
    assert cards_of(opening, "Ben")["10H"] == "Ben search 10H"
    assert len(cards_of(opening, "Ben")) == 52
    assert cards_of(opening, "Ann") == {}
    turned = played(opening, "Ben search 6D", "Ann play 5H")[-1]
    lay = deed(table("Ben search 6D", "Ann play 5H"), CARDS)
    assert lay is not None
    assert (lay.text, [choice.key for choice in lay.choices]) == ("Lay a card", ["Ben"])
    assert cards_of(turned, "Ben")["9S"] == "Ben play 9S"
    again = played(turned, "Ben play 9S")[-1]
    assert "6D" not in cards_of(again, "Ann")  # it was a search card already
    cut = deed(table(players=FOUR), CARDS)
    assert cut is not None
    assert (cut.text, [choice.key for choice in cut.choices]) == ("Cut", ["Ben", "Dora"])
    tie = table("Ben search 6D", "Ann play 5H", "Ben play 7S")
    assert deed(tie, CARDS) is None  # the extra cards are offered as they are


def test_a_hand_lays_its_cards_in_private() -> None:
    states = played(start(Setup(TWO, deal=DEAL)), "Ben search")
    assert [card.key for card in hand_of(states[-1], "Ann", ENGLISH).cards][:2] == ["Ann play 5H", "Ann play 9S"]
    assert not any(card.key for card in hand_of(states[0], "Ann", ENGLISH).cards)
    tied = played(states[-1], "Ann play 5H", "Ben play 7H")[-1]
    assert [card.key for card in hand_of(tied, "Ben", ENGLISH).cards if card.key] == ["Ben extra 8S"]


def test_no_hand_is_on_the_table() -> None:
    other = {**DEAL, "google": ("10H", "9S", "2D", "KC", "3H"), "yahoo": ("AH", "8S", "JD", "2C")}
    states, twins = ([start(Setup(TWO, deal=deal))] for deal in (DEAL, other))
    assert view_of(states, ENGLISH) == view_of(twins, ENGLISH)
    later = [
        played(start(Setup(TWO, deal=deal)), "Ben search", line)[-1]
        for deal, line in (
            (DEAL, "Ann play 5H"),
            (other, "Ann play 10H"),
        )
    ]
    assert view_of(later[:1], ENGLISH) == view_of(later[1:], ENGLISH)
