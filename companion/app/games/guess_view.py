"""A guess of Eleusis as it is told: put together or typed, read back, then held against the rule. No window needed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.app.games.offers import LONGEST, short
from companion.app.games.rule_building import Building, building, rule_view
from companion.app.games.rule_draft import Draft, tapped, typed
from companion.app.said import Choice
from companion.language import Language
from companion.rules.eleusis import Guess, State, can, verify, write_action
from companion.secret_wording import error_words
from companion.wording import Wording

BUILD, TYPE = "build", "type"
# Which card may start the line nobody can find out by playing, so a guess begins behind that.
_BEGUN = replace(tapped(Draft(), "part rule"), before=())
_MOST_WORDS = 120  # characters of a guess in words


@dataclass(frozen=True, slots=True)
class Telling:
    """A guess as far as it is told. way: built or typed; said: whether it was said, and the dealer has to judge it."""

    draft: Draft = _BEGUN
    way: str = BUILD
    said: bool = False


@dataclass(frozen=True, slots=True)
class GuessView:
    """What there is to see. told: the guess read back; note: what is wrong with it.

    asked: why the dealer has to judge it; moves: to say it, or to judge it once it is said.
    """

    title: str
    ways: tuple[Choice, ...]
    building: Building
    told: str
    note: str
    asked: str
    moves: tuple[Choice, ...]


def guess_view(telling: Telling, state: State, language: Language) -> GuessView:
    """The guess as all may see it; how it stands to the rule is not asked before it is said."""
    guess = _guess(telling, state)
    title = language.text("app_guess.title", player=short(_guesser(state)))
    ways = tuple(Choice(way, language.text(f"app_guess.{way}")) for way in (BUILD, TYPE))
    told, note = _read_back(telling.draft, guess, language)
    if telling.said and guess is not None:
        asked, moves = _asked(guess, state, language)
    else:
        asked, moves = "", (Choice("say", language.text("app_guess.say"), guess is not None),)
    return GuessView(title, ways, building(telling.draft, language), told, note, asked, moves)


def _read_back(draft: Draft, guess: Guess | None, language: Language) -> tuple[str, str]:
    """The guess as a sentence with its gaps, or in the words that were typed, and what is wrong with it."""
    if draft.error is not None and guess is not None:
        error = error_words(draft.error, language)
        return language.text("app_guess.words", words=guess.words), language.text("app_guess.in_words", error=error)
    rule = rule_view(draft, language)
    begun = draft.root != _BEGUN.root or draft.error is not None
    return rule.sentence if begun else language.text("app_guess.nothing"), rule.error


def _asked(guess: Guess, state: State, language: Language) -> tuple[str, tuple[Choice, ...]]:
    """Why the rules do not judge the guess, and what the dealer can say of it."""
    wording = Wording(language, {}, LONGEST)
    why = language.text("app_eleusis.joint").join(map(wording.judged, verify(state, guess).broken))
    verdicts = {name: replace(guess, right=name == "right") for name in ("right", "wrong")}
    moves = (Choice(name, language.text(f"app_eleusis.{name}"), can(state, said)) for name, said in verdicts.items())
    return why[:1].upper() + why[1:], tuple(moves)


def told_on(telling: Telling, key: str, state: State) -> tuple[Telling, str]:
    """The guess after a tap, of the builder too, and the action line that the tap says, empty where it says none.

    What is said is judged by the rules where they can; else the dealer is asked.
    """
    guess = _guess(telling, state)
    match key:
        case "build" | "type":
            return replace(telling, way=key), ""
        case "say" if guess is not None:
            return (telling, write_action(guess)) if can(state, guess) else (replace(telling, said=True), "")
        case "right" | "wrong" if guess is not None:
            return telling, write_action(replace(guess, right=key == "right"))
        case "new":
            before = (*telling.draft.before, telling.draft.root)
            return replace(telling, draft=replace(_BEGUN, before=before), said=False), ""
    return replace(telling, draft=tapped(telling.draft, key), said=False), ""


def typed_on(telling: Telling, text: str) -> Telling:
    """The guess after something was typed."""
    return replace(telling, draft=typed(telling.draft, text) if text.strip() else _BEGUN, said=False)


def _guesser(state: State) -> str:
    """Who may guess now."""
    return (state.round.guesser if state.round is not None else None) or ""


def _guess(telling: Telling, state: State) -> Guess | None:
    """What is told: a rule, or words that are none; None as long as it is neither."""
    draft = telling.draft
    if draft.rule is not None:
        return Guess(_guesser(state), draft.rule)
    words = draft.text.strip() if draft.error is not None else ""
    return Guess(_guesser(state), words=words[:_MOST_WORDS]) if words else None
