"""The audit of a locked entry, one step after the other: its row face up, turned over, and its history."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games import playing_card  # noqa: F401 (named in lock_the_entry_audit.kv)
from companion.app.games.listing import Shown
from companion.app.widgets import kit  # noqa: F401 (the same)

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class AuditedCard(Shown, BoxLayout):
    """A card of the row (an `AuditCard`), with its owner."""


class EntryAudit(Shown, BoxLayout):
    """One step (an `AuditView`), without any height where there is none.

    go: takes the `AuditStep` that is tapped; own: takes the player whose the card is that is asked for.
    """

    go = ObjectProperty(lambda key: None)
    own = ObjectProperty(lambda player: None)
