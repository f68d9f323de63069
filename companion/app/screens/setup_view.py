"""What the set-up of a game asks, and what comes of the answers: plain Python, no window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from companion.app.games.offers import short
from companion.app.said import Choice
from companion.app.screens.word_list import WordList
from companion.app.theme import COLOURS
from companion.beginning import UNFIT, why_not
from companion.journal import GameRecord
from companion.language import Language
from companion.option_wording import option_title, option_value, option_why, option_word
from companion.rules.game import Game, Setup
from companion.rules.names import seat_name
from companion.rules.word_wars import WordWars
from vision.frames import Camera

WORDS = "words"  # the name of the `OptionView` that asks for a list of words


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option of a game: its title, why one chooses it, its values, and the key of the one that is taken."""

    name: str
    title: str
    why: str
    choices: tuple[Choice, ...]
    chosen: str


@dataclass(frozen=True)
class Form:
    """The answers as they are. game: by its name. players: as typed; where nothing is typed a player has a number.
    colours: all there are, by their places in `Theme.lines`; the first is that of the first player, and so on. words:
    what Word Wars is played by."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    colours: tuple[int, ...] = tuple(range(COLOURS))
    words: WordList = WordList()

    @classmethod
    def resumed(cls, record: GameRecord, colours: Sequence[int]) -> Self:
        """A game of the journal, whose players have those colours as far as they are known."""
        others = [colour for colour in range(COLOURS) if colour not in colours]
        return cls(record.name, record.setup.players, record.setup.options, (*colours, *others))

    @classmethod
    def of(cls, rules: Game) -> Self:
        """A game with as few players as it takes."""
        return cls(rules.NAME, ("",) * rules.PLAYERS.start)

    def played_by(self, names: Sequence[str], rules: Game) -> Self:
        """With those players where the game takes so many; all else stays."""
        return replace(self, players=tuple(names)) if len(names) in rules.PLAYERS else self

    def counted(self, count: int) -> Self:
        """With so many players; those who were named stay."""
        return replace(self, players=(*self.players, *("",) * count)[:count])

    def named(self, place: int, name: str) -> Self:
        """With a player (from 0) of that name."""
        return replace(self, players=(*self.players[:place], name, *self.players[place + 1 :]))

    def coloured(self, place: int, colour: int) -> Self:
        """With a player (from 0) in that colour; whoever had it gets the player's own."""
        other, swapped = self.colours.index(colour), list(self.colours)
        swapped[place], swapped[other] = swapped[other], swapped[place]
        return replace(self, colours=tuple(swapped))

    def renamed(self, rules: Game, known: Sequence[str], before: Language) -> Self:
        """In another language than before, where who has no name has another number's words: keeps those under which
        a deck is known."""
        if not self.each_has_a_deck(rules, before):
            return self
        named = zip(self.players, self.names(before), strict=True)
        return replace(self, players=tuple(player or (name if name in known else "") for player, name in named))

    @property
    def written(self) -> tuple[str, ...]:
        """Names that people gave, of which the font is to have the signs."""
        return (*self.players, *((self.words.own.name,) if self.words.own is not None else ()))

    @property
    def seated(self) -> tuple[int, ...]:
        """The colours of those who play."""
        return self.colours[: len(self.players)]

    def chosen(self, option: str, value: str) -> Self:
        """With an option set."""
        return replace(self, options={**self.options, option: value})

    def names(self, language: Language) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(
            seat_name(name) or language.text("setup.player", number=place) for place, name in enumerate(self.players, 1)
        )

    def setup(self, language: Language) -> Setup:
        """The setup of the game."""
        return Setup(self.names(language), self.options)

    def each_has_a_deck(self, rules: Game, language: Language) -> bool:
        """Whether each player has a deck that has to be known by its back."""
        return rules.backs(self.names(language)) == self.names(language)

    def decks(self, rules: Game, language: Language) -> dict[str, str]:
        """The decks that have to be known by their backs: how each is called, by its player or by what it is."""
        own = self.each_has_a_deck(rules, language)
        names = rules.backs(self.names(language))
        return {deck: deck if own else language.text(f"setup.deck_{deck}") for deck in names}

    def problem(self, rules: Game, language: Language) -> str:
        """Why no game can begin so, empty where it can."""
        if self.words.trouble is not None:
            return self.words.trouble(language)
        try:
            rules.start(self.setup(language))
        except UNFIT as error:
            return why_not(error, rules, language)
        return ""

    def word_views(self, language: Language) -> tuple[OptionView, ...]:
        """Which words count, asked as an option is; nothing in games without words."""
        if self.game != WordWars.NAME:
            return ()
        title, why = language.text("setup.words"), language.text("setup.words_why")
        return (OptionView(WORDS, title, why, self.words.choices(language), self.words.taken),)

    def option_views(self, rules: Game, language: Language) -> tuple[OptionView, ...]:
        """The options of the game with the values taken."""
        taken = rules.Options.parse(self.options).as_json()
        return tuple(
            OptionView(
                option,
                option_title(self.game, option, language),
                option_why(self.game, option, language),
                tuple(Choice(option_word(value), option_value(self.game, option, value, language)) for value in values),
                option_word(taken[option]),
            )
            for option, values in rules.Options.choices().items()
        )


def count_choices(rules: Game) -> tuple[Choice, ...]:
    """How many may play."""
    return tuple(Choice(str(count), str(count)) for count in rules.PLAYERS)


def camera_choices(cameras: Sequence[Camera]) -> tuple[Choice, ...]:
    """Cameras to choose from, by their numbers, with what their makers call them."""
    return tuple(Choice(one.number, f"{one.number} · {short(one.name)}" if one.name else one.number) for one in cameras)


def kind_of_source(source: str) -> str:
    """Which of the sources that are offered this one is: ``"none"``, ``"camera"``, ``"file"`` or ``"address"``."""
    if not source:
        return "none"
    return "camera" if source.isdigit() else "address" if "://" in source else "file"
