"""What the panel of Eleusis shows to all, never the secret rule, and what its taps put together: no window needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.app.games.offers import LONGEST, short
from companion.app.said import Choice
from companion.journal import Play as Game
from companion.language import Language
from companion.rules.cards import RANKS, SUITS, UNKNOWN, Card, Rank, Suit
from companion.rules.eleusis import (
    Action,
    Deal,
    End,
    Guess,
    NoPlay,
    Place,
    Play,
    Round,
    State,
    can,
    result,
    score,
    verify,
    write_action,
)
from companion.rules.eleusis.judging import right_cards
from companion.rules.eleusis.secret import sentence
from companion.rules.game import Finding
from companion.wording import Wording

MOVES, PLAY, CLAIM, GUESS, DEAL, SURE = "moves", "play", "claim", "guess", "deal", "sure"
DEALER_SCREEN = "dealer"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player: cards in hand in words, points, and whether the player deals, plays now, or may guess."""

    player: str
    hand: str
    points: str
    deals: bool
    acts: bool
    guesses: bool


@dataclass(frozen=True, slots=True)
class Newest:
    """The card that was played last: its place in the line, and whether it was right or lies below that place."""

    place: int
    right: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of the last action. fine: right or legal; None where it is neither."""

    text: str = ""
    fine: bool | None = None


@dataclass(frozen=True, slots=True)
class EleusisView:
    """The game at one moment.

    notes: the hint, the newest wrong guess, the rule of the last round. scores: a table between rounds, heads first.
    """

    head: str
    seats: tuple[SeatView, ...]
    headline: str
    notes: str
    verdict: Verdict
    line: tuple[Place, ...]
    newest: Newest | None
    scores: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """What is being put together by taps.

    kind: which of the flows. cards: as tapped; rank: of the card whose suit is still missing. checked: whether the
    hand of a claim was held against the rule. line: what still has to be confirmed.
    """

    kind: str = MOVES
    cards: tuple[Card, ...] = ()
    rank: Rank | None = None
    checked: bool = False
    line: str = ""


@dataclass(frozen=True, slots=True)
class Foot:
    """What there is to tap: a line that says what for, keys of cards, and moves."""

    told: str
    keys: tuple[Choice, ...]
    moves: tuple[Choice, ...]


def view_of(game: Game, language: Language) -> EleusisView:
    """The game as all may see it."""
    state: State = game.game.view(game.state, None)
    wording = Wording(language, {}, LONGEST)
    current = state.round
    return EleusisView(
        _head(state, current, language),
        _seats(state, current, language),
        _headline(state, current, wording),
        _notes(state, current, wording),
        _verdict(game, wording),
        () if current is None else current.line,
        None if current is None else _newest(game),
        _scores(state, language) if current is None else (),
    )


def _head(state: State, current: Round | None, language: Language) -> str:
    number = len(state.finished) + (current is not None)
    told = [language.text("app_eleusis.round", round=number, rounds=len(state.seats))] if number else []
    if current is not None:
        told.append(language.text("app_eleusis.stock", count=len(state.stock)))
    return " · ".join(told)


def _seats(state: State, current: Round | None, language: Language) -> tuple[SeatView, ...]:
    points = {line.player: line.total for line in score(state).lines}
    return tuple(
        SeatView(
            seat.player,
            _hand_of(seat.player, len(seat.hand), current, language),
            str(points[seat.player]),
            seat.player == (current.dealer if current is not None else state.next_dealer) and not state.over,
            current is not None and seat.player == current.turn,
            current is not None and seat.player == current.guesser,
        )
        for seat in state.seats
    )


def _hand_of(player: str, count: int, current: Round | None, language: Language) -> str:
    if current is None:
        return ""
    if player == current.dealer:
        return language.text("app_eleusis.deals")
    return language.text("app_eleusis.hand", count=count)


def _headline(state: State, current: Round | None, wording: Wording) -> str:
    if state.over:
        return wording.standing(result(state))
    if current is None:
        return wording.said(Finding("EE-12", "next_dealer", {"player": state.next_dealer or ""}))
    turn = wording.said(Finding("EE-1", "turn", {"player": current.turn}))
    if current.guesser is None:
        return turn
    guess = wording.said(Finding("EE-8", "may_guess", {"player": current.guesser}))
    return wording.language.text("app_eleusis.guess_first", guess=guess, turn=turn)


def _notes(state: State, current: Round | None, wording: Wording) -> str:
    told: list[Finding] = []
    if current is not None:
        if current.hint:
            told.append(Finding("EE-1", "hint", {"dealer": current.dealer, "hint": current.hint}))
        if current.wrong_guesses:
            words = sentence(current.wrong_guesses[-1].root, wording.language.texts)
            told.append(Finding("EE-8", "wrong_guess", {"guess": words}))
    elif state.finished and state.finished[-1].rule is not None:
        past = state.finished[-1]
        rule = sentence(state.finished[-1].rule.root, wording.language.texts)
        told.append(Finding("EE-9", "rule_was", {"dealer": past.dealer, "rule": rule}))
    return "\n".join(map(wording.said, told))


def _verdict(game: Game, wording: Wording) -> Verdict:
    """What was refused and why, else what came of the last action; that it is over is told elsewhere."""
    joint = wording.language.text("app_eleusis.joint")
    if game.refused is not None:
        return Verdict("× " + joint.join(wording.judged(finding) for finding in game.refused.findings), False)
    if not game.steps:
        return Verdict()
    step = game.steps[-1]
    left_out = ("may_guess", "rule_was", "begins", "hint", "round_points", "dealer_points", "final_points", "game_won")
    told = [finding for finding in step.consequences if finding.reason not in left_out]
    reasons = {finding.reason for finding in told}
    fine = True if reasons & _GOOD else False if reasons & _BAD else None
    return Verdict(joint.join(map(wording.said, told)), fine)


_GOOD = {"right", "dealt_anew", "last_card_back", "guessed_right", "right_untold"}
_BAD = {"wrong", "had_a_play", "guessed_wrong", "wrong_untold"}


def _newest(game: Game) -> Newest | None:
    """The card that lies on the table as the last one that was played in this round."""
    line: tuple[Place, ...] = game.state.round.line
    if len(game.steps) < 2:
        return None
    before = game.steps[-2].after.round
    if before is None or len(line) > len(before.line):
        return Newest(len(line) - 1, True)
    return Newest(len(line) - 1, False) if line != before.line else None


def _scores(state: State, language: Language) -> tuple[tuple[str, ...], ...]:
    """A table of the points, the best first once the game is over."""
    if not state.finished:
        return ()
    lines = score(state).lines
    if state.over:
        lines = tuple(sorted(lines, key=lambda line: -line.total))
    bonus = any(line.bonus for line in lines)
    names = {name: language.text(f"app_eleusis.{name}") for name in ("player", "bonus", "total")}
    numbers = tuple(str(number) for number in range(1, len(state.finished) + 1))
    heads = (names["player"], *numbers, *((names["bonus"],) * bonus), names["total"])
    rows = ((line.player, *map(str, line.rounds), *((str(line.bonus),) * bonus), str(line.total)) for line in lines)
    return (heads, *rows)


def foot_of(flow: Flow, state: State, language: Language, dealer_screen: bool) -> Foot:
    """What there is to tap now. dealer_screen: whether there is a way to the dealer's own screen."""
    back = Choice("back", language.text("app_eleusis.back"))
    erase = Choice("erase", language.text("app_eleusis.erase"), bool(flow.cards or flow.rank))
    current = state.round
    match flow.kind:
        case "sure":
            told = language.text("app_eleusis.sure_end")
            return Foot(told, (), (back, Choice("send", language.text("app_eleusis.yes"))))
        case "deal":
            told = language.text("app_eleusis.turned_up", player=short(state.next_dealer or ""))
            unseen = Choice("unseen", language.text("app_eleusis.unseen"))
            return Foot(told, card_keys(flow.rank), (back, erase, unseen))
        case "play" if current is not None:
            return _play_foot(flow, current, language, (back, erase))
        case "claim" if current is not None:
            return _claim_foot(flow, state, current, language, (back, erase))
        case "guess" if current is not None:
            told = language.text(
                "app_eleusis.is_guess_right", player=short(current.guesser or ""), dealer=short(current.dealer)
            )
            return Foot(told, (), (back, Choice("tell", language.text("app_eleusis.tell_guess")), *_verdicts(language)))
    return Foot("", (), tuple(_moves(state, current, language, dealer_screen)))


