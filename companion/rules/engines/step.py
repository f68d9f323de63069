"""One action being carried out: cards move, a search is won, hands are filled, sets end, and all of it is told."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card
from companion.rules.engines.contest import Contest, closest, contest, distance, settles_tie
from companion.rules.engines.deal import dealt
from companion.rules.engines.scoring import ahead
from companion.rules.engines.state import (
    SETS_TO_WIN,
    ImageMiss,
    Laid,
    Phase,
    Seat,
    SetWinner,
    Side,
    State,
    Team,
)
from companion.rules.game import Finding, Player, Value


class Step:
    """A state under way to the next: what it holds changes until `finished`."""

    def __init__(self, state: State) -> None:
        self.options = state.options
        self.in_teams = state.in_teams
        self.seats = {seat.player: seat for seat in state.seats}
        self.teams = {Side.GOOGLE: state.google, Side.YAHOO: state.yahoo}
        self.search = state.search
        self.turn = state.turn
        self.phase = state.phase
        self.past = state.past
        self.request = state.request
        self.plays = state.plays
        self.cuts = state.cuts
        self.passed = state.passed
        self.fillers = state.fillers
        self.last = state.last
        self.set_number = state.set_number
        self.chance = state.chance
        self.story: list[Finding] = []

    def finished(self) -> State:
        """The state after the step."""
        google, yahoo = self.teams.values()
        return State(
            self.options,
            tuple(self.seats.values()),
            google,
            yahoo,
            self.search,
            self.turn,
            self.phase,
            self.past,
            self.request,
            self.plays,
            self.cuts,
            self.passed,
            self.fillers,
            self.last,
            self.set_number,
            self.chance,
            tuple(self.story),
        )

    def tell(self, rule: str, reason: str, **data: Value) -> None:
        """One more line of the story."""
        self.story.append(Finding(rule, reason, data))

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in an order that chance decides; where people shuffle, nobody knows any of them."""
        if self.chance is None:
            return (UNKNOWN,) * len(cards)
        mixed, self.chance = self.chance.shuffled(cards)
        return mixed

    def next_search_card(self, told: Card) -> Card:
        """The top search card, `told` where it is not known; a used up deck is the past cards shuffled (EOD-13)."""
        if not self.search:
            self.search, self.past = self.shuffled(self.past), ()
            self.tell("EOD-13", "reshuffled", count=len(self.search))
        top, self.search = self.search[0], self.search[1:]
        return told if top == UNKNOWN else top

    def draw(self, player: Player, count: int) -> int:
        """Cards of the player deck into the hand, as many as there are; how many they were."""
        seat = self.seats[player]
        team = self.teams[seat.side]
        cards = team.deck[:count]
        if cards:
            self.teams[seat.side] = Team(team.side, team.deck[count:], team.spent, team.scored, team.sets, team.ipo)
            self.seats[player] = Seat(player, seat.side, (*seat.hand, *cards), seat.shown)
        return len(cards)

    def fill(self, player: Player) -> int:
        """EOD-8: the hand filled up, or left as it is where an IPO made it larger (EOD-7)."""
        seat = self.seats[player]
        return self.draw(player, max(0, seat.side.hand_size - len(seat.hand)))

    def reveal(self) -> None:
        """All cards are laid and seen: the search is decided, or goes on as a tie."""
        assert self.request is not None
        request, is_image = self.request, self.request.rank.is_face
        distances = [distance(request, laid.card) for laid in self.plays]
        for laid, away in zip(self.plays, distances, strict=True):
            data: dict[str, Value] = {"player": laid.player, "card": laid.card}
            if away is None:
                self.story.append(Finding("EOD-5", "cannot_win", data))
            elif is_image:
                self.story.append(Finding("EOD-5", "matches", data))
            else:
                data["distance"] = away
                self.story.append(Finding("EOD-2", "away", data))
        found = closest(self.plays, distances)
        sides = {self.seats[laid.player].side for laid in found.closest}
        if found.distance is None:
            self._nobody_can_win()
        elif self.in_teams and found.distance == 0:
            self._all_matches_score(found, sides)
        elif len(sides) == 1:
            self._win(sides.pop(), found)
        else:
            self._tie(found.distance)

    def take_from_hand(self, laid: Laid) -> None:
        """A card that all have seen out of its player's hand, which it may have reached from the partner's unseen."""
        seat = self.seats[laid.player]
        if laid.card not in seat.hand:
            self._not_held_by_partner(seat, laid.card)
        shown = seat.shown - {laid.card} if laid.card in seat.shown else seat.shown
        self.seats[laid.player] = Seat(seat.player, seat.side, tuple(_without(seat.hand, laid.card)), shown)

    def _not_held_by_partner(self, seat: Seat, card: Card) -> None:
        """A card that the partner was known to hold lies elsewhere: in its place is one that nobody knows (EOD-12)."""
        for other in self.seats.values():
            if other.side is seat.side and card in other.hand and card != UNKNOWN:
                hand = (*_without(other.hand, card), UNKNOWN)
                self.seats[other.player] = Seat(other.player, other.side, hand, other.shown - {card})

    def _leave_hands(self, cards: Sequence[Laid]) -> None:
        """Cards that do not return; those of an open tie have left the hands already."""
        if self.phase is not Phase.TIE:
            for laid in cards:
                self.take_from_hand(laid)

    def win_tie(self, side: Side, extra: Laid | None = None) -> None:
        """The side wins the search that is tied, with an extra card (EOD-6) or without (EOD-4)."""
        assert self.request is not None
        self._win(side, contest(self.request, self.plays), extra)

    def _win(self, side: Side, found: Contest, extra: Laid | None = None) -> None:
        """EOD-3, EOD-11: the side wins the search with its closest card, the first one laid where two are level."""
        assert self.request is not None
        winner = next(laid for laid in found.closest if self.seats[laid.player].side is side)
        self.last = side
        self.tell("EOD-3", "won", side=side, player=winner.player, card=winner.card)
        if self.in_teams:
            self._leave_hands([winner])
            self._score(winner)
            self.past = (*self.past, self.request)
            self._return([laid for laid in (*self.plays, *([extra] if extra else [])) if laid is not winner], "EOD-11")
            self.fillers = (winner.player,)
        else:
            self._put_aside(side, self.request)
            self._leave_hands(self.plays)
            self._spend([*self.plays, *([extra] if extra else [])])
        self.end_search()

    def settle_tie(self) -> None:
        """EOD-4: the tie goes to the winner of the last search; with none yet the cards return for a new search."""
        assert self.request is not None
        if self.last is not None:
            self.tell("EOD-4", "to_last_winner", side=self.last)
            self.win_tie(self.last)
            return
        self.tell("EOD-4", "search_anew", player=self.turn)
        self.past = (*self.past, self.request)
        self._return(self.plays, "EOD-4")
        self.end_search(same_turn=True)

    def end_search(self, same_turn: bool = False) -> None:
        """The search is over: hands are filled (EOD-8, EOD-12), the game or set may end, the turn passes on."""
        self.request, self.plays, self.passed = None, (), ()
        if not same_turn:
            self.turn = self.left_of(self.turn)
        if self.in_teams:
            self.fillers = self.short(self.fillers)
            self.go_on()
            return
        for player in self.seats:
            count = self.fill(player)
            if count:
                self.tell("EOD-8", "filled", player=player, count=count)
        if not self._end_of_two():
            self._next_turn()

    def go_on(self) -> None:
        """EOD-12, EOD-14: the winners fill their hands, in any order; when all have, the set may be over."""
        if self.fillers:
            self.phase = Phase.FILL
            for player in self.fillers:
                self.tell("EOD-12", "may_fill", player=player)
            return
        if not self._end_of_set():
            self._next_turn()

    def short(self, players: Sequence[Player]) -> tuple[Player, ...]:
        """Those of the players whose hand is not full (EOD-1)."""
        seats = [self.seats[player] for player in players]
        return tuple([seat.player for seat in seats if len(seat.hand) < seat.side.hand_size])

    def left_of(self, player: Player) -> Player:
        """The player on the left."""
        players = list(self.seats)
        return players[(players.index(player) + 1) % len(players)]

    def _next_turn(self) -> None:
        self.phase = Phase.OPEN
        self.tell("EOD-1", "next", player=self.turn)

    def _nobody_can_win(self) -> None:
        """EOD-5: the search is discarded; what becomes of the results is an option."""
        assert self.request is not None
        self.tell("EOD-5", "discarded", card=self.request)
        self.past = (*self.past, self.request)
        if self.options.image_miss == ImageMiss.RETURN:
            self._return(self.plays, "EOD-5")
        else:
            self._leave_hands(self.plays)
            self._spend(self.plays)
            self.fillers = tuple(laid.player for laid in self.plays)
        self.end_search()

    def _all_matches_score(self, found: Contest, sides: set[Side]) -> None:
        """EOD-11: of four players every exact match scores. Matches of both sides leave the last winner as it was."""
        assert self.request is not None
        self._leave_hands(found.closest)
        for laid in found.closest:
            self._score(laid)
        if len(sides) == 1:
            self.last = next(iter(sides))
            self.tell("EOD-11", "search_won", side=self.last)
        self.past = (*self.past, self.request)
        self._return([laid for laid in self.plays if laid not in found.closest], "EOD-11")
        self.fillers = tuple(laid.player for laid in found.closest)
        self.end_search()

    def _tie(self, tied: int) -> None:
        """EOD-4, EOD-6: Yahoo may settle a tie that it would not win anyway; a teammate may have done so (EOD-15)."""
        assert self.request is not None
        self.tell("EOD-4", "tie", distance=tied)
        if self.last is Side.YAHOO or self.request.rank.is_face:
            self.settle_tie()
            return
        for laid in self.plays:
            if self.seats[laid.player].side is Side.YAHOO and settles_tie(self.request, tied, laid.card):
                self.tell("EOD-15", "settled_by_play", player=laid.player, card=laid.card)
                self.win_tie(Side.YAHOO)
                return
        self._leave_hands(self.plays)
        self.phase = Phase.TIE
        self.tell("EOD-6", "may_add", side=Side.YAHOO, distance=tied + 1)

    def _score(self, laid: Laid) -> None:
        side = self.seats[laid.player].side
        self._put_aside(side, laid.card)
        self.tell("EOD-11", "scores", player=laid.player, card=laid.card, side=side)

    def _put_aside(self, side: Side, card: Card) -> None:
        """A card that counts for the side."""
        team = self.teams[side]
        self.teams[side] = Team(side, team.deck, team.spent, (*team.scored, card), team.sets, team.ipo)

    def _spend(self, cards: Sequence[Laid]) -> None:
        for laid in cards:
            team = self.teams[self.seats[laid.player].side]
            self.teams[team.side] = team._replace(spent=(*team.spent, laid.card))

    def _return(self, cards: Sequence[Laid], rule: str) -> None:
        """Cards back into the hands they came from, as the last of them; all have seen them."""
        self._leave_hands(cards)
        for laid in cards:
            seat = self.seats[laid.player]
            self.seats[laid.player] = Seat(seat.player, seat.side, (*seat.hand, laid.card), seat.shown | {laid.card})
        if cards:
            self.tell(rule, "returned", cards=" ".join([str(laid.card) for laid in cards]))

    def _end_of_two(self) -> bool:
        """EOD-9: the game is over when a deck is used up; most cards win."""
        empty = [side for side, team in self.teams.items() if not team.deck]
        for side in empty:
            self.tell("EOD-9", "deck_used_up", side=side)
        if not self.search:
            self.tell("EOD-9", "search_used_up")
        if self.search and not empty:
            return False
        self.phase = Phase.OVER
        for side in self._ahead():
            self.tell("EOD-9", "wins", side=side, count=len(self.teams[side].scored))
        return True

    def _ahead(self) -> tuple[Side, ...]:
        """Who is ahead by cards."""
        return ahead({side: len(team.scored) for side, team in self.teams.items()}, self.last, self.options)

    def _end_of_set(self) -> bool:
        """EOD-14: a set ends when a side has used its deck and one of its players has no card; the next begins."""
        used = [side for side, team in self.teams.items() if not team.deck]
        out = [side for side in used if any(seat.side is side and not seat.hand for seat in self.seats.values())]
        if not out:
            return False
        self.tell("EOD-14", "set_over", side=out[0], number=self.set_number)
        winners = tuple(out) if self.options.set_winner == SetWinner.RAN_OUT else self._ahead()
        for side in winners:
            team = self.teams[side] = self.teams[side]._replace(sets=self.teams[side].sets + 1)
            self.tell("EOD-14", "set_won", side=side, count=len(team.scored), sets=team.sets)
        champions = [side for side in Side if self.teams[side].sets >= SETS_TO_WIN]
        if champions:
            self.phase = Phase.OVER
            for side in champions:
                self.tell("EOD-14", "game_won", side=side, sets=self.teams[side].sets)
        else:
            self._new_set()
        return True

    def _new_set(self) -> None:
        """EOD-10, EOD-14: all three decks shuffled anew; what is kept are the sets won and who won the last search."""
        sets = {side: team.sets for side, team in self.teams.items()}
        seats, teams = dealt(list(self.seats), {side: self.shuffled(STANDARD_DECK) for side in Side})
        self.seats = {seat.player: seat for seat in seats}
        self.teams = {side: team._replace(sets=sets[side]) for side, team in teams.items()}
        self.search, self.past = self.shuffled(STANDARD_DECK), ()
        self.set_number += 1
        self.phase = Phase.CUT
        self.tell("EOD-10", "to_cut", number=self.set_number)


def _without(hand: Sequence[Card], card: Card) -> list[Card]:
    """The hand without a card, which may have been one of it that nobody knew."""
    left = list(hand)
    try:
        left.remove(card)
    except ValueError:
        left.remove(UNKNOWN)
    return left
