"""What the table sees of an action: no secret rule, no card that lies face down, all that lies open."""

from __future__ import annotations

from companion.rules import eleusis, engines, lock_the_entry, lockdown, word_wars
from companion.rules.cards import Card
from companion.rules.game import Setup

ACE, NINE = Card.parse("AS"), Card.parse("9H")


def test_the_rule_of_eleusis_is_for_its_dealer_alone() -> None:
    state = eleusis.start(Setup(("Ann", "Ben", "Cem")))
    deal = eleusis.parse_action("Ann deals | rule red")
    assert "red" not in eleusis.write_action(eleusis.view_action(state, deal, None))
    assert eleusis.view_action(state, deal, "Ben").rule is None
    assert eleusis.view_action(state, deal, "Ann") == deal
    guess = eleusis.parse_action("Ben guesses | rule red")
    assert eleusis.view_action(state, guess, None) == guess


def test_a_result_of_engines_is_seen_when_all_are_laid() -> None:
    state = engines.start(Setup(("Ann", "Ben")))
    state = engines.apply(state, engines.Search(state.turn, Card.parse("9C")))
    play = engines.Play("Ann", ACE)
    laid = engines.apply(state, play)
    assert engines.view_action(laid, play, None) == engines.view_action(laid, engines.Play("Ann", NINE), None)
    assert engines.view_action(laid, play, "Ann") == play
    last = engines.Play("Ben", NINE)
    assert engines.view_action(engines.apply(laid, last), last, None) == last


def test_a_card_drawn_in_lockdown_is_its_players() -> None:
    state = lockdown.start(Setup(("Ann", "Ben", "Cem"), seed=1))
    drawn, other = lockdown.Draw("Ann", "Ben", ACE), lockdown.Draw("Ann", "Ben", NINE)
    assert lockdown.view_action(state, drawn, None) == lockdown.view_action(state, other, None)
    assert lockdown.view_action(state, drawn, "Ann") == drawn


def test_what_lies_open_is_seen() -> None:
    create, trade = lock_the_entry.Create("Ann", ACE), word_wars.Trade("Ann", "AB")
    entries = lock_the_entry.start(Setup(("Ann", "Ben", "Cem")))
    assert lock_the_entry.view_action(entries, create, None) == create
    game = word_wars.WordWars(word_wars.Lexicon.of("none", ["AB"]))
    assert game.view_action(game.start(Setup(("Ann", "Ben"))), trade, None) == trade