def _play_foot(flow: Flow, current: Round, language: Language, common: tuple[Choice, ...]) -> Foot:
    if flow.cards:
        told = language.text("app_eleusis.is_card_right", card=flow.cards[0].sign, dealer=short(current.dealer))
        return Foot(told, (), (*common, *_verdicts(language)))
    return Foot(language.text("app_eleusis.which_card", player=short(current.turn)), card_keys(flow.rank), common)


def _claim_foot(flow: Flow, state: State, current: Round, language: Language, common: tuple[Choice, ...]) -> Foot:
    """EE-4: the hand first, then, once it was held against the rule, what the rules leave to be done.

    All players see it: of the right cards of a hand the one that is named for EE-5 is offered, and no other.
    """
    player, count = current.turn, _hand_size(state, current.turn)
    cards = " ".join(card.sign for card in flow.cards) or "–"
    if not flow.checked:
        values = {"player": short(player), "shown": len(flow.cards), "count": count, "cards": cards}
        told = language.text("app_eleusis.which_hand", **values)
        check = Choice("check", language.text("app_eleusis.check"), bool(flow.cards))
        return Foot(told, card_keys(flow.rank) if len(flow.cards) < count else (), (*common, check))
    claim = NoPlay(player, flow.cards, right=True)
    wording = Wording(language, {}, LONGEST)
    faults = [wording.judged(finding) for finding in verify(state, claim).broken]
    told = language.text("app_eleusis.joint").join(faults) or language.text("app_eleusis.claim", player=short(player))
    right = Choice("right", language.text("app_eleusis.no_card_right"), can(state, claim))
    laid = [
        Choice(f"lay {card}", language.text("app_eleusis.lay", card=card.sign), True)
        for card in right_cards(current, flow.cards)[:1] or dict.fromkeys(flow.cards)
        if can(state, NoPlay(player, flow.cards, card))
    ]
    return Foot(told, tuple(laid), (common[0], right))


