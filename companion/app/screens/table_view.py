"""What the table screen says of a game, whichever it is: the ruling, the feed, the questions. No window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.action_wording import NAMES
from companion.app.said import Choice
from companion.app.watch import News, Posed
from companion.journal import Entry, Kind, Play
from companion.rules import lockdown
from companion.rules.cards import Card
from companion.rules.game import Finding, Illegal, Player
from companion.wording import Wording, question_words

SHOWN_TO_CAMERA = (lockdown.NAME,)  # games in which hands are shown to the camera alone
LONGEST_NAME = 24  # characters of a name that are shown
_SHORTEST_NAME, _FEW = 9, 4  # … where the points of more than a few players stand side by side
_MOST_NEWS = 40
_MOST_RULES = 3
_MOST_SAID = 240  # characters of one line of the feed, which may hold what people typed


class Tone(StrEnum):
    """How a ruling is shown: legal, refused by the rules, let stand or taken back by people, or no ruling."""

    LEGAL = "certain"
    REFUSED = "refused"
    ASKED = "asked"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The last thing that happened. headline: in large type; lines: what else; rules: ids with titles, to be read."""

    headline: str
    tone: Tone
    lines: tuple[str, ...] = ()
    rules: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to be answered by one tap. card: whether any card may be the answer; waiting: how many come after."""

    key: str
    words: str
    choices: tuple[Choice, ...]
    card: bool
    waiting: int


def verdict_of(news: Sequence[News], wording: Wording) -> Verdict:
    """The ruling that is shown."""
    if not news:
        return Verdict(wording.language.text("table_screen.nothing_yet"), Tone.QUIET)
    last = news[-1]
    if last.entry is None:
        return Verdict(_said(last.findings[0], wording), Tone.ASKED, (), _rules(last.findings, wording))
    return _of_entry(last, last.entry, wording)


def feed_of(news: Sequence[News], wording: Wording) -> str:
    """What happened, newest first, a line each."""
    lines = (_line(one, wording) for one in news[: -_MOST_NEWS - 1 : -1])
    return "\n".join(line if len(line) <= _MOST_SAID else line[: _MOST_SAID - 1] + "…" for line in lines)


def asking_of(questions: Sequence[Posed], wording: Wording) -> Asking | None:
    """The question that was put first, None where nothing is asked."""
    if not questions:
        return None
    question, language = questions[0].question, wording.language
    named = {name: value for name, value in question.data.items() if name in NAMES and isinstance(value, str)}
    data = {**question.data, **{name: wording.short(value) for name, value in named.items()}}
    words = question_words(question.reason, data, language)
    if question.choices:
        choices = tuple(Choice(choice, _choice(choice, wording)) for choice in question.choices)
        return Asking(question.key, words, choices, False, len(questions) - 1)
    guess = str(question.data.get("guess", ""))
    guessed = (Choice(guess, _choice(guess, wording)),) if guess else ()
    return Asking(question.key, words, guessed, True, len(questions) - 1)


def turn_of(play: Play, wording: Wording) -> str:
    """Whose matter it is, or who has won."""
    text, result = wording.language.text, play.game.result(play.state)
    if result.over:
        winners = wording.listed(result.winners) or text("table.nobody")
        return text("table_screen.won_by", players=winners)
    acting = play.game.to_act(play.state)
    if len(acting) == 1:
        return text("table_screen.turn_of", player=wording.short(acting[0]))
    if set(acting) == set(play.record.setup.players):
        return text("table_screen.anybody")
    return text("table_screen.some_of", players=wording.listed(acting)) if acting else ""


def may_stand(play: Play) -> bool:
    """Whether the players can let the action stand that was just refused: some cannot be carried out at all."""
    if play.refused is None:
        return False
    try:
        play.game.overrule(play.state, play.game.parse_action(play.refused.line or ""))
    except (Illegal, ValueError):
        return False
    return True


def points_of(play: Play, wording: Wording) -> tuple[tuple[Player, str], ...]:
    """The points of all by seat: each player, and the words."""
    points = play.game.result(play.state).points
    if len(points) > _FEW:
        wording = replace(wording, longest=_SHORTEST_NAME)
    told = wording.language.text
    return tuple(
        (player, told("table.points_of", player=wording.short(player), points=won)) for player, won in points.items()
    )


def _of_entry(news: News, entry: Entry, wording: Wording) -> Verdict:
    text = wording.language.text
    match entry.kind:
        case Kind.REFUSED:
            broken = [_capital(wording.judged(finding)) for finding in news.findings]
            return Verdict(broken[0], Tone.REFUSED, (*broken[1:], _did(news, wording)), _rules(news.findings, wording))
        case Kind.UNDO:
            return Verdict(text("table_screen.undone", line=_did(news, wording)), Tone.ASKED)
        case _ if entry.overruled is not None:
            line = text("table_screen.let_stand", reason=entry.overruled)
            return Verdict(line, Tone.ASKED, (_did(news, wording),), _rules(entry.findings, wording))
    said = [_said(finding, wording) for finding in news.findings]
    if not said:
        basis = entry.ruling.basis if entry.ruling else ()
        return Verdict(_did(news, wording), Tone.LEGAL, (), _named(basis, wording))
    return Verdict(said[0], Tone.LEGAL, (*said[1:], _did(news, wording)), _rules(news.findings, wording))


def _line(news: News, wording: Wording) -> str:
    entry = news.entry
    if entry is None:
        return "· " + "  ".join(_said(finding, wording) for finding in news.findings)
    if entry.kind is Kind.UNDO:
        return "← " + _did(news, wording)
    if entry.kind is Kind.REFUSED:
        return f"× {_did(news, wording)}   {wording.listed(entry.ruling.rules if entry.ruling else ())}"
    sign = "✓" if entry.overruled is None else "!"
    return f"{sign} {_did(news, wording)}"


def _did(news: News, wording: Wording) -> str:
    return wording.did(news.action) if news.action is not None else wording.language.text("table_screen.an_action")


def _said(finding: Finding, wording: Wording) -> str:
    return _capital(wording.said(finding))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rules(findings: Sequence[Finding], wording: Wording) -> tuple[Choice, ...]:
    return _named([finding.rule for finding in findings], wording)


def _named(rules: Sequence[str], wording: Wording) -> tuple[Choice, ...]:
    return tuple(Choice(rule, wording.title(rule)) for rule in list(dict.fromkeys(rules))[:_MOST_RULES])


def _choice(choice: str, wording: Wording) -> str:
    """An answer as people read it: words of its own, the sign of a card, or a player's name."""
    named = wording.language.texts.get(f"choices.{choice}")
    if named is not None:
        return named
    try:
        return Card.parse(choice).sign
    except ValueError:
        return wording.short(choice)
