"""What the panel of Engines of Discrimination shows: plain Python, no window. Who is closest and what may be done, the
rules say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.app.games.offers import Deed, Hand, HandCard, Told, offered, short
from companion.app.said import Choice
from companion.language import Language
from companion.rules import engines as rules
from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card
from companion.rules.engines import Action, Laid, Phase, Seat, Side, State
from companion.rules.game import Finding, Player
from companion.wording import shown_value

HAND = "hand"
CARDS = "cards"
_WORDS = "app_engines."
_RESULTS = ("away", "matches", "cannot_win")
_OUTCOMES = ("won", "search_won", "discarded", "search_anew", "to_last_winner", "settled_by_play", "set_won", "wins")


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player. card: the result laid in the search that is open, or was the last; None for none, unknown face down.

    lines: who it is, how far the result is from the search, an extra card, the number of cards held, and those that all
    have seen;
    best: the result has won, or is level with the best; acts: the player has to do something now.
    """

    player: Player
    lines: tuple[str, ...]
    card: Card | None
    best: bool
    acts: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """A side: what it has won, the cards of its deck and those used up, its sets and its IPO, in words."""

    name: str
    won: str
    piles: str
    more: str
    ahead: bool
    seats: tuple[SeatView, ...]


@dataclass(frozen=True, slots=True)
class EnginesView:
    """All that the panel shows. search: the search card that is open, or was the last; open: it is to be answered."""

    turn: str
    title: str
    search: Card | None
    open: bool
    left: str
    outcome: tuple[str, ...]
    sides: tuple[SideView, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class _Search:
    """A search: its card, the results that lie there, whose are best, and the extra cards of a tie (EOD-6)."""

    card: Card | None = None
    plays: tuple[Laid, ...] = ()
    best: tuple[Player, ...] = ()
    extra: tuple[Laid, ...] = ()
    outcome: tuple[str, ...] = ()


def view_of(states: Sequence[State], language: Language) -> EnginesView:
    """The game as the table sees it. states: from the first to that of now; the last search is looked for in them."""
    seen, told = rules.view(states[-1], None), language.text
    waiting = rules.to_act(states[-1])  # whose cards lie turned up, which the view of the table leaves out
    search = _last_search(states, told) if seen.request is None else _open_search(seen, seen.request)
    return EnginesView(
        turn=_turn(seen, waiting, told),
        title=_title(seen, search, told),
        search=search.card,
        open=seen.request is not None,
        left=told(_WORDS + "left", count=len(seen.search)),
        outcome=search.outcome,
        sides=tuple(_side(seen, side, search, waiting, told) for side in Side),
        deeds=tuple(_deeds(states[-1], seen, told)),
    )


def hand_of(state: State, player: Player, language: Language) -> Hand:
    """What the player alone may see: the hand. A card is keyed by the line that lays it, where it may be laid now."""
    seen = rules.view(state, player)
    seat = seen.seat(player)
    assert seat is not None  # a player of this game
    kind = rules.Extra if state.phase is Phase.TIE else rules.Play
    known = [(card, kind(player, card)) for card in seat.hand]
    cards = (
        HandCard(card, rules.write_action(action) if card != UNKNOWN and rules.can(seen, action) else "")
        for card, action in known
    )
    return Hand(player, tuple(cards))


def _open_search(state: State, card: Card) -> _Search:
    """The search that is open; who is closest is known in a tie alone."""
    closest = rules.contest(card, state.plays).closest if state.phase is Phase.TIE else ()
    return _Search(card, state.plays, tuple(laid.player for laid in closest))


def _last_search(states: Sequence[State], told: Told) -> _Search:
    """The search that was decided last: its results lay open to all when it was."""
    for place in range(len(states) - 1, 0, -1):
        before, after = states[place - 1], states[place]
        if before.request is None or after.request is not None:
            continue
        plays = before.plays if before.phase is Phase.TIE else _laid(after.story, _RESULTS)
        outcome = tuple(_said(finding, told) for finding in after.story if finding.reason in _OUTCOMES)
        won = tuple(laid.player for laid in _laid(after.story, ("won", "scores")))
        return _Search(before.request, plays, won, _laid(after.story, ("added",)), outcome)
    return _Search()


def _laid(story: Sequence[Finding], reasons: Sequence[str]) -> tuple[Laid, ...]:
    """The cards that such lines of a story tell of."""
    found = (finding.data for finding in story if finding.reason in reasons)
    return tuple(Laid(str(data["player"]), Card.parse(str(data["card"]))) for data in found)


def _said(finding: Finding, told: Told) -> str:
    values = {name: shown_value(name, value) for name, value in finding.data.items()}
    return told("eod_says." + finding.reason, **values)


def _title(state: State, search: _Search, told: Told) -> str:
    if search.card is None:
        return ""
    return told(_WORDS + ("search_card" if state.request is not None else "last_search"))


def _turn(state: State, waiting: Sequence[Player], told: Told) -> str:
    players = told("table.list_separator").join(map(short, waiting))
    match state.phase:
        case Phase.OVER:
            winners = told("table.list_separator").join(map(short, rules.result(state).winners))
            return told(_WORDS + "game_won", players=winners)
        case Phase.CUT:
            return told(_WORDS + "to_cut", players=players, number=state.set_number)
        case Phase.OPEN:
            return told(_WORDS + "to_search", player=short(state.turn))
        case Phase.PLAY:
            return told(_WORDS + "to_lay", players=players)
        case Phase.TIE:
            assert state.request is not None
            tied = rules.contest(state.request, state.plays).distance or 0
            return told(_WORDS + "tie", players=players, distance=rules.settling_distance(tied))
        case Phase.FILL:
            return told(_WORDS + "to_fill", player=players)


def _side(state: State, side: Side, search: _Search, waiting: Sequence[Player], told: Told) -> SideView:
    team = state.team(side)
    more = []
    if state.in_teams:
        more.append(told(_WORDS + "sets", count=team.sets))
    if side is Side.GOOGLE and not state.over:
        more.append(told(_WORDS + ("ipo_left" if team.ipo else "ipo_used")))
    if state.last is side:
        more.append(told(_WORDS + "last_winner"))
    return SideView(
        name=str(side),
        won=told(_WORDS + "won", count=len(team.scored)),
        piles=told(_WORDS + "piles", deck=len(team.deck), spent=len(team.spent)),
        more=told("table.list_separator").join(more),
        ahead=rules.score(state)[0].side is side and len(team.scored) > len(state.team(side.other).scored),
        seats=tuple(_seat(state, seat, search, waiting, told) for seat in state.seats if seat.side is side),
    )


def _seat(state: State, seat: Seat, search: _Search, waiting: Sequence[Player], told: Told) -> SeatView:
    laid = next((laid for laid in search.plays if laid.player == seat.player), None)
    away = ""
    if laid is not None and laid.card != UNKNOWN and search.card is not None:
        far = rules.distance(search.card, laid.card)
        away = told(_WORDS + "cannot_win") if far is None else told(_WORDS + ("away" if far else "match"), distance=far)
    added = [told(_WORDS + "added", card=extra.card.sign) for extra in search.extra if extra.player == seat.player]
    shown = " ".join(card.sign for card in seat.hand if card != UNKNOWN)
    lines = (seat.player, away, *added, told(_WORDS + "held", count=len(seat.hand)), shown)
    return SeatView(
        player=seat.player,
        lines=tuple(filter(None, lines)),
        card=None if laid is None else laid.card,
        best=seat.player in search.best,
        acts=seat.player in waiting,
    )


def _deeds(state: State, seen: State, told: Told) -> Iterator[Deed]:
    """What can be told by taps: what no camera sees, and, where every card is known, what it would have seen."""
    waiting, dealt = rules.to_act(seen), state.chance is not None

    def deed(key: str, actions: Sequence[tuple[Action, str]], held: State = seen) -> Deed:
        choices = tuple(offered(rules, held, action, text) for action, text in actions)
        return Deed(key, told(_WORDS + key), choices, told(_WORDS + "who"))

    if seen.over:
        return
    match seen.phase:
        case Phase.CUT if dealt:
            yield deed("cut", [(rules.Cut(player), player) for player in waiting], state)
        case Phase.OPEN if dealt:
            yield deed("search", [(rules.Search(seen.turn), seen.turn)], state)
        case Phase.CUT | Phase.OPEN | Phase.PLAY if not dealt:
            yield _turned_up(seen, rules.to_act(state), told)
        case Phase.TIE:
            yield deed("pass", [(rules.Pass(player), player) for player in waiting])
            yield _extra(seen, told)
        case Phase.FILL:
            yield deed("fill_deck", [(rules.Fill(waiting[0]), waiting[0])])
            yield deed("fill_partner", [(rules.Fill(waiting[0], from_partner=True), waiting[0])])
    declarer = seen.turn if seen.turn in _google(seen) else _google(seen)[0]
    yield deed("ipo", [(rules.Ipo(declarer), declarer)])
    if dealt:
        looks = tuple(Choice(player, player) for player in seen.players)
        yield Deed(HAND, told(_WORDS + HAND), looks, told(_WORDS + "who"))


def cards_of(state: State, player: Player) -> Mapping[str, str]:
    """At a real table, the cards that the player may have cut, turned up or laid now: the line that tells it, by card.

    Of a search that is open the card may lie in any hand; one that is known to be elsewhere is left out.
    """
    seen = rules.view(state, None)
    kind = {Phase.CUT: rules.Cut, Phase.OPEN: rules.Search, Phase.PLAY: rules.Play}.get(seen.phase)
    actions = [] if kind is None else [kind(player, card) for card in STANDARD_DECK]
    return {str(action.card): rules.write_action(action) for action in actions if rules.can(seen, action)}


def _turned_up(seen: State, waiting: Sequence[Player], told: Told) -> Deed:
    """A card that people saw, where no camera did: of whom it is asked first, and the card after that."""
    key = {Phase.CUT: "cut", Phase.OPEN: "search"}.get(seen.phase, "lay")
    choices = tuple(Choice(player, player, bool(cards_of(seen, player))) for player in waiting)
    return Deed(CARDS, told(_WORDS + key), choices, told(_WORDS + "who"))


def _google(state: State) -> tuple[Player, ...]:
    return tuple(seat.player for seat in state.seats if seat.side is Side.GOOGLE)


def _extra(state: State, told: Told) -> Deed:
    """The cards that would settle the tie, for each who may add one: any that is not known to be elsewhere."""
    adders = rules.to_act(state)
    choices = [
        offered(rules, state, rules.Extra(player, card), card.sign if len(adders) == 1 else f"{card.sign} {player}")
        for player in adders
        for card in STANDARD_DECK
    ]
    allowed = tuple(choice for choice in choices if choice.enabled)
    return Deed("extra", told(_WORDS + "extra"), allowed, told(_WORDS + "which_extra"))
