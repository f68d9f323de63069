"""What somebody did, as a sentence: the action of any game, put together from its parts.

A game's language file says it under ``PREFIX_does``. ``draw`` is the sentence of an action `Draw`, ``draw_unseen`` the
one where nobody saw its card; ``draw_next`` is added where its part `next` was told, ``fill_from_partner_yes`` or
``_no`` where a part is yes or no.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from companion.language import Language
from companion.rules.cards import UNKNOWN, Card
from companion.rules.eleusis.secret import SecretRule
from companion.secret_wording import rule_sentence

NAMES = frozenset(
    ("by", "dealer", "first", "named", "next", "other", "partner", "player", "source", "target", "to", "turn")
)
"""What the parts of actions and findings are called that are players."""
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def action_words(action: Any, table: str, language: Language, name: Callable[[str], str] = str) -> str:
    """An action as people say it. table: where its words stand, ``lte_does``; name: how a player is called.

    Raises UnknownText without words.
    """
    key = f"{table}.{_CAPITAL.sub('_', type(action).__name__).lower()}"
    parts = {field.name: getattr(action, field.name) for field in fields(action)}
    shown = {
        part: name(value) if part in NAMES and isinstance(value, str) else _shown(value, language)
        for part, value in parts.items()
    }
    unseen = any(map(_is_unseen, parts.values())) and f"{key}_unseen" in language.texts
    told = (f"{key}_{part}{_answer(value)}" for part, value in parts.items() if _is_told(value))
    more = (language.text(clause, **shown) for clause in told if clause in language.texts)
    return language.text("does.separator").join((language.text(f"{key}_unseen" if unseen else key, **shown), *more))


def _is_told(part: object) -> bool:
    return part is not None and part not in ("", ()) and not _is_unseen(part)


def _is_unseen(part: object) -> bool:
    """Whether it is a card, or are cards, that nobody saw."""
    return part == UNKNOWN or (isinstance(part, tuple) and bool(part) and all(card == UNKNOWN for card in part))


def _answer(part: object) -> str:
    return ("_yes" if part else "_no") if isinstance(part, bool) else ""


def _shown(part: object, language: Language) -> object:
    """A part of an action as people read it: the sign of a card, the letters of tiles, a rule in words."""
    match part:
        case None:
            return language.text("does.somebody")
        case Card():
            return part.sign
        case SecretRule():
            return rule_sentence(part, language).rstrip(".。")
        case tuple():
            words = [str(_shown(one, language)) for one in part if not _is_cell(one)]
            names = any(isinstance(one, str) and len(one) > 1 for one in part)
            return (language.text("table.list_separator") if names else " ").join(words)
    return part


def _is_cell(part: object) -> bool:
    """A place on a board says nothing to people: they see it."""
    return isinstance(part, tuple) and all(isinstance(number, int) for number in part)
