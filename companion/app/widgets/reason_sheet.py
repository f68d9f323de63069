"""A sheet that asks why the players let an action stand."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.said import Choice
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.field import Field
from companion.app.widgets.kit import Choices, TapButton
from companion.app.widgets.sheet import Sheet
from companion.language import Language

_USUAL = ("agreed", "misread", "too_late")


class ReasonSheet(Sheet):
    """Calls `choose` with the reason: one of the usual ones, or what is typed."""

    def __init__(self, owner: Dressed, language: Language, choose: Callable[[str], None]) -> None:
        super().__init__(owner, language.text("table_screen.why_overrule"), language.text("app.cancel"))
        self._choose = choose
        reasons = [language.text(f"table_screen.reason_{reason}") for reason in _USUAL]
        self.show(Choices(choices=[Choice(text, text) for text in reasons], least=220, choose=self._take, **self.dress))
        self._field = Field(hint_text=language.text("table_screen.own_reason"), **self.dress)
        self._button = TapButton(
            text=language.text("table_screen.overrule"), disabled=True, tapped=self._take_typed, **self.dress
        )
        self._field.typed = self._allow
        self._field.bind(on_text_validate=lambda _field: self._take_typed())
        self.show(self._field)
        self.show(self._button)

    def _allow(self, text: str) -> None:
        self._button.disabled = not text.strip()

    def _take_typed(self) -> None:
        if self._field.text.strip():
            self._take(self._field.text)

    def _take(self, reason: str) -> None:
        self.dismiss()
        self._choose(reason)
