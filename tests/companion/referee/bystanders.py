"""Who stood beside the table when a game was filmed: what the camera could see of it, and answers to what is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import Any

import numpy as np

from companion.referee.desk import GameReading, Question, Referee
from companion.referee.eleusis.reading import EleusisReading
from companion.referee.engines.reading import EnginesReading
from companion.referee.lock_the_entry.reading import LockTheEntryReading
from companion.referee.lockdown.reading import LockdownReading
from companion.referee.naming import NOTHING_THERE
from companion.referee.word_wars.reading import WordWarsReading
from companion.rules import eleusis, engines, lockdown, word_wars
from companion.rules.cards import UNKNOWN
from companion.rules.game import Game
from models.render.games.making import PLAYBOOKS, MadeGame
from models.render.games.script import Mark

_ANSWERED_BY = 30.0  # seconds for which people who are asked about a hand still think of the one that was shown
_OF_A_CARD_THAT_CAME = ("came_from", "drew_or_forced", "given_or_taken")  # reasons of questions of Lockdown
Told = tuple[float, Any]  # when something is told, in seconds, and the action


@dataclass(frozen=True, eq=False)
class Bystander:
    """One who knows a film.

    rules, reading: of its game. moves: the lines that can be seen, as `bare` leaves them, in order; broken: those that
    are to be refused. told: what people tell because no camera sees it. bare: a line as it is compared, None for one
    that is not; besides: true lines that are told only where the game could not work them out.
    """

    film: MadeGame
    rules: Game
    reading: Callable[[], GameReading]
    moves: tuple[str, ...]
    broken: tuple[str, ...]
    told: tuple[Told, ...]
    bare: Callable[[str], str | None]
    _spoken: Callable[[MadeGame, Question, float], str | None]
    besides: tuple[str, ...] = ()

    def answer(self, question: Question, time: float, referee: Referee) -> str | None:
        """What people would say; None where the question makes no sense to them."""
        if question.reason in ("which_card", "whose_back", "which_letter", "whose_hand"):
            thing = referee.table.thing(question.things[0])
            if thing is None:
                return None
            centre = np.array(thing.sighting.centre)
            return self._hand_at(centre) if question.reason == "whose_hand" else self._name_at(centre, question, time)
        if question.reason in _OF_A_CARD_THAT_CAME and not self._has_come(question, time, referee):
            return "nothing"
        return self._spoken(self.film, question, time)

    def _name_at(self, centre: np.ndarray, question: Question, time: float) -> str | None:
        """The name of what lies uppermost at a place; of a face or a tile, that nothing is there."""
        kind = {"which_card": "card", "whose_back": "back", "which_letter": "tile"}[question.reason]
        lying = [(np.array(t["outline"]), t) for t in self.film.film.table(time) if t["kind"] == kind]
        near = [
            (float(np.linalg.norm(box.mean(axis=0) - centre)), thing) for box, thing in lying if thing["visible"] > 0.02
        ]
        away, thing = min(near, key=lambda one: one[0], default=(np.inf, None))
        reach = np.linalg.norm(lying[0][0][1] - lying[0][0][0]) / 2 if lying else 0
        if thing is not None and away < reach:
            return str(thing["name"])
        return None if kind == "back" else NOTHING_THERE

    def _has_come(self, question: Question, time: float, referee: Referee) -> bool:
        """Whether a card came to a player of Lockdown: lately, or the referee knows of another number of them, locked
        ones too."""
        player, true, begun = str(question.data["player"]), lockdown.start(self.film.setup), []
        for mark, _, after in _played(self.film):
            if mark.begun <= time:
                true, begun = after, [*begun, mark]
        counts = {
            len(seat.hand) + sum(len(locked.cards) for locked in seat.locked)
            for seat in (true.seat(player), referee.state.seat(player))
        }
        return len(counts) > 1 or any(player in mark.line for mark in begun if time - mark.begun < _ANSWERED_BY)

    def _hand_at(self, centre: np.ndarray) -> str:
        """Before whom a card of Lockdown lies when the film begins."""
        owners = {
            str(card): str(seat.player)
            for seat in self.rules.start(self.film.setup).seats
            for card in (*seat.hand, *(card for locked in seat.locked for card in locked.cards))
        }
        things = [
            (owners[card], np.mean(thing["outline"], axis=0))
            for thing in self.film.truth()["tables"][0]["things"]
            if (card := thing["piece"].split("/")[0]) in owners
        ]
        return min(things, key=lambda owned: float(np.linalg.norm(owned[1] - centre)))[0]


def bystander(film: MadeGame) -> Bystander:
    """The one who knows that film."""
    return _OF_GAME[film.order.game](film)


def _marks(film: MadeGame) -> tuple[Mark, ...]:
    return tuple(film.script.marks)


def _lock_the_entry(film: MadeGame) -> Bystander:
    def bare(line: str) -> str | None:
        """Without who did it, which no camera sees."""
        return None if line.startswith("audit") else re.sub(r"^\S+ (create|add|change|lock)", r"? \1", line)

    def spoken(film: MadeGame, question: Question, time: float) -> str | None:
        card, entry = str(question.data.get("card")), question.data.get("entry")
        lines = [mark.line for mark in film.script.marks if mark.rest <= time]
        if question.reason == "entry_gone" and any(line.endswith(f" lock {entry}") for line in lines):
            return "locked"
        if question.reason == "entry_gone":
            return "end" if len(lines) == len(film.script.marks) else "nothing"
        if question.reason == "all_locked":
            to_come = (mark.line for mark in film.script.marks if mark.rest > time and "bad hand" not in mark.line)
            return "end" if next(to_come, "end") == "end" else None
        if question.reason in ("row_not_turned", "row_unknown"):
            return None  # nobody shows it again, or sets right what was missed, in a film
        if "count" in question.data:
            changes = [line for line in lines if f" change {entry} " in line]
            if len(changes) <= int(str(question.data["count"])):
                return "nothing"
            return "changed" if changes[int(str(question.data["count"]))].endswith(f" {card}") else "other_card"
        last = next((line for line in reversed(lines) if line.endswith(f" {entry} {card}")), None)
        return "nothing" if last is None else "changed" if " change " in last else "added"

    marks = [mark for mark in _marks(film) if "bad hand" not in mark.line]
    kept = tuple(str(bare(mark.line)) for mark in marks if not mark.broken)
    broken = tuple(str(bare(mark.line)) for mark in marks if mark.broken)
    return Bystander(film, PLAYBOOKS["lock-the-entry"].game(), LockTheEntryReading, kept, broken, (), bare, spoken)


def _laid_first(question: Question, begun: Sequence[Mark]) -> str | None:
    """Of the words that may have been laid first those that the first play of this round made."""
    board: dict[word_wars.Cell, str] = {}
    made: list[str] = []
    for action in (word_wars.parse_action(mark.line) for mark in begun if not mark.broken):
        if isinstance(action, word_wars.NewRound):
            board, made = {}, []
        elif isinstance(action, word_wars.Play):
            made.append(" ".join(word_wars.words_formed(board, action.tiles)))
            board.update(action.tiles)
    return next((words for words in made if words in question.choices), None)


def _word_wars(film: MadeGame) -> Bystander:
    def bare(line: str) -> str | None:
        return None if " shows " in line else line

    def spoken(film: MadeGame, question: Question, time: float) -> str | None:
        begun = [mark for mark in film.script.marks if mark.begun <= time]
        if question.reason == "table_cleared":  # by what was done before the table was
            begun = begun[:-1] if begun and begun[-1].line == "new round" else begun
        own = [mark.line for mark in begun if mark.line.startswith(f"{question.data.get('player')} ")]
        said = word_wars.parse_action(own[-1]) if own else None
        match question.reason:
            case "tiles_apart":
                traded = isinstance(said, word_wars.Trade) and sorted(said.tiles) == sorted(str(question.data["tiles"]))
                tiles = "traded" if traded else "word" if isinstance(said, word_wars.Play) else "shown"
                return tiles if tiles in question.choices else "nothing"
            case "which_word":
                return own[-1].split(" ")[-1]
            case "which_first":
                return _laid_first(question, begun)
            case "how_many_traded":
                return str(len(said.tiles)) if isinstance(said, word_wars.Trade) else "nothing"
            case "cannot_go_on" | "table_cleared":
                kinds = {word_wars.Forfeit: "forfeit", word_wars.SuddenDeath: "sudden_death", word_wars.Trade: "trade"}
                meant = kinds.get(type(said))
                return meant if meant in question.choices else None
            case "sudden_death_answer":
                called = max(mark.begun for mark in begun if mark.line.endswith("sudden death"))
                replies = (mark.line for mark in film.script.marks if mark.begun > called)
                return next(("accepted" if line.endswith("accept") else "refused" for line in replies), None)
        return None

    moves = tuple(mark.line for mark in _marks(film) if not mark.broken)
    return Bystander(film, PLAYBOOKS["word-wars"].game(), WordWarsReading, moves, (), (), bare, spoken)


def _lockdown(film: MadeGame) -> Bystander:
    def bare(line: str) -> str | None:
        """Without the card that was drawn and who is named, which the film's line leaves out or adds, and with the
        cards of a set, or those that are paid, in one order."""
        if " name " in line or " hold " in line:
            return None
        line = line.split(" > ")[0]
        player, verb, *cards = line.split()
        if verb in ("lock", "clear"):
            return " ".join((player, verb, *sorted(cards)))
        return re.sub(r"(draw|force \S+?)(:? \S+)?$", r"\1", line)

    def locks() -> Iterator[str]:
        """The sets that came together, as they are told where the game could not work them out."""
        dealt = lockdown.start(film.setup)
        for before, state in ((None, dealt), *((before, after) for _, before, after in _played(film))):
            for seat in state.seats:
                old = before.seat(seat.player).locked if before is not None else ()
                for locked in (locked for locked in seat.locked if locked not in old):
                    known = locked.cards if locked.is_open else (UNKNOWN, UNKNOWN)
                    yield str(bare(lockdown.write_action(lockdown.Lock(seat.player, known))))

    moves = tuple(line for mark in _marks(film) if (line := bare(mark.line)) is not None)
    rules = PLAYBOOKS["lockdown"].game()
    return Bystander(film, rules, LockdownReading, moves, (), (), bare, _spoken_of_lockdown, tuple(locks()))


def _played(film: MadeGame) -> Iterator[tuple[Mark, lockdown.State, lockdown.State]]:
    """Each action of a film of Lockdown, with the game before and after it."""
    state = lockdown.start(film.setup)
    for mark in film.script.marks:
        before, state = state, lockdown.apply(state, lockdown.parse_action(mark.line))
        yield mark, before, state


def _lines_of_lockdown(film: MadeGame, time: float) -> Iterator[tuple[str, str]]:
    """What was begun by then, line by line, each with the card that was drawn by it ("" where none was)."""
    for mark, before, state in _played(film):
        if mark.begun > time:
            return
        drawn = Counter(before.deck) - Counter(state.deck)  # there are two jokers
        yield mark.line.split(" > ")[0], str(next(iter(drawn), ""))


def _spoken_of_lockdown(film: MadeGame, question: Question, time: float) -> str | None:
    """Who did what is asked about: where a card is named, what it was drawn by, else the last such thing."""
    lines = list(_lines_of_lockdown(film, time))
    of_card = [line for line, drawn in lines if drawn and drawn == str(question.data.get("card", ""))]
    past = of_card or [line for line, _ in lines]
    player = str(question.data.get("player", ""))
    forced = [line for line in past if f" force {player}" in line]
    match question.reason:
        case "who_forced":
            said = [line.split()[0] for line in forced]
        case "who_had_to_draw":
            said = [line.split()[2].strip(":") for line in past if " force " in line]
        case "drew_or_forced":
            drew = f"{player} draw"
            to_player = [line for line in past if line in forced or line.startswith(drew)]
            said = ["drew" if line.startswith(drew) else line.split()[0] for line in to_player]
        case "given_or_taken":
            said = ["given" if " give " in line else "taken" for line in past if " give " in line or " take " in line]
        case "came_from":
            came = [line for line in past if line.startswith(f"{player} take") or line.endswith(f" to {player}")]
            said = [
                _source(line) if line in came else "deck"
                for line in past
                if line in came or line in forced or line.startswith(f"{player} draw")
            ]
        case _:
            said = [line.split()[0] for line in past]
    return said[-1] if said and said[-1] in question.choices else None


def _source(line: str) -> str:
    """Whose card was given or taken."""
    words = line.split()
    return words[0] if words[1] == "give" else words[-1]


def _engines(film: MadeGame) -> Bystander:
    """Told are an IPO, the hands filled before it, and all of them where one is filled blindly."""
    marks = _marks(film)
    actions = [engines.parse_action(mark.line) for mark in marks]
    blind = any(isinstance(action, engines.Fill) and action.from_partner for action in actions)

    def is_told(place: int) -> bool:
        rest = dropwhile(lambda action: isinstance(action, engines.Fill), actions[place:])
        return isinstance(next(rest, None), engines.Ipo) or (blind and isinstance(actions[place], engines.Fill))

    def lines() -> Iterator[str]:
        """With the search cards that everybody saw."""
        state = engines.start(film.setup)
        for action in actions:
            after = engines.apply(state, action)
            match action:
                case engines.Search(player):
                    action = engines.Search(player, after.request or UNKNOWN)
                case engines.Cut(player):
                    action = engines.Cut(player, after.search[-1])
            yield engines.write_action(action)
            state = after

    def spoken(film: MadeGame, question: Question, time: float) -> str | None:
        if question.reason == "laid_first":
            laid = {mark.line.split()[0]: mark.begun for mark in marks if mark.begun <= time and " play " in mark.line}
            return min(question.choices, key=lambda player: laid[player])
        ending = " cut" if question.reason == "cut_by" else f" {question.data.get('card')}"
        said = [mark.line for mark in marks if mark.begun <= time and mark.line.endswith(ending)]
        return next((line.split()[0] for line in reversed(said) if line.split()[0] in question.choices), None)

    told = tuple((marks[place].clear, action) for place, action in enumerate(actions) if is_told(place))
    game = PLAYBOOKS["engines"].game()
    return Bystander(film, game, EnginesReading, tuple(lines()), (), told, lambda line: line, spoken)


def _eleusis(film: MadeGame) -> Bystander:
    """The dealer tells the rule when asked for it; guesses are told."""

    def lines() -> Iterator[str]:
        """With what everybody saw of them, and without what the rule says of a card or a claim."""
        state = eleusis.start(film.setup)
        for mark in _marks(film):
            action = eleusis.parse_action(mark.line)
            seen = eleusis.as_seen(state, action, getattr(action, "dealer", None))
            if isinstance(seen, eleusis.Play | eleusis.NoPlay):
                seen = replace(seen, right=None)
            yield eleusis.write_action(seen)
            state = eleusis.apply(state, action)

    def of_hand(film: MadeGame, question: Question, time: float) -> str | None:
        """What is said of a hand that was shown and could not all be read, or is but one card off the line."""
        past = [(mark.begun, line) for mark, line in zip(_marks(film), moves, strict=True) if mark.begun <= time]
        own = [begun for begun in past if begun[1].startswith(f"{question.data['player']} ")]
        claim = eleusis.parse_action(own[-1][1]) if own else None
        lately = bool(own) and (own[-1] == past[-1] or time - own[-1][0] < _ANSWERED_BY)
        if not isinstance(claim, eleusis.NoPlay) or not lately:
            return "nothing"
        if question.reason in ("show_again", "off_the_line"):
            return "no_play"
        missing = Counter(map(str, claim.shown)) - Counter(str(question.data["cards"]).split())
        guess = str(question.data["guess"])
        return guess if guess in missing else next(iter(missing), "nothing")

    def spoken(film: MadeGame, question: Question, time: float) -> str | None:
        if question.reason in ("show_again", "rest_of_hand", "off_the_line"):
            return of_hand(film, question, time)
        if question.reason != "round_dealt":
            return None
        deals = [mark.line for mark in film.script.marks if mark.begun <= time and " deals" in mark.line]
        return deals[-1].partition(" | ")[2]

    def bare(line: str) -> str:
        """With the cards of a hand that was shown in one order: what could not be read is told last."""
        action = eleusis.parse_action(line)
        if not isinstance(action, eleusis.NoPlay):
            return line
        return eleusis.write_action(replace(action, shown=tuple(sorted(action.shown, key=str))))

    moves = tuple(map(bare, lines()))
    told = tuple(
        (mark.clear, eleusis.parse_action(line))
        for mark, line in zip(_marks(film), moves, strict=True)
        if " guesses" in line
    )
    return Bystander(film, PLAYBOOKS["eleusis"].game(), EleusisReading, moves, (), told, bare, spoken)


_OF_GAME: dict[str, Callable[[MadeGame], Bystander]] = {
    "lock-the-entry": _lock_the_entry,
    "word-wars": _word_wars,
    "lockdown": _lockdown,
    "engines": _engines,
    "eleusis": _eleusis,
}