def stepped(flow: Flow, key: str, state: State) -> tuple[Flow, str]:
    """The flow after a tap, and the action line that the tap says, empty where it says none."""
    kind, _, rest = key.partition(" ")
    if kind == "suit" and flow.rank is not None:
        return _with_card(replace(flow, rank=None), Card(flow.rank, Suit(rest)), state)
    line = _line_of(flow, kind, rest, state)
    return (Flow(), line) if line else (_changed(flow, kind, rest, state), "")


def _changed(flow: Flow, kind: str, rest: str, state: State) -> Flow:
    """The flow after a tap that tells nothing yet."""
    match kind:
        case "erase" if flow.rank is not None:
            return replace(flow, rank=None)
        case "erase":
            return replace(flow, cards=flow.cards[:-1], checked=False)
        case "rank":
            return replace(flow, rank=Rank(int(rest)))
        case "check":
            return replace(flow, checked=True)
        case "flow":
            return _begun(rest, state)
        case "sure":
            return Flow(SURE, line=rest)
    return Flow()


def _line_of(flow: Flow, kind: str, rest: str, state: State) -> str:
    """The action line that a tap says, if it says one."""
    current = state.round
    match kind:
        case "do":
            return rest
        case "send":
            return flow.line
        case "unseen":
            return write_action(Deal(state.next_dealer or ""))
        case "lay" if current is not None:
            return write_action(NoPlay(current.turn, flow.cards, Card.parse(rest)))
        case "right" | "wrong" if current is not None:
            return write_action(_judged(flow, current, kind == "right"))
    return ""


def card_keys(rank: Rank | None) -> tuple[Choice, ...]:
    """Keys for a card: its rank first, then its suit."""
    ranks = tuple(Choice(f"rank {int(one)}", one.sign) for one in RANKS)
    return (*ranks, *(Choice(f"suit {suit}", suit.sign, rank is not None) for suit in SUITS))


def _begun(kind: str, state: State) -> Flow:
    """A flow as it begins; the hand of a claim is there where all of it is known."""
    current = state.round
    if kind == CLAIM and current is not None:
        hand = next(seat.hand for seat in state.seats if seat.player == current.turn)
        return Flow(CLAIM, () if UNKNOWN in hand else hand)
    return Flow(kind)


def _with_card(flow: Flow, card: Card, state: State) -> tuple[Flow, str]:
    """A card was tapped: it is told at once where the rules need no verdict with it."""
    if flow.kind == DEAL:
        return Flow(), write_action(Deal(state.next_dealer or "", starter=card))
    if flow.kind == PLAY and state.round is not None:
        player = state.round.turn
        judged = any(can(state, Play(player, card, right)) for right in (True, False))
        if can(state, Play(player, card)) or not judged:
            return Flow(), write_action(Play(player, card))
    return replace(flow, cards=(*flow.cards, card)), ""


def _judged(flow: Flow, current: Round, right: bool) -> Action:
    """What the dealer said right or wrong to."""
    if flow.kind == GUESS:
        return Guess(current.guesser or "", right=right)
    if flow.kind == CLAIM:
        return NoPlay(current.turn, flow.cards, right=right)
    return Play(current.turn, flow.cards[0], right)


def _moves(state: State, current: Round | None, language: Language, dealer_screen: bool) -> list[Choice]:
    names: Mapping[str, str] = {
        name: language.text(f"app_eleusis.{name}") for name in ("play", "no_play", "guess", "end", "dealer_screen")
    }
    dealer = [Choice(f"go {DEALER_SCREEN}", names["dealer_screen"])] if dealer_screen and not state.over else []
    if current is not None:
        guess = current.guesser is not None and can(state, Guess(current.guesser, right=True))
        return [
            Choice(f"flow {PLAY}", names["play"]),
            Choice(f"flow {CLAIM}", names["no_play"]),
            Choice(f"flow {GUESS}", names["guess"], guess),
            *dealer,
        ]
    if state.over:
        return []
    deal = Deal(state.next_dealer or "")
    seen = not verify(state, deal).undecided
    key = f"do {write_action(deal)}" if seen else f"flow {DEAL}"
    untold = Choice(
        key, language.text("app_eleusis.deal_untold", player=short(state.next_dealer or "")), can(state, deal)
    )
    return [*dealer, untold, Choice(f"sure {write_action(End())}", names["end"], can(state, End()))]


def _verdicts(language: Language) -> tuple[Choice, Choice]:
    return Choice("right", language.text("app_eleusis.right")), Choice("wrong", language.text("app_eleusis.wrong"))


def _hand_size(state: State, player: str) -> int:
    return next(len(seat.hand) for seat in state.seats if seat.player == player)
