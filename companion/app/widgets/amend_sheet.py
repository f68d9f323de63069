"""A sheet that asks which earlier action was another one, and what it truly was."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

from companion.app.said import Choice
from companion.app.widgets.card_sheet import CardSheet
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.field import Field
from companion.app.widgets.kit import Choices, TapButton
from companion.app.widgets.sheet import Sheet
from companion.journal import Play
from companion.language import Language
from companion.rules.cards import Card
from companion.wording import Wording

_MOST = 200  # actions, the newest ones


class AmendSheet(Sheet):
    """Calls `choose` with the number of an entry and the action that is to stand there, as it is written.

    Offered are the actions that the table saw: the others tell what one player alone knows.
    """

    def __init__(
        self, owner: Dressed, language: Language, play: Play, wording: Wording, choose: Callable[[int, str], None]
    ) -> None:
        super().__init__(owner, language.text("amend.which"), language.text("app.cancel"))
        self._owner, self._language, self._choose = owner, language, choose
        steps = islice(play.in_sight(), _MOST)
        self._lines = {str(step.entry.number): step.entry.line or "" for step in steps}
        self._did = {key: wording.did(play.game.parse_action(line)) for key, line in self._lines.items()}
        offered = [Choice(key, did) for key, did in self._did.items()]
        self.show(Choices(choices=offered, least=300, design_size=17, choose=self.ask_what, **self.dress))
        self._field = Field(**self.dress)

    def ask_what(self, key: str) -> None:
        """Which card it was, one tap for each that it names; or all of it as it is written."""
        self.title = self._did[key]
        self.ids.content.clear_widgets()
        text, named = self._language.text, _cards_in(self._lines[key].split(" "))
        cards = [Choice(str(place), text("amend.another", card=card.sign)) for place, card in named.items()]
        self.show(Choices(choices=cards, least=220, choose=partial(self._name_card, key), **self.dress))
        self.say(text("amend.written"))
        self._field.text = self._lines[key]
        self._field.bind(on_text_validate=lambda _field: self._take_written(key))
        self.show(self._field)
        tapped = partial(self._take_written, key)
        self.show(TapButton(text=text("amend.set_right"), tapped=tapped, **self.dress))

    def _name_card(self, key: str, place: str) -> None:
        CardSheet(self._owner, self._language, partial(self._put_card, key, int(place))).open()

    def _put_card(self, key: str, place: int, card: str) -> None:
        words = self._lines[key].split(" ")
        self._take(key, " ".join([*words[:place], card, *words[place + 1 :]]))

    def _take_written(self, key: str) -> None:
        self._take(key, self._field.text)

    def _take(self, key: str, line: str) -> None:
        self.dismiss()
        self._choose(int(key), " ".join(line.split()))


def _cards_in(words: list[str]) -> dict[int, Card]:
    """The cards that an action names, by the places of their words; the first one is somebody's name."""
    cards = {}
    for place, word in list(enumerate(words))[1:]:
        try:
            cards[place] = Card.parse(word)
        except ValueError:
            continue
    return cards
