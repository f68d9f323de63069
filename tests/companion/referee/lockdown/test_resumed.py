"""Lockdown gone on with in the middle: what happened while nobody looked, and what is under way, is taken in."""

from __future__ import annotations

from companion.referee.lockdown.reading import LockdownReading
from companion.rules import lockdown as rules
from companion.rules.game import Setup
from tests.companion.referee.lockdown.table import GAME, PLACES, Lockdown
from tests.companion.referee.small_table import SmallTable

HANDS = {"Ann": "2C 4C 6C 8C", "Ben": "3D 5D 7D 9D", "Cem": "10H JH QH KH"}


class Resumed(Lockdown):
    """The table of a game that knows all hands and whose turn it is (Ann's), before eyes that see it anew."""

    def __init__(self, more: str = "", open_hand: str = "") -> None:
        """more: to whose row a card came that the game does not know; open_hand: what lies open in the middle, taken
        from the row of the player whose first card it begins with."""
        state = GAME.start(Setup(tuple(PLACES)))
        for player, cards in HANDS.items():
            state = rules.apply(state, GAME.parse_action(f"{player} hold {cards}"))
        self.table = SmallTable(GAME, state, LockdownReading())
        self.rows = dict.fromkeys(PLACES, 4)
        self.table.lay("deck", 0, 0, "deck", back=True)
        for player in PLACES:
            self.row(player, 4 + (player == more))
        self.lay_open(open_hand)
        if open_hand:
            self.row(next(player for player, cards in HANDS.items() if cards.startswith(open_hand.split()[0])), 0)

    def sit(self) -> list[str]:
        """It is said whose a row is; what was carried out for it."""
        self.table.look(1.5)
        return self.table.answer(self.asked_of())


def test_a_card_that_came_unseen_and_the_next_one_are_told_apart() -> None:
    game = Resumed(more="Cem")
    assert game.sit() == []
    game.table.look(1.5)
    assert game.table.asked == ()  # the hand may yet be shown
    game.row("Ann", 3)
    assert game.show("Cem", "10H JH QH KH 9S 4C") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("drew_or_forced", ("drew", "Ann", "nothing"))
    done = ["Ann force Cem", "Cem take 4C from Ann", "Cem hold 10H JH QH KH 9S 4C"]
    assert game.table.answer("Ann") == done
    assert game.table.refused == []


def test_a_card_that_came_unseen_is_asked_about_before_another_hand_is_taken_in() -> None:
    game = Resumed(more="Ben")
    game.sit()
    game.table.look(1.5)
    game.row("Ann", 3)
    assert game.show("Cem", "10H JH QH KH 4C") == []
    (question,) = game.table.asked
    assert question.data["player"] == "Ben"
    assert game.table.answer("Ann") == ["Ann force Ben"]


def test_a_hand_that_was_open_when_the_game_was_gone_on_with_tells_its_card() -> None:
    game = Resumed(open_hand="10H JH QH KH 4C")
    game.table.look(2)
    assert game.table.asked == ()  # a row is missing: nobody can say whose the others are
    game.take_up()
    game.row("Cem", 5)
    game.row("Ann", 3)
    game.table.look(1)
    assert game.sit() == ["Ann give 4C to Cem"]
    assert game.table.refused == []


def test_a_hand_that_was_open_and_holds_nothing_new_tells_nothing() -> None:
    game = Resumed(open_hand="10H JH QH KH")
    game.table.look(2)
    game.take_up()
    game.row("Cem", 4)
    assert game.sit() == []
    assert game.table.look(5) == []
    assert game.table.asked == ()


def test_a_single_face_before_all_sit_is_no_hand() -> None:
    game = Resumed(more="Cem")
    game.table.lay("9S", 150, 0)
    game.table.look(0.75)
    game.table.take("9S")
    assert game.sit() == []
    assert game.table.look(1.5) == []
