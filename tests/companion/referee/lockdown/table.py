"""A table of Lockdown as a camera sees it: rows of backs before the players, sets, hands shown in private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.referee.lockdown.reading import LockdownReading
from companion.rules import lockdown as rules
from companion.rules.game import Game, Setup
from companion.rules.games import game_named
from tests.companion.referee.small_table import SmallTable

GAME: Game = game_named("lockdown")
PLACES = {"Ann": (300.0, 400.0), "Ben": (-300.0, 400.0), "Cem": (0.0, -400.0)}  # middles of the rows, clockwise
STEP = 24.0  # from card to card of a row


class Lockdown:
    """A table of three, or of the first two of them: rows of backs, sets before them, a deck in the middle."""

    def __init__(
        self, players: Sequence[str] = tuple(PLACES), turned: float = 0.0, shown: str = "", seated: bool = True
    ) -> None:
        """shown: hands in seating order that are shown in private at once, ``"2C 3C 4C 5C, 6C …"``. seated: whether it
        is said who sits where."""
        self.table = SmallTable(GAME, GAME.start(Setup(tuple(players))), LockdownReading(), turned)
        self.rows = dict.fromkeys(players, 4)
        self.table.lay("deck", 0, 0, "deck", back=True)
        for player in players:
            self.row(player, 4)
        self.table.look()
        if seated:
            self.table.answer(self.asked_of(players, turned))
        for player, cards in zip(players, shown.split(", ") if shown else (), strict=False):
            self.show(player, cards)
        self.table.done.clear()

    def asked_of(self, players: Sequence[str] = tuple(PLACES), turned: float = 0.0) -> str:
        """Before whom of the players the row lies whose owner is asked for, on a table that lies turned."""
        (question,) = self.table.asked
        assert question.reason == "whose_hand"
        asked = self.table.referee.table.thing(question.things[0])
        assert asked is not None
        return min(players, key=lambda player: self.distance(player, asked.sighting.centre, turned))

    def row(self, player: str, count: int) -> None:
        """So many cards lie face down before a player."""
        for place in range(self.rows[player]):
            self.table.lying.pop(f"{player}{place}", None)
        self.rows[player] = count
        x, y = PLACES[player]
        for place in range(count):
            self.table.lay(f"{player}{place}", x + STEP * (place - (count - 1) / 2), y, "deck", back=True)

    def sets(self, player: str, *cards: str) -> None:
        """A set lies before a player: faces, or one back on another."""
        x, y = PLACES[player]
        for place, card in enumerate(cards):
            back = card == "back"
            name = "deck" if back else card
            self.table.lay(f"{player} {card} {place}", x - 60 + 22 * place, y * 0.72, name, back=back)

    def show(self, player: str, cards: str, seconds: float = 1.5, **unsure: float) -> list[str]:
        """A hand is shown in private for a while, and laid down again. unsure: by ``_8C`` and so on, confidences of its
        cards that are not surely read."""
        count = self.rows[player]
        self.row(player, 0)
        self.lay_open(cards, **unsure)
        done = self.table.look(seconds)
        self.take_up()
        self.row(player, max(count, len(cards.split())))
        return done + self.table.look(1.25)

    def lay_open(self, cards: str, **unsure: float) -> None:
        """The cards of a hand are laid down to be shown in private, as ``8C/shown3`` where that is the fourth."""
        for place, card in enumerate(cards.split()):
            key = f"{card}/shown{place}"
            self.table.lay(key, 42.0 * place - 80, 700, card)
            if f"_{card}" in unsure:
                sighting = self.table.lying[key]
                self.table.lying[key] = replace(sighting, certain=False, confidence=unsure[f"_{card}"])

    def take_up(self) -> None:
        """What is shown in private is shown no more."""
        self.table.take(*[key for key in self.table.lying if "/shown" in key])

    def open(self, *cards: str) -> list[str]:
        """Cards shown to all, beside the deck."""
        for place, card in enumerate(cards):
            self.table.lay(f"{card}/open", 100.0 + 40 * place, 0, card)
        return self.table.look(1.25)

    @property
    def state(self) -> rules.State:
        state = self.table.ledger.state
        assert isinstance(state, rules.State)
        return state

    @staticmethod
    def distance(player: str, centre: tuple[float, float], turned: float) -> float:
        """How far from a player's row a thing lies, on a table that lies turned."""
        angle = np.deg2rad(turned)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return float(np.linalg.norm(np.array(PLACES[player]) @ turn + 1000 - centre))
