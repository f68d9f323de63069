"""What is wrong with the text of a rule: where, and which way."""

from __future__ import annotations

from collections.abc import Mapping


class RuleError(ValueError):
    """A text that is no rule.

    reason: which way, one word with underscores; its words stand in the language files as ``ee_rule_error.<reason>``.
    position: the place of the mistake, characters from 0. data: what the message mentions.
    """

    def __init__(self, reason: str, position: int, data: Mapping[str, str | int] | None = None) -> None:
        self.reason = reason
        self.position = position
        self.data: dict[str, str | int] = {**(data or {}), "place": position + 1}
        super().__init__(" ".join([reason, *(f"{name}={value}" for name, value in self.data.items())]))
